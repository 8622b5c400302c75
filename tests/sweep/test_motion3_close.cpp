// How early a time of first touch is told: by how far the two are apart then, from the definition in long double. Near misses as near as
// rounding allows end with an answer, after few steps.
#include <memory>

#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/scenes.hpp"
#include "sweep/distance3_long.hpp"
#include "sweep/motion3_cases.hpp"

namespace TEST_FILE
{

using namespace motion3_cases;

namespace
{

struct delete_hull {
    void operator()(flr_hull3 *h) const { flr_hull3_destroy(h); }
};

/// A core about the origin of its frame.
struct shape {
    flr_convex3 convex;
    std::unique_ptr<flr_hull3, delete_hull> hull;
    distance3_long::core core;
};

shape random_shape(random_source &r)
{
    const flr_shape3_kind kinds[] = {FLR_SHAPE3_SPHERE,   FLR_SHAPE3_SEGMENT,     FLR_SHAPE3_CAPSULE,
                                     FLR_SHAPE3_TRIANGLE, FLR_SHAPE3_TETRAHEDRON, FLR_SHAPE3_BOX,
                                     FLR_SHAPE3_CYLINDER, FLR_SHAPE3_CONE};
    shape s;
    const int k = r.whole(0, 9);
    if (k < 8) {
        const held h = any3::random_shape(r, kinds[k], vec(0, 0, 0), 1, false);
        (void)flr_convex3_shape(&h.shape, &s.convex);
    } else {
        std::vector<flr_vec3> points;
        for (int i = 0; i < (k == 8 ? 8 : 24); ++i) points.push_back(r.point(-1, 1));
        flr_hull3 *h = nullptr;
        assert_int_equal(flr_hull3_create(points.data(), points.size(), nullptr, nullptr, &h), FLR_OK);
        s.hull.reset(h);
        s.convex = flr_convex3_hull(h, flr_affine3_identity().linear, vec(0, 0, 0), 0);
    }
    s.core = distance3_long::core_of(s.convex);
    return s;
}

struct scene {
    shape a, b;
    flr_path3 on_a, on_b;
    flr_toi3_options options = {0, 0, 0};

