/// After a small motion the features that were closest mostly are so still. They are placed and their closest points found, and the
/// plane between them is proved by how high all other corners lie over it, of which none is placed. What that leaves open goes to the
/// search.
#include "closest/gjk3_warm.h"

#include <stddef.h>

#include "closest/gjk3_feature.h"
#include "closest/gjk3_plain.h"
#include "convex/pair3_load.h"

GJK3_INLINE wide_lanes3 corners_of(const flr_convex3 *a, const flr_convex3 *b, uint32_t i, uint32_t k)
{
    return wide_lanes3_of(wide3_of(a->corners[i]), wide3_of(b->corners[k]));
}

/// Are the first `count` numbers of the cache those of corners?
GJK3_INLINE bool are_within(const flr_gjk3_cache *c, int count, uint32_t in_a, uint32_t in_b)
{
    bool within = true;
    for (int i = 0; i < count; i++) within &= (c->a[i] < in_a) & (c->b[i] < in_b);
    return within;
}

/// How far corners lie farther along d than the first ones of the simplex; not a number where one of them is none.
GJK3_INLINE double gain_of_corners(const warm_question *q, wide_lanes3 first, wide_lanes3 d)
{
    const flr_gjk3_cache *c = q->options->cache;
    const bool four = (q->a->count == 4) & (q->b->count == 4);
    wide_lanes most = {0, 0}, all = {0, 0};
    for (uint32_t j = four; j < 4; j++) {
        const flr_vec3 *k = four ? &q->a->corners[(c->a[0] + j) & 3] : pair3_corner_of(q->a, j),
                       *l = four ? &q->b->corners[(c->b[0] + j) & 3] : pair3_corner_of(q->b, j);
        const wide_lanes3 way = wide_lanes3_sub(wide_lanes3_of(wide3_of(*k), wide3_of(*l)), first);
        const wide_lanes height = wide_lanes3_dot(d, way);
        most = wide_max(height, most);
        all += height;
    }
    return (most[0] + most[1]) + 0 * (all[0] + all[1]);
}

GJK3_INLINE bool try_few(const warm_question *q, int count, flr_gjk3 *r)
{
    const flr_gjk3_cache *c = q->options->cache;
    const flr_convex3 *a = q->a, *b = q->b;
    if (!are_within(c, count, a->count, b->count)) return false;
    const wide3 from = wide3_of(a->center);
    warm_simplex x;
    warm_plane f;
    const wide_lanes3 none = {{0, 0}, {0, 0}, {0, 0}}, first = corners_of(a, b, c->a[0], c->b[0]);
    x.at = first;
    x.offset = none;
    x.w = warm_difference(first);
    if (count > 1) x.of_u = wide_lanes3_sub(corners_of(a, b, c->a[1], c->b[1]), first);
    if (count > 2) x.of_v = wide_lanes3_sub(corners_of(a, b, c->a[2], c->b[2]), first);
    warm_set_sides(&x, count);
    if (!warm_solve(&x, count, false, &f)) return false;
    const double gain = gain_of_corners(q, first, warm_outwards(&f));
    const double size = warm_measure(&x, wide_lanes3_sub(first, wide_lanes3_of(from, from)), count);
    return warm_answer(q, &x, &f, count, size, gain, r);
}

/// By the number of an axis, the three of a before those of b: where it and its half extent lie in the shape; and what leads from one end
/// of it to the other in the difference, in half extents: from the end along the axis, and from that against it.
static const struct warm_axis {
    uint16_t axis, half;
    double way[2];
    wide_lanes own;  ///< whose it is, and the sign with which it counts in the difference
} AXIS[6] = {
    {offsetof(flr_convex3, axes.x), offsetof(flr_convex3, half_extents.x), {-2, 2}, {1, 0}},
    {offsetof(flr_convex3, axes.y), offsetof(flr_convex3, half_extents.y), {-2, 2}, {1, 0}},
    {offsetof(flr_convex3, axes.z), offsetof(flr_convex3, half_extents.z), {-2, 2}, {1, 0}},
    {offsetof(flr_convex3, axes.x), offsetof(flr_convex3, half_extents.x), {2, -2}, {0, -1}},
    {offsetof(flr_convex3, axes.y), offsetof(flr_convex3, half_extents.y), {2, -2}, {0, -1}},
    {offsetof(flr_convex3, axes.z), offsetof(flr_convex3, half_extents.z), {2, -2}, {0, -1}},
};

