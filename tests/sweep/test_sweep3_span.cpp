// needs: gmp
// From when to when two moving boxes touch: the intervals of every axis in rationals.
#include <cmath>

#include "support/big.hpp"

#include "feeler/sweep2.h"
#include "feeler/sweep3.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/poses.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

double at(flr_vec3 v, int k) { return double(k == 0 ? v.x : k == 1 ? v.y : v.z); }

struct span {
    bool hit = true;
    big_rational first = 0, last = 1;
};

span exactly(const flr_aabb3 &a, flr_vec3 motion, const flr_aabb3 &b)
{
    span s;
    for (int k = 0; k < 3; ++k) {
        big_rational v(at(motion, k)), ahead = big_rational(at(b.min, k)) - big_rational(at(a.max, k)),
                                       behind = big_rational(at(b.max, k)) - big_rational(at(a.min, k));
        if (v == 0) {  // X02: apart on an axis without speed
            if (ahead > 0 || behind < 0) s.hit = false;
            continue;
        }
        big_rational enter = (v > 0 ? ahead : behind) / v, leave = (v > 0 ? behind : ahead) / v;
        if (enter > s.first) s.first = enter;
        if (leave < s.last) s.last = leave;
    }
    if (s.first > s.last) s.hit = false;
    return s;
}

void spans(tally &t)
{
    random_source r{1};
    long hits = 0, starts = 0, count = 0;
    double worst = 0;
    for (int i = 0; i < 20000; ++i) {
        bool whole = i % 2 == 0;
        double scale = i % 3 == 0 ? 1e-3 : i % 3 == 1 ? 1 : 1e3, far = i % 5 == 0 ? 1000 * scale : 0;
        auto draw = [&](double low, double high) {
            flr_vec3 p = whole ? r.lattice_point(int(low), int(high)) : r.point(low, high);
            return whole ? p : flr_scale3(flr_real(scale), p);
        };
        flr_vec3 p = draw(-3, 3), q = draw(-3, 3), u = draw(-3, 3), v = draw(-3, 3), motion = draw(-4, 4);
        if (!whole)
            u = flr_add3(u, flr_vec3_make(flr_real(far), 0, 0)),
            v = flr_add3(v, flr_vec3_make(flr_real(far), 0, 0)),
            p = flr_add3(p, flr_vec3_make(flr_real(far), 0, 0)),
            q = flr_add3(q, flr_vec3_make(flr_real(far), 0, 0));
        flr_aabb3 a = {flr_min3(p, q), flr_max3(p, q)}, b = {flr_min3(u, v), flr_max3(u, v)};
        span s = exactly(a, motion, b);
        flr_sweep3_span found = flr_sweep3_span_aabb_aabb(&a, motion, &b);
        flr_sweep3_result told = flr_sweep3_aabb_aabb(&a, motion, &b);
        ++count;
        hits += s.hit;
        t.expect(found.hit == s.hit && told.hit == s.hit, "hit %d, exactly %d", found.hit, s.hit);
        if (!s.hit || !found.hit) continue;
        t.expect(found.t_first == told.t && found.overlap_at_start == told.overlap_at_start,
                 "first is %g, not %g", double(found.t_first), double(told.t));
        t.expect(found.overlap_at_start == (s.first == 0 && exactly(a, {0, 0, 0}, b).hit), "at the start");
        t.expect(big_rational(double(found.t_first)) <= s.first && found.t_last >= found.t_first,
                 "late, or no span");
        starts += found.overlap_at_start;
        for (double off : {big_rational(s.first - big_rational(double(found.t_first))).get_d(),
                           big_rational(s.last - big_rational(double(found.t_last))).get_d()})
            worst = std::fmax(worst, std::fabs(off) / real_epsilon);
        if (found.overlap_at_start) continue;
        t.expect(flr_length3(found.axis) == 1 && flr_dot3(found.axis, motion) > 0 &&
                     found.axis.x == told.normal.x && found.axis.y == told.normal.y &&
                     at(found.axis, int(found.index)) != 0,
                 "axis %zu", found.index);
    }
    std::printf("  %ld of %ld hit, %ld at the start, worst %.3g\n", hits, count, starts, worst);
    t.expect(hits * 10 >= count * 3 && hits * 10 <= count * 7, "%ld of %ld hit", hits, count);
    expect_pinned(t, "times, ulp of 1", worst, real_choose(1, 0.6));
}

