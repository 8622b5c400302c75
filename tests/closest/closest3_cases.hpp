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

inline double sizes(const shape &a, const shape &b, double *largest)
{
    double size = 0;
    *largest = 0;
    std::vector<point> all(a);
    all.insert(all.end(), b.begin(), b.end());
    for (const point &p : all)
        for (size_t k = 0; k < 3; ++k) {
            *largest = std::fmax(*largest, std::fabs(p[k]));
            for (const point &q : all) size = std::fmax(size, std::fabs(p[k] - q[k]));
        }
    return size;
}

/// |x| / by in rounding units; 0 where both are 0.
inline double units(const big_float &x, double by)
{
    if (x == 0) return 0;
    big_float part(abs(x) / by, 200);
    return part.get_d() / epsilon;
}

inline void print(const shape &a, const shape &b)
{
    for (const auto *s : {&a, &b})
        for (const auto &p : *s) std::printf("    %a %a %a\n", p[0], p[1], p[2]);
}

/// One answer against the exact one. False, with the scene printed, where it is plainly wrong:
/// more than 100 rounding units off, or at distance 0 without meeting, or the other way round.
inline bool judge(tally &t, const flr_closest3 &r, const shape &a, const shape &b, const char *name,
                  errors *e)
{
    double largest, size = sizes(a, b, &largest);
    big_rational exact_squared = exact3::distance_squared(a, b);
    big_float exact = root(exact_squared);
    double distance_error = units(big_float(exact - double(r.distance), 700), size);
    big_float apart = root(exact3::distance_squared({from(r.point_a)}, {from(r.point_b)}));
    double point_error = units(big_float(apart - double(r.distance), 700), largest);
    point_error =
        std::fmax(point_error, units(root(exact3::distance_squared({from(r.point_a)}, a)), largest));
    point_error =
        std::fmax(point_error, units(root(exact3::distance_squared({from(r.point_b)}, b)), largest));

    bool meet = exact_squared == 0;
    bool right = distance_error < 100 && point_error < 100;
    if (a.size() > 1) right = right && meet == (r.distance == 0);
    if (meet && a.size() > 1) right = right && std::memcmp(&r.point_a, &r.point_b, sizeof r.point_a) == 0;
    e->distance = std::fmax(e->distance, distance_error);
    e->points = std::fmax(e->points, point_error);
    e->meetings += meet;
    ++e->scenes;
    if (!t.expect(right, "%s: distance %.17g, expected %.17g, off by %.3g; points off by %.3g", name,
                  double(r.distance), exact.get_d(), distance_error, point_error) &&
        t.wrong <= 20)
        print(a, b);
    return right;
}

/// All families of scenes, both shapes also the other way round where `other` is given. Of a
/// hundred scenes, `apart` are left as they come, and the rest made to touch nearly.
inline errors families(tally &t, asked *ask, asked *other, size_t corners_a, size_t corners_b, int apart)
{
    errors e;
    for (int f = 0; f < flat3::FAMILIES; ++f) {
        flat3::family family = flat3::family(f);
        if (!flat3::fits(family)) continue;
        random_source random{uint64_t(f) * 31 + corners_a * 7 + corners_b};
        long count = family == flat3::VANISHING || family == flat3::HUGE_ONES ? 150 : 1000;
        errors here;
        for (long n = 0; n < count; ++n) {
            flat3::scene s = flat3::nearly_touching(random, family, corners_a, corners_b, apart);
            shape a = flat3::corners(s, 0, corners_a), b = flat3::corners(s, 3, corners_b);
            judge(t, ask(a, b), a, b, flat3::name(family), &here);
            if (other) judge(t, other(b, a), b, a, flat3::name(family), &here);
        }
        std::printf("  %-15s distance %.3g, points %.3g, %ld of %ld meet\n", flat3::name(family),
                    here.distance, here.points, here.meetings, here.scenes);
        e.distance = std::fmax(e.distance, here.distance);
        e.points = std::fmax(e.points, here.points);
        e.meetings += here.meetings;
        e.scenes += here.scenes;
    }
    return e;
}

/// Between 30 and 70 of a hundred must meet, or the test shows too little of one side.
inline void check_rate(tally &t, const errors &e)
{
    std::printf("  %ld of %ld meet\n", e.meetings, e.scenes);
    t.expect(e.meetings * 10 >= e.scenes * 3 && e.meetings * 10 <= e.scenes * 7, "%ld of %ld meet",
             e.meetings, e.scenes);
}

/// The bounds of distance and points. In single precision the kernels still compute in double, and little but the
/// rounding of the answer is left.
struct bounds {
    double distance, points;
};
inline void pin(tally &t, const errors &e, bounds in_double, bounds in_float)
{
    const bounds &b = real_is_float ? in_float : in_double;
    expect_pinned(t, "distance", e.distance, b.distance);
    expect_pinned(t, "points", e.points, b.points);
}

/// Every choice of corners from three points on a line and two beside it: all the ways of being
/// degenerate, at three scales, on and off the origin.
inline void degenerate(tally &t, asked *ask, size_t corners_a, size_t corners_b)
{
    const point base[5] = {{0, 0, 0}, {1, 2, 3}, {3, 6, 9}, {2, -1, 0.5}, {2, 4, 6}};
    size_t total = corners_a + corners_b, choices = 1;
    for (size_t i = 0; i < total; ++i) choices *= 5;
    errors e;
    for (size_t n = 0; n < choices; ++n) {
        shape a, b;
        size_t rest = n;
        double scale = n % 3 == 0 ? 1 : n % 3 == 1 ? 0x1p-12 : 0x1p12, shift = n % 2 ? 0x1p6 * scale : 0;
        for (size_t i = 0; i < total; ++i, rest /= 5) {
            point p = base[rest % 5];
            for (double &x : p) x = x * scale + shift;
            (i < corners_a ? a : b).push_back(p);
        }
        judge(t, ask(a, b), a, b, "degenerate", &e);
    }
    std::printf("  degenerate: distance %.3g, points %.3g, %ld of %ld meet\n", e.distance, e.points,
                e.meetings, e.scenes);
    pin(t, e, {1.1, 1.25}, {1.15, 1.25});
}

}  // namespace closest3_cases

#endif
