/// How a distance of two tetrahedra begins with nothing. From a support point the plane through it is turned towards the origin until an
/// edge's other end lies on it, then about that edge until a third corner does: of nine in ten pairs these are the corners of the
/// closest features; else the face's side that the closest point lies beyond is turned about. Every plane on the way leaves all of the
/// difference on one side, and each is farther from the origin than the one before it: a dual simplex method, where GJK comes from the other
/// side. The features are solved and the plane is proved as those of a call before are in gjk3_warm.c.
///
/// All corners are looked at at once, in lanes; masks say which are meant, so that there is nothing to foretell and nothing to fetch. The text
/// is compiled for two doubles to a register and for four.
#ifndef FLR_CONVEX_GJK3_COLD_LANES_H
#define FLR_CONVEX_GJK3_COLD_LANES_H

#include "convex/gjk3_cold.h"
#include "convex/gjk3_feature.h"
#include "math/simd_f64x4.h"

/// Most faces that are looked at.
enum { COLD_FACES_MAX = 4 };

/// The same of two corners of both shapes: a, b, a, b.
typedef struct cold3 {
    f64x4 x, y, z;
} cold3;

/// All corners of both shapes, those of b times -1: what each adds to the difference.
typedef struct cold_corners {
    cold3 low, high;
} cold_corners;

/// A number or a mask for each.
typedef struct cold_all {
    f64x4 low, high;
} cold_all;

GJK3_INLINE cold3 cold_load(const flr_vec3 *a, const flr_vec3 *b)
{
    const f64x4 own = f64x4_of(0.0, -0.0, 0.0, -0.0);
    return (cold3){f64x4_xor(f64x4_of((double)a[0].x, (double)b[0].x, (double)a[1].x, (double)b[1].x), own),
                   f64x4_xor(f64x4_of((double)a[0].y, (double)b[0].y, (double)a[1].y, (double)b[1].y), own),
                   f64x4_xor(f64x4_of((double)a[0].z, (double)b[0].z, (double)a[1].z, (double)b[1].z), own)};
}
/// The first two lanes twice.
GJK3_INLINE f64x4 cold_first_of(f64x4 x) { return f64x4_of_pairs(f64x4_low(x), f64x4_low(x)); }
GJK3_INLINE cold3 cold_all3(dvec3 d) { return (cold3){f64x4_splat(d.x), f64x4_splat(d.y), f64x4_splat(d.z)}; }
GJK3_INLINE dvec3 cold_one(cold3 d)
{
    return dvec3_make(f64x4_low(d.x)[0], f64x4_low(d.y)[0], f64x4_low(d.z)[0]);
}
GJK3_INLINE cold3 cold_sub(cold3 a, cold3 b)
{
    return (cold3){f64x4_sub(a.x, b.x), f64x4_sub(a.y, b.y), f64x4_sub(a.z, b.z)};
}
GJK3_INLINE f64x4 cold_dot(cold3 a, cold3 b) { return f64x4_dot3(a.x, b.x, a.y, b.y, a.z, b.z); }
GJK3_INLINE cold_corners cold_seen_from(const cold_corners *c, cold3 at)
{
    return (cold_corners){cold_sub(c->low, at), cold_sub(c->high, at)};
}
GJK3_INLINE cold_all cold_along(cold3 d, const cold_corners *c)
{
    return (cold_all){cold_dot(d, c->low), cold_dot(d, c->high)};
}
/// s x + t y
GJK3_INLINE cold_all cold_mix(f64x4 s, cold_all x, f64x4 t, cold_all y)
{
    return (cold_all){f64x4_dot2(s, x.low, t, y.low), f64x4_dot2(s, x.high, t, y.high)};
}
GJK3_INLINE cold_all cold_parts(cold_all x)
{
    const f64x4 one = f64x4_splat(1);
    return (cold_all){f64x4_div(one, x.low), f64x4_div(one, x.high)};
}
/// The number of one corner of each shape: in the lanes of a, b, a, b.
GJK3_INLINE f64x4 cold_pick(cold_all is, f64x4 low, f64x4 high)
{
    const f64x4 two = f64x4_or(f64x4_and(is.low, low), f64x4_and(is.high, high));
    return f64x4_or(two, f64x4_swap_pairs(two));
}
GJK3_INLINE cold3 cold_pick3(cold_all is, const cold_corners *c)
{
    return (cold3){cold_pick(is, c->low.x, c->high.x), cold_pick(is, c->low.y, c->high.y),
                   cold_pick(is, c->low.z, c->high.z)};
}
/// What only one of both shapes has, in all lanes.
GJK3_INLINE f64x4 cold_either(f64x4 x) { return f64x4_or(x, f64x4_swap(x)); }
GJK3_INLINE cold3 cold_either3(cold3 x)
{
    return (cold3){cold_either(x.x), cold_either(x.y), cold_either(x.z)};
}
/// The difference, in all lanes.
GJK3_INLINE cold3 cold_difference(cold3 x)
{
    return (cold3){f64x4_add(x.x, f64x4_swap(x.x)), f64x4_add(x.y, f64x4_swap(x.y)),
                   f64x4_add(x.z, f64x4_swap(x.z))};
}
/// From what it adds to the difference to what it is.
GJK3_INLINE dvec3x2 cold_own(cold3 d)
{
    const i64x2 b = {0, INT64_MIN};
    return (dvec3x2){f64x2_xor(f64x4_low(d.x), b), f64x2_xor(f64x4_low(d.y), b),
                     f64x2_xor(f64x4_low(d.z), b)};
}
/// A bit for each corner, in the order of the lanes.
GJK3_INLINE uint32_t cold_bits(cold_all is) { return f64x4_mask(is.low) | f64x4_mask(is.high) << 4; }
GJK3_INLINE bool cold_is_one(uint32_t bits) { return (bits & (bits - 1)) == 0; }

