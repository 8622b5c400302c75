/// Shapes put on one another with a chosen plane between them: discs and corners around an axis, with what they reach along a
/// direction. What the library is given is rounded first, and the reach is of that.
#ifndef TESTS_MANIFOLD_TOUCH3_HPP
#define TESTS_MANIFOLD_TOUCH3_HPP

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "feeler/any3.h"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/truth3.hpp"

namespace touch3
{

using vec = truth3::vec<double>;
inline vec of(flr_vec3 v) { return {double(v.x), double(v.y), double(v.z)}; }
inline flr_vec3 real(vec v) { return flr_vec3_make(flr_real(v.x), flr_real(v.y), flr_real(v.z)); }

/// Columns; whole numbers where u is an axis.
struct turn {
    vec x, y, z;
    vec of(vec v) const { return v.x * x + v.y * y + v.z * z; }
    vec back(vec v) const { return {dot(x, v), dot(y, v), dot(z, v)}; }
};
inline turn frame(vec u, double spin)
{
    const vec any = std::fabs(u.z) < 0.9 ? vec{0, 0, 1} : vec{1, 0, 0};
    const vec p = unit(cross(any, u)), q = cross(u, p);
    if (spin == 0) return {u, p, q};
    const double c = std::cos(spin), s = std::sin(spin);
    return {u, c * p + s * q, c * q - s * p};
}
inline turn tilted(const turn &t, vec about, double angle)
{
    auto by = [&](vec v) { return unit(v + angle * cross(about, v)); };
    const vec x = by(t.x), y = unit(by(t.y) - dot(x, by(t.y)) * x);
    return {x, y, cross(x, y)};
}

enum kind { CYLINDER, CONE, CAPSULE, SPHERE, BOX, ROUND_BOX, TRIANGLE, PRISM, USER, KINDS };
const char *const names[] = {"cylinder",  "cone",     "capsule", "sphere", "box",
                             "round box", "triangle", "prism",   "user"};

struct body {
    std::vector<vec> corners;
    vec axis{};  ///< of the discs around the first two corners
    double disc[2] = {0, 0}, ball = 0;

