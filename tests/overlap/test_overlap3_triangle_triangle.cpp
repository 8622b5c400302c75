// needs: gmp cgal
/// Do two triangles meet? Against the definition in integers and rationals, and against CGAL.
#include <algorithm>

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Triangle_3.h>
#include <CGAL/intersections.h>

#include "feeler/overlap3.h"
#include "overlap/overlap3_cases.hpp"
#include "raycast/exact_cast3.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

typedef CGAL::Exact_predicates_inexact_constructions_kernel kernel;
using flat3::point;

/// Both ways round: the answer must not depend on which is a.
bool ask(const std::vector<point> &a, const std::vector<point> &b)
{
    flr_triangle3 ta = flat3::triangle(a[0], a[1], a[2]), tb = flat3::triangle(b[0], b[1], b[2]);
    bool one = flr_overlap3_triangle_triangle(&ta, &tb), other = flr_overlap3_triangle_triangle(&tb, &ta);
    if (one != other) std::printf("  differs with the order of the two\n");
    return one && other;
}

void lattice(tally &t)
{
    overlap3_cases::lattice(t, ask, 3, 3, 1, 15, 6000);
    overlap3_cases::lattice(t, ask, 3, 3, 2, 30, 12000);
}

void close_calls(tally &t)
{
    long hits = 0, count = 0;
    for (int f = 0; f < flat3::FAMILIES; ++f) {
        flat3::family family = flat3::family(f);
        if (!flat3::fits(family)) continue;
        long number = scenes(family == flat3::VANISHING || family == flat3::HUGE_ONES ? 60 : 350);
        hits += overlap3_cases::close_calls(t, ask, 3, 3, family, 30, number);
        count += number;
    }
    overlap3_cases::check_rate(t, "close calls", hits, count);
}

kernel::Triangle_3 cgal_triangle(const std::vector<point> &c)
{
    kernel::Point_3 p[3];
    for (size_t i = 0; i < 3; ++i) p[i] = kernel::Point_3(c[i][0], c[i][1], c[i][2]);
    return kernel::Triangle_3(p[0], p[1], p[2]);
}

/// CGAL asks for triangles with area.
void against_cgal(tally &t)
{
    random_source random{77};
    long hits = 0, count = 0;
    for (long n = 0; n < scenes(40000); ++n) {
        flat3::family family = flat3::family(n % flat3::VANISHING);
        flat3::scene s =
            n % 2 ? flat3::lattice(random, 2, 30) : flat3::nearly_touching(random, family, 3, 3, 30);
        auto a = flat3::corners(s, 0, 3), b = flat3::corners(s, 3, 3);
        kernel::Triangle_3 ta = cgal_triangle(a), tb = cgal_triangle(b);
        if (ta.is_degenerate() || tb.is_degenerate()) continue;
        bool expected = CGAL::do_intersect(ta, tb);
        hits += expected;
        ++count;
        overlap3_cases::check(t, ask, a, b, expected, false, "CGAL");
    }
    overlap3_cases::check_rate(t, "CGAL", hits, count);
}

