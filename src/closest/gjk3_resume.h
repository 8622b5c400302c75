/// How GJK begins with the simplex that a call before it ended with.
#ifndef FLR_CLOSEST_GJK3_RESUME_H
#define FLR_CLOSEST_GJK3_RESUME_H

#include "closest/gjk3_careful.h"

/// The whole simplex is looked at anew: after a motion nothing is known of it.
static inline void gjk3_renew(gjk3_search *g)
{
    bool inside = false;
    simplex3 s = {.count = g->count};
    for (int i = 0; i < s.count; i++) s.v[i] = g->room[i];
    g->d = flr_simplex3_reduce(&s, &inside);
    g->dd = wide3_dot(g->d, g->d);
    g->count = s.count;
    for (int i = 0; i < s.count; i++) g->room[i] = s.v[i];
    if (inside) {
        g->end = GJK3_INSIDE;
    } else if (s.count == 3) {
        wide3 p = s.v[0].w, n = simplex3_normal(p, s.v[1].w, s.v[2].w);
        gjk3_set_face(g, n, wide3_dot(n, p), 0, 0, 0);
    } else if (!(g->dd > gjk3_noise(g))) {
        g->end = GJK3_TOUCHING;
    }
}

/// Is the origin still within a tetrahedron? n is the normal of the first three corners, w the fourth from the first.
static inline bool gjk3_renew_inside(gjk3_search *g, wide3 w, wide3 n)
{
    wide3 p = g->room[0].w, q = g->room[1].w, r = g->room[2].w, s = g->room[3].w;
    wide3 qr = wide3_cross(q, r), sp = wide3_cross(s, p);
    double total = wide3_dot(n, w), sign = total < 0 ? -1 : 1;
    // six times the volumes of the tetrahedra from the origin to each face
    double below = -wide3_dot(n, p), from_p = wide3_dot(qr, s), from_q = -wide3_dot(sp, r),
           from_r = wide3_dot(sp, q);
    if (!(sign * below > 0 && sign * from_p > 0 && sign * from_q > 0 && sign * from_r > 0)) return false;
    g->end = GJK3_INSIDE;
    return true;
}

/// The closest point of the renewed simplex where it is still within it, as it is after most small motions.
static inline bool gjk3_renew_same(gjk3_search *g)
{
    if (g->count == 1) {
        gjk3_set_corner(g);
        return true;
    }
    wide3 p = g->room[0].w, u = wide3_sub(g->room[1].w, p);
    if (g->count == 2) {
        double along = wide3_dot(g->room[1].w, u);
        if (!(wide3_dot(p, u) < 0 && along > 0)) return false;
        gjk3_set_edge(g, wide3_neg(u), along);
        return true;
    }
    wide3 v = wide3_sub(g->room[2].w, p), n = wide3_cross(u, v);
    if (g->count == 4) return gjk3_renew_inside(g, wide3_sub(g->room[3].w, p), n);
    double weight_u = wide3_dot(n, wide3_cross(v, p)), weight_v = wide3_dot(n, wide3_cross(p, u));
    if (!gjk3_is_within(n, weight_u, weight_v)) return false;
    gjk3_set_face(g, n, wide3_dot(n, p), 0, weight_u, weight_v);
    return true;
}

/// The simplex that a call before ended with, where the shapes have as many corners.
static inline __attribute__((always_inline)) bool gjk3_resume(gjk3_search *g, const pair3 *p,
                                                              const flr_gjk3_cache *c, pair3_form form)
{
    if (c->count < 1 || c->count > 4 || g->curved) return false;
    const uint32_t most_a = core3_id_count(&p->a), most_b = core3_id_count(&p->b);
    for (uint32_t i = 0; i < c->count; i++)
        if (c->a[i] >= most_a || c->b[i] >= most_b) return false;
    for (uint32_t i = 0; i < c->count; i++) {
        pair3_vertex(p, form, c->a[i], c->b[i], &g->room[i]);
        gjk3_measure(g, &g->room[i]);
    }
    g->count = (int)c->count;
    g->steps = 1;
    if (!gjk3_renew_same(g)) gjk3_renew(g);
    return true;
}

#endif
