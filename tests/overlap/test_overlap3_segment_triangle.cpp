// needs: gmp cgal
/// Does a segment meet a triangle? Against the definition in integers and rationals, and CGAL.
#include <algorithm>

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Segment_3.h>
#include <CGAL/Triangle_3.h>
#include <CGAL/intersections.h>

#include "feeler/overlap3.h"
#include "overlap/overlap3_cases.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

typedef CGAL::Exact_predicates_inexact_constructions_kernel kernel;
using flat3::point;

bool ask(const std::vector<point> &a, const std::vector<point> &b)
{
    flr_segment3 s = flat3::segment(a[0], a[1]);
    flr_triangle3 t = flat3::triangle(b[0], b[1], b[2]);
    return flr_overlap3_segment_triangle(&s, &t);
}

void lattice(tally &t)
{
    overlap3_cases::lattice(t, ask, 2, 3, 1, 20, 24000);
    overlap3_cases::lattice(t, ask, 2, 3, 2, 35, 56000);
}

void close_calls(tally &t)
{
    long hits = 0, count = 0;
    for (int f = 0; f < flat3::FAMILIES; ++f) {
        flat3::family family = flat3::family(f);
        if (!flat3::fits(family)) continue;
        long number = scenes(family == flat3::VANISHING || family == flat3::HUGE_ONES ? 100 : 1000);
        hits += overlap3_cases::close_calls(t, ask, 2, 3, family, 10, number);
        count += number;
    }
    overlap3_cases::check_rate(t, "close calls", hits, count);
}

/// CGAL asks for segments with length and triangles with area.
void against_cgal(tally &t)
{
    random_source random{78};
    long hits = 0, count = 0;
    for (long n = 0; n < scenes(60000); ++n) {
        flat3::family family = flat3::family(n % flat3::VANISHING);
        flat3::scene s =
            n % 2 ? flat3::lattice(random, 2, 50, 2, 3) : flat3::nearly_touching(random, family, 2, 3, 10);
        auto a = flat3::corners(s, 0, 2), b = flat3::corners(s, 3, 3);
        kernel::Point_3 p[5];
        for (size_t i = 0; i < 5; ++i) {
            const point &x = i < 2 ? a[i] : b[i - 2];
            p[i] = kernel::Point_3(x[0], x[1], x[2]);
        }
        kernel::Segment_3 segment(p[0], p[1]);
        kernel::Triangle_3 triangle(p[2], p[3], p[4]);
        if (segment.is_degenerate() || triangle.is_degenerate()) continue;
        bool expected = CGAL::do_intersect(segment, triangle);
        hits += expected;
        ++count;
        overlap3_cases::check(t, ask, a, b, expected, false, "CGAL");
    }
    overlap3_cases::check_rate(t, "CGAL", hits, count);
}

void by_hand(tally &t)
{
    const std::vector<point> base = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}},
                             line = {{0, 0, 0}, {4, 4, 0}, {1, 1, 0}};
    const struct {
        const char *name;
        std::vector<point> segment, triangle;
        bool meets;
    } cases[] = {
        {"through the face", {{1, 1, -1}, {1, 1, 1}}, base, true},
        {"past the face", {{3, 3, -1}, {3, 3, 1}}, base, false},
        {"ending on the face", {{1, 1, 0}, {1, 1, 1}}, base, true},
        {"ending above the face", {{1, 1, 0x1p-40}, {1, 1, 1}}, base, false},
        {"through an edge", {{2, 2, -1}, {2, 2, 1}}, base, true},
        {"through a corner", {{4, 0, -1}, {4, 0, 1}}, base, true},
        {"in the plane, across", {{-1, 1, 0}, {9, 1, 0}}, base, true},
        {"in the plane, inside", {{1, 1, 0}, {1, 2, 0}}, base, true},
        {"in the plane, beside", {{3, 3, 0}, {9, 1, 0}}, base, false},
        {"in the plane, along an edge", {{-1, 0, 0}, {1, 0, 0}}, base, true},
        {"on the line of an edge, beyond", {{5, 0, 0}, {7, 0, 0}}, base, false},
        {"parallel above", {{1, 1, 1}, {2, 1, 1}}, base, false},
        {"a point on the face", {{1, 1, 0}, {1, 1, 0}}, base, true},
        {"a point above the face", {{1, 1, 1}, {1, 1, 1}}, base, false},
        {"a point in the plane, outside", {{3, 3, 0}, {3, 3, 0}}, base, false},
        {"crossing a flat triangle", {{2, 2, -1}, {2, 2, 1}}, line, true},
        {"passing a flat triangle", {{2, 3, -1}, {2, 3, 1}}, line, false},
        {"along a flat triangle", {{3, 3, 0}, {5, 5, 0}}, line, true},
        {"beyond a flat triangle", {{5, 5, 0}, {7, 7, 0}}, line, false},
        {"in any plane through a flat triangle", {{0, 4, 1}, {4, 0, 1}}, line, false},
        {"a point on a flat triangle", {{3, 3, 0}, {3, 3, 0}}, line, true},
    };
    for (const auto &c : cases) overlap3_cases::check(t, ask, c.segment, c.triangle, c.meets, true, c.name);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(by_hand), FEELER_TEST(lattice), FEELER_TEST(close_calls), FEELER_TEST(against_cgal))

}  // namespace TEST_FILE
