/// Two cores of one scene, and the support points of their difference.
#ifndef FLR_CONVEX_PAIR3_H
#define FLR_CONVEX_PAIR3_H

#include "convex/simplex3.h"
#include "convex/support3.h"

/// Which loop is made for the pair.
typedef enum pair3_form {
    PAIR3_BOXES,  ///< two boxes
    PAIR3_FEW,    ///< up to four corners each
    PAIR3_HULLS,  ///< two hulls
    PAIR3_ANY
} pair3_form;

/// Both shapes side by side, a lane each: the axes of boxes, times their half extents, and last their centres; hulls in the
/// same way; or corners.
typedef struct pair3_lanes {
    f64x2 x[4], y[4], z[4];
} pair3_lanes;

typedef struct pair3 {
    pair3_form form;
    pair3_lanes lanes;     ///< of all forms but PAIR3_ANY
    core3 a, b;            ///< of the other forms only what is asked of all cores, until flr_pair3_complete
    reference3 reference;  ///< what all points are relative to
    double radius_a, radius_b;
    bool not_finite;  ///< something that was read, or that a user's function has answered
} pair3;

/// The pair stays where it is: copies of it report to the first one what is not finite.
void flr_pair3_make(pair3 *p, const flr_convex3 *a, const flr_convex3 *b);
/// Makes a core of each shape that only has its lane.
void flr_pair3_complete(pair3 *p);
/// Moves b, in the scene; the pair has been completed.
void flr_pair3_move(pair3 *p, dvec3 by);
/// A point of the pair's scene, moved along by a length, in world.
static inline flr_vec3 pair3_world(const pair3 *p, dvec3 point, double along, dvec3 normal)
{
    const reference3 *r = &p->reference;
    dvec3 q = dvec3_add(r->lead, point);
    if (r->unit != 1) q = dvec3_scale(1 / r->unit, q);
    return dvec3_round(dvec3_add(r->position, dvec3_add_scaled(q, along, normal)));
}

/// The corners of both boxes in which the signs say that they lie against their axes.
static inline void pair3_set_box_corners(const pair3_lanes *l, const i64x2 signs[3], vertex3 *v)
{
    v->x =
        l->x[3] + f64x2_xor(l->x[0], signs[0]) + f64x2_xor(l->x[1], signs[1]) + f64x2_xor(l->x[2], signs[2]);
    v->y =
        l->y[3] + f64x2_xor(l->y[0], signs[0]) + f64x2_xor(l->y[1], signs[1]) + f64x2_xor(l->y[2], signs[2]);
    v->z =
        l->z[3] + f64x2_xor(l->z[0], signs[0]) + f64x2_xor(l->z[1], signs[1]) + f64x2_xor(l->z[2], signs[2]);
}

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

/// The corners by their numbers.
static inline void pair3_pick(const pair3_lanes *l, vertex3 *v)
{
    v->x = (f64x2){l->x[v->id_a][0], l->x[v->id_b][1]};
    v->y = (f64x2){l->y[v->id_a][0], l->y[v->id_b][1]};
    v->z = (f64x2){l->z[v->id_a][0], l->z[v->id_b][1]};
}

/// The middles of the corners, of which some may be the first one again.
static inline void pair3_set_middles(const pair3_lanes *l, vertex3 *v)
{
    const f64x2 part = f64x2_splat(0.25);
    v->x = part * ((l->x[0] + l->x[2]) + (l->x[1] + l->x[3]));
    v->y = part * ((l->y[0] + l->y[2]) + (l->y[1] + l->y[3]));
    v->z = part * ((l->z[0] + l->z[2]) + (l->z[1] + l->z[3]));
}

/// The first of the farthest in each lane, by their heights.
static inline void pair3_choose(const f64x2 t[4], vertex3 *v)
{
    uint32_t second = f64x2_mask(t[1] > t[0]), fourth = f64x2_mask(t[3] > t[2]);
    uint32_t upper = f64x2_mask(f64x2_max(t[3], t[2]) > f64x2_max(t[1], t[0]));
    v->id_a = upper & 1 ? 2 | (fourth & 1) : second & 1;
    v->id_b = upper & 2 ? 2 | fourth >> 1 : second >> 1;
}

