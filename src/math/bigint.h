/// Exact sums of products of doubles, as integers of many digits in base 2^26, for the predicates where a
/// filter in plain double is not sure.
///
/// A digit is signed and need not be in range until flr_digits_carry has run, so differences and products
/// are plain loops without carries. The whole range of double is covered: no overflow, no underflow, no
/// rounding. Expansions of doubles would lose bits at both ends of the exponent range, and would cost many
/// times as much for planes that agree to the last bits.
#ifndef FLR_MATH_BIGINT_H
#define FLR_MATH_BIGINT_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// ---- Digits ----

enum {
    FLR_DIGIT_BITS = 26,
    /// Digits of a coordinate: the finite doubles span the bits 2^-1074 .. 2^1023.
    FLR_DIGITS_MOST = (1074 + 1024 + FLR_DIGIT_BITS - 1) / FLR_DIGIT_BITS
};

/// A column of differences (b - a, c - a, ...) that share one unit, a power of two that the
/// caller never needs to know: a common positive factor does not change a sign.
typedef struct flr_digit_column {
    int digits;
    int32_t difference[3][FLR_DIGITS_MOST];  ///< lowest digit first; |digit| < 2^27
} flr_digit_column;

/// A finite double as mantissa * 2^exponent, the mantissa below 2^53.
typedef struct flr_double_parts {
    uint64_t mantissa;
    int exponent;
    int sign;
} flr_double_parts;

static inline int flr_power_log2(uint64_t power_of_two)
{
    double value = (double)power_of_two;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (int)(bits >> 52) - 1023;
}

/// Takes a double apart. Returns false for a NaN or an infinity.
static inline bool flr_double_take_apart(double value, flr_double_parts *parts)
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

/// Adds sign * parts to the digits of a number in units of 2^unit.
static inline void flr_digits_place(flr_double_parts parts, int sign, int unit, int32_t *digit)
{
    const uint64_t mask = ((uint64_t)1 << FLR_DIGIT_BITS) - 1;
    if (parts.mantissa == 0) return;
    int shift = parts.exponent - unit;
    uint64_t mantissa = parts.mantissa;
    if (shift < 0) {  // the bits shifted out are zero: the unit is the lowest bit set anywhere
        mantissa >>= -shift;
        shift = 0;
    }
    int first = shift / FLR_DIGIT_BITS, rest = shift % FLR_DIGIT_BITS;
    int32_t low = (int32_t)(mantissa << rest & mask);
    int32_t middle = (int32_t)(mantissa >> (FLR_DIGIT_BITS - rest) & mask);
    int32_t high = (int32_t)(mantissa >> (2 * FLR_DIGIT_BITS - rest) & mask);
    digit[first] += sign * low;
    if (middle) digit[first + 1] += sign * middle;
    if (high) digit[first + 2] += sign * high;
}

/// Computes value[1 + i] - value[0] for each i below `count`. Returns false if a value is not finite.
static inline bool flr_digits_differences(const double *value, int count, flr_digit_column *column)
{
    flr_double_parts parts[4];
    int unit = 2000, top = -2000;
    for (int i = 0; i <= count; ++i) {
        if (!flr_double_take_apart(value[i], &parts[i])) return false;
        uint64_t mantissa = parts[i].mantissa;
        if (mantissa == 0) continue;
        int lowest = parts[i].exponent + flr_power_log2(mantissa & (~mantissa + 1));
        if (lowest < unit) unit = lowest;
        int highest = parts[i].exponent + 53;
        if (highest > top) top = highest;
    }
    column->digits = top > unit ? (top - unit + FLR_DIGIT_BITS - 1) / FLR_DIGIT_BITS : 1;
    if (column->digits > FLR_DIGITS_MOST) column->digits = FLR_DIGITS_MOST;
    for (int i = 0; i < count; ++i) {
        int32_t *digit = column->difference[i];
        memset(digit, 0, (size_t)column->digits * sizeof *digit);
        flr_digits_place(parts[i + 1], parts[i + 1].sign, unit, digit);
        flr_digits_place(parts[0], -parts[0].sign, unit, digit);
    }
    return true;
}

/// Adds sign * p * q to sum. With |p| < 2^27, |q| < 2^27 and at most 3 * 81 products on one digit, a sum
/// stays below 2^62.
static inline void flr_digits_add_product(int64_t *sum, int sign, const int32_t *p, int p_digits,
                                          const int32_t *q, int q_digits)
{
    for (int i = 0; i < p_digits; ++i) {
        int64_t factor = (int64_t)sign * p[i];
        if (factor == 0) continue;
        for (int j = 0; j < q_digits; ++j) sum[i + j] += factor * q[j];
    }
}

/// Returns x / 2^26 rounded down, also where x is negative, without shifting a negative number.
static inline int64_t flr_digits_floor_shift(int64_t x)
{
    uint64_t shifted = ((uint64_t)x + ((uint64_t)1 << 63)) >> FLR_DIGIT_BITS;
    return (int64_t)shifted - ((int64_t)1 << (63 - FLR_DIGIT_BITS));
}

