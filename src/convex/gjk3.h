/// The steps of GJK on two cores, with everything inline for the kinds that are common.
///
/// The simplex holds points of the difference; the search direction d points from the origin to the simplex's
/// closest point, at any length: of a face it is the normal, of an edge a combination of its ends, so no step divides
/// or takes a root. Of a new simplex only the faces at the newest point are looked at: nothing older can have become
/// closer. Where rounding spoils that (needles, noise), the careful steps of simplex3.c finish.
#ifndef FLR_CONVEX_GJK3_H
#define FLR_CONVEX_GJK3_H

#include "convex/pair3.h"

/// How the steps ended.
typedef enum gjk3_end {
    GJK3_RUNNING,
    GJK3_CLOSEST,   ///< no point lies nearer, up to rounding
    GJK3_INSIDE,    ///< a tetrahedron holds the origin
    GJK3_TOUCHING,  ///< the origin lies on the simplex, up to rounding
    GJK3_BEYOND,    ///< a plane keeps the cores farther apart than was asked for
    GJK3_WITHIN,    ///< a point of the difference is nearer than was asked for
    GJK3_LOST       ///< rounding leaves no clear answer, or the steps were used up
} gjk3_end;

/// A search that has come to its end.
typedef struct gjk3_search {
    vertex3 room[4];
    vertex3 *v[4];  ///< the first `count` are the simplex
    int count, steps;
    dvec3 d;
    double dd;            ///< d times d
    double high;          ///< d times the newest support point
    double size_squared;  ///< twice the largest sum of squares of what a support point is the difference of
    double part[3];       ///< of a face: the weights of its corners, times dd
    bool curved;          ///< simplices may shrink to needles
    gjk3_end end;
    bool clear;  ///< a yes or no is proved by more than 64 roundings
    // what it comes to
    double weight[4];
    dvec3 closest;                  ///< to the origin, of the difference
    dvec3 axis;                     ///< unit, from b to a; zero inside
    double distance, lower, upper;  ///< of the cores
    double rounding;                ///< one, of the scene's size
} gjk3_search;

/// A corner of the simplex: its difference, both its numbers in one, and the place in the room that has the rest of it.
typedef struct gjk3_corner {
    dvec3 w;
    uint64_t key;
    int at;
} gjk3_corner;

/// A search while it goes on: values that nothing points to, so that they stay in registers.
typedef struct gjk3_quick {
    int count;
    gjk3_corner p, q, r;  ///< the simplex, the first `count`; beyond it p again
    dvec3 d;
    double dd, high, size_squared;  ///< as above
    double of_p, of_q, of_r;        ///< of a face: the weights of its corners, times dd
    double lower;
    dvec3 axis;
    int steps, next;  ///< next: the place of the next corner in a large room
    bool curved;
    gjk3_end end;
} gjk3_quick;

#define GJK3_INLINE static inline __attribute__((always_inline))

/// Two roundings of the scene's size, squared: what cannot be told from nothing.
static inline double gjk3_noise_of(double size_squared)
{
    const double roundings = 0x1p-51;
    return roundings * roundings * size_squared;
}

/// An answer that is clear holds by 64 roundings of flr_real; in single precision those are as many times a rounding of double.
static const double gjk3_real_roundings = sizeof(flr_real) == sizeof(float) ? 0x1p29 : 1;

static inline double gjk3_noise(const gjk3_search *g) { return gjk3_noise_of(g->size_squared); }

GJK3_INLINE void gjk3_measure(double *size_squared, const vertex3 *v)
{
    const double size = 2 * vertex3_reach(v);
    *size_squared = size > *size_squared ? size : *size_squared;
}

/// From the numbers and not from both of them as they lie in memory, which would have to wait until they are there.
GJK3_INLINE gjk3_corner gjk3_corner_of(const vertex3 *v, int at)
{
    gjk3_corner c = {dvec3_make(v->w.x, v->w.y, v->w.z), (uint64_t)v->id_b << 32 | v->id_a, at};
    return c;
}

