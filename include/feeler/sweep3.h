/// Feeler: shape casts in space: when do shapes in linear motion first touch?
///
/// Shape a moves by `motion` over t in [0, 1] without turning, b stands still. (Where both move, `motion` is
/// a's less b's, and `point` has to be moved by t times b's.) Shapes are closed: a graze is a touch. No speed
/// tunnels.
///
/// - t: time of first touch, 0 to 1. Without motion only the start is tested.
/// - Overlap at the start (as flr_overlap3 says): hit, overlap_at_start, t = 0, point and normal zero.
/// - point: common to both at time t. normal: unit, from a to b, of a plane that both touch from two sides.
/// - status: FLR_OK; FLR_NOT_FINITE for the motion, no hit; FLR_NOT_CONVERGED: steps used up, `hit` is true
///   and t a time before which they do not touch.
///
/// A miss is certain; shapes that pass within 192 ulp of the scene's size may hit. At t the gap is within 16
/// ulp, of cylinders, cones and user cores within 2e-13 of the size, so t is off by that over the closing
/// speed. It is never later than so; for cylinders, cones and user cores it is never late. docs/accuracy.md has the
/// exceptions. Computed in double.
///
/// Pure functions: no memory, no state.
#ifndef FEELER_SWEEP3_H
#define FEELER_SWEEP3_H

#include "feeler/convex3.h"

FLR_EXTERN_C_BEGIN

typedef struct flr_sweep3_result {
    /// FLR_NOT_CONVERGED: steps used up; hit, and t_lower holds.
    flr_status status;
    bool hit;
    bool overlap_at_start;
    flr_real t;
    flr_vec3 point, normal;
    int iterations;
    /// What touched: the shape of a compound, and not one within that, and the triangle of a mesh, by their numbers; else 0, also
    /// where they overlap at the start. Of several at the same time, one. Which edge or
    /// corner of a triangle: flr_region3_triangle_point() of it and of `point` less `normal` (of b) or plus it (of a), in the mesh's frame.
    uint32_t child_a, child_b, triangle_a, triangle_b;
} flr_sweep3_result;

typedef struct flr_sweep3_options {
    /// Distance that counts as touching; finite, >= 0 (else FLR_INVALID_ARGUMENT). `point` is then on b; a's
    /// is at this distance against the normal.
    flr_real target_distance;
} flr_sweep3_options;

/// Any two convex shapes. `options` may be null. `iterations` is at most 450; usually 5 to 10, users'
/// cores up to 50.
FLR_API flr_sweep3_result flr_sweep3_convex_convex(const flr_convex3 *a, flr_vec3 motion,
                                                   const flr_convex3 *b, const flr_sweep3_options *options);

/// Named by the moving shape, then the other. Quads and polygons may be concave, at O(n). A plane is a sheet
/// with two sides. Ericson 2005, 5.5.3 to 5.5.8.
FLR_API flr_sweep3_result flr_sweep3_sphere_plane(const flr_sphere *a, flr_vec3 motion, const flr_plane3 *b);
FLR_API flr_sweep3_result flr_sweep3_sphere_halfspace(const flr_sphere *a, flr_vec3 motion,
                                                      const flr_halfspace3 *b);
FLR_API flr_sweep3_result flr_sweep3_sphere_sphere(const flr_sphere *a, flr_vec3 motion, const flr_sphere *b);
FLR_API flr_sweep3_result flr_sweep3_sphere_capsule(const flr_sphere *a, flr_vec3 motion,
                                                    const flr_capsule3 *b);
FLR_API flr_sweep3_result flr_sweep3_sphere_aabb(const flr_sphere *a, flr_vec3 motion, const flr_aabb3 *b);
FLR_API flr_sweep3_result flr_sweep3_sphere_box(const flr_sphere *a, flr_vec3 motion, const flr_box3 *b);
FLR_API flr_sweep3_result flr_sweep3_sphere_triangle(const flr_sphere *a, flr_vec3 motion,
                                                     const flr_triangle3 *b);
FLR_API flr_sweep3_result flr_sweep3_sphere_quad(const flr_sphere *a, flr_vec3 motion, const flr_quad3 *b);
FLR_API flr_sweep3_result flr_sweep3_sphere_rectangle(const flr_sphere *a, flr_vec3 motion,
                                                      const flr_rectangle3 *b);
FLR_API flr_sweep3_result flr_sweep3_sphere_polygon(const flr_sphere *a, flr_vec3 motion,
                                                    const flr_polygon3 *b);
