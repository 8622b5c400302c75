/// Motions that are shown: at each step the plane between the two by their corners, the bound on how the gap closes at times between, and
/// the end against the ordinary call.
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

const double near = real_choose(1e-11, 1e-3);
const double tolerance = real_choose(1e-6, 1e-5);

template <class Step> void keep(void *user, const Step *s)
{
    static_cast<std::vector<Step> *>(user)->push_back(*s);
}

double dot(flr_vec3 a, flr_vec3 b)
{
    return double(a.x) * double(b.x) + double(a.y) * double(b.y) + double(a.z) * double(b.z);
}
double dot(flr_vec2 a, flr_vec2 b) { return double(a.x) * double(b.x) + double(a.y) * double(b.y); }
template <class Vec> double length(Vec a) { return std::sqrt(dot(a, a)); }
flr_vec3 sub(flr_vec3 a, flr_vec3 b) { return flr_sub3(a, b); }
flr_vec2 sub(flr_vec2 a, flr_vec2 b) { return flr_sub2(a, b); }

flr_vec3 at(const flr_path3 &path, double t, flr_vec3 p)
{
    return flr_affine3_point(flr_path3_at(&path, flr_real(t)), p);
}
flr_vec2 at(const flr_path2 &path, double t, flr_vec2 p)
{
    return flr_pose2_point(flr_path2_at(&path, flr_real(t)), p);
}

/// The corners of a shape, its path, and how far any of them goes.
template <class Vec, class Path> struct mover {
    std::vector<Vec> corners;
    Path path;
    double way() const
    {
        double most = 0;
        for (Vec p : corners)
            for (int i = 0; i < 32; ++i)
                most = std::fmax(most, 32 * length(sub(at(path, (i + 1) / 32.0, p), at(path, i / 32.0, p))));
        return most;
    }
};

/// How far the corners of b lie beyond those of a along n, at t.
template <class Mover, class Vec> double separation(const Mover &a, const Mover &b, Vec n, double t)
{
    double most = -INFINITY, least = INFINITY;
    for (Vec p : a.corners) most = std::fmax(most, dot(n, at(a.path, t, p)));
    for (Vec p : b.corners) least = std::fmin(least, dot(n, at(b.path, t, p)));
    return least - most;
}

struct counts {
    int asked = 0, hit = 0, grazed = 0;
    long steps = 0;
};

template <class Mover, class Step, class Result>
void judge(tally &t, const Mover &a, const Mover &b, double target, const std::vector<Step> &steps,
           const Result &r, const Result &plain, counts &n)
{
    n.asked++;
    n.hit += r.hit;
    n.steps += long(steps.size());
    t.expect(size_t(r.iterations) == steps.size(), "%zu steps of %d", steps.size(), r.iterations);
    for (size_t i = 0; i < steps.size(); ++i) {
        const Step &s = steps[i];
        const double gap = double(s.gap), closing = double(s.closing), from = double(s.t);
        // the plane proves the gap from below, the points from above
        const double below = separation(a, b, s.normal, from) - target,
                     above = length(sub(s.point_b, s.point_a)) - target;
        t.expect(std::fabs(below - gap) < near && std::fabs(above - gap) < near,
                 "step %zu: gap %.17g, by the plane %.17g, by the points %.17g", i, gap, below, above);
        const bool goes_on = s.end == FLR_ADVANCE_GOES_ON;
        t.expect(goes_on == (i + 1 < steps.size()), "step %zu of %zu ends", i, steps.size());
        if (goes_on)
            t.expect(s.next > s.t && s.next <= 1 && steps[i + 1].t == s.next, "step %zu leads to %g", i,
                     double(s.next));
        // nothing closes the gap along the normal faster than the bound
        for (int k = 1; k <= 5; ++k) {
            const double later = from + (1 - from) * k / 5;
            t.expect(separation(a, b, s.normal, later) - target >= gap - closing * (later - from) - near,
                     "step %zu: closes faster than %g until %g", i, closing, later);
        }
    }
    // never late, and near at the end; what grazes may be a hit here and a miss there
    if (plain.hit) t.expect(r.hit, "no hit, ordinarily at %.17g", double(plain.t));
    if (!r.hit) return;
    if (steps.empty()) {
        t.expect(plain.hit && plain.t == 0 && r.t == 0, "at the start, ordinarily %g", double(plain.t));
        return;
    }
    const double allowed = tolerance * (a.way() + b.way()) * 4 + near;
    t.expect(steps.back().end == FLR_ADVANCE_TOUCH && double(steps.back().gap) <= allowed,
             "ends with a gap of %g", double(steps.back().gap));
    t.expect(r.t == steps.back().t && (!plain.hit || double(r.t) <= double(plain.t) + near),
             "t is %.17g, ordinarily %.17g", double(r.t), double(plain.t));
    if (!plain.hit) n.grazed++;
    // how early: from there on to the ordinary time the gap stays as small as the path allows
    if (plain.hit) {
        const double closing = std::fabs(separation(a, b, steps.back().normal, double(plain.t)) - target);
        t.expect(closing <= 2 * allowed + (double(plain.t) - double(r.t)) * (a.way() + b.way()),
                 "%.17g is not the time of %.17g", double(r.t), double(plain.t));
    }
}

