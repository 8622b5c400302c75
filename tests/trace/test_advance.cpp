/// Shape casts that are shown: at each step the plane between the two by their corners, the times, and the end against the ordinary cast.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "feeler/trace.h"
#include "support/cmocka.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

const double near = real_choose(1e-12, 1e-4);

template <class Step> void keep(void *user, const Step *s)
{
    static_cast<std::vector<Step> *>(user)->push_back(*s);
}

double dot(flr_vec3 a, flr_vec3 b)
{
    return double(a.x) * double(b.x) + double(a.y) * double(b.y) + double(a.z) * double(b.z);
}
double dot(flr_vec2 a, flr_vec2 b) { return double(a.x) * double(b.x) + double(a.y) * double(b.y); }
double length(flr_vec3 a) { return std::sqrt(dot(a, a)); }
double length(flr_vec2 a) { return std::sqrt(dot(a, a)); }
flr_vec3 sub(flr_vec3 a, flr_vec3 b) { return flr_sub3(a, b); }
flr_vec2 sub(flr_vec2 a, flr_vec2 b) { return flr_sub2(a, b); }

/// How far the corners of b lie beyond those of a, moved, along n.
template <class Vec>
double separation(const std::vector<Vec> &a, const std::vector<Vec> &b, Vec n, Vec motion, double t)
{
    double most = -INFINITY, least = INFINITY;
    for (Vec p : a) most = std::fmax(most, dot(n, p) + t * dot(n, motion));
    for (Vec p : b) least = std::fmin(least, dot(n, p));
    return least - most;
}

struct counts {
    int asked = 0, hit = 0;
    long steps = 0;
};

/// The steps of a cast with a target, and its result, against the ordinary one.
template <class Vec, class Step, class Result>
void judge(tally &t, const std::vector<Vec> &a, const std::vector<Vec> &b, Vec motion, double target,
           const std::vector<Step> &steps, const Result &r, const Result &plain, counts &n)
{
    double last = -1;
    n.asked++;
    n.hit += r.hit;
    n.steps += long(steps.size());
    t.expect(size_t(r.iterations) == steps.size() && (r.overlap_at_start == steps.empty()), "%zu steps of %d",
             steps.size(), r.iterations);
    for (size_t i = 0; i < steps.size(); ++i) {
        const Step &s = steps[i];
        // the plane proves the gap from below, the points from above
        const double below = separation(a, b, s.normal, motion, double(s.t)) - target,
                     above = length(sub(s.point_b, s.point_a)) - target;
        t.expect(std::fabs(below - double(s.gap)) < near && std::fabs(above - double(s.gap)) < near,
                 "step %zu: gap %.17g, by the plane %.17g, by the points %.17g", i, double(s.gap), below,
                 above);
        t.expect(std::fabs(double(s.closing) - dot(motion, s.normal)) < near, "step %zu: closes by %g", i,
                 double(s.closing));
        t.expect(double(s.t) > last && (s.end == FLR_ADVANCE_GOES_ON) == (i + 1 < steps.size()),
                 "step %zu at %g after %g", i, double(s.t), last);
        if (s.end == FLR_ADVANCE_GOES_ON)
            t.expect(steps[i + 1].t == s.next, "step %zu does not lead to the next", i);
        last = double(s.t);
    }
    // what grazes may be either; no later than the ordinary time
    const bool grazes =
        !steps.empty() && r.hit != plain.hit && std::fabs(double(steps.back().gap)) < 100 * near;
    t.expect(r.hit == plain.hit || grazes, "hit %d, ordinarily %d", int(r.hit), int(plain.hit));
    if (!r.hit || !plain.hit || r.overlap_at_start) return;
    const double closing = std::fabs(double(steps.back().closing));
    t.expect(double(r.t) <= double(plain.t) + near &&
                 double(r.t) >= double(plain.t) - 100 * near / std::fmax(closing, near),
             "t is %.17g, ordinarily %.17g", double(r.t), double(plain.t));
}

void space(tally &t)
{
    random_source r{101};
    counts n;
    for (int i = 0; i < scenes(1500); ++i) {
        std::vector<flr_vec3> p, q;
        const int m = r.whole(1, 8), k = r.whole(1, 8);
        for (int c = 0; c < m; ++c) p.push_back(r.lattice_point(-3, 3));
        for (int c = 0; c < k; ++c) q.push_back(flr_add3(r.lattice_point(-3, 3), flr_vec3_make(7, 0, 0)));
        const flr_vec3 whole = r.lattice_point(-3, 3), any = r.point(-3, 3),
                       ahead = flr_vec3_make(flr_real(r.whole(4, 9)), 0, 0),
                       motion = flr_add3(r.whole(0, 1) ? whole : any, ahead);
        const flr_mat3 upright = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        const flr_convex3 a = flr_convex3_points(p.data(), uint32_t(m), upright, flr_vec3_make(0, 0, 0), 0),
                          b = flr_convex3_points(q.data(), uint32_t(k), upright, flr_vec3_make(0, 0, 0), 0);
        const flr_real target = r.whole(0, 2) ? 0 : flr_real(0.25);
        const flr_sweep3_options options = {target};
        std::vector<flr_advance3_step> steps;
        flr_sweep3_result result = {};
        const flr_status status =
            flr_trace3_sweep(&a, motion, &b, target, keep<flr_advance3_step>, &steps, &result);
        if (!t.expect(status == FLR_OK || status == FLR_NOT_CONVERGED, "no answer")) return;
        judge(t, p, q, motion, double(target), steps, result,
              flr_sweep3_convex_convex(&a, motion, &b, &options), n);
    }
    std::printf("  %d casts, %d hits, %ld steps\n", n.asked, n.hit, n.steps);
    t.expect(n.hit * 10 > n.asked * 3 && n.hit * 10 < n.asked * 7, "%d of %d hit", n.hit, n.asked);
}

