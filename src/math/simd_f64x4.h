/// Four doubles at once: one register in a file that is compiled for AVX2, two registers of two elsewhere.
/// Every operation is one of IEEE 754 or a choice. So a lane has the bits of the same expression in plain
/// double, and code compiled for both widths gives the same bits.
#ifndef FLR_MATH_SIMD_F64X4_H
#define FLR_MATH_SIMD_F64X4_H

#include <string.h>

#include "math/simd.h"

/// Four integers.
typedef int32_t i32x4 __attribute__((vector_size(16)));

#ifdef __AVX2__
#include <immintrin.h>

typedef double f64x4 __attribute__((vector_size(32)));

static inline f64x4 f64x4_splat(double x) { return (f64x4){x, x, x, x}; }
static inline f64x4 f64x4_of(double a, double b, double c, double d) { return (f64x4){a, b, c, d}; }
static inline f64x4 f64x4_load(const double *p) { return (f64x4)_mm256_loadu_pd(p); }
static inline void f64x4_store(double *p, f64x4 x) { _mm256_storeu_pd(p, (__m256d)x); }
/// Return the first or the second of two in all lanes.
static inline f64x4 f64x4_splat_low(f64x2 x) { return (f64x4)_mm256_broadcastsd_pd((__m128d)x); }
static inline f64x4 f64x4_splat_high(f64x2 x)
{
    return (f64x4)_mm256_broadcastsd_pd(_mm_unpackhi_pd((__m128d)x, (__m128d)x));
}
#ifdef FEELER_REAL_FLOAT
static inline f64x4 f64x4_splat_real(const flr_real *p) { return f64x4_splat((double)*p); }
static inline f64x4 f64x4_load_real(const flr_real *p) { return (f64x4)_mm256_cvtps_pd(_mm_loadu_ps(p)); }
/// Stores x rounded, with b added after that.
static inline void f64x4_store_real(flr_real *p, f64x4 x, f64x4 b)
{
    _mm_storeu_ps(p, _mm_add_ps(_mm256_cvtpd_ps((__m256d)x), _mm256_cvtpd_ps((__m256d)b)));
}
#else
/// By an instruction of its own: else the compiler would compute differences of such numbers before they are
/// spread to all lanes.
static inline f64x4 f64x4_splat_real(const flr_real *p) { return (f64x4)_mm256_broadcast_sd(p); }
static inline f64x4 f64x4_load_real(const flr_real *p) { return f64x4_load(p); }
static inline void f64x4_store_real(flr_real *p, f64x4 x, f64x4 b) { f64x4_store(p, x + b); }
#endif
/// Loads three numbers, the third also in the last lane. The element before them is read as well.
static inline f64x4 f64x4_load3_real(const flr_real *p)
{
    return (f64x4)_mm256_permute4x64_pd((__m256d)f64x4_load_real(p - 1), 0xf9);
}
static inline f64x4 f64x4_add(f64x4 a, f64x4 b) { return a + b; }
static inline f64x4 f64x4_sub(f64x4 a, f64x4 b) { return a - b; }
static inline f64x4 f64x4_mul(f64x4 a, f64x4 b) { return a * b; }
static inline f64x4 f64x4_div(f64x4 a, f64x4 b) { return a / b; }
static inline f64x4 f64x4_min(f64x4 a, f64x4 b) { return (f64x4)_mm256_min_pd((__m256d)a, (__m256d)b); }
static inline f64x4 f64x4_max(f64x4 a, f64x4 b) { return (f64x4)_mm256_max_pd((__m256d)a, (__m256d)b); }
static inline f64x4 f64x4_and(f64x4 a, f64x4 b) { return (f64x4)_mm256_and_pd((__m256d)a, (__m256d)b); }
/// Returns b where the mask is not set, else 0.
static inline f64x4 f64x4_andnot(f64x4 mask, f64x4 b)
{
    return (f64x4)_mm256_andnot_pd((__m256d)mask, (__m256d)b);
}
static inline f64x4 f64x4_or(f64x4 a, f64x4 b) { return (f64x4)_mm256_or_pd((__m256d)a, (__m256d)b); }
static inline f64x4 f64x4_xor(f64x4 a, f64x4 signs)
{
    return (f64x4)_mm256_xor_pd((__m256d)a, (__m256d)signs);
}
static inline f64x4 f64x4_select(f64x4 mask, f64x4 a, f64x4 b)
{
    return (f64x4)_mm256_blendv_pd((__m256d)b, (__m256d)a, (__m256d)mask);
}
static inline f64x4 f64x4_less(f64x4 a, f64x4 b)
{
    return (f64x4)_mm256_cmp_pd((__m256d)a, (__m256d)b, _CMP_LT_OQ);
}
static inline f64x4 f64x4_at_most(f64x4 a, f64x4 b)
{
    return (f64x4)_mm256_cmp_pd((__m256d)a, (__m256d)b, _CMP_LE_OQ);
}
static inline f64x4 f64x4_equal(f64x4 a, f64x4 b)
{
    return (f64x4)_mm256_cmp_pd((__m256d)a, (__m256d)b, _CMP_EQ_OQ);
}
static inline f64x4 f64x4_abs(f64x4 x) { return (f64x4)_mm256_andnot_pd(_mm256_set1_pd(-0.0), (__m256d)x); }
/// Returns one bit for each lane: the sign, or the result of a comparison.
static inline uint32_t f64x4_mask(f64x4 m) { return (uint32_t)_mm256_movemask_pd((__m256d)m); }
/// Lane k in all lanes.
#define F64X4_SPREAD(a, k)                                                                                   \
    ((k) == 0   ? f64x4_splat_low(f64x4_low(a))                                                              \
     : (k) == 1 ? f64x4_splat_high(f64x4_low(a))                                                             \
                : (f64x4)_mm256_permute4x64_pd((__m256d)(a), 0x55 * (k)))
