/// Single precision, as many numbers at once as a register holds, for searches that prove nothing: eight in
/// a file that is compiled for AVX2, four elsewhere. Every operation is one of IEEE 754 or a selection, so
/// code compiled for both widths gives the same bits.
#ifndef FLR_MATH_SIMD_F32_H
#define FLR_MATH_SIMD_F32_H

#include <string.h>

#include "math/simd.h"

#define F32XN_INLINE static inline __attribute__((always_inline))

#ifdef __AVX2__
#include <immintrin.h>
enum { F32XN_LANES = 8 };
#define F32XN_EACH(x) x, x, x, x, x, x, x, x
#define F32XN_NUMBERS 0, 1, 2, 3, 4, 5, 6, 7
#else
enum { F32XN_LANES = 4 };
#define F32XN_EACH(x) x, x, x, x
#define F32XN_NUMBERS 0, 1, 2, 3
#endif

/// The operators of C work on it lane by lane.
typedef float f32xn __attribute__((vector_size(4 * F32XN_LANES)));
/// Integers that order floats, or choose among them.
typedef uint32_t u32xn __attribute__((vector_size(4 * F32XN_LANES)));
/// The result of comparisons.
typedef int32_t i32xn __attribute__((vector_size(4 * F32XN_LANES)));

F32XN_INLINE f32xn f32xn_splat(float x) { return (f32xn){F32XN_EACH(x)}; }
F32XN_INLINE u32xn u32xn_splat(uint32_t x) { return (u32xn){F32XN_EACH(x)}; }
/// Returns first, first + 1, first + 2, ...
F32XN_INLINE u32xn u32xn_from(uint32_t first) { return (u32xn){F32XN_NUMBERS} + u32xn_splat(first); }
F32XN_INLINE f32xn f32xn_load(const float *p)
{
    f32xn v;
    memcpy(&v, p, sizeof v);
    return v;
}
F32XN_INLINE void f32xn_store(float *p, f32xn v) { memcpy(p, &v, sizeof v); }

#ifdef __AVX2__

F32XN_INLINE f32xn f32xn_of_reals(const flr_real *p)
{
#ifdef FEELER_REAL_FLOAT
    return f32xn_load(p);
#else
    return (f32xn)_mm256_set_m128(_mm256_cvtpd_ps(_mm256_loadu_pd(p + 4)),
                                  _mm256_cvtpd_ps(_mm256_loadu_pd(p)));
#endif
}
/// Returns the larger, b where they are equal or one is a NaN.
F32XN_INLINE f32xn f32xn_max(f32xn a, f32xn b) { return (f32xn)_mm256_max_ps((__m256)a, (__m256)b); }
/// Returns the smaller, b where they are equal or one is a NaN.
F32XN_INLINE f32xn f32xn_min(f32xn a, f32xn b) { return (f32xn)_mm256_min_ps((__m256)a, (__m256)b); }
/// Returns one bit for each lane of a comparison's result.
F32XN_INLINE unsigned f32xn_mask(i32xn m) { return (unsigned)_mm256_movemask_ps((__m256)m); }
F32XN_INLINE u32xn u32xn_max(u32xn a, u32xn b) { return (u32xn)_mm256_max_epu32((__m256i)a, (__m256i)b); }
/// Returns the greatest of all lanes.
F32XN_INLINE uint32_t u32xn_max_lane(u32xn x)
{
    const __m128i real4 = _mm_max_epu32(_mm256_castsi256_si128((__m256i)x),
                                        _mm256_extracti128_si256((__m256i)x, 1)),
                  two = _mm_max_epu32(real4, _mm_shuffle_epi32(real4, 0x4e)),
                  one = _mm_max_epu32(two, _mm_shuffle_epi32(two, 0xb1));
    return (uint32_t)_mm_cvtsi128_si32(one);
}

#else

F32XN_INLINE u32xn u32xn_max(u32xn a, u32xn b)
{
    const u32xn more = (u32xn)(a > b);
    return (a & more) | (b & ~more);
}
F32XN_INLINE f32xn f32xn_max(f32xn a, f32xn b) { return f32x4_max(a, b); }
F32XN_INLINE f32xn f32xn_min(f32xn a, f32xn b) { return f32x4_min(a, b); }
F32XN_INLINE unsigned f32xn_mask(i32xn m) { return f32x4_mask(m); }
F32XN_INLINE uint32_t u32xn_max_lane(u32xn x)
{
    const uint32_t a = x[0] > x[1] ? x[0] : x[1], b = x[2] > x[3] ? x[2] : x[3];
    return a > b ? a : b;
}

#ifdef __SSE2__

F32XN_INLINE f32xn f32xn_of_reals(const flr_real *p)
{
#ifdef FEELER_REAL_FLOAT
    return f32xn_load(p);
#else
    return (f32xn)_mm_movelh_ps(_mm_cvtpd_ps(_mm_loadu_pd(p)), _mm_cvtpd_ps(_mm_loadu_pd(p + 2)));
#endif
}

#else

F32XN_INLINE f32xn f32xn_of_reals(const flr_real *p)
{
    return (f32xn){(float)p[0], (float)p[1], (float)p[2], (float)p[3]};
}
#endif
#endif

F32XN_INLINE f32xn f32xn_abs(f32xn x) { return (f32xn)((u32xn)x & u32xn_splat(0x7fffffff)); }

/// A point or direction in space.
typedef struct float3 {
    float x, y, z;
} float3;

F32XN_INLINE float3 float3_add(float3 a, float3 b) { return (float3){a.x + b.x, a.y + b.y, a.z + b.z}; }
F32XN_INLINE float3 float3_sub(float3 a, float3 b) { return (float3){a.x - b.x, a.y - b.y, a.z - b.z}; }
F32XN_INLINE float3 float3_neg(float3 a) { return (float3){-a.x, -a.y, -a.z}; }
/// Returns s * a + t * b.
F32XN_INLINE float3 float3_sum(float s, float3 a, float t, float3 b)
{
    return (float3){s * a.x + t * b.x, s * a.y + t * b.y, s * a.z + t * b.z};
}
F32XN_INLINE float float3_dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
F32XN_INLINE float3 float3_cross(float3 a, float3 b)
{
    return (float3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

#endif
