// needs: gmp
// Lines, rays, segments and planes against points and one another, against exact rationals.
#include <cmath>

#include "closest/exact_shapes3.hpp"
#include "support/cmocka.hpp"
#include "support/poses.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{

using namespace exact_shapes;

namespace
{

const int cases = scenes(400);

template <class Body> void everywhere(uint64_t seed, Body body)
{
    for (auto &at : places()) {
        generator g{{seed}, at};
        for (int i = 0; i < cases; ++i) body(g);
    }
}

/// origin + t * direction for t in the range; an end that is not there is missing.
struct range {
    point origin, direction;
    bool starts, ends;

    bool holds(const big_rational &t) const { return (!starts || t >= 0) && (!ends || t <= 1); }
    big_rational clamped(const big_rational &t) const
    {
        return starts && t < 0 ? big_rational(0) : ends && t > 1 ? big_rational(1) : t;
    }
    point at(const big_rational &t) const { return along(origin, t, direction); }
};
range of(const flr_line3 &l) { return {exact(l.origin), exact(l.direction), false, false}; }
range of(const flr_ray3 &r) { return {exact(r.origin), exact(r.direction), true, false}; }
range of(const flr_segment3 &s) { return {exact(s.a), exact3::sub(exact(s.b), exact(s.a)), true, true}; }

big_rational squared(const point &a) { return exact3::dot(a, a); }

big_rational point_range(const point &p, const range &r)
{
    point to = exact3::sub(p, r.origin);
    big_rational dd = squared(r.direction);
    big_rational t = dd == 0 ? big_rational(0) : r.clamped(exact3::dot(to, r.direction) / dd);
    return squared(exact3::sub(p, r.at(t)));
}

/// The least over: the common perpendicular, where both its feet are in range; every end against
/// the other whole; for parallel ones without an end the origin.
big_rational range_range(const range &a, const range &b)
{
    point r = exact3::sub(a.origin, b.origin);
    big_rational dd = squared(a.direction), ee = squared(b.direction),
                 de = exact3::dot(a.direction, b.direction);
    big_rational det = dd * ee - de * de, least = -1;
    auto take = [&](const big_rational &q) {
        if (least < 0 || q < least) least = q;
    };
    if (det != 0) {
        big_rational c = exact3::dot(a.direction, r), f = exact3::dot(b.direction, r);
        big_rational s = (de * f - c * ee) / det, t = (dd * f - c * de) / det;
        if (a.holds(s) && b.holds(t)) take(squared(exact3::sub(a.at(s), b.at(t))));
    } else if (!a.starts && !b.starts) {
        take(point_range(a.origin, b));
    }
    if (a.starts) take(point_range(a.origin, b));
    if (a.ends) take(point_range(a.at(1), b));
    if (b.starts) take(point_range(b.origin, a));
    if (b.ends) take(point_range(b.at(1), a));
    return least;
}

big_float gap(const flr_closest3 &c)
{
    return root(squared(exact3::sub(exact(c.point_a), exact(c.point_b))));
}

flr_line3 line(generator &g)
{
    flr_vec3 d = g.direction(), o = g.either();
    return {o, d};
}
flr_ray3 ray(generator &g)
{
    flr_vec3 d = g.direction(), o = g.either();
    return {o, d};
}
flr_segment3 segment(generator &g)
{
    flr_vec3 a = g.either(), b = g.random.whole(0, 9) ? g.either() : a;
    return {a, b};
}
flr_vec3 &direction_of(flr_line3 &l) { return l.direction; }
flr_vec3 &direction_of(flr_ray3 &r) { return r.direction; }
flr_vec3 start_of(const flr_line3 &l) { return l.origin; }
flr_vec3 start_of(const flr_ray3 &r) { return r.origin; }
flr_vec3 start_of(const flr_segment3 &s) { return s.a; }
flr_vec3 end_of(const flr_line3 &l) { return l.origin; }
flr_vec3 end_of(const flr_ray3 &r) { return r.origin; }
flr_vec3 end_of(const flr_segment3 &s) { return s.b; }

struct pair_check {
    tally &t;
    const char *name;
    worst_error distance = {}, points = {};

