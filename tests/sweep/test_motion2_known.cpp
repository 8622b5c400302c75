// Shapes of the plane that turn: times known in closed form, grazes and near misses, many turns, speeds, places and
// scales, and what is refused.
#include <cmath>
#include <limits>
#include <vector>

#include "feeler/toi2.h"

#include "support/accuracy.hpp"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

extern "C" {
#include "toi/toi2.h"
}

namespace TEST_FILE
{
namespace
{

constexpr bool single = sizeof(flr_real) == 4;
const double pi = 3.14159265358979323846, tolerance = single ? 1e-5 : 1e-6, rounding = single ? 3e-5 : 1e-12;

flr_vec2 v(double x, double y) { return flr_vec2_make(static_cast<flr_real>(x), static_cast<flr_real>(y)); }
flr_path2 path(double a0, double x0, double y0, double a1, double x1, double y1)
{
    return {{static_cast<flr_real>(a0), v(x0, y0)}, {static_cast<flr_real>(a1), v(x1, y1)}};
}
const flr_path2 still = path(0, 0, 0, 0, 0, 0);

flr_outline2 segment(double ax, double ay, double bx, double by)
{
    const flr_segment2 s = {v(ax, ay), v(bx, by)};
    return flr_outline2_of_segment(&s);
}
flr_outline2 circle(double x, double y, double r)
{
    const flr_circle c = {v(x, y), static_cast<flr_real>(r)};
    return flr_outline2_of_circle(&c);
}
flr_outline2 box(double x, double y, double hx, double hy)
{
    const flr_aabb2 b = {v(x - hx, y - hy), v(x + hx, y + hy)};
    return flr_outline2_of_aabb(&b);
}
flr_outline2 halfspace(double nx, double ny, double offset)
{
    const flr_halfspace2 h = {v(nx, ny), static_cast<flr_real>(offset)};
    return flr_outline2_of_halfspace(&h);
}
flr_outline2 ray(double x, double y, double dx, double dy)
{
    const flr_ray2 r = {v(x, y), v(dx, dy)};
    return flr_outline2_of_ray(&r);
}
flr_outline2 line(double x, double y, double dx, double dy)
{
    const flr_line2 l = {v(x, y), v(dx, dy)};
    return flr_outline2_of_line(&l);
}

/// Worst of all: early by a part of the tolerance.
double early = 0;

/// Both orders: not late, and not early by more than the tolerance.
void at(tally &t, const char *what, const flr_outline2 &a, const flr_path2 &pa, const flr_outline2 &b,
        const flr_path2 &pb, double right)
{
    for (int order = 0; order < 2; ++order) {
        flr_toi2_result r =
            order ? flr_toi2_outline(&b, &pb, &a, &pa, nullptr) : flr_toi2_outline(&a, &pa, &b, &pb, nullptr);
        bool good = r.status == FLR_OK && r.hit && r.t <= right + rounding &&
                    r.t >= right - tolerance - rounding && r.t_upper >= right - tolerance &&
                    r.t_upper - r.t <= tolerance * (1 + 1e-6);
        t.expect(good, "%s: hit %d at %.17g .. %.17g after %d, not %.17g", what, r.hit, r.t, r.t_upper,
                 r.iterations, right);
        t.expect(r.iterations <= 100, "%s: %d steps", what, r.iterations);
        early = std::fmax(early, (right - double(r.t)) / tolerance);
    }
}
void never(tally &t, const char *what, const flr_outline2 &a, const flr_path2 &pa, const flr_outline2 &b,
           const flr_path2 &pb, int steps = 100)
{
    for (int order = 0; order < 2; ++order) {
        flr_toi2_result r =
            order ? flr_toi2_outline(&b, &pb, &a, &pa, nullptr) : flr_toi2_outline(&a, &pa, &b, &pb, nullptr);
        t.expect(r.status == FLR_OK && !r.hit && r.t == 1 && r.t_upper == 1, "%s: status %d, hit %d at %g",
                 what, r.status, r.hit, r.t);
        t.expect(r.iterations <= steps, "%s: %d steps", what, r.iterations);
    }
}

void closed_forms(tally &t)
{
    flr_path2 turn = path(0, 0, 0, pi, 0, 0), whole = path(0, 0, 0, 2 * pi, 0, 0);
    flr_outline2 rod = segment(0, 0, 2, 0),
                 point = segment(std::cos(1.0), std::sin(1.0), std::cos(1.0), std::sin(1.0));
    at(t, "a rod that turns onto a point", rod, turn, point, still, 1 / pi);
    never(t, "a rod that turns away", rod, path(0, 0, 0, -pi, 0, 0), point, still);
    at(t, "a box that turns onto a floor", box(0, 0, 1, 1), turn, halfspace(0, 1, -1.2), still,
       (pi / 4 - std::acos(1.2 / std::sqrt(2.0))) / pi);
    at(t, "the floor that turns onto a box", box(0, 0, 1, 1), still, halfspace(0, 1, -1.2), turn,
       (pi / 4 - std::acos(1.2 / std::sqrt(2.0))) / pi);
    at(t, "a disc on an arc", circle(3, 0, 0.5), whole, circle(0, 3, 0.5), still,
       (pi / 2 - 2 * std::asin(1.0 / 6)) / (2 * pi));
    at(t, "two hands of a clock", segment(0, 0, 2, 0), path(0, 0, 0, 4 * pi, 0, 0), segment(1, 0, 3, 0),
       path(pi, 0, 0, 2 * pi, 0, 0), 1.0 / 3);
    at(t, "no turn at all", box(0, 0, 1, 1), path(0, -10, 0, 0, 10, 0), box(0, 0, 1, 1), still, 0.4);
    at(t, "a lighthouse", ray(0, 0, 1, 0), turn, circle(0, 100, 1), still, (pi / 2 - std::asin(0.01)) / pi);
    at(t, "a line that turns onto a disc", line(0, 0, 1, 0), turn, circle(0, 100, 1), still,
       (pi / 2 - std::asin(0.01)) / pi);
    at(t, "rays that become parallel", ray(0, 0, 1, 0), path(-1, 0, 0, 1, 0, 0), ray(0, 1, 1, 0), still, 0.5);
    at(t, "a ray that leans to a plane", ray(0, 1, 1, 0), path(1, 0, 0, -1, 0, 0), line(0, 0, 1, 0), still,
       0.5);
    at(t, "lines that part from parallel", line(0, 1, 1, 0), turn, line(0, 0, 1, 0), still, 0);
    at(t, "parallel lines that turn as one", line(0, 1, 1, 0), path(0, 0, 0, 2, 0, -4), line(0, 0, 1, 0),
       path(0, 0, 0, 2, 0, 0), 0.30501564223208799);
    at(t, "halfspaces that look at one another", halfspace(0, 1, 0), still, halfspace(0, -1, -3),
       path(0, 0, 0, 0, 1, -6), 0.5);
}

/// The tip of a rod passes a wall at a distance from below rounding to well above.
void grazes(tally &t)
{
    flr_outline2 rod = segment(0, 0, 1, 0);
    flr_path2 swing = path(-1, 0, 0, 1, 0, 0);
    at(t, "a tip that touches in passing", rod, swing, halfspace(-1, 0, -1), still, 0.5);
    at(t, "a tip that touches a box in passing", rod, swing, box(2, 0, 1, 1), still, 0.5);
    for (double gap = 1e-1; gap > (single ? 1e-5 : 1e-12); gap /= 10) {
        never(t, "a near miss of a wall", rod, swing, halfspace(-1, 0, -1 - gap), still, 60);
        never(t, "a near miss of a box", rod, swing, box(2 + gap, 0, 1, 1), still, 60);
        never(t, "a near miss of a disc", rod, swing, circle(2 + gap, 0, 1), still, 60);
        never(t, "discs that pass", circle(0, 0, 1), path(0, -5, 2 + gap, 9, 5, 2 + gap), circle(0, 0, 1),
              still, 60);
        double cut = std::acos(1 - gap);
        at(t, "a tip that cuts in", rod, swing, halfspace(-1, 0, gap - 1), still, (1 - cut) / 2);
    }
    at(t, "discs that graze", circle(0, 0, 1), path(0, -5, 2, 9, 5, 2), circle(0, 0, 1), still, 0.5);
    // sliding along a face without a change: never, however close
    never(t, "sliding", box(0, 0, 1, 1), path(0, -9, 2.001, 0, 9, 2.001), box(0, 0, 1, 1), still, 60);
}

void many_turns(tally &t)
{
    flr_outline2 blade = segment(0, 0, 1, 0), point = segment(0, 0, 0, 0);
    at(t, "one turn", blade, path(0, -10, 0, 2 * pi, 10, 0), point, still, 0.5);
    flr_path2 spin = path(0, -10, 0, 2 * pi * 1001, 10, 0);
    flr_toi2_result r = flr_toi2_outline(&blade, &spin, &point, &still, nullptr);
    double right = 2 * pi * 451 / double(spin.to.angle);
    t.expect(r.status == FLR_OK && r.hit && r.t <= right + real_choose(1e-12, 1e-7) &&
                 r.t >= right - tolerance,
             "t %.17g, not %.17g after %d", r.t, right, r.iterations);
    // a wheel that turns in its own place comes near nothing
    never(t, "a wheel", circle(0, 0, 1), path(0, 0, 0, 1e6, 0, 0), box(2.0001, 0, 1, 1), still, 60);
    never(t, "a far propeller", blade, path(0, 0, 0, 1e6, 0, 0), box(0, 0, 1, 1), path(0, 5, 0, 0, 5, 0), 60);
    // both turn together: nothing moves between them, which a direction of one of the two shows
    never(t, "a carousel", box(3, 0, 1, 1), path(0, 0, 0, 600, 0, 0), box(5.5, 0, 1, 1),
          path(0, 0, 0, 600, 0, 0), 2000);
}

void speeds_places_scales(tally &t)
{
    for (double scale : {1e-6, 1e-3, 1.0, 1e3, 1e6}) {
        double s = scale;
        at(t, "scaled", box(0, 0, s, s), path(0, -10 * s, 0, 2 * pi, 10 * s, 0), circle(0, 0, s), still,
           0.37935318122630147);
        at(t, "scaled floor", box(0, 0, s, s), path(0, 0, 0, pi, 0, 0), halfspace(0, 1, -1.2 * s), still,
           (pi / 4 - std::acos(1.2 / std::sqrt(2.0))) / pi);
    }
    // A68 with a turn: a thin wall at a billion widths a step; a millionth of the way is a thousand widths
    for (double speed : {1e3, 1e6, 1e9}) {
        flr_outline2 wall = box(0, 0, 0.05, 1), shot = circle(0, 0, 0.5);
        flr_path2 fly = path(0, -speed, 0, 3, 3 * speed, 0);
        flr_toi2_result r = flr_toi2_outline(&shot, &fly, &wall, &still, nullptr);
        double right = (speed - 0.55) / (4 * speed);
        t.expect(r.hit && r.t <= right + real_choose(1e-15, 1e-8) && r.t >= right - tolerance,
                 "speed %g: hit %d at %.17g, not %.17g", speed, r.hit, r.t, right);
    }
    for (double far : {1e6, 1e9}) {
        flr_path2 a = path(0, far, -far, pi, far, -far), b = path(0, far, -far, 0, far, -far);
        at(t, "far away", segment(0, 0, 2, 0), a,
           segment(std::cos(1.0), std::sin(1.0), std::cos(1.0), std::sin(1.0)), b, 1 / pi);
    }
    // a needle a million times as long as wide
    const flr_vec2 corners[] = {v(0, -5e-7), v(1, 0), v(0, 5e-7)};
    const flr_polygon2 p = {corners, 3};
    at(t, "a needle", flr_outline2_of_polygon(&p), path(0, 0, 0, pi, 0, 0), circle(0, 0.9, 1e-3), still,
       (pi / 2 - std::asin(1e-3 / 0.9) - std::asin(5e-7 * 0.1 / 0.9)) / pi);
}

void starts_and_targets(tally &t)
{
    flr_outline2 a = box(0, 0, 1, 1), inner = box(0.2, 0.1, 0.1, 0.1), beside = box(2, 0, 1, 1),
                 off = box(5, 0, 1, 1);
    flr_path2 away = path(0, 0, 0, 1, -9, 0);
    const flr_vec2 u[] = {v(-3, -3), v(3, -3), v(3, 2), v(2, 2), v(2, -2), v(-2, -2), v(-2, 2), v(-3, 2)};
    const flr_polygon2 cup = {u, 8};
    flr_outline2 concave = flr_outline2_of_polygon(&cup), in_wall = box(0, -2.5, 0.1, 0.1);
    at(t, "inside at the start", a, still, inner, away, 0);
    at(t, "touching at the start", a, away, beside, still, 0);
    at(t, "inside a concave one", concave, still, in_wall, away, 0);
    // within the cup a rod of length 3.5 turns until it meets a wall: its middle stands at the origin
    at(t, "a rod in a cup", segment(-1.75, 0, 1.75, 0), path(0, 0, 0, pi / 2, 0, -0.4), concave, still,
       0.81279599735490558);
    flr_toi2_options o = {0, 1, 0};
    flr_path2 come = path(0, 0, 0, 0, 10, 0);
    flr_toi2_result r = flr_toi2_outline(&a, &come, &off, &still, &o);
    t.expect(r.hit && r.t <= flr_real(0.2) + flr_real(rounding) && r.t > 0.2 - 2 * tolerance, "target: %.17g",
             r.t);
    t.expect(std::fabs(r.normal.x - 1) < 1e-6, "normal %g %g", r.normal.x, r.normal.y);
    r = flr_toi2_outline(&a, &away, &inner, &still, nullptr);
    t.expect(r.hit && r.t == 0 && r.normal.x == 0 && r.point.x == 0, "no place at the start");
}

void refusals(tally &t)
{
    flr_convex2 a = flr_convex2_point(v(0, 0)), b = flr_convex2_point(v(5, 0));
    flr_path2 come = path(0, 0, 0, 6, 5, 0), bad = come;
    flr_toi2_options wrong[] = {{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
    for (const auto &o : wrong)
        t.expect(flr_toi2_convex_convex(&a, &come, &b, &still, &o).status == FLR_INVALID_ARGUMENT, "options");
    bad.to.angle = std::numeric_limits<flr_real>::infinity();
    t.expect(flr_toi2_convex_convex(&a, &bad, &b, &still, nullptr).status == FLR_NOT_FINITE, "angle");
    bad = come;
    bad.from.position.y = std::numeric_limits<flr_real>::quiet_NaN();
    t.expect(flr_toi2_convex_convex(&a, &bad, &b, &still, nullptr).status == FLR_NOT_FINITE, "position");
    flr_toi2_result r = flr_toi2_convex_convex(&a, &come, &b, &still, nullptr);
    t.expect(r.status == FLR_OK && r.hit && r.t > 0.99999 && r.t_upper <= 1, "points: %d %g", r.hit, r.t);
    // a blade that turns fast beside a box whose frame has its origin within the blade's reach
    flr_toi2_options brief = {0, 0, 50};
    flr_outline2 blade = segment(0, 0, 1, 0), other = box(3, 0, 1, 1);
    flr_path2 spin = path(0, 0, 0, 1e6, 0, 0);
    r = flr_toi2_outline(&blade, &spin, &other, &still, &brief);
    t.expect(r.status == FLR_NOT_CONVERGED && !r.hit && r.t < 0.9 && r.t > 0,
             "out of steps: status %d, free up to %g", r.status, r.t);
}

flr_vec2 support_of_disc(const void *user, flr_vec2 d)
{
    double r = *static_cast<const double *>(user), length = std::hypot(d.x, d.y);
    return v(3 + r * d.x / length, r * d.y / length);
}

/// One shape told in several ways.
void kinds_of_convex_shapes(tally &t)
{
    const flr_vec2 corners[] = {v(2, -1), v(4, -1), v(4, 1), v(2, 1)},
                   centred[] = {v(-1, 1), v(1, -1), v(1, 1), v(-1, -1)};
    const flr_vec2 around[] = {v(-1, -1), v(1, -1), v(1, 1), v(-1, 1)};
    const flr_aabb2 aabb = {v(2, -1), v(4, 1)};
    std::vector<flr_vec2> many;
    for (int i = 0; i < 400; ++i) many.push_back(v(3 + std::cos(i * pi / 200), std::sin(i * pi / 200)));
    double radius = 1;
    const flr_convex2 kinds[] = {flr_convex2_aabb(&aabb),
                                 flr_convex2_polygon(corners, 4, v(1, 0), v(0, 0), 0),
                                 flr_convex2_points(centred, 4, v(0, 1), v(3, 0), 0),
                                 flr_convex2_polygon(around, 4, v(0, -1), v(3, 0), 0),
                                 flr_convex2_polygon(many.data(), 400, v(1, 0), v(0, 0), 0),
                                 flr_convex2_user(support_of_disc, &radius, v(3, 0), 0)};
    const flr_circle disc = {v(0, 3), flr_real(0.5)};
    flr_convex2 b = flr_convex2_circle(&disc), round = flr_convex2_circle(&disc);
    round.corners[0] = v(3, 0);
    round.radius = 1;
    flr_path2 turn = path(0, 0, 0, 2 * pi, 0.25, 0.5);
    flr_toi2_result first = flr_toi2_convex_convex(&kinds[0], &turn, &b, &still, nullptr), r;
    t.expect(first.hit && first.t > 0.05, "the box: %d %g", first.hit, first.t);
    for (int i = 1; i < 4; ++i) {
        r = flr_toi2_convex_convex(&kinds[i], &turn, &b, &still, nullptr);
        t.expect(r.hit && std::fabs(r.t - first.t) <= tolerance, "kind %d: %.17g, not %.17g", i, r.t,
                 first.t);
    }
    flr_toi2_result of_disc = flr_toi2_convex_convex(&round, &turn, &b, &still, nullptr);
    for (int i = 4; i < 6; ++i) {
        double near = i == 4 ? 1e-4 : 1e-5;
        r = flr_toi2_convex_convex(&kinds[i], &turn, &b, &still, nullptr);
        t.expect(r.hit && std::fabs(r.t - of_disc.t) <= near, "kind %d: %.17g, not %.17g", i, r.t, of_disc.t);
        t.expect(std::fabs(r.normal.x - of_disc.normal.x) < 0.02, "kind %d: normal", i);
    }
    // the point lies on b, whose centre stands at (0, 3)
    t.expect(std::fabs(std::hypot(of_disc.point.x, of_disc.point.y - 3) - 0.5) < 1e-5, "point %g %g",
             of_disc.point.x, of_disc.point.y);
}

flr_vec2 support_of_square(const void *size, flr_vec2 d)
{
    const double s = *static_cast<const double *>(size);
    return v(d.x < 0 ? -s : s, d.y < 0 ? -s : s);
}

/// A square that turns by half a quarter while a point, a disc or a corner comes: its squares leave the range of numbers.
void kinds_at_all_sizes(tally &t)
{
    for (int exponent : {0, 30, -30, 100, -90, 600, -600, 1000, -960}) {
        if (single && std::abs(exponent) > 100) continue;
        const double s = std::ldexp(1, exponent);
        const flr_vec2 around[] = {v(-s, -s), v(s, -s), v(s, s), v(-s, s)},
                       mixed[] = {v(s, s), v(-s, -s), v(-s, s), v(s, -s)};
        std::vector<flr_vec2> many;
        for (int side = 0; side < 4; ++side)
            for (int i = 0; i < 40; ++i)
                many.push_back(flr_lerp2(around[side], around[(side + 1) % 4], flr_real(i / 40.0)));
        const flr_aabb2 aabb = {around[0], around[2]};
        const flr_convex2 kinds[] = {flr_convex2_aabb(&aabb),
                                     flr_convex2_polygon(around, 4, v(1, 0), v(0, 0), 0),
                                     flr_convex2_points(mixed, 4, v(0, 1), v(0, 0), 0),
                                     flr_convex2_polygon(around, 4, v(0, -1), v(0, 0), 0),
                                     flr_convex2_polygon(many.data(), 160, v(1, 0), v(0, 0), 0),
                                     flr_convex2_user(support_of_square, &s, v(0, 0), 0)};
        // the corner of the square stands at sqrt(2) when the turn ends, and the disc comes from 4 to 2 sqrt(2)
        const flr_path2 turn = path(0, 0, 0, pi / 4, 0, 0), come = path(0, 4 * s, 0, 0, (4 - 2) * s, 0);
        for (int i = 0; i < 6; ++i)
            for (int radius = 0; radius < 2; ++radius) {
                const flr_circle c = {v(0, 0), flr_real(radius * s)};
                const flr_convex2 disc = flr_convex2_circle(&c);
                flr_toi2_options o{0, flr_real(radius ? 0 : s), 0};
                flr_toi2_result q = flr_toi2_convex_convex(&kinds[i], &turn, &disc, &come, &o);
                static double first = -1;
                if (first < 0) first = double(q.t);
                t.expect(q.status == FLR_OK && q.hit && q.t > 0.5 && q.t < 1 &&
                             std::fabs(double(q.t) - first) <= 2 * tolerance &&
                             std::fabs(q.point.x) < 3 * s && std::fabs(q.point.x) > s,
                         "kind %d times %g: status %d hit %d, %.17g not %.17g, point %g", i, s, int(q.status),
                         q.hit, double(q.t), first, double(q.point.x));
            }
    }
    const flr_convex2 point = flr_convex2_point(v(0, 0));
    flr_toi2_result q = flr_toi2_convex_convex(&point, &still, &point, &still, nullptr);
    t.expect(q.status == FLR_OK && q.hit && q.t == 0, "no size at all");
}

/// Poses on a path and points of a frame as the definitions have them, in roundings: of the larger angle, of the farther
/// position, and of the position's and the point's lengths together.
void poses(tally &t)
{
    random_source r{17};
    double angle = 0, position = 0, point = 0;
    using wide = long double;
    for (int i = 0; i < 4000; ++i) {
        double reach = i % 2 ? 1 : 1e6, turn = i % 3 ? 4 : 1e3;
        double a0 = r.between(-turn, turn), a1 = r.between(-turn, turn), x0 = r.between(-reach, reach),
               y0 = r.between(-reach, reach), x1 = r.between(-reach, reach), y1 = r.between(-reach, reach),
               px = r.between(-1, 1), py = r.between(-1, 1);
        const flr_path2 on = path(a0, x0, y0, a1, x1, y1);
        const flr_real time = flr_real(r.unit());
        const flr_pose2 at = flr_path2_at(&on, time);
        auto between = [&](flr_real from, flr_real to) { return from + wide(time) * (wide(to) - from); };
        auto length = [](flr_vec2 q) { return std::hypot(wide(q.x), wide(q.y)); };
        const wide larger = std::fmax(std::fabs(wide(on.from.angle)), std::fabs(wide(on.to.angle)));
        const wide farther = std::fmax(length(on.from.position), length(on.to.position));
        angle = std::fmax(angle, double(std::fabs(at.angle - between(on.from.angle, on.to.angle)) / larger /
                                        real_rounding));
        position = std::fmax(
            position, double(std::hypot(at.position.x - between(on.from.position.x, on.to.position.x),
                                        at.position.y - between(on.from.position.y, on.to.position.y)) /
                             farther / real_rounding));
        const flr_vec2 p = v(px, py), q = flr_pose2_point(at, p);
        const wide s = std::sin(wide(at.angle)), c = std::cos(wide(at.angle));
        point = std::fmax(point, double(std::hypot(q.x - (at.position.x + c * p.x - s * p.y),
                                                   q.y - (at.position.y + s * p.x + c * p.y)) /
                                        (length(at.position) + length(p)) / real_rounding));
    }
    expect_pinned(t, "angle", angle, real_choose(4, 1.2), {"Time of impact", "`flr_path2_at`", 2});
    expect_pinned(t, "position", position, real_choose(1.5, 1), {"Time of impact", "`flr_path2_at`", 2, 1});
    expect_pinned(t, "point", point, real_choose(3, 1.2), {"Time of impact", "`flr_pose2_point`", 2});
}

/// Near the end of a graze what is left of the gap is rounding for longer than a fine tolerance: no step may be lost over it.
void fine_grazes(tally &t)
{
    const flr_circle disc = {v(0, 0), 1};
    const flr_convex2 a = flr_convex2_circle(&disc);
    const flr_path2 by = path(0, -5, 2, 9, 5, 2);
    for (double fine = 1e-4; fine > (single ? 1e-7 : 1e-15); fine /= 10) {
        const flr_toi2_options o = {flr_real(fine), 0, 0};
        const flr_toi2_result q = flr_toi2_convex_convex(&a, &by, &a, &still, &o);
        t.expect(q.status == FLR_OK && q.hit && q.iterations < 60 && double(q.t) <= 0.5 &&
                     double(q.t) > (single ? 0.49 : 0.499),
                 "%g: %s, %d at %.17g after %d", fine, flr_status_string(q.status), q.hit, double(q.t),
                 q.iterations);
    }
}

void pins(tally &t) { expect_pinned(t, "early, a part of the tolerance", early, single ? 0.1 : 0.15); }

}  // namespace

FEELER_TESTS(FEELER_TEST(closed_forms), FEELER_TEST(grazes), FEELER_TEST(fine_grazes),
             FEELER_TEST(many_turns), FEELER_TEST(speeds_places_scales), FEELER_TEST(starts_and_targets),
             FEELER_TEST(pins), FEELER_TEST(refusals), FEELER_TEST(kinds_of_convex_shapes),
             FEELER_TEST(kinds_at_all_sizes), FEELER_TEST(poses))

}  // namespace TEST_FILE
