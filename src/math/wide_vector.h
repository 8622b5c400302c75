/// Vectors whose components are held in twice the precision, so that differences of points are not rounded and products
/// of needles and slivers lose nothing.
#ifndef FLR_MATH_WIDE_VECTOR_H
#define FLR_MATH_WIDE_VECTOR_H

#include "feeler/math.h"

#include "math/doubled.h"

typedef struct flr_wide_vector {
    flr_double2 x, y, z;
} flr_wide_vector;

static inline flr_double2 flr_wide_apart(double shrink, double grow, flr_real a, flr_real b)
{
    flr_double2 d = flr_two_sum((double)a * shrink, -(double)b * shrink);
    d.high *= grow;
    d.low *= grow;
    return d;
}

/// (a - b) * shrink * grow; both are powers of two, and shrink keeps the difference in range.
static inline flr_wide_vector flr_wide_difference(double shrink, double grow, flr_vec3 a, flr_vec3 b)
{
    flr_wide_vector d = {flr_wide_apart(shrink, grow, a.x, b.x), flr_wide_apart(shrink, grow, a.y, b.y),
                         flr_wide_apart(shrink, grow, a.z, b.z)};
    return d;
}

static inline flr_double2 flr_wide_minor(flr_double2 a, flr_double2 b, flr_double2 c, flr_double2 d)
{
    return flr_doubled_difference(flr_doubled_product(a, b), flr_doubled_product(c, d));
}

static inline flr_wide_vector flr_wide_cross(flr_wide_vector a, flr_wide_vector b)
{
    flr_wide_vector c = {flr_wide_minor(a.y, b.z, a.z, b.y), flr_wide_minor(a.z, b.x, a.x, b.z),
                         flr_wide_minor(a.x, b.y, a.y, b.x)};
    return c;
}

static inline flr_wide_vector flr_wide_sum(flr_wide_vector a, flr_wide_vector b)
{
    flr_wide_vector c = {flr_doubled_sum(a.x, b.x), flr_doubled_sum(a.y, b.y), flr_doubled_sum(a.z, b.z)};
    return c;
}

static inline flr_double2 flr_wide_dot(flr_wide_vector a, flr_wide_vector b)
{
    return flr_doubled_sum(flr_doubled_sum(flr_doubled_product(a.x, b.x), flr_doubled_product(a.y, b.y)),
                           flr_doubled_product(a.z, b.z));
}

#endif