    flr_toi3_result answer() const
    {
        return flr_toi3_convex_convex(&a.convex, &on_a, &b.convex, &on_b, &options);
    }
    /// How far from touching, at most and at least.
    distance3_long::distance at(double t) const
    {
        distance3_long::distance d = distance3_long::between(a.core, on_a, b.core, on_b, t);
        const distance3_long::real keep =
            a.core.radius + b.core.radius + distance3_long::real(options.target_distance);
        return {d.upper - keep, d.lower - keep};
    }
    /// Of the shapes, the way between them and the ways they go.
    double size() const
    {
        const flr_vec3 start = flr_sub3(on_b.from.position, on_a.from.position),
                       way = flr_sub3(flr_sub3(on_b.to.position, on_b.from.position),
                                      flr_sub3(on_a.to.position, on_a.from.position));
        return double(a.core.size() + b.core.size()) + any3::length(start) + any3::length(way) +
               double(options.target_distance);
    }
};

scene random_scene(random_source &r)
{
    scene s;
    s.a = random_shape(r);
    s.b = random_shape(r);
    s.on_a = random_path(r, 2);
    s.on_b = random_path(r, 2);
    if (r.whole(0, 2) == 0) s.on_a.to.rotation = s.on_a.from.rotation;
    if (r.whole(0, 1)) s.options.target_distance = flr_real(0.125);
    return s;
}

/// Apart before t, and at t no farther than counts as touching.
void check(tally &t, const scene &s, const flr_toi3_result &q, int i, worst_of &apart)
{
    const double rounding = real_rounding * s.size();
    t.expect(q.status == FLR_OK, "%d: %s after %d steps", i, flr_status_string(q.status), q.iterations);
    for (int k = 0; k < 8; ++k) {
        const double time = double(q.t) * k / 8;
        t.expect(q.t == 0 || double(s.at(time).upper) > -8 * rounding, "%d: together at %.17g, before %.17g",
                 i, time, double(q.t));
    }
    // about a round core the search for the distance ends before rounding does
    if (!q.hit || s.a.core.is_round || s.b.core.is_round) return;
    const double left = double(s.at(double(q.t)).upper) / rounding;
    t.expect(apart.within(left), "%d: %g roundings apart at %.17g", i, left, double(q.t));
}

void as_early_as_rounding(tally &t)
{
    random_source r{61};
    long hits = 0, all = 0;
    worst_of apart = {"how far apart at the time told, in roundings", real_choose(80, 80)};
    for (int i = 0; i < scenes(3000); ++i) {
        const scene s = random_scene(r);
        const flr_toi3_result q = s.answer();
        check(t, s, q, i, apart);
        ++all, hits += q.hit;
    }
    apart.hold(t);
    t.expect(enough(hits * 10 >= all * 2 && hits * 10 <= all * 8), "%ld of %ld hit", hits, all);
}

/// b set aside until it all but touches, or all but misses; and from there by some roundings.
void grazes(tally &t)
{
    random_source r{67};
    long found = 0, hits = 0;
    int most = 0;
    worst_of apart = {"how far apart at the time told of a graze, in roundings", real_choose(80, 80)};
    for (int i = 0; i < scenes(600); ++i) {
        scene s = random_scene(r);
        const flr_path3 on_b = s.on_b;
        const flr_vec3 way = r.point(-1, 1);
        const double aside = double(r.whole(-2, 2)) * r.between(1, 200) * real_rounding;
        auto set = [&](double by) {
            s.on_b.from.position = flr_mul_add3(on_b.from.position, flr_real(by), way);
            s.on_b.to.position = flr_mul_add3(on_b.to.position, flr_real(by), way);
            return s.answer().hit;
        };
        double touches = 0, misses = 12;
        if (!set(touches) || set(misses)) continue;
        for (double by = 6; by > touches && by < misses; by = touches + (misses - touches) / 2)
            (set(by) ? touches : misses) = by;
        (void)set(misses + aside);
        const flr_toi3_result q = s.answer();
        check(t, s, q, i, apart);
        ++found, hits += q.hit, most = std::max(most, q.iterations);
    }
    apart.hold(t);
    std::printf("  %ld grazes, %ld hit, %d steps at most\n", found, hits, most);
    t.expect(most <= 80, "%d steps", most);
    t.expect(enough(found * 10 >= scenes(600) * 2 && hits * 10 >= found * 2 && hits * 10 <= found * 8),
             "%ld of %ld hit", hits, found);
}

flr_quat product(flr_quat a, flr_quat b)
{
    const double aw = double(a.w), ax = double(a.x), ay = double(a.y), az = double(a.z), bw = double(b.w),
                 bx = double(b.x), by = double(b.y), bz = double(b.z);
    return quat(aw * bw - ax * bx - ay * by - az * bz, aw * bx + ax * bw + ay * bz - az * by,
                aw * by - ax * bz + ay * bw + az * bx, aw * bz + ax * by - ay * bx + az * bw);
}

/// A shape that lies far from the point it turns about comes in at great speed. What is rounded is as large as it is far off, and t
/// is no earlier than that leads to.
void far_from_what_it_turns_about(tally &t)
{
    random_source r{79};
    long hits = 0, all = 0;
    worst_of apart = {"turning far off: how far apart at the time told, in roundings", real_choose(80, 80)};
    for (int i = 0; i < scenes(3000); ++i) {
        const double far = std::pow(10, r.between(1, real_choose(6, 3))), turn = r.between(-1, 1),
                     when = r.between(0, 1);
        held a = any3::random_shape(r, i % 2 ? FLR_SHAPE3_BOX : FLR_SHAPE3_CAPSULE, vec(0, 0, 0), 1, false);
        const flr_vec3 aside = flr_scale3(flr_real(far), r.point(-1, 1)), axis = r.point(-1, 1);
        a = any3::shifted(a, aside);
        shape b = random_shape(r);
        scene s;
        s.b.convex = b.convex, s.b.core = b.core, s.b.hull = std::move(b.hull);
        (void)flr_convex3_shape(&a.shape, &s.a.convex);
        s.a.core = distance3_long::core_of(s.a.convex);
        s.on_a.from.rotation = random_quat(r);
        s.on_a.to.rotation = product(turn_about(flr_scale3(flr_real(1 / any3::length(axis)), axis), turn),
                                     s.on_a.from.rotation);
        s.on_a.from.position = s.on_a.to.position = vec(0, 0, 0);
        const distance3_long::pose then = distance3_long::pose_at(s.on_a, when);
        const distance3_long::vec3 at = then.turned(distance3_long::wide(aside));
        const flr_vec3 off = flr_sub3(r.point(-2, 2), vec(double(at.x), double(at.y), double(at.z)));
        s.on_a.from.position = s.on_a.to.position = off;
        s.on_b = flr_path3_still(flr_pose3_identity());
        const flr_toi3_result q = s.answer();
        ++all, hits += q.hit && q.t > 0;
        t.expect(q.status == FLR_OK, "%d: %s", i, flr_status_string(q.status));
        if (!q.hit || s.b.core.is_round) continue;
        const double size =
                         any3::length(aside) + any3::length(off) + double(s.a.core.size() + s.b.core.size()),
                     left = double(s.at(double(q.t)).upper) / (real_rounding * size);
        t.expect(apart.within(left), "%d: %g roundings apart at %.17g", i, left, double(q.t));
    }
    apart.hold(t);
    t.expect(enough(hits * 10 >= all * 2 && hits * 10 <= all * 8), "%ld of %ld hit", hits, all);
}

/// The points within a radius of a segment, by support points alone.
struct rod {
    flr_vec3 a, b;
    double radius;

