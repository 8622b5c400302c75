/// Powers of two from the bits of a number, and vectors scaled to length 1, also where their squares would
/// vanish or overflow.
#ifndef FLR_MATH_UNIT_H
#define FLR_MATH_UNIT_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "feeler/math.h"

// ---- Powers of two ----

/// Returns the power of two that brings x, above 0 and finite, into [1/2, 1); at most 2^1000.
static inline double power_to_half(double x)
{
    if (x >= 0x1p-1000 && x < 0x1p1000) {
        uint64_t bits;
        memcpy(&bits, &x, sizeof bits);
        // x = m 2^e with the exponent e + 1022 in its bits; 2^-e has 1023 - e
        bits = (2045 - (bits >> 52)) << 52;
        memcpy(&x, &bits, sizeof x);
        return x;
    }
    int exponent;
    (void)frexp(x, &exponent);
    return ldexp(1, exponent < -1000 ? 1000 : -exponent);
}

/// Returns the power of two that brings a number near 1; 1 for 0, infinity and NaN.
static inline double flr_power_toward_one(double x) { return x > 0 && isfinite(x) ? power_to_half(x) : 1; }

/// Returns the power of two, in the numbers of flr_real, that brings a size near 1; 1 for 0.
static inline flr_real unit_toward_one(double size)
{
    const int most = sizeof(flr_real) == sizeof(float) ? 120 : 1000;  // powers of two that have an inverse
    int exponent = most;
    if (!(size > 0)) return 1;
    if (isfinite(size)) (void)frexp(size, &exponent);
    return (flr_real)ldexp(1, exponent > most ? -most : exponent < -most ? most : -exponent);
}

// ---- In the plane ----

/// Where a square is below this, its length has digits missing.
#define UNIT2_LOST 0x1p-900
static const flr_real unit2_lost =
    sizeof(flr_real) == sizeof(float) ? (flr_real)0x1p-90 : (flr_real)UNIT2_LOST;

/// Scales (x, y) to length 1, whatever its own; zero stays zero.
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

// ---- In space ----

/// Returns v at length 1; zero if v has no length, or none that is finite.
static inline flr_vec3 unit3_or_zero(flr_vec3 v)
{
    flr_real length = flr_length3(v);
    return length > 0 && isfinite(length) ? flr_scale3(1 / length, v) : flr_vec3_make(0, 0, 0);
}

#endif
