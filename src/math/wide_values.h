/// Exact signs of short sums of products, on the digits of wide_integer.h: the last resort of the
/// predicates of the plane, where a filter in plain double was not sure.
#ifndef FLR_MATH_WIDE_VALUES_H
#define FLR_MATH_WIDE_VALUES_H

#include "feeler/base.h"

#include "math/wide_integer.h"

enum { FLR_WIDE_VALUES = 8, FLR_WIDE_PRODUCT_DIGITS = 2 * FLR_WIDE_DIGITS };

/// Numbers that share one unit, a power of two that the caller never needs to know.
typedef struct flr_wide_values {
    int digits;
    int32_t digit[FLR_WIDE_VALUES][FLR_WIDE_DIGITS];  ///< lowest first; |digit| < 2^26
} flr_wide_values;

/// False where a value is not finite.
static inline bool flr_wide_values_load(flr_wide_values *values, const double *value, int count)
{
    flr_wide_parts parts[FLR_WIDE_VALUES];
    int unit = 2000, top = -2000;
    for (int i = 0; i < count; ++i) {
        if (!flr_wide_take_apart(value[i], &parts[i])) return false;
        uint64_t mantissa = parts[i].mantissa;
        if (mantissa == 0) continue;
        int lowest = parts[i].exponent + flr_wide_log2(mantissa & (~mantissa + 1));
        if (lowest < unit) unit = lowest;
        if (parts[i].exponent + 53 > top) top = parts[i].exponent + 53;
    }
    values->digits = top > unit ? (top - unit + FLR_WIDE_BITS - 1) / FLR_WIDE_BITS : 1;
    if (values->digits > FLR_WIDE_DIGITS) values->digits = FLR_WIDE_DIGITS;
    for (int i = 0; i < count; ++i) {
        memset(values->digit[i], 0, (size_t)values->digits * sizeof(int32_t));
        flr_wide_place(parts[i], parts[i].sign, unit, values->digit[i]);
    }
    return true;
}

/// Value `to` becomes to + sign * other.
static inline void flr_wide_values_add(flr_wide_values *values, int to, int sign, int other)
{
    for (int k = 0; k < values->digits; ++k) values->digit[to][k] += sign * values->digit[other][k];
}

/// A sum of up to three products of two values each.
typedef struct flr_wide_sum {
    int digits;
    int64_t digit[FLR_WIDE_PRODUCT_DIGITS];
} flr_wide_sum;

static inline void flr_wide_sum_start(flr_wide_sum *sum, const flr_wide_values *p, const flr_wide_values *q)
{
    sum->digits = p->digits + q->digits;
    memset(sum->digit, 0, (size_t)sum->digits * sizeof *sum->digit);
}
static inline void flr_wide_sum_add(flr_wide_sum *sum, int sign, const flr_wide_values *p, int i,
                                    const flr_wide_values *q, int j)
{
    flr_wide_add_product(sum->digit, sign, p->digit[i], p->digits, q->digit[j], q->digits);
}
static inline int flr_wide_sum_sign(const flr_wide_sum *sum)
{
    return flr_wide_sign(sum->digit, sum->digits);
}

#endif
