/// The distance of cores with few corners in the plane from the corners that were nearest before, where they still are: their closest
/// points, and one look at each core along the way between them, which proves it. Without a branch on whether corner or edge is
/// nearest, as nothing foretells that, and without a corner carried into the scene but those.
#ifndef FLR_CONVEX_GJK2_WARM_H
#define FLR_CONVEX_GJK2_WARM_H

#include "convex/closest2_convex_convex.h"
#include "convex/core2.h"
#include "convex/gjk2_first.h"

/// Of a core: the first corner kept, from its center and turned, and the way from there to the second.
typedef struct warm2 {
    flr_vec2 base;  ///< that corner as it is held
    lanes2 corner, edge;
} warm2;

CORE2_INLINE warm2 warm2_of(const flr_convex2 *shape, const flr_vec2 *p, bool held_in_world, uint32_t i,
                            uint32_t j)
{
    const lanes2 of_x = {shape->rotation.x, shape->rotation.y},
                 of_y = {-shape->rotation.y, shape->rotation.x}, held = lanes2_of(p[i]),
                 e = lanes2_of(p[j]) - held, zero = {0, 0},
                 at = held - (held_in_world ? lanes2_of(shape->center) : zero);
    warm2 w = {p[i], (lanes2){at[0], at[0]} * of_x + (lanes2){at[1], at[1]} * of_y,
               (lanes2){e[0], e[0]} * of_x + (lanes2){e[1], e[1]} * of_y};
    return w;
}

CORE2_INLINE lanes2 warm2_if(lanes2_bits yes, lanes2 v) { return (lanes2)((lanes2_bits)v & yes); }

CORE2_INLINE lanes2 warm2_pick(lanes2_bits yes, lanes2 a, lanes2 b)
{
    return (lanes2)(((lanes2_bits)a & yes) | ((lanes2_bits)b & ~yes));
}

/// At least the length; of one coordinate that is a NaN, a NaN.
CORE2_INLINE flr_real warm2_spread(lanes2 v)
{
    const lanes2 m = lanes2_magnitude(v);
    return m[0] + m[1];
}

/// The features found, by masks: is it an edge, and if not, is it the second corner?
typedef struct warm2_found {
    uint32_t is_edge, to_second;
} warm2_found;

