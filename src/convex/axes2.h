/// The edge normal along which two polygonal cores of the plane overlap least.
#ifndef FLR_CONVEX_AXES2_H
#define FLR_CONVEX_AXES2_H

#include "convex/support2.h"

typedef struct axes2_result {
    bool found;  ///< false where neither core has an edge
    bool
        in_order;  ///< false where corners stand in no convex order, by more than they round by: then nothing is known
    flr_real separation;  ///< along the normal; minus the depth
    flr_real most;        ///< of all normals; at most the tolerance more
    flr_vec2 normal;      ///< unit, from a to b
    flr_vec2 a, b;        ///< witness points; b - a = separation * normal
} axes2_result;

/// Both shapes have corners in order around. What is alike within `tolerance` goes to the axis closest to
/// `preferred` (zero for none), else to the first, a's edges before b's. `size`: at least the largest coordinate.
axes2_result flr_axes2(const support2 *a, const support2 *b, flr_real size, flr_real tolerance,
                       flr_vec2 preferred);

#endif
