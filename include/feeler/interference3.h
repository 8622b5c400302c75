/// Feeler: interference of two parts, for clash detection.
#ifndef FEELER_INTERFERENCE3_H
#define FEELER_INTERFERENCE3_H

#include "feeler/mesh3.h"

FLR_EXTERN_C_BEGIN

/// Parts are the solids their surfaces enclose; the surfaces themselves if open.
typedef enum flr_interference_kind {
    FLR_APART = 0,  ///< farther apart than the clearance
    FLR_CLEARANCE,  ///< apart by more than the tolerance, at most the clearance
    FLR_TOUCH,      ///< gap or depth within the tolerance
    FLR_CLASH,      ///< interiors overlap deeper than the tolerance
    FLR_CONTAINED   ///< one inside the other's material, surfaces apart
} flr_interference_kind;

enum {
    FLR_FLAG_A_OPEN = 1,  ///< a is not watertight, or all in one plane: no inside
    FLR_FLAG_B_OPEN = 2,
    FLR_FLAG_A_UNORIENTED = 4,  ///< a is watertight, inconsistently wound: inside by parity
    FLR_FLAG_B_UNORIENTED = 8,
    /// A touch only within the tolerance, not an exact contact.
    FLR_FLAG_TOLERANCE_USED = 16,
    FLR_FLAG_DEPTH_LOWER_BOUND = 32,  ///< the search stopped early: more depth may exist
    FLR_FLAG_DEPTH_UNKNOWN = 64,      ///< surfaces cross but nothing has an inside; depth is 0
    FLR_FLAG_A_IN_B = 128,            ///< FLR_CONTAINED: a is the inner one
    FLR_FLAG_B_IN_A = 256
};

typedef struct flr_interference3_options {
    flr_real tolerance;  ///< >= 0, in world
    flr_real clearance;  ///< >= 0, in world
} flr_interference3_options;

/// `distance` is that of the surfaces for FLR_CLEARANCE and for touches across a gap, else 0.
///
/// `depth` is the largest sum found, over points inside both, of the distances to both surfaces; attained at
/// `point`. It is a lower bound of the shortest separating translation. docs/interference.md says how often a
/// deeper place is missed.
typedef struct flr_interference3 {
    flr_interference_kind kind;
    uint32_t flags;
    flr_real distance, depth;
    /// The closest points, or the surface points nearest to `point`. The normal is unit, from a to b, b's way
    /// out; zero where undefined.
    flr_vec3 point_a, point_b, normal;
    flr_vec3 point;  ///< deepest point, or the middle of the closest points
    uint32_t triangle_a, triangle_b;
} flr_interference3;

/// Do two parts clash, touch, contain one another, or come too close? `options` may be null: zeros.
/// FLR_INVALID_ARGUMENT for a negative or non-finite option. Swapping a and b swaps the answer, bit for bit.
/// docs/accuracy.md has the bounds.
FLR_API flr_status flr_interference3_mesh_mesh(const flr_instance3 *a, const flr_instance3 *b,
                                               const flr_interference3_options *options,
                                               flr_interference3 *result);

// ---- What two meshes have in common

/// Where the surfaces of two placed meshes cross, and the solid common to both.
typedef struct flr_intersection3_mesh flr_intersection3_mesh;

/// A corner of a line, and from there on the two triangles (numbers in the input) that cross in it.
typedef struct flr_intersection3_corner {
    flr_vec3 point;
    uint32_t triangle_a, triangle_b;
} flr_intersection3_corner;

/// Along the line, with b's front on the right as seen from a's front: on the left is what of a is in b, if both
/// are wound outwards. The last corner of a closed line joins the first; that of an open one ends it, and has the
/// triangles of the one before.
typedef struct flr_intersection3_line {
    const flr_intersection3_corner *corners;
    size_t count;
    bool closed;
    flr_real length;
} flr_intersection3_line;

typedef struct flr_intersection3_info {
    size_t line_count, corner_count;
    flr_real length;  ///< of all lines
    bool solid;       ///< both are oriented and enclose something; else volume, area and centroid are 0
    /// Of the common solid, and of its surface.
    flr_real volume, area;
    flr_vec3 centroid;  ///< zero without a volume
} flr_intersection3_info;

/// Lines close where both meshes are closed, at most once around each; where a surface ends, lines end too. Corners are joined by
/// the edges and triangles they lie on, not by distances. Each is within 8 eps of its edge's and triangle's largest coordinates of where
/// the two cross.
///
/// Every yes or no is exact, for b moved by an infinitesimal along x, a far smaller one along y and a yet smaller one along z (so nothing
/// is coplanar, and the volume does not change). Surfaces that only touch have a line around what they share if that move takes them into one
/// another, and none if not. What shrinks to a point has no line.
///
/// The volume is within 16 eps of the area times the distance of the common region from the middle of the common bounds, for meshes that do not
/// cross themselves; where one does, what it encloses twice counts twice. Welded corners and triangles left out count as in flr_mesh3_info.
///
/// Time and memory: the triangles near both bounds, sorted, and the crossing pairs. Swapping a and b swaps the answer, bit for bit, and turns the
/// lines. `allocator` may be null. FLR_INVALID_ARGUMENT for null; FLR_OUT_OF_MEMORY; FLR_TOO_LARGE: 2^30 crossing
/// pairs; FLR_NOT_FINITE: the volume overflows.
FLR_API flr_status flr_intersection3_mesh_create(const flr_instance3 *a, const flr_instance3 *b,
                                                 const flr_allocator *allocator,
                                                 flr_intersection3_mesh **intersection);
/// Null is allowed.
FLR_API void flr_intersection3_mesh_destroy(flr_intersection3_mesh *intersection);
/// All zero for null.
FLR_API flr_intersection3_info flr_intersection3_mesh_get_info(const flr_intersection3_mesh *intersection);
/// Line `index` of line_count, which lasts as long as the intersection. All zero for null or an index out of range.
FLR_API flr_intersection3_line flr_intersection3_mesh_get_line(const flr_intersection3_mesh *intersection,
                                                               size_t index);

FLR_EXTERN_C_END
#endif
