/// Feeler: the axis-parallel box around a shape of the plane.
#ifndef FEELER_BOUNDS2_H
#define FEELER_BOUNDS2_H

#include "feeler/shape2.h"

FLR_EXTERN_C_BEGIN

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
