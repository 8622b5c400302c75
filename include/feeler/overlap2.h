/// Feeler: yes or no in the plane; sides, containment, intersection of lines. Touching counts as overlapping.
#ifndef FEELER_OVERLAP2_H
#define FEELER_OVERLAP2_H

#include "feeler/shape2.h"

FLR_EXTERN_C_BEGIN

/// Do two shapes overlap? Exact for every finite input among shapes without a radius. Exact too for circles
/// and capsules with one another and with all shapes except planes and halfspaces, while sizes differ by less
/// than 2^1500. Circles and capsules with planes and halfspaces: within 1 ulp of the scene's size.
///
/// A box is the polygon of its four corners, each rounded once; near the box, not in world, where the other
/// shape allows it. All questions about one pair use the same corners.
FLR_API bool flr_overlap2_point_point(flr_vec2 a, flr_vec2 b);
FLR_API bool flr_overlap2_point_segment(flr_vec2 a, const flr_segment2 *b);
FLR_API bool flr_overlap2_point_ray(flr_vec2 a, const flr_ray2 *b);
FLR_API bool flr_overlap2_point_line(flr_vec2 a, const flr_line2 *b);
FLR_API bool flr_overlap2_point_plane(flr_vec2 a, const flr_plane2 *b);
FLR_API bool flr_overlap2_point_halfspace(flr_vec2 a, const flr_halfspace2 *b);
FLR_API bool flr_overlap2_point_circle(flr_vec2 a, const flr_circle *b);
FLR_API bool flr_overlap2_point_capsule(flr_vec2 a, const flr_capsule2 *b);
FLR_API bool flr_overlap2_point_aabb(flr_vec2 a, const flr_aabb2 *b);
FLR_API bool flr_overlap2_point_box(flr_vec2 a, const flr_box2 *b);
FLR_API bool flr_overlap2_point_triangle(flr_vec2 a, const flr_triangle2 *b);
FLR_API bool flr_overlap2_point_polygon(flr_vec2 a, const flr_polygon2 *b);

FLR_API bool flr_overlap2_segment_segment(const flr_segment2 *a, const flr_segment2 *b);
FLR_API bool flr_overlap2_segment_ray(const flr_segment2 *a, const flr_ray2 *b);
FLR_API bool flr_overlap2_segment_line(const flr_segment2 *a, const flr_line2 *b);
FLR_API bool flr_overlap2_segment_plane(const flr_segment2 *a, const flr_plane2 *b);
FLR_API bool flr_overlap2_segment_halfspace(const flr_segment2 *a, const flr_halfspace2 *b);
FLR_API bool flr_overlap2_segment_circle(const flr_segment2 *a, const flr_circle *b);
FLR_API bool flr_overlap2_segment_capsule(const flr_segment2 *a, const flr_capsule2 *b);
FLR_API bool flr_overlap2_segment_aabb(const flr_segment2 *a, const flr_aabb2 *b);
FLR_API bool flr_overlap2_segment_box(const flr_segment2 *a, const flr_box2 *b);
FLR_API bool flr_overlap2_segment_triangle(const flr_segment2 *a, const flr_triangle2 *b);
FLR_API bool flr_overlap2_segment_polygon(const flr_segment2 *a, const flr_polygon2 *b);

FLR_API bool flr_overlap2_ray_ray(const flr_ray2 *a, const flr_ray2 *b);
FLR_API bool flr_overlap2_ray_line(const flr_ray2 *a, const flr_line2 *b);
FLR_API bool flr_overlap2_ray_plane(const flr_ray2 *a, const flr_plane2 *b);
FLR_API bool flr_overlap2_ray_halfspace(const flr_ray2 *a, const flr_halfspace2 *b);
FLR_API bool flr_overlap2_ray_circle(const flr_ray2 *a, const flr_circle *b);
FLR_API bool flr_overlap2_ray_capsule(const flr_ray2 *a, const flr_capsule2 *b);
FLR_API bool flr_overlap2_ray_aabb(const flr_ray2 *a, const flr_aabb2 *b);
FLR_API bool flr_overlap2_ray_box(const flr_ray2 *a, const flr_box2 *b);
FLR_API bool flr_overlap2_ray_triangle(const flr_ray2 *a, const flr_triangle2 *b);
FLR_API bool flr_overlap2_ray_polygon(const flr_ray2 *a, const flr_polygon2 *b);