/// The plane, as boxes of space without height; the first touch is that of flr_sweep2_aabb_aabb to rounding.
void plane(tally &t)
{
    random_source r{2};
    long hits = 0, count = 0;
    double worst = 0;
    for (int i = 0; i < 4000; ++i) {
        auto draw = [&] { return i % 2 ? r.lattice_point(-3, 3) : r.point(-3, 3); };
        flr_vec3 p = draw(), q = draw(), u = draw(), v = draw(), motion = draw();
        p.z = q.z = u.z = v.z = motion.z = 0;
        flr_aabb3 a = {flr_min3(p, q), flr_max3(p, q)}, b = {flr_min3(u, v), flr_max3(u, v)};
        flr_aabb2 x = {{a.min.x, a.min.y}, {a.max.x, a.max.y}}, y = {{b.min.x, b.min.y}, {b.max.x, b.max.y}};
        span s = exactly(a, motion, b);
        flr_sweep2_span found = flr_sweep2_span_aabb_aabb(&x, {motion.x, motion.y}, &y);
        flr_sweep2_result told = flr_sweep2_aabb_aabb(&x, {motion.x, motion.y}, &y);
        ++count;
        hits += s.hit;
        t.expect(found.hit == s.hit && told.hit == s.hit, "hit %d, exactly %d", found.hit, s.hit);
        if (!s.hit) continue;
        t.expect(std::fabs(double(found.t_first) - double(told.t)) <= 8 * real_epsilon, "first is %g, not %g",
                 double(found.t_first), double(told.t));
        for (double off : {big_rational(s.first - big_rational(double(found.t_first))).get_d(),
                           big_rational(s.last - big_rational(double(found.t_last))).get_d()})
            worst = std::fmax(worst, std::fabs(off) / real_epsilon);
    }
    expect_pinned(t, "times in the plane, ulp of 1", worst, real_choose(1, 0.6));
    t.expect(hits * 10 >= count * 3 && hits * 10 <= count * 7, "%ld of %ld hit", hits, count);
}

typedef std::vector<flr_vec3> points;

/// On one axis, exactly: how far b's interval lies before and behind that of a, and how fast a moves.
struct course {
    big_rational ahead, behind, speed, length;

    big_rational gap(const big_rational &time) const
    {
        return std::max(big_rational(ahead - time * speed), big_rational(behind + time * speed));
    }
};

big_rational dot(flr_vec3 a, flr_vec3 b)
{
    big_rational sum = 0;
    for (int k = 0; k < 3; ++k) sum += big_rational(at(a, k)) * big_rational(at(b, k));
    return sum;
}

course exactly(const points &a, flr_vec3 motion, const points &b, flr_vec3 axis)
{
    big_rational low[2], high[2];
    for (int s = 0; s < 2; ++s)
        for (const flr_vec3 &p : s ? b : a) {
            const big_rational x = dot(p, axis);
            if (&p == &(s ? b : a)[0] || x < low[s]) low[s] = x;
            if (&p == &(s ? b : a)[0] || x > high[s]) high[s] = x;
        }
    return {low[1] - high[0], low[0] - high[1], dot(motion, axis), std::sqrt(dot(axis, axis).get_d())};
}

/// With intervals grown by so much a length of the axis.
span exactly(const std::vector<course> &all, const big_rational &grown)
{
    span s;
    for (const course &c : all) {
        const big_rational ahead = c.ahead - grown * c.length, behind = c.behind - grown * c.length;
        if (c.speed == 0) {
            if (ahead > 0 || behind > 0) s.hit = false;
            continue;
        }
        const big_rational enter = (c.speed > 0 ? ahead : -behind) / c.speed,
                           leave = (c.speed > 0 ? -behind : ahead) / c.speed;
        if (enter > s.first) s.first = enter;
        if (leave < s.last) s.last = leave;
    }
    if (s.first > s.last) s.hit = false;
    return s;
}

