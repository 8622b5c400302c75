// needs: gmp
/// Do two segments meet? Against the definition in integers and rationals.
#include <algorithm>

#include "feeler/overlap3.h"
#include "overlap/overlap3_cases.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

using flat3::point;

bool ask(const std::vector<point> &a, const std::vector<point> &b)
{
    flr_segment3 sa = flat3::segment(a[0], a[1]), sb = flat3::segment(b[0], b[1]);
    bool one = flr_overlap3_segment_segment(&sa, &sb), other = flr_overlap3_segment_segment(&sb, &sa);
    if (one != other) std::printf("  differs with the order of the two\n");
    return one && other;
}

/// Only these scenes meet often: segments in space whose coordinates are rounded hardly ever do.
void lattice(tally &t)
{
    overlap3_cases::lattice(t, ask, 2, 2, 1, 40, 100000);
    overlap3_cases::lattice(t, ask, 2, 2, 2, 50, 100000);
}

/// Rounded scenes, each with the same scene in a plane z = constant, where segments do cross.
void close_calls(tally &t)
{
    random_source random{79};
    long hits = 0, count = 0;
    for (long n = 0; n < scenes(20000); ++n) {
        flat3::family family = flat3::family(n % flat3::VANISHING);
        flat3::scene s = flat3::nearly_touching(random, family, 2, 2, 0);
        if (n % 4)
            for (auto &p : s) p[size_t(n % 3)] = s[0][0];
        auto a = flat3::corners(s, 0, 2), b = flat3::corners(s, 3, 2);
        bool expected = exact3::distance_squared(a, b) == 0;
        hits += expected;
        ++count;
        overlap3_cases::check(t, ask, a, b, expected, true, flat3::name(family));
    }
    overlap3_cases::check_rate(t, "close calls", hits, count);
}

void by_hand(tally &t)
{
    const struct {
        const char *name;
        std::vector<point> a, b;
        bool meets;
    } cases[] = {
        {"crossing", {{0, 0, 0}, {4, 4, 4}}, {{4, 0, 2}, {0, 4, 2}}, true},
        {"passing by", {{0, 0, 0}, {4, 4, 4}}, {{4, 0, 3}, {0, 4, 3}}, false},
        {"one ends on the other", {{0, 0, 0}, {4, 0, 0}}, {{2, 0, 0}, {2, 3, 1}}, true},
        {"one ends short of the other", {{0, 0, 0}, {4, 0, 0}}, {{2, 0x1p-40, 0}, {2, 3, 1}}, false},
        {"end to end", {{0, 0, 0}, {1, 2, 3}}, {{1, 2, 3}, {5, 5, 5}}, true},
        {"on one line, overlapping", {{0, 0, 0}, {2, 4, 6}}, {{1, 2, 3}, {3, 6, 9}}, true},
        {"on one line, touching", {{0, 0, 0}, {1, 2, 3}}, {{1, 2, 3}, {3, 6, 9}}, true},
        {"on one line, apart", {{0, 0, 0}, {1, 2, 3}}, {{2, 4, 6}, {3, 6, 9}}, false},
        {"on one axis, apart", {{0, 5, 5}, {1, 5, 5}}, {{2, 5, 5}, {3, 5, 5}}, false},
        {"the same", {{0, 0, 0}, {1, 2, 3}}, {{1, 2, 3}, {0, 0, 0}}, true},
        {"parallel", {{0, 0, 0}, {2, 0, 0}}, {{0, 1, 0}, {2, 1, 0}}, false},
        {"lines cross beyond the ends", {{0, 0, 0}, {1, 0, 0}}, {{3, -1, 0}, {3, 1, 0}}, false},
        {"point on segment", {{0, 0, 0}, {3, 6, 9}}, {{1, 2, 3}, {1, 2, 3}}, true},
        {"point on its line, beyond", {{0, 0, 0}, {3, 6, 9}}, {{4, 8, 12}, {4, 8, 12}}, false},
        {"point off the line", {{0, 0, 0}, {3, 6, 9}}, {{1, 2, 4}, {1, 2, 4}}, false},
        {"equal points", {{1, 2, 3}, {1, 2, 3}}, {{1, 2, 3}, {1, 2, 3}}, true},
        {"unequal points", {{1, 2, 3}, {1, 2, 3}}, {{1, 2, 4}, {1, 2, 4}}, false},
    };
    for (const auto &c : cases) overlap3_cases::check(t, ask, c.a, c.b, c.meets, true, c.name);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(by_hand), FEELER_TEST(lattice), FEELER_TEST(close_calls))

}  // namespace TEST_FILE
