// Casts in the plane by hand: the trap list's inputs by their ids, what a path meets at corners, and
// ranges of t.
#include <cfloat>
#include <cmath>
#include <initializer_list>

#include "feeler/closest2.h"
#include "feeler/overlap2.h"
#include "feeler/raycast2.h"
#include "support/cmocka.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

flr_raycast2_path ray(double x, double y, double dx, double dy)
{
    const flr_ray2 r = {{flr_real(x), flr_real(y)}, {flr_real(dx), flr_real(dy)}};
    return flr_raycast2_path_ray(&r);
}
flr_raycast2_path segment(double ax, double ay, double bx, double by)
{
    const flr_segment2 s = {{flr_real(ax), flr_real(ay)}, {flr_real(bx), flr_real(by)}};
    return flr_raycast2_path_segment(&s);
}
flr_raycast2_path line(double x, double y, double dx, double dy)
{
    const flr_line2 l = {{flr_real(x), flr_real(y)}, {flr_real(dx), flr_real(dy)}};
    return flr_raycast2_path_line(&l);
}
bool is(flr_vec2 v, double x, double y) { return v.x == x && v.y == y; }

const flr_aabb2 box = {{-1, -1}, {1, 1}};

void boxes(tally &t)
{
    auto at = [](const flr_raycast2_path &p) { return flr_raycast2_ray_aabb(&p, &box); };
    t.expect(!at(ray(-5, 0, 1, 1)).hit, "A54: passes the box");
    t.expect(!at(ray(5, 0, 1, 0)).hit, "A54, H04: the box is behind");
    t.expect(at(line(5, 0, 1, 0)).t == -6, "H04: a line goes both ways");
    t.expect(at(ray(-5, 1, 1, 0)).t == 4, "B08: along an edge");
    t.expect(at(ray(-5, -1, 2, 0)).t == 2, "B08, B13: along the other, t in lengths of the direction");
    t.expect(!at(ray(-5, real_after(1, 2), 1, 0)).hit, "B08: a bit beside it");
    flr_rayhit2 c = at(ray(-3, 1, 1, -1));
    t.expect(c.hit && c.t == 2 && c.t_last == 2, "case 14: grazes a corner: %g %g", c.t, c.t_last);
    c = at(ray(-2, 2, 0.5, -0.5));
    t.expect(c.t == 2 && c.t_last == 6 && is(c.point, -1, 1), "a corner has its own bits");
    c = at(ray(-2, 0, 1, 1));
    t.expect(c.hit && c.t == 1 && c.t_last == 1 && is(c.point, -1, 1), "grazing a corner");
    c = at(ray(0, 0, 1, 0));
    t.expect(c.hit && c.inside && c.t == 0 && c.t_last == 1, "B09: from inside");
    c = at(ray(0, 0, 0, 0));
    t.expect(c.hit && c.inside && c.t == 0 && is(c.point, 0, 0), "B10: no direction, inside");
    t.expect(!at(ray(5, 0, 0, 0)).hit, "B10: no direction, outside");
    t.expect(!at(segment(-5, 0, -3, 0)).hit && at(segment(-5, 0, -1, 0)).t == 1,
             "A57: a segment ends at t = 1");
    c = at(ray(-5, 0.5, 1, 0));
    t.expect(is(c.normal, -1, 0) && is(c.point, -1, 0.5) && c.t_last == 6, "the normal faces the ray");
    // at a corner the edge that faces the ray most, never one seen from inside; in either winding
    const flr_vec2 round_left[4] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}},
                   round_right[4] = {{-1, -1}, {-1, 1}, {1, 1}, {1, -1}};
    for (const flr_vec2 *corners : {round_left, round_right}) {
        const flr_polygon2 square = {corners, 4};
        flr_raycast2_path at_corner = ray(-3, 1, 1, -1);
        c = flr_raycast2_ray_polygon(&at_corner, &square);
        t.expect(c.t == 2 && is(c.normal, -1, 0), "grazing a corner: normal (%g, %g)", c.normal.x,
                 c.normal.y);
        at_corner = ray(-3, -2, 2, 1);
        c = flr_raycast2_ray_polygon(&at_corner, &square);
        t.expect(c.t == 1 && is(c.normal, -1, 0), "into a corner: normal (%g, %g)", c.normal.x, c.normal.y);
        at_corner = ray(0, -5, 0, 1);
        c = flr_raycast2_ray_polygon(&at_corner, &square);
        t.expect(c.t == 4 && is(c.normal, 0, -1) && c.t_last == 6, "into an edge: normal (%g, %g)",
                 c.normal.x, c.normal.y);
    }
    const flr_aabb2 flat = {{-1, 0}, {1, 0}}, far = {{1e6, flr_real(0.4)}, {1e6 + 2, flr_real(0.6)}};
    flr_raycast2_path p = ray(-5, 0, 1, 0);
    t.expect(flr_raycast2_ray_aabb(&p, &flat).t == 4, "B12: a flat box");
    p = ray(0, 0, 1, 5e-7);
    c = flr_raycast2_ray_aabb(&p, &far);
    t.expect(c.hit && std::fabs(c.t - 1e6) < 1e-9, "A56: hits far away at %g", c.t);
    const flr_aabb2 tiny = {{flr_real(-1e-6), flr_real(-1e-6)}, {flr_real(1e-6), flr_real(1e-6)}};
    p = segment(0.5e-6, 2.6e-6, 2.6e-6, 0.5e-6);
    t.expect(!flr_raycast2_ray_aabb(&p, &tiny).hit, "A58");
    const flr_box2 turned = {{0, 0}, {flr_real(0.6), flr_real(0.8)}, {1, 1}};
    p = ray(-5, 0, 1, 0);
    t.expect(std::fabs(flr_raycast2_ray_box(&p, &turned).t - 3.75) < real_choose(4e-15, 1e-6),
             "a turned box");
}