    /// What of n is square to the discs' axis.
    vec out_of(vec n) const
    {
        const vec out = n - dot(n, axis) * axis;
        return out - dot(out, axis) * axis;  // of little again what was lost in taking much away
    }
    vec farthest(vec n) const
    {
        vec best{};
        double most = -INFINITY;
        const vec out = out_of(n);
        const double across = length(out);
        for (size_t i = 0; i < corners.size(); ++i) {
            const double radius = i < 2 ? disc[i] : 0, high = dot(corners[i], n) + radius * across;
            if (!(high > most)) continue;
            most = high;
            best = across > 1e-15 ? corners[i] + radius / across * out : corners[i];
        }
        return best + ball / length(n) * n;
    }
    double reach(vec n) const
    {
        const double across = length(out_of(n));
        double most = -INFINITY;
        for (size_t i = 0; i < corners.size(); ++i)
            most = std::fmax(most, dot(corners[i], n) + (i < 2 ? disc[i] * across : 0));
        return most + ball * length(n);
    }
};

inline flr_vec3 of_user(const void *user, flr_vec3 d)
{
    return real(static_cast<const body *>(user)->farthest(unit(of(d))));
}

struct held {
    flr_convex3 convex;
    flr_shape3 shape{};
    std::shared_ptr<body> is = std::make_shared<body>();
    std::shared_ptr<flr_hull3> hull;
};

/// How large a shape is, half its width in each way.
struct form {
    int is;
    double across, up, ball;
};

/// Where the planes lie that it may be touched by: flat sides, edges, corners, and any between.
inline vec way_out(const form &f, int manner, random_source &r)
{
    const double angle = r.between(0, 6.25), c = std::cos(angle), s = std::sin(angle),
                 share = r.between(0.1, 0.9);
    const bool is_round = f.is <= CONE || f.is == USER;
    switch (manner) {
    case 0:
        return {0, 0, -1};
    case 1:
        return {0, 0, 1};
    case 2:  // a side
        if (f.is == CONE) return unit(vec{2 * f.up * c, 2 * f.up * s, f.across});
        return is_round ? vec{c, s, 0} : vec{1, 0, 0};
    case 3:
        if (f.is == CONE) return unit(vec{2 * f.up, 0, f.across});
        return {1, 0, 0};
    case 4:  // an edge or a rim
        return is_round ? unit(vec{c * share, s * share, -1}) : unit(vec{share, 0, 1});
    default:
        return unit(vec{c * share, s * share, f.is == CONE ? 1 : share - 0.5});
    }
}

inline held make(const form &f, const turn &t, vec at)
{
    held h;
    body &b = *h.is;
    auto place = [&](double x, double y, double z) { return real(at + t.of({x, y, z})); };
    const flr_vec3 low = place(0, 0, -f.up), high = place(0, 0, f.up);
    b.corners = {of(low), of(high)};
    b.axis = unit(of(high) - of(low));
    const flr_real across = flr_real(f.across), ball = flr_real(f.ball);
    h.shape = {};
    if (f.is == CYLINDER || f.is == CONE || f.is == USER) {
        b.disc[0] = double(across);
        b.disc[1] = f.is == CONE ? 0 : double(across);
    }
    if (f.is == CYLINDER) {
        h.shape.kind = FLR_SHAPE3_CYLINDER;
        h.shape.as.cylinder = {low, high, across};
    } else if (f.is == CONE) {
        h.shape.kind = FLR_SHAPE3_CONE;
        h.shape.as.cone = {high, low, across};
    } else if (f.is == CAPSULE) {
        b.ball = double(across);
        h.shape.kind = FLR_SHAPE3_CAPSULE;
        h.shape.as.capsule = {low, high, across};
    } else if (f.is == SPHERE) {
        b.corners = {of(real(at))};
        b.ball = double(across);
        h.shape.kind = FLR_SHAPE3_SPHERE;
        h.shape.as.sphere = {real(at), across};
    } else if (f.is == BOX || f.is == ROUND_BOX) {
        const flr_box3 box = {real(at), {real(t.x), real(t.y), real(t.z)}, {across, across, flr_real(f.up)}};
        b.corners.clear();
        for (int i = 0; i < 8; ++i)
            b.corners.push_back(of(box.center) + (i & 1 ? 1 : -1) * double(across) * of(box.axes.x) +
                                (i & 2 ? 1 : -1) * double(across) * of(box.axes.y) +
                                (i & 4 ? 1 : -1) * double(box.half_extents.z) * of(box.axes.z));
        h.convex = flr_convex3_box(&box);
        if (f.is == ROUND_BOX) b.ball = double(ball), h.convex.radius = ball;
    } else if (f.is == TRIANGLE) {
        const flr_triangle3 s = {place(f.across, -f.across, 0), place(f.across, f.up, 0),
                                 place(-f.across, 0, 0)};
        b.corners = {of(s.a), of(s.b), of(s.c)};
        h.shape.kind = FLR_SHAPE3_TRIANGLE;
        h.shape.as.triangle = s;
    } else if (f.is == PRISM) {
        std::vector<flr_vec3> p;
        b.corners.clear();
        for (int i = 0; i < 10; ++i) {
            const double angle = (i / 2) * 1.2566370614359172;
            p.push_back(place(f.across * std::cos(angle), f.across * std::sin(angle), i % 2 ? f.up : -f.up));
            b.corners.push_back(of(p.back()));
        }
        flr_hull3 *hull = nullptr;
        flr_hull3_create(p.data(), p.size(), nullptr, nullptr, &hull);
        h.hull = std::shared_ptr<flr_hull3>(hull, flr_hull3_destroy);
        h.convex = flr_convex3_hull(hull, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}, 0);
    } else {
        h.convex = flr_convex3_user(of_user, h.is.get(), real(at), 0);
    }
    if (h.shape.kind != 0) {
        flr_convex3_shape(&h.shape, &h.convex);
    } else {
        h.shape.kind = FLR_SHAPE3_CONVEX;
        h.shape.as.convex = h.convex;
    }
    return h;
}

}  // namespace touch3

#endif
