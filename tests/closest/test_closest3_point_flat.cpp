// needs: gmp
// Points against shapes with flat faces: distance and points against exact rationals.
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

/// The distance, its zero, and both points: where they should be, and as far apart as said.
struct checker {
    tally &t;
    const char *name;
    bool exact_zero;
    worst_error distance, on_shape, between_points = {};
    long meets = 0, asked = 0;

    void check(const flr_closest3 &c, flr_vec3 p, const shape &s, double size, double coordinates)
    {
        big_rational squared = distance_squared({exact(p)}, s);
        ++asked;
        if (squared == 0) ++meets;
        distance.add(c.distance, root(squared), size);
        on_shape.add(0, root(distance_squared({exact(c.point_b)}, s)), size + coordinates);
        t.expect(c.point_a.x == p.x && c.point_a.y == p.y && c.point_a.z == p.z, "%s: point_a is not p",
                 name);
        if (exact_zero)
            t.expect((c.distance == 0) == (squared == 0), "%s: distance %g, exactly %g", name,
                     double(c.distance), root(squared).get_d());
        big_rational gap = distance_squared({exact(c.point_b)}, of(flr_triangle3{p, p, p}));
        big_float off(0, 512);
        off = abs(root(gap) - big_float(double(c.distance), 512));
        between_points.worst =
            std::fmax(between_points.worst, off.get_d() / unit_of_rounding / (size + coordinates));
    }
    /// Bounds of the distance and of the point on the shape, in double and in float.
    void done(double distance_in_double, double distance_in_float, double point_in_double,
              double point_in_float, double between_in_double, double between_in_float)
    {
        distance.pin(t, std::string(name) + ", distance", distance_in_double, distance_in_float);
        if (point_in_double > 0)
            on_shape.pin(t, std::string(name) + ", point", point_in_double, point_in_float);
        else
            t.expect(on_shape.worst == 0, "%s: a point is %g off the shape", name, on_shape.worst);
        between_points.pin(t, std::string(name) + ", from point to point", between_in_double,
                           between_in_float);
        if (exact_zero)
            t.expect(enough(meets * 10 >= asked * 3 && meets * 10 <= asked * 7), "%s: %ld of %ld meet", name,
                     meets, asked);
    }
};

double far_out(const place &at) { return std::fabs(at.offset); }

template <class Body> void everywhere(uint64_t seed, Body body)
{
    for (auto &at : places()) {
        generator g{{seed}, at};
        for (int i = 0; i < cases; ++i) body(g);
    }
}

void aabb(tally &t)
{
    checker c{t, "aabb", true, {}, {}};
    worst_error squares;
    everywhere(1, [&](generator &g) {
        flr_vec3 a = g.either(), b = g.either(),
                 p = g.random.whole(0, 3) ? between{between{between{g.either(), a}, b}, between{a, b}}
                                          : g.rough();
        flr_aabb3 box = {flr_min3(a, b), flr_max3(a, b)};
        flr_closest3 found = flr_closest3_point_aabb(p, &box);
        c.check(found, p, of(box), size_of({box.min, box.max, p}), 0);
        big_rational squared = distance_squared({exact(p)}, of(box));
        squares.add_squared(flr_distance_squared3_point_aabb(p, &box), squared, root(squared).get_d());
    });
    squares.pin(t, "root of the squared distance of point and aabb, ulp of itself", 0.6, 0.7);
    c.done(0.56, 0.56, 0, 0, 1, 0.4);
}

flr_box3 random_box(generator &g)
{
    flr_affine3 pose = random_rotation(g.random);
    if (g.random.whole(0, 2) == 0) pose = signed_permutations()[size_t(g.random.whole(0, 47))];
    flr_box3 b;
    b.center = g.any();
    b.axes = pose.linear;
    b.half_extents = flr_vec3{g.extent(), g.extent(), g.extent()};
    return b;
}
double half_size(const flr_box3 &b) { return 2 * double(flr_length3(b.half_extents)); }

void box(tally &t)
{
    checker c{t, "box", false, {}, {}};
    worst_error squares;
    everywhere(2, [&](generator &g) {
        flr_box3 b = random_box(g);
        flr_vec3 p = g.random.whole(0, 1) ? g.any() : between{g.rough(), b.center};
        flr_closest3 found = flr_closest3_point_box(p, &b);
        c.check(found, p, of(b), size_of({b.center, p}, half_size(b)), far_out(g.at));
        squares.add_squared(flr_distance_squared3_point_box(p, &b), distance_squared({exact(p)}, of(b)),
                            size_of({b.center, p}, half_size(b)));
    });
    squares.pin(t, "root of the squared distance of point and box", 3, 0.7);
    c.done(2.8, 0.8, 0.9, 1.3, 3.5, 1.4);
}

