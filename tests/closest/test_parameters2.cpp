// needs: gmp
// Parameters of closest points in the plane, and points against lines by their normals: the points that the parameters name are
// as near one another as exact rationals say, at every scale, parallel, touching and far away.
#include "support/big.hpp"

#include <cmath>
#include <cstring>

#include "feeler/closest2.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"

namespace TEST_FILE
{
namespace
{

using number = big_rational;

struct exact2 {
    number x, y;
};
exact2 exact(flr_vec2 p) { return {number(double(p.x)), number(double(p.y))}; }
exact2 at(const exact2 &a, const number &t, const exact2 &d)
{
    return {number(a.x + t * d.x), number(a.y + t * d.y)};
}
exact2 less(const exact2 &a, const exact2 &b) { return {number(a.x - b.x), number(a.y - b.y)}; }
number dot(const exact2 &a, const exact2 &b) { return a.x * b.x + a.y * b.y; }
number cross(const exact2 &a, const exact2 &b) { return a.x * b.y - a.y * b.x; }

/// start + t way, for t from `low` on, or all; up to `high`, or without end.
struct straight {
    exact2 start, way;
    bool begins, ends;  ///< at 0; at 1

    number nearest(const exact2 &p) const
    {
        const number square = dot(way, way);
        if (square == 0) return 0;
        return within(dot(less(p, start), way) / square);
    }
    number within(number t) const
    {
        if (begins && t < 0) return 0;
        if (ends && t > 1) return 1;
        return t;
    }
    number distance_squared(const exact2 &p) const
    {
        const exact2 gap = less(p, at(start, nearest(p), way));
        return dot(gap, gap);
    }
};
straight of(flr_vec2 p) { return {exact(p), {0, 0}, true, true}; }
straight of(const flr_segment2 &s) { return {exact(s.a), less(exact(s.b), exact(s.a)), true, true}; }
straight of(const flr_ray2 &r) { return {exact(r.origin), exact(r.direction), true, false}; }
straight of(const flr_line2 &l) { return {exact(l.origin), exact(l.direction), false, false}; }

number distance_squared(const straight &a, const straight &b)
{
    const number turn = cross(a.way, b.way);
    const exact2 gap = less(b.start, a.start);
    if (turn != 0) {
        const number s = cross(gap, b.way) / turn, t = cross(gap, a.way) / turn;
        if (a.within(s) == s && b.within(t) == t) return 0;
    }
    number least = b.distance_squared(a.start);
    const auto take = [&](const number &next) { least = next < least ? next : least; };
    take(a.distance_squared(b.start));
    if (a.ends) take(b.distance_squared(at(a.start, 1, a.way)));
    if (b.ends) take(a.distance_squared(at(b.start, 1, b.way)));
    return least;
}

double root(const number &q)
{
    big_float x(0, 256);
    x = sqrt(big_float(q, 256));
    return x.get_d();
}

double size_of(std::initializer_list<exact2> points)
{
    double size = 0;
    for (const exact2 &p : points)
        size = std::fmax(size, std::fmax(std::fabs(p.x.get_d()), std::fabs(p.y.get_d())));
    return size;
}

struct pair_test {
    const char *name;
    worst_of points{std::string(name) + ", points named", 3};
    worst_of distances{std::string(name) + ", distance of them", 4};
    long apart = 0, all = 0;

