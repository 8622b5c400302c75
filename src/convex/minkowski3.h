/// The Minkowski difference a - b of two cores: its support points and its vertices.
///
/// Pairs of a common form keep both shapes side by side, one lane each, and have inline loops of their own.
#ifndef FLR_CONVEX_MINKOWSKI3_H
#define FLR_CONVEX_MINKOWSKI3_H

#include "convex/simplex3.h"
#include "convex/support3.h"
#include "math/eps.h"

/// Says which loop is compiled for the pair.
typedef enum pair3_form {
    PAIR3_BOXES,      ///< two boxes
    PAIR3_SIMPLICES,  ///< up to four corners each
    PAIR3_HULLS,      ///< two hulls
    PAIR3_ANY
} pair3_form;

/// Both shapes side by side, a in lane 0 and b in lane 1. Boxes: the axes times the half extents, and last
/// the centres. Hulls: the axes of their rotations, and last the places of their bases. Simplices: the four
/// corners.
typedef struct pair3_lanes {
    f64x2 x[4], y[4], z[4];
} pair3_lanes;

/// Two shapes made ready for one query, relative to a common reference.
typedef struct pair3 {
    pair3_form form;
    pair3_lanes lanes;     ///< set for all forms but PAIR3_ANY
    core3 a, b;            ///< for the other forms set only in part, until flr_pair3_complete
    reference3 reference;  ///< what all points are relative to
    double radius_a, radius_b;
    bool not_finite;  ///< so is some number of a shape, or an answer of a user's function
} pair3;

/// Makes a pair ready. It must stay in its place while copies of it are used, as these set its `not_finite`.
void flr_pair3_make(pair3 *p, const flr_convex3 *a, const flr_convex3 *b);
/// Loads both cores of a pair that so far has only its lanes.
void flr_pair3_complete(pair3 *p);
/// Moves b by a vector of the scene. The pair must be complete.
void flr_pair3_move(pair3 *p, dvec3 by);
/// Returns in world coordinates a point of the pair's scene, moved along the normal by a length.
static inline flr_vec3 pair3_world(const pair3 *p, dvec3 point, double along, dvec3 normal)
{
    const reference3 *r = &p->reference;
    dvec3 q = dvec3_add(r->lead, point);
    if (r->unit != 1) q = dvec3_scale(1 / r->unit, q);
    return dvec3_round(dvec3_add(r->position, dvec3_add_scaled(q, along, normal)));
}

/// Sets v to the corners of both boxes that lie on the negative side of the axes whose signs are set.
static inline void pair3_set_box_corners(const pair3_lanes *l, const i64x2 signs[3], vertex3 *v)
{
    v->x =
        l->x[3] + f64x2_xor(l->x[0], signs[0]) + f64x2_xor(l->x[1], signs[1]) + f64x2_xor(l->x[2], signs[2]);
    v->y =
        l->y[3] + f64x2_xor(l->y[0], signs[0]) + f64x2_xor(l->y[1], signs[1]) + f64x2_xor(l->y[2], signs[2]);
    v->z =
        l->z[3] + f64x2_xor(l->z[0], signs[0]) + f64x2_xor(l->z[1], signs[1]) + f64x2_xor(l->z[2], signs[2]);
}

/// The support point of two boxes, as by pair3_support.
static inline void pair3_boxes(const pair3_lanes *l, dvec3 d, vertex3 *v)
{
    f64x2 dx = {-d.x, d.x}, dy = {-d.y, d.y}, dz = {-d.z, d.z};
    i64x2 signs[3];
    uint32_t mask[3];
    for (int i = 0; i < 3; i++) {
        signs[i] = f64x2_signs(l->x[i] * dx + l->y[i] * dy + l->z[i] * dz);
        mask[i] = f64x2_mask(signs[i]);
    }
    v->id_a = (mask[0] & 1) | (mask[1] & 1) << 1 | (mask[2] & 1) << 2;
    v->id_b = mask[0] >> 1 | (mask[1] & 2) | (mask[2] & 2) << 1;
    pair3_set_box_corners(l, signs, v);
}

/// Sets v to the corners with the numbers that it holds.
static inline void pair3_pick(const pair3_lanes *l, vertex3 *v)
{
    v->x = (f64x2){l->x[v->id_a][0], l->x[v->id_b][1]};
    v->y = (f64x2){l->y[v->id_a][0], l->y[v->id_b][1]};
    v->z = (f64x2){l->z[v->id_a][0], l->z[v->id_b][1]};
}