/// The named ways in which two triangles can lie, at three scales and far from the origin.
void by_hand(tally &t)
{
    const std::vector<point> base = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    const struct {
        const char *name;
        std::vector<point> other;
        bool meets;
    } cases[] = {
        {"through the face", {{1, 1, -1}, {1.25, 1, 2}, {1, 1.25, 2}}, true},
        {"corner on the face", {{1, 1, 0}, {1, 1, 3}, {2, 1, 3}}, true},
        {"corner just above the face", {{1, 1, 0x1p-40}, {1, 1, 3}, {2, 1, 3}}, false},
        {"edge on the face", {{1, 1, 0}, {2, 1, 0}, {1, 1, 3}}, true},
        {"edges cross", {{2, -1, -1}, {2, -1, 1}, {2, 1, 0}}, true},
        {"corner on an edge", {{2, 0, 0}, {2, -1, 1}, {2, -1, -1}}, true},
        {"corner on a corner", {{4, 0, 0}, {8, 1, 1}, {8, -1, -1}}, true},
        {"shared edge, folded", {{0, 0, 0}, {4, 0, 0}, {0, 0, 4}}, true},
        {"the same triangle", {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, true},
        {"turned over", {{0, 0, 0}, {0, 4, 0}, {4, 0, 0}}, true},
        {"coplanar inside", {{0.5, 0.5, 0}, {1, 0.5, 0}, {0.5, 1, 0}}, true},
        {"coplanar around", {{-9, -9, 0}, {40, -9, 0}, {-9, 40, 0}}, true},
        {"coplanar, edges cross only", {{1, -1, 0}, {2, -1, 0}, {1.5, 9, 0}}, true},
        {"coplanar, along a common edge", {{1, 0, 0}, {3, 0, 0}, {2, -2, 0}}, true},
        {"coplanar, a common corner", {{4, 0, 0}, {6, 1, 0}, {6, -1, 0}}, true},
        {"coplanar, apart", {{2.5, 2.5, 0}, {4, 4, 0}, {4, 2.5, 0}}, false},
        {"coplanar, on the line of an edge, beyond", {{5, 0, 0}, {7, 0, 0}, {6, -1, 0}}, false},
        {"parallel above", {{0, 0, 1}, {4, 0, 1}, {0, 4, 1}}, false},
        {"through the plane, past the edge", {{3, 3, -1}, {3, 3, 1}, {5, 5, 1}}, false},
        {"a segment through the face", {{1, 1, -1}, {1, 1, 1}, {1, 1, 0.5}}, true},
        {"a segment in the face", {{1, 1, 0}, {2, 1, 0}, {1.5, 1, 0}}, true},
        {"a segment above the face", {{1, 1, 1}, {2, 1, 2}, {3, 1, 3}}, false},
        {"a segment beside the face", {{5, 1, -1}, {5, 1, 1}, {5, 1, 0}}, false},
        {"a point in the face", {{1, 1, 0}, {1, 1, 0}, {1, 1, 0}}, true},
        {"a point on an edge", {{2, 2, 0}, {2, 2, 0}, {2, 2, 0}}, true},
        {"a point off the face", {{3, 3, 0}, {3, 3, 0}, {3, 3, 0}}, false},
        {"a point above the face", {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}, false},
    };
    for (const auto &c : cases)
        for (double scale : {1.0, 0x1p-10, real_choose(0x1p-400, 0x1p-60), real_choose(0x1p300, 0x1p60)})
            for (double offset : {0.0, real_choose(0x1p20, 0x1p12)}) {
                std::vector<point> a = base, b = c.other;
                for (auto *shape : {&a, &b})
                    for (auto &p : *shape)
                        for (double &x : p)
                            x = scale * (x + (offset > 0 && c.other[0][2] != 0x1p-40 ? offset : 0));
                overlap3_cases::check(t, ask, a, b, c.meets, true, c.name);
            }
}

/// Two triangles without area: segments that cross, touch, overlap on a line, or pass by.
void both_degenerate(tally &t)
{
    const struct {
        const char *name;
        std::vector<point> a, b;
        bool meets;
    } cases[] = {
        {"crossing", {{0, 0, 0}, {4, 4, 4}, {1, 1, 1}}, {{4, 0, 2}, {0, 4, 2}, {1, 3, 2}}, true},
        {"passing by", {{0, 0, 0}, {4, 4, 4}, {1, 1, 1}}, {{4, 0, 3}, {0, 4, 3}, {1, 3, 3}}, false},
        {"end to end", {{0, 0, 0}, {1, 2, 3}, {0, 0, 0}}, {{1, 2, 3}, {5, 5, 5}, {3, 3.5, 4}}, true},
        {"on one line, overlapping",
         {{0, 0, 0}, {2, 2, 2}, {1, 1, 1}},
         {{1, 1, 1}, {3, 3, 3}, {3, 3, 3}},
         true},
        {"on one line, apart", {{0, 0, 0}, {2, 2, 2}, {1, 1, 1}}, {{3, 3, 3}, {4, 4, 4}, {4, 4, 4}}, false},
        {"parallel", {{0, 0, 0}, {2, 0, 0}, {1, 0, 0}}, {{0, 1, 0}, {2, 1, 0}, {1, 1, 0}}, false},
        {"point on segment", {{0, 0, 0}, {3, 3, 3}, {1, 1, 1}}, {{2, 2, 2}, {2, 2, 2}, {2, 2, 2}}, true},
        {"point beyond segment", {{0, 0, 0}, {3, 3, 3}, {1, 1, 1}}, {{4, 4, 4}, {4, 4, 4}, {4, 4, 4}}, false},
        {"one point", {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}}, {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}}, true},
        {"two points", {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}}, {{1, 2, 4}, {1, 2, 4}, {1, 2, 4}}, false},
    };
    for (const auto &c : cases) overlap3_cases::check(t, ask, c.a, c.b, c.meets, true, c.name);
}

