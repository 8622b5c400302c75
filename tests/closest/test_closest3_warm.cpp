/// Distances that begin with what a call before has found, of shapes that move a little each time: by the definition, from all corners.
/// No two shapes are nearer than any plane keeps them apart, and none farther apart than two of their points.
#include <cmath>
#include <vector>

#include "feeler/convex3.h"
#include "support/cmocka.hpp"
#include "support/handles.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

extern "C" {
#include "convex/convex_lanes.h"
#include "convex/gjk3.h"
}

namespace TEST_FILE
{
namespace
{

using wide = long double;

struct wide_point {
    wide x, y, z;
};

wide height(const wide_point &p, flr_vec3 n) { return p.x * n.x + p.y * n.y + p.z * n.z; }

/// A rotation by any angle about any axis.
flr_mat3 turn(random_source &random, double most)
{
    const flr_vec3 axis = random.point(-1, 1);
    const double angle = random.between(-most, most), length = double(flr_length3(axis));
    const double k = std::sin(angle / 2) / length, w = std::cos(angle / 2);
    const double x = k * double(axis.x), y = k * double(axis.y), z = k * double(axis.z);
    const auto column = [](double a, double b, double c) {
        return flr_vec3_make(flr_real(a), flr_real(b), flr_real(c));
    };
    return {column(1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
            column(2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
            column(2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y))};
}

flr_mat3 rotated(const flr_mat3 &m, const flr_mat3 &n)
{
    return {flr_mat3_mul(m, n.x), flr_mat3_mul(m, n.y), flr_mat3_mul(m, n.z)};
}

enum kind { BOX, FEW, HULL_16, HULL_100, KINDS };

/// A shape in its own frame, and where it is.
struct body {
    kind what = BOX;
    std::vector<flr_vec3> points;
    flr_vec3 half{}, position{};
    flr_mat3 rotation{};
    flr_real radius = 0;
    std::shared_ptr<flr_hull3> hull;

    /// Its corners from a place in world, as the shape that is asked about has them.
    std::vector<wide_point> corners(flr_vec3 from = {0, 0, 0}) const
    {
        const flr_mat3 &m = rotation;
        const auto placed = [&](wide at, wide by, flr_real origin) {
            return what == FEW ? wide(flr_real(at + by)) - origin : (at - origin) + by;
        };
        std::vector<wide_point> all;
        for (const flr_vec3 &p : points) {
            const wide a = p.x, b = p.y, c = p.z;
            all.push_back({placed(position.x, m.x.x * a + m.y.x * b + m.z.x * c, from.x),
                           placed(position.y, m.x.y * a + m.y.y * b + m.z.y * c, from.y),
                           placed(position.z, m.x.z * a + m.y.z * b + m.z.z * c, from.z)});
        }
        return all;
    }

    flr_convex3 shape() const
    {
        if (what == BOX) {
            flr_box3 box = {position, rotation, half};
            flr_convex3 c = flr_convex3_box(&box);
            c.radius = radius;
            return c;
        }
        if (what != FEW) return flr_convex3_hull(hull.get(), rotation, position, radius);
        flr_convex3 c = flr_convex3_point(position);
        c.radius = radius;
        c.count = 0;
        for (const wide_point &p : corners())
            c.corners[c.count++] = flr_vec3_make(flr_real(p.x), flr_real(p.y), flr_real(p.z));
        return c;
    }
};

void enclose(body &b)
{
    flr_hull3 *hull = nullptr;
    must(flr_hull3_create(b.points.data(), b.points.size(), nullptr, nullptr, &hull), "flr_hull3_create");
    b.hull.reset(hull, flr_hull3_destroy);
}

body make(kind what, bool needle, random_source &random)
{
    body b;
    b.what = what;
    const flr_real thin = needle ? flr_real(1e-6) : 1;
    if (what == BOX) {
        b.half = random.point(0.3, 1.2);
        b.half.y *= thin;
        b.half.z *= thin;
        for (int i = 0; i < 8; i++)
            b.points.push_back(
                {i & 1 ? -b.half.x : b.half.x, i & 2 ? -b.half.y : b.half.y, i & 4 ? -b.half.z : b.half.z});
    } else {
        const int count = what == FEW ? random.whole(needle ? 2 : 1, 4) : what == HULL_16 ? 16 : 100;
        for (int i = 0; i < count; i++) {
            flr_vec3 p = random.point(-1, 1);
            b.points.push_back({p.x, p.y * thin, p.z * thin});
        }
    }
    if (what == HULL_16 || what == HULL_100) enclose(b);
    return b;
}

struct results {
    worst_of distance, points, bounds, off;
    long asked = 0, at_once = 0;
};

/// What is told of a and b, held against all planes and points.
void judge(tally &t, const body &a, const body &b, flr_gjk3_cache *cache, double size, double place,
           results *w)
{
    const flr_convex3 x = a.shape(), y = b.shape();
    const flr_gjk3_options o = {flr_real(INFINITY), cache, nullptr, 0};
    const bool known = cache->count > 0;
    const flr_gjk3 r = flr_closest3_convex_convex(&x, &y, &o);
    if (r.overlap) return;
    w->asked += known;
    w->at_once += known && r.iterations == 1;
    wide low = -INFINITY, high = INFINITY;
    for (const wide_point &p : a.corners(a.position)) low = std::fmax(low, height(p, r.normal));
    for (const wide_point &p : b.corners(a.position)) high = std::fmin(high, height(p, r.normal));
    const double unit = size * real_rounding, gap = double(high - low) - double(a.radius) - double(b.radius);
    const double apart = double(flr_length3(flr_sub3(r.point_b, r.point_a)));
    t.expect(r.status == FLR_OK, "status %d", r.status);
    t.expect(r.lower <= r.distance && r.distance <= r.upper, "%.17g not in [%.17g, %.17g]",
             double(r.distance), double(r.lower), double(r.upper));
    // a plane proves no more than there is, and two points no less
    const double rounded = 2 * (size + place) * real_rounding;
    t.expect(double(r.lower) <= apart + rounded && double(r.upper) >= gap - rounded,
             "[%.17g, %.17g] is not of what lies between %.17g and %.17g", double(r.lower), double(r.upper),
             gap, apart);
    t.expect(w->distance.within(std::fabs(double(r.distance) - gap) / unit),
             "%.17g, but a plane keeps them %.17g apart", double(r.distance), gap);
    t.expect(w->points.within(std::fabs(apart - double(r.distance)) / (size + place) / real_rounding),
             "%.17g, but the points are %.17g apart", double(r.distance), apart);
    t.expect(w->bounds.within((double(r.upper) - double(r.lower)) / unit), "bounds %.17g and %.17g",
             double(r.lower), double(r.upper));
    flr_convex3 p = flr_convex3_point(r.point_a), q = flr_convex3_point(r.point_b);
    const double off = std::fmax(double(flr_closest3_convex_convex(&p, &x, nullptr).distance),
                                 double(flr_closest3_convex_convex(&q, &y, nullptr).distance));
    t.expect(w->off.within(off / (size + place) / real_rounding), "a point lies %.3g off its shape", off);
    t.expect(off_unit(r.normal) <= real_choose(8, 4), "a normal %g roundings too long", off_unit(r.normal));
}

/// Scenes of one kind, each b moved a little ten times.
void follow(tally &t, kind what, bool needle, double scale, double place, random_source &random, results *w)
{
    body a = make(what, needle, random), b = make(what, needle, random);
    a.rotation = turn(random, 3);
    b.rotation = turn(random, 3);
    a.position = random.point(-place, place);
    const double radius = random.whole(0, 2) == 0 ? 0.125 : 0;
    a.radius = flr_real(radius * scale);
    for (body *s : {&a, &b}) {
        for (flr_vec3 &p : s->points) p = flr_scale3(flr_real(scale), p);
        s->half = flr_scale3(flr_real(scale), s->half);
        if (s->hull) enclose(*s);
    }
    const flr_vec3 way = random.point(-3, 3);
    b.position = flr_mul_add3(a.position, flr_real(scale), way);
    flr_gjk3_cache cache = {};
    const double size = 4 * scale * std::fmax(1, double(flr_length3(way)));
    for (int step = 0; step < 10; step++) {
        judge(t, a, b, &cache, size, 2 * place, w);
        const double little = step < 5 ? 0.01 : step < 8 ? 1e-6 : 0;
        b.rotation = rotated(turn(random, little), b.rotation);
        const flr_vec3 by = random.point(-little, little);
        b.position = flr_mul_add3(b.position, flr_real(scale), by);
    }
}

void hold(tally &t, results *w)
{
    for (worst_of *x : {&w->distance, &w->points, &w->bounds, &w->off}) x->hold(t);
    t.expect(w->at_once * 4 >= w->asked * 3, "%ld of %ld at once", w->at_once, w->asked);
}

void near(tally &t)
{
    random_source random{1951};
    results w = {{"distance, roundings", real_choose(1.3, 0.6)},
                 {"from point to point, roundings", real_choose(1.1, 0.75)},
                 {"bounds apart, roundings", real_choose(33, 4.3)},
                 {"points off the shapes, roundings", real_choose(0.7, 0.6)}};
    for (int n = 0; n < scenes(1200); n++) {
        const double scale = n % 3 == 0 ? 1e-3 : n % 3 == 1 ? 1 : 1e3;
        follow(t, kind(n % KINDS), false, scale, 0, random, &w);
    }
    hold(t, &w);
}

void needles(tally &t)
{
    random_source random{1952};
    results w = {{"distance of needles, roundings", real_choose(1.1, 0.45)},
                 {"from point to point of needles, roundings", real_choose(1, 0.7)},
                 {"bounds apart of needles, roundings", real_choose(27, 3.7)},
                 {"points off needles, roundings", real_choose(0.6, 0.55)}};
    for (int n = 0; n < scenes(600); n++) follow(t, kind(n % KINDS), true, 1, 0, random, &w);
    hold(t, &w);
}

void far(tally &t)
{
    random_source random{1953};
    results w = {{"distance far away, roundings", real_choose(1.2, 0.45)},
                 {"from point to point far away, roundings", real_choose(0.7, 0.5)},
                 {"bounds apart far away, roundings", real_choose(49, 4)},
                 {"points off the shapes far away, roundings", real_choose(0.45, 0.4)}};
    for (int n = 0; n < scenes(600); n++) follow(t, kind(n % KINDS), false, 1, n % 2 ? 1e6 : 1e9, random, &w);
    hold(t, &w);
}

/// Numbers of a cache that are none of corners, or none of an edge or a face, and one of another pair.
void any_cache(tally &t)
{
    random_source random{1954};
    worst_of off = {"distance with any cache beside that without, roundings",
                    real_choose(1.1, exact_answers)};
    for (int n = 0; n < scenes(2000); n++) {
        body a = make(kind(n % KINDS), false, random), b = make(kind(n % KINDS), false, random);
        a.rotation = turn(random, 3);
        b.rotation = turn(random, 3);
        a.position = flr_vec3_make(0, 0, 0);
        b.position = random.point(-3, 3);
        flr_gjk3_cache cache = {random.point(-1, 1), uint32_t(random.whole(0, 5)), {}, {}};
        for (int i = 0; i < 4; i++) {
            const int most = random.whole(0, 9) == 0 ? 200 : 4;
            cache.a[i] = uint32_t(random.whole(0, most));
            cache.b[i] = uint32_t(random.whole(0, most));
        }
        const flr_convex3 x = a.shape(), y = b.shape();
        const flr_gjk3_options o = {flr_real(INFINITY), &cache, nullptr, 0};
        const flr_gjk3 r = flr_closest3_convex_convex(&x, &y, &o),
                       cold = flr_closest3_convex_convex(&x, &y, nullptr);
        t.expect(r.status == FLR_OK && r.overlap == cold.overlap, "status %d, overlap %d", r.status,
                 r.overlap);
        t.expect(off.within(std::fabs(double(r.distance) - double(cold.distance)) / 8 / real_rounding),
                 "%.17g, but %.17g", double(r.distance), double(cold.distance));
    }
    off.hold(t);
}

/// Tetrahedra of which nothing is known: mostly found without a search, kept for the next call, and the same by either width of
/// registers.
void tetrahedra_from_nothing(tally &t)
{
    random_source random{1956};
    results w = {{"distance from nothing, roundings", real_choose(3.2, 0.5)},
                 {"from point to point from nothing, roundings", real_choose(1.1, 0.6)},
                 {"bounds apart from nothing, roundings", real_choose(56, 4.3)},
                 {"points off the shapes from nothing, roundings", real_choose(0.35, 0.3)}};
    const auto narrow = flr_convex_baseline.guess_tetrahedra, real4 = convex_lanes_widest()->guess_tetrahedra;
    const auto equal = [](flr_vec3 u, flr_vec3 v) { return u.x == v.x && u.y == v.y && u.z == v.z; };
    long apart = 0, found = 0, meet = 0;
    const int count = scenes(3000);
    for (int n = 0; n < count; n++) {
        const double scale = n % 3 == 0 ? 1e-3 : n % 3 == 1 ? 1 : 1e3;
        body a = make(FEW, false, random), b = make(FEW, false, random);
        for (body *s : {&a, &b}) {
            while (s->points.size() < 4) s->points.push_back(random.point(-1, 1));
            for (flr_vec3 &p : s->points) p = flr_scale3(flr_real(scale), p);
            s->rotation = turn(random, 3);
        }
        b.position = flr_scale3(flr_real(scale), random.point(-0.8, 0.8));
        const flr_convex3 x = a.shape(), y = b.shape();
        const flr_gjk3 p = real4(&x, &y, nullptr, nullptr), q = narrow(&x, &y, nullptr, nullptr),
                       r = flr_closest3_convex_convex(&x, &y, nullptr);
        for (const flr_gjk3 *other : {&q, &r})
            t.expect(p.distance == other->distance && p.lower == other->lower && p.upper == other->upper &&
                         equal(p.point_a, other->point_a) && equal(p.point_b, other->point_b) &&
                         equal(p.normal, other->normal) && p.iterations == other->iterations,
                     "%.17g by one width, %.17g by another", double(p.distance), double(other->distance));
        meet += r.overlap;
        apart += !r.overlap;
        found += !r.overlap && r.iterations == 1;
        flr_gjk3_cache cache = {};
        judge(t, a, b, &cache, 4 * scale, 0, &w);
        judge(t, a, b, &cache, 4 * scale, 0, &w);
    }
    hold(t, &w);
    t.expect(meet * 10 > count * 3 && apart * 10 > count * 3, "%ld meet, %ld do not", meet, apart);
    t.expect(found * 20 >= apart * 17, "%ld of %ld without a search", found, apart);
    t.expect(w.at_once * 100 >= w.asked * 98, "%ld of %ld known again", w.at_once, w.asked);
}

/// All that is told, bit by bit.
bool is_same(const flr_gjk3 &p, const flr_gjk3 &q)
{
    const auto same = [](flr_real a, flr_real b) { return a == b && std::signbit(a) == std::signbit(b); };
    const auto all = [&](flr_vec3 a, flr_vec3 b) {
        return same(a.x, b.x) && same(a.y, b.y) && same(a.z, b.z);
    };
    return p.status == q.status && p.overlap == q.overlap && p.beyond == q.beyond &&
           p.iterations == q.iterations && same(p.distance, q.distance) && same(p.lower, q.lower) &&
           same(p.upper, q.upper) && same(p.signed_distance, q.signed_distance) &&
           all(p.point_a, q.point_a) && all(p.point_b, q.point_b) && all(p.normal, q.normal);
}

/// Hulls of 9 to 16 vertices: round ones, prisms, flat ones and needles, some points given twice.
body make_small_hull(int what, double scale, random_source &random)
{
    body b;
    b.what = HULL_16;
    const int count = random.whole(5, 8);
    const double turned = random.between(0, 3), thin = what == 3 ? 1e-6 : 1;
    for (int i = 0; i < 2 * count; i++) {
        const double angle = turned + 6.283185307179586 * (i % count) / count;
        flr_vec3 p = random.point(-1, 1);
        if (what == 1)  // a prism
            p = {flr_real(std::cos(angle)), flr_real(std::sin(angle)), flr_real(i < count ? -0.5 : 0.5)};
        if (what == 2)  // a flat polygon
            p = {flr_real(std::cos(angle + (i < count ? 0 : 3.141592653589793 / count))),
                 flr_real(std::sin(angle + (i < count ? 0 : 3.141592653589793 / count))), 0};
        p.z *= flr_real(thin);
        b.points.push_back(flr_scale3(flr_real(scale), p));
        if (i % 5 == 0) b.points.push_back(b.points.back());
    }
    enclose(b);
    return b;
}

/// Small hulls of which nothing is known: mostly found by a plane that is turned, kept for the next call, and the same by either width of
/// registers; of sizes that single precision does not hold as well.
void hulls_from_nothing(tally &t)
{
    random_source random{1958};
    results w = {{"distance of hulls from nothing, roundings", real_choose(6, 0.6)},
                 {"from point to point of hulls from nothing, roundings", real_choose(1.1, 0.75)},
                 {"bounds apart of hulls from nothing, roundings", real_choose(53, 7)},
                 {"points off hulls from nothing, roundings", real_choose(0.9, 0.4)}};
    long apart = 0, found = 0, meet = 0, usual = 0;
    const int count = scenes(3000);
    for (int n = 0; n < count; n++) {
        const double scale = n % 7 == 0   ? real_choose(1e-12, 1e-5)
                             : n % 7 == 1 ? real_choose(1e12, 1e5)
                             : n % 7 == 2 ? 1e3
                                          : 1;
        body a = make_small_hull(n % 4, scale, random), b = make_small_hull(n / 4 % 4, scale, random);
        a.rotation = turn(random, 3);
        b.rotation = turn(random, 3);
        a.radius = flr_real(n % 9 == 0 ? 0.125 * scale : 0);
        b.position = flr_scale3(flr_real(scale), random.point(-1.6, 1.6));
        const flr_convex3 x = a.shape(), y = b.shape();
        const flr_gjk3 p = flr_gjk3_guess_hulls(&x, &y, nullptr),
                       r = flr_closest3_convex_convex(&x, &y, nullptr);
        t.expect(is_same(p, r), "%.17g, but %.17g", double(p.distance), double(r.distance));
        const auto vertices = [](const body &s) { return flr_hull3_get_info(s.hull.get()).vertex_count; };
        const bool small = vertices(a) > 8 && vertices(b) > 8;
        if (small) {
            const flr_gjk3 q = flr_convex_baseline.guess_hulls(&x, &y, nullptr);
            t.expect(is_same(p, q), "%.17g by one width, %.17g by another", double(p.distance),
                     double(q.distance));
        }
        meet += r.overlap;
        apart += !r.overlap;
        const bool is_usual = small && !r.overlap && n % 7 > 1 && n % 4 < 2 && n / 4 % 4 < 2;
        usual += is_usual;
        found += is_usual && r.iterations == 1;
        flr_gjk3_cache cache = {};
        judge(t, a, b, &cache, 4 * scale, 0, &w);
        judge(t, a, b, &cache, 4 * scale, 0, &w);
    }
    hold(t, &w);
    t.expect(meet * 10 > count * 3 && apart * 10 > count * 3, "%ld meet, %ld do not", meet, apart);
    t.expect(found * 2 >= usual, "%ld of %ld without a search", found, usual);
    t.expect(w.at_once * 100 >= w.asked * 90, "%ld of %ld known again", w.at_once, w.asked);
}

/// Prisms over octagons of whole numbers that rest on one another, side on side and edge on edge: touching, a little apart and a little
/// into one another.
void resting_prisms(tally &t)
{
    body a;
    a.what = HULL_16;
    for (int i = 0; i < 16; i++) {
        const int x = i & 1 ? -1 : 1, y = i & 2 ? -1 : 1, z = i & 4 ? -1 : 1;
        a.points.push_back(i < 8 ? flr_vec3{flr_real(x), flr_real(2 * y), flr_real(z)}
                                 : flr_vec3{flr_real(2 * x), flr_real(y), flr_real(z)});
    }
    enclose(a);
    a.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    body b = a;
    const flr_vec3 ways[] = {{0, 0, 2}, {1, 0, -2}, {4, 0, 0}, {0, -4, 1},
                             {3, 3, 0}, {-3, 3, 1}, {4, 1, 2}, {4, 2, 0}};
    const flr_vec3 directions[] = {{0, 0, 1}, {0, 0, -1}, {1, 0, 0}, {0, -1, 0},
                                   {1, 1, 0}, {-1, 1, 0}, {1, 0, 0}, {1, 0, 0}};
    const double little = 0x1p-10;
    for (int n = 0; n < 8; n++) {
        const double length = double(flr_length3(directions[n]));
        for (int step = -1; step < 2; step++) {
            b.position = flr_mul_add3(ways[n], flr_real(step * little), directions[n]);
            const flr_convex3 x = a.shape(), y = b.shape();
            flr_gjk3_cache cache = {};
            const flr_gjk3_options o = {flr_real(INFINITY), &cache, nullptr, 0};
            for (int call = 0; call < 3; call++) {
                const flr_gjk3 r = flr_closest3_convex_convex(&x, &y, call ? &o : nullptr);
                const double apart = step > 0 ? little * length : 0;
                t.expect(r.status == FLR_OK && r.overlap == (step < 1), "way %d, step %d: overlap %d", n,
                         step, r.overlap);
                t.expect(std::fabs(double(r.distance) - apart) <= 8 * real_rounding,
                         "way %d: %.17g, not %.17g", n, double(r.distance), apart);
                t.expect(double(r.lower) <= apart * (1 + real_rounding) &&
                             double(r.upper) >= apart * (1 - real_rounding),
                         "[%.17g, %.17g] without %.17g", double(r.lower), double(r.upper), apart);
            }
        }
    }
}

/// A number that is none in a corner which is far from the features that are known; and a limit below the distance.
void not_numbers_and_limits(tally &t)
{
    random_source random{1955};
    for (int n = 0; n < 400; n++) {
        body a = make(kind(n % 2), false, random), b = make(kind(n % 2), false, random);
        a.rotation = turn(random, 3);
        b.rotation = turn(random, 3);
        b.position = {4, 0, 0};
        flr_convex3 x = a.shape(), y = b.shape();
        flr_gjk3_cache cache = {};
        flr_gjk3_options o = {flr_real(INFINITY), &cache, nullptr, 0};
        const flr_gjk3 first = flr_closest3_convex_convex(&x, &y, &o);
        o.max_distance = first.distance / 2;
        const flr_gjk3 limited = flr_closest3_convex_convex(&x, &y, &o);
        t.expect(limited.beyond && limited.lower > o.max_distance && limited.lower <= first.upper,
                 "limit: %g", double(limited.lower));
        o.max_distance = first.distance * 2;
        flr_closest3_convex_convex(&x, &y, &o);
        const flr_real bad = n % 4 < 2 ? flr_real(NAN) : flr_real(INFINITY);
        if (x.kind == FLR_CONVEX3_BOX)
            (n % 8 < 4 ? x : y).axes.y.z = bad;
        else if (n % 8 < 4)
            x.corners[x.count - 1].y = bad;
        else
            y.corners[0].z = bad;
        t.expect(flr_closest3_convex_convex(&x, &y, &o).status == FLR_NOT_FINITE, "scene %d: a number", n);
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(near), FEELER_TEST(needles), FEELER_TEST(far), FEELER_TEST(any_cache),
             FEELER_TEST(tetrahedra_from_nothing), FEELER_TEST(hulls_from_nothing),
             FEELER_TEST(resting_prisms), FEELER_TEST(not_numbers_and_limits))

}  // namespace TEST_FILE
