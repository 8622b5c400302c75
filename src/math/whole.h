/// Whole numbers as long as a polynomial of high degree in a few doubles needs them, on the digits of wide_integer.h:
/// the last resort where a sign has to be exact and is rarely asked for.
#ifndef FLR_MATH_WHOLE_H
#define FLR_MATH_WHOLE_H

#include "math/wide_integer.h"

enum { FLR_WHOLE_DIGITS = 256 };

/// Digits in base 2^26, lowest first; all but the last in [0, 2^26), the last holds the sign.
typedef struct flr_whole {
    int digits;
    int32_t digit[FLR_WHOLE_DIGITS];
} flr_whole;

/// The finite values in one common unit, a power of two: value[i] = whole[i] * 2^unit. False where a value is not
/// finite or they have more than `most` digits.
bool flr_whole_load(const double *value, int count, int most, flr_whole *whole, int *unit);

/// One number as mantissa * 2^exponent in units of 2^unit, not above its lowest bit. False where it has too many digits.
bool flr_whole_place(flr_wide_parts parts, int unit, int most, flr_whole *whole);

/// The sum and the product must have room: for a product as many digits as both together, for a sum one more.
void flr_whole_add(const flr_whole *a, int sign, const flr_whole *b, flr_whole *sum);
void flr_whole_multiply(const flr_whole *a, const flr_whole *b, flr_whole *product);

static inline int flr_whole_sign(const flr_whole *a)
{
    int32_t top = a->digit[a->digits - 1];
    return top < 0 ? -1 : top > 0 || a->digits > 1;
}

typedef struct flr_whole3 {
    flr_whole x[3];
} flr_whole3;

void flr_whole3_dot(const flr_whole3 *a, const flr_whole3 *b, flr_whole *dot);
void flr_whole3_cross(const flr_whole3 *a, const flr_whole3 *b, flr_whole3 *cross);

#endif