void plane(tally &t)
{
    random_source r{102};
    counts n;
    for (int i = 0; i < scenes(1500); ++i) {
        const int x = r.whole(-2, 2), y = r.whole(-2, 1), w = r.whole(1, 3), h = r.whole(1, 3);
        const double angle = r.between(0, 7), u = r.between(3, 12), v = r.between(-2, 2);
        std::vector<flr_vec2> p, q = {{flr_real(6 + x), flr_real(y)},
                                      {flr_real(6 + x + w), flr_real(y)},
                                      {flr_real(6 + x + w), flr_real(y + h)},
                                      {flr_real(6 + x), flr_real(y + h)}};
        for (int c = 0; c < 3; ++c) {
            const double at = angle + 2.1 * c;
            p.push_back(flr_vec2_make(flr_real(1.5 * std::cos(at)), flr_real(1.5 * std::sin(at))));
        }
        const flr_polygon2 f = {p.data(), p.size()}, g = {q.data(), q.size()};
        const flr_convex2 a = flr_convex2_polygon(p.data(), 3, flr_vec2_make(1, 0), flr_vec2_make(0, 0), 0),
                          b = flr_convex2_polygon(q.data(), 4, flr_vec2_make(1, 0), flr_vec2_make(0, 0), 0);
        const flr_vec2 motion = flr_vec2_make(flr_real(u), flr_real(v));
        std::vector<flr_advance2_step> steps;
        flr_sweep2_result result = {};
        if (!t.expect(flr_trace2_sweep(&a, motion, &b, 0, keep<flr_advance2_step>, &steps, &result) == FLR_OK,
                      "no answer"))
            return;
        judge(t, p, q, motion, 0, steps, result, flr_sweep2_polygon_polygon(&f, motion, &g), n);
    }
    std::printf("  %d casts, %d hits, %ld steps\n", n.asked, n.hit, n.steps);
    t.expect(n.hit * 10 > n.asked * 3 && n.hit * 10 < n.asked * 7, "%d of %d hit", n.hit, n.asked);
}

/// A ball at a cylinder, at once; and what is wrong.
void others(tally &t)
{
    const flr_sphere ball = {{-5, 0, 0}, 1};
    const flr_cylinder cylinder = {{0, 0, -3}, {0, 0, 3}, 1};
    const flr_convex3 a = flr_convex3_sphere(&ball), b = flr_convex3_cylinder(&cylinder);
    std::vector<flr_advance3_step> steps;
    flr_sweep3_result r;
    t.expect(flr_trace3_sweep(&a, flr_vec3_make(6, 0, 0), &b, 0, keep<flr_advance3_step>, &steps, &r) ==
                     FLR_OK &&
                 r.hit && std::fabs(double(r.t) - 0.5) < near,
             "t is %g", double(r.t));
    t.expect(steps.size() >= 2 && std::fabs(double(steps[0].gap) - 3) < near &&
                 steps.back().end == FLR_ADVANCE_TOUCH,
             "%zu steps", steps.size());
    t.expect(flr_trace3_sweep(&b, flr_vec3_make(-6, 0, 0), &a, 0, nullptr, nullptr, &r) == FLR_OK && r.hit &&
                 std::fabs(double(r.t) - 0.5) < near,
             "the other way: %g", double(r.t));
    steps.clear();
    t.expect(flr_trace3_sweep(&a, flr_vec3_make(-6, 0, 0), &b, 0, keep<flr_advance3_step>, &steps, &r) ==
                     FLR_OK &&
                 !r.hit && steps.size() == 1 && steps[0].end == FLR_ADVANCE_PARTS,
             "away: %zu steps", steps.size());
    t.expect(flr_trace3_sweep(&a, flr_vec3_make(1, 0, 0), &b, -1, nullptr, nullptr, &r) ==
                 FLR_INVALID_ARGUMENT,
             "a target");
    t.expect(flr_trace3_sweep(&a, flr_vec3_make(flr_real(NAN), 0, 0), &b, 0, nullptr, nullptr, &r) ==
                 FLR_NOT_FINITE,
             "no number");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(space), FEELER_TEST(plane), FEELER_TEST(others))

}  // namespace TEST_FILE
