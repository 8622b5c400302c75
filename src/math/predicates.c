#include "math/predicates.h"

#include "math/wide_integer.h"

/// Row-wise: u = b - a, v = c - a, w = d - a; the determinant w . (u x v), a minor at a time.
/// Each axis has its own unit, which scales the whole determinant and keeps its sign.
int flr_orient3_exact(flr_vec3 a, flr_vec3 b, flr_vec3 c, flr_vec3 d)
{
    const double value[3][4] = {{(double)a.x, (double)b.x, (double)c.x, (double)d.x},
                                {(double)a.y, (double)b.y, (double)c.y, (double)d.y},
                                {(double)a.z, (double)b.z, (double)c.z, (double)d.z}};
    flr_wide_column column[3];
    for (int axis = 0; axis < 3; ++axis)
        if (!flr_wide_differences(value[axis], 3, &column[axis])) return 0;

    int64_t sum[3 * FLR_WIDE_DIGITS + 1], minor_sum[2 * FLR_WIDE_DIGITS + 1];
    int32_t minor[2 * FLR_WIDE_DIGITS + 1];
    int digits = column[0].digits + column[1].digits + column[2].digits + 1;
    memset(sum, 0, (size_t)digits * sizeof *sum);
    for (int axis = 0; axis < 3; ++axis) {
        const flr_wide_column *k = &column[axis], *p = &column[(axis + 1) % 3], *q = &column[(axis + 2) % 3];
        int minor_digits = p->digits + q->digits + 1;
        memset(minor_sum, 0, (size_t)minor_digits * sizeof *minor_sum);
        flr_wide_add_product(minor_sum, 1, p->difference[0], p->digits, q->difference[1], q->digits);
        flr_wide_add_product(minor_sum, -1, p->difference[1], p->digits, q->difference[0], q->digits);
        flr_wide_carry(minor_sum, minor_digits, minor);
        flr_wide_add_product(sum, 1, k->difference[2], k->digits, minor, minor_digits);
    }
    return flr_wide_sign(sum, digits);
}

int flr_orient2_exact(double ax, double ay, double bx, double by, double cx, double cy)
{
    const double x[3] = {ax, bx, cx}, y[3] = {ay, by, cy};
    flr_wide_column p, q;
    if (!flr_wide_differences(x, 2, &p) || !flr_wide_differences(y, 2, &q)) return 0;
    int64_t sum[2 * FLR_WIDE_DIGITS];
    int digits = p.digits + q.digits;
    memset(sum, 0, (size_t)digits * sizeof *sum);
    flr_wide_add_product(sum, 1, p.difference[0], p.digits, q.difference[1], q.digits);
    flr_wide_add_product(sum, -1, p.difference[1], p.digits, q.difference[0], q.digits);
    return flr_wide_sign(sum, digits);
}

int flr_orient3(flr_vec3 a, flr_vec3 b, flr_vec3 c, flr_vec3 d) { return flr_orient3_inline(a, b, c, d); }

int flr_orient2(flr_real ax, flr_real ay, flr_real bx, flr_real by, flr_real cx, flr_real cy)
{
    return flr_orient2_inline((double)ax, (double)ay, (double)bx, (double)by, (double)cx, (double)cy);
}
