/// The exact parts of the predicates, behind the filters of predicates.h. Most inputs fit 128-bit integers
/// after scaling (narrow_...). The rest uses digits of base 2^26 (wide_...), which cover all doubles.

#include "math/predicates.h"
#include <limits.h>

#include "math/bigint.h"
#include "math/double_double.h"

/// A determinant of differences, with the coordinates taken axis by axis: value[axis][point]. Each axis has
/// a unit of its own: a positive factor on an axis scales the determinant and keeps its sign. So the units
/// need not be known, and axes of unlike magnitudes stay cheap.
typedef struct axis_values {
    double value[4];
} axis_values;

#ifdef __SIZEOF_INT128__
__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

/// Computes value[1 + i] - value[0] as integers below 2^61, in units of 2^-60 of the largest value's power
/// of two. Returns false if they do not fit, and for what is not finite or nearly overflows.
static bool narrow_differences(const axis_values *axis, int count, int64_t *difference)
{
    double largest = 0;
    for (int i = 0; i <= count; ++i) {
        double size = fabs(axis->value[i]);
        if (!(size <= largest) && largest == largest) largest = size;  // a NaN stays
    }
    if (!(largest <= 0x1p900 && largest >= 0x1p-900)) {
        for (int i = 0; i < count; ++i) difference[i] = 0;
        return largest == 0;
    }
    uint64_t bits;
    memcpy(&bits, &largest, sizeof bits);
    bits = (uint64_t)(2 * 1023 + 59 - (int)(bits >> 52)) << 52;  // 2^(59 - exponent)
    double factor;
    memcpy(&factor, &bits, sizeof factor);
    int64_t integer[4];
    bool exact = true;
    for (int i = 0; i <= count; ++i) {
        double scaled = axis->value[i] * factor;  // below 2^60; 0 where it vanishes
        integer[i] = (int64_t)scaled;
        exact &= (double)integer[i] == scaled && (integer[i] != 0 || axis->value[i] == 0);
    }
    for (int i = 0; i < count; ++i) difference[i] = integer[i + 1] - integer[0];
    return exact;
}

/// Returns the sign of the sum of p * q, where |p| < 2^61 and |q| < 2^123. Three such products need 2^186,
/// so the low and the high half of q are summed apart.
static int narrow_sign3(const int64_t p[3], const int128 q[3])
{
    const int128 half = (int128)1 << 64;
    int128 low = 0, high = 0;
    for (int i = 0; i < 3; ++i) {
        uint64_t q_low = (uint64_t)(uint128)q[i];
        int128 q_high = (q[i] - (int128)q_low) / half;  // exact
        low += (int128)p[i] * (int128)q_low;
        high += (int128)p[i] * q_high;
    }
    uint64_t rest = (uint64_t)(uint128)low;
    high += (low - (int128)rest) / half;  // exact
    return high < 0 ? -1 : high > 0 || rest > 0;
}

static bool narrow_orient3(const axis_values axis[3], int *sign)
{
    int64_t u[3], v[3], w[3];
    for (int k = 0; k < 3; ++k) {
        int64_t difference[3];
        if (!narrow_differences(&axis[k], 3, difference)) return false;
        u[k] = difference[0], v[k] = difference[1], w[k] = difference[2];
    }
    const int128 minor[3] = {(int128)u[1] * v[2] - (int128)u[2] * v[1],
                             (int128)u[2] * v[0] - (int128)u[0] * v[2],
                             (int128)u[0] * v[1] - (int128)u[1] * v[0]};
    *sign = narrow_sign3(w, minor);
    return true;
}

static bool narrow_orient2(const axis_values axis[2], int *sign)
{
    int64_t x[2], y[2];
    if (!narrow_differences(&axis[0], 2, x) || !narrow_differences(&axis[1], 2, y)) return false;
    int128 left = (int128)x[0] * y[1], right = (int128)y[0] * x[1];
    *sign = (left > right) - (left < right);
    return true;
}
#else
static bool narrow_orient3(const axis_values *axis, int *sign)
{
    (void)axis, (void)sign;
    return false;
}
static bool narrow_orient2(const axis_values *axis, int *sign)
{
    (void)axis, (void)sign;
    return false;
}
#endif

