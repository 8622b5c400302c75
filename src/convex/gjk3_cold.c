#include "convex/gjk3_cold.h"
#include "convex/gjk_limit.h"

#include <math.h>
#include <stddef.h>

#include "convex/gjk3_plain.h"
#include "hull/hull3.h"

/// Of the only corner of the shape among these bits.
static uint32_t number(uint32_t bits, int shape)
{
    return (uint32_t)__builtin_ctz(bits >> shape & 0x55) >> 1;
}

/// The other end of an edge from corner 0.
static void add_end(gjk3_begun *x, uint32_t bits)
{
    if (bits == 0) return;
    x->a[x->count] = cold_is_of_a(bits) ? number(bits, 0) : x->a[0];
    x->b[x->count] = cold_is_of_a(bits) ? x->b[0] : number(bits, 1);
    x->count++;
}

static gjk3_begun corners_of(cold_marks m)
{
    gjk3_begun x = {1, {number(m.first, 0)}, {number(m.first, 1)}};
    add_end(&x, m.u);
    add_end(&x, m.v);
    return x;
}

flr_gjk3 flr_gjk3_cold_search(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options,
                              cold_marks m)
{
    const gjk3_begun begun = corners_of(m);
    return flr_gjk3_plain_few_from(a, b, options, &begun);
}

void flr_gjk3_cold_keep(cold_marks m, flr_vec3 axis, flr_gjk3_cache *cache)
{
    gjk3_begun x = corners_of(m);
    if (m.far && x.count == 3 && cold_is_of_a(m.u) != cold_is_of_a(m.v)) {
        x.a[0] = number(cold_is_of_a(m.u) ? m.u : m.v, 0);
        x.b[0] = number(cold_is_of_a(m.u) ? m.v : m.u, 1);
    }
    cache->axis = axis;
    cache->count = x.count;
    for (uint32_t i = 0; i < x.count; i++) {
        cache->a[i] = x.a[i];
        cache->b[i] = x.b[i];
    }
}

gjk3_cold_form *flr_gjk3_cold_wide(void)
{
#ifdef FEELER_HAVE_AVX2
    if (__builtin_cpu_supports("avx2")) return flr_gjk3_cold_four_avx2;
#endif
    return NULL;
}

flr_gjk3 flr_gjk3_cold_few(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options)
{
    if (a->count != 4 || b->count != 4 || flr_gjk3_limit(options) < (flr_real)INFINITY)
        return flr_gjk3_plain_few(a, b, options);
    gjk3_cold_form *const wide = flr_gjk3_cold_wide();
    return wide ? wide(a, b, options) : flr_gjk3_cold_four_baseline(a, b, options);
}

flr_gjk3 flr_gjk3_cold_hulls(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options)
{
    if (a->hull->padded_count != COLD_SIDE || b->hull->padded_count != COLD_SIDE ||
        flr_gjk3_limit(options) < (flr_real)INFINITY)
        return flr_gjk3_plain_hulls(a, b, options);
#ifdef FEELER_HAVE_AVX2
    if (__builtin_cpu_supports("avx2")) return flr_gjk3_cold_hulls_avx2(a, b, options);
#endif
    return flr_gjk3_cold_hulls_baseline(a, b, options);
}
