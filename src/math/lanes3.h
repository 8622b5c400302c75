/// Two doubles, and two vectors, at once, by the compiler's vector types; each lane has the bits
/// the same expression has in plain double.
#ifndef FLR_MATH_LANES3_H
#define FLR_MATH_LANES3_H

#include <stdint.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

typedef double flr_lanes __attribute__((vector_size(16)));

static inline flr_lanes flr_lanes_all(double x) { return (flr_lanes){x, x}; }

/// Into [0, 1]; a NaN becomes 0.
static inline flr_lanes flr_lanes_clamp01(flr_lanes x)
{
    const flr_lanes zero = {0, 0}, one = {1, 1};
#ifdef __SSE2__
    return (flr_lanes)_mm_min_pd(_mm_max_pd((__m128d)x, (__m128d)zero), (__m128d)one);
#else
    typedef int64_t mask __attribute__((vector_size(16)));
    mask above = x > zero, below = x < one;
    x = (flr_lanes)((mask)x & above);
    return (flr_lanes)(((mask)x & below) | ((mask)one & ~below));
#endif
}

/// 1 where x is not above 0.
static inline flr_lanes flr_lanes_divisor(flr_lanes x)
{
    typedef int64_t mask __attribute__((vector_size(16)));
    const flr_lanes zero = {0, 0}, one = {1, 1};
    mask above = x > zero;
    return (flr_lanes)(((mask)x & above) | ((mask)one & ~above));
}

typedef struct flr_lanes3 {
    flr_lanes x, y, z;
} flr_lanes3;

static inline flr_lanes3 flr_lanes3_sub(flr_lanes3 a, flr_lanes3 b)
{
    flr_lanes3 c = {a.x - b.x, a.y - b.y, a.z - b.z};
    return c;
}
static inline flr_lanes flr_lanes3_dot(flr_lanes3 a, flr_lanes3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline flr_lanes3 flr_lanes3_cross(flr_lanes3 a, flr_lanes3 b)
{
    flr_lanes3 c = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return c;
}
/// a + s * b
static inline flr_lanes3 flr_lanes3_along(flr_lanes3 a, flr_lanes s, flr_lanes3 b)
{
    flr_lanes3 c = {a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
    return c;
}

#endif