/// Computes the determinant w . (u x v) a minor at a time, with the rows u = b - a, v = c - a, w = d - a.
static int wide_orient3(const axis_values axis[3])
{
    flr_digit_column column[3];
    for (int k = 0; k < 3; ++k)
        if (!flr_digits_differences(axis[k].value, 3, &column[k])) return 0;

    int64_t sum[3 * FLR_DIGITS_MOST + 1], minor_sum[2 * FLR_DIGITS_MOST + 1];
    int32_t minor[2 * FLR_DIGITS_MOST + 1];
    int digits = column[0].digits + column[1].digits + column[2].digits + 1;
    memset(sum, 0, (size_t)digits * sizeof *sum);
    for (int k = 0; k < 3; ++k) {
        const flr_digit_column *w = &column[k], *p = &column[(k + 1) % 3], *q = &column[(k + 2) % 3];
        int minor_digits = p->digits + q->digits + 1;
        memset(minor_sum, 0, (size_t)minor_digits * sizeof *minor_sum);
        flr_digits_add_product(minor_sum, 1, p->difference[0], p->digits, q->difference[1], q->digits);
        flr_digits_add_product(minor_sum, -1, p->difference[1], p->digits, q->difference[0], q->digits);
        flr_digits_carry(minor_sum, minor_digits, minor);
        flr_digits_add_product(sum, 1, w->difference[2], w->digits, minor, minor_digits);
    }
    return flr_digits_sign(sum, digits);
}

static int wide_orient2(const axis_values axis[2])
{
    flr_digit_column p, q;
    if (!flr_digits_differences(axis[0].value, 2, &p) || !flr_digits_differences(axis[1].value, 2, &q))
        return 0;
    int64_t sum[2 * FLR_DIGITS_MOST];
    int digits = p.digits + q.digits;
    memset(sum, 0, (size_t)digits * sizeof *sum);
    flr_digits_add_product(sum, 1, p.difference[0], p.digits, q.difference[1], q.digits);
    flr_digits_add_product(sum, -1, p.difference[1], p.digits, q.difference[0], q.digits);
    return flr_digits_sign(sum, digits);
}

int flr_orient3_exact_double(dvec3 a, dvec3 b, dvec3 c, dvec3 d)
{
    if (dvec3_equal(d, a) || dvec3_equal(d, b) || dvec3_equal(d, c)) return 0;  // neighbours in a mesh
    const axis_values axis[3] = {{{a.x, b.x, c.x, d.x}}, {{a.y, b.y, c.y, d.y}}, {{a.z, b.z, c.z, d.z}}};
    int sign;
    return narrow_orient3(axis, &sign) ? sign : wide_orient3(axis);
}

int flr_orient2_exact(double ax, double ay, double bx, double by, double cx, double cy)
{
    const axis_values axis[2] = {{{ax, bx, cx}}, {{ay, by, cy}}};
    int sign;
    return narrow_orient2(axis, &sign) ? sign : wide_orient2(axis);
}

int flr_orient3(flr_vec3 a, flr_vec3 b, flr_vec3 c, flr_vec3 d) { return flr_orient3_inline(a, b, c, d); }

int flr_orient2(flr_real ax, flr_real ay, flr_real bx, flr_real by, flr_real cx, flr_real cy)
{
    return flr_orient2_inline((double)ax, (double)ay, (double)bx, (double)by, (double)cx, (double)cy);
}

// ---- The triple product ----

enum { ROW_DIGITS = FLR_DIGITS_MOST + 2, MINOR_DIGITS = 2 * ROW_DIGITS + 1, SUM_DIGITS = 3 * ROW_DIGITS + 1 };

/// Computes x y as high + low; low is 0 if a factor is too large to split.
static void exact_product(double x, double y, double *high, double *low)
{
    *high = x * y;
    *low = 0;
    if (fabs(x) < 0x1p990 && fabs(y) < 0x1p990 && fabs(*high) < 0x1p1020) *low = flr_two_product(x, y).low;
}

flr_row3 flr_row3_along(flr_vec3 o, double t, flr_vec3 d, flr_vec3 a)
{
    flr_row3 row = flr_row3_difference(o, a);
    if (t == 0) return row;
    row.count = 4;
    exact_product(t, (double)d.x, &row.term[2][0], &row.term[3][0]);
    exact_product(t, (double)d.y, &row.term[2][1], &row.term[3][1]);
    exact_product(t, (double)d.z, &row.term[2][2], &row.term[3][2]);
    return row;
}

