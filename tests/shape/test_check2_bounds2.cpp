// needs: gmp
// Which shapes of the plane have a meaning, and the boxes around those that are bounded.
#include <cfloat>
#include <cmath>
#include <limits>
#include <vector>

#include "feeler/shape2.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/real.hpp"
#include "support/shapes2.hpp"

namespace TEST_FILE
{

using namespace shapes2;

namespace
{

void what_is_valid(tally &t)
{
    const flr_real nan = flr_real(std::nan(""));
    const double inf = HUGE_VAL;
    const flr_vec2 p = {1, 2}, zero = {0, 0}, bad = {nan, 0}, far = {0, flr_real(inf)};
    t.expect(flr_check2_point(p) == FLR_OK && flr_check2_point(bad) == FLR_NOT_FINITE &&
                 flr_check2_point(far) == FLR_NOT_FINITE,
             "point");
    const flr_segment2 s[] = {{p, p}, {p, bad}, {far, p}};
    t.expect(flr_check2_segment(&s[0]) == FLR_OK && flr_check2_segment(&s[1]) == FLR_NOT_FINITE &&
                 flr_check2_segment(&s[2]) == FLR_NOT_FINITE,
             "segment");
    const flr_ray2 r[] = {{p, p}, {p, zero}, {bad, p}};
    t.expect(flr_check2_ray(&r[0]) == FLR_OK && flr_check2_ray(&r[1]) == FLR_INVALID_SHAPE &&
                 flr_check2_ray(&r[2]) == FLR_NOT_FINITE,
             "ray");
    const flr_line2 l[] = {{p, p}, {p, zero}, {p, far}};
    t.expect(flr_check2_line(&l[0]) == FLR_OK && flr_check2_line(&l[1]) == FLR_INVALID_SHAPE &&
                 flr_check2_line(&l[2]) == FLR_NOT_FINITE,
             "line");
    const flr_plane2 n[] = {{p, 1}, {zero, 1}, {p, flr_real(inf)}};
    t.expect(flr_check2_plane(&n[0]) == FLR_OK && flr_check2_plane(&n[1]) == FLR_INVALID_SHAPE &&
                 flr_check2_plane(&n[2]) == FLR_NOT_FINITE,
             "plane");
    const flr_halfspace2 h[] = {{p, 1}, {zero, 1}, {bad, 1}};
    t.expect(flr_check2_halfspace(&h[0]) == FLR_OK && flr_check2_halfspace(&h[1]) == FLR_INVALID_SHAPE &&
                 flr_check2_halfspace(&h[2]) == FLR_NOT_FINITE,
             "halfspace");
    const flr_circle c[] = {{p, 0}, {p, -1}, {p, nan}};
    t.expect(flr_check2_circle(&c[0]) == FLR_OK && flr_check2_circle(&c[1]) == FLR_INVALID_SHAPE &&
                 flr_check2_circle(&c[2]) == FLR_NOT_FINITE,
             "circle (N25: a negative radius)");
    const flr_capsule2 k[] = {{p, p, 0}, {p, zero, -1}, {p, bad, 1}};
    t.expect(flr_check2_capsule(&k[0]) == FLR_OK && flr_check2_capsule(&k[1]) == FLR_INVALID_SHAPE &&
                 flr_check2_capsule(&k[2]) == FLR_NOT_FINITE,
             "capsule");
    const flr_aabb2 b[] = {{p, p}, {p, zero}, {zero, far}};
    t.expect(flr_check2_aabb(&b[0]) == FLR_OK && flr_check2_aabb(&b[1]) == FLR_INVALID_SHAPE &&
                 flr_check2_aabb(&b[2]) == FLR_NOT_FINITE,
             "aabb");
    const flr_box2 x[] = {
        {p, {flr_real(0.6), flr_real(0.8)}, zero}, {p, {2, 0}, p}, {p, {1, 0}, {-1, 1}}, {p, {1, 0}, bad}};
    t.expect(flr_check2_box(&x[0]) == FLR_OK && flr_check2_box(&x[1]) == FLR_INVALID_SHAPE,
             "box (A07: an axis of length 2)");
    t.expect(flr_check2_box(&x[2]) == FLR_INVALID_SHAPE && flr_check2_box(&x[3]) == FLR_NOT_FINITE,
             "box (B14: a negative half extent)");
    const flr_triangle2 w[] = {{p, p, p}, {p, p, far}};
    t.expect(flr_check2_triangle(&w[0]) == FLR_OK && flr_check2_triangle(&w[1]) == FLR_NOT_FINITE,
             "triangle");
    const flr_vec2 some[] = {p, zero, bad};
    const flr_polygon2 g[] = {{some, 2}, {some, 0}, {some, 3}, {nullptr, 3}};
    t.expect(flr_check2_polygon(&g[0]) == FLR_OK && flr_check2_polygon(&g[1]) == FLR_INVALID_SHAPE,
             "polygon");
    t.expect(flr_check2_polygon(&g[2]) == FLR_NOT_FINITE && flr_check2_polygon(&g[3]) == FLR_INVALID_SHAPE,
             "polygon");
}

flr_aabb2 bounds(flr_vec2 p) { return flr_bounds2_point(p); }
flr_aabb2 bounds(const flr_segment2 *s) { return flr_bounds2_segment(s); }
flr_aabb2 bounds(const flr_circle *s) { return flr_bounds2_circle(s); }
flr_aabb2 bounds(const flr_capsule2 *s) { return flr_bounds2_capsule(s); }
flr_aabb2 bounds(const flr_aabb2 *s) { return flr_bounds2_aabb(s); }
flr_aabb2 bounds(const flr_box2 *s) { return flr_bounds2_box(s); }
flr_aabb2 bounds(const flr_triangle2 *s) { return flr_bounds2_triangle(s); }
flr_aabb2 bounds(const flr_polygon2 *s) { return flr_bounds2_polygon(s); }
flr_aabb2 bounds(const void *) { return {{0, 0}, {0, 0}}; }

/// The extremes of all corners of the exact definition, grown by the radius.
void boxes_around(tally &t)
{
    random_source r{90};
    double worst = 0;
    for (kind k : {point, segment, circle, capsule, aabb, box, triangle, polygon})
        for (int n = 0; n < 400; ++n) {
            shape s = random_shape(r, k, random_place(r));
            settle(s);
            definition d = define(s, 1);
            flr_aabb2 b = visit(s, [](auto typed) { return bounds(typed); });
            const double got[2][2] = {{b.min.x, b.max.x}, {b.min.y, b.max.y}};
            for (size_t axis = 0; axis < 2; ++axis) {
                big_rational low = d.simplices[0][0][axis], high = low;
                for (const auto &x : d.simplices)
                    for (const exact &c : x) {
                        if (k == polygon && &c == &x[0]) continue;  // the centre is none of its corners
                        low = std::min(low, c[axis]), high = std::max(high, c[axis]);
                    }
                if (k == polygon) {
                    low = high = big_rational(axis ? s.vertices[0].y : s.vertices[0].x);
                    for (flr_vec2 v : s.vertices)
                        low = std::min(low, big_rational(axis ? v.y : v.x)),
                        high = std::max(high, big_rational(axis ? v.y : v.x));
                }
                low -= d.radius, high += d.radius;
                double size = std::max(std::fabs(low.get_d()), std::fabs(high.get_d())) * real_epsilon;
                for (int side = 0; side < 2; ++side) {
                    double error =
                        std::fabs(big_rational(big_rational(got[axis][side]) - (side ? high : low)).get_d());
                    bool corners = k != circle && k != capsule && k != box;
                    t.expect(error <= (corners ? 0 : 2 * size), "%s: %g ulp off", name(k), error / size);
                    if (size > 0) worst = std::max(worst, error / size);
                }
            }
        }
    expect_pinned(t, "bounds, ulp", worst, real_choose(1, 1));
    const flr_polygon2 none = {nullptr, 0};
    t.expect(flr_bounds2_polygon(&none).min.x > flr_bounds2_polygon(&none).max.x, "no corner: an empty box");
}

/// Which outlines cross is known by construction: two corners of a simple one that change places make it cross, and rows, spikes and
/// touches do not.
void outlines_that_cross(tally &t)
{
    auto of = [](std::vector<flr_vec2> v) {
        const flr_polygon2 g = {v.data(), v.size()};
        return flr_check2_polygon(&g);
    };
    t.expect(of({{0, 0}, {2, 2}, {2, 0}, {0, 2}}) == FLR_SELF_CROSSING, "a bow tie");
    t.expect(of({{0, 0}, {2, 0}, {2, 2}, {0, 2}}) == FLR_OK, "a square");
    t.expect(of({{0, 0}, {3, 0}, {1, 1}, {0, 3}}) == FLR_OK, "a dart");
    t.expect(of({{0, 0}, {4, 0}, {4, 4}, {2, 0}, {0, 4}}) == FLR_OK, "a corner on an edge");
    t.expect(of({{0, 0}, {2, 0}, {1, 0}, {3, 0}}) == FLR_OK, "all on a line");
    t.expect(of({{1, 1}, {1, 1}, {1, 1}}) == FLR_OK && of({{1, 1}}) == FLR_OK, "a point");
    // by less than any rounding: the tip is below the edge, on it, above it
    const flr_real least = std::numeric_limits<flr_real>::denorm_min();
    t.expect(of({{0, 0}, {1, 0}, {1, 1}, {flr_real(0.5), -least}, {0, 1}}) == FLR_SELF_CROSSING,
             "just across");
    t.expect(of({{0, 0}, {1, 0}, {1, 1}, {flr_real(0.5), 0}, {0, 1}}) == FLR_OK, "just at");
    t.expect(of({{0, 0}, {1, 0}, {1, 1}, {flr_real(0.5), least}, {0, 1}}) == FLR_OK, "just inside");
    std::vector<flr_vec2> star, round;
    for (int k = 0; k < 40; ++k) {
        const double angle = k * 2 * 3.14159265358979 / 40, radius = k % 2 ? 1 : 3;
        star.push_back({flr_real(radius * std::cos(angle)), flr_real(radius * std::sin(angle))});
        round.push_back({flr_real(std::cos(angle)), flr_real(std::sin(angle))});
    }
    t.expect(of(star) == FLR_OK && of(round) == FLR_OK, "a star or a round polygon");
    for (size_t k = 0; k < 40; ++k) {
        std::vector<flr_vec2> twisted = round;
        std::swap(twisted[k], twisted[(k + 1) % 40]);
        t.expect(of(twisted) == FLR_SELF_CROSSING, "a round polygon twisted at %zu", k);
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(what_is_valid), FEELER_TEST(boxes_around), FEELER_TEST(outlines_that_cross))

}  // namespace TEST_FILE
