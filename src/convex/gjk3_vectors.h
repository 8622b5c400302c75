/// Vectors of three numbers in four lanes, for code that is compiled for two widths of them, with the same bits. What the
/// last lane comes to is nobody's concern.
#ifndef FLR_CONVEX_GJK3_VECTORS_H
#define FLR_CONVEX_GJK3_VECTORS_H

#include "convex/gjk3_result.h"
#include "math/simd_f64x4.h"

/// A vector with each of its numbers in all lanes.
typedef struct gjk3_spread {
    f64x4 x, y, z;
} gjk3_spread;

/// Four vectors, a lane each.
typedef struct points4 {
    f64x4 x, y, z;
} points4;

GJK3_INLINE f64x4 dot4(points4 a, points4 b) { return f64x4_dot3(a.x, b.x, a.y, b.y, a.z, b.z); }

GJK3_INLINE f64x4 minor4(f64x4 a, f64x4 b, f64x4 c, f64x4 d)
{
    return f64x4_sub(f64x4_mul(a, b), f64x4_mul(c, d));
}

GJK3_INLINE f64x4 root4(f64x4 x)
{
#ifdef __AVX2__
    return (f64x4)_mm256_sqrt_pd((__m256d)x);
#else
    return f64x4_make(f64x2_sqrt(x.low), f64x2_sqrt(x.high));
#endif
}

/// Three vectors side by side: the columns of a rotation, or its rows.
typedef struct gjk3_frame {
    f64x4 x, y, z;
} gjk3_frame;

/// A vector of a shape, none of them at its end.
GJK3_INLINE f64x4 gjk3_vector_of(const flr_vec3 *v) { return f64x4_load_vector(&v->x); }
/// One that is followed by another.
GJK3_INLINE f64x4 gjk3_vector_before(const flr_vec3 *v) { return f64x4_load_real(&v->x); }

GJK3_INLINE gjk3_frame gjk3_frame_of(const flr_convex3 *s)
{
    return (gjk3_frame){gjk3_vector_before(&s->axes.x), gjk3_vector_before(&s->axes.y),
                        gjk3_vector_of(&s->axes.z)};
}

GJK3_INLINE gjk3_spread gjk3_spread_of(const flr_vec3 *p)
{
    return (gjk3_spread){f64x4_splat_real(&p->x), f64x4_splat_real(&p->y), f64x4_splat_real(&p->z)};
}

GJK3_INLINE gjk3_spread gjk3_spread_sub(gjk3_spread a, gjk3_spread b)
{
    return (gjk3_spread){f64x4_sub(a.x, b.x), f64x4_sub(a.y, b.y), f64x4_sub(a.z, b.z)};
}

/// The columns times the numbers of v.
GJK3_INLINE f64x4 gjk3_turned(const gjk3_frame *f, gjk3_spread v)
{
    return f64x4_dot3(f->x, v.x, f->y, v.y, f->z, v.z);
}

GJK3_INLINE dvec3 gjk3_dvec3_of(f64x4 v)
{
    const f64x2 low = f64x4_low(v);
    return dvec3_make(low[0], low[1], f64x4_high(v)[0]);
}

/// As gjk3_set_points: from + a and from + b of the cores, moved out by the radii; the axis points from b to a.
GJK3_INLINE void gjk3_set_ends(const pair3 *p, f64x4 from, f64x4 a, f64x4 b, f64x4 axis, flr_gjk3 *r)
{
    if (p->radius_a + p->radius_b != 0) {
        a = f64x4_sub(a, f64x4_mul(f64x4_splat(p->radius_a), axis));
        b = f64x4_add(b, f64x4_mul(f64x4_splat(p->radius_b), axis));
    }
    r->point_a = dvec3_round(gjk3_dvec3_of(f64x4_add(from, a)));
    r->point_b = dvec3_round(gjk3_dvec3_of(f64x4_add(from, b)));
}

#endif
