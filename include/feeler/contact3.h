/// Feeler: contact manifolds in space: where two shapes touch, how deep and in which direction.
#ifndef FEELER_CONTACT3_H
#define FEELER_CONTACT3_H

#include "feeler/convex3.h"

FLR_EXTERN_C_BEGIN

typedef struct flr_manifold3_point {
    flr_vec3 position;  ///< midway between the surfaces, along the normal
    flr_real depth;     ///< positive inside, negative within the margin
    /// The features that make the point. Stays the same from query to query while they do, and on swapping;
    /// unique in its manifold. Corners within 1e-4 of the size of an edge or corner count as on it.
    uint32_t id;
} flr_manifold3_point;

typedef struct flr_manifold3 {
    flr_vec3 normal;   ///< unit, from a to b; zero without points
    int count;         ///< 0 beyond the margin
    bool inseparable;  ///< no translation separates them; then no points
    flr_manifold3_point points[4];
} flr_manifold3;

/// Warm start for the next call on the same pair; zero it first. A wrong cache only costs time, but ties may
/// differ.
typedef struct flr_contact3_cache {
    flr_vec3 normal;
    flr_gjk3_cache gjk;
} flr_contact3_cache;

typedef struct flr_contact3_options {
    /// Shapes this far apart still get points, and points may lie this far outside; >= 0.
    flr_real margin;
    /// A face's normal wins if at most this much deeper than the shallowest: steadier than crossing edges. 0:
    /// exact depth. Keep it small for thin shapes; points may leave their face.
    flr_real face_bias;
    flr_contact3_cache *cache;  ///< in and out, or null
} flr_contact3_options;

/// The manifold of two convex shapes. `options` may be null: no margin, no bias. Shapes that overlap always
/// get a point, shapes that touch one of depth 0. The largest depth is the penetration depth (plus at most
/// face_bias). Flush faces and edges give up to four points: the deepest, then those of the widest
/// quadrilateral; points closer than 10^-12 of the size (10^-6 in float) are merged. Flat ends of cylinders
/// and cones count as 16-gons; patches of user shapes come from 16 directions. Swapping a and b keeps points
/// and ids and negates the normal, bit for bit.
///
/// The depth is within 32 eps of the scene's size for shapes with corners; docs/accuracy.md has the rest.
///
/// FLR_NOT_CONVERGED: the depth is only an upper bound, the manifold is usable (curved cores, rarely).
/// FLR_NOT_FINITE: NaN, infinity or overflow. FLR_INVALID_ARGUMENT: null, negative or non-finite option.
/// Separating axes or EPA, then clipping (Sutherland and Hodgman 1974). O(1) for boxes, else O(vertices).
FLR_API flr_status flr_contact3_convex_convex(const flr_convex3 *a, const flr_convex3 *b,
                                              const flr_contact3_options *options, flr_manifold3 *manifold);

/// The same for typed pairs. At a margin above 0, points exist where the pair's own distance is at most the
/// margin, which may differ from flr_distance3 in the last places.
FLR_API flr_status flr_contact3_box_box(const flr_box3 *a, const flr_box3 *b,
                                        const flr_contact3_options *options, flr_manifold3 *manifold);
FLR_API flr_status flr_contact3_sphere_sphere(const flr_sphere *a, const flr_sphere *b,
                                              const flr_contact3_options *options, flr_manifold3 *manifold);
FLR_API flr_status flr_contact3_sphere_capsule(const flr_sphere *a, const flr_capsule3 *b,
                                               const flr_contact3_options *options, flr_manifold3 *manifold);
FLR_API flr_status flr_contact3_sphere_box(const flr_sphere *a, const flr_box3 *b,
                                           const flr_contact3_options *options, flr_manifold3 *manifold);
FLR_API flr_status flr_contact3_capsule_capsule(const flr_capsule3 *a, const flr_capsule3 *b,
                                                const flr_contact3_options *options, flr_manifold3 *manifold);
FLR_API flr_status flr_contact3_capsule_box(const flr_capsule3 *a, const flr_box3 *b,
                                            const flr_contact3_options *options, flr_manifold3 *manifold);

FLR_EXTERN_C_END
#endif
