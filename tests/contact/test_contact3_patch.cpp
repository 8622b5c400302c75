/// Patches that are known: how many points, where and with what depth; round shapes; the printed mistakes M01 to M09.
#include <algorithm>
#include <cmath>

#include "contact/contact3_patch.hpp"

namespace TEST_FILE
{

using namespace contact3;

namespace
{

/// M01, M02, M05, M06, M08, M09: printed mistakes with their inputs.
void printed_mistakes(tally &t)
{
    flr_manifold3 m = contact(cube({0, 0, 0}, 1), cube({-5, 0, 0}, 1));
    t.expect(m.count == 0, "M01: 3 apart, %d points", m.count);
    flr_contact3_options wide = {3, 0, nullptr};
    m = contact(cube({0, 0, 0}, 1), cube({-5, 0, 0}, 1), wide);
    t.expect(m.count == 4 && m.normal.x == -1 && deepest(m) == -3, "M01: depth %g", deepest(m));
    m = contact(cube({0, 0, 0}, 1), cube({1.5, 1.5, 0}, 1));
    t.expect(m.count == 4 && deepest(m) == 0.5, "M02: depth %g of %d", deepest(m), m.count);
    m = contact(cube({0, 0, 0}, 1, rotation({0, 0, 1}, 0.78539816339744831)),
                cube({3, 0, 0}, 1, rotation({0, 1, 0}, 0.78539816339744831)));
    t.expect(m.count == 0, "M06: an edge axis parts by 0.17, %d points", m.count);
    wide.margin = flr_real(0.2);
    m = contact(cube({0, 0, 0}, 1, rotation({0, 0, 1}, 0.78539816339744831)),
                cube({3, 0, 0}, 1, rotation({0, 1, 0}, 0.78539816339744831)), wide);
    t.expect(m.count == 1 && close(deepest(m), 2 * std::sqrt(2) - 3) && close(m.normal.x, 1),
             "M06: %d points, depth %.17g", m.count, deepest(m));
    m = contact(cube({0, 0, 0}, 1), cube({flr_real(1.8), 0, 1}, 1));
    t.expect(m.normal.x == 1 && close(deepest(m), 0.2), "M08: least penetration %g", deepest(m));
    for (int i = 0; i < m.count; i++)
        t.expect(close(m.points[i].position.x, 0.9), "M09: on the far face, x = %g", m.points[i].position.x);
    flr_box3 slim = {{0, 0, 0}, identity(), {2, 1, 1}}, on = {{flr_real(2.9), 0, 0}, identity(), {1, 5, 5}};
    flr_convex3 x = flr_convex3_box(&slim), y = flr_convex3_box(&on);
    m = contact(x, y);
    t.expect(m.count == 4 && close(area(m), 4), "M03: the whole face, %g", area(m));
}

/// Two faces: the corners of the rectangle they share, in any place and direction.
void faces(tally &t)
{
    random_source r{521};
    const flr_real away = flr_real(real_choose(1e6, 1e3));
    for (int n = 0; n < 400; n++) {
        double scale = n % 3 == 0   ? 1
                       : n % 3 == 1 ? 1e-3
                                    : 1e3,
               dx = r.between(-1.5, 1.5), dy = r.between(-1.5, 1.5);
        double depth = n % 4 == 0 ? 0 : 0.0625;
        flr_mat3 turn = n % 2 ? identity() : random_turn(r);
        flr_vec3 at =
            n % 8 < 4 ? flr_vec3{0, 0, 0} : flr_vec3{flr_real(away * scale), flr_real(away * scale), 0};
        if (depth == 0 && n % 2 == 0) depth = 1e-3;
        flr_vec3 to = flr_add3(at, flr_mat3_mul(turn, {flr_real(scale * dx), flr_real(scale * dy),
                                                       flr_real(scale * (2 - depth))}));
        flr_manifold3 m = contact(cube(at, scale, turn), cube(to, scale, turn));
        double e = n % 8 < 4 ? real_choose(1e-12, 4e-6) : real_choose(1e-8, 2e-4);
        double whole = (2 - std::fabs(dx)) * (2 - std::fabs(dy));
        if (!t.expect(m.count == 4, "faces: %d points", m.count)) continue;
        t.expect(close(area(m) / scale / scale, whole, 8 * e), "faces: area %.17g of %.17g",
                 area(m) / scale / scale, whole);
        for (int i = 0; i < 4; i++)
            t.expect(close(m.points[i].depth / scale, depth, e), "faces: depth %.17g",
                     m.points[i].depth / scale);
    }
}

/// Turned about the normal the patch has up to eight corners: four that span nearly all of it.
void turned_faces(tally &t)
{
    random_source r{522};
    for (int n = 0; n < 300; n++) {
        double angle = r.between(0.05, 1.5), c = std::cos(angle), s = std::sin(angle);
        flr_manifold3 m = contact(cube({0, 0, 0}, 1), cube({0, 0, 1.9375}, 1, rotation({0, 0, 1}, angle)));
        // the octagon where the sides of the two squares cross, and the widest four of its corners; the ones taken are not always those
        std::vector<vec> corners;
        for (int k = 0; k < 4; k++)
            for (double y : {(s - 1) / c, (1 - c) / s}) {
                const double cosine[4] = {1, 0, -1, 0}, sine[4] = {0, 1, 0, -1};
                corners.push_back({cosine[k] - sine[k] * y, sine[k] + cosine[k] * y, 0});
            }
        double widest = 0;
        for (size_t i = 0; i < 8; i++)
            for (size_t k = i + 1; k < 8; k++)
                for (size_t l = k + 1; l < 8; l++)
                    for (size_t j = l + 1; j < 8; j++)
                        widest = std::max(
                            widest, double(cross(corners[l] - corners[i], corners[j] - corners[k]).z / 2));
        t.expect(m.count == 4 && area(m) > 0.7 * widest && area(m) < widest + real_choose(1e-9, 5e-5),
                 "turned by %g: %d points, area %g of %g", angle, m.count, area(m), widest);
    }
}

/// A corner of the patch that lies on a line that clips it, while others are beyond, stays: a square on its corner, with
/// its diagonal on the rim of the ground.
void corner_on_rim(tally &t)
{
    const flr_real c = flr_real(std::sqrt(0.5));
    // the corners are where x or y is c - c
    const flr_mat3 eighth = {{c, c, 0}, {-c, c, 0}, {0, 0, 1}};
    const flr_convex3 diamond = cube({0, 0, 0.875}, 1, eighth);
    for (int turned = 0; turned < 4; turned++) {
        // the ground is on one side of a diagonal
        const double x = turned == 0 ? -4 : turned == 1 ? 4 : 0, y = turned == 2 ? -4 : turned == 3 ? 4 : 0;
        for (int swapped = 0; swapped < 2; swapped++) {
            flr_convex3 ground = cube({flr_real(x), flr_real(y), -4}, 4);
            flr_manifold3 m = swapped ? contact(diamond, ground) : contact(ground, diamond);
            t.expect(m.count == 3 && close(area(m), 2, real_choose(1e-12, 1e-4)) && close(deepest(m), 0.125),
                     "half a square: %d points, area %g, depth %g", m.count, area(m), deepest(m));
        }
    }
}

/// A corner, an edge and two crossing edges on a face or edge.
void few_points(tally &t)
{
    const double right = 1.5707963267948966;
    flr_vec3 diagonal = {1, -1, 0};
    flr_box3 floor = {{0, 0, -1}, identity(), {5, 5, 1}};
    flr_convex3 ground = flr_convex3_box(&floor);
    double down = std::sqrt(3.0);
    flr_manifold3 m =
        contact(ground, cube({0.25, 0.5, flr_real(down - 0.1)}, 1, rotation(diagonal, std::acos(1 / down))));
    t.expect(m.count == 1 && close(deepest(m), 0.1) && close(m.points[0].position.x, 0.25) &&
                 close(m.points[0].position.z, -0.05),
             "corner on face: %d points, depth %g", m.count, deepest(m));
    m = contact(ground, cube({0, 0, flr_real(std::sqrt(2.0) - 0.1)}, 1, rotation({1, 0, 0}, right / 2)));
    t.expect(m.count == 2 && close(deepest(m), 0.1) &&
                 close(std::fabs(m.points[0].position.x - m.points[1].position.x), 2),
             "edge on face: %d points", m.count);
    m = contact(
        cube({0, 0, 0}, 1, rotation({1, 0, 0}, right / 2)),
        cube({0.25, 0.5 - 0.5, flr_real(2 * std::sqrt(2.0) - 0.1)}, 1, rotation({0, 1, 0}, right / 2)));
    t.expect(m.count == 1 && close(deepest(m), 0.1) && close(m.normal.z, 1) &&
                 close(m.points[0].position.x, 0.25),
             "edge on edge: %d points, x %g", m.count, m.points[0].position.x);
    // inside: the shortest way out, and all of the inner one's face
    m = contact(cube({0, 0, 0}, 4), cube({2, 0.5, 0}, 1));
    t.expect(m.count == 4 && m.normal.x == 1 && close(deepest(m), 3), "nested: %d points, depth %g", m.count,
             deepest(m));
}

/// Spheres, capsules, cylinders, cones on a floor, with what is known of them.
void round_shapes(tally &t)
{
    flr_box3 floor = {{0, 0, -1}, identity(), {5, 5, 1}};
    flr_convex3 ground = flr_convex3_box(&floor);
    flr_manifold3 m;
    flr_sphere ball = {{1, 2, flr_real(0.9)}, 1}, other = {{1, 3, flr_real(0.9)}, 0.5};
    flr_contact3_sphere_box(&ball, &floor, nullptr, &m);
    t.expect(m.count == 1 && m.normal.z == -1 && close(m.points[0].depth, 0.1) &&
                 close(m.points[0].position.z, -0.05),
             "sphere on box: depth %g", m.points[0].depth);
    flr_contact3_sphere_sphere(&ball, &other, nullptr, &m);
    t.expect(m.count == 1 && m.normal.y == 1 && close(m.points[0].depth, 0.5) &&
                 close(m.points[0].position.y, 2.75),
             "spheres");
    flr_capsule3 lying = {{-2, 0, flr_real(0.45)}, {2, 0, flr_real(0.45)}, 0.5},
                 crossing = {{0, -2, flr_real(1.4)}, {0, 2, flr_real(1.4)}, 0.5};
    flr_contact3_capsule_box(&lying, &floor, nullptr, &m);
    t.expect(m.count == 2 && close(m.normal.z, -1) && close(m.points[0].depth, 0.05) &&
                 close(m.points[1].depth, 0.05) &&
                 close(std::fabs(m.points[0].position.x - m.points[1].position.x), 4),
             "lying capsule: %d points", m.count);
    lying.a.x = -9;
    flr_contact3_capsule_box(&lying, &floor, nullptr, &m);
    t.expect(m.count == 2 && close(std::fabs(m.points[0].position.x - m.points[1].position.x), 7,
                                   real_choose(1e-12, 3e-5)),
             "capsule over the rim: %d points", m.count);
    flr_contact3_capsule_capsule(&lying, &crossing, nullptr, &m);
    t.expect(m.count == 1 && close(m.points[0].depth, 0.05), "crossing capsules: %d points", m.count);
    flr_capsule3 beside = {{-1, flr_real(0.9), flr_real(0.45)}, {5, flr_real(0.9), flr_real(0.45)}, 0.5};
    flr_contact3_capsule_capsule(&lying, &beside, nullptr, &m);
    t.expect(
        m.count == 2 && close(m.normal.y, 1) && close(m.points[0].depth, 0.1) &&
            close(std::fabs(m.points[0].position.x - m.points[1].position.x), 3, real_choose(1e-10, 5e-5)),
        "capsules side by side: %d points, normal %.17g %.17g, depth %.17g, x %.17g %.17g", m.count,
        m.normal.x, m.normal.y, m.points[0].depth, m.points[0].position.x, m.points[1].position.x);
    // both ends of the short one bound the patch
    flr_capsule3 inner = {{-1, flr_real(0.9), flr_real(0.45)}, {1, flr_real(0.9), flr_real(0.45)}, 0.5};
    for (int order = 0; order < 2; ++order) {
        flr_contact3_capsule_capsule(order ? &inner : &lying, order ? &lying : &inner, nullptr, &m);
        t.expect(m.count == 2 && close(std::fabs(m.points[0].position.x - m.points[1].position.x), 2,
                                       real_choose(1e-10, 5e-5)),
                 "a short capsule beside a long one: %d points, x %.17g %.17g", m.count,
                 m.points[0].position.x, m.points[1].position.x);
    }
    flr_sphere touching = {{0, 0, flr_real(1.5)}, 0.5};
    flr_capsule3 level = {{-2, 0, flr_real(0.5)}, {2, 0, flr_real(0.5)}, 0.5};
    flr_contact3_sphere_capsule(&touching, &level, nullptr, &m);
    t.expect(m.count == 1 && close(m.points[0].depth, 0) && m.normal.z == -1,
             "sphere touches capsule: %d, %g", m.count, m.points[0].depth);
    flr_cylinder can = {{1, 1, flr_real(-0.05)}, {1, 1, 2}, 1},
                 roller = {{-1, 0, flr_real(0.95)}, {1, 0, flr_real(0.95)}, 1};
    m = contact(ground, flr_convex3_cylinder(&can));
    t.expect(m.count == 4 && close(m.normal.z, 1) && close(deepest(m), 0.05, 1e-9) && area(m) > 1.9,
             "standing cylinder: %d points, depth %.17g, area %g", m.count, deepest(m), area(m));
    m = contact(ground, flr_convex3_cylinder(&roller));
    t.expect(m.count == 2 && close(m.normal.z, 1) && close(deepest(m), 0.05, 1e-9) &&
                 close(std::fabs(m.points[0].position.x - m.points[1].position.x), 2, 1e-9),
             "lying cylinder: %d points, depth %.17g", m.count, deepest(m));
    flr_cone tent = {{0, 0, 2}, {0, 0, flr_real(-0.05)}, 1};
    m = contact(ground, flr_convex3_cone(&tent));
    t.expect(m.count == 4 && close(deepest(m), 0.05, 1e-9) && area(m) > 1.9, "cone: %d points, depth %.17g",
             m.count, deepest(m));
    flr_cone on_side = {{0, 0, 0}, {2, 0, 1}, flr_real(std::sqrt(5.0) / 2)};
    m = contact(ground, flr_convex3_cone(&on_side));
    t.expect(m.count == 2 && close(deepest(m), 0, 1e-9), "cone on its side: %d points, depth %.17g", m.count,
             deepest(m));
    // a rounded box on the floor: its core's face
    flr_convex3 soft = cube({0, 0, flr_real(1.4)}, 1);
    soft.radius = 0.5;
    m = contact(ground, soft);
    t.expect(m.count == 4 && close(deepest(m), 0.1) && close(area(m), 4), "rounded box: %d points", m.count);
}

/// Not a number, infinity, nothing.
void nonsense(tally &t)
{
    flr_manifold3 m;
    flr_convex3 a = cube({0, 0, 0}, 1), b = cube({NAN, 0, 0}, 1), c = cube({INFINITY, 0, 0}, 1);
    t.expect(flr_contact3_convex_convex(&a, nullptr, nullptr, &m) == FLR_INVALID_ARGUMENT,
             "null is an argument");
    t.expect(flr_contact3_convex_convex(&a, &b, nullptr, &m) == FLR_NOT_FINITE, "NaN is a place");
    t.expect(flr_contact3_convex_convex(&a, &c, nullptr, &m) == FLR_NOT_FINITE, "infinity is a place");
    flr_sphere s = {{NAN, 0, 0}, 1}, u = {{0, 0, 0}, 1};
    t.expect(flr_contact3_sphere_sphere(&s, &u, nullptr, &m) == FLR_NOT_FINITE, "NaN is a sphere");
    // one point and the same
    flr_convex3 p = flr_convex3_point({1, 2, 3});
    m = contact(p, p);
    t.expect(m.count == 1 && m.points[0].depth == 0 && m.points[0].position.y == 2, "a point on itself: %d",
             m.count);
    flr_convex3 q = cube({1, 2, 3}, 0);
    m = contact(q, q);
    t.expect(m.count == 1 && m.points[0].depth == 0, "a box without extent on itself: %d", m.count);
}

/// How far a point is from the surface of a capsule.
double off_surface(flr_vec3 point, flr_vec3 normal, double along, const flr_capsule3 &c)
{
    using wide = long double;
    const wide p[3] = {wide(point.x) + wide(along) * normal.x - c.a.x,
                       wide(point.y) + wide(along) * normal.y - c.a.y,
                       wide(point.z) + wide(along) * normal.z - c.a.z},
               d[3] = {wide(c.b.x) - c.a.x, wide(c.b.y) - c.a.y, wide(c.b.z) - c.a.z};
    const wide square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    wide t = square > 0 ? (p[0] * d[0] + p[1] * d[1] + p[2] * d[2]) / square : 0, sum = 0;
    t = std::min(std::max(t, wide(0)), wide(1));
    for (int i = 0; i < 3; ++i) sum += (p[i] - t * d[i]) * (p[i] - t * d[i]);
    return double(std::fabs(std::sqrt(sum) - c.radius));
}

/// Capsules in line or nearly so, end before end: where the surfaces are told, half the depth before and behind the points. The axes stand
/// upright on the patch, and no place may be carried up them.
void capsules_in_line(tally &t)
{
    random_source r{83};
    double off = 0;
    for (int n = 0; n < 4000; ++n) {
        flr_vec3 along = r.point(-1, 1), aside = r.point(-1, 1);
        along = flr_scale3(1 / flr_length3(along), along);
        const double lean = std::pow(10, r.between(real_choose(-16, -8), -3)), radius = r.between(0.05, 0.5),
                     other = r.between(0.05, 0.5), length = r.between(0.1, 2);
        const double gap = r.between(0.1, 0.9) * (radius + other);
        const flr_vec3 start = flr_mul_add3(flr_scale3(flr_real(lean), aside), flr_real(-gap), along),
                       way =
                           flr_mul_add3(flr_scale3(flr_real(lean), r.point(-1, 1)), flr_real(-length), along);
        const flr_capsule3 a = {{0, 0, 0}, flr_scale3(flr_real(r.between(0.1, 2)), along), flr_real(radius)},
                           b = {start, flr_add3(start, way), flr_real(other)};
        flr_manifold3 m = {};
        t.expect(flr_contact3_capsule_capsule(&a, &b, nullptr, &m) == FLR_OK && m.count == 1, "%d: %d points",
                 n, m.count);
        const double half = double(m.points[0].depth) / 2;
        off = std::max({off, off_surface(m.points[0].position, m.normal, half, a),
                        off_surface(m.points[0].position, m.normal, -half, b)});
    }
    expect_pinned(t, "points of capsules in line off the surfaces, roundings", off / real_rounding, 4);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(printed_mistakes), FEELER_TEST(faces), FEELER_TEST(turned_faces),
             FEELER_TEST(few_points), FEELER_TEST(corner_on_rim), FEELER_TEST(round_shapes),
             FEELER_TEST(nonsense), FEELER_TEST(capsules_in_line))

}  // namespace TEST_FILE
