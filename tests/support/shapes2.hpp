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
inline const char *name(int k)
{
    static const char *const names[kinds] = {"point",  "segment", "ray",  "line", "plane",    "halfspace",
                                             "circle", "capsule", "aabb", "box",  "triangle", "polygon"};
    return names[k];
}

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

inline place random_place(random_source &r)
{
    if (real_is_float) {  // as far away as the shapes stay what they are: 1e6 in whole numbers
        static const place near[] = {
            {true, 1, {0, 0}},        {true, 1, {0, 0}},        {false, 1, {0, 0}},
            {true, 1, {1e6f, -1e6f}}, {false, 1, {1e3f, 1e3f}}, {false, 1, {-1e3f, 1e3f}},
            {true, 1, {1e6f, 3e6f}},  {true, 1e-6, {0, 0}},     {false, 1e-6, {0, 0}},
            {true, 0x1p-12, {1, 0}},  {false, 1e9, {0, 0}},     {true, 1e-3, {0.1f, 0.2f}}};
        return near[r.whole(0, 11)];
    }
    static const place places[] = {
        {true, 1, {0, 0}},       {true, 1, {0, 0}},      {false, 1, {0, 0}},
        {true, 1, {1e6, -1e6}},  {false, 1, {1e6, 1e6}}, {false, 1, {-1e9, 1e9}},
        {true, 1, {1e9, 3e9}},   {true, 1e-6, {0, 0}},   {false, 1e-6, {0, 0}},
        {true, 0x1p-20, {1, 0}}, {false, 1e9, {0, 0}},   {true, 1e-3, {flr_real(0.1), flr_real(0.2)}}};
    return places[r.whole(0, 11)];
}

/// Corners at growing angles around the centre, near and far by turns: concave more often than not.
inline void star(shape &s, random_source &r, const place &at, flr_vec2 center)
{
    static const int turn[8][2] = {{3, 0}, {2, 2}, {0, 3}, {-2, 2}, {-3, 0}, {-2, -2}, {0, -3}, {2, -2}};
    s.center = center;
    s.vertices.clear();
    for (const auto &t : turn) {
        double reach = at.lattice ? r.whole(1, 2) * 0.5 : r.between(0.3, 1);
        if (t[0] != 0 && t[1] != 0 && r.whole(0, 1)) continue;
        s.vertices.push_back(flr_vec2_make(flr_real(center.x + at.scale * reach * t[0]),
                                           flr_real(center.y + at.scale * reach * t[1])));
    }
    if (r.whole(0, 1)) s.vertices = std::vector<flr_vec2>(s.vertices.rbegin(), s.vertices.rend());
    if (r.whole(0, 3) == 0) s.vertices.push_back(s.vertices[0]);  // a corner twice
}

inline shape random_shape(random_source &r, kind k, const place &at)
{
    shape s;
    s.k = k;
    const int reach = 4;
    flr_vec2 a = at.at(r, reach), b = at.at(r, reach), c = at.at(r, reach), d = at.direction(r);
    double offset = d.x * a.x + d.y * a.y, u = at.length(r, 2), v = at.length(r, 2);
    static const flr_vec2 axes[4] = {
        {1, 0}, {0, -1}, {flr_real(0.6), flr_real(0.8)}, {flr_real(-0.28), flr_real(0.96)}};
    s.p = a;
    s.segment = {a, b};
    s.ray = {a, d};
    s.line = {a, d};
    s.plane = {d, flr_real(offset)};
    s.halfspace = {d, flr_real(offset)};
    s.circle = {a, flr_real(v)};
    s.capsule = {a, b, flr_real(u)};
    s.aabb = {flr_min2(a, b), flr_max2(a, b)};
    s.box = {a, axes[r.whole(0, 3)], {flr_real(u), flr_real(v)}};
    s.triangle = {a, b, c};
    if (k == polygon) star(s, r, at, a);
    s.polygon = {s.vertices.data(), s.vertices.size()};
    return s;
}
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

