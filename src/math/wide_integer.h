/// Exact sums of products of doubles, for the predicates: numbers as digits in base 2^26.
///
/// A digit is signed and need not be in range until flr_wide_carry has run, so differences and
/// products are plain loops without carries; nothing here depends on fused or wide arithmetic,
/// and the whole range of double is covered: no overflow, no underflow, no rounding. Why not
/// expansions of doubles: those lose bits at both ends of the exponent range, and for the cases
/// the filter leaves over (planes that agree to the last bits) they cost many times as much.
#ifndef FLR_MATH_WIDE_INTEGER_H
#define FLR_MATH_WIDE_INTEGER_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
    FLR_WIDE_BITS = 26,
    /// Digits of a coordinate: the finite doubles span the bits 2^-1074 .. 2^1023.
    FLR_WIDE_DIGITS = (1074 + 1024 + FLR_WIDE_BITS - 1) / FLR_WIDE_BITS
};

/// A column of differences (b - a, c - a, ...) that share one unit, a power of two that the
/// caller never needs to know: a common positive factor does not change a sign.
typedef struct flr_wide_column {
    int digits;
    int32_t difference[3][FLR_WIDE_DIGITS];  ///< lowest digit first; |digit| < 2^27
} flr_wide_column;

/// A finite double as mantissa * 2^exponent, the mantissa below 2^53.
typedef struct flr_wide_parts {
    uint64_t mantissa;
    int exponent;
    int sign;
} flr_wide_parts;

static inline int flr_wide_log2(uint64_t power_of_two)
{
    double value = (double)power_of_two;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (int)(bits >> 52) - 1023;
}

/// False for a NaN or an infinity.
static inline bool flr_wide_take_apart(double value, flr_wide_parts *parts)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int biased = (int)(bits >> 52 & 0x7ff);
    if (biased == 0x7ff) return false;
    uint64_t fraction = bits & (((uint64_t)1 << 52) - 1);
    parts->sign = bits >> 63 ? -1 : 1;
    parts->mantissa = biased ? fraction | (uint64_t)1 << 52 : fraction;
    parts->exponent = (biased ? biased : 1) - 1075;
    return true;
}

static inline void flr_wide_place(flr_wide_parts parts, int sign, int unit, int32_t *digit)
{
    const uint64_t mask = ((uint64_t)1 << FLR_WIDE_BITS) - 1;
    if (parts.mantissa == 0) return;
    int shift = parts.exponent - unit;
    uint64_t mantissa = parts.mantissa;
    if (shift < 0) {  // the bits shifted out are zero: the unit is the lowest bit set anywhere
        mantissa >>= -shift;
        shift = 0;
    }
    int first = shift / FLR_WIDE_BITS, rest = shift % FLR_WIDE_BITS;
    int32_t low = (int32_t)(mantissa << rest & mask);
    int32_t middle = (int32_t)(mantissa >> (FLR_WIDE_BITS - rest) & mask);
    int32_t high = (int32_t)(mantissa >> (2 * FLR_WIDE_BITS - rest) & mask);
    digit[first] += sign * low;
    if (middle) digit[first + 1] += sign * middle;
    if (high) digit[first + 2] += sign * high;
}

/// value[1 + i] - value[0] for each i below `count`. False where a value is not finite.
static inline bool flr_wide_differences(const double *value, int count, flr_wide_column *column)
{
    flr_wide_parts parts[4];
    int unit = 2000, top = -2000;
    for (int i = 0; i <= count; ++i) {
        if (!flr_wide_take_apart(value[i], &parts[i])) return false;
        uint64_t mantissa = parts[i].mantissa;
        if (mantissa == 0) continue;
        int lowest = parts[i].exponent + flr_wide_log2(mantissa & (~mantissa + 1));
        if (lowest < unit) unit = lowest;
        int highest = parts[i].exponent + 53;
        if (highest > top) top = highest;
    }
    column->digits = top > unit ? (top - unit + FLR_WIDE_BITS - 1) / FLR_WIDE_BITS : 1;
    if (column->digits > FLR_WIDE_DIGITS) column->digits = FLR_WIDE_DIGITS;
    for (int i = 0; i < count; ++i) {
        int32_t *digit = column->difference[i];
        memset(digit, 0, (size_t)column->digits * sizeof *digit);
        flr_wide_place(parts[i + 1], parts[i + 1].sign, unit, digit);
        flr_wide_place(parts[0], -parts[0].sign, unit, digit);
    }
    return true;
}

/// sum += sign * p * q. With |p| < 2^27, |q| < 2^27 and at most 3 * 81 products on one digit, a
/// sum stays below 2^62.
static inline void flr_wide_add_product(int64_t *sum, int sign, const int32_t *p, int p_digits,
                                        const int32_t *q, int q_digits)
{
    for (int i = 0; i < p_digits; ++i) {
        int64_t factor = (int64_t)sign * p[i];
        if (factor == 0) continue;
        for (int j = 0; j < q_digits; ++j) sum[i + j] += factor * q[j];
    }
}

/// Rounded down also where x is negative, without shifting a negative number.
static inline int64_t flr_wide_floor_shift(int64_t x)
{
    uint64_t shifted = ((uint64_t)x + ((uint64_t)1 << 63)) >> FLR_WIDE_BITS;
    return (int64_t)shifted - ((int64_t)1 << (63 - FLR_WIDE_BITS));
}

/// Brings every digit but the last into [0, 2^26); the last takes the sign.
static inline void flr_wide_carry(const int64_t *sum, int digits, int32_t *digit)
{
    int64_t carry = 0;
    for (int i = 0; i < digits - 1; ++i) {
        int64_t x = sum[i] + carry;
        carry = flr_wide_floor_shift(x);
        digit[i] = (int32_t)(x - carry * ((int64_t)1 << FLR_WIDE_BITS));
    }
    digit[digits - 1] = (int32_t)(sum[digits - 1] + carry);
}

static inline int flr_wide_sign(const int64_t *sum, int digits)
{
    int64_t carry = 0;
    bool any = false;
    for (int i = 0; i < digits; ++i) {
        int64_t x = sum[i] + carry;
        carry = flr_wide_floor_shift(x);
        any |= x != carry * ((int64_t)1 << FLR_WIDE_BITS);
    }
    return carry < 0 ? -1 : carry > 0 || any;
}

#endif