/// Returns the last lane in all.
static inline f64x4 f64x4_splat_last(f64x4 x) { return (f64x4)_mm256_permute4x64_pd((__m256d)x, 0xff); }
/// Return the first three lanes rotated: 1, 2, 0 and 2, 0, 1.
static inline f64x4 f64x4_rotate1(f64x4 x) { return (f64x4)_mm256_permute4x64_pd((__m256d)x, 0xc9); }
static inline f64x4 f64x4_rotate2(f64x4 x) { return (f64x4)_mm256_permute4x64_pd((__m256d)x, 0xd2); }
/// Returns all four lanes rotated: 1, 2, 3, 0.
static inline f64x4 f64x4_rotate4(f64x4 x) { return (f64x4)_mm256_permute4x64_pd((__m256d)x, 0x39); }
/// Return each pair swapped, and both pairs swapped: 1, 0, 3, 2 and 2, 3, 0, 1.
static inline f64x4 f64x4_swap(f64x4 x) { return (f64x4)_mm256_permute_pd((__m256d)x, 5); }
static inline f64x4 f64x4_swap_pairs(f64x4 x)
{
    return (f64x4)_mm256_permute2f128_pd((__m256d)x, (__m256d)x, 1);
}
static inline f64x4 f64x4_of_pairs(f64x2 low, f64x2 high)
{
    return (f64x4)_mm256_set_m128d((__m128d)high, (__m128d)low);
}
/// Returns x with another last lane.
static inline f64x4 f64x4_with_last(f64x4 x, f64x4 last)
{
    return (f64x4)_mm256_blend_pd((__m256d)x, (__m256d)last, 8);
}
static inline f64x2 f64x4_low(f64x4 x) { return (f64x2)_mm256_castpd256_pd128((__m256d)x); }
static inline f64x2 f64x4_high(f64x4 x) { return (f64x2)_mm256_extractf128_pd((__m256d)x, 1); }
static inline void f64x4_transpose(f64x4 *a, f64x4 *b, f64x4 *c, f64x4 *d)
{
    const __m256d p = _mm256_unpacklo_pd((__m256d)*a, (__m256d)*b),
                  q = _mm256_unpackhi_pd((__m256d)*a, (__m256d)*b),
                  r = _mm256_unpacklo_pd((__m256d)*c, (__m256d)*d),
                  s = _mm256_unpackhi_pd((__m256d)*c, (__m256d)*d);
    *a = (f64x4)_mm256_permute2f128_pd(p, r, 0x20);
    *b = (f64x4)_mm256_permute2f128_pd(q, s, 0x20);
    *c = (f64x4)_mm256_permute2f128_pd(p, r, 0x31);
    *d = (f64x4)_mm256_permute2f128_pd(q, s, 0x31);
}
static inline i32x4 f64x4_to_ints(f64x4 x) { return (i32x4)_mm256_cvttpd_epi32((__m256d)x); }
/// Loads integers below 2^31.
static inline f64x4 f64x4_of_ints(const uint32_t *i)
{
    return (f64x4)_mm256_cvtepi32_pd(_mm_loadu_si128((const __m128i *)i));
}
/// Returns the greatest, in all lanes.
static inline f64x4 f64x4_splat_max_lane(f64x4 x)
{
    const f64x4 m = f64x4_max(x, (f64x4)_mm256_permute2f128_pd((__m256d)x, (__m256d)x, 1));
    return f64x4_max(m, (f64x4)_mm256_permute_pd((__m256d)m, 5));
}
/// Returns for each argument the sum of its first three lanes: (0 + 1) + 2.
static inline f64x2 f64x4_sum3_pair(f64x4 a, f64x4 b)
{
    const __m256d even = _mm256_unpacklo_pd((__m256d)a, (__m256d)b),
                  odd = _mm256_unpackhi_pd((__m256d)a, (__m256d)b);
    return f64x4_low((f64x4)even + (f64x4)odd) + f64x4_high((f64x4)even);
}
/// Returns for each argument the greatest of its four lanes.
static inline f64x2 f64x4_max_lanes(f64x4 a, f64x4 b)
{
    const __m256d most =
        _mm256_max_pd(_mm256_unpacklo_pd((__m256d)a, (__m256d)b), _mm256_unpackhi_pd((__m256d)a, (__m256d)b));
    return f64x2_max(f64x4_low((f64x4)most), f64x4_high((f64x4)most));
}

