// Moving shapes in the plane: known answers, the printed mistakes, and both ends of the number range.
#include <cmath>
#include <limits>

#include "feeler/sweep2.h"

#include "support/cmocka.hpp"
#include "support/pinned.hpp"

namespace TEST_FILE
{
namespace
{

constexpr bool single = sizeof(flr_real) == 4;

flr_vec2 v(double x, double y) { return flr_vec2_make(static_cast<flr_real>(x), static_cast<flr_real>(y)); }
flr_circle circle(double x, double y, double r) { return {v(x, y), static_cast<flr_real>(r)}; }
flr_aabb2 aabb(double x0, double y0, double x1, double y1) { return {v(x0, y0), v(x1, y1)}; }

void hits(tally &t, const char *what, const flr_sweep2_result &r, double time, double nx, double ny, double x,
          double y)
{
    bool right = r.hit && !r.overlap_at_start && r.t == static_cast<flr_real>(time);
    t.expect(right, "%s: hit %d at %.17g, not %.17g", what, r.hit, r.t, time);
    t.expect(r.normal.x == static_cast<flr_real>(nx) && r.normal.y == static_cast<flr_real>(ny),
             "%s: normal %g %g", what, r.normal.x, r.normal.y);
    t.expect(r.point.x == static_cast<flr_real>(x) && r.point.y == static_cast<flr_real>(y),
             "%s: point %g %g", what, r.point.x, r.point.y);
}
void misses(tally &t, const char *what, const flr_sweep2_result &r)
{
    t.expect(!r.hit && r.status == FLR_OK && r.t == 0, "%s: hit at %g", what, r.t);
}
void starts(tally &t, const char *what, const flr_sweep2_result &r)
{
    t.expect(r.hit && r.overlap_at_start && r.t == 0 && r.normal.x == 0 && r.normal.y == 0,
             "%s: not at start", what);
}

/// S0-5.5.5 in the plane, to the bit; grazing counts, receding does not.
void circles(tally &t)
{
    flr_circle a = circle(0, 0, 1), b = circle(5, 0, 1), past = circle(5, 2, 1), beyond = circle(5, 2.5, 1);
    hits(t, "head-on", flr_sweep2_circle_circle(&a, v(10, 0), &b), 0.3, 1, 0, 4, 0);
    hits(t, "grazing", flr_sweep2_circle_circle(&a, v(10, 0), &past), 0.5, 0, 1, 5, 1);
    misses(t, "passing", flr_sweep2_circle_circle(&a, v(10, 0), &beyond));
    misses(t, "receding", flr_sweep2_circle_circle(&a, v(-10, 0), &b));
    misses(t, "standing", flr_sweep2_circle_circle(&a, v(0, 0), &b));
    misses(t, "too short", flr_sweep2_circle_circle(&a, v(2.5, 0), &b));
    hits(t, "just reaching", flr_sweep2_circle_circle(&a, v(3, 0), &b), 1, 1, 0, 4, 0);
    flr_circle touching = circle(2, 0, 1);
    starts(t, "touching and receding", flr_sweep2_circle_circle(&a, v(-1, 0), &touching));
    starts(t, "touching and standing", flr_sweep2_circle_circle(&a, v(0, 0), &touching));
}

/// X02: apart in y without speed in y is a miss, however much x overlaps.
void x02_zero_speed_on_an_axis(tally &t)
{
    flr_aabb2 a = aabb(0, 0, 1, 1), b = aabb(5, 5, 6, 6), level = aabb(5, 1, 6, 2), beside = aabb(5, 0, 6, 1);
    flr_box2 turned = {v(5.5, 5.5), v(1, 0), v(0.5, 0.5)};
    misses(t, "aabb aabb", flr_sweep2_aabb_aabb(&a, v(8, 0), &b));
    misses(t, "aabb box", flr_sweep2_aabb_box(&a, v(8, 0), &turned));
    flr_sweep2_result r = flr_sweep2_aabb_aabb(&a, v(8, 0), &level);
    t.expect(r.hit && r.t == flr_real(0.5), "corners that graze along their sides: %d %g", r.hit, r.t);
    r = flr_sweep2_aabb_aabb(&a, v(8, 0), &beside);
    t.expect(r.hit && r.t == flr_real(0.5) && r.normal.x == 1 && r.normal.y == 0, "face to face: %d %g",
             r.hit, r.t);
}

/// A67: both move; the point at time t goes with b for t times b's motion, not all of it.
void a67_point_of_two_that_move(tally &t)
{
    flr_circle a = circle(0, 0, 0), b = circle(3, 0, 0);
    double motion_a = 8, motion_b = 2;
    flr_sweep2_result r = flr_sweep2_circle_circle(&a, v(motion_a - motion_b, 0), &b);
    t.expect(r.hit && r.t == flr_real(0.5), "t %g", r.t);
    t.expect(r.point.x + r.t * motion_b == 4, "point %g", r.point.x + r.t * motion_b);
}

/// A68: four steps from -5 to 5 jump over a wall a tenth thick.
void a68_thin_wall(tally &t)
{
    flr_circle a = circle(-5, 0, 0.5);
    flr_aabb2 wall = aabb(-1.3, -1, -1.2, 1);
    flr_sweep2_result r = flr_sweep2_circle_aabb(&a, v(10, 0), &wall);
    const long double right = ((long double)wall.min.x + 5 - 0.5L) / 10;
    t.expect(r.hit, "t %.17g", r.t);
    expect_pinned(t, "A68, roundings", double(std::fabs(r.t - right)) / real_rounding,
                  real_choose(0.14, 0.27));
    flr_segment2 sheet = {v(0, -1), v(0, 1)};
    flr_vec2 shot = v(-1e9, 0);
    r = flr_sweep2_point_segment(shot, v(4e9, 0), &sheet);
    t.expect(r.hit && r.t == flr_real(0.25) && r.point.x == 0 && r.point.y == 0, "t %.17g", r.t);
    flr_circle needle = circle(-1e9, 0, 1e-9);
    r = flr_sweep2_circle_aabb(&needle, v(4e9, 0), &wall);
    t.expect(r.hit && r.t > 0.24 && r.t < 0.26, "t %.17g", r.t);
}

/// N23: never before 0, never after 1.
void n23_limits(tally &t)
{
    for (int i = 1; i < 2000; ++i) {
        double x = 0.1 * i, s = 1.0 / i;
        flr_circle a = circle(0, 0, s), b = circle(x + 2, 0, s);
        flr_real barely = b.center.x - a.center.x - 2 * a.radius;
        flr_vec2 m = {std::nextafter(barely, 2 * b.center.x), 0};
        flr_sweep2_result r = flr_sweep2_circle_circle(&a, m, &b);
        t.expect(r.hit && r.t >= 0 && r.t <= 1, "%d: hit %d at %.17g", i, r.hit, r.t);
    }
}

void planes(tally &t)
{
    flr_circle a = circle(0, 5, 1);
    flr_halfspace2 floor = {v(0, 2), 0};
    flr_plane2 level = {v(0, -3), 0};
    hits(t, "halfspace", flr_sweep2_halfspace_circle(&floor, v(0, 8), &a), 0.5, 0, 1, 0, 4);
    hits(t, "plane", flr_sweep2_plane_circle(&level, v(3, 8), &a), 0.5, 0, 1, 0, 4);
    misses(t, "sinking plane", flr_sweep2_plane_circle(&level, v(0, -8), &a));
    misses(t, "sliding plane", flr_sweep2_plane_circle(&level, v(8, 0), &a));
    flr_circle below = circle(0, -5, 1);
    hits(t, "from below", flr_sweep2_plane_circle(&level, v(3, -8), &below), 0.5, 0, -1, 0, -4);
    starts(t, "inside", flr_sweep2_halfspace_circle(&floor, v(3, -8), &below));
    flr_halfspace2 above = {v(0, -1), -4}, tilted = {v(1, -1), -4};
    flr_sweep2_result r = flr_sweep2_halfspace_halfspace(&floor, v(1, 8), &above);
    t.expect(r.hit && r.t == flr_real(0.5) && r.normal.y == 1, "two halfspaces: %g", r.t);
    starts(t, "two that are not parallel", flr_sweep2_halfspace_halfspace(&floor, v(1, 8), &tilted));
    flr_aabb2 box = aabb(-1, 2, 1, 3);
    r = flr_sweep2_halfspace_aabb(&floor, v(0, 2), &box);
    t.expect(r.hit && r.t == 1, "just reaching: %d", r.hit);
    r = flr_sweep2_halfspace_aabb(&floor, v(0, std::nextafter(flr_real(2), flr_real(0))), &box);
    t.expect(!r.hit, "just not reaching");
}

void lines(tally &t)
{
    flr_line2 a = {v(0, 0), v(1, 2)}, b = {v(5, 0), v(-2, -4)};
    flr_sweep2_result r = flr_sweep2_line_line(&a, v(10, 0), &b);
    t.expect(r.hit && r.t == flr_real(0.5), "parallel lines: %d %g", r.hit, r.t);
    flr_ray2 up = {v(0, 0), v(0, 1)}, down = {v(3, 10), v(0, -1)}, off = {v(3, -10), v(0, -1)},
             on = {v(0, -4), v(0, -1)};
    r = flr_sweep2_ray_ray(&up, v(6, 0), &down);
    t.expect(r.hit && r.t == flr_real(0.5) && r.normal.x == 1, "rays that face: %d %g", r.hit, r.t);
    misses(t, "rays back to back", flr_sweep2_ray_ray(&up, v(6, 0), &off));
    r = flr_sweep2_ray_ray(&up, v(0, -8), &on);
    t.expect(r.hit && r.t == flr_real(0.5) && r.normal.y == -1, "end to end: %d %g %g", r.hit, r.t,
             r.normal.y);
    flr_segment2 s = {v(0, 0), v(1, 0)}, e = {v(3, 0), v(4, 0)};
    hits(t, "segments end to end", flr_sweep2_segment_segment(&s, v(4, 0), &e), 0.5, 1, 0, 3, 0);
    flr_vec2 p = v(0, 0);
    hits(t, "points", flr_sweep2_point_point(p, v(8, 0), v(2, 0)), 0.25, 1, 0, 2, 0);
    misses(t, "points that miss", flr_sweep2_point_point(p, v(8, 1), v(2, 0)));
}

/// A key in its keyhole: the inside of a U is reached through the mouth, and its arms are touched from within.
void concave(tally &t)
{
    const flr_vec2 u[] = {v(0, 0), v(6, 0), v(6, 5), v(5, 5), v(5, 1), v(1, 1), v(1, 5), v(0, 5)};
    flr_polygon2 cup = {u, 8};
    flr_aabb2 plug = aabb(2, 6, 4, 7), wide = aabb(0.5, 6, 5.5, 7);
    flr_sweep2_result r = flr_sweep2_aabb_polygon(&plug, v(0, -10), &cup);
    t.expect(r.hit && r.t == flr_real(0.5) && r.normal.y == -1 && r.point.y == 1, "to the ground: %g", r.t);
    r = flr_sweep2_aabb_polygon(&wide, v(0, -10), &cup);
    t.expect(r.hit && r.t == flr_real(0.1) && r.normal.y == -1, "on the rim: %g", r.t);
    flr_aabb2 within = aabb(2, 2, 3, 3), close = aabb(1, 2, 3, 3);
    r = flr_sweep2_aabb_polygon(&within, v(8, 0), &cup);
    t.expect(r.hit && r.t == flr_real(0.25) && r.normal.x == 1 && r.point.x == 5, "from within: %g", r.t);
    starts(t, "touching from within", flr_sweep2_aabb_polygon(&close, v(8, 0), &cup));
    flr_circle ball = circle(3, 8, 2);
    r = flr_sweep2_circle_polygon(&ball, v(0, -20), &cup);
    t.expect(r.hit && r.t == flr_real(0.15), "a ball that just fits grazes the tips: %g", r.t);
}

void limits_of_numbers(tally &t)
{
    const double some[] = {0x1p-100, 0x1p-60, 1, 0x1p60, 0x1p100};
    const double more[] = {0x1p-1000, 0x1p-400, 0x1p400, 0x1p1000};
    auto at = [&](double s) {
        flr_circle a = circle(0, 0, s), b = circle(5 * s, 0, s);
        flr_sweep2_result r = flr_sweep2_circle_circle(&a, v(10 * s, 0), &b);
        t.expect(r.hit && r.t == flr_real(0.3), "circles of %g: %d %.17g", s, r.hit, r.t);
        flr_aabb2 c = aabb(0, 0, s, s), d = aabb(5 * s, 0, 6 * s, s);
        r = flr_sweep2_aabb_aabb(&c, v(8 * s, 0), &d);
        t.expect(r.hit && r.t == flr_real(0.5), "boxes of %g: %d %.17g", s, r.hit, r.t);
        flr_halfspace2 h = {v(-1, 0), flr_real(-5 * s)};
        r = flr_sweep2_halfspace_circle(&h, v(-8 * s, 0), &a);
        t.expect(r.hit && r.t == flr_real(0.5), "halfspace of %g: %d %.17g", s, r.hit, r.t);
    };
    for (double s : some) at(s);
    if (!single)
        for (double s : more) at(s);
    flr_circle a = circle(0, 0, 1), b = circle(5, 0, 1);
    double huge = single ? 1e38 : 1e308;
    flr_sweep2_result r = flr_sweep2_circle_circle(&a, v(huge, 0), &b);
    t.expect(r.hit && r.t == static_cast<flr_real>(3 / huge), "huge motion: %g", r.t);
    misses(t, "tiny motion", flr_sweep2_circle_circle(&a, v(1 / huge, 0), &b));
    const double nan = std::numeric_limits<double>::quiet_NaN(), bad[] = {nan, INFINITY, -INFINITY};
    for (double x : bad) {
        flr_circle wrong = circle(x, 0, 1);
        flr_halfspace2 h = {v(1, 0), flr_real(x)};
        t.expect(flr_sweep2_circle_circle(&a, v(x, 0), &b).status == FLR_NOT_FINITE, "motion %g", x);
        t.expect(flr_sweep2_circle_circle(&a, v(1, 0), &wrong).status == FLR_NOT_FINITE, "centre %g", x);
        t.expect(flr_sweep2_halfspace_circle(&h, v(1, 0), &a).status == FLR_NOT_FINITE, "offset %g", x);
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(circles), FEELER_TEST(x02_zero_speed_on_an_axis),
             FEELER_TEST(a67_point_of_two_that_move), FEELER_TEST(a68_thin_wall), FEELER_TEST(n23_limits),
             FEELER_TEST(planes), FEELER_TEST(lines), FEELER_TEST(concave), FEELER_TEST(limits_of_numbers))

}  // namespace TEST_FILE
