/// What the tests of reported scenes share: their ways to write poses, and the judge.
#ifndef TESTS_QUERY_REPORTED3_HPP
#define TESTS_QUERY_REPORTED3_HPP

#include <cmath>
#include <vector>

#include "feeler/any3.h"
#include "support/cmocka.hpp"
#include "support/minkowski3.hpp"
#include "support/real.hpp"

namespace reported3
{

/// Of the scene's size, where nothing else is said.
constexpr double allowed = real_choose(1e-12, 1e-5);

inline flr_vec3 to(double x, double y, double z)
{
    return flr_vec3_make(flr_real(x), flr_real(y), flr_real(z));
}
constexpr flr_mat3 upright = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

/// Rows as they are printed.
inline flr_mat3 rows(const double (&m)[9])
{
    return {to(m[0], m[3], m[6]), to(m[1], m[4], m[7]), to(m[2], m[5], m[8])};
}

flr_mat3 quaternion(double w, double x, double y, double z);

/// A box of whole sides.
inline flr_convex3 box(double x, double y, double z, flr_mat3 axes, flr_vec3 center)
{
    flr_box3 b = {center, axes, to(x / 2, y / 2, z / 2)};
    return flr_convex3_box(&b);
}

inline flr_convex3 points(const std::vector<flr_vec3> &p)
{
    return flr_convex3_points(p.data(), uint32_t(p.size()), upright, to(0, 0, 0), 0);
}

/// Distance, depth, yes or no, contact and bounds, in both orders.
void judge(tally &t, const char *name, const flr_convex3 &x, const flr_convex3 &y);

}  // namespace reported3

#endif
