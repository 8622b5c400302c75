/// The linear program of a cast. Phase 1 finds a basis that the ray passes: a problem in the plane across
/// the ray. Phase 2 refines it to the touched face, by exchanging portals as Snethen does. Two hulls have a
/// form of both phases with the basis in registers, which leaves to the general loops where a sign is in
/// doubt.
#include <math.h>

#include "closest/frame3.h"
#include "math/double_double.h"
#include "sweep/sweep3_search.h"

/// Uses the plane through the support point r perpendicular to n: raises `low`, or sets `missed`. `size`
/// bounds the numbers that r was computed from. Returns n . r. Inline, as a struct passed in memory would
/// stall the loads that follow.
static inline __attribute__((always_inline)) double use_plane(sweep3_cast *c, dvec3 n, dvec3 r, double size)
{
    const double length = dvec3_length(n);
    if (size > c->size) c->size = size;
    c->steps++;
    const double along = dvec3_dot(n, r), gap = -along - (c->radius + sweep3_tolerance(c)) * length;
    const double static_slack = sizeof(flr_real) == sizeof(float) ? 0x1p-18 : 0x1p-45;
    if (gap > static_slack * (c->size + c->extent) * length) c->clear = true;
    if (gap > 0) {
        c->apart = true;
        if (n.z >= 0 || gap > c->limit * -n.z) c->missed = true;
        if (n.z < 0 && gap > c->low * -n.z) c->low = gap / -n.z;
    }
    return along;
}

/// flr_sweep3_ask_support for two hulls.
static inline __attribute__((always_inline)) double support_of_hulls(sweep3_cast *c, dvec3 n,
                                                                     sweep3_vertex *w)
{
    const i64x2 magnitude = {INT64_MAX, INT64_MAX};
    vertex3 v;
    pair3_hulls(&c->seen, c->a.core.hull, c->b.core.hull, n, &v);
    w->id_a = v.id_a;
    w->id_b = v.id_b;
    w->at = 0;
    w->r = (dvec3){v.x[1] - v.x[0], v.y[1] - v.y[0], v.z[1] - v.z[0]};
    const f64x2 size =
        (f64x2)((i64x2)v.x & magnitude) + (f64x2)((i64x2)v.y & magnitude) + (f64x2)((i64x2)v.z & magnitude);
    return use_plane(c, n, w->r, size[0] + size[1]);
}

enum { BASIS_STEPS_MAX = 100 };

static dvec3 from_ray(const sweep3_cast *c, dvec3 n)
{
    dvec3 d = dvec3_scale(n.z, c->z);
    d = dvec3_add_scaled(d, n.y, c->y);
    return c->flat ? d : dvec3_add_scaled(d, n.x, c->x);
}

static double spread(dvec3 p) { return fabs(p.x) + fabs(p.y) + fabs(p.z); }

/// A bound of the numbers from which support points of a core are computed.
static double extent(const core3 *c)
{
    double all = spread(c->kind == FLR_CONVEX3_HULL ? c->center : c->middle);
    if (core3_is_round(c)) all += spread(c->low) + spread(c->high);
    if (flr_convex3_layouts[c->kind].extents) all += spread(c->axis[0]) + spread(c->axis[1]);
    return all;
}

/// Rotates both hulls into the frame of the ray once, so that no support point needs to be.
static void turn_hulls(sweep3_cast *c)
{
    const core3 *a = &c->a.core, *b = &c->b.core;
    for (int i = 0; i < 4; ++i) {
        const dvec3 *p = i < 3 ? &a->axis[i] : &a->center, *q = i < 3 ? &b->axis[i] : &b->center;
        const f64x2 x = {p->x, q->x}, y = {p->y, q->y}, z = {p->z, q->z};
        c->seen.x[i] = f64x2_splat(c->x.x) * x + f64x2_splat(c->x.y) * y + f64x2_splat(c->x.z) * z;
        c->seen.y[i] = f64x2_splat(c->y.x) * x + f64x2_splat(c->y.y) * y + f64x2_splat(c->y.z) * z;
        c->seen.z[i] = f64x2_splat(c->z.x) * x + f64x2_splat(c->z.y) * y + f64x2_splat(c->z.z) * z;
    }
}

