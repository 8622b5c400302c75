/// The typed functions of the plane, containment and sides held against the definition.
#ifndef TESTS_QUERY_FAR2_TYPED_HPP
#define TESTS_QUERY_FAR2_TYPED_HPP

#include "any/far2_judge.hpp"
#include "support/shapes2.hpp"

namespace far2
{

/// Calls f with the typed shape; false for convex shapes and compounds.
template <class F> bool typed(const flr_shape2 &s, F f)
{
    switch (s.kind) {
    case FLR_SHAPE2_POINT:
        return f(s.as.point), true;
    case FLR_SHAPE2_SEGMENT:
        return f(&s.as.segment), true;
    case FLR_SHAPE2_RAY:
        return f(&s.as.ray), true;
    case FLR_SHAPE2_LINE:
        return f(&s.as.line), true;
    case FLR_SHAPE2_PLANE:
        return f(&s.as.plane), true;
    case FLR_SHAPE2_HALFSPACE:
        return f(&s.as.halfspace), true;
    case FLR_SHAPE2_CIRCLE:
        return f(&s.as.circle), true;
    case FLR_SHAPE2_CAPSULE:
        return f(&s.as.capsule), true;
    case FLR_SHAPE2_AABB:
        return f(&s.as.aabb), true;
    case FLR_SHAPE2_BOX:
        return f(&s.as.box), true;
    case FLR_SHAPE2_TRIANGLE:
        return f(&s.as.triangle), true;
    case FLR_SHAPE2_POLYGON:
        return f(&s.as.polygon), true;
    default:
        return false;
    }
}

// Only one order of a pair exists, and none of some.
template <class A, class B> auto ask_closest(A a, B b, int) -> decltype(shapes2::closest(a, b))
{
    return shapes2::closest(a, b);
}
template <class A, class B> auto ask_closest(A a, B b, long) -> decltype(shapes2::closest(b, a))
{
    flr_closest2 c = shapes2::closest(b, a);
    std::swap(c.point_a, c.point_b);
    return c;
}
template <class A, class B> bool ask_overlap(A a, B b, int, decltype(shapes2::overlap(A(), B())) * = nullptr)
{
    return shapes2::overlap(a, b);
}
template <class A, class B> bool ask_overlap(A a, B b, long) { return shapes2::overlap(b, a); }

template <class F> void judge_typed(const scene &s, F note)
{
    const flr_shape2 a = s.a.on(), b = s.b.on();
    typed(a, [&](auto p) {
        typed(b, [&](auto q) {
            const flr_closest2 c = ask_closest(p, q, 0);
            note("typed distance", distance_error(s, double(c.distance)));
            note("typed points", points_error(s, c.point_a, c.point_b));
            note("typed overlap", decided(s, ask_overlap(p, q, 0)));
        });
    });
    int side = 0;
    if (a.kind == FLR_SHAPE2_PLANE && !flr_classify2(&a.as.plane, &b, &side)) {
        wide high = -no_end, low = no_end;
        const spot n = lift(a.as.plane.normal);
        for (const piece &p : s.pb) {
            high = std::max(high, -separation(p, s.pa[0], n) / length(n) + p.radius);
            low = std::min(low, separation(s.pa[0], p, n) / length(n) - p.radius);
        }
        const int right = low > 0 ? 1 : high < 0 ? -1 : 0;
        note("classify", side == right ? 0 : s.roundings(std::min(size_of(low), size_of(high))));
    }
    if (b.kind == FLR_SHAPE2_POINT) {
        flr_side where = FLR_OUTSIDE;
        bool any = true;
        switch (a.kind) {
        case FLR_SHAPE2_CIRCLE:
            where = flr_contains2_circle_point(&a.as.circle, b.as.point);
            break;
        case FLR_SHAPE2_CAPSULE:
            where = flr_contains2_capsule_point(&a.as.capsule, b.as.point);
            break;
        case FLR_SHAPE2_AABB:
            where = flr_contains2_aabb_point(&a.as.aabb, b.as.point);
            break;
        case FLR_SHAPE2_BOX:
            where = flr_contains2_box_point(&a.as.box, b.as.point);
            break;
        case FLR_SHAPE2_TRIANGLE:
            where = flr_contains2_triangle_point(&a.as.triangle, b.as.point);
            break;
        default:
            any = false;
        }
        const wide d = s.truth.value;
        const bool right = where == FLR_OUTSIDE ? d > 0 : where == FLR_INSIDE ? d < 0 : d == 0;
        if (any) note("contains", right ? 0 : s.roundings(d));
    }
}

}  // namespace far2

#endif
