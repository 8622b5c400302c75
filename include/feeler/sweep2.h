/// Feeler: shape casts in the plane: when do shapes in linear motion first touch?
///
/// Shape a moves by `motion` over t in [0, 1] without turning, b stands still. (Where both move, `motion` is
/// a's less b's, and `point` has to be moved by t times b's.) Grazing is touching; no speed tunnels.
#ifndef FEELER_SWEEP2_H
#define FEELER_SWEEP2_H

#include "feeler/shape2.h"

FLR_EXTERN_C_BEGIN

typedef struct flr_sweep2_result {
    flr_status status;      ///< FLR_OK, or FLR_NOT_FINITE
    bool hit;               ///< they touch for some t in [0, 1]
    bool overlap_at_start;  ///< they touch at t = 0: t, point and normal are 0
    flr_real t;             ///< time of first touch
    /// Common to both at t, within 4 eps of the size of scene, motion and coordinates.
    flr_vec2 point;
    /// Unit, from a to b: of a touched edge or along the centres of round parts; corner to corner that of an
    /// edge between them, if any, else the motion's.
    flr_vec2 normal;
    int iterations;  ///< always 1
} flr_sweep2_result;

/// Whether they touch is exact among shapes without radii (boxes: for the corners of feeler/overlap2.h). With
/// radii it is decided within 2^-48 of the size of scene and motion. Without radii t is within 2^-48 of
/// itself (in float 2^-24). With radii, shapes at t are never deeper than 2^-51 of the size (2^-23). See
/// docs/accuracy.md for posed shapes.
///
/// Planes and lines have two sides. Convex polygons cost O(n + m), others O(n m). Ericson 2005, 5.5.
FLR_API flr_sweep2_result flr_sweep2_point_point(flr_vec2 a, flr_vec2 motion, flr_vec2 b);
FLR_API flr_sweep2_result flr_sweep2_point_segment(flr_vec2 a, flr_vec2 motion, const flr_segment2 *b);
FLR_API flr_sweep2_result flr_sweep2_point_ray(flr_vec2 a, flr_vec2 motion, const flr_ray2 *b);
FLR_API flr_sweep2_result flr_sweep2_point_line(flr_vec2 a, flr_vec2 motion, const flr_line2 *b);
FLR_API flr_sweep2_result flr_sweep2_point_plane(flr_vec2 a, flr_vec2 motion, const flr_plane2 *b);
FLR_API flr_sweep2_result flr_sweep2_point_halfspace(flr_vec2 a, flr_vec2 motion, const flr_halfspace2 *b);
FLR_API flr_sweep2_result flr_sweep2_point_circle(flr_vec2 a, flr_vec2 motion, const flr_circle *b);
FLR_API flr_sweep2_result flr_sweep2_point_capsule(flr_vec2 a, flr_vec2 motion, const flr_capsule2 *b);
FLR_API flr_sweep2_result flr_sweep2_point_aabb(flr_vec2 a, flr_vec2 motion, const flr_aabb2 *b);
FLR_API flr_sweep2_result flr_sweep2_point_box(flr_vec2 a, flr_vec2 motion, const flr_box2 *b);
FLR_API flr_sweep2_result flr_sweep2_point_triangle(flr_vec2 a, flr_vec2 motion, const flr_triangle2 *b);
FLR_API flr_sweep2_result flr_sweep2_point_polygon(flr_vec2 a, flr_vec2 motion, const flr_polygon2 *b);

FLR_API flr_sweep2_result flr_sweep2_segment_segment(const flr_segment2 *a, flr_vec2 motion,
                                                     const flr_segment2 *b);
FLR_API flr_sweep2_result flr_sweep2_segment_ray(const flr_segment2 *a, flr_vec2 motion, const flr_ray2 *b);
FLR_API flr_sweep2_result flr_sweep2_segment_line(const flr_segment2 *a, flr_vec2 motion, const flr_line2 *b);
FLR_API flr_sweep2_result flr_sweep2_segment_plane(const flr_segment2 *a, flr_vec2 motion,
                                                   const flr_plane2 *b);
FLR_API flr_sweep2_result flr_sweep2_segment_halfspace(const flr_segment2 *a, flr_vec2 motion,
                                                       const flr_halfspace2 *b);
FLR_API flr_sweep2_result flr_sweep2_segment_circle(const flr_segment2 *a, flr_vec2 motion,
                                                    const flr_circle *b);
FLR_API flr_sweep2_result flr_sweep2_segment_capsule(const flr_segment2 *a, flr_vec2 motion,
                                                     const flr_capsule2 *b);
FLR_API flr_sweep2_result flr_sweep2_segment_aabb(const flr_segment2 *a, flr_vec2 motion, const flr_aabb2 *b);
FLR_API flr_sweep2_result flr_sweep2_segment_box(const flr_segment2 *a, flr_vec2 motion, const flr_box2 *b);
FLR_API flr_sweep2_result flr_sweep2_segment_triangle(const flr_segment2 *a, flr_vec2 motion,
                                                      const flr_triangle2 *b);
