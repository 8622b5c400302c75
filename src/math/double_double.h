/// Numbers of twice the precision, as the unevaluated sum of two doubles, and vectors of them: two_sum after
/// Knuth, two_product after Veltkamp and Dekker ("A floating-point technique for extending the available
/// precision", 1971).
///
/// Products are exact while they do not leave about [2^-900, 2^900]; callers scale.
#ifndef FLR_MATH_DOUBLE_DOUBLE_H
#define FLR_MATH_DOUBLE_DOUBLE_H

#include <math.h>

#include "feeler/base.h"
#include "feeler/math.h"
#include "math/dvec3.h"

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

/// Sums, products, quotients and roots of such numbers, each wrong by about 2^-104 of its terms (Dekker
/// 1971). Callers scale.
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

/// b is not 0.
static inline flr_double2 flr_doubled_quotient(flr_double2 a, flr_double2 b)
{
    flr_double2 q = {a.high / b.high, 0};
    flr_double2 rest = flr_doubled_difference(a, flr_doubled_product(q, b));
    return flr_two_sum(q.high, rest.high / b.high);
}

/// a is not below 0.
static inline flr_double2 flr_doubled_root(flr_double2 a)
{
    flr_double2 s = {a.high > 0 ? sqrt(a.high) : 0, 0};
    if (s.high == 0) return s;
    flr_double2 rest = flr_doubled_difference(a, flr_doubled_product(s, s));
    return flr_two_sum(s.high, rest.high / (2 * s.high));
}

/// Is x - o exact? Of the two tests the one with the larger number is exact (Dekker 1971).
static inline bool difference_is_exact(flr_real x, flr_real o)
{
    const flr_real d = x - o;
    return d + o == x && x - d == o;
}

// ---- Vectors: differences of points are not rounded, and products of needles lose nothing ----

typedef struct flr_dd3 {
    flr_double2 x, y, z;
} flr_dd3;

static inline flr_double2 flr_dd3_apart(double shrink, double grow, flr_real a, flr_real b)
{
    flr_double2 d = flr_two_sum((double)a * shrink, -(double)b * shrink);
    d.high *= grow;
    d.low *= grow;
    return d;
}

/// Returns (a - b) * shrink * grow; both are powers of two, and shrink keeps the difference in range.
static inline flr_dd3 flr_dd3_difference(double shrink, double grow, flr_vec3 a, flr_vec3 b)
{
    flr_dd3 d = {flr_dd3_apart(shrink, grow, a.x, b.x), flr_dd3_apart(shrink, grow, a.y, b.y),
                 flr_dd3_apart(shrink, grow, a.z, b.z)};
    return d;
}

static inline flr_double2 flr_dd3_minor(flr_double2 a, flr_double2 b, flr_double2 c, flr_double2 d)
{
    return flr_doubled_difference(flr_doubled_product(a, b), flr_doubled_product(c, d));
}

static inline flr_dd3 flr_dd3_cross(flr_dd3 a, flr_dd3 b)
{
    flr_dd3 c = {flr_dd3_minor(a.y, b.z, a.z, b.y), flr_dd3_minor(a.z, b.x, a.x, b.z),
                 flr_dd3_minor(a.x, b.y, a.y, b.x)};
    return c;
}

static inline flr_dd3 flr_dd3_sum(flr_dd3 a, flr_dd3 b)
{
    flr_dd3 c = {flr_doubled_sum(a.x, b.x), flr_doubled_sum(a.y, b.y), flr_doubled_sum(a.z, b.z)};
    return c;
}

static inline flr_double2 flr_dd3_dot(flr_dd3 a, flr_dd3 b)
{
    return flr_doubled_sum(flr_doubled_sum(flr_doubled_product(a.x, b.x), flr_doubled_product(a.y, b.y)),
                           flr_doubled_product(a.z, b.z));
}

// Sums of products as if computed in twice the precision and rounded once (Ogita, Rump and Oishi, "Accurate
// Sum and Dot Product", 2005). Valid while no product leaves about [2^-900, 2^900]; callers scale.

/// Returns a * b - c * d; 0 only if it is 0.
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

/// Returns dot(a, b) - c.
static inline double flr_dot_minus_compensated(dvec3 a, dvec3 b, double c)
{
    flr_double2 x = flr_two_product(a.x, b.x), y = flr_two_product(a.y, b.y), z = flr_two_product(a.z, b.z);
    flr_double2 xy = flr_two_sum(x.high, y.high), zc = flr_two_sum(z.high, -c);
    flr_double2 all = flr_two_sum(xy.high, zc.high);
    return all.high + (all.low + (xy.low + zc.low + (x.low + y.low + z.low)));
}

#endif
