/// Shapes of the plane for tests: made at random in many places and sizes, asked through the typed
/// functions, and as what they are by definition: unions of exact simplices with a radius.
#ifndef TESTS_SUPPORT_SHAPES2_HPP
#define TESTS_SUPPORT_SHAPES2_HPP

#include <cmath>
#include <vector>

#include "feeler/closest2.h"
#include "feeler/overlap2.h"
#include "feeler/raycast2.h"

#include "math/exact3.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace shapes2
{

enum kind { point, segment, ray, line, plane, halfspace, circle, capsule, aabb, box, triangle, polygon };
constexpr int kinds = 12;
const char *name(int k);

struct shape {
    kind k = point;
    flr_vec2 p{};
    flr_segment2 segment{};
    flr_ray2 ray{};
    flr_line2 line{};
    flr_plane2 plane{};
    flr_halfspace2 halfspace{};
    flr_circle circle{};
    flr_capsule2 capsule{};
    flr_aabb2 aabb{};
    flr_box2 box{};
    flr_triangle2 triangle{};
    flr_polygon2 polygon{};
    std::vector<flr_vec2> vertices;  ///< of the polygon: star-shaped around `center`
    flr_vec2 center{};
};

/// Calls f with the typed shape.
template <class F> auto visit(const shape &s, F f)
{
    switch (s.k) {
    case segment:
        return f(&s.segment);
    case ray:
        return f(&s.ray);
    case line:
        return f(&s.line);
    case plane:
        return f(&s.plane);
    case halfspace:
        return f(&s.halfspace);
    case circle:
        return f(&s.circle);
    case capsule:
        return f(&s.capsule);
    case aabb:
        return f(&s.aabb);
    case box:
        return f(&s.box);
    case triangle:
        return f(&s.triangle);
    case polygon:
        return f(&s.polygon);
    default:
        return f(s.p);
    }
}

// The typed functions under one name; only one order of a pair exists.
#define SHAPES2_PAIR(A, TA, B, TB)                                                                           \
    inline flr_closest2 closest(TA a, TB b) { return flr_closest2_##A##_##B(a, b); }                         \
    inline bool overlap(TA a, TB b) { return flr_overlap2_##A##_##B(a, b); }
#define SHAPES2_ROW12(A, TA) SHAPES2_PAIR(A, TA, polygon, const flr_polygon2 *)
#define SHAPES2_ROW11(A, TA) SHAPES2_PAIR(A, TA, triangle, const flr_triangle2 *) SHAPES2_ROW12(A, TA)
#define SHAPES2_ROW10(A, TA) SHAPES2_PAIR(A, TA, box, const flr_box2 *) SHAPES2_ROW11(A, TA)
#define SHAPES2_ROW9(A, TA) SHAPES2_PAIR(A, TA, aabb, const flr_aabb2 *) SHAPES2_ROW10(A, TA)
#define SHAPES2_ROW8(A, TA) SHAPES2_PAIR(A, TA, capsule, const flr_capsule2 *) SHAPES2_ROW9(A, TA)
#define SHAPES2_ROW7(A, TA) SHAPES2_PAIR(A, TA, circle, const flr_circle *) SHAPES2_ROW8(A, TA)
#define SHAPES2_ROW6(A, TA) SHAPES2_PAIR(A, TA, halfspace, const flr_halfspace2 *) SHAPES2_ROW7(A, TA)
#define SHAPES2_ROW5(A, TA) SHAPES2_PAIR(A, TA, plane, const flr_plane2 *) SHAPES2_ROW6(A, TA)
#define SHAPES2_ROW4(A, TA) SHAPES2_PAIR(A, TA, line, const flr_line2 *) SHAPES2_ROW5(A, TA)
#define SHAPES2_ROW3(A, TA) SHAPES2_PAIR(A, TA, ray, const flr_ray2 *) SHAPES2_ROW4(A, TA)
#define SHAPES2_ROW2(A, TA) SHAPES2_PAIR(A, TA, segment, const flr_segment2 *) SHAPES2_ROW3(A, TA)
#define SHAPES2_ROW1(A, TA) SHAPES2_PAIR(A, TA, point, flr_vec2) SHAPES2_ROW2(A, TA)
SHAPES2_ROW1(point, flr_vec2)
SHAPES2_ROW2(segment, const flr_segment2 *)
SHAPES2_ROW3(ray, const flr_ray2 *)
SHAPES2_ROW4(line, const flr_line2 *)
SHAPES2_ROW5(plane, const flr_plane2 *)
SHAPES2_ROW6(halfspace, const flr_halfspace2 *)
SHAPES2_ROW7(circle, const flr_circle *)
SHAPES2_ROW8(capsule, const flr_capsule2 *)
SHAPES2_ROW9(aabb, const flr_aabb2 *)
SHAPES2_ROW10(box, const flr_box2 *)
SHAPES2_ROW11(triangle, const flr_triangle2 *)
SHAPES2_ROW12(polygon, const flr_polygon2 *)

#define SHAPES2_ONE(A, TA)                                                                                   \
    inline int classify(const flr_plane2 *p, TA a) { return flr_classify2_plane_##A(p, a); }                 \
    inline flr_rayhit2 cast(const flr_raycast2_path *p, TA a) { return flr_raycast2_ray_##A(p, a); }
SHAPES2_ONE(point, flr_vec2)
SHAPES2_ONE(segment, const flr_segment2 *)
SHAPES2_ONE(ray, const flr_ray2 *)
SHAPES2_ONE(line, const flr_line2 *)
SHAPES2_ONE(plane, const flr_plane2 *)
SHAPES2_ONE(halfspace, const flr_halfspace2 *)
SHAPES2_ONE(circle, const flr_circle *)
SHAPES2_ONE(capsule, const flr_capsule2 *)
SHAPES2_ONE(aabb, const flr_aabb2 *)
SHAPES2_ONE(box, const flr_box2 *)
SHAPES2_ONE(triangle, const flr_triangle2 *)
SHAPES2_ONE(polygon, const flr_polygon2 *)

template <class A, class B> auto closest_either(A a, B b, int) -> decltype(closest(a, b))
{
    return closest(a, b);
}
template <class A, class B> flr_closest2 closest_either(A a, B b, long)
{
    flr_closest2 c = closest(b, a);
    return {c.distance, c.point_b, c.point_a};
}
template <class A, class B> auto overlap_either(A a, B b, int) -> decltype(overlap(a, b))
{
    return overlap(a, b);
}
template <class A, class B> bool overlap_either(A a, B b, long) { return overlap(b, a); }

inline flr_closest2 ask_closest(const shape &a, const shape &b)
{
    return visit(a, [&](auto x) { return visit(b, [&](auto y) { return closest_either(x, y, 0); }); });
}
inline bool ask_overlap(const shape &a, const shape &b)
{
    return visit(a, [&](auto x) { return visit(b, [&](auto y) { return overlap_either(x, y, 0); }); });
}

/// Where the coordinates come from: whole numbers (which touch, coincide, are parallel) or any, scaled
/// and moved.
struct place {
    bool lattice;
    double scale;
    flr_vec2 shift;

    flr_vec2 at(random_source &r, int reach) const
    {
        double x = lattice ? r.whole(-reach, reach) : r.between(-reach, reach);
        double y = lattice ? r.whole(-reach, reach) : r.between(-reach, reach);
        return flr_vec2_make(flr_real(shift.x + scale * x), flr_real(shift.y + scale * y));
    }
    flr_vec2 direction(random_source &r) const
    {
        for (;;) {
            double x = lattice ? r.whole(-3, 3) : r.between(-3, 3),
                   y = lattice ? r.whole(-3, 3) : r.between(-3, 3);
            if (x != 0 || y != 0) return flr_vec2_make(flr_real(x), flr_real(y));
        }
    }
    double length(random_source &r, int reach) const
    {
        return scale * (lattice ? r.whole(0, reach) : r.between(0, reach));
    }
};

place random_place(random_source &r);

/// Corners at growing angles around the centre, near and far by turns: concave more often than not.
void star(shape &s, random_source &r, const place &at, flr_vec2 center);

shape random_shape(random_source &r, kind k, const place &at);
/// The polygon's corners move with a copy.
inline void settle(shape &s) { s.polygon = {s.vertices.data(), s.vertices.size()}; }

using exact = exact3::vec<big_rational>;

/// The union of the simplices, grown by a radius. Unbounded shapes end `far` away.
struct definition {
    std::vector<std::vector<exact>> simplices;
    big_rational radius = 0;
    bool bounded = true, rounded_corners = false;
};

inline exact lift(flr_vec2 p) { return {big_rational(p.x), big_rational(p.y), big_rational(0)}; }
inline exact along(const exact &o, const big_rational &t, const exact &d)
{
    return {big_rational(o[0] + t * d[0]), big_rational(o[1] + t * d[1]), big_rational(0)};
}

definition define(const shape &s, const big_rational &far);

/// Squared distance of the cores.
big_rational core_distance_squared(const definition &a, const definition &b);

inline bool by_normal(const shape &s) { return s.k == plane || s.k == halfspace; }

inline void stretch(double *size, double x)
{
    if (std::fabs(x) > *size) *size = std::fabs(x);
}

/// The corners by which the size of a scene is measured.
std::vector<flr_vec2> corners(const shape &s);

/// As the headers define it.
double scene_size(const shape &a, const shape &b);

/// Are yes and no promised to be exact?
bool decided_exactly(const shape &a, const shape &b);

}  // namespace shapes2

#endif
