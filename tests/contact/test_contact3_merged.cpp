/// Contacts of hulls with merged faces. A vertex inside of a merged face has no half-edge, though it may be the
/// deepest of all: the face that took it in is what touches.
#include <cmath>
#include <vector>

#include "feeler/contact3.h"
#include "support/cmocka.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

const flr_mat3 upright = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

flr_vec3 vec(double x, double y, double z) { return {flr_real(x), flr_real(y), flr_real(z)}; }

flr_hull3 *merged(const std::vector<flr_vec3> &points, double tolerance)
{
    flr_hull3_options options = {};
    options.merge_tolerance = flr_real(tolerance);
    flr_hull3 *h = nullptr;
    return flr_hull3_create(points.data(), points.size(), &options, nullptr, &h) == FLR_OK ? h : nullptr;
}

int without_edge(const flr_hull3 *h)
{
    int count = 0;
    for (uint32_t v = 0; v < flr_hull3_get_info(h).vertex_count; ++v)
        count += flr_hull3_vertex_edge(h, v) == FLR_HULL_NONE;
    return count;
}

/// A cube whose top is a flat pyramid, against a large plate on it: the depth is the apex's.
void apex(tally &t)
{
    std::vector<flr_vec3> points;
    for (int i = 0; i < 8; ++i) points.push_back(vec(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1));
    points.push_back(vec(0, 0, 1 + 0x1p-10));
    flr_hull3 *h = merged(points, 0.01);
    t.expect(h && without_edge(h) == 1, "the apex is not in a merged face");
    if (!h) return;
    const flr_aabb3 plate = {vec(-5, -5, 1 - 0x1p-6), vec(5, 5, 2)};
    const flr_convex3 b = flr_convex3_aabb(&plate), a = flr_convex3_hull(h, upright, vec(0, 0, 0), 0);
    for (int turn = 0; turn < 2; ++turn) {
        flr_manifold3 m = {};
        flr_status status = turn ? flr_contact3_convex_convex(&b, &a, nullptr, &m)
                                 : flr_contact3_convex_convex(&a, &b, nullptr, &m);
        double deepest = -1;
        for (int i = 0; i < m.count; ++i) deepest = std::fmax(deepest, double(m.points[i].depth));
        const double depth = 0x1p-6 + 0x1p-10;
        t.expect(status == FLR_OK && m.count >= 1, "turn %d: status %d, %d points", turn, int(status),
                 m.count);
        t.expect(double(m.normal.z) * (turn ? -1 : 1) > 1 - 1e-6, "turn %d: normal %g", turn,
                 double(m.normal.z));
        t.expect(std::fabs(deepest - depth) <= real_choose(1e-15, 1e-6), "turn %d: depth %.17g, not %.17g",
                 turn, deepest, depth);
    }
    flr_hull3_destroy(h);
}

/// Lenses of many points, merged, one in another: a point at least, and no deeper than the thickness of both.
void lenses(tally &t)
{
    std::vector<flr_vec3> points;
    const int count = 100;
    for (int i = 0; i < count; ++i) {
        double z = -1 + 2 * (i + 0.5) / count, r = std::sqrt(1 - z * z), angle = i * 2.399963229728653;
        points.push_back(vec(r * std::cos(angle), r * std::sin(angle), 0.05 * z));
    }
    flr_hull3 *h = merged(points, 0.05);
    t.expect(h && without_edge(h) > 0, "no vertex is inside of a merged face");
    if (!h) return;
    random_source random{17};
    for (int n = 0; n < 300; ++n) {
        flr_vec3 d = random.point(-1, 1);
        double length = std::sqrt(double(flr_dot3(d, d)));
        if (!(length > 0.1)) continue;
        flr_vec3 at = vec(double(d.x) / length, double(d.y) / length, 0.01 * double(d.z) / length);
        const flr_convex3 a = flr_convex3_hull(h, upright, vec(0, 0, 0), 0),
                          b = flr_convex3_hull(h, upright, at, 0);
        flr_manifold3 m = {};
        flr_status status = flr_contact3_convex_convex(&a, &b, nullptr, &m);
        t.expect(status == FLR_OK && m.count >= 1, "case %d: status %d, %d points", n, int(status), m.count);
        for (int i = 0; i < m.count; ++i)
            t.expect(double(m.points[i].depth) <= 0.2, "case %d: depth %g", n, double(m.points[i].depth));
    }
    flr_hull3_destroy(h);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(apex), FEELER_TEST(lenses))

}  // namespace TEST_FILE
