/// Feeler: any shape against any shape in the plane.
#ifndef FEELER_ANY2_H
#define FEELER_ANY2_H

#include "feeler/cast2.h"
#include "feeler/closest2.h"
#include "feeler/convex2.h"
#include "feeler/manifold2.h"
#include "feeler/motion2.h"
#include "feeler/sweep2.h"

FLR_EXTERN_C_BEGIN

/// In the rank that orders the names of pairs.
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

/// The union of some shapes, all in one frame, of any kinds, compounds among them: 8 compounds within one another at
/// most. They may overlap, touch or lie apart.
typedef struct flr_compound2 {
    const struct flr_shape2 *shapes;
    size_t count;  ///< 1 or more
    /// Null, or for each shape a box that holds it (flr_bounds2), whatever for those without end. Without them each
    /// question takes the bounds of all shapes anew.
    const flr_aabb2 *bounds;
} flr_compound2;

/// A shape of any kind, by its kind and the member of that name. Arrays stay the caller's.
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

/// The shape as the convex core sees it; it points into `s`, which must stay. False where it is not convex as it
/// stands: a concave polygon, or one that goes around more than once (decided exactly), something unbounded, or not a
/// shape that these questions take.
FLR_API bool flr_convex2_shape(const flr_shape2 *s, flr_convex2 *convex);

/// The convex pieces of two shapes that come nearest to one another, as shapes that flr_convex2_shape takes: for showing
/// what the convex core does with shapes of any kind. A convex shape is its own piece; a concave polygon is made of
/// triangles; of a compound it is one of its shapes; of a ray, line, plane or halfspace a segment or square that reaches
/// beyond the other. FLR_UNBOUNDED where neither of the pieces ends.
FLR_API flr_status flr_nearest_convex2(const flr_shape2 *a, const flr_shape2 *b, flr_shape2 *piece_a,
                                       flr_shape2 *piece_b);

/// The smallest axis-parallel box, as feeler/bounds2.h has it; of a convex under a pose, around its corners as
/// rounding places them; by a user's function, around its support points. FLR_UNBOUNDED for a ray, line, plane or halfspace.
FLR_API flr_status flr_bounds2(const flr_shape2 *s, flr_aabb2 *bounds);

/// Which side of the plane the shape lies on: 1 all in front, where the normal points, -1 all behind, 0 on both or
/// touching. As good as the typed functions of feeler/overlap2.h; a convex is decided exactly for its corners as turned,
/// seen from its position, but for a radius.
FLR_API flr_status flr_classify2(const flr_plane2 *plane, const flr_shape2 *s, int *side);

/// Where does a line, ray or segment first meet the shape, and where does it leave it? By the typed functions of
/// feeler/cast2.h; a rounded convex as the union of its core and the capsules around its edges. A convex under
/// a pose rounds its corners as sweep2.h says; one with more than 512 corners, or of so many points in any order, is asked as one by a user's function. FLR_NOT_FINITE where the point that is met
/// leaves the range of numbers.
FLR_API flr_status flr_raycast2(const flr_cast2_path *path, const flr_shape2 *s, flr_cast2 *result);

/// These answer for every pair, in either order: the same answer to the last bit, turned round. (Two that no number tells apart get the
/// very same one. The typed functions of two shapes of one kind round, and choose between equals, as they are asked.) Errors:
/// FLR_INVALID_ARGUMENT for a null pointer or no kind, FLR_INVALID_SHAPE for an empty list or compound, compounds too deep
/// within one another or a convex shape by a user's function without one, FLR_NOT_FINITE for a NaN or an infinity in a shape, and
/// where overflow leaves no answer. Other checks of the input are the caller's. No memory is taken.
///
/// How: all shapes but convex ones under a pose, or of points in any order, are outlines, which closest2.h answers
/// exactly. What is left is asked by support points: convex against convex by flr_closest2_convex_convex,
/// against a concave polygon edge by edge, against what is flat along its normal, against a ray by the piece
/// of it that covers the other, far from the origin as seen from there. Of a user's function the answers are as good as what `lower` and `upper` of convex2.h say; casts
/// and sweeps advance by the distance, never late, and end where that is a few roundings, with FLR_NOT_CONVERGED and a time before
/// which nothing touches where 128 steps are not enough. Its depth in a concave polygon is that of a polygon of at most 160 of
/// its points, those toward the polygon's edges among them: FLR_NOT_CONVERGED, for a depth that is too small by up to 10^-4 of
/// the size, unless it is that polygon.

