/// Two doubles or four floats at once, by the compiler's vector types: SSE2, NEON and wasm SIMD from one
/// source.
///
/// Every operation is one IEEE operation or a selection, so a lane has the bits of the same scalar
/// expression. Types are named by the content and the number of lanes: f64x2, f32x4, i64x2. `splat` puts one
/// number in all lanes; masks have all bits of a lane set or none. Wider types are in simd_f64x4.h,
/// simd_f32.h (8 floats), simd_real4.h (four flr_real) and simd_any_width.h.
#ifndef FLR_MATH_SIMD_H
#define FLR_MATH_SIMD_H

#include <string.h>

#include "math/dvec3.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

typedef double f64x2 __attribute__((vector_size(16)));
typedef int64_t i64x2 __attribute__((vector_size(16)));

static inline f64x2 f64x2_splat(double x) { return (f64x2){x, x}; }
/// Returns the sign bits of x and nothing else.
static inline i64x2 f64x2_signs(f64x2 x) { return (i64x2)x & (i64x2){INT64_MIN, INT64_MIN}; }
static inline f64x2 f64x2_xor(f64x2 x, i64x2 signs) { return (f64x2)((i64x2)x ^ signs); }
/// Returns a where the mask is set, else b. By intrinsics, because gcc splits the plain expression into
/// scalar selections.
static inline f64x2 f64x2_select(i64x2 mask, f64x2 a, f64x2 b)
{
#ifdef __SSE2__
    return (f64x2)_mm_or_pd(_mm_and_pd((__m128d)mask, (__m128d)a), _mm_andnot_pd((__m128d)mask, (__m128d)b));
#else
    return (f64x2)(((i64x2)a & mask) | ((i64x2)b & ~mask));
#endif
}
/// Returns x where the mask is set, else 0.
static inline f64x2 f64x2_and(i64x2 mask, f64x2 x)
{
#ifdef __SSE2__
    return (f64x2)_mm_and_pd((__m128d)mask, (__m128d)x);
#else
    return (f64x2)((i64x2)x & mask);
#endif
}
static inline f64x2 f64x2_abs(f64x2 x) { return f64x2_and((i64x2){INT64_MAX, INT64_MAX}, x); }
static inline f64x2 f64x2_sqrt(f64x2 x)
{
#ifdef __SSE2__
    return (f64x2)_mm_sqrt_pd((__m128d)x);
#else
    return (f64x2){sqrt(x[0]), sqrt(x[1])};
#endif
}
/// Returns one bit for each lane: a comparison's result, or the sign.
static inline uint32_t f64x2_mask(i64x2 m)
{
#ifdef __SSE2__
    return (uint32_t)_mm_movemask_pd((__m128d)m);
#else
    return (uint32_t)(m[0] < 0) | (uint32_t)(m[1] < 0) << 1;
#endif
}

/// Returns the smaller in each lane, b where they are equal.
static inline f64x2 f64x2_min(f64x2 a, f64x2 b)
{
#ifdef __SSE2__
    return (f64x2)_mm_min_pd((__m128d)a, (__m128d)b);
#else
    i64x2 less = a < b;
    return (f64x2)(((i64x2)a & less) | ((i64x2)b & ~less));
#endif
}

/// Returns the larger in each lane, b where they are equal.
static inline f64x2 f64x2_max(f64x2 a, f64x2 b)
{
#ifdef __SSE2__
    return (f64x2)_mm_max_pd((__m128d)a, (__m128d)b);
#else
    i64x2 more = a > b;
    return (f64x2)(((i64x2)a & more) | ((i64x2)b & ~more));
#endif
}

/// Clamps x to [0, 1]; a NaN becomes 0.
static inline f64x2 f64x2_clamp01(f64x2 x)
{
    const f64x2 zero = {0, 0}, one = {1, 1};
#ifdef __SSE2__
    return (f64x2)_mm_min_pd(_mm_max_pd((__m128d)x, (__m128d)zero), (__m128d)one);
#else
    i64x2 above = x > zero, below = x < one;
    x = (f64x2)((i64x2)x & above);
    return (f64x2)(((i64x2)x & below) | ((i64x2)one & ~below));
#endif
}

/// Returns x, or 1 where x is not above 0, to divide by.
static inline f64x2 f64x2_divisor(f64x2 x)
{
    const f64x2 zero = {0, 0}, one = {1, 1};
    i64x2 above = x > zero;
    return (f64x2)(((i64x2)x & above) | ((i64x2)one & ~above));
}

/// Two vectors in double precision at once.
typedef struct dvec3x2 {
    f64x2 x, y, z;
} dvec3x2;

static inline dvec3x2 dvec3x2_from(dvec3 a, dvec3 b) { return (dvec3x2){{a.x, b.x}, {a.y, b.y}, {a.z, b.z}}; }
static inline dvec3x2 dvec3x2_sub(dvec3x2 a, dvec3x2 b) { return (dvec3x2){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline f64x2 dvec3x2_dot(dvec3x2 a, dvec3x2 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline dvec3x2 dvec3x2_cross(dvec3x2 a, dvec3x2 b)
{
    return (dvec3x2){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
/// Returns a + s * b.
static inline dvec3x2 dvec3x2_add_scaled(dvec3x2 a, f64x2 s, dvec3x2 b)
{
    dvec3x2 c = {a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
    return c;
}

typedef float f32x4 __attribute__((vector_size(16)));
typedef int32_t i32x4 __attribute__((vector_size(16)));

static inline f32x4 f32x4_load(const float *p)
{
    f32x4 v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline void f32x4_store(float *p, f32x4 v) { memcpy(p, &v, sizeof v); }

static inline f32x4 f32x4_splat(float x) { return (f32x4){x, x, x, x}; }

/// Returns a where a < b, else b (so b where either is NaN, as SSE has it).
static inline f32x4 f32x4_min(f32x4 a, f32x4 b)
{
#ifdef __SSE2__
    return (f32x4)_mm_min_ps((__m128)a, (__m128)b);
#else
    i32x4 less = a < b;
    return (f32x4)(((i32x4)a & less) | ((i32x4)b & ~less));
#endif
}

/// Returns a where a > b, else b.
static inline f32x4 f32x4_max(f32x4 a, f32x4 b)
{
#ifdef __SSE2__
    return (f32x4)_mm_max_ps((__m128)a, (__m128)b);
#else
    i32x4 more = a > b;
    return (f32x4)(((i32x4)a & more) | ((i32x4)b & ~more));
#endif
}

static inline f32x4 f32x4_sqrt(f32x4 x)
{
#ifdef __SSE2__
    return (f32x4)_mm_sqrt_ps((__m128)x);
#else
    return (f32x4){sqrtf(x[0]), sqrtf(x[1]), sqrtf(x[2]), sqrtf(x[3])};
#endif
}

static inline f32x4 f32x4_abs(f32x4 a)
{
    return (f32x4)((i32x4)a & (i32x4){0x7fffffff, 0x7fffffff, 0x7fffffff, 0x7fffffff});
}

/// Returns one bit for each lane of a comparison's result.
static inline unsigned f32x4_mask(i32x4 m)
{
#ifdef __SSE2__
    return (unsigned)_mm_movemask_ps((__m128)m);
#else
    return (unsigned)((m[0] & 1) | (m[1] & 2) | (m[2] & 4) | (m[3] & 8));
#endif
}

#endif