/// A slot of `room` that the basis does not use.
static uint32_t free_place(const sweep3_cast *c)
{
    uint32_t taken = 0, at = 0;
    for (int i = 0; i < c->count; ++i) taken |= 1u << c->s[i].at;
    while (taken >> at & 1) ++at;
    return at;
}

/// Finds the support point, and returns a bound of the numbers that it was computed from.
static __attribute__((flatten)) double find_support(sweep3_cast *c, dvec3 n, sweep3_vertex *w)
{
    const dvec3 d = from_ray(c, n);
    w->at = free_place(c);
    sweep3_points *p = &c->room[w->at];
    p->a = sweep3_support(&c->a, (dvec3){-d.x, -d.y, -d.z});
    p->b = sweep3_support(&c->b, d);
    const dvec3 q = dvec3_sub(p->b, p->a);
    w->r.x = c->flat ? 0 : dvec3_dot(q, c->x);
    w->r.y = dvec3_dot(q, c->y);
    w->r.z = dvec3_dot(q, c->z);
    return spread(p->a) + spread(p->b);
}

double flr_sweep3_ask_support(sweep3_cast *c, dvec3 n, sweep3_vertex *w)
{
    if (c->hulls) return support_of_hulls(c, n, w);
    const double size = find_support(c, n, w);
    return use_plane(c, n, w->r, size);
}

typedef struct flat2 {
    double x, y;
} flat2;

static inline flat2 projected_at(const sweep3_cast *c, dvec3 r)
{
    return (flat2){r.x - c->shift_x, r.y - c->shift_y};
}
static flat2 projected(const sweep3_cast *c, int i) { return projected_at(c, c->s[i].r); }
static inline double cross2(flat2 a, flat2 b) { return a.x * b.y - a.y * b.x; }
static inline double dot(flat2 a, flat2 b) { return a.x * b.x + a.y * b.y; }

static sweep3_near on_corner(const sweep3_cast *c, int i)
{
    flat2 q = projected(c, i);
    sweep3_near r = {.count = 1, .corner = {i}, .weight = {1}, .x = q.x, .y = q.y, .squared = dot(q, q)};
    return r;
}

static sweep3_near on_edge(const sweep3_cast *c, int i, int j)
{
    flat2 p = projected(c, i), q = projected(c, j), e = {q.x - p.x, q.y - p.y};
    double along = -dot(p, e), back = dot(q, e);
    if (!(along > 0) || !(back > 0)) {
        // both ends are seen at one place, if the edge runs along the ray: the nearer end
        if (along == back) return on_corner(c, c->s[i].r.z <= c->s[j].r.z ? i : j);
        return on_corner(c, along > 0 ? j : i);
    }
    double t = along / (along + back), s = back / (along + back);
    sweep3_near r = {.count = 2, .corner = {i, j}, .weight = {s, t}};
    r.x = s * p.x + t * q.x;
    r.y = s * p.y + t * q.y;
    double across = cross2(p, e), square = dot(e, e);
    r.squared = across * across / square;
    return r;
}

static void keep(sweep3_near *best, sweep3_near next)
{
    if (best->count == 0 || next.squared < best->squared) *best = next;
}

static sweep3_near on_triangle(const sweep3_cast *c, const int *k)
{
    flat2 q[3] = {projected(c, k[0]), projected(c, k[1]), projected(c, k[2])};
    double side[3] = {cross2(q[1], q[2]), cross2(q[2], q[0]), cross2(q[0], q[1])};
    double area = side[0] + side[1] + side[2];
    sweep3_near best = {.count = 0};
    double reach =
        fabs(q[1].x - q[0].x) + fabs(q[1].y - q[0].y) + fabs(q[2].x - q[0].x) + fabs(q[2].y - q[0].y);
    // a triangle seen edge-on is no more than its edges
    double sign = !(fabs(area) > 8 * sweep3_eps(c) * reach) ? 0 : area > 0 ? 1 : -1;
    if (sign != 0 && side[0] * sign >= 0 && side[1] * sign >= 0 && side[2] * sign >= 0) {
        sweep3_near r = {.count = 3, .corner = {k[0], k[1], k[2]}, .inside = true};
        for (int i = 0; i < 3; ++i) r.weight[i] = side[i] / area;
        return r;
    }
    for (int i = 0; i < 3; ++i)
        if (sign == 0 || side[i] * sign < 0) keep(&best, on_edge(c, k[(i + 1) % 3], k[(i + 2) % 3]));
    return best;
}