/// Boxes that pass at an edge in one instant, or nearly so, turned, so that rounding decides; and others.
void listed_points(tally &t)
{
    random_source r{3};
    long hits = 0, count = 0, loose = 0;
    double needed = 0, off[2] = {0, 0};
    for (int i = 0; i < 1500; ++i) {
        const double scale = i % 3 == 0   ? 1e-6
                             : i % 3 == 1 ? 1
                                          : 1e3,
                     far = i % 7 == 0 ? real_choose(1e6, 1e2) : 0, thin = i % 5 == 0 ? 0x1p-20 : 1,
                     fast = i % 11 == 0 ? 1e6 : 1;
        const flr_affine3 turn = random_rotation(r);
        const flr_vec3 low = r.lattice_point(-3, 3), side = r.lattice_point(1, 3),
                       other = r.lattice_point(1, 3);
        flr_vec3 start = r.lattice_point(2, 5), motion = flr_scale3(flr_real(2), r.lattice_point(-4, 1));
        if (i % 2) {  // a corner of the one comes to an edge of the other at 1/2 on two axes, and leaves it
            motion.x = -2 * (start.x - side.x);
            motion.y = -2 * (start.y + other.y);
            start.x += flr_real(r.whole(-24, 8) * 4 * real_epsilon);
            start.z = motion.z = 0;
        }
        points a, b;
        for (int k = 0; k < 8; ++k) {
            auto corner = [&](flr_vec3 from, flr_vec3 s) {
                flr_vec3 p = flr_vec3_make(k & 1 ? from.x + s.x : from.x, k & 2 ? from.y + s.y : from.y,
                                           k & 4 ? from.z + s.z : from.z);
                p.z *= flr_real(thin);
                p = flr_scale3(flr_real(scale), flr_mat3_mul(turn.linear, p));
                return flr_add3(p, flr_vec3_make(flr_real(far * scale), 0, 0));
            };
            a.push_back(corner(flr_add3(low, start), other));
            b.push_back(corner(low, side));
        }
        motion = flr_scale3(flr_real(scale * fast), flr_mat3_mul(turn.linear, motion));
        const flr_vec3 axes[] = {turn.linear.x, flr_scale3(3, turn.linear.y),
                                 flr_scale3(flr_real(1e-3), turn.linear.z), r.point(-1, 1)};
        std::vector<course> all;
        for (flr_vec3 axis : axes) all.push_back(exactly(a, motion, b, axis));
        flr_vec3 least = a[0], most = a[0];
        for (auto *s : {&a, &b})
            for (flr_vec3 p : *s) least = flr_min3(least, p), most = flr_max3(most, p);
        const big_rational ulp =
            0x1p-52 * std::sqrt(dot(flr_sub3(most, least), flr_sub3(most, least)).get_d());
        const flr_sweep3_span found =
            flr_sweep3_points_points(a.data(), a.size(), b.data(), b.size(), motion, axes, 4);
        const span s = exactly(all, 0);
        ++count;
        hits += found.hit;
        t.expect(found.hit || !s.hit, "a touch is missed");
        if (!found.hit) continue;
        double grown = 0;
        while (!exactly(all, ulp * grown).hit && grown < 64) grown += 0.25;
        loose += grown > 0;
        needed = std::fmax(needed, grown);
        if (!s.hit) continue;
        const big_rational times[2] = {big_rational(double(found.t_first)),
                                       big_rational(double(found.t_last))};
        for (int k = 0; k < 2; ++k) {
            double apart = -INFINITY;
            for (const course &c : all)
                apart = std::fmax(apart, big_rational(c.gap(times[k]) / c.length / ulp).get_d() * 0x1p-52 /
                                             real_epsilon);
            // of a touch that lasts from the start or to the end nothing is left to be exact
            const bool open = k ? found.t_last == 1 : found.t_first == 0;
            off[k] = std::fmax(off[k], open ? apart : std::fabs(apart));
        }
    }
    std::printf("  %ld of %ld hit, %ld by rounding\n", hits, count, loose);
    t.expect(hits * 10 >= count * 3 && hits * 10 <= count * 7, "%ld of %ld hit", hits, count);
    if (real_is_float)
        t.expect(needed == 0, "no two floats pass so near, but %g ulp", needed);
    else
        expect_pinned(t, "ways apart of intervals told to touch, ulp", needed, 4);
    expect_pinned(t, "first time, ulp", off[0], real_choose(1, 0.5));
    expect_pinned(t, "last time, ulp", off[1], real_choose(1, 0.5));
}

void known(tally &t)
{
    flr_aabb3 a = {{0, 0, 0}, {1, 1, 1}}, b = {{3, 0, 0}, {4, 1, 1}}, above = {{3, 1, 0}, {4, 2, 1}},
              apart = {{3, 2, 0}, {4, 3, 1}};
    flr_sweep3_span s = flr_sweep3_span_aabb_aabb(&a, {8, 0, 0}, &b);
    t.expect(s.hit && s.t_first == flr_real(0.25) && s.t_last == flr_real(0.5) && s.axis.x == 1 &&
                 s.index == 0,
             "comes and goes");
    s = flr_sweep3_span_aabb_aabb(&a, {4, 0, 0}, &b);
    t.expect(s.hit && s.t_last == 1, "leaves at the end");
    s = flr_sweep3_span_aabb_aabb(&a, {2, 0, 0}, &b);
    t.expect(s.hit && s.t_first == 1 && s.t_last == 1, "touches at the end");
    t.expect(flr_sweep3_span_aabb_aabb(&a, {8, 0, 0}, &above).hit, "slides along");
    t.expect(!flr_sweep3_span_aabb_aabb(&a, {8, 0, 0}, &apart).hit, "X02: no speed where they are apart");
    s = flr_sweep3_span_aabb_aabb(&a, {-4, 0, 0}, &a);
    t.expect(s.hit && s.overlap_at_start && s.t_first == 0 && s.t_last == flr_real(0.25), "leaves itself");
    s = flr_sweep3_span_aabb_aabb(&a, {0, 0, 0}, &a);
    t.expect(s.hit && s.t_last == 1 && flr_length3(s.axis) == 0, "stays");
    t.expect(!flr_sweep3_span_aabb_aabb(&a, {NAN, 0, 0}, &a).hit, "no motion at all");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(spans), FEELER_TEST(plane), FEELER_TEST(listed_points), FEELER_TEST(known))

}  // namespace TEST_FILE
