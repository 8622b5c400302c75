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

inline rational point_segment(const vec<rational> &p, const vec<rational> &a, const vec<rational> &b)
{
    vec<rational> d = sub(b, a), w = sub(p, a);
    rational dd = dot(d, d), wd = dot(w, d);
    if (dd == 0 || wd <= 0) return dot(w, w);
    if (wd >= dd) {
        vec<rational> e = sub(p, b);
        return dot(e, e);
    }
    return rational(dot(w, w) - wd * wd / dd);
}

inline rational point_triangle(const vec<rational> &p, const tri<rational> &t)
{
    vec<rational> n = cross(sub(t[1], t[0]), sub(t[2], t[0]));
    rational nn = dot(n, n);
    bool over = nn != 0;
    for (size_t i = 0; i < 3 && over; ++i) over = dot(cross(sub(t[(i + 1) % 3], t[i]), sub(p, t[i])), n) >= 0;
    if (over) {
        rational h = dot(n, sub(p, t[0]));
        return rational(h * h / nn);
    }
    rational least = point_segment(p, t[0], t[1]);
    for (size_t i = 1; i < 3; ++i) least = std::min(least, point_segment(p, t[i], t[(i + 1) % 3]));
    return least;
}

inline rational segment_segment(const vec<rational> &a, const vec<rational> &b, const vec<rational> &c,
                                const vec<rational> &d)
{
    vec<rational> u = sub(b, a), v = sub(d, c), w = sub(c, a), n = cross(u, v);
    rational nn = dot(n, n);
    if (nn != 0) {
        rational s = dot(cross(w, v), n), t = dot(cross(w, u), n);
        if (s >= 0 && s <= nn && t >= 0 && t <= nn) {
            rational h = dot(w, n);
            return rational(h * h / nn);
        }
    }
    return std::min(std::min(point_segment(a, c, d), point_segment(b, c, d)),
                    std::min(point_segment(c, a, b), point_segment(d, a, b)));
}

/// Does the segment pass through the triangle from one side of its plane to the other? (What
/// lies in the plane is seen by the distances of corners and edges.)
inline bool pierces(const vec<rational> &p, const vec<rational> &q, const tri<rational> &t)
{
    vec<rational> n = cross(sub(t[1], t[0]), sub(t[2], t[0]));
    rational hp = dot(n, sub(p, t[0])), hq = dot(n, sub(q, t[0]));
    if (sign(hp) * sign(hq) >= 0) return false;
    rational s = hp / (hp - hq);
    vec<rational> d = sub(q, p), x;
    for (size_t i = 0; i < 3; ++i) x[i] = p[i] + s * d[i];
    return point_triangle(x, t) == 0;
}

inline rational triangle_triangle(const tri<rational> &a, const tri<rational> &b)
{
    rational least = point_triangle(a[0], b);
    for (size_t i = 0; i < 3; ++i) {
        least = std::min(least, std::min(point_triangle(a[i], b), point_triangle(b[i], a)));
        for (size_t k = 0; k < 3; ++k)
            least = std::min(least, segment_segment(a[i], a[(i + 1) % 3], b[k], b[(k + 1) % 3]));
    }
    for (size_t i = 0; i < 3 && least > 0; ++i)
        if (pierces(a[i], a[(i + 1) % 3], b) || pierces(b[i], b[(i + 1) % 3], a)) least = 0;
    return least;
}

struct bounds {
    double lo[3], hi[3];
};
inline bounds bounds_of(const flr_triangle3 &t)
{
    flr_vec3 lo = flr_min3(t.a, flr_min3(t.b, t.c)), hi = flr_max3(t.a, flr_max3(t.b, t.c));
    return {{lo.x, lo.y, lo.z}, {hi.x, hi.y, hi.z}};
}
/// A little less than the distance of two boxes, and 0 exactly where they meet.
inline double below_distance(const bounds &a, const bounds &b)
{
    double sum = 0;
    for (int i = 0; i < 3; ++i) {
        double gap = std::max(0.0, std::max(a.lo[i] - b.hi[i], b.lo[i] - a.hi[i]));
        sum += gap * gap;
    }
    return std::sqrt(sum) * (1 - 1e-12);
}

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
inline rational surface_surface_within(const triangles &a, const triangles &b, double limit)
{
    std::vector<std::pair<double, index_pair>> order;
    std::vector<bounds> of_b;
    for (auto &t : b) of_b.push_back(bounds_of(t));
    for (uint32_t i = 0; i < a.size(); ++i) {
        bounds of_a = bounds_of(a[i]);
        for (uint32_t k = 0; k < b.size(); ++k) {
            double d = below_distance(of_a, of_b[k]);
            if (d <= limit) order.push_back({d, {i, k}});
        }
    }
    std::sort(order.begin(), order.end());
    rational least = -1;
    double near = limit;
    for (auto &o : order) {
        if (o.first > near) break;
        rational d = triangle_triangle(from(a[o.second.first]), from(b[o.second.second]));
        if (least < 0 || d < least) {
            least = d;
            near = std::min(near, root(d) * (1 + 1e-12));
        }
        if (least == 0) break;
    }
    return least;
}

inline rational surface_surface(const triangles &a, const triangles &b)
{
    return surface_surface_within(a, b, INFINITY);
}

inline rational point_surface(flr_vec3 p, const triangles &a)
{
    bounds at = {{p.x, p.y, p.z}, {p.x, p.y, p.z}};
    std::vector<std::pair<double, uint32_t>> order;
    for (uint32_t i = 0; i < a.size(); ++i) order.push_back({below_distance(at, bounds_of(a[i])), i});
    std::sort(order.begin(), order.end());
    rational least = -1;
    double near = INFINITY;
    for (auto &o : order) {
        if (o.first > near) break;
        rational d = point_triangle(from(p), from(a[o.second]));
        if (least < 0 || d < least) {
            least = d;
            near = root(d) * (1 + 1e-12);
        }
    }
    return least;
}

/// All pairs that meet.
inline std::vector<index_pair> meeting_pairs(const triangles &a, const triangles &b)
{
    std::vector<index_pair> all;
    for (uint32_t i = 0; i < a.size(); ++i)
        for (uint32_t k = 0; k < b.size(); ++k)
            if (below_distance(bounds_of(a[i]), bounds_of(b[k])) == 0 &&
                triangle_triangle(from(a[i]), from(b[k])) == 0)
                all.push_back({i, k});
    return all;
}

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
