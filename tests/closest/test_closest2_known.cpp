/// GJK in the plane in scenes whose answer is plain: published cases, grazes by small steps, few corners however they are listed, cores by a
/// user's function.
#include <algorithm>
#include <cmath>
#include <vector>

#include "feeler/convex2.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

constexpr bool is_float = sizeof(flr_real) == sizeof(float);
constexpr double ulp = is_float ? 0x1p-23 : 0x1p-52;

flr_real real(double x) { return static_cast<flr_real>(x); }
flr_vec2 vec(double x, double y) { return flr_vec2_make(real(x), real(y)); }

flr_vec2 turn_by(double angle) { return vec(std::cos(angle), std::sin(angle)); }

flr_convex2 of_segment(flr_vec2 a, flr_vec2 b)
{
    flr_segment2 s = {a, b};
    return flr_convex2_segment(&s);
}

double distance(const flr_convex2 &a, const flr_convex2 &b)
{
    return double(flr_closest2_convex_convex(&a, &b, nullptr).distance);
}
double signed_distance(const flr_convex2 &a, const flr_convex2 &b)
{
    return double(flr_signed_distance2_convex_convex(&a, &b, nullptr).signed_distance);
}
flr_convex2 polygon(const std::vector<flr_vec2> &p)
{
    return flr_convex2_polygon(p.data(), uint32_t(p.size()), vec(1, 0), vec(0, 0), 0);
}
flr_convex2 square(double x, double y)
{
    flr_aabb2 b = {vec(x, y), vec(x + 1, y + 1)};
    return flr_convex2_aabb(&b);
}

/// Squares on a lattice, whose middles lie on one line or not: the search may end on an edge through the origin of the difference, however
/// deep they are. What is clear is by how much they are apart or deep, and nothing else.
void clear_of_a_touch(tally &t)
{
    for (int i = -10; i <= 10; ++i)
        for (int k = -10; k <= 10; ++k) {
            const flr_convex2 x = square(0, 0), y = square(i / 8.0, k / 8.0);
            const int off = std::max(std::abs(i), std::abs(k));
            const flr_overlap2_convex o = flr_overlap2_convex_convex(&x, &y, nullptr);
            t.expect(o.overlap == (off <= 8) && o.clear == (off != 8), "%d, %d: overlap %d, clear %d", i, k,
                     int(o.overlap), int(o.clear));
        }
}

/// A simplex on the way that is just as far as the radius: the shapes meet, and cross at that.
void cut_short(tally &t)
{
    flr_capsule2 c = {vec(1, 0), vec(-2, 2), 1}, d = {vec(0, -2), vec(3, -3), 1};
    flr_aabb2 wall = {vec(0, -3), vec(3, 3)};
    flr_convex2 x = flr_convex2_capsule(&c), y = flr_convex2_aabb(&wall);
    t.expect(flr_overlap2_convex_convex(&x, &y, nullptr).overlap &&
                 flr_overlap2_convex_convex(&y, &x, nullptr).overlap,
             "a capsule through a wall");
    x = flr_convex2_capsule(&d);
    y = of_segment(vec(-2, 2), vec(3, -3));
    t.expect(flr_overlap2_convex_convex(&x, &y, nullptr).overlap &&
                 flr_overlap2_convex_convex(&y, &x, nullptr).overlap,
             "a capsule at the end of a segment");
}

