/// Feeler: the convex core in space: convex shapes by their support points.
///
/// A convex shape is a core plus a radius: a sphere is a point with one, a capsule a segment. Algorithms work
/// on the cores, so round shapes lose no accuracy. Any scale of numbers works. Nothing is allocated. NaN and
/// infinity give FLR_NOT_FINITE if they are read.
#ifndef FEELER_CONVEX3_H
#define FEELER_CONVEX3_H

#include "feeler/hull.h"
#include "feeler/shape3.h"

FLR_EXTERN_C_BEGIN

typedef enum flr_convex3_kind {
    FLR_CONVEX3_CORNERS,  ///< hull of one to four corners held inside
    FLR_CONVEX3_POINTS,   ///< hull of an array of points, posed
    FLR_CONVEX3_BOX,
    FLR_CONVEX3_CYLINDER,
    FLR_CONVEX3_CONE,
    FLR_CONVEX3_ELLIPSOID,
    FLR_CONVEX3_USER,
    FLR_CONVEX3_HULL  ///< flr_hull3, posed
} flr_convex3_kind;

/// A farthest point of a user's core along `direction` (any length but 0), in world.
typedef flr_vec3 flr_support3_fn(const void *user, flr_vec3 direction);

/// A convex shape: a core and a radius. Made by the functions below; small, copied freely. Arrays stay the caller's. Unused pointers are null,
/// unused counts 0, unused coordinates undefined.
typedef struct flr_convex3 {
    flr_convex3_kind kind;
    flr_real radius;  ///< around the core
    /// Points, hull: the position; else a point in or near the core.
    flr_vec3 center;
    flr_mat3 axes;          ///< box, ellipsoid, points, hull: the rotation; cylinder, cone: z is the axis
    flr_vec3 half_extents;  ///< box, ellipsoid; cylinder, cone: x the radius, z half the height
    flr_vec3 corners[4];    ///< corners; cylinder, cone: the ends
    uint32_t count;         ///< of corners or points
    const flr_vec3 *points;
    flr_support3_fn *support;
    const void *user;
    const flr_hull3 *hull;
} flr_convex3;

/// Convex shapes from value shapes. Only an aabb's centre, a rectangle's corners and the axes of cylinders
/// and cones are computed, within 3 eps.
FLR_API flr_convex3 flr_convex3_point(flr_vec3 p);
FLR_API flr_convex3 flr_convex3_segment(const flr_segment3 *s);
FLR_API flr_convex3 flr_convex3_triangle(const flr_triangle3 *t);
FLR_API flr_convex3 flr_convex3_tetrahedron(const flr_tetrahedron *t);
FLR_API flr_convex3 flr_convex3_rectangle(const flr_rectangle3 *r);
FLR_API flr_convex3 flr_convex3_sphere(const flr_sphere *s);
FLR_API flr_convex3 flr_convex3_capsule(const flr_capsule3 *c);
FLR_API flr_convex3 flr_convex3_aabb(const flr_aabb3 *b);
FLR_API flr_convex3 flr_convex3_box(const flr_box3 *b);
/// With a == b the axis is z.
FLR_API flr_convex3 flr_convex3_cylinder(const flr_cylinder *c);
FLR_API flr_convex3 flr_convex3_cone(const flr_cone *c);
/// A ball, with equal radii, is a point with that radius.
FLR_API flr_convex3 flr_convex3_ellipsoid(const flr_ellipsoid *e);
/// The hull of `count` points (at least 1), each at rotation * p + position, with a radius. O(count) a
/// support point.
FLR_API flr_convex3 flr_convex3_points(const flr_vec3 *points, uint32_t count, flr_mat3 rotation,
                                       flr_vec3 position, flr_real radius);
/// A hull at rotation * p + position, with a radius. It stays the caller's. Nothing is lost where it is far
/// from its origin.
FLR_API flr_convex3 flr_convex3_hull(const flr_hull3 *hull, flr_mat3 rotation, flr_vec3 position,
                                     flr_real radius);
/// A core by its support function; `center` is a point in or near it.
FLR_API flr_convex3 flr_convex3_user(flr_support3_fn *support, const void *user, flr_vec3 center,
                                     flr_real radius);

/// A farthest point of the core along a direction of any length but 0, within 8 eps of the core's size and
/// coordinates. Ties go to the first corner, in hulls of more than 48 vertices to a fixed one.
FLR_API flr_vec3 flr_support3(const flr_convex3 *shape, flr_vec3 direction);
/// The number of that corner: its index, for a box bit k set on the negative side of axis k. FLR_HULL_NONE
/// for cylinder, cone and user. `near`, the answer for a close direction or FLR_HULL_NONE, speeds up hulls of
/// more than 48 vertices.
FLR_API uint32_t flr_support3_vertex(const flr_convex3 *shape, flr_vec3 direction, uint32_t near);

/// A point of the Minkowski difference a - b, all differences of a point of a and one of b. The shapes overlap
/// where it holds the origin, and its distance from the origin is theirs.
typedef struct flr_minkowski3_point {
    flr_vec3 difference;  ///< a - b
    flr_vec3 a, b;
    uint32_t vertex_a, vertex_b;  ///< as flr_support3_vertex
} flr_minkowski3_point;

/// A farthest point of the difference of the cores along a direction of any length but 0: a's support point along
/// it less b's against it, as flr_support3 has them; the difference is rounded once more.
FLR_API flr_minkowski3_point flr_minkowski3_support(const flr_convex3 *a, const flr_convex3 *b,
                                                    flr_vec3 direction);

