/// The depth of two cores that overlap, by an expanding polytope (van den Bergen, "Proximity queries and
/// penetration depth computation on 3D game objects", 2001).
///
/// The polytope grows inside the Minkowski difference. Its nearest face is a lower bound of the depth, the
/// support plane in any direction an upper one. Exact orientation decides which faces a new point sees, so
/// the polytope stays convex whatever the shapes.
#include "convex/depth3.h"

#include <limits.h>

#include "convex/convex_lanes.h"
#include "convex/polytope3.h"
#include "convex/simplex3.h"
#include "math/predicates.h"

// ---- The polytope ----

dvec3 flr_polytope3_perpendicular_to(dvec3 d)
{
    const dvec3 s = dvec3_cross(d, dvec3_least_axis(d));
    const double square = dvec3_length_squared(s);
    if (square > POLYTOPE3_LOST) return dvec3_scale(1 / sqrt(square), s);
    const double most = dvec3_max_abs(d);
    if (!(most > 0 && most < 1)) return dvec3_make(1, 0, 0);
    return flr_polytope3_perpendicular_to(dvec3_scale(most < 0x1p-1000 ? 0x1p1000 : 1 / most, d));
}

dvec3 flr_polytope3_exact_normal(dvec3 p, dvec3 q, dvec3 r)
{
    const flr_row3 u = {2, {{q.x, q.y, q.z}, {-p.x, -p.y, -p.z}}},
                   v = {2, {{r.x, r.y, r.z}, {-p.x, -p.y, -p.z}}};
    const dvec3 n = flr_cross3_exact(&u, &v);
    if (n.x == 0 && n.y == 0 && n.z == 0) return n;
    return dvec3_scale(1 / dvec3_length(n), n);
}

static void find_nearest(polytope3 *p)
{
    const double *const distance = p->planes.distance;
    for (int i = 0; i < p->face_count; i++)
        if (distance[i] < distance[p->nearest]) p->nearest = i;
}

/// Sets the plane of a face whose `inverse` is 0 by its exact normal, and finds the nearest face again.
static void find_lost(polytope3 *p, int face)
{
    const int *c = p->faces[face].corner;
    const dvec3 first = polytope3_w(p, c[0]),
                n = flr_polytope3_exact_normal(first, polytope3_w(p, c[1]), polytope3_w(p, c[2]));
    planes3 *const q = &p->planes;
    q->x[face] = n.x;
    q->y[face] = n.y;
    q->z[face] = n.z;
    q->height[face] = q->distance[face] = dvec3_dot(n, first);
    q->inverse[face] = 1;
    // the doubt for normals of other lengths does not hold: every side is decided exactly
    q->doubt[face] = (double)INFINITY;
    find_nearest(p);
}

/// Sets the plane of a face by a better normal of the same length, and finds the nearest face again.
static void turn(polytope3 *p, int face, dvec3 normal, double inverse)
{
    planes3 *const q = &p->planes;
    q->x[face] = normal.x;
    q->y[face] = normal.y;
    q->z[face] = normal.z;
    q->height[face] = dvec3_dot(normal, polytope3_w(p, p->faces[face].corner[0]));
    q->inverse[face] = inverse;
    q->distance[face] = q->height[face] * inverse;
    find_nearest(p);
}

/// Returns (q - p) x (r - p) in twice the precision: rounding would turn a needle's normal too far for the
/// points in its plane. Where even that is lost, as for lines that differ in their last digit only, it
/// returns the exact unit normal.
static dvec3 perpendicular_to_sides(dvec3 p, dvec3 q, dvec3 r)
{
    const dvec3 u = dvec3_sub(q, p), v = dvec3_sub(r, p), n = simplex3_normal_doubled(p, q, r);
    const double square = dvec3_dot(n, n), least = 0x1p-120 * dvec3_dot(u, u) * dvec3_dot(v, v);
    return square > POLYTOPE3_LOST && square > least ? n : flr_polytope3_exact_normal(p, q, r);
}

