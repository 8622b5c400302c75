/// The warm start of GJK: the closest features of the previous call, proved again.
///
/// After a small motion the features that were closest usually still are. They are placed and their closest
/// points found. The plane between them is proved by the heights of all other corners over it, none of which
/// has to be placed. What that leaves open goes to the fast path.
#include <stddef.h>

#include "convex/gjk3.h"
#include "convex/gjk3_feature.h"
#include "convex/minkowski3.h"

GJK3_INLINE dvec3x2 corners_of(const flr_convex3 *a, const flr_convex3 *b, uint32_t i, uint32_t k)
{
    return dvec3x2_from(dvec3_from(a->corners[i]), dvec3_from(b->corners[k]));
}

/// Returns how much farther corners lie along d than the first ones of the simplex; NaN if a corner is not
/// finite.
GJK3_INLINE double gain_of_corners(const feature_query *q, dvec3x2 first, dvec3x2 d)
{
    const flr_gjk3_cache *c = q->options->cache;
    const bool real4 = (q->a->count == 4) & (q->b->count == 4);
    f64x2 most = {0, 0}, all = {0, 0};
    for (uint32_t j = real4; j < 4; j++) {
        const flr_vec3 *k = real4 ? &q->a->corners[(c->a[0] + j) & 3] : pair3_corner_of(q->a, j),
                       *l = real4 ? &q->b->corners[(c->b[0] + j) & 3] : pair3_corner_of(q->b, j);
        const dvec3x2 way = dvec3x2_sub(dvec3x2_from(dvec3_from(*k), dvec3_from(*l)), first);
        const f64x2 height = dvec3x2_dot(d, way);
        most = f64x2_max(height, most);
        all += height;
    }
    return (most[0] + most[1]) + 0 * (all[0] + all[1]);
}

/// Answers if the cached corners are still the closest feature, for two cores given by corners.
GJK3_INLINE bool try_simplices(const feature_query *q, int count, flr_gjk3 *r)
{
    const flr_gjk3_cache *c = q->options->cache;
    const flr_convex3 *a = q->a, *b = q->b;
    if (!feature_are_within(c, count, a->count, b->count)) return false;
    const dvec3 from = dvec3_from(a->center);
    feature_simplex x;
    feature_plane f;
    const dvec3x2 none = {{0, 0}, {0, 0}, {0, 0}}, first = corners_of(a, b, c->a[0], c->b[0]);
    x.at = first;
    x.offset = none;
    x.w = feature_difference(first);
    if (count > 1) x.of_u = dvec3x2_sub(corners_of(a, b, c->a[1], c->b[1]), first);
    if (count > 2) x.of_v = dvec3x2_sub(corners_of(a, b, c->a[2], c->b[2]), first);
    feature_set_sides(&x, count);
    if (!feature_solve(&x, count, false, &f)) return false;
    const double gain = gain_of_corners(q, first, feature_outwards(&f));
    const double size = feature_size(&x, dvec3x2_sub(first, dvec3x2_from(from, from)), count);
    return feature_answer(q, &x, &f, count, size, gain, r);
}

/// A box's axis by its number, the three of a before those of b: where the axis and its half extent are in
/// the shape, and in half extents the way from one end of it to the other in the difference, from the
/// positive end and from the negative one.
static const struct box_axis {
    uint16_t axis, half;
    double way[2];
    f64x2 own;  ///< the lane of its shape, with the sign that it has in the difference
} AXIS[6] = {
    {offsetof(flr_convex3, axes.x), offsetof(flr_convex3, half_extents.x), {-2, 2}, {1, 0}},
    {offsetof(flr_convex3, axes.y), offsetof(flr_convex3, half_extents.y), {-2, 2}, {1, 0}},
    {offsetof(flr_convex3, axes.z), offsetof(flr_convex3, half_extents.z), {-2, 2}, {1, 0}},
    {offsetof(flr_convex3, axes.x), offsetof(flr_convex3, half_extents.x), {2, -2}, {0, -1}},
    {offsetof(flr_convex3, axes.y), offsetof(flr_convex3, half_extents.y), {2, -2}, {0, -1}},
    {offsetof(flr_convex3, axes.z), offsetof(flr_convex3, half_extents.z), {2, -2}, {0, -1}},
};

/// Corners of the difference of two boxes, as numbers of six bits. The first one is next to both others.
typedef struct box_ids {
    uint32_t p, q, r;
    bool moved;  ///< the order is not that of the cache
} box_ids;

GJK3_INLINE bool is_one_bit(uint32_t bits) { return bits != 0 && (bits & (bits - 1)) == 0; }

GJK3_INLINE uint32_t code(const flr_gjk3_cache *c, int i) { return c->a[i] | c->b[i] << 3; }

