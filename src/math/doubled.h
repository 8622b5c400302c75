/// Sums and products with their rounding errors kept: two_sum after Knuth, two_product after Dekker and Veltkamp.
/// Products are exact while they do not leave about [2^-900, 2^900]; callers scale.
#ifndef FLR_MATH_DOUBLED_H
#define FLR_MATH_DOUBLED_H

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

#endif
