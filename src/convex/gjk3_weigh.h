/// The weights of a simplex of GJK and its closest point, by the shortest way that comes out good.
#ifndef FLR_CONVEX_GJK3_WEIGH_H
#define FLR_CONVEX_GJK3_WEIGH_H

#include "convex/gjk3_careful.h"
#include "convex/simplex3_doubled.h"

/// The weights of an edge, from the nearer end. The origin may lie off the end of an edge no longer than rounding, which
/// is then no better than its end.
static inline void gjk3_weigh_edge(gjk3_search *g)
{
    dvec3 p = g->v[0]->w, q = g->v[1]->w, e = dvec3_sub(q, p);
    double part = 1 / dvec3_dot(e, e), t = -dvec3_dot(p, e) * part, s = dvec3_dot(q, e) * part;
    double lesser = t < s ? t : s;
    lesser = lesser > 0 ? lesser : 0;
    g->weight[0] = t < s ? 1 - lesser : lesser;
    g->weight[1] = t < s ? lesser : 1 - lesser;
    g->closest = dvec3_add_scaled(dvec3_scale(g->weight[0], p), g->weight[1], q);
}

/// The weights of a face as the search knows them, if they come out good: none negative, and their point along the normal.
static inline bool gjk3_weigh_face(gjk3_search *g)
{
    const dvec3 p = g->v[0]->w, q = g->v[1]->w, r = g->v[2]->w, u = dvec3_sub(q, p), t = dvec3_sub(r, p);
    const double part = 1 / g->dd;
    const double at_p = g->part[0] * part, at_q = g->part[1] * part, at_r = g->part[2] * part;
    g->weight[0] = at_p;
    g->weight[1] = at_q;
    g->weight[2] = at_r;
    g->closest = dvec3_add_scaled(dvec3_add_scaled(dvec3_scale(at_p, p), at_q, q), at_r, r);
    dvec3 rest = dvec3_add_scaled(g->closest, -dvec3_dot(g->d, g->closest) * part, g->d);
    bool straight = dvec3_dot(rest, rest) <= 0x1p-98 * (dvec3_dot(u, u) + dvec3_dot(t, t));
    return straight & (at_p >= 0) & (at_q >= 0) & (at_r >= 0);
}

/// The face's weights as if in twice the precision, without the corners that the closest point does not need.
static __attribute__((noinline)) void gjk3_weigh_doubled(gjk3_search *g)
{
    simplex3 s = {.count = g->count};
    bool inside;
    flr_double2 square;
    for (int i = 0; i < s.count; i++) s.v[i] = *g->v[i];
    g->closest = flr_simplex3_reduce_doubled(&s, &inside, &square);
    g->count = s.count;
    for (int i = 0; i < s.count; i++) {
        g->room[i] = s.v[i];
        g->v[i] = &g->room[i];
        g->weight[i] = s.weight[i];
    }
}

static inline void gjk3_weigh(gjk3_search *g)
{
    if (g->count == 3 && !g->curved) {
        if (!gjk3_weigh_face(g)) gjk3_weigh_doubled(g);
    } else if (g->count == 2) {
        gjk3_weigh_edge(g);
    } else {
        g->closest = flr_simplex3_weigh((const vertex3 *const *)g->v, g->count, g->weight);
    }
}

#endif
