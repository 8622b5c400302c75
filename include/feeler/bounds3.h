/// Feeler: the axis-parallel box around a shape in space.
#ifndef FEELER_BOUNDS3_H
#define FEELER_BOUNDS3_H

#include "feeler/shape3.h"

FLR_EXTERN_C_BEGIN

/// The smallest axis-parallel box. Exact for what has corners; with a radius or axes of its own every side
/// is rounded to nearest, within 2 ulp of the largest coordinate of the box. No corners: an empty box. Rays,
/// lines, planes and halfspaces have no bounds.
FLR_API flr_aabb3 flr_bounds3_point(flr_vec3 p);
FLR_API flr_aabb3 flr_bounds3_points(const flr_vec3 *points, size_t count);
FLR_API flr_aabb3 flr_bounds3_segment(const flr_segment3 *s);
FLR_API flr_aabb3 flr_bounds3_sphere(const flr_sphere *s);
FLR_API flr_aabb3 flr_bounds3_capsule(const flr_capsule3 *c);
FLR_API flr_aabb3 flr_bounds3_aabb(const flr_aabb3 *b);
FLR_API flr_aabb3 flr_bounds3_box(const flr_box3 *b);
/// The disc at an end reaches radius times the sine of the angle between the axis and the coordinate axis.
FLR_API flr_aabb3 flr_bounds3_cylinder(const flr_cylinder *c);
FLR_API flr_aabb3 flr_bounds3_cone(const flr_cone *c);
FLR_API flr_aabb3 flr_bounds3_triangle(const flr_triangle3 *t);
FLR_API flr_aabb3 flr_bounds3_quad(const flr_quad3 *q);
FLR_API flr_aabb3 flr_bounds3_rectangle(const flr_rectangle3 *r);
FLR_API flr_aabb3 flr_bounds3_polygon(const flr_polygon3 *polygon);
FLR_API flr_aabb3 flr_bounds3_tetrahedron(const flr_tetrahedron *t);
FLR_API flr_aabb3 flr_bounds3_polyhedron(const flr_polyhedron3 *h);

FLR_EXTERN_C_END
#endif
