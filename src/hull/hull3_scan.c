/// The scan for a support point of a hull: the farthest of up to 64 points along a direction, for each
/// processor, with the same result.
#include "hull/hull3.h"

#include <math.h>
#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define HAS_AVX2_CODE 1
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

/// Computes all heights, each in double, and then which of them are the greatest, a bit each: nothing has to
/// be predicted but the count.
#define HEIGHT(at) (load(x + (at)) * dx + load(y + (at)) * dy + load(z + (at)) * dz)

typedef double pair __attribute__((vector_size(16)));
typedef int64_t pair_mask __attribute__((vector_size(16)));

static inline pair load(const flr_real *p) { return (pair){(double)p[0], (double)p[1]}; }

static inline pair larger(pair a, pair b)
{
#ifdef __SSE2__
    return (pair)_mm_max_pd((__m128d)a, (__m128d)b);
#else
    pair_mask more = a > b;
    return (pair)(((pair_mask)a & more) | ((pair_mask)b & ~more));
#endif
}

static inline uint64_t bits(pair_mask m)
{
#ifdef __SSE2__
    return (uint64_t)_mm_movemask_pd((__m128d)m);
#else
    return (uint64_t)(m[0] < 0) | (uint64_t)(m[1] < 0) << 1;
#endif
}

static inline __attribute__((always_inline)) hull3_top top_plain(const flr_real *x, const flr_real *y,
                                                                 const flr_real *z, size_t count, double dx,
                                                                 double dy, double dz)
{
    pair height[HULL3_SCAN_MOST / 2], low = {-(double)INFINITY, -(double)INFINITY}, high = low;
    pair *end = height;
    for (size_t i = 0; i < count; i += 4, end += 2) {
        end[0] = HEIGHT(i);
        end[1] = HEIGHT(i + 2);
        low = larger(end[0], low);
        high = larger(end[1], high);
    }
    low = larger(low, high);
    double most = low[0] > low[1] ? low[0] : low[1];
    pair top = {most, most};
    uint64_t found = 0;
    while (end != height) {
        end -= 2;
        found = found << 4 | bits(end[1] == top) << 2 | bits(end[0] == top);
    }
    return (hull3_top){most, found ? (uint32_t)__builtin_ctzll(found) : 0};
}

uint32_t flr_hull3_scan_plain(const flr_real *x, const flr_real *y, const flr_real *z, size_t count,
                              double dx, double dy, double dz)
{
    return top_plain(x, y, z, count, dx, dy, dz).at;
}

hull3_top flr_hull3_top_plain(const flr_real *x, const flr_real *y, const flr_real *z, size_t count,
                              double dx, double dy, double dz)
{
    return top_plain(x, y, z, count, dx, dy, dz);
}

double flr_hull3_reach_plain(const flr_real *x, const flr_real *y, const flr_real *z, size_t count, double dx,
                             double dy, double dz)
{
    pair low = {-(double)INFINITY, -(double)INFINITY}, high = low;
    for (size_t i = 0; i < count; i += 4) {
        low = larger(HEIGHT(i), low);
        high = larger(HEIGHT(i + 2), high);
    }
    low = larger(low, high);
    return low[0] > low[1] ? low[0] : low[1];
}

#ifdef HAS_AVX2_CODE
typedef double quad __attribute__((vector_size(32)));
typedef flr_real quad_reals __attribute__((vector_size(4 * sizeof(flr_real))));

