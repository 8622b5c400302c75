/// Feeler: how two parts stand to one another.
#ifndef FEELER_QUERY_H
#define FEELER_QUERY_H

#include "feeler/mesh.h"

FLR_EXTERN_C_BEGIN

/// Two parts, each the solid enclosed by its surface (or the surface alone where it is open).
typedef enum flr_interference_kind {
    FLR_APART = 0,  ///< farther apart than the clearance
    FLR_CLEARANCE,  ///< apart by more than the tolerance and at most the clearance
    FLR_TOUCH,      ///< no farther apart and no deeper in one another than the tolerance
    FLR_CLASH,      ///< the interiors overlap, deeper than the tolerance
    FLR_CONTAINED   ///< one lies wholly inside the other's material, the surfaces apart
} flr_interference_kind;

enum {
    FLR_FLAG_A_OPEN = 1,        ///< a is not watertight: it has a surface but no inside
    FLR_FLAG_B_OPEN = 2,        ///< b likewise
    FLR_FLAG_A_UNORIENTED = 4,  ///< a is watertight, its winding inconsistent: inside by parity
    FLR_FLAG_B_UNORIENTED = 8,
    FLR_FLAG_TOLERANCE_USED =
        16,  ///< the surfaces are not in exact contact, or overlap within the tolerance: the tolerance made it a touch
    FLR_FLAG_DEPTH_LOWER_BOUND =
        32,  ///< the search for the deepest place stopped early: depth is attained, more may exist
    FLR_FLAG_DEPTH_UNKNOWN = 64,  ///< surfaces cross but no side has an inside to measure in; depth is 0
    FLR_FLAG_A_IN_B = 128,        ///< with FLR_CONTAINED: a is the inner one
    FLR_FLAG_B_IN_A = 256
};

typedef struct flr_interference3_options {
    flr_real tolerance;  ///< >= 0, a length in world
    flr_real clearance;  ///< >= 0, a length in world
} flr_interference3_options;

/// distance: of the surfaces for FLR_CLEARANCE and a touch across a gap; 0 where they meet, where
/// one part contains the other, and for FLR_APART, which tells no more than that.
///
/// depth: the largest overlap found of a ball inside a with a ball inside b; what comes to the same,
/// the most of (distance of p to a's surface) + (distance of p to b's surface) over points p inside
/// both. It is attained at `point`, so no translation shorter than depth separates the two; that no deeper
/// place was missed is not proved (docs/interference.md says how often one is). For slabs, boxes
/// pushed together face on, spheres, and a corner in a face it is the shortest separating translation; for a round
/// press fit it is the interference; where edges cross it may be less than the shortest translation. It
/// is the negative continuation of the distance: min over p of the sum of both signed distances is the
/// distance when apart and -depth when overlapping.
///
/// Errors, in roundings of the largest coordinate of the triangles as placed in world (each vertex rounded once): at
/// `point` the depth is within 2 of the sum of both distances; the point is inside both, or out by 2 where it is one of
/// a surface's own; point_a and point_b are within 2 of the triangles named, and as near to it as the surfaces but for
/// a part of 4 10^-14 of the depth (10^-5 in float). The distance is as flr_closest3_mesh_mesh has it. All this while
/// fourth powers of lengths stay in the range of numbers (from 10^-70 to 10^70; in float 10^-9 to 10^8).
///
/// point_a, point_b: where apart, the closest points; where overlapping, the points of the two
/// surfaces nearest to the deepest point. normal: unit, from a to b: moving b along it leads
/// out. 0 only where none is defined.
typedef struct flr_interference3 {
    flr_interference_kind kind;
    uint32_t flags;
    flr_real distance, depth;
    flr_vec3 point_a, point_b, normal;
    flr_vec3 point;  ///< the place to look at: the deepest point, or the middle of the closest points
    uint32_t triangle_a, triangle_b;
} flr_interference3;

/// FLR_INVALID_ARGUMENT for a negative or non-finite option. `options` may be null: both 0. Swapping a and b swaps the points and turns
/// the normal, to the last bit, unless the two are the same in everything. Takes no memory; O(1) stack.
FLR_API flr_status flr_interference3_mesh_mesh(const flr_instance3 *a, const flr_instance3 *b,
                                               const flr_interference3_options *options,
                                               flr_interference3 *result);

FLR_EXTERN_C_END
#endif