/// From two corners of each, which make an edge of one, or twice the same. False where it takes more care; then nothing is told. `above`
/// as for flr_gjk2_iterate. `arrays`: both are arrays under a pose.
CORE2_INLINE bool gjk2_prove(const flr_convex2 *a, const flr_convex2 *b, bool arrays, uint32_t count_a,
                             uint32_t count_b, uint32_t a0, uint32_t a1, uint32_t b0, uint32_t b1, bool fresh,
                             flr_real above, flr_gjk2 *r, warm2_found *found)
{
    const flr_vec2 *of_a = arrays ? a->points : support2_points(a),
                   *of_b = arrays ? b->points : support2_points(b);
    const warm2 x = warm2_of(a, of_a, !arrays && a->kind == FLR_CONVEX2_CORNERS, a0, a1),
                y = warm2_of(b, of_b, !arrays && b->kind == FLR_CONVEX2_CORNERS, b0, b1);
    const lanes2 zero = {0, 0}, center_a = lanes2_of(a->center), center_b = lanes2_of(b->center),
                 between = center_a - center_b, w = between + (x.corner - y.corner), e = x.edge - y.edge;
    const lanes2 v = w + e;
    // the weights of the two, not divided; the nearer of them; is the closest point between them?
    const flr_real of_first = lanes2_dot(v, e), of_second = -lanes2_dot(w, e),
                   less = of_first < of_second ? of_first : of_second;
    const lanes2_bits second = (lanes2_bits)((lanes2){of_second, of_second} > (lanes2){of_first, of_first});
    const lanes2 step = warm2_if(second, e), nearer = w + step;
    const bool within = less > 0;
    lanes2 d = -nearer, back = zero;  // from the nearer towards the other, as a part of the edge
    flr_real width = fresh ? warm2_spread(step) : 0, square = lanes2_dot(d, d);
    if (within) {
        const flr_real side = lanes2_cross(e, w), part = less / (of_first + of_second);
        const lanes2_bits turned = (lanes2_bits)((lanes2){side, side} > zero);
        d = warm2_pick(turned, (lanes2){e[1], -e[0]}, (lanes2){-e[1], e[0]});
        square = lanes2_dot(e, e);  // known before the side is
        back = warm2_pick(second, (lanes2){-part, -part}, (lanes2){part, part});
        width = warm2_spread(e);
    }
    const flr_real inverse = 1 / (flr_real)sqrt((double)square),
                   high = sizeof(flr_real) == sizeof(float) ? (flr_real)1e+15 : (flr_real)1e+140;
    if (!(inverse < high)) return false;  // asked here, so that the root is not left for later
    // how much farther the cores reach: from the first corner to the second by what the products round by
    const flr_vec2 way = lanes2_point(d);
    const highest2 on_a = highest2_inline(of_a, count_a, x.base, support2_unrotated(a->rotation, way)),
                   on_b =
                       highest2_inline(of_b, count_b, y.base, support2_unrotated(b->rotation, flr_neg2(way)));
    const flr_real radii = a->radius + b->radius, sum = (on_a.sum + on_b.sum) + radii, not_finite = sum - sum,
                   beyond = (on_a.most + on_b.most) - lanes2_dot(d, step) + not_finite;
    const lanes2 reach = lanes2_magnitude(w) + (lanes2_magnitude(x.edge) + lanes2_magnitude(y.edge)),
                 offset =
                     lanes2_magnitude(between) + (lanes2_magnitude(x.corner) + lanes2_magnitude(y.corner));
    const flr_real size = reach[0] + reach[1], frames = offset[0] + offset[1];
    const flr_real along = -lanes2_dot(d, nearer), distance = along * inverse,
                   slack = 3 * gjk2_rounding() * width * warm2_spread(d);
    // far from the frames the way between these and the corners that lead back would round by much
    if (!(beyond <= slack) || !scaled2_is_usual(size) ||
        !((distance > gjk2_rounding() * size) & (frames <= 64 * size)))
        return false;
    if (!fresh && !(distance <= above)) return false;
    const flr_real rounding = 4 * (gjk2_rounding() * (size + frames / 2 + radii)),
                   bound = (along - beyond) * inverse;
    const flr_real from = (bound < distance ? bound : distance) - rounding - radii,
                   to = (bound > distance ? bound : distance) + rounding - radii;
    const lanes2 normal = (lanes2){inverse, inverse} * d;
    const lanes2 p = (x.corner + warm2_if(second, x.edge)) + back * x.edge,
                 q = (y.corner + warm2_if(second, y.edge)) + back * y.edge;
    const bool farther = fresh && from + radii > above;
    r->status = FLR_OK;
    r->beyond = farther;
    r->lower = from > 0 ? from : 0;
    r->upper = to > 0 ? to : 0;
    r->signed_distance = distance - radii;
    r->overlap = !(r->signed_distance > 0) && !farther;
    r->distance = farther ? r->lower : r->signed_distance > 0 ? r->signed_distance : 0;
    r->normal = lanes2_point(normal);
    r->point_a = lanes2_point(center_a + (p + (lanes2){a->radius, a->radius} * normal));
    r->point_b = lanes2_point(center_b + (q - (lanes2){b->radius, b->radius} * normal));
    r->iterations = 1;
    found->is_edge = -(uint32_t)within;
    found->to_second = (uint32_t)second[0] & ~found->is_edge;
    return true;
}

