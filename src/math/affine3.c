/// How are affine maps composed and inverted? The inverse comes from the adjugate, with columns scaled by
/// powers of two. A matrix whose determinant is below its own rounding error counts as singular.
#include "feeler/math.h"

flr_affine3 flr_affine3_compose(flr_affine3 outer, flr_affine3 inner)
{
    flr_affine3 m;
    m.linear.x = flr_mat3_mul(outer.linear, inner.linear.x);
    m.linear.y = flr_mat3_mul(outer.linear, inner.linear.y);
    m.linear.z = flr_mat3_mul(outer.linear, inner.linear.z);
    m.translation = flr_affine3_point(outer, inner.translation);
    return m;
}

flr_real flr_mat3_determinant(flr_mat3 m)
{
    double ax = (double)m.x.x, ay = (double)m.x.y, az = (double)m.x.z;
    double bx = (double)m.y.x, by = (double)m.y.y, bz = (double)m.y.z;
    double cx = (double)m.z.x, cy = (double)m.z.y, cz = (double)m.z.z;
    return (flr_real)(ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx));
}

static double largest(const double v[3])
{
    double x = fabs(v[0]), y = fabs(v[1]), z = fabs(v[2]);
    double xy = x > y ? x : y;
    return xy > z ? xy : z;
}

/// Scales each column so that its largest entry is in [1/2, 1). Returns false if a column is zero.
static bool equilibrate(double column[3][3], int exponent[3])
{
    for (int i = 0; i < 3; ++i) {
        double size = largest(column[i]);
        if (size == 0) return false;
        (void)frexp(size, &exponent[i]);
        for (int k = 0; k < 3; ++k) column[i][k] = ldexp(column[i][k], -exponent[i]);
    }
    return true;
}

/// Computes the rows of the adjugate, and the sum of the six products of the determinant taken absolute.
/// Returns the determinant.
static double adjugate(const double c[3][3], double row[3][3], double *absolute)
{
    *absolute = 0;
    for (int i = 0; i < 3; ++i) {
        const double *p = c[(i + 1) % 3], *q = c[(i + 2) % 3];
        for (int k = 0; k < 3; ++k) {
            int m = (k + 1) % 3, n = (k + 2) % 3;
            row[i][k] = p[m] * q[n] - p[n] * q[m];
            if (i == 0) *absolute += fabs(c[0][k]) * (fabs(p[m] * q[n]) + fabs(p[n] * q[m]));
        }
    }
    return c[0][0] * row[0][0] + c[0][1] * row[0][1] + c[0][2] * row[0][2];
}

/// A matrix counts as singular if rounding alone could have made it of a singular one: if its determinant is
/// below its own rounding error. That does not change with the scale of any row or column.
flr_status flr_affine3_invert(flr_affine3 m, flr_affine3 *inverse)
{
    const flr_vec3 *columns[3] = {&m.linear.x, &m.linear.y, &m.linear.z};
    if (!inverse) return FLR_INVALID_ARGUMENT;
    if (!flr_is_finite3(m.linear.x) || !flr_is_finite3(m.linear.y) || !flr_is_finite3(m.linear.z) ||
        !flr_is_finite3(m.translation))
        return FLR_NOT_FINITE;

    double column[3][3], row[3][3], absolute;
    int exponent[3];
    for (int i = 0; i < 3; ++i) {
        column[i][0] = (double)columns[i]->x;
        column[i][1] = (double)columns[i]->y;
        column[i][2] = (double)columns[i]->z;
    }
    if (!equilibrate(column, exponent)) return FLR_INVALID_SHAPE;
    double determinant = adjugate(column, row, &absolute);
    if (!(fabs(determinant) > 16 * 0x1p-53 * absolute)) return FLR_INVALID_SHAPE;

    double translation[3];
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) row[i][k] = ldexp(row[i][k] / determinant, -exponent[i]);
        translation[i] = -(row[i][0] * (double)m.translation.x + row[i][1] * (double)m.translation.y +
                           row[i][2] * (double)m.translation.z);
    }
    flr_affine3 result;
    result.linear.x = flr_vec3_make((flr_real)row[0][0], (flr_real)row[1][0], (flr_real)row[2][0]);
    result.linear.y = flr_vec3_make((flr_real)row[0][1], (flr_real)row[1][1], (flr_real)row[2][1]);
    result.linear.z = flr_vec3_make((flr_real)row[0][2], (flr_real)row[1][2], (flr_real)row[2][2]);
    result.translation =
        flr_vec3_make((flr_real)translation[0], (flr_real)translation[1], (flr_real)translation[2]);
    if (!flr_is_finite3(result.linear.x) || !flr_is_finite3(result.linear.y) ||
        !flr_is_finite3(result.linear.z) || !flr_is_finite3(result.translation))
        return FLR_INVALID_SHAPE;
    *inverse = result;
    return FLR_OK;
}