    static flr_vec3 support(const void *user, flr_vec3 d)
    {
        const rod &s = *static_cast<const rod *>(user);
        const double length = any3::length(d);
        const flr_vec3 end = flr_dot3(s.a, d) > flr_dot3(s.b, d) ? s.a : s.b;
        return length > 0 ? flr_mul_add3(end, flr_real(s.radius / length), d) : end;
    }
};

/// Past a user's round core, by 10^-5 and less: the side along which it lies is not told by its support points.
void past_a_users_core(tally &t)
{
    random_source r{83};
    long found = 0, hits = 0;
    int most = 0;
    worst_of apart = {"a user's core: how far apart at the time told, in roundings", real_choose(2.5e6, 90)};
    for (int i = 0; i < scenes(400); ++i) {
        rod user = {r.point(-1, 1), r.point(-1, 1), double(flr_real(r.between(0.1, 0.5)))};
        scene s = random_scene(r);
        s.a.convex = flr_convex3_user(rod::support, &user, user.a, 0);
        s.a.core = {};
        s.a.core.corners = {distance3_long::wide(user.a), distance3_long::wide(user.b)};
        s.a.core.radius = distance3_long::real(user.radius);
        const flr_path3 on_b = s.on_b;
        const flr_vec3 way = r.point(-1, 1);
        auto set = [&](double by) {
            s.on_b.from.position = flr_mul_add3(on_b.from.position, flr_real(by), way);
            s.on_b.to.position = flr_mul_add3(on_b.to.position, flr_real(by), way);
            return s.answer();
        };
        double touches = 0, misses = 12;
        if (!set(touches).hit || set(misses).hit) continue;
        for (double by = 6; by > touches && by < misses && i % 2; by = touches + (misses - touches) / 2)
            (set(by).hit ? touches : misses) = by;
        const flr_toi3_result q = set(i % 4 == 1 ? touches - 1e-5 : i % 2 ? misses + 1e-5 : 0);
        most = std::max(most, q.iterations), ++found, hits += q.hit;
        t.expect(q.status == FLR_OK, "%d: %s after %d", i, flr_status_string(q.status), q.iterations);
        if (!q.hit || q.t == 0 || s.b.core.is_round) continue;
        const double left = double(s.at(double(q.t)).upper) / (real_rounding * s.size());
        t.expect(apart.within(left), "%d: %g roundings apart at %.17g", i, left, double(q.t));
    }
    apart.hold(t);
    std::printf("  %ld motions, %ld hit, %d steps at most\n", found, hits, most);
    t.expect(most <= 600, "%d steps", most);
    t.expect(enough(found > 100 && hits * 10 >= found * 3 && hits * 10 <= found * 8), "%ld of %ld hit", hits,
             found);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(as_early_as_rounding), FEELER_TEST(grazes),
             FEELER_TEST(far_from_what_it_turns_about), FEELER_TEST(past_a_users_core))

}  // namespace TEST_FILE
