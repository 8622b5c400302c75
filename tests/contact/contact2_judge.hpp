/// What a manifold of the plane promises, held to definitions: convex corners with a radius, in long double.
#ifndef TESTS_MANIFOLD_CONTACT2_JUDGE_HPP
#define TESTS_MANIFOLD_CONTACT2_JUDGE_HPP

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

#include "feeler/contact2.h"
#include "support/cmocka.hpp"
#include "support/random.hpp"

extern "C" {
#include "contact/manifold2_small.h"
}

namespace contact2
{

using real = long double;

const bool single = sizeof(flr_real) == sizeof(float);

struct vec {
    real x, y;
};
inline vec from(flr_vec2 p) { return {real(p.x), real(p.y)}; }
inline vec operator+(vec a, vec b) { return {a.x + b.x, a.y + b.y}; }
inline vec operator-(vec a, vec b) { return {a.x - b.x, a.y - b.y}; }
inline vec operator*(real s, vec a) { return {s * a.x, s * a.y}; }
inline real dot(vec a, vec b) { return a.x * b.x + a.y * b.y; }
inline real cross(vec a, vec b) { return a.x * b.y - a.y * b.x; }
inline real length(vec a) { return std::sqrt(dot(a, a)); }
inline flr_vec2 to(double x, double y) { return flr_vec2_make(flr_real(x), flr_real(y)); }

/// The hull of some corners, in order around, with a radius around it.
struct body {
    std::vector<flr_vec2> corners;
    flr_real radius = 0;
    bool disorder = false;
    std::shared_ptr<flr_hull2> hull;  ///< or null

    /// Built as a hull, whose corners it then has.
    void build()
    {
        flr_hull2 *made = nullptr;
        if (flr_hull2_create(corners.data(), corners.size(), nullptr, &made) != FLR_OK) return;
        hull.reset(made, flr_hull2_destroy);
        const flr_polygon2 p = flr_hull2_polygon(made);
        corners.assign(p.vertices, p.vertices + p.count);
    }