#define LOAD(name, from)                                                                                     \
    quad_reals name##_reals;                                                                                 \
    memcpy(&name##_reals, (from), sizeof name##_reals);                                                      \
    quad name = __builtin_convertvector(name##_reals, quad)

static inline __attribute__((target("avx2"), always_inline)) quad
height_of(const flr_real *x, const flr_real *y, const flr_real *z, quad d[3])
{
    LOAD(px, x);
    LOAD(py, y);
    LOAD(pz, z);
    return px * d[0] + py * d[1] + pz * d[2];
}

static inline __attribute__((target("avx2"), always_inline)) quad larger_quad(quad a, quad b)
{
    return (quad)_mm256_max_pd((__m256d)a, (__m256d)b);
}

/// Returns the greatest of four, in all lanes.
static inline __attribute__((target("avx2"), always_inline)) quad greatest(quad a)
{
    __m128d most = _mm_max_pd(_mm256_castpd256_pd128((__m256d)a), _mm256_extractf128_pd((__m256d)a, 1));
    most = _mm_max_pd(most, _mm_unpackhi_pd(most, most));
    return (quad)_mm256_broadcastsd_pd(most);
}

static inline __attribute__((target("avx2"), always_inline)) uint64_t equal_bits(quad a, quad b)
{
    return (uint64_t)_mm256_movemask_pd(_mm256_cmp_pd((__m256d)a, (__m256d)b, _CMP_EQ_OQ));
}

/// Tests four points at once.
static inline __attribute__((target("avx2"), always_inline)) hull3_top
top_of(const flr_real *x, const flr_real *y, const flr_real *z, size_t count, double dx, double dy, double dz)
{
    quad d[3] = {{dx, dx, dx, dx}, {dy, dy, dy, dy}, {dz, dz, dz, dz}};
    quad top = {-(double)INFINITY, -(double)INFINITY, -(double)INFINITY, -(double)INFINITY};
    if (count <= 16) {
        // always two steps, the first one twice where it is all: no branch to predict
        const size_t at = count > 8 ? 8 : 0;
        quad first = height_of(x, y, z, d), second = height_of(x + 4, y + 4, z + 4, d),
             third = height_of(x + at, y + at, z + at, d),
             fourth = height_of(x + at + 4, y + at + 4, z + at + 4, d);
        top = greatest(larger_quad(larger_quad(third, larger_quad(first, top)),
                                   larger_quad(fourth, larger_quad(second, top))));
        uint64_t found = equal_bits(first, top) | equal_bits(second, top) << 4 | equal_bits(third, top) << 8 |
                         equal_bits(fourth, top) << 12;
        return (hull3_top){top[0], found ? (uint32_t)__builtin_ctzll(found) : 0};
    }
    quad height[HULL3_SCAN_MOST / 4], *end = height, other = top;
    for (size_t i = 0; i < count; i += 8, end += 2) {
        end[0] = height_of(x + i, y + i, z + i, d);
        end[1] = height_of(x + i + 4, y + i + 4, z + i + 4, d);
        top = larger_quad(end[0], top);
        other = larger_quad(end[1], other);
    }
    top = greatest(larger_quad(top, other));
    uint64_t found = 0;
    while (end != height) {
        end -= 2;
        found = found << 8 | equal_bits(end[1], top) << 4 | equal_bits(end[0], top);
    }
    return (hull3_top){top[0], found ? (uint32_t)__builtin_ctzll(found) : 0};
}

__attribute__((target("avx2"))) static uint32_t scan_avx2(const flr_real *x, const flr_real *y,
                                                          const flr_real *z, size_t count, double dx,
                                                          double dy, double dz)
{
    return top_of(x, y, z, count, dx, dy, dz).at;
}

__attribute__((target("avx2"))) static hull3_top top_avx2(const flr_real *x, const flr_real *y,
                                                          const flr_real *z, size_t count, double dx,
                                                          double dy, double dz)
{
    return top_of(x, y, z, count, dx, dy, dz);
}

__attribute__((target("avx2"))) static double reach_avx2(const flr_real *x, const flr_real *y,
                                                         const flr_real *z, size_t count, double dx,
                                                         double dy, double dz)
{
    quad top = {-(double)INFINITY, -(double)INFINITY, -(double)INFINITY, -(double)INFINITY};
    quad other = top;
    for (size_t i = 0; i < count; i += 8) {
        LOAD(px, x + i);
        LOAD(py, y + i);
        LOAD(pz, z + i);
        LOAD(qx, x + i + 4);
        LOAD(qy, y + i + 4);
        LOAD(qz, z + i + 4);
        top = (quad)_mm256_max_pd((__m256d)(px * dx + py * dy + pz * dz), (__m256d)top);
        other = (quad)_mm256_max_pd((__m256d)(qx * dx + qy * dy + qz * dz), (__m256d)other);
    }
    top = (quad)_mm256_max_pd((__m256d)top, (__m256d)other);
    __m128d most = _mm_max_pd(_mm256_castpd256_pd128((__m256d)top), _mm256_extractf128_pd((__m256d)top, 1));
    return _mm_cvtsd_f64(_mm_max_sd(most, _mm_unpackhi_pd(most, most)));
}
#endif

hull3_scan_fn *flr_hull3_choose_scan(void)
{
#ifdef HAS_AVX2_CODE
    if (__builtin_cpu_supports("avx2")) return scan_avx2;
#endif
    return flr_hull3_scan_plain;
}

hull3_top_fn *flr_hull3_choose_top(void)
{
#ifdef HAS_AVX2_CODE
    if (__builtin_cpu_supports("avx2")) return top_avx2;
#endif
    return flr_hull3_top_plain;
}

hull3_reach_fn *flr_hull3_choose_reach(void)
{
#ifdef HAS_AVX2_CODE
    if (__builtin_cpu_supports("avx2")) return reach_avx2;
#endif
    return flr_hull3_reach_plain;
}
