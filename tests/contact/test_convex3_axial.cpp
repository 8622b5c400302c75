// optimised: (it searches among directions in long double)
/// Depth on and near the axis of cylinders and cones, where every direction around the axis parts alike and no polytope
/// of finitely many faces is the difference. Expected by hand from the sections, and from the definition in long
/// double: the normal told parts the shapes by the depth told, and no direction, of many that are improved step by step,
/// parts them by a shorter way. In both orders, turned and moved, in sizes from 1e-3 to 1e3.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "feeler/contact3.h"
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
flr_vec3 given(vec p) { return flr_vec3_make(flr_real(p.x), flr_real(p.y), flr_real(p.z)); }

/// A disc at either end, of radius 0 too, and a ball around all points; `asked` is the library's shape of it.
enum class form { ROUND, CYLINDER, CONE, BALL };
struct body {
    form is;
    vec low, high;
    real disc_low, disc_high, ball;
    vec way = {0, 0, 0};  ///< of the axis; `rounded` says it

    real reach(vec n) const
    {
        real across = dot(way, way) > 0 ? length(n - dot(way, n) * way) : 0;
        return std::max(dot(low, n) + disc_low * across, dot(high, n) + disc_high * across) + ball;
    }
};

struct user_ball {
    flr_vec3 center;
    flr_real radius;
};

flr_vec3 farthest(const void *user, flr_vec3 d)
{
    const user_ball *u = static_cast<const user_ball *>(user);
    return flr_mul_add3(u->center, u->radius / flr_length3(d), d);
}

flr_convex3 asked(const body &b, user_ball *u)
{
    flr_real disc = flr_real(b.disc_low), ball = flr_real(b.ball);
    flr_convex3 c;
    if (b.is == form::CYLINDER) {
        flr_cylinder s = {given(b.low), given(b.high), disc};
        c = flr_convex3_cylinder(&s);
    } else if (b.is == form::CONE) {
        flr_cone s = {given(b.high), given(b.low), disc};
        c = flr_convex3_cone(&s);
    } else if (b.is == form::BALL) {
        *u = {given(b.low), ball};
        return flr_convex3_user(farthest, u, u->center, 0);
    } else if (length(b.high - b.low) > 0) {
        flr_capsule3 s = {given(b.low), given(b.high), ball};
        return flr_convex3_capsule(&s);
    } else {
        flr_sphere s = {given(b.low), ball};
        return flr_convex3_sphere(&s);
    }
    c.radius = ball;
    return c;
}

/// Rounded to what the library is given, so that both speak of the same body.
body rounded(body b)
{
    b.low = from(given(b.low)), b.high = from(given(b.high));
    b.disc_low = real(flr_real(b.disc_low)), b.disc_high = real(flr_real(b.disc_high));
    b.ball = real(flr_real(b.ball));
    if (length(b.high - b.low) > 0) b.way = unit(b.high - b.low);
    return b;
}

real depth_along(const body &a, const body &b, vec n) { return a.reach(n) + b.reach(real(-1) * n); }

real improved(const body &a, const body &b, vec n, random_source &r)
{
    real least = depth_along(a, b, n);
    for (real step = 0.5L; step > 1e-9L;) {
        bool better = false;
        for (int i = 0; i < 8; ++i) {
            vec m = unit(n + step * from(r.point(-1, 1)));
            real at = depth_along(a, b, m);
            if (at < least) least = at, n = m, better = true;
        }
        if (!better) step *= 0.5L;
    }
    return least;
}

real searched(const body &a, const body &b, random_source &r)
{
    std::vector<vec> starts;
    for (int i = 0; i < 4; ++i) starts.push_back(unit(from(r.point(-1, 1))));
    for (const body *s : {&a, &b}) {
        if (!(length(s->high - s->low) > 0)) continue;
        vec axis = unit(s->high - s->low);
        starts.push_back(axis), starts.push_back(real(-1) * axis);
        for (int i = 0; i < 2; ++i) starts.push_back(unit(cross(axis, starts[size_t(i)])));
    }
    real least = INFINITY;
    for (vec n : starts) least = std::min(least, improved(a, b, n, r));
    return least;
}

struct worst {
    double hand = 0, along = 0, shorter = 0, points = 0;
    long asked = 0, bounds = 0;
};

enum class answer { CLOSED, ANY };

