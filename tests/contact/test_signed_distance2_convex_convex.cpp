// needs: gmp
/// The depth of two convex cores of the plane against the definition, where it is easily missed: corners that lie closer together than
/// their places round, or than numbers have squares of, corners within sides and within the hull, and caches of other shapes.
#include <cmath>

#include "closest/minkowski2.hpp"
#include "feeler/contact2.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

flr_vec2 to(double x, double y) { return flr_vec2_make(flr_real(x), flr_real(y)); }

/// Its points are held here.
struct core {
    std::vector<flr_vec2> points;
    flr_hull2 *hull = nullptr;
    flr_convex2 convex;

    core() = default;
    core(const core &) = delete;
    core &operator=(const core &) = delete;
    ~core() { flr_hull2_destroy(hull); }
};

flr_vec2 turned(random_source &r)
{
    const double angle = r.between(-4, 4);
    return to(std::cos(angle), std::sin(angle));
}

/// A polygon some of whose corners lie far closer together than corners are rounded elsewhere.
void make_clustered(core &c, random_source &r, int count)
{
    for (int i = 0; i < count; i++) {
        const double angle = r.between(-4, 4), far = std::ldexp(real_epsilon, r.whole(-2, 20));
        const flr_vec2 at = to(std::cos(angle), std::sin(angle));
        c.points.push_back(at);
        for (int k = r.whole(0, 2); k > 0; k--) {
            const double u = r.between(-far, far), v = r.between(-far, far);
            c.points.push_back(to(double(at.x) * (1 + u), double(at.y) * (1 + v)));
        }
    }
    flr_hull2_create(c.points.data(), c.points.size(), nullptr, &c.hull);
    const flr_vec2 *corners = flr_hull2_vertices(c.hull);
    const uint32_t n = flr_hull2_get_info(c.hull).vertex_count;
    const double x = r.between(-1.2, 1.2), y = r.between(-1.2, 1.2);
    c.convex = r.whole(0, 1) ? flr_convex2_hull(c.hull, turned(r), to(x, y), 0)
                             : flr_convex2_polygon(corners, n, turned(r), to(x, y), 0);
}

flr_vec2 farthest(const void *user, flr_vec2 d)
{
    const core *c = static_cast<const core *>(user);
    flr_vec2 best = c->points[0];
    for (const flr_vec2 &p : c->points)
        if (flr_dot2(p, d) > flr_dot2(best, d)) best = p;
    return flr_add2(best, c->convex.center);
}

/// Points of a lattice in any order, some of them no corners.
void make_lattice(core &c, random_source &r, int count)
{
    for (int i = 0; i < count; i++) {
        const int x = r.whole(-2, 2), y = r.whole(-2, 2);
        c.points.push_back(to(x, y));
    }
    const int x = r.whole(-2, 2), y = r.whole(-2, 2);
    c.convex = flr_convex2_points(c.points.data(), uint32_t(count), to(1, 0), to(x, y), 0);
}

struct worst {
    double size = 8;  ///< of the scene
    double value = 0, bounds = 0, parts = 0, points = 0;
    long asked = 0, met = 0;
};

void judge(tally &t, const flr_gjk2 &g, const flr_convex2 &a, const flr_convex2 &b, worst &w)
{
    const minkowski2::points p = minkowski2::corners(a), q = minkowski2::corners(b);
    bool meet;
    const double right = minkowski2::signed_distance(p, q, &meet), unit = w.size * real_rounding;
    t.expect(g.status == FLR_OK, "status %d", g.status);
    const double bound = right < 0 ? -right : right;
    w.value = std::fmax(w.value, std::fabs(double(g.signed_distance) - right) / unit);
    w.bounds = std::fmax(w.bounds, std::fmax(double(g.lower) - bound, bound - double(g.upper)) / unit);
    w.parts = std::fmax(w.parts, std::fabs(minkowski2::separation(p, q, g.normal) - right) / unit);
    const double x = double(g.point_b.x) - double(g.point_a.x) -
                     double(g.signed_distance) * double(g.normal.x),
                 y = double(g.point_b.y) - double(g.point_a.y) -
                     double(g.signed_distance) * double(g.normal.y);
    w.points = std::fmax(w.points, std::hypot(x, y) / unit);
    w.points = std::fmax(w.points, minkowski2::outside(p, g.point_a) / unit);
    w.points = std::fmax(w.points, minkowski2::outside(q, g.point_b) / unit);
    w.asked++;
    w.met += meet;
}