#else

typedef struct f64x4 {
    f64x2 low, high;
} f64x4;

static inline f64x4 f64x4_make(f64x2 low, f64x2 high)
{
    f64x4 r = {low, high};
    return r;
}
static inline f64x4 f64x4_splat(double x) { return f64x4_make(f64x2_splat(x), f64x2_splat(x)); }
static inline f64x4 f64x4_of(double a, double b, double c, double d)
{
    return f64x4_make((f64x2){a, b}, (f64x2){c, d});
}
static inline f64x4 f64x4_load(const double *p)
{
    f64x4 r;
    memcpy(&r.low, p, sizeof r.low);
    memcpy(&r.high, p + 2, sizeof r.high);
    return r;
}
/// Return the first or the second of two in all lanes.
static inline f64x4 f64x4_splat_low(f64x2 x) { return f64x4_splat(x[0]); }
static inline f64x4 f64x4_splat_high(f64x2 x) { return f64x4_splat(x[1]); }
/// Returns a number in memory in all lanes.
static inline f64x4 f64x4_splat_real(const flr_real *p) { return f64x4_splat((double)*p); }
static inline void f64x4_store(double *p, f64x4 x)
{
    memcpy(p, &x.low, sizeof x.low);
    memcpy(p + 2, &x.high, sizeof x.high);
}
#ifdef FEELER_REAL_FLOAT
static inline f64x4 f64x4_load_real(const flr_real *p)
{
    return f64x4_of((double)p[0], (double)p[1], (double)p[2], (double)p[3]);
}
/// Stores x rounded, with b added after that.
static inline void f64x4_store_real(flr_real *p, f64x4 x, f64x4 b)
{
    p[0] = (flr_real)x.low[0] + (flr_real)b.low[0];
    p[1] = (flr_real)x.low[1] + (flr_real)b.low[1];
    p[2] = (flr_real)x.high[0] + (flr_real)b.high[0];
    p[3] = (flr_real)x.high[1] + (flr_real)b.high[1];
}
#else
static inline f64x4 f64x4_load_real(const flr_real *p) { return f64x4_load(p); }
static inline void f64x4_store_real(flr_real *p, f64x4 x, f64x4 b)
{
    f64x4_store(p, f64x4_make(x.low + b.low, x.high + b.high));
}
#endif
/// Loads three numbers, the third also in the last lane.
static inline f64x4 f64x4_load3_real(const flr_real *p)
{
    return f64x4_of((double)p[0], (double)p[1], (double)p[2], (double)p[2]);
}
static inline f64x4 f64x4_add(f64x4 a, f64x4 b) { return f64x4_make(a.low + b.low, a.high + b.high); }
static inline f64x4 f64x4_sub(f64x4 a, f64x4 b) { return f64x4_make(a.low - b.low, a.high - b.high); }
static inline f64x4 f64x4_mul(f64x4 a, f64x4 b) { return f64x4_make(a.low * b.low, a.high * b.high); }
static inline f64x4 f64x4_div(f64x4 a, f64x4 b) { return f64x4_make(a.low / b.low, a.high / b.high); }
static inline f64x4 f64x4_min(f64x4 a, f64x4 b)
{
    return f64x4_make(f64x2_min(a.low, b.low), f64x2_min(a.high, b.high));
}
static inline f64x4 f64x4_max(f64x4 a, f64x4 b)
{
    return f64x4_make(f64x2_max(a.low, b.low), f64x2_max(a.high, b.high));
}
static inline f64x4 f64x4_and(f64x4 a, f64x4 b)
{
    return f64x4_make(f64x2_and((i64x2)a.low, b.low), f64x2_and((i64x2)a.high, b.high));
}
/// Returns b where the mask is not set, else 0.
static inline f64x4 f64x4_andnot(f64x4 mask, f64x4 b)
{
    return f64x4_make(f64x2_and(~(i64x2)mask.low, b.low), f64x2_and(~(i64x2)mask.high, b.high));
}
static inline f64x4 f64x4_or(f64x4 a, f64x4 b)
{
    return f64x4_make((f64x2)((i64x2)a.low | (i64x2)b.low), (f64x2)((i64x2)a.high | (i64x2)b.high));
}
static inline f64x4 f64x4_xor(f64x4 a, f64x4 signs)
{
    return f64x4_make(f64x2_xor(a.low, (i64x2)signs.low), f64x2_xor(a.high, (i64x2)signs.high));
}
static inline f64x4 f64x4_select(f64x4 mask, f64x4 a, f64x4 b)
{
    return f64x4_make(f64x2_select((i64x2)mask.low, a.low, b.low),
                      f64x2_select((i64x2)mask.high, a.high, b.high));
}
static inline f64x4 f64x4_less(f64x4 a, f64x4 b)
{
    return f64x4_make((f64x2)(a.low < b.low), (f64x2)(a.high < b.high));
}
static inline f64x4 f64x4_at_most(f64x4 a, f64x4 b)
{
    return f64x4_make((f64x2)(a.low <= b.low), (f64x2)(a.high <= b.high));
}
static inline f64x4 f64x4_equal(f64x4 a, f64x4 b)
{
    return f64x4_make((f64x2)(a.low == b.low), (f64x2)(a.high == b.high));
}
static inline f64x4 f64x4_abs(f64x4 x) { return f64x4_make(f64x2_abs(x.low), f64x2_abs(x.high)); }
/// Returns one bit for each lane: the sign, or the result of a comparison.
static inline uint32_t f64x4_mask(f64x4 m)
{
    return f64x2_mask((i64x2)m.low) | f64x2_mask((i64x2)m.high) << 2;
}
/// Lane k in all lanes.
#define F64X4_SPREAD(a, k) f64x4_splat((k) < 2 ? (a).low[(k) % 2] : (a).high[(k) % 2])
/// Returns the last lane in all.
static inline f64x4 f64x4_splat_last(f64x4 x) { return f64x4_splat(x.high[1]); }
/// Return the first three lanes rotated: 1, 2, 0 and 2, 0, 1.
static inline f64x4 f64x4_rotate1(f64x4 x)
{
    return f64x4_make((f64x2){x.low[1], x.high[0]}, (f64x2){x.low[0], x.high[1]});
}
static inline f64x4 f64x4_rotate2(f64x4 x)
{
    return f64x4_make((f64x2){x.high[0], x.low[0]}, (f64x2){x.low[1], x.high[1]});
}
/// Returns the greatest, in all lanes.
static inline f64x4 f64x4_splat_max_lane(f64x4 x)
{
    f64x2 m = f64x2_max(x.low, x.high);
    m = f64x2_max(m, (f64x2){m[1], m[0]});
    return f64x4_make(m, m);
}
/// Returns all four lanes rotated: 1, 2, 3, 0.
static inline f64x4 f64x4_rotate4(f64x4 x)
{
    return f64x4_make((f64x2){x.low[1], x.high[0]}, (f64x2){x.high[1], x.low[0]});
}
/// Return each pair swapped, and both pairs swapped: 1, 0, 3, 2 and 2, 3, 0, 1.
static inline f64x4 f64x4_swap(f64x4 x)
{
    return f64x4_make((f64x2){x.low[1], x.low[0]}, (f64x2){x.high[1], x.high[0]});
}
static inline f64x4 f64x4_swap_pairs(f64x4 x) { return f64x4_make(x.high, x.low); }
static inline f64x4 f64x4_of_pairs(f64x2 low, f64x2 high) { return f64x4_make(low, high); }
/// Returns x with another last lane.
static inline f64x4 f64x4_with_last(f64x4 x, f64x4 last)
{
    return f64x4_make(x.low, (f64x2){x.high[0], last.high[1]});
}
static inline f64x2 f64x4_low(f64x4 x) { return x.low; }
static inline f64x2 f64x4_high(f64x4 x) { return x.high; }
static inline void f64x4_transpose(f64x4 *a, f64x4 *b, f64x4 *c, f64x4 *d)
{
    const f64x4 p = *a, q = *b, r = *c, s = *d;
    *a = f64x4_of(p.low[0], q.low[0], r.low[0], s.low[0]);
    *b = f64x4_of(p.low[1], q.low[1], r.low[1], s.low[1]);
    *c = f64x4_of(p.high[0], q.high[0], r.high[0], s.high[0]);
    *d = f64x4_of(p.high[1], q.high[1], r.high[1], s.high[1]);
}
/// Returns for each argument the sum of its first three lanes: (0 + 1) + 2.
static inline f64x2 f64x4_sum3_pair(f64x4 a, f64x4 b)
{
    return ((f64x2){a.low[0], b.low[0]} + (f64x2){a.low[1], b.low[1]}) + (f64x2){a.high[0], b.high[0]};
}
/// Returns for each argument the greatest of its four lanes.
static inline f64x2 f64x4_max_lanes(f64x4 a, f64x4 b)
{
    const f64x2 p = f64x2_max(a.low, a.high), q = f64x2_max(b.low, b.high);
    return f64x2_max((f64x2){p[0], q[0]}, (f64x2){p[1], q[1]});
}
/// Loads integers below 2^31.
static inline f64x4 f64x4_of_ints(const uint32_t *i)
{
    return f64x4_of((double)(int32_t)i[0], (double)(int32_t)i[1], (double)(int32_t)i[2],
                    (double)(int32_t)i[3]);
}
static inline i32x4 f64x4_to_ints(f64x4 x)
{
#ifdef __SSE2__
    return (i32x4)_mm_unpacklo_epi64(_mm_cvttpd_epi32((__m128d)x.low), _mm_cvttpd_epi32((__m128d)x.high));
#else
    return (i32x4){(int32_t)x.low[0], (int32_t)x.low[1], (int32_t)x.high[0], (int32_t)x.high[1]};
#endif
}
#endif

