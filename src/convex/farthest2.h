/// The farthest of a few points of the plane along a direction, without a branch on which it is: nothing foretells that.
#ifndef FLR_CONVEX_FARTHEST2_H
#define FLR_CONVEX_FARTHEST2_H

#include <string.h>

#include "feeler/math2.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/// Which of an array lies farthest, and the sum of all heights: not finite where a coordinate is not.
typedef struct farthest2 {
    uint32_t index;
    flr_real sum;
} farthest2;

#if defined(__SSE2__) && defined(FEELER_REAL_FLOAT)
/// The heights of four points above a fifth.
typedef struct heights2 {
    __m128 all;
} heights2;

/// Two points, each by a load of its own: what has just been written point by point is read faster so.
static inline __m128 heights2_pair(const flr_vec2 *p)
{
    double first, second;
    memcpy(&first, p, sizeof first);
    memcpy(&second, p + 1, sizeof second);
    return _mm_castpd_ps(_mm_set_pd(second, first));
}

static inline heights2 heights2_of(const flr_vec2 *p, flr_vec2 base, flr_vec2 d)
{
    const __m128 from = _mm_setr_ps(base.x, base.y, base.x, base.y), e = _mm_setr_ps(d.x, d.y, d.x, d.y);
    __m128 u = _mm_mul_ps(_mm_sub_ps(heights2_pair(p), from), e),
           v = _mm_mul_ps(_mm_sub_ps(heights2_pair(p + 2), from), e);
    heights2 h = {_mm_add_ps(_mm_shuffle_ps(u, v, 0x88), _mm_shuffle_ps(u, v, 0xdd))};
    return h;
}
static inline heights2 heights2_larger(heights2 a, heights2 b)
{
    heights2 h = {_mm_max_ps(a.all, b.all)};
    return h;
}
static inline heights2 heights2_add(heights2 a, heights2 b)
{
    heights2 h = {_mm_add_ps(a.all, b.all)};
    return h;
}
/// The largest of the four, four times.
static inline heights2 heights2_largest(heights2 a)
{
    __m128 m = _mm_max_ps(a.all, _mm_shuffle_ps(a.all, a.all, 0x4e));
    heights2 h = {_mm_max_ps(m, _mm_shuffle_ps(m, m, 0xb1))};
    return h;
}
static inline uint32_t heights2_equal(heights2 a, heights2 b)
{
    return (uint32_t)_mm_movemask_ps(_mm_cmpeq_ps(a.all, b.all));
}
static inline flr_real heights2_sum(heights2 a)
{
    __m128 s = _mm_add_ps(a.all, _mm_shuffle_ps(a.all, a.all, 0x4e));
    return _mm_cvtss_f32(_mm_add_ss(s, _mm_shuffle_ps(s, s, 0x55)));
}
static inline flr_real heights2_first(heights2 a) { return _mm_cvtss_f32(a.all); }
#elif defined(__SSE2__)
typedef struct heights2 {
    __m128d low, high;
} heights2;

static inline heights2 heights2_of(const flr_vec2 *p, flr_vec2 base, flr_vec2 d)
{
    const __m128d from = _mm_setr_pd(base.x, base.y), e = _mm_setr_pd(d.x, d.y);
    __m128d a = _mm_mul_pd(_mm_sub_pd(_mm_loadu_pd(&p[0].x), from), e),
            b = _mm_mul_pd(_mm_sub_pd(_mm_loadu_pd(&p[1].x), from), e),
            u = _mm_mul_pd(_mm_sub_pd(_mm_loadu_pd(&p[2].x), from), e),
            v = _mm_mul_pd(_mm_sub_pd(_mm_loadu_pd(&p[3].x), from), e);
    heights2 h = {_mm_add_pd(_mm_unpacklo_pd(a, b), _mm_unpackhi_pd(a, b)),
                  _mm_add_pd(_mm_unpacklo_pd(u, v), _mm_unpackhi_pd(u, v))};
    return h;
}
static inline heights2 heights2_larger(heights2 a, heights2 b)
{
    heights2 h = {_mm_max_pd(a.low, b.low), _mm_max_pd(a.high, b.high)};
    return h;
}
static inline heights2 heights2_add(heights2 a, heights2 b)
{
    heights2 h = {_mm_add_pd(a.low, b.low), _mm_add_pd(a.high, b.high)};
    return h;
}
static inline heights2 heights2_largest(heights2 a)
{
    __m128d m = _mm_max_pd(a.low, a.high);
    m = _mm_max_pd(m, _mm_shuffle_pd(m, m, 1));
    heights2 h = {m, m};
    return h;
}
static inline uint32_t heights2_equal(heights2 a, heights2 b)
{
    return (uint32_t)_mm_movemask_pd(_mm_cmpeq_pd(a.low, b.low)) |
           (uint32_t)_mm_movemask_pd(_mm_cmpeq_pd(a.high, b.high)) << 2;
}
static inline flr_real heights2_sum(heights2 a)
{
    __m128d s = _mm_add_pd(a.low, a.high);
    return _mm_cvtsd_f64(_mm_add_sd(s, _mm_unpackhi_pd(s, s)));
}
static inline flr_real heights2_first(heights2 a) { return _mm_cvtsd_f64(a.low); }
#else
typedef struct heights2 {
    flr_real of[4];
} heights2;