void flat_things(tally &t)
{
    flr_segment2 s = {{78, -100}, {78, 100}};
    flr_raycast2_path p = segment(-50, 10, 116, 20);
    t.expect(std::fabs(flr_raycast2_ray_segment(&p, &s).t - 128.0 / 166) < real_choose(1e-15, 1e-7), "A27");
    const flr_plane2 level = {{0, 2}, 0};
    p = segment(0, -1, 0, 1);
    flr_rayhit2 c = flr_raycast2_ray_plane(&p, &level);
    t.expect(c.t == 0.5 && is(c.normal, 0, -1), "A50: up through a plane");
    p = segment(0, 0, 1, 0);
    t.expect(flr_raycast2_ray_plane(&p, &level).hit, "A51: in the plane");
    p = segment(0, 1, 1, 1);
    t.expect(!flr_raycast2_ray_plane(&p, &level).hit, "A51: beside the plane");
    const flr_triangle2 triangle = {{0, 0}, {1, 0}, {0, 1}};
    p = line(-1, 5, 1, 0);
    t.expect(!flr_raycast2_ray_triangle(&p, &triangle).hit, "A59");
    p = ray(2, 0, 0, 9e-6);
    s = {{0, 8}, {4, 8}};
    t.expect(flr_raycast2_ray_segment(&p, &s).hit, "B02: a short direction");
    p = ray(2, 8, 0, 1);
    c = flr_raycast2_ray_segment(&p, &s);
    t.expect(c.hit && c.t == 0 && c.normal.y == -1, "B05, B04: starts on it; the normal faces the ray");
    const flr_vec2 notch[4] = {{4, 2}, {0, 0}, {4, -2}, {1, 0}};
    const flr_polygon2 arrow = {notch, 4};
    p = ray(3, 0, 0, 1);
    c = flr_raycast2_ray_polygon(&p, &arrow);
    t.expect(c.hit && !c.inside && std::fabs(c.t - 4.0 / 3) < real_choose(1e-15, 1.2e-7) &&
                 std::fabs(c.t_last - 1.5) < real_choose(1e-15, 1.2e-7),
             "A66: out of the notch: %g %g", c.t, c.t_last);
    p = ray(5, 0, -1, 0);
    c = flr_raycast2_ray_polygon(&p, &arrow);
    t.expect(c.t == 4 && is(c.point, 1, 0) && c.t_last == 5, "into the notch");
    p = ray(3, 0, -1, 0);
    s = {{2, 0}, {1, 0}};
    c = flr_raycast2_ray_segment(&p, &s);
    t.expect(c.t == 1 && c.t_last == 2 && is(c.point, 2, 0) && is(c.normal, 1, 0), "along a segment");
    p = line(7, 0, 0, 3);
    const flr_line2 same = {{7, 5}, {0, -1}};
    c = flr_raycast2_ray_line(&p, &same);
    t.expect(c.hit && c.t < 0 && std::isinf(c.t) && std::isinf(c.t_last), "a line in itself");
    const flr_halfspace2 below = {{0, 1}, 2};
    p = line(0, 0, 0, 1);
    c = flr_raycast2_ray_halfspace(&p, &below);
    t.expect(std::isinf(c.t) && c.t_last == 2, "a line out of a halfspace");
    p = line(0, 0, 0, -1);
    c = flr_raycast2_ray_halfspace(&p, &below);
    t.expect(c.t == -2 && std::isinf(c.t_last) && is(c.normal, 0, 1), "a line into a halfspace");
}

