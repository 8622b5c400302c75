/// Feeler: shapes in the plane, by value. The rules of feeler/shape3.h hold. triangle, polygon, box, aabb,
/// circle and capsule are solid areas.
#ifndef FEELER_SHAPE2_H
#define FEELER_SHAPE2_H

#include "feeler/math2.h"

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

/// In either winding.
typedef struct flr_triangle2 {
    flr_vec2 a, b, c;
} flr_triangle2;

/// Simple, corners in order around either way, convex or concave. The vertices stay the caller's.
typedef struct flr_polygon2 {
    const flr_vec2 *vertices;
    size_t count;
} flr_polygon2;

FLR_EXTERN_C_END
#endif