/// The published cases: what they get wrong is in the comments.
void traps(tally &t)
{
    // G01: from a rounded point on the edge the direction is not square to it
    flr_convex2 edge = of_segment(vec(double(0.021119118f), double(79.584320f)),
                                  vec(double(0.020964622f), double(-31.515678f)));
    flr_convex2 origin = flr_convex2_point(vec(0, 0));
    flr_gjk2_step steps[16] = {};
    flr_gjk2_options o = {INFINITY, nullptr, steps, 16};
    flr_gjk2 r = flr_closest2_convex_convex(&edge, &origin, &o);
    bool found = false;
    for (const flr_gjk2_step &s : steps) {
        if (s.count != 2) continue;
        found = true;
        flr_vec2 along = flr_sub2(s.simplex[1], s.simplex[0]);
        t.expect(flr_dot2(along, s.direction) == 0, "G01: %g", double(flr_dot2(along, s.direction)));
    }
    t.expect(found, "G01: no step on the edge");
    double x = 0.021008448081;
    t.expect(std::fabs(double(r.point_a.x) - x) <= 1e-10 + 80 * ulp, "G01: x %.17g", double(r.point_a.x));
    // G04: collinear corners have no inside
    std::vector<flr_vec2> flat = {vec(-1, -3), vec(1, -3), vec(2, -3)};
    flr_triangle2 triangle = {flat[0], flat[1], flat[2]};
    flr_convex2 q = flr_convex2_point(vec(0, -3));
    for (const flr_convex2 &c : {flr_convex2_triangle(&triangle), polygon(flat)}) {
        r = flr_closest2_convex_convex(&c, &q, nullptr);
        t.expect(r.overlap && r.point_a.x == 0 && r.point_a.y == -3, "G04: %g at %g %g", double(r.distance),
                 double(r.point_a.x), double(r.point_a.y));
        t.expect(signed_distance(c, q) == 0, "G04: depth %g", signed_distance(c, q));
    }
    // G05: a corner that is the point but for rounding
    flr_convex2 corner = square(0.1 + 0.2, 0), near = flr_convex2_point(vec(0.3, 0));
    t.expect(distance(corner, near) <= ulp, "G05: %g", distance(corner, near));
    // G06: either winding
    flr_triangle2 clockwise = {vec(0, 0), vec(0, 1), vec(1, 0)};
    flr_convex2 c = flr_convex2_triangle(&clockwise), inside = flr_convex2_point(vec(0.25, 0.25));
    t.expect(flr_overlap2_convex_convex(&c, &inside, nullptr).overlap, "G06: outside");
    t.expect(std::fabs(signed_distance(c, inside) + 0.25) <= ulp, "G06: depth %g",
             signed_distance(c, inside));
    // G08: a segment in one point
    flr_convex2 one = of_segment(vec(1, 1), vec(1, 1)), two = flr_convex2_point(vec(2, 2));
    t.expect(std::fabs(distance(one, two) - std::sqrt(2.0)) <= 2 * ulp, "G08: %g", distance(one, two));
    // G09: of a concave outline the hull is meant
    std::vector<flr_vec2> l = {vec(0, 0), vec(4, 0), vec(4, 1), vec(1, 1), vec(1, 4), vec(0, 4)};
    flr_convex2 hull = flr_convex2_points(l.data(), 6, vec(1, 0), vec(0, 0), 0),
                p = flr_convex2_point(vec(1.5, 1.5));
    t.expect(distance(hull, p) == 0, "G09: %g", distance(hull, p));
    // G10: the support point of the difference
    flr_convex2 first = square(0, 0), second = square(3, 0);
    t.expect(flr_support2(&second, vec(-1, 0)).x - flr_support2(&first, vec(1, 0)).x == 2, "G10");
    // G11: on the line of an edge either sign will do
    flr_convex2 base = of_segment(vec(0, 0), vec(2, 0)), on = flr_convex2_point(vec(1, 0));
    t.expect(flr_overlap2_convex_convex(&base, &on, nullptr).overlap && distance(base, on) == 0, "G11");
    // stop cases: a distance of 2, touching sides and corners, containment, on a corner, an edge, a diagonal
    t.expect(distance(first, second) == 2, "squares: %g", distance(first, second));
    for (flr_vec2 at : {vec(1, 0), vec(1, 1), vec(0.5, 1), vec(-1, -1)}) {
        flr_convex2 s = square(double(at.x), double(at.y));
        t.expect(distance(first, s) == 0 && signed_distance(first, s) == 0, "touching at %g %g: %g",
                 double(at.x), double(at.y), signed_distance(first, s));
    }
    t.expect(signed_distance(first, first) == -1, "itself: %g", signed_distance(first, first));
    for (flr_vec2 at : {vec(0, 0), vec(0.5, 0), vec(1, 1), vec(0, 0.25)})
        t.expect(signed_distance(first, flr_convex2_point(at)) == 0, "on the boundary");
    for (flr_vec2 at : {vec(0.5, 0.5), vec(0.25, 0.25), vec(0.25, 0.75)}) {
        double depth = std::fmin(double(at.x), 1 - double(at.y));
        flr_convex2 s = flr_convex2_point(at);
        t.expect(std::fabs(signed_distance(first, s) + std::fmin(depth, 0.25 + depth)) <= ulp, "inside: %g",
                 signed_distance(first, s));
    }
}

