/// The state of a search of GJK: what is asked, the simplex, and how a new point of the Minkowski difference
/// reduces it.
///
/// The search direction d points from the origin to the simplex's closest point, at any length: of a face it
/// is the normal, of an edge a combination of its ends. So no step divides or takes a root. After a new
/// support point only the faces that contain it are tested, as no older one can have become closer.
#ifndef FLR_CONVEX_GJK3_STATE_H
#define FLR_CONVEX_GJK3_STATE_H

#include "convex/minkowski3.h"

/// How the steps ended.
typedef enum gjk3_end {
    GJK3_RUNNING,
    GJK3_CLOSEST,   ///< no point lies nearer, up to rounding
    GJK3_INSIDE,    ///< a tetrahedron holds the origin
    GJK3_TOUCHING,  ///< the origin lies on the simplex, up to rounding
    GJK3_BEYOND,    ///< a plane separates the cores by more than the requested limit
    GJK3_WITHIN,    ///< a point of the difference is nearer than the requested limit
    GJK3_LOST       ///< rounding leaves no clear answer, or the steps were used up
} gjk3_end;

/// A search at its end, in memory, for callers that need all of it.
typedef struct gjk3_search {
    /// the vertices that v points to
    vertex3 room[4];
    vertex3 *v[4];  ///< the first `count` are the simplex
    int count, steps;
    dvec3 d;
    double dd;            ///< d times d
    double high;          ///< d times the newest support point
    double size_squared;  ///< twice the largest sum of the squared lengths of a support point's a and b
    double part[3];       ///< of a face: the weights of its corners, times dd
    bool curved;          ///< a core is curved, and simplices may shrink to needles
    bool settled;         ///< the result is complete: Newton's method has found and proved it
    gjk3_end end;
    bool clear;  ///< the yes or no is proved by more than 64 rounding errors
    // the result
    double weight[4];
    dvec3 closest;                  ///< to the origin, of the difference
    dvec3 axis;                     ///< unit, from b to a; zero inside
    double distance, lower, upper;  ///< of the cores
    double rounding;                ///< one rounding error of the scene's size
} gjk3_search;

/// A corner of the simplex: its difference, both its numbers in one key, and its place in the room, which
/// holds the rest.
typedef struct gjk3_corner {
    dvec3 w;
    uint64_t key;
    int at;
} gjk3_corner;

/// A search while it runs: values that nothing points to, so that they stay in registers.
typedef struct gjk3_state {
    int count;
    gjk3_corner p, q, r;  ///< the first `count` are the simplex; the others repeat p
    dvec3 d;
    double dd, high, size_squared;  ///< as in gjk3_search
    double of_p, of_q, of_r;        ///< of a face: the weights of its corners, times dd
    double lower;
    dvec3 axis;
    int steps, next;  ///< next: the place of the next corner in a large room
    bool curved;
    gjk3_end end;
} gjk3_state;

#define GJK3_INLINE static inline __attribute__((always_inline))

/// Returns the square of two rounding errors of the scene's size. A smaller squared length counts as zero.
static inline double gjk3_noise_of(double size_squared)
{
    const double relative = 0x1p-51;
    return relative * relative * size_squared;
}

/// One rounding error of flr_real in those of double. Clear answers hold by 64 of them.
static const double gjk3_real_roundings = sizeof(flr_real) == sizeof(float) ? 0x1p29 : 1;

static inline double gjk3_noise(const gjk3_search *g) { return gjk3_noise_of(g->size_squared); }

/// Raises the size of the scene to that of a new support point.
GJK3_INLINE void gjk3_measure(double *size_squared, const vertex3 *v)
{
    const double size = 2 * vertex3_reach(v);
    *size_squared = size > *size_squared ? size : *size_squared;
}

/// Copies number by number: a vector read back from memory would wait for its stores.
GJK3_INLINE gjk3_corner gjk3_corner_of(const vertex3 *v, int at)
{
    gjk3_corner c = {dvec3_make(v->w.x, v->w.y, v->w.z), (uint64_t)v->id_b << 32 | v->id_a, at};
    return c;
}

/// Returns a place of the room that no corner occupies.
GJK3_INLINE int gjk3_free(const gjk3_state *s)
{
    return s->count == 0 ? 0 : __builtin_ctz(~(1u << s->p.at | 1u << s->q.at | 1u << s->r.at));
}

