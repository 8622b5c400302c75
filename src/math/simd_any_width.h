/// Types for code that is written once and compiled for every width, for one number or for several at once.
/// SIMD_WIDTH, defined before the first include, is how many doubles a `simd_d` holds: 1 (plain double, the
/// scalar calls), 2 (SSE2, NEON, wasm), 4 (AVX2), 8 (AVX-512).
///
/// Each operation here is one correctly rounded IEEE operation, a comparison or a selection, so a lane has
/// the same bits at every width and on every machine. A `simd_m` is the answer of a comparison, lane by
/// lane; `simd_r` holds as many flr_real.
#ifndef FLR_MATH_SIMD_ANY_WIDTH_H
#define FLR_MATH_SIMD_ANY_WIDTH_H

#include <string.h>

#include "feeler/math.h"

#ifndef SIMD_WIDTH
#define SIMD_WIDTH 1
#endif

#if SIMD_WIDTH == 1

typedef double simd_d;
typedef flr_real simd_r;
typedef bool simd_m;

static inline simd_d simd_all(double x) { return x; }
static inline simd_r simd_load(const flr_real *p) { return *p; }
static inline void simd_store(flr_real *p, simd_r x) { *p = x; }
static inline simd_d simd_wide(simd_r x) { return (double)x; }
static inline simd_r simd_real(simd_d x) { return (flr_real)x; }

static inline simd_m simd_less(simd_d a, simd_d b) { return a < b; }
static inline simd_m simd_at_most(simd_d a, simd_d b) { return a <= b; }
static inline simd_m simd_equal(simd_d a, simd_d b) { return a == b; }
static inline simd_m simd_and(simd_m a, simd_m b) { return a & b; }
static inline simd_m simd_or(simd_m a, simd_m b) { return a | b; }
static inline simd_m simd_not(simd_m a) { return !a; }
/// Returns one bit for each lane.
static inline unsigned simd_bits(simd_m m) { return m; }

static inline simd_d simd_select(simd_m m, simd_d a, simd_d b) { return m ? a : b; }
static inline simd_d simd_min(simd_d a, simd_d b) { return a < b ? a : b; }
static inline simd_d simd_max(simd_d a, simd_d b) { return a > b ? a : b; }
static inline simd_d simd_abs(simd_d a) { return fabs(a); }
static inline simd_d simd_sqrt(simd_d a) { return sqrt(a); }

#else

#include <stdint.h>

#if defined(__SSE2__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

typedef double simd_d __attribute__((vector_size(8 * SIMD_WIDTH)));
typedef int64_t simd_i __attribute__((vector_size(8 * SIMD_WIDTH)));
typedef flr_real simd_r __attribute__((vector_size(sizeof(flr_real) * SIMD_WIDTH)));

static inline simd_d simd_all(double x) { return x - (simd_d){0}; }  // of -0 too: -0 - 0 is -0
static inline simd_r simd_load(const flr_real *p)
{
    simd_r v;
    memcpy(&v, p, sizeof v);
    return v;
}
static inline void simd_store(flr_real *p, simd_r v) { memcpy(p, &v, sizeof v); }
static inline simd_d simd_wide(simd_r v) { return __builtin_convertvector(v, simd_d); }
static inline simd_r simd_real(simd_d v) { return __builtin_convertvector(v, simd_r); }

#if SIMD_WIDTH == 8 && defined(__AVX512DQ__)

typedef __mmask8 simd_m;
static inline simd_m simd_less(simd_d a, simd_d b)
{
    return _mm512_cmp_pd_mask((__m512d)a, (__m512d)b, _CMP_LT_OQ);
}
static inline simd_m simd_at_most(simd_d a, simd_d b)
{
    return _mm512_cmp_pd_mask((__m512d)a, (__m512d)b, _CMP_LE_OQ);
}
static inline simd_m simd_equal(simd_d a, simd_d b)
{
    return _mm512_cmp_pd_mask((__m512d)a, (__m512d)b, _CMP_EQ_OQ);
}
static inline simd_m simd_and(simd_m a, simd_m b) { return _kand_mask8(a, b); }
static inline simd_m simd_or(simd_m a, simd_m b) { return _kor_mask8(a, b); }
static inline simd_m simd_not(simd_m a) { return _knot_mask8(a); }
static inline unsigned simd_bits(simd_m m) { return _cvtmask8_u32(m); }
static inline simd_d simd_select(simd_m m, simd_d a, simd_d b)
{
    return (simd_d)_mm512_mask_blend_pd(m, (__m512d)b, (__m512d)a);
}
static inline simd_d simd_min(simd_d a, simd_d b) { return (simd_d)_mm512_min_pd((__m512d)a, (__m512d)b); }
static inline simd_d simd_max(simd_d a, simd_d b) { return (simd_d)_mm512_max_pd((__m512d)a, (__m512d)b); }
static inline simd_d simd_sqrt(simd_d a) { return (simd_d)_mm512_sqrt_pd((__m512d)a); }

#else

typedef simd_i simd_m;
static inline simd_m simd_less(simd_d a, simd_d b) { return a < b; }
static inline simd_m simd_at_most(simd_d a, simd_d b) { return a <= b; }
static inline simd_m simd_equal(simd_d a, simd_d b) { return a == b; }
static inline simd_m simd_and(simd_m a, simd_m b) { return a & b; }
static inline simd_m simd_or(simd_m a, simd_m b) { return a | b; }
static inline simd_m simd_not(simd_m a) { return ~a; }