flr_quat any_rotation(random_source &r)
{
    flr_quat q;
    q.w = flr_real(r.between(-1, 1));
    q.x = flr_real(r.between(-1, 1));
    q.y = flr_real(r.between(-1, 1));
    q.z = flr_real(r.between(-1, 1));
    if (q.w == 0 && q.x == 0 && q.y == 0 && q.z == 0) q.w = 1;
    return q;
}

void space(tally &t)
{
    random_source r{111};
    counts n;
    const flr_mat3 upright = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int i = 0; i < scenes(1000); ++i) {
        mover<flr_vec3, flr_path3> a, b;
        const int m = r.whole(1, 8), k = r.whole(1, 8);
        for (int c = 0; c < m; ++c) a.corners.push_back(r.lattice_point(-2, 2));
        for (int c = 0; c < k; ++c) b.corners.push_back(r.lattice_point(-2, 2));
        a.path.from = {any_rotation(r), r.point(-1, 1)};
        a.path.to.rotation = any_rotation(r);
        const flr_real ahead = flr_real(r.whole(5, 11));
        a.path.to.position = flr_add3(r.point(-2, 2), flr_vec3_make(ahead, 0, 0));
        b.path.from = {any_rotation(r), {8, 0, 0}};
        b.path.to = {any_rotation(r), {8, 0, 0}};
        if (r.whole(0, 2) == 0) b.path.to = b.path.from;
        if (r.whole(0, 3) == 0) a.path.to.rotation = a.path.from.rotation;
        const flr_convex3 x = flr_convex3_points(a.corners.data(), uint32_t(m), upright, {0, 0, 0}, 0),
                          y = flr_convex3_points(b.corners.data(), uint32_t(k), upright, {0, 0, 0}, 0);
        flr_toi3_options options = {};
        options.target_distance = r.whole(0, 2) ? 0 : flr_real(0.25);
        std::vector<flr_advance3_step> steps;
        flr_toi3_result result = {};
        const flr_status status =
            flr_trace3_toi(&x, &a.path, &y, &b.path, &options, keep<flr_advance3_step>, &steps, &result);
        if (!t.expect(status == FLR_OK, "no answer: %s", flr_status_string(status))) return;
        judge(t, a, b, double(options.target_distance), steps, result,
              flr_toi3_convex_convex(&x, &a.path, &y, &b.path, &options), n);
    }
    std::printf("  %d motions, %d hits, %d graze, %ld steps\n", n.asked, n.hit, n.grazed, n.steps);
    t.expect(n.hit * 10 > n.asked * 3 && n.hit * 10 < n.asked * 7, "%d of %d hit", n.hit, n.asked);
    t.expect(n.grazed * 100 <= n.asked, "%d graze", n.grazed);
}

