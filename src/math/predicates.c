#include "math/predicates.h"

#include "math/wide_integer.h"

/// A determinant of differences, the coordinates taken axis by axis: value[axis][point], each
/// axis in a unit of its own. A positive factor on an axis scales the determinant and keeps its
/// sign, so the units need not be known, and axes of unlike magnitudes stay cheap.
typedef struct axis_values {
    double value[4];
} axis_values;

#ifdef __SIZEOF_INT128__
__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

/// value[1 + i] - value[0] as integers below 2^61, in units of 2^-60 of the largest value's power
/// of two. False where they do not fit, and for what is not finite or nearly overflows.
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

/// Sums p * q where |p| < 2^61 and |q| < 2^123: three such products need 2^186, so the low and
/// the high half of q are summed apart.
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

/// Row-wise: u = b - a, v = c - a, w = d - a; the determinant w . (u x v), a minor at a time.
static int wide_orient3(const axis_values axis[3])
{
    flr_wide_column column[3];
    for (int k = 0; k < 3; ++k)
        if (!flr_wide_differences(axis[k].value, 3, &column[k])) return 0;

    int64_t sum[3 * FLR_WIDE_DIGITS + 1], minor_sum[2 * FLR_WIDE_DIGITS + 1];
    int32_t minor[2 * FLR_WIDE_DIGITS + 1];
    int digits = column[0].digits + column[1].digits + column[2].digits + 1;
    memset(sum, 0, (size_t)digits * sizeof *sum);
    for (int k = 0; k < 3; ++k) {
        const flr_wide_column *w = &column[k], *p = &column[(k + 1) % 3], *q = &column[(k + 2) % 3];
        int minor_digits = p->digits + q->digits + 1;
        memset(minor_sum, 0, (size_t)minor_digits * sizeof *minor_sum);
        flr_wide_add_product(minor_sum, 1, p->difference[0], p->digits, q->difference[1], q->digits);
        flr_wide_add_product(minor_sum, -1, p->difference[1], p->digits, q->difference[0], q->digits);
        flr_wide_carry(minor_sum, minor_digits, minor);
        flr_wide_add_product(sum, 1, w->difference[2], w->digits, minor, minor_digits);
    }
    return flr_wide_sign(sum, digits);
}

static int wide_orient2(const axis_values axis[2])
{
    flr_wide_column p, q;
    if (!flr_wide_differences(axis[0].value, 2, &p) || !flr_wide_differences(axis[1].value, 2, &q)) return 0;
    int64_t sum[2 * FLR_WIDE_DIGITS];
    int digits = p.digits + q.digits;
    memset(sum, 0, (size_t)digits * sizeof *sum);
    flr_wide_add_product(sum, 1, p.difference[0], p.digits, q.difference[1], q.digits);
    flr_wide_add_product(sum, -1, p.difference[1], p.digits, q.difference[0], q.digits);
    return flr_wide_sign(sum, digits);
}

static bool same(dvec3 a, dvec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

int flr_orient3_exact_double(dvec3 a, dvec3 b, dvec3 c, dvec3 d)
{
    if (same(d, a) || same(d, b) || same(d, c)) return 0;  // neighbours in a mesh
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
