// needs: gmp
// From when to when two moving boxes touch: the intervals of every axis in rationals.
#include <cmath>

#include <gmpxx.h>

#include "feeler/sweep.h"
#include "feeler/sweep2.h"
#include "support/cmocka.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace
{

double at(flr_vec3 v, int k) { return double(k == 0 ? v.x : k == 1 ? v.y : v.z); }

struct span {
    bool hit = true;
    mpq_class first = 0, last = 1;
};

span exactly(const flr_aabb3 &a, flr_vec3 motion, const flr_aabb3 &b)
{
    span s;
    for (int k = 0; k < 3; ++k) {
        mpq_class v(at(motion, k)), ahead = mpq_class(at(b.min, k)) - mpq_class(at(a.max, k)),
                                    behind = mpq_class(at(b.max, k)) - mpq_class(at(a.min, k));
        if (v == 0) {  // X02: apart on an axis without speed
            if (ahead > 0 || behind < 0) s.hit = false;
            continue;
        }
        mpq_class enter = (v > 0 ? ahead : behind) / v, leave = (v > 0 ? behind : ahead) / v;
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
        t.expect(mpq_class(double(found.t_first)) <= s.first && found.t_last >= found.t_first,
                 "late, or no span");
        starts += found.overlap_at_start;
        for (double off : {mpq_class(s.first - mpq_class(double(found.t_first))).get_d(),
                           mpq_class(s.last - mpq_class(double(found.t_last))).get_d()})
            worst = std::fmax(worst, std::fabs(off) / real_epsilon);
        if (found.overlap_at_start) continue;
        t.expect(flr_length3(found.axis) == 1 && flr_dot3(found.axis, motion) > 0 &&
                     found.axis.x == told.normal.x && found.axis.y == told.normal.y &&
                     at(found.axis, int(found.index)) != 0,
                 "axis %zu", found.index);
    }
    std::printf("  %ld of %ld hit, %ld at the start, worst %.3g\n", hits, count, starts, worst);
    t.expect(hits * 10 >= count * 3 && hits * 10 <= count * 7, "%ld of %ld hit", hits, count);
    t.expect(worst <= 1, "times are %.3g roundings of 1 off", worst);
}

/// The plane, as boxes of space without height; the first touch is that of flr_sweep2_aabb_aabb to rounding.
void plane(tally &t)
{
    random_source r{2};
    long hits = 0, count = 0;
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
        t.expect(std::fabs(double(found.t_first) - s.first.get_d()) <= 2 * real_epsilon &&
                     std::fabs(double(found.t_last) - s.last.get_d()) <= 2 * real_epsilon &&
                     std::fabs(double(found.t_first) - double(told.t)) <= 8 * real_epsilon,
                 "from %g to %g", double(found.t_first), double(found.t_last));
    }
    t.expect(hits * 10 >= count * 3 && hits * 10 <= count * 7, "%ld of %ld hit", hits, count);
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

int main()
{
    const CMUnitTest tests[] = {FEELER_TEST(spans), FEELER_TEST(plane), FEELER_TEST(known)};
    return cmocka_run_group_tests_name("sweep3_span", tests, nullptr, nullptr);
}
