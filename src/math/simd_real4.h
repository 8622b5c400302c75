/// Four flr_real at once: one register in single precision, two in double, or one in a file that is compiled
/// for AVX2. Every operation is one of IEEE 754, so the bits are those of scalar code.
#ifndef FLR_MATH_SIMD_REAL4_H
#define FLR_MATH_SIMD_REAL4_H

#include <string.h>

#include "feeler/math.h"

#ifdef __AVX2__
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

#if defined(FEELER_REAL_FLOAT) || defined(__AVX2__)
#define REAL4_IN_ONE
typedef flr_real real4_half __attribute__((vector_size(4 * sizeof(flr_real))));
typedef struct real4 {
    real4_half low;
} real4;
#define REAL4_WITH(of_low, of_high)                                                                          \
    {                                                                                                        \
        of_low                                                                                               \
    }
#define REAL4_BITS(of_low, of_high) (of_low)
static inline real4_half real4_half_splat(flr_real x) { return (real4_half){x, x, x, x}; }
#else
typedef flr_real real4_half __attribute__((vector_size(16)));
typedef struct real4 {
    real4_half low, high;
} real4;
#define REAL4_WITH(of_low, of_high)                                                                          \
    {                                                                                                        \
        of_low, of_high                                                                                      \
    }
#define REAL4_BITS(of_low, of_high) ((of_low) | (of_high) << 2)
static inline real4_half real4_half_splat(flr_real x) { return (real4_half){x, x}; }
#endif

static inline real4_half real4_half_load(const flr_real *p)
{
    real4_half v;
    memcpy(&v, p, sizeof v);
    return v;
}

/// For a half: the smaller and the larger in each lane, b where they are equal or one is a NaN; roots; and a
/// bit for each lane in which a >= b, or a == b.
#if defined(__SSE2__) && defined(FEELER_REAL_FLOAT)
static inline real4_half real4_half_min(real4_half a, real4_half b)
{
    return (real4_half)_mm_min_ps((__m128)a, (__m128)b);
}
static inline real4_half real4_half_max(real4_half a, real4_half b)
{
    return (real4_half)_mm_max_ps((__m128)a, (__m128)b);
}
static inline real4_half real4_half_sqrt(real4_half a) { return (real4_half)_mm_sqrt_ps((__m128)a); }
static inline real4_half real4_half_abs(real4_half a)
{
    return (real4_half)_mm_andnot_ps(_mm_set1_ps(-0.0f), (__m128)a);
}
static inline uint32_t real4_half_at_least(real4_half a, real4_half b)
{
    return (uint32_t)_mm_movemask_ps(_mm_cmpge_ps((__m128)a, (__m128)b));
}
static inline uint32_t real4_half_equal(real4_half a, real4_half b)
{
    return (uint32_t)_mm_movemask_ps(_mm_cmpeq_ps((__m128)a, (__m128)b));
}
#elif defined(__AVX2__)
static inline real4_half real4_half_min(real4_half a, real4_half b)
{
    return (real4_half)_mm256_min_pd((__m256d)a, (__m256d)b);
}
static inline real4_half real4_half_max(real4_half a, real4_half b)
{
    return (real4_half)_mm256_max_pd((__m256d)a, (__m256d)b);
}
static inline real4_half real4_half_sqrt(real4_half a) { return (real4_half)_mm256_sqrt_pd((__m256d)a); }
static inline real4_half real4_half_abs(real4_half a)
{
    return (real4_half)_mm256_andnot_pd(_mm256_set1_pd(-0.0), (__m256d)a);
}
static inline uint32_t real4_half_at_least(real4_half a, real4_half b)
{
    return (uint32_t)_mm256_movemask_pd(_mm256_cmp_pd((__m256d)a, (__m256d)b, _CMP_GE_OQ));
}
static inline uint32_t real4_half_equal(real4_half a, real4_half b)
{
    return (uint32_t)_mm256_movemask_pd(_mm256_cmp_pd((__m256d)a, (__m256d)b, _CMP_EQ_OQ));
}
#elif defined(__SSE2__)
static inline real4_half real4_half_min(real4_half a, real4_half b)
{
    return (real4_half)_mm_min_pd((__m128d)a, (__m128d)b);
}
static inline real4_half real4_half_max(real4_half a, real4_half b)
{
    return (real4_half)_mm_max_pd((__m128d)a, (__m128d)b);
}
static inline real4_half real4_half_sqrt(real4_half a) { return (real4_half)_mm_sqrt_pd((__m128d)a); }
static inline real4_half real4_half_abs(real4_half a)
{
    return (real4_half)_mm_andnot_pd(_mm_set1_pd(-0.0), (__m128d)a);
}
static inline uint32_t real4_half_at_least(real4_half a, real4_half b)
{
    return (uint32_t)_mm_movemask_pd(_mm_cmpge_pd((__m128d)a, (__m128d)b));
}
static inline uint32_t real4_half_equal(real4_half a, real4_half b)
{
    return (uint32_t)_mm_movemask_pd(_mm_cmpeq_pd((__m128d)a, (__m128d)b));
}
#else
enum { REAL4_LANES = 16 / sizeof(flr_real) };
static inline real4_half real4_half_min(real4_half a, real4_half b)
{
    for (int k = 0; k < REAL4_LANES; ++k) a[k] = a[k] < b[k] ? a[k] : b[k];
    return a;
}
static inline real4_half real4_half_max(real4_half a, real4_half b)
{
    for (int k = 0; k < REAL4_LANES; ++k) a[k] = a[k] > b[k] ? a[k] : b[k];
    return a;
}
static inline real4_half real4_half_sqrt(real4_half a)
{
    for (int k = 0; k < REAL4_LANES; ++k) a[k] = (flr_real)sqrt((double)a[k]);
    return a;
}
static inline real4_half real4_half_abs(real4_half a)
{
    for (int k = 0; k < REAL4_LANES; ++k) a[k] = (flr_real)fabs((double)a[k]);
    return a;
}
static inline uint32_t real4_half_at_least(real4_half a, real4_half b)
{
    uint32_t bits = 0;
    for (int k = 0; k < REAL4_LANES; ++k) bits |= (uint32_t)(a[k] >= b[k]) << k;
    return bits;
}
static inline uint32_t real4_half_equal(real4_half a, real4_half b)
{
    uint32_t bits = 0;
    for (int k = 0; k < REAL4_LANES; ++k) bits |= (uint32_t)(a[k] == b[k]) << k;
    return bits;
}
#endif

