/// Which sign does a predicate of the plane have where its inline filter is not sure? Sums of products are
/// computed in exact integers: for directions, lines and circles, for the circle through three points, and
/// for a point that moves.
#include "math/predicates2.h"
#include "math/bigint.h"
#include "math/double_double.h"

// ---- Directions, lines and circles ----

/// Loads d as values 0 and 1 of p, and the difference to - from as values 0 and 1 of q.
static bool load_directed(flr_digit_values *p, flr_digit_values *q, flr_vec2 d, flr_vec2 from, flr_vec2 to)
{
    const double direction[2] = {(double)d.x, (double)d.y};
    const double ends[4] = {(double)to.x, (double)to.y, (double)from.x, (double)from.y};
    if (!flr_digit_values_load(p, direction, 2) || !flr_digit_values_load(q, ends, 4)) return false;
    flr_digit_values_add(q, 0, -1, 2);
    flr_digit_values_add(q, 1, -1, 3);
    return true;
}

int flr_cross2_exact(flr_vec2 d, flr_vec2 o, flr_vec2 p)
{
    flr_digit_values direction, difference;
    flr_digit_sum sum;
    if (!load_directed(&direction, &difference, d, o, p)) return 0;
    flr_digit_sum_start(&sum, &direction, &difference);
    flr_digit_sum_add(&sum, 1, &direction, 0, &difference, 1);
    flr_digit_sum_add(&sum, -1, &direction, 1, &difference, 0);
    return flr_digit_sum_sign(&sum);
}

int flr_dot2_exact(flr_vec2 d, flr_vec2 o, flr_vec2 p)
{
    flr_digit_values direction, difference;
    flr_digit_sum sum;
    if (!load_directed(&direction, &difference, d, o, p)) return 0;
    flr_digit_sum_start(&sum, &direction, &difference);
    flr_digit_sum_add(&sum, 1, &direction, 0, &difference, 0);
    flr_digit_sum_add(&sum, 1, &direction, 1, &difference, 1);
    return flr_digit_sum_sign(&sum);
}

int flr_ahead2_exact(flr_vec2 a, flr_vec2 b, flr_vec2 p)
{
    const double value[6] = {(double)a.x, (double)a.y, (double)b.x, (double)b.y, (double)p.x, (double)p.y};
    flr_digit_values v;
    flr_digit_sum sum;
    if (!flr_digit_values_load(&v, value, 6)) return 0;
    for (int i = 2; i < 6; ++i) flr_digit_values_add(&v, i, -1, i % 2);
    flr_digit_sum_start(&sum, &v, &v);
    flr_digit_sum_add(&sum, 1, &v, 2, &v, 4);
    flr_digit_sum_add(&sum, 1, &v, 3, &v, 5);
    return flr_digit_sum_sign(&sum);
}

/// The offset is a product like the others, with 1 as a further coordinate.
int flr_plane2_side_exact(flr_vec2 normal, flr_real offset, flr_vec2 p)
{
    const double plane[3] = {(double)normal.x, (double)normal.y, (double)offset};
    const double point[3] = {(double)p.x, (double)p.y, 1};
    flr_digit_values a, b;
    flr_digit_sum sum;
    if (!flr_digit_values_load(&a, plane, 3) || !flr_digit_values_load(&b, point, 3)) return 0;
    flr_digit_sum_start(&sum, &a, &b);
    for (int i = 0; i < 3; ++i) flr_digit_sum_add(&sum, i < 2 ? 1 : -1, &a, i, &b, i);
    return flr_digit_sum_sign(&sum);
}

/// The same sign in twice the precision; 0 if the rounding of that leaves it open.
static int within2_soon(flr_vec2 p, flr_vec2 q, flr_real r, flr_real s)
{
    const flr_double2 x = flr_two_sum((double)p.x, -(double)q.x), y = flr_two_sum((double)p.y, -(double)q.y),
                      reach = flr_two_sum((double)r, (double)s), xx = flr_doubled_product(x, x),
                      yy = flr_doubled_product(y, y), rr = flr_doubled_product(reach, reach),
                      rest = flr_doubled_difference(rr, flr_doubled_sum(xx, yy));
    // the floor is far above what products lose below the least number; those that overflow make it infinite
    const double doubt = 0x1p-98 * (xx.high + yy.high + rr.high + FLR_FILTER_FLOOR);
    return (rest.high > doubt) - (rest.high < -doubt);
}

int flr_within2_exact(flr_vec2 p, flr_vec2 q, flr_real r, flr_real s)
{
    const int soon = within2_soon(p, q, r, s);
    if (soon) return soon;
    const double value[6] = {(double)p.x, (double)p.y, (double)r, (double)q.x, (double)q.y, (double)s};
    flr_digit_values v;
    flr_digit_sum sum;
    if (!flr_digit_values_load(&v, value, 6)) return 0;
    for (int i = 0; i < 3; ++i) flr_digit_values_add(&v, i, i < 2 ? -1 : 1, i + 3);
    flr_digit_sum_start(&sum, &v, &v);
    for (int i = 0; i < 3; ++i) flr_digit_sum_add(&sum, i < 2 ? -1 : 1, &v, i, &v, i);
    return flr_digit_sum_sign(&sum);
}

// ---- The circle through three points ----

/// A product of two values, or a sum of such, brought back into range.
typedef struct wide_square {
    int digits;
    int32_t digit[FLR_DIGITS_PRODUCT + 1];
} wide_square;

