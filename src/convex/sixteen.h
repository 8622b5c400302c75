/// Sixteen numbers in single precision at once, for searches that prove nothing: two registers in a file that is compiled for AVX2, four
/// elsewhere. Every operation is one of IEEE or a choice, so that a text compiled both ways finds the same.
#ifndef FLR_CONVEX_SIXTEEN_H
#define FLR_CONVEX_SIXTEEN_H

#include "convex/wide3.h"

#ifdef __AVX2__
#include <immintrin.h>

enum { SIXTEEN_PARTS = 2, SIXTEEN_LANES = 8 };
typedef __m256 sixteen_part;

static inline sixteen_part sixteen_part_all(float x) { return _mm256_set1_ps(x); }
static inline sixteen_part sixteen_part_load(const float *p) { return _mm256_loadu_ps(p); }
static inline void sixteen_part_store(float *p, sixteen_part x) { _mm256_storeu_ps(p, x); }
static inline sixteen_part sixteen_part_add(sixteen_part a, sixteen_part b) { return _mm256_add_ps(a, b); }
static inline sixteen_part sixteen_part_sub(sixteen_part a, sixteen_part b) { return _mm256_sub_ps(a, b); }
static inline sixteen_part sixteen_part_mul(sixteen_part a, sixteen_part b) { return _mm256_mul_ps(a, b); }
static inline sixteen_part sixteen_part_div(sixteen_part a, sixteen_part b) { return _mm256_div_ps(a, b); }
static inline sixteen_part sixteen_part_max(sixteen_part a, sixteen_part b) { return _mm256_max_ps(a, b); }
static inline sixteen_part sixteen_part_or(sixteen_part a, sixteen_part b) { return _mm256_or_ps(a, b); }
static inline sixteen_part sixteen_part_except(sixteen_part mask, sixteen_part b)
{
    return _mm256_andnot_ps(mask, b);
}
static inline sixteen_part sixteen_part_equal(sixteen_part a, sixteen_part b)
{
    return _mm256_cmp_ps(a, b, _CMP_EQ_OQ);
}
/// a where it is less than b, else 0.
static inline sixteen_part sixteen_part_below(sixteen_part a, sixteen_part b)
{
    return _mm256_and_ps(_mm256_cmp_ps(a, b, _CMP_LT_OQ), a);
}
static inline uint32_t sixteen_part_mask(sixteen_part m) { return (uint32_t)_mm256_movemask_ps(m); }
static inline sixteen_part sixteen_part_of_reals(const flr_real *p)
{
#ifdef FEELER_REAL_FLOAT
    return _mm256_loadu_ps(p);
#else
    return _mm256_set_m128(_mm256_cvtpd_ps(_mm256_loadu_pd(p + 4)), _mm256_cvtpd_ps(_mm256_loadu_pd(p)));
#endif
}
/// The greatest, in all lanes.
static inline sixteen_part sixteen_part_greatest(sixteen_part x)
{
    x = _mm256_max_ps(x, _mm256_permute2f128_ps(x, x, 1));
    x = _mm256_max_ps(x, _mm256_permute_ps(x, 0x4e));
    return _mm256_max_ps(x, _mm256_permute_ps(x, 0xb1));
}
static inline float sixteen_part_first(sixteen_part x) { return _mm256_cvtss_f32(x); }

#elif defined(__SSE2__)

enum { SIXTEEN_PARTS = 4, SIXTEEN_LANES = 4 };
typedef __m128 sixteen_part;

