/// Feeler: shapes in linear motion: when do they first touch?
///
/// Shape a moves by `motion` over t in [0, 1] without turning, b stands still; where both move, `motion` is
/// the motion of a less that of b, and the point told has to be moved by t times that of b. Shapes are closed
/// sets, so touching counts: two that graze in one instant, or that touch while sliding along, hit.
///
/// - t is the time of first touch, in [0, 1]; a touch at t = 1 is a hit.
/// - They overlap at the start (touching counts): hit, overlap_at_start, t = 0; point and normal are zero.
///   Whether they do is what the test of the two as they stand answers (flr_overlap3, flr_overlap3_<a>_<b>).
/// - `point` is a common point of the two at time t.
/// - `normal` is unit and points from a to b: that of a plane that both touch at time t, from two sides.
///   Where many planes do (corner against corner) it is one of them.
/// - No motion: only the start is tested.
/// - A status other than FLR_OK: FLR_NOT_FINITE for a motion that is not finite (no hit is told then);
///   FLR_NOT_CONVERGED where the steps were used up: `hit` is true then, and t a time before which they
///   certainly do not touch.
///
/// No speed tunnels: t is found on the line of the motion, not by steps along it.
///
/// What holds, with size for the largest distance within the scene at the start (between any point of a and
/// any of b; the motion does not count) and ulp for 2^-52 of it, in both number types, since all is computed
/// in double:
/// - A miss is certain: shapes that touch are never told to miss, grazing included (cylinders, cones and user-defined cores where they
///   come to overlap by an ulp). Shapes that pass each other at less than 192 ulp may be told to touch; in single precision
///   also, at t = 0, those that leave each other from less than 2^-16 of the size apart. Those that start within rounding of one another
///   and stay so for a while, to touch later, are told to touch at t = 0. The corners of a hull count as they were given;
///   how far rotations carry it, off the origin of its own frame, counts to the size.
/// - At the time told, the planes square to `normal` that the two touch are within 16 ulp of one another,
///   for points, segments, triangles, boxes, polygons and hulls, also with near duplicates among their corners, and these with radii
///   (spheres, capsules; with radii or distances to keep below 10^-11 of the size those that graze by no more may be told up to
///   10^-11 of it early, never late); for cylinders, cones and user-defined cores within 2e-13 of the size, where these graze by 10^-7 of it
///   within 1.5e-10, and needles that do within 3e-10; of shapes that pass each other and are told to
///   touch, as far apart as they pass besides. So t is
///   off by at most that over the speed of closing, dot(motion, normal): it is sharp where they meet head-on
///   and less so where they graze. The point lies within 96 ulp of the size, the way to there and its coordinates
///   from both, for cylinders, cones and user-defined cores within 2e-11 of them, 10^-10 where they graze (thin
///   boxes whose edges touch along one another, within 10^-6).
/// - In single precision t is rounded down to a float besides, and normal and point to the nearest.
/// - t is never late by more than that, and at cylinders, cones and user-defined cores never at all: no touch before it is what a plane
///   proves. What there is to round at the end is rounded down. Where all
///   differences and the normal are representable, such as whole numbers, shapes with flat faces get the
///   exact t rounded down.
///
/// Every function is pure: no memory, no state, safe from any thread.
#ifndef FEELER_SWEEP_H
#define FEELER_SWEEP_H

#include "feeler/convex.h"

FLR_EXTERN_C_BEGIN

typedef struct flr_sweep3_result {
    flr_status status;
    bool hit;
    bool overlap_at_start;
    flr_real t;
    flr_vec3 point, normal;
    int iterations;
} flr_sweep3_result;

typedef struct flr_sweep3_options {
    /// They count as touching at this distance already, finite and at least 0 (else FLR_INVALID_ARGUMENT). `point` is then on b, and a's is at this
    /// distance against the normal.
    flr_real target_distance;
} flr_sweep3_options;

/// Any two convex shapes. `options` may be null. See src/sweep/sweep3_cast.h for how. About 5 to 10 support
/// points of each for polytopes, up to some 50 for curved cores; `iterations` is never more than 450, whatever the shapes.
FLR_API flr_sweep3_result flr_sweep3_convex_convex(const flr_convex3 *a, flr_vec3 motion,
                                                   const flr_convex3 *b, const flr_sweep3_options *options);

