/// Feeler: any shape against any shape in the plane.
///
/// All pairs of kinds are answered; swapping a and b mirrors the result, bit for bit. Nothing is allocated.
/// Errors, if no others are named:
/// - FLR_INVALID_ARGUMENT: null pointer, unknown kind, negative or non-finite option;
/// - FLR_INVALID_SHAPE: empty list or compound, compounds nested too deep, a user shape without a function;
/// - FLR_NOT_FINITE: NaN or infinity in the input, or overflow.
///
/// Shapes are not checked otherwise (flr_check2). docs/accuracy.md has error bounds by kind,
/// docs/limits.md the exceptions.
#ifndef FEELER_ANY2_H
#define FEELER_ANY2_H

#include "feeler/closest2.h"
#include "feeler/contact2.h"
#include "feeler/convex2.h"
#include "feeler/raycast2.h"
#include "feeler/sweep2.h"
#include "feeler/toi2.h"

FLR_EXTERN_C_BEGIN

/// The order of kinds in names of pairs.
typedef enum flr_shape2_kind {
    FLR_SHAPE2_POINT,
    FLR_SHAPE2_SEGMENT,
    FLR_SHAPE2_RAY,
    FLR_SHAPE2_LINE,
    FLR_SHAPE2_PLANE,
    FLR_SHAPE2_HALFSPACE,
    FLR_SHAPE2_CIRCLE,
    FLR_SHAPE2_CAPSULE,
    FLR_SHAPE2_AABB,
    FLR_SHAPE2_BOX,
    FLR_SHAPE2_TRIANGLE,
    FLR_SHAPE2_POLYGON,
    FLR_SHAPE2_CONVEX,
    FLR_SHAPE2_COMPOUND,
    FLR_SHAPE2_COUNT
} flr_shape2_kind;

/// The union of shapes of any kinds in one frame; may overlap, and be nested to FLR_COMPOUND_DEPTH (8).
typedef struct flr_compound2 {
    const struct flr_shape2 *shapes;
    size_t count;  ///< at least 1
    /// Null, or flr_bounds2 of each shape, to save time. Ignored for unbounded ones.
    const flr_aabb2 *bounds;
} flr_compound2;

/// A shape of any kind; `kind` names the member. Arrays stay the caller's.
///
///     flr_shape2 disc = {.kind = FLR_SHAPE2_CIRCLE, .as.circle = {{0, 1}, 0.5}};
typedef struct flr_shape2 {
    flr_shape2_kind kind;
    union {
        flr_vec2 point;
        flr_segment2 segment;
        flr_ray2 ray;
        flr_line2 line;
        flr_plane2 plane;
        flr_halfspace2 halfspace;
        flr_circle circle;
        flr_capsule2 capsule;
        flr_aabb2 aabb;
        flr_box2 box;
        flr_triangle2 triangle;
        flr_polygon2 polygon;  ///< convex or concave
        flr_convex2 convex;    ///< of any kind, with its radius
        flr_compound2 compound;
    } as;
} flr_shape2;

/// "point", "segment", ...
FLR_API const char *flr_shape2_name(flr_shape2_kind kind);

/// Is the shape valid for its kind, with all shapes of a compound? FLR_INVALID_SHAPE, FLR_NOT_FINITE and
/// FLR_SELF_CROSSING as flr_check2_box() and its like in feeler/shape2.h; of a convex shape also a negative radius,
/// or axes that are not a unit cosine and sine.
FLR_API flr_status flr_check2(const flr_shape2 *s);

/// As a shape of feeler/convex2.h, which points into `s`. False for compounds, unbounded shapes and polygons
/// that are not convex (decided exactly).
FLR_API bool flr_convex2_shape(const flr_shape2 *s, flr_convex2 *convex);

/// The nearest convex pieces of two shapes, to show what the convex core works on: triangles of concave
/// polygons, shapes of compounds, bounded parts of rays, lines, planes and halfspaces. FLR_UNBOUNDED where
/// neither is bounded.
FLR_API flr_status flr_nearest_convex2(const flr_shape2 *a, const flr_shape2 *b, flr_shape2 *piece_a,
                                       flr_shape2 *piece_b);

/// The smallest axis-aligned box. FLR_UNBOUNDED for rays, lines, planes and halfspaces.
FLR_API flr_status flr_bounds2(const flr_shape2 *s, flr_aabb2 *bounds);

/// Side of the plane: 1 wholly in front (where the normal points), -1 wholly behind, 0 touching or crossing.
/// Exact except for radii, corners as posed.
FLR_API flr_status flr_classify2(const flr_plane2 *plane, const flr_shape2 *s, int *side);

/// Where does a line, ray or segment first hit the shape, and where does it leave it? Conventions and
/// accuracy as in feeler/raycast2.h. FLR_NOT_FINITE also where the hit point overflows. FLR_NOT_CONVERGED, of users'
/// cores alone: `hit` is true, and before t nothing is hit.
FLR_API flr_status flr_raycast2(const flr_raycast2_path *path, const flr_shape2 *s, flr_rayhit2 *result);

