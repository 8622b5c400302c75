/// Numbers of single precision, as many at once as a register holds, for searches that prove nothing: eight in a file that is compiled for
/// AVX2, four elsewhere. Every operation is one of IEEE 754 or a selection, so that code compiled for both widths gives the same bits.
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

/// Added, multiplied and so on by the operators of C.
typedef float f32xn __attribute__((vector_size(4 * F32XN_LANES)));
/// Whole numbers that order floats, or choose among them.
typedef uint32_t u32xn __attribute__((vector_size(4 * F32XN_LANES)));

F32XN_INLINE f32xn f32xn_splat(float x) { return (f32xn){F32XN_EACH(x)}; }
F32XN_INLINE u32xn u32xn_splat(uint32_t x) { return (u32xn){F32XN_EACH(x)}; }
/// 0, 1, 2, ... from there.
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
/// The larger, b where they are equal or one is not a number.
F32XN_INLINE f32xn f32xn_max(f32xn a, f32xn b) { return (f32xn)_mm256_max_ps((__m256)a, (__m256)b); }
/// Masks.
F32XN_INLINE f32xn f32xn_equal(f32xn a, f32xn b)
{
    return (f32xn)_mm256_cmp_ps((__m256)a, (__m256)b, _CMP_EQ_OQ);
}
F32XN_INLINE f32xn f32xn_or(f32xn a, f32xn b) { return (f32xn)_mm256_or_ps((__m256)a, (__m256)b); }
/// b where the mask is not set, else 0.
F32XN_INLINE f32xn f32xn_andnot(f32xn mask, f32xn b)
{
    return (f32xn)_mm256_andnot_ps((__m256)mask, (__m256)b);
}
/// a where it is less than b, else 0.
F32XN_INLINE f32xn f32xn_below(f32xn a, f32xn b)
{
    return (f32xn)_mm256_and_ps(_mm256_cmp_ps((__m256)a, (__m256)b, _CMP_LT_OQ), (__m256)a);
}
/// A bit for each lane of a mask.
F32XN_INLINE uint32_t f32xn_bits(f32xn mask) { return (uint32_t)_mm256_movemask_ps((__m256)mask); }
/// The greatest, in all lanes.
F32XN_INLINE f32xn f32xn_max_lane(f32xn x)
{
    x = f32xn_max(x, (f32xn)_mm256_permute2f128_ps((__m256)x, (__m256)x, 1));
    x = f32xn_max(x, (f32xn)_mm256_permute_ps((__m256)x, 0x4e));
    return f32xn_max(x, (f32xn)_mm256_permute_ps((__m256)x, 0xb1));
}
F32XN_INLINE u32xn u32xn_max(u32xn a, u32xn b) { return (u32xn)_mm256_max_epu32((__m256i)a, (__m256i)b); }
/// The greatest of all lanes.
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
F32XN_INLINE f32xn f32xn_max(f32xn a, f32xn b) { return (f32xn)_mm_max_ps((__m128)a, (__m128)b); }
F32XN_INLINE f32xn f32xn_equal(f32xn a, f32xn b) { return (f32xn)_mm_cmpeq_ps((__m128)a, (__m128)b); }
F32XN_INLINE f32xn f32xn_or(f32xn a, f32xn b) { return (f32xn)_mm_or_ps((__m128)a, (__m128)b); }
F32XN_INLINE f32xn f32xn_andnot(f32xn mask, f32xn b) { return (f32xn)_mm_andnot_ps((__m128)mask, (__m128)b); }
F32XN_INLINE f32xn f32xn_below(f32xn a, f32xn b)
{
    return (f32xn)_mm_and_ps(_mm_cmplt_ps((__m128)a, (__m128)b), (__m128)a);
}
F32XN_INLINE uint32_t f32xn_bits(f32xn mask) { return (uint32_t)_mm_movemask_ps((__m128)mask); }
F32XN_INLINE f32xn f32xn_max_lane(f32xn x)
{
    x = f32xn_max(x, (f32xn)_mm_shuffle_ps((__m128)x, (__m128)x, 0x4e));
    return f32xn_max(x, (f32xn)_mm_shuffle_ps((__m128)x, (__m128)x, 0xb1));
}

#else

F32XN_INLINE f32xn f32xn_of_reals(const flr_real *p)
{
    return (f32xn){(float)p[0], (float)p[1], (float)p[2], (float)p[3]};
}
F32XN_INLINE f32xn f32xn_max(f32xn a, f32xn b)
{
    const u32xn more = (u32xn)(a > b);
    return (f32xn)(((u32xn)a & more) | ((u32xn)b & ~more));
}
F32XN_INLINE f32xn f32xn_equal(f32xn a, f32xn b) { return (f32xn)(a == b); }
F32XN_INLINE f32xn f32xn_or(f32xn a, f32xn b) { return (f32xn)((u32xn)a | (u32xn)b); }
F32XN_INLINE f32xn f32xn_andnot(f32xn mask, f32xn b) { return (f32xn)(~(u32xn)mask & (u32xn)b); }
F32XN_INLINE f32xn f32xn_below(f32xn a, f32xn b) { return (f32xn)((u32xn)(a < b) & (u32xn)a); }
F32XN_INLINE uint32_t f32xn_bits(f32xn mask)
{
    const u32xn m = (u32xn)mask >> 31;
    return m[0] | m[1] << 1 | m[2] << 2 | m[3] << 3;
}
F32XN_INLINE f32xn f32xn_max_lane(f32xn x)
{
    x = f32xn_max(x, (f32xn){x[2], x[3], x[0], x[1]});
    return f32xn_max(x, (f32xn){x[1], x[0], x[3], x[2]});
}