GJK3_INLINE void gjk3_set_corner(gjk3_state *s, gjk3_corner n)
{
    s->count = 1;
    s->p = s->q = s->r = n;
    s->d = n.w;
    s->dd = dvec3_dot(n.w, n.w);
    if (!(s->dd > gjk3_noise_of(s->size_squared))) s->end = GJK3_TOUCHING;
}

/// Makes the edge from n to v the simplex, where e = v - n, and along = -n . e is above 0.
GJK3_INLINE void gjk3_set_edge(gjk3_state *s, gjk3_corner v, gjk3_corner n, dvec3 e, double along)
{
    const double length = dvec3_dot(e, e);
    s->count = 2;
    s->p = s->r = v;
    s->q = n;
    s->d = dvec3_add_scaled(dvec3_scale(length, n.w), along, e);
    s->dd = dvec3_dot(s->d, s->d);
    if (!(s->dd > gjk3_noise_of(s->size_squared) * length * length)) s->end = GJK3_TOUCHING;
}

/// Makes the face of u, v and n the simplex, given its normal, height = normal . n, and the weights of u and
/// v times normal . normal.
GJK3_INLINE void gjk3_set_face(gjk3_state *s, gjk3_corner u, gjk3_corner v, gjk3_corner n, dvec3 normal,
                               double height, double of_u, double of_v)
{
    s->count = 3;
    s->p = u;
    s->q = v;
    s->r = n;
    s->d = normal;
    if (height < 0) s->d = dvec3_neg(normal);  // a branch, as it is predicted well
    s->dd = dvec3_dot(normal, normal);
    s->of_p = of_u;
    s->of_q = of_v;
    s->of_r = s->dd - (of_u + of_v);
    if (!(height * height > gjk3_noise_of(s->size_squared) * s->dd)) s->end = GJK3_TOUCHING;
}

/// Reduces the segment of p and the new corner n, which is always part of the result.
GJK3_INLINE void gjk3_reduce2(gjk3_state *s, gjk3_corner n)
{
    const dvec3 e = dvec3_sub(s->p.w, n.w);
    const double along = -dvec3_dot(n.w, e);
    if (along > 0)
        gjk3_set_edge(s, s->p, n, e, along);
    else
        gjk3_set_corner(s, n);
}

/// Returns the normal of the face with sides a = u - n and b = v - n.
GJK3_INLINE dvec3 gjk3_normal(const gjk3_state *s, dvec3 n, dvec3 u, dvec3 v, dvec3 a, dvec3 b)
{
    return s->curved ? simplex3_normal(n, u, v) : dvec3_cross(a, b);
}

/// Reduces the triangle of p, q and the new corner, by Voronoi regions. Edge p q is not tested.
GJK3_INLINE void gjk3_reduce3(gjk3_state *s, gjk3_corner corner)
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

/// Do the weights say that the closest point lies within the face with normal n? Without branches, as
/// neither answer is likelier.
GJK3_INLINE bool gjk3_is_within(dvec3 n, double weight, double other)
{
    return (weight > 0) & (other > 0) & (weight + other < dvec3_dot(n, n));
}

/// Are the four volumes between the origin and a tetrahedron's faces, times six, above what rounding may
/// have made of them? Those of needles may not be, however deep inside the origin seems to lie.
GJK3_INLINE bool gjk3_are_sure(double size_squared, double p, double q, double r, double t)
{
    const double low = p < q ? p : q, other = r < t ? r : t, least = low < other ? low : other;
    return least > 0 && least * least > 0x1p-92 * size_squared * size_squared * size_squared;
}

