/// Feeler: closest points and distances in the plane.
#ifndef FEELER_CLOSEST2_H
#define FEELER_CLOSEST2_H

#include "feeler/shape2.h"

FLR_EXTERN_C_BEGIN

/// A closest pair, one point on each shape. Where they overlap: distance 0 and one common point twice.
typedef struct flr_closest2 {
    flr_real distance;
    flr_vec2 point_a, point_b;
} flr_closest2;

/// One function for every pair of shapes. Areas are solid. The distance is 0 exactly where flr_overlap2_ of the pair says
/// yes, else within 4 ulp of the scene's size: the largest coordinate difference or radius (docs/accuracy.md
/// has planes and halfspaces). Points lie within 6 ulp of the largest coordinate from their shapes; corners
/// and ends come back bit for bit. Of several closest pairs the first among the corners of a, then of b.
/// A degenerate shape is the segment or point that it has become. O(n m) for polygons of n and m corners.
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

/// Signed distance, above 0 in front, where the normal points; any normal but 0. Within 2 ulp of itself,
/// unless no more than 2^-100 of the terms is left.
FLR_API flr_real flr_signed_distance2_point_plane(flr_vec2 p, const flr_plane2 *h);
/// For a unit normal, with one dot product: within 2 ulp of the largest coordinate or offset.
FLR_API flr_closest2 flr_closest2_point_unit_plane(flr_vec2 p, const flr_plane2 *h);

/// flr_closest2_<a>_<b>, bit for bit, and the parameters s and t of its points: point_a = a + s (b - a) or origin +
/// s direction, t likewise on the second shape. In [0, 1] for segments (0 and 1 only at the ends), >= 0 for
/// rays, 0 for points. RTCD 5.1.2, 5.1.8, 5.1.9.
typedef struct flr_parameters2 {
    flr_closest2 closest;
    flr_real s, t;
} flr_parameters2;

/// As accurate as the points.
FLR_API flr_parameters2 flr_parameters2_point_segment(flr_vec2 p, const flr_segment2 *b);
FLR_API flr_parameters2 flr_parameters2_point_ray(flr_vec2 p, const flr_ray2 *b);
FLR_API flr_parameters2 flr_parameters2_point_line(flr_vec2 p, const flr_line2 *b);
/// t is in lengths of the normal: p = point_b + t normal, within 2 ulp of itself. RTCD 5.1.1.
FLR_API flr_parameters2 flr_parameters2_point_plane(flr_vec2 p, const flr_plane2 *b);
FLR_API flr_parameters2 flr_parameters2_segment_segment(const flr_segment2 *a, const flr_segment2 *b);
FLR_API flr_parameters2 flr_parameters2_segment_ray(const flr_segment2 *a, const flr_ray2 *b);
FLR_API flr_parameters2 flr_parameters2_segment_line(const flr_segment2 *a, const flr_line2 *b);
FLR_API flr_parameters2 flr_parameters2_ray_ray(const flr_ray2 *a, const flr_ray2 *b);
FLR_API flr_parameters2 flr_parameters2_ray_line(const flr_ray2 *a, const flr_line2 *b);
FLR_API flr_parameters2 flr_parameters2_line_line(const flr_line2 *a, const flr_line2 *b);

/// Squared distances, cheaper than the points; 0 where they intersect, never below. Within 4 ulp of the
/// scene's size squared. Squares overflow beyond the root of the largest number.
FLR_API flr_real flr_distance_squared2_point_segment(flr_vec2 p, const flr_segment2 *s);
FLR_API flr_real flr_distance_squared2_point_aabb(flr_vec2 p, const flr_aabb2 *b);
/// In box coordinates: its corners are not rounded.
FLR_API flr_real flr_distance_squared2_point_box(flr_vec2 p, const flr_box2 *b);
FLR_API flr_real flr_distance_squared2_segment_segment(const flr_segment2 *a, const flr_segment2 *b);

/// Weights u, v of the ends at the projection of p on the line, u a + v b, u + v = 1, negative beyond an
/// end. False, with the weights of a, where a == b or a weight overflows. The projection is within 4 eps of
/// the scene's size times the larger weight.
FLR_API bool flr_barycentric2_segment_point(const flr_segment2 *s, flr_vec2 p, flr_real weights[2]);

/// Weights of the corners at p: p = u a + v b + w c, u + v + w = 1, any winding, negative across an edge.
/// They give p within 4 ulp of the largest difference times the largest weight. False for collinear corners:
/// weights of the closest point.
FLR_API bool flr_barycentric2_triangle_point(const flr_triangle2 *t, flr_vec2 p, flr_real weights[3]);

/// The feature nearest to a point, and the weights of its corners.
typedef struct flr_region2 {
    /// Bit 0 for a, 1 for b, 2 for c: one bit is a corner, two an edge, three the inside.
    unsigned corners;
    flr_real weights[3];  ///< of the closest point: >= 0, 0 for unused corners
    flr_vec2 point;       ///< the closest point; corners bit for bit
} flr_region2;

/// The Voronoi region of p: corners before edges before the inside, so borders belong to the lower dimension.
/// Exact signs; points within 2 ulp of the scene's size. Triangles without area are segments or points.
FLR_API flr_region2 flr_region2_segment_point(const flr_segment2 *s, flr_vec2 p);
FLR_API flr_region2 flr_region2_triangle_point(const flr_triangle2 *t, flr_vec2 p);

FLR_EXTERN_C_END
#endif
