// needs: gmp
// Cylinders, cones, spheres and capsules against points, planes and one another: against formulas in
// 512 bits.
#include <cmath>

#include "closest/exact_shapes3.hpp"
#include "feeler/overlap3.h"
#include "support/cmocka.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{

using namespace exact_shapes;

namespace
{

const int cases = scenes(500);

template <class Body> void everywhere(uint64_t seed, Body body)
{
    for (auto &at : places()) {
        generator g{{seed}, at};
        for (int i = 0; i < cases; ++i) body(g);
    }
}

/// Where a point stands to an axis: along it from its start, and out from it; in 512 bits.
struct standing {
    big_float along{0, 512}, out{0, 512}, length{0, 512};
};
standing stand(flr_vec3 p, flr_vec3 start, flr_vec3 end)
{
    point d = exact3::sub(exact(end), exact(start)), q = exact3::sub(exact(p), exact(start));
    big_rational dd = exact3::dot(d, d), t = exact3::dot(q, d) / dd;
    point off = exact_shapes::along(q, -t, d);
    standing s;
    s.length = root(dd);
    s.along = big_float(t, 512) * s.length;
    s.out = root(exact3::dot(off, off));
    return s;
}

typedef std::array<big_float, 2> flat_point;
big_float to_segment(const flat_point &p, const flat_point &a, const flat_point &b)
{
    big_float dx(b[0] - a[0], 512), dy(b[1] - a[1], 512), t(0, 512);
    big_float dd(dx * dx + dy * dy, 512);
    if (dd > 0) t = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / dd;
    if (t < 0) t = 0;
    if (t > 1) t = 1;
    big_float x(p[0] - a[0] - t * dx, 512), y(p[1] - a[1] - t * dy, 512);
    big_float squared(x * x + y * y, 512);
    return sqrt(squared);
}
big_float num(double x) { return big_float(x, 512); }

/// Least over the sides of the outline in the half plane; 0 inside.
big_float to_cylinder(flr_vec3 p, const flr_cylinder &c)
{
    standing s = stand(p, c.a, c.b);
    big_float r = num(double(c.radius)), zero = num(0);
    if (s.along >= 0 && s.along <= s.length && s.out <= r) return zero;
    flat_point q = {s.along, s.out};
    big_float least = to_segment(q, {zero, zero}, {zero, r});
    big_float side = to_segment(q, {zero, r}, {s.length, r}),
              cap = to_segment(q, {s.length, r}, {s.length, zero});
    if (side < least) least = side;
    return cap < least ? cap : least;
}
big_float to_cone(flr_vec3 p, const flr_cone &c)
{
    standing s = stand(p, c.apex, c.base);
    big_float r = num(double(c.radius)), zero = num(0);
    if (s.along >= 0 && s.along <= s.length && s.out * s.length <= r * s.along) return zero;
    flat_point q = {s.along, s.out};
    big_float slant = to_segment(q, {zero, zero}, {s.length, r}),
              cap = to_segment(q, {s.length, r}, {s.length, zero});
    return slant < cap ? slant : cap;
}
big_float to_segment3(flr_vec3 p, flr_vec3 a, flr_vec3 b)
{
    return root(distance_squared({exact(p)}, of(flr_triangle3{a, b, b})));
}

struct checker {
    tally &t;
    const char *name;
    worst_error distance = {}, points = {};
    long meets = 0, asked = 0;