void ask(tally &t, random_source &r, const flr_convex2 &a, const flr_convex2 &b, worst &w)
{
    judge(t, flr_signed_distance2_convex_convex(&a, &b, nullptr), a, b, w);
    flr_gjk2_cache cache{};
    const flr_gjk2_options options = {flr_real(INFINITY), &cache, nullptr, 0};
    // of this pair, and of some other
    flr_closest2_convex_convex(&a, &b, &options);
    judge(t, flr_signed_distance2_convex_convex(&a, &b, &options), a, b, w);
    cache.count = uint32_t(r.whole(1, 3));
    for (int i = 0; i < 3; i++) {
        cache.a[i] = uint32_t(r.whole(0, int(a.count) - 1));
        cache.b[i] = uint32_t(r.whole(0, int(b.count) - 1));
    }
    judge(t, flr_signed_distance2_convex_convex(&a, &b, &options), a, b, w);
}

void report(tally &t, const worst &w, double value, double parts, double points)
{
    t.expect(w.met * 10 > w.asked * 3 && w.met * 10 < w.asked * 7, "%ld of %ld meet", w.met, w.asked);
    t.expect(w.bounds <= 0, "bounds are off by %g roundings", w.bounds);
    expect_pinned(t, "signed distance, in roundings of the size", w.value, value);
    expect_pinned(t, "what the normal parts them by", w.parts, parts);
    expect_pinned(t, "points", w.points, points);
}

void close_corners(tally &t)
{
    random_source r{951};
    worst w;
    for (int n = 0; n < scenes(300); n++) {
        core a, b;
        make_clustered(a, r, n % 3 ? r.whole(12, 30) : r.whole(3, 8));
        make_clustered(b, r, n % 3 ? r.whole(3, 30) : 1);
        ask(t, r, a.convex, b.convex, w);
    }
    report(t, w, real_choose(2, 2.8), real_choose(1.6, 2.8), real_choose(4, 4));
}

void points_in_any_order(tally &t)
{
    random_source r{952};
    worst w;
    for (int n = 0; n < scenes(1500); n++) {
        core a, b;
        make_lattice(a, r, r.whole(1, 9));
        make_lattice(b, r, r.whole(1, 9));
        ask(t, r, a.convex, b.convex, w);
        // the same by a function
        const flr_convex2 told = flr_convex2_user(farthest, &a, a.convex.center, 0);
        flr_gjk2 g = flr_signed_distance2_convex_convex(&told, &b.convex, nullptr);
        judge(t, g, a.convex, b.convex, w);
    }
    report(t, w, real_choose(2.4, 2.8), real_choose(1.2, 2.8), real_choose(3, 3));
}

/// A triangle or a box of which two corners lie so close together that the square of what is between them is out of the range of numbers.
void make_all_but_flat(core &c, random_source &r)
{
    // with digits missing, or none left; the latter is a flat one to 512 bits
    const bool none = r.whole(0, 1) != 0;
    const int low = int(none ? real_choose(-1000, -76) : real_choose(-458, -74)),
              high = int(none ? real_choose(-900, -75) : real_choose(-452, -46));
    const double far = r.between(0.1, 1.5);
    const double short_edge = std::ldexp(far, r.whole(low, high));
    const double x = r.between(-0.6, 0.6), y = r.between(-0.6, 0.6), angle = r.between(-4, 4);
    if (r.whole(0, 1)) {
        const flr_box2 box = {to(x, y), turned(r), to(far, short_edge)};
        c.convex = flr_convex2_box(&box);
        return;
    }
    c.points = {to(far, 0), to(short_edge * std::cos(angle), short_edge * std::sin(angle)), to(0, 0)};
    c.convex = flr_convex2_polygon(c.points.data(), 3, turned(r), to(x, y), 0);
}