FLR_API flr_sweep2_result flr_sweep2_segment_polygon(const flr_segment2 *a, flr_vec2 motion,
                                                     const flr_polygon2 *b);

FLR_API flr_sweep2_result flr_sweep2_ray_ray(const flr_ray2 *a, flr_vec2 motion, const flr_ray2 *b);
FLR_API flr_sweep2_result flr_sweep2_ray_line(const flr_ray2 *a, flr_vec2 motion, const flr_line2 *b);
FLR_API flr_sweep2_result flr_sweep2_ray_plane(const flr_ray2 *a, flr_vec2 motion, const flr_plane2 *b);
FLR_API flr_sweep2_result flr_sweep2_ray_halfspace(const flr_ray2 *a, flr_vec2 motion,
                                                   const flr_halfspace2 *b);
FLR_API flr_sweep2_result flr_sweep2_ray_circle(const flr_ray2 *a, flr_vec2 motion, const flr_circle *b);
FLR_API flr_sweep2_result flr_sweep2_ray_capsule(const flr_ray2 *a, flr_vec2 motion, const flr_capsule2 *b);
FLR_API flr_sweep2_result flr_sweep2_ray_aabb(const flr_ray2 *a, flr_vec2 motion, const flr_aabb2 *b);
FLR_API flr_sweep2_result flr_sweep2_ray_box(const flr_ray2 *a, flr_vec2 motion, const flr_box2 *b);
FLR_API flr_sweep2_result flr_sweep2_ray_triangle(const flr_ray2 *a, flr_vec2 motion, const flr_triangle2 *b);
FLR_API flr_sweep2_result flr_sweep2_ray_polygon(const flr_ray2 *a, flr_vec2 motion, const flr_polygon2 *b);

FLR_API flr_sweep2_result flr_sweep2_line_line(const flr_line2 *a, flr_vec2 motion, const flr_line2 *b);
FLR_API flr_sweep2_result flr_sweep2_line_plane(const flr_line2 *a, flr_vec2 motion, const flr_plane2 *b);
FLR_API flr_sweep2_result flr_sweep2_line_halfspace(const flr_line2 *a, flr_vec2 motion,
                                                    const flr_halfspace2 *b);
FLR_API flr_sweep2_result flr_sweep2_line_circle(const flr_line2 *a, flr_vec2 motion, const flr_circle *b);
FLR_API flr_sweep2_result flr_sweep2_line_capsule(const flr_line2 *a, flr_vec2 motion, const flr_capsule2 *b);
FLR_API flr_sweep2_result flr_sweep2_line_aabb(const flr_line2 *a, flr_vec2 motion, const flr_aabb2 *b);
FLR_API flr_sweep2_result flr_sweep2_line_box(const flr_line2 *a, flr_vec2 motion, const flr_box2 *b);
FLR_API flr_sweep2_result flr_sweep2_line_triangle(const flr_line2 *a, flr_vec2 motion,
                                                   const flr_triangle2 *b);
FLR_API flr_sweep2_result flr_sweep2_line_polygon(const flr_line2 *a, flr_vec2 motion, const flr_polygon2 *b);

FLR_API flr_sweep2_result flr_sweep2_plane_plane(const flr_plane2 *a, flr_vec2 motion, const flr_plane2 *b);
FLR_API flr_sweep2_result flr_sweep2_plane_halfspace(const flr_plane2 *a, flr_vec2 motion,
                                                     const flr_halfspace2 *b);
FLR_API flr_sweep2_result flr_sweep2_plane_circle(const flr_plane2 *a, flr_vec2 motion, const flr_circle *b);
FLR_API flr_sweep2_result flr_sweep2_plane_capsule(const flr_plane2 *a, flr_vec2 motion,
                                                   const flr_capsule2 *b);
FLR_API flr_sweep2_result flr_sweep2_plane_aabb(const flr_plane2 *a, flr_vec2 motion, const flr_aabb2 *b);
FLR_API flr_sweep2_result flr_sweep2_plane_box(const flr_plane2 *a, flr_vec2 motion, const flr_box2 *b);
FLR_API flr_sweep2_result flr_sweep2_plane_triangle(const flr_plane2 *a, flr_vec2 motion,
                                                    const flr_triangle2 *b);
FLR_API flr_sweep2_result flr_sweep2_plane_polygon(const flr_plane2 *a, flr_vec2 motion,
                                                   const flr_polygon2 *b);

FLR_API flr_sweep2_result flr_sweep2_halfspace_halfspace(const flr_halfspace2 *a, flr_vec2 motion,
                                                         const flr_halfspace2 *b);
FLR_API flr_sweep2_result flr_sweep2_halfspace_circle(const flr_halfspace2 *a, flr_vec2 motion,
                                                      const flr_circle *b);
FLR_API flr_sweep2_result flr_sweep2_halfspace_capsule(const flr_halfspace2 *a, flr_vec2 motion,
                                                       const flr_capsule2 *b);
FLR_API flr_sweep2_result flr_sweep2_halfspace_aabb(const flr_halfspace2 *a, flr_vec2 motion,
                                                    const flr_aabb2 *b);
