/// Does the hull of two to four points, a line or a ray meet an axis-aligned box? Exact for every finite input.
#ifndef FLR_CLOSEST_MEET3_AABB_H
#define FLR_CLOSEST_MEET3_AABB_H

#include "feeler/shape3.h"

/// Segment (2 points), triangle (3) or tetrahedron (4), flat ones and points included.
bool flr_meet3_points_aabb(const flr_vec3 *points, int count, const flr_aabb3 *b);

/// A line through `origin`, or the ray from it on. Without a direction: the origin alone.
bool flr_meet3_path_aabb(flr_vec3 origin, flr_vec3 direction, bool ray, const flr_aabb3 *b);

#endif
