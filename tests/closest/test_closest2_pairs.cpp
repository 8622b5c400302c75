// needs: gmp
// Closest points and overlap of every pair of shapes of the plane against exact simplices: whole numbers
// (which touch, coincide and are parallel) and any, near, far (1e6, 1e9) and tiny (1e-6).
#include <cfloat>

#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/real.hpp"
#include "support/shapes2.hpp"

namespace TEST_FILE
{

using namespace shapes2;

namespace
{

const big_rational far_away = big_rational(big_integer(1) << 60);

struct worst_error {
    double distance = 0, point = 0, gap = 0;
};

big_float root(const big_rational &q)
{
    big_float wide(q, 256);
    return big_float(sqrt(wide), 256);
}

/// How far p is from the shape.
double off(const definition &d, flr_vec2 p)
{
    definition at;
    at.simplices = {{lift(p)}};
    big_float gap = root(core_distance_squared(at, d)) - big_float(d.radius, 256);
    return gap > 0 ? gap.get_d() : 0;
}

double coordinate_size(const shape &a, const shape &b, const flr_closest2 &c)
{
    double size = scene_size(a, b);
    for (flr_vec2 p : {c.point_a, c.point_b}) {
        stretch(&size, p.x);
        stretch(&size, p.y);
    }
    return size;
}

struct verdicts {
    long cases = 0, meet = 0;
};

void check_pair(tally &t, const shape &a, const shape &b, worst_error *worst, verdicts *v)
{
    definition da = define(a, far_away), db = define(b, far_away);
    big_float exact_distance = root(core_distance_squared(da, db)) - big_float(da.radius + db.radius, 256);
    big_rational reach = da.radius + db.radius;
    bool meet = core_distance_squared(da, db) <= reach * reach;
    flr_closest2 c = ask_closest(a, b);
    bool overlap = ask_overlap(a, b);
    ++v->cases;
    v->meet += meet;
    double size = scene_size(a, b), ulp = size * real_epsilon;
    const char *na = name(a.k), *nb = name(b.k);
    t.expect(overlap == (c.distance == 0), "%s %s: overlap %d, distance %g", na, nb, overlap, c.distance);
    if (decided_exactly(a, b))
        t.expect(overlap == meet, "%s %s: overlap %d, exact %d (distance %g)", na, nb, overlap, meet,
                 exact_distance.get_d());
    big_float expected = exact_distance > 0 ? exact_distance : big_float(0, 256);
    double error = std::fabs(big_float(expected - c.distance).get_d());
    if (!t.expect(error <= 8 * ulp, "%s %s: distance %.17g, exact %.17g, %g ulp", na, nb, c.distance,
                  expected.get_d(), error / ulp))
        return;
    if (ulp > 0) worst->distance = std::max(worst->distance, error / ulp);
    double coordinate_ulp = coordinate_size(a, b, c) * real_epsilon;
    double away = std::max(off(da, c.point_a), off(db, c.point_b));
    t.expect(away <= 8 * coordinate_ulp, "%s %s: points %g off, %g ulp", na, nb, away, away / coordinate_ulp);
    double gap = std::hypot(c.point_b.x - c.point_a.x, c.point_b.y - c.point_a.y);
    double loss = std::fabs(gap - c.distance);
    t.expect(loss <= 8 * coordinate_ulp, "%s %s: points %g apart, distance %g", na, nb, gap, c.distance);
    if (coordinate_ulp > 0) worst->point = std::max(worst->point, away / coordinate_ulp);
    if (coordinate_ulp > 0) worst->gap = std::max(worst->gap, loss / coordinate_ulp);
}

/// Apart by a step, so that about half of the pairs meet.
shape moved(shape s, const place &at, flr_vec2 step)
{
    (void)at;
    for (flr_vec2 *p : {&s.p, &s.segment.a, &s.segment.b, &s.ray.origin, &s.line.origin, &s.circle.center,
                        &s.capsule.a, &s.capsule.b, &s.aabb.min, &s.aabb.max, &s.box.center, &s.triangle.a,
                        &s.triangle.b, &s.triangle.c, &s.center})
        *p = flr_add2(*p, step);
    for (flr_vec2 &p : s.vertices) p = flr_add2(p, step);
    settle(s);
    return s;
}

void every_pair(tally &t)
{
    random_source r{20};
    worst_error sharp, round, boxes, normals;
    verdicts all;
    for (int i = 0; i < kinds; ++i)
        for (int j = 0; j < kinds; ++j) {
            verdicts v;
            for (int n = 0; n < 40; ++n) {
                place at = random_place(r);
                shape a = random_shape(r, kind(i), at), b = random_shape(r, kind(j), at);
                settle(a);
                settle(b);
                if (r.whole(0, 3) == 0)
                    b = moved(b, at, flr_vec2_make(flr_real(at.scale * 3), flr_real(at.scale * 2)));
                bool normal = by_normal(a) || by_normal(b), boxed = a.k == box || b.k == box;
                bool rounded = a.k == circle || a.k == capsule || b.k == circle || b.k == capsule;
                check_pair(t, a, b, normal ? &normals : boxed ? &boxes : rounded ? &round : &sharp, &v);
            }
            all.cases += v.cases;
            all.meet += v.meet;
        }
    double rate = 100.0 * double(all.meet) / double(all.cases);
    std::printf("  %ld pairs, %.0f %% meet\n", all.cases, rate);
    t.expect(rate >= 30 && rate <= 70, "%.0f %% meet", rate);
    const struct {
        const char *what;
        worst_error measured, pinned;
    } in_double[] = {{"flat", sharp, {1.0, 1.4, 1.3}},
                     {"round", round, {1.3, 0.7, 1.3}},
                     {"boxes", boxes, {1.0, 0.7, 1.0}},
                     {"by normal", normals, {2.2, 5.5, 1.8}}};
    const decltype(in_double) in_float = {{"flat", sharp, {1.0, 0.6, 1.3}},
                                          {"round", round, {0.6, 0.5, 1.2}},
                                          {"boxes", boxes, {0.6, 0.6, 1.0}},
                                          {"by normal", normals, {0.8, 0.5, 1.5}}};
    for (const auto &g : real_is_float ? in_float : in_double) {
        std::printf("  %s: worst distance %.3f, point %.3f, gap %.3f ulp\n", g.what, g.measured.distance,
                    g.measured.point, g.measured.gap);
        t.expect(pinned(g.measured.distance, g.pinned.distance), "%s: distance %g", g.what,
                 g.measured.distance);
        t.expect(pinned(g.measured.point, g.pinned.point), "%s: point %g", g.what, g.measured.point);
        t.expect(pinned(g.measured.gap, g.pinned.gap), "%s: gap %g", g.what, g.measured.gap);
    }
}

/// A pair apart stays apart when it is moved nearly together, and meets when it is moved a little
/// more, at least where one of the two is round; a larger radius never takes a meeting away.
void moving_flips_the_answer(tally &t)
{
    random_source r{21};
    const place at = {false, 1, {0, 0}};
    long apart = 0;
    for (int n = 0; n < scenes(3000); ++n) {
        shape a = random_shape(r, circle, at), b = random_shape(r, kind(r.whole(0, kinds - 1)), at);
        settle(b);
        a.circle.radius = flr_real(0.1 + 1.5 * a.circle.radius);
        flr_closest2 c = ask_closest(a, b);
        shape wide = a;
        wide.circle.radius *= flr_real(1.5);
        if (ask_overlap(a, b)) {
            t.expect(ask_overlap(wide, b), "%s: a larger circle misses", name(b.k));
            continue;
        }
        ++apart;
        flr_vec2 step = flr_sub2(c.point_b, c.point_a);
        t.expect(!ask_overlap(moved(a, at, flr_scale2(flr_real(1 - real_choose(1e-9, 1e-4)), step)), b),
                 "%s: met too soon", name(b.k));
        t.expect(ask_overlap(moved(a, at, flr_scale2(flr_real(1 + real_choose(1e-9, 1e-4)), step)), b),
                 "%s: met too late", name(b.k));
    }
    t.expect(apart > scenes(1800) && apart < scenes(4200), "%ld apart", apart);
}

/// Of a pair that is turned by a whole-number rotation (3, 4, 5), the distance is five times what it was.
void turning_changes_nothing(tally &t)
{
    random_source r{22};
    const place at = {true, 1, {0, 0}};
    auto turn = [](flr_vec2 p) { return flr_vec2_make(3 * p.x - 4 * p.y, 4 * p.x + 3 * p.y); };
    long meet = 0;
    for (int n = 0; n < scenes(2000); ++n) {
        shape a = random_shape(r, triangle, at), b = random_shape(r, r.whole(0, 1) ? polygon : segment, at);
        settle(b);
        shape x = a, y = b;
        for (flr_vec2 *p : {&x.triangle.a, &x.triangle.b, &x.triangle.c, &y.segment.a, &y.segment.b})
            *p = turn(*p);
        for (flr_vec2 &p : y.vertices) p = turn(p);
        settle(y);
        double before = ask_closest(a, b).distance, after = ask_closest(x, y).distance;
        meet += before == 0;
        t.expect((before == 0) == (after == 0), "meets %g, turned %g", before, after);
        t.expect(std::fabs(after - 5 * before) <= 64 * real_epsilon * 5, "distance %g, turned %g", before,
                 after);
        double swapped = ask_closest(b, a).distance;
        t.expect(std::fabs(before - swapped) <= 16 * real_epsilon, "swapped: %g and %g", before, swapped);
    }
    t.expect(meet > scenes(600) && meet < scenes(1400), "%ld meet", meet);
}

/// From the least to the greatest numbers there are: no NaN, distance 0 where and only where the shapes
/// overlap, and what is promised to be exact is.
void extremes(tally &t)
{
    static const double values[] = {0,
                                    1,
                                    -1,
                                    real_choose(0x1p-1074, 0x1p-149),
                                    -real_choose(1e-160, 1e-20),
                                    real_choose(1e160, 1e20),
                                    real_choose(1.7e308, 3.4e38),
                                    -real_choose(1.7e308, 3.4e38),
                                    real_of(0.1)};
    random_source r{23};
    auto number = [&] { return values[r.whole(0, 8)]; };
    auto corner = [&] {
        double x = number(), y = number();
        return flr_vec2_make(flr_real(x), flr_real(y));
    };
    long meet = 0, judged = 0;
    for (int n = 0; n < scenes(2500); ++n) {
        shape s[2];
        for (shape &x : s) {
            x.k = r.whole(0, 1) ? kind(r.whole(0, kinds - 1)) : triangle;
            x = random_shape(r, x.k, {true, 1, {0, 0}});
            x.p = corner();
            x.segment = {corner(), corner()};
            x.ray = {corner(), corner()};
            if (x.ray.direction.x == 0 && x.ray.direction.y == 0) x.ray.direction.y = flr_real(number() + 7);
            x.line = {x.ray.origin, x.ray.direction};
            x.plane = {x.ray.direction, flr_real(number())};
            x.halfspace = {x.plane.normal, x.plane.offset};
            x.circle = {corner(), flr_real(std::fabs(number()))};
            x.capsule = {corner(), corner(), flr_real(std::fabs(number()))};
            flr_vec2 a = corner(), b = corner();
            x.aabb = {flr_min2(a, b), flr_max2(a, b)};
            x.box.center = corner();
            x.triangle = {corner(), corner(), corner()};
            if (x.k == polygon) x.vertices = {corner(), corner(), corner()};
            settle(x);
        }
        flr_closest2 c = ask_closest(s[0], s[1]);
        const char *na = name(s[0].k), *nb = name(s[1].k);
        bool number_out = !std::isnan(c.distance) && !std::isnan(c.point_a.x) && !std::isnan(c.point_a.y) &&
                          !std::isnan(c.point_b.x) && !std::isnan(c.point_b.y);
        t.expect(number_out, "%s %s: distance %g, points %g %g, %g %g", na, nb, c.distance, c.point_a.x,
                 c.point_a.y, c.point_b.x, c.point_b.y);
        bool overlap = ask_overlap(s[0], s[1]);
        t.expect(overlap == (c.distance == 0), "%s %s: overlap %d, distance %g", na, nb, overlap, c.distance);
        auto plain = [](const shape &x) {
            return x.k == point || x.k == segment || x.k == triangle || x.k == aabb || x.k == circle;
        };
        if (!plain(s[0]) || !plain(s[1]) || !decided_exactly(s[0], s[1])) continue;
        definition da = define(s[0], 1), db = define(s[1], 1);
        big_rational reach = da.radius + db.radius;
        bool exact = core_distance_squared(da, db) <= reach * reach;
        ++judged;
        meet += exact;
        t.expect(overlap == exact, "%s %s: overlap %d, exact %d", na, nb, overlap, exact);
    }
    std::printf("  %ld of %ld judged meet\n", meet, judged);
    t.expect(judged > scenes(1000) && meet * 10 > judged * 3 && meet * 10 < judged * 7, "%ld of %ld meet",
             meet, judged);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(every_pair), FEELER_TEST(moving_flips_the_answer),
             FEELER_TEST(turning_changes_nothing), FEELER_TEST(extremes))

}  // namespace TEST_FILE
