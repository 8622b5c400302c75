/// Numbers of single precision for the vertices of two small hulls, as many at once as a register holds, and whole numbers that order them.
#ifndef FLR_CLOSEST_GJK3_COLD_FLOATS_H
#define FLR_CLOSEST_GJK3_COLD_FLOATS_H

#include <string.h>

#include "closest/gjk3_cold.h"
#include "convex/gjk3.h"
#include "convex/wide4.h"

/// Vertices of both.
enum { COLD_ALL = 2 * COLD_SIDE };

#ifdef __AVX2__
enum { COLD_LANES = 8 };
#else
enum { COLD_LANES = 4 };
#endif
enum { COLD_PARTS = COLD_ALL / COLD_LANES };
typedef float cold_lanes __attribute__((vector_size(4 * COLD_LANES)));
typedef uint32_t cold_keys __attribute__((vector_size(4 * COLD_LANES)));

typedef struct cold_floats {
    cold_lanes of[COLD_PARTS];
} cold_floats;

typedef struct cold_vector {
    float x, y, z;
} cold_vector;

/// What each vertex adds to the difference, in the frame of a: first those of a, then those of b times -1.
typedef struct cold_cloud {
    float x[COLD_ALL], y[COLD_ALL], z[COLD_ALL];
} cold_cloud;

GJK3_INLINE cold_lanes cold_lanes_all(float x)
{
#ifdef __AVX2__
    return (cold_lanes){x, x, x, x, x, x, x, x};
#else
    return (cold_lanes){x, x, x, x};
#endif
}
GJK3_INLINE cold_keys cold_keys_all(uint32_t x)
{
#ifdef __AVX2__
    return (cold_keys){x, x, x, x, x, x, x, x};
#else
    return (cold_keys){x, x, x, x};
#endif
}
GJK3_INLINE cold_lanes cold_load(const float *p)
{
    cold_lanes v;
    memcpy(&v, p, sizeof v);
    return v;
}
GJK3_INLINE void cold_store(float *p, cold_lanes v) { memcpy(p, &v, sizeof v); }
GJK3_INLINE cold_lanes cold_round(const flr_real *p)
{
#ifdef FEELER_REAL_FLOAT
    return cold_load(p);
#elif defined(__AVX2__)
    return (cold_lanes)_mm256_set_m128(_mm256_cvtpd_ps(_mm256_loadu_pd(p + 4)),
                                       _mm256_cvtpd_ps(_mm256_loadu_pd(p)));
#else
    return (cold_lanes){(float)p[0], (float)p[1], (float)p[2], (float)p[3]};
#endif
}
/// The larger, b where they are equal.
GJK3_INLINE cold_lanes cold_larger(cold_lanes a, cold_lanes b)
{
#ifdef __AVX2__
    return (cold_lanes)_mm256_max_ps((__m256)a, (__m256)b);
#else
    const cold_keys more = (cold_keys)(a > b);
    return (cold_lanes)(((cold_keys)a & more) | ((cold_keys)b & ~more));
#endif
}
GJK3_INLINE cold_keys cold_later(cold_keys a, cold_keys b)
{
#ifdef __AVX2__
    return (cold_keys)_mm256_max_epu32((__m256i)a, (__m256i)b);
#else
    const cold_keys more = (cold_keys)(a > b);
    return (a & more) | (b & ~more);
#endif
}
/// The greatest of all lanes.
GJK3_INLINE uint32_t cold_last(cold_keys x)
{
#ifdef __AVX2__
    const __m128i four = _mm_max_epu32(_mm256_castsi256_si128((__m256i)x),
                                       _mm256_extracti128_si256((__m256i)x, 1)),
                  two = _mm_max_epu32(four, _mm_shuffle_epi32(four, 0x4e)),
                  one = _mm_max_epu32(two, _mm_shuffle_epi32(two, 0xb1));
    return (uint32_t)_mm_cvtsi128_si32(one);
#else
    const uint32_t a = x[0] > x[1] ? x[0] : x[1], b = x[2] > x[3] ? x[2] : x[3];
    return a > b ? a : b;
#endif
}
/// 0, 1, 2, ... from there.
GJK3_INLINE cold_keys cold_numbers(uint32_t from)
{
#ifdef __AVX2__
    const cold_keys k = {0, 1, 2, 3, 4, 5, 6, 7};
#else
    const cold_keys k = {0, 1, 2, 3};
#endif
    return k + cold_keys_all(from);
}

GJK3_INLINE float cold_dot(cold_vector a, cold_vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
GJK3_INLINE cold_vector cold_cross(cold_vector a, cold_vector b)
{
    return (cold_vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
GJK3_INLINE cold_vector cold_at(const cold_cloud *c, uint32_t i)
{
    return (cold_vector){c->x[i], c->y[i], c->z[i]};
}
GJK3_INLINE cold_vector cold_add(cold_vector a, cold_vector b)
{
    return (cold_vector){a.x + b.x, a.y + b.y, a.z + b.z};
}
GJK3_INLINE cold_vector cold_sub(cold_vector a, cold_vector b)
{
    return (cold_vector){a.x - b.x, a.y - b.y, a.z - b.z};
}

#endif
