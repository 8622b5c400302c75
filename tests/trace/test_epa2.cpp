/// The expanding polygon that is shown, of shapes with whole corners: each step against what it has to be, the next one, and the depth in whole numbers.
#include <cmath>
#include <cstdio>
#include <vector>

#include "feeler/trace.h"
#include "support/cmocka.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

struct spot {
    long x, y;
};

struct step {
    std::vector<flr_minkowski2_point> vertices;
    flr_epa2_step is;
};

void keep(void *user, const flr_epa2_step *s)
{
    step k;
    k.vertices.assign(s->vertices, s->vertices + s->vertex_count);
    k.is = *s;
    static_cast<std::vector<step> *>(user)->push_back(k);
}

spot whole(flr_vec2 p) { return {std::lround(double(p.x)), std::lround(double(p.y))}; }
long cross(spot a, spot b, spot c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }
bool same(spot a, spot b) { return a.x == b.x && a.y == b.y; }

/// From the definition: of all lines through two differences that leave none outside, the nearest to the origin; below 0 the origin is outside.
double depth(const std::vector<spot> &p)
{
    double least = INFINITY;
    for (const spot &s : p)
        for (const spot &t : p) {
            if (same(s, t)) continue;
            bool outer = true;
            for (const spot &q : p) outer = outer && cross(s, t, q) >= 0;
            if (outer)
                least = std::fmin(least, double(cross(s, t, {0, 0})) /
                                             std::hypot(double(t.x - s.x), double(t.y - s.y)));
        }
    return least;
}

std::vector<flr_vec2> random_points(random_source &r, int reach)
{
    std::vector<flr_vec2> all;
    const int count = r.whole(3, 8), x = r.whole(-reach, reach), y = r.whole(-reach, reach);
    for (int i = 0; i < count; ++i) {
        const int u = r.whole(-5, 5), v = r.whole(-5, 5);
        all.push_back(flr_vec2_make(flr_real(x + u), flr_real(y + v)));
    }
    return all;
}

flr_convex2 shape_of(const std::vector<flr_vec2> &p)
{
    return flr_convex2_points(p.data(), uint32_t(p.size()), flr_vec2_make(1, 0), flr_vec2_make(0, 0), 0);
}

void judge_step(tally &t, const step &s, const step *next, const std::vector<spot> &all, double exact)
{
    const double near = real_choose(1e-13, 1e-5);
    const size_t count = s.vertices.size();
    double least = INFINITY, reach = -INFINITY;
    for (size_t i = 0; i < count; ++i) {
        const spot p = whole(s.vertices[i].difference), q = whole(s.vertices[(i + 1) % count].difference);
        const spot a = whole(s.vertices[i].a), b = whole(s.vertices[i].b);
        t.expect(a.x - b.x == p.x && a.y - b.y == p.y, "a vertex is no difference");
        for (const flr_minkowski2_point &v : s.vertices)
            t.expect(cross(p, q, whole(v.difference)) >= 0, "the polygon is not convex");
        const double height = double(cross(p, q, {0, 0})) / std::hypot(double(q.x - p.x), double(q.y - p.y));
        least = std::fmin(least, height);
        if (i == s.is.nearest)
            t.expect(std::fabs(height - double(s.is.distance)) <= near, "the nearest edge is at %g", height);
    }
    t.expect(std::fabs(least - double(s.is.distance)) <= near && s.is.lower == s.is.distance,
             "not the nearest edge");
    for (const spot &p : all)
        reach = std::fmax(reach, double(s.is.normal.x) * double(p.x) + double(s.is.normal.y) * double(p.y));
    t.expect(std::fabs(reach - double(s.is.reach)) <= near, "the support point is at %g, exactly %g",
             double(s.is.reach), reach);
    t.expect(double(s.is.lower) <= exact + near && double(s.is.upper) >= exact - near,
             "%g is not between %g and %g", exact, double(s.is.lower), double(s.is.upper));
    if (s.is.end != FLR_EPA_GOES_ON) return;
    if (!t.expect(next && next->vertices.size() == count + 1, "it goes on, but not by one vertex")) return;
    t.expect(same(whole(next->vertices[s.is.nearest + 1].difference), whole(s.is.support.difference)),
             "the new point does not split the nearest edge");
}

