/// Do two hulls that nearly touch overlap?
#ifndef FLR_OVERLAP_HULLS3_TOUCH_H
#define FLR_OVERLAP_HULLS3_TOUCH_H

#include "feeler/convex3.h"

/// Is the core a hull or a list of points under a pose, without a radius?
static inline bool hulls3_is_posed(const flr_convex3 *c)
{
    return !(c->radius > 0) && (c->kind == FLR_CONVEX3_HULL || c->kind == FLR_CONVEX3_POINTS);
}

/// For two such cores that nearly touch along a direction, of either sign: 1 they
/// overlap, -1 they are apart, 0 undecided, also for other cores.
int flr_hulls3_touch(const flr_convex3 *a, const flr_convex3 *b, flr_vec3 direction);

#endif