sweep3_near flr_sweep3_nearest(const sweep3_cast *c, const int *corner, int count)
{
    if (count == 1) return on_corner(c, corner[0]);
    return count == 2 ? on_edge(c, corner[0], corner[1]) : on_triangle(c, corner);
}

/// Moves the ray inside C by some eps, toward the middle and a little to the side, so that a grazing ray
/// passes.
static void set_shift(sweep3_cast *c, dvec3 middle)
{
    double x = c->flat ? 0 : middle.x, y = middle.y, length = sqrt(x * x + y * y);
    double by = sweep3_is_round(c) ? 0 : 8 * sweep3_eps(c);
    if (length > 64 * by) {
        x /= length;
        y /= length;
    } else {
        x = c->flat ? 0 : 0.8;
        y = 0.6;
    }
    c->shift_x = by * (c->flat ? 0 : x - y * 0x1p-6);
    c->shift_y = by * (y + x * 0x1p-6);
}

/// A direction across the ray that leads from the basis to the ray.
static dvec3 outward(const sweep3_cast *c, const sweep3_near *near)
{
    dvec3 n = {-near->x, -near->y, 0};
    if (near->count == 2) {
        flat2 p = projected(c, 0), q = projected(c, 1), e = {q.x - p.x, q.y - p.y};
        double sign = cross2(p, e) >= 0 ? 1 : -1;
        n.x = -e.y * sign;
        n.y = e.x * sign;
    }
    if (n.x == 0 && n.y == 0) {
        n.x = c->shift_x;
        n.y = c->shift_y;
    }
    if (n.x == 0 && n.y == 0) n.y = 1;
    return n;
}

/// Adds the support point along n; false where it lies no farther than the basis does.
static bool extend(sweep3_cast *c, dvec3 n)
{
    sweep3_vertex w;
    double along = flr_sweep3_ask_support(c, n, &w);
    if (c->missed) return false;
    if (!(along - dvec3_dot(n, c->s[0].r) > sweep3_eps(c) * 4 * dvec3_length(n))) return false;
    c->s[c->count++] = w;
    return true;
}

/// Do the bounding balls of two hulls pass each other, by so much that a static test says so as well?
static bool passes_by(const sweep3_cast *c, dvec3 middle)
{
    if (!c->hulls) return false;
    const core3 *a = &c->a.core, *b = &c->b.core;
    double reach = ((double)a->hull->extent + (double)b->hull->extent) * c->a.frame->unit + c->radius;
    reach += 0x1p-12 * (reach + spread(middle) + spread(a->middle) + spread(b->middle));
    return middle.x * middle.x + middle.y * middle.y > reach * reach || middle.z < -reach ||
           middle.z - reach > c->limit;
}