/// Past one another in steps of 1e-9: the signed distance goes down by what was moved, and the normal stays.
void near_contact(tally &t)
{
    const double step = is_float ? 1e-6 : 1e-9;
    flr_vec2 turned = turn_by(0.3);
    flr_box2 still = {vec(0, 0), turned, vec(2, 1)};
    flr_convex2 a = flr_convex2_box(&still);
    struct moved {
        const char *name;
        flr_vec2 half;
        double angle, radius, start;
    } shapes[] = {{"edge on edge", vec(1, 1), 0.3, 0, 3},
                  {"corner on edge", vec(1, 1), 0.3 + M_PI / 4, 0, 2 + std::sqrt(2.0)},
                  {"circle", vec(0, 0), 0, 0.5, 2.5},
                  {"capsule on edge", vec(0, 1), 0.3, 0.25, 2.25}};
    for (const moved &m : shapes) {
        double before = 0;
        for (int k = -60; k <= 60; ++k) {
            double gap = step * (k + 0.5), reach = m.start + gap;
            flr_box2 box = {vec(double(turned.x) * reach, double(turned.y) * reach), turn_by(m.angle),
                            m.half};
            flr_convex2 b = flr_convex2_box(&box);
            b.radius = real(m.radius);
            flr_gjk2 r = flr_signed_distance2_convex_convex(&a, &b, nullptr);
            double sd = double(r.signed_distance);
            t.expect(std::fabs(sd - gap) <= 16 * ulp, "%s: %.17g at %.17g", m.name, sd, gap);
            t.expect(std::fabs(gap) <= 16 * ulp || r.overlap == (gap < 0), "%s: overlap at %g", m.name, gap);
            t.expect(k == -60 || std::fabs(sd - before - step) <= 32 * ulp, "%s: a jump at %g", m.name, gap);
            double away = double(flr_length2(flr_sub2(r.normal, turned)));
            t.expect(away <= 8 * ulp, "%s: the normal is %g off at %g", m.name, away, gap);
            before = sd;
        }
    }
}

flr_convex2 quad_of(const std::vector<flr_vec2> &corners, const flr_convex2 &like)
{
    return flr_convex2_polygon(corners.data(), uint32_t(corners.size()), like.rotation, like.center,
                               like.radius);
}

