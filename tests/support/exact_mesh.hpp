/// Exact answers on triangles from their definitions, for tests: squared distance, meeting,
/// winding number, in rationals or in wide integers. Slow and plain.
#ifndef TESTS_SUPPORT_EXACT_MESH_HPP
#define TESTS_SUPPORT_EXACT_MESH_HPP

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "support/big.hpp"

#include "feeler/mesh3.h"

#include "feeler/shape2.h"

#include "feeler/shape3.h"

namespace exact_mesh
{

template <class R> using vec = std::array<R, 3>;
template <class R> using tri = std::array<vec<R>, 3>;
using rational = big_rational;

template <class R> vec<R> sub(const vec<R> &a, const vec<R> &b)
{
    return {R(a[0] - b[0]), R(a[1] - b[1]), R(a[2] - b[2])};
}
template <class R> R dot(const vec<R> &a, const vec<R> &b)
{
    return R(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
}
template <class R> vec<R> cross(const vec<R> &a, const vec<R> &b)
{
    return {R(a[1] * b[2] - a[2] * b[1]), R(a[2] * b[0] - a[0] * b[2]), R(a[0] * b[1] - a[1] * b[0])};
}
template <class R> int sign(const R &x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }
/// Sign of the volume of a, b, c, d.
template <class R> int side(const vec<R> &a, const vec<R> &b, const vec<R> &c, const vec<R> &d)
{
    return sign(dot(cross(sub(b, a), sub(c, a)), sub(d, a)));
}

inline vec<rational> from(flr_vec3 p) { return {rational(p.x), rational(p.y), rational(p.z)}; }
inline tri<rational> from(const flr_triangle3 &t) { return {from(t.a), from(t.b), from(t.c)}; }

rational point_segment(const vec<rational> &p, const vec<rational> &a, const vec<rational> &b);

rational point_triangle(const vec<rational> &p, const tri<rational> &t);

rational triangle_triangle(const tri<rational> &a, const tri<rational> &b);

struct bounds {
    double lo[3], hi[3];
};
inline bounds bounds_of(const flr_triangle3 &t)
{
    flr_vec3 lo = flr_min3(t.a, flr_min3(t.b, t.c)), hi = flr_max3(t.a, flr_max3(t.b, t.c));
    return {{lo.x, lo.y, lo.z}, {hi.x, hi.y, hi.z}};
}
/// A little less than the distance of two boxes, and 0 exactly where they meet.
double below_distance(const bounds &a, const bounds &b);

/// The square root to (much) better than double.
inline double root(const rational &squared)
{
    big_float f(squared, 256);
    return big_float(sqrt(f), 256).get_d();
}

using triangles = std::vector<flr_triangle3>;
using index_pair = std::pair<uint32_t, uint32_t>;

/// Squared distance of two surfaces: least over all pairs, those left out whose boxes are too far.
/// -1 where nothing lies within the limit (a little more may still be found).
rational surface_surface_within(const triangles &a, const triangles &b, double limit);

inline rational surface_surface(const triangles &a, const triangles &b)
{
    return surface_surface_within(a, b, INFINITY);
}

rational point_surface(flr_vec3 p, const triangles &a);

/// All pairs that meet.
std::vector<index_pair> meeting_pairs(const triangles &a, const triangles &b);

/// Winding number of closed triangles around p (not on them): crossings of the segment to a far
/// point, counted by sign. False where that segment meets an edge or the plane's rim: take another.
template <class R>
bool winding_along(const std::vector<tri<R>> &surface, const vec<R> &p, const vec<R> &far, int *number,
                   int *crossings)
{
    *number = *crossings = 0;
    for (auto &t : surface) {
        int sp = side(t[0], t[1], t[2], p), sq = side(t[0], t[1], t[2], far);
        if (sp == sq && sp != 0) continue;
        int e[3];
        for (size_t i = 0; i < 3; ++i) e[i] = side(p, far, t[i], t[(i + 1) % 3]);
        bool out = (e[0] > 0 || e[1] > 0 || e[2] > 0) && (e[0] < 0 || e[1] < 0 || e[2] < 0);
        if (out) continue;
        if (sp == 0 || sq == 0 || !e[0] || !e[1] || !e[2]) return false;
        *number += sq > 0 ? 1 : -1;
        ++*crossings;
    }
    return true;
}

/// Is p on the triangle? In a ring without division.
template <class R> bool on_triangle(const tri<R> &t, const vec<R> &p)
{
    vec<R> n = cross(sub(t[1], t[0]), sub(t[2], t[0]));
    if (dot(n, n) == 0) {
        for (size_t i = 0; i < 3; ++i) {
            vec<R> d = sub(t[(i + 1) % 3], t[i]), w = sub(p, t[i]), c = cross(d, w);
            if (dot(c, c) == 0 && dot(d, w) >= 0 && dot(w, w) <= dot(d, d)) return true;
        }
        return false;
    }
    if (dot(n, sub(p, t[0])) != 0) return false;
    for (size_t i = 0; i < 3; ++i)
        if (dot(cross(sub(t[(i + 1) % 3], t[i]), sub(p, t[i])), n) < 0) return false;
    return true;
}

}  // namespace exact_mesh

#endif