FLR_API bool flr_overlap2_line_line(const flr_line2 *a, const flr_line2 *b);
FLR_API bool flr_overlap2_line_plane(const flr_line2 *a, const flr_plane2 *b);
FLR_API bool flr_overlap2_line_halfspace(const flr_line2 *a, const flr_halfspace2 *b);
FLR_API bool flr_overlap2_line_circle(const flr_line2 *a, const flr_circle *b);
FLR_API bool flr_overlap2_line_capsule(const flr_line2 *a, const flr_capsule2 *b);
FLR_API bool flr_overlap2_line_aabb(const flr_line2 *a, const flr_aabb2 *b);
FLR_API bool flr_overlap2_line_box(const flr_line2 *a, const flr_box2 *b);
FLR_API bool flr_overlap2_line_triangle(const flr_line2 *a, const flr_triangle2 *b);
FLR_API bool flr_overlap2_line_polygon(const flr_line2 *a, const flr_polygon2 *b);

FLR_API bool flr_overlap2_plane_plane(const flr_plane2 *a, const flr_plane2 *b);
FLR_API bool flr_overlap2_plane_halfspace(const flr_plane2 *a, const flr_halfspace2 *b);
FLR_API bool flr_overlap2_plane_circle(const flr_plane2 *a, const flr_circle *b);
FLR_API bool flr_overlap2_plane_capsule(const flr_plane2 *a, const flr_capsule2 *b);
FLR_API bool flr_overlap2_plane_aabb(const flr_plane2 *a, const flr_aabb2 *b);
FLR_API bool flr_overlap2_plane_box(const flr_plane2 *a, const flr_box2 *b);
FLR_API bool flr_overlap2_plane_triangle(const flr_plane2 *a, const flr_triangle2 *b);
FLR_API bool flr_overlap2_plane_polygon(const flr_plane2 *a, const flr_polygon2 *b);

FLR_API bool flr_overlap2_halfspace_halfspace(const flr_halfspace2 *a, const flr_halfspace2 *b);
FLR_API bool flr_overlap2_halfspace_circle(const flr_halfspace2 *a, const flr_circle *b);
FLR_API bool flr_overlap2_halfspace_capsule(const flr_halfspace2 *a, const flr_capsule2 *b);
FLR_API bool flr_overlap2_halfspace_aabb(const flr_halfspace2 *a, const flr_aabb2 *b);
FLR_API bool flr_overlap2_halfspace_box(const flr_halfspace2 *a, const flr_box2 *b);
FLR_API bool flr_overlap2_halfspace_triangle(const flr_halfspace2 *a, const flr_triangle2 *b);
FLR_API bool flr_overlap2_halfspace_polygon(const flr_halfspace2 *a, const flr_polygon2 *b);

FLR_API bool flr_overlap2_circle_circle(const flr_circle *a, const flr_circle *b);
FLR_API bool flr_overlap2_circle_capsule(const flr_circle *a, const flr_capsule2 *b);
FLR_API bool flr_overlap2_circle_aabb(const flr_circle *a, const flr_aabb2 *b);
FLR_API bool flr_overlap2_circle_box(const flr_circle *a, const flr_box2 *b);
FLR_API bool flr_overlap2_circle_triangle(const flr_circle *a, const flr_triangle2 *b);
FLR_API bool flr_overlap2_circle_polygon(const flr_circle *a, const flr_polygon2 *b);

FLR_API bool flr_overlap2_capsule_capsule(const flr_capsule2 *a, const flr_capsule2 *b);
FLR_API bool flr_overlap2_capsule_aabb(const flr_capsule2 *a, const flr_aabb2 *b);
FLR_API bool flr_overlap2_capsule_box(const flr_capsule2 *a, const flr_box2 *b);
FLR_API bool flr_overlap2_capsule_triangle(const flr_capsule2 *a, const flr_triangle2 *b);
FLR_API bool flr_overlap2_capsule_polygon(const flr_capsule2 *a, const flr_polygon2 *b);

