/// Feeler: convex shapes of the plane for the general routines, by their support points.
///
/// A convex shape is a core and a radius around it: a circle is a point with a radius, a capsule a segment
/// with one. The general routines work on the cores, so that round shapes are as exact as flat ones.
///
/// Any size will do, from the smallest numbers to the largest: huge and tiny scenes are computed in a unit of their own. Of
/// NaN and infinity the routines tell FLR_NOT_FINITE, in whichever number of the shapes they stand; of polygons of more than 95
/// corners, which are not looked at one by one, as far as they are read. So they do where the answer, or the difference of two
/// corners, leaves the range of numbers.
#ifndef FEELER_CONVEX2_H
#define FEELER_CONVEX2_H

#include "feeler/hull.h"
#include "feeler/shape2.h"

FLR_EXTERN_C_BEGIN

typedef enum flr_convex2_kind {
    FLR_CONVEX2_CORNERS,  ///< one to four corners held inside, in world, in order around
    FLR_CONVEX2_BOX,      ///< four corners held inside, in order around, under a rigid pose
    FLR_CONVEX2_POLYGON,  ///< an array of corners in order around, under a rigid pose
    FLR_CONVEX2_POINTS,   ///< the hull of an array of points in any order, under a rigid pose
    FLR_CONVEX2_USER
} flr_convex2_kind;

/// A farthest point of the user's core along `direction` (any length, not zero), in world.
typedef flr_vec2 flr_support2_fn(const void *user, flr_vec2 direction);

/// Filled in by the functions below; small, copied freely. Arrays stay the caller's.
typedef struct flr_convex2 {
    flr_convex2_kind kind;
    flr_real radius;  ///< around the core
    flr_vec2
        center;  ///< corners: the first; box, polygon, points: the position; user: a point in or near the core
    flr_vec2 rotation;    ///< box, polygon, points: cosine and sine
    flr_vec2 corners[4];  ///< of FLR_CONVEX2_CORNERS, and of FLR_CONVEX2_BOX in its own frame; else not set
    uint32_t count;       ///< of corners or points
    const flr_vec2 *points;
    const flr_vec2 *normals;  ///< of a hull: those of its edges; else null
    flr_support2_fn *support;
    const void *user;
} flr_convex2;

FLR_API flr_convex2 flr_convex2_point(flr_vec2 p);
FLR_API flr_convex2 flr_convex2_segment(const flr_segment2 *s);
FLR_API flr_convex2 flr_convex2_circle(const flr_circle *c);
FLR_API flr_convex2 flr_convex2_capsule(const flr_capsule2 *c);
FLR_API flr_convex2 flr_convex2_aabb(const flr_aabb2 *b);
/// By its half extents, center and axis: nothing is rounded, however far from the origin it lies.
FLR_API flr_convex2 flr_convex2_box(const flr_box2 *b);
FLR_API flr_convex2 flr_convex2_triangle(const flr_triangle2 *t);
/// The hull of `count` points (at least 1) in any order, each carried to rotation * p + position, with a radius
/// around it. `rotation` is the cosine and sine of its angle. O(count) per support point.
FLR_API flr_convex2 flr_convex2_points(const flr_vec2 *points, uint32_t count, flr_vec2 rotation,
                                       flr_vec2 position, flr_real radius);
/// The same of corners that stand in order around a convex polygon, either way round; collinear and repeated ones
/// are welcome, and corners need stand in convex order but for rounding. O(log count) per support point, more where many are as far. With corners that are not
/// convex by more the answers are about some shape within their hull.
FLR_API flr_convex2 flr_convex2_polygon(const flr_vec2 *corners, uint32_t count, flr_vec2 rotation,
                                        flr_vec2 position, flr_real radius);
/// The hull carried to rotation * p + position, with a radius around it. It stays the caller's. As flr_convex2_polygon of
/// its vertices; where all vertices clearly turn it keeps the normals of its edges, so depths and contacts of up to 16 vertices need not make them anew.
FLR_API flr_convex2 flr_convex2_hull(const flr_hull2 *hull, flr_vec2 rotation, flr_vec2 position,
                                     flr_real radius);
FLR_API flr_convex2 flr_convex2_user(flr_support2_fn *support, const void *user, flr_vec2 center,
                                     flr_real radius);

/// A farthest point of the core along a direction of any length but zero; of several the first in order. It is off by 8
/// roundings of the core's size and coordinates, and short of the farthest by no more.
FLR_API flr_vec2 flr_support2(const flr_convex2 *shape, flr_vec2 direction);

/// What one call knows at its end, to begin the next one with: poses that have changed little then need one
/// step. Zeroed memory is an empty cache. The result is right with any cache, also one of other shapes.
typedef struct flr_gjk2_cache {
    flr_vec2 axis;               ///< from a to b; zero for none
    uint32_t count, a[3], b[3];  ///< the corners of the last simplex
} flr_gjk2_cache;

/// One step of the algorithm, for people who want to see it at work: the simplex in the difference of the cores
/// (a - b), the weights of its point closest to the origin, that point, and the direction searched from there.
typedef struct flr_gjk2_step {
    int count;
    flr_vec2 simplex[3];
    flr_real weights[3];
    flr_vec2 closest, direction;
} flr_gjk2_step;

