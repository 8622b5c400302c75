/// Feeler: the convex core in the plane: convex shapes by their support points.
///
/// A convex shape is a core plus a radius: a circle is a point with one, a capsule a segment. Algorithms work
/// on the cores, so round shapes lose no accuracy. Any scale of numbers works. Nothing is allocated. NaN and
/// infinity give FLR_NOT_FINITE; in polygons of more than 95 corners only where they are read.
#ifndef FEELER_CONVEX2_H
#define FEELER_CONVEX2_H

#include "feeler/hull.h"
#include "feeler/shape2.h"

FLR_EXTERN_C_BEGIN

typedef enum flr_convex2_kind {
    FLR_CONVEX2_CORNERS,  ///< one to four corners held inside, in world, in order around
    FLR_CONVEX2_BOX,      ///< four corners held inside, in order around, posed
    FLR_CONVEX2_POLYGON,  ///< array of corners in order around, posed
    FLR_CONVEX2_POINTS,   ///< hull of an array of points in any order, posed
    FLR_CONVEX2_USER
} flr_convex2_kind;

/// A farthest point of a user's core along `direction` (any length but 0), in world.
typedef flr_vec2 flr_support2_fn(const void *user, flr_vec2 direction);

/// Made by the functions below; small, copied freely. Arrays stay the caller's.
typedef struct flr_convex2 {
    flr_convex2_kind kind;
    flr_real radius;  ///< around the core
    /// Corners: the first; box, polygon, points: the position; user: a point in or near the core.
    flr_vec2 center;
    flr_vec2 rotation;    ///< box, polygon, points: cosine and sine
    flr_vec2 corners[4];  ///< of FLR_CONVEX2_CORNERS; of FLR_CONVEX2_BOX in its own frame
    uint32_t count;       ///< of corners or points
    const flr_vec2 *points;
    const flr_vec2 *normals;  ///< of a hull's edges, or null
    flr_support2_fn *support;
    const void *user;
} flr_convex2;

/// Convex shapes from value shapes; the numbers are taken as they are.
FLR_API flr_convex2 flr_convex2_point(flr_vec2 p);
FLR_API flr_convex2 flr_convex2_segment(const flr_segment2 *s);
FLR_API flr_convex2 flr_convex2_circle(const flr_circle *c);
FLR_API flr_convex2 flr_convex2_capsule(const flr_capsule2 *c);
FLR_API flr_convex2 flr_convex2_aabb(const flr_aabb2 *b);
/// Not rounded, however far from the origin.
FLR_API flr_convex2 flr_convex2_box(const flr_box2 *b);
FLR_API flr_convex2 flr_convex2_triangle(const flr_triangle2 *t);
/// The hull of `count` points (at least 1) in any order, each at rotation * p + position, with a radius.
/// `rotation` is cosine and sine. O(count) a support point.
FLR_API flr_convex2 flr_convex2_points(const flr_vec2 *points, uint32_t count, flr_vec2 rotation,
                                       flr_vec2 position, flr_real radius);
/// The same for corners in order around a convex polygon, clockwise or not; collinear and repeated ones are
/// fine.
/// O(sqrt(count)) a support point. If not convex, the answers are those of some shape within the hull.
FLR_API flr_convex2 flr_convex2_polygon(const flr_vec2 *corners, uint32_t count, flr_vec2 rotation,
                                        flr_vec2 position, flr_real radius);
/// A hull at rotation * p + position, with a radius. It stays the caller's. Keeps the edge normals, for
/// faster depths.
FLR_API flr_convex2 flr_convex2_hull(const flr_hull2 *hull, flr_vec2 rotation, flr_vec2 position,
                                     flr_real radius);
/// A core by its support function; `center` is a point in or near it.
FLR_API flr_convex2 flr_convex2_user(flr_support2_fn *support, const void *user, flr_vec2 center,
                                     flr_real radius);

/// A farthest point of the core along a direction of any length but 0, within 8 eps of the core's size and
/// coordinates. Ties go to the first corner.
FLR_API flr_vec2 flr_support2(const flr_convex2 *shape, flr_vec2 direction);
/// The number of that corner or point; of a box 0 to 3 for the corners around, from both lower sides on.
/// FLR_HULL_NONE for user shapes.
FLR_API uint32_t flr_support2_vertex(const flr_convex2 *shape, flr_vec2 direction);

/// A point of the Minkowski difference a - b, all differences of a point of a and one of b. The shapes overlap
/// where it holds the origin, and its distance from the origin is theirs.
typedef struct flr_minkowski2_point {
    flr_vec2 difference;  ///< a - b
    flr_vec2 a, b;
    uint32_t vertex_a, vertex_b;  ///< as flr_support2_vertex
} flr_minkowski2_point;

/// A farthest point of the difference of the cores along a direction of any length but 0: a's support point along
/// it less b's against it, as flr_support2 has them; the difference is rounded once more.
FLR_API flr_minkowski2_point flr_minkowski2_support(const flr_convex2 *a, const flr_convex2 *b,
                                                    flr_vec2 direction);

