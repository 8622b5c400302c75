/// Feeler: is a shape of the plane one that has a meaning?
#ifndef FEELER_CHECK2_H
#define FEELER_CHECK2_H

#include "feeler/shape2.h"

FLR_EXTERN_C_BEGIN

/// FLR_NOT_FINITE for a NaN or an infinity, FLR_INVALID_SHAPE for what has no meaning: a zero direction
/// or normal, a negative radius or half extent, min > max, an axis that is not unit within 1e-6, no
/// corner. FLR_OK otherwise, also for shapes without area, which are the segment or point they are.
/// FLR_SELF_CROSSING for a polygon of which two edges cross in a point inside both, exactly; edges that only touch, or run along
/// one another, are not looked for. O(n^2) for n corners. What is refused here the queries answer with anything but a crash or a
/// hang, and one query may contradict another.
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

FLR_EXTERN_C_END
#endif
