/// Four floats at once, by the compiler's vector types: SSE, NEON and wasm SIMD from one text,
/// and the same bits from each, as every operation here is one correctly rounded IEEE operation
/// or a selection.
#ifndef FLR_BVH_LANES_H
#define FLR_BVH_LANES_H

#include <stdint.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

typedef float lanes_f __attribute__((vector_size(16)));
typedef int32_t lanes_i __attribute__((vector_size(16)));

static inline lanes_f lanes_load(const float *p)
{
    lanes_f v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline lanes_f lanes_all(float x) { return (lanes_f){x, x, x, x}; }

/// a where a < b, else b (so b where either is NaN, as SSE has it).
static inline lanes_f lanes_min(lanes_f a, lanes_f b)
{
#ifdef __SSE2__
    return (lanes_f)_mm_min_ps((__m128)a, (__m128)b);
#else
    lanes_i less = a < b;
    return (lanes_f)(((lanes_i)a & less) | ((lanes_i)b & ~less));
#endif
}

/// a where a > b, else b.
static inline lanes_f lanes_max(lanes_f a, lanes_f b)
{
#ifdef __SSE2__
    return (lanes_f)_mm_max_ps((__m128)a, (__m128)b);
#else
    lanes_i more = a > b;
    return (lanes_f)(((lanes_i)a & more) | ((lanes_i)b & ~more));
#endif
}

static inline lanes_f lanes_abs(lanes_f a)
{
    return (lanes_f)((lanes_i)a & (lanes_i){0x7fffffff, 0x7fffffff, 0x7fffffff, 0x7fffffff});
}

/// One bit for each lane of a comparison's result.
static inline unsigned lanes_mask(lanes_i m)
{
#ifdef __SSE2__
    return (unsigned)_mm_movemask_ps((__m128)m);
#else
    return (unsigned)((m[0] & 1) | (m[1] & 2) | (m[2] & 4) | (m[3] & 8));
#endif
}

#endif