/// Brings every digit but the last into [0, 2^26); the last takes the sign.
static inline void flr_digits_carry(const int64_t *sum, int digits, int32_t *digit)
{
    int64_t carry = 0;
    for (int i = 0; i < digits - 1; ++i) {
        int64_t x = sum[i] + carry;
        carry = flr_digits_floor_shift(x);
        digit[i] = (int32_t)(x - carry * ((int64_t)1 << FLR_DIGIT_BITS));
    }
    digit[digits - 1] = (int32_t)(sum[digits - 1] + carry);
}

/// Returns the sign of a sum, whose digits need not be in range.
static inline int flr_digits_sign(const int64_t *sum, int digits)
{
    int64_t carry = 0;
    bool any = false;
    for (int i = 0; i < digits; ++i) {
        int64_t x = sum[i] + carry;
        carry = flr_digits_floor_shift(x);
        any |= x != carry * ((int64_t)1 << FLR_DIGIT_BITS);
    }
    return carry < 0 ? -1 : carry > 0 || any;
}

// ---- Signs of short sums of products: for the predicates of the plane ----

enum { FLR_DIGIT_VALUES = 8, FLR_DIGITS_PRODUCT = 2 * FLR_DIGITS_MOST };

/// Numbers that share one unit, a power of two that the caller never needs to know.
typedef struct flr_digit_values {
    int digits;
    int32_t digit[FLR_DIGIT_VALUES][FLR_DIGITS_MOST];  ///< lowest first; |digit| < 2^26
} flr_digit_values;

/// Loads some values. Returns false if one is not finite.
static inline bool flr_digit_values_load(flr_digit_values *values, const double *value, int count)
{
    flr_double_parts parts[FLR_DIGIT_VALUES];
    int unit = 2000, top = -2000;
    for (int i = 0; i < count; ++i) {
        if (!flr_double_take_apart(value[i], &parts[i])) return false;
        uint64_t mantissa = parts[i].mantissa;
        if (mantissa == 0) continue;
        int lowest = parts[i].exponent + flr_power_log2(mantissa & (~mantissa + 1));
        if (lowest < unit) unit = lowest;
        if (parts[i].exponent + 53 > top) top = parts[i].exponent + 53;
    }
    values->digits = top > unit ? (top - unit + FLR_DIGIT_BITS - 1) / FLR_DIGIT_BITS : 1;
    if (values->digits > FLR_DIGITS_MOST) values->digits = FLR_DIGITS_MOST;
    for (int i = 0; i < count; ++i) {
        memset(values->digit[i], 0, (size_t)values->digits * sizeof(int32_t));
        flr_digits_place(parts[i], parts[i].sign, unit, values->digit[i]);
    }
    return true;
}

/// Value `to` becomes to + sign * other.
static inline void flr_digit_values_add(flr_digit_values *values, int to, int sign, int other)
{
    for (int k = 0; k < values->digits; ++k) values->digit[to][k] += sign * values->digit[other][k];
}

/// A sum of up to three products of two values each.
typedef struct flr_digit_sum {
    int digits;
    int64_t digit[FLR_DIGITS_PRODUCT];
} flr_digit_sum;

static inline void flr_digit_sum_start(flr_digit_sum *sum, const flr_digit_values *p,
                                       const flr_digit_values *q)
{
    sum->digits = p->digits + q->digits;
    memset(sum->digit, 0, (size_t)sum->digits * sizeof *sum->digit);
}
static inline void flr_digit_sum_add(flr_digit_sum *sum, int sign, const flr_digit_values *p, int i,
                                     const flr_digit_values *q, int j)
{
    flr_digits_add_product(sum->digit, sign, p->digit[i], p->digits, q->digit[j], q->digits);
}
static inline int flr_digit_sum_sign(const flr_digit_sum *sum)
{
    return flr_digits_sign(sum->digit, sum->digits);
}

// ---- Polynomials of high degree in a few doubles ----

enum { FLR_BIGINT_DIGITS = 256 };

/// Digits in base 2^26, lowest first; all but the last in [0, 2^26), the last holds the sign.
typedef struct flr_bigint {
    int digits;
    int32_t digit[FLR_BIGINT_DIGITS];
} flr_bigint;

/// Loads finite values in one common unit, a power of two: value[i] = whole[i] * 2^unit. Returns false if a
/// value is not finite or they have more than `most` digits.
bool flr_bigint_load(const double *value, int count, int most, flr_bigint *whole, int *unit);

/// Loads one number, mantissa * 2^exponent, in units of 2^unit, which is not above its lowest bit. Returns
/// false if it has too many digits.
bool flr_bigint_place(flr_double_parts parts, int unit, int most, flr_bigint *whole);

/// The result must have room: a product as many digits as both numbers together, a sum one more than the
/// longer.
void flr_bigint_add(const flr_bigint *a, int sign, const flr_bigint *b, flr_bigint *sum);
void flr_bigint_multiply(const flr_bigint *a, const flr_bigint *b, flr_bigint *product);

static inline int flr_bigint_sign(const flr_bigint *a)
{
    int32_t top = a->digit[a->digits - 1];
    return top < 0 ? -1 : top > 0 || a->digits > 1;
}

typedef struct flr_bigint3 {
    flr_bigint x[3];
} flr_bigint3;

void flr_bigint3_dot(const flr_bigint3 *a, const flr_bigint3 *b, flr_bigint *dot);
void flr_bigint3_cross(const flr_bigint3 *a, const flr_bigint3 *b, flr_bigint3 *cross);

#endif
