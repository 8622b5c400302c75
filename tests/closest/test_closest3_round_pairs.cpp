// needs: gmp
// Every pair with a sphere or capsule: consistent with the pair of its core, with its radius, with
// moving along the line of the closest points, and with the yes-or-no answer.
#include <cmath>
#include <functional>
#include <string>

#include "closest/exact_shapes3.hpp"
#include "feeler/overlap3.h"
#include "support/cmocka.hpp"
#include "support/poses.hpp"

namespace TEST_FILE
{

using namespace exact_shapes;

namespace
{

/// A round shape moved by a vector, with a radius, against a fixed shape: the answer, seen from the round one.
struct pair {
    std::string name;
    std::function<flr_closest3(flr_vec3, flr_real)> closest;
    std::function<bool(flr_vec3, flr_real)> overlap;
};

flr_closest3 swapped(const flr_closest3 &c) { return {c.distance, c.point_b, c.point_a}; }

#define SPHERE_FIRST(shape)                                                                                  \
    pairs.push_back({"sphere " #shape,                                                                       \
                     [=](flr_vec3 v, flr_real r) {                                                           \
                         flr_sphere s = {flr_add3(a, v), r};                                                 \
                         return flr_closest3_sphere_##shape(&s, &shape);                                     \
                     },                                                                                      \
                     [=](flr_vec3 v, flr_real r) {                                                           \
                         flr_sphere s = {flr_add3(a, v), r};                                                 \
                         return flr_overlap3_sphere_##shape(&s, &shape);                                     \
                     }})
#define CAPSULE_FIRST(shape)                                                                                 \
    pairs.push_back({"capsule " #shape,                                                                      \
                     [=](flr_vec3 v, flr_real r) {                                                           \
                         flr_capsule3 s = {flr_add3(a, v), flr_add3(b, v), r};                               \
                         return flr_closest3_capsule_##shape(&s, &shape);                                    \
                     },                                                                                      \
                     [=](flr_vec3 v, flr_real r) {                                                           \
                         flr_capsule3 s = {flr_add3(a, v), flr_add3(b, v), r};                               \
                         return flr_overlap3_capsule_##shape(&s, &shape);                                    \
                     }})
#define SECOND(shape)                                                                                        \
    pairs.push_back({#shape " sphere",                                                                       \
                     [=](flr_vec3 v, flr_real r) {                                                           \
                         flr_sphere s = {flr_add3(a, v), r};                                                 \
                         return swapped(flr_closest3_##shape##_sphere(&shape, &s));                          \
                     },                                                                                      \
                     [=](flr_vec3 v, flr_real r) {                                                           \
                         flr_sphere s = {flr_add3(a, v), r};                                                 \
                         return flr_overlap3_##shape##_sphere(&shape, &s);                                   \
                     }});                                                                                    \
    pairs.push_back({#shape " capsule",                                                                      \
                     [=](flr_vec3 v, flr_real r) {                                                           \
                         flr_capsule3 s = {flr_add3(a, v), flr_add3(b, v), r};                               \
                         return swapped(flr_closest3_##shape##_capsule(&shape, &s));                         \
                     },                                                                                      \
                     [=](flr_vec3 v, flr_real r) {                                                           \
                         flr_capsule3 s = {flr_add3(a, v), flr_add3(b, v), r};                               \
                         return flr_overlap3_##shape##_capsule(&shape, &s);                                  \
                     }})

struct scene {
    outline l;
    hexahedron h;
    std::vector<pair> pairs;
};

void fill(scene &world, generator &g)
{
    std::vector<pair> &pairs = world.pairs;
    flr_vec3 a = g.any(), b = g.any(), c = g.any(), d = g.any(), e = g.any(), f = g.direction();
    world.l = l_shape(g);
    world.h = slanted_box(g);
    flr_sphere sphere = {c, g.extent()};
    flr_capsule3 capsule = {c, d, g.extent()};
    flr_segment3 segment = {c, d};
    flr_ray3 ray = {c, f};
    flr_line3 line = {c, f};
    flr_plane3 plane = {f, flr_dot3(f, c)};
    flr_halfspace3 halfspace = {f, flr_dot3(f, c)};
    flr_aabb3 aabb = {flr_min3(c, d), flr_max3(c, d)};
    flr_box3 box = {c, random_rotation(g.random).linear, flr_vec3{g.extent(), g.extent(), g.extent()}};
    flr_cylinder cylinder = {c, d, g.extent()};
    flr_cone cone = {c, d, g.extent()};
    flr_triangle3 triangle = {c, d, e};
    flr_quad3 quad = {c, d, flr_lerp3(d, e, flr_real(0.5)), e};
    flr_rectangle3 rectangle = {box.center, box.axes.x, box.axes.y, box.half_extents.x, box.half_extents.y};
    flr_polygon3 polygon = world.l.polygon();
    flr_tetrahedron tetrahedron = {c, d, e, flr_add3(c, f)};
    flr_polyhedron3 polyhedron = world.h.polyhedron();
    SPHERE_FIRST(sphere);
    SPHERE_FIRST(capsule);
    SPHERE_FIRST(aabb);
    SPHERE_FIRST(box);
    SPHERE_FIRST(cylinder);
    SPHERE_FIRST(cone);
    SPHERE_FIRST(triangle);
    SPHERE_FIRST(quad);
    SPHERE_FIRST(rectangle);
    SPHERE_FIRST(polygon);
    SPHERE_FIRST(tetrahedron);
    SPHERE_FIRST(polyhedron);
    CAPSULE_FIRST(capsule);
    CAPSULE_FIRST(aabb);
    CAPSULE_FIRST(box);
    CAPSULE_FIRST(triangle);
    CAPSULE_FIRST(quad);
    CAPSULE_FIRST(rectangle);
    CAPSULE_FIRST(polygon);
    CAPSULE_FIRST(tetrahedron);
    CAPSULE_FIRST(polyhedron);
    SECOND(segment);
    SECOND(ray);
    SECOND(line);
    SECOND(plane);
    SECOND(halfspace);
}

/// Roundings of one radius, and of everything else in a scene of size about 10.
const double fine = 256 * unit_of_rounding;

void check(tally &t, const pair &p, flr_real radius, long apart[2])
{
    const char *name = p.name.c_str();
    flr_vec3 still = vec3(0, 0, 0);
    flr_closest3 core = p.closest(still, 0), grown = p.closest(still, radius);
    double expected = std::fmax(0, double(core.distance) - double(radius));
    ++apart[grown.distance > 0];
    t.expect(std::fabs(double(grown.distance) - expected) <= fine, "%s: %g with a radius, %g expected", name,
             double(grown.distance), expected);
    t.expect(p.overlap(still, radius) == (grown.distance <= 0), "%s: overlap and distance %g", name,
             double(grown.distance));
    flr_vec3 gap = flr_sub3(grown.point_b, grown.point_a);
    double length = double(flr_length3(gap));
    t.expect(std::fabs(length - double(grown.distance)) <= fine, "%s: points %g apart, distance %g", name,
             length, double(grown.distance));
    if (!(grown.distance > flr_real(1e-3))) return;
    for (double past : {-64 * fine, 64 * fine}) {  // just short of touching, just beyond
        flr_vec3 step = flr_scale3(flr_real((double(grown.distance) + past) / length), gap);
        t.expect(p.overlap(step, radius) == (past > 0), "%s: moved to %g past touching", name, past);
        double left = double(p.closest(step, radius).distance);
        t.expect(past > 0 ? left == 0 : std::fabs(left + past) <= 8 * fine, "%s: %g left at %g", name, left,
                 past);
    }
}

void radius_and_motion(tally &t)
{
    long apart[2] = {0, 0};
    generator g{{11}, places()[0]};
    for (int i = 0; i < 120; ++i) {
        scene world;
        fill(world, g);
        flr_real radius = flr_real(g.random.between(0, 5));
        for (auto &p : world.pairs) check(t, p, radius, apart);
    }
    long all = apart[0] + apart[1];
    t.expect(apart[1] * 10 >= all * 3 && apart[1] * 10 <= all * 7, "%ld of %ld apart", apart[1], all);
}

/// Sheets that are lines or points, needles, and polygons of one or two corners.
void thin_sheets(tally &t)
{
    worst_error worst;
    generator g{{12}, places()[0]};
    for (int i = 0; i < 400; ++i) {
        flr_vec3 a = g.rough(), b = g.rough(), p = g.rough();
        double thin = g.random.whole(0, 2) ? std::ldexp(1, -g.random.whole(10, 50)) : 0;
        flr_vec3 c =
            flr_add3(flr_lerp3(a, b, flr_real(g.random.unit())), flr_scale3(flr_real(thin), g.rough()));
        const flr_vec3 corner[3] = {a, b, c}, twice[4] = {a, a, b, b};
        flr_polygon3 needle = {corner, 3}, line = {twice, 4}, two = {corner, 2}, one = {corner, 1};
        flr_quad3 quad = {a, b, c, c};
        flr_segment3 s = {p, g.rough()};
        double size = size_of({a, b, c, p, s.b});
        shape sheet = of(flr_triangle3{a, b, c}), edge = of(flr_triangle3{a, b, b}),
              dot = of(flr_triangle3{a, a, a});
        worst.add(flr_closest3_point_polygon(p, &needle).distance, root(distance_squared({exact(p)}, sheet)),
                  size);
        worst.add(flr_closest3_point_quad(p, &quad).distance, root(distance_squared({exact(p)}, sheet)),
                  size);
        worst.add(flr_closest3_segment_polygon(&s, &needle).distance,
                  root(distance_squared({exact(s.a), exact(s.b)}, sheet)), size);
        worst.add(flr_closest3_point_polygon(p, &line).distance, root(distance_squared({exact(p)}, edge)),
                  size);
        worst.add(flr_closest3_point_polygon(p, &two).distance, root(distance_squared({exact(p)}, edge)),
                  size);
        worst.add(flr_closest3_point_polygon(p, &one).distance, root(distance_squared({exact(p)}, dot)),
                  size);
        worst.add(flr_closest3_point_parallelogram(p, a, b, c).distance,
                  root(distance_squared({exact(p)}, of_parallelogram(a, b, c))), 2 * size);
    }
    worst.pin(t, "thin sheets, distance", 1, 0.6);
    flr_polygon3 none = {nullptr, 0};
    t.expect(flr_closest3_point_polygon(vec3(1, 2, 3), &none).distance > flr_real(1e30),
             "a polygon without corners");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(radius_and_motion), FEELER_TEST(thin_sheets))

}  // namespace TEST_FILE
