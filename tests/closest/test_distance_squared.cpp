// needs: gmp
// Squared distances on their own, in space and in the plane, against exact rationals.
#include <cmath>

#include "closest/exact_shapes3.hpp"
#include "feeler/closest2.h"
#include "support/cmocka.hpp"
#include "support/poses.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{

using namespace exact_shapes;

namespace
{

const int cases = scenes(300);

template <class Body> void everywhere(uint64_t seed, Body body)
{
    for (auto &at : places()) {
        generator g{{seed}, at};
        for (int i = 0; i < cases; ++i) body(g);
    }
}

struct checker {
    tally &t;
    const char *name;
    worst_error error = {};
    long zeros = 0, asked = 0;

    void check(flr_real found, const std::vector<point> &core, const shape &s, double size)
    {
        big_rational expected = distance_squared(core, s);
        error.add(found, big_float(expected, 512), size * size);
        t.expect(found >= 0, "%s: %g is below 0", name, double(found));
        ++asked;
        zeros += expected == 0;
    }
    void done(double in_double, double in_float)
    {
        error.pin(t, name, in_double, in_float);
        std::printf("  %s: %ld of %ld meet\n", name, zeros, asked);
    }
};

flr_vec3 flattened(generator &g, flr_vec3 p) { return vec3(double(p.x), double(p.y), g.at.offset); }
flr_vec2 drop(flr_vec3 p) { return flr_vec2_make(p.x, p.y); }

void space(tally &t)
{
    checker segments{t, "point segment"}, triangles{t, "point triangle"}, rectangles{t, "point rectangle"},
        boxes{t, "point box"}, aabbs{t, "point aabb"}, pairs{t, "segment segment"};
    everywhere(1, [&](generator &g) {
        bool rough = g.random.whole(0, 2) == 0;
        flr_vec3 a = rough ? g.rough() : g.either(), b = rough ? g.rough() : g.either(),
                 c = g.random.whole(0, 5) ? g.either() : between{a, b}, p = g.either();
        if (g.random.whole(0, 2) == 0) p = between{between{a, b}, c};
        flr_segment3 s = {a, b}, q = {p, g.random.whole(0, 5) ? c : p};
        flr_triangle3 r = {a, b, c};
        double size = size_of({a, b, c, p});
        shape of_s;
        of_s.sheet(exact(a), exact(b), exact(b));
        segments.check(flr_distance_squared3_point_segment(p, &s), {exact(p)}, of_s, size_of({a, b, p}));
        triangles.check(flr_distance_squared3_point_triangle(p, &r), {exact(p)}, of(r), size);
        pairs.check(flr_distance_squared3_segment_segment(&s, &q), {exact(q.a), exact(q.b)}, of_s, size);
        flr_aabb3 box = {flr_min3(a, b), flr_max3(a, b)};
        aabbs.check(flr_distance_squared3_point_aabb(p, &box), {exact(p)}, of(box), size_of({a, b, p}));
        flr_affine3 pose = random_rotation(g.random);
        if (g.random.whole(0, 2) == 0) pose = signed_permutations()[size_t(g.random.whole(0, 47))];
        flr_real x = g.extent(), y = g.extent(), z = g.extent();
        flr_box3 turned = {a, pose.linear, {x, y, z}};
        flr_rectangle3 flat = {a, pose.linear.x, pose.linear.y, x, y};
        double reach = size_of({a, p}, 2 * double(flr_length3(turned.half_extents)));
        if (reach == 0) return;
        boxes.check(flr_distance_squared3_point_box(p, &turned), {exact(p)}, of(turned), reach);
        rectangles.check(flr_distance_squared3_point_rectangle(p, &flat), {exact(p)}, of(flat), reach);
    });
    segments.done(1.2, 0.4);
    triangles.done(1.6, 0.9);
    pairs.done(1.2, 0.4);
    aabbs.done(0.7, 0.9);
    boxes.done(3, 1);
    rectangles.done(5.1, 1.5);
}

/// The plane is z = offset of space, and areas are sheets in it.
void plane(tally &t)
{
    checker segments{t, "point segment"}, aabbs{t, "point aabb"}, boxes{t, "point box"},
        pairs{t, "segment segment"};
    everywhere(2, [&](generator &g) {
        flr_vec3 a = flattened(g, g.either()),
                 b = flattened(g, g.random.whole(0, 2) ? g.either() : g.rough()),
                 p = flattened(g, g.either()), d = flattened(g, g.either());
        if (g.random.whole(0, 3) == 0) p = between{a, b};
        if (g.random.whole(0, 5) == 0) d = p;
        double size = size_of({a, b, p, d});
        shape of_s, of_aabb, of_box;
        of_s.sheet(exact(a), exact(b), exact(b));
        flr_segment2 s = {drop(a), drop(b)}, q = {drop(p), drop(d)};
        segments.check(flr_distance_squared2_point_segment(drop(p), &s), {exact(p)}, of_s,
                       size_of({a, b, p}));
        pairs.check(flr_distance_squared2_segment_segment(&s, &q), {exact(p), exact(d)}, of_s, size);
        pairs.check(flr_distance_squared2_segment_segment(&q, &s), {exact(p), exact(d)}, of_s, size);
        flr_vec3 low = flr_min3(a, b), high = flr_max3(a, b);
        flr_aabb2 box = {drop(low), drop(high)};
        of_aabb.sheet4(exact(low), exact(vec3(double(high.x), double(low.y), double(low.z))), exact(high),
                       exact(vec3(double(low.x), double(high.y), double(low.z))));
        aabbs.check(flr_distance_squared2_point_aabb(drop(p), &box), {exact(p)}, of_aabb, size_of({a, b, p}));
        double angle = g.random.whole(0, 2) ? g.random.between(0, 7) : 0;
        flr_box2 turned = {drop(a), flr_vec2_make(flr_real(std::cos(angle)), flr_real(std::sin(angle))),
                           flr_vec2_make(g.extent(), g.extent())};
        flr_rectangle3 flat = {a, flr_vec3_make(turned.axis.x, turned.axis.y, 0),
                               flr_vec3_make(-turned.axis.y, turned.axis.x, 0), turned.half_extents.x,
                               turned.half_extents.y};
        double reach = size_of({a, p}, 2 * double(flr_length2(turned.half_extents)));
        if (reach > 0)
            boxes.check(flr_distance_squared2_point_box(drop(p), &turned), {exact(p)}, of(flat), reach);
    });
    segments.done(1.8, 1.1);
    aabbs.done(0.4, 0.4);
    boxes.done(2, 1.3);  // libm draws the turns, and its last bits depend on the processor
    pairs.done(1.2, 0.8);
}

/// A04: the difference of squares cancels, here below 0 in single precision.
void known(tally &t)
{
    flr_segment3 s = {vec3(0, 8, 6), vec3(882, 731, 917)};
    flr_vec3 p = vec3(441.01, 369.5, 461.52);
    shape of_s;
    of_s.sheet(exact(s.a), exact(s.b), exact(s.b));
    double expected = big_float(distance_squared({exact(p)}, of_s), 512).get_d();
    double found = double(flr_distance_squared3_point_segment(p, &s));
    t.expect(found >= 0 && std::fabs(found - expected) <= 1e-3 * expected, "A04: %g for %g", found, expected);
    flr_segment2 flat = {flr_vec2_make(0, 0), flr_vec2_make(1000, 1)};
    t.expect(flr_distance_squared2_point_segment(flr_vec2_make(500, flr_real(0.5)), &flat) == 0,
             "on the segment");
    flr_vec2 high = flr_vec2_make(flr_real(1e30), 0), low = flr_vec2_make(0, 0);
    flr_segment2 vast = {low, high};
    flr_vec2 beside = flr_vec2_make(flr_real(5e29), flr_real(1e10));
    double square = double(flr_distance_squared2_point_segment(beside, &vast));
    double given = double(beside.y) * double(beside.y);
    t.expect(std::fabs(square - given) <= 4 * unit_of_rounding * given, "a vast one: %g", square);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(space), FEELER_TEST(plane), FEELER_TEST(known))

}  // namespace TEST_FILE
