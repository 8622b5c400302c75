#include "math/incircle2.h"
#include "math/cross2.h"
#include "math/wide_values.h"

/// A product of two values, or a sum of such, brought back into range.
typedef struct wide_square {
    int digits;
    int32_t digit[FLR_WIDE_PRODUCT_DIGITS + 1];
} wide_square;

/// v[i] v[j] + sign * v[k] v[l]
static void two_products(const flr_wide_values *v, int i, int j, int sign, int k, int l, wide_square *result)
{
    int64_t sum[FLR_WIDE_PRODUCT_DIGITS + 1];
    result->digits = 2 * v->digits + 1;
    memset(sum, 0, (size_t)result->digits * sizeof *sum);
    flr_wide_add_product(sum, 1, v->digit[i], v->digits, v->digit[j], v->digits);
    flr_wide_add_product(sum, sign, v->digit[k], v->digits, v->digit[l], v->digits);
    flr_wide_carry(sum, result->digits, result->digit);
}

int flr_incircle2_exact(flr_vec2 a, flr_vec2 b, flr_vec2 c, flr_vec2 d)
{
    const double value[8] = {(double)a.x, (double)a.y, (double)b.x, (double)b.y,
                             (double)c.x, (double)c.y, (double)d.x, (double)d.y};
    flr_wide_values v;
    if (!flr_wide_values_load(&v, value, 8)) return 0;
    for (int i = 0; i < 6; ++i) flr_wide_values_add(&v, i, -1, 6 + i % 2);

    int64_t sum[2 * (FLR_WIDE_PRODUCT_DIGITS + 1)];
    int digits = 2 * (2 * v.digits + 1);
    memset(sum, 0, (size_t)digits * sizeof *sum);
    for (int i = 0; i < 3; ++i) {
        int p = 2 * i, q = 2 * ((i + 1) % 3), r = 2 * ((i + 2) % 3);
        wide_square lift, minor;
        two_products(&v, p, p, 1, p + 1, p + 1, &lift);
        two_products(&v, q, r + 1, -1, r, q + 1, &minor);
        flr_wide_add_product(sum, 1, lift.digit, lift.digits, minor.digit, minor.digits);
    }
    return flr_wide_sign(sum, digits);
}

int flr_incircle2(flr_vec2 a, flr_vec2 b, flr_vec2 c, flr_vec2 d)
{
    int turn = flr_turn2(a, b, c);
    return turn ? turn * flr_incircle2_determinant(a, b, c, d) : 0;
}