/// Corners of the difference of boxes as numbers of six bits, the first one beside both others.
typedef struct warm_ids {
    uint32_t p, q, r;
    bool moved;  ///< not as in the cache
} warm_ids;

GJK3_INLINE bool is_one_bit(uint32_t bits) { return bits != 0 && (bits & (bits - 1)) == 0; }

GJK3_INLINE uint32_t code(const flr_gjk3_cache *c, int i) { return c->a[i] | c->b[i] << 3; }

/// False where they are no corners of an edge or a parallelogram.
GJK3_INLINE bool read_ids(const flr_gjk3_cache *c, int count, warm_ids *ids)
{
    if (!are_within(c, count, 8, 8)) return false;
    ids->p = code(c, 0);
    ids->moved = false;
    if (count > 1) ids->q = code(c, 1);
    if (count > 2) {
        ids->r = code(c, 2);
        const uint32_t p = ids->p;
        if (!is_one_bit(p ^ ids->r)) {
            ids->p = ids->q;
            ids->q = p;
            ids->moved = true;
        } else if (!is_one_bit(p ^ ids->q)) {
            ids->p = ids->r;
            ids->r = p;
            ids->moved = true;
        }
    }
    return (count < 2 || is_one_bit(ids->p ^ ids->q)) && (count < 3 || is_one_bit(ids->p ^ ids->r));
}

/// The numbers as they are to be found the next time: first the corner beside both others, in the half that the closest point lies in.
static __attribute__((noinline)) void keep_ids(uint32_t p, uint32_t q, uint32_t r, flr_gjk3_cache *c)
{
    c->a[0] = p & 7;
    c->b[0] = p >> 3;
    c->a[1] = q & 7;
    c->b[1] = q >> 3;
    c->a[2] = r & 7;
    c->b[2] = r >> 3;
}

/// A half axis of both boxes, towards the corner.
GJK3_INLINE wide_lanes3 half_axis(flr_vec3 a, flr_real half_a, flr_vec3 b, flr_real half_b, wide_bits against)
{
    const wide_lanes half =
        wide_flip((wide_lanes){(double)half_a, (double)half_b}, against & (wide_bits){INT64_MIN, INT64_MIN});
    return (wide_lanes3){(wide_lanes){(double)a.x, (double)b.x} * half,
                         (wide_lanes){(double)a.y, (double)b.y} * half,
                         (wide_lanes){(double)a.z, (double)b.z} * half};
}

/// The way from a corner to the one that differs in one bit, and its length squared.
GJK3_INLINE wide3 side_of(const flr_convex3 *a, const flr_convex3 *b, uint32_t corner, int bit,
                          double *squared)
{
    const struct warm_axis *k = &AXIS[bit];
    const char *shape = (const char *)(bit < 3 ? a : b);
    const flr_vec3 *axis = (const flr_vec3 *)(shape + k->axis);
    const flr_real *half = (const flr_real *)(shape + k->half);
    const double length = k->way[corner >> bit & 1] * (double)*half;
    *squared = length * length;
    return wide3_scale(length, wide3_of(*axis));
}

GJK3_INLINE wide_lanes3 part_of(wide3 u, wide_lanes own)
{
    return (wide_lanes3){own * wide_all(u.x), own * wide_all(u.y), own * wide_all(u.z)};
}