/// How deep the contact says that they are; NaN where it has no points.
double depth_of_contact(tally &t, const flr_convex2 &a, const flr_convex2 &b)
{
    const flr_contact2_options options = {flr_real(8), 0, nullptr};
    flr_manifold2 m;
    t.expect(flr_contact2_convex_convex(&a, &b, &options, &m) == FLR_OK, "a contact");
    double deepest = NAN;
    for (int i = 0; i < m.count; i++) deepest = std::fmax(deepest, double(m.points[i].depth));
    return deepest;
}

void edges_without_squares(tally &t)
{
    random_source r{953};
    worst w;
    double contacts = 0;
    for (int n = 0; n < scenes(500); n++) {
        core a, b;
        make_all_but_flat(a, r);
        make_clustered(b, r, n % 3 ? r.whole(3, 5) : n % 2 ? r.whole(17, 30) : r.whole(49, 60));
        ask(t, r, a.convex, b.convex, w);
        bool meet;
        const double right =
            minkowski2::signed_distance(minkowski2::corners(a.convex), minkowski2::corners(b.convex), &meet);
        for (int k = 0; k < 2; k++) {
            const double deep =
                k ? depth_of_contact(t, b.convex, a.convex) : depth_of_contact(t, a.convex, b.convex);
            t.expect(!std::isnan(deep), "no contact at %g", right);
            contacts = std::fmax(contacts, std::fabs(deep + right) / (8 * real_rounding));
        }
    }
    report(t, w, real_choose(2.4, 2.4), real_choose(2.4, 2.4), real_choose(2.8, 2.8));
    expect_pinned(t, "depth of the contact", contacts, real_choose(2.4, 2.4));
}

/// A polygon of some corners near by and one or two far off.
void make_unlike(core &c, random_source &r, double far)
{
    for (int i = r.whole(2, 9); i > 0; i--) {
        const double x = r.between(-1, 1), y = r.between(-1, 1);
        c.points.push_back(to(x, y));
    }
    for (int i = r.whole(1, 2); i > 0; i--) {
        const double x = r.between(-far, far), y = r.between(-far, far);
        c.points.push_back(to(x, y));
    }
    flr_hull2_create(c.points.data(), c.points.size(), nullptr, &c.hull);
    const double x = r.between(-2, 2), y = r.between(-2, 2);
    c.convex = flr_convex2_polygon(flr_hull2_vertices(c.hull), flr_hull2_get_info(c.hull).vertex_count,
                                   r.whole(0, 1) ? to(1, 0) : turned(r), to(x, y), 0);
}

/// A search that comes from the far corner takes steps which bring less than that corner's products round by.
void corners_far_off(tally &t)
{
    random_source r{954};
    worst w;
    for (int n = 0; n < scenes(800); n++) {
        const double far = std::pow(10, r.whole(2, real_is_float ? 6 : 14));
        core a, b;
        if (r.whole(0, 3) == 0)
            make_unlike(a, r, far);
        else
            make_clustered(a, r, r.whole(1, 12));
        make_unlike(b, r, far);
        w.size = far;
        const flr_convex2 &x = n % 2 ? a.convex : b.convex, &y = n % 2 ? b.convex : a.convex;
        flr_gjk2_cache axis{};
        const double u = r.between(-1, 1), v = r.between(-1, 1);
        axis.axis = to(u, v);
        const flr_gjk2_options options = {flr_real(INFINITY), &axis, nullptr, 0};
        judge(t, flr_signed_distance2_convex_convex(&x, &y, &options), x, y, w);
        ask(t, r, x, y, w);
    }
    t.expect(w.bounds <= 0, "bounds are off by %g roundings", w.bounds);
    expect_pinned(t, "signed distance, in roundings of the size", w.value, real_choose(40, 50));
}

