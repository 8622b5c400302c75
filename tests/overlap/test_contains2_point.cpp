// needs: gmp
// Points in triangles, polygons (concave, crossing themselves, with repeated corners), convex polygons,
// boxes, capsules and circles, against rationals.
#include <algorithm>
#include <cmath>
#include <vector>

#include "support/big.hpp"

#include "feeler/overlap2.h"
#include "support/cmocka.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

using points = std::vector<flr_vec2>;

big_rational cross(flr_vec2 o, flr_vec2 a, flr_vec2 b)
{
    big_rational ox(o.x), oy(o.y);
    return (big_rational(a.x) - ox) * (big_rational(b.y) - oy) -
           (big_rational(a.y) - oy) * (big_rational(b.x) - ox);
}

bool on_edge(flr_vec2 a, flr_vec2 b, flr_vec2 p)
{
    return cross(a, b, p) == 0 && std::min(a.x, b.x) <= p.x && p.x <= std::max(a.x, b.x) &&
           std::min(a.y, b.y) <= p.y && p.y <= std::max(a.y, b.y);
}

/// How often the boundary goes around p: the quarters of the plane, as seen from p, that each edge moves
/// on. Unlike a count of crossings along a ray.
int winding(const points &v, flr_vec2 p)
{
    auto quarter = [&](flr_vec2 q) {
        if (q.x > p.x && q.y >= p.y) return 0;
        if (q.x <= p.x && q.y > p.y) return 1;
        return q.x < p.x ? 2 : 3;
    };
    int sum = 0;
    for (size_t i = 0; i < v.size(); ++i) {
        flr_vec2 a = v[i], b = v[(i + 1) % v.size()];
        int step = (quarter(b) - quarter(a) + 4) % 4;
        if (step == 2 && cross(p, a, b) < 0) step = -2;
        sum += step == 3 ? -1 : step;
    }
    return sum / 4;
}

flr_side expected(const points &v, flr_vec2 p, bool even_odd)
{
    for (size_t i = 0; i < v.size(); ++i)
        if (on_edge(v[i], v[(i + 1) % v.size()], p)) return FLR_BOUNDARY;
    int around = winding(v, p);
    return (even_odd ? around % 2 : around) ? FLR_INSIDE : FLR_OUTSIDE;
}

struct tallies {
    long side[3] = {0, 0, 0};
    void add(flr_side s) { ++side[s + 1]; }
    long all() const { return side[0] + side[1] + side[2]; }
    bool mixed() const
    {
        long in = side[1] + side[2];
        return in * 10 >= all() * 3 && in * 10 <= all() * 7 && side[1] * 25 >= all() && side[2] * 25 >= all();
    }
};

void polygons(tally &t)
{
    random_source r{50};
    tallies sides;
    for (int n = 0; n < 16000; ++n) {
        points v;
        int count = r.whole(1, 8), reach = r.whole(1, 4);
        double far = n % 3 == 0 ? 1e6 : n % 3 == 1 ? 0 : 0.1;
        for (int i = 0; i < count; ++i) {
            v.push_back(
                flr_vec2{flr_real(far + r.whole(-reach, reach)), flr_real(far + r.whole(-reach, reach))});
            if (r.whole(0, 4) == 0) v.push_back(v.back());
        }
        flr_vec2 p = flr_vec2{flr_real(far + r.whole(-2, 2) * 0.5), flr_real(far + r.whole(-2, 2) * 0.5)};
        const flr_polygon2 g = {v.data(), v.size()};
        flr_side exact = expected(v, p, false);
        sides.add(exact);
        t.expect(flr_contains2_polygon_point(&g, FLR_NON_ZERO, p) == exact, "non-zero, %zu corners",
                 v.size());
        t.expect(flr_contains2_polygon_point(&g, FLR_EVEN_ODD, p) == expected(v, p, true), "even-odd");
        if (v.size() < 3) continue;
        const flr_triangle2 triangle = {v[0], v[1], v[2]};
        flr_side in_triangle = expected({v[0], v[1], v[2]}, p, false);
        t.expect(flr_contains2_triangle_point(&triangle, p) == in_triangle, "triangle");
        bool overlap = flr_overlap2_point_triangle(p, &triangle);
        t.expect(overlap == (in_triangle != FLR_OUTSIDE), "overlap and contains differ");
    }
    std::printf("  %ld outside, %ld on, %ld inside\n", sides.side[0], sides.side[1], sides.side[2]);
    t.expect(sides.mixed(), "too few of a kind");
}