/// Polygons with three or four corners are looked at as a whole, with more (here the first of them twice more) where they face one
/// another: the same distances as by the search, whichever corner is the first and however many stand twice; with limits and a cache as well.
void few_corners(tally &t)
{
    random_source random{79};
    long corners = 0, edges = 0, limited = 0, at_once = 0, some_at_once = 0;
    double off = 0, off_about = 0;
    for (int n = 0; n < 3000; ++n) {
        auto some = [&random] {
            const int count = random.whole(3, 4);
            const double start = random.between(0, 6.3), wide = random.between(0.01, 2);
            std::vector<flr_vec2> p;
            for (int i = 0; i < count; ++i) {
                const double angle = start + 6.28318530717958648 * i / count;
                p.push_back(vec(wide * std::cos(angle), std::sin(angle)));
            }
            if (random.whole(0, 5) == 0) p.back() = p.front();
            return p;
        };
        const std::vector<flr_vec2> p = some(), q = some();
        auto more = [](std::vector<flr_vec2> v) {
            v.insert(v.begin(), 2, v.front());
            return v;
        };
        const std::vector<flr_vec2> p_more = more(p), q_more = more(q);
        const double turn = random.between(0, 6.3), x = random.between(-3, 3), y = random.between(-3, 3),
                     radius = n % 5 ? 0 : 0.1;
        flr_convex2 like = {};
        like.rotation = vec(1, 0);
        like.radius = flr_real(radius);
        const flr_convex2 a = quad_of(p, like), a_more = quad_of(p_more, like);
        like.rotation = vec(std::cos(turn), std::sin(turn));
        like.center = vec(x, y);
        const flr_convex2 b = quad_of(q, like), b_more = quad_of(q_more, like);
        flr_gjk2_cache cache = {};
        flr_gjk2_options o = {INFINITY, &cache, nullptr, 0};
        // whoever looks at the steps gets the search
        flr_gjk2_step step;
        const flr_gjk2_options told = {INFINITY, nullptr, &step, 1};
        const flr_gjk2 g = flr_closest2_convex_convex(&a, &b, nullptr),
                       about = flr_closest2_convex_convex(&a_more, &b_more, nullptr),
                       search = flr_closest2_convex_convex(&a, &b, &told),
                       kept = flr_closest2_convex_convex(&a, &b, &o);
        t.expect(g.status == FLR_OK && g.overlap == search.overlap && kept.distance == g.distance,
                 "statuses");
        off = std::max(off, std::fabs(double(g.signed_distance - search.signed_distance)));
        off_about = std::max(off_about, std::fabs(double(about.signed_distance - search.signed_distance)));
        some_at_once += double(g.distance) > 0.01 && about.iterations == 1;
        t.expect(about.lower <= search.upper && search.lower <= about.upper, "bounds that do not meet");
        t.expect(g.lower <= search.upper && search.lower <= g.upper, "bounds that do not meet");
        if (!(double(g.distance) > 0.01)) continue;
        corners += cache.count == 1;
        edges += cache.count == 2;
        at_once += g.iterations == 1;
        const flr_gjk2 warm = flr_closest2_convex_convex(&a, &b, &o);
        t.expect(warm.iterations == 1, "%d steps warm", warm.iterations);
        off = std::max(off, std::fabs(double(g.signed_distance - warm.signed_distance)));
        o = {g.distance / 2, nullptr, nullptr, 0};
        const flr_gjk2 beyond = flr_closest2_convex_convex(&a, &b, &o);
        limited += beyond.beyond;
        t.expect(beyond.beyond && !beyond.overlap && beyond.distance == beyond.lower &&
                     beyond.lower <= g.upper && beyond.lower > o.max_distance,
                 "a limit at half: %g", double(beyond.lower));
        // neither is certain that ends in the rounding
        o.max_distance = g.distance;
        const flr_gjk2 at = flr_closest2_convex_convex(&a, &b, &o);
        t.expect(!at.beyond && at.distance == g.distance, "a limit at the distance");
    }
    t.expect(100 * at_once > 99 * (corners + edges), "%ld of %ld at once", at_once, corners + edges);
    t.expect(100 * some_at_once > 80 * (corners + edges), "%ld of %ld about the way at once", some_at_once,
             corners + edges);
    t.expect(corners > 600 && edges > 600 && limited > 1500, "%ld corners, %ld edges, %ld limits", corners,
             edges, limited);
    expect_pinned(t, "few corners, beside the search, in roundings", off / ulp, 8);
    expect_pinned(t, "more corners, beside the search, in roundings", off_about / ulp, 8);
}

/// Of axes that are alike the last one stays.
void steady_axis(tally &t)
{
    flr_convex2 a = square(0, 0), b = square(0.5, 0.5);
    for (int k = 0; k < 4; ++k) {
        flr_gjk2_cache cache = {};
        cache.axis = k % 2 ? vec(0, 1) : vec(1, 0);
        for (int n = 0; n < 8; ++n) {
            double nudge = ((n % 3) - 1) * 0x1p-53;
            b = square(0.5 + nudge, 0.5 - nudge);
            flr_gjk2_options o = {INFINITY, &cache, nullptr, 0};
            flr_gjk2 r = flr_signed_distance2_convex_convex(&a, &b, &o);
            flr_vec2 expected = k % 2 ? vec(0, 1) : vec(1, 0);
            t.expect(r.normal.x == expected.x && r.normal.y == expected.y, "normal %g %g", double(r.normal.x),
                     double(r.normal.y));
            t.expect(std::fabs(double(r.signed_distance) + 0.5) <= 2 * ulp, "depth %g",
                     double(r.signed_distance));
        }
    }
}

struct ellipse {
    double x, y, a, b;
};

