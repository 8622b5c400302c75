/// Where a line meets the convex hull of a few points, from the definition in exact rationals, for tests:
/// the t for which weights >= 0 of sum 1 give the point o + t d. The ends of that interval lie on
/// faces that the line meets in one point, so every face of up to three corners is solved by elimination.
#ifndef TESTS_CAST_EXACT_CAST3_HPP
#define TESTS_CAST_EXACT_CAST3_HPP

#include <array>
#include <cmath>
#include <vector>

#include "support/big.hpp"

#include "feeler/raycast3.h"
#include "support/accuracy.hpp"
#include "support/cmocka.hpp"
#include "support/random.hpp"

namespace exact_cast
{

typedef big_rational number;
typedef std::array<number, 3> point;

inline point from(flr_vec3 v) { return {number(v.x), number(v.y), number(v.z)}; }
/// Of rationals, and of long floating-point numbers.
template <class N> std::array<N, 3> sub(const std::array<N, 3> &a, const std::array<N, 3> &b)
{
    return {N(a[0] - b[0]), N(a[1] - b[1]), N(a[2] - b[2])};
}
template <class N>
std::array<N, 3> along(const std::array<N, 3> &a, const typename std::array<N, 3>::value_type &s,
                       const std::array<N, 3> &b)
{
    return {N(a[0] + s * b[0]), N(a[1] + s * b[1]), N(a[2] + s * b[2])};
}
template <class N> N dot(const std::array<N, 3> &a, const std::array<N, 3> &b)
{
    return N(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
}
inline point cross(const point &a, const point &b)
{
    return {number(a[1] * b[2] - a[2] * b[1]), number(a[2] * b[0] - a[0] * b[2]),
            number(a[0] * b[1] - a[1] * b[0])};
}
inline double root(const number &x) { return big_float(sqrt(big_float(x, 400)), 400).get_d(); }
inline double length(const point &a) { return root(dot(a, a)); }

/// The unique solution of sum x_i column_i = right, if there is one.
bool solve(std::vector<point> column, point right, std::vector<number> *x);

/// The interval of t; empty where it holds nothing.
struct interval {
    bool empty = true;
    number first, last;
    void add(const number &t)
    {
        if (empty || t < first) first = t;
        if (empty || t > last) last = t;
        empty = false;
    }
};

interval meet(const point &o, const point &d, const std::vector<point> &corner);

/// What a path asks, exactly: its line and the range of t.
struct question {
    point o, d;
    bool from_start, to_end;
    number t_min, t_max;

    explicit question(const flr_raycast3_path &p)
        : o(from(p.origin)), d(p.to_target ? sub(from(p.target), o) : from(p.direction)),
          from_start(std::isfinite(p.t_min)), to_end(std::isfinite(p.t_max)), t_min(0), t_max(0)
    {
        if (from_start) t_min = number(p.t_min);
        if (to_end) t_max = number(p.t_max);
    }
    /// The first t of the interval within the range.
    bool hit(const interval &i, number *t) const
    {
        if (i.empty || (from_start && i.last < t_min) || (to_end && i.first > t_max)) return false;
        *t = from_start && i.first < t_min ? t_min : i.first;
        return true;
    }
};

/// A path from o that aims at a point, over one of several ranges; which of them says `kind`.
flr_raycast3_path aimed(flr_vec3 o, flr_vec3 aim, int kind);
enum { KINDS = 8 };

const double ULP = sizeof(flr_real) == sizeof(float) ? 0x1p-23 : 0x1p-52;

/// Worst error so far, and the bound it is held by from both sides.
struct worst {
    double value = 0;
    void see(double error)
    {
        if (!(error <= value)) value = error;
    }
    void expect(tally &t, const char *what, double bound_double, double bound_float) const
    {
        double bound = sizeof(flr_real) == sizeof(float) ? bound_float : bound_double;
        std::printf("  %s: worst %.4g, held to %.4g\n", what, value, bound);
        t.expect(pinned(value, bound), "%s: worst error %g is not in (%g, %g]", what, value, bound / 2,
                 bound);
    }
    void expect(tally &t, const char *what, double bound_double, double bound_float, const promise &p) const
    {
        expect(t, what, bound_double, bound_float);
        expect_promised(t, what, real_choose(bound_double, bound_float), p);
    }
};

void expect_rate(tally &t, const char *what, long hits, long count);

}  // namespace exact_cast

#endif
