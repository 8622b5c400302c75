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

typedef struct gjk3_search {
    vertex3 room[4];
    vertex3 *v[4];  ///< the first `count` are the simplex, v[count] is where the next one goes
    int count, steps;
    wide3 d;
    double dd;            ///< d times d
    double high;          ///< d times the newest support point
    double size_squared;  ///< twice the largest sum of squares of what a support point is the difference of
    double part[3];       ///< of a face: the weights of its corners, times dd
    bool curved;          ///< simplices may shrink to needles
    gjk3_end end;
    // what it comes to
    double weight[4];
    wide3 closest;                  ///< to the origin, of the difference
    wide3 axis;                     ///< unit, from b to a; zero inside
    double distance, lower, upper;  ///< of the cores
    double rounding;                ///< one, of the scene's size
} gjk3_search;

/// Two roundings of the scene's size, squared: what cannot be told from nothing.
static inline double gjk3_noise(const gjk3_search *g)
{
    const double roundings = 0x1p-51;
    return roundings * roundings * g->size_squared;
}

static inline void gjk3_swap(gjk3_search *g, int i, int k)
{
    vertex3 *v = g->v[i];
    g->v[i] = g->v[k];
    g->v[k] = v;
}

static inline void gjk3_set_corner(gjk3_search *g)
{
    const vertex3 *v = g->v[0];
    g->count = 1;
    g->d = wide3_make(v->w.x, v->w.y, v->w.z);  // read as a whole it would wait for its parts to be written
    g->dd = wide3_dot(g->d, g->d);
    if (!(g->dd > gjk3_noise(g))) g->end = GJK3_TOUCHING;
}

/// v[1] is the newest point, e = v[0] - v[1], and along = -v[1] . e is above 0.
static inline void gjk3_set_edge(gjk3_search *g, wide3 e, double along)
{
    double length = wide3_dot(e, e);
    g->count = 2;
    g->d = wide3_along(wide3_scale(length, g->v[1]->w), along, e);
    g->dd = wide3_dot(g->d, g->d);
    if (!(g->dd > gjk3_noise(g) * length * length)) g->end = GJK3_TOUCHING;
}

/// n is the normal of the three points, height = n . p for any of them; the newest is `newest`, and the other two, in
/// their order, have the weights part and other, times n . n.
static inline void gjk3_set_face(gjk3_search *g, wide3 n, double height, int newest, double part,
                                 double other)
{
    g->count = 3;
    g->d = height < 0 ? wide3_neg(n) : n;
    g->dd = wide3_dot(n, n);
    g->part[newest] = g->dd - (part + other);
    g->part[newest == 0 ? 1 : 0] = part;
    g->part[newest == 2 ? 1 : 2] = other;
    if (!(height * height > gjk3_noise(g) * g->dd)) g->end = GJK3_TOUCHING;
}

static inline void gjk3_reduce2(gjk3_search *g)
{
    wide3 p = g->v[1]->w, a = wide3_sub(g->v[0]->w, p);
    double along = -wide3_dot(p, a);
    if (along > 0) {
        gjk3_set_edge(g, a, along);
    } else {
        gjk3_swap(g, 0, 1);
        gjk3_set_corner(g);
    }
}

/// The normal of the face with sides a = v[i] - p and b = v[k] - p.
static inline wide3 gjk3_normal(const gjk3_search *g, wide3 p, int i, int k, wide3 a, wide3 b)
{
    return g->curved ? simplex3_normal(p, g->v[i]->w, g->v[k]->w) : wide3_cross(a, b);
}

static inline void gjk3_reduce3(gjk3_search *g)
{
    wide3 p = g->v[2]->w, a = wide3_sub(g->v[0]->w, p), b = wide3_sub(g->v[1]->w, p);
    wide3 n = gjk3_normal(g, p, 0, 1, a, b);
    double weight_a = wide3_dot(n, wide3_cross(b, p)), weight_b = wide3_dot(n, wide3_cross(p, a));
    if ((weight_a > 0) & (weight_b > 0)) {
        gjk3_set_face(g, n, wide3_dot(n, p), 2, weight_a, weight_b);
        return;
    }
    double along_a = -wide3_dot(p, a), along_b = -wide3_dot(p, b);
    if (weight_b <= 0 && along_a > 0) {
        gjk3_swap(g, 1, 2);
        gjk3_set_edge(g, a, along_a);
    } else if (along_b > 0) {
        gjk3_swap(g, 0, 1);
        gjk3_swap(g, 1, 2);
        gjk3_set_edge(g, b, along_b);
    } else {
        gjk3_swap(g, 0, 2);
        gjk3_set_corner(g);
    }
}

