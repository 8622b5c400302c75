/// Four numbers at once: a register in single precision, two in double, or one in a file that is compiled for AVX2. Every operation is one
/// of IEEE, so that the bits are those of numbers one by one, whichever way.
#ifndef FLR_MATH_FOUR_H
#define FLR_MATH_FOUR_H

#include <string.h>

#include "feeler/math2.h"

#ifdef __AVX2__
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

#if defined(FEELER_REAL_FLOAT) || defined(__AVX2__)
#define FOUR_IN_ONE
typedef flr_real four_lanes __attribute__((vector_size(4 * sizeof(flr_real))));
typedef struct four {
    four_lanes low;
} four;
#define FOUR_WITH(of_low, of_high)                                                                           \
    {                                                                                                        \
        of_low                                                                                               \
    }
#define FOUR_BITS(of_low, of_high) (of_low)
static inline four_lanes four_lanes_all(flr_real x) { return (four_lanes){x, x, x, x}; }
#else
typedef flr_real four_lanes __attribute__((vector_size(16)));
typedef struct four {
    four_lanes low, high;
} four;
#define FOUR_WITH(of_low, of_high)                                                                           \
    {                                                                                                        \
        of_low, of_high                                                                                      \
    }
#define FOUR_BITS(of_low, of_high) ((of_low) | (of_high) << 2)
static inline four_lanes four_lanes_all(flr_real x) { return (four_lanes){x, x}; }
#endif

static inline four_lanes four_lanes_load(const flr_real *p)
{
    four_lanes v;
    memcpy(&v, p, sizeof v);
    return v;
}

/// The smaller in each lane, b where they are equal or one is a NaN, and the larger in the same way; roots; a bit for each lane in which
/// a >= b, or a == b.
#if defined(__SSE2__) && defined(FEELER_REAL_FLOAT)
static inline four_lanes four_lanes_smaller(four_lanes a, four_lanes b)
{
    return (four_lanes)_mm_min_ps((__m128)a, (__m128)b);
}
static inline four_lanes four_lanes_larger(four_lanes a, four_lanes b)
{
    return (four_lanes)_mm_max_ps((__m128)a, (__m128)b);
}
static inline four_lanes four_lanes_root(four_lanes a) { return (four_lanes)_mm_sqrt_ps((__m128)a); }
static inline four_lanes four_lanes_magnitude(four_lanes a)
{
    return (four_lanes)_mm_andnot_ps(_mm_set1_ps(-0.0f), (__m128)a);
}
static inline uint32_t four_lanes_at_least(four_lanes a, four_lanes b)
{
    return (uint32_t)_mm_movemask_ps(_mm_cmpge_ps((__m128)a, (__m128)b));
}
static inline uint32_t four_lanes_equal(four_lanes a, four_lanes b)
{
    return (uint32_t)_mm_movemask_ps(_mm_cmpeq_ps((__m128)a, (__m128)b));
}
#elif defined(__AVX2__)
static inline four_lanes four_lanes_smaller(four_lanes a, four_lanes b)
{
    return (four_lanes)_mm256_min_pd((__m256d)a, (__m256d)b);
}
static inline four_lanes four_lanes_larger(four_lanes a, four_lanes b)
{
    return (four_lanes)_mm256_max_pd((__m256d)a, (__m256d)b);
}
static inline four_lanes four_lanes_root(four_lanes a) { return (four_lanes)_mm256_sqrt_pd((__m256d)a); }
static inline four_lanes four_lanes_magnitude(four_lanes a)
{
    return (four_lanes)_mm256_andnot_pd(_mm256_set1_pd(-0.0), (__m256d)a);
}
static inline uint32_t four_lanes_at_least(four_lanes a, four_lanes b)
{
    return (uint32_t)_mm256_movemask_pd(_mm256_cmp_pd((__m256d)a, (__m256d)b, _CMP_GE_OQ));
}
static inline uint32_t four_lanes_equal(four_lanes a, four_lanes b)
{
    return (uint32_t)_mm256_movemask_pd(_mm256_cmp_pd((__m256d)a, (__m256d)b, _CMP_EQ_OQ));
}
#elif defined(__SSE2__)
static inline four_lanes four_lanes_smaller(four_lanes a, four_lanes b)
{
    return (four_lanes)_mm_min_pd((__m128d)a, (__m128d)b);
}
static inline four_lanes four_lanes_larger(four_lanes a, four_lanes b)
{
    return (four_lanes)_mm_max_pd((__m128d)a, (__m128d)b);
}
static inline four_lanes four_lanes_root(four_lanes a) { return (four_lanes)_mm_sqrt_pd((__m128d)a); }
static inline four_lanes four_lanes_magnitude(four_lanes a)
{
    return (four_lanes)_mm_andnot_pd(_mm_set1_pd(-0.0), (__m128d)a);
}
static inline uint32_t four_lanes_at_least(four_lanes a, four_lanes b)
{
    return (uint32_t)_mm_movemask_pd(_mm_cmpge_pd((__m128d)a, (__m128d)b));
}
static inline uint32_t four_lanes_equal(four_lanes a, four_lanes b)
{
    return (uint32_t)_mm_movemask_pd(_mm_cmpeq_pd((__m128d)a, (__m128d)b));
}
#else
enum { FOUR_LANES = 16 / sizeof(flr_real) };
static inline four_lanes four_lanes_smaller(four_lanes a, four_lanes b)
{
    for (int k = 0; k < FOUR_LANES; ++k) a[k] = a[k] < b[k] ? a[k] : b[k];
    return a;
}
static inline four_lanes four_lanes_larger(four_lanes a, four_lanes b)
{
    for (int k = 0; k < FOUR_LANES; ++k) a[k] = a[k] > b[k] ? a[k] : b[k];
    return a;
}
static inline four_lanes four_lanes_root(four_lanes a)
{
    for (int k = 0; k < FOUR_LANES; ++k) a[k] = (flr_real)sqrt((double)a[k]);
    return a;
}
static inline four_lanes four_lanes_magnitude(four_lanes a)
{
    for (int k = 0; k < FOUR_LANES; ++k) a[k] = (flr_real)fabs((double)a[k]);
    return a;
}
static inline uint32_t four_lanes_at_least(four_lanes a, four_lanes b)
{
    uint32_t bits = 0;
    for (int k = 0; k < FOUR_LANES; ++k) bits |= (uint32_t)(a[k] >= b[k]) << k;
    return bits;
}
static inline uint32_t four_lanes_equal(four_lanes a, four_lanes b)
{
    uint32_t bits = 0;
    for (int k = 0; k < FOUR_LANES; ++k) bits |= (uint32_t)(a[k] == b[k]) << k;
    return bits;
}
#endif

