/// Powers of two, out of the bits of a number where frexp and ldexp would be calls.
#ifndef FLR_MATH_POWER_H
#define FLR_MATH_POWER_H

#include <math.h>
#include <stdint.h>
#include <string.h>

/// The power of two that brings x, above 0 and finite, into [1/2, 1); at most 2^1000.
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

#endif
