/// GJK in the plane of needles: corners whose x are whole and whose y are whole multiples of a small power of two, so that the difference of two
/// cores is exact, and with it which of its features is nearest to the origin.
#include <algorithm>
#include <cmath>
#include <vector>

#include "closest/whole2.hpp"
#include "feeler/convex2.h"
#include "support/cmocka.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

using whole2::whole;  // y in units of the needle's width

/// Of the origin from a side; which part of it is nearest has products that long double holds exactly.
long double from_side(whole a, whole b, long double unit)
{
    const long double ex = (long double)(b.x - a.x), ey = unit * (long double)(b.y - a.y),
                      ax = (long double)(a.x), ay = unit * (long double)(a.y);
    const long double square = ex * ex + ey * ey, along = -(ax * ex + ay * ey);
    if (!(along > 0)) return std::sqrt(ax * ax + ay * ay);
    if (!(along < square)) return std::sqrt((ax + ex) * (ax + ex) + (ay + ey) * (ay + ey));
    return unit * (long double)(std::labs(a.x * b.y - a.y * b.x)) / std::sqrt(square);
}

double true_distance(const std::vector<whole> &a, const std::vector<whole> &b, double unit)
{
    std::vector<whole> d;
    for (whole p : a)
        for (whole q : b) d.push_back({p.x - q.x, p.y - q.y});
    d = hull(d);
    bool inside = d.size() > 2;
    long double best = HUGE_VALL;
    for (size_t i = 0; i < d.size(); ++i) {
        const whole p = d[i], q = d[(i + 1) % d.size()];
        if (cross({0, 0}, p, q) < 0) inside = false;
        best = std::min(best, from_side(p, q, unit));
    }
    return inside ? 0 : double(best);
}

struct core {
    std::vector<whole> corners;
    std::vector<flr_vec2> points;
    flr_aabb2 box;
    flr_convex2 convex;
};

/// Corners in any order, or an upright box.
void make(core *c, random_source &random, double unit)
{
    static const int least[4] = {1, 2, 3, 3}, most[4] = {1, 2, 9, 20};
    const int kind = random.whole(0, 4);
    if (kind == 4) {
        const long x = random.whole(-3, 2), y = random.whole(-3, 2);
        const long to_x = random.whole(int(x) + 1, 3), to_y = random.whole(int(y) + 1, 3);
        c->corners = {{x, y}, {to_x, y}, {to_x, to_y}, {x, to_y}};
        c->box.min = flr_vec2_make(flr_real(x), flr_real(double(y) * unit));
        c->box.max = flr_vec2_make(flr_real(to_x), flr_real(double(to_y) * unit));
        c->convex = flr_convex2_aabb(&c->box);
        return;
    }
    const int count = random.whole(least[kind], most[kind]);
    for (int i = 0; i < count; ++i) {
        const long x = random.whole(-3, 3), y = random.whole(-3, 3);
        c->corners.push_back({x, y});
        c->points.push_back(flr_vec2_make(flr_real(x), flr_real(double(y) * unit)));
    }
    c->convex =
        flr_convex2_points(c->points.data(), uint32_t(count), flr_vec2_make(1, 0), flr_vec2_make(0, 0), 0);
}

void judge(const core &a, const core &b, double truth, const flr_gjk2_options *o)
{
    const double tiny = 8 * 6 * real_epsilon;  // no coordinate is above 3
    const flr_gjk2 r = flr_closest2_convex_convex(&a.convex, &b.convex, o);
    assert_int_equal(r.status, FLR_OK);
    assert_true(std::fabs(double(r.distance) - truth) <= tiny);
    assert_true(double(r.lower) <= truth && truth <= double(r.upper));
}

void any_needles(void **)
{
    random_source random{20};
    const int widest = real_is_float ? 7 : 10, thinnest = real_is_float ? 18 : 40;
    flr_gjk2_cache kept = {};
    for (int n = 0; n < scenes(20000); ++n) {
        const double unit = std::ldexp(1.0, -random.whole(widest, thinnest));
        core a, b;
        make(&a, random, unit);
        make(&b, random, unit);
        const double truth = true_distance(a.corners, b.corners, unit);
        flr_gjk2_step steps[96];
        const flr_gjk2_options cached = {INFINITY, &kept, nullptr, 0}, told = {INFINITY, nullptr, steps, 96};
        judge(a, b, truth, nullptr);
        judge(b, a, truth, nullptr);
        judge(a, b, truth, &told);
        judge(a, b, truth, &cached);
        judge(a, b, truth, &cached);
        const flr_overlap2_convex meet = flr_overlap2_convex_convex(&a.convex, &b.convex, nullptr);
        assert_int_equal(meet.status, FLR_OK);
        if (truth == 0) assert_true(meet.overlap);
        if (truth > 8 * 6 * real_epsilon) assert_false(meet.overlap);
    }
}

/// Corners of a needle in no order, and one of them as a point.
void corner_of_a_needle(void **)
{
    const flr_real t = flr_real(real_choose(1e-8, 1e-4));
    const flr_vec2 p[] = {{2, t}, {-2, 0}, {1, t}, {-1, 0}, {0, -2 * t}, {-2, t}, {1, 2 * t}};
    const flr_convex2 a = flr_convex2_points(p, 7, flr_vec2_make(1, 0), flr_vec2_make(0, 0), 0),
                      b = flr_convex2_point(p[5]);
    assert_true(double(flr_closest2_convex_convex(&a, &b, nullptr).distance) <= 32 * real_epsilon);
    assert_true(double(flr_closest2_convex_convex(&b, &a, nullptr).distance) <= 32 * real_epsilon);
}

}  // namespace

FEELER_TESTS(cmocka_unit_test(any_needles), cmocka_unit_test(corner_of_a_needle))

}  // namespace TEST_FILE
