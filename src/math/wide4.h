/// Four doubles at once: one register in a file that is compiled for AVX2, two of two elsewhere. Every operation is one of IEEE or a
/// choice, so that a lane has the bits of the same expression in plain double, and a text compiled both ways answers alike.
#ifndef FLR_MATH_WIDE4_H
#define FLR_MATH_WIDE4_H

#include <string.h>

#include "math/wide3.h"

/// Four whole numbers.
typedef int32_t wide4_ints __attribute__((vector_size(16)));

#ifdef __AVX2__
#include <immintrin.h>

typedef double wide4 __attribute__((vector_size(32)));

static inline wide4 wide4_all(double x) { return (wide4){x, x, x, x}; }
static inline wide4 wide4_of(double a, double b, double c, double d) { return (wide4){a, b, c, d}; }
static inline wide4 wide4_load(const double *p) { return (wide4)_mm256_loadu_pd(p); }
static inline void wide4_store(double *p, wide4 x) { _mm256_storeu_pd(p, (__m256d)x); }
/// The first or the second of two in all lanes.
static inline wide4 wide4_all_low(wide_lanes x) { return (wide4)_mm256_broadcastsd_pd((__m128d)x); }
static inline wide4 wide4_all_high(wide_lanes x)
{
    return (wide4)_mm256_broadcastsd_pd(_mm_unpackhi_pd((__m128d)x, (__m128d)x));
}
#ifdef FEELER_REAL_FLOAT
static inline wide4 wide4_all_real(const flr_real *p) { return wide4_all((double)*p); }
static inline wide4 wide4_load_real(const flr_real *p) { return (wide4)_mm256_cvtps_pd(_mm_loadu_ps(p)); }
/// Rounded, and b added after that.
static inline void wide4_store_real(flr_real *p, wide4 x, wide4 b)
{
    _mm_storeu_ps(p, _mm_add_ps(_mm256_cvtpd_ps((__m256d)x), _mm256_cvtpd_ps((__m256d)b)));
}
#else
/// By an instruction of its own: differences of such would be taken before they are spread.
static inline wide4 wide4_all_real(const flr_real *p) { return (wide4)_mm256_broadcast_sd(p); }
static inline wide4 wide4_load_real(const flr_real *p) { return wide4_load(p); }
static inline void wide4_store_real(flr_real *p, wide4 x, wide4 b) { wide4_store(p, x + b); }
#endif
/// Three, the last lane the third once more. What stands before them is read as well.
static inline wide4 wide4_load3_real(const flr_real *p)
{
    return (wide4)_mm256_permute4x64_pd((__m256d)wide4_load_real(p - 1), 0xf9);
}
static inline wide4 wide4_add(wide4 a, wide4 b) { return a + b; }
static inline wide4 wide4_sub(wide4 a, wide4 b) { return a - b; }
static inline wide4 wide4_mul(wide4 a, wide4 b) { return a * b; }
static inline wide4 wide4_div(wide4 a, wide4 b) { return a / b; }
static inline wide4 wide4_min(wide4 a, wide4 b) { return (wide4)_mm256_min_pd((__m256d)a, (__m256d)b); }
static inline wide4 wide4_max(wide4 a, wide4 b) { return (wide4)_mm256_max_pd((__m256d)a, (__m256d)b); }
static inline wide4 wide4_and(wide4 a, wide4 b) { return (wide4)_mm256_and_pd((__m256d)a, (__m256d)b); }
/// b where the mask is not set, else 0.
static inline wide4 wide4_except(wide4 mask, wide4 b)
{
    return (wide4)_mm256_andnot_pd((__m256d)mask, (__m256d)b);
}
static inline wide4 wide4_or(wide4 a, wide4 b) { return (wide4)_mm256_or_pd((__m256d)a, (__m256d)b); }
static inline wide4 wide4_flip(wide4 a, wide4 signs)
{
    return (wide4)_mm256_xor_pd((__m256d)a, (__m256d)signs);
}
static inline wide4 wide4_choose(wide4 mask, wide4 a, wide4 b)
{
    return (wide4)_mm256_blendv_pd((__m256d)b, (__m256d)a, (__m256d)mask);
}
static inline wide4 wide4_less(wide4 a, wide4 b)
{
    return (wide4)_mm256_cmp_pd((__m256d)a, (__m256d)b, _CMP_LT_OQ);
}
static inline wide4 wide4_at_most(wide4 a, wide4 b)
{
    return (wide4)_mm256_cmp_pd((__m256d)a, (__m256d)b, _CMP_LE_OQ);
}
static inline wide4 wide4_equal(wide4 a, wide4 b)
{
    return (wide4)_mm256_cmp_pd((__m256d)a, (__m256d)b, _CMP_EQ_OQ);
}
static inline wide4 wide4_magnitude(wide4 x)
{
    return (wide4)_mm256_andnot_pd(_mm256_set1_pd(-0.0), (__m256d)x);
}
/// One bit for each lane: the sign, or what a comparison found.
static inline uint32_t wide4_mask(wide4 m) { return (uint32_t)_mm256_movemask_pd((__m256d)m); }
/// The first, second, third or fourth, four times.
#define WIDE4_SPREAD(a, k)                                                                                   \
    ((k) == 0   ? wide4_all_low(wide4_low(a))                                                                \
     : (k) == 1 ? wide4_all_high(wide4_low(a))                                                               \
                : (wide4)_mm256_permute4x64_pd((__m256d)(a), 0x55 * (k)))