/// A place of the room that no corner has.
GJK3_INLINE int gjk3_free(const gjk3_quick *s)
{
    return s->count == 0 ? 0 : __builtin_ctz(~(1u << s->p.at | 1u << s->q.at | 1u << s->r.at));
}

GJK3_INLINE void gjk3_set_corner(gjk3_quick *s, gjk3_corner n)
{
    s->count = 1;
    s->p = s->q = s->r = n;
    s->d = n.w;
    s->dd = dvec3_dot(n.w, n.w);
    if (!(s->dd > gjk3_noise_of(s->size_squared))) s->end = GJK3_TOUCHING;
}

/// From corner n to another one, v = n + e, and along = -n . e is above 0.
GJK3_INLINE void gjk3_set_edge(gjk3_quick *s, gjk3_corner v, gjk3_corner n, dvec3 e, double along)
{
    const double length = dvec3_dot(e, e);
    s->count = 2;
    s->p = s->r = v;
    s->q = n;
    s->d = dvec3_add_scaled(dvec3_scale(length, n.w), along, e);
    s->dd = dvec3_dot(s->d, s->d);
    if (!(s->dd > gjk3_noise_of(s->size_squared) * length * length)) s->end = GJK3_TOUCHING;
}

/// The face of u, v and n, with this normal, height = normal . n, and the weights of u and v times normal . normal.
GJK3_INLINE void gjk3_set_face(gjk3_quick *s, gjk3_corner u, gjk3_corner v, gjk3_corner n, dvec3 normal,
                               double height, double of_u, double of_v)
{
    s->count = 3;
    s->p = u;
    s->q = v;
    s->r = n;
    s->d = normal;
    if (height < 0) s->d = dvec3_neg(normal);  // foretold as a rule, and so not waited for
    s->dd = dvec3_dot(normal, normal);
    s->of_p = of_u;
    s->of_q = of_v;
    s->of_r = s->dd - (of_u + of_v);
    if (!(height * height > gjk3_noise_of(s->size_squared) * s->dd)) s->end = GJK3_TOUCHING;
}

GJK3_INLINE void gjk3_reduce2(gjk3_quick *s, gjk3_corner n)
{
    const dvec3 e = dvec3_sub(s->p.w, n.w);
    const double along = -dvec3_dot(n.w, e);
    if (along > 0)
        gjk3_set_edge(s, s->p, n, e, along);
    else
        gjk3_set_corner(s, n);
}

/// The normal of the face with sides a = u - n and b = v - n.
GJK3_INLINE dvec3 gjk3_normal(const gjk3_quick *s, dvec3 n, dvec3 u, dvec3 v, dvec3 a, dvec3 b)
{
    return s->curved ? simplex3_normal(n, u, v) : dvec3_cross(a, b);
}

GJK3_INLINE void gjk3_reduce3(gjk3_quick *s, gjk3_corner corner)
{
    const dvec3 n = corner.w, a = dvec3_sub(s->p.w, n), b = dvec3_sub(s->q.w, n);
    const dvec3 normal = gjk3_normal(s, n, s->p.w, s->q.w, a, b);
    const double of_p = dvec3_dot(normal, dvec3_cross(b, n)), of_q = dvec3_dot(normal, dvec3_cross(n, a));
    if ((of_p > 0) & (of_q > 0)) {
        gjk3_set_face(s, s->p, s->q, corner, normal, dvec3_dot(normal, n), of_p, of_q);
        return;
    }
    const double along_p = -dvec3_dot(n, a), along_q = -dvec3_dot(n, b);
    if ((of_q <= 0) & (along_p > 0))
        gjk3_set_edge(s, s->p, corner, a, along_p);
    else if (along_q > 0)
        gjk3_set_edge(s, s->q, corner, b, along_q);
    else
        gjk3_set_corner(s, corner);
}

/// Do the weights say that the closest point lies within a face? Asked without branches: no answer is likelier.
GJK3_INLINE bool gjk3_is_within(dvec3 n, double weight, double other)
{
    return (weight > 0) & (other > 0) & (weight + other < dvec3_dot(n, n));
}

