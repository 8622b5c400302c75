/// Sums, products, quotients and roots of numbers held in twice the precision, each wrong by about 2^-104 of its
/// terms (Dekker, "A Floating-Point Technique for Extending the Available Precision", 1971). Callers scale.
#ifndef FLR_CLOSEST_DOUBLED3_H
#define FLR_CLOSEST_DOUBLED3_H

#include "closest/local3.h"
#include "math/doubled.h"

static inline flr_double2 flr_doubled_sum(flr_double2 a, flr_double2 b)
{
    flr_double2 s = flr_two_sum(a.high, b.high);
    return flr_two_sum(s.high, s.low + (a.low + b.low));
}

static inline flr_double2 flr_doubled_difference(flr_double2 a, flr_double2 b)
{
    flr_double2 minus = {-b.high, -b.low};
    return flr_doubled_sum(a, minus);
}

static inline flr_double2 flr_doubled_product(flr_double2 a, flr_double2 b)
{
    flr_double2 p = flr_two_product(a.high, b.high);
    return flr_two_sum(p.high, p.low + (a.high * b.low + a.low * b.high));
}

/// b not 0.
static inline flr_double2 flr_doubled_quotient(flr_double2 a, flr_double2 b)
{
    flr_double2 q = {a.high / b.high, 0};
    flr_double2 rest = flr_doubled_difference(a, flr_doubled_product(q, b));
    return flr_two_sum(q.high, rest.high / b.high);
}

/// a not below 0.
static inline flr_double2 flr_doubled_root(flr_double2 a)
{
    flr_double2 s = {a.high > 0 ? sqrt(a.high) : 0, 0};
    if (s.high == 0) return s;
    flr_double2 rest = flr_doubled_difference(a, flr_doubled_product(s, s));
    return flr_two_sum(s.high, rest.high / (2 * s.high));
}

static inline flr_double2 flr_dot_doubled(flr_local3 a, flr_local3 b)
{
    flr_double2 x = flr_two_product(a.x, b.x), y = flr_two_product(a.y, b.y), z = flr_two_product(a.z, b.z);
    return flr_doubled_sum(flr_doubled_sum(x, y), z);
}

#endif
