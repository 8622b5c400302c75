/// What the tests of the three flat pairs have in common: random scenes against the definition.
#ifndef TESTS_OVERLAP_OVERLAP3_CASES_HPP
#define TESTS_OVERLAP_OVERLAP3_CASES_HPP

#include "math/flat3.hpp"
#include "support/cmocka.hpp"
#include "support/scenes.hpp"

namespace overlap3_cases
{

/// The answer for corners a[] and b[], in the order given.
typedef bool asked(const std::vector<flat3::point> &a, const std::vector<flat3::point> &b);

void print(const char *what, const std::vector<flat3::point> &a, const std::vector<flat3::point> &b);

/// Every order of the corners of both shapes gives the same answer.
bool agrees(asked *ask, std::vector<flat3::point> a, std::vector<flat3::point> b, bool expected);

void check(tally &t, asked *ask, const std::vector<flat3::point> &a, const std::vector<flat3::point> &b,
           bool expected, bool all_orders, const char *name);

/// Between 30 and 70 of a hundred must meet, or the test shows too little of one side.
inline void check_rate(tally &t, const char *name, long hits, long count)
{
    std::printf("  %s: %ld of %ld meet\n", name, hits, count);
    t.expect(hits * 10 >= count * 3 && hits * 10 <= count * 7, "%s: %ld of %ld meet", name, hits, count);
}

void lattice(tally &t, asked *ask, size_t corners_a, size_t corners_b, int range, int shared, long count);

/// Against the definition in rationals. Returns how many met.
long close_calls(tally &t, asked *ask, size_t corners_a, size_t corners_b, flat3::family family, int apart,
                 long count);

}  // namespace overlap3_cases

#endif