/// The least, or 0, in all lanes.
GJK3_INLINE f64x4 cold_least(cold_all x)
{
    const f64x4 real4 = f64x4_min(x.low, f64x4_min(x.high, f64x4_splat(0))),
                two = f64x4_min(real4, f64x4_swap_pairs(real4));
    return f64x4_min(two, f64x4_swap(two));
}

/// The corner that a turning plane meets first, by 1 part of how high all lie along the direction it is turned from, none below 0, and
/// by how high along the one it is turned to. False where it meets none.
GJK3_INLINE bool cold_meet(cold_all parts, cold_all to, cold_all on, cold_all *is)
{
    // not a number for the corner itself, and for what lies on the plane all the way
    const cold_all ratio = {f64x4_andnot(on.low, f64x4_mul(to.low, parts.low)),
                            f64x4_andnot(on.high, f64x4_mul(to.high, parts.high))};
    const f64x4 least = cold_least(ratio);
    is->low = f64x4_equal(ratio.low, least);
    is->high = f64x4_equal(ratio.high, least);
    return f64x4_low(least)[0] < 0;
}

/// What the plane through a face leaves below it, times the normal's length; not a number where a corner is none.
GJK3_INLINE double cold_gain(cold_all h)
{
    const f64x4 real4 = f64x4_min(h.low, f64x4_min(h.high, f64x4_splat(0))), sum = f64x4_add(h.low, h.high);
    const f64x2 two = f64x2_min(f64x4_high(real4), f64x4_low(real4)), all = f64x4_low(sum) + f64x4_high(sum);
    return 0 * (all[0] + all[1]) - (two[0] + two[1]);
}

GJK3_INLINE bool cold_answer(const warm_question *q, const warm_simplex *x, const warm_plane *f, int count,
                             cold_all heights, flr_gjk3 *r)
{
    const dvec3 from = dvec3_from(q->a->center);
    const double size = warm_measure(x, dvec3x2_sub(x->at, dvec3x2_from(from, from)), count);
    return warm_answer(q, x, f, count, size, cold_gain(heights), r);
}

/// The support points of both along d, of equal ones those in the lower lanes. Returns how high all lie over them.
GJK3_INLINE cold_all cold_support(const cold_corners *corners, cold3 d, cold_all *first)
{
    const cold3 at = {cold_first_of(corners->low.x), cold_first_of(corners->low.y),
                      cold_first_of(corners->low.z)};
    const cold_corners seen = cold_seen_from(corners, at);
    const cold_all from = cold_along(d, &seen);
    const f64x4 second = f64x4_less(from.high, from.low), two = f64x4_min(from.high, from.low),
                other = f64x4_swap_pairs(two), lowest = f64x4_min(two, other);
    const i64x2 upper = (i64x2)f64x4_low(f64x4_less(other, two));
    const f64x4 is = f64x4_of_pairs((f64x2)~upper, (f64x2)upper);
    first->low = f64x4_andnot(second, is);
    first->high = f64x4_and(second, is);
    return (cold_all){f64x4_sub(from.low, lowest), f64x4_sub(from.high, lowest)};
}

/// The edge that u ends, in all lanes, and its length squared.
GJK3_INLINE cold3 cold_edge(cold_all u, const cold_corners *seen, warm_simplex *x, f64x4 *uu)
{
    const cold3 edge = cold_pick3(u, seen), both = cold_either3(edge);
    *uu = cold_dot(both, both);
    x->of_u = cold_own(edge);
    x->u = cold_one(both);
    x->uu = f64x4_low(*uu)[0];
    return both;
}

/// The face's normal, turned to the side that most lies on.
GJK3_INLINE cold3 cold_normal(const warm_plane *f)
{
    const f64x4 turned = f64x4_of_pairs((f64x2)f->turned, (f64x2)f->turned);
    return (cold3){f64x4_xor(f64x4_splat(f->n.x), turned), f64x4_xor(f64x4_splat(f->n.y), turned),
                   f64x4_xor(f64x4_splat(f->n.z), turned)};
}

/// Where the shapes meet, all may lie on the origin's side of a face.
GJK3_INLINE bool cold_is_above(cold_all from)
{
    const f64x4 sum = f64x4_add(from.low, from.high);
    const f64x2 two = f64x4_low(sum) + f64x4_high(sum);
    return two[0] + two[1] > 0;
}