void judge(tally &t, const char *name, const body &a, const body &b, double size, real by_hand, answer wanted,
           random_source &r, worst *w)
{
    user_ball u, v;
    flr_convex3 x = asked(a, &u), y = asked(b, &v);
    flr_gjk3 s = flr_signed_distance3_convex_convex(&x, &y);
    real told = -real(s.signed_distance);
    vec n = unit(from(s.normal));
    ++w->asked;
    w->bounds += s.status != FLR_OK;
    t.expect(wanted == answer::CLOSED ? s.status == FLR_OK
                                      : s.status == FLR_OK || s.status == FLR_NOT_CONVERGED,
             "%s: status %d", name, s.status);
    double slack = real_choose(1e-15, 1e-6) * size;
    t.expect(double(s.lower) <= double(told) && double(told) <= double(s.upper) + slack, "%s: bounds", name);
    auto note = [&](double *most, double off) { *most = std::fmax(*most, std::fabs(off) / size); };
    if (by_hand >= 0) note(&w->hand, double(told - by_hand));
    note(&w->along, double(depth_along(a, b, n) - told));
    real least = searched(a, b, r);
    note(&w->shorter, std::fmax(0, double(told - least)));
    t.expect(double(s.lower) <= double(least) + slack, "%s: lower bound %.17g, but %.17Lg", name,
             double(s.lower), least);
    // on the last plane of each, and square over one another
    vec pa = from(s.point_a), pb = from(s.point_b);
    note(&w->points, double(dot(pa, n) - a.reach(n)));
    note(&w->points, double(dot(pb, n) + b.reach(real(-1) * n)));
    note(&w->points, double(length(pa - pb - told * n)));
    flr_manifold3 m;
    flr_status status = flr_contact3_convex_convex(&x, &y, nullptr, &m);
    t.expect(status == FLR_OK || (wanted == answer::ANY && status == FLR_NOT_CONVERGED),
             "%s: contact status %d", name, status);
    double deepest = -INFINITY;
    for (int i = 0; i < m.count; ++i) deepest = std::fmax(deepest, double(m.points[i].depth));
    t.expect(m.count > 0 && std::fabs(deepest - double(told)) <= real_choose(1e-12, 1e-5) * size,
             "%s: %d contacts, %.17g deep of %.17Lg", name, m.count, deepest, told);
}

/// Both orders, turned, moved and scaled; the first time as they are.
void in_all_places(tally &t, const char *name, const body &a, const body &b, real by_hand, answer wanted,
                   worst *w, int places = 4)
{
    random_source r{411};
    for (int i = 0; i < scenes(places); ++i) {
        vec z = {0, 0, 1}, x = {1, 0, 0}, at = {0, 0, 0};
        real scale = 1;
        if (i > 0) {
            z = unit(from(r.point(-1, 1)));
            x = unit(cross(z, from(r.point(-1, 1))));
            at = from(r.point(-4, 4));
            scale = std::pow(10.0L, real(i % 3 - 1) * 3);
        }
        vec y = cross(z, x);
        auto place = [&](vec p) { return scale * (at + (p.x * x + (p.y * y + p.z * z))); };
        auto placed = [&](const body &s) {
            return rounded(
                {s.is, place(s.low), place(s.high), scale * s.disc_low, scale * s.disc_high, scale * s.ball});
        };
        body p = placed(a), q = placed(b);
        double size = 8 * double(scale);
        // turned, they are parallel only as far as their ends are rounded
        answer then = i > 0 && a.is != form::ROUND && b.is != form::ROUND ? answer::ANY : wanted;
        if (i > 0 && (length(a.high - a.low) * length(b.high - b.low) > 0)) then = answer::ANY;
        judge(t, name, p, q, size, scale * by_hand, then, r, w);
        judge(t, name, q, p, size, scale * by_hand, then, r, w);
    }
}

/// What an error must not be above, and is at worst at least half of; 0 for what is not asked.
struct pins {
    double hand, along, shorter, points;
};

void report(tally &t, const char *what, const worst &w, pins in_double, pins in_float)
{
    std::printf(
        "  %s: %ld asked, %ld as bounds; off by hand %.3g, along the normal %.3g, a shorter way %.3g, "
        "points %.3g\n",
        what, w.asked, w.bounds, w.hand, w.along, w.shorter, w.points);
    const pins &p = real_is_float ? in_float : in_double;
    if (p.hand > 0) expect_pinned(t, "by hand, of the size", w.hand, p.hand);
    expect_pinned(t, "along the normal, of the size", w.along, p.along);
    expect_pinned(t, "a shorter way, of the size", w.shorter, p.shorter);
    expect_pinned(t, "points, of the size", w.points, p.points);
}

const double OFFSETS[] = {0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3, 0.1, 0.3};

body cylinder(real x, real low, real high, real disc)
{
    return {form::CYLINDER, {x, 0, low}, {x, 0, high}, disc, disc, 0};
}
body cone(real x, real base, real apex, real disc)
{
    return {form::CONE, {x, 0, base}, {x, 0, apex}, disc, 0, 0};
}
body capsule(real x, real low, real high, real ball)
{
    return {form::ROUND, {x, 0, low}, {x, 0, high}, 0, 0, ball};
}
body user(real x, real z, real ball) { return {form::BALL, {x, 0, z}, {x, 0, z}, 0, 0, ball}; }

/// A ball around the core adds to both sides alike.
body within(body b, real ball)
{
    b.ball = ball;
    return b;
}

