// optimised: (it searches among directions in long double)
/// Cylinders, cones and rounded shapes by the definition, in long double: apart, the plane square to the normal parts them by
/// the distance, and the points are points of them that far from one another, so it can be neither more nor less;
/// overlapping, moved by the depth along the normal they are parted, and no other direction, of many that are improved
/// step by step, parts them by a shorter way. Turned, scaled, far away.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "feeler/convex3.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"
#include "support/truth3.hpp"

namespace TEST_FILE
{
namespace
{

using real = long double;
using vec = truth3::vec<real>;
vec from(flr_vec3 p) { return {real(p.x), real(p.y), real(p.z)}; }

enum kind { CYLINDER, CONE, CAPSULE, TETRAHEDRON, SPHERE, KINDS };

/// As its parts define it, and as the library takes it.
struct body {
    int k;
    std::vector<vec> p;  ///< ends, apex and base, corners
    real disc, radius;
    flr_convex3 convex;

    /// How far it reaches along the unit vector n from `o`.
    real reach(vec n, vec o) const
    {
        if (k == CYLINDER || k == CONE) {
            vec axis = unit(p[1] - p[0]);
            real across = disc * length(n - dot(axis, n) * axis);
            real first = dot(p[0] - o, n), second = dot(p[1] - o, n);
            return std::max(first + (k == CYLINDER ? across : 0), second + across) + radius;
        }
        real most = dot(p[0] - o, n);
        for (vec q : p) most = std::max(most, dot(q - o, n));
        return most + radius;
    }
    /// How far a point lies outside, 0 inside; of a tetrahedron by its planes, which is no more.
    real outside(vec q) const
    {
        if (k == CYLINDER || k == CONE) {
            real h = length(p[1] - p[0]), z = dot(q - p[0], unit(p[1] - p[0]));
            real r = length(q - p[0] - z * unit(p[1] - p[0]));
            if (k == CYLINDER) {
                real dz = std::max<real>(0, std::max(-z, z - h)), dr = std::max<real>(0, r - disc);
                return std::max<real>(0, std::sqrt(dz * dz + dr * dr) - radius);
            }
            // the half of the cone's section in z and r: apex (0, 0), rim (h, disc)
            real t = std::clamp<real>((z * h + r * disc) / (h * h + disc * disc), 0, 1);
            real side = std::hypot(z - t * h, r - t * disc),
                 base = std::hypot(z - h, std::max<real>(0, r - disc));
            bool inside = z >= 0 && z <= h && r * h <= z * disc;
            return inside ? 0 : std::max<real>(0, std::min(side, base) - radius);
        }
        if (k == TETRAHEDRON) {
            real most = 0;
            for (size_t i = 0; i < 4; ++i) {
                vec a = p[(i + 1) % 4], u = p[(i + 2) % 4] - a, v = p[(i + 3) % 4] - a;
                vec n = {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
                if (dot(n, p[i] - a) > 0) n = real(-1) * n;
                most = std::max(most, dot(unit(n), q - a) - radius);
            }
            return most;
        }
        vec d = p.back() - p[0];
        real t = dot(d, d) > 0 ? std::clamp<real>(dot(q - p[0], d) / dot(d, d), 0, 1) : 0;
        return std::max<real>(0, length(q - p[0] - t * d) - radius);
    }
};

body make(int k, double scale, flr_vec3 at, random_source &r)
{
    flr_vec3 c[4];
    for (flr_vec3 &q : c) q = flr_add3(at, flr_scale3(flr_real(scale), r.point(-1, 1)));
    flr_real disc = flr_real(scale * r.between(0.2, 1)), around = flr_real(scale * r.between(0.1, 0.5));
    body b = {k, {}, real(disc), 0, {}};
    size_t count = k == TETRAHEDRON ? 4 : k == SPHERE ? 1 : 2;
    for (size_t i = 0; i < count; ++i) b.p.push_back(from(c[i]));
    if (k == CYLINDER) {
        flr_cylinder s = {c[0], c[1], disc};
        b.convex = flr_convex3_cylinder(&s);
    } else if (k == CONE) {
        flr_cone s = {c[0], c[1], disc};
        b.convex = flr_convex3_cone(&s);
    } else if (k == CAPSULE) {
        flr_capsule3 s = {c[0], c[1], disc};
        b.convex = flr_convex3_capsule(&s);
    } else if (k == SPHERE) {
        flr_sphere s = {c[0], disc};
        b.convex = flr_convex3_sphere(&s);
    } else {
        flr_tetrahedron s = {c[0], c[1], c[2], c[3]};
        b.convex = flr_convex3_tetrahedron(&s);
    }
    if (r.whole(0, 3) == 0) b.convex.radius = around;
    b.radius = real(b.convex.radius);
    return b;
}

/// How far b lies beyond a along n.
real beyond(const body &a, const body &b, vec n)
{
    return -b.reach(real(-1) * n, a.p[0]) - a.reach(n, a.p[0]);
}

/// The most that any direction parts them by, from many starts, in steps that shrink.
real search(const body &a, const body &b, random_source &r, int starts)
{
    real best = -INFINITY;
    for (int s = 0; s < starts; ++s) {
        vec n = unit(from(r.point(-1, 1)));
        real most = beyond(a, b, n);
        for (real step = 0.5L; step > 1e-9L;) {
            bool better = false;
            for (int i = 0; i < 6; ++i) {
                vec m = unit(n + step * from(r.point(-1, 1)));
                real at = beyond(a, b, m);
                if (at <= most) continue;
                most = at, n = m, better = true;
            }
            if (!better) step *= 0.6L;
        }
        best = std::max(best, most);
    }
    return best;
}

struct worst {
    double distance = 0, depth = 0, points = 0, shorter = 0, way = 0, above = 0;
    long apart = 0, deep = 0, bounds = 0;
};

void judge(tally &t, const body &a, const body &b, double scale, double place, random_source &r, worst *w)
{
    flr_gjk3 g = flr_closest3_convex_convex(&a.convex, &b.convex, nullptr),
             s = flr_signed_distance3_convex_convex(&a.convex, &b.convex);
    double size = 8 * scale, rounded = 4 * real_rounding * place / size;
    real told = real(s.signed_distance), along = beyond(a, b, unit(from(s.normal)));
    t.expect(g.status == FLR_OK && s.status == FLR_OK && g.iterations <= 13 * 192 && s.iterations <= 13 * 384,
             "status %d, %d and %d steps", g.status, g.iterations, s.iterations);
    t.expect(std::isfinite(g.distance) && std::isfinite(s.signed_distance) && flr_is_finite3(s.normal) &&
                 flr_is_finite3(s.point_a) && flr_is_finite3(s.point_b),
             "not a number");
    // of cores that are apart the normal is known as well as rounding is small beside their distance
    double cores = double(told + a.radius + b.radius);
    double turn = cores > 0 && cores < 0.01 * scale ? 4 * real_rounding * size / cores : 0;
    double off = std::fmax(0, double(std::fabs(along - told)) / size - turn);
    double a_off = double(a.outside(from(s.point_a))) / size,
           b_off = double(b.outside(from(s.point_b))) / size;
    w->points = std::fmax(w->points, std::fmax(a_off, b_off) - rounded);
    if (s.signed_distance > 0) {
        ++w->apart;
        real way = length(from(g.point_b) - from(g.point_a));
        w->distance = std::fmax(w->distance, off);
        w->way = std::fmax(w->way, double(std::fabs(way - told)) / (size + place));
        w->above = std::fmax(w->above, double(real(g.lower) - way) / (size + place));
    } else {
        ++w->deep;
        w->bounds += s.status != FLR_OK;
        w->depth = std::fmax(w->depth, off);
        real found = search(a, b, r, 6);
        w->shorter = std::fmax(w->shorter, double(found - told) / size);
    }
}

body moved(const body &b, flr_vec3 by)
{
    body m = b;
    for (vec &q : m.p) q = from(flr_add3(flr_vec3_make(flr_real(q.x), flr_real(q.y), flr_real(q.z)), by));
    m.convex.center = flr_add3(b.convex.center, by);
    for (flr_vec3 &q : m.convex.corners) q = flr_add3(q, by);
    return m;
}

void in_place(tally &t, double scale, flr_vec3 offset, worst *w)
{
    random_source r{821};
    double place = double(flr_length3(offset)) + 8 * scale;
    for (int ka = 0; ka < KINDS; ++ka)
        for (int kb = 0; kb < KINDS; ++kb) {
            if (ka > CONE && kb > CONE) continue;
            for (int n = 0; n < 16; ++n) {
                flr_vec3 at = flr_mul_add3(offset, flr_real(scale), r.point(-1.4, 1.4));
                body a = make(ka, scale, offset, r), b = make(kb, scale, at, r);
                judge(t, a, b, scale, place, r, w);
                // and all but touching
                flr_gjk3 s = flr_signed_distance3_convex_convex(&a.convex, &b.convex);
                static const double gaps[] = {0, 1e-9, -1e-9, 1e-6, -1e-6, 1e-3, -1e-3};
                flr_real way = flr_real(gaps[r.whole(0, 6)] * scale) - s.signed_distance;
                judge(t, a, moved(b, flr_scale3(way, s.normal)), scale, place, r, w);
            }
        }
}

void report(tally &t, const worst &w, double distance, double depth, double shorter, double way, double above)
{
    std::printf("  distance %.3g, depth %.3g, points %.3g, a shorter way by %.3g of the size; %ld apart, %ld "
                "deep, %ld "
                "of them as bounds\n",
                w.distance, w.depth, w.points, w.shorter, w.apart, w.deep, w.bounds);
    expect_pinned(t, "distance, roundings of the size", w.distance / real_rounding, distance);
    expect_pinned(t, "depth, roundings of the size", w.depth / real_rounding, depth);
    expect_pinned(t, "a way that is shorter, roundings of the size", w.shorter / real_rounding, shorter);
    expect_pinned(t, "from point to point, roundings of the coordinates", w.way / real_rounding, way);
    expect_pinned(t, "the lower bound above the points, the same", w.above / real_rounding, above);
    t.expect(w.points == 0, "points are off by %g of the size, beyond their own rounding", w.points);
    t.expect(w.apart * 10 >= (w.apart + w.deep) * 3 && w.apart * 10 <= (w.apart + w.deep) * 7,
             "%ld are apart of %ld", w.apart, w.apart + w.deep);
}

void as_made(tally &t)
{
    worst w;
    in_place(t, 1, flr_vec3_make(0, 0, 0), &w);
    report(t, w, real_choose(1.2, 0.3), real_choose(1.9, 0.2), real_choose(0.3, 0.16),
           real_choose(0.45, 0.14), real_choose(exact_answers, 0.052));
}

void scaled(tally &t)
{
    worst w;
    in_place(t, 1e-3, flr_vec3_make(0, 0, 0), &w);
    in_place(t, 1e3, flr_vec3_make(0, 0, 0), &w);
    report(t, w, real_choose(1.5, 0.4), real_choose(1.5, 0.2), real_choose(0.5, 0.14),
           real_choose(0.36, 0.16), real_choose(exact_answers, 0.15));
}

void far_away(tally &t)
{
    worst w;
    in_place(t, real_choose(1, 1e3), flr_vec3_make(flr_real(1e6), flr_real(-1e6), flr_real(5e5)), &w);
    report(t, w, real_choose(1.1, 0.2), real_choose(1.3, 0.18), real_choose(0.29, 0.15),
           real_choose(0.96, 1.2), real_choose(0.85, 0.98));
}

/// Cones and cylinders on small whole numbers that just touch a hull: the points told lie on both, within some roundings.
void just_touching(tally &t)
{
    random_source r{1};
    const flr_mat3 upright = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    worst_of off = {"points of a touch off the round shape, of the size", real_choose(1.1e-15, 2.2e-8)};
    long touching = 0;
    for (int n = 0; n < scenes(60000); ++n) {
        body b;
        b.k = n % 2 ? CONE : CYLINDER;
        const flr_vec3 p = r.lattice_point(-2, 2), q = r.lattice_point(-2, 2);
        if (flr_distance_squared3(p, q) == 0) continue;
        b.p = {from(p), from(q)};
        b.disc = 1;
        b.radius = 0;
        const flr_cone cone = {p, q, 1};
        const flr_cylinder cylinder = {p, q, 1};
        b.convex = n % 2 ? flr_convex3_cone(&cone) : flr_convex3_cylinder(&cylinder);
        flr_vec3 corners[12];
        const int count = r.whole(4, 12);
        for (int i = 0; i < count; ++i) corners[i] = r.lattice_point(-2, 2);
        const flr_convex3 hull =
            flr_convex3_points(corners, uint32_t(count), upright, r.lattice_point(-3, 3), 0);
        const flr_gjk3 g = flr_signed_distance3_convex_convex(&b.convex, &hull);
        if (!(std::fabs(double(g.signed_distance)) < real_bound(1e-15))) continue;
        ++touching;
        t.expect(off.within(double(b.outside(from(g.point_a))) / 8) &&
                     off.within(double(b.outside(from(g.point_b))) / 8),
                 "%d: points are %Lg and %Lg off", n, b.outside(from(g.point_a)), b.outside(from(g.point_b)));
    }
    t.expect(touching > scenes(300), "%ld touch", touching);
    off.hold(t);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(as_made), FEELER_TEST(scaled), FEELER_TEST(far_away), FEELER_TEST(just_touching))

}  // namespace TEST_FILE
