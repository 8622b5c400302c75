/// The face of the difference of two overlapping cores that is nearest to the origin.
#ifndef FLR_CONVEX_EPA3_H
#define FLR_CONVEX_EPA3_H

#include "convex/minkowski3.h"

typedef struct epa3_result {
    bool converged;
    double lower, upper;        ///< bounds on the depth of the cores
    dvec3 normal;               ///< unit: moving b along it by the depth separates the cores
    dvec3 a, b;                 ///< witness points relative to a's centre; a - b = depth * normal
    uint32_t id_a[3], id_b[3];  ///< of the face's corners, where known
    int iterations;
} epa3_result;

/// Expanding polytope (van den Bergen, 2001) inside the difference a - b, which holds the origin;
/// `start` is the simplex GJK ended with. Which faces a new point sees
/// is decided by exact orientation, and a face in its plane counts as seen: so the polytope stays
/// convex and none of its faces degenerates, whatever the shapes. Where the difference is flat the
/// depth is 0, along its normal. Bounds: every face that is not yet confirmed lies inside the difference, so the
/// nearest face is a lower bound; the support plane in any direction is an upper one. To `cache`, if not null, goes a simplex
/// around the origin that has the found face, where there is one.
void flr_epa3(const pair3 *pair, const simplex3 *start, flr_gjk3_cache *cache, epa3_result *r);

/// Of two hulls that hold their middles, by more than rounding errors: the same without a simplex, from the difference of the centres and support
/// points around the vector from there to the origin, of which `last` is the farthest along that way. False where the cores may be
/// apart or barely touch, or that way is short for the depth; then the last support point is there, for a search that begins with it.
bool flr_epa3_between(const pair3 *pair, vertex3 *last, epa3_result *r);

#endif