static inline real4 real4_splat(flr_real x)
{
    real4 r = REAL4_WITH(real4_half_splat(x), real4_half_splat(x));
    return r;
}
static inline real4 real4_add(real4 a, real4 b)
{
    real4 r = REAL4_WITH(a.low + b.low, a.high + b.high);
    return r;
}
static inline real4 real4_sub(real4 a, real4 b)
{
    real4 r = REAL4_WITH(a.low - b.low, a.high - b.high);
    return r;
}
static inline real4 real4_mul(real4 a, real4 b)
{
    real4 r = REAL4_WITH(a.low * b.low, a.high * b.high);
    return r;
}
/// Returns a x + b y: the heights of points along (a, b).
static inline real4 real4_dot(real4 a, real4 b, real4 x, real4 y)
{
    real4 r = REAL4_WITH(a.low * x.low + b.low * y.low, a.high * x.high + b.high * y.high);
    return r;
}
static inline real4 real4_min(real4 a, real4 b)
{
    real4 r = REAL4_WITH(real4_half_min(a.low, b.low), real4_half_min(a.high, b.high));
    return r;
}
static inline real4 real4_max(real4 a, real4 b)
{
    real4 r = REAL4_WITH(real4_half_max(a.low, b.low), real4_half_max(a.high, b.high));
    return r;
}
static inline real4 real4_abs(real4 a)
{
    real4 r = REAL4_WITH(real4_half_abs(a.low), real4_half_abs(a.high));
    return r;
}
/// Returns 1 over the length of (x, y).
static inline real4 real4_over_length(real4 x, real4 y)
{
    real4 r = REAL4_WITH(1 / real4_half_sqrt(x.low * x.low + y.low * y.low),
                         1 / real4_half_sqrt(x.high * x.high + y.high * y.high));
    return r;
}
/// Lane k in all lanes.
#ifdef REAL4_IN_ONE
#define REAL4_SPREAD(a, k) real4_splat((a).low[k])
#else
#define REAL4_SPREAD(a, k) real4_splat((k) < 2 ? (a).low[(k) % 2] : (a).high[(k) % 2])
#endif

