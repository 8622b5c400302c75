// Motions of hulls and of boxes: touches known by construction, and the same shapes followed in other ways.
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"
#include "sweep/motion3_cases.hpp"

namespace TEST_FILE
{

using namespace motion3_cases;

namespace
{

const bool is_double = sizeof(flr_real) == sizeof(double);
const flr_vec3 zero = {0, 0, 0}, axis_x = {1, 0, 0}, axis_z = {0, 0, 1};

/// Two hulls that turn about the line through the tips which meet: first looked at from middle to middle.
void hulls_tip_on_tip(tally &t)
{
    const flr_real k = flr_real(0.5625);
    std::vector<flr_vec3> p = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    for (int i = 0; i < 8; ++i) p.push_back({i & 1 ? k : -k, i & 2 ? k : -k, i & 4 ? k : -k});
    flr_hull3 *h = nullptr;
    assert_int_equal(flr_hull3_create(p.data(), p.size(), nullptr, nullptr, &h), FLR_OK);
    flr_convex3 shape = flr_convex3_hull(h, flr_affine3_identity().linear, zero, 0);
    const flr_path3 on_b = {{turn_about(axis_x, -1), zero}, {turn_about(axis_x, 1), zero}};
    const flr_real hair = is_double ? flr_real(1e-9) : flr_real(1e-3);
    auto ask = [&](flr_real from, flr_real to, flr_vec3 axis) {
        flr_path3 on_a = {{turn_about(axis, 0), {from, 0, 0}}, {turn_about(axis, 2), {to, 0, 0}}};
        return flr_toi3_convex_convex(&shape, &on_a, &shape, &on_b, nullptr);
    };
    const double within = is_double ? 1e-6 : 1e-5, late = is_double ? 1e-14 : 1e-6;
    const flr_real ends[][2] = {{-5, 3}, {-5, -2}, {-10, 6}, {-3, -1}, {-3, 125}};
    for (const auto &e : ends) {
        flr_toi3_result q = ask(e[0], e[1], axis_x);
        const double at = (-2 - double(e[0])) / (double(e[1]) - double(e[0]));
        t.expect(q.status == FLR_OK && q.hit && double(q.t) <= at + late && double(q.t) >= at - within,
                 "from %g to %g: %.17g, not %.17g", double(e[0]), double(e[1]), double(q.t), at);
    }
    auto expect_miss = [&](const flr_toi3_result &q, const char *what) {
        t.expect(q.status == FLR_OK && !q.hit && q.t == 1 && q.t_upper == 1, "%s: %d at %.17g", what, q.hit,
                 double(q.t));
    };
    expect_miss(ask(-5, -2 - hair, axis_x), "too short");
    expect_miss(ask(-2 - hair, -7, axis_x), "away");
    expect_miss(ask(-9, -3, axis_z), "far apart, tumbling");
    expect_miss(ask(-9, -9, axis_z), "on one place");
    flr_toi3_result q = ask(-2, -7, axis_x);
    t.expect(q.status == FLR_OK && q.hit && q.t == 0 && flr_length3(q.normal) == 0, "together at the start");
    flr_hull3_destroy(h);
}

/// A tip over a face, apart by less than counts as touching (32 roundings of a scene of 6), and by more.
void hulls_close_at_the_start(tally &t)
{
    std::vector<flr_vec3> cube,
        tip = {zero, {1, flr_real(0.5), 0}, {1, 0, flr_real(0.5)}, {1, flr_real(-0.5), flr_real(-0.5)}};
    for (int i = 0; i < 8; ++i)
        cube.push_back({flr_real(i & 1 ? 1 : -1), flr_real(i & 2 ? 1 : -1), flr_real(i & 4 ? 1 : -1)});
    flr_hull3 *h[2] = {nullptr, nullptr};
    assert_int_equal(flr_hull3_create(cube.data(), cube.size(), nullptr, nullptr, &h[0]), FLR_OK);
    assert_int_equal(flr_hull3_create(tip.data(), tip.size(), nullptr, nullptr, &h[1]), FLR_OK);
    const flr_mat3 straight = flr_affine3_identity().linear;
    const flr_convex3 a = flr_convex3_hull(h[0], straight, zero, 0),
                      b = flr_convex3_hull(h[1], straight, zero, 0);
    const flr_path3 on_a = {{no_turn, zero}, {turn_about(axis_x, 0.5), zero}};
    const double near = is_double ? 2.5e-14 : 1.3e-5;
    for (double gap : {near, 100 * near}) {
        const flr_real y = flr_real(0.1), z = flr_real(0.2);
        const flr_path3 on_b = {{no_turn, {flr_real(1 + gap), y, z}}, {turn_about(axis_x, 0.1), {0, y, z}}};
        const flr_toi3_result q = flr_toi3_convex_convex(&a, &on_a, &b, &on_b, nullptr);
        t.expect(q.status == FLR_OK && q.hit && (q.t > 0) == (gap > near) && double(q.t) <= gap,
                 "from %g: at %g", gap, double(q.t));
        t.expect(q.iterations == 1, "from %g: %d steps", gap, q.iterations);
    }
    flr_hull3_destroy(h[0]);
    flr_hull3_destroy(h[1]);
}

/// The first touch by what is known of any shape: lists of points are followed by their distances, boxes by their separating
/// axes, hulls by the features that a ray finds. One or both turn, faces are parallel, centres lie off the paths.
void other_ways_to_follow(tally &t)
{
    random_source r{19};
    long hits = 0, all = 0;
    double worst = 0;
    const flr_mat3 straight = flr_affine3_identity().linear;
    for (int i = 0; i < 3000; ++i) {
        const bool boxes = i % 2 == 0, square = i % 3 == 0;
        flr_convex3 exact[2], listed[2];
        std::vector<flr_vec3> points[2];
        flr_hull3 *hull[2] = {nullptr, nullptr};
        flr_path3 on[2];
        for (int k = 0; k < 2; ++k) {
            const flr_vec3 center = i % 5 == 0 ? r.point(-1, 1) : zero;
            const flr_vec3 half = square ? flr_vec3_make(1, 1, flr_real(0.5)) : r.point(0.1, 1.5);
            if (boxes) {
                flr_box3 b = {center, straight, half};
                exact[k] = flr_convex3_box(&b);
                for (int j = 0; j < 8; ++j)
                    points[k].push_back(flr_add3(center, {j & 1 ? half.x : -half.x, j & 2 ? half.y : -half.y,
                                                          j & 4 ? half.z : -half.z}));
            } else {
                for (int j = 0; j < 20; ++j) {
                    flr_vec3 p = r.point(-1, 1);
                    if (square) p = {std::round(p.x), std::round(p.y), std::round(p.z)};
                    points[k].push_back(flr_add3(center, p));
                }
                assert_int_equal(
                    flr_hull3_create(points[k].data(), points[k].size(), nullptr, nullptr, &hull[k]), FLR_OK);
                exact[k] = flr_convex3_hull(hull[k], straight, zero, 0);
            }
            listed[k] = flr_convex3_points(points[k].data(), uint32_t(points[k].size()), straight, zero, 0);
            on[k] = random_path(r, 3);
            if (square) on[k].from.rotation = no_turn;
            if (r.whole(0, 2) == 0) on[k].to.rotation = on[k].from.rotation;
        }
        flr_toi3_result q = flr_toi3_convex_convex(&exact[0], &on[0], &exact[1], &on[1], nullptr),
                        s = flr_toi3_convex_convex(&listed[0], &on[0], &listed[1], &on[1], nullptr);
        t.expect(q.status == FLR_OK && s.status == FLR_OK && q.hit == s.hit, "%d: %s %d, not %s %d", i,
                 flr_status_string(q.status), q.hit, flr_status_string(s.status), s.hit);
        ++all, hits += q.hit;
        if (q.hit && s.hit) worst = std::max(worst, std::fabs(double(q.t) - double(s.t)));
        if (q.hit && q.t > 0) {
            t.expect(std::fabs(any3::length(q.normal) - 1) < 1e-6, "%d: normal", i);
            t.expect(any3::length(flr_sub3(q.point, s.point)) < 4, "%d: point", i);
        }
        for (flr_hull3 *h : hull)
            if (h) flr_hull3_destroy(h);
    }
    t.expect(worst <= (is_double ? 1e-6 : 2e-3), "times differ by %g", worst);
    t.expect(hits * 10 >= all * 3 && hits * 10 <= all * 7, "%ld of %ld hit", hits, all);
}

/// Points of a hull: on an ellipsoid, in some of a needle, around a place of its own.
std::vector<flr_vec3> points_of_hull(random_source &r, int i, double size)
{
    const int count = int(r.whole(4, 40));
    const flr_vec3 half = r.point(0.3, 1.5), center = r.point(-1, 1);
    std::vector<flr_vec3> points;
    while (int(points.size()) < count) {
        flr_vec3 p = r.point(-1, 1);
        const double length = any3::length(p);
        if (!(length > 0.1)) continue;
        p = flr_scale3(flr_real(size / length), {p.x * half.x, p.y * half.y, p.z * half.z});
        if (i % 7 == 0) p.x *= flr_real(1e-4);
        if (i % 5 == 0) p = flr_add3(p, flr_scale3(flr_real(size), center));
        points.push_back(p);
    }
    return points;
}

/// A rotation, and one that it is turned into by at most so many radians.
void turn_a_little(random_source &r, double most, flr_path3 *on)
{
    const flr_quat q = random_quat(r);
    const flr_vec3 d = r.point(-most / 4, most / 4);
    on->from.rotation = q;
    on->to.rotation = {q.w - d.x * q.x - d.y * q.y - d.z * q.z, q.x + d.x * q.w + d.y * q.z - d.z * q.y,
                       q.y + d.y * q.w + d.z * q.x - d.x * q.z, q.z + d.z * q.w + d.x * q.y - d.y * q.x};
}

/// Hulls that come in and turn, by the definition: apart at all times looked at before, and as good as together at the time
/// that is told. Tiny, huge and far from the origin, some with radii or a distance to keep. Nearly all are answered at once, by the features that a ray has found.
void hulls_that_come_in(tally &t)
{
    random_source r{23};
    long hits = 0, misses = 0, hits_at_once = 0, misses_at_once = 0;
    worst_of apart = {"how far apart at the touch, in roundings", is_double ? 60 : 100};
    worst_of off = {"the point from both, in roundings", is_double ? 32 : 60};
    const flr_mat3 straight = flr_affine3_identity().linear;
    for (int i = 0; i < scenes(1200); ++i) {
        const double sizes[] = {1, 1e6, 1e-6, 1};
        const double size = sizes[i % 4], far = i % 4 == 3 ? 100 * size : 0;
        flr_hull3 *hull[2] = {nullptr, nullptr};
        flr_convex3 shape[2];
        flr_path3 on[2];
        for (int k = 0; k < 2; ++k) {
            const std::vector<flr_vec3> points = points_of_hull(r, i + k, size);
            assert_int_equal(flr_hull3_create(points.data(), points.size(), nullptr, nullptr, &hull[k]),
                             FLR_OK);
            shape[k] =
                flr_convex3_hull(hull[k], straight, zero, flr_real(i % 8 == 5 ? 0.02 * (1 + k) * size : 0));
            turn_a_little(r, i % 3 == 0 ? 2 : 0.5, &on[k]);
            if (i % 2 == 0 && k == 0) on[k].to.rotation = on[k].from.rotation;
        }
        const flr_vec3 from = r.point(-4, 4), aside = r.point(-2, 2), place = r.point(-1, 1);
        on[0].from.position = on[0].to.position = flr_scale3(flr_real(far), place);
        on[1].from.position = flr_mul_add3(on[0].from.position, flr_real(size), from);
        on[1].to.position =
            flr_mul_add3(on[0].from.position, flr_real(size), flr_mul_add3(aside, flr_real(-0.3), from));
        const flr_toi3_options keep = {0, flr_real(i % 9 == 4 ? 0.03 * size : 0), 0};
        const double apart_by = double(keep.target_distance);
        flr_toi3_result q = flr_toi3_convex_convex(&shape[0], &on[0], &shape[1], &on[1], &keep);
        auto at = [&](double time, int k) {
            const flr_affine3 pose = pose_at(on[k], time);
            flr_convex3 c = shape[k];
            c.axes = pose.linear;
            c.center = pose.translation;
            return c;
        };
        auto distance = [&](double time) {
            const flr_convex3 a = at(time, 0), b = at(time, 1);
            return double(flr_signed_distance3_convex_convex(&a, &b).signed_distance) - apart_by;
        };
        const double rounding = real_rounding * (10 * size + far);
        t.expect(q.status == FLR_OK, "%d: %s", i, flr_status_string(q.status));
        for (int k = 0; k < 12; ++k)
            t.expect(q.t == 0 || distance(double(q.t) * k / 12) > 0, "%d: together before %.17g", i,
                     double(q.t));
        if (!q.hit) {
            ++misses, misses_at_once += q.iterations == 1;
            t.expect(distance(1) > 0, "%d: missed", i);
        } else if (q.t > 0) {
            // a search may end within the tolerance of its first step
            const bool at_once =
                q.iterations == 1 && double(q.t_upper) - double(q.t) < (is_double ? 1e-8 : 1e-6);
            ++hits, hits_at_once += at_once;
            const flr_convex3 a = at(double(q.t), 0), b = at(double(q.t), 1), p = flr_convex3_point(q.point);
            const double left = std::fabs(distance(double(q.t))) / rounding;
            t.expect(!at_once || apart.within(left), "%d: %g roundings apart at %.17g", i, left, double(q.t));
            const double of_a = double(flr_closest3_convex_convex(&a, &p, nullptr).upper),
                         of_b = double(flr_closest3_convex_convex(&b, &p, nullptr).upper);
            t.expect(!at_once ||
                         off.within(std::max(std::fabs(of_a - apart_by / 2), std::fabs(of_b - apart_by / 2)) /
                                    rounding),
                     "%d: the point is off by %g", i, std::max(of_a, of_b));
        }
        for (flr_hull3 *h : hull) flr_hull3_destroy(h);
    }
    apart.hold(t);
    off.hold(t);
    t.expect(enough(hits_at_once * 10 >= hits * 9), "%ld of %ld touches at once", hits_at_once, hits);
    t.expect(enough(misses_at_once * 100 >= misses * 79), "%ld of %ld misses at once", misses_at_once,
             misses);
    t.expect(enough(hits * 10 >= misses * 4 && misses * 10 >= hits * 4), "%ld touch, %ld do not", hits,
             misses);
    std::printf("  %ld of %ld touches and %ld of %ld misses at once\n", hits_at_once, hits, misses_at_once,
                misses);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(hulls_tip_on_tip), FEELER_TEST(hulls_close_at_the_start),
             FEELER_TEST(other_ways_to_follow), FEELER_TEST(hulls_that_come_in))

}  // namespace TEST_FILE
