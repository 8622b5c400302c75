/// Feeler: time of first touch of shapes in space that move and turn.
///
/// A path takes a shape, given in its own frame, from one pose to another over t in [0, 1]: the position of the
/// frame's origin goes along a line, the rotation along the shorter arc, both at constant rate (a turn by exactly
/// half a circle goes the way that the signs of the two quaternions tell). A time answered is a bound that is proved as
/// far as rounding allows: the shapes do not touch before it.
#ifndef FEELER_MOTION_H
#define FEELER_MOTION_H

#include "feeler/convex.h"

FLR_EXTERN_C_BEGIN

/// w + xi + yj + zk, of any length but zero: where a rotation is asked for, lengths do not count, nor does the sign.
typedef struct flr_quat {
    flr_real w, x, y, z;
} flr_quat;

/// p -> rotation applied to p, then + position.
typedef struct flr_pose3 {
    flr_quat rotation;
    flr_vec3 position;
} flr_pose3;

typedef struct flr_path3 {
    flr_pose3 from, to;
} flr_path3;

/// No turn, at the origin.
static inline flr_pose3 flr_pose3_identity(void)
{
    flr_pose3 pose;
    pose.rotation.w = 1;
    pose.rotation.x = pose.rotation.y = pose.rotation.z = 0;
    pose.position = flr_vec3_make(0, 0, 0);
    return pose;
}

/// A path that stands still.
static inline flr_path3 flr_path3_still(flr_pose3 pose)
{
    flr_path3 path;
    path.from = path.to = pose;
    return path;
}

/// Where a frame is at time t, and so where its shape is: with t in [0, 1]. The rotation comes as a matrix,
/// orthonormal within a few roundings; each of its columns is off by at most 12 roundings, the position by 3
/// of the farther one's length.
FLR_API flr_affine3 flr_path3_at(const flr_path3 *path, flr_real t);

/// The pose as the map that boxes, hulls, lists of points and instances of meshes are placed by, as exact: `linear` is the rotation.
static inline flr_affine3 flr_pose3_affine(flr_pose3 pose)
{
    flr_path3 path = flr_path3_still(pose);
    return flr_path3_at(&path, 0);
}

typedef struct flr_motion3_options {
    /// How far `t` may lie before the first touch; a part of the whole time. 0: 10^-6, in single precision 10^-5. As a rule t is as near as
    /// rounding lets it, whatever this is, and only `t_upper` lies as far.
    flr_real tolerance;
    /// The shapes count as touching once they are no farther apart than this. 0 or more.
    flr_real target_distance;
    /// Steps at most; each is a distance query and some support points. 0: 1000.
    int max_steps;
} flr_motion3_options;

typedef struct flr_motion3_result {
    /// FLR_OK, FLR_INVALID_ARGUMENT (an option that is negative, NaN or infinite), FLR_NOT_FINITE (a number of a shape or path
    /// that is NaN or infinite, or an overflow), or FLR_NOT_CONVERGED: they do not touch before t; whether
    /// they do later is not known, and `hit` says yes where it could not be excluded.
    flr_status status;
    bool hit;
    /// They do not touch before t, and do at some time up to t_upper, with t_upper - t <= tolerance. Both 1 without a hit.
    flr_real t, t_upper;
    /// In world: between the two surfaces, no farther from either as they are at t than the two may come nearer there in
    /// t_upper - t, the distance to keep and 19 roundings of the scene's size (29 in float). Zero where they touch at the start, and where what has no end touches however far out.
    flr_vec3 point;
    /// Unit, from a to b at t: of convex shapes a plane square to it parts the two then. Zero where they touch at the start.
    flr_vec3 normal;
    int iterations;
} flr_motion3_result;

/// First touch of two convex shapes, each given in the frame that its path moves. `options` may be null.
///
/// Touching at the start: t = 0. Shapes no farther apart than the rounding of the scene (some 30 units in the last
/// place of its size, which is the shapes, the way between them and the ways they go) count as touching, so a graze or a near
/// miss below that is a hit. Above it, what does not touch is never a hit, and t is never late. Where the direction between them cannot be
/// told any more, which was met with users' cores only, up to 5 10^-13 of the size counts, with a user's core 10^-8 (in float 2 10^-4, with a cylinder, cone
/// or user's core 10^-5).
///
/// At t they are as a rule as near already as counts as touching: of thousands of motions and grazes, held against 113-bit numbers, no two were farther
/// apart then than 140 roundings of the size (in float 160), whatever the tolerance leaves, also far from what they turn about, which counts to
/// the size; some of users' round cores and of needles by 10^-9 of it. That is about as early as the last places of
/// t where they come together at speed, and at a graze the time that so small a gap lasts: up to 10^-7 of the whole, in float 2 10^-3.
///
/// Conservative advancement (Mirtich, 1996; along one direction as Zhang, Lee and Kim, 2006, do), but with a
/// bound of second order: the gap along a direction that stands still or turns with one of the shapes is the least of
/// functions whose second derivatives M bounds, so two gaps g and h at times that lie d apart prove that all between are
/// free where sqrt(g) + sqrt(h) >= d sqrt(M / 2). A near miss takes some 10 to 50 steps, however near; past a user's round core
/// or a needle up to hundreds, so that nearer than 10^-6 of the size the steps may be used up.
FLR_API flr_motion3_result flr_motion3_convex_convex(const flr_convex3 *a, const flr_path3 *path_a,
                                                     const flr_convex3 *b, const flr_path3 *path_b,
                                                     const flr_motion3_options *options);

/// First touch where every corner goes along its own line, as those of a mesh that deforms do: a point and a triangle,
/// two segments. What is said above holds: never late, a graze within the rounding of the scene (some 30 units in the
/// last place of its extent) is a hit, and what starts in touch is exact. No touch is missed, whatever the corners do: the gap
/// is followed along the product of two moving edges, a cubic in t whose second derivative is bounded exactly. Collinear
/// and equal corners are the segments and points they are. Where an edge shrinks to nothing just as it touches, the answer may be
/// FLR_NOT_CONVERGED with `hit`, or come when they are a part of 10^-8 of the extent apart (in float, of 4 10^-8); a target distance
/// above 0 is told when they are at most 4 10^-12 of the extent farther apart. Computed in double in the single-precision library as well.
FLR_API flr_motion3_result flr_vertex_motion3_point_triangle(flr_vec3 p_from, flr_vec3 p_to,
                                                             const flr_triangle3 *from,
                                                             const flr_triangle3 *to,
                                                             const flr_motion3_options *options);
FLR_API flr_motion3_result flr_vertex_motion3_segment_segment(const flr_segment3 *a_from,
                                                              const flr_segment3 *a_to,
                                                              const flr_segment3 *b_from,
                                                              const flr_segment3 *b_to,
                                                              const flr_motion3_options *options);

FLR_EXTERN_C_END
#endif