typedef exact_cast::point exact_point;

exact_point exactly(const point &p) { return {big_rational(p[0]), big_rational(p[1]), big_rational(p[2])}; }

/// What two triangles share, from the definition: the hull of what each edge of the one has in common with the other.
struct shared {
    std::vector<exact_point> corners;
    bool area = false;
    exact_point end[2];
    big_rational longest = -1;  ///< squared

    void add_edges(const std::vector<point> &of, const std::vector<point> &within)
    {
        std::vector<exact_point> other;
        for (auto &p : within) other.push_back(exactly(p));
        for (size_t i = 0; i < 3; ++i) {
            exact_point o = exactly(of[i]), d = exact_cast::sub(exactly(of[(i + 1) % 3]), o);
            bool edge = d[0] != 0 || d[1] != 0 || d[2] != 0;
            if (!edge) d[0] = 1;
            exact_cast::interval t = exact_cast::meet(o, d, other);
            big_rational to = edge ? 1 : 0;
            if (t.empty || t.last < 0 || t.first > to) continue;
            corners.push_back(t.first < 0 ? o : exact_cast::along(o, t.first, d));
            corners.push_back(exact_cast::along(o, t.last > to ? to : t.last, d));
        }
    }
    shared(const std::vector<point> &a, const std::vector<point> &b)
    {
        add_edges(a, b);
        add_edges(b, a);
        for (auto &p : corners)
            for (auto &q : corners) {
                exact_point d = exact_cast::sub(q, p);
                big_rational square = exact_cast::dot(d, d);
                if (square <= longest) continue;
                longest = square;
                end[0] = p;
                end[1] = q;
            }
        for (auto &p : corners) {
            exact_point n = exact_cast::cross(exact_cast::sub(end[1], end[0]), exact_cast::sub(p, end[0]));
            area |= exact_cast::dot(n, n) != 0;
        }
    }
    int count() const { return corners.empty() ? 0 : longest == 0 ? 1 : 2; }
};

double off(flr_vec3 p, const exact_point &q)
{
    exact_point d = exact_cast::sub(exact_cast::from(p), q);
    double most = 0;
    for (auto &x : d) most = std::max(most, std::fabs(x.get_d()));
    return most;
}

struct segments {
    exact_cast::worst ends{}, diameters{};
    long count[3] = {0, 0, 0}, areas = 0;

    void check(tally &t, const std::vector<point> &a, const std::vector<point> &b)
    {
        shared truth(a, b);
        double unit = 0;
        for (auto *shape : {&a, &b})
            for (auto &p : *shape)
                for (double x : p) unit = std::max(unit, std::fabs(x));
        unit *= real_epsilon;
        flr_triangle3 ta = flat3::triangle(a[0], a[1], a[2]), tb = flat3::triangle(b[0], b[1], b[2]),
                      turned = {tb.c, tb.b, tb.a};
        ++count[truth.count()];
        areas += truth.area;
        flr_intersection3 answers[3] = {flr_intersect3_triangle_triangle(&ta, &tb),
                                        flr_intersect3_triangle_triangle(&tb, &ta),
                                        flr_intersect3_triangle_triangle(&ta, &turned)};
        for (auto &r : answers) {
            if (!t.expect(r.count == truth.count() && r.area == truth.area,
                          "%d points, area %d: exactly %d, %d", r.count, r.area, truth.count(), truth.area)) {
                if (t.wrong <= 20) overlap3_cases::print("shared", a, b);
                continue;
            }
            if (r.count == 0) continue;
            if (r.area) {
                exact_point d = exact_cast::sub(exact_cast::from(r.point[0]), exact_cast::from(r.point[1]));
                diameters.see(std::fabs(exact_cast::length(d) - exact_cast::root(truth.longest)) / unit);
                for (auto &p : r.point) {
                    double nearest = INFINITY;
                    for (auto &c : truth.corners) nearest = std::min(nearest, off(p, c));
                    ends.see(nearest / unit);
                }
                continue;
            }
            bool swapped = off(r.point[0], truth.end[1]) + off(r.point[1], truth.end[0]) <
                           off(r.point[0], truth.end[0]) + off(r.point[1], truth.end[1]);
            for (size_t k = 0; k < 2; ++k) {
                const exact_point &end = truth.end[swapped ? 1 - k : k];
                double error = off(r.point[k], end);
                ends.see(error / unit);
                for (auto *shape : {&a, &b})
                    for (auto &p : *shape)
                        t.expect(exactly(p) != end || error == 0, "a corner came out off by %g", error);
            }
            t.expect(r.count == 2 || off(r.point[0], exact_cast::from(r.point[1])) == 0,
                     "one point, but two");
        }
    }
};

