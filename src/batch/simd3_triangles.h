/// Do triangles overlap, several pairs at once? The lanes decide if every sign of Guigue and Devillers' test
/// (shape/exact.c) is certain in plain double.
#ifndef FLR_BATCH_SIMD3_TRIANGLES_H
#define FLR_BATCH_SIMD3_TRIANGLES_H

#include "closest/closest3_lanes.h"
#include "math/predicates.h"

typedef struct simd3_corners {
    simd_3 a, b, c;
} simd3_corners;

/// The sides of three points of a plane, and which of them are certain.
typedef struct simd3_sides {
    simd_m first, second, third;  ///< on the positive side
    simd_m certain, together;     ///< all sides are certain; all three are certainly on one side
} simd3_sides;

/// Returns the sides of the plane through `at` with the given normal. `most` bounds every term of a triple
/// product.
static inline simd3_sides simd3_sides_of(simd_3 normal, simd_3 at, const simd3_corners *t, simd_d most)
{
    const simd_d bound = simd_all(6 * FLR_FILTER_RELATIVE3) * most;
    simd_d a = simd3_dot(normal, simd3_sub(t->a, at)), b = simd3_dot(normal, simd3_sub(t->b, at)),
           c = simd3_dot(normal, simd3_sub(t->c, at));
    simd3_sides s;
    s.first = simd_more(a, simd_all(0));
    s.second = simd_more(b, simd_all(0));
    s.third = simd_more(c, simd_all(0));
    // comparisons instead of minima, as they are false for a NaN
    simd_m above_a = simd_more(a, bound), above_b = simd_more(b, bound), above_c = simd_more(c, bound);
    simd_m below_a = simd_less(a, -bound), below_b = simd_less(b, -bound), below_c = simd_less(c, -bound);
    s.together =
        simd_or(simd_and(above_a, simd_and(above_b, above_c)), simd_and(below_a, simd_and(below_b, below_c)));
    s.certain =
        simd_and(simd_or(above_a, below_a), simd_and(simd_or(above_b, below_b), simd_or(above_c, below_c)));
    return s;
}

static inline simd_m simd_same(simd_m a, simd_m b)
{
    return simd_or(simd_and(a, b), simd_not(simd_or(a, b)));
}

/// Moves the corner that is alone on its side to the first place; `positive` is that side.
static inline simd3_corners simd3_lone_first(const simd3_corners *t, const simd3_sides *s, simd_m *positive)
{
    simd_m is_a = simd_same(s->second, s->third), is_b = simd_same(s->first, s->third);
    simd3_corners r = {simd3_select(is_a, t->a, simd3_select(is_b, t->b, t->c)),
                       simd3_select(is_a, t->b, simd3_select(is_b, t->c, t->a)),
                       simd3_select(is_a, t->c, simd3_select(is_b, t->a, t->b))};
    simd_m b_or_c = simd_or(simd_and(is_b, s->second), simd_and(simd_not(is_b), s->third));
    *positive = simd_or(simd_and(is_a, s->first), simd_and(simd_not(is_a), b_or_c));
    return r;
}

static inline simd_d simd3_orient(simd_3 a, simd_3 b, simd_3 c, simd_3 d)
{
    return simd3_dot(simd3_sub(d, a), simd3_cross(simd3_sub(b, a), simd3_sub(c, a)));
}

static inline simd_verdict simd3_triangle_triangle(const simd3_corners *t, const simd3_corners *u)
{
    simd_3 e = simd3_sub(t->b, t->a), f = simd3_sub(t->c, t->a), g = simd3_sub(u->b, u->a),
           h = simd3_sub(u->c, u->a);
    simd_3 between = simd3_sub(u->a, t->a);
    simd_d side_t = simd_max(simd3_largest(f), simd3_largest(e));
    simd_d side_u = simd_max(simd3_largest(h), simd3_largest(g));
    simd_d reach = simd3_largest(between) + side_t + side_u;
    simd_d least = simd_min(side_u, side_t);
    simd_m usual = simd_and(simd_more(least, simd_all(0x1p-200)), simd_less(reach, simd_all(0x1p200)));

    simd_verdict v;
    simd3_sides of_u = simd3_sides_of(simd3_cross(e, f), t->a, u, side_t * side_t * reach);
    simd3_sides of_t = simd3_sides_of(simd3_cross(g, h), u->a, t, side_u * side_u * reach);
    simd_m apart = simd_or(of_u.together, of_t.together);
    v.yes = simd_and(apart, simd_not(apart));
    v.decided = simd_and(usual, apart);
    simd_m open = simd_and(simd_and(usual, simd_not(apart)), simd_and(of_u.certain, of_t.certain));
    if (!simd_any(open)) return v;

    simd_m t_positive, u_positive;
    simd3_corners p = simd3_lone_first(t, &of_t, &t_positive), q = simd3_lone_first(u, &of_u, &u_positive);
    simd_3 p1 = simd3_select(u_positive, p.b, p.c), p2 = simd3_select(u_positive, p.c, p.b);
    simd_3 q1 = simd3_select(t_positive, q.b, q.c), q2 = simd3_select(t_positive, q.c, q.b);
    simd_d first = simd3_orient(p.a, p1, q.a, q1), second = simd3_orient(p.a, p2, q2, q.a);
    simd_d bound = simd_all(12 * FLR_FILTER_RELATIVE3) * (side_t * reach * reach);
    simd_m yes = simd_and(simd_less(first, -bound), simd_less(second, -bound));
    simd_m no = simd_or(simd_more(first, bound), simd_more(second, bound));
    v.yes = simd_and(open, yes);
    v.decided = simd_or(v.decided, simd_and(open, simd_or(yes, no)));
    return v;
}

#endif