void lattice(tally &t)
{
    random_source r{71};
    int asked = 0, deep = 0, flat = 0;
    size_t count = 0;
    for (int i = 0; i < scenes(3000); ++i) {
        const std::vector<flr_vec2> p = random_points(r, 3), q = random_points(r, 8);
        const flr_convex2 a = shape_of(p), b = shape_of(q);
        std::vector<spot> all;
        for (flr_vec2 x : p)
            for (flr_vec2 y : q) all.push_back({whole(x).x - whole(y).x, whole(x).y - whole(y).y});
        const double exact = depth(all), near = real_choose(1e-13, 1e-5);
        std::vector<step> steps;
        flr_gjk2 g;
        if (!t.expect(flr_trace2_epa(&a, &b, keep, &steps, &g) == FLR_OK, "no answer")) return;
        const flr_gjk2 ordinary = flr_signed_distance2_convex_convex(&a, &b, nullptr);
        t.expect(std::fabs(double(g.signed_distance - ordinary.signed_distance)) <= near,
                 "not the ordinary answer");
        ++asked;
        if (exact >= 0 && std::isfinite(exact))
            t.expect(std::fabs(double(g.signed_distance) + exact) <= near, "%.17g for %.17g",
                     -double(g.signed_distance), exact);
        t.expect(steps.empty() == (g.signed_distance > 0), "%zu steps", steps.size());
        if (steps.empty()) continue;
        ++deep;
        count += steps.size();
        t.expect(steps.back().is.end != FLR_EPA_GOES_ON, "no end");
        for (size_t k = 0; k < steps.size(); ++k) {
            if (steps[k].is.end == FLR_EPA_FLAT) {
                ++flat;
                continue;
            }
            judge_step(t, steps[k], k + 1 < steps.size() ? &steps[k + 1] : nullptr, all, exact);
        }
    }
    std::printf("  %d pairs, %d deep, %zu steps, %d without area\n", asked, deep, count, flat);
    t.expect(deep * 10 > asked * 3 && deep * 10 < asked * 7, "%d of %d deep", deep, asked);
}

/// Polygons, which the ordinary call answers by their axes; a huge scene, which is scaled; radii, which are left out.
void others(tally &t)
{
    const flr_real huge = real_is_float ? flr_real(0x1p50) : flr_real(0x1p300);
    const flr_aabb2 small = {{-1, -1}, {1, 1}}, wide = {{-huge, -huge}, {huge, huge}};
    flr_convex2 a = flr_convex2_aabb(&small);
    const flr_convex2 b = flr_convex2_aabb(&wide);
    std::vector<step> steps;
    flr_gjk2 g;
    a.radius = flr_real(0.5);
    t.expect(flr_trace2_epa(&a, &a, keep, &steps, &g) == FLR_OK && g.signed_distance == -3, "%g",
             double(g.signed_distance));
    t.expect(!steps.empty() && std::fabs(double(steps.back().is.upper) - 2) < 1e-6 &&
                 steps.back().is.end == FLR_EPA_MET,
             "%zu steps", steps.size());
    steps.clear();
    t.expect(flr_trace2_epa(&b, &b, keep, &steps, &g) == FLR_OK &&
                 std::fabs(double(g.signed_distance / huge) + 2) < 1e-6,
             "%g", double(g.signed_distance));
    t.expect(!steps.empty() && std::fabs(double(steps.back().is.upper / huge) - 2) < 1e-6 &&
                 std::fabs(double(steps[0].vertices[0].a.x / huge)) == 1,
             "%zu steps of a huge scene", steps.size());
    t.expect(flr_trace2_epa(&a, nullptr, nullptr, nullptr, &g) == FLR_INVALID_ARGUMENT, "null");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(lattice), FEELER_TEST(others))

}  // namespace TEST_FILE
