#include "closest/compensated.h"
#include "sweep/sweep3_ask.h"

/// By normals that have lost their digits a search might go round for ever: after so many steps of one of two hulls the other goes on.
enum { STEPS_MAX = 250, HULL_STEPS_MAX = 120 };

static inline double cross(dvec3 a, dvec3 b) { return a.x * b.y - a.y * b.x; }

/// Of the triangle's plane, towards the ray's start.
static inline dvec3 facing_normal(dvec3 p, dvec3 q, dvec3 r)
{
    const dvec3 n = dvec3_cross(dvec3_sub(q, p), dvec3_sub(r, p));
    return n.z > 0 ? flr_local3_scaled(-1, n) : n;
}

/// Of the plane through the basis that faces the ray's start most: of its triangle, of the plane through its
/// edge that is square to the ray across the edge, or of the one square to the ray, also at the end of an edge along the ray.
static dvec3 plane_normal(const sweep3_cast *c)
{
    const dvec3 straight = {0, 0, -1};
    if (c->count == 1) return straight;
    if (c->count == 3) return facing_normal(c->s[0].r, c->s[1].r, c->s[2].r);
    const dvec3 e = dvec3_sub(c->s[1].r, c->s[0].r);
    const double square = e.x * e.x + e.y * e.y;
    return square < 0x1p-900 ? straight : (dvec3){e.z * e.x, e.z * e.y, -square};
}

/// Has the normal of a triangle lost its digits, so that the corners lie at unlike heights along it?
static inline bool is_uneven(const sweep3_cast *c, dvec3 n, double reach)
{
    const double least = -sweep3_reach(c, flr_local3_scaled(-1, n));
    return reach - least > 8 * sweep3_roundings(c) * flr_local3_length(n);
}

static __attribute__((noinline)) dvec3 careful_normal(const sweep3_cast *c)
{
    const dvec3 p = c->s[0].r, u = dvec3_sub(c->s[1].r, p), v = dvec3_sub(c->s[2].r, p),
                n = flr_cross_compensated(u, v);
    return n.z > 0 ? flr_local3_scaled(-1, n) : n;
}

/// The plane through the basis, also where two corners are near duplicates or three nearly in a line, and how far the basis
/// reaches along its normal.
static inline dvec3 plane_through(const sweep3_cast *c, double *reach)
{
    dvec3 n = plane_normal(c);
    *reach = sweep3_reach(c, n);
    if (c->count < 3 || !is_uneven(c, n, *reach)) return n;
    n = careful_normal(c);
    *reach = sweep3_reach(c, n);
    return n;
}

static double place_of(const sweep3_cast *c, const sweep3_near *near)
{
    double z = 0;
    for (int i = 0; i < near->count; ++i) z += near->weight[i] * c->s[near->corner[i]].r.z;
    return z;
}

/// As the triangle is seen along the ray, its area is no more than rounding.
static inline bool is_thin(const sweep3_cast *c, dvec3 u, dvec3 v)
{
    double long_side = fabs(u.x) + fabs(u.y) + fabs(v.x) + fabs(v.y);
    return !(fabs(cross(u, v)) > 8 * sweep3_roundings(c) * long_side);
}

static inline dvec3 shifted(const sweep3_cast *c, dvec3 q)
{
    q.x -= c->shift_x;
    q.y -= c->shift_y;
    return q;
}

/// Which corner of the triangle a new point w replaces so that the ray still passes: as seen from w it leaves the old triangle
/// between the two that stay. -1 where rounding leaves that open.
static inline int leaving(const sweep3_cast *c, dvec3 p, dvec3 q, dvec3 r, dvec3 w)
{
    p = shifted(c, p);
    q = shifted(c, q);
    r = shifted(c, r);
    w = shifted(c, w);
    const double sign = cross(dvec3_sub(q, p), dvec3_sub(r, p)) < 0 ? -1 : 1;
    const double by_p = sign * cross(p, w), by_q = sign * cross(q, w), by_r = sign * cross(r, w);
    if (by_p <= 0 && by_q >= 0) return is_thin(c, dvec3_sub(q, p), dvec3_sub(w, p)) ? -1 : 2;
    if (by_q <= 0 && by_r >= 0) return is_thin(c, dvec3_sub(r, q), dvec3_sub(w, q)) ? -1 : 0;
    if (by_r <= 0 && by_p >= 0) return is_thin(c, dvec3_sub(p, r), dvec3_sub(w, r)) ? -1 : 1;
    return -1;
}

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

