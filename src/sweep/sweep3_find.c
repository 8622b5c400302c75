#include "sweep/sweep3_ask.h"

enum { STEPS_MAX = 100 };

static dvec3 from_ray(const sweep3_cast *c, dvec3 n)
{
    dvec3 d = flr_local3_scaled(n.z, c->z);
    d = dvec3_add_scaled(d, n.y, c->y);
    return c->flat ? d : dvec3_add_scaled(d, n.x, c->x);
}

static double spread(dvec3 p) { return fabs(p.x) + fabs(p.y) + fabs(p.z); }

/// What the support points of a core are computed from.
static double extent(const core3 *c)
{
    double all = spread(sweep3_of_wide(c->kind == FLR_CONVEX3_HULL ? c->center : c->middle));
    bool has_ends = c->kind == FLR_CONVEX3_CYLINDER || c->kind == FLR_CONVEX3_CONE;
    if (has_ends) all += spread(sweep3_of_wide(c->low)) + spread(sweep3_of_wide(c->high));
    if (has_ends || c->kind == FLR_CONVEX3_BOX)
        all += spread(sweep3_of_wide(c->axis[0])) + spread(sweep3_of_wide(c->axis[1]));
    return all;
}

/// Both side by side, as they are seen along the ray: then nothing need be turned for each support point.
static void see_hulls(sweep3_cast *c)
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

/// A place in the room that the basis does not need.
static uint32_t free_place(const sweep3_cast *c)
{
    uint32_t taken = 0, at = 0;
    for (int i = 0; i < c->count; ++i) taken |= 1u << c->s[i].at;
    while (taken >> at & 1) ++at;
    return at;
}

/// The support point, and how large what it is computed from is.
static inline double find_support(sweep3_cast *c, dvec3 n, sweep3_vertex *w)
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

double flr_sweep3_ask(sweep3_cast *c, dvec3 n, sweep3_vertex *w)
{
    if (c->hulls) return sweep3_ask_hulls(c, n, w);
    const double size = find_support(c, n, w);
    return sweep3_heed(c, n, w->r, size);
}

typedef struct flat2 {
    double x, y;
} flat2;

static inline flat2 seen_at(const sweep3_cast *c, dvec3 r)
{
    return (flat2){r.x - c->shift_x, r.y - c->shift_y};
}
static flat2 seen(const sweep3_cast *c, int i) { return seen_at(c, c->s[i].r); }
static inline double cross(flat2 a, flat2 b) { return a.x * b.y - a.y * b.x; }
static inline double dot(flat2 a, flat2 b) { return a.x * b.x + a.y * b.y; }

static sweep3_near on_corner(const sweep3_cast *c, int i)
{
    flat2 q = seen(c, i);
    sweep3_near r = {.count = 1, .corner = {i}, .weight = {1}, .x = q.x, .y = q.y, .squared = dot(q, q)};
    return r;
}

static sweep3_near on_edge(const sweep3_cast *c, int i, int j)
{
    flat2 p = seen(c, i), q = seen(c, j), e = {q.x - p.x, q.y - p.y};
    double along = -dot(p, e), back = dot(q, e);
    if (!(along > 0) || !(back > 0)) {
        // of an edge along the ray, the nearer end
        if (along == back) return on_corner(c, c->s[i].r.z <= c->s[j].r.z ? i : j);
        return on_corner(c, along > 0 ? j : i);
    }
    double t = along / (along + back), s = back / (along + back);
    sweep3_near r = {.count = 2, .corner = {i, j}, .weight = {s, t}};
    r.x = s * p.x + t * q.x;
    r.y = s * p.y + t * q.y;
    double across = cross(p, e), square = dot(e, e);
    r.squared = across * across / square;
    return r;
}

static void keep(sweep3_near *best, sweep3_near next)
{
    if (best->count == 0 || next.squared < best->squared) *best = next;
}

