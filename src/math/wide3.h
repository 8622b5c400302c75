/// What the convex core computes in: vectors of doubles, whatever flr_real is, relative to a point of the scene.
#ifndef FLR_MATH_WIDE3_H
#define FLR_MATH_WIDE3_H

#include "math/predicates.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

typedef flr_double3 wide3;

static inline wide3 wide3_make(double x, double y, double z)
{
    wide3 v = {x, y, z};
    return v;
}
static inline wide3 wide3_of(flr_vec3 v) { return wide3_make((double)v.x, (double)v.y, (double)v.z); }
static inline flr_vec3 wide3_to_real(wide3 v)
{
    return flr_vec3_make((flr_real)v.x, (flr_real)v.y, (flr_real)v.z);
}
static inline wide3 wide3_add(wide3 a, wide3 b) { return wide3_make(a.x + b.x, a.y + b.y, a.z + b.z); }
static inline wide3 wide3_sub(wide3 a, wide3 b) { return wide3_make(a.x - b.x, a.y - b.y, a.z - b.z); }
static inline wide3 wide3_neg(wide3 a) { return wide3_make(-a.x, -a.y, -a.z); }
static inline wide3 wide3_scale(double s, wide3 a) { return wide3_make(s * a.x, s * a.y, s * a.z); }
/// a + s * b
static inline wide3 wide3_along(wide3 a, double s, wide3 b)
{
    return wide3_make(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}
static inline double wide3_dot(wide3 a, wide3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline wide3 wide3_cross(wide3 a, wide3 b)
{
    return wide3_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static inline double wide3_greatest(wide3 a)
{
    double x = fabs(a.x), y = fabs(a.y), z = fabs(a.z);
    double most = x > y ? x : y;
    return z > most ? z : most;
}
static inline double wide3_length_squared(wide3 a) { return wide3_dot(a, a); }
static inline double wide3_length(wide3 a) { return sqrt(wide3_dot(a, a)); }
static inline bool wide3_is_finite(wide3 a) { return isfinite(a.x) && isfinite(a.y) && isfinite(a.z); }
static inline bool wide3_equal(wide3 a, wide3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
/// Two doubles at once; each lane has the bits of the same expression in plain double.
typedef double wide_lanes __attribute__((vector_size(16)));
typedef int64_t wide_bits __attribute__((vector_size(16)));

static inline wide_lanes wide_all(double x) { return (wide_lanes){x, x}; }
/// The sign bits of x and nothing else.
static inline wide_bits wide_signs(wide_lanes x) { return (wide_bits)x & (wide_bits){INT64_MIN, INT64_MIN}; }
static inline wide_lanes wide_flip(wide_lanes x, wide_bits signs)
{
    return (wide_lanes)((wide_bits)x ^ signs);
}
/// a where the mask is set, else b. By instructions of its own, as gcc takes the plain expression apart into scalar choices.
static inline wide_lanes wide_choose(wide_bits mask, wide_lanes a, wide_lanes b)
{
#ifdef __SSE2__
    return (wide_lanes)_mm_or_pd(_mm_and_pd((__m128d)mask, (__m128d)a),
                                 _mm_andnot_pd((__m128d)mask, (__m128d)b));
#else
    return (wide_lanes)(((wide_bits)a & mask) | ((wide_bits)b & ~mask));
#endif
}
/// x where the mask is set, else 0.
static inline wide_lanes wide_where(wide_bits mask, wide_lanes x)
{
#ifdef __SSE2__
    return (wide_lanes)_mm_and_pd((__m128d)mask, (__m128d)x);
#else
    return (wide_lanes)((wide_bits)x & mask);
#endif
}
static inline wide_lanes wide_magnitude(wide_lanes x)
{
    return wide_where((wide_bits){INT64_MAX, INT64_MAX}, x);
}
static inline wide_lanes wide_root(wide_lanes x)
{
#ifdef __SSE2__
    return (wide_lanes)_mm_sqrt_pd((__m128d)x);
#else
    return (wide_lanes){sqrt(x[0]), sqrt(x[1])};
#endif
}
/// One bit for each lane: a comparison's result, or the sign.
static inline uint32_t wide_mask(wide_bits m)
{
#ifdef __SSE2__
    return (uint32_t)_mm_movemask_pd((__m128d)m);
#else
    return (uint32_t)(m[0] < 0) | (uint32_t)(m[1] < 0) << 1;
#endif
}

/// The smaller in each lane, b where they are equal.
static inline wide_lanes wide_min(wide_lanes a, wide_lanes b)
{
#ifdef __SSE2__
    return (wide_lanes)_mm_min_pd((__m128d)a, (__m128d)b);
#else
    wide_bits less = a < b;
    return (wide_lanes)(((wide_bits)a & less) | ((wide_bits)b & ~less));
#endif
}

/// The larger in each lane, b where they are equal.
static inline wide_lanes wide_max(wide_lanes a, wide_lanes b)
{
#ifdef __SSE2__
    return (wide_lanes)_mm_max_pd((__m128d)a, (__m128d)b);
#else
    wide_bits more = a > b;
    return (wide_lanes)(((wide_bits)a & more) | ((wide_bits)b & ~more));
#endif
}

#endif