/// Sets v to the means of the corners, of which some may repeat the first.
static inline void pair3_set_middles(const pair3_lanes *l, vertex3 *v)
{
    const f64x2 part = f64x2_splat(0.25);
    v->x = part * ((l->x[0] + l->x[2]) + (l->x[1] + l->x[3]));
    v->y = part * ((l->y[0] + l->y[2]) + (l->y[1] + l->y[3]));
    v->z = part * ((l->z[0] + l->z[2]) + (l->z[1] + l->z[3]));
}

/// Sets the numbers of the highest corner in each lane, the first of equals. t holds the heights.
static inline void pair3_choose(const f64x2 t[4], vertex3 *v)
{
    uint32_t second = f64x2_mask(t[1] > t[0]), fourth = f64x2_mask(t[3] > t[2]);
    uint32_t upper = f64x2_mask(f64x2_max(t[3], t[2]) > f64x2_max(t[1], t[0]));
    v->id_a = upper & 1 ? 2 | (fourth & 1) : second & 1;
    v->id_b = upper & 2 ? 2 | fourth >> 1 : second >> 1;
}

static inline void pair3_simplices(const pair3_lanes *l, dvec3 d, vertex3 *v)
{
    f64x2 dx = {-d.x, d.x}, dy = {-d.y, d.y}, dz = {-d.z, d.z}, t[4];
    for (int i = 0; i < 4; i++) t[i] = l->x[i] * dx + l->y[i] * dy + l->z[i] * dz;
    pair3_choose(t, v);
    pair3_pick(l, v);
}

/// Places a point of each hull in the scene; each is given in the frame of its own hull.
static inline void pair3_put(const pair3_lanes *l, f64x2 x, f64x2 y, f64x2 z, vertex3 *v)
{
    v->x = l->x[3] + (l->x[0] * x + l->x[1] * y + l->x[2] * z);
    v->y = l->y[3] + (l->y[0] * x + l->y[1] * y + l->y[2] * z);
    v->z = l->z[3] + (l->z[0] * x + l->z[1] * y + l->z[2] * z);
}

/// Sets v to the vertices with the numbers that it holds.
static inline void pair3_place(const pair3_lanes *l, const flr_hull3 *a, const flr_hull3 *b, vertex3 *v)
{
    const uint32_t i = v->id_a, k = v->id_b;
    pair3_put(l, (f64x2){(double)a->x[i], (double)b->x[k]}, (f64x2){(double)a->y[i], (double)b->y[k]},
              (f64x2){(double)a->z[i], (double)b->z[k]}, v);
}

/// Finds the farthest vertex of each hull along a direction that is given in the hull's own lane and frame.
static inline __attribute__((always_inline)) void pair3_find(const flr_hull3 *a, const flr_hull3 *b, f64x2 x,
                                                             f64x2 y, f64x2 z, vertex3 *v)
{
    const dvec3 d_a = dvec3_make(x[0], y[0], z[0]), d_b = dvec3_make(x[1], y[1], z[1]);
    if (a->cell_first && b->cell_first) {
        uint32_t cell[2];
        hull3_cells(a, b, x, y, z, cell);
        v->id_a = hull3_farthest_in(a, cell[0], d_a);
        v->id_b = hull3_farthest_in(b, cell[1], d_b);
    } else {
        v->id_a = hull3_farthest(a, d_a);
        v->id_b = hull3_farthest(b, d_b);
    }
}

/// Must be inline: a direction passed in memory would be read as a whole before its parts are stored.
static inline __attribute__((always_inline)) void pair3_hulls(const pair3_lanes *l, const flr_hull3 *a,
                                                              const flr_hull3 *b, dvec3 d, vertex3 *v)
{
    f64x2 dx = {-d.x, d.x}, dy = {-d.y, d.y}, dz = {-d.z, d.z};
    f64x2 x = l->x[0] * dx + l->y[0] * dy + l->z[0] * dz, y = l->x[1] * dx + l->y[1] * dy + l->z[1] * dz,
          z = l->x[2] * dx + l->y[2] * dy + l->z[2] * dz;
    if (a->cell_first && b->cell_first) {
        uint32_t cell[2];
        dvec3 p, q;
        hull3_cells(a, b, x, y, z, cell);
        v->id_a = hull3_farthest_at(a, cell[0], dvec3_make(x[0], y[0], z[0]), &p);
        v->id_b = hull3_farthest_at(b, cell[1], dvec3_make(x[1], y[1], z[1]), &q);
        pair3_put(l, (f64x2){p.x, q.x}, (f64x2){p.y, q.y}, (f64x2){p.z, q.z}, v);
        return;
    }
    pair3_find(a, b, x, y, z, v);
    pair3_place(l, a, b, v);
}