/// Returns the lanes rotated: each the one after it, the first after the last.
static inline real4 real4_rotate(real4 a)
{
#ifdef REAL4_IN_ONE
    real4 r = {{a.low[1], a.low[2], a.low[3], a.low[0]}};
#else
    real4 r = {{a.low[1], a.high[0]}, {a.high[1], a.low[0]}};
#endif
    return r;
}
/// Return a bit for each lane that is at least x, or equal to it.
static inline uint32_t real4_at_least(real4 a, flr_real x)
{
    const real4_half b = real4_half_splat(x);
    return REAL4_BITS(real4_half_at_least(a.low, b), real4_half_at_least(a.high, b));
}
static inline uint32_t real4_equal(real4 a, flr_real x)
{
    const real4_half b = real4_half_splat(x);
    return REAL4_BITS(real4_half_equal(a.low, b), real4_half_equal(a.high, b));
}

#ifdef REAL4_IN_ONE
#define REAL4_FOLD(f, a)                                                                                     \
    real4_half m = f((a).low, (real4_half){(a).low[2], (a).low[3], (a).low[0], (a).low[1]});                 \
    return f(m, (real4_half){m[1], m[0], m[3], m[2]})[0]
#ifdef FEELER_REAL_FLOAT
static inline flr_real real4_sum(real4 a) { return (a.low[0] + a.low[1]) + (a.low[2] + a.low[3]); }
#else
static inline flr_real real4_sum(real4 a) { return (a.low[0] + a.low[2]) + (a.low[1] + a.low[3]); }
#endif
#else
#define REAL4_FOLD(f, a)                                                                                     \
    real4_half m = f((a).low, (a).high);                                                                     \
    return f(m, (real4_half){m[1], m[0]})[0]
static inline flr_real real4_sum(real4 a)
{
    real4_half s = a.low + a.high;
    return s[0] + s[1];
}
#endif
static inline flr_real real4_max_lane(real4 a) { REAL4_FOLD(real4_half_max, a); }
static inline flr_real real4_min_lane(real4 a) { REAL4_FOLD(real4_half_min, a); }

/// Loads the coordinates of four points, each by a load of its own: faster for points that were just written
/// one by one.
static inline __attribute__((always_inline)) void
real4_points(const flr_vec2 *p, const flr_vec2 *q, const flr_vec2 *r, const flr_vec2 *s, real4 *x, real4 *y)
{
#if defined(__SSE2__) && defined(FEELER_REAL_FLOAT)
    double of[4];
    memcpy(&of[0], p, sizeof *p);
    memcpy(&of[1], q, sizeof *q);
    memcpy(&of[2], r, sizeof *r);
    memcpy(&of[3], s, sizeof *s);
    __m128 u = _mm_castpd_ps(_mm_set_pd(of[1], of[0])), v = _mm_castpd_ps(_mm_set_pd(of[3], of[2]));
    x->low = (real4_half)_mm_shuffle_ps(u, v, 0x88);
    y->low = (real4_half)_mm_shuffle_ps(u, v, 0xdd);
#elif defined(FEELER_REAL_FLOAT)
    x->low = (real4_half){p->x, q->x, r->x, s->x};
    y->low = (real4_half){p->y, q->y, r->y, s->y};
#elif defined(__AVX2__)
    const __m256d a = _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(&p->x)), _mm_loadu_pd(&r->x),
                                           1),
                  b = _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(&q->x)), _mm_loadu_pd(&s->x),
                                           1);
    x->low = (real4_half)_mm256_unpacklo_pd(a, b);
    y->low = (real4_half)_mm256_unpackhi_pd(a, b);
#else
    real4_half a = real4_half_load(&p->x), b = real4_half_load(&q->x), c = real4_half_load(&r->x),
               d = real4_half_load(&s->x);
    x->low = (real4_half){a[0], b[0]};
    y->low = (real4_half){a[1], b[1]};
    x->high = (real4_half){c[0], d[0]};
    y->high = (real4_half){c[1], d[1]};
#endif
}

#endif