/// The difference of two cores with corners as a hull: that of all differences of a corner of a and one of b,
/// each rounded. Radii are left out: they are added to its radius. `allocator` may be null.
/// FLR_INVALID_ARGUMENT: null; FLR_INVALID_SHAPE: a cylinder, cone or user core; else as flr_hull3_create. O(n m log(n m)).
FLR_API flr_status flr_minkowski3_hull(const flr_convex3 *a, const flr_convex3 *b,
                                       const flr_allocator *allocator, flr_hull3 **hull);
/// The pair of corners behind a vertex of that hull, for the same a and b.
FLR_API flr_minkowski3_point flr_minkowski3_hull_vertex(const flr_convex3 *a, const flr_convex3 *b,
                                                        const flr_hull3 *hull, uint32_t vertex);

/// Warm start: the last simplex of the previous call, by corner numbers. Zeroed is empty. Results are right
/// with any cache.
typedef struct flr_gjk3_cache {
    flr_vec3 axis;
    uint32_t count, a[4], b[4];  ///< simplex; count 0 for none
} flr_gjk3_cache;

/// One step of GJK, to show it: simplex in the Minkowski difference (a - b), weights, closest point to the
/// origin, next direction. Distances never grow; the last step has the distance of the cores. With four
/// corners, closest and direction are zero. The corner w that a step adds, the support point along the
/// direction d of the step before, proves a distance of the cores of at least -dot(d, w) / |d|.
typedef struct flr_gjk3_step {
    int count;
    flr_vec3 simplex[4];
    flr_real weights[4];
    flr_vec3 closest, direction;
    /// The corners that the simplex points are differences of, as flr_support3_vertex numbers them.
    uint32_t a[4], b[4];
    flr_vec3 point_a,
        point_b;  ///< witness points: the weights applied to these corners; in world, without radii
    flr_gjk_end end;
} flr_gjk3_step;

typedef struct flr_gjk3_options {
    /// Stop once they are known to be farther apart; `distance` is then a lower bound. 0 or INFINITY: no
    /// limit.
    flr_real max_distance;
    flr_gjk3_cache *cache;  ///< in and out, or null
    /// Room for steps_capacity steps, or null. The result is the same, but several times slower; `iterations`
    /// counts all steps.
    flr_gjk3_step *steps;
    int steps_capacity;
} flr_gjk3_options;

typedef struct flr_gjk3 {
    /// FLR_OK: lower and upper agree within rounding. FLR_NOT_CONVERGED: they still hold, unless a user's
    /// function is not that of a convex shape. FLR_NOT_FINITE: NaN, infinity or overflow; upper is INFINITY,
    /// the rest zero.
    flr_status status;
    bool overlap;       ///< distance 0
    bool clear;         ///< of flr_closest3_convex_convex: as in flr_overlap3_convex
    bool beyond;        ///< farther than max_distance; distance is `lower`
    flr_real distance;  ///< between the surfaces
    /// The true distance lies between (docs/limits.md has an exception of 1.5 eps).
    flr_real lower, upper;
    /// Minus the exact depth where only the radii overlap; else the distance.
    flr_real signed_distance;
    flr_vec3 point_a, point_b;
    flr_vec3 normal;  ///< unit, from a to b; zero where the cores overlap
    int iterations;   ///< at most 192; of a depth 384, of nearly touching round cores 2,496
} flr_gjk3;

/// Distance and closest points of two convex shapes. `options` may be null. If only overlap matters,
/// flr_overlap3_convex_convex is cheaper. Shapes with corners: within 8 eps of the scene's size (40 for
/// slivers and nearly parallel edges). Cylinders and cones: 10^-14 (10^-7 in float); user cores as lower and
/// upper say. A plane perpendicular to `normal` separates them by the distance; docs/accuracy.md says how
/// closely. GJK; Gilbert, Johnson and Keerthi 1988.
FLR_API flr_gjk3 flr_closest3_convex_convex(const flr_convex3 *a, const flr_convex3 *b,
                                            const flr_gjk3_options *options);

typedef struct flr_overlap3_convex {
    /// FLR_OK. FLR_NOT_CONVERGED, or FLR_NOT_FINITE as for flr_gjk3: nothing is proved, `overlap` is false,
    /// the normal zero.
    flr_status status;
    bool overlap;
    /// The answer is exact: a plane separates them, or they overlap, by more than 64 eps of the scene's size.
    /// False close to a touch.
    bool clear;
    flr_vec3 normal;  ///< apart: unit, a perpendicular plane separates them, b in front; else zero
    int iterations;   ///< of nearly touching round cores up to 5,184
} flr_overlap3_convex;

/// Do two convex shapes overlap? Touching counts. Much cheaper than a distance. `cache` may be null; a
/// separating axis in it ends the call at once. Never wrong about gaps and overlaps above 8 eps of the
/// scene's size. For rounded slivers that is 24 eps, for cylinders, cones and user cores 10^-14 (10^-7 in
/// float), for flat discs 10^-11.
FLR_API flr_overlap3_convex flr_overlap3_convex_convex(const flr_convex3 *a, const flr_convex3 *b,
                                                       flr_gjk3_cache *cache);

/// The distance, or minus the penetration depth: the length of the shortest translation that separates them.
/// The result has point_b - point_a = signed_distance * normal, and `normal` is the way out for b. Sheets
/// crossing in one plane have depth 0. lower and upper bound the depth. With FLR_NOT_CONVERGED they disagree
/// and the answer is the upper one (rarely; curved cores). Shapes with corners: within 10 eps of the scene's
/// size. About 60 kB of stack; up to some ms for curved cores. EPA; van den Bergen 2001.
FLR_API flr_gjk3 flr_signed_distance3_convex_convex(const flr_convex3 *a, const flr_convex3 *b);

FLR_EXTERN_C_END
#endif