flr_vec2 ellipse_support(const void *user, flr_vec2 d)
{
    const ellipse *e = static_cast<const ellipse *>(user);
    double u = double(d.x) * e->a, v = double(d.y) * e->b, l = std::sqrt(u * u + v * v);
    return vec(e->x + e->a * u / l, e->y + e->b * v / l);
}

/// A user's core: circles by their support function against circles by their radius, ellipses against a
/// search over all directions, which is the definition.
void user_cores(tally &t)
{
    random_source random{75};
    double worst = 0;
    int met = 0;
    for (int n = 0; n < 300; ++n) {
        ellipse e[2];
        for (ellipse &k : e) {
            k.x = random.between(-2, 2);
            k.y = random.between(-2, 2);
            k.a = random.between(0.2, 2);
            k.b = n % 3 ? random.between(0.2, 2) : k.a;
        }
        flr_convex2 a = flr_convex2_user(ellipse_support, &e[0], vec(e[0].x, e[0].y), 0);
        flr_convex2 b = flr_convex2_user(ellipse_support, &e[1], vec(e[1].x, e[1].y), 0);
        auto along = [&](double angle) {
            double x = std::cos(angle), y = std::sin(angle);
            return (e[1].x - e[0].x) * x + (e[1].y - e[0].y) * y - std::hypot(e[0].a * x, e[0].b * y) -
                   std::hypot(e[1].a * x, e[1].b * y);
        };
        double best = 0, most = -INFINITY;
        for (int k = 0; k < 2000; ++k)
            if (along(k * M_PI / 1000) > most) most = along(best = k * M_PI / 1000);
        for (double width = M_PI / 1000; width > 1e-9; width /= 2)
            for (double angle : {best - width, best + width})
                if (along(angle) > most) most = along(best = angle);
        flr_gjk2 r = flr_signed_distance2_convex_convex(&a, &b, nullptr);
        met += most < 0;
        double error = std::fabs(double(r.signed_distance) - most);
        worst = std::fmax(worst, error);
        t.expect(error < (is_float ? 1e-4 : 1e-9), "ellipses %d: %.17g, true %.17g", n,
                 double(r.signed_distance), most);
        double amount = r.overlap ? -most : most;
        t.expect(double(r.lower) - 1e-14 <= amount && double(r.upper) + 1e-14 >= amount,
                 "ellipses %d: %.17g is not within %.17g .. %.17g", n, amount, double(r.lower),
                 double(r.upper));
    }
    expect_pinned(t, "signed distance of ellipses", worst, real_choose(2.8e-13, 1.1e-06));
    t.expect(met > 90 && met < 210, "%d meet", met);
}

/// Support points of fine polygons, with repeated corners, in all directions.
void fine_polygons(tally &t)
{
    random_source random{76};
    double worst = 0;
    for (int count : {24, 100, 1000, 4096}) {
        std::vector<flr_vec2> p;
        for (int i = 0; i < count; ++i) {
            double angle = 2 * M_PI * i / count;
            p.push_back(vec(100 * std::cos(angle), std::sin(angle)));
            for (int k = random.whole(0, 30) - 28; k > 0; --k) p.push_back(p.back());
        }
        for (int way = 0; way < 2; ++way, std::reverse(p.begin(), p.end())) {
            flr_convex2 c = polygon(p);
            for (int n = 0; n < 200; ++n) {
                flr_vec2 d = n < 4 ? vec((n & 1) ? -1 : 1, (n & 2) ? 1 : 0) : turn_by(random.between(0, 7));
                flr_vec2 best = flr_support2(&c, d);
                double most = -INFINITY, mine = double(best.x) * double(d.x) + double(best.y) * double(d.y);
                for (flr_vec2 q : p)
                    most = std::fmax(most, double(q.x) * double(d.x) + double(q.y) * double(d.y));
                worst = std::fmax(worst, (most - mine) / double(flr_length2(d)) / (100 * real_rounding));
            }
        }
    }
    t.expect(worst <= real_choose(0, 4), "short of the farthest corner by %g roundings of the size", worst);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(clear_of_a_touch), FEELER_TEST(cut_short), FEELER_TEST(traps),
             FEELER_TEST(near_contact), FEELER_TEST(few_corners), FEELER_TEST(steady_axis),
             FEELER_TEST(user_cores), FEELER_TEST(fine_polygons))

}  // namespace TEST_FILE
