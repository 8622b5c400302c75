/// Feeler: is a shape in space one that has a meaning?
#ifndef FEELER_CHECK3_H
#define FEELER_CHECK3_H

#include "feeler/shape3.h"

FLR_EXTERN_C_BEGIN

/// FLR_NOT_FINITE: NaN or infinity. FLR_INVALID_SHAPE: zero direction, normal or axis, negative radius or
/// half extent, min > max, axes not orthonormal within 1e-6 (mirrored ones are), no corner, index out of
/// range. Else FLR_OK, also for degenerate shapes, which are rectangles, segments or points. Flatness and
/// closed faces are not checked. FLR_SELF_CROSSING: a quad or polygon of which two edges cross in their
/// insides, exactly up to lift by rounding; O(n^2). Queries survive what is refused here, but may contradict
/// one another.
FLR_API flr_status flr_check3_point(flr_vec3 p);
FLR_API flr_status flr_check3_segment(const flr_segment3 *s);
FLR_API flr_status flr_check3_ray(const flr_ray3 *r);
FLR_API flr_status flr_check3_line(const flr_line3 *l);
FLR_API flr_status flr_check3_plane(const flr_plane3 *h);
FLR_API flr_status flr_check3_halfspace(const flr_halfspace3 *h);
FLR_API flr_status flr_check3_sphere(const flr_sphere *s);
FLR_API flr_status flr_check3_capsule(const flr_capsule3 *c);
FLR_API flr_status flr_check3_aabb(const flr_aabb3 *b);
FLR_API flr_status flr_check3_box(const flr_box3 *b);
FLR_API flr_status flr_check3_parallelepiped(const flr_parallelepiped *b);
FLR_API flr_status flr_check3_ellipsoid(const flr_ellipsoid *e);
FLR_API flr_status flr_check3_cylinder(const flr_cylinder *c);
FLR_API flr_status flr_check3_cone(const flr_cone *c);
FLR_API flr_status flr_check3_triangle(const flr_triangle3 *t);
FLR_API flr_status flr_check3_quad(const flr_quad3 *q);
FLR_API flr_status flr_check3_rectangle(const flr_rectangle3 *r);
FLR_API flr_status flr_check3_polygon(const flr_polygon3 *polygon);
FLR_API flr_status flr_check3_tetrahedron(const flr_tetrahedron *t);
FLR_API flr_status flr_check3_polyhedron(const flr_polyhedron3 *h);
/// At least one point, all finite.
FLR_API flr_status flr_check3_points(const flr_vec3 *points, size_t count);

FLR_EXTERN_C_END
#endif
