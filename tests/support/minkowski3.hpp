/// Signed distance of two convex shapes with corners from the definition: the hull of all differences of their
/// corners, made in whole numbers without rounding, and where the origin lies to it. Only the root at the
/// end is rounded, after 90 digits.
#ifndef TESTS_SUPPORT_MINKOWSKI3_HPP
#define TESTS_SUPPORT_MINKOWSKI3_HPP

#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include <vector>

#include "support/big.hpp"

#include "feeler/convex3.h"

namespace minkowski3
{

using whole = big_integer;
using vec = std::array<whole, 3>;
using wide = big_float;
constexpr unsigned digits = 320;  // bits, of what is not whole

inline vec sub(const vec &a, const vec &b)
{
    return {whole(a[0] - b[0]), whole(a[1] - b[1]), whole(a[2] - b[2])};
}
inline whole dot(const vec &a, const vec &b) { return whole(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]); }
inline vec cross(const vec &a, const vec &b)
{
    return {whole(a[1] * b[2] - a[2] * b[1]), whole(a[2] * b[0] - a[0] * b[2]),
            whole(a[0] * b[1] - a[1] * b[0])};
}
inline bool is_zero(const vec &a) { return a[0] == 0 && a[1] == 0 && a[2] == 0; }

using rational_point = std::array<big_rational, 3>;
using corner_list = std::vector<rational_point>;

inline rational_point rational(flr_vec3 p)
{
    return {big_rational(double(p.x)), big_rational(double(p.y)), big_rational(double(p.z))};
}

/// position + axes * (x, y, z), without rounding
rational_point placed(const flr_convex3 &c, const rational_point &p);

/// The corners of a core in world, as its parts define them. Nothing for a round core or a user's.
corner_list corners(const flr_convex3 &c);

/// The largest distance of two corners, rounded.
double extent(const corner_list &a, const corner_list &b);

/// Corners in units of 2^-shift, so that they are whole.
struct units {
    unsigned long shift = 0;

    units(const corner_list &a, const corner_list &b)
    {
        for (const corner_list *all : {&a, &b})
            for (const rational_point &p : *all)
                for (const big_rational &x : p)
                    shift =
                        std::max(shift, static_cast<unsigned long>(mpz_sizeinbase(x.get_den_mpz_t(), 2) - 1));
    }
    std::vector<vec> scaled(const corner_list &from) const
    {
        std::vector<vec> all;
        for (const rational_point &p : from) {
            vec w;
            for (size_t i = 0; i < 3; ++i) {
                whole n = p[i].get_num() << shift;
                mpz_divexact(w[i].get_mpz_t(), n.get_mpz_t(), p[i].get_den_mpz_t());
            }
            all.push_back(w);
        }
        return all;
    }
    /// A length in these units, or its square, as a length.
    wide length(const wide &squared) const
    {
        wide root(sqrt(wide(squared, digits)), digits);
        mpf_div_2exp(root.get_mpf_t(), root.get_mpf_t(), shift);
        return root;
    }
};

/// All differences b - a.
struct difference : units {
    std::vector<vec> points;

    difference(const corner_list &a, const corner_list &b) : units(a, b)
    {
        std::vector<vec> wa = scaled(a), wb = scaled(b);
        for (const vec &p : wa)
            for (const vec &q : wb) points.push_back(sub(q, p));
        std::sort(points.begin(), points.end());
        points.erase(std::unique(points.begin(), points.end()), points.end());
    }
};

inline wide quotient(const whole &a, const whole &b)
{
    return wide(wide(a, digits) / wide(b, digits), digits);
}

/// Squared distance of the origin and a segment.
wide to_segment(const vec &a, const vec &b);

/// Squared distance of the origin and a triangle.
wide to_triangle(const vec &a, const vec &b, const vec &c);

/// A convex polyhedron in triangles that look outward, built point by point. A point sees only the faces that it is
/// strictly in front of, so coplanar and collinear points need no care.
struct hull {
    struct face {
        size_t v[3];
        vec n;
        whole d;
    };
    const std::vector<vec> &p;
    std::vector<face> faces;

    explicit hull(const std::vector<vec> &points, const size_t first[4]) : p(points)
    {
        size_t a = first[0], b = first[1], c = first[2], d = first[3];
        if (dot(cross(sub(p[b], p[a]), sub(p[c], p[a])), sub(p[d], p[a])) > 0) std::swap(b, c);
        add(a, b, c), add(a, c, d), add(a, d, b), add(b, d, c);
        for (size_t i = 0; i < p.size(); ++i) take(i);
    }
    void add(size_t a, size_t b, size_t c)
    {
        vec n = cross(sub(p[b], p[a]), sub(p[c], p[a]));
        whole d = dot(n, p[a]);
        faces.push_back({{a, b, c}, n, d});
    }
    void take(size_t i)
    {
        std::set<std::pair<size_t, size_t>> rim;
        std::vector<face> kept;
        for (face &f : faces) {
            if (dot(f.n, p[i]) <= f.d) {
                kept.push_back(std::move(f));
                continue;
            }
            for (size_t k = 0; k < 3; ++k) rim.insert({f.v[k], f.v[(k + 1) % 3]});
        }
        faces.swap(kept);
        for (const auto &e : rim)
            if (!rim.count({e.second, e.first})) add(e.first, e.second, i);
    }
};

/// Squared distance of the origin and the hull of points in one plane with normal n.
wide to_flat(std::vector<vec> p, const vec &n);

/// Positive: how far apart the cores are. Negative: minus the length of the shortest translation that parts them.
wide signed_distance(const corner_list &a, const corner_list &b);

/// How far core b lies beyond core a along n, by the definition.
double separation(const corner_list &a, const corner_list &b, flr_vec3 n);

}  // namespace minkowski3

#endif