FLR_API flr_sweep3_result flr_sweep3_sphere_tetrahedron(const flr_sphere *a, flr_vec3 motion,
                                                        const flr_tetrahedron *b);
FLR_API flr_sweep3_result flr_sweep3_capsule_plane(const flr_capsule3 *a, flr_vec3 motion,
                                                   const flr_plane3 *b);
FLR_API flr_sweep3_result flr_sweep3_capsule_halfspace(const flr_capsule3 *a, flr_vec3 motion,
                                                       const flr_halfspace3 *b);
FLR_API flr_sweep3_result flr_sweep3_capsule_sphere(const flr_capsule3 *a, flr_vec3 motion,
                                                    const flr_sphere *b);
FLR_API flr_sweep3_result flr_sweep3_capsule_capsule(const flr_capsule3 *a, flr_vec3 motion,
                                                     const flr_capsule3 *b);
FLR_API flr_sweep3_result flr_sweep3_capsule_aabb(const flr_capsule3 *a, flr_vec3 motion, const flr_aabb3 *b);
FLR_API flr_sweep3_result flr_sweep3_capsule_box(const flr_capsule3 *a, flr_vec3 motion, const flr_box3 *b);
FLR_API flr_sweep3_result flr_sweep3_capsule_triangle(const flr_capsule3 *a, flr_vec3 motion,
                                                      const flr_triangle3 *b);
FLR_API flr_sweep3_result flr_sweep3_capsule_quad(const flr_capsule3 *a, flr_vec3 motion, const flr_quad3 *b);
FLR_API flr_sweep3_result flr_sweep3_capsule_rectangle(const flr_capsule3 *a, flr_vec3 motion,
                                                       const flr_rectangle3 *b);
FLR_API flr_sweep3_result flr_sweep3_capsule_polygon(const flr_capsule3 *a, flr_vec3 motion,
                                                     const flr_polygon3 *b);
FLR_API flr_sweep3_result flr_sweep3_capsule_tetrahedron(const flr_capsule3 *a, flr_vec3 motion,
                                                         const flr_tetrahedron *b);
FLR_API flr_sweep3_result flr_sweep3_aabb_plane(const flr_aabb3 *a, flr_vec3 motion, const flr_plane3 *b);
FLR_API flr_sweep3_result flr_sweep3_aabb_halfspace(const flr_aabb3 *a, flr_vec3 motion,
                                                    const flr_halfspace3 *b);
FLR_API flr_sweep3_result flr_sweep3_aabb_sphere(const flr_aabb3 *a, flr_vec3 motion, const flr_sphere *b);
FLR_API flr_sweep3_result flr_sweep3_aabb_capsule(const flr_aabb3 *a, flr_vec3 motion, const flr_capsule3 *b);
FLR_API flr_sweep3_result flr_sweep3_aabb_aabb(const flr_aabb3 *a, flr_vec3 motion, const flr_aabb3 *b);
FLR_API flr_sweep3_result flr_sweep3_aabb_box(const flr_aabb3 *a, flr_vec3 motion, const flr_box3 *b);
FLR_API flr_sweep3_result flr_sweep3_aabb_triangle(const flr_aabb3 *a, flr_vec3 motion,
                                                   const flr_triangle3 *b);
FLR_API flr_sweep3_result flr_sweep3_aabb_quad(const flr_aabb3 *a, flr_vec3 motion, const flr_quad3 *b);
FLR_API flr_sweep3_result flr_sweep3_aabb_rectangle(const flr_aabb3 *a, flr_vec3 motion,
                                                    const flr_rectangle3 *b);
FLR_API flr_sweep3_result flr_sweep3_aabb_polygon(const flr_aabb3 *a, flr_vec3 motion, const flr_polygon3 *b);
FLR_API flr_sweep3_result flr_sweep3_aabb_tetrahedron(const flr_aabb3 *a, flr_vec3 motion,
                                                      const flr_tetrahedron *b);
FLR_API flr_sweep3_result flr_sweep3_box_plane(const flr_box3 *a, flr_vec3 motion, const flr_plane3 *b);
FLR_API flr_sweep3_result flr_sweep3_box_halfspace(const flr_box3 *a, flr_vec3 motion,
                                                   const flr_halfspace3 *b);
