/// Feeler: contact manifolds in the plane: where two shapes touch, how deep and in which direction.
#ifndef FEELER_CONTACT2_H
#define FEELER_CONTACT2_H

#include "feeler/convex2.h"

FLR_EXTERN_C_BEGIN

typedef struct flr_manifold2_point {
    flr_vec2 position;  ///< midway between the boundaries, along the normal
    flr_real depth;     ///< positive inside, negative within the margin
    /// The features that make the point. Stays the same from query to query while they do, and on swapping;
    /// unique in its manifold. Corners within 1e-4 of the size of another count as one; so do equal corners,
    /// and collinear edges.
    uint32_t id;
} flr_manifold2_point;

typedef struct flr_manifold2 {
    flr_vec2 normal;   ///< unit, from a to b; zero without points
    int count;         ///< 0 beyond the margin
    bool inseparable;  ///< no translation separates them; then no points
    flr_manifold2_point points[2];
} flr_manifold2;

/// Warm start for the next call on the same pair; zero it first. A wrong cache only costs time, but ties may
/// differ.
typedef struct flr_contact2_cache {
    flr_gjk2_cache gjk;
} flr_contact2_cache;

typedef struct flr_contact2_options {
    /// Shapes this far apart still get points, and points may lie this far outside; >= 0.
    flr_real margin;
    /// Of normals whose depths differ by at most this, the one nearest to the cache's wins, or without a
    /// cache the first. Keeps the normal of resting shapes. A length >= 0; 0, or with more than
    /// 48 corners: exact depth.
    flr_real face_bias;
    flr_contact2_cache *cache;  ///< in and out, or null
} flr_contact2_options;

/// The manifold of two convex shapes. `options` may be null: no margin, no bias. Shapes that overlap always
/// get a point, shapes that touch one of depth 0. The largest depth is the penetration depth (plus at most
/// face_bias). Flush edges give the two ends of their common stretch; a corner on an edge may bring the far
/// end of its flatter edge. Two points are more than 10^-12 of the
/// scene's size apart (10^-5 in float). Swapping a
/// and b keeps points and ids and negates the normal, bit for bit.
///
/// The depth is within 8 eps of the scene's size, of user shapes as `lower` and `upper` say
/// (docs/accuracy.md).
///
/// FLR_NOT_CONVERGED: the depth is only a bound, the manifold is usable (user shapes). FLR_INVALID_ARGUMENT:
/// null, negative or non-finite option. FLR_NOT_FINITE: NaN, infinity or overflow. O(n + m). Separating axes,
/// then clipping of the facing edges (Catto 2006).
FLR_API flr_status flr_contact2_convex_convex(const flr_convex2 *a, const flr_convex2 *b,
                                              const flr_contact2_options *options, flr_manifold2 *manifold);

/// The feature of a convex shape that makes a point of a manifold.
typedef struct flr_contact2_part {
    uint32_t corner_count;  ///< 1: a corner, 2: an edge; 0: not known, as of user shapes
    uint32_t corners[2];    ///< their numbers, as flr_support2_vertex has them; of a capsule its ends 0 and 1
} flr_contact2_part;

/// Which features of the two make a point (0 or 1) of their manifold, from its id. A corner stands for all that count as one with
/// it. The parts may be null. FLR_INVALID_ARGUMENT: null shapes or manifold, no such point. O(n + m).
FLR_API flr_status flr_contact2_parts(const flr_convex2 *a, const flr_convex2 *b,
                                      const flr_manifold2 *manifold, int point, flr_contact2_part *part_a,
                                      flr_contact2_part *part_b);

/// The same for typed pairs. Polygons must be convex, corners in order, clockwise or not.
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
