/// The fast form of triangle-triangle distance for the traversal of meshes.
#ifndef FLR_CLOSEST_CLOSEST3_TRIANGLE_TRIANGLE_H
#define FLR_CLOSEST_CLOSEST3_TRIANGLE_TRIANGLE_H

#include "feeler/closest.h"

/// Closest points of two triangles if their squared distance is at most max_distance_squared
/// (INFINITY for any); else false, and nothing is written. The sooner the limit is small, the
/// sooner a pair is dismissed. *distance_squared is 0 where flr_meet3_triangle_triangle says
/// that they meet, and only there; then both points are one common point. Distances below
/// 2^-511 come out as 2^-511 here, because their squares would vanish.
bool flr_closest3_triangles_within(const flr_triangle3 *a, const flr_triangle3 *b,
                                   flr_real max_distance_squared, flr_real *distance_squared,
                                   flr_vec3 *point_a, flr_vec3 *point_b);

#endif