GJK3_INLINE bool try_boxes(const warm_question *q, int count, flr_gjk3 *r)
{
    const flr_convex3 *a = q->a, *b = q->b;
    warm_ids ids;
    if (!read_ids(q->options->cache, count, &ids)) return false;
    const wide_bits bits = {(int64_t)ids.p, (int64_t)(ids.p >> 3)};
    const flr_vec3 m = a->half_extents, n = b->half_extents;
    const wide_lanes3 i = half_axis(a->axes.x, m.x, b->axes.x, n.x, bits << 63),
                      j = half_axis(a->axes.y, m.y, b->axes.y, n.y, bits << 62),
                      k = half_axis(a->axes.z, m.z, b->axes.z, n.z, bits << 61);
    const wide3 from = wide3_of(a->center), way = wide3_sub(wide3_of(b->center), from);
    warm_simplex x;
    warm_plane f;
    x.at = wide_lanes3_of(from, from);
    x.offset = warm_sum(warm_sum(warm_sum(wide_lanes3_of(wide3_make(0, 0, 0), way), i), j), k);
    x.w = warm_difference(x.offset);
    if (count > 1) {
        const int bit = __builtin_ctz(ids.p ^ ids.q);
        x.u = side_of(a, b, ids.p, bit, &x.uu);
        x.of_u = part_of(x.u, AXIS[bit].own);
    }
    if (count > 2) {
        const int bit = __builtin_ctz(ids.p ^ ids.r);
        x.v = side_of(a, b, ids.p, bit, &x.vv);
        x.of_v = part_of(x.v, AXIS[bit].own);
    }
    if (!warm_solve(&x, count, true, &f)) return false;
    const wide_lanes3 d = warm_outwards(&f);
    const wide_lanes zero = {0, 0};
    const wide_lanes back = wide_min(zero, wide_lanes3_dot(d, i)) + wide_min(zero, wide_lanes3_dot(d, j)) +
                            wide_min(zero, wide_lanes3_dot(d, k));
    // all corners of a lie as far from the origin, and the others of b not much farther than this one or its middle
    const double size = warm_measure(&x, x.offset, 1), middle = 2 * wide3_dot(way, way);
    if (!warm_answer(q, &x, &f, count, middle > size ? middle : size, -2 * (back[0] + back[1]), r))
        return false;
    const bool other_half = f.s + f.t > 1;
    if (count == 3 && (ids.moved || other_half))
        keep_ids(other_half ? ids.p ^ ids.q ^ ids.r : ids.p, ids.q, ids.r, q->options->cache);
    return true;
}

/// The vertices of both hulls in their own frames.
GJK3_INLINE wide_lanes3 vertices_of(const flr_hull3 *a, const flr_hull3 *b, uint32_t i, uint32_t k)
{
    return wide_lanes3_of(hull3_vertex(a, i), hull3_vertex(b, k));
}

/// The rotations of both.
typedef struct warm_frames {
    wide_lanes3 x, y, z;
} warm_frames;

GJK3_INLINE wide_lanes3 turned(const warm_frames *l, wide_lanes3 v)
{
    return (wide_lanes3){l->x.x * v.x + l->y.x * v.y + l->z.x * v.z,
                         l->x.y * v.x + l->y.y * v.y + l->z.y * v.z,
                         l->x.z * v.x + l->y.z * v.y + l->z.z * v.z};
}

static inline bool is_turned(const flr_mat3 *m) { return (m->x.x != 1) | (m->y.y != 1) | (m->z.z != 1); }

/// How far the farthest vertex lies along a direction of the hull's frame. False where they are too many to be looked at.
GJK3_INLINE bool reach_of(const flr_hull3 *h, uint32_t cell, wide3 d, double *reach)
{
    if (!h->cell_first) {
        *reach = h->reach(h->x, h->y, h->z, h->padded_count, d.x, d.y, d.z);
        return true;
    }
    const uint32_t first = hull3_cell_first(h, cell);
    if (h->cell_first[cell] & 1) return false;
    const size_t count = hull3_cell_first(h, cell + 1) - first;
    const flr_real *x = h->cell_points + 3 * (size_t)first;
    *reach = h->reach(x, x + count, x + 2 * count, count, d.x, d.y, d.z);
    return true;
}

