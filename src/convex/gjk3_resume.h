/// How GJK begins with the simplex that a call before it ended with.
#ifndef FLR_CONVEX_GJK3_RESUME_H
#define FLR_CONVEX_GJK3_RESUME_H

#include "convex/gjk3_careful.h"

/// The simplex in the first places of the room, where its face is known to hold the closest point.
GJK3_INLINE void gjk3_renew_face(gjk3_quick *s, const gjk3_corner c[4], dvec3 u, dvec3 v, dvec3 normal)
{
    const dvec3 p = c[0].w;
    gjk3_set_face(s, c[1], c[2], c[0], normal, dvec3_dot(normal, p), dvec3_dot(normal, dvec3_cross(v, p)),
                  dvec3_dot(normal, dvec3_cross(p, u)));
}

/// The whole simplex is looked at anew: after a motion nothing is known of it.
GJK3_INLINE void gjk3_renew(gjk3_quick *s, vertex3 *room, int count)
{
    bool inside = false;
    simplex3 all = {.count = count};
    for (int i = 0; i < count; i++) all.v[i] = room[i];
    const dvec3 closest = flr_simplex3_reduce(&all, &inside);
    gjk3_corner c[4];
    for (int i = 0; i < 4; i++) {
        const int from = i < all.count ? i : 0;
        if (i == from) room[i] = all.v[i];
        c[i] = gjk3_corner_of(&all.v[from], from);
    }
    if (all.count == 3) {
        const dvec3 p = c[0].w, q = c[1].w, r = c[2].w;
        gjk3_renew_face(s, c, dvec3_sub(q, p), dvec3_sub(r, p), simplex3_normal(p, q, r));
        return;
    }
    s->count = all.count;
    s->p = c[0];
    s->q = c[1];
    s->r = c[2];
    s->d = closest;
    s->dd = dvec3_dot(closest, closest);
    // surely inside it would not have come here
    s->end = inside ? GJK3_LOST : s->dd > gjk3_noise_of(s->size_squared) ? GJK3_RUNNING : GJK3_TOUCHING;
}

/// Is the origin still within a tetrahedron? n is the normal of the first three corners, w the fourth from the first.
static inline bool gjk3_is_inside(dvec3 p, dvec3 q, dvec3 r, dvec3 t, dvec3 w, dvec3 n, double size_squared)
{
    dvec3 qr = dvec3_cross(q, r), tp = dvec3_cross(t, p);
    double total = dvec3_dot(n, w), sign = total < 0 ? -1 : 1;
    // six times the volumes of the tetrahedra from the origin to each face
    double below = -dvec3_dot(n, p), from_p = dvec3_dot(qr, t), from_q = -dvec3_dot(tp, r),
           from_r = dvec3_dot(tp, q);
    return gjk3_are_sure(size_squared, sign * below, sign * from_p, sign * from_q, sign * from_r);
}

/// The closest point of the renewed simplex where it is still within it, as it is after most small motions.
GJK3_INLINE bool gjk3_renew_same(gjk3_quick *s, const gjk3_corner c[4], int count)
{
    const dvec3 p = c[0].w;
    if (count == 1) {
        gjk3_set_corner(s, c[0]);
        return true;
    }
    const dvec3 u = dvec3_sub(c[1].w, p);
    if (count == 2) {
        const double along = -dvec3_dot(p, u);
        if (!((along > 0) & (dvec3_dot(c[1].w, u) > 0))) return false;
        gjk3_set_edge(s, c[1], c[0], u, along);
        return true;
    }
    const dvec3 v = dvec3_sub(c[2].w, p), n = dvec3_cross(u, v);
    if (count == 3) {
        gjk3_renew_face(s, c, u, v, n);
        return (s->of_p > 0) & (s->of_q > 0) & (s->of_r > 0);
    }
    if (!gjk3_is_inside(p, c[1].w, c[2].w, c[3].w, dvec3_sub(c[3].w, p), n, s->size_squared)) return false;
    s->count = 4;
    s->p = c[0];
    s->q = c[1];
    s->r = c[2];
    s->end = GJK3_INSIDE;
    return true;
}

/// The simplex that a call before ended with, where the shapes have as many corners.
GJK3_INLINE bool gjk3_resume(gjk3_quick *s, vertex3 *room, const pair3 *p, const flr_gjk3_cache *c,
                             pair3_form form)
{
    if (c->count < 1 || c->count > 4 || s->curved) return false;
    const uint32_t most_a = core3_id_count(&p->a), most_b = core3_id_count(&p->b);
    const int count = (int)c->count;
    for (int i = 0; i < count; i++)
        if ((c->a[i] >= most_a) | (c->b[i] >= most_b)) return false;
    gjk3_corner corners[4];
    for (int i = 0; i < 4; i++) {
        const int from = i < count ? i : 0;
        vertex3 v;
        pair3_vertex(p, form, c->a[from], c->b[from], &v);
        gjk3_measure(&s->size_squared, &v);
        room[i] = v;
        corners[i] = gjk3_corner_of(&v, from);
        if (i == 2 && count <= 3) break;
    }
    s->steps = 1;
    s->next = count;
    if (gjk3_renew_same(s, corners, count)) return true;
    s->end = GJK3_RUNNING;
    gjk3_renew(s, room, count);
    return true;
}

#endif
