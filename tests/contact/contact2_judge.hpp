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

real reach(const body &b, vec n);

inline real gap(const body &a, const body &b, vec n) { return -reach(b, real(-1) * n) - reach(a, n); }

real point_segment(vec p, vec a, vec b);

/// Of cores: the greatest gap along any edge's normal, either way; or, where one parts them, the distance.
real separation(const body &a, const body &b);

/// Signed, of the rounded hull: below 0 inside.
real outside(const body &b, vec p);

real size_of(const body &a, const body &b);

bool same_bits(const flr_manifold2 &a, const flr_manifold2 &b);

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
flr_manifold2 judge(tally &t, const body &a, const body &b, double margin, const char *name, judged *w,
                    double tolerance);

body box(double x, double y, double hx, double hy, double angle = 0);

/// Corners on an ellipse, in order around.
body ring(random_source &r, int count, double x, double y, double low, double high);

}  // namespace contact2
#endif
