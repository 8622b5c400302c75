/// Feeler: closest points and distances in the plane.
#ifndef FEELER_CLOSEST2_H
#define FEELER_CLOSEST2_H

#include "feeler/shape2.h"

FLR_EXTERN_C_BEGIN

/// A closest pair: one point on each shape. Where the shapes overlap or touch, distance is 0 and both
/// points are one common point, up to the rounding of that point.
typedef struct flr_closest2 {
    flr_real distance;
    flr_vec2 point_a, point_b;
} flr_closest2;

/// For every pair of shapes. Areas are solid: a shape inside another is at distance 0. The distance is 0
/// where flr_overlap2_ of the same pair says yes, and above 0 otherwise.
///
/// Points: one that is a corner, an end or an origin comes back with the very bits of it; others lie
/// within 6 units in the last place of the largest coordinate from their shape, and as far apart as told within 2. Where the pair
/// is not unique (parallel edges) it is the first nearest among the corners of a in order, then those of b.
/// Shapes of lower dimension (a segment or triangle in one point, collinear corners, a radius or half
/// extent of 0) are what they are.
///
/// The error of a distance is at most 4 units in the last place of the scene's size: the largest
/// coordinate difference or radius; for planes and halfspaces also the largest coordinate and offset / |normal|, up to 16 times
/// the greatest height of a corner or the radius: however far off, no more is lost. A box is that of overlap2.h, whose corners round by its own size.
///
/// How: in the plane two shapes that do not meet are nearest at a corner of one (Ericson, Real-Time
/// Collision Detection, 2005, 5.1.2 for corner and edge; here whether they meet is decided first and
/// exactly, and distances come from cross products instead of squares that cancel). The work is the number
/// of corners of a times that of b.
FLR_API flr_closest2 flr_closest2_point_point(flr_vec2 a, flr_vec2 b);
FLR_API flr_closest2 flr_closest2_point_segment(flr_vec2 a, const flr_segment2 *b);
FLR_API flr_closest2 flr_closest2_point_ray(flr_vec2 a, const flr_ray2 *b);
FLR_API flr_closest2 flr_closest2_point_line(flr_vec2 a, const flr_line2 *b);
FLR_API flr_closest2 flr_closest2_point_plane(flr_vec2 a, const flr_plane2 *b);
FLR_API flr_closest2 flr_closest2_point_halfspace(flr_vec2 a, const flr_halfspace2 *b);
FLR_API flr_closest2 flr_closest2_point_circle(flr_vec2 a, const flr_circle *b);
FLR_API flr_closest2 flr_closest2_point_capsule(flr_vec2 a, const flr_capsule2 *b);
FLR_API flr_closest2 flr_closest2_point_aabb(flr_vec2 a, const flr_aabb2 *b);
FLR_API flr_closest2 flr_closest2_point_box(flr_vec2 a, const flr_box2 *b);
FLR_API flr_closest2 flr_closest2_point_triangle(flr_vec2 a, const flr_triangle2 *b);
FLR_API flr_closest2 flr_closest2_point_polygon(flr_vec2 a, const flr_polygon2 *b);

FLR_API flr_closest2 flr_closest2_segment_segment(const flr_segment2 *a, const flr_segment2 *b);
FLR_API flr_closest2 flr_closest2_segment_ray(const flr_segment2 *a, const flr_ray2 *b);
FLR_API flr_closest2 flr_closest2_segment_line(const flr_segment2 *a, const flr_line2 *b);
FLR_API flr_closest2 flr_closest2_segment_plane(const flr_segment2 *a, const flr_plane2 *b);
FLR_API flr_closest2 flr_closest2_segment_halfspace(const flr_segment2 *a, const flr_halfspace2 *b);
FLR_API flr_closest2 flr_closest2_segment_circle(const flr_segment2 *a, const flr_circle *b);
FLR_API flr_closest2 flr_closest2_segment_capsule(const flr_segment2 *a, const flr_capsule2 *b);
FLR_API flr_closest2 flr_closest2_segment_aabb(const flr_segment2 *a, const flr_aabb2 *b);
FLR_API flr_closest2 flr_closest2_segment_box(const flr_segment2 *a, const flr_box2 *b);
FLR_API flr_closest2 flr_closest2_segment_triangle(const flr_segment2 *a, const flr_triangle2 *b);
FLR_API flr_closest2 flr_closest2_segment_polygon(const flr_segment2 *a, const flr_polygon2 *b);

