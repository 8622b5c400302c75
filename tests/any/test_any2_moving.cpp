// Any shape of the plane in motion: the table names the right shapes, convex ones under poses and of points in any order
// are the polygons they stand for, and what is refused.
#include <cmath>
#include <vector>

#include "feeler/any2.h"

#include "support/cmocka.hpp"

namespace TEST_FILE
{
namespace
{

flr_vec2 v(double x, double y) { return flr_vec2_make(static_cast<flr_real>(x), static_cast<flr_real>(y)); }

const flr_vec2 corners[] = {v(-1, -1), v(1, -1), v(1, 1), v(-1, 1)};

/// Each reaches from x = -1 to x = 1 at y = 0, or all of the left.
std::vector<flr_shape2> stock()
{
    std::vector<flr_shape2> all(FLR_SHAPE2_COMPOUND);
    for (int k = 0; k < FLR_SHAPE2_COMPOUND; ++k)
        all[static_cast<size_t>(k)].kind = static_cast<flr_shape2_kind>(k);
    all[FLR_SHAPE2_POINT].as.point = v(1, 0);
    all[FLR_SHAPE2_SEGMENT].as.segment = {v(1, 1), v(1, -1)};
    all[FLR_SHAPE2_RAY].as.ray = {v(1, -1), v(0, 3)};
    all[FLR_SHAPE2_LINE].as.line = {v(1, 5), v(0, 2)};
    all[FLR_SHAPE2_PLANE].as.plane = {v(2, 0), 2};
    all[FLR_SHAPE2_HALFSPACE].as.halfspace = {v(2, 0), 2};
    all[FLR_SHAPE2_CIRCLE].as.circle = {v(0, 0), 1};
    all[FLR_SHAPE2_CAPSULE].as.capsule = {v(0, -1), v(0, 1), 1};
    all[FLR_SHAPE2_AABB].as.aabb = {v(-1, -1), v(1, 1)};
    all[FLR_SHAPE2_BOX].as.box = {v(0, 0), v(0, 1), v(1, 1)};
    all[FLR_SHAPE2_TRIANGLE].as.triangle = {v(-1, -1), v(1, 0), v(-1, 1)};
    all[FLR_SHAPE2_POLYGON].as.polygon = {corners, 4};
    all[FLR_SHAPE2_CONVEX].as.convex = flr_convex2_points(corners, 4, v(0, 1), v(0, 0), 0);
    return all;
}

/// Every shape against a square six to the right of its right end.
void every_kind(tally &t)
{
    flr_shape2 square;
    square.kind = FLR_SHAPE2_AABB;
    square.as.aabb = {v(7, -1), v(9, 1)};
    const flr_path2 still = flr_path2_still({0, v(0, 0)}), come = {{0, v(0, 0)}, {0, v(12, 0)}};
    for (const flr_shape2 &s : stock()) {
        const char *name = flr_shape2_name(s.kind);
        flr_sweep2_result r;
        t.expect(flr_sweep2(&s, v(12, 0), &square, &r) == FLR_OK && r.hit && r.t == flr_real(0.5) &&
                     r.normal.x > 0.99,
                 "%s: hit %d at %g", name, r.hit, r.t);
        t.expect(flr_sweep2(&square, v(-12, 0), &s, &r) == FLR_OK && r.hit && r.t == flr_real(0.5) &&
                     r.normal.x < -0.99,
                 "a square to a %s: hit %d at %g", name, r.hit, r.t);
        t.expect(flr_sweep2(&s, v(-12, 0), &square, &r) == FLR_OK && !r.hit, "%s away: hit %d", name, r.hit);
        flr_toi2_result m;
        flr_status status = flr_toi2(&s, &come, &square, &still, nullptr, &m);
        t.expect(status == FLR_OK && m.hit && m.t <= 0.5 && m.t_upper >= 0.499999 && m.t > 0.49998 &&
                     m.normal.x > 0.99,
                 "%s on a path: %d %.9g %g", name, m.hit, m.t, m.normal.x);
        status = flr_toi2(&square, &still, &s, &come, nullptr, &m);
        t.expect(status == FLR_OK && m.hit && m.t <= 0.5 && m.t > 0.49998 && m.normal.x < -0.99,
                 "a square and a %s on a path: %d %.9g", name, m.hit, m.t);
    }
}

void rounded_convex(tally &t)
{
    flr_shape2 a, b;
    a.kind = b.kind = FLR_SHAPE2_CONVEX;
    a.as.convex = flr_convex2_polygon(corners, 4, v(1, 0), v(0, 0), flr_real(0.5));
    b.as.convex = flr_convex2_points(corners, 4, v(0, 1), v(10, 0), flr_real(0.5));
    flr_sweep2_result r;
    t.expect(flr_sweep2(&a, v(14, 0), &b, &r) == FLR_OK && r.hit && r.t == flr_real(0.5), "rounded: %g", r.t);
    b.as.convex.center = v(10, 3);  // it passes at the distance of the radii, and grazes
    t.expect(flr_sweep2(&a, v(20, 0), &b, &r) == FLR_OK && r.hit, "grazing: %d", r.hit);
    b.as.convex.center = v(10, 3.01);
    t.expect(flr_sweep2(&a, v(20, 0), &b, &r) == FLR_OK && !r.hit, "passing: %d", r.hit);
}

void refusals(tally &t)
{
    std::vector<flr_shape2> all = stock();
    flr_shape2 empty = all[FLR_SHAPE2_POLYGON], none = all[0], large = all[FLR_SHAPE2_CONVEX];
    empty.as.polygon.count = 0;
    none.kind = FLR_SHAPE2_COUNT;
    std::vector<flr_vec2> many;
    for (int i = 0; i < 2000; ++i) many.push_back(v(std::cos(i * 0.00314159), std::sin(i * 0.00314159)));
    large.as.convex = flr_convex2_points(many.data(), 2000, v(0, 1), v(0, 0), 0);
    flr_sweep2_result r;
    flr_toi2_result m;
    const flr_path2 still = flr_path2_still({0, v(0, 0)});
    t.expect(flr_sweep2(nullptr, v(1, 0), &all[0], &r) == FLR_INVALID_ARGUMENT, "null");
    t.expect(flr_sweep2(&none, v(1, 0), &all[0], &r) == FLR_INVALID_ARGUMENT, "no kind");
    t.expect(flr_sweep2(&all[0], v(1, 0), &empty, &r) == FLR_INVALID_SHAPE, "empty");
    t.expect(flr_sweep2(&all[0], v(NAN, 0), &all[1], &r) == FLR_NOT_FINITE, "not finite");
    // more corners than outlines have room for: a disc of radius 1 about the origin, but for 2e-6
    const double near = 1e-5;
    flr_shape2 dot{}, beside = large;
    dot.kind = FLR_SHAPE2_POINT;
    dot.as.point = v(3, 0);
    t.expect(flr_sweep2(&large, v(4, 0), &dot, &r) == FLR_OK && r.hit, "2000 corners at a point");
    t.expect(std::fabs(double(r.t) - 0.5) < near && double(r.normal.x) > 0.99, "at %g", double(r.t));
    beside.as.convex.center = v(0, 3);
    t.expect(flr_sweep2(&large, v(0, 2), &beside, &r) == FLR_OK && r.hit, "2000 corners at 2000");
    t.expect(std::fabs(double(r.t) - 0.5) < near, "at %g", double(r.t));
    t.expect(flr_sweep2(&large, v(2, 0), &beside, &r) == FLR_OK && !r.hit, "2000 corners past 2000");
    const flr_path2 way = {{0, v(0, 0)}, {1, v(4, 0)}};
    t.expect(flr_toi2(&large, &way, &dot, &still, nullptr, &m) == FLR_OK && m.hit, "2000 corners that turn");
    t.expect(std::fabs(double(m.t) - 0.5) < near, "turning, at %g", double(m.t));
    t.expect(flr_toi2(&all[0], nullptr, &all[1], &still, nullptr, &m) == FLR_INVALID_ARGUMENT, "no path");
    const flr_toi2_options wrong = {-1, 0, 0};
    t.expect(flr_toi2(&all[0], &still, &all[1], &still, &wrong, &m) == FLR_INVALID_ARGUMENT, "options");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(every_kind), FEELER_TEST(rounded_convex), FEELER_TEST(refusals))

}  // namespace TEST_FILE
