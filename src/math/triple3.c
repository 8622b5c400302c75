#include "math/triple3.h"

#include "math/wide_integer.h"

enum { ROW_DIGITS = FLR_WIDE_DIGITS + 2, MINOR_DIGITS = 2 * ROW_DIGITS + 1, SUM_DIGITS = 3 * ROW_DIGITS + 1 };

/// x y as high + low, by Veltkamp's splitting and Dekker's product (1971); low is 0 where a factor is too
/// large to split.
static void two_product(double x, double y, double *high, double *low)
{
    *high = x * y;
    *low = 0;
    if (!(fabs(x) < 0x1p990 && fabs(y) < 0x1p990 && fabs(*high) < 0x1p1020)) return;
    double xc = x * 0x1.0000002p27, yc = y * 0x1.0000002p27;
    double xh = xc - (xc - x), yh = yc - (yc - y), xl = x - xh, yl = y - yh;
    *low = ((xh * yh - *high) + xh * yl + xl * yh) + xl * yl;
}

flr_row3 flr_row3_along(flr_vec3 o, double t, flr_vec3 d, flr_vec3 a)
{
    flr_row3 row = flr_row3_difference(o, a);
    if (t == 0) return row;
    row.count = 4;
    two_product(t, (double)d.x, &row.term[2][0], &row.term[3][0]);
    two_product(t, (double)d.y, &row.term[2][1], &row.term[3][1]);
    two_product(t, (double)d.z, &row.term[2][2], &row.term[3][2]);
    return row;
}

double flr_scaled_ratio(flr_scaled a, flr_scaled b)
{
    return ldexp(a.mantissa / b.mantissa, a.exponent - b.exponent);
}

#ifdef __SIZEOF_INT128__
__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

/// The row in units of 2^unit, below 2^60: each term below 2^58. False where a term does not fit.
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

/// Sums p q where |p| < 2^60 and |q| < 2^121, as high 2^64 + low.
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

static bool wide_load(const flr_row3 *row, wide_row *wide)
{
    flr_wide_parts parts[FLR_ROW3_TERMS][3];
    int unit = 2000, top = -2000;
    for (int i = 0; i < row->count; ++i)
        for (int k = 0; k < 3; ++k) {
            if (!flr_wide_take_apart(row->term[i][k], &parts[i][k])) return false;
            uint64_t mantissa = parts[i][k].mantissa;
            if (mantissa == 0) continue;
            int lowest = parts[i][k].exponent + flr_wide_log2(mantissa & (~mantissa + 1));
            if (lowest < unit) unit = lowest;
            if (parts[i][k].exponent + 53 > top) top = parts[i][k].exponent + 53;
        }
    if (top <= unit) unit = 0, top = 1;
    int digits = (top - unit + FLR_WIDE_BITS - 1) / FLR_WIDE_BITS;
    wide->unit = unit;
    wide->digits = digits + 1;  // one for the carry, which keeps every other digit in range
    for (int k = 0; k < 3; ++k) {
        int32_t sum[ROW_DIGITS];
        int64_t roomy[ROW_DIGITS];
        memset(sum, 0, sizeof sum);
        for (int i = 0; i < row->count; ++i) flr_wide_place(parts[i][k], parts[i][k].sign, unit, sum);
        for (int i = 0; i < wide->digits; ++i) roomy[i] = sum[i];
        flr_wide_carry(roomy, wide->digits, wide->digit[k]);
    }
    return true;
}

/// Of digits as flr_wide_carry leaves them.
static flr_scaled leading_digits(int32_t *digit, int digits, int unit, int sign)
{
    if (sign < 0) {
        int64_t negated[SUM_DIGITS];
        for (int i = 0; i < digits; ++i) negated[i] = -(int64_t)digit[i];
        flr_wide_carry(negated, digits, digit);
    }
    int top = digits - 1;
    while (top > 0 && digit[top] == 0) --top;
    int lowest = top >= 3 ? top - 3 : 0;
    double value = 0;
    for (int i = top; i >= lowest; --i) value = value * 0x1p26 + (double)digit[i];
    flr_scaled scaled = {sign < 0 ? -value : value, unit + lowest * FLR_WIDE_BITS};
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
        flr_wide_add_product(minor_sum, 1, qa, row[1].digits, rb, row[2].digits);
        flr_wide_add_product(minor_sum, -1, qb, row[1].digits, ra, row[2].digits);
        flr_wide_carry(minor_sum, minor_digits, minor);
        flr_wide_add_product(sum, 1, row[0].digit[k], row[0].digits, minor, minor_digits);
    }
    int sign = flr_wide_sign(sum, digits);
    if (value) {
        flr_wide_carry(sum, digits, digit);
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