    void check(tally &t, const flr_parameters2 &r, const flr_closest2 &c, const straight &a,
               const straight &b)
    {
        t.expect(std::memcmp(&r.closest, &c, sizeof c) == 0, "%s: not the bits of the distance", name);
        if (!t.expect(std::isfinite(double(r.s)) && std::isfinite(double(r.t)), "%s: %g %g", name,
                      double(r.s), double(r.t)))
            return;
        const number s = double(r.s), u = double(r.t);
        t.expect(a.within(s) == s && b.within(u) == u, "%s: out of range: %g %g", name, double(r.s),
                 double(r.t));
        const exact2 p = at(a.start, s, a.way), q = at(b.start, u, b.way), pa = exact(c.point_a),
                     pb = exact(c.point_b), off_a = less(p, pa), off_b = less(q, pb), gap = less(p, q);
        const double size = size_of({a.start, b.start, at(a.start, a.ends ? 1 : 0, a.way),
                                     at(b.start, b.ends ? 1 : 0, b.way), pa, pb});
        if (size > 0) {
            points.within(root(dot(off_a, off_a)) / size / real_epsilon);
            points.within(root(dot(off_b, off_b)) / size / real_epsilon);
            distances.within(std::fabs(root(dot(gap, gap)) - root(distance_squared(a, b))) / size /
                             real_epsilon);
        }
        for (int k = 0; k < 2; ++k) {  // the ends of segments and only these are 0 and 1
            const straight &z = k ? b : a;
            const exact2 &on = k ? pb : pa, end = at(z.start, 1, z.way);
            const number &v = k ? u : s;
            if (!z.ends || dot(z.way, z.way) == 0) continue;
            const bool first = on.x == z.start.x && on.y == z.start.y, last = on.x == end.x && on.y == end.y;
            t.expect((v == 0) == first && (v == 1) == (last && !first), "%s: %g at an end", name, v.get_d());
        }
        ++all;
        apart += c.distance > 0;
    }
    void hold(tally &t)
    {
        points.hold(t);
        distances.hold(t);
        t.expect(all > 0 && apart > 0, "%s: %ld of %ld apart", name, apart, all);
    }
};

/// Numbers of one scale around one place; many are whole, so that touching and parallel ones come up.
struct places {
    random_source r;
    double scale, far;
    flr_real coordinate()
    {
        const double x = r.whole(0, 2) ? r.whole(-4, 4) : r.between(-4, 4);
        return flr_real(x * scale + far);
    }
    flr_vec2 point()
    {
        const flr_real x = coordinate(), y = coordinate();
        return {x, y};
    }
    flr_vec2 way()
    {
        flr_vec2 d = {0, 0};
        while (d.x == 0 && d.y == 0) {
            const int x = r.whole(-3, 3), y = r.whole(-3, 3), more = r.whole(-12, 12);
            d = {flr_real(x * std::ldexp(scale, more)), flr_real(y * std::ldexp(scale, more))};
        }
        return d;
    }
};

void parameters(tally &t)
{
    pair_test ps{"point_segment"}, pr{"point_ray"}, pl{"point_line"}, ss{"segment_segment"},
        sr{"segment_ray"}, sl{"segment_line"}, rr{"ray_ray"}, rl{"ray_line"}, ll{"line_line"};
    const double scale[] = {1, 0x1p-60, 0x1p60, real_choose(0x1p-400, 0x1p-50), real_choose(0x1p400, 0x1p50),
                            1, 1};
    const double far[] = {0, 0, 0, 0, 0, 1000, 0x1p20};
    for (size_t k = 0; k < 7; ++k) {
        places g{{77 + k}, scale[k], far[k]};
        for (int i = 0; i < scenes(700); ++i) {
            const flr_vec2 p = g.point();
            const flr_segment2 a = {g.point(), g.point()};
            flr_segment2 b = {g.point(), g.point()};
            const flr_ray2 r = {g.point(), g.way()}, q = {g.point(), g.way()};
            const flr_line2 m = {g.point(), g.way()}, n = {g.point(), i % 4 ? g.way() : m.direction};
            if (i % 5 == 0) b.a = a.b;
            if (i % 7 == 0) b = {flr_lerp2(a.a, a.b, flr_real(0.5)), flr_add2(a.b, flr_sub2(a.b, a.a))};
            ps.check(t, flr_parameters2_point_segment(p, &a), flr_closest2_point_segment(p, &a), of(p),
                     of(a));
            pr.check(t, flr_parameters2_point_ray(p, &r), flr_closest2_point_ray(p, &r), of(p), of(r));
            pl.check(t, flr_parameters2_point_line(p, &m), flr_closest2_point_line(p, &m), of(p), of(m));
            ss.check(t, flr_parameters2_segment_segment(&a, &b), flr_closest2_segment_segment(&a, &b), of(a),
                     of(b));
            sr.check(t, flr_parameters2_segment_ray(&a, &r), flr_closest2_segment_ray(&a, &r), of(a), of(r));
            sl.check(t, flr_parameters2_segment_line(&a, &m), flr_closest2_segment_line(&a, &m), of(a),
                     of(m));
            rr.check(t, flr_parameters2_ray_ray(&r, &q), flr_closest2_ray_ray(&r, &q), of(r), of(q));
            rl.check(t, flr_parameters2_ray_line(&r, &m), flr_closest2_ray_line(&r, &m), of(r), of(m));
            ll.check(t, flr_parameters2_line_line(&m, &n), flr_closest2_line_line(&m, &n), of(m), of(n));
        }
    }
    for (pair_test *x : {&ps, &pr, &pl, &ss, &sr, &sl, &rr, &rl, &ll}) x->hold(t);
}

void known(tally &t)
{
    const flr_segment2 a = {{0, 0}, {2, 0}}, point = {{1, 1}, {1, 1}};
    const flr_segment2 b = {{1, 0}, {3, 0}};
    flr_parameters2 r = flr_parameters2_segment_segment(&a, &b);
    t.expect(r.s == flr_real(0.5) && r.t == 0, "collinear overlap: %g %g", double(r.s), double(r.t));
    r = flr_parameters2_segment_segment(&a, &point);
    t.expect(r.s == flr_real(0.5) && r.t == 0 && r.closest.distance == 1, "a point: %g %g", double(r.s),
             double(r.t));
    const flr_ray2 ray = {{0, 0}, {flr_real(0.25), 0}};
    r = flr_parameters2_point_ray({2, 5}, &ray);
    t.expect(r.s == 0 && r.t == 8, "t counts the direction as given: %g", double(r.t));
    const flr_line2 line = {{4, 0}, {0, -2}};
    r = flr_parameters2_segment_line(&a, &line);
    t.expect(r.s == 1 && r.t == 0, "beside a line: %g %g", double(r.s), double(r.t));
}

/// (normal . p - offset) / |normal| in 256 bits.
void planes(tally &t)
{
    worst_of signed_distance{"signed distance of point and line", 2}, steps{"lengths of the normal", 2},
        unit{"unit normal", real_choose(2, 3)};  // 0.6 and 0.8 are less nearly unit in float
    long front = 0, all = 0;
    const double scale[] = {1, 0x1p-60, 0x1p60, real_choose(0x1p-300, 0x1p-40), real_choose(0x1p300, 0x1p40)};
    for (size_t k = 0; k < 5; ++k) {
        places g{{5 + k}, scale[k], 0};
        for (int i = 0; i < scenes(1000); ++i) {
            const flr_vec2 p = g.point(), n = g.way();
            if (n.x == 0 && n.y == 0) continue;  // no plane
            const flr_plane2 h = {n, flr_real(double(flr_dot2(n, g.point())))};
            if (!std::isfinite(double(h.offset))) continue;
            const number value = dot(exact(p), exact(n)) - number(double(h.offset)),
                         square = dot(exact(n), exact(n));
            big_float expected(value, 256);
            expected /= sqrt(big_float(square, 256));
            const double found = double(flr_signed_distance2_point_plane(p, &h));
            const flr_parameters2 r = flr_parameters2_point_plane(p, &h);
            t.expect((found > 0) == (value > 0) && (found < 0) == (value < 0), "the sign of %g", found);
            if (value != 0) {
                signed_distance.within(std::fabs(big_float(found / expected - 1).get_d()) / real_epsilon);
                const number off = double(r.t) * square / value - 1;
                steps.within(std::fabs(off.get_d()) / real_epsilon);
            }
            t.expect(r.s == 0 && r.closest.point_a.x == p.x && r.closest.point_a.y == p.y,
                     "the point itself");
            ++all;
            front += value > 0;
            const flr_plane2 axis = {{i % 2 ? flr_real(0.6) : 0, i % 2 ? flr_real(0.8) : -1}, g.coordinate()};
            const flr_closest2 c = flr_closest2_point_unit_plane(p, &axis);
            const number off = dot(exact(p), exact(axis.normal)) - number(double(axis.offset));
            const double size = size_of({exact(p), {number(double(axis.offset)), 0}});
            unit.within(std::fabs(std::fabs(off.get_d()) - double(c.distance)) / size / real_epsilon);
            const number rest = dot(exact(c.point_b), exact(axis.normal)) - number(double(axis.offset));
            unit.within(std::fabs(rest.get_d()) / size / real_epsilon);
        }
    }
    signed_distance.hold(t);
    steps.hold(t);
    unit.hold(t);
    t.expect(front * 10 > all * 3 && front * 10 < all * 7, "%ld of %ld in front", front, all);
    const flr_plane2 a01 = {{0, 2}, 0};
    t.expect(flr_signed_distance2_point_plane({0, 3}, &a01) == 3,
             "A01: divided by the length, not its square");
    t.expect(flr_signed_distance2_point_plane({0, -3}, &a01) == -3, "A02: signed");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(parameters), FEELER_TEST(known), FEELER_TEST(planes))

}  // namespace TEST_FILE