FLR_API flr_sweep3_result flr_sweep3_box_sphere(const flr_box3 *a, flr_vec3 motion, const flr_sphere *b);
FLR_API flr_sweep3_result flr_sweep3_box_capsule(const flr_box3 *a, flr_vec3 motion, const flr_capsule3 *b);
FLR_API flr_sweep3_result flr_sweep3_box_aabb(const flr_box3 *a, flr_vec3 motion, const flr_aabb3 *b);
FLR_API flr_sweep3_result flr_sweep3_box_box(const flr_box3 *a, flr_vec3 motion, const flr_box3 *b);
FLR_API flr_sweep3_result flr_sweep3_box_triangle(const flr_box3 *a, flr_vec3 motion, const flr_triangle3 *b);
FLR_API flr_sweep3_result flr_sweep3_box_quad(const flr_box3 *a, flr_vec3 motion, const flr_quad3 *b);
FLR_API flr_sweep3_result flr_sweep3_box_rectangle(const flr_box3 *a, flr_vec3 motion,
                                                   const flr_rectangle3 *b);
FLR_API flr_sweep3_result flr_sweep3_box_polygon(const flr_box3 *a, flr_vec3 motion, const flr_polygon3 *b);
FLR_API flr_sweep3_result flr_sweep3_box_tetrahedron(const flr_box3 *a, flr_vec3 motion,
                                                     const flr_tetrahedron *b);

/// When the hulls of two point lists overlap on every one of some axes.
typedef struct flr_sweep3_span {
    bool hit;                  ///< within [0, 1]
    flr_real t_first, t_last;  ///< first and last common time, in [0, 1]
    bool overlap_at_start;     ///< on every axis; then t_first 0, axis zero
    flr_vec3 axis;             ///< the last to overlap, unit, from a to b
    size_t index;              ///< its number
} flr_sweep3_span;

/// When do two boxes touch? From t_first, as in flr_sweep3_aabb_aabb, to t_last (1 if they still do then),
/// both within 1 ulp of 1. Touching at the start: t_first 0 and a zero axis.
FLR_API flr_sweep3_span flr_sweep3_span_aabb_aabb(const flr_aabb3 *a, flr_vec3 motion, const flr_aabb3 *b);

/// Moving separating axes for convex shapes given by points. The axes must suffice, as for
/// flr_overlap3_points_points; they may have any length, zero ones are ignored. Empty lists do not hit. A
/// miss is certain; hits may be by 4 ulp of the diagonal of all points. O((count_a + count_b) count_axes).
FLR_API flr_sweep3_span flr_sweep3_points_points(const flr_vec3 *a, size_t count_a, const flr_vec3 *b,
                                                 size_t count_b, flr_vec3 motion, const flr_vec3 *axes,
                                                 size_t count_axes);

/// Could they touch between t0 and t1? May only err by saying yes.
typedef bool flr_sweep3_interval_fn(const void *user, flr_real t0, flr_real t1);

/// A lower bound of the distance at time t; <= 0 where they touch.
typedef flr_real flr_sweep3_distance_fn(const void *user, flr_real t);

typedef struct flr_sweep3_interval_result {
    /// FLR_NOT_CONVERGED where the steps were used up: hit, and t_lower holds.
    flr_status status;
    bool hit;
    /// No touch before t_lower; if they touch between the two at all, not after t_upper.
    flr_real t_lower, t_upper;
    int steps;  ///< calls of the callback
} flr_sweep3_interval_result;

/// Interval halving for any motion: the first part of [t0, t1], down to `tolerance` in length, that the
/// callback cannot exclude. Never later than the first touch. At most `max_steps` calls.
/// FLR_INVALID_ARGUMENT: empty or non-finite range, tolerance <= 0, no callback, max_steps < 1. Ericson 2005,
/// 5.5.1.
FLR_API flr_sweep3_interval_result flr_sweep3_interval(flr_sweep3_interval_fn *may_touch, const void *user,
                                                       flr_real t0, flr_real t1, flr_real tolerance,
                                                       int max_steps);

/// The same by distances. `max_speed` bounds how fast the distance shrinks: relative speed plus, when
/// turning, the rate in radians times the largest distance from the axis.
FLR_API flr_sweep3_interval_result flr_sweep3_interval_distance(flr_sweep3_distance_fn *distance,
                                                                const void *user, flr_real max_speed,
                                                                flr_real t0, flr_real t1, flr_real tolerance,
                                                                int max_steps);

FLR_EXTERN_C_END
#endif