/// Reads the corners of the cache. Returns false if they are no corner, edge or half of a parallelogram.
GJK3_INLINE bool read_ids(const flr_gjk3_cache *c, int count, box_ids *ids)
{
    if (!feature_are_within(c, count, 8, 8)) return false;
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

/// Writes the corners as the next call needs them: first the one next to both others, in the half that the
/// closest point lies in.
static __attribute__((noinline)) void keep_ids(uint32_t p, uint32_t q, uint32_t r, flr_gjk3_cache *c)
{
    c->a[0] = p & 7;
    c->b[0] = p >> 3;
    c->a[1] = q & 7;
    c->b[1] = q >> 3;
    c->a[2] = r & 7;
    c->b[2] = r >> 3;
}

/// Returns a half axis of each box, towards the corner.
GJK3_INLINE dvec3x2 half_axis(flr_vec3 a, flr_real half_a, flr_vec3 b, flr_real half_b, i64x2 against)
{
    const f64x2 half =
        f64x2_xor((f64x2){(double)half_a, (double)half_b}, against & (i64x2){INT64_MIN, INT64_MIN});
    return (dvec3x2){(f64x2){(double)a.x, (double)b.x} * half, (f64x2){(double)a.y, (double)b.y} * half,
                     (f64x2){(double)a.z, (double)b.z} * half};
}

/// Returns the vector from a corner to the one that differs in one bit, and its squared length.
GJK3_INLINE dvec3 side_of(const flr_convex3 *a, const flr_convex3 *b, uint32_t corner, int bit,
                          double *squared)
{
    const struct box_axis *k = &AXIS[bit];
    const char *shape = (const char *)(bit < 3 ? a : b);
    const flr_vec3 *axis = (const flr_vec3 *)(shape + k->axis);
    const flr_real *half = (const flr_real *)(shape + k->half);
    const double length = k->way[corner >> bit & 1] * (double)*half;
    *squared = length * length;
    return dvec3_scale(length, dvec3_from(*axis));
}

/// Returns the share that each shape has in a side of the difference.
GJK3_INLINE dvec3x2 part_of(dvec3 u, f64x2 own)
{
    return (dvec3x2){own * f64x2_splat(u.x), own * f64x2_splat(u.y), own * f64x2_splat(u.z)};
}

/// The same for two boxes.
GJK3_INLINE bool try_boxes(const feature_query *q, int count, flr_gjk3 *r)
{
    const flr_convex3 *a = q->a, *b = q->b;
    box_ids ids;
    if (!read_ids(q->options->cache, count, &ids)) return false;
    const i64x2 bits = {(int64_t)ids.p, (int64_t)(ids.p >> 3)};
    const flr_vec3 m = a->half_extents, n = b->half_extents;
    const dvec3x2 i = half_axis(a->axes.x, m.x, b->axes.x, n.x, bits << 63),
                  j = half_axis(a->axes.y, m.y, b->axes.y, n.y, bits << 62),
                  k = half_axis(a->axes.z, m.z, b->axes.z, n.z, bits << 61);
    const dvec3 from = dvec3_from(a->center), way = dvec3_sub(dvec3_from(b->center), from);
    feature_simplex x;
    feature_plane f;
    x.at = dvec3x2_from(from, from);
    x.offset = feature_sum(feature_sum(feature_sum(dvec3x2_from(dvec3_make(0, 0, 0), way), i), j), k);
    x.w = feature_difference(x.offset);
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
    if (!feature_solve(&x, count, true, &f)) return false;
    const dvec3x2 d = feature_outwards(&f);
    const f64x2 zero = {0, 0};
    const f64x2 back = f64x2_min(zero, dvec3x2_dot(d, i)) + f64x2_min(zero, dvec3x2_dot(d, j)) +
                       f64x2_min(zero, dvec3x2_dot(d, k));
    // all corners of a lie equally far from the origin, and those of b not much farther than this one or b's
    // middle
    const double size = feature_size(&x, x.offset, 1), middle = 2 * dvec3_dot(way, way);
    if (!feature_answer(q, &x, &f, count, middle > size ? middle : size, -2 * (back[0] + back[1]), r))
        return false;
    const bool other_half = f.s + f.t > 1;
    if (count == 3 && (ids.moved || other_half))
        keep_ids(other_half ? ids.p ^ ids.q ^ ids.r : ids.p, ids.q, ids.r, q->options->cache);
    return true;
}

#define WARM_START(name, try_features, fast)                                                                 \
    flr_gjk3 name(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options)               \
    {                                                                                                        \
        const feature_query q = {a, b, options};                                                             \
        const uint32_t count = options->cache->count;                                                        \
        flr_gjk3 r;                                                                                          \
        if (count == 3 && try_features(&q, 3, &r)) return r;                                                 \
        if (count == 2 && try_features(&q, 2, &r)) return r;                                                 \
        if (count == 1 && try_features(&q, 1, &r)) return r;                                                 \
        return fast(a, b, options);                                                                          \
    }

WARM_START(flr_gjk3_warm_start_boxes, try_boxes, flr_gjk3_fast_boxes)
WARM_START(flr_gjk3_warm_start_simplices, try_simplices, flr_gjk3_fast_simplices)
