/// Feeler: time of first touch of shapes of the plane that move and turn.
///
/// A path takes a shape, given in its own frame, from one pose to another over t in [0, 1]: the position of the frame's
/// origin goes along a line, the angle from one number to the other, both at constant rate; angles are not wrapped, so
/// a path may turn many times. A time answered is a bound that is proved as far as rounding allows: the shapes do not
/// touch before it.
#ifndef FEELER_MOTION2_H
#define FEELER_MOTION2_H

#include "feeler/convex2.h"

FLR_EXTERN_C_BEGIN

/// p -> p turned counter-clockwise by angle (in radians), then + position.
typedef struct flr_pose2 {
    flr_real angle;
    flr_vec2 position;
} flr_pose2;

typedef struct flr_path2 {
    flr_pose2 from, to;
} flr_path2;

/// A path that stands still.
static inline flr_path2 flr_path2_still(flr_pose2 pose)
{
    flr_path2 path;
    path.from = path.to = pose;
    return path;
}

/// Where the frame is at time t, with t in [0, 1]. The angle is off by at most 4 roundings of the larger of the two, the
/// position by 2 of the farther one.
FLR_API flr_pose2 flr_path2_at(const flr_path2 *path, flr_real t);
/// p, given in the frame, in world. Sine and cosine have the same bits everywhere. Off by at most 3
/// roundings of the lengths of the position and of p together, for angles up to 1000.
FLR_API flr_vec2 flr_pose2_point(flr_pose2 pose, flr_vec2 p);

typedef struct flr_motion2_options {
    /// How far `t` may lie before the first touch; a part of the whole time. 0: `t_upper` lies within 10^-6 of t (in float 10^-5), and t is as near
    /// as rounding lets it, as in space: where it is told, the two are at most 300 roundings of the size apart (in float 2). Above 0 it is used: `t`
    /// comes up to a quarter of it early, and 10^-6 takes a sixth less time.
    flr_real tolerance;
    /// The shapes count as touching once they are no farther apart than this. 0 or more.
    flr_real target_distance;
    /// Steps at most; each looks for the nearest features. 0: 10,000, which allows for hundreds of turns.
    int max_steps;
} flr_motion2_options;

typedef struct flr_motion2_result {
    /// FLR_OK, FLR_INVALID_ARGUMENT (an option that is negative, NaN or infinite), FLR_NOT_FINITE (a number of a shape or path
    /// that is NaN or infinite, or an overflow), or FLR_NOT_CONVERGED: they do not touch before
    /// t; whether they do later is not known.
    flr_status status;
    bool hit;
    /// They do not touch before t, and do at some time up to t_upper, with t_upper - t <= tolerance. Both 1 without a
    /// hit.
    flr_real t, t_upper;
    /// In world: no farther from either surface as they are at t than the two may come nearer there in t_upper - t, the
    /// distance to keep and 140 roundings of the scene's size. Zero where they touch at the start, and where what has no end
    /// touches however far out.
    flr_vec2 point;
    /// Unit, from a to b: of convex shapes a line square to it parts the two at t, but for twice how far they may come in
    /// t_upper - t and 2 roundings of the scene's size. Zero where the point is.
    flr_vec2 normal;
    int iterations;
} flr_motion2_result;

/// First touch of two convex shapes, each given in the frame that its path moves. `options` may be null.
///
/// Touching at the start: t = 0. Shapes no farther apart than the rounding of the scene (2^-46 of its size, which is
/// how far corners lie from the origins of their frames, those from one another, and the ways they go; with the
/// larger angle, if above 1, as a factor) count as touching, so a graze or a near miss below that is a hit. Above it,
/// what does not touch is never a hit, and t is never late. Of two users' cores with sides that are round or parallel up to 10^-9 of the
/// size counts, as their support points tell no more.
///
/// Conservative advancement (Mirtich, 1996) by a bound of second order along a direction that stands still or turns
/// with one of the shapes, as Catto's bilateral advancement (2013) chooses it, but proved: along it the gap is the least
/// of functions whose second derivatives M bounds, so two gaps g and h at times that lie d apart prove that all between
/// are free where sqrt(g) + sqrt(h) > d sqrt(M / 2). A near miss takes some 10 to 50 steps, however near.
FLR_API flr_motion2_result flr_motion2_convex_convex(const flr_convex2 *a, const flr_path2 *path_a,
                                                     const flr_convex2 *b, const flr_path2 *path_b,
                                                     const flr_motion2_options *options);

FLR_EXTERN_C_END
#endif