CORE2_INLINE void warm2_store(flr_gjk2_cache *cache, flr_vec2 normal, uint32_t a0, uint32_t a1, uint32_t b0,
                              uint32_t b1, const warm2_found *f)
{
    cache->axis = normal;
    cache->count = 1 + (f->is_edge & 1);
    cache->a[0] = a0 ^ ((a0 ^ a1) & f->to_second);
    cache->b[0] = b0 ^ ((b0 ^ b1) & f->to_second);
    cache->a[1] = a1 ^ ((a0 ^ a1) & ~(f->is_edge | f->to_second));
    cache->b[1] = b1 ^ ((b0 ^ b1) & ~(f->is_edge | f->to_second));
}

/// From the corners of the cache, which has one or two of each.
CORE2_INLINE bool gjk2_warm_of(const flr_convex2 *a, const flr_convex2 *b, bool arrays, uint32_t count_a,
                               uint32_t count_b, flr_gjk2_cache *cache, flr_real above, flr_gjk2 *r)
{
    const uint32_t two = -(uint32_t)(cache->count > 1), a0 = cache->a[0], b0 = cache->b[0],
                   a1 = a0 ^ ((a0 ^ cache->a[1]) & two), b1 = b0 ^ ((b0 ^ cache->b[1]) & two);
    if ((a0 >= count_a) | (a1 >= count_a) | (b0 >= count_b) | (b1 >= count_b)) return false;
    warm2_found found;
    if (!gjk2_prove(a, b, arrays, count_a, count_b, a0, a1, b0, b1, false, above, r, &found)) return false;
    warm2_store(cache, r->normal, a0, a1, b0, b1, &found);
    return true;
}

/// Arrays of four corners each?
CORE2_INLINE bool gjk2_are_quads(const flr_convex2 *a, const flr_convex2 *b)
{
    return !(((uint32_t)a->kind ^ (uint32_t)FLR_CONVEX2_POLYGON) | (a->count ^ 4) |
             ((uint32_t)b->kind ^ (uint32_t)FLR_CONVEX2_POLYGON) | (b->count ^ 4));
}

/// For four corners each the loops dissolve.
CORE2_INLINE bool gjk2_warm(const flr_convex2 *a, const flr_convex2 *b, flr_gjk2_cache *cache, flr_real above,
                            flr_gjk2 *r)
{
    if (gjk2_are_quads(a, b)) return gjk2_warm_of(a, b, true, 4, 4, cache, above, r);
    return gjk2_warm_of(a, b, false, a->count, b->count, cache, above, r);
}

/// From the corner and the edge that are nearest of all of two polygons with three or four corners. A cache or null.
CORE2_INLINE bool gjk2_cold_of(const flr_convex2 *a, const flr_convex2 *b, bool arrays, uint32_t count_a,
                               uint32_t count_b, flr_gjk2_cache *cache, flr_real above, flr_gjk2 *r)
{
    const first2 f = first2_of(a, b, arrays, count_a, count_b);
    warm2_found found;
    if (!gjk2_prove(a, b, arrays, count_a, count_b, f.a0, f.a1, f.b0, f.b1, true, above, r, &found))
        return false;
    if (cache) warm2_store(cache, r->normal, f.a0, f.a1, f.b0, f.b1, &found);
    return true;
}

CORE2_INLINE bool gjk2_cold(const flr_convex2 *a, const flr_convex2 *b, flr_gjk2_cache *cache, flr_real above,
                            flr_gjk2 *r)
{
    if (gjk2_are_quads(a, b)) return gjk2_cold_of(a, b, true, 4, 4, cache, above, r);
    return gjk2_cold_of(a, b, false, a->count, b->count, cache, above, r);
}

/// The same of polygons with more corners, from those about the way between them.
CORE2_INLINE bool gjk2_about(const flr_convex2 *a, const flr_convex2 *b, flr_gjk2_cache *cache,
                             flr_real above, flr_gjk2 *r)
{
    const first2 f = first2_about(a, b);
    warm2_found found;
    if (!gjk2_prove(a, b, false, a->count, b->count, f.a0, f.a1, f.b0, f.b1, true, above, r, &found))
        return false;
    if (cache) warm2_store(cache, r->normal, f.a0, f.a1, f.b0, f.b1, &found);
    return true;
}

#endif
