// needs: gmp
// Segments against shapes with flat faces, and spheres and capsules grown from points and segments:
// against exact rationals.
#include <cmath>

#include "closest/exact_shapes3.hpp"
#include "feeler/overlap3.h"
#include "support/cmocka.hpp"
#include "support/poses.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{

using namespace exact_shapes;

namespace
{

const int cases = scenes(160);

template <class Body> void everywhere(uint64_t seed, Body body)
{
    for (auto &at : places()) {
        generator g{{seed}, at};
        for (int i = 0; i < cases; ++i) body(g);
    }
}

/// One scene: a segment and a shape; the pair itself, and the sphere and capsule grown from it.
struct checker {
    tally &t;
    const char *name;
    bool exact_zero;
    worst_error distance = {}, round = {}, points = {};
    long meets = 0, round_meets = 0, asked = 0;

    void check_points(const flr_closest3 &c, const std::vector<point> &core, const shape &s, double radius,
                      double size)
    {
        big_float from_core =
            root(distance_squared(core, of(flr_triangle3{c.point_a, c.point_a, c.point_a})));
        if (from_core > radius) points.add(flr_real(radius), from_core, size);
        points.add(0, root(distance_squared({exact(c.point_b)}, s)), size);
        points.add(
            c.distance,
            root(distance_squared({exact(c.point_a)}, of(flr_triangle3{c.point_b, c.point_b, c.point_b}))),
            size);
    }
    template <class Closest, class ClosestRound, class OverlapRound>
    void check(generator &g, const flr_segment3 &s, const shape &exact_shape, double size, Closest closest,
               ClosestRound closest_round, OverlapRound overlap_round)
    {
        std::vector<point> core = {exact(s.a), exact(s.b)};
        big_float expected = root(distance_squared(core, exact_shape));
        flr_closest3 c = closest(s);
        ++asked;
        meets += expected == 0;
        distance.add(c.distance, expected, size);
        if (exact_zero)
            t.expect((c.distance == 0) == (expected == 0), "%s: distance %g, exactly %g", name,
                     double(c.distance), expected.get_d());
        check_points(c, core, exact_shape, 0, size + std::fabs(g.at.offset));

        double radius = double(flr_real(expected.get_d() * g.random.between(0.4, 1.2)));
        flr_capsule3 capsule = {s.a, s.b, flr_real(radius)};
        flr_closest3 grown = closest_round(capsule);
        big_float gap(0, 512);
        gap = expected - radius;
        round_meets += gap <= 0;
        round.add(grown.distance, gap > 0 ? gap : big_float(0, 512), size);
        check_points(grown, core, exact_shape, radius, size + std::fabs(g.at.offset));
        t.expect(overlap_round(capsule) == (grown.distance <= 0), "%s: overlap and distance %g disagree",
                 name, double(grown.distance));
    }
    /// Each bound in double and in float.
    void done(std::array<double, 2> flat_bound, std::array<double, 2> round_bound,
              std::array<double, 2> point_bound)
    {
        distance.pin(t, std::string(name) + ", distance", flat_bound[0], flat_bound[1]);
        round.pin(t, std::string(name) + ", distance of round ones", round_bound[0], round_bound[1]);
        points.pin(t, std::string(name) + ", points", point_bound[0], point_bound[1]);
        t.expect(enough(meets * 10 >= asked * 3 && meets * 10 <= asked * 7), "%s: %ld of %ld meet", name,
                 meets, asked);
    }
};

flr_segment3 segment(generator &g, flr_vec3 inner)
{
    flr_vec3 a = g.either(), b = g.random.whole(0, 9) ? g.either() : a;
    if (g.random.whole(0, 2) == 0) b = inner;
    if (g.random.whole(0, 3) == 0) b = flr_sub3(flr_add3(inner, inner), a);
    return {a, b};
}

#define PAIR(name, shape)                                                                                    \
    [&](const flr_segment3 &s) { return flr_closest3_segment_##name(&s, &shape); },                          \
        [&](const flr_capsule3 &c) { return flr_closest3_capsule_##name(&c, &shape); },                      \
        [&](const flr_capsule3 &c) { return flr_overlap3_capsule_##name(&c, &shape); }

void aabb(tally &t)
{
    checker c{t, "aabb", true};
    everywhere(1, [&](generator &g) {
        flr_vec3 a = g.either(), b = g.either();
        flr_aabb3 box = {flr_min3(a, b), flr_max3(a, b)};
        flr_segment3 s = segment(g, between{a, between{a, b}});
        t.expect(flr_overlap3_segment_aabb(&s, &box) == (flr_closest3_segment_aabb(&s, &box).distance <= 0),
                 "overlap");
        c.check(g, s, of(box), size_of({box.min, box.max, s.a, s.b}), PAIR(aabb, box));
    });
    c.done({0.5, 0.5}, {0.5, 0.5}, {1.1, 0.8});
}

flr_box3 random_box(generator &g)
{
    flr_affine3 pose = random_rotation(g.random);
    if (g.random.whole(0, 2) == 0) pose = signed_permutations()[size_t(g.random.whole(0, 47))];
    return {g.any(), pose.linear, flr_vec3{g.extent(), g.extent(), g.extent()}};
}

void box(tally &t)
{
    checker c{t, "box", false};
    everywhere(2, [&](generator &g) {
        flr_box3 b = random_box(g);
        flr_segment3 s = segment(g, b.center);
        double size = size_of({b.center, s.a, s.b}, 2 * double(flr_length3(b.half_extents)));
        t.expect(flr_overlap3_segment_box(&s, &b) == (flr_closest3_segment_box(&s, &b).distance <= 0),
                 "overlap");
        c.check(g, s, of(b), size, PAIR(box, b));
    });
    c.done({2, 0.7}, {2, 0.6}, {1.5, 1});
}

void rectangle(tally &t)
{
    checker c{t, "rectangle", false};
    everywhere(3, [&](generator &g) {
        flr_box3 b = random_box(g);
        flr_rectangle3 r = {b.center, b.axes.x, b.axes.y, b.half_extents.x, b.half_extents.y};
        flr_segment3 s = segment(g, b.center);
        double size = size_of({b.center, s.a, s.b}, 2 * double(flr_length3(b.half_extents)));
        c.check(g, s, of(r), size, PAIR(rectangle, r));
    });
    c.done({2, 0.6}, {2, 0.6}, {2, 1.2});
}

void quad(tally &t)
{
    checker c{t, "quad", true};
    everywhere(5, [&](generator &g) {
        flr_vec3 a = g.lattice(), b = g.lattice(), d = g.lattice(), m = between{b, d};
        bool reflex = g.random.whole(0, 1);
        flr_quad3 q = {a, b, reflex ? between{a, m} : flr_add3(m, flr_scale3(flr_real(0.5), flr_sub3(m, a))),
                       d};
        shape sheet;
        sheet.sheet(exact(q.a), exact(q.b), exact(q.c));
        sheet.sheet(exact(q.a), exact(q.c), exact(q.d));
        flr_segment3 s = segment(g, between{q.a, between{q.b, q.c}});
        t.expect(flr_overlap3_segment_quad(&s, &q) == (flr_closest3_segment_quad(&s, &q).distance <= 0),
                 "overlap");
        c.check(g, s, sheet, size_of({q.a, q.b, q.c, q.d, s.a, s.b}), PAIR(quad, q));
    });
    c.done({0.62, 0.62}, {0.62, 0.62}, {1.5, 1.3});
}

void polygon(tally &t)
{
    checker c{t, "polygon", true};
    everywhere(6, [&](generator &g) {
        outline l = l_shape(g);
        flr_polygon3 p = l.polygon();
        auto corner = [&] { return l.vertices[size_t(g.random.whole(0, 5))]; };
        flr_segment3 s = segment(g, between{corner(), between{corner(), corner()}});
        double size = size_of({l.vertices[0], l.vertices[1], l.vertices[2], l.vertices[3], l.vertices[4],
                               l.vertices[5], s.a, s.b});
        t.expect(flr_overlap3_segment_polygon(&s, &p) == (flr_closest3_segment_polygon(&s, &p).distance <= 0),
                 "overlap");
        c.check(g, s, l.exact_shape, size, PAIR(polygon, p));
    });
    c.done({0.6, 0.6}, {0.6, 0.25}, {1.3, 1.1});
}

void tetrahedron(tally &t)
{
    checker c{t, "tetrahedron", true};
    everywhere(7, [&](generator &g) {
        flr_tetrahedron h = {g.either(), g.either(), g.either(), g.either()};
        if (g.random.whole(0, 3) == 0) h.d = between{between{h.a, h.b}, h.c};
        flr_segment3 s = segment(g, between{between{h.a, h.b}, between{h.c, h.d}});
        t.expect(flr_overlap3_segment_tetrahedron(&s, &h) ==
                     (flr_closest3_segment_tetrahedron(&s, &h).distance <= 0),
                 "overlap");
        c.check(g, s, of(h), size_of({h.a, h.b, h.c, h.d, s.a, s.b}), PAIR(tetrahedron, h));
    });
    c.done({0.6, 0.4}, {0.6, 0.25}, {1.4, 1.3});
}

void polyhedron(tally &t)
{
    checker c{t, "polyhedron", true};
    everywhere(8, [&](generator &g) {
        hexahedron h = slanted_box(g);
        flr_polyhedron3 p = h.polyhedron();
        flr_segment3 s = segment(g, between{h.vertices[0], h.vertices[3]});
        if (g.random.whole(0, 2) == 0)  // beside a corner
            s.a = flr_sub3(flr_add3(h.vertices[1], h.vertices[1]), h.vertices[5]),
            s.b = between{s.a, g.rough()};
        double size = size_of({h.vertices[0], h.vertices[7], h.vertices[1], h.vertices[6], s.a, s.b});
        t.expect(flr_overlap3_segment_polyhedron(&s, &p) ==
                     (flr_closest3_segment_polyhedron(&s, &p).distance <= 0),
                 "overlap");
        c.check(g, s, h.exact_shape, size, PAIR(polyhedron, p));
    });
    c.done({0.33, 0.2}, {0.33, 0.2}, {1.3, 1});
}

/// Of a ray or line enough lies in a segment far longer than the scene.
void rays_and_lines(tally &t)
{
    worst_error distance;
    everywhere(9, [&](generator &g) {
        if (g.at.offset != 0) return;
        flr_vec3 a = g.either(), b = g.either(), o = g.either(), d = g.direction();
        flr_aabb3 box = {flr_min3(a, b), flr_max3(a, b)};
        flr_box3 turned = random_box(g);
        flr_ray3 r = {o, d};
        flr_line3 l = {o, d};
        point far = along(exact(o), big_rational(4096 * g.at.scale), exact(d)),
              back = along(exact(o), big_rational(-4096 * g.at.scale), exact(d));
        double size = size_of({box.min, box.max, o}),
               turned_size = size_of({turned.center, o}, 2 * double(flr_length3(turned.half_extents)));
        flr_closest3 c = flr_closest3_ray_aabb(&r, &box), e = flr_closest3_line_aabb(&l, &box);
        distance.add(c.distance, root(distance_squared({exact(o), far}, of(box))), size);
        distance.add(e.distance, root(distance_squared({back, far}, of(box))), size);
        t.expect(flr_overlap3_ray_aabb(&r, &box) == (c.distance <= 0), "overlap of ray and aabb");
        t.expect(flr_overlap3_line_aabb(&l, &box) == (e.distance <= 0), "overlap of line and aabb");
        c = flr_closest3_ray_box(&r, &turned), e = flr_closest3_line_box(&l, &turned);
        distance.add(c.distance, root(distance_squared({exact(o), far}, of(turned))), turned_size);
        distance.add(e.distance, root(distance_squared({back, far}, of(turned))), turned_size);
    });
    distance.pin(t, "rays and lines, distance", 2, 0.8);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(aabb), FEELER_TEST(box), FEELER_TEST(rectangle), FEELER_TEST(quad),
             FEELER_TEST(polygon), FEELER_TEST(tetrahedron), FEELER_TEST(polyhedron),
             FEELER_TEST(rays_and_lines))

}  // namespace TEST_FILE