double flr_scaled_ratio(flr_scaled a, flr_scaled b)
{
    return ldexp(a.mantissa / b.mantissa, a.exponent - b.exponent);
}

#ifdef __SIZEOF_INT128__

/// Loads the row in units of 2^unit, below 2^60, as each term is below 2^58. Returns false if a term does
/// not fit.
static bool narrow_row(const flr_row3 *row, int64_t integer[3], int *unit)
{
    double largest = 0;
    for (int i = 0; i < row->count; ++i)
        for (int k = 0; k < 3; ++k) {
            double size = fabs(row->term[i][k]);
            if (!(size <= 0x1p900)) return false;  // a NaN as well
            if (size > largest) largest = size;
        }
    integer[0] = integer[1] = integer[2] = 0;
    *unit = 0;
    if (largest < 0x1p-900) return largest == 0;
    uint64_t bits;
    memcpy(&bits, &largest, sizeof bits);
    int exponent = (int)(bits >> 52) - 1023;
    bits = (uint64_t)(1023 + 57 - exponent) << 52;
    double factor;
    memcpy(&factor, &bits, sizeof factor);
    *unit = exponent - 57;
    for (int i = 0; i < row->count; ++i)
        for (int k = 0; k < 3; ++k) {
            double scaled = row->term[i][k] * factor;
            int64_t whole = (int64_t)scaled;
            if ((double)whole != scaled) return false;
            integer[k] += whole;
        }
    return true;
}

/// Sums p q, where |p| < 2^60 and |q| < 2^121, as high 2^64 + low.
static void narrow_sum(const int64_t p[3], const int128 q[3], int128 *high, uint64_t *low)
{
    const int128 half = (int128)1 << 64;
    int128 sum_low = 0;
    *high = 0;
    for (int i = 0; i < 3; ++i) {
        uint64_t q_low = (uint64_t)(uint128)q[i];
        sum_low += (int128)p[i] * (int128)q_low;
        *high += (int128)p[i] * ((q[i] - (int128)q_low) / half);  // exact
    }
    *low = (uint64_t)(uint128)sum_low;
    *high += (sum_low - (int128)*low) / half;  // exact
}

static bool narrow_triple3(const flr_row3 *const rows[3], int *sign, flr_scaled *value)
{
    int64_t p[3], q[3], r[3];
    int unit[3];
    if (!narrow_row(rows[0], p, &unit[0]) || !narrow_row(rows[1], q, &unit[1]) ||
        !narrow_row(rows[2], r, &unit[2]))
        return false;
    const int128 minor[3] = {(int128)q[1] * r[2] - (int128)q[2] * r[1],
                             (int128)q[2] * r[0] - (int128)q[0] * r[2],
                             (int128)q[0] * r[1] - (int128)q[1] * r[0]};
    int128 high;
    uint64_t low;
    narrow_sum(p, minor, &high, &low);
    *sign = high < 0 ? -1 : high > 0 || low > 0;
    if (!value) return true;
    const int128 reach = (int128)1 << 60;
    if (high < reach && high >= -reach)
        value->mantissa = (double)(high * ((int128)1 << 64) + (int128)low);
    else
        value->mantissa = (double)high * 0x1p64;
    value->exponent = unit[0] + unit[1] + unit[2];
    return true;
}
#else
static bool narrow_triple3(const flr_row3 *const rows[3], int *sign, flr_scaled *value)
{
    (void)rows, (void)sign, (void)value;
    return false;
}
#endif

/// A row in units of 2^unit.
typedef struct wide_row {
    int digits, unit;
    int32_t digit[3][ROW_DIGITS];
} wide_row;

/// Loads a row exactly, in the unit of its lowest bit. Returns false if a term is not finite.
static bool wide_load(const flr_row3 *row, wide_row *wide)
{
    flr_double_parts parts[FLR_ROW3_TERMS][3];
    int unit = 2000, top = -2000;
    for (int i = 0; i < row->count; ++i)
        for (int k = 0; k < 3; ++k) {
            if (!flr_double_take_apart(row->term[i][k], &parts[i][k])) return false;
            uint64_t mantissa = parts[i][k].mantissa;
            if (mantissa == 0) continue;
            int lowest = parts[i][k].exponent + flr_power_log2(mantissa & (~mantissa + 1));
            if (lowest < unit) unit = lowest;
            if (parts[i][k].exponent + 53 > top) top = parts[i][k].exponent + 53;
        }
    if (top <= unit) unit = 0, top = 1;
    int digits = (top - unit + FLR_DIGIT_BITS - 1) / FLR_DIGIT_BITS;
    wide->unit = unit;
    wide->digits = digits + 1;  // one for the carry, which keeps every other digit in range
    for (int k = 0; k < 3; ++k) {
        int32_t sum[ROW_DIGITS];
        int64_t roomy[ROW_DIGITS];
        memset(sum, 0, sizeof sum);
        for (int i = 0; i < row->count; ++i) flr_digits_place(parts[i][k], parts[i][k].sign, unit, sum);
        for (int i = 0; i < wide->digits; ++i) roomy[i] = sum[i];
        flr_digits_carry(roomy, wide->digits, wide->digit[k]);
    }
    return true;
}