#ifdef __AVX2__
/// The bits of `yes` where a < b, else of `no`.
static inline four four_where_less(four a, four b, four yes, four no)
{
#ifdef FEELER_REAL_FLOAT
    four r = {(four_lanes)_mm_blendv_ps((__m128)no.low, (__m128)yes.low,
                                        _mm_cmplt_ps((__m128)a.low, (__m128)b.low))};
#else
    four r = {(four_lanes)_mm256_blendv_pd((__m256d)no.low, (__m256d)yes.low,
                                           _mm256_cmp_pd((__m256d)a.low, (__m256d)b.low, _CMP_LT_OQ))};
#endif
    return r;
}
/// A whole number in the bits of all four.
static inline four four_all_bits(int k)
{
#ifdef FEELER_REAL_FLOAT
    four r = {(four_lanes)_mm_set1_epi32(k)};
#else
    four r = {(four_lanes)_mm256_set1_epi64x(k)};
#endif
    return r;
}
#endif

static inline four four_all(flr_real x)
{
    four r = FOUR_WITH(four_lanes_all(x), four_lanes_all(x));
    return r;
}
static inline four four_add(four a, four b)
{
    four r = FOUR_WITH(a.low + b.low, a.high + b.high);
    return r;
}
static inline four four_sub(four a, four b)
{
    four r = FOUR_WITH(a.low - b.low, a.high - b.high);
    return r;
}
static inline four four_mul(four a, four b)
{
    four r = FOUR_WITH(a.low * b.low, a.high * b.high);
    return r;
}
/// a x + b y: the heights of points along (a, b).
static inline four four_dot(four a, four b, four x, four y)
{
    four r = FOUR_WITH(a.low * x.low + b.low * y.low, a.high * x.high + b.high * y.high);
    return r;
}
static inline four four_smaller(four a, four b)
{
    four r = FOUR_WITH(four_lanes_smaller(a.low, b.low), four_lanes_smaller(a.high, b.high));
    return r;
}
static inline four four_larger(four a, four b)
{
    four r = FOUR_WITH(four_lanes_larger(a.low, b.low), four_lanes_larger(a.high, b.high));
    return r;
}
static inline four four_magnitude(four a)
{
    four r = FOUR_WITH(four_lanes_magnitude(a.low), four_lanes_magnitude(a.high));
    return r;
}
/// 1 over the length of (x, y).
static inline four four_over_length(four x, four y)
{
    four r = FOUR_WITH(1 / four_lanes_root(x.low * x.low + y.low * y.low),
                       1 / four_lanes_root(x.high * x.high + y.high * y.high));
    return r;
}
/// The first, second, third or fourth, four times.
#ifdef FOUR_IN_ONE
#define FOUR_SPREAD(a, k) four_all((a).low[k])
#else
#define FOUR_SPREAD(a, k) four_all((k) < 2 ? (a).low[(k) % 2] : (a).high[(k) % 2])
#endif

