/// Convex shapes as they are made: what a kind uses is set, and nothing else points anywhere.
#include <vector>

#include "feeler/convex3.h"
#include "support/accuracy.hpp"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/poses.hpp"
#include "support/random.hpp"

namespace TEST_FILE
{
namespace
{

const flr_mat3 upright = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

flr_vec3 farthest(const void *user, flr_vec3) { return *static_cast<const flr_vec3 *>(user); }

/// Leaves the stack that the makers work on full of ones.
void soil()
{
    volatile unsigned char dirt[4096];
    for (volatile unsigned char &d : dirt) d = 0xff;
}

struct made {
    const char *name;
    flr_convex3 shape;
    uint32_t count;
};

template <class Make> flr_convex3 after_soil(Make make)
{
    soil();
    return make();
}

void pointers_and_counts(tally &t)
{
    const flr_vec3 p[4] = {{1, 2, 3}, {4, 6, 3}, {1, 7, 5}, {0, 0, 9}};
    const flr_segment3 s = {p[0], p[1]};
    const flr_triangle3 triangle = {p[0], p[1], p[2]};
    const flr_tetrahedron tetrahedron = {p[0], p[1], p[2], p[3]};
    const flr_rectangle3 rectangle = {p[0], {1, 0, 0}, {0, 1, 0}, 2, 3};
    const flr_sphere sphere = {p[0], 2};
    const flr_capsule3 capsule = {p[0], p[1], 2};
    const flr_aabb3 aabb = {{0, 0, 0}, {1, 2, 3}};
    const flr_box3 box = {p[0], upright, {1, 2, 3}};
    const flr_cylinder cylinder = {p[0], p[1], 2};
    const flr_cone cone = {p[0], p[1], 2};
    const flr_ellipsoid ellipsoid = {p[0], upright, {1, 2, 3}}, ball = {p[0], upright, {2, 2, 2}};
    flr_hull3 *hull = nullptr;
    t.expect(flr_hull3_create(p, 4, nullptr, nullptr, &hull) == FLR_OK, "a hull of four points");
    const made all[] = {
        {"point", after_soil([&] { return flr_convex3_point(p[0]); }), 1},
        {"segment", after_soil([&] { return flr_convex3_segment(&s); }), 2},
        {"triangle", after_soil([&] { return flr_convex3_triangle(&triangle); }), 3},
        {"tetrahedron", after_soil([&] { return flr_convex3_tetrahedron(&tetrahedron); }), 4},
        {"rectangle", after_soil([&] { return flr_convex3_rectangle(&rectangle); }), 4},
        {"sphere", after_soil([&] { return flr_convex3_sphere(&sphere); }), 1},
        {"capsule", after_soil([&] { return flr_convex3_capsule(&capsule); }), 2},
        {"aabb", after_soil([&] { return flr_convex3_aabb(&aabb); }), 0},
        {"box", after_soil([&] { return flr_convex3_box(&box); }), 0},
        {"cylinder", after_soil([&] { return flr_convex3_cylinder(&cylinder); }), 0},
        {"cone", after_soil([&] { return flr_convex3_cone(&cone); }), 0},
        {"ellipsoid", after_soil([&] { return flr_convex3_ellipsoid(&ellipsoid); }), 0},
        {"ball", after_soil([&] { return flr_convex3_ellipsoid(&ball); }), 1},
        {"points", after_soil([&] { return flr_convex3_points(p, 4, upright, p[0], 1); }), 4},
        {"hull", after_soil([&] { return flr_convex3_hull(hull, upright, p[0], 1); }), 0},
        {"user", after_soil([&] { return flr_convex3_user(farthest, p, p[0], 1); }), 0},
    };
    for (const made &m : all) {
        const flr_convex3 &c = m.shape;
        bool by_points = c.kind == FLR_CONVEX3_POINTS, by_user = c.kind == FLR_CONVEX3_USER;
        t.expect(c.count == m.count, "%s: count %u, not %u", m.name, c.count, m.count);
        t.expect(c.points == (by_points ? p : nullptr), "%s: points", m.name);
        t.expect(c.support == (by_user ? farthest : nullptr), "%s: support", m.name);
        t.expect(c.user == (by_user ? static_cast<const void *>(p) : nullptr), "%s: user", m.name);
        t.expect(c.hull == (c.kind == FLR_CONVEX3_HULL ? hull : nullptr), "%s: hull", m.name);
    }
    flr_hull3_destroy(hull);
}

/// What is not kept as given: the corners of a rectangle; of cylinder and cone the axis, the middle and the height.
void computed(tally &t)
{
    using wide = long double;
    random_source r{41};
    double corner = 0, axis = 0, middle = 0;
    for (int i = 0; i < 3000; ++i) {
        const double far = i % 3 == 0 ? real_choose(1e6, 1e2) : 1;
        const flr_mat3 turn = random_rotation(r).linear;
        const flr_vec3 center = r.point(-far, far), other = r.point(-far, far);
        const double width = r.between(0, 3), height = r.between(0, 3);
        const flr_rectangle3 q = {center, turn.x, turn.y, flr_real(width), flr_real(height)};
        const flr_convex3 sheet = flr_convex3_rectangle(&q);
        const int ways[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
        for (int k = 0; k < 4; ++k)
            for (int c = 0; c < 3; ++c) {
                const wide x = wide(q.half_x) * (&turn.x.x)[c], y = wide(q.half_y) * (&turn.y.x)[c],
                           right = (&center.x)[c] + ways[k][0] * x + ways[k][1] * y,
                           parts = std::fabs(wide((&center.x)[c])) + std::fabs(x) + std::fabs(y);
                corner = std::fmax(corner, double(std::fabs((&sheet.corners[k].x)[c] - right) / parts));
            }
        const flr_cylinder tube = {center, other, 1};
        const flr_convex3 round = flr_convex3_cylinder(&tube);
        wide way[3], square = 0;
        for (int c = 0; c < 3; ++c) {
            way[c] = wide((&other.x)[c]) - (&center.x)[c];
            square += way[c] * way[c];
        }
        const wide length = std::sqrt(square);
        for (int c = 0; c < 3; ++c) {
            axis = std::fmax(axis, double(std::fabs((&round.axes.z.x)[c] - way[c] / length)));
            const wide half = (wide((&other.x)[c]) + (&center.x)[c]) / 2;
            middle = std::fmax(middle, double(std::fabs((&round.center.x)[c] - half) / far));
        }
        axis = std::fmax(axis, double(std::fabs(2 * round.half_extents.z / length - 1)));
    }
    expect_pinned(
        t, "corners of rectangles, roundings", corner / real_rounding, real_choose(3, 3),
        {"Makers and measures",
         "convex shapes: middle of an aabb; corners of a rectangle; axis and height of cylinder and cone", 1,
         1});
    expect_pinned(
        t, "axes and heights of cylinders, roundings", axis / real_rounding, real_choose(3, 3),
        {"Makers and measures",
         "convex shapes: middle of an aabb; corners of a rectangle; axis and height of cylinder and cone", 1,
         2});
    expect_pinned(
        t, "middles of cylinders, roundings of the coordinates", middle / real_rounding, real_choose(0.7, 1),
        {"Makers and measures",
         "convex shapes: middle of an aabb; corners of a rectangle; axis and height of cylinder and cone"});
}

}  // namespace

FEELER_TESTS(FEELER_TEST(pointers_and_counts), FEELER_TEST(computed))

}  // namespace TEST_FILE
