/// The rounding errors of flr_real, as constants in double.
#ifndef FLR_MATH_EPS_H
#define FLR_MATH_EPS_H

#include "feeler/base.h"

/// The distance from 1 to the next number.
#define FLR_EPS (sizeof(flr_real) == sizeof(float) ? 0x1p-23 : 0x1p-52)
/// The largest error of one operation, as a part of its result.
#define FLR_HALF_EPS (sizeof(flr_real) == sizeof(float) ? 0x1p-24 : 0x1p-53)
/// A little more than eps: for bounds that are rounded themselves.
#define FLR_OVER_EPS (sizeof(flr_real) == sizeof(float) ? 1.2e-7 : 2.3e-16)

#endif