/// As flr_sweep3_find_basis from the first corner on, with the basis in registers, while no sign is in
/// doubt. Returns true where the ray then passes a triangle or misses. Otherwise the general search goes on
/// with the corners that are left.
static bool basis_of_hulls(sweep3_cast *c)
{
    sweep3_vertex p = c->s[0], q = p;
    int count = 1;
    while (c->steps <= BASIS_STEPS_MAX) {
        const flat2 a = projected_at(c, p.r), b = projected_at(c, q.r), e = {b.x - a.x, b.y - a.y};
        const double sign = cross2(a, e) >= 0 ? 1 : -1;
        const dvec3 n = {count == 1 ? -a.x : -e.y * sign, count == 1 ? -a.y : e.x * sign, 0};
        if (n.x == 0 && n.y == 0) break;
        sweep3_vertex w;
        const double along = support_of_hulls(c, n, &w);
        if (c->missed) return true;
        if (!(along - dvec3_dot(n, p.r) > sweep3_eps(c) * 4 * dvec3_length(n))) break;
        const flat2 m = projected_at(c, w.r);
        int part;
        if (count == 1) {
            part = sweep3_nearest_part(a.x, a.y, m.x, m.y);
        } else {
            const double of_p = cross2(b, m), of_q = cross2(m, a), of_w = cross2(a, b),
                         area = of_p + of_q + of_w;
            const double reach = fabs(e.x) + fabs(e.y) + fabs(m.x - a.x) + fabs(m.y - a.y);
            if (!(fabs(area) > 8 * sweep3_eps(c) * reach)) break;
            const bool p_in = of_p == 0 || (of_p > 0) == (area > 0),
                       q_in = of_q == 0 || (of_q > 0) == (area > 0);
            if (p_in && q_in) {
                if (of_w != 0 && (of_w > 0) != (area > 0)) break;
                c->s[0] = p;
                c->s[1] = q;
                c->s[2] = w;
                c->count = 3;
                return true;
            }
            if (p_in == q_in) break;
            if (!p_in) p = q;
            const flat2 kept = p_in ? a : b;
            part = sweep3_nearest_part(kept.x, kept.y, m.x, m.y);
        }
        if (part == 0) break;
        if (part == 1) p = w;
        q = w;
        count = part;
    }
    c->s[0] = p;
    c->s[1] = q;
    c->count = count;
    return false;
}

void flr_sweep3_find_basis(sweep3_cast *c)
{
    static const int all[3] = {0, 1, 2};
    dvec3 m = dvec3_sub(c->b.core.middle, c->a.core.middle);
    dvec3 middle = {dvec3_dot(m, c->x), dvec3_dot(m, c->y), dvec3_dot(m, c->z)};
    dvec3 n = {-middle.x, -middle.y, -middle.z};
    if (passes_by(c, middle)) {
        c->missed = c->apart = c->clear = true;
        return;
    }
    if (c->flat) n.x = 0;
    if (n.x == 0 && n.y == 0 && n.z == 0) n.z = -1;
    if (c->hulls) turn_hulls(c);
    c->extent = c->radius + extent(&c->a.core) + extent(&c->b.core);
    (void)flr_sweep3_ask_support(c, n, &c->s[0]);
    c->count = 1;
    set_shift(c, middle);
    if (c->missed || (c->hulls && !sweep3_is_round(c) && basis_of_hulls(c))) return;
    bool turned = false;
    while (!c->missed) {
        sweep3_near near = flr_sweep3_nearest(c, all, c->count);
        int newest = c->count - 1;
        bool taken = near.corner[near.count - 1] == newest || near.corner[0] == newest;
        sweep3_reduce(c, near.corner, near.count);
        if (near.inside || (sweep3_is_round(c) && near.squared <= c->radius * c->radius)) return;
        if (!taken) return;  // the new point lies farther out, yet no nearer to the ray: it grazes
        n = outward(c, &near);
        if (c->steps > BASIS_STEPS_MAX) {
            c->exhausted = true;
            return;
        }
        if (extend(c, n)) continue;
        if (c->missed || near.squared != 0 || c->flat || turned) return;
        // the ray passes through the edge or corner itself: does C go on at the other side?
        turned = true;
        n.x = -n.x;
        n.y = -n.y;
        if (!extend(c, n)) return;
    }
}

/// Limits of steps: normals that have lost their digits could make a search cycle. The form for two hulls
/// stops earlier, and the general search goes on.
enum { REFINE_STEPS_MAX = 250, HULL_STEPS_MAX = 120 };

static inline double cross_seen(dvec3 a, dvec3 b) { return a.x * b.y - a.y * b.x; }

/// The normal of a triangle's plane, on the side of the ray's start.
static inline dvec3 facing_normal(dvec3 p, dvec3 q, dvec3 r)
{
    const dvec3 n = dvec3_cross(dvec3_sub(q, p), dvec3_sub(r, p));
    return n.z > 0 ? dvec3_scale(-1, n) : n;
}

