// Spheres, capsules and rounded hulls against the definition, in long double: the line of the motion enters
// the difference grown by the radii where it enters the ball around a corner, the round side of an edge or a
// face moved out, of all corners, pairs and triples; on a lattice, where grazing and sliding along abound,
// and off it.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <vector>

#include "feeler/any3.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/truth3.hpp"

namespace TEST_FILE
{
namespace
{

typedef long double real;
using vec = truth3::vec<real>;

const real touching = 1e-14L;  // what grazes to within this is taken to touch
const bool is_double = sizeof(flr_real) == sizeof(double);

struct span {
    bool met = false;
    real first = 0, last = 0;
    void add(real t)
    {
        if (!met || t < first) first = t;
        if (!met || t > last) last = t;
        met = true;
    }
};

/// The two roots of a t^2 - 2 b t + c; none where they are not real.
int roots(real a, real b, real c, real size, real t[2])
{
    real d = b * b - a * c;
    if (!(a > 0) || d < -touching * size * a * (1 + size)) return 0;
    d = d > 0 ? sqrtl(d) : 0;
    t[0] = (b - d) / a;
    t[1] = (b + d) / a;
    return 2;
}

void ball(span &s, vec p, vec m, real r, real size)
{
    real t[2];
    int n = roots(dot(m, m), dot(m, p), dot(p, p) - r * r, size, t);
    for (int i = 0; i < n; ++i) s.add(t[i]);
}

/// |(t m - p) - its share along e|^2 = r^2, where that share is within the edge.
void side(span &s, vec p, vec q, vec m, real r, real size)
{
    vec e = q - p;
    real ee = dot(e, e), t[2];
    if (!(ee > 0)) return;
    vec mm = m - (dot(m, e) / ee) * e, pp = p - (dot(p, e) / ee) * e;
    int n =
        roots(dot(mm, mm) > 1e-12L * dot(m, m) ? dot(mm, mm) : 0, dot(mm, pp), dot(pp, pp) - r * r, size, t);
    for (int i = 0; i < n; ++i) {
        real along = dot(t[i] * m - p, e) / ee;
        if (along >= -1e-15L && along <= 1 + 1e-15L) s.add(t[i]);
    }
}

void face(span &s, vec p, vec q, vec o, vec m, real r)
{
    vec n = cross(q - p, o - p);
    real length = sqrtl(dot(n, n));
    if (!(fabsl(dot(n, m)) > 1e-12L * length * sqrtl(dot(m, m)))) return;
    for (int way = -1; way <= 1; way += 2) {
        real t = (dot(n, p) + way * r * length) / dot(n, m);
        vec x = t * m - (way * r / length) * n;
        vec corner[3] = {p, q, o};
        bool inside = true;
        for (int i = 0; i < 3; ++i)
            inside &=
                dot(cross(corner[(i + 1) % 3] - corner[i], x - corner[i]), n) >= -1e-15L * length * length;
        if (inside) s.add(t);
    }
}

span line_in_round(const std::vector<vec> &p, vec m, real r)
{
    span s;
    real size = 1;
    for (vec v : p) size = fmaxl(size, dot(v, v));
    for (std::size_t i = 0; i < p.size(); ++i) {
        ball(s, p[i], m, r, size);
        for (std::size_t j = i + 1; j < p.size(); ++j) {
            side(s, p[i], p[j], m, r, size);
            for (std::size_t k = j + 1; k < p.size(); ++k) face(s, p[i], p[j], p[k], m, r);
        }
    }
    return s;
}

vec wide(flr_vec3 p) { return {real(p.x), real(p.y), real(p.z)}; }

/// One to three corners and a radius.
struct rounded {
    std::vector<flr_vec3> corners;
    flr_real radius = 0;
};

flr_shape3 shape_of(const rounded &s)
{
    flr_shape3 r{};
    const flr_vec3 *c = s.corners.data();
    if (s.corners.size() == 1) {
        r.kind = FLR_SHAPE3_SPHERE;
        r.as.sphere = {c[0], s.radius};
    } else if (s.corners.size() == 2) {
        r.kind = FLR_SHAPE3_CAPSULE;
        r.as.capsule = {c[0], c[1], s.radius};
    } else if (s.radius == 0) {
        r.kind = FLR_SHAPE3_TRIANGLE;
        r.as.triangle = {c[0], c[1], c[2]};
    } else {
        r.kind = FLR_SHAPE3_CONVEX;
        r.as.convex = flr_convex3_points(c, uint32_t(s.corners.size()), flr_affine3_identity().linear,
                                         {0, 0, 0}, s.radius);
    }
    return r;
}

struct worst {
    double late = 0, early = 0, grazing = 0, rounded = 0;  ///< rounded: t, to float, in roundings of itself
    long asked = 0, touched = 0, at_start = 0;
};

void judge(tally &t, const rounded &a, flr_vec3 m, const rounded &b, worst &w)
{
    std::vector<vec> p;
    real size = 1;
    for (flr_vec3 x : a.corners)
        for (flr_vec3 y : b.corners) {
            p.push_back(wide(y) - wide(x));
            size = fmaxl(size, sqrtl(dot(p.back(), p.back())));
        }
    real r = real(a.radius) + real(b.radius), speed = sqrtl(dot(wide(m), wide(m)));
    span s = line_in_round(p, wide(m), r);
    flr_shape3 x = shape_of(a), y = shape_of(b);
    flr_sweep3_result got{};
    flr_sweep3(&x, m, &y, &got);
    ++w.asked;
    // which side of a touch at the very start or end it is on is a matter of rounding
    real edge = 1e-7L;
    if (s.met && (fabsl(s.first) < edge || fabsl(s.last) < edge || fabsl(s.first - 1) < edge)) return;
    bool start = s.met && s.first < 0 && s.last > 0, hit = start || (s.met && s.first > 0 && s.first <= 1);
    w.at_start += start;
    w.touched += hit && !start;
    t.expect(
        got.status == FLR_OK && got.hit == hit && got.overlap_at_start == start,
        "%zu and %zu corners, r %Lg: status %d hit %d, not %d; start %d, not %d; line in [%Lg, %Lg], t %g",
        a.corners.size(), b.corners.size(), r, int(got.status), got.hit, hit, got.overlap_at_start, start,
        s.first, s.last, double(got.t));
    if (!got.hit || start || !hit) return;
    double closing = double(flr_dot3(m, got.normal)) / double(speed),
           error = double((real(got.t) - s.first) * speed / size);
    // t is rounded down to float
    if (!is_double && error < 0) error = std::fmin(0, error + 0x1p-23 * double(got.t) * double(speed / size));
    if (closing > 1e-3)
        w.rounded = std::fmax(w.rounded, double((s.first - real(got.t)) / s.first) / real_rounding);
    if (closing > 1e-5) {
        w.late = std::fmax(w.late, error * closing / 0x1p-52);
        w.early = std::fmax(w.early, -error * closing / 0x1p-52);
    } else {
        w.grazing = std::fmax(w.grazing, std::fabs(error));
    }
}

template <int lattice> void against_definition(tally &t)
{
    random_source r{uint64_t(lattice + 40)};
    worst w;
    for (int i = 0; i < 9000; ++i) {
        rounded a, b;
        int n = r.whole(1, 3), l = r.whole(1, 3), off = r.whole(0, 2), ways = r.whole(0, lattice ? 3 : 1);
        auto corner = [&](flr_real x) {
            flr_vec3 p = lattice ? r.lattice_point(-2, 2) : r.point(-2, 2);
            p.x += x;
            return p;
        };
        for (int k = 0; k < n; ++k) a.corners.push_back(corner(0));
        for (int k = 0; k < l; ++k) b.corners.push_back(corner(flr_real(3 * off)));
        a.radius = flr_real(lattice ? r.whole(1, 4) * 0.5 : std::pow(10, r.between(-3, 0.3)));
        b.radius = flr_real(lattice ? r.whole(0, 2) * 0.5 : l < 3 ? 0.25 : 0);
        flr_vec3 m = corner(0), toward = flr_sub3(b.corners[0], a.corners[0]);
        if (ways || !lattice) m = flr_add3(toward, flr_scale3(flr_real(lattice ? 0.5 : 0.25), m));
        if (lattice && ways == 2) m = flr_vec3_make(9, 0, 0);
        if (lattice && ways == 3) m = flr_vec3_make(m.x, m.x, 0);
        if (flr_length3(m) == 0) continue;
        m = flr_scale3(flr_real(r.whole(1, 3)), m);
        judge(t, a, m, b, w);
    }
    double share = double(w.touched) / double(w.asked - w.at_start);
    std::printf("  %ld asked, %ld at the start, %.2f of the rest touch; late by %.3g, early by %.3g ulp, "
                "grazing off by %.3g\n",
                w.asked, w.at_start, share, w.late, w.early, w.grazing);
    t.expect(share > 0.3 && share < 0.7, "%g touch", share);
    // off the lattice, and on it
    if (is_double) {
        expect_pinned(t, "late, ulp of the size", w.late, lattice ? 0.7 : 2);
        expect_pinned(t, "early, ulp of the size", w.early, 6);
        if (lattice)
            expect_pinned(t, "grazing, of the size", w.grazing, 2.5e-8);
        else
            t.expect(w.grazing == 0, "nothing grazes by chance: %g", w.grazing);
    } else {  // t is rounded down to float, and nothing else is off
        t.expect(w.late == 0 && w.early == 0 && w.grazing == 0, "late by %g, early by %g, grazing %g", w.late,
                 w.early, w.grazing);
        expect_pinned(t, "early, roundings of t", w.rounded, 2);
    }
}

/// The last point along n of a disc of radius r around p, square to the unit axis u.
vec disc_last(vec p, vec u, real r, vec n)
{
    vec across = n - dot(n, u) * u;
    real length = sqrtl(dot(across, across));
    return length > 0 ? p + (r / length) * across : p;
}

/// How far a disc of radius r around p, square to the unit axis u, reaches along n.
real disc_reach(vec p, vec u, real r, vec n)
{
    vec across = n - dot(n, u) * u;
    return dot(p, n) + r * sqrtl(dot(across, across));
}

/// A cylinder, or where `cone` a cone with its apex at a.
struct turned {
    flr_vec3 a, b;
    flr_real radius;
    bool cone;
    real reach(vec n) const
    {
        vec u = wide(b) - wide(a);
        u = (1 / sqrtl(dot(u, u))) * u;
        real x = disc_reach(wide(a), u, cone ? 0 : real(radius), n),
             y = disc_reach(wide(b), u, real(radius), n);
        return x > y ? x : y;
    }
    vec last(vec n) const
    {
        vec u = wide(b) - wide(a);
        u = (1 / sqrtl(dot(u, u))) * u;
        vec p = disc_last(wide(a), u, cone ? 0 : real(radius), n), q = disc_last(wide(b), u, real(radius), n);
        return dot(p, n) > dot(q, n) ? p : q;
    }
    flr_shape3 shape() const
    {
        flr_shape3 s{};
        s.kind = cone ? FLR_SHAPE3_CONE : FLR_SHAPE3_CYLINDER;
        s.as.cylinder = {a, b, radius};
        return s;
    }
    double off(flr_vec3 p) const
    {
        flr_cylinder c = {a, b, radius};
        flr_cone k = {a, b, radius};
        return double(cone ? flr_closest3_point_cone(p, &k).distance
                           : flr_closest3_point_cylinder(p, &c).distance);
    }
};

struct curved_worst {
    double gap = 0, off = 0;
    long asked = 0, touched = 0;
};

/// How near the two come on the way: the distance of convex shapes that move straight on is a convex function of time.
double least_distance(const turned &a, flr_vec3 m, const turned &b)
{
    const flr_shape3 y = b.shape();
    auto at = [&](double time) {
        const flr_vec3 way = flr_scale3(flr_real(time), m);
        const turned moved = {flr_add3(a.a, way), flr_add3(a.b, way), a.radius, a.cone};
        const flr_shape3 x = moved.shape();
        flr_closest3 c{};
        return flr_distance3(&x, &y, &c) == FLR_OK ? double(c.distance) : 0;
    };
    double low = 0, high = 1;
    for (int i = 0; i < 60; ++i) {
        const double p = low + (high - low) / 3, q = high - (high - low) / 3;
        if (at(p) <= at(q))
            high = q;
        else
            low = p;
    }
    return at((low + high) / 2);
}

/// The plane square to the normal parts the two until the time told, and then they have a point in common.
void judge_curved(tally &t, const turned &a, flr_vec3 m, const turned &b, curved_worst *w)
{
    flr_shape3 x = a.shape(), y = b.shape();
    flr_sweep3_result s{};
    flr_sweep3(&x, m, &y, &s);
    t.expect(s.status == FLR_OK, "status %d after %d steps", int(s.status), s.iterations);
    if (s.overlap_at_start) return;
    ++w->asked;
    if (!s.hit) {
        t.expect(least_distance(a, m, b) > 0, "told to miss, and they meet");
        return;
    }
    ++w->touched;
    vec n = wide(s.normal);
    n = (1 / sqrtl(dot(n, n))) * n;
    real closing = dot(wide(m), n);
    real apart = -b.reach(real(-1) * n) - a.reach(n) - real(s.t) * closing;
    real size = 0;  // the least that it can be: from ends to ends
    for (flr_vec3 p : {a.a, a.b})
        for (flr_vec3 q : {b.a, b.b}) {
            const vec way = wide(q) - wide(p);
            size = fmaxl(size, sqrtl(dot(way, way)));
        }
    w->gap = std::fmax(w->gap, double(fabsl(apart) / size));
    flr_vec3 back = flr_sub3(s.point, flr_scale3(s.t, m));
    w->off = std::fmax(w->off, std::fmax(b.off(s.point), a.off(back)) / double(size));
    t.expect(closing > 0, "closing %Lg", closing);
}

turned random_turned(random_source &r, flr_vec3 at)
{
    flr_vec3 a = r.point(-1, 1), b = r.point(-1, 1);
    const double radius = r.between(0.1, 1);
    const bool cone = r.whole(0, 1) == 1;
    return {flr_add3(a, at), flr_add3(b, at), flr_real(radius), cone};
}

/// Curved cores, by what makes a time right.
void curved_cores(tally &t)
{
    random_source r{77};
    curved_worst w;
    for (int i = 0; i < 3000; ++i) {
        flr_vec3 from = r.point(-5, 5), aside = r.point(-2, 2);
        turned a = random_turned(r, from), b = random_turned(r, {0, 0, 0});
        judge_curved(t, a, flr_add3(aside, flr_scale3(flr_real(-1.3), from)), b, &w);
    }
    std::printf("  planes %.3g apart, points off by %.3g; %ld of %ld touch\n", w.gap, w.off, w.touched,
                w.asked);
    expect_pinned(t, "planes of touching curved cores, of the size", w.gap, real_choose(1.25e-13, 1e-7));
    expect_pinned(t, "points of touching curved cores, of the size", w.off, real_choose(6e-13, 1.5e-7));
    t.expect(w.touched * 10 > w.asked * 3 && w.touched * 10 < w.asked * 7, "%ld of %ld touch", w.touched,
             w.asked);
}

/// The same where the one passes along the other's last point, deeper than that by a ten millionth; of needles too.
void curved_cores_graze(tally &t)
{
    const double deep = real_choose(1e-7, 1e-4);
    for (const bool needles : {false, true}) {
        random_source r{78};
        curved_worst w;
        for (int i = 0; i < 1500; ++i) {
            turned a = random_turned(r, {0, 0, 0}), b = random_turned(r, {0, 0, 0});
            if (needles && r.whole(0, 1)) a.radius = flr_real(1e-6);
            if (needles && r.whole(0, 1)) b.radius = flr_real(1e-6);
            vec n = wide(r.point(-1, 1)), m = wide(r.point(-1, 1));
            n = (1 / sqrtl(dot(n, n))) * n;
            m = m - dot(m, n) * n;
            m = (3 / sqrtl(dot(m, m))) * m;
            // at half of the way the last points are over one another
            const vec way = b.last(real(-1) * n) + real(deep) * n - a.last(n) - real(0.5) * m;
            const flr_vec3 by = flr_vec3_make(flr_real(way.x), flr_real(way.y), flr_real(way.z));
            a.a = flr_add3(a.a, by);
            a.b = flr_add3(a.b, by);
            judge_curved(t, a, flr_vec3_make(flr_real(m.x), flr_real(m.y), flr_real(m.z)), b, &w);
        }
        std::printf("  planes %.3g apart, points off by %.3g; %ld of %ld touch\n", w.gap, w.off, w.touched,
                    w.asked);
        // over an apex or on a needle the one may pass beside the other's last point
        t.expect(w.touched * 10 > w.asked * 8 && w.asked > 1000, "%ld of %ld touch", w.touched, w.asked);
        expect_pinned(t, "planes of grazing curved cores, of the size", w.gap,
                      needles ? real_choose(2.7e-10, 8e-8) : real_choose(1.5e-10, 4e-8));
        expect_pinned(t, "points of grazing curved cores, of the size", w.off,
                      needles ? real_choose(6e-11, 1.2e-7) : real_choose(8e-11, 9e-8));
    }
}

/// From the point p, at the origin's height 0 the base: of a cylinder or cone about z from there to `high`.
real from_round(vec p, real radius, real high, bool cone)
{
    const real across = sqrtl(p.x * p.x + p.y * p.y);
    if (!cone) {
        const real up = std::max({-p.z, p.z - high, real(0)}), out = std::max(across - radius, real(0));
        return sqrtl(up * up + out * out);
    }
    // in the plane through the axis: a triangle of the base's middle, its rim and the apex
    auto segment = [&](real x, real z, real u, real w) {
        const real ex = u - x, ez = w - z, s = ((across - x) * ex + (p.z - z) * ez) / (ex * ex + ez * ez),
                   k = s < 0   ? 0
                       : s > 1 ? 1
                               : s,
                   dx = across - x - k * ex, dz = p.z - z - k * ez;
        return sqrtl(dx * dx + dz * dz);
    };
    const bool within = p.z >= 0 && across * high <= radius * (high - p.z);
    return within ? 0 : std::min(segment(0, 0, radius, 0), segment(radius, 0, 0, high));
}

/// A ball, or a point to a distance to keep, onto a cylinder or cone: the distance is a closed form.
void balls_onto_curved(tally &t)
{
    random_source r{80};
    worst_of late = {"a ball onto what is round: late, ulp of the size", exact_answers},
             early = {"a ball onto what is round: early, ulp of the size", real_choose(400, 0.6)};
    long hits = 0, all = 0;
    for (int i = 0; i < scenes(20000); ++i) {
        const bool cone = i % 2, keeps = r.whole(0, 1);
        const flr_real high = flr_real(r.between(0.1, 2)), radius = flr_real(r.between(0.1, 1));
        const double sizes[] = {1e-9, 1e-3, 0.25, 1};
        const flr_real reach = flr_real(sizes[r.whole(0, 3)]);
        const flr_vec3 from = r.point(-4, 4), to = r.point(-1, 1), motion = flr_sub3(to, from);
        flr_shape3 ball{}, other{};
        ball.kind = FLR_SHAPE3_SPHERE;
        ball.as.sphere = {from, keeps ? 0 : reach};
        other.kind = cone ? FLR_SHAPE3_CONE : FLR_SHAPE3_CYLINDER;
        const flr_vec3 base = {0, 0, 0}, top = {0, 0, high};
        if (cone)
            other.as.cone = {top, base, radius};
        else
            other.as.cylinder = {base, top, radius};
        const flr_sweep3_options options = {keeps ? reach : 0};
        flr_sweep3_result q{};
        t.expect(flr_sweep3_within(&ball, motion, &other, &options, &q) == FLR_OK, "%d", i);
        ++all, hits += q.hit && !q.overlap_at_start;
        if (!q.hit || q.overlap_at_start) continue;
        const vec at = wide(from) + real(q.t) * wide(motion);
        const real size = 10, left = from_round(at, radius, high, cone) - real(reach);
        const double roundings = double(left / size) / real_epsilon;
        t.expect(late.within(-roundings) && early.within(roundings), "%d: %g ulp from touching at %.17g", i,
                 roundings, double(q.t));
    }
    late.hold(t);
    early.hold(t);
    t.expect(hits * 10 > all * 3 && hits * 10 < all * 7, "%ld of %ld touch", hits, all);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(against_definition<0>), FEELER_TEST(against_definition<1>),
             FEELER_TEST(curved_cores), FEELER_TEST(curved_cores_graze), FEELER_TEST(balls_onto_curved))

}  // namespace TEST_FILE