/// Returns a bound on the error of a user's support points near `at`; 0 for other cores. They are rounded
/// where they lie in the world, and by their distance from the core's centre or by `size`, whichever is
/// larger. All lengths are in the pair's unit.
static inline double pair3_rounding_of_user(const pair3 *p, const core3 *c, double size, dvec3 at)
{
    const double one = FLR_HALF_EPS;
    if (c->kind != FLR_CONVEX3_USER) return 0;
    const double extent = dvec3_length(dvec3_sub(at, c->center));
    return 2 * one *
           (p->reference.unit * dvec3_length(dvec3_from(c->shape->center)) + (size > extent ? size : extent));
}

/// Returns that bound for both shapes together, wherever their points lie.
static inline double pair3_rounding_of_users(const pair3 *p, double size)
{
    return pair3_rounding_of_user(p, &p->a, size, p->a.center) +
           pair3_rounding_of_user(p, &p->b, size, p->b.center);
}

static inline void pair3_join(vertex3 *v, dvec3 a, dvec3 b)
{
    v->x = (f64x2){a.x, b.x};
    v->y = (f64x2){a.y, b.y};
    v->z = (f64x2){a.z, b.z};
}

/// Sets v to the support point of the difference along -d. The form is a constant where this is called.
static inline __attribute__((always_inline)) void pair3_support(const pair3 *p, pair3_form form, dvec3 d,
                                                                vertex3 *v)
{
    if (form == PAIR3_BOXES) {
        pair3_boxes(&p->lanes, d, v);
    } else if (form == PAIR3_SIMPLICES) {
        pair3_simplices(&p->lanes, d, v);
    } else if (form == PAIR3_HULLS) {
        pair3_hulls(&p->lanes, p->a.hull, p->b.hull, d, v);
    } else {
        dvec3 a = core3_support(&p->a, p->a.kind, dvec3_neg(d), &v->id_a);
        pair3_join(v, a, core3_support(&p->b, p->b.kind, d, &v->id_b));
    }
    vertex3_set_w(v);
}

/// Sets v to the point of the difference with these numbers. The form is a constant where this is called.
static inline void pair3_vertex(const pair3 *p, pair3_form form, uint32_t id_a, uint32_t id_b, vertex3 *v)
{
    v->id_a = id_a;
    v->id_b = id_b;
    if (form == PAIR3_BOXES) {
        i64x2 signs[3];
        for (int i = 0; i < 3; i++)
            signs[i] = (i64x2){(int64_t)(((uint64_t)id_a >> i & 1) << 63),
                               (int64_t)(((uint64_t)id_b >> i & 1) << 63)};
        pair3_set_box_corners(&p->lanes, signs, v);
    } else if (form == PAIR3_HULLS) {
        pair3_place(&p->lanes, p->a.hull, p->b.hull, v);
    } else if (form == PAIR3_SIMPLICES) {
        pair3_pick(&p->lanes, v);
    } else {
        pair3_join(v, core3_vertex(&p->a, id_a), core3_vertex(&p->b, id_b));
    }
    vertex3_set_w(v);
}

// ---- Loading both shapes into the lanes, in a unit that is a constant where it is 1 ----

#define PAIR3_INLINE static inline __attribute__((always_inline))

PAIR3_INLINE f64x2 pair3_two(flr_real a, double scale_a, flr_real b, double scale_b)
{
    return (f64x2){(double)a, (double)b} * (f64x2){scale_a, scale_b};
}

PAIR3_INLINE f64x2 pair3_sum_of(f64x2 x, f64x2 y, f64x2 z)
{
    return f64x2_abs(x) + f64x2_abs(y) + f64x2_abs(z);
}

/// Returns a length of the order of both sizes, which is finite only if all four rows are.
PAIR3_INLINE double pair3_measure(const pair3_lanes *l)
{
    f64x2 sum = {0, 0};
    for (int i = 0; i < 4; i++) sum += pair3_sum_of(l->x[i], l->y[i], l->z[i]);
    return sum[0] + sum[1];
}