/// Are the four volumes between the origin and a tetrahedron's faces, six times each, above what rounding may have made of them? Those of
/// needles may not be, however deep inside they say that it lies.
GJK3_INLINE bool gjk3_are_sure(double size_squared, double p, double q, double r, double t)
{
    const double low = p < q ? p : q, other = r < t ? r : t, least = low < other ? low : other;
    return least > 0 && least * least > 0x1p-92 * size_squared * size_squared * size_squared;
}

GJK3_INLINE void gjk3_reduce4(gjk3_quick *s, gjk3_corner corner)
{
    const dvec3 n = corner.w, p = s->p.w, q = s->q.w, r = s->r.w;
    const dvec3 a = dvec3_sub(p, n), b = dvec3_sub(q, n), c = dvec3_sub(r, n);
    const dvec3 ab = gjk3_normal(s, n, p, q, a, b), bc = gjk3_normal(s, n, q, r, b, c),
                ca = gjk3_normal(s, n, r, p, c, a);
    const double total = dvec3_dot(c, ab), sign = total < 0 ? -1 : 1;
    const double height_ab = dvec3_dot(n, ab), height_bc = dvec3_dot(n, bc), height_ca = dvec3_dot(n, ca);
    // the origin lies behind a face where its height is on the other side than the rest of the tetrahedron
    const bool out_ab = sign * height_ab >= 0, out_bc = sign * height_bc >= 0, out_ca = sign * height_ca >= 0;
    if (!(out_ab | out_bc | out_ca)) {
        const double rest = sign * (total + (height_ab + height_bc + height_ca));
        const bool sure =
            gjk3_are_sure(s->size_squared, -sign * height_ab, -sign * height_bc, -sign * height_ca, rest);
        s->end = sure ? GJK3_INSIDE : GJK3_LOST;
        s->count = 4;
        return;
    }
    const dvec3 an = dvec3_cross(a, n), bn = dvec3_cross(b, n), cn = dvec3_cross(c, n);
    const double ab_p = dvec3_dot(ab, bn), ab_q = -dvec3_dot(ab, an);
    const double bc_q = dvec3_dot(bc, cn), bc_r = -dvec3_dot(bc, bn);
    const double ca_r = dvec3_dot(ca, an), ca_p = -dvec3_dot(ca, cn);
    if (out_ab & gjk3_is_within(ab, ab_p, ab_q)) {
        gjk3_set_face(s, s->p, s->q, corner, ab, height_ab, ab_p, ab_q);
        return;
    }
    if (out_bc & gjk3_is_within(bc, bc_q, bc_r)) {
        gjk3_set_face(s, s->q, s->r, corner, bc, height_bc, bc_q, bc_r);
        return;
    }
    if (out_ca & gjk3_is_within(ca, ca_r, ca_p)) {
        gjk3_set_face(s, s->r, s->p, corner, ca, height_ca, ca_r, ca_p);
        return;
    }
    const double along_p = -dvec3_dot(n, a), along_q = -dvec3_dot(n, b), along_r = -dvec3_dot(n, c);
    if ((along_p > 0) & (ab_q <= 0) & (ca_r <= 0)) {
        gjk3_set_edge(s, s->p, corner, a, along_p);
    } else if ((along_q > 0) & (ab_p <= 0) & (bc_r <= 0)) {
        gjk3_set_edge(s, s->q, corner, b, along_q);
    } else if ((along_r > 0) & (bc_q <= 0) & (ca_p <= 0)) {
        gjk3_set_edge(s, s->r, corner, c, along_r);
    } else if ((along_p <= 0) & (along_q <= 0) & (along_r <= 0)) {
        gjk3_set_corner(s, corner);
    } else {
        s->count = 4;
        s->end = GJK3_LOST;
    }
}

/// The newest point joins the simplex, of which then the least face is left that has its closest point.
GJK3_INLINE void gjk3_join(gjk3_quick *s, gjk3_corner n)
{
    if (s->count == 2)
        gjk3_reduce3(s, n);
    else if (s->count == 3)
        gjk3_reduce4(s, n);
    else if (s->count == 1)
        gjk3_reduce2(s, n);
    else
        gjk3_set_corner(s, n);
}

#endif