/// The hull by a walk that keeps collinear and repeated corners or not, as chance has it.
points convex(random_source &r, int reach, double far)
{
    points all, hull;
    int count = r.whole(1, 14);
    for (int i = 0; i < count; ++i)
        all.push_back(
            flr_vec2{flr_real(far + r.whole(-reach, reach)), flr_real(far + r.whole(-reach, reach))});
    auto less = [](flr_vec2 a, flr_vec2 b) { return a.x < b.x || (a.x == b.x && a.y < b.y); };
    std::sort(all.begin(), all.end(), less);
    for (int pass = 0; pass < 2; ++pass) {
        size_t base = hull.size();
        for (flr_vec2 p : all) {
            while (hull.size() >= base + 2 && cross(hull[hull.size() - 2], hull.back(), p) <= 0)
                hull.pop_back();
            hull.push_back(p);
        }
        hull.pop_back();
        std::reverse(all.begin(), all.end());
    }
    if (hull.empty()) hull.push_back(all[0]);
    points v;
    for (size_t i = 0; i < hull.size(); ++i) {
        flr_vec2 a = hull[i], b = hull[(i + 1) % hull.size()];
        v.push_back(a);
        if (r.whole(0, 3) == 0) v.push_back(a);
        flr_vec2 middle =
            flr_vec2_make(flr_real(0.5 * (a.x + b.x)), flr_real(0.5 * (a.y + b.y)));  // a half is exact
        if (r.whole(0, 2) == 0) v.push_back(middle);
    }
    std::rotate(v.begin(), v.begin() + r.whole(0, int(v.size()) - 1), v.end());
    if (r.whole(0, 1)) std::reverse(v.begin(), v.end());
    return v;
}

void convex_polygons(tally &t)
{
    random_source r{51};
    tallies sides;
    for (int n = 0; n < 16000; ++n) {
        double far = n % 2 ? 1e6 : 0;
        int reach = r.whole(1, 5);
        points v = convex(r, reach, far);
        flr_vec2 p = flr_vec2{flr_real(far + r.whole(-5, 5) * 0.5), flr_real(far + r.whole(-5, 5) * 0.5)};
        const flr_polygon2 g = {v.data(), v.size()};
        flr_side exact = expected(v, p, false);
        sides.add(exact);
        flr_side side = flr_contains2_convex_polygon_point(&g, p);
        t.expect(side == exact, "%zu corners: %d, exact %d", v.size(), side, exact);
    }
    std::printf("  %ld outside, %ld on, %ld inside\n", sides.side[0], sides.side[1], sides.side[2]);
    t.expect(sides.mixed(), "too few of a kind");
}

void a_large_convex_polygon(tally &t)
{
    points v;
    for (int i = -500; i < 500; ++i) v.push_back(flr_vec2_make(flr_real(i), flr_real(double(i) * i)));
    for (int i = 500; i > -500; --i)
        v.push_back(flr_vec2_make(flr_real(i), flr_real(500000.0 - double(i) * i)));
    const flr_polygon2 g = {v.data(), v.size()};
    random_source r{52};
    for (int n = 0; n < 5000; ++n) {
        flr_vec2 p = flr_vec2{flr_real(r.whole(-510, 510)), flr_real(r.whole(0, 500000))};
        if (n % 3 == 0) p = v[size_t(r.whole(0, int(v.size()) - 1))];
        t.expect(flr_contains2_convex_polygon_point(&g, p) ==
                     flr_contains2_polygon_point(&g, FLR_NON_ZERO, p),
                 "(%g, %g)", p.x, p.y);
    }
}

/// Around a regular polygon, many corners in one place or on a side, each up to a few roundings off: edges between near corners look anywhere.
points hairy_polygon(random_source &r, int count)
{
    const int sides = r.whole(3, 9), hairs = r.whole(0, 4);
    const double wide = r.between(0.5, 3), from = r.between(0, 7);
    std::vector<double> at;
    for (int i = 0; i < count; ++i) {
        const int where = r.whole(0, 3), side = r.whole(0, sides - 1);
        const double share = r.unit();
        at.push_back(i < sides ? i : side + (where < 2 ? 0 : where == 2 ? std::floor(5 * share) / 4 : share));
    }
    std::sort(at.begin(), at.end());
    points v;
    for (double place : at) {
        const double i = std::floor(place), share = place - i, a = from + 6.283185307179586 * i / sides,
                     b = from + 6.283185307179586 * (i + 1) / sides;
        const double x = hairs * real_rounding * r.between(-1, 1),
                     y = hairs * real_rounding * r.between(-1, 1);
        v.push_back(flr_vec2_make(flr_real(wide * ((1 - share) * std::cos(a) + share * std::cos(b)) + x),
                                  flr_real(wide * ((1 - share) * std::sin(a) + share * std::sin(b)) + y)));
    }
    if (r.whole(0, 1)) std::reverse(v.begin(), v.end());
    std::rotate(v.begin(), v.begin() + r.whole(0, count - 1), v.end());
    return v;
}