/// The newest point is v[3]; its edge to v[k] holds the closest point.
static inline void gjk3_keep_edge(gjk3_search *g, int k, wide3 e, double along)
{
    gjk3_swap(g, 0, k);
    gjk3_swap(g, 1, 3);
    gjk3_set_edge(g, e, along);
}

/// Do the weights say that the closest point lies within a face? Asked without branches: no answer is likelier.
static inline bool gjk3_is_within(wide3 n, double weight, double other)
{
    return (weight > 0) & (other > 0) & (weight + other < wide3_dot(n, n));
}

static inline void gjk3_reduce4(gjk3_search *g)
{
    wide3 p = g->v[3]->w;
    wide3 a = wide3_sub(g->v[0]->w, p), b = wide3_sub(g->v[1]->w, p), c = wide3_sub(g->v[2]->w, p);
    wide3 ab = gjk3_normal(g, p, 0, 1, a, b), bc = gjk3_normal(g, p, 1, 2, b, c),
          ca = gjk3_normal(g, p, 2, 0, c, a);
    double total = wide3_dot(c, ab), sign = total < 0 ? -1 : 1;
    double height_ab = wide3_dot(p, ab), height_bc = wide3_dot(p, bc), height_ca = wide3_dot(p, ca);
    // the origin lies behind a face where its height is on the other side than the rest of the tetrahedron
    bool out_ab = sign * height_ab >= 0, out_bc = sign * height_bc >= 0, out_ca = sign * height_ca >= 0;
    if (!(out_ab | out_bc | out_ca)) {
        g->end = -sign * (height_ab + height_bc + height_ca) < sign * total ? GJK3_INSIDE : GJK3_LOST;
        g->count = 4;
        return;
    }
    wide3 ap = wide3_cross(a, p), bp = wide3_cross(b, p), cp = wide3_cross(c, p);
    double ab_a = wide3_dot(ab, bp), ab_b = -wide3_dot(ab, ap);
    double bc_b = wide3_dot(bc, cp), bc_c = -wide3_dot(bc, bp);
    double ca_c = wide3_dot(ca, ap), ca_a = -wide3_dot(ca, cp);
    if (out_ab & gjk3_is_within(ab, ab_a, ab_b)) {
        gjk3_swap(g, 2, 3);
        gjk3_set_face(g, ab, height_ab, 2, ab_a, ab_b);
        return;
    }
    if (out_bc & gjk3_is_within(bc, bc_b, bc_c)) {
        gjk3_swap(g, 0, 3);
        gjk3_set_face(g, bc, height_bc, 0, bc_b, bc_c);
        return;
    }
    if (out_ca & gjk3_is_within(ca, ca_c, ca_a)) {
        gjk3_swap(g, 1, 3);
        gjk3_set_face(g, ca, height_ca, 1, ca_a, ca_c);
        return;
    }
    double along_a = -wide3_dot(p, a), along_b = -wide3_dot(p, b), along_c = -wide3_dot(p, c);
    if ((along_a > 0) & (ab_b <= 0) & (ca_c <= 0)) {
        gjk3_keep_edge(g, 0, a, along_a);
    } else if ((along_b > 0) & (ab_a <= 0) & (bc_c <= 0)) {
        gjk3_keep_edge(g, 1, b, along_b);
    } else if ((along_c > 0) & (bc_b <= 0) & (ca_a <= 0)) {
        gjk3_keep_edge(g, 2, c, along_c);
    } else if (along_a <= 0 && along_b <= 0 && along_c <= 0) {
        gjk3_swap(g, 0, 3);
        gjk3_set_corner(g);
    } else {
        g->count = 4;
        g->end = GJK3_LOST;
    }
}

static inline int gjk3_is_same(const vertex3 *v, const vertex3 *n)
{
    return (v->id_a == n->id_a) & (v->id_b == n->id_b);
}

/// Is the newest point in the simplex already? Points of curved cores have no numbers.
static inline bool gjk3_is_known(const gjk3_search *g)
{
    const vertex3 *n = g->v[g->count];
    int known = gjk3_is_same(g->v[0], n) | ((g->count > 1) & gjk3_is_same(g->v[1], n)) |
                ((g->count > 2) & gjk3_is_same(g->v[2], n));
    return known && !g->curved;
}

#endif