/// The first of several shapes hit, and its number. Lowers path->t_max to the hit, so that another list can
/// continue. On a tie the first wins. Without a hit only `result->hit` is written. Stops at the first error.
FLR_API flr_status flr_raycast2_nearest(flr_raycast2_path *path, const flr_shape2 *shapes, size_t count,
                                        size_t *index, flr_rayhit2 *result);

/// Do they overlap? Touching counts. True exactly where flr_distance2 is 0. As exact as feeler/overlap2.h;
/// posed convex shapes and points in any order are decided within the error of the distance.
/// It takes no cache: asked anew it costs less than flr_distance2_bounds with one, as a rule.
FLR_API flr_status flr_overlap2(const flr_shape2 *a, const flr_shape2 *b, bool *overlap);

/// Distance and closest points. Overlapping shapes have distance 0 and one common point twice. Accuracy as in
/// feeler/closest2.h, of convex shapes as in feeler/convex2.h.
FLR_API flr_status flr_distance2(const flr_shape2 *a, const flr_shape2 *b, flr_closest2 *closest);

typedef struct flr_distance2_options {
    flr_real max_distance;  ///< stop once they are known to be farther apart; 0 or INFINITY: none
    flr_gjk2_cache *cache;  ///< in and out: speeds up the same pair after a small motion; or null
} flr_distance2_options;

typedef struct flr_distance2_result {
    bool beyond;            ///< farther than max_distance; `distance` is then a lower bound
    flr_real distance;      ///< 0 where they overlap or touch
    flr_real lower, upper;  ///< bounds on the true distance
    flr_vec2 normal;        ///< unit, from a to b; zero where they overlap
    flr_vec2 point_a, point_b;
} flr_distance2_result;

/// The same with a limit, a warm start and bounds. `options` may be null. Zero a cache before first use; one
/// of another pair costs only time. Beyond the limit the points may be zero and `upper` INFINITY.
FLR_API flr_status flr_distance2_bounds(const flr_shape2 *a, const flr_shape2 *b,
                                        const flr_distance2_options *options, flr_distance2_result *result);

typedef struct flr_signed_distance2_result {
    bool inseparable;           ///< no translation separates them; the rest is zero
    flr_real signed_distance;   ///< the distance, or minus the penetration depth
    flr_vec2 normal;            ///< unit, from a to b
    flr_vec2 point_a, point_b;  ///< point_b - point_a = signed_distance * normal
    /// Both equal signed_distance with FLR_OK. With FLR_NOT_CONVERGED they bound it; -INFINITY: no lower
    /// bound is known.
    flr_real lower, upper;
} flr_signed_distance2_result;

/// The distance; for overlapping shapes, minus the penetration depth: the length of the shortest translation
/// of b (along `normal`) that leaves them at most touching.
/// - Shapes on one line are separated by any step perpendicular to it: depth 0.
/// - `inseparable`: a line, plane or halfspace and what is unbounded on both its sides or its far side, such
///   as crossing lines.
/// - Concave polygons: the shortest translation of all, also into bays and exact fits. Polygons must be
///   simple.
/// - Compounds: a local minimum; no translation shorter by 1/1000 separates them, except into gaps narrower
///   than 1/1000 of the depth. Seams between their shapes are no way out.
///
/// FLR_NOT_CONVERGED: the search was given up; `lower` and `upper` still hold.
FLR_API flr_status flr_signed_distance2(const flr_shape2 *a, const flr_shape2 *b,
                                        flr_signed_distance2_result *result);

/// Shape cast: when does a, moving by `motion` over t in [0, 1], first touch b? Conventions and accuracy in
/// feeler/sweep2.h. The result's status is returned. Needs about 16 kB of stack.
FLR_API flr_status flr_sweep2(const flr_shape2 *a, flr_vec2 motion, const flr_shape2 *b,
                              flr_sweep2_result *result);

typedef struct flr_sweep2_options {
    /// They count as touching at this distance; finite, >= 0. `point` is then on b; a's is at this distance
    /// against the normal.
    flr_real target_distance;
} flr_sweep2_options;

/// The same for the first time that the distance is at most options->target_distance; `options` may be null.
/// At t = 0: `overlap_at_start`.
FLR_API flr_status flr_sweep2_within(const flr_shape2 *a, flr_vec2 motion, const flr_shape2 *b,
                                     const flr_sweep2_options *options, flr_sweep2_result *result);

/// Time of impact: the first touch of two shapes that move and turn, each given in its path's frame. Never
/// late; see flr_toi2_result, whose status is returned. `options` may be null. Unbounded shapes touch
/// however far out. Concave polygons of n and m edges cost n m searches.
FLR_API flr_status flr_toi2(const flr_shape2 *a, const flr_path2 *path_a, const flr_shape2 *b,
                            const flr_path2 *path_b, const flr_toi2_options *options,
                            flr_toi2_result *result);

/// The contact manifold: normal, depth, up to two points. It has points exactly where flr_distance2 is at
/// most the margin and a translation separates the shapes. Normal and largest depth are those of
/// flr_signed_distance2. One point where both are unbounded. Concave polygons take O(n m (n + m)) at worst.
FLR_API flr_status flr_contact2(const flr_shape2 *a, const flr_shape2 *b, const flr_contact2_options *options,
                                flr_manifold2 *manifold);

FLR_EXTERN_C_END
#endif
