/// Numbers of twice the precision with a bound on their errors: a sign that is certain is exact, any other is left open.
#ifndef FLR_MATH_BOUNDED_H
#define FLR_MATH_BOUNDED_H

#include "math/double_double.h"

/// `off` is more than what the number is off by, and 0 for one that is exact.
typedef struct flr_bounded {
    flr_double2 is;
    double off;
} flr_bounded;

typedef struct flr_bounded3 {
    flr_bounded x[3];
} flr_bounded3;

/// Several times the error of one operation beside its terms, so that the rounding of bounds is covered as well.
#define FLR_BOUNDED_PART 0x1p-100
/// More than what is lost below the least number.
#define FLR_BOUNDED_FLOOR 0x1p-1000

static inline void flr_bounded_add(const flr_bounded *a, int sign, const flr_bounded *b, flr_bounded *sum)
{
    const double terms = fabs(a->is.high) + fabs(b->is.high);
    const double off = (a->off + b->off) + FLR_BOUNDED_PART * terms + (terms > 0 ? FLR_BOUNDED_FLOOR : 0);
    sum->is = sign > 0 ? flr_doubled_sum(a->is, b->is) : flr_doubled_difference(a->is, b->is);
    sum->off = off;
}

static inline bool flr_bounded_is_zero(const flr_bounded *a) { return a->is.high == 0 && a->off == 0; }

static inline void flr_bounded_multiply(const flr_bounded *a, const flr_bounded *b, flr_bounded *product)
{
    const bool is_zero = flr_bounded_is_zero(a) || flr_bounded_is_zero(b);
    const double x = fabs(a->is.high), y = fabs(b->is.high),
                 off = (x * b->off + y * a->off + a->off * b->off) + FLR_BOUNDED_PART * (x * y);
    product->is = flr_doubled_product(a->is, b->is);
    product->off = is_zero ? off : off + FLR_BOUNDED_FLOOR;
}

/// Returns the sign; 0 with *open set if it is not certain.
static inline int flr_bounded_sign(const flr_bounded *a, bool *open)
{
    const double high = a->is.high;
    if (fabs(high) > a->off && fabs(high) < (double)INFINITY) return high > 0 ? 1 : -1;
    if (!flr_bounded_is_zero(a)) *open = true;
    return 0;
}

static inline void flr_bounded3_dot(const flr_bounded3 *a, const flr_bounded3 *b, flr_bounded *dot)
{
    flr_bounded term;
    flr_bounded_multiply(&a->x[0], &b->x[0], dot);
    for (int k = 1; k < 3; ++k) {
        flr_bounded_multiply(&a->x[k], &b->x[k], &term);
        flr_bounded_add(dot, 1, &term, dot);
    }
}

static inline void flr_bounded3_cross(const flr_bounded3 *a, const flr_bounded3 *b, flr_bounded3 *cross)
{
    for (int k = 0; k < 3; ++k) {
        const int m = (k + 1) % 3, n = (k + 2) % 3;
        flr_bounded left, right;
        flr_bounded_multiply(&a->x[m], &b->x[n], &left);
        flr_bounded_multiply(&a->x[n], &b->x[m], &right);
        flr_bounded_add(&left, -1, &right, &cross->x[k]);
    }
}

#endif