/// The normal of the plane through the basis that faces the start of the ray most. A triangle has only one.
/// The plane through an edge leans only along the edge; that of a corner, or of an edge along the ray, is
/// perpendicular to the ray.
static dvec3 plane_normal(const sweep3_cast *c)
{
    const dvec3 straight = {0, 0, -1};
    if (c->count == 1) return straight;
    if (c->count == 3) return facing_normal(c->s[0].r, c->s[1].r, c->s[2].r);
    const dvec3 e = dvec3_sub(c->s[1].r, c->s[0].r);
    const double square = e.x * e.x + e.y * e.y;
    return square < 0x1p-900 ? straight : (dvec3){e.z * e.x, e.z * e.y, -square};
}

/// Has the normal of a triangle lost its digits, so that the corners lie at different heights along it?
static inline bool is_uneven(const sweep3_cast *c, dvec3 n, double reach)
{
    const double least = -sweep3_reach(c, dvec3_scale(-1, n));
    return reach - least > 8 * sweep3_eps(c) * dvec3_length(n);
}

static __attribute__((noinline)) dvec3 robust_normal(const sweep3_cast *c)
{
    const dvec3 p = c->s[0].r, u = dvec3_sub(c->s[1].r, p), v = dvec3_sub(c->s[2].r, p),
                n = flr_cross_compensated(u, v);
    return n.z > 0 ? dvec3_scale(-1, n) : n;
}

/// Returns the normal of the plane through the basis, and how far the basis reaches along it. Also right
/// where two corners are nearly duplicates or three nearly collinear.
static inline dvec3 plane_through(const sweep3_cast *c, double *reach)
{
    dvec3 n = plane_normal(c);
    *reach = sweep3_reach(c, n);
    if (c->count < 3 || !is_uneven(c, n, *reach)) return n;
    n = robust_normal(c);
    *reach = sweep3_reach(c, n);
    return n;
}

static double place_of(const sweep3_cast *c, const sweep3_near *near)
{
    double z = 0;
    for (int i = 0; i < near->count; ++i) z += near->weight[i] * c->s[near->corner[i]].r.z;
    return z;
}

/// Is the area of the triangle, seen along the ray, no more than rounding?
static inline bool is_thin(const sweep3_cast *c, dvec3 u, dvec3 v)
{
    double long_side = fabs(u.x) + fabs(u.y) + fabs(v.x) + fabs(v.y);
    return !(fabs(cross_seen(u, v)) > 8 * sweep3_eps(c) * long_side);
}

static inline dvec3 shifted(const sweep3_cast *c, dvec3 q)
{
    q.x -= c->shift_x;
    q.y -= c->shift_y;
    return q;
}

/// Which corner of the triangle a new point w replaces so that the ray still passes: seen from w, the ray
/// leaves the old triangle between the two corners that stay. -1 where rounding leaves that open.
static inline int leaving(const sweep3_cast *c, dvec3 p, dvec3 q, dvec3 r, dvec3 w)
{
    p = shifted(c, p);
    q = shifted(c, q);
    r = shifted(c, r);
    w = shifted(c, w);
    const double sign = cross_seen(dvec3_sub(q, p), dvec3_sub(r, p)) < 0 ? -1 : 1;
    const double by_p = sign * cross_seen(p, w), by_q = sign * cross_seen(q, w),
                 by_r = sign * cross_seen(r, w);
    if (by_p <= 0 && by_q >= 0) return is_thin(c, dvec3_sub(q, p), dvec3_sub(w, p)) ? -1 : 2;
    if (by_q <= 0 && by_r >= 0) return is_thin(c, dvec3_sub(r, q), dvec3_sub(w, q)) ? -1 : 0;
    if (by_r <= 0 && by_p >= 0) return is_thin(c, dvec3_sub(p, r), dvec3_sub(w, r)) ? -1 : 1;
    return -1;
}

/// Puts a new point into the basis in place of the corner that leaves; false where rounding leaves that
/// open.
static bool exchange(sweep3_cast *c, const sweep3_vertex *w)
{
    const int out = leaving(c, c->s[0].r, c->s[1].r, c->s[2].r, w->r);
    if (out < 0) return false;
    const sweep3_vertex p = c->s[(out + 1) % 3], q = c->s[(out + 2) % 3];
    c->s[0] = p;
    c->s[1] = q;
    c->s[2] = *w;
    return true;
}