void circles(tally &t)
{
    const flr_circle unit = {{0, 0}, 1};
    auto at = [&](const flr_raycast2_path &p) { return flr_raycast2_ray_circle(&p, &unit); };
    flr_rayhit2 c = at(ray(-5, 0, 1, 0));
    t.expect(c.t == 4 && c.t_last == 6 && is(c.normal, -1, 0), "case 13: through the middle");
    t.expect(at(ray(-5, 1, 1, 0)).t == 5, "case 13: tangent");
    t.expect(!at(ray(-5, 1.5, 1, 0)).hit, "case 13: miss");
    c = at(ray(0, 0, 1, 0));
    t.expect(c.t == 0 && c.inside && c.t_last == 1, "case 13: inside");
    t.expect(!at(ray(5, 0, 1, 0)).hit, "case 13, H06: behind");
    t.expect(at(ray(1, 0, 1, 0)).t == 0, "case 13: starts on it");
    t.expect(at(ray(-10, 0, 2, 0)).t == 4.5 && is(at(ray(-10, 0, 2, 0)).point, -1, 0),
             "A53: t in lengths of the direction");
    t.expect(!at(ray(1.5, -1e4, 0, 1)).hit && !at(ray(1.5, -1e12, 0, 1)).hit, "A52: a far origin beside it");
    t.expect(at(ray(1, -1e12, 0, 1)).t == real_of(1e12), "A52: a far tangent");
    t.expect(!at(segment(-10, 1.5, 10, 1.5)).hit &&
                 std::fabs(at(segment(-1.05, 0, -0.8, 0)).t - 0.2) < real_choose(1e-15, 2e-7),
             "A44");
    const flr_capsule2 upright = {{5, -1}, {5, 1}, 0.5};
    flr_raycast2_path p = ray(0, 0, -1, 0);
    t.expect(!flr_raycast2_ray_capsule(&p, &upright).hit, "H09: behind");
    p = ray(0, 0, 1, 0);
    t.expect(flr_raycast2_ray_capsule(&p, &upright).t == 4.5, "H09: ahead");
    p = ray(4.5, -9, 0, 1);
    c = flr_raycast2_ray_capsule(&p, &upright);
    t.expect(c.hit && c.t == 8 && c.t_last == 10 && is(c.normal, -1, 0), "H05: along the side: %g %g", c.t,
             c.t_last);
    p = ray(5, -9, 0, 1);
    c = flr_raycast2_ray_capsule(&p, &upright);
    t.expect(c.t == 7.5 && c.t_last == 10.5, "along the axis");
    const flr_circle dot = {{3, 1}, 0};
    p = ray(0, 0, 3, 1);
    t.expect(flr_raycast2_ray_circle(&p, &dot).t == 1, "a radius of 0");
}

