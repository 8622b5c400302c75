/// What the tests of moving shapes in the plane share: the typed functions under one name, and the time of first touch
/// from the definition.
#ifndef TESTS_SWEEP_SWEEP2_CASES_HPP
#define TESTS_SWEEP_SWEEP2_CASES_HPP

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "feeler/sweep2.h"

#include "support/shapes2.hpp"

extern "C" {
}

namespace sweep2
{

using shapes2::shape;
using rational = big_rational;

#define SWEEP2_PAIR(A, TA, B, TB)                                                                            \
    inline flr_sweep2_result sweep(TA a, flr_vec2 m, TB b) { return flr_sweep2_##A##_##B(a, m, b); }
#define SWEEP2_ROW12(A, TA) SWEEP2_PAIR(A, TA, polygon, const flr_polygon2 *)
#define SWEEP2_ROW11(A, TA) SWEEP2_PAIR(A, TA, triangle, const flr_triangle2 *) SWEEP2_ROW12(A, TA)
#define SWEEP2_ROW10(A, TA) SWEEP2_PAIR(A, TA, box, const flr_box2 *) SWEEP2_ROW11(A, TA)
#define SWEEP2_ROW9(A, TA) SWEEP2_PAIR(A, TA, aabb, const flr_aabb2 *) SWEEP2_ROW10(A, TA)
#define SWEEP2_ROW8(A, TA) SWEEP2_PAIR(A, TA, capsule, const flr_capsule2 *) SWEEP2_ROW9(A, TA)
#define SWEEP2_ROW7(A, TA) SWEEP2_PAIR(A, TA, circle, const flr_circle *) SWEEP2_ROW8(A, TA)
#define SWEEP2_ROW6(A, TA) SWEEP2_PAIR(A, TA, halfspace, const flr_halfspace2 *) SWEEP2_ROW7(A, TA)
#define SWEEP2_ROW5(A, TA) SWEEP2_PAIR(A, TA, plane, const flr_plane2 *) SWEEP2_ROW6(A, TA)
#define SWEEP2_ROW4(A, TA) SWEEP2_PAIR(A, TA, line, const flr_line2 *) SWEEP2_ROW5(A, TA)
#define SWEEP2_ROW3(A, TA) SWEEP2_PAIR(A, TA, ray, const flr_ray2 *) SWEEP2_ROW4(A, TA)
#define SWEEP2_ROW2(A, TA) SWEEP2_PAIR(A, TA, segment, const flr_segment2 *) SWEEP2_ROW3(A, TA)
#define SWEEP2_ROW1(A, TA) SWEEP2_PAIR(A, TA, point, flr_vec2) SWEEP2_ROW2(A, TA)
SWEEP2_ROW1(point, flr_vec2)
SWEEP2_ROW2(segment, const flr_segment2 *)
SWEEP2_ROW3(ray, const flr_ray2 *)
SWEEP2_ROW4(line, const flr_line2 *)
SWEEP2_ROW5(plane, const flr_plane2 *)
SWEEP2_ROW6(halfspace, const flr_halfspace2 *)
SWEEP2_ROW7(circle, const flr_circle *)
SWEEP2_ROW8(capsule, const flr_capsule2 *)
SWEEP2_ROW9(aabb, const flr_aabb2 *)
SWEEP2_ROW10(box, const flr_box2 *)
SWEEP2_ROW11(triangle, const flr_triangle2 *)
SWEEP2_ROW12(polygon, const flr_polygon2 *)

template <class A, class B> auto either(A a, flr_vec2 m, B b, int) -> decltype(sweep(a, m, b))
{
    return sweep(a, m, b);
}
/// Only one order of a pair exists: the other is the same motion seen from a, which then stands still.
template <class A, class B> flr_sweep2_result either(A a, flr_vec2 m, B b, long)
{
    flr_sweep2_result r = sweep(b, flr_neg2(m), a);
    r.normal = flr_neg2(r.normal);
    if (r.hit && !r.overlap_at_start) r.point = flr_mul_add2(r.point, r.t, m);
    return r;
}
inline flr_sweep2_result ask(const shape &a, flr_vec2 m, const shape &b)
{
    return shapes2::visit(
        a, [&](auto x) { return shapes2::visit(b, [&](auto y) { return either(x, m, y, 0); }); });
}

/// As shapes2::define; a box is wider on all sides by `grown`, and empty where it has less than nothing.
shapes2::definition definition_of(const shape &s, const rational &far, const rational &grown = 0);

struct span {
    rational from = 0, to = 1;
    bool empty = false;
};

/// Cuts the times to those at which the shadows of two hulls on an axis overlap.
void cut(span *s, const rational &x, const rational &y, const std::vector<shapes2::exact> &a,
         const std::vector<shapes2::exact> &b, const rational &mx, const rational &my);

/// First time in [0, 1] at which two simplices without radii share a point: exact moving separating axes. The
/// difference of the two is a polygon, a segment or a point; its edges are those of both.
std::optional<rational> first_time(const std::vector<shapes2::exact> &a, const std::vector<shapes2::exact> &b,
                                   flr_vec2 m);

std::optional<rational> first_time(const shapes2::definition &a, flr_vec2 m, const shapes2::definition &b);

/// The corners that matter for the size of a scene, unbounded shapes by where they begin.
double size_of(const shape &a, flr_vec2 m, const shape &b);

}  // namespace sweep2

#endif