/// Common, so large that products of coordinates overflow, or so small that they vanish: a power of two.
double size_of(random_source &r, int n)
{
    const int large = real_is_float ? r.whole(60, 80) : r.whole(505, 560),
              small = real_is_float ? r.whole(-70, -40) : r.whole(-560, -400);
    return std::ldexp(1., n % 3 == 0 ? 0 : n % 3 == 1 ? large : small);
}

void convex_but_for_hairs(tally &t)
{
    random_source r{57};
    long sides[3] = {0, 0, 0};
    const int all = int(scenes(240L));
    for (int n = 0; n < all; ++n) {
        points v = hairy_polygon(r, n % 3 ? r.whole(9, 40) : r.whole(96, 400));
        const double size = size_of(r, n % 2 ? n : 0);
        for (flr_vec2 &c : v) c = flr_scale2(flr_real(size), c);
        const flr_polygon2 g = {v.data(), v.size()};
        for (int i = 0; i < 15; ++i) {
            const double x = size * r.between(-3, 3), y = size * r.between(-3, 3);
            const flr_vec2 p = i ? flr_vec2_make(flr_real(x), flr_real(y)) : v[v.size() / 2];
            const flr_side right = expected(v, p, false);
            ++sides[right + 1];
            t.expect(flr_contains2_convex_polygon_point(&g, p) == right, "%d: (%g, %g)", n, double(p.x),
                     double(p.y));
        }
    }
    const long asked = sides[0] + sides[1] + sides[2];
    t.expect(sides[0] * 10 > asked * 3 && sides[0] * 10 < asked * 8, "%ld of %ld outside", sides[0], asked);
}

/// Corners of an ellipse, which may be narrow, each up to a few roundings off; and how large the numbers are.
points fine_polygon(random_source &r, int count, double size)
{
    const double wide = r.between(0.02, 1), high = r.between(0.5, 1), from = r.unit(),
                 far = r.whole(0, 1) ? 0 : r.between(-1e3, 1e3);
    const double hair = r.whole(0, 2) * real_rounding * (1 + std::fabs(far));
    points v;
    for (int i = 0; i < count; ++i) {
        const double a = 6.283185307179586 * (i + from) / count, x = hair * r.between(-1, 1),
                     y = hair * r.between(-1, 1);
        v.push_back(flr_vec2_make(flr_real(size * (far + wide * std::cos(a) + x)),
                                  flr_real(size * (high * std::sin(a) + y))));
    }
    if (r.whole(0, 1)) std::reverse(v.begin(), v.end());
    return v;
}

/// Anywhere about the polygon, a corner, on an edge or the line through it, beside a corner, or half way between corners.
flr_vec2 about(random_source &r, const points &v, int manner)
{
    const size_t i = size_t(r.whole(0, int(v.size()) - 1)), k = (i + 1) % v.size(), m = v.size() / 4;
    const flr_vec2 a = v[i], b = manner == 4 ? v[0] : v[k];
    const double size = std::fabs(double(v[m].x) - double(v[3 * m].x)) +
                        std::fabs(double(v[m].y) - double(v[3 * m].y)),
                 near = manner == 0   ? 1
                        : manner == 3 ? std::pow(10, r.between(-17, -1))
                                      : 0;
    const double part = manner == 2   ? r.between(-0.5, 1.5)
                        : manner == 4 ? 0.5
                                      : 0,
                 x = near * r.between(-1, 1), y = near * r.between(-1, 1);
    return flr_vec2_make(flr_real(double(a.x) + part * (double(b.x) - double(a.x)) + x * size),
                         flr_real(double(a.y) + part * (double(b.y) - double(a.y)) + y * size));
}

void fine_polygons(tally &t)
{
    random_source r{58};
    long sides[3] = {0, 0, 0};
    const int all = int(scenes(240L));
    for (int n = 0; n < all; ++n) {
        const int count = n % 30 ? r.whole(5, 60) : r.whole(100, 1500);
        const points v = fine_polygon(r, count, size_of(r, n));
        const flr_polygon2 g = {v.data(), v.size()};
        for (int i = 0; i < 10; ++i) {
            const flr_vec2 p = about(r, v, i % 5);
            const flr_side right = expected(v, p, false);
            ++sides[right + 1];
            t.expect(flr_contains2_convex_polygon_point(&g, p) == right, "%d, %d corners, %d: (%g, %g)", n,
                     count, i, double(p.x), double(p.y));
        }
    }
    const long asked = sides[0] + sides[1] + sides[2];
    std::printf("  %ld outside, %ld on, %ld inside\n", sides[0], sides[1], sides[2]);
    t.expect(sides[0] * 10 > asked * 3 && sides[0] * 10 < asked * 7, "%ld of %ld outside", sides[0], asked);
}

