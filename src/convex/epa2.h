/// The edge of the difference of two overlapping cores of the plane that is nearest to the origin, by support
/// points alone.
#ifndef FLR_CONVEX_EPA2_H
#define FLR_CONVEX_EPA2_H

#include "convex/gjk2.h"
#include "convex/support2.h"

typedef struct epa2_result {
    bool converged;
    flr_real lower, upper;  ///< bounds on the depth of the cores
    flr_vec2 normal;        ///< unit: moving b along it by the depth separates the cores
    flr_vec2 a, b;          ///< witness points; a - b = depth * normal
    int iterations;
} epa2_result;

/// Expanding polygon, from the vertices GJK ended with, which are support points; none will do, and the polygon then
/// holds the origin once it has grown. Where the difference has no area the depth is 0, along
/// its normal. Bounds: the polygon lies inside the difference, so its nearest edge is a lower one; the
/// support line in any direction an upper one.
epa2_result flr_epa2(const support2 *a, const support2 *b, const vertex2 *pool, const simplex2 *start,
                     flr_real rounding);

#endif