/// B01: the nearest of several, in any order and with directions of any length.
void nearest_of_many(tally &t)
{
    const double heights[2][2] = {{10, 8}, {8, 10}};
    for (double length : {2.0, 0.5})
        for (const auto &order : heights) {
            flr_raycast2_path p = ray(0, 0, 0, length);
            flr_rayhit2 best{};
            for (double y : order) {
                const flr_segment2 s = {{-1, flr_real(y)}, {1, flr_real(y)}};
                flr_rayhit2 next = flr_raycast2_ray_segment(&p, &s);
                (void)flr_raycast2_keep_nearer(&p, &best, &next);
            }
            t.expect(best.hit && best.t * length == 8, "B01: %g", best.t * length);
        }
    flr_raycast2_path p = ray(0, 0, 1, 0);
    const flr_segment2 s = {{3, -1}, {3, 1}};
    flr_rayhit2 best{}, next = flr_raycast2_ray_segment(&p, &s);
    t.expect(flr_raycast2_keep_nearer(&p, &best, &next), "the first is taken");
    next = flr_raycast2_ray_segment(&p, &s);
    t.expect(next.hit && !flr_raycast2_keep_nearer(&p, &best, &next), "of two alike the first is kept");
}

/// Neighbours share an edge: no ray slips between two triangles (A69), nor past a corner of three.
void no_cracks(tally &t)
{
    random_source r{80};
    long hits = 0;
    for (int n = 0; n < scenes(20000); ++n) {
        flr_vec2 a = {flr_real(r.between(-1, 1)), flr_real(3 + r.unit())},
                 b = {flr_real(r.between(-1, 1)), flr_real(-3 - r.unit())}, c = {-4, flr_real(r.unit())},
                 d = {4, flr_real(r.unit())};
        const flr_triangle2 left = {a, b, c}, right = {a, b, d};
        double u = r.unit();
        flr_vec2 on = flr_lerp2(a, b, flr_real(u));  // on the shared edge, up to rounding
        flr_raycast2_path p =
            flr_raycast2_path_make(on, {flr_real(r.between(-1, 1)), flr_real(r.between(-1, 1))}, 0, 0);
        bool in_left = flr_raycast2_ray_triangle(&p, &left).hit,
             in_right = flr_raycast2_ray_triangle(&p, &right).hit;
        hits += in_left;
        t.expect(in_left || in_right, "A69: the edge is in neither");
        t.expect(in_left == flr_overlap2_point_triangle(on, &left), "cast and overlap differ");
    }
    t.expect(enough(hits > 6000 && hits < 14000), "%ld of 20000 in the left one", hits);
}