    template <class A, class B> void check(const flr_closest3 &c, const A &a, const B &b, const place &at)
    {
        big_float expected = root(range_range(of(a), of(b)));
        double size = size_of({start_of(a), end_of(a), start_of(b), end_of(b), c.point_a, c.point_b});
        distance.add(c.distance, expected, size);
        points.add(c.distance, gap(c), size + 4 * std::fabs(at.offset));
        points.add(0, root(point_range(exact(c.point_a), of(a))), size + 4 * std::fabs(at.offset));
        points.add(0, root(point_range(exact(c.point_b), of(b))), size + 4 * std::fabs(at.offset));
    }
    void done(double distance_in_double, double distance_in_float, double points_in_double,
              double points_in_float)
    {
        distance.pin(t, std::string(name) + ", distance", distance_in_double, distance_in_float);
        points.pin(t, std::string(name) + ", points", points_in_double, points_in_float);
    }
};

/// Every third pair is parallel or nearly so.
template <class A, class B> void bend(generator &g, const A &a, B &b)
{
    int kind = g.random.whole(0, 5);
    if (kind > 1) return;
    flr_vec3 d = flr_sub3(end_of(a), start_of(a));
    if (d.x == 0 && d.y == 0 && d.z == 0) d = direction_of(b);
    direction_of(b) = flr_scale3(flr_real(g.random.whole(0, 1) ? 2 : -1), d);
    if (kind == 1) direction_of(b).x += flr_real(g.random.between(-1, 1) * g.at.scale * 0x1p-20);
}

void line_line(tally &t)
{
    pair_check c{t, "line line"};
    everywhere(1, [&](generator &g) {
        flr_line3 a = line(g), b = line(g);
        if (g.random.whole(0, 4) == 0) b.direction = flr_scale3(-2, a.direction);
        c.check(flr_closest3_line_line(&a, &b), a, b, g.at);
        c.check(flr_closest3_line_line(&b, &a), b, a, g.at);
    });
    c.done(0.78, 0.78, 1.2, 1.2);
}
void ray_line(tally &t)
{
    pair_check c{t, "ray line"};
    everywhere(2, [&](generator &g) {
        flr_ray3 a = ray(g);
        flr_line3 b = line(g);
        if (g.random.whole(0, 4) == 0) b.direction = flr_scale3(-2, a.direction);
        c.check(flr_closest3_ray_line(&a, &b), a, b, g.at);
    });
    c.done(1, 0.7, 1.4, 1.6);
}
void ray_ray(tally &t)
{
    pair_check c{t, "ray ray"};
    everywhere(3, [&](generator &g) {
        flr_ray3 a = ray(g), b = ray(g);
        if (g.random.whole(0, 2) == 0)
            b.direction = flr_scale3(flr_real(g.random.whole(0, 1) ? 2 : -2), a.direction);
        c.check(flr_closest3_ray_ray(&a, &b), a, b, g.at);
    });
    c.done(0.9, 0.6, 1, 0.9);
}
void segment_line(tally &t)
{
    pair_check c{t, "segment line"};
    everywhere(4, [&](generator &g) {
        flr_segment3 a = segment(g);
        flr_line3 b = line(g);
        bend(g, a, b);
        c.check(flr_closest3_segment_line(&a, &b), a, b, g.at);
    });
    c.done(0.82, 0.82, 1.4, 1);
}
void segment_ray(tally &t)
{
    pair_check c{t, "segment ray"};
    everywhere(5, [&](generator &g) {
        flr_segment3 a = segment(g);
        flr_ray3 b = ray(g);
        bend(g, a, b);
        c.check(flr_closest3_segment_ray(&a, &b), a, b, g.at);
    });
    c.done(0.84, 0.6, 0.9, 0.9);
}

void point_line(tally &t)
{
    worst_error distance, points, squares;
    everywhere(6, [&](generator &g) {
        flr_vec3 p = g.random.whole(0, 1) ? g.either() : g.rough();
        flr_line3 l = line(g);
        flr_ray3 r = {l.origin, l.direction};
        flr_segment3 s = segment(g);
        flr_closest3 c = flr_closest3_point_line(p, &l), d = flr_closest3_point_ray(p, &r);
        distance.add(c.distance, root(point_range(exact(p), of(l))), size_of({p, l.origin}));
        distance.add(d.distance, root(point_range(exact(p), of(r))), size_of({p, r.origin}));
        points.add(c.distance, gap(c), size_of({p, l.origin}) + 4 * std::fabs(g.at.offset));
        points.add(d.distance, gap(d), size_of({p, r.origin}) + 4 * std::fabs(g.at.offset));
        squares.add_squared(flr_distance_squared3_point_segment(p, &s), point_range(exact(p), of(s)),
                            size_of({p, s.a, s.b}));
        t.expect(flr_distance_squared3_point_segment(p, &s) >= 0, "squared distance below 0");
    });
    distance.pin(t, "point and line, distance", 1.02, 0.7);
    points.pin(t, "point and line, points", 1.2, 1);
    squares.pin(t, "root of the squared distance of point and segment", 0.9, 0.35);
}

flr_plane3 plane(generator &g)
{
    flr_vec3 n = g.random.whole(0, 3) ? g.direction() : g.rough_direction();
    return {n, flr_dot3(n, g.either())};
}
big_rational value(const flr_plane3 &h, const point &p)
{
    return exact3::dot(exact(h.normal), p) - big_rational(double(h.offset));
}
big_float signed_distance(const flr_plane3 &h, const point &p)
{
    big_float d(value(h, p), 512);
    d /= root(squared(exact(h.normal)));
    return d;
}

void point_plane(tally &t)
{
    worst_error result, points;
    long meets = 0, asked = 0;
    everywhere(7, [&](generator &g) {
        flr_plane3 h = plane(g);
        flr_vec3 p = g.random.whole(0, 3) ? g.lattice() : g.rough();
        flr_halfspace3 solid = {h.normal, h.offset};
        big_float expected = signed_distance(h, exact(p));
        flr_real found = flr_signed_distance3_point_plane(p, &h);
        flr_closest3 c = flr_closest3_point_plane(p, &h), in = flr_closest3_point_halfspace(p, &solid);
        result.add(found, expected, std::fabs(expected.get_d()));
        result.add(c.distance, abs(expected), std::fabs(expected.get_d()));
        t.expect((c.distance == 0) == (expected == 0), "on the plane: %g", double(c.distance));
        t.expect((in.distance == 0) == (expected <= 0), "in the halfspace: %g", double(in.distance));
        t.expect(in.distance == 0 || in.distance == c.distance, "outside the halfspace");
        double coordinates = std::fabs(expected.get_d()) + size_of({p, vec3(0, 0, 0)});
        points.add(0, abs(signed_distance(h, exact(c.point_b))), coordinates);
        points.add(c.distance, gap(c), coordinates);
        ++asked;
        if (expected <= 0) ++meets;
    });
    result.pin(t, "signed distance to a plane, ulp of itself", 0.9, 0.9);
    points.pin(t, "point and plane, points", 2, 0.6);
    t.expect(meets * 10 >= asked * 3 && meets * 10 <= asked * 7, "%ld of %ld in the halfspace", meets, asked);
}

/// With one dot product that rounds, in ulp of the largest coordinate or offset; less what a normal that is not quite
/// unit makes of the distance.
void point_unit_plane(tally &t)
{
    worst_error distance, points;
    everywhere(9, [&](generator &g) {
        flr_plane3 h = {random_rotation(g.random).linear.x, 0};
        h.offset = flr_dot3(h.normal, g.either());
        flr_vec3 p = g.rough();
        flr_closest3 c = flr_closest3_point_unit_plane(p, &h);
        double size = std::fmax(std::fmax(std::fabs(double(p.x)), std::fabs(double(p.y))),
                                std::fmax(std::fabs(double(p.z)), std::fabs(double(h.offset))));
        big_float expected = abs(signed_distance(h, exact(p))), length = root(squared(exact(h.normal))),
                  stretched = expected * abs(big_float(length - 1));
        auto beyond = [&](const big_float &off, const big_float &allowed) {
            return off > allowed ? big_float(off - allowed) : big_float(0, 512);
        };
        distance.add(0, beyond(abs(big_float(expected - double(c.distance))), stretched), size);
        points.add(0, beyond(abs(signed_distance(h, exact(c.point_b))), 2 * stretched), size);
        t.expect(c.point_a.x == p.x && c.point_a.y == p.y && c.point_a.z == p.z, "point_a is not the point");
    });
    distance.pin(t, "distance to a unit plane", 2, 2);
    points.pin(t, "point of a unit plane", 2, 2);
}

/// Sides of the ends decide whether a range meets a plane; else the end that is nearer counts.
template <class Range>
void range_plane(tally &t, generator &g, const Range &r, const flr_closest3 &c, const flr_closest3 &in,
                 const flr_plane3 &h, long meets[2], worst_error &distance, worst_error &points)
{
    range exact_range = of(r);
    big_rational from = value(h, exact_range.origin),
                 slope = exact3::dot(exact(h.normal), exact_range.direction);
    big_rational to = from + slope;
    bool meet =
        from == 0 || (exact_range.starts ? exact_range.ends ? from * to <= 0 : from * slope < 0 : slope != 0);
    bool meet_solid = from <= 0 || (exact_range.ends ? to <= 0 : exact_range.starts ? slope < 0 : slope != 0);
    t.expect((c.distance == 0) == meet, "plane met: %d, distance %g", meet, double(c.distance));
    t.expect((in.distance == 0) == meet_solid, "halfspace met: %d, distance %g", meet_solid,
             double(in.distance));
    meets[0] += meet;
    meets[1] += meet_solid;
    big_float length = root(squared(exact(h.normal))), expected(0, 512);
    if (!meet) {
        big_rational near = abs(from);
        if (exact_range.ends && abs(to) < near) near = abs(to);
        expected = big_float(near, 512) / length;
        distance.add(c.distance, expected, expected.get_d());
    }
    double coordinates = size_of({start_of(r), end_of(r), c.point_a, c.point_b, vec3(0, 0, 0)});
    points.add(0, abs(signed_distance(h, exact(c.point_b))), coordinates);
    points.add(0, root(point_range(exact(c.point_a), exact_range)), coordinates);
    points.add(c.distance, gap(c), coordinates);
    if (meet_solid) t.expect(in.point_a.x == in.point_b.x, "no common point");
    (void)g;
}

void ranges_and_planes(tally &t)
{
    worst_error distance, points;
    long segments[2] = {0, 0}, rays[2] = {0, 0}, lines[2] = {0, 0}, asked = 0;
    everywhere(8, [&](generator &g) {
        flr_plane3 h = plane(g);
        flr_halfspace3 solid = {h.normal, h.offset};
        flr_segment3 s = segment(g);
        flr_ray3 r = ray(g);
        if (g.random.whole(0, 1)) r.direction = flr_sub3(s.b, s.a);
        if (r.direction.x == 0 && r.direction.y == 0 && r.direction.z == 0) r.direction.x = 1;
        flr_line3 l = {r.origin, r.direction};
        if (g.random.whole(0, 1)) l.direction = flr_cross3(h.normal, vec3(1, 2, 3));
        if (l.direction.x == 0 && l.direction.y == 0 && l.direction.z == 0) l.direction.x = 1;
        range_plane(t, g, s, flr_closest3_segment_plane(&s, &h), flr_closest3_segment_halfspace(&s, &solid),
                    h, segments, distance, points);
        range_plane(t, g, r, flr_closest3_ray_plane(&r, &h), flr_closest3_ray_halfspace(&r, &solid), h, rays,
                    distance, points);
        range_plane(t, g, l, flr_closest3_line_plane(&l, &h), flr_closest3_line_halfspace(&l, &solid), h,
                    lines, distance, points);
        ++asked;
    });
    distance.pin(t, "ranges and planes, distance, ulp of itself", 2, 0.7);
    points.pin(t, "ranges and planes, points", 2.5, 0.7);
    for (long *meets : {segments, rays, lines})
        t.expect(meets[0] * 10 >= asked * 3 && meets[0] * 10 <= asked * 7, "%ld of %ld meet the plane",
                 meets[0], asked);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(line_line), FEELER_TEST(ray_line), FEELER_TEST(ray_ray), FEELER_TEST(segment_line),
             FEELER_TEST(segment_ray), FEELER_TEST(point_line), FEELER_TEST(point_plane),
             FEELER_TEST(point_unit_plane), FEELER_TEST(ranges_and_planes))

}  // namespace TEST_FILE
