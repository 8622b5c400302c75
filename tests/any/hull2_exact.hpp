/// The hull of points in the plane by its definition, in rationals: the union of all triangles of its corners.
#ifndef TESTS_QUERY_HULL2_EXACT_HPP
#define TESTS_QUERY_HULL2_EXACT_HPP

#include "support/big.hpp"

#include <vector>

#include "feeler/math.h"

namespace hull2
{

using number = big_rational;
struct exact {
    number x, y;
};
inline exact lift(flr_vec2 p) { return {number(double(p.x)), number(double(p.y))}; }
inline exact minus(const exact &a, const exact &b) { return {number(a.x - b.x), number(a.y - b.y)}; }
inline number dot(const exact &a, const exact &b) { return number(a.x * b.x + a.y * b.y); }
inline number cross(const exact &a, const exact &b) { return number(a.x * b.y - a.y * b.x); }

/// Squared, from p to the segment.
inline number apart(const exact &p, const exact &a, const exact &b)
{
    exact u = minus(b, a), v = minus(p, a);
    number square = dot(u, u), along = dot(u, v);
    if (square == 0 || along <= 0) return dot(v, v);
    exact w = minus(p, b);
    if (along >= square) return dot(w, w);
    number c = cross(u, v);
    return number(c * c / square);
}

inline bool cross_over(const exact &a, const exact &b, const exact &c, const exact &d)
{
    auto side = [](const exact &p, const exact &q, const exact &o) {
        return sgn(cross(minus(q, p), minus(o, p)));
    };
    return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

/// Squared distance of the segment from a to b (perhaps one point) and the hull of the corners. The hull is the union of all
/// triangles of its corners: the segment meets it if it meets one of their sides or begins in one of them.
inline number apart_from_hull(const exact &a, const exact &b, const std::vector<exact> &p)
{
    number least = -1;
    auto keep = [&](const number &d) {
        if (least < 0 || d < least) least = d;
    };
    for (size_t i = 0; i < p.size(); ++i)
        for (size_t j = 0; j <= i; ++j) {
            if (cross_over(a, b, p[i], p[j])) return 0;
            keep(apart(a, p[i], p[j]));
            keep(apart(b, p[i], p[j]));
            keep(apart(p[i], a, b));
            for (size_t k = 0; k < j; ++k) {
                int u = sgn(cross(minus(p[j], p[i]), minus(a, p[i]))),
                    v = sgn(cross(minus(p[k], p[j]), minus(a, p[j]))),
                    w = sgn(cross(minus(p[i], p[k]), minus(a, p[k])));
                if (u == v && v == w && u != 0) return 0;
            }
        }
    return least;
}

inline std::vector<exact> lift(const std::vector<flr_vec2> &p)
{
    std::vector<exact> all;
    for (flr_vec2 q : p) all.push_back(lift(q));
    return all;
}

}  // namespace hull2
#endif