#endif
#endif

/// A point or direction in space.
typedef struct float3 {
    float x, y, z;
} float3;

F32XN_INLINE float3 float3_add(float3 a, float3 b) { return (float3){a.x + b.x, a.y + b.y, a.z + b.z}; }
F32XN_INLINE float3 float3_sub(float3 a, float3 b) { return (float3){a.x - b.x, a.y - b.y, a.z - b.z}; }
F32XN_INLINE float3 float3_neg(float3 a) { return (float3){-a.x, -a.y, -a.z}; }
/// s * a + t * b
F32XN_INLINE float3 float3_sum(float s, float3 a, float t, float3 b)
{
    return (float3){s * a.x + t * b.x, s * a.y + t * b.y, s * a.z + t * b.z};
}
F32XN_INLINE float float3_dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
F32XN_INLINE float3 float3_cross(float3 a, float3 b)
{
    return (float3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// Sixteen floats: two registers where the file is compiled for AVX2, four elsewhere.
enum { F32X16_PARTS = 16 / F32XN_LANES };
typedef struct f32x16 {
    f32xn of[F32X16_PARTS];
} f32x16;

#define F32X16_EACH(i) for (int i = 0; i < F32X16_PARTS; i++)

/// Of eight numbers and eight others.
F32XN_INLINE f32x16 f32x16_of_reals(const flr_real *first, const flr_real *second)
{
    f32x16 r;
    F32X16_EACH(i)
    {
        const int at = F32XN_LANES * i;
        r.of[i] = f32xn_of_reals(at < 8 ? first + at : second + (at - 8));
    }
    return r;
}
F32XN_INLINE void f32x16_store(float *p, f32x16 x)
{
    F32X16_EACH(i) f32xn_store(p + F32XN_LANES * i, x.of[i]);
}
F32XN_INLINE f32x16 f32x16_load(const float *p)
{
    f32x16 r;
    F32X16_EACH(i) r.of[i] = f32xn_load(p + F32XN_LANES * i);
    return r;
}
/// Eight from the first one on and eight from the second one on, but 0 where they are not below the count.
F32XN_INLINE f32x16 f32x16_numbers(float first, float second, float count)
{
    static const float NUMBERS[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    const f32xn end = f32xn_splat(count);
    f32x16 r;
    F32X16_EACH(i)
    {
        const int at = F32XN_LANES * i;
        const f32xn from = f32xn_splat(at < 8 ? first : second);
        r.of[i] = f32xn_below(from + f32xn_load(NUMBERS + at % 8), end);
    }
    return r;
}
F32XN_INLINE f32x16 f32x16_div(f32x16 a, f32x16 b)
{
    f32x16 r;
    F32X16_EACH(i) r.of[i] = a.of[i] / b.of[i];
    return r;
}
/// a + s, and s - a.
F32XN_INLINE f32x16 f32x16_plus(f32x16 a, float s)
{
    const f32xn all = f32xn_splat(s);
    f32x16 r;
    F32X16_EACH(i) r.of[i] = a.of[i] + all;
    return r;
}
F32XN_INLINE f32x16 f32x16_from(float s, f32x16 a)
{
    const f32xn all = f32xn_splat(s);
    f32x16 r;
    F32X16_EACH(i) r.of[i] = all - a.of[i];
    return r;
}
F32XN_INLINE f32x16 f32x16_at_least(f32x16 a, float s)
{
    const f32xn all = f32xn_splat(s);
    f32x16 r;
    F32X16_EACH(i) r.of[i] = f32xn_max(a.of[i], all);
    return r;
}
/// s * a - b
F32XN_INLINE f32x16 f32x16_add_scaled(float s, f32x16 a, f32x16 b)
{
    const f32xn all = f32xn_splat(s);
    f32x16 r;
    F32X16_EACH(i) r.of[i] = all * a.of[i] - b.of[i];
    return r;
}
/// a * x + b * y + c * z
F32XN_INLINE f32x16 f32x16_dot3(float a, f32x16 x, float b, f32x16 y, float c, f32x16 z)
{
    const f32xn p = f32xn_splat(a), q = f32xn_splat(b), s = f32xn_splat(c);
    f32x16 r;
    F32X16_EACH(i)
    r.of[i] = p * x.of[i] + q * y.of[i] + s * z.of[i];
    return r;
}
/// a where it is not the one or the other, else 0.
F32XN_INLINE f32x16 f32x16_andnot(f32x16 number, float one, float other, f32x16 a)
{
    const f32xn p = f32xn_splat(one), q = f32xn_splat(other);
    f32x16 r;
    F32X16_EACH(i)
    r.of[i] = f32xn_andnot(f32xn_or(f32xn_equal(number.of[i], p), f32xn_equal(number.of[i], q)), a.of[i]);
    return r;
}
/// The greatest of each lane of the parts.
F32XN_INLINE f32xn f32x16_max_part(f32x16 x)
{
    f32xn most = f32xn_max(x.of[0], x.of[1]);
    for (int i = 2; i < F32X16_PARTS; i++) most = f32xn_max(most, x.of[i]);
    return most;
}
/// A bit for each lane that has a value.
F32XN_INLINE uint32_t f32x16_and(f32x16 x, f32xn value)
{
    uint32_t bits = 0;
    F32X16_EACH(i) bits |= f32xn_bits(f32xn_equal(x.of[i], value)) << F32XN_LANES * i;
    return bits;
}

#endif
