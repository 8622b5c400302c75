/// Closest points of every two shapes of the plane, and squared distances of some pairs.
///
/// Both shapes become outlines (outline2.h), for which one function answers all pairs. Where one of them is a
/// point or a segment, with a radius or without, the fast path of outline2_fast.h comes first.
#include "closest/outline2_fast.h"

#include "convex/convex2_make.h"
#include "convex/gjk2.h"
#include "shape/exact.h"

/// By the general function, or by the fast path first. For pairs of round shapes all of that is inlined, where the
/// counts of corners are constants: a third fewer instructions for two circles.
#define ANSWER(name, a, b, function, inlining)                                                               \
    inlining flr_closest2 name(FLR_ARGUMENT2_##a(first), FLR_ARGUMENT2_##b(second))                          \
    {                                                                                                        \
        const flr_outline2 x = flr_outline2_of_##a(first), y = flr_outline2_of_##b(second);                  \
        return function(&x, &y);                                                                             \
    }
/// By the core where that is quick, of what is convex.
#define CORES(name, a, b)                                                                                    \
    flr_closest2 name(FLR_ARGUMENT2_##a(first), FLR_ARGUMENT2_##b(second))                                   \
    {                                                                                                        \
        flr_gjk2 g;                                                                                          \
        flr_convex2 x, y;                                                                                    \
        convex2_make_##a(&x, first);                                                                         \
        convex2_make_##b(&y, second);                                                                        \
        if (flr_gjk2_clearly_apart(&x, &y, &g) && CONVEX_##a(first) && CONVEX_##b(second))                   \
            return (flr_closest2){g.distance, g.point_a, g.point_b};                                         \
        const flr_outline2 of_a = flr_outline2_of_##a(first), of_b = flr_outline2_of_##b(second);            \
        return flr_outline2_closest(&of_a, &of_b);                                                           \
    }
#define CONVEX_aabb(s) true
#define CONVEX_box(s) true
#define CONVEX_triangle(s) true
#define CONVEX_polygon(s) polygon2_is_convex(s)
#define PAIR(name, a, b) ANSWER(name, a, b, flr_outline2_closest, )
#define CHAIN(name, a, b) ANSWER(name, a, b, flr_outline2_fast_closest, )
#define FAST(name, a, b) ANSWER(name, a, b, flr_outline2_fast_closest, __attribute__((flatten)))

// clang-format off
FAST(flr_closest2_point_point, point, point)
CHAIN(flr_closest2_point_segment, point, segment)
PAIR(flr_closest2_point_ray, point, ray)
PAIR(flr_closest2_point_line, point, line)
PAIR(flr_closest2_point_plane, point, plane)
PAIR(flr_closest2_point_halfspace, point, halfspace)
FAST(flr_closest2_point_circle, point, circle)
CHAIN(flr_closest2_point_capsule, point, capsule)
CHAIN(flr_closest2_point_aabb, point, aabb)
CHAIN(flr_closest2_point_box, point, box)
CHAIN(flr_closest2_point_triangle, point, triangle)
CHAIN(flr_closest2_point_polygon, point, polygon)

CHAIN(flr_closest2_segment_segment, segment, segment)
PAIR(flr_closest2_segment_ray, segment, ray)
PAIR(flr_closest2_segment_line, segment, line)
PAIR(flr_closest2_segment_plane, segment, plane)
PAIR(flr_closest2_segment_halfspace, segment, halfspace)
CHAIN(flr_closest2_segment_circle, segment, circle)
CHAIN(flr_closest2_segment_capsule, segment, capsule)
CHAIN(flr_closest2_segment_aabb, segment, aabb)
CHAIN(flr_closest2_segment_box, segment, box)
CHAIN(flr_closest2_segment_triangle, segment, triangle)
CHAIN(flr_closest2_segment_polygon, segment, polygon)

PAIR(flr_closest2_ray_ray, ray, ray)
PAIR(flr_closest2_ray_line, ray, line)
PAIR(flr_closest2_ray_plane, ray, plane)
PAIR(flr_closest2_ray_halfspace, ray, halfspace)
PAIR(flr_closest2_ray_circle, ray, circle)
PAIR(flr_closest2_ray_capsule, ray, capsule)
PAIR(flr_closest2_ray_aabb, ray, aabb)
PAIR(flr_closest2_ray_box, ray, box)
PAIR(flr_closest2_ray_triangle, ray, triangle)
PAIR(flr_closest2_ray_polygon, ray, polygon)

PAIR(flr_closest2_line_line, line, line)
PAIR(flr_closest2_line_plane, line, plane)
PAIR(flr_closest2_line_halfspace, line, halfspace)
PAIR(flr_closest2_line_circle, line, circle)
PAIR(flr_closest2_line_capsule, line, capsule)
PAIR(flr_closest2_line_aabb, line, aabb)
PAIR(flr_closest2_line_box, line, box)
PAIR(flr_closest2_line_triangle, line, triangle)
PAIR(flr_closest2_line_polygon, line, polygon)

PAIR(flr_closest2_plane_plane, plane, plane)
PAIR(flr_closest2_plane_halfspace, plane, halfspace)
PAIR(flr_closest2_plane_circle, plane, circle)
PAIR(flr_closest2_plane_capsule, plane, capsule)
PAIR(flr_closest2_plane_aabb, plane, aabb)
PAIR(flr_closest2_plane_box, plane, box)
PAIR(flr_closest2_plane_triangle, plane, triangle)
PAIR(flr_closest2_plane_polygon, plane, polygon)

PAIR(flr_closest2_halfspace_halfspace, halfspace, halfspace)
PAIR(flr_closest2_halfspace_circle, halfspace, circle)
PAIR(flr_closest2_halfspace_capsule, halfspace, capsule)
PAIR(flr_closest2_halfspace_aabb, halfspace, aabb)
PAIR(flr_closest2_halfspace_box, halfspace, box)
PAIR(flr_closest2_halfspace_triangle, halfspace, triangle)
PAIR(flr_closest2_halfspace_polygon, halfspace, polygon)

FAST(flr_closest2_circle_circle, circle, circle)
FAST(flr_closest2_circle_capsule, circle, capsule)
CHAIN(flr_closest2_circle_aabb, circle, aabb)
FAST(flr_closest2_circle_box, circle, box)
CHAIN(flr_closest2_circle_triangle, circle, triangle)
CHAIN(flr_closest2_circle_polygon, circle, polygon)

FAST(flr_closest2_capsule_capsule, capsule, capsule)
CHAIN(flr_closest2_capsule_aabb, capsule, aabb)
CHAIN(flr_closest2_capsule_box, capsule, box)
CHAIN(flr_closest2_capsule_triangle, capsule, triangle)
CHAIN(flr_closest2_capsule_polygon, capsule, polygon)

CORES(flr_closest2_aabb_box, aabb, box)
CORES(flr_closest2_aabb_triangle, aabb, triangle)
CORES(flr_closest2_aabb_polygon, aabb, polygon)

CORES(flr_closest2_box_box, box, box)
CORES(flr_closest2_box_triangle, box, triangle)
CORES(flr_closest2_box_polygon, box, polygon)

CORES(flr_closest2_triangle_triangle, triangle, triangle)
CORES(flr_closest2_triangle_polygon, triangle, polygon)

CORES(flr_closest2_polygon_polygon, polygon, polygon)
// clang-format on

/// Sets the nearest numbers of two intervals, or a common one, and returns how far they are apart.
static double between_intervals(const flr_real a[2], const flr_real b[2], flr_real *of_a, flr_real *of_b)
{
    const bool above = a[1] < b[0], below = b[1] < a[0];
    const flr_real low = a[0] < b[0] ? b[0] : a[0];
    *of_a = above ? a[1] : below ? a[0] : low;
    *of_b = above ? b[0] : below ? b[1] : low;
    return fabs((double)*of_b - (double)*of_a);
}

flr_closest2 flr_closest2_aabb_aabb(const flr_aabb2 *a, const flr_aabb2 *b)
{
    flr_closest2 r;
    const double x = between_intervals((flr_real[2]){a->min.x, a->max.x}, (flr_real[2]){b->min.x, b->max.x},
                                       &r.point_a.x, &r.point_b.x),
                 y = between_intervals((flr_real[2]){a->min.y, a->max.y}, (flr_real[2]){b->min.y, b->max.y},
                                       &r.point_a.y, &r.point_b.y);
    r.distance = (flr_real)sqrt(x * x + y * y);
    if (x + y == 0 || fast2_is_usual(x + y)) return r;
    const flr_outline2 of_a = flr_outline2_of_aabb(a), of_b = flr_outline2_of_aabb(b);
    return flr_outline2_closest(&of_a, &of_b);
}

// ---- Squared distances

static double excess(double x, double low, double high)
{
    return x < low ? low - x : x > high ? x - high : 0;
}

flr_real flr_distance_squared2_point_aabb(flr_vec2 p, const flr_aabb2 *b)
{
    double x = excess((double)p.x, (double)b->min.x, (double)b->max.x),
           y = excess((double)p.y, (double)b->min.y, (double)b->max.y);
    return (flr_real)(x * x + y * y);
}

flr_real flr_distance_squared2_point_box(flr_vec2 p, const flr_box2 *b)
{
    double x = (double)p.x - (double)b->center.x, y = (double)p.y - (double)b->center.y;
    double ux = (double)b->axis.x, uy = (double)b->axis.y;
    double across = excess(ux * x + uy * y, -(double)b->half_extents.x, (double)b->half_extents.x),
           up = excess(ux * y - uy * x, -(double)b->half_extents.y, (double)b->half_extents.y);
    return (flr_real)(across * across + up * up);
}

/// The square of a distance: asked where squares of coordinates leave the range of numbers, or exact signs decide.
static flr_real squared(flr_closest2 c) { return (flr_real)((double)c.distance * (double)c.distance); }

/// RTCD 5.1.2.1 by the cross product: a difference of squares would cancel, and could come out below 0.
flr_real flr_distance_squared2_point_segment(flr_vec2 p, const flr_segment2 *s)
{
    const flr_frame2 f = {(double)p.x, (double)p.y, 1, 1, 0};
    flr_local2 a = flr_frame2_point(&f, s->a), b = flr_frame2_point(&f, s->b), zero = {0, 0};
    double size = fast2_spread(a) + fast2_spread(b), across;
    if (!fast2_is_usual(size)) return squared(flr_closest2_point_segment(p, s));
    double square = fast2_square(a, b, zero, &across);
    return fabs(across) > fast2_certain(size) || square > 0x1p-40 * size * size
               ? (flr_real)square
               : squared(flr_closest2_point_segment(p, s));
}

flr_real flr_distance_squared2_segment_segment(const flr_segment2 *a, const flr_segment2 *b)
{
    const flr_frame2 f = {(double)a->a.x, (double)a->a.y, 1, 1, 0};
    flr_local2 p[2] = {{0, 0}, flr_frame2_point(&f, a->b)},
               q[2] = {flr_frame2_point(&f, b->a), flr_frame2_point(&f, b->b)};
    double size = fast2_spread(p[1]) + fast2_spread(q[0]) + fast2_spread(q[1]), across[4], square[4];
    square[0] = fast2_square(q[0], q[1], p[0], &across[0]);
    square[1] = fast2_square(q[0], q[1], p[1], &across[1]);
    square[2] = fast2_square(p[0], p[1], q[0], &across[2]);
    square[3] = fast2_square(p[0], p[1], q[1], &across[3]);
    double certain = fast2_certain(size), least = square[0];
    bool known = fast2_is_usual(size);
    for (int i = 0; i < 4; ++i) {
        known = known && fabs(across[i]) > certain;
        if (square[i] < least) least = square[i];
    }
    if (!known) return squared(flr_closest2_segment_segment(a, b));
    bool cross = (across[0] > 0) != (across[1] > 0) && (across[2] > 0) != (across[3] > 0);
    return cross ? 0 : (flr_real)least;
}