PAIR3_INLINE void pair3_set_axis(pair3_lanes *l, int i, flr_vec3 a, double scale_a, flr_vec3 b,
                                 double scale_b)
{
    l->x[i] = pair3_two(a.x, scale_a, b.x, scale_b);
    l->y[i] = pair3_two(a.y, scale_a, b.y, scale_b);
    l->z[i] = pair3_two(a.z, scale_a, b.z, scale_b);
}

/// Sets the places of both cores, which are their middles as well.
PAIR3_INLINE void pair3_set_origin(pair3 *p, pair3_lanes *l, dvec3 a, dvec3 b)
{
    l->x[3] = (f64x2){a.x, b.x};
    l->y[3] = (f64x2){a.y, b.y};
    l->z[3] = (f64x2){a.z, b.z};
    // each number is taken from where it was computed: a vector read back from memory would wait for its
    // parts
    p->a.center = dvec3_make(a.x, a.y, a.z);
    p->a.middle = dvec3_make(a.x, a.y, a.z);
    p->b.center = dvec3_make(b.x, b.y, b.z);
    p->b.middle = dvec3_make(b.x, b.y, b.z);
}

PAIR3_INLINE void pair3_load_boxes(pair3 *p, const flr_convex3 *a, const flr_convex3 *b, double unit)
{
    pair3_lanes *l = &p->lanes;
    const flr_vec3 m = a->half_extents, n = b->half_extents;
    pair3_set_axis(l, 0, a->axes.x, (double)m.x * unit, b->axes.x, (double)n.x * unit);
    pair3_set_axis(l, 1, a->axes.y, (double)m.y * unit, b->axes.y, (double)n.y * unit);
    pair3_set_axis(l, 2, a->axes.z, (double)m.z * unit, b->axes.z, (double)n.z * unit);
    pair3_set_origin(p, l, dvec3_make(0, 0, 0), reference3_relative(&p->reference, b->center));
}

/// Turns a point of each shape by its shape's rotation.
PAIR3_INLINE void pair3_turn(const pair3_lanes *l, dvec3 a, dvec3 b, dvec3 *turned_a, dvec3 *turned_b)
{
    const f64x2 px = {a.x, b.x}, py = {a.y, b.y}, pz = {a.z, b.z};
    const f64x2 x = l->x[0] * px + l->x[1] * py + l->x[2] * pz,
                y = l->y[0] * px + l->y[1] * py + l->y[2] * pz,
                z = l->z[0] * px + l->z[1] * py + l->z[2] * pz;
    *turned_a = dvec3_make(x[0], y[0], z[0]);
    *turned_b = dvec3_make(x[1], y[1], z[1]);
}

PAIR3_INLINE void pair3_set_turns(pair3_lanes *l, const flr_convex3 *a, const flr_convex3 *b, double unit)
{
    pair3_set_axis(l, 0, a->axes.x, unit, b->axes.x, unit);
    pair3_set_axis(l, 1, a->axes.y, unit, b->axes.y, unit);
    pair3_set_axis(l, 2, a->axes.z, unit, b->axes.z, unit);
}

/// Sets the rotations, and where the first points of both shapes come to lie: that of a is the scene's
/// origin.
PAIR3_INLINE void pair3_set_frames(pair3 *p, pair3_lanes *l, const flr_convex3 *a, const flr_convex3 *b,
                                   dvec3 first_a, dvec3 first_b, double unit)
{
    dvec3 lead, way;
    pair3_set_turns(l, a, b, unit);
    pair3_turn(l, first_a, first_b, &lead, &way);
    p->reference.lead = dvec3_make(lead.x, lead.y, lead.z);
    dvec3 apart =
        dvec3_sub(dvec3_scale(unit, dvec3_from(b->center)), dvec3_scale(unit, p->reference.position));
    pair3_set_origin(p, l, dvec3_make(0, 0, 0), dvec3_far_sum(apart, way, lead));
}

/// Sets the middles of two hulls that are measured from other points.
PAIR3_INLINE void pair3_set_middles_off(pair3 *p)
{
    dvec3 a, b;
    pair3_turn(&p->lanes, dvec3_from(p->a.hull->middle), dvec3_from(p->b.hull->middle), &a, &b);
    p->a.middle = dvec3_make(a.x, a.y, a.z);
    p->b.middle = dvec3_make(p->b.center.x + b.x, p->b.center.y + b.y, p->b.center.z + b.z);
}