    flr_convex2 convex() const
    {
        if (hull) return flr_convex2_hull(hull.get(), to(1, 0), to(0, 0), radius);
        uint32_t n = uint32_t(corners.size());
        return disorder ? flr_convex2_points(corners.data(), n, to(1, 0), to(0, 0), radius)
                        : flr_convex2_polygon(corners.data(), n, to(1, 0), to(0, 0), radius);
    }
    vec at(size_t i) const { return from(corners[i % corners.size()]); }
};

inline real reach(const body &b, vec n)
{
    real most = dot(b.at(0), n);
    for (size_t i = 1; i < b.corners.size(); i++) most = std::max(most, dot(b.at(i), n));
    return most;
}

inline real gap(const body &a, const body &b, vec n) { return -reach(b, real(-1) * n) - reach(a, n); }

inline real point_segment(vec p, vec a, vec b)
{
    vec d = b - a;
    real dd = dot(d, d), t = dd > 0 ? std::min<real>(1, std::max<real>(0, dot(p - a, d) / dd)) : 0;
    return length(p - (a + t * d));
}

/// Of cores: the greatest gap along any edge's normal, either way; or, where one parts them, the distance.
inline real separation(const body &a, const body &b)
{
    real most = -INFINITY, least = INFINITY;
    bool edges = false;
    for (const body *s : {&a, &b})
        for (size_t i = 0; i < s->corners.size(); i++) {
            const body &other = s == &a ? b : a;
            for (size_t k = 0; k < other.corners.size(); k++)
                least = std::min(least, point_segment(other.at(k), s->at(i), s->at(i + 1)));
            vec e = s->at(i + 1) - s->at(i);
            real l = length(e);
            if (!(l > 0)) continue;
            edges = true;
            for (real way : {real(1), real(-1)}) most = std::max(most, gap(a, b, (way / l) * vec{e.y, -e.x}));
        }
    // segments and points on one line, which no edge's normal parts
    auto flat = [](const body &s) {
        for (size_t i = 0; i < s.corners.size(); i++)
            if (cross(s.at(1) - s.at(0), s.at(i) - s.at(0)) != 0) return false;
        return true;
    };
    if (!edges) return length(b.at(0) - a.at(0));
    if (most > 0 || (most == 0 && flat(a) && flat(b))) return least;
    return most;
}

/// Signed, of the rounded hull: below 0 inside.
inline real outside(const body &b, vec p)
{
    real most = -INFINITY, least = INFINITY, area = 0;
    size_t n = b.corners.size();
    for (size_t i = 0; i < n; i++) area += cross(b.at(i) - b.at(0), b.at(i + 1) - b.at(0));
    for (size_t i = 0; i < n; i++) {
        least = std::min(least, point_segment(p, b.at(i), b.at(i + 1)));
        vec e = b.at(i + 1) - b.at(i);
        if (length(e) > 0 && area != 0)
            most = std::max(most, (area > 0 ? -1 : 1) * cross(e, p - b.at(i)) / length(e));
    }
    return (area != 0 && most <= 0 ? most : least) - real(b.radius);
}

inline real size_of(const body &a, const body &b)
{
    real most = 0;
    for (const body *s : {&a, &b})
        for (size_t i = 0; i < s->corners.size(); i++)
            most = std::max(most, length(s->at(i) - a.at(0)) + real(s->radius));
    return most;
}

inline bool same_bits(const flr_manifold2 &a, const flr_manifold2 &b)
{
    if (a.count != b.count || a.inseparable != b.inseparable) return false;
    for (int i = 0; i < a.count; i++)
        if (a.points[i].position.x != b.points[i].position.x ||
            a.points[i].position.y != b.points[i].position.y || a.points[i].depth != b.points[i].depth ||
            a.points[i].id != b.points[i].id)
            return false;
    return a.count == 0 || (a.normal.x == -b.normal.x && a.normal.y == -b.normal.y);
}

inline bool same_shape(const body &a, const body &b)
{
    if (a.radius != b.radius || a.corners.size() != b.corners.size()) return false;
    return std::memcmp(a.corners.data(), b.corners.data(), a.corners.size() * sizeof(flr_vec2)) == 0;
}

struct judged {
    int asked = 0, hit = 0, two = 0;
    double depth_error = 0, place_error = 0;
};

/// Tolerances in parts of the size.
inline flr_manifold2 judge(tally &t, const body &a, const body &b, double margin, const char *name, judged *w,
                           double tolerance)
{
    flr_contact2_options options = {flr_real(margin), 0, nullptr};
    flr_manifold2 m, back;
    flr_convex2 x = a.convex(), y = b.convex();
    flr_status status = flr_contact2_convex_convex(&x, &y, &options, &m);
    t.expect(status == FLR_OK, "%s: status %d", name, status);
    // both widths of lanes answer alike: where the processor has AVX2, the answer above is the wide one's
    flr_contact2_small_baseline(&x, &y, &options, &back);
    back.normal = flr_neg2(back.normal);
    t.expect(same_bits(m, back), "%s: not the same by another width of lanes", name);
    flr_contact2_convex_convex(&y, &x, &options, &back);
    t.expect(same_bits(m, back) || same_shape(a, b), "%s: swapped is not the same", name);
    w->asked++;
    real size = size_of(a, b), eps = real(tolerance) * size;
    real s = separation(a, b) - real(a.radius) - real(b.radius);
    if (s > real(options.margin) + eps) {
        t.expect(m.count == 0, "%s: %Lg apart, but %d points", name, s, m.count);
        return m;
    }
    if (s < real(options.margin) - eps &&
        !t.expect(m.count > 0, "%s: separation %Lg, but no point (M05)", name, s))
        return m;
    if (m.count == 0) return m;
    w->hit++;
    w->two += m.count == 2;
    t.expect(m.count <= 2 && !m.inseparable, "%s: %d points", name, m.count);
    vec n = from(m.normal);
    t.expect(std::fabs(length(n) - 1) < (single ? 1e-6L : 1e-14L), "%s: normal of length %Lg", name,
             length(n));
    real most = -INFINITY;
    for (int i = 0; i < m.count; i++) {
        real depth = real(m.points[i].depth);
        most = std::max(most, depth);
        t.expect(depth >= -real(options.margin), "%s: depth %Lg beyond the margin", name, depth);
        vec p = from(m.points[i].position), q = p + (depth / 2) * n, r = p - (depth / 2) * n;
        real off = std::max(std::fabs(outside(a, q)), std::fabs(outside(b, r)));
        w->place_error = std::max(w->place_error, double(off / size));
        t.expect(off <= 4 * eps, "%s: point %d of %d is %Lg off a surface (depth %Lg, separation %Lg)", name,
                 i, m.count, off, depth, s);
    }
    t.expect(m.count < 2 || m.points[0].id != m.points[1].id, "%s: ids repeat", name);
    w->depth_error = std::max(w->depth_error, double(std::fabs(most + s) / size));
    t.expect(std::fabs(most + s) <= eps, "%s: deepest %.18Lg, true %.18Lg", name, most, -s);
    real g = gap(a, b, n) - real(a.radius) - real(b.radius);
    t.expect(std::fabs(g - s) <= 4 * eps, "%s: the normal parts by %.18Lg, not %.18Lg", name, g, s);
    return m;
}

inline body box(double x, double y, double hx, double hy, double angle = 0)
{
    double c = std::cos(angle), s = std::sin(angle);
    body b;
    for (int i = 0; i < 4; i++) {
        double u = i == 0 || i == 3 ? -hx : hx, v = i < 2 ? -hy : hy;
        b.corners.push_back(to(x + c * u - s * v, y + s * u + c * v));
    }
    return b;
}

/// Corners on an ellipse, in order around.
inline body ring(random_source &r, int count, double x, double y, double low, double high)
{
    double a = r.between(low, high), b = r.between(low, high), turn = r.between(0, 6.283185307179586);
    body s;
    for (int i = 0; i < count; i++) {
        double jitter = r.between(0, 0.8), angle = 6.283185307179586 * (i + jitter) / count;
        double u = a * std::cos(angle), v = b * std::sin(angle);
        s.corners.push_back(
            to(x + u * std::cos(turn) - v * std::sin(turn), y + u * std::sin(turn) + v * std::cos(turn)));
    }
    return s;
}

}  // namespace contact2
#endif