/// Loads three numbers and 0; four must be readable. The fourth may be unset, and a subnormal number there
/// would make products many times as slow.
static inline f64x4 f64x4_load_vector(const flr_real *p)
{
    return f64x4_with_last(f64x4_load_real(p), f64x4_splat(0));
}
static inline f64x4 f64x4_neg(f64x4 x) { return f64x4_xor(x, f64x4_splat(-0.0)); }
/// Returns the signs alone, as 0 or -0.
static inline f64x4 f64x4_signs(f64x4 x) { return f64x4_and(x, f64x4_splat(-0.0)); }
/// Returns a + s * b.
static inline f64x4 f64x4_add_scaled(f64x4 a, f64x4 s, f64x4 b) { return f64x4_add(a, f64x4_mul(s, b)); }
/// Returns a * x + b * y.
static inline f64x4 f64x4_dot2(f64x4 a, f64x4 x, f64x4 b, f64x4 y)
{
    return f64x4_add(f64x4_mul(a, x), f64x4_mul(b, y));
}
static inline f64x4 f64x4_dot3(f64x4 a, f64x4 x, f64x4 b, f64x4 y, f64x4 c, f64x4 z)
{
    return f64x4_add(f64x4_dot2(a, x, b, y), f64x4_mul(c, z));
}
/// Returns the squares with the signs of the numbers, so that they are in the order of the numbers.
static inline f64x4 f64x4_signed_square(f64x4 x) { return f64x4_mul(x, f64x4_abs(x)); }
static inline double f64x4_max_lane(f64x4 x)
{
    const f64x2 m = f64x2_max(f64x4_low(x), f64x4_high(x));
    return f64x2_max(m, (f64x2){m[1], m[1]})[0];
}
static inline double f64x4_min_lane(f64x4 x)
{
    const f64x2 m = f64x2_min(f64x4_low(x), f64x4_high(x));
    return f64x2_min(m, (f64x2){m[1], m[1]})[0];
}
/// Returns the sum of the first three lanes: (0 + 1) + 2.
static inline double f64x4_sum3(f64x4 x)
{
    const f64x2 low = f64x4_low(x);
    return (low[0] + low[1]) + f64x4_high(x)[0];
}
/// Returns a bit for each lane whose highest bit is set.
static inline uint32_t i32x4_mask(i32x4 m)
{
#ifdef __SSE2__
    return (uint32_t)_mm_movemask_ps(_mm_castsi128_ps((__m128i)m));
#else
    return (uint32_t)(m[0] < 0) | (uint32_t)(m[1] < 0) << 1 | (uint32_t)(m[2] < 0) << 2 |
           (uint32_t)(m[3] < 0) << 3;
#endif
}

#endif