PAIR3_INLINE void pair3_load_hulls(pair3 *p, const flr_convex3 *a, const flr_convex3 *b, double unit)
{
    p->a.hull = a->hull;
    p->b.hull = b->hull;
    if (a->hull->has_base | b->hull->has_base) {
        pair3_set_frames(p, &p->lanes, a, b, dvec3_from(a->hull->base), dvec3_from(b->hull->base), unit);
        if (a->hull->is_off | b->hull->is_off) pair3_set_middles_off(p);
        return;
    }
    // the bases are where the poses say, so only the middles have to be turned
    pair3_set_turns(&p->lanes, a, b, unit);
    pair3_set_origin(p, &p->lanes, dvec3_make(0, 0, 0), reference3_relative(&p->reference, b->center));
    pair3_set_middles_off(p);
}

/// Loads as much as one separating plane of two hulls needs: their poses and middles, that of a in the
/// scene's origin.
PAIR3_INLINE void pair3_load_middles(pair3 *p, const flr_convex3 *a, const flr_convex3 *b)
{
    p->radius_a = (double)a->radius;
    p->radius_b = (double)b->radius;
    p->a.shape = a;
    p->b.shape = b;
    p->a.hull = a->hull;
    p->b.hull = b->hull;
    p->reference = (reference3){dvec3_from(a->center), {0, 0, 0}, 1};
    pair3_set_frames(p, &p->lanes, a, b, dvec3_from(a->hull->info.center), dvec3_from(b->hull->info.center),
                     1);
}

/// Returns corner i, or the first one where there are fewer.
PAIR3_INLINE const flr_vec3 *pair3_corner_of(const flr_convex3 *s, uint32_t i)
{
    return i < s->count ? &s->corners[i] : &s->corners[0];
}

PAIR3_INLINE void pair3_load_corners(pair3 *p, const flr_convex3 *a, const flr_convex3 *b, double unit)
{
    pair3_lanes *l = &p->lanes;
    const dvec3 from = dvec3_scale(unit, p->reference.position);
    for (uint32_t i = 0; i < 4; i++) {
        const flr_vec3 *u = pair3_corner_of(a, i), *v = pair3_corner_of(b, i);
        l->x[i] = pair3_two(u->x, unit, v->x, unit) - f64x2_splat(from.x);
        l->y[i] = pair3_two(u->y, unit, v->y, unit) - f64x2_splat(from.y);
        l->z[i] = pair3_two(u->z, unit, v->z, unit) - f64x2_splat(from.z);
    }
}

/// Loads what the fast path needs of a pair of one form, in unit 1. Returns a sum that is finite only if all
/// corners are. Of boxes and hulls every support point is finite only if they are.
PAIR3_INLINE double pair3_load_fast(pair3 *p, const flr_convex3 *a, const flr_convex3 *b, pair3_form form)
{
    p->form = form;
    p->radius_a = (double)a->radius;
    p->radius_b = (double)b->radius;
    p->a.shape = a;
    p->b.shape = b;
    p->reference = (reference3){dvec3_from(a->center), {0, 0, 0}, 1};
    if (form == PAIR3_BOXES) {
        pair3_load_boxes(p, a, b, 1);
    } else if (form == PAIR3_HULLS) {
        pair3_load_hulls(p, a, b, 1);
    } else {
        pair3_load_corners(p, a, b, 1);
        p->a.middle = dvec3_make(0, 0, 0);
        p->b.middle = dvec3_sub(dvec3_from(b->center), p->reference.position);
    }
    p->a.kind = form == PAIR3_HULLS ? FLR_CONVEX3_HULL : a->kind;
    p->b.kind = form == PAIR3_HULLS ? FLR_CONVEX3_HULL : b->kind;
    p->a.count = form == PAIR3_HULLS ? a->hull->info.vertex_count : a->count;
    p->b.count = form == PAIR3_HULLS ? b->hull->info.vertex_count : b->count;
    f64x2 sum = {p->radius_a, p->radius_b};
    for (int i = 0; i < 4 && form == PAIR3_SIMPLICES; i++)
        sum += p->lanes.x[i] + p->lanes.y[i] + p->lanes.z[i];
    return sum[0] + sum[1];
}

#endif