static inline sixteen_part sixteen_part_all(float x) { return _mm_set1_ps(x); }
static inline sixteen_part sixteen_part_load(const float *p) { return _mm_loadu_ps(p); }
static inline void sixteen_part_store(float *p, sixteen_part x) { _mm_storeu_ps(p, x); }
static inline sixteen_part sixteen_part_add(sixteen_part a, sixteen_part b) { return _mm_add_ps(a, b); }
static inline sixteen_part sixteen_part_sub(sixteen_part a, sixteen_part b) { return _mm_sub_ps(a, b); }
static inline sixteen_part sixteen_part_mul(sixteen_part a, sixteen_part b) { return _mm_mul_ps(a, b); }
static inline sixteen_part sixteen_part_div(sixteen_part a, sixteen_part b) { return _mm_div_ps(a, b); }
static inline sixteen_part sixteen_part_max(sixteen_part a, sixteen_part b) { return _mm_max_ps(a, b); }
static inline sixteen_part sixteen_part_or(sixteen_part a, sixteen_part b) { return _mm_or_ps(a, b); }
static inline sixteen_part sixteen_part_except(sixteen_part mask, sixteen_part b)
{
    return _mm_andnot_ps(mask, b);
}
static inline sixteen_part sixteen_part_equal(sixteen_part a, sixteen_part b) { return _mm_cmpeq_ps(a, b); }
static inline sixteen_part sixteen_part_below(sixteen_part a, sixteen_part b)
{
    return _mm_and_ps(_mm_cmplt_ps(a, b), a);
}
static inline uint32_t sixteen_part_mask(sixteen_part m) { return (uint32_t)_mm_movemask_ps(m); }
static inline sixteen_part sixteen_part_of_reals(const flr_real *p)
{
#ifdef FEELER_REAL_FLOAT
    return _mm_loadu_ps(p);
#else
    return _mm_movelh_ps(_mm_cvtpd_ps(_mm_loadu_pd(p)), _mm_cvtpd_ps(_mm_loadu_pd(p + 2)));
#endif
}
static inline sixteen_part sixteen_part_greatest(sixteen_part x)
{
    x = _mm_max_ps(x, _mm_shuffle_ps(x, x, 0x4e));
    return _mm_max_ps(x, _mm_shuffle_ps(x, x, 0xb1));
}
static inline float sixteen_part_first(sixteen_part x) { return _mm_cvtss_f32(x); }

#else

enum { SIXTEEN_PARTS = 4, SIXTEEN_LANES = 4 };
typedef float sixteen_part __attribute__((vector_size(16)));
typedef int32_t sixteen_bits __attribute__((vector_size(16)));

static inline sixteen_part sixteen_part_all(float x) { return (sixteen_part){x, x, x, x}; }
static inline sixteen_part sixteen_part_load(const float *p)
{
    return (sixteen_part){p[0], p[1], p[2], p[3]};
}
static inline void sixteen_part_store(float *p, sixteen_part x)
{
    for (int i = 0; i < 4; i++) p[i] = x[i];
}
static inline sixteen_part sixteen_part_add(sixteen_part a, sixteen_part b) { return a + b; }
static inline sixteen_part sixteen_part_sub(sixteen_part a, sixteen_part b) { return a - b; }
static inline sixteen_part sixteen_part_mul(sixteen_part a, sixteen_part b) { return a * b; }
static inline sixteen_part sixteen_part_div(sixteen_part a, sixteen_part b) { return a / b; }
static inline sixteen_part sixteen_part_max(sixteen_part a, sixteen_part b)
{
    const sixteen_bits more = a > b;
    return (sixteen_part)(((sixteen_bits)a & more) | ((sixteen_bits)b & ~more));
}
static inline sixteen_part sixteen_part_or(sixteen_part a, sixteen_part b)
{
    return (sixteen_part)((sixteen_bits)a | (sixteen_bits)b);
}
static inline sixteen_part sixteen_part_except(sixteen_part mask, sixteen_part b)
{
    return (sixteen_part)(~(sixteen_bits)mask & (sixteen_bits)b);
}
static inline sixteen_part sixteen_part_equal(sixteen_part a, sixteen_part b)
{
    return (sixteen_part)(a == b);
}
static inline sixteen_part sixteen_part_below(sixteen_part a, sixteen_part b)
{
    return (sixteen_part)((a < b) & (sixteen_bits)a);
}
static inline uint32_t sixteen_part_mask(sixteen_part x)
{
    const sixteen_bits m = (sixteen_bits)x;
    return (uint32_t)(m[0] < 0) | (uint32_t)(m[1] < 0) << 1 | (uint32_t)(m[2] < 0) << 2 |
           (uint32_t)(m[3] < 0) << 3;
}
static inline sixteen_part sixteen_part_of_reals(const flr_real *p)
{
    return (sixteen_part){(float)p[0], (float)p[1], (float)p[2], (float)p[3]};
}
static inline sixteen_part sixteen_part_greatest(sixteen_part x)
{
    x = sixteen_part_max(x, (sixteen_part){x[2], x[3], x[0], x[1]});
    return sixteen_part_max(x, (sixteen_part){x[1], x[0], x[3], x[2]});
}
static inline float sixteen_part_first(sixteen_part x) { return x[0]; }
#endif

typedef struct sixteen {
    sixteen_part of[SIXTEEN_PARTS];
} sixteen;

#define SIXTEEN_INLINE static inline __attribute__((always_inline))
#define SIXTEEN_EACH(i) for (int i = 0; i < SIXTEEN_PARTS; i++)