/// A cast agrees with the overlap of the segment, exactly, and with what lies a little before and
/// behind the hit.
void casts_agree_with_overlap(tally &t)
{
    random_source r{81};
    long hits = 0;
    for (int n = 0; n < scenes(20000); ++n) {
        flr_vec2 v[6];
        for (flr_vec2 &q : v)
            q = n % 2 ? flr_vec2{flr_real(r.whole(-3, 3)), flr_real(r.whole(-3, 3))}
                      : flr_vec2{flr_real(r.between(-3, 3)), flr_real(r.between(-3, 3))};
        const flr_segment2 s = {v[0], v[1]};
        const flr_triangle2 triangle = {v[2], v[3], v[4]};
        const flr_capsule2 capsule = {v[2], v[3], flr_real(0.3)};
        flr_raycast2_path p = flr_raycast2_path_segment(&s);
        flr_rayhit2 c = flr_raycast2_ray_triangle(&p, &triangle);
        hits += c.hit;
        t.expect(c.hit == flr_overlap2_segment_triangle(&s, &triangle), "triangle: cast %d", c.hit);
        c = flr_raycast2_ray_capsule(&p, &capsule);
        if (!c.hit || c.inside || c.t < real_choose(1e-6, 1e-2)) continue;
        flr_vec2 before = flr_lerp2(s.a, s.b, flr_real(c.t * (1 - real_choose(1e-9, 1e-5))));
        t.expect(!flr_overlap2_point_capsule(before, &capsule), "capsule: in it before t = %g", c.t);
        flr_vec2 behind = flr_lerp2(s.a, s.b, flr_real(c.t + real_choose(1e-9, 1e-4) * (c.t_last - c.t)));
        t.expect(c.t_last - c.t < real_choose(1e-3, 1e-1) || flr_overlap2_point_capsule(behind, &capsule),
                 "capsule: out of it behind t = %g", c.t);
    }
    t.expect(enough(hits > 6000 && hits < 14000), "%ld of 20000 hit", hits);
}

/// Tangents, ends that touch and paths along a side, in whole numbers and rounded: a cast hits just what overlaps.
void touches_of_round_shapes(tally &t)
{
    random_source r{82};
    const double steps[4][2] = {{3, 4}, {-4, 3}, {5, 0}, {0, -5}};
    long hits = 0, all = 0;
    for (int n = 0; n < scenes(20000); ++n) {
        const double angle = r.between(0, 7), *step = steps[r.whole(0, 3)];
        const bool whole = n % 2;
        // beside the circle, and what comes along there passes by it
        const double beside = !whole && n % 3 ? 1 + 16 * real_epsilon : 1;
        double out[2] = {whole ? step[0] / 5 : beside * std::cos(angle),
                         whole ? step[1] / 5 : beside * std::sin(angle)};
        const flr_vec2 a = {flr_real(r.whole(-9, 9)), flr_real(r.whole(-9, 9))};
        const flr_real radius = 5, along = flr_real(r.whole(-2, 2));
        flr_vec2 side = flr_vec2_make(flr_real(5 * out[0]), flr_real(5 * out[1])), way = flr_perp2(side);
        const flr_vec2 on = flr_add2(a, side), b = flr_add2(a, flr_scale2(along, way));
        if (n % 3 == 0) way = {flr_real(r.whole(-4, 4)), flr_real(r.whole(-4, 4))};
        if (way.x == 0 && way.y == 0) continue;
        const flr_circle circle = {a, radius};
        const flr_capsule2 capsule = {a, b, radius};
        const int back = r.whole(1, 3) * (n % 5 < 2 ? 1 : -1);
        const flr_vec2 from = flr_add2(on, flr_scale2(flr_real(back), way));
        const flr_segment2 s = n % 4 < 2 ? flr_segment2{from, on} : flr_segment2{on, from};
        const flr_ray2 ray = {n % 4 == 0 ? from : on, way};
        const flr_line2 line = {from, way};
        const flr_raycast2_path paths[3] = {flr_raycast2_path_segment(&s), flr_raycast2_path_ray(&ray),
                                            flr_raycast2_path_line(&line)};
        const bool meet[3][2] = {
            {flr_overlap2_segment_circle(&s, &circle), flr_overlap2_segment_capsule(&s, &capsule)},
            {flr_overlap2_ray_circle(&ray, &circle), flr_overlap2_ray_capsule(&ray, &capsule)},
            {flr_overlap2_line_circle(&line, &circle), flr_overlap2_line_capsule(&line, &capsule)}};
        for (int k = 0; k < 3; ++k) {
            flr_rayhit2 c = flr_raycast2_ray_circle(&paths[k], &circle);
            // by rounding the start of a ray may be in, and the ray not
            t.expect((c.hit == meet[k][0] || (c.inside && !whole)) && (meet[k][0] || !whole),
                     "circle %d: cast %d, overlap %d", k, c.hit, meet[k][0]);
            all += 2;
            hits += c.hit;
            c = flr_raycast2_ray_capsule(&paths[k], &capsule);
            hits += c.hit;
            t.expect((c.hit == meet[k][1] || (c.inside && !whole)) && (meet[k][1] || !whole),
                     "capsule %d: cast %d, overlap %d", k, c.hit, meet[k][1]);
            t.expect(!c.hit ||
                         flr_closest2_point_capsule(c.point, &capsule).distance <= real_choose(1e-13, 1e-4),
                     "a hit beside the capsule");
        }
    }
    t.expect(enough(hits > 3 * all / 10 && hits < 7 * all / 10), "%ld of %ld hit", hits, all);
}