/// Do they meet? Touching counts. As exact as flr_overlap2_ of the pair in overlap2.h; with a convex shape under a
/// pose or of points in any order within the error bound of the distance. True if and only if the distance
/// is 0.
FLR_API flr_status flr_overlap2(const flr_shape2 *a, const flr_shape2 *b, bool *overlap);

/// Closest points; 0, and one common point twice, where they overlap. The error is that of closest2.h, with a convex
/// shape that of convex2.h.
FLR_API flr_status flr_distance2(const flr_shape2 *a, const flr_shape2 *b, flr_closest2 *closest);

typedef struct flr_distance2_options {
    flr_real
        max_distance;  ///< stop once the shapes are known to be farther apart; 0 and INFINITY for no limit
    flr_gjk2_cache *cache;  ///< read and written: the same pair, moved a little, takes less time; or null
} flr_distance2_options;

typedef struct flr_distance2_result {
    bool beyond;            ///< farther than max_distance; `distance` is then a lower bound
    flr_real distance;      ///< 0 where the shapes overlap or touch
    flr_real lower, upper;  ///< the true distance lies between
    flr_vec2 normal;        ///< unit, from a to b; zero where they overlap
    flr_vec2 point_a, point_b;
} flr_distance2_result;

/// Closest points with bounds on the distance; a limit and a cache save time. As flr_distance3_bounds in feeler/any3.h.
FLR_API flr_status flr_distance2_bounds(const flr_shape2 *a, const flr_shape2 *b,
                                        const flr_distance2_options *options, flr_distance2_result *result);

/// Of a compound all questions are about the union: asked shape by shape, pruned by boxes.
typedef struct flr_signed_distance2_result {
    bool inseparable;  ///< no translation parts them; the rest is zero
    flr_real
        signed_distance;  ///< the distance, or minus the length of the shortest translation that parts them
    flr_vec2 normal;      ///< unit, from a to b
    flr_vec2 point_a, point_b;  ///< point_b - point_a = signed_distance * normal
    /// Both are signed_distance with FLR_OK. With FLR_NOT_CONVERGED the true one lies between, rounding apart; -INFINITY where a
    /// depth is known from below only.
    flr_real lower, upper;
} flr_signed_distance2_result;

/// The distance where they are apart. Where they overlap, minus the length of the shortest translation of b
/// (along `normal`) after which they do no more than touch:
/// - Two convex shapes: flr_signed_distance2_convex_convex. Shapes that lie along one line (a point on a
///   segment, segments on one line) are parted by any step square to it: depth 0.
/// - `inseparable`: a line, plane or halfspace and what reaches without end to the sides it would have to leave to:
///   lines that cross, a ray into a halfspace, halfspaces that do not look away from one another. Two rays that cross
///   are separable, backwards.
/// - A compound: the shortest way out of all convex pieces that the shapes of both are made of, a local minimum to rounding of the
///   scene's own size, however far off it lies, but for convex polygons of more than 256 corners and users' cores in world;
///   seams between the shapes are no way out. FLR_OK: no translation shorter by a part in 1000 parts them, but perhaps into a
///   gap narrower than a part in 1000 of the depth. FLR_NOT_CONVERGED: the search for a shorter one was given up after some
///   10^5 pairs of pieces. A line or plane may come to stand in a gap between shapes. Parts without end are looked at as far
///   as four times the extent of all that ends and its distance from them, and eight times as far as two of them meet;
///   16 times as far once more where the way out that is found leads around what was cut off.
///   `inseparable` where two of them are, or no way out is found within half of that; FLR_NOT_CONVERGED also where they meet some
///   10^5 times the depth away (in float wherever they meet far off).
/// - A concave polygon: the nearest place where the two fit beside each other, also within its bays. A place that
///   fits exactly counts (a block in a slot of its width); how a shape would get there does not matter. Error:
///   64 units in the last place of the scene's size, times 1 / sine of the angle at which the sides meet that
///   hold the place. Among n corners of one and m of the other there are 2 n m lines on which a corner runs
///   along an edge; the nearest free place on each that passes nearer than what is known is found in steps of
///   O(n m), typically a few steps for a small part of the lines. Both concave: n^2 more a step, for the
///   one with fewer corners. Against a convex shape of more than 1024 corners under a pose it is parted as a union is. The polygons must be simple; for others it is some upper bound.
FLR_API flr_status flr_signed_distance2(const flr_shape2 *a, const flr_shape2 *b,
                                        flr_signed_distance2_result *result);