/// How far vertices lie farther along d, of the hulls' frames, than those of the simplex.
GJK3_INLINE bool gain_of_hulls(const flr_hull3 *a, const flr_hull3 *b, wide_lanes3 first, wide_lanes3 d,
                               double *gain)
{
    const wide3 d_a = wide3_make(d.x[0], d.y[0], d.z[0]), d_b = wide3_make(d.x[1], d.y[1], d.z[1]);
    uint32_t cell[2] = {0, 0};
    if (a->cell_first && b->cell_first) {
        hull3_cells(a, b, d.x, d.y, d.z, cell);
    } else {
        if (a->cell_first) cell[0] = hull3_cell(a, d_a.x, d_a.y, d_a.z);
        if (b->cell_first) cell[1] = hull3_cell(b, d_b.x, d_b.y, d_b.z);
    }
    double of_a, of_b;
    if (!reach_of(a, cell[0], d_a, &of_a) || !reach_of(b, cell[1], d_b, &of_b)) return false;
    const wide_lanes own = wide_lanes3_dot(first, d);
    *gain = (of_a - own[0]) + (of_b - own[1]);
    return true;
}

GJK3_INLINE bool try_hulls(const warm_question *q, int count, flr_gjk3 *r)
{
    const flr_gjk3_cache *c = q->options->cache;
    const flr_hull3 *a = q->a->hull, *b = q->b->hull;
    if (!are_within(c, count, a->info.vertex_count, b->info.vertex_count)) return false;
    const flr_mat3 *m = &q->a->axes, *n = &q->b->axes;
    const warm_frames l = {wide_lanes3_of(wide3_of(m->x), wide3_of(n->x)),
                           wide_lanes3_of(wide3_of(m->y), wide3_of(n->y)),
                           wide_lanes3_of(wide3_of(m->z), wide3_of(n->z))};
    // where the hulls' own references come to lie: that of a in the scene's origin
    const wide_lanes3 way = turned(&l, wide_lanes3_of(wide3_of(a->info.center), wide3_of(b->info.center)));
    const wide3 from = wide3_of(q->a->center), lead = wide3_make(way.x[0], way.y[0], way.z[0]);
    const wide3 middle = wide3_far_sum(wide3_sub(wide3_of(q->b->center), from),
                                       wide3_make(way.x[1], way.y[1], way.z[1]), lead);
    const wide_lanes3 first = vertices_of(a, b, c->a[0], c->b[0]);
    warm_simplex x;
    warm_plane f;
    const wide_lanes3 p = warm_sum(wide_lanes3_of(wide3_make(0, 0, 0), middle), turned(&l, first));
    x.at = wide_lanes3_of(from, from);
    x.offset = warm_sum(wide_lanes3_of(lead, lead), p);
    x.w = warm_difference(p);
    if (count > 1) x.of_u = turned(&l, wide_lanes3_sub(vertices_of(a, b, c->a[1], c->b[1]), first));
    if (count > 2) x.of_v = turned(&l, wide_lanes3_sub(vertices_of(a, b, c->a[2], c->b[2]), first));
    warm_set_sides(&x, count);
    if (!warm_solve(&x, count, false, &f)) return false;
    const wide_lanes3 out = warm_outwards(&f);
    const wide_lanes3 d = {wide_lanes3_dot(l.x, out), wide_lanes3_dot(l.y, out), wide_lanes3_dot(l.z, out)};
    double gain;
    if (!gain_of_hulls(a, b, first, d, &gain)) return false;
    // what a rotation has carried is off by a rounding of how far
    const wide_lanes far = wide_lanes3_dot(way, way);
    const double carried = 2 * ((is_turned(m) ? far[0] : 0) + (is_turned(n) ? far[1] : 0));
    const double size = warm_measure(&x, p, count);
    return warm_answer(q, &x, &f, count, carried > size ? carried : size, gain, r);
}

// all of it inline: an answer that is copied once more costs as much as a support point
#define WARM(form)                                                                                           \
    flr_gjk3 flr_gjk3_warm_##form(const flr_convex3 *a, const flr_convex3 *b,                                \
                                  const flr_gjk3_options *options)                                           \
    {                                                                                                        \
        const warm_question q = {a, b, options};                                                             \
        const uint32_t count = options->cache->count;                                                        \
        flr_gjk3 r;                                                                                          \
        if (count == 3 && try_##form(&q, 3, &r)) return r;                                                   \
        if (count == 2 && try_##form(&q, 2, &r)) return r;                                                   \
        if (count == 1 && try_##form(&q, 1, &r)) return r;                                                   \
        return flr_gjk3_plain_##form(a, b, options);                                                         \
    }

WARM(boxes)
WARM(few)
WARM(hulls)