void rectangle(tally &t)
{
    checker c{t, "rectangle", false, {}, {}};
    everywhere(3, [&](generator &g) {
        flr_box3 b = random_box(g);
        flr_rectangle3 r = {b.center, b.axes.x, b.axes.y, b.half_extents.x, b.half_extents.y};
        flr_vec3 p = g.random.whole(0, 1) ? g.any() : between{g.rough(), b.center};
        flr_closest3 found = flr_closest3_point_rectangle(p, &r);
        b.axes.z = flr_cross3(r.axis_x, r.axis_y);
        b.half_extents.z = 0;
        flr_closest3 flat = flr_closest3_point_box(p, &b);
        t.expect(found.distance == flat.distance, "rectangle and flat box differ");
        c.check(found, p, of(r), size_of({b.center, p}, half_size(b)), far_out(g.at));
    });
    c.done(2.1, 1, 0.9, 1.1, 2.5, 1);
}

void parallelogram(tally &t)
{
    checker c{t, "parallelogram", false, {}, {}};
    everywhere(4, [&](generator &g) {
        flr_vec3 a = g.either(), b = g.either(), d = g.random.whole(0, 5) ? g.either() : between{a, b},
                 p = g.either();
        flr_closest3 found = flr_closest3_point_parallelogram(p, a, b, d);
        c.check(found, p, of_parallelogram(a, b, d), 2 * size_of({a, b, d, p}), far_out(g.at));
    });
    c.done(0.26, 0.26, 1, 0.8, 1, 1);
}

void quad(tally &t)
{
    checker c{t, "quad", true, {}, {}};
    everywhere(5, [&](generator &g) {
        flr_vec3 a = g.lattice(), b = g.lattice(), d = g.lattice(), m = between{b, d};
        int kind = g.random.whole(0, 2);  // convex, reflex at the third corner, a triangle
        flr_vec3 far = flr_add3(m, flr_scale3(flr_real(0.5), flr_sub3(m, a))), near = between{a, m};
        flr_quad3 q = {a, b, kind == 0 ? far : kind == 1 ? near : m, d};
        shape s;
        s.sheet(exact(q.a), exact(q.b), exact(q.c));
        s.sheet(exact(q.a), exact(q.c), exact(q.d));
        flr_vec3 in =
            g.random.whole(0, 1) ? between{q.a, between{q.b, q.c}} : between{q.d, between{q.a, q.c}};
        flr_vec3 p = g.random.whole(0, 1) ? g.either() : in;
        c.check(flr_closest3_point_quad(p, &q), p, s, size_of({q.a, q.b, q.c, q.d, p}), far_out(g.at));
    });
    c.done(0.5, 0.5, 0.8, 0.8, 1, 1);
}

void polygon(tally &t)
{
    checker c{t, "polygon", true, {}, {}};
    everywhere(6, [&](generator &g) {
        outline l = l_shape(g);
        flr_polygon3 polygon = l.polygon();
        auto corner = [&] { return l.vertices[size_t(g.random.whole(0, 5))]; };
        flr_vec3 p = g.random.whole(0, 4) == 0 ? g.either() : between{corner(), between{corner(), corner()}};
        double size = size_of(
            {l.vertices[0], l.vertices[1], l.vertices[2], l.vertices[3], l.vertices[4], l.vertices[5], p});
        c.check(flr_closest3_point_polygon(p, &polygon), p, l.exact_shape, size, far_out(g.at));
    });
    c.done(0.3, 0.3, 0.7, 0.8, 1, 1);
}

void tetrahedron(tally &t)
{
    checker c{t, "tetrahedron", true, {}, {}};
    everywhere(7, [&](generator &g) {
        flr_tetrahedron s = {g.either(), g.either(), g.either(), g.either()};
        if (g.random.whole(0, 3) == 0) s.d = between{between{s.a, s.b}, s.c};
        flr_vec3 in = between{between{s.a, s.b}, between{s.c, g.random.whole(0, 1) ? s.d : s.a}};
        flr_vec3 p = g.random.whole(0, 1) ? g.either() : in;
        c.check(flr_closest3_point_tetrahedron(p, &s), p, of(s), size_of({s.a, s.b, s.c, s.d, p}),
                far_out(g.at));
    });
    c.done(0.52, 0.52, 0.8, 0.8, 1, 1);
}

void polyhedron(tally &t)
{
    checker c{t, "polyhedron", true, {}, {}};
    everywhere(8, [&](generator &g) {
        hexahedron h = slanted_box(g);
        flr_polyhedron3 polyhedron = h.polyhedron();
        flr_vec3 deep =
            between{h.vertices[size_t(g.random.whole(0, 7))], between{h.vertices[0], h.vertices[7]}};
        flr_vec3 p = g.random.whole(0, 2) == 0
                         ? g.lattice()
                         : between{deep, between{h.vertices[size_t(g.random.whole(0, 7))], deep}};
        double size = size_of({h.vertices[0], h.vertices[7], h.vertices[1], h.vertices[6], p});
        c.check(flr_closest3_point_polyhedron(p, &polyhedron), p, h.exact_shape, size, far_out(g.at));
    });
    c.done(0.56, 0.3, 0.7, 0.6, 0.67, 0.62);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(aabb), FEELER_TEST(box), FEELER_TEST(rectangle), FEELER_TEST(parallelogram),
             FEELER_TEST(quad), FEELER_TEST(polygon), FEELER_TEST(tetrahedron), FEELER_TEST(polyhedron))

}  // namespace TEST_FILE