void plane(tally &t)
{
    random_source r{112};
    counts n;
    for (int i = 0; i < scenes(1500); ++i) {
        mover<flr_vec2, flr_path2> a, b;
        for (int c = 0; c < 3; ++c) {
            const double angle = 2.1 * c;
            a.corners.push_back(
                flr_vec2_make(flr_real(1.5 * std::cos(angle)), flr_real(0.5 * std::sin(angle))));
        }
        const int w = r.whole(1, 3), h = r.whole(1, 3);
        b.corners = {{0, 0}, {flr_real(w), 0}, {flr_real(w), flr_real(h)}, {0, flr_real(h)}};
        const double first = r.between(-3, 3), last = r.between(-9, 9), x = r.between(2, 9),
                     y = r.between(-4, 4);
        a.path = {{flr_real(first), {0, 0}}, {flr_real(last), {flr_real(x), flr_real(y)}}};
        const double turn = r.between(-2, 2);
        b.path = {{flr_real(turn), {6, -1}}, {flr_real(r.whole(0, 1) ? turn : 2 * turn), {6, -1}}};
        const flr_convex2 p = flr_convex2_polygon(a.corners.data(), 3, {1, 0}, {0, 0}, 0),
                          q = flr_convex2_polygon(b.corners.data(), 4, {1, 0}, {0, 0}, 0);
        flr_toi2_options options = {};
        options.target_distance = r.whole(0, 2) ? 0 : flr_real(0.25);
        std::vector<flr_advance2_step> steps;
        flr_toi2_result result = {};
        const flr_status status =
            flr_trace2_toi(&p, &a.path, &q, &b.path, &options, keep<flr_advance2_step>, &steps, &result);
        if (!t.expect(status == FLR_OK, "no answer: %s", flr_status_string(status))) return;
        judge(t, a, b, double(options.target_distance), steps, result,
              flr_toi2_convex_convex(&p, &a.path, &q, &b.path, &options), n);
    }
    std::printf("  %d motions, %d hits, %d graze, %ld steps\n", n.asked, n.hit, n.grazed, n.steps);
    t.expect(n.hit * 10 > n.asked * 3 && n.hit * 10 < n.asked * 7, "%d of %d hit", n.hit, n.asked);
    t.expect(n.grazed * 100 <= n.asked, "%d graze", n.grazed);
}

/// Every kind of core on a path meets a wall when it should; and what is wrong.
void others(tally &t)
{
    const flr_aabb3 wall = {{2, -5, -5}, {3, 5, 5}};
    const flr_cone cone = {{1, 0, 0}, {-1, 0, 0}, 1};
    const flr_cylinder cylinder = {{-1, 0, 0}, {1, 0, 0}, 1};
    const flr_capsule3 capsule = {{-1, 0, 0}, {0.5, 0, 0}, 0.5};
    const flr_box3 box = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 1, 1}};
    const flr_convex3 shapes[] = {flr_convex3_cone(&cone), flr_convex3_cylinder(&cylinder),
                                  flr_convex3_capsule(&capsule), flr_convex3_box(&box)},
                      b = flr_convex3_aabb(&wall);
    const flr_path3 still = flr_path3_still(flr_pose3_identity());
    flr_toi3_result r;
    for (const flr_convex3 &a : shapes) {
        flr_path3 path = still;
        path.to.position = flr_vec3_make(4, 0, 0);
        t.expect(flr_trace3_toi(&a, &path, &b, &still, nullptr, nullptr, nullptr, &r) == FLR_OK && r.hit &&
                     std::fabs(double(r.t) - 0.25) < near,
                 "straight: %g", double(r.t));
        path.to.rotation.y = 1;
        const flr_toi3_result plain = flr_toi3_convex_convex(&a, &path, &b, &still, nullptr);
        t.expect(flr_trace3_toi(&a, &path, &b, &still, nullptr, nullptr, nullptr, &r) == FLR_OK && r.hit &&
                     std::fabs(double(r.t - plain.t)) < 20 * tolerance,
                 "turning: %.17g, ordinarily %.17g", double(r.t), double(plain.t));
        path.to = path.from;
        t.expect(flr_trace3_toi(&a, &path, &b, &still, nullptr, nullptr, nullptr, &r) == FLR_OK && !r.hit &&
                     r.t == 1,
                 "at rest");
    }
    flr_path3 bad = still;
    bad.to.position.x = flr_real(NAN);
    const flr_toi3_options negative = {-1, 0, 0}, few = {0, 0, 2};
    t.expect(flr_trace3_toi(&b, &bad, &b, &still, nullptr, nullptr, nullptr, &r) == FLR_NOT_FINITE, "NaN");
    t.expect(flr_trace3_toi(&b, &still, &b, &still, &negative, nullptr, nullptr, &r) == FLR_INVALID_ARGUMENT,
             "an option");
    t.expect(flr_trace3_toi(&b, nullptr, &b, &still, nullptr, nullptr, nullptr, &r) == FLR_INVALID_ARGUMENT,
             "null");
    flr_path3 spin = still;
    spin.to.position = flr_vec3_make(4, 0, 0);
    spin.to.rotation.y = 1;
    t.expect(flr_trace3_toi(&shapes[3], &spin, &b, &still, &few, nullptr, nullptr, &r) == FLR_NOT_CONVERGED &&
                 r.hit && r.iterations == 2,
             "two steps");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(space), FEELER_TEST(plane), FEELER_TEST(others))

}  // namespace TEST_FILE