/// Of eight numbers and eight others.
SIXTEEN_INLINE sixteen sixteen_of_reals(const flr_real *first, const flr_real *second)
{
    sixteen r;
    SIXTEEN_EACH(i)
    {
        const int at = SIXTEEN_LANES * i;
        r.of[i] = sixteen_part_of_reals(at < 8 ? first + at : second + (at - 8));
    }
    return r;
}
SIXTEEN_INLINE void sixteen_store(float *p, sixteen x)
{
    SIXTEEN_EACH(i) sixteen_part_store(p + SIXTEEN_LANES * i, x.of[i]);
}
SIXTEEN_INLINE sixteen sixteen_load(const float *p)
{
    sixteen r;
    SIXTEEN_EACH(i) r.of[i] = sixteen_part_load(p + SIXTEEN_LANES * i);
    return r;
}
/// Eight from the first one on and eight from the second one on, but 0 where they are not below the count.
SIXTEEN_INLINE sixteen sixteen_numbers(float first, float second, float count)
{
    static const float NUMBERS[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    const sixteen_part end = sixteen_part_all(count);
    sixteen r;
    SIXTEEN_EACH(i)
    {
        const int at = SIXTEEN_LANES * i;
        const sixteen_part from = sixteen_part_all(at < 8 ? first : second);
        r.of[i] = sixteen_part_below(sixteen_part_add(from, sixteen_part_load(NUMBERS + at % 8)), end);
    }
    return r;
}
SIXTEEN_INLINE sixteen sixteen_div(sixteen a, sixteen b)
{
    sixteen r;
    SIXTEEN_EACH(i) r.of[i] = sixteen_part_div(a.of[i], b.of[i]);
    return r;
}
/// a + s, and s - a.
SIXTEEN_INLINE sixteen sixteen_plus(sixteen a, float s)
{
    const sixteen_part all = sixteen_part_all(s);
    sixteen r;
    SIXTEEN_EACH(i) r.of[i] = sixteen_part_add(a.of[i], all);
    return r;
}
SIXTEEN_INLINE sixteen sixteen_from(float s, sixteen a)
{
    const sixteen_part all = sixteen_part_all(s);
    sixteen r;
    SIXTEEN_EACH(i) r.of[i] = sixteen_part_sub(all, a.of[i]);
    return r;
}
SIXTEEN_INLINE sixteen sixteen_at_least(sixteen a, float s)
{
    const sixteen_part all = sixteen_part_all(s);
    sixteen r;
    SIXTEEN_EACH(i) r.of[i] = sixteen_part_max(a.of[i], all);
    return r;
}
/// s * a - b
SIXTEEN_INLINE sixteen sixteen_along(float s, sixteen a, sixteen b)
{
    const sixteen_part all = sixteen_part_all(s);
    sixteen r;
    SIXTEEN_EACH(i) r.of[i] = sixteen_part_sub(sixteen_part_mul(all, a.of[i]), b.of[i]);
    return r;
}
/// a * x + b * y + c * z
SIXTEEN_INLINE sixteen sixteen_dot3(float a, sixteen x, float b, sixteen y, float c, sixteen z)
{
    const sixteen_part p = sixteen_part_all(a), q = sixteen_part_all(b), s = sixteen_part_all(c);
    sixteen r;
    SIXTEEN_EACH(i)
    r.of[i] = sixteen_part_add(sixteen_part_add(sixteen_part_mul(p, x.of[i]), sixteen_part_mul(q, y.of[i])),
                               sixteen_part_mul(s, z.of[i]));
    return r;
}
/// a where it is not the one or the other, else 0.
SIXTEEN_INLINE sixteen sixteen_unless(sixteen number, float one, float other, sixteen a)
{
    const sixteen_part p = sixteen_part_all(one), q = sixteen_part_all(other);
    sixteen r;
    SIXTEEN_EACH(i)
    r.of[i] = sixteen_part_except(
        sixteen_part_or(sixteen_part_equal(number.of[i], p), sixteen_part_equal(number.of[i], q)), a.of[i]);
    return r;
}
/// The greatest of each lane of the parts.
SIXTEEN_INLINE sixteen_part sixteen_greatest_part(sixteen x)
{
    sixteen_part most = sixteen_part_max(x.of[0], x.of[1]);
    for (int i = 2; i < SIXTEEN_PARTS; i++) most = sixteen_part_max(most, x.of[i]);
    return most;
}
/// A bit for each lane that has a value.
SIXTEEN_INLINE uint32_t sixteen_where(sixteen x, sixteen_part value)
{
    uint32_t bits = 0;
    SIXTEEN_EACH(i) bits |= sixteen_part_mask(sixteen_part_equal(x.of[i], value)) << SIXTEEN_LANES * i;
    return bits;
}

#endif
