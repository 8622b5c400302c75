/// Sums and products with their rounding errors kept: two_sum after Knuth, two_product after Dekker and Veltkamp.
/// Products are exact while they do not leave about [2^-900, 2^900]; callers scale.
#ifndef FLR_MATH_DOUBLED_H
#define FLR_MATH_DOUBLED_H

#include <math.h>

typedef struct flr_double2 {
    double high, low;
} flr_double2;

static inline flr_double2 flr_two_sum(double a, double b)
{
    flr_double2 s;
    s.high = a + b;
    double part = s.high - a;
    s.low = (a - (s.high - part)) + (b - part);
    return s;
}

static inline flr_double2 flr_two_product(double a, double b)
{
    const double splitter = 134217729;  // 2^27 + 1
    double ca = splitter * a, cb = splitter * b;
    double a_high = ca - (ca - a), b_high = cb - (cb - b);
    double a_low = a - a_high, b_low = b - b_high;
    flr_double2 p;
    p.high = a * b;
    p.low = ((a_high * b_high - p.high) + a_high * b_low + a_low * b_high) + a_low * b_low;
    return p;
}

/// Sums, products, quotients and roots of such numbers, each wrong by about 2^-104 of its terms (Dekker, "A
/// Floating-Point Technique for Extending the Available Precision", 1971). Callers scale.
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

#endif
