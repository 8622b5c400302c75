/// Exact distance of two flat simplices (points, segments, triangles) from the definition, for
/// tests: the least of |p - q| over all pairs of faces, each pair solved on its two affine hulls
/// by Cramer's rule in a ring without rounding. A pair counts where the solution lies in both
/// faces; singular pairs are left out, their least value is also reached on smaller faces.
#ifndef TESTS_MATH_EXACT3_HPP
#define TESTS_MATH_EXACT3_HPP

#include <array>
#include <vector>

#include "support/big.hpp"

namespace exact3
{

template <class R> using vec = std::array<R, 3>;

template <class R> R dot(const vec<R> &a, const vec<R> &b)
{
    return R(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
}
template <class R> vec<R> sub(const vec<R> &a, const vec<R> &b)
{
    return {R(a[0] - b[0]), R(a[1] - b[1]), R(a[2] - b[2])};
}
template <class R> R determinant(const vec<R> &a, const vec<R> &b, const vec<R> &c)
{
    return R(a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
             a[2] * (b[0] * c[1] - b[1] * c[0]));
}

/// A number as numerator / denominator, the denominator above 0.
template <class R> struct fraction {
    R numerator{}, denominator{};
};

/// Least squared distance of the hulls of two faces, where it is attained inside both.
template <class R>
bool face_pair(const std::vector<vec<R>> &a, const std::vector<vec<R>> &b, fraction<R> *squared)
{
    std::vector<vec<R>> direction;
    for (size_t i = 1; i < a.size(); ++i) direction.push_back(sub(a[i], a[0]));
    for (size_t i = 1; i < b.size(); ++i) direction.push_back(sub(b[0], b[i]));
    size_t n = direction.size();
    if (n > 3) return false;
    vec<R> start = sub(a[0], b[0]), column[3], right;
    for (size_t i = 0; i < 3; ++i) {  // the normal equations, filled up with the identity
        right[i] = i < n ? R(-dot(direction[i], start)) : R(0);
        for (size_t k = 0; k < 3; ++k)
            column[k][i] = i < n && k < n ? dot(direction[i], direction[k]) : R(i == k);
    }
    R whole = determinant(column[0], column[1], column[2]), part[3];
    if (whole == 0) return false;
    R sum_a = 0, sum_b = 0;
    for (size_t k = 0; k < n; ++k) {
        vec<R> kept = column[k];
        column[k] = right;
        part[k] = determinant(column[0], column[1], column[2]);
        column[k] = kept;
        if (part[k] < 0) return false;
        (k + 1 < a.size() ? sum_a : sum_b) += part[k];
    }
    if (sum_a > whole || sum_b > whole) return false;
    vec<R> gap = {R(start[0] * whole), R(start[1] * whole), R(start[2] * whole)};
    for (size_t k = 0; k < n; ++k)
        for (size_t i = 0; i < 3; ++i) gap[i] += part[k] * direction[k][i];
    squared->numerator = dot(gap, gap);
    squared->denominator = whole * whole;
    return true;
}

template <class R> fraction<R> distance_squared(const std::vector<vec<R>> &a, const std::vector<vec<R>> &b)
{
    fraction<R> least, squared;
    bool found = false;
    for (size_t i = 1; i < size_t(1) << a.size(); ++i)
        for (size_t j = 1; j < size_t(1) << b.size(); ++j) {
            std::vector<vec<R>> face_a, face_b;
            for (size_t k = 0; k < a.size(); ++k)
                if (i >> k & 1) face_a.push_back(a[k]);
            for (size_t k = 0; k < b.size(); ++k)
                if (j >> k & 1) face_b.push_back(b[k]);
            if (!face_pair(face_a, face_b, &squared)) continue;
            if (!found || squared.numerator * least.denominator < least.numerator * squared.denominator)
                least = squared;
            found = true;
            if (least.numerator == 0) return least;
        }
    return least;
}

/// Doubles as integers times one power of two.
struct scaled {
    std::vector<vec<big_integer>> a, b;
    big_integer unit;  ///< the coordinates are the integers divided by this
};

scaled from_doubles(const std::vector<vec<double>> &a, const std::vector<vec<double>> &b);

/// Squared distance of two simplices with double coordinates, as an exact rational.
big_rational distance_squared(const std::vector<vec<double>> &a, const std::vector<vec<double>> &b);

// Compiled once, with optimisation.
extern template big_integer determinant(const vec<big_integer> &a, const vec<big_integer> &b,
                                        const vec<big_integer> &c);
extern template bool face_pair(const std::vector<vec<big_integer>> &a, const std::vector<vec<big_integer>> &b,
                               fraction<big_integer> *squared);
extern template fraction<big_integer> distance_squared(const std::vector<vec<big_integer>> &a,
                                                       const std::vector<vec<big_integer>> &b);
extern template big_rational determinant(const vec<big_rational> &a, const vec<big_rational> &b,
                                         const vec<big_rational> &c);
extern template bool face_pair(const std::vector<vec<big_rational>> &a,
                               const std::vector<vec<big_rational>> &b, fraction<big_rational> *squared);
extern template fraction<big_rational> distance_squared(const std::vector<vec<big_rational>> &a,
                                                        const std::vector<vec<big_rational>> &b);

}  // namespace exact3

#endif