    void check(const flr_closest3 &c, const big_float &expected, bool overlap, double size)
    {
        ++asked;
        meets += expected <= 0;
        distance.add(c.distance, expected > 0 ? expected : num(0), size);
        t.expect(overlap == (c.distance <= 0), "%s: overlap and distance %g disagree", name,
                 double(c.distance));
    }
    /// Bounds of the distance and, where they were asked for, of the points, in double and in float.
    void done(double distance_in_double, double distance_in_float, double points_in_double = 0,
              double points_in_float = 0)
    {
        distance.pin(t, std::string(name) + ", distance", distance_in_double, distance_in_float);
        if (points_in_double > 0)
            points.pin(t, std::string(name) + ", points", points_in_double, points_in_float);
        else
            t.expect(points.worst == 0, "%s: a point is %g off", name, points.worst);
        t.expect(enough(meets * 10 >= asked * 3 && meets * 10 <= asked * 7), "%s: %ld of %ld meet", name,
                 meets, asked);
    }
};

flr_real large_extent(generator &g)
{
    return flr_real(g.random.whole(0, 9) ? 4 * g.random.unit() * g.at.scale : 0);
}
bool same(flr_vec3 a, flr_vec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

void cylinder(tally &t)
{
    checker c{t, "point cylinder"}, grown{t, "sphere cylinder"};
    everywhere(1, [&](generator &g) {
        flr_cylinder s = {g.either(), g.either(), large_extent(g)};
        if (same(s.a, s.b)) return;
        flr_vec3 p =
            g.random.whole(0, 1) ? g.either() : between{g.rough(), between{s.a, s.b, g.random.unit()}, 0.75};
        double size = size_of({s.a, s.b, p}, double(s.radius));
        big_float expected = to_cylinder(p, s);
        flr_closest3 found = flr_closest3_point_cylinder(p, &s);
        c.check(found, expected, flr_overlap3_point_cylinder(p, &s), size);
        t.expect((flr_contains3_cylinder_point(&s, p) != FLR_OUTSIDE) == (found.distance <= 0), "contains");
        c.points.add(0, to_cylinder(found.point_b, s), size + std::fabs(g.at.offset));
        flr_sphere ball = {p, flr_real(expected.get_d() * g.random.between(0.5, 1.2))};
        flr_closest3 round = flr_closest3_sphere_cylinder(&ball, &s);
        grown.check(round, expected - double(ball.radius), flr_overlap3_sphere_cylinder(&ball, &s), size);
        grown.points.add(0, to_cylinder(round.point_b, s), size + std::fabs(g.at.offset));
    });
    c.done(1.3, 0.5, 0.9, 0.9);
    grown.done(0.8, 0.5, 0.9, 0.9);
}

/// Exactly on the side of a slanting cylinder or on the rim of a cone: skew axes and radii of whole length.
void on_the_boundary(tally &t)
{
    const double far[] = {0, 0x1p20, -0x1p12};
    for (double away : far)
        for (int k = 0; k <= 3; ++k)
            for (int m = 1; m <= 9; ++m)
                for (int turn = 0; turn < 4; ++turn) {
                    // square to (1, 2, 2), both of length 3
                    double u = turn & 1 ? m : -m, x = 2, y = turn & 2 ? -2 : 1, z = turn & 2 ? 1 : -2;
                    flr_vec3 base = vec3(away, away, away), top = vec3(away + 3, away + 6, away + 6);
                    flr_vec3 p = vec3(away + k + u * x, away + 2 * k + u * y, away + 2 * k + u * z);
                    flr_cylinder c = {base, top, flr_real(3 * m)};
                    t.expect(flr_overlap3_point_cylinder(p, &c) &&
                                 flr_closest3_point_cylinder(p, &c).distance == 0,
                             "on the side of a cylinder: %d of 3, radius %d", k, 3 * m);
                    if (std::fabs(double(p.x)) >= 1) {  // one step farther out
                        flr_vec3 q = p;
                        q.x = flr_real(real_after(double(p.x), u > 0 ? 1e9 : -1e9));
                        t.expect(!flr_overlap3_point_cylinder(q, &c),
                                 "just off a cylinder: %d of 3, radius %d", k, 3 * m);
                    }
                    flr_cone s = {base, top, flr_real(3 * m)};
                    if (k == 3)
                        t.expect(flr_overlap3_point_cone(p, &s) &&
                                     flr_closest3_point_cone(p, &s).distance == 0,
                                 "on the rim of a cone, radius %d", 3 * m);
                }
}

void cone(tally &t)
{
    checker c{t, "point cone"}, grown{t, "sphere cone"};
    everywhere(2, [&](generator &g) {
        flr_cone s = {g.either(), g.either(), large_extent(g)};
        if (same(s.apex, s.base)) return;
        flr_vec3 p =
            g.random.whole(0, 1) ? g.either() : between{g.rough(), between{s.apex, s.base, 0.8}, 0.875};
        double size = size_of({s.apex, s.base, p}, double(s.radius));
        big_float expected = to_cone(p, s);
        flr_closest3 found = flr_closest3_point_cone(p, &s);
        c.check(found, expected, flr_overlap3_point_cone(p, &s), size);
        t.expect((flr_contains3_cone_point(&s, p) != FLR_OUTSIDE) == (found.distance <= 0), "contains");
        c.points.add(0, to_cone(found.point_b, s), size + std::fabs(g.at.offset));
        flr_sphere ball = {p, flr_real(expected.get_d() * g.random.between(0.5, 1.2))};
        flr_closest3 round = flr_closest3_sphere_cone(&ball, &s);
        grown.check(round, expected - double(ball.radius), flr_overlap3_sphere_cone(&ball, &s), size);
        grown.points.add(0, to_cone(round.point_b, s), size + std::fabs(g.at.offset));
    });
    c.done(0.9, 0.5, 1.1, 1.3);
    grown.done(0.9, 0.5, 1.1, 1.3);
}

void spheres_and_capsules(tally &t)
{
    checker point_sphere{t, "point sphere"}, point_capsule{t, "point capsule"}, spheres{t, "sphere sphere"},
        mixed{t, "sphere capsule"}, capsules{t, "capsule capsule"};
    everywhere(3, [&](generator &g) {
        flr_sphere a = {g.either(), large_extent(g)}, b = {g.either(), flr_real(2) * large_extent(g)};
        flr_capsule3 c = {g.either(), g.either(), g.extent()}, d = {g.either(), g.either(), g.extent()};
        double size = size_of({a.center, b.center}, double(a.radius + b.radius));
        big_float centres = to_segment3(a.center, b.center, b.center), axis = to_segment3(a.center, c.a, c.b);
        point_sphere.check(flr_closest3_point_sphere(a.center, &b), centres - double(b.radius),
                           flr_overlap3_point_sphere(a.center, &b), size);
        spheres.check(flr_closest3_sphere_sphere(&a, &b), centres - double(a.radius) - double(b.radius),
                      flr_overlap3_sphere_sphere(&a, &b), size);
        flr_capsule3 wide = c;
        wide.radius = b.radius;
        size = size_of({a.center, c.a, c.b}, double(a.radius + b.radius));
        point_capsule.check(flr_closest3_point_capsule(a.center, &wide), axis - double(b.radius),
                            flr_overlap3_point_capsule(a.center, &wide), size);
        mixed.check(flr_closest3_sphere_capsule(&a, &c), axis - double(a.radius) - double(c.radius),
                    flr_overlap3_sphere_capsule(&a, &c), size + double(c.radius));
        size = size_of({c.a, c.b, d.a, d.b}, double(c.radius + d.radius));
        big_float cores = root(distance_squared({exact(c.a), exact(c.b)}, of(flr_triangle3{d.a, d.b, d.b})));
        capsules.check(flr_closest3_capsule_capsule(&c, &d), cores - double(c.radius) - double(d.radius),
                       flr_overlap3_capsule_capsule(&c, &d), size);
        flr_closest3 found = flr_closest3_capsule_capsule(&c, &d);
        big_float on_c = to_segment3(found.point_a, c.a, c.b) - double(c.radius);
        big_float on_d = to_segment3(found.point_b, d.a, d.b) - double(d.radius);
        if (on_c > 0) capsules.points.add(0, on_c, size + std::fabs(g.at.offset));
        if (on_d > 0) capsules.points.add(0, on_d, size + std::fabs(g.at.offset));
        t.expect((flr_contains3_sphere_point(&b, a.center) != FLR_OUTSIDE) ==
                     flr_overlap3_point_sphere(a.center, &b),
                 "sphere contains");
        t.expect((flr_contains3_capsule_point(&c, a.center) != FLR_OUTSIDE) ==
                     flr_overlap3_point_capsule(a.center, &c),
                 "capsule contains");
    });
    point_sphere.done(0.9, 0.9);
    point_capsule.done(0.8, 0.8);
    spheres.done(0.8, 0.8);
    mixed.done(0.8, 0.5);
    capsules.done(0.8, 0.5, 1.2, 1.3);
}

big_float signed_distance(const flr_plane3 &h, flr_vec3 p)
{
    point n = exact(h.normal);
    big_float d(exact3::dot(n, exact(p)) - big_rational(double(h.offset)), 512);
    d /= root(exact3::dot(n, n));
    return d;
}

/// The sine of the angle of a plane's normal and an axis.
big_float sine(const flr_plane3 &h, flr_vec3 a, flr_vec3 b)
{
    point n = exact(h.normal), d = exact3::sub(exact(b), exact(a));
    big_rational nn = exact3::dot(n, n), dd = exact3::dot(d, d), nd = exact3::dot(n, d);
    return root((nn * dd - nd * nd) / (nn * dd));
}

struct side_checker {
    tally &t;
    const char *name;
    long sides[3] = {0, 0, 0}, near = 0;

    /// Between low and high the shape lies; what is nearer to the plane than rounding is not judged.
    void check(int side, bool meets_plane, bool meets_halfspace, const big_float &low, const big_float &high,
               double size)
    {
        int expected = low > 0 ? 1 : high < 0 ? -1 : 0;
        t.expect(meets_plane == (side == 0) && meets_halfspace == (side <= 0),
                 "%s: overlap and side disagree", name);
        if (std::fabs(low.get_d()) < 8 * unit_of_rounding * size ||
            std::fabs(high.get_d()) < 8 * unit_of_rounding * size) {
            ++near;
            return;
        }
        ++sides[expected + 1];
        t.expect(side == expected, "%s: side %d, expected %d: from %g to %g", name, side, expected,
                 low.get_d(), high.get_d());
    }
    void done()
    {
        long all = sides[0] + sides[1] + sides[2];
        t.expect(sides[1] * 10 >= all * 3 && sides[1] * 10 <= all * 7, "%s: %ld of %ld cross", name, sides[1],
                 all);
        t.expect(sides[0] * 20 > all && sides[2] * 20 > all && near * 10 < all, "%s: sides %ld %ld, near %ld",
                 name, sides[0], sides[2], near);
    }
};

void sides_of_round_shapes(tally &t)
{
    side_checker sphere{t, "sphere"}, capsule{t, "capsule"}, cylinder{t, "cylinder"}, cone{t, "cone"};
    everywhere(4, [&](generator &g) {
        flr_vec3 n = g.direction();
        flr_plane3 h = {n, flr_dot3(n, g.any())};
        flr_halfspace3 solid = {h.normal, h.offset};
        flr_vec3 a = g.any(), b = g.any();
        flr_real r = flr_real(g.random.unit() * 5 * g.at.scale);
        if (same(a, b)) return;
        big_float da = signed_distance(h, a), db = signed_distance(h, b), reach = sine(h, a, b) * double(r);
        big_float low = da < db ? da : db, high = da < db ? db : da;
        double size = size_of({a, b, vec3(0, 0, 0)}, double(r)) + std::fabs(da.get_d());
        flr_sphere s = {a, r};
        r /= 4;
        reach /= 4;
        flr_capsule3 c = {a, b, r};
        flr_cylinder y = {a, b, r};
        flr_cone k = {a, b, r};
        sphere.check(flr_classify3_plane_sphere(&h, &s), flr_overlap3_plane_sphere(&h, &s),
                     flr_overlap3_halfspace_sphere(&solid, &s), da - double(s.radius), da + double(s.radius),
                     size);
        capsule.check(flr_classify3_plane_capsule(&h, &c), flr_overlap3_plane_capsule(&h, &c),
                      flr_overlap3_halfspace_capsule(&solid, &c), low - double(r), high + double(r), size);
        cylinder.check(flr_classify3_plane_cylinder(&h, &y), flr_overlap3_plane_cylinder(&h, &y),
                       flr_overlap3_halfspace_cylinder(&solid, &y), low - reach, high + reach, size);
        big_float rim_low = db - reach, rim_high = db + reach;
        cone.check(flr_classify3_plane_cone(&h, &k), flr_overlap3_plane_cone(&h, &k),
                   flr_overlap3_halfspace_cone(&solid, &k), da < rim_low ? da : rim_low,
                   da > rim_high ? da : rim_high, size);
        flr_closest3 found = flr_closest3_plane_sphere(&h, &s);
        t.expect((found.distance <= 0) == (flr_classify3_plane_sphere(&h, &s) == 0), "sphere and plane");
        flr_closest3 in = flr_closest3_halfspace_capsule(&solid, &c);
        t.expect((in.distance <= 0) == (flr_classify3_plane_capsule(&h, &c) <= 0), "capsule and halfspace");
    });
    sphere.done();
    capsule.done();
    cylinder.done();
    cone.done();
}

}  // namespace

FEELER_TESTS(FEELER_TEST(cylinder), FEELER_TEST(on_the_boundary), FEELER_TEST(cone),
             FEELER_TEST(spheres_and_capsules), FEELER_TEST(sides_of_round_shapes))

}  // namespace TEST_FILE
