// needs: gmp
// The Minkowski difference of two convex shapes as an object: support points and hulls against all differences of corners, exactly,
// and the distance of the origin from it against that of the pair.
#include "support/big.hpp"

#include <cmath>
#include <vector>

#include "feeler/convex2.h"
#include "feeler/convex3.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"

namespace TEST_FILE
{
namespace
{

using number = big_rational;
number exact(flr_real x) { return number(double(x)); }
number dot(flr_vec3 a, flr_vec3 b)
{
    return exact(a.x) * exact(b.x) + exact(a.y) * exact(b.y) + exact(a.z) * exact(b.z);
}
flr_vec3 lifted(flr_vec3 v) { return v; }
flr_vec3 lifted(flr_vec2 v) { return {v.x, v.y, 0}; }
bool equal(flr_vec3 a, flr_vec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

const flr_mat3 upright = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

/// No difference of corners lies farther along d than the support point. Whole numbers: nothing rounds.
template <class Point>
void judge_support(tally &t, const Point &s, flr_vec3 d, const std::vector<flr_vec3> &p,
                   const std::vector<flr_vec3> &q)
{
    if (!t.expect(s.vertex_a < p.size() && s.vertex_b < q.size(), "corners %u %u", s.vertex_a, s.vertex_b))
        return;
    t.expect(equal(lifted(s.a), p[s.vertex_a]) && equal(lifted(s.b), q[s.vertex_b]),
             "the points of the pair");
    t.expect(equal(lifted(s.difference), flr_sub3(p[s.vertex_a], q[s.vertex_b])), "their difference");
    for (flr_vec3 u : p)
        for (flr_vec3 v : q)
            t.expect(dot(d, lifted(s.difference)) >= dot(d, flr_sub3(u, v)), "another lies farther");
}

void supports_and_hulls(tally &t)
{
    random_source r{606};
    worst_of space{"distance of the origin, space", 0.3}, plane{"distance of the origin, plane", 0.3};
    long apart = 0, all = 0;
    for (int i = 0; i < scenes(600); i++) {
        const double unit = i % 3 == 0 ? 1 : i % 3 == 1 ? 0x1p-60 : 0x1p60, far = i % 7 == 0 ? 0x1p20 : 0;
        std::vector<flr_vec3> p, q;
        const int m = r.whole(1, 7), n = r.whole(1, 7);
        const auto point = [&](int low, int high) {
            const flr_vec3 v = r.lattice_point(low, high);
            return flr_scale3(flr_real(unit), flr_vec3_make(v.x + flr_real(far), v.y, v.z));
        };
        for (int k = 0; k < m; k++) p.push_back(point(-3, 3));
        for (int k = 0; k < n; k++) q.push_back(point(-2, 4));
        const flr_convex3 a = flr_convex3_points(p.data(), uint32_t(m), upright, {0, 0, 0}, 0),
                          b = flr_convex3_points(q.data(), uint32_t(n), upright, {0, 0, 0}, 0);
        const flr_vec3 d = r.point(-1, 1);
        judge_support(t, flr_minkowski3_support(&a, &b, d), d, p, q);
        flr_hull3 *hull = nullptr;
        if (!t.expect(flr_minkowski3_hull(&a, &b, nullptr, &hull) == FLR_OK, "a hull")) continue;
        const flr_hull3_info info = flr_hull3_get_info(hull);
        for (uint32_t k = 0; k < info.vertex_count; k++) {
            const flr_minkowski3_point v = flr_minkowski3_hull_vertex(&a, &b, hull, k);
            t.expect(equal(v.difference, flr_hull3_vertices(hull)[k]) && equal(v.a, p[v.vertex_a]) &&
                         equal(v.b, q[v.vertex_b]),
                     "the pair behind vertex %u", k);
        }
        // every difference is in it: its corner along any direction is as far as any difference
        const flr_convex3 whole = flr_convex3_hull(hull, upright, {0, 0, 0}, 0),
                          origin = flr_convex3_point({0, 0, 0});
        const flr_vec3 most = flr_support3(&whole, d);
        for (flr_vec3 u : p)
            for (flr_vec3 v : q)
                t.expect(dot(d, most) >= dot(d, flr_sub3(u, v)), "a difference outside of the hull");
        const double size = unit * 16, g = double(flr_closest3_convex_convex(&a, &b, nullptr).distance),
                     h = double(flr_closest3_convex_convex(&whole, &origin, nullptr).distance);
        space.within(std::fabs(g - h) / size / real_epsilon);
        t.expect((g > 0) == (h > 0) || std::fmax(g, h) < 64 * size * real_epsilon, "apart: %g and %g", g, h);
        flr_hull3_destroy(hull);
        ++all;
        apart += g > 0;

        std::vector<flr_vec2> x, y;
        for (flr_vec3 &v : p) x.push_back({v.x, v.y}), v.z = 0;
        for (flr_vec3 &v : q) y.push_back({v.x, v.y}), v.z = 0;
        const flr_convex2 c = flr_convex2_points(x.data(), uint32_t(m), {1, 0}, {0, 0}, 0),
                          e = flr_convex2_points(y.data(), uint32_t(n), {1, 0}, {0, 0}, 0);
        const flr_vec2 d2 = {d.x, d.y};
        judge_support(t, flr_minkowski2_support(&c, &e, d2), {d.x, d.y, 0}, p, q);
        flr_hull2 *flat = nullptr;
        if (!t.expect(flr_minkowski2_hull(&c, &e, nullptr, &flat) == FLR_OK, "a hull in the plane")) continue;
        for (uint32_t k = 0; k < flr_hull2_get_info(flat).vertex_count; k++) {
            const flr_minkowski2_point v = flr_minkowski2_hull_vertex(&c, &e, flat, k);
            t.expect(equal(lifted(v.difference), lifted(flr_hull2_vertices(flat)[k])) &&
                         equal(lifted(v.a), p[v.vertex_a]) && equal(lifted(v.b), q[v.vertex_b]),
                     "the pair behind vertex %u", k);
        }
        const flr_convex2 area = flr_convex2_hull(flat, {1, 0}, {0, 0}, 0),
                          middle = flr_convex2_point({0, 0});
        const double g2 = double(flr_closest2_convex_convex(&c, &e, nullptr).distance),
                     h2 = double(flr_closest2_convex_convex(&area, &middle, nullptr).distance);
        plane.within(std::fabs(g2 - h2) / size / real_epsilon);
        flr_hull2_destroy(flat);
    }
    space.hold(t);
    plane.hold(t);
    t.expect(apart * 10 > all * 3 && apart * 10 < all * 7, "%ld of %ld apart", apart, all);
}

/// Two squares: their difference is a square of twice the size; a box less itself has eight corners.
void known(tally &t)
{
    const flr_box3 box = {{1, 2, 3}, upright, {1, 2, 3}};
    const flr_convex3 b = flr_convex3_box(&box);
    flr_hull3 *hull = nullptr;
    t.expect(flr_minkowski3_hull(&b, &b, nullptr, &hull) == FLR_OK, "a box less itself");
    const flr_hull3_info info = flr_hull3_get_info(hull);
    t.expect(info.vertex_count == 8 && info.volume == 8 * 48 && info.bounds.max.z == 6, "%u corners, %g",
             info.vertex_count, double(info.volume));
    flr_hull3_destroy(hull);
    const flr_minkowski3_point s = flr_minkowski3_support(&b, &b, {1, 1, 1});
    t.expect(s.vertex_a == 0 && s.vertex_b == 7 && s.difference.x == 2, "corners %u %u", s.vertex_a,
             s.vertex_b);
    const flr_aabb2 square = {{0, 0}, {1, 1}}, other = {{3, 0}, {4, 1}};
    const flr_convex2 c = flr_convex2_aabb(&square), d = flr_convex2_aabb(&other);
    flr_hull2 *flat = nullptr;
    t.expect(flr_minkowski2_hull(&c, &d, nullptr, &flat) == FLR_OK, "two squares");
    t.expect(flr_hull2_get_info(flat).area == 4 && flr_hull2_get_info(flat).bounds.max.x == -2, "area %g",
             double(flr_hull2_get_info(flat).area));
    flr_hull2_destroy(flat);
    const flr_cylinder rod = {{0, 0, 0}, {0, 0, 1}, 1};
    const flr_convex3 round = flr_convex3_cylinder(&rod);
    t.expect(flr_minkowski3_hull(&b, &round, nullptr, &hull) == FLR_INVALID_SHAPE,
             "a cylinder has no corners");
    t.expect(flr_minkowski3_hull(nullptr, &b, nullptr, &hull) == FLR_INVALID_ARGUMENT, "null");
    const flr_minkowski3_point curved = flr_minkowski3_support(&b, &round, {0, 0, 1});
    t.expect(curved.vertex_b == FLR_HULL_NONE && curved.difference.z == 6, "a support point of a cylinder");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(supports_and_hulls), FEELER_TEST(known))

}  // namespace TEST_FILE
