/// What tests must know of the number type that the library is built with: each of double and float has
/// bounds of its own.
#ifndef TESTS_SUPPORT_REAL_HPP
#define TESTS_SUPPORT_REAL_HPP

#include <cmath>
#include <limits>

#include "feeler/math.h"

constexpr bool real_is_float = sizeof(flr_real) == sizeof(float);
/// From 1 to the next number.
constexpr double real_epsilon = double(std::numeric_limits<flr_real>::epsilon());
/// The most that rounding changes a number by, relative to it.
constexpr double real_rounding = real_epsilon / 2;

/// A bound, a pinned error or an extreme number: the one of the number type.
constexpr double real_choose(double in_double, double in_float)
{
    return real_is_float ? in_float : in_double;
}

/// A bound of some roundings of double: of as many roundings of the number type.
constexpr double real_bound(double in_double) { return in_double * (real_epsilon / 0x1p-52); }

/// The number that the library is given for x.
inline double real_of(double x) { return double(flr_real(x)); }

/// The number of the library's type that follows x on the way to `toward`.
inline double real_after(double x, double toward)
{
    return double(std::nextafter(flr_real(x), flr_real(toward)));
}

#endif
