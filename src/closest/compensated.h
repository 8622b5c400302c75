/// Sums of products with their rounding errors kept, after Ogita, Rump, Oishi, "Accurate Sum and Dot
/// Product" (2005): as if computed in twice the precision and rounded once. Valid while no product
/// leaves about [2^-900, 2^900]; callers scale.
#ifndef FLR_CLOSEST_COMPENSATED_H
#define FLR_CLOSEST_COMPENSATED_H

#include "closest/frame3.h"
#include "math/double_double.h"

/// a * b - c * d; 0 only where it is 0.
static inline double flr_difference_of_products(double a, double b, double c, double d)
{
    flr_double2 p = flr_two_product(a, b), q = flr_two_product(c, d);
    flr_double2 high = flr_two_sum(p.high, -q.high);
    return high.high + (high.low + (p.low - q.low));
}

static inline dvec3 flr_cross_compensated(dvec3 a, dvec3 b)
{
    dvec3 c = {flr_difference_of_products(a.y, b.z, a.z, b.y), flr_difference_of_products(a.z, b.x, a.x, b.z),
               flr_difference_of_products(a.x, b.y, a.y, b.x)};
    return c;
}

/// dot(a, b) - c
static inline double flr_dot_minus_compensated(dvec3 a, dvec3 b, double c)
{
    flr_double2 x = flr_two_product(a.x, b.x), y = flr_two_product(a.y, b.y), z = flr_two_product(a.z, b.z);
    flr_double2 xy = flr_two_sum(x.high, y.high), zc = flr_two_sum(z.high, -c);
    flr_double2 all = flr_two_sum(xy.high, zc.high);
    return all.high + (all.low + (xy.low + zc.low + (x.low + y.low + z.low)));
}

#endif
