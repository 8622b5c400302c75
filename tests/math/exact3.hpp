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

/// The corners of two simplices, first those of a, and the products of what leads from one of them to another.
template <class R> struct corners_of_two {
    std::vector<vec<R>> p;  ///< as seen from the first
    std::vector<R> products;

    corners_of_two(const std::vector<vec<R>> &a, const std::vector<vec<R>> &b)
    {
        p.reserve(a.size() + b.size());
        for (const auto *points : {&a, &b})
            for (const vec<R> &q : *points) p.push_back(sub(q, a[0]));
        products.reserve(p.size() * p.size());
        for (size_t i = 0; i < p.size(); ++i)
            for (size_t k = 0; k < p.size(); ++k)
                products.push_back(k < i ? products[k * p.size() + i] : dot(p[i], p[k]));
    }
    struct way {
        size_t from, to;
    };
    R product(way u, way v) const
    {
        const R *to = &products[u.to * p.size()], *from = &products[u.from * p.size()];
        return R((to[v.to] - to[v.from]) - (from[v.to] - from[v.from]));
    }
};

/// Least squared distance of the hulls of two faces, where it is attained inside both. The faces are sets of corners, by their bits.
template <class R>
bool face_pair(const corners_of_two<R> &c, size_t face_a, size_t face_b, fraction<R> *squared)
{
    typename corners_of_two<R>::way direction[3], start{};
    size_t n = 0, n_a = 0;
    const size_t faces[2] = {face_a, face_b};
    for (size_t side = 0; side < 2; ++side) {
        size_t first = 0;
        while (!(faces[side] >> first & 1)) ++first;
        (side ? start.from : start.to) = first;
        for (size_t i = first + 1; faces[side] >> i; ++i) {
            if (!(faces[side] >> i & 1)) continue;
            if (n == 3) return false;
            direction[n].from = side ? i : first, direction[n].to = side ? first : i;
            ++n;
        }
        if (!side) n_a = n;
    }
    // the normal equations, by Cramer's rule
    R g[3][3], right[3], whole = 1, part[3];
    for (size_t i = 0; i < n; ++i) {
        right[i] = -c.product(direction[i], start);
        for (size_t k = i; k < n; ++k) g[i][k] = c.product(direction[i], direction[k]);
    }
    if (n == 1) {
        whole = g[0][0];
        part[0] = right[0];
    } else if (n == 2) {
        whole = g[0][0] * g[1][1] - g[0][1] * g[0][1];
        part[0] = right[0] * g[1][1] - right[1] * g[0][1];
        part[1] = right[1] * g[0][0] - right[0] * g[0][1];
    } else if (n == 3) {
        const R x = g[1][1] * g[2][2] - g[1][2] * g[1][2], y = g[0][2] * g[1][2] - g[0][1] * g[2][2],
                z = g[0][1] * g[1][2] - g[0][2] * g[1][1], u = g[0][1] * g[0][2] - g[0][0] * g[1][2];
        whole = g[0][0] * x + g[0][1] * y + g[0][2] * z;
        part[0] = right[0] * x + right[1] * y + right[2] * z;
        part[1] = right[0] * y + right[1] * (g[0][0] * g[2][2] - g[0][2] * g[0][2]) + right[2] * u;
        part[2] = right[0] * z + right[1] * u + right[2] * (g[0][0] * g[1][1] - g[0][1] * g[0][1]);
    }
    if (whole == 0) return false;
    R sum[2] = {0, 0};
    for (size_t k = 0; k < n; ++k) {
        if (part[k] < 0) return false;
        sum[k < n_a ? 0 : 1] += part[k];
    }
    if (sum[0] > whole || sum[1] > whole) return false;
    squared->numerator = whole * c.product(start, start);
    for (size_t k = 0; k < n; ++k) squared->numerator -= part[k] * right[k];
    squared->denominator = whole;
    return true;
}

template <class R> fraction<R> distance_squared(const std::vector<vec<R>> &a, const std::vector<vec<R>> &b)
{
    const corners_of_two<R> c(a, b);
    fraction<R> least, squared;
    bool found = false;
    for (size_t i = 1; i < size_t(1) << a.size(); ++i)
        for (size_t j = 1; j < size_t(1) << b.size(); ++j) {
            if (!face_pair(c, i, j << a.size(), &squared)) continue;
            if (!found || squared.numerator * least.denominator < least.numerator * squared.denominator)
                least = squared;
            found = true;
            if (least.numerator == 0) return least;
        }
    return least;
}

/// Divides the unit, of which so many are 1, until p is whole in it.
void divide_for(const vec<big_rational> &p, big_integer *unit);
vec<big_integer> in_units(const vec<big_rational> &p, const big_integer &unit);

/// Squared distance of two simplices with double coordinates, as an exact rational.
big_rational distance_squared(const std::vector<vec<double>> &a, const std::vector<vec<double>> &b);

/// Of two simplices with rational coordinates: in whole numbers of the least unit that holds them all.
big_rational distance_squared(const std::vector<vec<big_rational>> &a,
                              const std::vector<vec<big_rational>> &b);

// Compiled once, with optimisation.
extern template big_integer determinant(const vec<big_integer> &a, const vec<big_integer> &b,
                                        const vec<big_integer> &c);
extern template fraction<big_integer> distance_squared(const std::vector<vec<big_integer>> &a,
                                                       const std::vector<vec<big_integer>> &b);
extern template big_rational determinant(const vec<big_rational> &a, const vec<big_rational> &b,
                                         const vec<big_rational> &c);

}  // namespace exact3

#endif