#if SIMD_WIDTH == 4 && defined(__AVX2__)

static inline unsigned simd_bits(simd_m m) { return (unsigned)_mm256_movemask_pd((__m256d)m); }
static inline simd_d simd_select(simd_m m, simd_d a, simd_d b)
{
    return (simd_d)_mm256_blendv_pd((__m256d)b, (__m256d)a, (__m256d)m);
}
static inline simd_d simd_min(simd_d a, simd_d b) { return (simd_d)_mm256_min_pd((__m256d)a, (__m256d)b); }
static inline simd_d simd_max(simd_d a, simd_d b) { return (simd_d)_mm256_max_pd((__m256d)a, (__m256d)b); }
static inline simd_d simd_sqrt(simd_d a) { return (simd_d)_mm256_sqrt_pd((__m256d)a); }

#else

static inline simd_d simd_select(simd_m m, simd_d a, simd_d b)
{
    return (simd_d)(((simd_i)a & m) | ((simd_i)b & ~m));
}

#if SIMD_WIDTH == 2 && defined(__SSE2__)
static inline unsigned simd_bits(simd_m m) { return (unsigned)_mm_movemask_pd((__m128d)m); }
static inline simd_d simd_min(simd_d a, simd_d b) { return (simd_d)_mm_min_pd((__m128d)a, (__m128d)b); }
static inline simd_d simd_max(simd_d a, simd_d b) { return (simd_d)_mm_max_pd((__m128d)a, (__m128d)b); }
static inline simd_d simd_sqrt(simd_d a) { return (simd_d)_mm_sqrt_pd((__m128d)a); }
#else
static inline unsigned simd_bits(simd_m m)
{
    unsigned bits = 0;
    for (int i = 0; i < SIMD_WIDTH; ++i) bits |= (unsigned)(m[i] & 1) << i;
    return bits;
}
static inline simd_d simd_min(simd_d a, simd_d b) { return simd_select(a < b, a, b); }
static inline simd_d simd_max(simd_d a, simd_d b) { return simd_select(a > b, a, b); }
static inline simd_d simd_sqrt(simd_d a)
{
#if SIMD_WIDTH == 2 && defined(__aarch64__)
    return (simd_d)vsqrtq_f64((float64x2_t)a);
#elif SIMD_WIDTH == 2 && defined(__wasm_simd128__)
    return (simd_d)wasm_f64x2_sqrt((v128_t)a);
#else
    for (int i = 0; i < SIMD_WIDTH; ++i) a[i] = sqrt(a[i]);
    return a;
#endif
}
#endif

#endif
#endif

static inline simd_d simd_abs(simd_d a) { return (simd_d)((simd_i)a & (INT64_MAX - (simd_i){0})); }

#endif

static inline simd_d simd_load_wide(const flr_real *p) { return simd_wide(simd_load(p)); }
static inline simd_m simd_more(simd_d a, simd_d b) { return simd_less(b, a); }
static inline bool simd_any(simd_m m) { return simd_bits(m) != 0; }

/// A vector in space, lane by lane.
typedef struct simd_3 {
    simd_d x, y, z;
} simd_3;

static inline simd_3 simd3_sub(simd_3 a, simd_3 b)
{
    simd_3 c = {a.x - b.x, a.y - b.y, a.z - b.z};
    return c;
}
static inline simd_d simd3_dot(simd_3 a, simd_3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline simd_3 simd3_cross(simd_3 a, simd_3 b)
{
    simd_3 c = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return c;
}
static inline simd_3 simd3_scale(simd_d s, simd_3 a)
{
    simd_3 c = {s * a.x, s * a.y, s * a.z};
    return c;
}
/// Returns a + s * b.
static inline simd_3 simd3_along(simd_3 a, simd_d s, simd_3 b)
{
    simd_3 c = {a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
    return c;
}
static inline simd_3 simd3_select(simd_m m, simd_3 a, simd_3 b)
{
    simd_3 c = {simd_select(m, a.x, b.x), simd_select(m, a.y, b.y), simd_select(m, a.z, b.z)};
    return c;
}
static inline simd_d simd3_largest(simd_3 a)
{
    return simd_max(simd_abs(a.x), simd_max(simd_abs(a.y), simd_abs(a.z)));
}
/// Returns 0 if all coordinates are finite, else a NaN.
static inline simd_d simd3_nothing(simd_3 a)
{
    const simd_d zero = simd_all(0);
    return a.x * zero + a.y * zero + a.z * zero;
}
/// Clamps x to [0, 1]; a NaN becomes 0.
static inline simd_d simd_clamp01(simd_d x) { return simd_min(simd_max(x, simd_all(0)), simd_all(1)); }

/// Returns the same vector in every lane.
static inline simd_3 simd3_all(flr_vec3 v)
{
    simd_3 a = {simd_all((double)v.x), simd_all((double)v.y), simd_all((double)v.z)};
    return a;
}

#if SIMD_WIDTH == 1
static inline flr_vec3 simd3_vec3(simd_3 a)
{
    return flr_vec3_make(simd_real(a.x), simd_real(a.y), simd_real(a.z));
}
#endif

#endif
