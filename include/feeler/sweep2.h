/// Feeler: moving shapes in the plane, along straight lines.
#ifndef FEELER_SWEEP2_H
#define FEELER_SWEEP2_H

#include "feeler/shape2.h"

FLR_EXTERN_C_BEGIN

/// When do two shapes first touch, a moving by t * motion, b standing still? (Where both move, take the difference of
/// their motions; the point is then to be moved by t times the motion of b.)
typedef struct flr_sweep2_result {
    flr_status status;      ///< FLR_OK, or FLR_NOT_FINITE
    bool hit;               ///< they touch for some t in [0, 1]
    bool overlap_at_start;  ///< they overlap or touch at t = 0: t, point and normal are 0
    flr_real t;             ///< the time of first touch
    /// A common point at that time, within 4 roundings of the size of the scene, the motion and the coordinates.
    flr_vec2 point;
    /// Unit, from a to b. Of an edge that is touched; between round parts along their centres; where two corners meet,
    /// that of one of their edges which has the two shapes on its two sides, if there is one, or the motion's.
    flr_vec2 normal;
    int iterations;  ///< always 1: these are answered directly
} flr_sweep2_result;

/// Nothing is stepped over at any speed, and a grazing touch is a touch. A motion of 0 asks whether they overlap.
///
/// Whether they touch is exact for every finite input among points, segments, rays, lines, aabbs, boxes (the polygons of
/// their four corners, rounded as overlap2.h says), triangles and polygons, convex or concave, and of these against planes
/// and halfspaces. With radii above 0, it is exact for what doubles hold exactly, and else decided within
/// 2^-48 of the size of the scene and the motion. Without radii t is within a part of 2^-48 of the true
/// time (in float 2^-24); with radii it lies between the times at which radii larger and smaller by 2^-51 of that size (2^-23)
/// would touch, so that at t the shapes are never deeper in one another than that.
/// Convex shapes under a pose (any2.h) are the polygons of their corners, each rounded once: by their own size where what they meet can
/// be seen from their position without rounding, as far from the origin it mostly can, else by the coordinates. What
/// grazes them by no more than that (3 roundings of the size) may be missed; nothing deeper is, or told late.
///
/// Degenerate shapes are answered as what they are; a plane or line has no side to come from, so both count. Two convex
/// polygons take time in proportion to the sum of their corners, everything else to the product.
/// The moving corner against an edge is RTCD 5.5's ray against the Minkowski sum; convex polygons are its moving
/// separating axes, where zero relative speed on an axis is not forgotten.
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

/// From when to when two boxes touch, RTCD 5.5.8: within [0, 1], t_last 1 where they then still do; both are within
/// 1 unit in the last place of 1. Where they touch at the
/// start t_first is 0 and the axis zero; else the axis is unit, from a to b: the one that they overlap on last.
typedef struct flr_sweep2_span {
    bool hit, overlap_at_start;
    flr_real t_first, t_last;
    flr_vec2 axis;
} flr_sweep2_span;
FLR_API flr_sweep2_span flr_sweep2_span_aabb_aabb(const flr_aabb2 *a, flr_vec2 motion, const flr_aabb2 *b);

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