/// Each the one after it, the first after the last.
static inline four four_next(four a)
{
#ifdef FOUR_IN_ONE
    four r = {{a.low[1], a.low[2], a.low[3], a.low[0]}};
#else
    four r = {{a.low[1], a.high[0]}, {a.high[1], a.low[0]}};
#endif
    return r;
}
/// A bit for each that is x or more, or equal to it.
static inline uint32_t four_at_least(four a, flr_real x)
{
    const four_lanes b = four_lanes_all(x);
    return FOUR_BITS(four_lanes_at_least(a.low, b), four_lanes_at_least(a.high, b));
}
static inline uint32_t four_equal(four a, flr_real x)
{
    const four_lanes b = four_lanes_all(x);
    return FOUR_BITS(four_lanes_equal(a.low, b), four_lanes_equal(a.high, b));
}

#ifdef FOUR_IN_ONE
#define FOUR_FOLD(f, a)                                                                                      \
    four_lanes m = f((a).low, (four_lanes){(a).low[2], (a).low[3], (a).low[0], (a).low[1]});                 \
    return f(m, (four_lanes){m[1], m[0], m[3], m[2]})[0]
#ifdef FEELER_REAL_FLOAT
static inline flr_real four_sum(four a) { return (a.low[0] + a.low[1]) + (a.low[2] + a.low[3]); }
#else
static inline flr_real four_sum(four a) { return (a.low[0] + a.low[2]) + (a.low[1] + a.low[3]); }
#endif
#else
#define FOUR_FOLD(f, a)                                                                                      \
    four_lanes m = f((a).low, (a).high);                                                                     \
    return f(m, (four_lanes){m[1], m[0]})[0]
static inline flr_real four_sum(four a)
{
    four_lanes s = a.low + a.high;
    return s[0] + s[1];
}
#endif
static inline flr_real four_greatest(four a) { FOUR_FOLD(four_lanes_larger, a); }
static inline flr_real four_smallest(four a) { FOUR_FOLD(four_lanes_smaller, a); }

/// The coordinates of four points, each by a load of its own: what has just been written point by point is read faster so.
static inline __attribute__((always_inline)) void
four_points(const flr_vec2 *p, const flr_vec2 *q, const flr_vec2 *r, const flr_vec2 *s, four *x, four *y)
{
#if defined(__SSE2__) && defined(FEELER_REAL_FLOAT)
    double of[4];
    memcpy(&of[0], p, sizeof *p);
    memcpy(&of[1], q, sizeof *q);
    memcpy(&of[2], r, sizeof *r);
    memcpy(&of[3], s, sizeof *s);
    __m128 u = _mm_castpd_ps(_mm_set_pd(of[1], of[0])), v = _mm_castpd_ps(_mm_set_pd(of[3], of[2]));
    x->low = (four_lanes)_mm_shuffle_ps(u, v, 0x88);
    y->low = (four_lanes)_mm_shuffle_ps(u, v, 0xdd);
#elif defined(FEELER_REAL_FLOAT)
    x->low = (four_lanes){p->x, q->x, r->x, s->x};
    y->low = (four_lanes){p->y, q->y, r->y, s->y};
#elif defined(__AVX2__)
    const __m256d a = _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(&p->x)), _mm_loadu_pd(&r->x),
                                           1),
                  b = _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(&q->x)), _mm_loadu_pd(&s->x),
                                           1);
    x->low = (four_lanes)_mm256_unpacklo_pd(a, b);
    y->low = (four_lanes)_mm256_unpackhi_pd(a, b);
#else
    four_lanes a = four_lanes_load(&p->x), b = four_lanes_load(&q->x), c = four_lanes_load(&r->x),
               d = four_lanes_load(&s->x);
    x->low = (four_lanes){a[0], b[0]};
    y->low = (four_lanes){a[1], b[1]};
    x->high = (four_lanes){c[0], d[0]};
    y->high = (four_lanes){c[1], d[1]};
#endif
}

#endif
