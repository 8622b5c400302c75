// optimised: (it searches among directions in long double)
/// Depth of a user's ellipsoids, nearly about the same centre and nearly balls among them, where the depth is nearly the same all
/// around and has several least places. By the definition in long double: the reach along the normal told is what is told, and no
/// direction, of many that are improved step by step, has a shorter one. In both orders, in sizes from 1e-3 to 1e3.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "feeler/contact3.h"
#include "feeler/sweep3.h"
#include "feeler/toi3.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/poses.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

using real = long double;
using vec = std::array<real, 3>;

vec from(flr_vec3 p) { return {real(p.x), real(p.y), real(p.z)}; }
real dot(const vec &a, const vec &b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
vec unit(const vec &a)
{
    real l = std::sqrt(dot(a, a));
    return {a[0] / l, a[1] / l, a[2] / l};
}

struct ellipsoid {
    flr_vec3 center;
    flr_mat3 axes;
    flr_real radius[3];

    /// Of each axis times its radius, along n.
    vec along(const vec &n) const
    {
        const flr_vec3 *axis[3] = {&axes.x, &axes.y, &axes.z};
        vec r;
        for (size_t i = 0; i < 3; ++i) r[i] = dot(from(*axis[i]), n) * real(radius[i]);
        return r;
    }
    real reach(const vec &n) const
    {
        vec r = along(n);
        return dot(from(center), n) + std::sqrt(dot(r, r));
    }
};

flr_vec3 farthest(const void *user, flr_vec3 d)
{
    const ellipsoid *e = static_cast<const ellipsoid *>(user);
    vec r = unit(e->along(from(d)));
    vec p = from(e->center);
    const flr_vec3 *axis[3] = {&e->axes.x, &e->axes.y, &e->axes.z};
    for (size_t i = 0; i < 3; ++i) {
        vec a = from(*axis[i]);
        for (size_t k = 0; k < 3; ++k) p[k] += real(e->radius[i]) * r[i] * a[k];
    }
    return flr_vec3_make(flr_real(p[0]), flr_real(p[1]), flr_real(p[2]));
}

real depth_along(const ellipsoid &a, const ellipsoid &b, const vec &n)
{
    return a.reach(n) + b.reach({-n[0], -n[1], -n[2]});
}

real searched(const ellipsoid &a, const ellipsoid &b, random_source &r)
{
    real least = INFINITY;
    for (int start = 0; start < 5; ++start) {
        vec n = unit(from(r.point(-1, 1)));
        real best = depth_along(a, b, n);
        for (real step = 0.5L; step > 1e-9L;) {
            bool better = false;
            for (int i = 0; i < 8; ++i) {
                vec p = from(r.point(-1, 1));
                vec m = unit({n[0] + step * p[0], n[1] + step * p[1], n[2] + step * p[2]});
                real at = depth_along(a, b, m);
                if (at < best) best = at, n = m, better = true;
            }
            if (!better) step *= 0.6L;
        }
        least = std::min(least, best);
    }
    return least;
}

ellipsoid make(int k, double scale, flr_vec3 at, random_source &r)
{
    ellipsoid e;
    flr_vec3 x = r.point(-1, 1), y = r.point(-1, 1);
    x = flr_scale3(1 / flr_length3(x), x);
    y = flr_cross3(x, y);
    y = flr_scale3(1 / flr_length3(y), y);
    e.axes = {x, y, flr_cross3(x, y)};
    double one = r.between(0.3, 1);
    for (flr_real &radius : e.radius) {
        double part = k == 0 ? 1 : 1 + std::pow(10.0, r.between(-15, -1));
        radius = flr_real(scale * (k == 2 ? r.between(0.3, 1) : one * part));
    }
    e.center = at;
    return e;
}

void nearly_the_same_all_around(tally &t)
{
    random_source r{941};
    double along = 0, shorter = 0, above = 0;
    long asked = 0, proved = 0;
    for (int n = 0; n < 150; ++n) {
        const double scales[] = {1, 1e-3, 1e3};
        double scale = scales[n / 3 % 3], off = scale * std::pow(10.0, r.between(-16, -0.5)),
               size = 4 * scale;
        flr_vec3 at = r.point(-scale, scale);
        ellipsoid e = make(n % 3, scale, at, r);
        flr_vec3 by = r.point(-off, off);
        ellipsoid f = make(n % 3, scale, flr_add3(at, by), r);
        for (int order = 0; order < 2; ++order) {
            const ellipsoid &a = order ? f : e, &b = order ? e : f;
            flr_convex3 x = flr_convex3_user(farthest, &a, a.center, 0);
            flr_convex3 y = flr_convex3_user(farthest, &b, b.center, 0);
            flr_gjk3 s = flr_signed_distance3_convex_convex(&x, &y);
            t.expect(s.status == FLR_OK || s.status == FLR_NOT_CONVERGED, "status %d", s.status);
            if (!t.expect(s.signed_distance < 0, "not deep")) continue;
            real told = -real(s.signed_distance), least = searched(a, b, r);
            ++asked;
            proved += s.status == FLR_OK;
            along =
                std::fmax(along, std::fabs(double(depth_along(a, b, unit(from(s.normal))) - told)) / size);
            shorter = std::fmax(shorter, double(told - least) / size);
            above = std::fmax(above, double(real(s.lower) - least) / size);
        }
    }
    std::printf("  %ld asked, %ld proved; along the normal %.3g, a shorter way %.3g, the lower bound above "
                "it %.3g of the "
                "size\n",
                asked, proved, along, shorter, above);
    expect_pinned(t, "the reach along the normal, of the size", along, real_choose(2.9e-16, 4e-08));
    expect_pinned(t, "a way that is shorter, of the size", shorter, real_choose(4e-16, 1.3e-08));
    expect_pinned(t, "the lower bound above the least depth, of the size", above, exact_answers);
}

/// A point of the surface where the normal is n.
vec touched(const ellipsoid &e, const vec &n)
{
    const vec r = unit(e.along(n));
    vec p = from(e.center);
    const flr_vec3 *axis[3] = {&e.axes.x, &e.axes.y, &e.axes.z};
    for (size_t i = 0; i < 3; ++i) {
        const vec a = from(*axis[i]);
        for (size_t k = 0; k < 3; ++k) p[k] += real(e.radius[i]) * r[i] * a[k];
    }
    return p;
}

/// Ellipsoids that all but touch, also far off, where each support point is rounded: lower lies below any two points of theirs, upper above
/// what a plane parts them by, and neither beyond the other.
void bounds_near_touching(tally &t)
{
    random_source r{92};
    long apart = 0, all = 0;
    for (int n = 0; n < scenes(1500); ++n) {
        ellipsoid e[2];
        for (ellipsoid &x : e) {
            x.axes = random_rotation(r).linear;
            x.center = {0, 0, 0};
            for (flr_real &radius : x.radius) radius = flr_real(r.between(0.2, 1));
        }
        const flr_vec3 way = r.point(-1, 1), off = r.point(-1, 1);
        if (!(flr_length3(way) > flr_real(0.1))) continue;
        e[1].center = flr_scale3(4 / flr_length3(way), way);
        const double gap = (n % 2 ? 1 : -1) *
                           std::pow(10, r.between(real_choose(-17, -9), real_choose(-9, -4))),
                     far = n % 4 ? std::pow(10, r.between(0, 4)) : 0;
        flr_convex3 c[2] = {flr_convex3_user(farthest, &e[0], e[0].center, 0),
                            flr_convex3_user(farthest, &e[1], e[1].center, 0)};
        for (int turn = 0; turn < 3; ++turn) {
            const flr_gjk3 g = flr_closest3_convex_convex(&c[0], &c[1], nullptr);
            if (g.overlap) break;
            c[1].center = e[1].center = flr_mul_add3(e[1].center, flr_real(gap) - g.distance, g.normal);
        }
        for (int k = 0; k < 2; ++k) c[k].center = e[k].center = flr_mul_add3(e[k].center, flr_real(far), off);
        const flr_gjk3 g = flr_closest3_convex_convex(&c[0], &c[1], nullptr);
        t.expect(g.status == FLR_OK && g.lower <= g.upper, "%d: %.17g above %.17g", n, double(g.lower),
                 double(g.upper));
        ++all, apart += !g.overlap;
        if (g.overlap) continue;
        const vec out = unit(from(g.normal)), back = {-out[0], -out[1], -out[2]};
        const vec a = touched(e[0], out), b = touched(e[1], back),
                  between = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
        const real parted = -e[0].reach(out) - e[1].reach(back), length = std::sqrt(dot(between, between));
        t.expect(real(g.lower) <= length && parted <= real(g.upper),
                 "%d: [%.17g, %.17g], %.17g to %.17g by the definition", n, double(g.lower), double(g.upper),
                 double(parted), double(length));
    }
    t.expect(apart * 10 >= all * 3 && apart * 10 <= all * 7, "%ld of %ld apart", apart, all);
}

/// What no convex shape would answer: too far, nowhere, elsewhere each time, now and then nothing.
struct wild {
    int kind;
    mutable int calls;
    mutable random_source r;
};

flr_vec3 answer_wildly(const void *user, flr_vec3 d)
{
    const wild *w = static_cast<const wild *>(user);
    const int call = ++w->calls;
    const flr_vec3 unit = flr_scale3(1 / flr_length3(d), d);
    const flr_real huge = flr_real(real_choose(1e308, 3e38)), nan = flr_real(NAN);
    switch (w->kind) {
    case 0:
        return flr_scale3(huge, d);
    case 1:
        return {nan, 0, 0};
    case 2:
        return call % 7 == 3 ? flr_vec3{huge * 10, 0, 0} : unit;
    case 3:
        return call > 5 ? flr_vec3{nan, nan, nan} : unit;
    case 4:
        return {flr_real(0.3), flr_real(0.1), flr_real(0.2)};
    case 5:
        return w->r.point(-1, 1);
    case 6:
        return flr_neg3(unit);
    case 7:
        return {call % 2 ? flr_real(1) : flr_real(-1), 0, 0};
    case 8:
        return {d.y, -d.x, d.z};
    case 9:
        return flr_scale3(flr_real(call) / 10, unit);
    default:
        return flr_add3(unit, flr_scale3(flr_real(1e-3), w->r.point(-1, 1)));
    }
}

bool is_whole(flr_vec3 v) { return flr_is_finite3(v); }

void expect_end(tally &t, const flr_gjk3 &g, int most, const char *what, int n)
{
    t.expect(g.iterations <= most, "%d: %s, %d steps", n, what, g.iterations);
    if (g.status == FLR_NOT_FINITE) return;
    t.expect((g.status == FLR_OK || g.status == FLR_NOT_CONVERGED) && std::isfinite(g.distance) &&
                 std::isfinite(g.lower) && std::isfinite(g.upper) && std::isfinite(g.signed_distance) &&
                 is_whole(g.point_a) && is_whole(g.point_b) && is_whole(g.normal),
             "%d: %s, %s", n, what, flr_status_string(g.status));
}

/// Every question ends, with numbers or without an answer.
void functions_of_no_shape(tally &t)
{
    random_source r{37};
    const flr_mat3 straight = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int n = 0; n < scenes(20000); ++n) {
        const wild w = {n % 11, 0, random_source{unsigned(n)}},
                   v = {n / 11 % 11, 0, random_source{unsigned(n) + 1}};
        const flr_vec3 c = r.point(-3, 3);
        const flr_sphere ball = {c, flr_real(0.5)};
        const flr_box3 block = {c, straight, {1, flr_real(0.5), flr_real(0.2)}};
        const flr_cylinder can = {c, {c.x + 1, c.y, c.z}, flr_real(0.4)};
        flr_convex3 a = flr_convex3_user(answer_wildly, &w, {0, 0, 0}, n % 3 ? 0 : flr_real(0.1)),
                    b = n / 121 % 4 == 0   ? flr_convex3_sphere(&ball)
                        : n / 121 % 4 == 1 ? flr_convex3_box(&block)
                        : n / 121 % 4 == 2 ? flr_convex3_cylinder(&can)
                                           : flr_convex3_user(answer_wildly, &v, c, 0);
        if (n % 2) std::swap(a, b);
        expect_end(t, flr_closest3_convex_convex(&a, &b, nullptr), 13 * 192, "distance", n);
        expect_end(t, flr_signed_distance3_convex_convex(&a, &b), 13 * 384, "depth", n);
        const flr_overlap3_convex o = flr_overlap3_convex_convex(&a, &b, nullptr);
        t.expect(is_whole(o.normal) && o.iterations <= 27 * 192, "%d: overlap, %d steps", n, o.iterations);
        flr_manifold3 m{};
        const flr_contact3_options margin = {flr_real(0.1), 0, nullptr};
        if (flr_contact3_convex_convex(&a, &b, &margin, &m) == FLR_OK)
            for (int k = 0; k < m.count; ++k)
                t.expect(is_whole(m.normal) && is_whole(m.points[k].position) &&
                             std::isfinite(m.points[k].depth),
                         "%d: contact", n);
        const flr_sweep3_result s = flr_sweep3_convex_convex(&a, r.point(-5, 5), &b, nullptr);
        t.expect(std::isfinite(s.t) && is_whole(s.point) && is_whole(s.normal) && s.iterations <= 300,
                 "%d: sweep", n);
        if (n % 10) continue;
        const flr_path3 on_a = {{{1, 0, 0, 0}, {0, 0, 0}}, {{0, 1, 1, 0}, r.point(-3, 3)}},
                        on_b = {{{1, 0, 0, 0}, {0, 0, 0}}, {{1, 0, 1, 0}, {0, 0, 0}}};
        const flr_toi3_options few = {0, 0, 100};
        const flr_toi3_result q = flr_toi3_convex_convex(&a, &on_a, &b, &on_b, &few);
        t.expect(std::isfinite(q.t) && is_whole(q.point) && is_whole(q.normal) && q.iterations <= 100,
                 "%d: motion, %d steps", n, q.iterations);
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(nearly_the_same_all_around), FEELER_TEST(bounds_near_touching),
             FEELER_TEST(functions_of_no_shape))

}  // namespace TEST_FILE