FLR_API flr_closest2 flr_closest2_ray_ray(const flr_ray2 *a, const flr_ray2 *b);
FLR_API flr_closest2 flr_closest2_ray_line(const flr_ray2 *a, const flr_line2 *b);
FLR_API flr_closest2 flr_closest2_ray_plane(const flr_ray2 *a, const flr_plane2 *b);
FLR_API flr_closest2 flr_closest2_ray_halfspace(const flr_ray2 *a, const flr_halfspace2 *b);
FLR_API flr_closest2 flr_closest2_ray_circle(const flr_ray2 *a, const flr_circle *b);
FLR_API flr_closest2 flr_closest2_ray_capsule(const flr_ray2 *a, const flr_capsule2 *b);
FLR_API flr_closest2 flr_closest2_ray_aabb(const flr_ray2 *a, const flr_aabb2 *b);
FLR_API flr_closest2 flr_closest2_ray_box(const flr_ray2 *a, const flr_box2 *b);
FLR_API flr_closest2 flr_closest2_ray_triangle(const flr_ray2 *a, const flr_triangle2 *b);
FLR_API flr_closest2 flr_closest2_ray_polygon(const flr_ray2 *a, const flr_polygon2 *b);

FLR_API flr_closest2 flr_closest2_line_line(const flr_line2 *a, const flr_line2 *b);
FLR_API flr_closest2 flr_closest2_line_plane(const flr_line2 *a, const flr_plane2 *b);
FLR_API flr_closest2 flr_closest2_line_halfspace(const flr_line2 *a, const flr_halfspace2 *b);
FLR_API flr_closest2 flr_closest2_line_circle(const flr_line2 *a, const flr_circle *b);
FLR_API flr_closest2 flr_closest2_line_capsule(const flr_line2 *a, const flr_capsule2 *b);
FLR_API flr_closest2 flr_closest2_line_aabb(const flr_line2 *a, const flr_aabb2 *b);
FLR_API flr_closest2 flr_closest2_line_box(const flr_line2 *a, const flr_box2 *b);
FLR_API flr_closest2 flr_closest2_line_triangle(const flr_line2 *a, const flr_triangle2 *b);
FLR_API flr_closest2 flr_closest2_line_polygon(const flr_line2 *a, const flr_polygon2 *b);

FLR_API flr_closest2 flr_closest2_plane_plane(const flr_plane2 *a, const flr_plane2 *b);
FLR_API flr_closest2 flr_closest2_plane_halfspace(const flr_plane2 *a, const flr_halfspace2 *b);
FLR_API flr_closest2 flr_closest2_plane_circle(const flr_plane2 *a, const flr_circle *b);
FLR_API flr_closest2 flr_closest2_plane_capsule(const flr_plane2 *a, const flr_capsule2 *b);
FLR_API flr_closest2 flr_closest2_plane_aabb(const flr_plane2 *a, const flr_aabb2 *b);
FLR_API flr_closest2 flr_closest2_plane_box(const flr_plane2 *a, const flr_box2 *b);
FLR_API flr_closest2 flr_closest2_plane_triangle(const flr_plane2 *a, const flr_triangle2 *b);
FLR_API flr_closest2 flr_closest2_plane_polygon(const flr_plane2 *a, const flr_polygon2 *b);

FLR_API flr_closest2 flr_closest2_halfspace_halfspace(const flr_halfspace2 *a, const flr_halfspace2 *b);
FLR_API flr_closest2 flr_closest2_halfspace_circle(const flr_halfspace2 *a, const flr_circle *b);
FLR_API flr_closest2 flr_closest2_halfspace_capsule(const flr_halfspace2 *a, const flr_capsule2 *b);
FLR_API flr_closest2 flr_closest2_halfspace_aabb(const flr_halfspace2 *a, const flr_aabb2 *b);
FLR_API flr_closest2 flr_closest2_halfspace_box(const flr_halfspace2 *a, const flr_box2 *b);
FLR_API flr_closest2 flr_closest2_halfspace_triangle(const flr_halfspace2 *a, const flr_triangle2 *b);
FLR_API flr_closest2 flr_closest2_halfspace_polygon(const flr_halfspace2 *a, const flr_polygon2 *b);

FLR_API flr_closest2 flr_closest2_circle_circle(const flr_circle *a, const flr_circle *b);
FLR_API flr_closest2 flr_closest2_circle_capsule(const flr_circle *a, const flr_capsule2 *b);
FLR_API flr_closest2 flr_closest2_circle_aabb(const flr_circle *a, const flr_aabb2 *b);
FLR_API flr_closest2 flr_closest2_circle_box(const flr_circle *a, const flr_box2 *b);
FLR_API flr_closest2 flr_closest2_circle_triangle(const flr_circle *a, const flr_triangle2 *b);
FLR_API flr_closest2 flr_closest2_circle_polygon(const flr_circle *a, const flr_polygon2 *b);