/// The difference of two cores with corners as a hull: that of all differences of a corner of a and one of b,
/// each rounded. Radii are left out: they are added to its radius. `allocator` may be null.
/// FLR_INVALID_ARGUMENT: null; FLR_INVALID_SHAPE: a user core; else as flr_hull2_create. O(n m log(n m)).
FLR_API flr_status flr_minkowski2_hull(const flr_convex2 *a, const flr_convex2 *b,
                                       const flr_allocator *allocator, flr_hull2 **hull);
/// The pair of corners behind a vertex of that hull, for the same a and b.
FLR_API flr_minkowski2_point flr_minkowski2_hull_vertex(const flr_convex2 *a, const flr_convex2 *b,
                                                        const flr_hull2 *hull, uint32_t vertex);

/// Warm start: the direction and the simplex in which the previous call ended. Zeroed is empty. Results are right with any cache.
typedef struct flr_gjk2_cache {
    flr_vec2 axis;               ///< from a to b; zero for none
    uint32_t count, a[3], b[3];  ///< corner numbers of the simplex
} flr_gjk2_cache;

/// One step of GJK, to show it: simplex in the Minkowski difference (a - b), weights, closest point to the
/// origin, next direction. The corner w that a step adds, the support point along the direction d of the step
/// before, proves a distance of at least -dot(d, w) / |d|.
typedef struct flr_gjk2_step {
    int count;
    flr_vec2 simplex[3];
    flr_real weights[3];
    flr_vec2 closest, direction;
    /// The corners that the simplex points are differences of, as flr_support2_vertex numbers them.
    uint32_t a[3], b[3];
    flr_vec2 point_a,
        point_b;  ///< witness points: the weights applied to these corners; in world, without radii
    flr_gjk_end end;
} flr_gjk2_step;

typedef struct flr_gjk2_options {
    /// Stop once they are known to be farther apart; `distance` is then a lower bound. 0 or INFINITY: no
    /// limit.
    flr_real max_distance;
    flr_gjk2_cache *cache;  ///< in and out, or null
    flr_gjk2_step *steps;   ///< room for steps_capacity steps, or null
    int steps_capacity;
} flr_gjk2_options;

typedef struct flr_gjk2 {
    /// FLR_OK: lower and upper agree within rounding. FLR_NOT_CONVERGED: they still hold, unless a user's
    /// function is not that of a convex shape. FLR_NOT_FINITE: NaN, infinity or overflow; upper is INFINITY,
    /// the rest zero.
    flr_status status;
    bool overlap;           ///< distance 0
    bool beyond;            ///< farther than max_distance; distance is `lower`
    flr_real distance;      ///< between the boundaries
    flr_real lower, upper;  ///< the true distance lies between
    /// Minus the exact depth where only the radii overlap.
    flr_real signed_distance;
    flr_vec2 point_a, point_b;  ///< on the shapes; a common point where the cores overlap
    /// Unit, from a to b: a perpendicular line separates the cores. Zero where they overlap; perhaps zero
    /// where they touch.
    flr_vec2 normal;
    int iterations;  ///< of a distance at most 96
} flr_gjk2;

/// Distance and closest points of two convex shapes. `options` may be null. Polygons, rounded too: within 8
/// ulp of the scene's size (the largest coordinate relative to a's first corner); user cores as lower and
/// upper say. GJK; Gilbert, Johnson and Keerthi 1988, Catto 2010.
FLR_API flr_gjk2 flr_closest2_convex_convex(const flr_convex2 *a, const flr_convex2 *b,
                                            const flr_gjk2_options *options);

typedef struct flr_overlap2_convex {
    /// FLR_OK. FLR_NOT_CONVERGED, or FLR_NOT_FINITE as for flr_gjk2: nothing is proved, `overlap` is false,
    /// the normal zero.
    flr_status status;
    bool overlap;
    /// The answer is exact: a line separates them, or they overlap, by more than 64 eps of the scene's size.
    /// False close to a touch.
    bool clear;
    flr_vec2 normal;  ///< apart: unit, a perpendicular line separates them, b in front; else zero
    int iterations;
} flr_overlap2_convex;

/// Do two convex shapes overlap? Touching counts. Stops at the first separating axis. Gaps and overlaps above
/// 8 eps of the scene's size are always recognized. `cache` may be null.
FLR_API flr_overlap2_convex flr_overlap2_convex_convex(const flr_convex2 *a, const flr_convex2 *b,
                                                       flr_gjk2_cache *cache);

/// The distance, or minus the penetration depth: the length of the shortest translation that separates them.
/// The result has point_b - point_a = signed_distance * normal, and `normal` is the way out for b. Shapes on
/// one line have depth 0. lower and upper bound the depth. Ties go to the axis nearest to the cache's, else
/// to the first. `options` may be null; max_distance does not stop a depth. Polygons: within 8 ulp of the
/// scene's size (12 in float); user cores: between lower and upper. Separating axes in O(n + m); EPA for user
/// cores and points in any order (van den Bergen 2001).
FLR_API flr_gjk2 flr_signed_distance2_convex_convex(const flr_convex2 *a, const flr_convex2 *b,
                                                    const flr_gjk2_options *options);

FLR_EXTERN_C_END
#endif
