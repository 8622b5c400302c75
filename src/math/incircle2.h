/// The filter of flr_incircle2 (see feeler/math2.h), for hot loops.
#ifndef FLR_MATH_INCIRCLE2_H
#define FLR_MATH_INCIRCLE2_H

#include "feeler/math2.h"

#include "math/predicates.h"

/// A product here passes at most 11 roundings: two differences, a product and a sum in each of
/// the two factors, a product, two sums.
#define FLR_FILTER_RELATIVE_INCIRCLE 1.5e-15

/// The sign of the determinant of the rows (p - d, |p - d|^2) for p = a, b, c: for a
/// counter-clockwise triangle +1 inside its circle.
int flr_incircle2_exact(flr_vec2 a, flr_vec2 b, flr_vec2 c, flr_vec2 d);

static inline int flr_incircle2_determinant(flr_vec2 a, flr_vec2 b, flr_vec2 c, flr_vec2 d)
{
    double x[3] = {(double)a.x - (double)d.x, (double)b.x - (double)d.x, (double)c.x - (double)d.x};
    double y[3] = {(double)a.y - (double)d.y, (double)b.y - (double)d.y, (double)c.y - (double)d.y};
    double determinant = 0, absolute = FLR_FILTER_FLOOR;
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        double lift = x[i] * x[i] + y[i] * y[i], left = x[j] * y[k], right = x[k] * y[j];
        determinant += lift * (left - right);
        absolute += (lift + FLR_FILTER_FLOOR) * (fabs(left) + fabs(right) + FLR_FILTER_FLOOR);
    }
    double bound = FLR_FILTER_RELATIVE_INCIRCLE * absolute;
    if (determinant > bound) return 1;
    if (determinant < -bound) return -1;
    return flr_incircle2_exact(a, b, c, d);
}

#endif
