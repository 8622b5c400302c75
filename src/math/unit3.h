/// Directions of vectors that may have none.
#ifndef FLR_MATH_UNIT3_H
#define FLR_MATH_UNIT3_H

#include "feeler/math.h"

/// v at length 1; zero where v has no length, or none that a double can hold.
static inline flr_vec3 unit3_or_zero(flr_vec3 v)
{
    flr_real length = flr_length3(v);
    return length > 0 && isfinite(length) ? flr_scale3(1 / length, v) : flr_vec3_make(0, 0, 0);
}

#endif