void round_and_boxes(tally &t)
{
    random_source r{53};
    tallies circles, boxes, capsules;
    for (int n = 0; n < 20000; ++n) {
        double far = n % 2 ? 1e6 : 0;
        flr_vec2 c = flr_vec2{flr_real(far + r.whole(-3, 3)), flr_real(far + r.whole(-3, 3))},
                 d = flr_vec2{flr_real(far + r.whole(-3, 3)), flr_real(far + r.whole(-3, 3))};
        flr_vec2 p = flr_vec2{flr_real(far + r.whole(-3, 3)), flr_real(far + r.whole(-3, 3))};
        const flr_circle circle = {c, flr_real(double(r.whole(0, 5)))};
        double x = p.x - c.x, y = p.y - c.y, left = circle.radius * circle.radius - x * x - y * y;  // exact
        flr_side exact = left > 0 ? FLR_INSIDE : left < 0 ? FLR_OUTSIDE : FLR_BOUNDARY;
        circles.add(exact);
        t.expect(flr_contains2_circle_point(&circle, p) == exact, "circle");

        const flr_vec2 one = {1, 1};
        const flr_aabb2 aabb = {flr_sub2(flr_min2(c, d), one), flr_add2(flr_max2(c, d), one)};
        const flr_box2 box = {c, {0, 1}, {flr_real(double(r.whole(0, 4))), flr_real(double(r.whole(0, 4)))}};
        points corners = {aabb.min, {aabb.max.x, aabb.min.y}, aabb.max, {aabb.min.x, aabb.max.y}};
        double u = box.half_extents.x, w = box.half_extents.y;
        points turned = {{flr_real(c.x - w), flr_real(c.y - u)},
                         {flr_real(c.x + w), flr_real(c.y - u)},
                         {flr_real(c.x + w), flr_real(c.y + u)},
                         {flr_real(c.x - w), flr_real(c.y + u)}};
        exact = expected(corners, p, false);
        boxes.add(exact);
        t.expect(flr_contains2_aabb_point(&aabb, p) == exact, "aabb");
        t.expect(flr_contains2_box_point(&box, p) == expected(turned, p, false), "box");

        // level, so that the distance to the core is one of whole numbers
        const flr_capsule2 capsule = {c, {d.x, c.y}, flr_real(double(r.whole(0, 5)))};
        double low = std::min(c.x, d.x), high = std::max(c.x, d.x),
               across = p.x < low    ? low - p.x
                        : p.x > high ? p.x - high
                                     : 0;
        left = capsule.radius * capsule.radius - across * across - y * y;
        exact = left > 0 ? FLR_INSIDE : left < 0 ? FLR_OUTSIDE : FLR_BOUNDARY;
        capsules.add(exact);
        t.expect(flr_contains2_capsule_point(&capsule, p) == exact, "capsule");
    }
    for (const tallies *s : {&circles, &boxes, &capsules}) {
        std::printf("  %ld outside, %ld on, %ld inside\n", s->side[0], s->side[1], s->side[2]);
        t.expect(s->mixed(), "too few of a kind");
    }
}

/// H03, G09: the notch of a concave polygon is outside.
void notches(tally &t)
{
    points u = {{0, 0}, {3, 0}, {3, 3}, {2, 3}, {2, 1}, {1, 1}, {1, 3}, {0, 3}};
    const flr_polygon2 g = {u.data(), u.size()};
    t.expect(flr_contains2_polygon_point(&g, FLR_NON_ZERO, {1.5, 2}) == FLR_OUTSIDE, "H03: in the notch");
    t.expect(flr_contains2_polygon_point(&g, FLR_NON_ZERO, {1.5, 1}) == FLR_BOUNDARY, "on its floor");
    t.expect(flr_contains2_polygon_point(&g, FLR_NON_ZERO, {0.5, 1}) == FLR_INSIDE, "level with corners");
    const flr_aabb2 box = {{flr_real(1.2), 2}, {flr_real(1.8), 2.5}};
    t.expect(!flr_overlap2_aabb_polygon(&box, &g), "H03: a box in the notch");
    points star = {{0, 3}, {-2, -3}, {3, 1}, {-3, 1}, {2, -3}};
    const flr_polygon2 s = {star.data(), star.size()};
    t.expect(flr_contains2_polygon_point(&s, FLR_NON_ZERO, {0, 0}) == FLR_INSIDE, "the heart of a pentagram");
    t.expect(flr_contains2_polygon_point(&s, FLR_EVEN_ODD, {0, 0}) == FLR_OUTSIDE, "is not, by parity");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(polygons), FEELER_TEST(convex_polygons), FEELER_TEST(a_large_convex_polygon),
             FEELER_TEST(convex_but_for_hairs), FEELER_TEST(fine_polygons), FEELER_TEST(round_and_boxes),
             FEELER_TEST(notches))

}  // namespace TEST_FILE