/// Of the points told: are they on the sides that face each other, however many corners these have?
void sides_of_many_corners(tally &t)
{
    random_source r{401};
    double off = 0;
    for (int n = 0; n < scenes(1000); n++) {
        // a box that stands with its lower side on an upper side with corners between its ends, and on those ends several
        std::vector<flr_vec2> below = {to(-4, -3), to(4, -3)}, above;
        for (int x = 4; x >= -4; x--)
            for (int k = x == 4 || x == -4 || r.whole(0, 2) == 0 ? r.whole(1, 5) : 0; k > 0; k--)
                below.push_back(to(x, 0));
        const double left = r.whole(-14, 10) * 0.25, wide = r.whole(1, 4) * 0.25;
        for (int k = r.whole(1, 3); k > 0; k--) above.push_back(to(left, -0.5));
        for (int k = r.whole(1, 3); k > 0; k--) above.push_back(to(left + wide, -0.5));
        above.push_back(to(left + wide, 2));
        above.push_back(to(left, 2));
        const flr_real radius = flr_real(r.whole(0, 1) * 0.5);
        const flr_convex2 a = flr_convex2_polygon(below.data(), uint32_t(below.size()), to(1, 0), to(0, 0),
                                                  0),
                          b = flr_convex2_polygon(above.data(), uint32_t(above.size()), to(1, 0), to(0, 0),
                                                  radius);
        for (int k = 0; k < 2; k++) {
            const flr_gjk2 g = k ? flr_signed_distance2_convex_convex(&b, &a, nullptr)
                                 : flr_signed_distance2_convex_convex(&a, &b, nullptr);
            const flr_vec2 on_a = k ? g.point_b : g.point_a, on_b = k ? g.point_a : g.point_b;
            if (double(g.signed_distance) != -0.5 - double(radius)) {
                t.expect(wide < 0.5 && double(g.signed_distance) > -0.5 - double(radius), "depth %g",
                         double(g.signed_distance));
                continue;
            }
            const double middle = double(on_a.x), within = left + wide - middle;
            off = std::fmax(
                off, std::fmax(std::fabs(double(on_a.y)), std::fabs(double(on_b.y) + 0.5 + double(radius))));
            off = std::fmax(off, std::fmax(left - middle, -within));
            off = std::fmax(off, std::fabs(double(on_b.x) - middle));
        }
    }
    t.expect(off <= 32 * real_rounding, "a point lies off by %g", off);
}

/// A side that goes on for 10^8, seen from a box upon it, where corners stand several times.
void a_side_without_end(tally &t)
{
    std::vector<flr_vec2> p = {to(-1e8, 0)};
    for (int k = 0; k < 5; k++) p.push_back(to(-3, -0.75));
    p.push_back(to(1e8, -0.5));
    p.push_back(to(0, 1e8));
    const flr_aabb2 box = {to(-1, -1), to(1, 1)};
    const flr_convex2 a = flr_convex2_aabb(&box),
                      b = flr_convex2_polygon(p.data(), uint32_t(p.size()), to(1, 0), to(0, 0), 0);
    const flr_gjk2 g = flr_signed_distance2_convex_convex(&a, &b, nullptr);
    t.expect(std::fabs(double(g.point_a.x)) <= 1 + 1e8 * real_rounding, "the box is touched at %g",
             double(g.point_a.x));
}

}  // namespace

FEELER_TESTS(FEELER_TEST(sides_of_many_corners), FEELER_TEST(a_side_without_end),
             FEELER_TEST(corners_far_off), FEELER_TEST(close_corners), FEELER_TEST(points_in_any_order),
             FEELER_TEST(edges_without_squares))

}  // namespace TEST_FILE