typedef struct flr_gjk2_options {
    /// Stop once the distance is known to be larger; then the result's distance is a lower bound. 0, as in zeroed options, and
    /// INFINITY for no limit. Whoever asks for no distance at all asks flr_overlap2_convex_convex.
    flr_real max_distance;
    flr_gjk2_cache *cache;  ///< read and written; or null
    flr_gjk2_step *steps;   ///< room for steps_capacity steps; or null
    int steps_capacity;
} flr_gjk2_options;

typedef struct flr_gjk2 {
    /// FLR_OK: lower and upper have met but for rounding. Or FLR_NOT_CONVERGED: then they still hold, as far as a user's function answers for
    /// a convex shape at all; one that rounds coarsely contradicts itself, and ends so. FLR_NOT_FINITE where a NaN or an infinity was read,
    /// or the answer leaves the range of numbers: then nothing is known, upper is INFINITY and all else zero.
    flr_status status;
    bool overlap;           ///< the shapes meet: distance 0
    bool beyond;            ///< farther than max_distance; distance is `lower`
    flr_real distance;      ///< of the shapes, radii taken off
    flr_real lower, upper;  ///< the true distance lies between, rounding counted in
    /// Negative where only the radii overlap and the cores are apart: minus the exact depth.
    flr_real signed_distance;
    flr_vec2 point_a, point_b;  ///< on the shapes; where the cores overlap, a common point of them
    /// Unit, from a to b: a line square to it parts the cores, also where they only touch. Zero where they overlap by more than rounding; a
    /// distance (not a depth) of cores that touch within some roundings may have it zero, too.
    flr_vec2 normal;
    int iterations;  ///< of a distance never more than 96; few as a rule
} flr_gjk2;

/// Distance of two convex shapes. Gilbert, Johnson and Keerthi (1988) as Catto tells it for the plane ("Computing
/// Distance", GDC 2010): regions by barycentric weights that are never divided, and from an edge the search
/// goes square to the edge, not to a rounded point on it. What differs: the weights carry the sign of the
/// triangle's area, so that either winding will do; a flat triangle that fits no region takes the best of its
/// edges. It ends on a repeated support point, where nothing lies farther along the direction by more than
/// rounding, where the origin is enclosed, or where a step has brought nothing. `options` may be null.
///
/// Error: 8 units in the last place of the scene's size (largest coordinate relative to a's first corner) for polygons, and the
/// points lie on the shapes to 8 of the size and their coordinates. A core by the user's function: what `lower` and `upper`
/// say. Takes no memory.
FLR_API flr_gjk2 flr_closest2_convex_convex(const flr_convex2 *a, const flr_convex2 *b,
                                            const flr_gjk2_options *options);

typedef struct flr_overlap2_convex {
    /// FLR_OK; or FLR_NOT_CONVERGED, or FLR_NOT_FINITE as for flr_gjk2: then neither is proved, `overlap` is false and
    /// the normal zero.
    flr_status status;
    bool overlap;
    /// The answer holds in exact arithmetic: a line separates them, or they overlap, by more than 64 eps times the scene's size.
    /// False where that was not shown, as close to a touch.
    bool clear;
    flr_vec2
        normal;  ///< where they are apart, unit: a line square to it parts them, b on its far side; else zero
    int iterations;
} flr_overlap2_convex;

/// Do they meet? Touching is meeting, up to the rounding of the distance: shapes that are farther apart than 8
/// roundings of the scene's size (what lower and upper of the distance allow) are never said to overlap, and those that
/// overlap more deeply than that never to be apart. Stops at the first direction that parts them. `cache` may be null.
FLR_API flr_overlap2_convex flr_overlap2_convex_convex(const flr_convex2 *a, const flr_convex2 *b,
                                                       flr_gjk2_cache *cache);

/// Signed distance of two convex shapes: as flr_closest2_convex_convex where they are apart (or only the radii
/// overlap), else minus the depth: the length of the shortest translation that parts them. `normal` is its
/// direction for b; point_b - point_a = signed_distance * normal. What has no area together (a point in a
/// point, a point on a segment, segments on one line) has depth 0, along a normal of it. lower and upper then
/// bound the depth. Of axes that are alike within rounding the one closest to the cache's axis is taken, else the first,
/// those of a before those of b. `options` may be null; max_distance does not stop the depth.
///
/// How: the deepest of the edges' normals (separating axes), the support corner of the other followed around, in
/// O(n + m); for points in any order, corners that stand in no convex order and users' cores an
/// expanding polygon (van den Bergen, 2001, in the plane) between two bounds. Error of the depth: 8 units in the last place of the scene's size (12 in single precision), and by no more does what the
/// normal parts them by differ from it; of the points 8 of the size and their coordinates. By a user's function what `lower` and
/// `upper` say.
FLR_API flr_gjk2 flr_signed_distance2_convex_convex(const flr_convex2 *a, const flr_convex2 *b,
                                                    const flr_gjk2_options *options);

FLR_EXTERN_C_END
#endif