static inline void pair3_few(const pair3_lanes *l, dvec3 d, vertex3 *v)
{
    f64x2 dx = {-d.x, d.x}, dy = {-d.y, d.y}, dz = {-d.z, d.z}, t[4];
    for (int i = 0; i < 4; i++) t[i] = l->x[i] * dx + l->y[i] * dy + l->z[i] * dz;
    pair3_choose(t, v);
    pair3_pick(l, v);
}

/// Both points, each in its own hull's lane and frame, placed together.
static inline void pair3_put(const pair3_lanes *l, f64x2 x, f64x2 y, f64x2 z, vertex3 *v)
{
    v->x = l->x[3] + (l->x[0] * x + l->x[1] * y + l->x[2] * z);
    v->y = l->y[3] + (l->y[0] * x + l->y[1] * y + l->y[2] * z);
    v->z = l->z[3] + (l->z[0] * x + l->z[1] * y + l->z[2] * z);
}

/// The vertices by their numbers.
static inline void pair3_place(const pair3_lanes *l, const flr_hull3 *a, const flr_hull3 *b, vertex3 *v)
{
    const uint32_t i = v->id_a, k = v->id_b;
    pair3_put(l, (f64x2){(double)a->x[i], (double)b->x[k]}, (f64x2){(double)a->y[i], (double)b->y[k]},
              (f64x2){(double)a->z[i], (double)b->z[k]}, v);
}

/// The numbers of the vertices that lie farthest, each along the direction in its own hull's lane and frame.
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

/// Inline wherever it is called: a direction handed over in memory would be read as a whole before its parts have got there.
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

static inline double pair3_rounding_of_user(const core3 *c, double size)
{
    const double one = sizeof(flr_real) == sizeof(float) ? 0x1p-24 : 0x1p-53;
    return c->kind == FLR_CONVEX3_USER ? 2 * one * (dvec3_length(dvec3_from(c->shape->center)) + size) : 0;
}

/// What users' support points are off by, as they are rounded where they lie in the world; 0 without users. All in the unit of the pair,
/// `size` of the scene too.
static inline double pair3_rounding_of_users(const pair3 *p, double size)
{
    const double unit = p->reference.unit, there = size / unit;
    return unit * (pair3_rounding_of_user(&p->a, there) + pair3_rounding_of_user(&p->b, there));
}

static inline void pair3_join(vertex3 *v, dvec3 a, dvec3 b)
{
    v->x = (f64x2){a.x, b.x};
    v->y = (f64x2){a.y, b.y};
    v->z = (f64x2){a.z, b.z};
}

/// The point of the difference that lies farthest against d. The form is a constant where this is called.
static inline __attribute__((always_inline)) void pair3_support(const pair3 *p, pair3_form form, dvec3 d,
                                                                vertex3 *v)
{
    if (form == PAIR3_BOXES) {
        pair3_boxes(&p->lanes, d, v);
    } else if (form == PAIR3_FEW) {
        pair3_few(&p->lanes, d, v);
    } else if (form == PAIR3_HULLS) {
        pair3_hulls(&p->lanes, p->a.hull, p->b.hull, d, v);
    } else {
        dvec3 a = core3_support(&p->a, p->a.kind, dvec3_neg(d), &v->id_a);
        pair3_join(v, a, core3_support(&p->b, p->b.kind, d, &v->id_b));
    }
    vertex3_set_w(v);
}

/// The point of the difference by the numbers of its parts. The form is a constant where this is called.
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
    } else if (form == PAIR3_FEW) {
        pair3_pick(&p->lanes, v);
    } else {
        pair3_join(v, core3_vertex(&p->a, id_a), core3_vertex(&p->b, id_b));
    }
    vertex3_set_w(v);
}

#endif
