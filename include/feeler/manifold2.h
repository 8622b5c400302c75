/// Feeler: contact manifolds in the plane: where two shapes touch, how deep, and along which direction.
#ifndef FEELER_MANIFOLD2_H
#define FEELER_MANIFOLD2_H

#include "feeler/convex2.h"

FLR_EXTERN_C_BEGIN

typedef struct flr_manifold2_point {
    flr_vec2 position;  ///< the middle between the two surfaces, along the normal
    flr_real depth;     ///< positive inside, negative within the margin
    /// Which features of the two make the point: the same from one query to the next while they do, the
    /// same when a and b are swapped, and different for both points of a manifold. Corners and edges by
    /// number; where a corner lies at a corner of the other shape (within 1e-4 of their size) it counts as on it, so
    /// that shapes with flush sides do not flicker. Corners of one shape in one place count as the first of
    /// them, and a straight side as one whatever corners lie on it: rounding does not tell which of them is met.
    uint32_t id;
} flr_manifold2_point;

typedef struct flr_manifold2 {
    flr_vec2 normal;   ///< unit, from a to b; zero where there is no point
    int count;         ///< of points; 0 where the shapes are farther apart than the margin
    bool inseparable;  ///< they overlap and no translation parts them; then there is no point
    flr_manifold2_point points[2];
} flr_manifold2;

/// What one call knows at its end, for the next one on the same pair. Zeroed memory is an empty cache. The
/// result is the same with any cache, also one of other shapes, but for choices between equals.
typedef struct flr_contact2_cache {
    flr_gjk2_cache gjk;
} flr_contact2_cache;

typedef struct flr_contact2_options {
    /// Points are made for shapes up to this far apart, and within a manifold for depths down to minus this. Finite, not negative.
    flr_real margin;
    /// Of the normals of edges whose depths differ by no more than this the one nearest to the cache's is taken, or
    /// without a cache the first: so that shapes at rest keep their normal. Measured on the depth itself, not as
    /// a part of it. Finite, not negative; 0 for the exact depth, where only ties within rounding are settled so.
    flr_real face_bias;
    flr_contact2_cache *cache;  ///< read and written; or null
} flr_contact2_options;

/// The manifold of two convex shapes. The largest depth is the penetration depth: minus the signed distance
/// of flr_signed_distance2_convex_convex, or up to face_bias more. Touching shapes (within rounding) have a
/// manifold of depth 0. Where edges lie (nearly) along one another, two points are the ends of the stretch on which they face
/// each other; a corner at an edge has the corner and, where that still is within the margin, the other end of
/// the flatter of the corner's edges. Where the shapes overlap there is always a point. Two
/// points are always farther from one another than 10^-12 of the size (10^-5 in single precision).
///
/// Swapping a and b gives the same points and ids and the opposite normal, to the last bit, unless the two
/// are the same in everything.
///
/// Errors, in roundings of the scene's size (the two and the way between them): the largest depth 8; half its depth before
/// and behind its position along the normal a point lies within 16 of the two boundaries, and within a rounding of its
/// coordinates. Cores by a user's function: what `lower` and `upper` of the signed distance say.
///
/// Degenerate shapes are the lower-dimensional things they are: coinciding points touch, at depth 0, along some
/// direction; segments that cross are parted along the shortest way; segments on one line are at depth 0 along its
/// normal. Of shapes by a user's function an edge is found where it is straight within 1e-9 of its length.
///
/// How: normal and depth by flr_signed_distance2_convex_convex. Then the edges of the two that lie flattest against the normal
/// (reference and incident edge, Gaul; Catto, "Box2D Lite", 2006) are laid over each other along it, and the common
/// stretch is cut out. Both edges are treated alike, so there is no choice of a reference edge to flicker.
/// `options` may be null: no margin, no bias.
///
/// FLR_NOT_CONVERGED where the depth is a bound only (user's cores); the manifold stands. FLR_INVALID_ARGUMENT for null
/// pointers and for a margin or bias that is negative, NaN or infinite, FLR_NOT_FINITE where NaN, infinity or overflow leaves no answer. Takes no memory. O(n + m).
FLR_API flr_status flr_contact2_convex_convex(const flr_convex2 *a, const flr_convex2 *b,
                                              const flr_contact2_options *options, flr_manifold2 *manifold);

/// The same of typed pairs. Polygons must be convex; corners in order either way round.
FLR_API flr_status flr_contact2_circle_circle(const flr_circle *a, const flr_circle *b,
                                              const flr_contact2_options *options, flr_manifold2 *manifold);
FLR_API flr_status flr_contact2_circle_capsule(const flr_circle *a, const flr_capsule2 *b,
                                               const flr_contact2_options *options, flr_manifold2 *manifold);
FLR_API flr_status flr_contact2_circle_box(const flr_circle *a, const flr_box2 *b,
                                           const flr_contact2_options *options, flr_manifold2 *manifold);
FLR_API flr_status flr_contact2_circle_polygon(const flr_circle *a, const flr_polygon2 *b,
                                               const flr_contact2_options *options, flr_manifold2 *manifold);
FLR_API flr_status flr_contact2_capsule_capsule(const flr_capsule2 *a, const flr_capsule2 *b,
                                                const flr_contact2_options *options, flr_manifold2 *manifold);
FLR_API flr_status flr_contact2_capsule_box(const flr_capsule2 *a, const flr_box2 *b,
                                            const flr_contact2_options *options, flr_manifold2 *manifold);
FLR_API flr_status flr_contact2_capsule_polygon(const flr_capsule2 *a, const flr_polygon2 *b,
                                                const flr_contact2_options *options, flr_manifold2 *manifold);
FLR_API flr_status flr_contact2_box_box(const flr_box2 *a, const flr_box2 *b,
                                        const flr_contact2_options *options, flr_manifold2 *manifold);
FLR_API flr_status flr_contact2_polygon_polygon(const flr_polygon2 *a, const flr_polygon2 *b,
                                                const flr_contact2_options *options, flr_manifold2 *manifold);

FLR_EXTERN_C_END
#endif
