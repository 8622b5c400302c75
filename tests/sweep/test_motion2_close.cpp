// How early a time of first touch in the plane is told: by how far the two are apart then, from the definition in long double.
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "sweep/distance3_long.hpp"

namespace TEST_FILE
{
namespace
{

using distance3_long::real;

flr_vec2 vec(double x, double y) { return flr_vec2_make(flr_real(x), flr_real(y)); }
flr_vec2 random_point(random_source &r)
{
    const flr_vec3 p = r.point(-2, 2);
    return flr_vec2_make(p.x, p.y);
}

/// A core about the origin of its frame: one to eight corners in order around, some with a radius.
struct shape {
    std::vector<flr_vec2> corners;
    double radius = 0;

    flr_convex2 convex() const
    {
        return flr_convex2_polygon(corners.data(), uint32_t(corners.size()), vec(1, 0), vec(0, 0),
                                   flr_real(radius));
    }
    distance3_long::core core() const
    {
        distance3_long::core k;
        k.radius = real(flr_real(radius));
        for (flr_vec2 p : corners) k.corners.push_back({p.x, p.y, 0});
        return k;
    }
};

shape random_shape(random_source &r)
{
    shape s;
    const int count = r.whole(1, 8);
    const double first = r.between(0, 6);
    for (int i = 0; i < count; ++i) {
        const double angle = first + i * 6.25 / count;
        s.corners.push_back(vec(std::cos(angle), 0.75 * std::sin(angle)));
    }
    if (count == 1 || r.whole(0, 2) == 0) s.radius = 0.25;
    return s;
}

flr_path2 random_path(random_source &r, double most)
{
    flr_path2 p;
    const double angle = r.between(-3, 3), turn = r.between(-most, most);
    p.from.angle = flr_real(angle);
    p.to.angle = flr_real(angle + turn);
    p.from.position = random_point(r);
    p.to.position = random_point(r);
    return p;
}

distance3_long::pose pose_at(const flr_path2 &p, real t)
{
    const real angle = p.from.angle + t * (real(p.to.angle) - p.from.angle), c = std::cos(angle),
               s = std::sin(angle);
    const flr_vec2 &from = p.from.position, &to = p.to.position;
    return {{c, s, 0},
            {-s, c, 0},
            {0, 0, 1},
            {from.x + t * (real(to.x) - from.x), from.y + t * (real(to.y) - from.y), 0}};
}

/// How far apart at the time told, from the definition, in roundings of the scene's size.
double left_at(const shape &a, const flr_path2 &on_a, const shape &b, const flr_path2 &on_b, double target,
               real t)
{
    const distance3_long::core k = a.core(), l = b.core();
    const real keep = k.radius + l.radius + real(target);
    const distance3_long::distance d =
        distance3_long::between_poses(k, pose_at(on_a, t), l, pose_at(on_b, t));
    const double turns = std::fmax(1, std::fabs(double(on_b.to.angle))), size = 12 + 2 * turns;
    return double(d.upper - keep) / (size * real_rounding);
}

/// Without a tolerance a time is as near as rounding lets it, also of many turns.
void as_near_as_rounding(tally &t)
{
    random_source r{73};
    worst_of apart = {"how far apart at the time told by default, in roundings", real_choose(300, 1.6)};
    long hits = 0, all = 0;
    for (int i = 0; i < scenes(2000); ++i) {
        const shape a = random_shape(r), b = random_shape(r);
        const flr_path2 on_a = random_path(r, 2), on_b = random_path(r, i % 4 == 0 ? 60 : 2);
        const flr_convex2 x = a.convex(), y = b.convex();
        const flr_toi2_result q = flr_toi2_convex_convex(&x, &on_a, &y, &on_b, nullptr);
        t.expect(q.status == FLR_OK, "%d: %s", i, flr_status_string(q.status));
        ++all, hits += q.hit;
        if (!q.hit) continue;
        const double left = left_at(a, on_a, b, on_b, 0, real(q.t));
        t.expect(apart.within(left), "%d: %g roundings apart at %.17g", i, left, double(q.t));
    }
    apart.hold(t);
    t.expect(hits * 10 >= all * 3 && hits * 10 <= all * 8, "%ld of %ld hit", hits, all);
}

/// No touch comes earlier than a quarter of the tolerance and a gap of a few roundings lead to.
void a_quarter_of_the_tolerance(tally &t)
{
    random_source r{71};
    const double fine = real_choose(1e-13, 1e-7);
    worst_of apart = {"how far apart at the time told with no tolerance, in roundings", real_choose(200, 1)};
    worst_of early = {"how much earlier with one, in parts of it", 0.25};
    long hits = 0, all = 0;
    for (int i = 0; i < scenes(3000); ++i) {
        const shape a = random_shape(r), b = random_shape(r);
        const flr_path2 on_a = random_path(r, 2), on_b = random_path(r, i % 4 == 0 ? 30 : 2);
        const flr_convex2 x = a.convex(), y = b.convex();
        const flr_toi2_options o = {flr_real(fine), flr_real(r.whole(0, 1) ? 0.125 : 0), 0},
                               coarse = {flr_real(1e-3), o.target_distance, 0};
        const flr_toi2_result q = flr_toi2_convex_convex(&x, &on_a, &y, &on_b, &o),
                              p = flr_toi2_convex_convex(&x, &on_a, &y, &on_b, &coarse);
        t.expect(q.status == FLR_OK && p.status == FLR_OK && q.hit == p.hit, "%d: %d, not %d", i, p.hit,
                 q.hit);
        ++all, hits += q.hit;
        if (!q.hit) continue;
        const double left = left_at(a, on_a, b, on_b, double(o.target_distance), real(q.t));
        t.expect(apart.within(left), "%d: %g roundings apart at %.17g", i, left, double(q.t));
        t.expect(early.within((double(q.t) - double(p.t)) / 1e-3), "%d: %.17g, not %.17g", i, double(p.t),
                 double(q.t));
    }
    apart.hold(t);
    early.hold(t);
    t.expect(hits * 10 >= all * 3 && hits * 10 <= all * 8, "%ld of %ld hit", hits, all);
}

/// Two that are the same but for their paths: the other way round it is the same answer, turned.
void copies_on_two_paths(tally &t)
{
    random_source r{89};
    long hits = 0, all = 0;
    const flr_vec2 bay[6] = {vec(-1, -1), vec(1, -1), vec(1, 0), vec(0, 0), vec(0, 1), vec(-1, 1)};
    for (int i = 0; i < scenes(3000); ++i) {
        const shape core = random_shape(r);
        flr_shape2 a{};
        const int kind = r.whole(0, 2);
        a.kind = kind == 0 ? FLR_SHAPE2_CONVEX : kind == 1 ? FLR_SHAPE2_POLYGON : FLR_SHAPE2_CIRCLE;
        if (kind == 0)
            a.as.convex = core.convex();
        else if (kind == 1)
            a.as.polygon = {bay, 6};
        else
            a.as.circle = {vec(0.25, 0.5), flr_real(0.75)};
        const flr_path2 on_a = random_path(r, 3), on_b = random_path(r, 3);
        flr_toi2_result q{}, back{};
        t.expect(flr_toi2(&a, &on_a, &a, &on_b, nullptr, &q) == FLR_OK &&
                     flr_toi2(&a, &on_b, &a, &on_a, nullptr, &back) == FLR_OK,
                 "%d: %s", i, flr_status_string(q.status));
        ++all, hits += q.hit && q.t > 0;
        const bool same = q.hit == back.hit && q.t == back.t && q.t_upper == back.t_upper &&
                          q.point.x == back.point.x && q.point.y == back.point.y &&
                          q.normal.x == -back.normal.x && q.normal.y == -back.normal.y;
        t.expect(same, "%d: %d at %.17g, turned %d at %.17g", i, q.hit, double(q.t), back.hit,
                 double(back.t));
    }
    t.expect(hits * 10 >= all * 3 && hits * 10 <= all * 7, "%ld of %ld hit", hits, all);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(as_near_as_rounding), FEELER_TEST(a_quarter_of_the_tolerance),
             FEELER_TEST(copies_on_two_paths))

}  // namespace TEST_FILE
