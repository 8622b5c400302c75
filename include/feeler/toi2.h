/// Feeler: time of impact in the plane: when do shapes that move and turn first touch?
///
/// A path moves a frame from one pose to another over t in [0, 1], origin and angle both at constant rate.
/// Angles are not wrapped: a path may turn many times.
#ifndef FEELER_TOI2_H
#define FEELER_TOI2_H

#include "feeler/convex2.h"

FLR_EXTERN_C_BEGIN

/// p is turned counter-clockwise by angle (radians), then moved.
typedef struct flr_pose2 {
    flr_real angle;
    flr_vec2 position;
} flr_pose2;

typedef struct flr_path2 {
    flr_pose2 from, to;
} flr_path2;

static inline flr_path2 flr_path2_still(flr_pose2 pose)
{
    flr_path2 path;
    path.from = path.to = pose;
    return path;
}

/// The frame at time t.
FLR_API flr_pose2 flr_path2_at(const flr_path2 *path, flr_real t);
/// p in world, within 3 eps of |position| + |p|, for angles up to 1000.
FLR_API flr_vec2 flr_pose2_point(flr_pose2 pose, flr_vec2 p);

typedef struct flr_toi2_options {
    /// Most of t_upper - t; 0: 10^-6, in float 10^-5. If given, t may be early by a quarter of it, for less
    /// work.
    flr_real tolerance;
    /// Distance that counts as touching, >= 0.
    flr_real target_distance;
    /// 0: 10,000.
    int max_steps;
} flr_toi2_options;

typedef struct flr_toi2_result {
    /// FLR_OK; FLR_INVALID_ARGUMENT: negative or non-finite option; FLR_NOT_FINITE: NaN, infinity or
    /// overflow; FLR_NOT_CONVERGED: no touch before t, later is unknown.
    flr_status status;
    bool hit;
    /// No touch before t; with a hit, one by t_upper. Else both 1.
    flr_real t, t_upper;
    /// In world, between the boundaries at t. Zero for a touch at the start, and of unbounded shapes far out.
    flr_vec2 point;
    /// Unit, from a to b; a perpendicular line separates convex shapes at t. Zero where point is.
    flr_vec2 normal;
    int iterations;
} flr_toi2_result;

/// First touch of two convex shapes, each given in its path's frame. `options` may be null. Touching at the
/// start: t = 0. t is never late. Shapes within 2^-46 of the scene's size (times the larger angle, if above
/// 1) count as touching; two user shapes with round or parallel sides within 10^-9. Conservative advancement
/// (Mirtich 1996; Catto 2013).
FLR_API flr_toi2_result flr_toi2_convex_convex(const flr_convex2 *a, const flr_path2 *path_a,
                                               const flr_convex2 *b, const flr_path2 *path_b,
                                               const flr_toi2_options *options);

FLR_EXTERN_C_END
#endif
