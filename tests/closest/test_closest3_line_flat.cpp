// needs: gmp
// Lines and rays against shapes with flat faces, and segments too against parallelograms: against exact rationals. Of a ray
// or line enough lies in a segment far longer than the scene.
#include <cmath>
#include <cstring>

#include "closest/exact_shapes3.hpp"
#include "feeler/any3.h"
#include "support/cmocka.hpp"
#include "support/poses.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{

using namespace exact_shapes;

namespace
{

const int cases = scenes(120);

template <class Body> void everywhere(uint64_t seed, Body body)
{
    for (auto &at : places()) {
        generator g{{seed}, at};
        for (int i = 0; i < cases; ++i) body(g);
    }
}

/// A line that passes near an inner point of the shape, along its plane or anyhow.
flr_line3 aimed(generator &g, flr_vec3 inner, flr_vec3 along)
{
    flr_vec3 o = g.random.whole(0, 3) ? g.either() : g.rough(), d = flr_sub3(inner, o);
    int kind = g.random.whole(0, 9);
    if (kind < 4) d = flr_scale3(flr_real(g.at.scale), g.direction());
    if (kind == 4) d = along;
    if (kind == 5) d = flr_neg3(d);
    if (kind == 6) d = flr_scale3(flr_real(0.25), d);
    if (kind == 7) o = inner;
    if (d.x == 0 && d.y == 0 && d.z == 0) d = flr_scale3(flr_real(g.at.scale), g.direction());
    return {o, d};
}

bool same(const flr_closest3 &a, const flr_closest3 &b) { return std::memcmp(&a, &b, sizeof a) == 0; }

/// A line or ray that starts at o, as the segment it is near the scene.
std::vector<point> core_of(const flr_line3 &l, bool starts)
{
    point o = exact(l.origin), d = exact(l.direction);
    return {starts ? o : along(o, -4096, d), along(o, 4096, d)};
}

/// Of worst errors, in roundings.
struct pins {
    double distance, distance_in_float, points, points_in_float;
};

struct checker {
    tally &t;
    const char *name;
    bool exact_zero;
    worst_error distance = {}, points = {};
    long meets = 0, asked = 0;

