/// Feeler: interference of two parts, for clash detection.
#ifndef FEELER_INTERFERENCE3_H
#define FEELER_INTERFERENCE3_H

#include "feeler/mesh3.h"

FLR_EXTERN_C_BEGIN

typedef enum flr_interference_kind {
    FLR_APART = 0,  ///< beyond the clearance
    FLR_CLEARANCE,  ///< beyond the tolerance, within the clearance
    FLR_TOUCH,      ///< gap or depth within the tolerance
    FLR_CLASH,      ///< deeper than the tolerance
    FLR_CONTAINED   ///< one inside the other, surfaces apart
} flr_interference_kind;

enum {
    FLR_FLAG_A_OPEN = 1,  ///< no inside
    FLR_FLAG_B_OPEN = 2,
    FLR_FLAG_A_UNORIENTED = 4,  ///< inside by parity
    FLR_FLAG_B_UNORIENTED = 8,
    FLR_FLAG_TOLERANCE_USED = 16,     ///< a touch, not exactly
    FLR_FLAG_DEPTH_LOWER_BOUND = 32,  ///< the search stopped early
    FLR_FLAG_DEPTH_UNKNOWN = 64,      ///< surfaces cross without an inside
    FLR_FLAG_A_IN_B = 128,
    FLR_FLAG_B_IN_A = 256
};

typedef struct flr_interference3_options {
    flr_real tolerance;  ///< >= 0, in world
    flr_real clearance;  ///< >= 0, in world
} flr_interference3_options;

/// `depth` is the largest sum found, over points inside both, of the distances to both surfaces: a lower bound of the shortest separating
/// translation (docs/interference.md).
typedef struct flr_interference3 {
    flr_interference_kind kind;
    uint32_t flags;
    flr_real distance, depth;
    flr_vec3 point_a, point_b;  ///< the closest, or the nearest to `point`
    flr_vec3 normal;            ///< unit, from a to b; zero where undefined
    flr_vec3 point;             ///< the deepest, or the middle
    uint32_t triangle_a, triangle_b;
} flr_interference3;

/// Do two parts, solids or open surfaces, clash, touch, contain one another, or come too close? `options` may be null: zeros. Swapping a and b
/// swaps the answer, bit for bit.
FLR_API flr_status flr_interference3_mesh_mesh(const flr_instance3 *a, const flr_instance3 *b,
                                               const flr_interference3_options *options,
                                               flr_interference3 *result);

// ---- What two meshes have in common

typedef struct flr_intersection3_mesh flr_intersection3_mesh;

/// A corner, and the triangles that cross from there on.
typedef struct flr_intersection3_corner {
    flr_vec3 point;
    uint32_t triangle_a, triangle_b;
} flr_intersection3_corner;

/// Seen from the front of a, the part of a that is in b lies left of the line. A closed line's last corner joins the first.
typedef struct flr_intersection3_line {
    const flr_intersection3_corner *corners;
    size_t count;
    bool closed;
    flr_real length;
} flr_intersection3_line;

typedef struct flr_intersection3_info {
    size_t line_count, corner_count;
    flr_real length;  ///< of all lines
    bool solid;       ///< both enclose something; else the rest is 0
    flr_real volume, area;
    flr_vec3 centroid;
} flr_intersection3_info;

/// Every yes or no is exact, for b moved by an infinitesimal: nothing is coplanar, and surfaces that only touch have a line or none. Corners are
/// within 8 eps of the largest coordinates. Swapping a and b swaps the answer, bit for bit. docs/interference.md has more. `allocator` may
/// be null. FLR_OUT_OF_MEMORY; FLR_TOO_LARGE: 2^30 crossing pairs; FLR_NOT_FINITE: the volume overflows.
FLR_API flr_status flr_intersection3_mesh_create(const flr_instance3 *a, const flr_instance3 *b,
                                                 const flr_allocator *allocator,
                                                 flr_intersection3_mesh **intersection);
/// Null is allowed.
FLR_API void flr_intersection3_mesh_destroy(flr_intersection3_mesh *intersection);
/// All zero for null.
FLR_API flr_intersection3_info flr_intersection3_mesh_get_info(const flr_intersection3_mesh *intersection);
/// Lasts as long as the intersection. All zero for null or an index out of range.
FLR_API flr_intersection3_line flr_intersection3_mesh_get_line(const flr_intersection3_mesh *intersection,
                                                               size_t index);

FLR_EXTERN_C_END
#endif