FLR_API bool flr_overlap2_aabb_aabb(const flr_aabb2 *a, const flr_aabb2 *b);
FLR_API bool flr_overlap2_aabb_box(const flr_aabb2 *a, const flr_box2 *b);
FLR_API bool flr_overlap2_aabb_triangle(const flr_aabb2 *a, const flr_triangle2 *b);
FLR_API bool flr_overlap2_aabb_polygon(const flr_aabb2 *a, const flr_polygon2 *b);

FLR_API bool flr_overlap2_box_box(const flr_box2 *a, const flr_box2 *b);
FLR_API bool flr_overlap2_box_triangle(const flr_box2 *a, const flr_triangle2 *b);
FLR_API bool flr_overlap2_box_polygon(const flr_box2 *a, const flr_polygon2 *b);

FLR_API bool flr_overlap2_triangle_triangle(const flr_triangle2 *a, const flr_triangle2 *b);
FLR_API bool flr_overlap2_triangle_polygon(const flr_triangle2 *a, const flr_polygon2 *b);

FLR_API bool flr_overlap2_polygon_polygon(const flr_polygon2 *a, const flr_polygon2 *b);

/// Side of the plane: 1 wholly in front (where the normal points), -1 wholly behind, 0 touching or crossing.
/// Exact for shapes without radius (a box as above).
FLR_API int flr_classify2_plane_point(const flr_plane2 *p, flr_vec2 s);
FLR_API int flr_classify2_plane_segment(const flr_plane2 *p, const flr_segment2 *s);
FLR_API int flr_classify2_plane_ray(const flr_plane2 *p, const flr_ray2 *s);
FLR_API int flr_classify2_plane_line(const flr_plane2 *p, const flr_line2 *s);
FLR_API int flr_classify2_plane_plane(const flr_plane2 *p, const flr_plane2 *s);
FLR_API int flr_classify2_plane_halfspace(const flr_plane2 *p, const flr_halfspace2 *s);
FLR_API int flr_classify2_plane_circle(const flr_plane2 *p, const flr_circle *s);
FLR_API int flr_classify2_plane_capsule(const flr_plane2 *p, const flr_capsule2 *s);
FLR_API int flr_classify2_plane_aabb(const flr_plane2 *p, const flr_aabb2 *s);
FLR_API int flr_classify2_plane_box(const flr_plane2 *p, const flr_box2 *s);
FLR_API int flr_classify2_plane_triangle(const flr_plane2 *p, const flr_triangle2 *s);
FLR_API int flr_classify2_plane_polygon(const flr_plane2 *p, const flr_polygon2 *s);

/// Which points count as inside a polygon that crosses itself.
typedef enum flr_fill_rule {
    FLR_NON_ZERO,  ///< those that the boundary goes around
    FLR_EVEN_ODD   ///< those that a ray leaves through an odd number of edges
} flr_fill_rule;

/// Is p inside, outside or on the boundary? Exact for triangles and polygons in any winding, with repeated,
/// collinear and spike corners; for aabbs, circles and (sizes within 2^1500) capsules; a box as above. Shapes
/// without area are all boundary.
FLR_API flr_side flr_contains2_halfspace_point(const flr_halfspace2 *h, flr_vec2 p);
/// In the intersection of halfspaces: a convex polygon, bounded or not; all of the plane for none.
FLR_API flr_side flr_contains2_halfspaces_point(const flr_halfspace2 *h, size_t count, flr_vec2 p);
FLR_API flr_side flr_contains2_circle_point(const flr_circle *c, flr_vec2 p);
FLR_API flr_side flr_contains2_capsule_point(const flr_capsule2 *c, flr_vec2 p);
FLR_API flr_side flr_contains2_aabb_point(const flr_aabb2 *b, flr_vec2 p);
FLR_API flr_side flr_contains2_box_point(const flr_box2 *b, flr_vec2 p);
FLR_API flr_side flr_contains2_triangle_point(const flr_triangle2 *t, flr_vec2 p);
FLR_API flr_side flr_contains2_polygon_point(const flr_polygon2 *g, flr_fill_rule rule, flr_vec2 p);
/// The same for a convex polygon, in O(log count). Equal, collinear and slightly nonconvex corners are fine;
/// close to the outline, and in polygons with hardly any area, it takes O(count).
FLR_API flr_side flr_contains2_convex_polygon_point(const flr_polygon2 *g, flr_vec2 p);