    void check(generator &g, const flr_closest3 &c, const std::vector<point> &core, const shape &s,
               double size)
    {
        big_float expected = root(distance_squared(core, s));
        double wide = size + std::fabs(g.at.offset);
        ++asked;
        meets += expected == 0;
        distance.add(c.distance, expected, size);
        if (exact_zero)
            t.expect((c.distance == 0) == (expected == 0), "%s: distance %g, exactly %g", name,
                     double(c.distance), expected.get_d());
        points.add(0, root(distance_squared(core, of(flr_triangle3{c.point_a, c.point_a, c.point_a}))), wide);
        points.add(0, root(distance_squared({exact(c.point_b)}, s)), wide);
        points.add(
            c.distance,
            root(distance_squared({exact(c.point_a)}, of(flr_triangle3{c.point_b, c.point_b, c.point_b}))),
            wide);
    }
    void done(const pins &p)
    {
        distance.pin(t, std::string(name) + ": distance", p.distance, p.distance_in_float);
        points.pin(t, std::string(name) + ": points", p.points, p.points_in_float);
        t.expect(enough(meets * 10 >= asked * 3 && meets * 10 <= asked * 7), "%s: %ld of %ld meet", name,
                 meets, asked);
    }
};

double reach(const flr_line3 &l, const flr_closest3 &c, double size)
{
    return std::fmax(size, size_of({l.origin, c.point_a, c.point_b}));
}

/// Asks for line and ray, also by the table for any two shapes, in both orders.
template <class Line, class Ray>
void ask(checker &k, generator &g, const flr_line3 &l, const shape &s, double size, Line line, Ray ray,
         const flr_shape3 *any)
{
    flr_ray3 r = {l.origin, l.direction};
    flr_closest3 of_line = line(&l), of_ray = ray(&r), found;
    k.check(g, of_line, core_of(l, false), s, reach(l, of_line, size));
    k.check(g, of_ray, core_of(l, true), s, reach(l, of_ray, size));
    if (!any) return;
    flr_shape3 path = {};
    path.kind = FLR_SHAPE3_LINE;
    path.as.line = l;
    k.t.expect(flr_distance3(&path, any, &found) == FLR_OK && same(found, of_line), "%s: line by table",
               k.name);
    path.kind = FLR_SHAPE3_RAY;
    path.as.ray = r;
    k.t.expect(flr_distance3(any, &path, &found) == FLR_OK, "%s: status", k.name);
    std::swap(found.point_a, found.point_b);
    k.t.expect(same(found, of_ray), "%s: ray by table", k.name);
    bool overlap = false;
    k.t.expect(flr_overlap3(&path, any, &overlap) == FLR_OK && overlap == (of_ray.distance == 0),
               "%s: overlap", k.name);
}

#define PATHS(name, shape)                                                                                   \
    [&](const flr_line3 *x) { return flr_closest3_line_##name(x, &shape); },                                 \
        [&](const flr_ray3 *x) { return flr_closest3_ray_##name(x, &shape); }

flr_shape3 any_of(flr_shape3_kind kind)
{
    flr_shape3 s = {};
    s.kind = kind;
    return s;
}

void triangle(tally &t)
{
    checker c{t, "triangle", true};
    everywhere(1, [&](generator &g) {
        bool rough = g.random.whole(0, 2) == 0;
        flr_vec3 a = rough ? g.rough() : g.either(), b = rough ? g.rough() : g.either(),
                 d = g.random.whole(0, 5) ? g.either() : between{a, b};
        flr_triangle3 s = {a, b, d};
        flr_vec3 inner = g.random.whole(0, 1) ? between{a, between{b, d}} : between{b, d};
        flr_line3 l = aimed(g, inner, flr_sub3(b, d));
        flr_shape3 any = any_of(FLR_SHAPE3_TRIANGLE);
        any.as.triangle = s;
        ask(c, g, l, of(s), size_of({a, b, d}), PATHS(triangle, s), &any);
    });
    c.done({0.7, 0.4, 1, 1});
}

void quad(tally &t)
{
    checker c{t, "quad", true};
    everywhere(2, [&](generator &g) {
        flr_vec3 a = g.lattice(), b = g.lattice(), d = g.lattice(), m = between{b, d};
        bool reflex = g.random.whole(0, 1);
        flr_quad3 q = {a, b, reflex ? between{a, m} : flr_add3(m, flr_scale3(flr_real(0.5), flr_sub3(m, a))),
                       d};
        if (g.random.whole(0, 1)) q = {q.b, q.c, q.d, q.a};
        shape sheet;
        sheet.sheet(exact(a), exact(b), exact(between{a, m}));
        sheet.sheet(exact(a), exact(between{a, m}), exact(d));
        if (!reflex)
            sheet.sheet(exact(b), exact(d), exact(flr_add3(m, flr_scale3(flr_real(0.5), flr_sub3(m, a)))));
        if (!reflex) sheet.sheet(exact(a), exact(b), exact(d));
        flr_line3 l = aimed(g, between{q.a, between{q.b, q.c}}, flr_sub3(q.c, q.a));
        flr_shape3 any = any_of(FLR_SHAPE3_QUAD);
        any.as.quad = q;
        ask(c, g, l, sheet, size_of({q.a, q.b, q.c, q.d}), PATHS(quad, q), &any);
    });
    c.done({0.7, 0.5, 1, 1});
}

void rectangle(tally &t)
{
    checker c{t, "rectangle", false};
    everywhere(3, [&](generator &g) {
        flr_affine3 pose = random_rotation(g.random);
        if (g.random.whole(0, 2) == 0) pose = signed_permutations()[size_t(g.random.whole(0, 47))];
        flr_vec3 center = g.any();
        flr_real x = g.extent(), y = g.extent();
        flr_rectangle3 r = {center, pose.linear.x, pose.linear.y, x, y};
        flr_line3 l =
            aimed(g, flr_mul_add3(center, x / 2, r.axis_x), flr_scale3(flr_real(g.at.scale), r.axis_y));
        flr_shape3 any = any_of(FLR_SHAPE3_RECTANGLE);
        any.as.rectangle = r;
        ask(c, g, l, of(r), 2 * std::hypot(double(x), double(y)), PATHS(rectangle, r), &any);
    });
    c.done({2, 1, 2, 1.2});
}

void polygon(tally &t)
{
    checker c{t, "polygon", true};
    everywhere(4, [&](generator &g) {
        outline o = l_shape(g);
        flr_polygon3 p = o.polygon();
        auto corner = [&] { return o.vertices[size_t(g.random.whole(0, 5))]; };
        flr_vec3 inner = between{corner(), between{corner(), corner()}}, to = corner();
        flr_line3 l = aimed(g, inner, flr_sub3(to, inner));
        flr_shape3 any = any_of(FLR_SHAPE3_POLYGON);
        any.as.polygon = p;
        double size = size_of(
            {o.vertices[0], o.vertices[1], o.vertices[2], o.vertices[3], o.vertices[4], o.vertices[5]});
        ask(c, g, l, o.exact_shape, size, PATHS(polygon, p), &any);
    });
    c.done({0.7, 0.6, 1, 1});
}

void tetrahedron(tally &t)
{
    checker c{t, "tetrahedron", true};
    everywhere(5, [&](generator &g) {
        bool rough = g.random.whole(0, 2) == 0;
        flr_tetrahedron h = {g.either(), g.either(), rough ? g.rough() : g.either(),
                             rough ? g.rough() : g.either()};
        if (g.random.whole(0, 3) == 0) h.d = between{between{h.a, h.b}, h.c};
        flr_line3 l = aimed(g, between{h.a, between{h.b, h.d}}, flr_sub3(h.a, h.c));
        flr_shape3 any = any_of(FLR_SHAPE3_TETRAHEDRON);
        any.as.tetrahedron = h;
        ask(c, g, l, of(h), size_of({h.a, h.b, h.c, h.d}), PATHS(tetrahedron, h), &any);
    });
    c.done({0.7, 0.4, 1, 1});
}

void polyhedron(tally &t)
{
    checker c{t, "polyhedron", true};
    everywhere(6, [&](generator &g) {
        hexahedron h = slanted_box(g);
        flr_polyhedron3 p = h.polyhedron();
        flr_vec3 inner = between{h.vertices[0], h.vertices[size_t(g.random.whole(1, 7))]};
        flr_line3 l = aimed(g, inner, flr_sub3(h.vertices[1], h.vertices[0]));
        double size = size_of({h.vertices[0], h.vertices[7], h.vertices[1], h.vertices[6]});
        ask(c, g, l, h.exact_shape, size, PATHS(polyhedron, p), nullptr);
    });
    c.done({0.7, 0.4, 1, 1});
}

/// Its meeting is not exact: close to touching the distance tells.
void parallelogram(tally &t)
{
    checker c{t, "parallelogram", false};
    everywhere(7, [&](generator &g) {
        bool rough = g.random.whole(0, 2) == 0;
        flr_vec3 a = rough ? g.rough() : g.either(), b = g.either(),
                 d = g.random.whole(0, 5) ? g.either() : between{a, b};
        flr_line3 l = aimed(g, between{a, between{b, d}}, flr_sub3(b, d));
        shape s = of_parallelogram(a, b, d);
        double size = 2 * size_of({a, b, d});
        ask(
            c, g, l, s, size, [&](const flr_line3 *x) { return flr_closest3_line_parallelogram(x, a, b, d); },
            [&](const flr_ray3 *x) { return flr_closest3_ray_parallelogram(x, a, b, d); }, nullptr);
        flr_segment3 e = {l.origin, g.random.whole(0, 4) ? flr_add3(l.origin, l.direction) : l.origin};
        flr_closest3 found = flr_closest3_segment_parallelogram(&e, a, b, d);
        c.check(g, found, {exact(e.a), exact(e.b)}, s, std::fmax(size, size_of({e.a, e.b, a})));
    });
    c.done({0.7, 0.4, 1.2, 1});
}

/// A needle, as a triangle, quad and parallelogram, and a line that grazes it far out; a line without a direction.
void known(tally &t)
{
    flr_triangle3 needle = {vec3(0, 0, 0), vec3(1e6, 0, 0), vec3(5e5, 1, 0)};
    flr_line3 above = {vec3(-3, 0.5, 2), vec3(1, 0, 0)}, through = {vec3(5e5, 0.5, -7), vec3(0, 0, 3)},
              point = {vec3(5e5, 0.5, 4), vec3(0, 0, 0)};
    flr_ray3 away = {vec3(-3, 0, 0), vec3(-1, 0, 0)}, nowhere = {vec3(-3, 0, 4), vec3(0, 0, 0)};
    t.expect(flr_closest3_line_triangle(&above, &needle).distance == 2, "above a needle");
    t.expect(flr_closest3_line_triangle(&through, &needle).distance == 0, "through a needle");
    t.expect(flr_closest3_line_triangle(&point, &needle).distance == 4, "a line that is a point");
    t.expect(flr_closest3_ray_triangle(&away, &needle).distance == 3, "behind the ray");
    t.expect(flr_closest3_ray_triangle(&nowhere, &needle).distance == 5, "a ray that is a point");
    flr_quad3 square = {vec3(0, 0, 0), vec3(2, 0, 0), vec3(2, 2, 0), vec3(0, 2, 0)};
    flr_ray3 inside = {vec3(1, 1, 0), vec3(1, 1, 0)}, level = {vec3(-1, 1, 1), vec3(1, 0, 0)};
    flr_closest3 c = flr_closest3_ray_quad(&inside, &square);
    t.expect(c.distance == 0 && c.point_a.x == 1 && c.point_b.y == 1,
             "a ray that starts in the quad it lies in");
    t.expect(flr_closest3_ray_quad(&level, &square).distance == 1, "level above");
    c = flr_closest3_ray_parallelogram(&level, square.a, square.b, square.d);
    t.expect(c.distance == 1, "level above a parallelogram");
    flr_line3 in_plane = {vec3(-1, 5, 0), vec3(1, 0, 0)};  // A59, A65: in the plane, beside
    t.expect(flr_closest3_line_quad(&in_plane, &square).distance == 3, "in the plane, beside");
    flr_polygon3 none = {nullptr, 0};
    t.expect(std::isinf(flr_closest3_line_polygon(&in_plane, &none).distance), "no corner");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(triangle), FEELER_TEST(quad), FEELER_TEST(rectangle), FEELER_TEST(polygon),
             FEELER_TEST(tetrahedron), FEELER_TEST(polyhedron), FEELER_TEST(parallelogram),
             FEELER_TEST(known))

}  // namespace TEST_FILE