inline definition define(const shape &s, const big_rational &far)
{
    definition d;
    const big_rational back = -far;
    switch (s.k) {
    case point:
        d.simplices = {{lift(s.p)}};
        break;
    case segment:
        d.simplices = {{lift(s.segment.a), lift(s.segment.b)}};
        break;
    case ray: {
        exact o = lift(s.ray.origin), e = lift(s.ray.direction);
        d.simplices = {{o, along(o, far, e)}};
        d.bounded = false;
        break;
    }
    case line: {
        exact o = lift(s.line.origin), e = lift(s.line.direction);
        d.simplices = {{along(o, back, e), along(o, far, e)}};
        d.bounded = false;
        break;
    }
    case plane:
    case halfspace: {
        exact n = lift(s.plane.normal), e = {big_rational(-n[1]), n[0], big_rational(0)}, zero = {0, 0, 0};
        exact o = along(zero, big_rational(s.plane.offset) / exact3::dot(n, n), n);
        d.simplices = {{along(o, back, e), along(o, far, e)}};
        if (s.k == halfspace) d.simplices[0].push_back(along(o, back, n));
        d.bounded = false;
        break;
    }
    case circle:
        d.simplices = {{lift(s.circle.center)}};
        d.radius = s.circle.radius;
        break;
    case capsule:
        d.simplices = {{lift(s.capsule.a), lift(s.capsule.b)}};
        d.radius = s.capsule.radius;
        break;
    case aabb: {
        exact p = lift(s.aabb.min), q = lift(s.aabb.max), u = {q[0], p[1], 0}, v = {p[0], q[1], 0};
        d.simplices = {{p, u, q}, {p, q, v}};
        break;
    }
    case box: {
        exact o = lift(s.box.center), x = lift(s.box.axis), y = {big_rational(-x[1]), x[0], 0};
        big_rational h(s.box.half_extents.x), k(s.box.half_extents.y);
        exact p = along(along(o, -h, x), -k, y), u = along(along(o, h, x), -k, y);
        exact q = along(along(o, h, x), k, y), v = along(along(o, -h, x), k, y);
        d.simplices = {{p, u, q}, {p, q, v}};
        d.rounded_corners = true;
        break;
    }
    case triangle:
        d.simplices = {{lift(s.triangle.a), lift(s.triangle.b), lift(s.triangle.c)}};
        break;
    case polygon:
        for (size_t i = 0; i < s.vertices.size(); ++i) {
            flr_vec2 p = s.vertices[i], q = s.vertices[(i + 1) % s.vertices.size()];
            if (p.x != q.x || p.y != q.y) d.simplices.push_back({lift(s.center), lift(p), lift(q)});
        }
        break;
    }
    return d;
}

/// Squared distance of the cores.
inline big_rational core_distance_squared(const definition &a, const definition &b)
{
    big_rational least = -1;
    for (const auto &x : a.simplices)
        for (const auto &y : b.simplices) {
            exact3::fraction<big_rational> f = exact3::distance_squared(x, y);
            big_rational q = f.numerator / f.denominator;
            if (least < 0 || q < least) least = q;
            if (least == 0) return least;
        }
    return least;
}

inline bool by_normal(const shape &s) { return s.k == plane || s.k == halfspace; }

inline void stretch(double *size, double x)
{
    if (std::fabs(x) > *size) *size = std::fabs(x);
}

/// The corners by which the size of a scene is measured.
inline std::vector<flr_vec2> corners(const shape &s)
{
    switch (s.k) {
    case point:
        return {s.p};
    case segment:
        return {s.segment.a, s.segment.b};
    case ray:
    case line:
        return {s.ray.origin};
    case circle:
        return {s.circle.center};
    case capsule:
        return {s.capsule.a, s.capsule.b};
    case aabb:
        return {s.aabb.min, s.aabb.max};
    case triangle:
        return {s.triangle.a, s.triangle.b, s.triangle.c};
    case polygon:
        return s.vertices;
    case box: {
        double h = s.box.half_extents.x + s.box.half_extents.y;
        return {flr_vec2_make(flr_real(s.box.center.x - h), flr_real(s.box.center.y - h)),
                flr_vec2_make(flr_real(s.box.center.x + h), flr_real(s.box.center.y + h))};
    }
    default:
        return {};
    }
}

/// As the headers define it.
inline double scene_size(const shape &a, const shape &b)
{
    double size = 0;
    std::vector<flr_vec2> all = corners(a), more = corners(b);
    all.insert(all.end(), more.begin(), more.end());
    for (const shape *s : {&a, &b}) {
        if (s->k == circle) stretch(&size, s->circle.radius);
        if (s->k == capsule) stretch(&size, s->capsule.radius);
        if (by_normal(*s)) stretch(&size, s->plane.offset / std::hypot(s->plane.normal.x, s->plane.normal.y));
    }
    bool absolute = by_normal(a) || by_normal(b) || a.k == box || b.k == box;
    for (size_t i = 0; i < all.size(); ++i) {
        stretch(&size, all[i].x - all[0].x);
        stretch(&size, all[i].y - all[0].y);
        if (absolute) stretch(&size, all[i].x);
        if (absolute) stretch(&size, all[i].y);
    }
    return size;
}

/// Are yes and no promised to be exact?
inline bool decided_exactly(const shape &a, const shape &b)
{
    auto sharp = [](const shape &s) { return s.k != circle && s.k != capsule && s.k != box; };
    auto centred = [](const shape &s) { return s.k == circle || s.k == point; };
    return (sharp(a) && sharp(b)) || (centred(a) && centred(b));
}

}  // namespace shapes2

#endif
