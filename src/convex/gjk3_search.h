/// The search of GJK: its state, how it begins, its steps, and how it ends.
///
/// The simplex consists of points of the Minkowski difference. The search direction d points from the origin
/// to the simplex's closest point, at any length: of a face it is the normal, of an edge a combination of
/// its ends. So no step divides or takes a root. After a new support point only the faces that contain it
/// are tested, as no older one can have become closer. Where rounding spoils that, as with needles, the
/// robust search (gjk3_robust.c) continues.
///
/// For common kinds everything is inline: the form of the pair is a constant where a search is called.
#ifndef FLR_CONVEX_GJK3_SEARCH_H
#define FLR_CONVEX_GJK3_SEARCH_H

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
    const double roundings = 0x1p-51;
    return roundings * roundings * size_squared;
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

void flr_gjk3_record(gjk3_trace *t, const simplex3 *s, dvec3 closest, bool inside);

/// As flr_simplex3_reduce, but slower and with an accurate closest point also of needles.
dvec3 flr_gjk3_reduce_sharply(simplex3 *s, bool *inside);

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

// ---- The simplex of a call before ----

/// Makes the corners the face of the simplex, where it is known to contain the closest point.
GJK3_INLINE void gjk3_renew_face(gjk3_state *s, const gjk3_corner c[4], dvec3 u, dvec3 v, dvec3 normal)
{
    const dvec3 p = c[0].w;
    gjk3_set_face(s, c[1], c[2], c[0], normal, dvec3_dot(normal, p), dvec3_dot(normal, dvec3_cross(v, p)),
                  dvec3_dot(normal, dvec3_cross(p, u)));
}

/// Reduces the whole cached simplex again: after a motion nothing is known of it.
GJK3_INLINE void gjk3_renew(gjk3_state *s, vertex3 *room, int count)
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
    // a tetrahedron that surely contains the origin is answered by gjk3_renew_same
    s->end = inside ? GJK3_LOST : s->dd > gjk3_noise_of(s->size_squared) ? GJK3_RUNNING : GJK3_TOUCHING;
}

/// Does the tetrahedron still contain the origin? n is the normal of the first three corners, w the fourth
/// relative to the first.
static inline bool gjk3_is_inside(dvec3 p, dvec3 q, dvec3 r, dvec3 t, dvec3 w, dvec3 n, double size_squared)
{
    dvec3 qr = dvec3_cross(q, r), tp = dvec3_cross(t, p);
    double total = dvec3_dot(n, w), sign = total < 0 ? -1 : 1;
    // six times the volumes of the tetrahedra from the origin to each face
    double below = -dvec3_dot(n, p), from_p = dvec3_dot(qr, t), from_q = -dvec3_dot(tp, r),
           from_r = dvec3_dot(tp, q);
    return gjk3_are_sure(size_squared, sign * below, sign * from_p, sign * from_q, sign * from_r);
}

/// Takes the cached simplex as it is, where its closest point is still within it, as after most small
/// motions. Else returns false.
GJK3_INLINE bool gjk3_renew_same(gjk3_state *s, const gjk3_corner c[4], int count)
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

