/// The time of first touch of two hulls of points, from the definition and without rounding: a moves by m, so
/// at time t they touch where t m is in the difference b - a. Where the line of t m runs within the
/// difference is found from all triangles, segments and points of differences of corners (Caratheodory: each
/// point of the difference's boundary is in one of them).
#ifndef TESTS_SWEEP_SWEEP3_EXACT_HPP
#define TESTS_SWEEP_SWEEP3_EXACT_HPP

#include <array>
#include <cmath>
#include <vector>

#include "feeler/any3.h"

namespace sweep3
{

/// T is exact for sums and products: whole numbers of enough bits, or rationals.
template <class T> using vector = std::array<T, 3>;

template <class T> T dot(const vector<T> &a, const vector<T> &b)
{
    return T(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
}
template <class T> vector<T> cross(const vector<T> &a, const vector<T> &b)
{
    return {T(a[1] * b[2] - a[2] * b[1]), T(a[2] * b[0] - a[0] * b[2]), T(a[0] * b[1] - a[1] * b[0])};
}
template <class T> vector<T> minus(const vector<T> &a, const vector<T> &b)
{
    return {T(a[0] - b[0]), T(a[1] - b[1]), T(a[2] - b[2])};
}
template <class T> int sign(const T &x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

/// numerator / denominator, which is above 0.
template <class T> struct fraction {
    T numerator, denominator;
    bool operator<(const fraction &o) const { return numerator * o.denominator < o.numerator * denominator; }
};

template <class T> struct span {
    bool met = false;
    fraction<T> first, last;
    void add(T numerator, T denominator)
    {
        if (denominator < 0) numerator = -numerator, denominator = -denominator;
        fraction<T> f{numerator, denominator};
        if (!met || f < first) first = f;
        if (!met || last < f) last = f;
        met = true;
    }
};

/// The times at which the line of t m is in the hull of p; m is not zero.
template <class T> span<T> line_in_hull(const std::vector<vector<T>> &p, const vector<T> &m)
{
    span<T> s;
    std::size_t n = p.size();
    T mm = dot(m, m);
    std::vector<vector<T>> c(n);
    for (std::size_t i = 0; i < n; ++i) c[i] = cross(m, p[i]);
    std::vector<T> side(n * n);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) side[i * n + j] = dot(c[i], p[j]);
    for (std::size_t i = 0; i < n; ++i) {
        if (c[i][0] == 0 && c[i][1] == 0 && c[i][2] == 0) s.add(dot(p[i], m), mm);
        for (std::size_t j = i + 1; j < n; ++j) {
            const T &ij = side[i * n + j];
            if (ij == 0)
                for (std::size_t k = 0; k < 3; ++k) {
                    if (sign(c[i][k]) * sign(c[j][k]) >= 0) continue;
                    s.add(T(c[j][k] * dot(p[i], m) - c[i][k] * dot(p[j], m)), T((c[j][k] - c[i][k]) * mm));
                    break;
                }
            for (std::size_t k = j + 1; k < n; ++k) {
                const T &jk = side[j * n + k], &ki = side[k * n + i];
                int x = sign(ij), y = sign(jk), z = sign(ki);
                bool left = x >= 0 && y >= 0 && z >= 0, right = x <= 0 && y <= 0 && z <= 0;
                if (left == right) continue;
                vector<T> normal = cross(minus(p[j], p[i]), minus(p[k], p[i]));
                s.add(dot(normal, p[i]), dot(normal, m));
            }
        }
    }
    return s;
}

template <class T> struct truth {
    bool hit = false, overlap_at_start = false, line_meets = false;
    fraction<T> t;
};

template <class T>
truth<T> first_touch(const std::vector<vector<T>> &a, const vector<T> &m, const std::vector<vector<T>> &b)
{
    std::vector<vector<T>> p;
    for (auto &x : a)
        for (auto &y : b) p.push_back(minus(y, x));
    span<T> s = line_in_hull(p, m);
    truth<T> r;
    r.line_meets = s.met;
    if (!s.met) return r;
    r.t = s.first;
    r.overlap_at_start = !(s.first.numerator > 0) && !(s.last.numerator < 0);
    r.hit = r.overlap_at_start || (s.first.numerator > 0 && !(s.first.numerator > s.first.denominator));
    return r;
}

}  // namespace sweep3

#endif
