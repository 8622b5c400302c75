/// Numbers of single precision, as many at once as a register holds, for searches that prove nothing: eight in a file that is compiled for
/// AVX2, four elsewhere. Every operation is one of IEEE or a choice, so that a text compiled both ways finds the same.
#ifndef FLR_MATH_FLOATS_H
#define FLR_MATH_FLOATS_H

#include <string.h>

#include "math/wide3.h"

#define FLOATS_INLINE static inline __attribute__((always_inline))

#ifdef __AVX2__
#include <immintrin.h>
enum { FLOATS_LANES = 8 };
#define FLOATS_EACH(x) x, x, x, x, x, x, x, x
#define FLOATS_NUMBERS 0, 1, 2, 3, 4, 5, 6, 7
#else
enum { FLOATS_LANES = 4 };
#define FLOATS_EACH(x) x, x, x, x
#define FLOATS_NUMBERS 0, 1, 2, 3
#endif

/// Added, multiplied and so on by the operators of C.
typedef float floats __attribute__((vector_size(4 * FLOATS_LANES)));
/// Whole numbers that order floats, or choose among them.
typedef uint32_t float_keys __attribute__((vector_size(4 * FLOATS_LANES)));

FLOATS_INLINE floats floats_all(float x) { return (floats){FLOATS_EACH(x)}; }
FLOATS_INLINE float_keys float_keys_all(uint32_t x) { return (float_keys){FLOATS_EACH(x)}; }
/// 0, 1, 2, ... from there.
FLOATS_INLINE float_keys float_keys_from(uint32_t first)
{
    return (float_keys){FLOATS_NUMBERS} + float_keys_all(first);
}
FLOATS_INLINE floats floats_load(const float *p)
{
    floats v;
    memcpy(&v, p, sizeof v);
    return v;
}
FLOATS_INLINE void floats_store(float *p, floats v) { memcpy(p, &v, sizeof v); }

#ifdef __AVX2__

FLOATS_INLINE floats floats_of_reals(const flr_real *p)
{
#ifdef FEELER_REAL_FLOAT
    return floats_load(p);
#else
    return (floats)_mm256_set_m128(_mm256_cvtpd_ps(_mm256_loadu_pd(p + 4)),
                                   _mm256_cvtpd_ps(_mm256_loadu_pd(p)));
#endif
}
/// The larger, b where they are equal or one is not a number.
FLOATS_INLINE floats floats_max(floats a, floats b) { return (floats)_mm256_max_ps((__m256)a, (__m256)b); }
/// Masks.
FLOATS_INLINE floats floats_equal(floats a, floats b)
{
    return (floats)_mm256_cmp_ps((__m256)a, (__m256)b, _CMP_EQ_OQ);
}
FLOATS_INLINE floats floats_or(floats a, floats b) { return (floats)_mm256_or_ps((__m256)a, (__m256)b); }
/// b where the mask is not set, else 0.
FLOATS_INLINE floats floats_except(floats mask, floats b)
{
    return (floats)_mm256_andnot_ps((__m256)mask, (__m256)b);
}
/// a where it is less than b, else 0.
FLOATS_INLINE floats floats_below(floats a, floats b)
{
    return (floats)_mm256_and_ps(_mm256_cmp_ps((__m256)a, (__m256)b, _CMP_LT_OQ), (__m256)a);
}
/// A bit for each lane of a mask.
FLOATS_INLINE uint32_t floats_bits(floats mask) { return (uint32_t)_mm256_movemask_ps((__m256)mask); }
/// The greatest, in all lanes.
FLOATS_INLINE floats floats_greatest(floats x)
{
    x = floats_max(x, (floats)_mm256_permute2f128_ps((__m256)x, (__m256)x, 1));
    x = floats_max(x, (floats)_mm256_permute_ps((__m256)x, 0x4e));
    return floats_max(x, (floats)_mm256_permute_ps((__m256)x, 0xb1));
}
FLOATS_INLINE float_keys float_keys_max(float_keys a, float_keys b)
{
    return (float_keys)_mm256_max_epu32((__m256i)a, (__m256i)b);
}
/// The greatest of all lanes.
FLOATS_INLINE uint32_t float_keys_greatest(float_keys x)
{
    const __m128i four = _mm_max_epu32(_mm256_castsi256_si128((__m256i)x),
                                       _mm256_extracti128_si256((__m256i)x, 1)),
                  two = _mm_max_epu32(four, _mm_shuffle_epi32(four, 0x4e)),
                  one = _mm_max_epu32(two, _mm_shuffle_epi32(two, 0xb1));
    return (uint32_t)_mm_cvtsi128_si32(one);
}

