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

FLR_EXTERN_C_END
#endif
