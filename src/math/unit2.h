/// Directions of vectors in the plane whose squares vanish where numbers end.
#ifndef FLR_MATH_UNIT2_H
#define FLR_MATH_UNIT2_H

#include "feeler/math2.h"
#include "math/power.h"

/// Below these squares lengths have digits missing.
#define UNIT2_LOST 0x1p-900
static const flr_real unit2_lost =
    sizeof(flr_real) == sizeof(float) ? (flr_real)0x1p-90 : (flr_real)UNIT2_LOST;

/// Brings (x, y) to length 1, whatever its own; zero stays zero.
static inline void unit2_make(double *x, double *y)
{
    const double most = fabs(*x) > fabs(*y) ? fabs(*x) : fabs(*y);
    if (!(most > 0)) return;
    const double scale = power_to_half(most);
    *x *= scale;
    *y *= scale;
    const double length = sqrt(*x * *x + *y * *y);
    *x /= length;
    *y /= length;
}

static inline flr_vec2 unit2_of(flr_vec2 v)
{
    double x = (double)v.x, y = (double)v.y;
    unit2_make(&x, &y);
    return flr_vec2_make((flr_real)x, (flr_real)y);
}

#endif