/// The last lane in all.
static inline wide4 wide4_all_last(wide4 x) { return (wide4)_mm256_permute4x64_pd((__m256d)x, 0xff); }
/// The first three lanes turned round: 1, 2, 0 and 2, 0, 1.
static inline wide4 wide4_turn1(wide4 x) { return (wide4)_mm256_permute4x64_pd((__m256d)x, 0xc9); }
static inline wide4 wide4_turn2(wide4 x) { return (wide4)_mm256_permute4x64_pd((__m256d)x, 0xd2); }
/// All four turned round: 1, 2, 3, 0.
static inline wide4 wide4_follow(wide4 x) { return (wide4)_mm256_permute4x64_pd((__m256d)x, 0x39); }
/// Each pair, and all lanes as pairs, the other way round: 1, 0, 3, 2 and 2, 3, 0, 1.
static inline wide4 wide4_swap(wide4 x) { return (wide4)_mm256_permute_pd((__m256d)x, 5); }
static inline wide4 wide4_swap_pairs(wide4 x)
{
    return (wide4)_mm256_permute2f128_pd((__m256d)x, (__m256d)x, 1);
}
static inline wide4 wide4_of_pairs(wide_lanes low, wide_lanes high)
{
    return (wide4)_mm256_set_m128d((__m128d)high, (__m128d)low);
}
/// With another last lane.
static inline wide4 wide4_with_last(wide4 x, wide4 last)
{
    return (wide4)_mm256_blend_pd((__m256d)x, (__m256d)last, 8);
}
static inline wide_lanes wide4_low(wide4 x) { return (wide_lanes)_mm256_castpd256_pd128((__m256d)x); }
static inline wide_lanes wide4_high(wide4 x) { return (wide_lanes)_mm256_extractf128_pd((__m256d)x, 1); }
static inline void wide4_transpose(wide4 *a, wide4 *b, wide4 *c, wide4 *d)
{
    const __m256d p = _mm256_unpacklo_pd((__m256d)*a, (__m256d)*b),
                  q = _mm256_unpackhi_pd((__m256d)*a, (__m256d)*b),
                  r = _mm256_unpacklo_pd((__m256d)*c, (__m256d)*d),
                  s = _mm256_unpackhi_pd((__m256d)*c, (__m256d)*d);
    *a = (wide4)_mm256_permute2f128_pd(p, r, 0x20);
    *b = (wide4)_mm256_permute2f128_pd(q, s, 0x20);
    *c = (wide4)_mm256_permute2f128_pd(p, r, 0x31);
    *d = (wide4)_mm256_permute2f128_pd(q, s, 0x31);
}
static inline wide4_ints wide4_to_ints(wide4 x) { return (wide4_ints)_mm256_cvttpd_epi32((__m256d)x); }
/// Whole numbers below 2^31.
static inline wide4 wide4_of_ints(const uint32_t *i)
{
    return (wide4)_mm256_cvtepi32_pd(_mm_loadu_si128((const __m128i *)i));
}
/// The greatest, in all lanes.
static inline wide4 wide4_all_greatest(wide4 x)
{
    const wide4 m = wide4_max(x, (wide4)_mm256_permute2f128_pd((__m256d)x, (__m256d)x, 1));
    return wide4_max(m, (wide4)_mm256_permute_pd((__m256d)m, 5));
}
/// The first three of each summed up: (0 + 1) + 2.
static inline wide_lanes wide4_sums3(wide4 a, wide4 b)
{
    const __m256d even = _mm256_unpacklo_pd((__m256d)a, (__m256d)b),
                  odd = _mm256_unpackhi_pd((__m256d)a, (__m256d)b);
    return wide4_low((wide4)even + (wide4)odd) + wide4_high((wide4)even);
}
/// The greatest of the four of each.
static inline wide_lanes wide4_greatest_of(wide4 a, wide4 b)
{
    const __m256d most =
        _mm256_max_pd(_mm256_unpacklo_pd((__m256d)a, (__m256d)b), _mm256_unpackhi_pd((__m256d)a, (__m256d)b));
    return wide_max(wide4_low((wide4)most), wide4_high((wide4)most));
}

