/// Feeler: convex shapes for the general routines, by their support points.
///
/// A convex shape is a core and a radius around it: a sphere is a point with a radius, a capsule a
/// segment with one. The general routines work on the cores, so that round shapes are as exact as
/// flat ones.
#ifndef FEELER_CONVEX_H
#define FEELER_CONVEX_H

#include "feeler/hull.h"
#include "feeler/shape3.h"

FLR_EXTERN_C_BEGIN

typedef enum flr_convex3_kind {
    FLR_CONVEX3_CORNERS,  ///< the hull of one to four corners held inside
    FLR_CONVEX3_POINTS,   ///< the hull of an array of points, under a rigid pose
    FLR_CONVEX3_BOX,
    FLR_CONVEX3_CYLINDER,
    FLR_CONVEX3_CONE,
    FLR_CONVEX3_USER,
    FLR_CONVEX3_HULL  ///< a hull built beforehand, under a rigid pose
} flr_convex3_kind;

/// A farthest point of the user's core along `direction` (any length, not zero), in world.
typedef flr_vec3 flr_support3_fn(const void *user, flr_vec3 direction);

/// Filled in by the functions below; small, copied freely. Arrays stay the caller's. Of what a kind does not use, pointers
/// are null and the count is 0; coordinates are not set.
typedef struct flr_convex3 {
    flr_convex3_kind kind;
    flr_real radius;  ///< around the core
    /// Of points and hulls: the position, wherever they lie around it. Else a point of the core, or close to it.
    flr_vec3 center;
    flr_mat3 axes;          ///< box, points, hull: the rotation; cylinder, cone: z is the axis
    flr_vec3 half_extents;  ///< box; cylinder and cone: x the radius of the disc, z half the height
    flr_vec3 corners[4];    ///< corners; cylinder, cone: the ends
    uint32_t count;         ///< of corners or points
    const flr_vec3 *points;
    flr_support3_fn *support;
    const void *user;
    const flr_hull3 *hull;
} flr_convex3;

/// What is given is kept. Computed are the middle of an aabb, within a rounding of its coordinates (any3.h computes it nearer the origin),
/// and, counted into the bounds below, the corners of a rectangle (3 roundings of their parts) and axis and height of cylinder and cone (3 of 1 and of itself).
FLR_API flr_convex3 flr_convex3_point(flr_vec3 p);
FLR_API flr_convex3 flr_convex3_segment(const flr_segment3 *s);
FLR_API flr_convex3 flr_convex3_triangle(const flr_triangle3 *t);
FLR_API flr_convex3 flr_convex3_tetrahedron(const flr_tetrahedron *t);
FLR_API flr_convex3 flr_convex3_rectangle(const flr_rectangle3 *r);
FLR_API flr_convex3 flr_convex3_sphere(const flr_sphere *s);
FLR_API flr_convex3 flr_convex3_capsule(const flr_capsule3 *c);
FLR_API flr_convex3 flr_convex3_aabb(const flr_aabb3 *b);
FLR_API flr_convex3 flr_convex3_box(const flr_box3 *b);
/// a == b is a disc without a direction: take it for a sphere or reject it; here its axis is z.
FLR_API flr_convex3 flr_convex3_cylinder(const flr_cylinder *c);
FLR_API flr_convex3 flr_convex3_cone(const flr_cone *c);
/// The hull of `count` points (at least 1), each carried to rotation * p + position, with a radius around it.
/// O(count) per support point.
FLR_API flr_convex3 flr_convex3_points(const flr_vec3 *points, uint32_t count, flr_mat3 rotation,
                                       flr_vec3 position, flr_real radius);
/// The hull carried to rotation * p + position, with a radius around it. It stays the caller's. Its vertices are
/// measured from a point near them from which none of them is rounded, so it may lie far from its origin without loss.
FLR_API flr_convex3 flr_convex3_hull(const flr_hull3 *hull, flr_mat3 rotation, flr_vec3 position,
                                     flr_real radius);
FLR_API flr_convex3 flr_convex3_user(flr_support3_fn *support, const void *user, flr_vec3 center,
                                     flr_real radius);