/// Nothing valid answers with a NaN; nothing invalid hangs or crashes.
void extremes(tally &t)
{
    static const double values[] = {0,
                                    1,
                                    -1,
                                    real_choose(1e-320, 1e-42),
                                    -real_choose(1e-160, 1e-20),
                                    real_choose(1e160, 1e20),
                                    real_choose(1.7e308, 3.4e38),
                                    -real_choose(1.7e308, 3.4e38),
                                    real_of(0.1)};
    random_source r{82};
    auto pick = [&] { return values[r.whole(0, 8)]; };
    long hits = 0;
    for (int n = 0; n < scenes(30000); ++n) {
        flr_raycast2_path p =
            n % 2 ? ray(pick(), pick(), pick(), pick()) : segment(pick(), pick(), pick(), pick());
        const flr_triangle2 triangle = {{flr_real(pick()), flr_real(pick())},
                                        {flr_real(pick()), flr_real(pick())},
                                        {flr_real(pick()), flr_real(pick())}};
        const flr_capsule2 capsule = {{flr_real(pick()), flr_real(pick())},
                                      {flr_real(pick()), flr_real(pick())},
                                      flr_real(std::fabs(pick()))};
        const flr_plane2 plane = {{flr_real(pick()), flr_real(pick())}, flr_real(pick())};
        for (const flr_rayhit2 &c :
             {flr_raycast2_ray_triangle(&p, &triangle), flr_raycast2_ray_capsule(&p, &capsule),
              flr_raycast2_ray_plane(&p, &plane)}) {
            hits += c.hit;
            bool number = !std::isnan(c.t) && !std::isnan(c.t_last) && !std::isnan(c.point.x) &&
                          !std::isnan(c.point.y) && !std::isnan(c.normal.x + c.normal.y);
            t.expect(number,
                     "a NaN: t %g %g point %g %g normal %g %g; path %g %g %g %g %g %g hit %d %d tri %g %g %g "
                     "%g %g %g; cap %g %g %g %g %g; plane %g %g %g",
                     c.t, c.t_last, c.point.x, c.point.y, c.normal.x, c.normal.y, p.origin.x, p.origin.y,
                     p.direction.x, p.direction.y, p.target.x, p.target.y, c.hit, c.inside, triangle.a.x,
                     triangle.a.y, triangle.b.x, triangle.b.y, triangle.c.x, triangle.c.y, capsule.a.x,
                     capsule.a.y, capsule.b.x, capsule.b.y, capsule.radius, plane.normal.x, plane.normal.y,
                     plane.offset);
        }
    }
    t.expect(enough(hits > 20000), "%ld hits", hits);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(boxes), FEELER_TEST(flat_things), FEELER_TEST(circles), FEELER_TEST(nearest_of_many),
             FEELER_TEST(no_cracks), FEELER_TEST(casts_agree_with_overlap),
             FEELER_TEST(touches_of_round_shapes), FEELER_TEST(extremes))

}  // namespace TEST_FILE
