/// Feeler: shapes in the plane, by value. The rules of feeler/shape3.h hold. triangle, polygon, box, aabb,
/// circle and capsule are solid areas.
#ifndef FEELER_SHAPE2_H
#define FEELER_SHAPE2_H

#include "feeler/math.h"

FLR_EXTERN_C_BEGIN

/// From a to b; a point where they are equal.
typedef struct flr_segment2 {
    flr_vec2 a, b;
} flr_segment2;

/// origin + t * direction, t >= 0.
typedef struct flr_ray2 {
    flr_vec2 origin, direction;
} flr_ray2;

/// origin + t * direction for every t.
typedef struct flr_line2 {
    flr_vec2 origin, direction;
} flr_line2;

/// A line by its normal: dot(normal, x) == offset. Named as in space.
typedef struct flr_plane2 {
    flr_vec2 normal;
    flr_real offset;
} flr_plane2;

/// dot(normal, p) - offset, above 0 where the normal points. Rounds.
static inline flr_real flr_plane2_value(const flr_plane2 *h, flr_vec2 p)
{
    return flr_dot2(h->normal, p) - h->offset;
}

/// Through a point with the normal as given, or through a and b with a unit normal (within 2 ulp) to the
/// left. FLR_NOT_FINITE: NaN, infinity or overflow; FLR_INVALID_SHAPE: zero normal, equal points.
FLR_API flr_status flr_plane2_from_point(flr_vec2 point, flr_vec2 normal, flr_plane2 *plane);
FLR_API flr_status flr_plane2_from_points(flr_vec2 a, flr_vec2 b, flr_plane2 *plane);

/// dot(normal, x) <= offset.
typedef struct flr_halfspace2 {
    flr_vec2 normal;
    flr_real offset;
} flr_halfspace2;

typedef struct flr_circle {
    flr_vec2 center;
    flr_real radius;
} flr_circle;

/// All points within radius of segment a b.
typedef struct flr_capsule2 {
    flr_vec2 a, b;
    flr_real radius;
} flr_capsule2;

/// center + x * axis + y * perp(axis) with |x| <= half_extents.x, |y| <= half_extents.y; the axis is unit.
typedef struct flr_box2 {
    flr_vec2 center, axis;
    flr_vec2 half_extents;
} flr_box2;

/// To coordinates along the axis and its quarter turn from the centre, and back. Keeps lengths.
static inline flr_vec2 flr_box2_to_local(const flr_box2 *b, flr_vec2 p)
{
    const flr_vec2 v = flr_sub2(p, b->center);
    return flr_vec2_make(flr_dot2(b->axis, v), flr_cross2(b->axis, v));
}
static inline flr_vec2 flr_box2_to_world(const flr_box2 *b, flr_vec2 q)
{
    return flr_add2(b->center, flr_mul_add2(flr_scale2(q.x, b->axis), q.y, flr_perp2(b->axis)));
}

/// The image of an aligned box under a map that rotates, mirrors, moves and scales along the box's axes.
/// Flattened axes are replaced to complete the frame. FLR_INVALID_SHAPE: shear above 1e-6 or min > max.
/// FLR_NOT_FINITE: NaN, infinity, overflow.
FLR_API flr_status flr_box2_from_affine(const flr_affine2 *map, const flr_aabb2 *b, flr_box2 *box);

/// In either winding.
typedef struct flr_triangle2 {
    flr_vec2 a, b, c;
} flr_triangle2;

/// Simple, corners in order, clockwise or not, convex or concave. The vertices stay the caller's.
typedef struct flr_polygon2 {
    const flr_vec2 *vertices;
    size_t count;
} flr_polygon2;

/// FLR_NOT_FINITE: NaN or infinity. FLR_INVALID_SHAPE: zero direction or normal, negative radius or half
/// extent, min > max, an axis not unit within 1e-6, no corner. Else FLR_OK, also for degenerate shapes, which
/// are segments or points. FLR_SELF_CROSSING: a polygon of which two edges cross in their insides, exactly;
/// O(n^2). Queries survive what is refused here, but may contradict one another.
FLR_API flr_status flr_check2_point(flr_vec2 p);
FLR_API flr_status flr_check2_segment(const flr_segment2 *s);
FLR_API flr_status flr_check2_ray(const flr_ray2 *r);
FLR_API flr_status flr_check2_line(const flr_line2 *l);
FLR_API flr_status flr_check2_plane(const flr_plane2 *p);
FLR_API flr_status flr_check2_halfspace(const flr_halfspace2 *h);
FLR_API flr_status flr_check2_circle(const flr_circle *c);
FLR_API flr_status flr_check2_capsule(const flr_capsule2 *c);
FLR_API flr_status flr_check2_aabb(const flr_aabb2 *b);
FLR_API flr_status flr_check2_box(const flr_box2 *b);
FLR_API flr_status flr_check2_triangle(const flr_triangle2 *t);
FLR_API flr_status flr_check2_polygon(const flr_polygon2 *g);

/// The smallest axis-parallel box. Exact for what has corners; with a radius or turned axes every side is
/// rounded to nearest, within 2 units in the last place of the largest coordinate. A polygon without
/// corners gets an empty box. Rays, lines, planes and halfspaces have no bounds.
FLR_API flr_aabb2 flr_bounds2_point(flr_vec2 p);
FLR_API flr_aabb2 flr_bounds2_segment(const flr_segment2 *s);
FLR_API flr_aabb2 flr_bounds2_circle(const flr_circle *c);
FLR_API flr_aabb2 flr_bounds2_capsule(const flr_capsule2 *c);
FLR_API flr_aabb2 flr_bounds2_aabb(const flr_aabb2 *b);
FLR_API flr_aabb2 flr_bounds2_box(const flr_box2 *b);
FLR_API flr_aabb2 flr_bounds2_triangle(const flr_triangle2 *t);
FLR_API flr_aabb2 flr_bounds2_polygon(const flr_polygon2 *g);

FLR_EXTERN_C_END
#endif