/// Named by the moving shape, then the one that stands still. Against quad and polygon, which may be concave:
/// n edges. RTCD 5.5.3 to 5.5.8; sphere against triangle, aabb and box is the ray from its centre against the
/// other grown by the radius, with its edges and corners (the shortcut by the touched plane's nearest point
/// misses), as is the capsule; a plane is a sheet with two sides, a halfspace solid.
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

/// When the hulls of two lists of points overlap on every one of some axes.
typedef struct flr_sweep3_span {
    bool hit;                  ///< within [0, 1]
    flr_real t_first, t_last;  ///< first and last common time, within [0, 1]
    bool overlap_at_start;     ///< on every axis; t_first is then 0 and the axis zero
    flr_vec3 axis;             ///< the one that they overlap on last, unit, from a to b
    size_t index;              ///< its number
} flr_sweep3_span;

/// From when to when two boxes touch, RTCD 5.5.8: the same t_first as flr_sweep3_aabb_aabb. t_last is the time of last
/// touch, 1 where they then still do; both are within 1 ulp of 1. Whether they touch is exact but for the roundings of products.
/// Where they do at the start: t_first 0 and a zero axis.
FLR_API flr_sweep3_span flr_sweep3_span_aabb_aabb(const flr_aabb3 *a, flr_vec3 motion, const flr_aabb3 *b);

/// The moving separating-axis test (RTCD 5.5.2) of convex shapes by their points: on each axis the times of
/// entering and leaving; on an axis without closing speed they either overlap all the time or never. The axes
/// have to suffice, as for flr_overlap3_points_points; any length, zero ones are left out. O((count_a + count_b)
/// count_axes). Empty lists do not hit. In ulp of the diagonal of the box around all points: a miss is certain; a hit is one
/// of intervals that are longer by at most 4 at each end; of those that touch as they are, at t_first and t_last no two are
/// farther apart than 1, and on some axis no deeper in one another, unless the time is 0 or 1 (in float, times are rounded).
FLR_API flr_sweep3_span flr_sweep3_points_points(const flr_vec3 *a, size_t count_a, const flr_vec3 *b,
                                                 size_t count_b, flr_vec3 motion, const flr_vec3 *axes,
                                                 size_t count_axes);

/// Could they touch at any time from t0 to t1? May be wrong only by saying yes.
typedef bool flr_sweep3_interval_fn(const void *user, flr_real t0, flr_real t1);

/// A lower bound of their distance at time t; 0 or less where they touch.
typedef flr_real flr_sweep3_distance_fn(const void *user, flr_real t);

typedef struct flr_sweep3_interval_result {
    /// FLR_NOT_CONVERGED where the steps were used up: hit, and t_lower holds.
    flr_status status;
    bool hit;
    flr_real t_lower,
        t_upper;  ///< no touch before t_lower; where they touch at all between the two, not after t_upper
    int steps;    ///< calls of the callback
} flr_sweep3_interval_result;

/// Interval halving (RTCD 5.5.1): the first part of [t0, t1], by halves down to `tolerance` in length, that
/// the callback cannot exclude. For any motion: the callback knows it. Never later than the first touch; what
/// is at the very start is found at t0. The earlier half first; iterative, so no stack grows. At most
/// `max_steps` calls. FLR_INVALID_ARGUMENT for a range that is empty or not finite, a tolerance that is not
/// above 0, no callback, or max_steps below 1. No part becomes shorter than what flr_real can tell apart.
FLR_API flr_sweep3_interval_result flr_sweep3_interval(flr_sweep3_interval_fn *may_touch, const void *user,
                                                       flr_real t0, flr_real t1, flr_real tolerance,
                                                       int max_steps);

/// The same by distances: between t0 and t1 the two cannot touch if at the middle they are farther apart than
/// max_speed * (t1 - t0) / 2. `max_speed` is a bound on how fast the distance can shrink: the relative speed,
/// plus for turning shapes the rate in radians times the largest distance from the axis.
FLR_API flr_sweep3_interval_result flr_sweep3_interval_distance(flr_sweep3_distance_fn *distance,
                                                                const void *user, flr_real max_speed,
                                                                flr_real t0, flr_real t1, flr_real tolerance,
                                                                int max_steps);

FLR_EXTERN_C_END
#endif
