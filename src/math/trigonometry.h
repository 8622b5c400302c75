/// Sine, cosine and arc tangent with the same bits everywhere: libm's are not fixed by IEEE 754, so they
/// are computed here from sums, products, quotients and floor alone.
#ifndef FLR_MATH_TRIGONOMETRY_H
#define FLR_MATH_TRIGONOMETRY_H

#include "feeler/math.h"  // flr_sine_cosine

/// Returns the angle of the vector (x, y) from the first axis, in [-pi, pi], within 1.35 units in its last
/// place. Signed zeros and infinities are as in C's atan2: 0 for the zero vector.
double flr_arc_tangent2(double y, double x);

#endif
