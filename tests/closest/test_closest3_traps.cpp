// needs: gmp
// Inputs that tell right formulas from known wrong ones, by their numbers in the checklist of traps;
// and scenes near the ends of the number range.
#include <cmath>
#include <functional>

#include "closest/exact_shapes3.hpp"
#include "feeler/overlap3.h"
#include "support/cmocka.hpp"

namespace TEST_FILE
{

using exact_shapes::vec3;

namespace
{

const double rounding = exact_shapes::unit_of_rounding;

bool is(flr_vec3 p, double x, double y, double z)
{
    return p.x == flr_real(x) && p.y == flr_real(y) && p.z == flr_real(z);
}
bool near(double a, double b)
{
    return std::fabs(a - b) <= 8 * rounding * std::fmax(std::fabs(a), std::fabs(b));
}
bool near(flr_vec3 p, double x, double y, double z)
{
    return std::fabs(double(p.x) - x) + std::fabs(double(p.y) - y) + std::fabs(double(p.z) - z) <=
           16 * rounding;
}
flr_segment3 segment(double ax, double ay, double az, double bx, double by, double bz)
{
    return {vec3(ax, ay, az), vec3(bx, by, bz)};
}
const flr_aabb3 unit_aabb = {vec3(-1, -1, -1), vec3(1, 1, 1)};

void planes(tally &t)
{
    flr_plane3 long_normal = {vec3(0, 0, 2), 0}, floor = {vec3(0, 0, 1), 0}, up_two = {vec3(0, 0, 1), 2};
    t.expect(flr_signed_distance3_point_plane(vec3(0, 0, 3), &long_normal) == 3, "A01");
    t.expect(flr_signed_distance3_point_plane(vec3(0, 0, -3), &floor) == -3, "A02");
    t.expect(is(flr_closest3_point_plane(vec3(1, 2, -3), &long_normal).point_b, 1, 2, 0),
             "A02: nearest point");
    t.expect(flr_signed_distance3_point_plane(vec3(0, 0, 2), &up_two) == 0, "A38");
}

void segments(tally &t)
{
    flr_segment3 dot = segment(1, 2, 3, 1, 2, 3), unit = segment(0, 0, 0, 1, 0, 0);
    flr_closest3 c = flr_closest3_point_segment(vec3(4, 5, 6), &dot);
    t.expect(is(c.point_b, 1, 2, 3) && near(double(c.distance), std::sqrt(27.0)), "A03");
    t.expect(flr_distance_squared3_point_segment(vec3(4, 5, 6), &dot) == 27, "A03: squared");
    flr_segment3 slanted = segment(0, 8, 6, 882, 731, 917);
    double squared = double(flr_distance_squared3_point_segment(
        vec3(double(441.01F), double(369.5F), double(461.52F)), &slanted));
    t.expect(std::fabs(squared - 1.566e-4) < 1e-7, "A04: %g", squared);
    t.expect(flr_distance_squared3_point_segment(vec3(3, 0, 0), &unit) == 4, "A05");
    t.expect(flr_distance_squared3_point_segment(vec3(4, 3, 0), &unit) == 18, "A06");
    flr_segment3 end = segment(1e8, 0, 0, 1, 0, 0);
    t.expect(is(flr_closest3_point_segment(vec3(-5, 0, 0), &end).point_b, 1, 0, 0), "N08");

    flr_segment3 a = segment(0, 0, 0, 4, 0, 0), b = segment(6, 1, 0, 10, 2, 0);
    t.expect(near(double(flr_closest3_segment_segment(&a, &b).distance), std::sqrt(5.0)), "A32");
    flr_ray3 ray = {vec3(6, 1, 0), vec3(4, 1, 0)};
    t.expect(near(double(flr_closest3_segment_ray(&a, &ray).distance), std::sqrt(5.0)), "A32 with a ray");
    flr_segment3 before = segment(-2, 1, 0, 2, 1, 0);
    t.expect(flr_closest3_segment_segment(&a, &before).distance == 1, "H01");
    flr_segment3 u = segment(6, 8, 0, 6, 0, 1), v = segment(5, 1, 0, 5, 0, 0);
    double expected = std::sqrt(114.0 / 65.0);  // from (5, 1, 0) to the line of u
    t.expect(near(double(flr_closest3_segment_segment(&u, &v).distance), expected), "H08");
    flr_line3 along = {vec3(6, 8, 0), vec3(0, -8, 1)};
    t.expect(near(double(flr_closest3_segment_line(&v, &along).distance), expected), "H08 with a line");

    flr_line3 x = {vec3(0, 0, 0), vec3(1, 0, 0)}, y = {vec3(0, 2, 1), vec3(0, 1, 0)};
    c = flr_closest3_line_line(&x, &y);
    t.expect(c.distance == 1 && is(c.point_a, 0, 0, 0) && is(c.point_b, 0, 0, 1), "A18");
    flr_line3 parallel = {vec3(7, 3, 4), vec3(-2, 0, 0)};
    c = flr_closest3_line_line(&x, &parallel);
    t.expect(c.distance == 5 && is(c.point_a, 0, 0, 0) && is(c.point_b, 0, 3, 4),
             "parallel lines: the first origin");
    flr_line3 none = {vec3(1, 2, 3), vec3(0, 0, 0)};
    c = flr_closest3_point_line(vec3(1, 2, 5), &none);
    t.expect(c.distance == 0 || c.distance == 2, "H10: a line without a direction gave %g",
             double(c.distance));
}

void boxes(tally &t)
{
    flr_box3 box = {vec3(0, 0, 0), {vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1)}, vec3(2, 2, 2)};
    t.expect(flr_distance_squared3_point_box(vec3(4, 0, 0), &box) == 4, "A07");
    t.expect(flr_distance_squared3_point_aabb(vec3(4, 0, 0), &unit_aabb) == 9, "point and aabb");
    flr_closest3 c =
        flr_closest3_point_parallelogram(vec3(1.5, 0.5, 0), vec3(0, 0, 0), vec3(2, 0, 0), vec3(1, 1, 0));
    t.expect(c.distance == 0 && is(c.point_b, 1.5, 0.5, 0), "A08");
    flr_aabb3 wide = {vec3(-1, -1, -1), vec3(16777216, 1, 1)};
    c = flr_closest3_point_aabb(vec3(-1, 0, 0), &wide);
    t.expect(c.distance == 0 && is(c.point_b, -1, 0, 0), "A14");
    t.expect(is(flr_closest3_point_aabb(vec3(-3, 0, 0), &wide).point_b, -1, 0, 0), "A14: lower face");
    c = flr_closest3_point_aabb(vec3(-1, 0.5, 0), &unit_aabb);
    t.expect(c.distance == 0 && is(c.point_b, -1, 0.5, 0), "A71");
    flr_aabb3 endless = {vec3(-1, -1, -1), vec3(0x1p60, 1, 1)};
    flr_sphere ball = {vec3(-2, 0, 0), 1}, small = {vec3(-2, 0, 0), flr_real(0.875)};
    t.expect(flr_overlap3_sphere_aabb(&ball, &endless) && !flr_overlap3_sphere_aabb(&small, &endless), "N11");
}

void tetrahedra(tally &t)
{
    flr_tetrahedron s = {vec3(0, 0, 0), vec3(0, 4, 0), vec3(4, 0, 0), vec3(0, 0, -4)};
    flr_tetrahedron mirrored = {s.b, s.a, s.c, s.d};
    for (const flr_tetrahedron &h : {s, mirrored}) {
        flr_closest3 c = flr_closest3_point_tetrahedron(vec3(1, 1, -1), &h);
        t.expect(c.distance == 0 && is(c.point_b, 1, 1, -1), "A15: inside");
        c = flr_closest3_point_tetrahedron(vec3(1, 1, 3), &h);
        t.expect(c.distance == 3 && near(c.point_b, 1, 1, 0), "A15: above");
        t.expect(flr_contains3_tetrahedron_point(&h, vec3(1, 1, -1)) == FLR_INSIDE, "A15: contained");
        t.expect(flr_contains3_tetrahedron_point(&h, vec3(1, 1, 0)) == FLR_BOUNDARY, "A15: on a face");
    }
    flr_tetrahedron flat = {vec3(0, 0, 0), vec3(1, 0, 0), vec3(0, 1, 0), vec3(1, 1, 0)};
    flr_closest3 c = flr_closest3_point_tetrahedron(vec3(0.25, 0.25, 5), &flat);
    t.expect(c.distance == 5 && is(c.point_b, 0.25, 0.25, 0), "A16");
    t.expect(flr_contains3_tetrahedron_point(&flat, vec3(0.25, 0.25, 5)) == FLR_OUTSIDE, "A16: contained");
    flr_tetrahedron tiny = {vec3(0, 0, 0), vec3(4e-9, 0, 0), vec3(0, 4e-9, 0), vec3(0, 0, -4e-9)};
    c = flr_closest3_point_tetrahedron(vec3(1e-9, 1e-9, 3e-9), &tiny);
    t.expect(near(double(c.distance), 3e-9) && std::fabs(double(c.point_b.x) - 1e-9) < 1e-15 &&
                 c.point_b.z == 0,
             "A17");
}

void spheres(tally &t)
{
    flr_sphere ball = {vec3(1.9, 1.9, 0), flr_real(1.2)};
    t.expect(!flr_overlap3_sphere_aabb(&ball, &unit_aabb), "A42: miss");
    t.expect(std::fabs(double(flr_closest3_point_aabb(ball.center, &unit_aabb).distance) - 1.2728) < 1e-4,
             "A42: distance");
    ball.radius = flr_real(1.28);
    t.expect(flr_overlap3_sphere_aabb(&ball, &unit_aabb), "A42: hit");

    const flr_vec3 high[4] = {vec3(-2, -2, 5), vec3(2, -2, 5), vec3(2, 2, 5), vec3(-2, 2, 5)};
    flr_polygon3 ceiling = {high, 4};
    flr_sphere at_ceiling = {vec3(0, 0, 5), 1};
    t.expect(flr_overlap3_sphere_polygon(&at_ceiling, &ceiling), "A43");

    flr_sphere unit = {vec3(0, 0, 0), 1};
    const flr_vec3 beyond[3] = {vec3(-10, 1.5, 0), vec3(10, 1.5, 0), vec3(0, 5, 0)};
    flr_polygon3 wedge = {beyond, 3};
    flr_segment3 outside = {beyond[0], beyond[1]}, inward = segment(-1.05, 0, 0, -0.8, 0, 0);
    t.expect(!flr_overlap3_sphere_polygon(&unit, &wedge) && !flr_overlap3_segment_sphere(&outside, &unit),
             "A44: miss");
    t.expect(flr_overlap3_segment_sphere(&inward, &unit), "A44: hit");

    const flr_vec3 straight[5] = {vec3(0, 0, 0), vec3(1, 0, 0), vec3(2, 0, 0), vec3(2, 2, 0), vec3(0, 2, 0)};
    flr_polygon3 square = {straight, 5};
    flr_sphere low = {vec3(1, 1, 0.5), flr_real(0.6)}, high_up = {vec3(1, 1, 2), 1};
    t.expect(flr_overlap3_sphere_polygon(&low, &square), "A45: hit");
    t.expect(!flr_overlap3_sphere_polygon(&high_up, &square), "A45: miss");
    t.expect(flr_closest3_point_polygon(high_up.center, &square).distance == 2, "A45: distance");

    flr_vec3 u = vec3(0.8, 0, -0.6);  // in the plane with the normal (0.6, 0, 0.8)
    const flr_vec3 aside[4] = {vec3(1.2 * 0.8, -5, -1.2 * 0.6), vec3(1.2 * 0.8, 5, -1.2 * 0.6),
                               flr_add3(vec3(0, 5, 0), flr_scale3(3, u)),
                               flr_add3(vec3(0, -5, 0), flr_scale3(3, u))};
    flr_polygon3 tilted = {aside, 4};
    t.expect(!flr_overlap3_sphere_polygon(&unit, &tilted), "A70");
    t.expect(std::fabs(double(flr_closest3_point_polygon(unit.center, &tilted).distance) - 1.2) <
                 8 * rounding,
             "A70: distance");

    flr_sphere a = {vec3(0, 0, 0), 2}, b = {vec3(3, 4, 0), 3};
    t.expect(flr_overlap3_sphere_sphere(&a, &b) && flr_closest3_sphere_sphere(&a, &b).distance == 0,
             "touching spheres");
    b.radius = flr_real(2.5);
    t.expect(!flr_overlap3_sphere_sphere(&a, &b) &&
                 flr_closest3_sphere_sphere(&a, &b).distance == flr_real(0.5),
             "spheres apart");
    a.radius = b.radius = 3;
    t.expect(flr_overlap3_sphere_sphere(&a, &b), "spheres crossing");

    flr_capsule3 capsule = {vec3(-3, 1, 0), vec3(3, 1, 0), 1};
    flr_sphere dot = {vec3(0, 0, 0), 0}, touching = {vec3(0, 3, 0), 1};
    flr_ray3 grazing = {vec3(-9, 0, 0), vec3(1, 0, 0)};
    t.expect(flr_overlap3_sphere_capsule(&dot, &capsule) &&
                 flr_overlap3_sphere_capsule(&touching, &capsule) &&
                 flr_overlap3_ray_capsule(&grazing, &capsule),
             "H05");
}

/// The same scene at any power of two is answered with the same bits at that power.
void ends_of_the_range(tally &t)
{
    if (sizeof(flr_real) < sizeof(double)) {
        t.expect(true, "double only");
        return;
    }
    typedef std::function<flr_closest3(double)> scene;
    auto at = [](double s, double x, double y, double z) { return vec3(s * x, s * y, s * z); };
    std::vector<scene> scenes = {
        [&](double s) {
            flr_capsule3 c = {at(s, 0, 1, 2), at(s, 3, 1, 0), flr_real(s / 2)};
            flr_sphere b = {at(s, 7, -3, 1), flr_real(s)};
            return flr_closest3_sphere_capsule(&b, &c);
        },
        [&](double s) {
            flr_plane3 h = {vec3(1, 2, 3), flr_real(s * 5)};
            return flr_closest3_point_plane(at(s, 4, 5, 7), &h);
        },
        [&](double s) {
            flr_aabb3 b = {at(s, 0, 0, 0), at(s, 1, 2, 3)};
            flr_segment3 e = {at(s, 4, 5, 7), at(s, 9, 1, 3)};
            return flr_closest3_segment_aabb(&e, &b);
        },
        [&](double s) {
            flr_box3 b = {
                at(s, 0, 0, 0), {vec3(0.6, 0.8, 0), vec3(-0.8, 0.6, 0), vec3(0, 0, 1)}, at(s, 1, 2, 3)};
            return flr_closest3_point_box(at(s, 4, 5, 7), &b);
        },
        [&](double s) {
            flr_cylinder c = {at(s, 0, 0, 1), at(s, 1, 2, 0), flr_real(s)};
            return flr_closest3_point_cylinder(at(s, 4, 5, 7), &c);
        },
        [&](double s) {
            flr_cone c = {at(s, 0, 0, 1), at(s, 1, 2, 0), flr_real(s)};
            return flr_closest3_point_cone(at(s, 4, 5, 7), &c);
        },
        [&](double s) {
            flr_quad3 q = {at(s, 0, 0, 0), at(s, 4, 0, 0), at(s, 4, 4, 4), at(s, 0, 4, 4)};
            return flr_closest3_point_quad(at(s, 1, 1, 7), &q);
        },
        [&](double s) {
            flr_quad3 q = {at(s, 0, 0, 0), at(s, 4, 0, 0), at(s, 4, 4, 4), at(s, 0, 4, 4)};
            flr_segment3 e = {at(s, 7, 1, 9), at(s, 5, 6, 7)};
            return flr_closest3_segment_quad(&e, &q);
        },
        [&](double s) {
            flr_tetrahedron h = {at(s, 0, 0, 0), at(s, 4, 0, 0), at(s, 4, 4, 4), at(s, 0, 4, 0)};
            return flr_closest3_point_tetrahedron(at(s, 1, 1, 7), &h);
        },
        // all else is below the first corner, along one axis
        [&](double s) {
            flr_segment3 a = {at(s, 0, 0, 0), at(s, -3, 0, 0)}, b = {at(s, -5, 0, 0), at(s, -9, 0, 0)};
            return flr_closest3_segment_segment(&a, &b);
        },
        [&](double s) {
            flr_segment3 a = {at(s, 0, 0, 0), at(s, 0, -3, 0)}, b = {at(s, 0, -5, 0), at(s, 0, -9, 0)};
            return flr_closest3_segment_segment(&a, &b);
        },
        [&](double s) {
            flr_segment3 a = {at(s, 0, 0, 0), at(s, 0, 0, -3)}, b = {at(s, 0, 0, -5), at(s, 0, 0, -9)};
            return flr_closest3_segment_segment(&a, &b);
        },
        [&](double s) {
            flr_line3 a = {at(s, 0, 0, 0), vec3(1, 2, 3)}, b = {at(s, 4, 0, 0), vec3(-3, 1, 1)};
            return flr_closest3_line_line(&a, &b);
        },
        [&](double s) {
            return flr_closest3_point_parallelogram(at(s, 1, 1, 7), at(s, 0, 0, 0), at(s, 3, 1, 0),
                                                    at(s, 1, 1, 4));
        }};
    for (size_t i = 0; i < scenes.size(); ++i) {
        flr_closest3 plain = scenes[i](1);
        t.expect(plain.distance > 0, "scene %zu is not apart", i);
        for (int power : {-960, -500, -130, 130, 500, 1018}) {
            flr_closest3 c = scenes[i](std::ldexp(1, power));
            t.expect(double(c.distance) == std::ldexp(double(plain.distance), power), "scene %zu at 2^%d: %g",
                     i, power, double(c.distance));
            t.expect(flr_is_finite3(c.point_a) && flr_is_finite3(c.point_b), "scene %zu at 2^%d: points", i,
                     power);
        }
    }
}

/// A10: the weight along the edge b c is a quotient of a sum. A31: a segment whose end lies outside of two edges
/// of a triangle with an obtuse corner comes nearest to the one that the Voronoi region does not name.
void triangles(tally &t)
{
    flr_triangle3 corner = {vec3(0, 0, 0), vec3(4, 0, 0), vec3(0, 4, 0)};
    flr_closest3 c = flr_closest3_point_triangle(vec3(3, 3, 1), &corner);
    t.expect(double(c.point_b.x) == 2 && double(c.point_b.y) == 2 && double(c.point_b.z) == 0,
             "A10: (%g, %g, %g)", double(c.point_b.x), double(c.point_b.y), double(c.point_b.z));
    flr_triangle3 obtuse = {vec3(5, -4, 0), vec3(-6, 5, 0), vec3(-4, -2, 0)};
    flr_segment3 s = {vec3(-5, 3, 2), vec3(-5, -9, 1)};
    c = flr_closest3_segment_triangle(&s, &obtuse);
    double squared = double(c.distance) * double(c.distance);
    t.expect(std::fabs(squared - 3.2194) < 1e-4, "A31: squared distance %.6g", squared);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(planes), FEELER_TEST(segments), FEELER_TEST(boxes), FEELER_TEST(tetrahedra),
             FEELER_TEST(spheres), FEELER_TEST(ends_of_the_range), FEELER_TEST(triangles))

}  // namespace TEST_FILE
