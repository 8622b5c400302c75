/// Small functions of numbers and of vectors of flr_real, beside those of feeler/math.h: the greater of two,
/// comparisons, a coordinate by its number, and a frame around a unit vector.
#ifndef FLR_MATH_VECTORS_H
#define FLR_MATH_VECTORS_H

#include <stdint.h>
#include <string.h>

#include "feeler/math.h"

// ---- Numbers

#ifdef FEELER_REAL_FLOAT
typedef uint32_t flr_bits;
#else
typedef uint64_t flr_bits;
#endif

static inline flr_bits flr_bits_of(flr_real x)
{
    flr_bits b;
    memcpy(&b, &x, sizeof b);
    return b;
}

/// Return the greater and the lesser of two; fmax and fmin are not inlined everywhere.
static inline double flr_greater(double a, double b) { return a > b ? a : b; }
static inline double flr_lesser(double a, double b) { return a < b ? a : b; }

/// Returns the largest magnitude of three; NaN if one is a NaN.
static inline double flr_largest3(double x, double y, double z)
{
    double largest = fabs(x);
    if (!(fabs(y) <= largest)) largest = fabs(y);
    return fabs(z) <= largest ? largest : fabs(z);
}

// ---- In the plane

static inline bool flr_same2(flr_vec2 a, flr_vec2 b) { return a.x == b.x && a.y == b.y; }
/// Returns a point or vector of the plane as one of space.
static inline flr_vec3 flr_in_space(flr_vec2 v) { return flr_vec3_make(v.x, v.y, 0); }

// ---- In space

/// Zero but for signs, by one comparison of bits.
static inline bool flr_is_zero3(flr_vec3 v)
{
    return (flr_bits)((flr_bits_of(v.x) | flr_bits_of(v.y) | flr_bits_of(v.z)) << 1) == 0;
}
static inline bool flr_same3(flr_vec3 a, flr_vec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

/// Does a come before b by x, then y, then z? On a line, this is the order of points along it.
static inline bool flr_precedes3(flr_vec3 a, flr_vec3 b)
{
    if (a.x != b.x) return a.x < b.x;
    return a.y != b.y ? a.y < b.y : a.z < b.z;
}

static inline flr_real flr_coordinate3(flr_vec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

/// Returns the sum of the magnitudes of the coordinates, a bound on the length.
static inline double flr_spread3(flr_vec3 v)
{
    return fabs((double)v.x) + fabs((double)v.y) + fabs((double)v.z);
}

/// Returns a right-handed frame whose last axis is the unit vector z; the others are any (Duff and others,
/// "Building an Orthonormal Basis, Revisited", 2017). Without branches, as a sign cannot be predicted.
static inline flr_mat3 flr_frame_around3(flr_vec3 z)
{
    flr_real sign = (flr_real)(1 - 2 * (z.z < 0));
    flr_real a = -1 / (sign + z.z), b = z.x * z.y * a;
    flr_mat3 m = {{1 + sign * z.x * z.x * a, sign * b, -sign * z.x}, {b, sign + z.y * z.y * a, -z.y}, z};
    return m;
}

#endif
