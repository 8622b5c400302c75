// needs: gmp
// Voronoi regions and weights of segments and triangles of the plane against rationals, and the trap
// list's inputs for closest points, by their ids.
#include <cfloat>

#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"
#include "support/shapes2.hpp"

namespace TEST_FILE
{

using namespace shapes2;

namespace
{

big_rational distance_to(const std::vector<exact> &corner, const exact &p, unsigned face)
{
    std::vector<exact> kept;
    for (size_t i = 0; i < corner.size(); ++i)
        if (face >> i & 1) kept.push_back(corner[i]);
    return exact3::distance_squared(kept, {p});
}

bool same_distance(const std::vector<exact> &corner, const exact &p, unsigned f, unsigned g)
{
    bool edges = f == 3 || f == 5 || f == 6, edges_too = g == 3 || g == 5 || g == 6;
    return (f == g || (edges && edges_too)) && distance_to(corner, p, f) == distance_to(corner, p, g);
}

/// By exhaustion: the smallest faces first, the first at the least distance.
unsigned nearest_face(const std::vector<exact> &corner, const exact &p)
{
    unsigned best = 0;
    big_rational least = -1;
    static const unsigned faces[] = {1, 2, 4, 3, 6, 5, 7};
    for (unsigned f : faces) {
        if (f >> corner.size()) continue;
        big_rational square = distance_to(corner, p, f);
        if (least >= 0 && square >= least) continue;
        least = square;
        best = f;
    }
    return best;
}

bool flat(const flr_triangle2 &t) { return flr_orient2(t.a.x, t.a.y, t.b.x, t.b.y, t.c.x, t.c.y) == 0; }

/// How far the weights and the point told are from the closest point, in ulp of the largest difference or coordinate.
void judge_point(const flr_region2 &g, const flr_triangle2 &of, flr_vec2 p, double *named, double *off)
{
    const flr_vec2 corner[] = {of.a, of.b, of.c};
    std::vector<exact> all = {lift(of.a), lift(of.b), lift(of.c)};
    exact sum = {0, 0, 0};
    double size = 0;
    for (size_t i = 0; i < 3; ++i) {
        for (size_t k = 0; k < 2; ++k) sum[k] += big_rational(double(g.weights[i])) * all[i][k];
        for (double x : {corner[i].x, corner[i].y, flr_real(corner[i].x - p.x), flr_real(corner[i].y - p.y)})
            size = std::fmax(size, std::fabs(x));
    }
    if (size == 0) return;
    // off the shape, and farther or nearer than the closest point
    const big_rational least = distance_to(all, lift(p), 7);
    for (auto *w : {named, off}) {
        const exact q = w == named ? sum : lift(g.point);
        const double on = std::sqrt(distance_to(all, q, 7).get_d()),
                     far = std::sqrt(distance_to({lift(p)}, q, 1).get_d()) - std::sqrt(least.get_d());
        *w = std::fmax(*w, std::fmax(on, std::fabs(far)) / (size * real_epsilon));
    }
}

void regions(tally &t)
{
    random_source r{70};
    long count[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    double named = 0, off = 0;
    for (int n = 0; n < scenes(8000); ++n) {
        place at = random_place(r);
        shape s = random_shape(r, triangle, at);
        flr_vec2 p = at.at(r, 5);
        if (r.whole(0, 3) == 0)
            p = flr_vec2_make((s.triangle.a.x + s.triangle.b.x + s.triangle.c.x) / 3,
                              (s.triangle.a.y + s.triangle.b.y + s.triangle.c.y) / 3);
        std::vector<exact> corner = {lift(s.triangle.a), lift(s.triangle.b), lift(s.triangle.c)};
        flr_region2 g = flr_region2_triangle_point(&s.triangle, p);
        unsigned expected = nearest_face(corner, lift(p));
        ++count[expected];
        if (flat(s.triangle))  // edges may lie on one another, and either is right
            t.expect(same_distance(corner, lift(p), g.corners, expected),
                     "flat triangle: region %u, exact %u", g.corners, expected);
        else
            t.expect(g.corners == expected, "triangle: region %u, exact %u", g.corners, expected);
        double sum = g.weights[0] + g.weights[1] + g.weights[2];
        t.expect(std::fabs(sum - 1) <= 4 * real_epsilon, "weights sum to %.17g", sum);
        for (int i = 0; i < 3; ++i) {
            t.expect(g.weights[i] >= 0, "a weight is %g", g.weights[i]);
            t.expect(g.corners >> i & 1 || g.weights[i] == 0, "a corner out of the region has weight %g",
                     g.weights[i]);
        }
        judge_point(g, s.triangle, p, &named, &off);
        corner.pop_back();
        g = flr_region2_segment_point(&s.segment, p);
        corner = {lift(s.segment.a), lift(s.segment.b)};
        expected = nearest_face(corner, lift(p));
        t.expect(g.corners == expected, "segment: region %u, exact %u", g.corners, expected);
        judge_point(g, {s.segment.a, s.segment.b, s.segment.b}, p, &named, &off);
    }
    expect_pinned(t, "the point that the weights name, ulp", named, real_choose(2, 0.6));
    expect_pinned(t, "the closest point, ulp", off, real_choose(2, 0.6));
    for (unsigned f = 1; f < 8; ++f) t.expect(enough(count[f] > 300), "region %u: %ld cases", f, count[f]);
}

void weights_of_a_triangle(tally &t)
{
    random_source r{71};
    double worst = 0;
    long full = 0;
    for (int n = 0; n < scenes(8000); ++n) {
        place at = random_place(r);
        shape s = random_shape(r, triangle, at);
        flr_vec2 p = at.at(r, 4);
        flr_real w[3];
        bool ok = flr_barycentric2_triangle_point(&s.triangle, p, w);
        t.expect(ok != flat(s.triangle), "area is %d", ok);
        if (!ok) continue;
        ++full;
        // the weights give the point back, to the rounding of the longest way
        using wide = long double;
        auto sum = [&](wide a, wide b, wide c) { return double(w[0] * a + w[1] * b + w[2] * c); };
        double x = sum(wide(s.triangle.a.x) - p.x, wide(s.triangle.b.x) - p.x, wide(s.triangle.c.x) - p.x);
        double y = sum(wide(s.triangle.a.y) - p.y, wide(s.triangle.b.y) - p.y, wide(s.triangle.c.y) - p.y);
        double size = 0,
               most = std::fmax(1, std::fmax(std::fabs(w[0]), std::fmax(std::fabs(w[1]), std::fabs(w[2]))));
        for (flr_vec2 q : {s.triangle.a, s.triangle.b, s.triangle.c}) {
            stretch(&size, q.x - p.x);
            stretch(&size, q.y - p.y);
        }
        double error = std::hypot(x, y) / (size * most * real_epsilon);
        worst = std::max(worst, error);
        t.expect(error <= 8, "%g ulp", error);
    }
    std::printf("  worst %.2f ulp of %ld\n", worst, full);
    t.expect(enough(full > 6000), "only %ld with an area", full);
    expect_pinned(t, "weights, ulp", worst, real_choose(3, 1));
}

bool is(flr_vec2 p, double x, double y) { return p.x == x && p.y == y; }

void traps(tally &t)
{
    flr_segment2 s = {{1, 2}, {1, 2}};
    flr_closest2 c = flr_closest2_point_segment({4, 6}, &s);
    t.expect(c.distance == 5 && is(c.point_b, 1, 2), "A03: a == b");
    s = {{0, 8}, {882, 731}};
    flr_vec2 beside = {flr_real(441.01), 369.5};
    double exact_distance =
        double(std::fabs(441.01L * 723 - 361.5L * 882) / std::sqrt(882.0L * 882 + 723.0L * 723));
    t.expect(std::fabs(flr_closest2_point_segment(beside, &s).distance - exact_distance) <
                 real_choose(1e-12, 1e-4),
             "A04");
    s = {{0, 0}, {1, 0}};
    c = flr_closest2_point_segment({3, 0}, &s);
    t.expect(c.distance == 2 && is(c.point_b, 1, 0), "A05: beyond the end");
    flr_segment2 u = {{0, 0}, {flr_real(9e-4), 0}},
                 v = {{flr_real(9e-4), flr_real(1e-4)}, {flr_real(9e-4), flr_real(1e-3)}};
    t.expect(flr_closest2_segment_segment(&u, &v).distance == real_of(1e-4),
             "A20: short segments are not points");
    u = {{0, 0}, {4, 0}}, v = {{6, 1}, {10, 2}};
    t.expect(std::fabs(flr_closest2_segment_segment(&u, &v).distance - std::sqrt(5.0)) <= real_epsilon * 4,
             "A32");
    u = {{5, -7}, {39, -18}}, v = {{8, -8}, {42, flr_real(-18.99)}};
    t.expect(flr_closest2_segment_segment(&u, &v).distance < 0.03, "A19, in the plane");
    s = {{1e8, 0}, {1, 0}};
    c = flr_closest2_point_segment({-5, 0}, &s);
    t.expect(is(c.point_b, 1, 0) && c.distance == 6, "N08: a clamped end has its own bits");
    s = {{1, 1}, {1, 1}};
    t.expect(is(flr_region2_segment_point(&s, {2, 2}).point, 1, 1), "G08");
    flr_triangle2 flat_one = {{-1, -3}, {1, -3}, {2, -3}};
    flr_region2 g = flr_region2_triangle_point(&flat_one, {0, -3});
    t.expect(g.corners == 3 && is(g.point, 0, -3) && g.weights[0] == 0.5, "G04: region %u", g.corners);
    flr_triangle2 clockwise = {{0, 0}, {0, 1}, {1, 0}};
    flr_real w[3];
    t.expect(flr_barycentric2_triangle_point(&clockwise, {0.25, 0.25}, w) && w[0] == 0.5 && w[1] == 0.25 &&
                 w[2] == 0.25,
             "G06");
    t.expect(flr_region2_triangle_point(&clockwise, {0.25, 0.25}).corners == 7, "G06: inside");
    c = flr_closest2_point_triangle({0.25, 0.25}, &clockwise);
    t.expect(c.distance == 0 && is(c.point_b, 0.25, 0.25), "G07: in the plane, inside is the point itself");
    // G05: 0.1 + 0.2 is not 0.3, and the difference is told
    const flr_real sum = flr_real(flr_real(0.1) + flr_real(0.2)), three = flr_real(0.3);
    t.expect(flr_closest2_point_point({sum, 0}, {three, 0}).distance == flr_real(sum - three), "G05");
    // G01 and case 1: the numbers of the talk's single-precision example, in double
    s = {{flr_real(0.021119118), flr_real(79.584320)}, {flr_real(0.020964622), flr_real(-31.515678)}};
    t.expect(flr_barycentric2_segment_point(&s, {0, 0}, w) && std::fabs(w[1] - 0.71633052) < 1e-7 &&
                 std::fabs(w[0] + w[1] - 1) < real_choose(1e-15, 1e-7),
             "G01: weight %.17g", w[1]);
    // case 2: the number line
    s = {{10, 0}, {100, 0}};
    static const double line[3][3] = {{55, 0.5, 0.5}, {32.5, 0.75, 0.25}, {-12.5, 1.25, -0.25}};
    for (const auto &row : line)
        t.expect(flr_barycentric2_segment_point(&s, {flr_real(row[0]), 7}, w) && w[0] == row[1] &&
                     w[1] == row[2],
                 "S2-03: %g", row[0]);
    // cases 3 and 4: triangle regions
    flr_triangle2 right = {{0, 0}, {4, 0}, {0, 4}};
    static const struct {
        flr_vec2 p, q;
        unsigned corners;
    } rows[] = {{{-1, -1}, {0, 0}, 1}, {{5, -1}, {4, 0}, 2}, {{-1, 5}, {0, 4}, 4}, {{2, -1}, {2, 0}, 3},
                {{-1, 2}, {0, 2}, 5},  {{3, 3}, {2, 2}, 6},  {{1, 1}, {1, 1}, 7},  {{2, 0}, {2, 0}, 3}};
    for (const auto &row : rows) {
        g = flr_region2_triangle_point(&right, row.p);
        t.expect(g.corners == row.corners && is(g.point, row.q.x, row.q.y), "region of (%g, %g): %u", row.p.x,
                 row.p.y, g.corners);
    }
    flr_triangle2 twice = {{0, 0}, {0, 0}, {1, 0}}, once = {{1, 1}, {1, 1}, {1, 1}};
    t.expect(is(flr_closest2_point_triangle({0.5, 1}, &twice).point_b, 0.5, 0), "two equal corners");
    t.expect(is(flr_region2_triangle_point(&once, {9, 7}).point, 1, 1), "three equal corners");
    // S2-11, A13: outside two edges, yet nearest to one
    flr_triangle2 blunt = {{0, 0}, {10, 0}, {-4, 1}};
    g = flr_region2_triangle_point(&blunt, {-3, -1});
    t.expect(g.corners == nearest_face({lift(blunt.a), lift(blunt.b), lift(blunt.c)}, lift({-3, -1})),
             "S2-11: region %u", g.corners);
    // A01: a normal of any length
    flr_plane2 plane_2 = {{0, 2}, 0};
    t.expect(flr_closest2_point_plane({0, 3}, &plane_2).distance == 3, "A01");
    flr_aabb2 unit = {{0, 0}, {1, 1}}, other = {{3, 0}, {4, 1}};
    t.expect(flr_closest2_aabb_aabb(&unit, &other).distance == 2, "unit squares at distance 2");
    flr_circle two = {{0, 0}, 2}, real4 = {{7, 0}, 4};
    c = flr_closest2_circle_circle(&two, &real4);
    t.expect(c.distance == 1 && is(c.point_a, 2, 0) && is(c.point_b, 3, 0), "circles at distance 1");
}

/// The foot that the weights name, in roundings of the scene's size times the larger weight; their sum.
void weights_of_a_segment(tally &t)
{
    random_source r{29};
    double worst = 0;
    for (int i = 0; i < scenes(4000); ++i) {
        const double away = i % 4 ? 0 : real_choose(1e6, 32), reach = i % 3 ? 1 : 1e-3;
        double n[6];
        for (double &x : n) x = real_of(away + r.between(-reach, reach));
        const flr_segment2 s = {{flr_real(n[0]), flr_real(n[1])}, {flr_real(n[2]), flr_real(n[3])}};
        flr_real w[2];
        t.expect(flr_barycentric2_segment_point(&s, {flr_real(n[4]), flr_real(n[5])}, w), "no segment");
        big_rational ux = big_rational(n[2]) - n[0], uy = big_rational(n[3]) - n[1],
                     px = big_rational(n[4]) - n[0], py = big_rational(n[5]) - n[1];
        big_rational off = double(w[1]) - big_rational((ux * px + uy * py) / (ux * ux + uy * uy));
        const double length = std::hypot(ux.get_d(), uy.get_d()),
                     size = std::fmax(length, std::fmax(std::hypot(px.get_d(), py.get_d()),
                                                        std::hypot(n[4] - n[2], n[5] - n[3]))),
                     most = std::fmax(std::fabs(double(w[0])), std::fabs(double(w[1])));
        worst = std::fmax(worst, std::fabs(off.get_d()) * length / (size * most) / real_rounding);
        t.expect(std::fabs(double(w[0]) + double(w[1]) - 1) <= 8 * real_rounding * most * size / length,
                 "sum %.17g", double(w[0]) + double(w[1]));
    }
    expect_pinned(t, "the foot", worst, real_choose(4, 1.2));
}

}  // namespace

FEELER_TESTS(FEELER_TEST(regions), FEELER_TEST(weights_of_a_triangle), FEELER_TEST(weights_of_a_segment),
             FEELER_TEST(traps))

}  // namespace TEST_FILE