FLR_API flr_closest2 flr_closest2_capsule_capsule(const flr_capsule2 *a, const flr_capsule2 *b);
FLR_API flr_closest2 flr_closest2_capsule_aabb(const flr_capsule2 *a, const flr_aabb2 *b);
FLR_API flr_closest2 flr_closest2_capsule_box(const flr_capsule2 *a, const flr_box2 *b);
FLR_API flr_closest2 flr_closest2_capsule_triangle(const flr_capsule2 *a, const flr_triangle2 *b);
FLR_API flr_closest2 flr_closest2_capsule_polygon(const flr_capsule2 *a, const flr_polygon2 *b);

FLR_API flr_closest2 flr_closest2_aabb_aabb(const flr_aabb2 *a, const flr_aabb2 *b);
FLR_API flr_closest2 flr_closest2_aabb_box(const flr_aabb2 *a, const flr_box2 *b);
FLR_API flr_closest2 flr_closest2_aabb_triangle(const flr_aabb2 *a, const flr_triangle2 *b);
FLR_API flr_closest2 flr_closest2_aabb_polygon(const flr_aabb2 *a, const flr_polygon2 *b);

FLR_API flr_closest2 flr_closest2_box_box(const flr_box2 *a, const flr_box2 *b);
FLR_API flr_closest2 flr_closest2_box_triangle(const flr_box2 *a, const flr_triangle2 *b);
FLR_API flr_closest2 flr_closest2_box_polygon(const flr_box2 *a, const flr_polygon2 *b);

FLR_API flr_closest2 flr_closest2_triangle_triangle(const flr_triangle2 *a, const flr_triangle2 *b);
FLR_API flr_closest2 flr_closest2_triangle_polygon(const flr_triangle2 *a, const flr_polygon2 *b);

FLR_API flr_closest2 flr_closest2_polygon_polygon(const flr_polygon2 *a, const flr_polygon2 *b);

/// Squared distances on their own, where they are cheaper than the points; 0 where the two meet. Never below 0. Off by
/// at most 4 units in the last place of the scene's size squared. Overflow and underflow as squares do.
FLR_API flr_real flr_distance_squared2_point_segment(flr_vec2 p, const flr_segment2 *s);
FLR_API flr_real flr_distance_squared2_point_aabb(flr_vec2 p, const flr_aabb2 *b);
/// In the coordinates of the box: its corners are not rounded.
FLR_API flr_real flr_distance_squared2_point_box(flr_vec2 p, const flr_box2 *b);
FLR_API flr_real flr_distance_squared2_segment_segment(const flr_segment2 *a, const flr_segment2 *b);

/// Weights u, v of the ends a, b of a segment at the foot of p on its line: foot = u a + v b, u + v = 1;
/// negative beyond an end (Catto, Computing Distance, GDC 2010). False, with the weights of the point a,
/// where a == b, and where a weight leaves the range of numbers. The foot that they name lies off by at most 4 roundings of the scene's size times the larger weight.
FLR_API bool flr_barycentric2_segment_point(const flr_segment2 *s, flr_vec2 p, flr_real weights[2]);

/// Weights of the corners at p: p = u a + v b + w c, u + v + w = 1, in either winding; negative across an
/// edge. They give p back to within 4 units in the last place of the largest difference of p and a corner
/// times the largest weight, for needles too. False where the corners are collinear: then they are those
/// of the closest point.
FLR_API bool flr_barycentric2_triangle_point(const flr_triangle2 *t, flr_vec2 p, flr_real weights[3]);

/// The part of a segment or triangle that is nearest to a point, and the weights of its corners there.
typedef struct flr_region2 {
    /// One bit a corner: bit 0 for a, 1 for b, 2 for c. One bit is a corner, two an edge, three the
    /// inside.
    unsigned corners;
    flr_real weights[3];  ///< of the closest point: not negative, 0 for corners that take no part
    flr_vec2 point;       ///< the closest point; a corner's own bits where it is one
} flr_region2;

/// In which Voronoi region of the segment or triangle does p lie? Corners first, then edges, then the
/// inside, so that points on a border belong to the lowest dimension; points on an edge of the triangle
/// to the edge. The signs are exact. A triangle without area is answered as the segment or point it is. The point, and the
/// one that the weights name, lie within 2 units in the last place of the scene's size and coordinates from the closest.
FLR_API flr_region2 flr_region2_segment_point(const flr_segment2 *s, flr_vec2 p);
FLR_API flr_region2 flr_region2_triangle_point(const flr_triangle2 *t, flr_vec2 p);

FLR_EXTERN_C_END
#endif
