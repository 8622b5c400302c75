/// Feeler: contact manifolds in space: where two shapes touch, how deep and in which direction.
#ifndef FEELER_CONTACT3_H
#define FEELER_CONTACT3_H

#include "feeler/convex3.h"

FLR_EXTERN_C_BEGIN

typedef struct flr_manifold3_point {
    flr_vec3 position;  ///< midway between the surfaces, along the normal
    flr_real depth;     ///< positive inside, negative within the margin
    /// Of the features that make the point: stays the same while they do, and on swapping; unique in its manifold.
    uint32_t id;
} flr_manifold3_point;

typedef struct flr_manifold3 {
    flr_vec3 normal;   ///< unit, from a to b; zero without points
    int count;         ///< 0 beyond the margin
    bool inseparable;  ///< no translation separates them; then no points
    flr_manifold3_point points[4];
} flr_manifold3;

/// The feature of a shape that makes a point of a manifold.
typedef struct flr_contact3_part {
    uint32_t child;     ///< of a compound: the number of its shape, and not of one within that; else 0
    uint32_t triangle;  ///< of a mesh, as in its input; else FLR_CONTACT3_NO_TRIANGLE
    /// 1: a corner, 2: an edge, 3: a face (three of its corners); 0: not known.
    uint32_t corner_count;
    /// Numbers of corners as the shape has them; of a box bit k where it is on the positive side of axis k; of a sphere 0,
    /// of a capsule, cylinder or cone its ends 0 and 1, above that a polygon in its disc.
    uint32_t corners[3];
} flr_contact3_part;

#define FLR_CONTACT3_NO_TRIANGLE UINT32_MAX

/// One of the manifolds of flr_contacts3, and what each of its points was made by.
typedef struct flr_contact3_region {
    flr_manifold3 manifold;
    flr_contact3_part parts_a[4], parts_b[4];
} flr_contact3_region;

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
/// face_bias), within 32 eps of the scene's size for shapes with corners. Flush faces and edges give up to four points: the
/// deepest, then those of the widest quadrilateral. Flat ends of cylinders and cones count as 16-gons. Swapping a and b keeps
/// points and ids and negates the normal, bit for bit.
///
/// FLR_NOT_CONVERGED: the depth is only an upper bound, the manifold is usable (curved cores, rarely).
/// FLR_NOT_FINITE: NaN, infinity or overflow. FLR_INVALID_ARGUMENT: null, negative or non-finite option.
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