/// A farthest point of the core along a direction of any length but zero, off by 8 roundings of the core's size and coordinates,
/// and short of the farthest by no more. Ties go to the first corner; of a hull of more
/// than 48 vertices to one of those that tie, always the same.
FLR_API flr_vec3 flr_support3(const flr_convex3 *shape, flr_vec3 direction);
/// The number of that corner, as the caches below have it: of corners, points and a hull's vertices their place in the array;
/// of a box bit k is set where the corner lies against axis k; FLR_HULL_NONE for what has no corners (cylinder, cone, user). Of a hull
/// of more than 48 vertices `near`, the answer for a direction close by, is where a climb over the edges begins, at O(neighbours)
/// per step and as many steps as there are corners between; FLR_HULL_NONE, or what is no vertex, looks up the cell of the direction.
FLR_API uint32_t flr_support3_vertex(const flr_convex3 *shape, flr_vec3 direction, uint32_t near);

/// What one call knows at its end, to begin the next one with: poses that have changed little then need one or two
/// steps. Zeroed memory is an empty cache. The result is right with any cache, also one of other shapes.
typedef struct flr_gjk3_cache {
    flr_vec3 axis;
    uint32_t count, a[4],
        b[4];  ///< the simplex by the numbers of its corners in the shapes; count 0 for none
} flr_gjk3_cache;

/// One step of the algorithm, for people who want to see it at work: the simplex in the difference
/// of the cores (a - b), its weights, its point closest to the origin, and the direction searched from there. No step is
/// farther from the origin than the one before, no corner is left in that the closest point does not need, and the last step has
/// the distance of the cores; four corners hold the origin inside, and closest and direction are then zero. The weights add up to 1
/// within 8 roundings, and the corners by their weights give the closest point within 16 roundings of the scene's size (about a
/// user's round core, very seldom, within 100).
typedef struct flr_gjk3_step {
    int count;
    flr_vec3 simplex[4];
    flr_real weights[4];
    flr_vec3 closest, direction;
} flr_gjk3_step;

typedef struct flr_gjk3_options {
    /// Stop once the distance is known to be larger; it is a lower bound then. 0, as in zeroed options, and INFINITY for no limit.
    /// Whoever asks for no distance at all asks flr_overlap3_convex_convex.
    flr_real max_distance;
    flr_gjk3_cache *cache;  ///< read and written; or null
    /// Room for steps_capacity steps; or null. The result is the same with it, but for the number of iterations, which is then
    /// that of the steps, also of those there is no room for. Costs several times as much.
    flr_gjk3_step *steps;
    int steps_capacity;
} flr_gjk3_options;

typedef struct flr_gjk3 {
    /// FLR_OK: lower and upper have met but for rounding. Or FLR_NOT_CONVERGED: then they still hold, as far as a user's function answers for
    /// a convex shape at all; one that rounds coarsely contradicts itself, and ends so. FLR_NOT_FINITE where a NaN or an infinity was read,
    /// or the answer leaves the range of numbers: then nothing is known, upper is INFINITY and all else zero.
    flr_status status;
    bool overlap;       ///< the shapes meet: distance 0
    bool clear;         ///< of flr_closest3_convex_convex: as in flr_overlap3_convex
    bool beyond;        ///< farther than max_distance; distance is `lower`
    flr_real distance;  ///< of the shapes, radii taken off
    /// The true distance lies between, rounding counted in; but for 1.5 roundings of positions and points where two hulls, or two lists of
    /// up to four points, that no rotation turns are far from the origins of their frames and positions bring them back.
    flr_real lower, upper;
    /// Negative where only the radii overlap and the cores are apart: minus the exact depth.
    flr_real signed_distance;
    flr_vec3 point_a, point_b;
    flr_vec3 normal;  ///< unit, from a to b; zero where the cores overlap
    int iterations;  ///< never more than 192, of a depth 384; few as a rule. Round cores that all but touch: 13 times that
} flr_gjk3;