/// First touch of any two shapes, a moving by t * motion with t in [0, 1], b standing still: sweep2.h says what is
/// answered and how well, and what a convex shape under a pose rounds. Errors as above. A convex shape under a pose or of points in any order with more than 512
/// corners is swept as one by a user's function. About 16 kB of stack.
FLR_API flr_status flr_sweep2(const flr_shape2 *a, flr_vec2 motion, const flr_shape2 *b,
                              flr_sweep2_result *result);

typedef struct flr_sweep2_options {
    /// They count as touching at this distance already, finite and at least 0. `point` is then on b, and a's is at this
    /// distance against the normal.
    flr_real target_distance;
} flr_sweep2_options;

/// The same for the first time that they are no farther apart than options->target_distance (FLR_INVALID_ARGUMENT
/// where it is negative, NaN or infinite; `options` may be null), for every pair: one of the two is grown by it, so that sweep2.h's bounds for radii hold,
/// of the radius and the target as a sum rounded once. `overlap_at_start` then says that they are so near at the start, by
/// flr_distance2.
FLR_API flr_status flr_sweep2_within(const flr_shape2 *a, flr_vec2 motion, const flr_shape2 *b,
                                     const flr_sweep2_options *options, flr_sweep2_result *result);

/// First touch of any two shapes on paths that turn, each given in the frame that its path moves; `options` may be null.
/// Never late, as flr_motion2_convex_convex in motion2.h says, with the same result. A concave polygon goes edge by edge,
/// so that two of n and m corners take n m searches; a ray is cut to what the other can reach; lines, planes and
/// halfspaces are judged along their normals. What has no end meets far out: a ray and a line once it leans to it,
/// two rays once they point alike, two lines at once when they do not turn as one.
/// Errors as for flr_sweep2, FLR_INVALID_ARGUMENT for an option that is negative, NaN or infinite, FLR_NOT_FINITE for such a number in a
/// path, and FLR_NOT_CONVERGED with a result that holds: they do not touch before t.
FLR_API flr_status flr_motion2(const flr_shape2 *a, const flr_path2 *path_a, const flr_shape2 *b,
                               const flr_path2 *path_b, const flr_motion2_options *options,
                               flr_motion2_result *result);

/// The contact manifold of any pair (manifold2.h says what one is). Normal and largest depth are those of
/// flr_signed_distance2; there is a point where flr_distance2 is at most the margin, and nowhere else; where no translation parts the
/// two, `inseparable` and no point. Convex pairs:
/// flr_contact2_convex_convex, face_bias and cache included; a ray counts as the piece of it that could be near. Against lines,
/// planes and halfspaces the side that the other turns to them. A concave polygon: all edges that face the other,
/// moved apart until the two just touch; the deepest point and the one farthest from it across the normal that is in
/// sight of the other shape, in steps of O(n m (n + m)) at worst. Two without end, or a concave polygon and more than 1024 posed corners: one point. Errors as
/// flr_signed_distance2, and FLR_INVALID_ARGUMENT for a margin or bias that is negative, NaN or infinite.
FLR_API flr_status flr_contact2(const flr_shape2 *a, const flr_shape2 *b, const flr_contact2_options *options,
                                flr_manifold2 *manifold);

FLR_EXTERN_C_END
#endif
