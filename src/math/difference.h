/// Differences that are numbers: what may be taken away from a coordinate without rounding it.
#ifndef FLR_MATH_DIFFERENCE_H
#define FLR_MATH_DIFFERENCE_H

#include "feeler/base.h"

/// Is x - o a number? Of the two tests that with the larger one is exact (Dekker 1971).
static inline bool difference_is_exact(flr_real x, flr_real o)
{
    const flr_real d = x - o;
    return d + o == x && x - d == o;
}

#endif