#else

FLOATS_INLINE float_keys float_keys_max(float_keys a, float_keys b)
{
    const float_keys more = (float_keys)(a > b);
    return (a & more) | (b & ~more);
}
FLOATS_INLINE uint32_t float_keys_greatest(float_keys x)
{
    const uint32_t a = x[0] > x[1] ? x[0] : x[1], b = x[2] > x[3] ? x[2] : x[3];
    return a > b ? a : b;
}

#ifdef __SSE2__

FLOATS_INLINE floats floats_of_reals(const flr_real *p)
{
#ifdef FEELER_REAL_FLOAT
    return floats_load(p);
#else
    return (floats)_mm_movelh_ps(_mm_cvtpd_ps(_mm_loadu_pd(p)), _mm_cvtpd_ps(_mm_loadu_pd(p + 2)));
#endif
}
FLOATS_INLINE floats floats_max(floats a, floats b) { return (floats)_mm_max_ps((__m128)a, (__m128)b); }
FLOATS_INLINE floats floats_equal(floats a, floats b) { return (floats)_mm_cmpeq_ps((__m128)a, (__m128)b); }
FLOATS_INLINE floats floats_or(floats a, floats b) { return (floats)_mm_or_ps((__m128)a, (__m128)b); }
FLOATS_INLINE floats floats_except(floats mask, floats b)
{
    return (floats)_mm_andnot_ps((__m128)mask, (__m128)b);
}
FLOATS_INLINE floats floats_below(floats a, floats b)
{
    return (floats)_mm_and_ps(_mm_cmplt_ps((__m128)a, (__m128)b), (__m128)a);
}
FLOATS_INLINE uint32_t floats_bits(floats mask) { return (uint32_t)_mm_movemask_ps((__m128)mask); }
FLOATS_INLINE floats floats_greatest(floats x)
{
    x = floats_max(x, (floats)_mm_shuffle_ps((__m128)x, (__m128)x, 0x4e));
    return floats_max(x, (floats)_mm_shuffle_ps((__m128)x, (__m128)x, 0xb1));
}

#else

FLOATS_INLINE floats floats_of_reals(const flr_real *p)
{
    return (floats){(float)p[0], (float)p[1], (float)p[2], (float)p[3]};
}
FLOATS_INLINE floats floats_max(floats a, floats b)
{
    const float_keys more = (float_keys)(a > b);
    return (floats)(((float_keys)a & more) | ((float_keys)b & ~more));
}
FLOATS_INLINE floats floats_equal(floats a, floats b) { return (floats)(a == b); }
FLOATS_INLINE floats floats_or(floats a, floats b) { return (floats)((float_keys)a | (float_keys)b); }
FLOATS_INLINE floats floats_except(floats mask, floats b)
{
    return (floats)(~(float_keys)mask & (float_keys)b);
}
FLOATS_INLINE floats floats_below(floats a, floats b)
{
    return (floats)((float_keys)(a < b) & (float_keys)a);
}
FLOATS_INLINE uint32_t floats_bits(floats mask)
{
    const float_keys m = (float_keys)mask >> 31;
    return m[0] | m[1] << 1 | m[2] << 2 | m[3] << 3;
}
FLOATS_INLINE floats floats_greatest(floats x)
{
    x = floats_max(x, (floats){x[2], x[3], x[0], x[1]});
    return floats_max(x, (floats){x[1], x[0], x[3], x[2]});
}

#endif
#endif

/// A point or a way in space.
typedef struct float3 {
    float x, y, z;
} float3;

FLOATS_INLINE float3 float3_add(float3 a, float3 b) { return (float3){a.x + b.x, a.y + b.y, a.z + b.z}; }
FLOATS_INLINE float3 float3_sub(float3 a, float3 b) { return (float3){a.x - b.x, a.y - b.y, a.z - b.z}; }
FLOATS_INLINE float3 float3_neg(float3 a) { return (float3){-a.x, -a.y, -a.z}; }
/// s * a + t * b
FLOATS_INLINE float3 float3_sum(float s, float3 a, float t, float3 b)
{
    return (float3){s * a.x + t * b.x, s * a.y + t * b.y, s * a.z + t * b.z};
}
FLOATS_INLINE float float3_dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
FLOATS_INLINE float3 float3_cross(float3 a, float3 b)
{
    return (float3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

#endif
