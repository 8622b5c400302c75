/// Feeler: yes or no in the plane; sides, containment, intersection of lines. Touching counts as
/// overlapping.
#ifndef FEELER_OVERLAP2_H
#define FEELER_OVERLAP2_H

#include "feeler/overlap.h"
#include "feeler/shape2.h"

FLR_EXTERN_C_BEGIN

/// Do two shapes share a point? Exact for every finite input among points, segments, rays, lines, planes,
/// halfspaces, aabbs, triangles and polygons (touching, collinear, contained, concave, without area), and
/// of circles and capsules with one another and with all of these but planes and halfspaces, while sizes differ by
/// less than 2^1500. A box is the polygon of its four corners, each rounded once, and exact from there on. Far from the origin (more
/// than 4 times its width along an axis) they are rounded as seen from a place near the box, so by no more than its own size rounds;
/// in world where a corner or origin of the other shape is too far off, or too large, to be seen from there without rounding. All
/// questions about one pair see the same corners. Of a circle or capsule and a plane or halfspace the distance is
/// compared with the radius, and rounding decides within 1 unit in the last place of the scene's size.
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

/// On which side of a plane is a shape: +1 wholly in front (where the normal points), -1 wholly behind, 0
/// where it touches or crosses. Exact for shapes without radius (a box as above).
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

/// Which points count as inside where a polygon crosses itself. For simple polygons both say the same.
typedef enum flr_fill_rule {
    FLR_NON_ZERO,  ///< those that the boundary goes around
    FLR_EVEN_ODD   ///< those that a ray leaves through an odd number of edges
} flr_fill_rule;

/// Where is p: inside, outside or on the boundary? Exact for triangles and polygons in either winding,
/// with repeated, collinear and spike corners; also for aabbs, circles and (while sizes differ by less than 2^1500)
/// capsules; a box as above. What has no area has only a boundary. Polygons by counting the edges right
/// of p, an edge taken from its lower end up to below its upper one, so that corners at the height of p
/// count once.
FLR_API flr_side flr_contains2_circle_point(const flr_circle *c, flr_vec2 p);
FLR_API flr_side flr_contains2_capsule_point(const flr_capsule2 *c, flr_vec2 p);
FLR_API flr_side flr_contains2_aabb_point(const flr_aabb2 *b, flr_vec2 p);
FLR_API flr_side flr_contains2_box_point(const flr_box2 *b, flr_vec2 p);
FLR_API flr_side flr_contains2_triangle_point(const flr_triangle2 *t, flr_vec2 p);
FLR_API flr_side flr_contains2_polygon_point(const flr_polygon2 *g, flr_fill_rule rule, flr_vec2 p);
/// The same for a polygon known to be convex, in O(log count). Equal corners may follow one another and corners may be
/// collinear or a hair off convex order. Every edge is looked at where there is hardly an area, where the first corner lies within an edge, and where the
/// point lies within a hair of the outline.
FLR_API flr_side flr_contains2_convex_polygon_point(const flr_polygon2 *g, flr_vec2 p);

/// What two segments have in common: nothing, a point, or where they are collinear, a stretch.
typedef struct flr_intersection2 {
    int count;          ///< 0, 1 or 2 points
    flr_vec2 point[2];  ///< in the order along a; ends of the segments with their own bits
    /// Along a: a.a at 0, a.b at 1. Times the length of a, off by 2 units in the last place of the scene's size over the sine of
    /// the angle at which they cross.
    flr_real t[2];
} flr_intersection2;

/// The count is exact; a point that is no end lies within 2 units in the last place of the scene's size (largest
/// difference of coordinates, or coordinate of the point) from both. RTCD 5.1.9.1 by signs of areas, but with ends,
/// T-junctions and collinear overlap decided by exact signs instead of a product that is below zero.
FLR_API flr_intersection2 flr_intersect2_segment_segment(const flr_segment2 *a, const flr_segment2 *b);

/// What of a polygon lies in a halfspace, as flr_clip3_polygon_halfspace has it in space: writes up to `capacity` corners in order and
/// returns how many there are; at most one more than a convex polygon has, one and a half times as many as another. Each corner's
/// side is exact, those inside and on the line keep their bits, crossings lie within 2 units in the last place of the largest coordinate.
FLR_API size_t flr_clip2_polygon_halfspace(const flr_polygon2 *polygon, const flr_halfspace2 *h,
                                           flr_vec2 *out, size_t capacity);
/// The same of a segment; false, and nothing is written, where there is nothing of it.
FLR_API bool flr_clip2_segment_halfspace(const flr_segment2 *s, const flr_halfspace2 *h, flr_segment2 *out);

/// How two lines by normals lie; exact.
typedef enum flr_planes2 { FLR_PLANES2_CROSSING, FLR_PLANES2_PARALLEL, FLR_PLANES2_COINCIDENT } flr_planes2;

/// Writes the common point, rounded, where they cross, and leaves it alone otherwise. Its error is 2 units in the last place of
/// how far it and the lines lie from the origin, divided by the sine of the angle at which they cross.
FLR_API flr_planes2 flr_intersect2_plane_plane(const flr_plane2 *a, const flr_plane2 *b, flr_vec2 *point);

/// How far two boxes are apart, or deep in one another, along the best of their four axes.
typedef struct flr_separation2 {
    flr_real separation;  ///< above 0 apart, below 0 minus the least depth
    flr_vec2 axis;        ///< unit, from a to b
    int owner;            ///< 0 where it is an axis of a, 1 of b
    int index;            ///< 0 the axis of the box, 1 its quarter turn
} flr_separation2;

/// By separating axes (Gottschalk, Lin, Manocha, 1996, in two dimensions). Moving b by -separation along
/// the axis brings boxes that overlap to touch. Among nearly equal axes (to 1e-12 of the extents, in single precision
/// 2e-6) the first of a's wins; but for that the separation is the greatest of the four, within 2 units in the last place
/// of the scene's size (the extents and the way between the centres). Where it is above 0 it is a lower bound of the
/// distance, not the distance.
FLR_API flr_separation2 flr_separation2_box_box(const flr_box2 *a, const flr_box2 *b);

FLR_EXTERN_C_END
#endif