/// On the lattice, in one plane, and as near to touching as rounding allows.
void shared_segments(tally &t)
{
    random_source random{5150};
    segments all;
    for (int n = 0; n < scenes(600); ++n) {
        flat3::scene s = flat3::lattice(random, 1 + n % 2, 40);
        if (n % 3 == 0)
            for (auto &p : s) p[2] = n % 2 ? p[0] + 2 * p[1] : 0;
        all.check(t, flat3::corners(s, 0, 3), flat3::corners(s, 3, 3));
    }
    for (int n = 0; n < scenes(700); ++n) {
        flat3::family family = flat3::family(n % flat3::FAMILIES);
        if (!flat3::fits(family)) continue;
        flat3::scene s = flat3::nearly_touching(random, family, 3, 3, n % 3 ? 0 : 100);
        all.check(t, flat3::corners(s, 0, 3), flat3::corners(s, 3, 3));
    }
    std::printf("  %ld apart, %ld points, %ld segments, %ld of them areas\n", all.count[0], all.count[1],
                all.count[2], all.areas);
    for (long n : {all.count[0], all.count[1], all.count[2], all.areas})
        t.expect(n > scenes(50), "too few of a kind: %ld", n);
    all.ends.expect(t, "ends, ulp of the largest coordinate", 1, 0.5);
    all.diameters.expect(t, "longest diagonals, ulp of the largest coordinate", 1, 0.3);
}

bool is(flr_vec3 p, double x, double y, double z)
{
    return p.x == flr_real(x) && p.y == flr_real(y) && p.z == flr_real(z);
}

void segments_by_hand(tally &t)
{
    const flr_triangle3 base = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    auto meet = [&](const flr_triangle3 &other) { return flr_intersect3_triangle_triangle(&base, &other); };
    flr_intersection3 r = meet({{1, 1, -1}, {1, 1, 1}, {1, 9, 1}});
    bool forward = is(r.point[0], 1, 1, 0);
    t.expect(r.count == 2 && !r.area && is(r.point[!forward], 1, 1, 0) && is(r.point[forward], 1, 3, 0),
             "from within the face to its rim");
    r = meet({{0, 0, 0}, {4, 0, 0}, {0, 0, 4}});
    forward = is(r.point[0], 0, 0, 0);
    t.expect(r.count == 2 && !r.area && is(r.point[!forward], 0, 0, 0) && is(r.point[forward], 4, 0, 0),
             "a shared edge, folded");
    r = meet({{3, 0, 0}, {1, 0, 0}, {2, -2, 0}});
    forward = is(r.point[0], 1, 0, 0);
    t.expect(r.count == 2 && !r.area && is(r.point[!forward], 1, 0, 0) && is(r.point[forward], 3, 0, 0),
             "in one plane, along an edge");
    r = meet({{1, 1, 0}, {1, 1, 3}, {2, 1, 3}});
    t.expect(r.count == 1 && is(r.point[0], 1, 1, 0) && is(r.point[1], 1, 1, 0), "a corner on the face");
    r = meet({{1, 1, -1}, {1, 1, 1}, {1, 1, 0.5}});
    t.expect(r.count == 1 && is(r.point[0], 1, 1, 0), "a segment through the face");
    r = meet({{1, 1, 0}, {9, 1, 0}, {2, 1, 0}});
    forward = is(r.point[0], 1, 1, 0);
    t.expect(r.count == 2 && !r.area && is(r.point[forward], 3, 1, 0),
             "a segment in the face, beyond its rim");
    r = meet(base);
    t.expect(r.count == 2 && r.area && !is(r.point[0], 0, 0, 0) && !is(r.point[1], 0, 0, 0),
             "the same: its longest side");
    r = meet({{0, 0, 1}, {4, 0, 1}, {0, 4, 1}});
    t.expect(r.count == 0 && !r.area && is(r.point[0], 0, 0, 0), "parallel above");
    t.expect(meet({{0, 0, flr_real(NAN)}, {4, 0, 1}, {0, 4, 1}}).count == 0, "NaN");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(by_hand), FEELER_TEST(both_degenerate), FEELER_TEST(lattice),
             FEELER_TEST(close_calls), FEELER_TEST(against_cgal), FEELER_TEST(shared_segments),
             FEELER_TEST(segments_by_hand))

}  // namespace TEST_FILE
