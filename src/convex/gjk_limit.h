/// How far a search has to go. A max_distance of 0, as in options that are zero but for a cache, means no
/// limit.
#ifndef FLR_CONVEX_GJK_LIMIT_H
#define FLR_CONVEX_GJK_LIMIT_H

#include <float.h>
#include <math.h>

#include "feeler/convex2.h"
#include "feeler/convex3.h"

static inline flr_real gjk_limit_of(flr_real max_distance)
{
    return max_distance > 0 ? max_distance : (flr_real)INFINITY;
}
static inline flr_real flr_gjk3_limit(const flr_gjk3_options *o)
{
    return o ? gjk_limit_of(o->max_distance) : (flr_real)INFINITY;
}
static inline flr_real flr_gjk2_limit(const flr_gjk2_options *o)
{
    return o ? gjk_limit_of(o->max_distance) : (flr_real)INFINITY;
}
/// Returns a max_distance with which a search ends at the first plane that keeps the shapes farther apart
/// than `distance`, which may be 0.
static inline flr_real flr_gjk_up_to(flr_real distance)
{
    const flr_real least =
        sizeof(flr_real) == sizeof(double) ? (flr_real)DBL_TRUE_MIN : (flr_real)FLT_TRUE_MIN;
    return distance > 0 ? distance : least;
}

#endif