/// The first corners, of which one gives way to another of the same shape.
GJK3_INLINE cold_all cold_replaced(cold_all first, cold_all by)
{
    const f64x4 lanes = f64x4_or(by.low, by.high), lane = f64x4_or(lanes, f64x4_swap_pairs(lanes));
    return (cold_all){f64x4_or(f64x4_andnot(lane, first.low), by.low),
                      f64x4_or(f64x4_andnot(lane, first.high), by.high)};
}

/// False where the search has to go on with the corners that were met.
GJK3_INLINE bool cold_try_four(const warm_question *question, cold_marks *m, flr_gjk3 *r)
{
    const flr_convex3 *a = question->a, *b = question->b;
    const cold3 d = cold_all3(dvec3_sub(dvec3_from(a->center), dvec3_from(b->center)));
    const cold_corners corners = {cold_load(a->corners, b->corners),
                                  cold_load(a->corners + 2, b->corners + 2)};
    cold_all to, parts, first, u, v, on = {f64x4_splat(0), f64x4_splat(0)};
    cold_all from = cold_support(&corners, d, &first);
    warm_simplex x;
    warm_plane f;
    m->first = cold_bits(first);
    m->u = m->v = 0;
    m->far = false;
    cold3 at = cold_pick3(first, &corners);
    cold_corners seen = cold_seen_from(&corners, at);
    parts = cold_parts(from);
    cold3 w = cold_difference(at);
    to = cold_along(w, &seen);
    x.at = cold_own(at);
    x.offset = (dvec3x2){{0, 0}, {0, 0}, {0, 0}};
    x.w = cold_one(w);
    if (!cold_meet(parts, to, on, &u))
        return warm_solve(&x, 1, false, &f) && cold_answer(question, &x, &f, 1, to, r);
    m->u = cold_bits(u);
    if (!cold_is_one(m->u)) return false;
    f64x4 wu = f64x4_neg(cold_either(cold_pick(u, to.low, to.high)));
    const f64x4 du = cold_either(cold_pick(u, from.low, from.high));
    f64x4 uu;
    cold3 both = cold_edge(u, &seen, &x, &uu);
    // the plane that holds the edge, and the one about it that is square to the way to the origin
    parts = cold_parts(cold_mix(wu, from, du, to));
    to = cold_mix(uu, to, wu, cold_along(both, &seen));
    for (int i = 0; i < COLD_FACES_MAX; i++) {
        m->v = 0;
        if (!cold_meet(parts, to, on, &v))
            return warm_solve(&x, 2, false, &f) &&
                   cold_answer(question, &x, &f, 2, cold_along(cold_all3(f.n), &seen), r);
        m->v = cold_bits(v);
        if (!cold_is_one(m->v)) return false;
        const cold3 edge = cold_pick3(v, &seen);
        x.of_v = cold_own(edge);
        x.v = cold_one(cold_either3(edge));
        x.vv = dvec3_dot(x.v, x.v);
        const bool crossing = cold_is_of_a(m->u) != cold_is_of_a(m->v);
        const bool within = warm_solve(&x, 3, true, &f);
        const cold3 n = cold_normal(&f);
        from = cold_along(n, &seen);
        if (!cold_is_above(from)) return false;
        const bool far = f.s + f.t > 1;
        m->far = far;
        if (within & (crossing | !far)) return cold_answer(question, &x, &f, 3, from, r);
        // the side of the face that the closest point lies beyond
        on.low = f64x4_or(first.low, f64x4_or(u.low, v.low));
        on.high = f64x4_or(first.high, f64x4_or(u.high, v.high));
        if (f.s > 0) {
            const bool beyond_v = crossing && f.s < 1;
            first = cold_replaced(first, beyond_v ? v : u);
            at = cold_pick3(first, &corners);
            w = cold_difference(at);
            x.at = cold_own(at);
            x.w = cold_one(w);
            seen = cold_seen_from(&corners, at);
            from = cold_along(n, &seen);
            u = beyond_v ? u : v;
            m->first = cold_bits(first);
        } else {
            u = v;
        }
        m->u = cold_bits(u);
        both = cold_edge(u, &seen, &x, &uu);
        parts = cold_parts(from);
        to = cold_mix(uu, cold_along(w, &seen), f64x4_neg(cold_dot(w, both)), cold_along(both, &seen));
    }
    return false;
}

/// The one function of a file that is made of this text.
flr_gjk3 COLD_FORM(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options)
{
    flr_gjk3_cache own;
    const flr_gjk3_options o = {.max_distance = (flr_real)INFINITY, .cache = &own};
    const warm_question q = {a, b, &o};
    cold_marks m;
    flr_gjk3 r;
    if (!cold_try_four(&q, &m, &r)) return flr_gjk3_cold_search(a, b, options, m);
    if (options && options->cache) flr_gjk3_cold_keep(m, own.axis, options->cache);
    return r;
}

#endif
