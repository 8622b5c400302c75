/// Feeler: contact manifolds in space: where two shapes touch, how deep, and along which direction.
#ifndef FEELER_MANIFOLD_H
#define FEELER_MANIFOLD_H

#include "feeler/convex.h"

FLR_EXTERN_C_BEGIN

typedef struct flr_manifold3_point {
    flr_vec3 position;  ///< the middle between the two surfaces, along the normal
    flr_real depth;     ///< positive inside, negative within the margin
    /// Which features of the two make the point: the same from one query to the next while they do, the
    /// same when a and b are swapped, and different for every point of a manifold. Vertices, edges and faces
    /// by number; where a corner lies at an edge or corner of the other shape (within 1e-4 of their
    /// size, but no more than 1e-2 of the smaller one's) it counts as on it, so that shapes with flush sides do not flicker.
    uint32_t id;
} flr_manifold3_point;

typedef struct flr_manifold3 {
    flr_vec3 normal;   ///< unit, from a to b; zero where there is no point
    int count;         ///< of points; 0 where the shapes are farther apart than the margin
    bool inseparable;  ///< they overlap and no translation parts them; then there is no point
    flr_manifold3_point points[4];
} flr_manifold3;

/// What one call knows at its end, for the next one on the same pair: of convex shapes that overlap, a simplex that holds the face of
/// least depth, which a small motion leaves where it is. Zeroed memory is an empty cache. The
/// result is the same with any cache, also one of other shapes, but for choices between equals.
typedef struct flr_contact3_cache {
    flr_vec3 normal;
    flr_gjk3_cache gjk;
} flr_contact3_cache;

typedef struct flr_contact3_options {
    /// Points are made for shapes up to this far apart, and within a manifold for depths down to minus this. Finite, not negative.
    flr_real margin;
    /// The direction square to a face is taken where it is no more than this deeper than the shallowest one: the
    /// patch of a face is steadier than the crossing of two edges. Finite, not negative; 0 for the exact depth. Where the deepest corner lies
    /// beyond the rim of that face, its point is told at or beyond the rim and is off one of the surfaces: keep it small beside what is thin.
    flr_real face_bias;
    flr_contact3_cache *cache;  ///< read and written; or null
} flr_contact3_options;

/// The manifold of two convex shapes. The largest depth is the penetration depth: minus the signed distance
/// of flr_signed_distance3_convex_convex, or up to face_bias more along the normal of a face. Touching
/// shapes (within rounding) have a manifold of depth 0. Where faces or edges lie (nearly) along one another, up to
/// four points span the patch in which they face each other: the deepest always, then those that leave
/// the widest quadrilateral. They are told however small the patch is beside the shapes, down to 10^-12 of the scene's size (10^-6 in single
/// precision): points closer than that are one. Where the shapes overlap there is always a point.
///
/// Swapping a and b gives the same points and ids and the opposite normal, to the last bit, unless the two
/// are the same in everything.
///
/// Errors of shapes with corners, radii or not, in roundings of the scene's size (the two and the way between them, not
/// the way from the origin): the largest depth 32 (160 where edges of boxes stand at less than 10^-12), and a rounding of the coordinates besides; what the normal parts the two by
/// 64, since nearly parallel edges fix a direction that much worse. Half its depth before and behind its position along the normal a point lies within 10^-11
/// of the size of the two surfaces (in single precision 10^-4; where faces slope the rounding of a clipped outline is
/// carried up the slope), and within a rounding of its coordinates; points of edges, axes of capsules among them, that cross at a small angle, as far off as the
/// two part sideways there. Radii are taken along the normal: where a rounded shape's face leans
/// against it, points beside the deepest lie inside that surface by the radius times (1 - the cosine of the angle). Curved cores: as flr_signed_distance3_convex_convex.
///
/// Degenerate shapes are the lower-dimensional things they are: coinciding points touch, at depth 0, along some
/// direction. Sheets that cross are parted along the shortest way; sheets in one plane are at depth 0 along its
/// normal. A flat end of a cylinder or cone counts as a polygon with 16 corners and its lowest point, their sides
/// as lines. Of shapes known only by a support function the patch is looked for in 16 directions close to the normal.
///
/// How: boxes, also rounded ones, capsules and spheres among them, by the separating axes of their cores (Gottschalk, Lin
/// and Manocha, 1996) with ties going to faces; others by flr_signed_distance3_convex_convex. Then the faces of
/// the two that lie flattest against the direction are projected along it and the one clipped by the
/// other (Sutherland and Hodgman, 1974; of boxes, Liang and Barsky, 1984). `options` may be null: no margin, no bias.
///
/// Where squares of lengths leave the range of numbers (in double about 1e-130 and 1e130), one point stands for the patch.
/// FLR_NOT_CONVERGED where the depth is a bound only (curved cores, hardly ever but of users); the manifold stands. FLR_NOT_FINITE where a NaN or an
/// infinity was read, or an answer leaves the range of numbers. FLR_INVALID_ARGUMENT for null pointers, and
/// for a margin or bias that is negative, NaN or infinite. Takes no memory. Constant time for boxes, O(vertices) else.
FLR_API flr_status flr_contact3_convex_convex(const flr_convex3 *a, const flr_convex3 *b,
                                              const flr_contact3_options *options, flr_manifold3 *manifold);

/// The same of typed pairs, without the general shapes in between. Whether there is a point at a margin above 0: of spheres, capsules,
/// and sphere and box just where the distance of their flr_closest3_ function is at most the margin; of all others, and above, where
/// the distance as they round it themselves is, within 4 roundings of the size of that of flr_closest3_convex_convex. flr_contact3 of
/// feeler/any3.h holds to flr_distance3.
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