/// The exchange where the ray does not pass well inside a triangle. Of all hulls of the new point with up to
/// two others that the ray passes within eps, it takes the one with the least place. Among equals it prefers
/// one that holds the shifted ray (else two could replace each other for ever), then a triangle.
static bool exchange_flat(sweep3_cast *c, const sweep3_vertex *w)
{
    int old = c->count, pick[3] = {old, 0, 0}, best_pick[3] = {0, 0, 0}, best_count = 0, best_rank = 0;
    double best = INFINITY, tolerance = 16 * sweep3_eps(c);
    c->s[old] = *w;
    for (int i = -1; i < old; ++i)
        for (int j = -1; j < (i < 0 ? 0 : i); ++j) {
            int count = 1 + (i >= 0) + (j >= 0);
            if (count == 3 && is_thin(c, dvec3_sub(c->s[i].r, w->r), dvec3_sub(c->s[j].r, w->r))) continue;
            pick[1] = i;
            pick[2] = j;
            sweep3_near near = flr_sweep3_nearest(c, pick, count);
            if (!(near.squared <= tolerance * tolerance)) continue;
            double place = place_of(c, &near);
            int rank = count + (near.squared <= tolerance * tolerance / 64 ? 4 : 0);
            if (place > best + tolerance || (place >= best - tolerance && rank < best_rank)) continue;
            best = place < best ? place : best;
            best_rank = rank;
            best_count = count;
            for (int k = 0; k < 3; ++k) best_pick[k] = pick[k];
        }
    sweep3_vertex s[3];
    for (int k = 0; k < best_count; ++k) s[k] = c->s[best_pick[k]];
    for (int k = 0; k < best_count; ++k) c->s[k] = s[k];
    if (best_count > 0) c->count = best_count;
    return best_count > 0;
}

/// Phase 2 of two hulls, with the basis in registers, while it is a triangle that the ray passes well
/// inside. False where that ends before the touch is found.
static inline __attribute__((always_inline)) bool refine_hulls(sweep3_cast *c, dvec3 *normal)
{
    sweep3_vertex p = c->s[0], q = c->s[1], r = c->s[2];
    dvec3 n;
    int out;
    do {
        sweep3_vertex w;
        n = facing_normal(p.r, q.r, r.r);
        const double along = support_of_hulls(c, n, &w);
        const double by_p = dvec3_dot(n, p.r), by_q = dvec3_dot(n, q.r), by_r = dvec3_dot(n, r.r);
        const double two = by_p > by_q ? by_p : by_q, most = two > by_r ? two : by_r;
        out = 3;
        if (c->missed || !(along - most > 4 * sweep3_eps(c) * dvec3_length(n))) break;
        out = -1;
        if (c->steps > HULL_STEPS_MAX) break;
        out = leaving(c, p.r, q.r, r.r, w.r);
        if (out == 0) p = w;
        if (out == 1) q = w;
        if (out == 2) r = w;
    } while (out >= 0);
    c->s[0] = p;
    c->s[1] = q;
    c->s[2] = r;
    *normal = n;
    return out == 3;
}

/// Does the ray pass well inside the basis? Then it still does after an exchange. Otherwise two triangles on
/// either side of the ray could replace each other for ever.
static bool holds_ray(const sweep3_cast *c)
{
    static const int all[3] = {0, 1, 2};
    return c->count == 3 && flr_sweep3_nearest(c, all, 3).inside;
}

/// Does the ray graze C: does it pass the nearest point of the basis within eps, and is no support point
/// nearer to it? If not, `beyond` is a support point on the other side of the ray.
static bool grazes(sweep3_cast *c, dvec3 *normal, sweep3_vertex *beyond)
{
    static const int all[3] = {0, 1, 2};
    const sweep3_near near = flr_sweep3_nearest(c, all, c->count);
    dvec3 n = {-near.x, -near.y, 0};
    if (near.count == 2) {
        const dvec3 e = dvec3_sub(c->s[near.corner[1]].r, c->s[near.corner[0]].r);
        const double side = cross_seen(e, n) < 0 ? -1 : 1;
        n = (dvec3){-side * e.y, side * e.x, 0};
    }
    const double length = dvec3_length(n);
    *beyond = c->s[near.corner[0]];
    if (!(length > 0)) return false;
    const double own = n.x * (near.x + c->shift_x) + n.y * (near.y + c->shift_y);
    const double gain = flr_sweep3_ask_support(c, n, beyond) - own;
    if (!c->missed && !(gain <= 16 * sweep3_eps(c) * length)) return false;
    *normal = n;
    return true;
}