/// Reduces the tetrahedron of p, q, r and the new corner, or finds that it contains the origin. The search
/// is lost if rounding leaves neither.
GJK3_INLINE void gjk3_reduce4(gjk3_state *s, gjk3_corner corner)
{
    const dvec3 n = corner.w, p = s->p.w, q = s->q.w, r = s->r.w;
    const dvec3 a = dvec3_sub(p, n), b = dvec3_sub(q, n), c = dvec3_sub(r, n);
    const dvec3 ab = gjk3_normal(s, n, p, q, a, b), bc = gjk3_normal(s, n, q, r, b, c),
                ca = gjk3_normal(s, n, r, p, c, a);
    const double total = dvec3_dot(c, ab), sign = total < 0 ? -1 : 1;
    const double height_ab = dvec3_dot(n, ab), height_bc = dvec3_dot(n, bc), height_ca = dvec3_dot(n, ca);
    // the origin lies outside a face where its plane has the origin on one side and the fourth corner on the
    // other
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

/// Adds the newest point to the simplex, and reduces that to the smallest face that contains the closest
/// point.
GJK3_INLINE void gjk3_join(gjk3_state *s, gjk3_corner n)
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

// ---- Recorded steps ----

/// Where the steps of a search are recorded.
typedef struct gjk3_trace {
    const flr_gjk3_options *options;
    double shrink;   ///< from the scene's unit to the caller's
    int count;       ///< of steps, also of those beyond the capacity
    double reached;  ///< the distance of the last one from the origin
    const reference3 *reference;
    flr_gjk_end end;
} gjk3_trace;

/// Records what a search came to as the last step, where it is nearer than the trace came. The search then
/// has as many steps as the trace.
void flr_gjk3_trace_end(gjk3_trace *t, gjk3_search *g);

// ---- What a search is asked, and what follows it ----

/// What a search is asked, besides the shapes. All lengths are between the cores, in the scene's unit.
typedef struct gjk3_goal {
    double stop_above;  ///< a lower bound that is enough
    double stop_below;  ///< an upper bound that is enough; negative for none
    bool depth_next;    ///< of cores that overlap only the simplex is needed
    bool unrefined;     ///< curved cores are not refined
    bool watched;       ///< there may be a stop_below
    const flr_gjk3_options *options;
} gjk3_goal;

/// Is the direction of a face's normal more accurate than that of its closest point? The one is off by
/// rounding over the face's width, the other by rounding over the distance.
static inline bool gjk3_is_plane_better(const vertex3 *p, const vertex3 *q, const vertex3 *r,
                                        double normal_squared, double distance)
{
    dvec3 u = dvec3_sub(q->w, p->w), v = dvec3_sub(r->w, p->w);
    return normal_squared > distance * distance * (dvec3_dot(u, u) + dvec3_dot(v, v));
}

/// Are the cores so far apart, for their size, that the direction of their closest points separates them by
/// their distance, up to rounding? For nearer ones it is compared with the plane that has been proved: a
/// small turn moves the ends of needles by far more than the error of the points.
static inline bool gjk3_is_far(double distance_squared, double size_squared)
{
    return distance_squared > 0x1p-10 * size_squared;
}

/// Does the closest point lie along the other direction as well, up to rounding?
static inline bool gjk3_do_agree(dvec3 axis, dvec3 other, double distance_squared, double size_squared)
{
    const dvec3 off = dvec3_sub(axis, other);
    return dvec3_dot(off, off) * distance_squared <= 4 * gjk3_noise_of(size_squared);
}

/// Sets the direction of the result: that of the last simplex, which goes with its points. Where an earlier
/// plane kept the cores farther apart by more than rounding, that plane's direction stays.
static inline void gjk3_settle_axis(gjk3_search *g, dvec3 last, double apart)
{
    const bool known = dvec3_dot(g->axis, g->axis) > 0;
    if (known && g->lower - apart > 16 * g->rounding) return;
    g->axis = last;
}

/// Continues from the simplex of the fast search. The closest point is computed in every step, and no step
/// is taken that leads away from the origin: slower, but sure to end.
void flr_gjk3_search_robust(pair3 *p, gjk3_search *g, const gjk3_goal *o);

/// Returns the unit direction of the closest point, perpendicular to the simplex that it lies on, as in the
/// robust search.
dvec3 flr_gjk3_perpendicular_to(const gjk3_search *g);

/// Turns the end of the fast search into distance, bounds and points. The robust search continues where the
/// bounds have not met.
void flr_gjk3_conclude(pair3 *p, const gjk3_goal *o, gjk3_search *g);

/// The robust search from the simplex in g, with every step recorded.
void flr_gjk3_search_traced(pair3 *p, gjk3_search *g, const gjk3_goal *o, gjk3_trace *t);

/// Runs the fast search and the robust one, without refining curved cores.
void flr_gjk3_search_unrefined(pair3 *p, gjk3_search *g);

#endif