/// Computes v[i] v[j] + sign * v[k] v[l].
static void two_products(const flr_digit_values *v, int i, int j, int sign, int k, int l, wide_square *result)
{
    int64_t sum[FLR_DIGITS_PRODUCT + 1];
    result->digits = 2 * v->digits + 1;
    memset(sum, 0, (size_t)result->digits * sizeof *sum);
    flr_digits_add_product(sum, 1, v->digit[i], v->digits, v->digit[j], v->digits);
    flr_digits_add_product(sum, sign, v->digit[k], v->digits, v->digit[l], v->digits);
    flr_digits_carry(sum, result->digits, result->digit);
}

int flr_incircle2_exact(flr_vec2 a, flr_vec2 b, flr_vec2 c, flr_vec2 d)
{
    const double value[8] = {(double)a.x, (double)a.y, (double)b.x, (double)b.y,
                             (double)c.x, (double)c.y, (double)d.x, (double)d.y};
    flr_digit_values v;
    if (!flr_digit_values_load(&v, value, 8)) return 0;
    for (int i = 0; i < 6; ++i) flr_digit_values_add(&v, i, -1, 6 + i % 2);

    int64_t sum[2 * (FLR_DIGITS_PRODUCT + 1)];
    int digits = 2 * (2 * v.digits + 1);
    memset(sum, 0, (size_t)digits * sizeof *sum);
    for (int i = 0; i < 3; ++i) {
        int p = 2 * i, q = 2 * ((i + 1) % 3), r = 2 * ((i + 2) % 3);
        wide_square lift, minor;
        two_products(&v, p, p, 1, p + 1, p + 1, &lift);
        two_products(&v, q, r + 1, -1, r, q + 1, &minor);
        flr_digits_add_product(sum, 1, lift.digit, lift.digits, minor.digit, minor.digits);
    }
    return flr_digits_sign(sum, digits);
}

int flr_incircle2(flr_vec2 a, flr_vec2 b, flr_vec2 c, flr_vec2 d)
{
    int turn = flr_turn2(a, b, c);
    return turn ? turn * flr_incircle2_determinant(a, b, c, d) : 0;
}

// ---- A moving point ----

/// A difference of sums has digits of up to three values, a little more than a product of two
/// differences: flr_digits_add_product has room for that, because there are two products, not three.

int flr_arrival2_side_exact(flr_vec2 a, flr_vec2 b, bool is_direction, flr_vec2 v, flr_vec2 m)
{
    const double direction[4] = {(double)b.x, (double)b.y, (double)a.x, (double)a.y};
    const double arrival[6] = {(double)v.x, (double)v.y, (double)m.x, (double)m.y, (double)a.x, (double)a.y};
    flr_digit_values d, p;
    flr_digit_sum sum;
    if (!flr_digit_values_load(&d, direction, 4) || !flr_digit_values_load(&p, arrival, 6)) return 0;
    for (int i = 0; i < 2; ++i) {
        if (!is_direction) flr_digit_values_add(&d, i, -1, i + 2);
        flr_digit_values_add(&p, i, 1, i + 2);
        flr_digit_values_add(&p, i, -1, i + 4);
    }
    flr_digit_sum_start(&sum, &d, &p);
    flr_digit_sum_add(&sum, 1, &d, 0, &p, 1);
    flr_digit_sum_add(&sum, -1, &d, 1, &p, 0);
    return flr_digit_sum_sign(&sum);
}

int flr_arrival2_reach_exact(flr_vec2 v, flr_vec2 m, flr_vec2 p)
{
    const double motion[2] = {(double)m.x, (double)m.y};
    const double arrival[6] = {(double)v.x, (double)v.y, (double)m.x, (double)m.y, (double)p.x, (double)p.y};
    flr_digit_values d, q;
    flr_digit_sum sum;
    if (!flr_digit_values_load(&d, motion, 2) || !flr_digit_values_load(&q, arrival, 6)) return 0;
    for (int i = 0; i < 2; ++i) {
        flr_digit_values_add(&q, i, 1, i + 2);
        flr_digit_values_add(&q, i, -1, i + 4);
    }
    flr_digit_sum_start(&sum, &d, &q);
    flr_digit_sum_add(&sum, 1, &d, 0, &q, 0);
    flr_digit_sum_add(&sum, 1, &d, 1, &q, 1);
    return flr_digit_sum_sign(&sum);
}

/// Returns the sign of the sum less the offset. The number 1 is a further coordinate, and the vectors that
/// are added follow it.
static int plane_sign(flr_vec2 normal, flr_real offset, const double *arrival, int count)
{
    const double plane[3] = {(double)normal.x, (double)normal.y, (double)offset};
    flr_digit_values a, b;
    flr_digit_sum sum;
    if (!flr_digit_values_load(&a, plane, 3) || !flr_digit_values_load(&b, arrival, count)) return 0;
    for (int i = 3; i < count; ++i) flr_digit_values_add(&b, i % 2 ? 0 : 1, 1, i);
    flr_digit_sum_start(&sum, &a, &b);
    for (int i = 0; i < 3; ++i) flr_digit_sum_add(&sum, i < 2 ? 1 : -1, &a, i, &b, i);
    return flr_digit_sum_sign(&sum);
}

int flr_arrival2_plane_exact(flr_vec2 normal, flr_real offset, flr_vec2 v, flr_vec2 m)
{
    const double arrival[5] = {(double)v.x, (double)v.y, 1, (double)m.x, (double)m.y};
    return plane_sign(normal, offset, arrival, 5);
}

int flr_arrival2_plane_from_exact(flr_vec2 normal, flr_real offset, flr_vec2 origin, flr_vec2 v, flr_vec2 m)
{
    const double arrival[7] = {(double)origin.x, (double)origin.y, 1,          (double)v.x,
                               (double)v.y,      (double)m.x,      (double)m.y};
    return plane_sign(normal, offset, arrival, 7);
}