FLR_API flr_sweep2_result flr_sweep2_halfspace_box(const flr_halfspace2 *a, flr_vec2 motion,
                                                   const flr_box2 *b);
FLR_API flr_sweep2_result flr_sweep2_halfspace_triangle(const flr_halfspace2 *a, flr_vec2 motion,
                                                        const flr_triangle2 *b);
FLR_API flr_sweep2_result flr_sweep2_halfspace_polygon(const flr_halfspace2 *a, flr_vec2 motion,
                                                       const flr_polygon2 *b);

FLR_API flr_sweep2_result flr_sweep2_circle_circle(const flr_circle *a, flr_vec2 motion, const flr_circle *b);
FLR_API flr_sweep2_result flr_sweep2_circle_capsule(const flr_circle *a, flr_vec2 motion,
                                                    const flr_capsule2 *b);
FLR_API flr_sweep2_result flr_sweep2_circle_aabb(const flr_circle *a, flr_vec2 motion, const flr_aabb2 *b);
FLR_API flr_sweep2_result flr_sweep2_circle_box(const flr_circle *a, flr_vec2 motion, const flr_box2 *b);
FLR_API flr_sweep2_result flr_sweep2_circle_triangle(const flr_circle *a, flr_vec2 motion,
                                                     const flr_triangle2 *b);
FLR_API flr_sweep2_result flr_sweep2_circle_polygon(const flr_circle *a, flr_vec2 motion,
                                                    const flr_polygon2 *b);

FLR_API flr_sweep2_result flr_sweep2_capsule_capsule(const flr_capsule2 *a, flr_vec2 motion,
                                                     const flr_capsule2 *b);
FLR_API flr_sweep2_result flr_sweep2_capsule_aabb(const flr_capsule2 *a, flr_vec2 motion, const flr_aabb2 *b);
FLR_API flr_sweep2_result flr_sweep2_capsule_box(const flr_capsule2 *a, flr_vec2 motion, const flr_box2 *b);
FLR_API flr_sweep2_result flr_sweep2_capsule_triangle(const flr_capsule2 *a, flr_vec2 motion,
                                                      const flr_triangle2 *b);
FLR_API flr_sweep2_result flr_sweep2_capsule_polygon(const flr_capsule2 *a, flr_vec2 motion,
                                                     const flr_polygon2 *b);

/// When two boxes touch, within [0, 1] (t_last 1 if they still do then), within 1 ulp of 1. The axis is the
/// last to overlap, unit, from a to b. Touching at the start: t_first 0, axis zero.
typedef struct flr_sweep2_span {
    bool hit, overlap_at_start;
    flr_real t_first, t_last;
    flr_vec2 axis;
    size_t index;  ///< its number; 0 for x, 1 for y
} flr_sweep2_span;
FLR_API flr_sweep2_span flr_sweep2_span_aabb_aabb(const flr_aabb2 *a, flr_vec2 motion, const flr_aabb2 *b);

/// Moving separating axes for convex shapes given by points. The axes must suffice, as for
/// flr_overlap2_points_points; they may have any length, zero ones are ignored. Empty lists do not hit. A
/// miss is certain; hits may be by 4 ulp of the diagonal of all points. O((count_a + count_b) count_axes).
FLR_API flr_sweep2_span flr_sweep2_points_points(const flr_vec2 *a, size_t count_a, const flr_vec2 *b,
                                                 size_t count_b, flr_vec2 motion, const flr_vec2 *axes,
                                                 size_t count_axes);

FLR_API flr_sweep2_result flr_sweep2_aabb_aabb(const flr_aabb2 *a, flr_vec2 motion, const flr_aabb2 *b);
FLR_API flr_sweep2_result flr_sweep2_aabb_box(const flr_aabb2 *a, flr_vec2 motion, const flr_box2 *b);
FLR_API flr_sweep2_result flr_sweep2_aabb_triangle(const flr_aabb2 *a, flr_vec2 motion,
                                                   const flr_triangle2 *b);
FLR_API flr_sweep2_result flr_sweep2_aabb_polygon(const flr_aabb2 *a, flr_vec2 motion, const flr_polygon2 *b);

FLR_API flr_sweep2_result flr_sweep2_box_box(const flr_box2 *a, flr_vec2 motion, const flr_box2 *b);
FLR_API flr_sweep2_result flr_sweep2_box_triangle(const flr_box2 *a, flr_vec2 motion, const flr_triangle2 *b);
FLR_API flr_sweep2_result flr_sweep2_box_polygon(const flr_box2 *a, flr_vec2 motion, const flr_polygon2 *b);

FLR_API flr_sweep2_result flr_sweep2_triangle_triangle(const flr_triangle2 *a, flr_vec2 motion,
                                                       const flr_triangle2 *b);
FLR_API flr_sweep2_result flr_sweep2_triangle_polygon(const flr_triangle2 *a, flr_vec2 motion,
                                                      const flr_polygon2 *b);

FLR_API flr_sweep2_result flr_sweep2_polygon_polygon(const flr_polygon2 *a, flr_vec2 motion,
                                                     const flr_polygon2 *b);

FLR_EXTERN_C_END
#endif
