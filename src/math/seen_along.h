/// Points of space seen along a coordinate axis, and which way they turn there.
///
/// Dropping a coordinate rounds nothing: along an axis in which a flat shape keeps its area it is an exact affine picture of the
/// shape's plane, on which the predicates of the plane decide.
#ifndef FLR_MATH_SEEN_ALONG_H
#define FLR_MATH_SEEN_ALONG_H

#include "math/cross2.h"

/// The two other coordinates, counterclockwise about the axis.
static inline flr_vec2 flr_seen_along(int axis, flr_vec3 p)
{
    return axis == 0   ? flr_vec2_make(p.y, p.z)
           : axis == 1 ? flr_vec2_make(p.z, p.x)
                       : flr_vec2_make(p.x, p.y);
}

/// The sign of the component `axis` of (b - a) x (c - a).
static inline int flr_turn_along(int axis, flr_vec3 a, flr_vec3 b, flr_vec3 c)
{
    return flr_turn2(flr_seen_along(axis, a), flr_seen_along(axis, b), flr_seen_along(axis, c));
}

/// Do three points lie on one line, or two of them on one another?
static inline bool flr_are_collinear3(flr_vec3 a, flr_vec3 b, flr_vec3 c)
{
    return flr_turn_along(0, a, b, c) == 0 && flr_turn_along(1, a, b, c) == 0 &&
           flr_turn_along(2, a, b, c) == 0;
}

#endif