static sweep3_near on_triangle(const sweep3_cast *c, const int *k)
{
    flat2 q[3] = {seen(c, k[0]), seen(c, k[1]), seen(c, k[2])};
    double side[3] = {cross(q[1], q[2]), cross(q[2], q[0]), cross(q[0], q[1])};
    double area = side[0] + side[1] + side[2];
    sweep3_near best = {.count = 0};
    double reach =
        fabs(q[1].x - q[0].x) + fabs(q[1].y - q[0].y) + fabs(q[2].x - q[0].x) + fabs(q[2].y - q[0].y);
    // seen from its side it is no more than its edges
    double sign = !(fabs(area) > 8 * sweep3_roundings(c) * reach) ? 0 : area > 0 ? 1 : -1;
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

/// Stands the ray inside by some roundings, toward the middle of C and a little askew.
static void set_shift(sweep3_cast *c, dvec3 middle)
{
    double x = c->flat ? 0 : middle.x, y = middle.y, length = sqrt(x * x + y * y);
    double by = sweep3_is_round(c) ? 0 : 8 * sweep3_roundings(c);
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

/// Across the ray, from the basis to where the ray is.
static dvec3 outward(const sweep3_cast *c, const sweep3_near *near)
{
    dvec3 n = {-near->x, -near->y, 0};
    if (near->count == 2) {
        flat2 p = seen(c, 0), q = seen(c, 1), e = {q.x - p.x, q.y - p.y};
        double sign = cross(p, e) >= 0 ? 1 : -1;
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
    double along = flr_sweep3_ask(c, n, &w);
    if (c->missed) return false;
    if (!(along - dvec3_dot(n, c->s[0].r) > sweep3_roundings(c) * 4 * flr_local3_length(n))) return false;
    c->s[c->count++] = w;
    return true;
}

/// The balls around two hulls never meet on the way; by so much that a static test tells them apart as well.
static bool passes_by(const sweep3_cast *c, dvec3 middle)
{
    if (!c->hulls) return false;
    const core3 *a = &c->a.core, *b = &c->b.core;
    double reach = ((double)a->hull->extent + (double)b->hull->extent) * c->a.frame->unit + c->radius;
    reach += 0x1p-12 *
             (reach + spread(middle) + spread(sweep3_of_wide(a->middle)) + spread(sweep3_of_wide(b->middle)));
    return middle.x * middle.x + middle.y * middle.y > reach * reach || middle.z < -reach ||
           middle.z - reach > c->limit;
}

/// Of an edge from u to the newest point w, as the ray sees them: 2 where the ray is nearest to the edge itself, 1 to w, 0 to u.
static inline int nearest_part(flat2 u, flat2 w)
{
    const flat2 e = {w.x - u.x, w.y - u.y};
    if (!(dot(u, e) < 0)) return 0;
    return dot(w, e) > 0 ? 2 : 1;
}

/// What flr_sweep3_find does from its first corner on, as far as all is clear, in values. True where the ray passes a triangle
/// then, or the cast has missed; else the search goes on with the corners that are left.
static bool find_hulls(sweep3_cast *c)
{
    sweep3_vertex p = c->s[0], q = p;
    int count = 1;
    while (c->steps <= STEPS_MAX) {
        const flat2 a = seen_at(c, p.r), b = seen_at(c, q.r), e = {b.x - a.x, b.y - a.y};
        const double sign = cross(a, e) >= 0 ? 1 : -1;
        const dvec3 n = {count == 1 ? -a.x : -e.y * sign, count == 1 ? -a.y : e.x * sign, 0};
        if (n.x == 0 && n.y == 0) break;
        sweep3_vertex w;
        const double along = sweep3_ask_hulls(c, n, &w);
        if (c->missed) return true;
        if (!(along - dvec3_dot(n, p.r) > sweep3_roundings(c) * 4 * flr_local3_length(n))) break;
        const flat2 m = seen_at(c, w.r);
        int part;
        if (count == 1) {
            part = nearest_part(a, m);
        } else {
            const double of_p = cross(b, m), of_q = cross(m, a), of_w = cross(a, b),
                         area = of_p + of_q + of_w;
            const double reach = fabs(e.x) + fabs(e.y) + fabs(m.x - a.x) + fabs(m.y - a.y);
            if (!(fabs(area) > 8 * sweep3_roundings(c) * reach)) break;
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
            part = nearest_part(p_in ? a : b, m);
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

void flr_sweep3_find(sweep3_cast *c)
{
    static const int all[3] = {0, 1, 2};
    dvec3 m = dvec3_sub(sweep3_of_wide(c->b.core.middle), sweep3_of_wide(c->a.core.middle));
    dvec3 middle = {dvec3_dot(m, c->x), dvec3_dot(m, c->y), dvec3_dot(m, c->z)};
    dvec3 n = {-middle.x, -middle.y, -middle.z};
    if (passes_by(c, middle)) {
        c->missed = c->apart = c->clear = true;
        return;
    }
    if (c->flat) n.x = 0;
    if (n.x == 0 && n.y == 0 && n.z == 0) n.z = -1;
    if (c->hulls) see_hulls(c);
    c->extent = c->radius + extent(&c->a.core) + extent(&c->b.core);
    (void)flr_sweep3_ask(c, n, &c->s[0]);
    c->count = 1;
    set_shift(c, middle);
    if (c->missed || (c->hulls && !sweep3_is_round(c) && find_hulls(c))) return;
    bool turned = false;
    while (!c->missed) {
        sweep3_near near = flr_sweep3_nearest(c, all, c->count);
        int newest = c->count - 1;
        bool taken = near.corner[near.count - 1] == newest || near.corner[0] == newest;
        sweep3_reduce(c, near.corner, near.count);
        if (near.inside || (sweep3_is_round(c) && near.squared <= c->radius * c->radius)) return;
        if (!taken) return;  // farther out, yet no nearer: the ray grazes
        n = outward(c, &near);
        if (c->steps > STEPS_MAX) {
            c->exhausted = true;
            return;
        }
        if (extend(c, n)) continue;
        if (c->missed || near.squared != 0 || c->flat || turned) return;
        // the ray passes through the edge or corner itself: does C go on at its other side?
        turned = true;
        n.x = -n.x;
        n.y = -n.y;
        if (!extend(c, n)) return;
    }
}
