/// The sign of a triple product p . (q x r) of vectors that are themselves sums of given ones,
/// exactly: what decides on which side of an edge a line given by origin and direction passes,
/// d . ((a - o) x (b - o)), and whether its point o + t d lies before or behind a plane. orient3 of the rounded
/// point o + d would answer for another line.
#ifndef FLR_MATH_TRIPLE3_H
#define FLR_MATH_TRIPLE3_H

#include "math/predicates.h"

enum { FLR_ROW3_TERMS = 4 };

/// The sum of up to four vectors.
typedef struct flr_row3 {
    int count;
    double term[FLR_ROW3_TERMS][3];
} flr_row3;

static inline flr_row3 flr_row3_vector(flr_vec3 v)
{
    flr_row3 row = {1, {{(double)v.x, (double)v.y, (double)v.z}}};
    return row;
}

/// a - b
static inline flr_row3 flr_row3_difference(flr_vec3 a, flr_vec3 b)
{
    flr_row3 row = {2, {{(double)a.x, (double)a.y, (double)a.z}, {-(double)b.x, -(double)b.y, -(double)b.z}}};
    return row;
}

/// The unit vector of an axis (0, 1, 2).
static inline flr_row3 flr_row3_axis(int axis)
{
    flr_row3 row = {1, {{0, 0, 0}}};
    row.term[0][axis] = 1;
    return row;
}

/// o + t d - a, the product without rounding as long as it neither overflows nor underflows.
flr_row3 flr_row3_along(flr_vec3 o, double t, flr_vec3 d, flr_vec3 a);

/// mantissa * 2^exponent: a determinant may lie far outside the range of double.
typedef struct flr_scaled {
    double mantissa;
    int exponent;
} flr_scaled;

/// a / b as a double, b not 0; correct to a few roundings.
double flr_scaled_ratio(flr_scaled a, flr_scaled b);

/// The exact sign of p . (q x r); 0 where a term is not finite. Where `value` is not null it receives the
/// product with that sign and a relative error below 2^-50.
int flr_triple3_exact(const flr_row3 *p, const flr_row3 *q, const flr_row3 *r, flr_scaled *value);

/// The exact sign of d . ((a - o) x (b - o)): +1 where the directed line from o along d sees a and then b
/// turn counter-clockwise around it as it points at the viewer, 0 where it meets the line through a and b.
static inline int flr_triple3(flr_vec3 d, flr_vec3 o, flr_vec3 a, flr_vec3 b)
{
    double ux = (double)a.x - (double)o.x, uy = (double)a.y - (double)o.y, uz = (double)a.z - (double)o.z;
    double vx = (double)b.x - (double)o.x, vy = (double)b.y - (double)o.y, vz = (double)b.z - (double)o.z;
    double dx = (double)d.x, dy = (double)d.y, dz = (double)d.z;
    double xp = uy * vz, xm = uz * vy, yp = uz * vx, ym = ux * vz, zp = ux * vy, zm = uy * vx;
    double determinant = dx * (xp - xm) + dy * (yp - ym) + dz * (zp - zm);
    // one rounding less than orient3 has: d is no difference
    double absolute = fabs(dx) * (fabs(xp) + fabs(xm) + FLR_FILTER_FLOOR) +
                      fabs(dy) * (fabs(yp) + fabs(ym) + FLR_FILTER_FLOOR) +
                      fabs(dz) * (fabs(zp) + fabs(zm) + FLR_FILTER_FLOOR) + FLR_FILTER_FLOOR;
    double bound = FLR_FILTER_RELATIVE3 * absolute;
    if (determinant > bound) return 1;
    if (determinant < -bound) return -1;
    flr_row3 p = flr_row3_vector(d), q = flr_row3_difference(a, o), r = flr_row3_difference(b, o);
    return flr_triple3_exact(&p, &q, &r, 0);
}

#endif