static inline heights2 heights2_of(const flr_vec2 *p, flr_vec2 base, flr_vec2 d)
{
    heights2 h;
    for (int i = 0; i < 4; ++i) h.of[i] = flr_dot2(flr_sub2(p[i], base), d);
    return h;
}
static inline heights2 heights2_larger(heights2 a, heights2 b)
{
    for (int i = 0; i < 4; ++i) a.of[i] = a.of[i] > b.of[i] ? a.of[i] : b.of[i];
    return a;
}
static inline heights2 heights2_add(heights2 a, heights2 b)
{
    for (int i = 0; i < 4; ++i) a.of[i] += b.of[i];
    return a;
}
static inline heights2 heights2_largest(heights2 a)
{
    flr_real m = a.of[0] > a.of[1] ? a.of[0] : a.of[1], n = a.of[2] > a.of[3] ? a.of[2] : a.of[3];
    m = m > n ? m : n;
    heights2 h = {{m, m, m, m}};
    return h;
}
static inline uint32_t heights2_equal(heights2 a, heights2 b)
{
    uint32_t mask = 0;
    for (int i = 0; i < 4; ++i) mask |= (uint32_t)(a.of[i] == b.of[i]) << i;
    return mask;
}
static inline flr_real heights2_sum(heights2 a) { return (a.of[0] + a.of[1]) + (a.of[2] + a.of[3]); }
static inline flr_real heights2_first(heights2 a) { return a.of[0]; }
#endif

/// The place of the lowest bit; 0 of none, as where all is NaN.
static inline uint32_t heights2_place(uint32_t mask) { return mask ? (uint32_t)__builtin_ctz(mask) : 0; }

/// Of up to three.
static inline farthest2 farthest2_of_three(const flr_vec2 *p, uint32_t count, flr_vec2 base, flr_vec2 d)
{
    farthest2 r = {0, flr_dot2(flr_sub2(p[0], base), d)};
    flr_real most = r.sum;
    for (uint32_t i = 1; i < count; ++i) {
        flr_real along = flr_dot2(flr_sub2(p[i], base), d);
        r.sum += along;
        r.index = along > most ? i : r.index;
        most = along > most ? along : most;
    }
    return r;
}

/// Of any number, in the order of the array; heights are measured from `base`, one of the points, because the array may lie far from its
/// origin. Where the number is no multiple of four the last four overlap those before.
static inline __attribute__((always_inline)) farthest2 farthest2_inline(const flr_vec2 *p, uint32_t count,
                                                                        flr_vec2 base, flr_vec2 d)
{
    if (count < 4) return farthest2_of_three(p, count, base, d);
    heights2 first = heights2_of(p, base, d);
    if (count == 4) {
        farthest2 r = {heights2_place(heights2_equal(first, heights2_largest(first))), heights2_sum(first)};
        return r;
    }
    if (count <= 8) {
        const uint32_t at = count - 4;
        heights2 second = heights2_of(p + at, base, d),
                 most = heights2_largest(heights2_larger(first, second));
        farthest2 r = {heights2_place(heights2_equal(first, most) | heights2_equal(second, most) << at),
                       heights2_sum(heights2_add(first, second))};
        return r;
    }
    heights2 sum = first, most = heights2_largest(first);
    uint32_t found = heights2_place(heights2_equal(first, most));
    for (uint32_t done = 4; done < count; done += 4) {
        const uint32_t at = done + 4 <= count ? done : count - 4;
        heights2 h = heights2_of(p + at, base, d), top = heights2_largest(h);
        sum = heights2_add(sum, h);
        if (!(heights2_first(top) > heights2_first(most))) continue;
        most = top;
        found = at + heights2_place(heights2_equal(h, top));
    }
    farthest2 r = {found, heights2_sum(sum)};
    return r;
}

/// How high the highest lies, and the sum of all heights, as above.
typedef struct highest2 {
    flr_real most, sum;
} highest2;

static inline __attribute__((always_inline)) highest2 highest2_inline(const flr_vec2 *p, uint32_t count,
                                                                      flr_vec2 base, flr_vec2 d)
{
    if (count < 4) {
        flr_real first = flr_dot2(flr_sub2(p[0], base), d);
        highest2 r = {first, first};
        for (uint32_t i = 1; i < count; ++i) {
            flr_real along = flr_dot2(flr_sub2(p[i], base), d);
            r.sum += along;
            r.most = along > r.most ? along : r.most;
        }
        return r;
    }
    heights2 most = heights2_of(p, base, d), sum = most;
    for (uint32_t done = 4; done < count; done += 4) {
        heights2 h = heights2_of(p + (done + 4 <= count ? done : count - 4), base, d);
        sum = heights2_add(sum, h);
        most = heights2_larger(h, most);
    }
    highest2 r = {heights2_first(heights2_largest(most)), heights2_sum(sum)};
    return r;
}

/// The same where a call may be the better choice.
static inline farthest2 farthest2_of(const flr_vec2 *p, uint32_t count, flr_vec2 base, flr_vec2 d)
{
    return farthest2_inline(p, count, base, d);
}

#endif
