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
inline shapes2::definition definition_of(const shape &s, const rational &far, const rational &grown = 0)
{
    shapes2::definition d = shapes2::define(s, far);
    if (s.k != shapes2::box || grown == 0) return d;
    rational h = rational(s.box.half_extents.x) + grown, k = rational(s.box.half_extents.y) + grown;
    shapes2::exact o = shapes2::lift(s.box.center), x = shapes2::lift(s.box.axis),
                   y = {rational(-x[1]), x[0], 0};
    auto p = [&](int i, int j) { return shapes2::along(shapes2::along(o, i * h, x), j * k, y); };
    d.simplices.clear();
    if (h >= 0 && k >= 0) d.simplices = {{p(-1, -1), p(1, -1), p(1, 1)}, {p(-1, -1), p(1, 1), p(-1, 1)}};
    return d;
}

struct span {
    rational from = 0, to = 1;
    bool empty = false;
};

/// Cuts the times to those at which the shadows of two hulls on an axis overlap.
inline void cut(span *s, const rational &x, const rational &y, const std::vector<shapes2::exact> &a,
                const std::vector<shapes2::exact> &b, const rational &mx, const rational &my)
{
    auto shadow = [&](const shapes2::exact &p) { return rational(x * p[0] + y * p[1]); };
    rational a_low = shadow(a[0]), a_high = a_low, b_low = shadow(b[0]), b_high = b_low,
             rate = x * mx + y * my;
    for (const auto &p : a) a_low = std::min(a_low, shadow(p)), a_high = std::max(a_high, shadow(p));
    for (const auto &p : b) b_low = std::min(b_low, shadow(p)), b_high = std::max(b_high, shadow(p));
    // a_low + t rate <= b_high and a_high + t rate >= b_low
    if (rate == 0) {
        if (a_low > b_high || a_high < b_low) s->empty = true;
        return;
    }
    rational t = (b_high - a_low) / rate, u = (b_low - a_high) / rate;
    s->from = std::max(s->from, rate > 0 ? u : t);
    s->to = std::min(s->to, rate > 0 ? t : u);
    if (s->from > s->to) s->empty = true;
}

/// First time in [0, 1] at which two simplices without radii share a point: exact moving separating axes. The
/// difference of the two is a polygon, a segment or a point; its edges are those of both.
inline std::optional<rational> first_time(const std::vector<shapes2::exact> &a,
                                          const std::vector<shapes2::exact> &b, flr_vec2 m)
{
    rational mx = m.x, my = m.y;
    span s;
    cut(&s, 1, 0, a, b, mx, my);
    cut(&s, 0, 1, a, b, mx, my);
    for (const auto *simplex : {&a, &b})
        for (size_t i = 0; i < simplex->size() && !s.empty; ++i)
            for (size_t j = 0; j < i; ++j) {
                rational x = (*simplex)[i][0] - (*simplex)[j][0], y = (*simplex)[i][1] - (*simplex)[j][1];
                cut(&s, x, y, a, b, mx, my);
                cut(&s, -y, x, a, b, mx, my);
            }
    if (s.empty) return std::nullopt;
    return s.from;
}

inline std::optional<rational> first_time(const shapes2::definition &a, flr_vec2 m,
                                          const shapes2::definition &b)
{
    std::optional<rational> first;
    for (const auto &x : a.simplices)
        for (const auto &y : b.simplices) {
            std::optional<rational> t = first_time(x, y, m);
            if (t && (!first || *t < *first)) first = t;
        }
    return first;
}

/// The corners that matter for the size of a scene, unbounded shapes by where they begin.
inline double size_of(const shape &a, flr_vec2 m, const shape &b)
{
    std::vector<flr_vec2> all = shapes2::corners(a), more = shapes2::corners(b);
    all.insert(all.end(), more.begin(), more.end());
    double size = std::max(std::fabs(static_cast<double>(m.x)), std::fabs(static_cast<double>(m.y)));
    for (flr_vec2 p : all)
        for (flr_vec2 q : all)
            size = std::max({size, std::fabs(static_cast<double>(p.x) - static_cast<double>(q.x)),
                             std::fabs(static_cast<double>(p.y) - static_cast<double>(q.y))});
    return size;
}

}  // namespace sweep2

#endif
