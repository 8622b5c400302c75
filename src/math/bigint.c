/// What are the exact sums and products of doubles? They are integers in a common unit, with as few digits
/// as they need. Here they are loaded, added and multiplied, alone and as vectors.
#include "math/bigint.h"

/// Drops leading digits that carry no value.
static void trim(flr_bigint *a)
{
    const int32_t base = 1 << FLR_DIGIT_BITS;
    while (a->digits > 1) {
        int32_t top = a->digit[a->digits - 1];
        if (top < -1 || top > 0) return;
        a->digits--;
        if (top < 0) {
            a->digit[a->digits - 1] -= base;
            return;
        }
    }
}

bool flr_bigint_place(flr_double_parts parts, int unit, int most, flr_bigint *whole)
{
    int32_t place[FLR_BIGINT_DIGITS];
    int64_t roomy[FLR_BIGINT_DIGITS];
    int digits = 1;
    if (parts.mantissa != 0) digits = (parts.exponent + 53 - unit) / FLR_DIGIT_BITS + 2;
    if (digits > most + 2 || digits > FLR_BIGINT_DIGITS) return false;
    memset(place, 0, (size_t)digits * sizeof *place);
    flr_digits_place(parts, parts.sign, unit, place);
    for (int k = 0; k < digits; ++k) roomy[k] = place[k];
    whole->digits = digits;
    flr_digits_carry(roomy, digits, whole->digit);
    trim(whole);
    return true;
}

bool flr_bigint_load(const double *value, int count, int most, flr_bigint *whole, int *unit)
{
    flr_double_parts parts;
    *unit = 2000;
    for (int i = 0; i < count; ++i) {
        if (!flr_double_take_apart(value[i], &parts)) return false;
        if (parts.mantissa == 0) continue;
        int low = parts.exponent + flr_power_log2(parts.mantissa & (~parts.mantissa + 1));
        if (low < *unit) *unit = low;
    }
    if (*unit == 2000) *unit = 0;
    for (int i = 0; i < count; ++i) {
        (void)flr_double_take_apart(value[i], &parts);
        if (!flr_bigint_place(parts, *unit, most, &whole[i])) return false;
    }
    return true;
}

void flr_bigint_add(const flr_bigint *a, int sign, const flr_bigint *b, flr_bigint *sum)
{
    int64_t roomy[FLR_BIGINT_DIGITS];
    int digits = (a->digits > b->digits ? a->digits : b->digits) + 1;
    for (int k = 0; k < digits; ++k)
        roomy[k] =
            (int64_t)(k < a->digits ? a->digit[k] : 0) + (int64_t)sign * (k < b->digits ? b->digit[k] : 0);
    sum->digits = digits;
    flr_digits_carry(roomy, digits, sum->digit);
    trim(sum);
}

void flr_bigint_multiply(const flr_bigint *a, const flr_bigint *b, flr_bigint *product)
{
    int64_t roomy[FLR_BIGINT_DIGITS];
    int digits = a->digits + b->digits;
    memset(roomy, 0, (size_t)digits * sizeof *roomy);
    flr_digits_add_product(roomy, 1, a->digit, a->digits, b->digit, b->digits);
    product->digits = digits;
    flr_digits_carry(roomy, digits, product->digit);
    trim(product);
}

void flr_bigint3_dot(const flr_bigint3 *a, const flr_bigint3 *b, flr_bigint *dot)
{
    flr_bigint product;
    flr_bigint_multiply(&a->x[0], &b->x[0], dot);
    for (int k = 1; k < 3; ++k) {
        flr_bigint_multiply(&a->x[k], &b->x[k], &product);
        flr_bigint_add(dot, 1, &product, dot);
    }
}

void flr_bigint3_cross(const flr_bigint3 *a, const flr_bigint3 *b, flr_bigint3 *cross)
{
    flr_bigint left, right;
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        flr_bigint_multiply(&a->x[i], &b->x[j], &left);
        flr_bigint_multiply(&a->x[j], &b->x[i], &right);
        flr_bigint_add(&left, -1, &right, &cross->x[k]);
    }
}