static double place_of_basis(const sweep3_cast *c)
{
    static const int all[3] = {0, 1, 2};
    const sweep3_near near = flr_sweep3_nearest(c, all, c->count);
    return place_of(c, &near);
}

/// Phase 2 of any cores and any basis.
static void refine_any(sweep3_cast *c, dvec3 *normal)
{
    enum { IDLE_MAX = 16 };
    bool inside = holds_ray(c);
    double least = (double)INFINITY;
    int idle = 0;
    for (;;) {
        sweep3_vertex w;
        double reach;
        const dvec3 n = *normal = plane_through(c, &reach);
        const double gain = flr_sweep3_ask_support(c, n, &w) - reach;
        if (c->missed || !(gain > sweep3_minimum_gain(c) * dvec3_length(n))) return;
        c->exhausted = c->steps > REFINE_STEPS_MAX;
        if (c->exhausted) return;
        if (inside && exchange(c, &w)) continue;
        if (!exchange_flat(c, &w)) {
            (void)grazes(c, normal, &w);
            return;
        }
        inside = holds_ray(c);
        const double place = place_of_basis(c);
        idle = place < least - sweep3_eps(c) ? 0 : idle + 1;
        least = place < least ? place : least;
        if (idle < IDLE_MAX) continue;
        for (int turn = 0; turn < 3; ++turn) {
            if (grazes(c, normal, &w)) return;
            (void)exchange_flat(c, &w);
        }
        inside = holds_ray(c);
        idle = 0;
    }
}

/// Computes the weights of a triangle in twice the precision, as the ray may see it edge-on.
static __attribute__((noinline)) void weigh_thin(const sweep3_cast *c, sweep3_touch *touch)
{
    double side[3];
    for (int i = 0; i < 3; ++i) {
        const dvec3 p = shifted(c, c->s[touch->corner[(i + 1) % 3]].r),
                    q = shifted(c, c->s[touch->corner[(i + 2) % 3]].r);
        side[i] = fabs(flr_difference_of_products(p.x, q.y, p.y, q.x));
    }
    const double all = side[0] + side[1] + side[2];
    for (int i = 0; i < 3 && all > 0; ++i) touch->weight[i] = side[i] / all;
}

/// The touch of the basis with the plane of a normal of any length.
static inline __attribute__((always_inline)) void set_touch(const sweep3_cast *c, dvec3 n,
                                                            sweep3_touch *touch)
{
    static const int all[3] = {0, 1, 2};
    sweep3_near near = flr_sweep3_nearest(c, all, c->count);
    touch->place = place_of(c, &near);
    touch->leans = near.count < c->count || n.z == 0;
    touch->is_sharp = false;
    touch->normal = dvec3_scale(1 / dvec3_length(n), n);
    touch->count = near.count;
    for (int i = 0; i < near.count; ++i) {
        touch->corner[i] = near.corner[i];
        touch->weight[i] = near.weight[i];
    }
    const bool curved = !c->hulls && (sweep3_is_curved(&c->a) || sweep3_is_curved(&c->b));
    if (near.count == 3 && (curved || touch->normal.z > -0x1p-8)) weigh_thin(c, touch);
}

void flr_sweep3_refine_basis(sweep3_cast *c, sweep3_touch *touch)
{
    dvec3 n;
    if (!c->hulls || c->count < 3 || !refine_hulls(c, &n)) refine_any(c, &n);
    if (!c->missed) set_touch(c, n, touch);
}

void flr_sweep3_refine_precisely(sweep3_cast *c, sweep3_touch *touch)
{
    dvec3 n = touch->normal;
    if (is_uneven(c, n, sweep3_reach(c, n))) {
        refine_any(c, &n);
        if (!c->missed) set_touch(c, n, touch);
    }
    if (touch->count == 3) weigh_thin(c, touch);
}