/// Begins with the simplex that the previous call ended with, where both shapes have corners of these
/// numbers. Else returns false.
GJK3_INLINE bool gjk3_resume(gjk3_state *s, vertex3 *room, const pair3 *p, const flr_gjk3_cache *c,
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

// ---- Steps and ends ----

enum { GJK3_STEPS_MAX = 64, GJK3_LARGE_ROOM = GJK3_STEPS_MAX + 4 };

/// Does the plane through the newest point separate the cores by more than was asked for?
GJK3_INLINE bool gjk3_is_beyond(const gjk3_state *s, double limit)
{
    const double square = s->high * s->high, noise = gjk3_noise_of(s->size_squared);
    if (!(s->high > 0 && square > limit * limit * s->dd)) return false;
    if (limit == 0) return square > 16 * noise * s->dd;
    const double sure = limit + 4 * sqrt(noise);
    return square > sure * sure * s->dd;
}

/// Does the simplex have a point nearer than was asked for? Judged by a point of it, not by the direction,
/// which is unreliable for needles.
GJK3_INLINE bool gjk3_has_nearer(const gjk3_state *s, double limit)
{
    dvec3 c = s->p.w;
    if (s->count == 2) {
        const dvec3 u = dvec3_sub(s->q.w, s->p.w);
        const double t = -dvec3_dot(s->p.w, u) / dvec3_dot(u, u);
        if (!(t >= 0 && t <= 1)) return false;
        c = dvec3_add_scaled(c, t, u);
    } else if (s->count == 3) {
        const double part = 1 / (s->of_p + s->of_q + s->of_r);
        if (!(s->of_p >= 0 && s->of_q >= 0 && s->of_r >= 0)) return false;
        c = dvec3_add_scaled(dvec3_scale(s->of_p * part, s->p.w), s->of_q * part, s->q.w);
        c = dvec3_add_scaled(c, s->of_r * part, s->r.w);
    }
    return dvec3_dot(c, c) < limit * limit;
}

GJK3_INLINE bool gjk3_is_nearer(const gjk3_state *s, double limit)
{
    const double height = dvec3_dot(s->d, s->p.w);
    return height * height < limit * limit * s->dd && gjk3_has_nearer(s, limit);
}

/// Keeps the plane that separates the cores farthest so far: the last steps on a curved surface may lose it
/// to rounding.
GJK3_INLINE void gjk3_keep_plane(gjk3_state *s)
{
    const double length = sqrt(s->dd), apart = s->high / length;
    if (!(apart > s->lower)) return;
    s->lower = apart;
    s->axis = dvec3_scale(1 / length, s->d);
}

/// Is the newest point no nearer to the origin than the simplex, up to rounding, or already in it? Points of
/// curved cores have no numbers to tell the latter.
GJK3_INLINE bool gjk3_is_closest(const gjk3_state *s, gjk3_corner n)
{
    const double gain = dvec3_dot(s->d, dvec3_sub(s->p.w, n.w)), noise = gjk3_noise_of(s->size_squared);
    // on a curved surface the error of the direction is the root of that of the distance, so it pays to go
    // on
    const double enough = s->curved ? 0x1p-10 * noise : noise;
    if (!(gain > 0 && gain * gain > enough * s->dd)) return true;
    const bool known = (s->p.key == n.key) | (s->q.key == n.key) | (s->r.key == n.key);
    return known && !s->curved;
}

/// Ends the search if it is decided with the newest point.
GJK3_INLINE void gjk3_judge(gjk3_state *s, const gjk3_goal *o, gjk3_corner n)
{
    if (s->curved) gjk3_keep_plane(s);
    if (o->stop_above < (double)INFINITY && gjk3_is_beyond(s, o->stop_above))
        s->end = GJK3_BEYOND;
    else if (gjk3_is_closest(s, n))
        s->end = GJK3_CLOSEST;
    else if (s->steps >= GJK3_STEPS_MAX)
        s->end = GJK3_LOST;
}

/// Must the closest point be computed before the end of the search is believed? So with the origin near an
/// edge or a face, which may be a needle, and with curved cores' tetrahedra around it.
static inline bool gjk3_is_doubtful(const gjk3_search *g)
{
    return (g->end == GJK3_TOUCHING && g->count >= 2) || (g->curved && g->end == GJK3_INSIDE);
}

/// Is the shape placed by a rotation?
static inline bool gjk3_is_turned(const flr_convex3 *c)
{
    const flr_mat3 *m = &c->axes;
    if (c->kind != FLR_CONVEX3_HULL && c->kind != FLR_CONVEX3_POINTS) return false;
    return m->x.x != 1 || m->y.y != 1 || m->z.z != 1;
}

/// Returns twice the squared lengths by which poses carry corners. Placed corners are off by a rounding of
/// that, also where they come back to the reference.
static inline double gjk3_carried_squared(const pair3 *p)
{
    const flr_convex3 *a = p->a.shape, *b = p->b.shape;
    double sum = 0;
    if (gjk3_is_turned(a)) sum = dvec3_dot(p->reference.lead, p->reference.lead);
    if (gjk3_is_turned(b)) {
        const reference3 *r = &p->reference;
        dvec3 apart = dvec3_scale(r->unit, dvec3_sub(dvec3_from(b->center), r->position));
        dvec3 way = dvec3_sub(p->b.center, dvec3_sub(apart, r->lead));
        sum += dvec3_dot(way, way);
    }
    // corners measured from b's middle or first point are rounded for its distance, however near they are
    // themselves
    if (b->kind == FLR_CONVEX3_BOX || b->kind == FLR_CONVEX3_HULL || b->kind == FLR_CONVEX3_POINTS)
        sum += dvec3_dot(p->b.center, p->b.center);
    return 2 * sum;
}

GJK3_INLINE void gjk3_begin(gjk3_state *s, double size_squared, bool curved)
{
    s->count = s->steps = s->next = 0;
    s->dd = s->high = s->lower = 0;
    s->of_p = s->of_q = s->of_r = 0;
    s->d = dvec3_make(0, 0, 0);
    s->p = s->q = s->r = (gjk3_corner){s->d, 0, 0};
    s->size_squared = size_squared;
    s->axis = dvec3_make(0, 0, 0);
    s->curved = curved;
    s->end = GJK3_RUNNING;
}

GJK3_INLINE dvec3 gjk3_first_direction(const pair3 *p, const flr_gjk3_cache *c)
{
    if (c && flr_is_finite3(c->axis) && flr_length_squared3(c->axis) > 0) return dvec3_from(c->axis);
    dvec3 d = dvec3_sub(p->a.middle, p->b.middle);
    return dvec3_dot(d, d) > 0 ? d : dvec3_make(1, 0, 0);
}

static inline bool gjk3_is_curved(const pair3 *p, pair3_form form)
{
    return form == PAIR3_ANY && (!core3_has_ids(&p->a) || !core3_has_ids(&p->b));
}

/// Begins with the simplex of the previous call, or at least a direction.
GJK3_INLINE void gjk3_start(gjk3_state *s, vertex3 *room, const pair3 *p, const gjk3_goal *o, pair3_form form)
{
    const flr_gjk3_cache *cache = o->options ? o->options->cache : NULL;
    gjk3_begin(s, gjk3_carried_squared(p), gjk3_is_curved(p, form));
    if (!cache || !gjk3_resume(s, room, p, cache, form)) s->d = gjk3_first_direction(p, cache);
}

GJK3_INLINE void gjk3_watch(gjk3_state *s, const gjk3_goal *o)
{
    if (s->count > 0 && s->end == GJK3_RUNNING && gjk3_is_nearer(s, o->stop_below)) s->end = GJK3_WITHIN;
}

/// Computes the support point against the search direction.
GJK3_INLINE void gjk3_support(gjk3_state *s, const pair3 *p, pair3_form form, vertex3 *n)
{
    pair3_support(p, form, s->d, n);
    gjk3_measure(&s->size_squared, n);
    s->high = dvec3_dot(s->d, n->w);
}

/// Takes one step. The form is a constant where this is called. In a room of four places a free one is found
/// for each corner; in a large room each corner has a place of its own.
GJK3_INLINE void gjk3_take_step(gjk3_state *s, vertex3 *room, const pair3 *p, const gjk3_goal *o,
                                pair3_form form, bool is_large)
{
    const int at = is_large ? s->next++ : gjk3_free(s);
    vertex3 n;
    gjk3_support(s, p, form, &n);
    const gjk3_corner corner = gjk3_corner_of(&n, at);
    if (s->count > 0) gjk3_judge(s, o, corner);
    if (s->end != GJK3_RUNNING) return;
    room[at] = n;
    gjk3_join(s, corner);
    s->steps++;
    if (o->watched) gjk3_watch(s, o);
}

/// Takes steps until the search ends.
GJK3_INLINE void gjk3_step_on(gjk3_state *s, vertex3 *room, const pair3 *p, const gjk3_goal *o,
                              pair3_form form, bool is_large)
{
    if (o->watched) gjk3_watch(s, o);
    while (s->end == GJK3_RUNNING) gjk3_take_step(s, room, p, o, form, is_large);
}

/// Does the tetrahedron contain the origin by more than the error of a curved core's support points?
static inline bool gjk3_is_deep_inside(const gjk3_search *g)
{
    const dvec3 a = g->v[0]->w, b = g->v[1]->w, c = g->v[2]->w, d = g->v[3]->w;
    const double of_d = dvec3_dot(a, dvec3_cross(b, c)), of_a = -dvec3_dot(b, dvec3_cross(c, d)),
                 of_b = dvec3_dot(a, dvec3_cross(c, d)), of_c = -dvec3_dot(a, dvec3_cross(b, d)),
                 size = g->size_squared, least = 0x1p-80 * size * size * size;
    const bool alike = of_d > 0 ? (of_a > 0) & (of_b > 0) & (of_c > 0) : (of_a < 0) & (of_b < 0) & (of_c < 0);
    return alike & (of_d * of_d > least) & (of_a * of_a > least) & (of_b * of_b > least) &
           (of_c * of_c > least);
}

/// Copies a search at its end to g, whose room it has used.
static inline void gjk3_store(const gjk3_state *s, gjk3_search *g)
{
    g->v[0] = &g->room[s->p.at];
    g->v[1] = &g->room[s->q.at];
    g->v[2] = &g->room[s->r.at];
    g->v[3] = &g->room[gjk3_free(s)];
    g->count = s->count;
    g->steps = s->steps;
    g->d = s->d;
    g->dd = s->dd;
    g->high = s->high;
    g->size_squared = s->size_squared;
    g->part[0] = s->of_p;
    g->part[1] = s->of_q;
    g->part[2] = s->of_r;
    g->curved = s->curved;
    g->settled = false;
    g->end = s->end;
    g->axis = s->axis;
    g->lower = s->lower;
}

/// Is all that was read finite, and of a size whose sixth powers are finite as well?
GJK3_INLINE bool gjk3_is_usual(const gjk3_state *s, double sum)
{
    return isfinite(sum) & isfinite(s->dd) & (s->size_squared > 0x1p-300) & (s->size_squared < 0x1p300);
}

/// Defines one search for each form and the choice between them: search(g, p, o, form) with the form a
/// constant.
#define GJK3_FORMS(name, search)                                                                             \
    static void name##_boxes(gjk3_search *g, const pair3 *p, const gjk3_goal *o)                             \
    {                                                                                                        \
        search(g, p, o, PAIR3_BOXES);                                                                        \
    }                                                                                                        \
    static void name##_few(gjk3_search *g, const pair3 *p, const gjk3_goal *o)                               \
    {                                                                                                        \
        search(g, p, o, PAIR3_SIMPLICES);                                                                    \
    }                                                                                                        \
    static void name##_hulls(gjk3_search *g, const pair3 *p, const gjk3_goal *o)                             \
    {                                                                                                        \
        search(g, p, o, PAIR3_HULLS);                                                                        \
    }                                                                                                        \
    static void name##_any(gjk3_search *g, const pair3 *p, const gjk3_goal *o)                               \
    {                                                                                                        \
        search(g, p, o, PAIR3_ANY);                                                                          \
    }                                                                                                        \
    static inline void name(gjk3_search *g, const pair3 *p, const gjk3_goal *o)                              \
    {                                                                                                        \
        if (p->form == PAIR3_BOXES)                                                                          \
            name##_boxes(g, p, o);                                                                           \
        else if (p->form == PAIR3_SIMPLICES)                                                                 \
            name##_few(g, p, o);                                                                             \
        else if (p->form == PAIR3_HULLS)                                                                     \
            name##_hulls(g, p, o);                                                                           \
        else                                                                                                 \
            name##_any(g, p, o);                                                                             \
    }

/// Writes the last simplex to the cache.
static inline void gjk3_keep(const gjk3_search *g, flr_gjk3_cache *cache)
{
    cache->axis = dvec3_round(g->closest);
    cache->count = (uint32_t)g->count;
    for (int i = 0; i < g->count; i++) {
        cache->a[i] = g->v[i]->id_a;
        cache->b[i] = g->v[i]->id_b;
    }
}

#endif