#else

typedef struct wide4 {
    wide_lanes low, high;
} wide4;

static inline wide4 wide4_make(wide_lanes low, wide_lanes high)
{
    wide4 r = {low, high};
    return r;
}
static inline wide4 wide4_all(double x) { return wide4_make(wide_all(x), wide_all(x)); }
static inline wide4 wide4_of(double a, double b, double c, double d)
{
    return wide4_make((wide_lanes){a, b}, (wide_lanes){c, d});
}
static inline wide4 wide4_load(const double *p)
{
    wide4 r;
    memcpy(&r.low, p, sizeof r.low);
    memcpy(&r.high, p + 2, sizeof r.high);
    return r;
}
/// The first or the second of two in all lanes.
static inline wide4 wide4_all_low(wide_lanes x) { return wide4_all(x[0]); }
static inline wide4 wide4_all_high(wide_lanes x) { return wide4_all(x[1]); }
/// A number in memory in all lanes.
static inline wide4 wide4_all_real(const flr_real *p) { return wide4_all((double)*p); }
static inline void wide4_store(double *p, wide4 x)
{
    memcpy(p, &x.low, sizeof x.low);
    memcpy(p + 2, &x.high, sizeof x.high);
}
#ifdef FEELER_REAL_FLOAT
static inline wide4 wide4_load_real(const flr_real *p)
{
    return wide4_of((double)p[0], (double)p[1], (double)p[2], (double)p[3]);
}
/// Rounded, and b added after that.
static inline void wide4_store_real(flr_real *p, wide4 x, wide4 b)
{
    p[0] = (flr_real)x.low[0] + (flr_real)b.low[0];
    p[1] = (flr_real)x.low[1] + (flr_real)b.low[1];
    p[2] = (flr_real)x.high[0] + (flr_real)b.high[0];
    p[3] = (flr_real)x.high[1] + (flr_real)b.high[1];
}
#else
static inline wide4 wide4_load_real(const flr_real *p) { return wide4_load(p); }
static inline void wide4_store_real(flr_real *p, wide4 x, wide4 b)
{
    wide4_store(p, wide4_make(x.low + b.low, x.high + b.high));
}
#endif
/// Three, the last lane the third once more.
static inline wide4 wide4_load3_real(const flr_real *p)
{
    return wide4_of((double)p[0], (double)p[1], (double)p[2], (double)p[2]);
}
static inline wide4 wide4_add(wide4 a, wide4 b) { return wide4_make(a.low + b.low, a.high + b.high); }
static inline wide4 wide4_sub(wide4 a, wide4 b) { return wide4_make(a.low - b.low, a.high - b.high); }
static inline wide4 wide4_mul(wide4 a, wide4 b) { return wide4_make(a.low * b.low, a.high * b.high); }
static inline wide4 wide4_div(wide4 a, wide4 b) { return wide4_make(a.low / b.low, a.high / b.high); }
static inline wide4 wide4_min(wide4 a, wide4 b)
{
    return wide4_make(wide_min(a.low, b.low), wide_min(a.high, b.high));
}
static inline wide4 wide4_max(wide4 a, wide4 b)
{
    return wide4_make(wide_max(a.low, b.low), wide_max(a.high, b.high));
}
static inline wide4 wide4_and(wide4 a, wide4 b)
{
    return wide4_make(wide_where((wide_bits)a.low, b.low), wide_where((wide_bits)a.high, b.high));
}
/// b where the mask is not set, else 0.
static inline wide4 wide4_except(wide4 mask, wide4 b)
{
    return wide4_make(wide_where(~(wide_bits)mask.low, b.low), wide_where(~(wide_bits)mask.high, b.high));
}
static inline wide4 wide4_or(wide4 a, wide4 b)
{
    return wide4_make((wide_lanes)((wide_bits)a.low | (wide_bits)b.low),
                      (wide_lanes)((wide_bits)a.high | (wide_bits)b.high));
}
static inline wide4 wide4_flip(wide4 a, wide4 signs)
{
    return wide4_make(wide_flip(a.low, (wide_bits)signs.low), wide_flip(a.high, (wide_bits)signs.high));
}
static inline wide4 wide4_choose(wide4 mask, wide4 a, wide4 b)
{
    return wide4_make(wide_choose((wide_bits)mask.low, a.low, b.low),
                      wide_choose((wide_bits)mask.high, a.high, b.high));
}
static inline wide4 wide4_less(wide4 a, wide4 b)
{
    return wide4_make((wide_lanes)(a.low < b.low), (wide_lanes)(a.high < b.high));
}
static inline wide4 wide4_at_most(wide4 a, wide4 b)
{
    return wide4_make((wide_lanes)(a.low <= b.low), (wide_lanes)(a.high <= b.high));
}
static inline wide4 wide4_equal(wide4 a, wide4 b)
{
    return wide4_make((wide_lanes)(a.low == b.low), (wide_lanes)(a.high == b.high));
}
static inline wide4 wide4_magnitude(wide4 x)
{
    return wide4_make(wide_magnitude(x.low), wide_magnitude(x.high));
}
/// One bit for each lane: the sign, or what a comparison found.
static inline uint32_t wide4_mask(wide4 m)
{
    return wide_mask((wide_bits)m.low) | wide_mask((wide_bits)m.high) << 2;
}
/// The first, second, third or fourth, four times.
#define WIDE4_SPREAD(a, k) wide4_all((k) < 2 ? (a).low[(k) % 2] : (a).high[(k) % 2])
/// The last lane in all.
static inline wide4 wide4_all_last(wide4 x) { return wide4_all(x.high[1]); }
/// The first three lanes turned round: 1, 2, 0 and 2, 0, 1.
static inline wide4 wide4_turn1(wide4 x)
{
    return wide4_make((wide_lanes){x.low[1], x.high[0]}, (wide_lanes){x.low[0], x.high[1]});
}
static inline wide4 wide4_turn2(wide4 x)
{
    return wide4_make((wide_lanes){x.high[0], x.low[0]}, (wide_lanes){x.low[1], x.high[1]});
}
/// The greatest, in all lanes.
static inline wide4 wide4_all_greatest(wide4 x)
{
    wide_lanes m = wide_max(x.low, x.high);
    m = wide_max(m, (wide_lanes){m[1], m[0]});
    return wide4_make(m, m);
}
/// All four turned round: 1, 2, 3, 0.
static inline wide4 wide4_follow(wide4 x)
{
    return wide4_make((wide_lanes){x.low[1], x.high[0]}, (wide_lanes){x.high[1], x.low[0]});
}
/// Each pair, and all lanes as pairs, the other way round: 1, 0, 3, 2 and 2, 3, 0, 1.
static inline wide4 wide4_swap(wide4 x)
{
    return wide4_make((wide_lanes){x.low[1], x.low[0]}, (wide_lanes){x.high[1], x.high[0]});
}
static inline wide4 wide4_swap_pairs(wide4 x) { return wide4_make(x.high, x.low); }
static inline wide4 wide4_of_pairs(wide_lanes low, wide_lanes high) { return wide4_make(low, high); }
/// With another last lane.
static inline wide4 wide4_with_last(wide4 x, wide4 last)
{
    return wide4_make(x.low, (wide_lanes){x.high[0], last.high[1]});
}
static inline wide_lanes wide4_low(wide4 x) { return x.low; }
static inline wide_lanes wide4_high(wide4 x) { return x.high; }
static inline void wide4_transpose(wide4 *a, wide4 *b, wide4 *c, wide4 *d)
{
    const wide4 p = *a, q = *b, r = *c, s = *d;
    *a = wide4_of(p.low[0], q.low[0], r.low[0], s.low[0]);
    *b = wide4_of(p.low[1], q.low[1], r.low[1], s.low[1]);
    *c = wide4_of(p.high[0], q.high[0], r.high[0], s.high[0]);
    *d = wide4_of(p.high[1], q.high[1], r.high[1], s.high[1]);
}
/// The first three of each summed up: (0 + 1) + 2.
static inline wide_lanes wide4_sums3(wide4 a, wide4 b)
{
    return ((wide_lanes){a.low[0], b.low[0]} + (wide_lanes){a.low[1], b.low[1]}) +
           (wide_lanes){a.high[0], b.high[0]};
}
/// The greatest of the four of each.
static inline wide_lanes wide4_greatest_of(wide4 a, wide4 b)
{
    const wide_lanes p = wide_max(a.low, a.high), q = wide_max(b.low, b.high);
    return wide_max((wide_lanes){p[0], q[0]}, (wide_lanes){p[1], q[1]});
}
/// Whole numbers below 2^31.
static inline wide4 wide4_of_ints(const uint32_t *i)
{
    return wide4_of((double)(int32_t)i[0], (double)(int32_t)i[1], (double)(int32_t)i[2],
                    (double)(int32_t)i[3]);
}
static inline wide4_ints wide4_to_ints(wide4 x)
{
#ifdef __SSE2__
    return (wide4_ints)_mm_unpacklo_epi64(_mm_cvttpd_epi32((__m128d)x.low),
                                          _mm_cvttpd_epi32((__m128d)x.high));
#else
    return (wide4_ints){(int32_t)x.low[0], (int32_t)x.low[1], (int32_t)x.high[0], (int32_t)x.high[1]};
#endif
}
#endif