void in_a_cylinder(tally &t)
{
    worst w;
    body tube = cylinder(0, 0, 8, 0.5L);
    for (real x : OFFSETS) {
        in_all_places(t, "point in cylinder", tube, capsule(x, 4, 4, 0), 0.5L - x, answer::CLOSED, &w);
        in_all_places(t, "sphere in cylinder", tube, capsule(x, 4, 4, 0.25L), 0.75L - x, answer::CLOSED, &w);
        in_all_places(t, "capsule in cylinder", tube, capsule(x, 3, 5, 0.2L), 0.7L - x, answer::CLOSED, &w);
        in_all_places(t, "cylinder in cylinder", tube, cylinder(x, 3, 5, 0.3L), 0.8L - x, answer::CLOSED, &w);
        in_all_places(t, "rounded cylinder in cylinder", tube, within(cylinder(x, 3, 5, 0.3L), 0.1L),
                      0.9L - x, answer::CLOSED, &w);
        // out through the end
        in_all_places(t, "point at the end", tube, capsule(x, 7.875L, 7.875L, 0), 0.125L, answer::CLOSED, &w);
        in_all_places(t, "coin at the end", tube, cylinder(x, 7.75L, 9, 0.25L), 0.25L, answer::CLOSED, &w);
    }
    report(t, "in a cylinder", w, {2.6e-16, 2.9e-16, 3e-16, 5.5e-16}, {9.9e-08, 2.2e-08, 3.2e-09, 9.6e-08});
}

void in_a_cone(tally &t)
{
    worst w;
    body hat = cone(0, 0, 4, 1);
    const real slant = std::sqrt(17.0L);
    for (real x : OFFSETS) {
        in_all_places(t, "point in cone", hat, capsule(x, 1, 1, 0), (3 - 4 * x) / slant, answer::CLOSED, &w);
        in_all_places(t, "sphere in cone", hat, capsule(x, 1, 1, 0.25L), (3 - 4 * x) / slant + 0.25L,
                      answer::CLOSED, &w);
        in_all_places(t, "point by the base", hat, capsule(x, 0.125L, 0.125L, 0), 0.125L, answer::CLOSED, &w);
        in_all_places(t, "cylinder in cone", hat, cylinder(x, 0.5L, 1.5L, 0.2L), (4.3L - 4 * x) / slant,
                      answer::CLOSED, &w);
        in_all_places(t, "equal cones", hat, cone(x, 0, 4, 1), (8 - 4 * x) / slant, answer::CLOSED, &w);
        in_all_places(t, "cones head to head", hat, cone(x, 5, 1, 1), (3 - 4 * x) / slant, answer::CLOSED,
                      &w);
    }
    report(t, "in a cone", w, {1.8e-16, 1.8e-16, 2.6e-17, 1.8e-16}, {4.9e-08, 1.5e-08, 6.6e-09, 4.7e-08});
}

double sine_most() { return real_choose(1e-3, 1e-2); }

void nearly_parallel(tally &t)
{
    worst w;
    body tube = cylinder(0, 0, 8, 0.5L), hat = cone(0, 0, 4, 1);
    for (double tilt = sine_most(); tilt > real_choose(1e-14, 1e-6); tilt /= 30)
        for (real x : {0.0L, 1e-9L, 1e-3L, 0.1L}) {
            body inner = cylinder(x, 3, 5, 0.3L), other = cone(x, 0.5L, 3, 0.5L),
                 rod = capsule(x, 3, 5, 0.2L);
            for (body *b : {&inner, &other, &rod}) b->high.y += real(tilt), b->low.x -= real(tilt) / 2;
            in_all_places(t, "tilted cylinder", tube, inner, -1, answer::ANY, &w, 3);
            in_all_places(t, "tilted cone", tube, other, -1, answer::ANY, &w, 3);
            in_all_places(t, "tilted capsule", tube, rod, -1, answer::ANY, &w, 3);
            in_all_places(t, "tilted cone in cone", hat, other, -1, answer::ANY, &w, 3);
        }
    report(t, "nearly parallel", w, {0, 2.3e-16, 6e-15, 1e-15}, {0, 2.9e-08, 6.4e-09, 6.3e-08});
}

void of_the_user(tally &t)
{
    worst w;
    for (real x : OFFSETS) {
        in_all_places(t, "two spheres", user(0, 0, 1), user(x, 0, 0.5L), 1.5L - x, answer::ANY, &w);
        in_all_places(t, "sphere in cylinder", cylinder(0, 0, 8, 0.5L), user(x, 4, 0.25L), 0.75L - x,
                      answer::ANY, &w);
    }
    report(t, "of the user", w, {2.2e-16, 1.9e-16, 1.9e-16, 1.8e-16}, {7.3e-08, 6.8e-08, 1.5e-08, 6.7e-08});
}

}  // namespace

FEELER_TESTS(FEELER_TEST(in_a_cylinder), FEELER_TEST(in_a_cone), FEELER_TEST(nearly_parallel),
             FEELER_TEST(of_the_user))

}  // namespace TEST_FILE