/// Distance of two convex shapes. Gilbert, Johnson and Keerthi (1988), with the closest point of a
/// simplex found as the best of those of its faces that the origin lies outside of, which has no
/// case that a flat or needle-thin simplex could fall through. `options` may be null.
/// Any size will do, from the smallest numbers to the largest: huge and tiny scenes are computed in a unit of their own.
/// Of NaN and infinity FLR_NOT_FINITE is told as far as they are read: boxes that one axis parts are not looked at further.
/// Ends when the lower bound by the separating plane and the upper bound by the witness points have met, at most some 130 roundings
/// of the scene's size apart (12 in float; for each user's core, whose support points are rounded in world, two roundings of its
/// centre's coordinates and of the size more on either side). Where all corners are known (not of cylinder, cone and a user's core, which
/// any3.h speaks of) the distance is within 8 roundings of the scene's size, also far from the origin (up to 40 where two edges
/// that are nearly parallel or a needle decide it, between lower and upper), and the points lie on the shapes to 2 roundings of the
/// size and their coordinates. Where a cylinder or cone touches, or all but, lower and upper
/// may stay 10^-12 of the size apart (in single precision 10^-6); the distance itself is known to 10^-14 (10^-7). Of two users' cores that
/// touch or all but, what lower and upper say. A plane square to the normal keeps the shapes as far apart as is told, but for 64 roundings of the size,
/// also needles that are near each other (of one in some ten thousand of these 200, with a cache 500); what is curved but for 10^-10 of it (10^-6).
/// Where no plane does, the cores touch.
/// Takes no memory.
FLR_API flr_gjk3 flr_closest3_convex_convex(const flr_convex3 *a, const flr_convex3 *b,
                                            const flr_gjk3_options *options);

typedef struct flr_overlap3_convex {
    /// FLR_OK; or FLR_NOT_CONVERGED, or FLR_NOT_FINITE as for flr_gjk3: then neither is proved, `overlap` is false and
    /// the normal zero.
    flr_status status;
    bool overlap;
    /// The answer holds in exact arithmetic: a plane separates them, or they overlap, by more than 64 eps times the scene's size.
    /// False where that was not shown, as close to a touch.
    bool clear;
    flr_vec3
        normal;  ///< where they are apart, unit: a plane square to it parts them, b on its far side; else zero
    int iterations;
} flr_overlap3_convex;

/// Do two convex shapes meet? Ends with the first plane that parts them or point of both, so it costs a part
/// of a distance. Touching is meeting: shapes that are farther apart than 8 roundings of the scene's size (what
/// lower and upper of the distance allow) are never said to overlap, and those that overlap more deeply than that never
/// to be apart; of needles with a radius from 24 roundings on, of cylinders, cones and users' cores from 10^-14 of the size on (10^-7 in
/// single precision), of flat discs from 10^-11 on. A normal parts them but for as much. `iterations` as for flr_gjk3:
/// round cores that all but touch take up to 27 times 192. `cache` may be null; warm, an axis that still parts the shapes ends it at once.
FLR_API flr_overlap3_convex flr_overlap3_convex_convex(const flr_convex3 *a, const flr_convex3 *b,
                                                       flr_gjk3_cache *cache);

/// Signed distance of two convex shapes: as flr_closest3_convex_convex where they are apart (or
/// only the radii overlap), else minus the depth: the length of the shortest translation that
/// parts them. `normal` is its direction for b; point_b - point_a = signed_distance * normal. Flat
/// shapes that cross in one plane have depth 0. lower and upper then bound the depth, and
/// FLR_NOT_CONVERGED tells that they had not met; the answer is then the upper one.
/// Where all corners are known the depth is within 10 roundings of the scene's size, also where edges that are nearly parallel or slivers decide
/// it, lower and upper bound it to 2, and the points lie on the shapes to 8 of the size and their coordinates.
/// Expanding polytope (van den Bergen, 2001) on exact orientations, so no face is lost to rounding. About 60 kB of stack.
/// Where it does not bring the bounds of a cylinder or cone together, as about axes that are nearly parallel, branch and bound
/// over directions does, to 1e-12 of the scene's size (1e-6 in float), for 0.1 ms as a rule and some ms at most; one or two in a
/// thousand of such pairs stay FLR_NOT_CONVERGED, with the same value. Of a user's core no more is known than its support
/// points: where the depth is nearly the same all around, its lower bound stays that of a polytope of 192 vertices, while the value
/// is a least one to 1e-11 of the size.
FLR_API flr_gjk3 flr_signed_distance3_convex_convex(const flr_convex3 *a, const flr_convex3 *b);

FLR_EXTERN_C_END
#endif
