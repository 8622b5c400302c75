/// What the tests of the five flat pairs have in common: every answer is held against the exact
/// distance, and the worst error of each kind is pinned from both sides, so that neither a loss
/// nor an unnoticed gain of accuracy passes.
#ifndef TESTS_CLOSEST_CLOSEST3_CASES_HPP
#define TESTS_CLOSEST_CLOSEST3_CASES_HPP

#include <cstring>

#include "feeler/closest3.h"
#include "math/flat3.hpp"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"

namespace closest3_cases
{

using flat3::point;
typedef std::vector<point> shape;
typedef flr_closest3 asked(const shape &a, const shape &b);

const double epsilon = real_rounding;

/// Worst errors seen, in rounding units. `distance`: of the distance, against the exact one, by
/// the largest difference of two coordinates. `points`: how far a returned point lies off its
/// shape, and how far the two are from being `distance` apart, by the largest coordinate.
struct errors {
    double distance = 0, points = 0;
    long meetings = 0, scenes = 0;
};

inline point from(flr_vec3 p) { return {double(p.x), double(p.y), double(p.z)}; }

inline big_float root(const big_rational &q) { return sqrt(big_float(q, 700)); }

double sizes(const shape &a, const shape &b, double *largest);

/// |x| / by in rounding units; 0 where both are 0.
double units(const big_float &x, double by);

inline void print(const shape &a, const shape &b)
{
    for (const auto *s : {&a, &b})
        for (const auto &p : *s) std::printf("    %a %a %a\n", p[0], p[1], p[2]);
}

/// One answer against the exact one. False, with the scene printed, where it is plainly wrong:
/// more than 100 rounding units off, or at distance 0 without meeting, or the other way round.
bool judge(tally &t, const flr_closest3 &r, const shape &a, const shape &b, const char *name, errors *e);

/// All families of scenes, both shapes also the other way round where `other` is given. Of a
/// hundred scenes, `apart` are left as they come, and the rest made to touch nearly.
errors families(tally &t, asked *ask, asked *other, size_t corners_a, size_t corners_b, int apart);

/// Between 30 and 70 of a hundred must meet, or the test shows too little of one side.
void check_rate(tally &t, const errors &e);

/// The bounds of distance and points. In single precision the kernels still compute in double, and little but the
/// rounding of the answer is left.
struct bounds {
    double distance, points;
};
void pin(tally &t, const errors &e, bounds in_double, bounds in_float);

/// Every choice of corners from three points on a line and two beside it: all the ways of being
/// degenerate, at three scales, on and off the origin.
void degenerate(tally &t, asked *ask, size_t corners_a, size_t corners_b);

}  // namespace closest3_cases

#endif