/// Where the basis is no triangle that the ray passes well inside: of all hulls of the new point with one or
/// two others that the ray passes within rounding, the one with the least place; of equals one that holds the
/// ray where it stands after the shift (else two could replace each other for ever), and then a triangle.
static bool exchange_flat(sweep3_cast *c, const sweep3_vertex *w)
{
    int old = c->count, pick[3] = {old, 0, 0}, best_pick[3] = {0, 0, 0}, best_count = 0, best_rank = 0;
    double best = INFINITY, tolerance = 16 * sweep3_roundings(c);
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

/// The search as far as the basis is a triangle that the ray passes well inside, in values: of two hulls. False where that ends.
static inline __attribute__((always_inline)) bool pierce_hulls(sweep3_cast *c, dvec3 *normal)
{
    sweep3_vertex p = c->s[0], q = c->s[1], r = c->s[2];
    dvec3 n;
    int out;
    do {
        sweep3_vertex w;
        n = facing_normal(p.r, q.r, r.r);
        const double along = sweep3_ask_hulls(c, n, &w);
        const double by_p = dvec3_dot(n, p.r), by_q = dvec3_dot(n, q.r), by_r = dvec3_dot(n, r.r);
        const double two = by_p > by_q ? by_p : by_q, most = two > by_r ? two : by_r;
        out = 3;
        if (c->missed || !(along - most > 4 * sweep3_roundings(c) * flr_local3_length(n))) break;
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

/// Does the ray pass inside, and not only within rounding of it? Then it does as well where a new point has replaced another; two
/// triangles beside the ray could replace each other for ever.
static bool holds_ray(const sweep3_cast *c)
{
    static const int all[3] = {0, 1, 2};
    return c->count == 3 && flr_sweep3_nearest(c, all, 3).inside;
}

/// The ray passes what is nearest to it of the basis within rounding, and no basis is any nearer: it grazes C there. False where C
/// goes on towards the ray, to `beyond`.
static bool grazes(sweep3_cast *c, dvec3 *normal, sweep3_vertex *beyond)
{
    static const int all[3] = {0, 1, 2};
    const sweep3_near near = flr_sweep3_nearest(c, all, c->count);
    dvec3 n = {-near.x, -near.y, 0};
    if (near.count == 2) {
        const dvec3 e = dvec3_sub(c->s[near.corner[1]].r, c->s[near.corner[0]].r);
        const double side = cross(e, n) < 0 ? -1 : 1;
        n = (dvec3){-side * e.y, side * e.x, 0};
    }
    const double length = flr_local3_length(n);
    *beyond = c->s[near.corner[0]];
    if (!(length > 0)) return false;
    const double own = n.x * (near.x + c->shift_x) + n.y * (near.y + c->shift_y);
    const double gain = flr_sweep3_ask(c, n, beyond) - own;
    if (!c->missed && !(gain <= 16 * sweep3_roundings(c) * length)) return false;
    *normal = n;
    return true;
}

static double place_of_basis(const sweep3_cast *c)
{
    static const int all[3] = {0, 1, 2};
    const sweep3_near near = flr_sweep3_nearest(c, all, c->count);
    return place_of(c, &near);
}

/// The same of any cores and any basis.
static void pierce_any(sweep3_cast *c, dvec3 *normal)
{
    enum { IDLE_MAX = 16 };
    bool inside = holds_ray(c);
    double least = (double)INFINITY;
    int idle = 0;
    for (;;) {
        sweep3_vertex w;
        double reach;
        const dvec3 n = *normal = plane_through(c, &reach);
        const double gain = flr_sweep3_ask(c, n, &w) - reach;
        if (c->missed || !(gain > sweep3_least_gain(c) * flr_local3_length(n))) return;
        c->exhausted = c->steps > STEPS_MAX;
        if (c->exhausted) return;
        if (inside && exchange(c, &w)) continue;
        if (!exchange_flat(c, &w)) {
            (void)grazes(c, normal, &w);
            return;
        }
        inside = holds_ray(c);
        const double place = place_of_basis(c);
        idle = place < least - sweep3_roundings(c) ? 0 : idle + 1;
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

/// The weights of a triangle that may be thin as the ray sees it, in twice the precision.
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

/// How a normal of any length and the basis are told.
static inline __attribute__((always_inline)) void tell(const sweep3_cast *c, dvec3 n, sweep3_touch *touch)
{
    static const int all[3] = {0, 1, 2};
    sweep3_near near = flr_sweep3_nearest(c, all, c->count);
    touch->place = place_of(c, &near);
    touch->leans = near.count < c->count || n.z == 0;
    touch->normal = flr_local3_scaled(1 / flr_local3_length(n), n);
    touch->count = near.count;
    for (int i = 0; i < near.count; ++i) {
        touch->corner[i] = near.corner[i];
        touch->weight[i] = near.weight[i];
    }
    const bool curved = !c->hulls && (sweep3_is_curved(&c->a) || sweep3_is_curved(&c->b));
    if (near.count == 3 && (curved || touch->normal.z > -0x1p-8)) weigh_thin(c, touch);
}

void flr_sweep3_pierce(sweep3_cast *c, sweep3_touch *touch)
{
    dvec3 n;
    if (!c->hulls || c->count < 3 || !pierce_hulls(c, &n)) pierce_any(c, &n);
    if (!c->missed) tell(c, n, touch);
}

void flr_sweep3_pierce_even(sweep3_cast *c, sweep3_touch *touch)
{
    dvec3 n = touch->normal;
    if (is_uneven(c, n, sweep3_reach(c, n))) {
        pierce_any(c, &n);
        if (!c->missed) tell(c, n, touch);
    }
    if (touch->count == 3) weigh_thin(c, touch);
}