/// Adds a point as a vertex if it adds a dimension.
static bool add_if_new(polytope3 *p, const vertex3 *v)
{
    int n = p->vertex_count;
    bool is_new = n == 0;
    polytope3_set(p, v);
    const dvec3 first = polytope3_w(p, 0), w = polytope3_w(p, n);
    if (n == 1) is_new = !dvec3_equal(w, first);
    if (n == 2) is_new = dvec3_length_squared(perpendicular_to_sides(first, polytope3_w(p, 1), w)) > 0;
    p->vertices[n] = *v;
    if (n == 3) is_new = convex_lanes_widest()->begin_polytope(p);
    if (is_new) p->vertex_count++;
    return is_new;
}

/// Adds the support point along a direction if it adds a dimension.
static bool add_support(polytope3 *p, dvec3 direction)
{
    vertex3 v = {.id_a = CORE3_NO_ID, .id_b = CORE3_NO_ID};
    pair3_support(p->pair, p->pair->form, dvec3_neg(direction), &v);
    return add_if_new(p, &v);
}

/// Adds a vertex in a direction that the simplex does not span so far. Returns false if there is none.
static bool grow(polytope3 *p)
{
    static const dvec3 AXES[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    if (p->vertex_count <= 1) {
        for (int i = 0; i < 3; i++)
            if (add_support(p, AXES[i]) || add_support(p, dvec3_neg(AXES[i]))) return true;
        return false;
    }
    dvec3 d = dvec3_sub(polytope3_w(p, 1), polytope3_w(p, 0));
    if (p->vertex_count == 2) {
        dvec3 s = flr_polytope3_perpendicular_to(d), t = dvec3_cross(s, d);
        if (!(dvec3_length_squared(t) > POLYTOPE3_LOST)) t = dvec3_cross(s, dvec3_scale(0x1p600, d));
        return add_support(p, s) || add_support(p, dvec3_neg(s)) || add_support(p, t) ||
               add_support(p, dvec3_neg(t));
    }
    dvec3 n = perpendicular_to_sides(polytope3_w(p, 0), polytope3_w(p, 1), polytope3_w(p, 2));
    return add_support(p, n) || add_support(p, dvec3_neg(n));
}

/// Begins with four corners, as GJK usually ends with; they need not be around the origin. Returns false if
/// they do not span space.
static bool start_with(polytope3 *p, const vertex3 *v)
{
    double most = 0;
    for (int i = 0; i < 4; i++) {
        const double size = 2 * vertex3_reach(&v[i]);
        most = size > most ? size : most;
        p->vertex_count = i;
        polytope3_put(p, v[i].w);
        p->vertices[i] = v[i];
    }
    polytope3_reach_to(p, most);
    const bool solid = convex_lanes_widest()->begin_polytope(p);
    p->vertex_count = solid ? 4 : 0;
    return solid;
}

static inline void begin_empty(polytope3 *p, const pair3 *pair)
{
    p->pair = pair;
    p->vertex_count = p->face_count = 0;
    p->size_squared = p->reach = 0;
}

/// Begins with the corners of a simplex as far as they span, and with others in the directions that they
/// leave out. Returns false if the difference has no inside.
static bool start_polytope(polytope3 *p, const pair3 *pair, const simplex3 *start)
{
    begin_empty(p, pair);
    if (start->count == 4 && start_with(p, start->v)) return true;
    // a vertex that adds no dimension is left out; the simplex may be flat in exact arithmetic
    for (int i = 0; i < start->count; i++) add_if_new(p, &start->v[i]);
    while (p->vertex_count < 4)
        if (!grow(p)) return false;
    return true;
}

/// Returns a unit vector, perpendicular to all vertices if the start returned false.
static dvec3 flat_normal(const polytope3 *p)
{
    dvec3 d = p->vertex_count > 1 ? dvec3_sub(polytope3_w(p, 1), polytope3_w(p, 0)) : dvec3_make(0, 0, 0);
    dvec3 n = p->vertex_count > 2
                  ? perpendicular_to_sides(polytope3_w(p, 0), polytope3_w(p, 1), polytope3_w(p, 2))
                  : flr_polytope3_perpendicular_to(d);
    double length = dvec3_length(n);
    return length > 0 ? dvec3_scale(1 / length, n) : dvec3_make(0, 0, 1);
}

// ---- The expansion ----

/// A normal turned by no more than this moves what lies along it by rounding errors only.
#define TURNED 0x1p-51

/// Returns the least height of a face along a unit normal: no part of it is nearer to the origin along that.
static double least_height(const polytope3 *p, const face3 *f, dvec3 normal)
{
    double least = (double)INFINITY;
    for (int k = 0; k < 3; k++) {
        double height = dvec3_dot(normal, polytope3_w(p, f->corner[k]));
        if (height < least) least = height;
    }
    return least > 0 ? least : 0;
}

/// Sets the witness points where the projection of the origin on the face's plane lies in the face, as it
/// does most times. Returns false where it does not, or where the weights in a needle miss it.
static bool set_witness_within(const polytope3 *p, int face, dvec3 foot, epa3_result *r)
{
    const face3 *f = &p->faces[face];
    const dvec3 n = polytope3_normal(p, face);
    dvec3 way[3];
    double weight[3], sum = 0;
    for (int k = 0; k < 3; k++) way[k] = dvec3_sub(polytope3_w(p, f->corner[k]), foot);
    for (int k = 0; k < 3; k++) {
        weight[k] = dvec3_dot(n, dvec3_cross(way[(k + 1) % 3], way[(k + 2) % 3]));
        sum += weight[k];
    }
    if (!((weight[0] >= 0) & (weight[1] >= 0) & (weight[2] >= 0) & (sum > 0))) return false;
    f64x2 x = {0, 0}, y = {0, 0}, z = {0, 0};
    for (int k = 0; k < 3; k++) {
        const vertex3 *v = &p->vertices[f->corner[k]];
        const f64x2 part = f64x2_splat(weight[k] / sum);
        x += part * v->x;
        y += part * v->y;
        z += part * v->z;
    }
    r->a = dvec3_make(x[0], y[0], z[0]);
    r->b = dvec3_make(x[1], y[1], z[1]);
    const dvec3 apart = dvec3_make(x[0] - x[1], y[0] - y[1], z[0] - z[1]), rest = dvec3_sub(apart, foot);
    return dvec3_length_squared(rest) <= 0x1p-98 * p->size_squared;
}

/// Sets the witness points to the point of a face nearest to the projection of the origin, `foot`. Returns
/// the squared distance to it.
static double witness_on(const polytope3 *p, int face, dvec3 foot, epa3_result *r)
{
    const face3 *f = &p->faces[face];
    const dvec3 n = polytope3_normal(p, face);
    simplex3 s = {.count = 3};
    for (int k = 0; k < 3; k++) {
        s.v[k] = p->vertices[f->corner[k]];
        s.v[k].w = dvec3_sub(s.v[k].w, foot);
    }
    bool inside;
    flr_double2 square;
    const dvec3 rest = polytope3_is_thin(dvec3_dot(n, n), p->planes.doubt[face])
                           ? flr_simplex3_reduce_doubled(&s, &inside, &square)
                           : flr_simplex3_reduce(&s, &inside);
    simplex3_points(&s, &r->a, &r->b);
    return dvec3_length_squared(rest);
}

/// May a face contain the projection of the origin? Neither the plane of a thin face nor the heights of its
/// corners decide that, so such a face is always tested.
static bool may_hold(const polytope3 *p, int face, double most)
{
    const planes3 *const q = &p->planes;
    if (!(q->distance[face] < (double)INFINITY)) return false;
    const dvec3 n = polytope3_normal(p, face);
    return !(q->distance[face] > most) || polytope3_is_thin(dvec3_dot(n, n), q->doubt[face]);
}

/// Sets the witness points. A facet of the difference may be several triangles in one plane, and the
/// projection of the origin may lie in another of them than `best`.
static void set_witness(const polytope3 *p, int best, epa3_result *r)
{
    dvec3 foot = dvec3_scale(r->upper, r->normal);
    if (r->converged && set_witness_within(p, best, foot, r)) return;
    double near = polytope3_roundings(p), least = witness_on(p, best, foot, r);
    // on a curved surface no other face lies in the plane; where the points matter, they are found anew
    if (!core3_has_ids(&p->pair->a) || !core3_has_ids(&p->pair->b)) return;
    for (int i = 0; i < p->face_count && least > near * near; i++) {
        if (!may_hold(p, i, r->upper + 16 * near)) continue;
        epa3_result other = *r;
        double rest = witness_on(p, i, foot, &other);
        if (!(rest < least)) continue;
        least = rest;
        *r = other;
    }
}

/// Returns the result where the difference is a polygon, a segment or a point: any direction off its plane
/// separates.
static epa3_result flat_result(const polytope3 *p, const simplex3 *start)
{
    epa3_result r = {.converged = true};
    for (int k = 0; k < 3; k++) r.id_a[k] = r.id_b[k] = CORE3_NO_ID;
    r.normal = flat_normal(p);
    simplex3 s = *start;
    const vertex3 *const v[4] = {&s.v[0], &s.v[1], &s.v[2], &s.v[3]};
    if (s.count == 4) flr_simplex3_weigh(v, 4, s.weight);
    simplex3_points(&s, &r.a, &r.b);
    return r;
}

/// Returns the normal of the face that was found, by its two shorter sides, which lose least in the product.
/// While the polytope grew, the sides at the newest corner had to do. For a thin face it is computed in
/// twice the precision.
static inline dvec3 sharp_normal(const polytope3 *p, int face)
{
    const int *c = p->faces[face].corner;
    const dvec3 u = polytope3_w(p, c[0]), v = polytope3_w(p, c[1]), w = polytope3_w(p, c[2]),
                n = simplex3_normal(u, v, w);
    if (!polytope3_is_thin(dvec3_dot(n, n), p->planes.doubt[face])) return n;
    return simplex3_normal_doubled(u, v, w);
}

/// Turns the plane of the face that was found to its sharp normal. Returns false if that is so far off that
/// another point may be the farthest along it, or another face the nearest: then the search has to go on.
static inline bool sharpen(polytope3 *p, int face, bool is_least, epa3_result *r)
{
    const dvec3 old = dvec3_scale(p->planes.inverse[face], polytope3_normal(p, face));
    if (is_least) r->normal = old;
    // else the plane has an exact normal already
    if (!(p->planes.doubt[face] < (double)INFINITY)) return true;
    const dvec3 n = sharp_normal(p, face);
    const double square = dvec3_dot(n, n);
    if (!(square > POLYTOPE3_LOST)) return true;
    const double inverse = 1 / sqrt(square);
    const dvec3 normal = dvec3_scale(inverse, n);
    if (dvec3_length_squared(dvec3_sub(normal, old)) > TURNED * TURNED) {
        turn(p, face, n, inverse);
        return false;
    }
    if (!is_least) return true;
    double most = dvec3_dot(n, polytope3_w(p, p->vertex_count));
    for (int k = 0; k < 3; k++) {
        const double height = dvec3_dot(n, polytope3_w(p, p->faces[face].corner[k]));
        most = height > most ? height : most;
    }
    r->normal = normal;
    r->upper = most * inverse;
    return true;
}

/// Expands the polytope until its nearest face is part of the boundary, and returns that face. The form is a
/// constant where this is called, and so is whether the origin is known to be inside. If not, -1 says that
/// it may be outside or close to the surface. `observer` is the constant null, except in expand_traced.
static inline __attribute__((always_inline)) int expand(polytope3 *p, pair3_form form, bool is_inside,
                                                        const epa3_observer *observer, epa3_result *r)
{
    const convex_lanes *const lanes = convex_lanes_widest();
    // a curved surface always has a point that lies farther, by less and less
    const bool is_curved = form == PAIR3_ANY && !(core3_has_ids(&p->pair->a) && core3_has_ids(&p->pair->b));
    const double enough = is_curved ? 4 : 2;
    for (;;) {
        const int best = p->nearest;
        if (p->planes.inverse[best] == 0) {
            find_lost(p, best);
            continue;
        }
        const dvec3 n = polytope3_normal(p, best);
        const double lower = p->planes.distance[best], inverse = p->planes.inverse[best];
        r->iterations++;
        polytope3_support(p, form, n);
        const double reach = dvec3_dot(n, polytope3_w(p, p->vertex_count)) * inverse,
                     near = enough * polytope3_roundings(p);
        if (!is_inside && !(reach > 256 * polytope3_roundings(p))) return -1;
        if (reach < r->upper) {
            r->upper = reach;
            r->normal = dvec3_scale(inverse, n);
        }
        // nothing lies beyond the face, by exact measure: the face lies in the boundary
        r->converged = r->upper - lower <= near || polytope3_confirms(p, best);
        if (observer) observer->on_step(observer->user, p, best, reach, r->upper - lower <= near, r);
        if (!r->converged && p->vertex_count < POLYTOPE3_VERTICES && lanes->expand_polytope(p)) continue;
        // the reach along a needle's normal may be less accurate than that along another face's
        const bool is_least = reach <= r->upper + near;
        if (r->converged && !sharpen(p, best, is_least, r)) continue;
        const dvec3 normal = r->converged && is_least ? r->normal : dvec3_scale(inverse, n);
        // where support points do not reach a face made of such points, a user's function contradicts itself
        if (is_curved &&
            lower - reach > 64 * (polytope3_roundings(p) + pair3_rounding_of_users(p->pair, p->reach)))
            r->converged = false;
        const double lowest = least_height(p, &p->faces[best], normal);
        r->lower = lowest < r->upper ? lowest : r->upper;
        return best;
    }
}

static int expand_simplices(polytope3 *p, epa3_result *r)
{
    return expand(p, PAIR3_SIMPLICES, true, NULL, r);
}
static int expand_hulls(polytope3 *p, epa3_result *r) { return expand(p, PAIR3_HULLS, true, NULL, r); }
static int expand_boxes(polytope3 *p, epa3_result *r) { return expand(p, PAIR3_BOXES, true, NULL, r); }
static int expand_any(polytope3 *p, epa3_result *r)
{
    if (flr_depth3_by_caps(p, r)) return p->nearest;
    return expand(p, PAIR3_ANY, true, NULL, r);
}
static int expand_unsure(polytope3 *p, epa3_result *r) { return expand(p, PAIR3_HULLS, false, NULL, r); }

static int expand_traced(polytope3 *p, const epa3_observer *observer, epa3_result *r)
{
    return expand(p, p->pair->form, true, observer, r);
}

/// Writes a tetrahedron around the origin to the cache, with the face that was found: the next search begins
/// where this one has ended.
static void keep(const polytope3 *p, const face3 *f, flr_gjk3_cache *cache)
{
    dvec3 side[3];
    for (int k = 0; k < 3; k++)
        side[k] = dvec3_cross(polytope3_w(p, f->corner[k]), polytope3_w(p, f->corner[k < 2 ? k + 1 : 0]));
    double most = 0;
    int best = -1;
    for (int i = 0; i < p->vertex_count; i++) {
        double least = (double)INFINITY;
        for (int k = 0; k < 3; k++) {
            double behind = -dvec3_dot(side[k], polytope3_w(p, i));
            if (behind < least) least = behind;
        }
        if (least > most) most = least, best = i;
    }
    if (best < 0) return;
    cache->count = 4;
    for (int k = 0; k < 4; k++) {
        const vertex3 *v = &p->vertices[k < 3 ? f->corner[k] : best];
        cache->a[k] = v->id_a;
        cache->b[k] = v->id_b;
    }
}

static inline void begin(epa3_result *r, int iterations)
{
    r->iterations = iterations;
    r->meets = false;
    r->upper = (double)INFINITY;
    r->normal = dvec3_make(0, 0, 0);  // stays where a user's function returns NaN
}

/// Completes the result, with the closest points and the corners of the nearest face.
static inline void end(const polytope3 *p, int face, epa3_result *r)
{
    if (!(r->upper > 0)) r->upper = 0;
    if (!r->meets) set_witness(p, face, r);
    for (int k = 0; k < 3; k++) {
        const vertex3 *v = &p->vertices[p->faces[face].corner[k]];
        r->id_a[k] = v->id_a;
        r->id_b[k] = v->id_b;
    }
}

void flr_epa3(const pair3 *pair, const simplex3 *start, flr_gjk3_cache *cache, const epa3_observer *observer,
              epa3_result *r)
{
    polytope3 p;
    if (!start_polytope(&p, pair, start)) {
        *r = flat_result(&p, start);
        if (observer) observer->on_step(observer->user, &p, -1, 0, true, r);
        return;
    }
    begin(r, 0);
    const int face = observer                        ? expand_traced(&p, observer, r)
                     : pair->form == PAIR3_SIMPLICES ? expand_simplices(&p, r)
                     : pair->form == PAIR3_HULLS     ? expand_hulls(&p, r)
                     : pair->form == PAIR3_BOXES     ? expand_boxes(&p, r)
                                                     : expand_any(&p, r);
    end(&p, face, r);
    if (cache) keep(&p, &p.faces[face], cache);
}

/// Sets v to the difference of the centres.
static inline void set_tip(const pair3 *pair, vertex3 *v)
{
    const dvec3 a = pair->a.middle, b = pair->b.middle;
    v->x = (f64x2){a.x, b.x};
    v->y = (f64x2){a.y, b.y};
    v->z = (f64x2){a.z, b.z};
    v->id_a = v->id_b = CORE3_NO_ID;
    vertex3_set_w(v);
}

/// Sets v to three support points around the vector from one middle to the other, along directions that are
/// off it as far as 1 is beside TILT. Behind them comes the vector's beginning, which is inside. Returns
/// false, with a support point in v[0], if the plane there has the origin outside.
static inline bool span_way(const pair3 *pair, dvec3 way, double length, vertex3 v[4])
{
    enum { TILT = 2 };
    static const double ACROSS[3][2] = {{1, 0}, {-0.5, 0.8660254037844386}, {-0.5, -0.8660254037844386}};
    const dvec3 x = dvec3_scale(1 / length, way), y = flr_polytope3_perpendicular_to(x),
                z = dvec3_cross(x, y);
    for (int k = 0; k < 3; k++) {
        const dvec3 d =
            dvec3_add_scaled(dvec3_add_scaled(dvec3_scale(TILT, x), ACROSS[k][0], y), ACROSS[k][1], z);
        pair3_support(pair, PAIR3_HULLS, dvec3_neg(d), &v[k]);
        if (!(dvec3_dot(d, v[k].w) > 0)) {
            v[0] = v[k];
            return false;
        }
    }
    set_tip(pair, &v[3]);
    return true;
}

/// Begins a polytope with four corners and one more, which counts if it is beyond a face.
static inline bool grow_from(const pair3 *pair, const vertex3 v[4], const vertex3 *more, polytope3 *p)
{
    begin_empty(p, pair);
    if (!start_with(p, v)) return false;
    if (!more) return true;
    p->vertices[4] = *more;
    polytope3_set(p, more);
    convex_lanes_widest()->expand_polytope(p);
    return true;
}

/// Expands a polytope that may not have the origin inside. Returns false if that is so, with the support
/// point that says it in *last, or if the nearest face is not one of vertices alone.
static bool end_unsure(polytope3 *p, vertex3 *last, epa3_result *r)
{
    const int face = expand_unsure(p, r);
    if (face < 0) *last = p->vertices[p->vertex_count];
    if (face < 0 || !r->converged) return false;
    end(p, face, r);
    return (r->id_a[0] != CORE3_NO_ID) & (r->id_a[1] != CORE3_NO_ID) & (r->id_a[2] != CORE3_NO_ID);
}

bool flr_epa3_between(const pair3 *pair, vertex3 *last, epa3_result *r)
{
    const dvec3 way = dvec3_sub(pair->b.middle, pair->a.middle);
    const double reach = dvec3_dot(way, last->w), square = dvec3_dot(way, way);
    // where the depth exceeds the distance of the middles, this start is useless
    if (!(reach > 0 && reach < square)) return false;
    polytope3 p;
    vertex3 v[4];
    if (!span_way(pair, way, sqrt(square), v)) {
        *last = v[0];
        return false;
    }
    if (!grow_from(pair, v, last, &p)) return false;
    begin(r, 4);
    return end_unsure(&p, last, r);
}

bool flr_epa3_over(const pair3 *pair, const facet3 *f, vertex3 *last, epa3_result *r)
{
    static const int CORNER[4] = {0, 1, 3, 2};
    polytope3 p;
    vertex3 v[4], more;
    for (int k = 0; k < 4; k++) {
        const int c = CORNER[k];
        pair3_vertex(pair, PAIR3_HULLS, f->a[c], f->b[c], k < 3 ? &v[k] : &more);
    }
    set_tip(pair, &v[3]);
    if (!grow_from(pair, v, f->is_edges ? &more : NULL, &p)) return false;
    begin(r, 1);
    return end_unsure(&p, last, r);
}