/// Three numbers of four that can be read, and 0: what follows them need not be set, and a number below the normal
/// ones costs a product many times as much.
static inline wide4 wide4_load_vector(const flr_real *p)
{
    return wide4_with_last(wide4_load_real(p), wide4_all(0));
}
static inline wide4 wide4_neg(wide4 x) { return wide4_flip(x, wide4_all(-0.0)); }
/// The sign alone, as 0 or -0.
static inline wide4 wide4_signs(wide4 x) { return wide4_and(x, wide4_all(-0.0)); }
/// a + s * b
static inline wide4 wide4_along(wide4 a, wide4 s, wide4 b) { return wide4_add(a, wide4_mul(s, b)); }
/// a * x + b * y
static inline wide4 wide4_dot2(wide4 a, wide4 x, wide4 b, wide4 y)
{
    return wide4_add(wide4_mul(a, x), wide4_mul(b, y));
}
static inline wide4 wide4_dot3(wide4 a, wide4 x, wide4 b, wide4 y, wide4 c, wide4 z)
{
    return wide4_add(wide4_dot2(a, x, b, y), wide4_mul(c, z));
}
/// Squared, with the sign kept: in the order of the numbers themselves.
static inline wide4 wide4_signed_square(wide4 x) { return wide4_mul(x, wide4_magnitude(x)); }
static inline double wide4_greatest(wide4 x)
{
    const wide_lanes m = wide_max(wide4_low(x), wide4_high(x));
    return wide_max(m, (wide_lanes){m[1], m[1]})[0];
}
static inline double wide4_least(wide4 x)
{
    const wide_lanes m = wide_min(wide4_low(x), wide4_high(x));
    return wide_min(m, (wide_lanes){m[1], m[1]})[0];
}
/// The first three: (0 + 1) + 2.
static inline double wide4_sum3(wide4 x)
{
    const wide_lanes low = wide4_low(x);
    return (low[0] + low[1]) + wide4_high(x)[0];
}
/// A bit for each that is not 0 in its highest bit.
static inline uint32_t wide4_ints_mask(wide4_ints m)
{
#ifdef __SSE2__
    return (uint32_t)_mm_movemask_ps(_mm_castsi128_ps((__m128i)m));
#else
    return (uint32_t)(m[0] < 0) | (uint32_t)(m[1] < 0) << 1 | (uint32_t)(m[2] < 0) << 2 |
           (uint32_t)(m[3] < 0) << 3;
#endif
}

#endif
