/// Feeler: is a shape of the plane one that has a meaning?
#ifndef FEELER_CHECK2_H
#define FEELER_CHECK2_H

#include "feeler/shape2.h"

FLR_EXTERN_C_BEGIN

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

FLR_EXTERN_C_END
#endif
