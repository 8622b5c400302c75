// needs: gmp cgal
/// Do two triangles meet? Against the definition in integers and rationals, and against CGAL.
#include <algorithm>

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Triangle_3.h>
#include <CGAL/intersections.h>

#include "feeler/overlap.h"
#include "overlap/overlap3_cases.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

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
    overlap3_cases::lattice(t, ask, 3, 3, 1, 15, 60000);
    overlap3_cases::lattice(t, ask, 3, 3, 2, 30, 140000);
}

void close_calls(tally &t)
{
    long hits = 0, count = 0;
    for (int f = 0; f < flat3::FAMILIES; ++f) {
        flat3::family family = flat3::family(f);
        if (!flat3::fits(family)) continue;
        long number = scenes(family == flat3::VANISHING || family == flat3::HUGE_ONES ? 100 : 1500);
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
    for (long n = 0; n < scenes(200000); ++n) {
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

}  // namespace

int main()
{
    const CMUnitTest tests[] = {
        FEELER_TEST(by_hand),     FEELER_TEST(both_degenerate), FEELER_TEST(lattice),
        FEELER_TEST(close_calls), FEELER_TEST(against_cgal),
    };
    return cmocka_run_group_tests_name("overlap3_triangle_triangle", tests, nullptr, nullptr);
}