/// What two segments have in common: nothing, a point, or a stretch of one line.
typedef struct flr_intersection2 {
    int count;          ///< 0, 1 or 2 points
    flr_vec2 point[2];  ///< in order along a; ends bit for bit
    /// Along a: 0 at a.a, 1 at a.b. Within 2 ulp of the scene's size over |a| and the sine of the crossing
    /// angle.
    flr_real t[2];
} flr_intersection2;

/// The count is exact; crossings lie within 2 ulp of the scene's size from both. RTCD 5.1.9.1.
FLR_API flr_intersection2 flr_intersect2_segment_segment(const flr_segment2 *a, const flr_segment2 *b);

/// The part of a polygon in a halfspace: writes up to `capacity` corners in order and returns their number.
/// At most one more than a convex polygon has, 3/2 as many else. Sides are exact; corners kept come back bit
/// for bit, crossings within 2 ulp of the largest coordinate.
FLR_API size_t flr_clip2_polygon_halfspace(const flr_polygon2 *polygon, const flr_halfspace2 *h,
                                           flr_vec2 *out, size_t capacity);
/// The same of a segment; false, and nothing written, where nothing is left.
FLR_API bool flr_clip2_segment_halfspace(const flr_segment2 *s, const flr_halfspace2 *h, flr_segment2 *out);

/// How two lines lie; exact.
typedef enum flr_planes2 { FLR_PLANES2_CROSSING, FLR_PLANES2_PARALLEL, FLR_PLANES2_COINCIDENT } flr_planes2;

/// Writes the common point where they cross, else nothing. Within 2 ulp of their distance from the origin
/// over the sine of the angle.
FLR_API flr_planes2 flr_intersect2_plane_plane(const flr_plane2 *a, const flr_plane2 *b, flr_vec2 *point);

/// Separation of two shapes along the best of some axes.
typedef struct flr_separation2 {
    flr_real separation;  ///< apart: a lower bound of the distance; overlapping: minus the least depth
    flr_vec2 axis;        ///< unit, from a to b
    int owner;            ///< 0: an axis of a, 1: of b
    int index;            ///< of the owner's axes: 0 the axis of a box, 1 its quarter turn; or of the list
} flr_separation2;

/// By separating axes. Moving b by -separation along the axis makes overlap a touch. Of axes equal within
/// 1e-12 of the extents (2e-6 in float) the first of a's wins; else the best of the four, within 2 ulp of the
/// scene's size.
FLR_API flr_separation2 flr_separation2_box_box(const flr_box2 *a, const flr_box2 *b);

/// The last separating axis, tried first. Zero it before first use; it only saves time.
typedef struct flr_axis_cache2 {
    size_t index;
} flr_axis_cache2;

/// Separating axes for convex shapes given by points (RTCD 5.2.1). The axes must suffice: the normals of the
/// edges of both (flr_perp2); of segments on one line also the line. Any length, zero ones are ignored. Empty
/// lists do not overlap. Right beyond 2 ulp of the scene's size. `cache` may be null.
FLR_API bool flr_overlap2_points_points(const flr_vec2 *a, size_t count_a, const flr_vec2 *b, size_t count_b,
                                        const flr_vec2 *axes, size_t count_axes, flr_axis_cache2 *cache);

/// The axis of largest separation, unit; on a tie the first. `owner` is 0. -INFINITY and a zero axis without
/// candidates. Within 2 ulp of the scene's size.
FLR_API flr_separation2 flr_separation2_points_points(const flr_vec2 *a, size_t count_a, const flr_vec2 *b,
                                                      size_t count_b, const flr_vec2 *axes,
                                                      size_t count_axes);

FLR_EXTERN_C_END
#endif