/// Returns the leading digits as a number. The digits are as flr_digits_carry leaves them.
static flr_scaled leading_digits(int32_t *digit, int digits, int unit, int sign)
{
    if (sign < 0) {
        int64_t negated[SUM_DIGITS];
        for (int i = 0; i < digits; ++i) negated[i] = -(int64_t)digit[i];
        flr_digits_carry(negated, digits, digit);
    }
    int top = digits - 1;
    while (top > 0 && digit[top] == 0) --top;
    int lowest = top >= 3 ? top - 3 : 0;
    double value = 0;
    for (int i = top; i >= lowest; --i) value = value * 0x1p26 + (double)digit[i];
    flr_scaled scaled = {sign < 0 ? -value : value, unit + lowest * FLR_DIGIT_BITS};
    return scaled;
}

static int wide_triple3(const flr_row3 *const rows[3], flr_scaled *value)
{
    wide_row row[3];
    for (int i = 0; i < 3; ++i)
        if (!wide_load(rows[i], &row[i])) return 0;
    int64_t sum[SUM_DIGITS], minor_sum[MINOR_DIGITS];
    int32_t minor[MINOR_DIGITS], digit[SUM_DIGITS];
    int minor_digits = row[1].digits + row[2].digits, digits = row[0].digits + minor_digits;
    memset(sum, 0, (size_t)digits * sizeof *sum);
    for (int k = 0; k < 3; ++k) {
        const int32_t *qa = row[1].digit[(k + 1) % 3], *qb = row[1].digit[(k + 2) % 3];
        const int32_t *ra = row[2].digit[(k + 1) % 3], *rb = row[2].digit[(k + 2) % 3];
        memset(minor_sum, 0, (size_t)minor_digits * sizeof *minor_sum);
        flr_digits_add_product(minor_sum, 1, qa, row[1].digits, rb, row[2].digits);
        flr_digits_add_product(minor_sum, -1, qb, row[1].digits, ra, row[2].digits);
        flr_digits_carry(minor_sum, minor_digits, minor);
        flr_digits_add_product(sum, 1, row[0].digit[k], row[0].digits, minor, minor_digits);
    }
    int sign = flr_digits_sign(sum, digits);
    if (value) {
        flr_digits_carry(sum, digits, digit);
        *value = leading_digits(digit, digits, row[0].unit + row[1].unit + row[2].unit, sign);
    }
    return sign;
}

int flr_triple3_exact(const flr_row3 *p, const flr_row3 *q, const flr_row3 *r, flr_scaled *value)
{
    const flr_row3 *const rows[3] = {p, q, r};
    flr_scaled zero = {0, 0};
    if (value) *value = zero;
    int sign;
    return narrow_triple3(rows, &sign, value) ? sign : wide_triple3(rows, value);
}

dvec3 flr_cross3_exact(const flr_row3 *u, const flr_row3 *v)
{
    flr_scaled value[3];
    int top = INT_MIN;
    for (int axis = 0; axis < 3; axis++) {
        const flr_row3 e = flr_row3_axis(axis);
        int exponent;
        (void)flr_triple3_exact(&e, u, v, &value[axis]);
        value[axis].mantissa = frexp(value[axis].mantissa, &exponent);
        value[axis].exponent += exponent;
        if (value[axis].mantissa != 0 && value[axis].exponent > top) top = value[axis].exponent;
    }
    if (top == INT_MIN) return dvec3_make(0, 0, 0);
    return dvec3_make(ldexp(value[0].mantissa, value[0].exponent - top),
                      ldexp(value[1].mantissa, value[1].exponent - top),
                      ldexp(value[2].mantissa, value[2].exponent - top));
}
