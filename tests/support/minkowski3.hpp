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
inline rational_point placed(const flr_convex3 &c, const rational_point &p)
{
    rational_point x = rational(c.axes.x), y = rational(c.axes.y), z = rational(c.axes.z), r;
    rational_point o = rational(c.center);
    for (size_t i = 0; i < 3; ++i) r[i] = o[i] + x[i] * p[0] + y[i] * p[1] + z[i] * p[2];
    return r;
}

/// The corners of a core in world, as its parts define them. Nothing for a round core or a user's.
inline corner_list corners(const flr_convex3 &c)
{
    corner_list all;
    if (c.kind == FLR_CONVEX3_CORNERS) {
        for (uint32_t i = 0; i < c.count; ++i) all.push_back(rational(c.corners[i]));
    } else if (c.kind == FLR_CONVEX3_BOX) {
        rational_point h = rational(c.half_extents);
        for (int i = 0; i < 8; ++i) {
            rational_point p = h;
            for (size_t k = 0; k < 3; ++k)
                if (i >> k & 1) p[k] = -p[k];
            all.push_back(placed(c, p));
        }
    } else if (c.kind == FLR_CONVEX3_POINTS || c.kind == FLR_CONVEX3_HULL) {
        bool hull = c.kind == FLR_CONVEX3_HULL;
        const flr_vec3 *p = hull ? flr_hull3_vertices(c.hull) : c.points;
        uint32_t count = hull ? flr_hull3_get_info(c.hull).vertex_count : c.count;
        for (uint32_t i = 0; i < count; ++i) all.push_back(placed(c, rational(p[i])));
    }
    return all;
}

/// The largest distance of two corners, rounded.
inline double extent(const corner_list &a, const corner_list &b)
{
    corner_list all = a;
    all.insert(all.end(), b.begin(), b.end());
    double most = 0;
    for (const rational_point &p : all) {
        double squared = 0;
        for (size_t i = 0; i < 3; ++i) {
            double d = big_rational(p[i] - all[0][i]).get_d();
            squared += d * d;
        }
        most = std::max(most, squared);
    }
    return 2 * std::sqrt(most);
}

/// All differences b - a in units of 2^-shift, so that they are whole.
struct difference {
    std::vector<vec> points;
    unsigned long shift = 0;

    difference(const corner_list &a, const corner_list &b)
    {
        for (const corner_list *all : {&a, &b})
            for (const rational_point &p : *all)
                for (const big_rational &x : p)
                    shift =
                        std::max(shift, static_cast<unsigned long>(mpz_sizeinbase(x.get_den_mpz_t(), 2) - 1));
        std::vector<vec> wa = scaled(a), wb = scaled(b);
        for (const vec &p : wa)
            for (const vec &q : wb) points.push_back(sub(q, p));
        std::sort(points.begin(), points.end());
        points.erase(std::unique(points.begin(), points.end()), points.end());
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

inline wide quotient(const whole &a, const whole &b)
{
    return wide(wide(a, digits) / wide(b, digits), digits);
}

/// Squared distance of the origin and a segment.
inline wide to_segment(const vec &a, const vec &b)
{
    vec e = sub(b, a);
    whole along = -dot(a, e), ee = dot(e, e);
    if (ee == 0 || along <= 0) return wide(dot(a, a), digits);
    if (along >= ee) return wide(dot(b, b), digits);
    vec n = cross(a, b);
    return quotient(dot(n, n), ee);
}

/// Squared distance of the origin and a triangle.
inline wide to_triangle(const vec &a, const vec &b, const vec &c)
{
    vec n = cross(sub(b, a), sub(c, a));
    const vec *p[3] = {&a, &b, &c};
    bool over = !is_zero(n);
    for (size_t i = 0; i < 3 && over; ++i) {
        const vec &s = *p[i], &t = *p[(i + 1) % 3];
        // (t - s) x (0 - s) = s x t: on the inner side of the edge
        over = dot(cross(s, t), n) >= 0;
    }
    if (over) {
        whole h = dot(n, a);
        return quotient(whole(h * h), dot(n, n));
    }
    return std::min(to_segment(a, b), std::min(to_segment(b, c), to_segment(c, a)));
}

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
inline wide to_flat(std::vector<vec> p, const vec &n)
{
    size_t drop = n[0] != 0 ? 0 : n[1] != 0 ? 1 : 2, x = (drop + 1) % 3, y = (drop + 2) % 3;
    std::sort(p.begin(), p.end(),
              [&](const vec &a, const vec &b) { return a[x] != b[x] ? a[x] < b[x] : a[y] < b[y]; });
    std::vector<vec> h;
    for (int side = 0; side < 2; ++side) {
        size_t least = h.size() + 1;
        for (const vec &q : p) {
            while (h.size() > least) {
                const vec &s = h[h.size() - 2], &t = h.back();
                if ((t[x] - s[x]) * (q[y] - s[y]) - (t[y] - s[y]) * (q[x] - s[x]) > 0) break;
                h.pop_back();
            }
            h.push_back(q);
        }
        h.pop_back();
        std::reverse(p.begin(), p.end());
    }
    wide least = to_triangle(h[0], h[1], h[2]);
    for (size_t i = 3; i < h.size(); ++i) least = std::min(least, to_triangle(h[0], h[i - 1], h[i]));
    return least;
}

/// Positive: how far apart the cores are. Negative: minus the length of the shortest translation that parts them.
inline wide signed_distance(const corner_list &a, const corner_list &b)
{
    difference all(a, b);
    const std::vector<vec> &p = all.points;
    size_t first[4] = {0, 0, 0, 0}, n = p.size(), count = 1;
    vec normal;
    for (size_t i = 1; i < n && count < 4; ++i) {
        vec e = sub(p[i], p[0]);
        if (count == 1) {
            first[count++] = i;
        } else if (count == 2) {
            normal = cross(sub(p[first[1]], p[0]), e);
            if (!is_zero(normal)) first[count++] = i;
        } else if (dot(normal, e) != 0) {
            first[count++] = i;
        }
    }
    if (count == 1) return all.length(wide(dot(p[0], p[0]), digits));
    if (count == 2) return all.length(to_segment(p[0], p[n - 1]));  // sorted: the ends are first and last
    if (count == 3) return all.length(to_flat(p, normal));
    hull h(p, first);
    bool inside = true;
    for (const hull::face &f : h.faces) inside = inside && f.d >= 0;
    wide least(-1, digits);
    for (const hull::face &f : h.faces) {
        if (!inside && f.d >= 0) continue;
        wide d =
            inside ? quotient(whole(f.d * f.d), dot(f.n, f.n)) : to_triangle(p[f.v[0]], p[f.v[1]], p[f.v[2]]);
        if (least < 0 || d < least) least = d;
    }
    wide r = all.length(least);
    return inside ? wide(-r, digits) : r;
}

/// How far core b lies beyond core a along n, by the definition.
inline double separation(const corner_list &a, const corner_list &b, flr_vec3 n)
{
    rational_point direction = rational(n);
    auto along = [&](const rational_point &p) {
        big_rational sum = 0;
        for (size_t i = 0; i < 3; ++i) sum += direction[i] * (p[i] - a[0][i]);
        return sum;
    };
    big_rational high = along(a[0]), low = along(b[0]);
    for (const rational_point &p : a) high = std::max<big_rational>(high, along(p));
    for (const rational_point &p : b) low = std::min<big_rational>(low, along(p));
    return big_rational(low - high).get_d();
}

}  // namespace minkowski3

#endif
