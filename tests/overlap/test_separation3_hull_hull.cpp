// needs: gmp
/// Separating axes of two hulls against the definition in whole numbers: the hull of all differences of their corners, and where the
/// origin lies to it. Solids and polygons, generic, parallel, coplanar and touching, in both orders, turned, far away and in sizes from 1e-3
/// to 1e3; any cache; features that are nearly equal. Checklist S0-5.2.1d to f; A49: flat shapes have the normals of their edges too.
#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

#include "feeler/overlap3.h"
#include "support/accuracy.hpp"
#include "support/cmocka.hpp"
#include "support/minkowski3.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

using hull_pointer = std::unique_ptr<flr_hull3, decltype(&flr_hull3_destroy)>;

hull_pointer hull_of(const std::vector<flr_vec3> &points)
{
    flr_hull3 *h = nullptr;
    flr_hull3_create(points.data(), points.size(), nullptr, nullptr, &h);
    return {h, flr_hull3_destroy};
}

const flr_mat3 level = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

flr_mat3 turned(random_source &r)
{
    flr_vec3 x = r.point(-1, 1), y = r.point(-1, 1);
    x = flr_scale3(1 / flr_length3(x), x);
    y = flr_cross3(x, y);
    y = flr_scale3(1 / flr_length3(y), y);
    return {x, y, flr_cross3(x, y)};
}

enum kind { ROUND, BRICK, WEDGE, POLYGON, PATCH, KINDS };

hull_pointer make(int k, double scale, random_source &r)
{
    std::vector<flr_vec3> p;
    flr_real s = flr_real(scale);
    int count = k == ROUND ? r.whole(4, 12) : k == BRICK ? 8 : k == WEDGE ? 6 : r.whole(3, 6);
    for (int i = 0; i < count; ++i) {
        flr_vec3 q = r.point(-1, 1);
        if (k == ROUND) q = flr_scale3(1 / flr_length3(q), q);
        if (k == BRICK)
            q = flr_vec3_make(flr_real(i & 1 ? 1 : -1), i & 2 ? flr_real(0.5) : flr_real(-0.5),
                              i & 4 ? flr_real(0.75) : flr_real(-0.75));
        if (k == WEDGE) q = flr_vec3_make(flr_real(i % 3 == 1), flr_real(i % 3 == 2), flr_real(i / 3));
        if (k == POLYGON) q.z = flr_real(0.25);
        if (k == PATCH) q = {flr_real(r.whole(-2, 2)) / 2, flr_real(r.whole(-2, 2)) / 2, 0};
        p.push_back(flr_scale3(s, q));
    }
    return hull_of(p);
}

struct worst {
    double depth = 0, along = 0, over = 0;
    long apart = 0, deep = 0, close = 0;
};

void judge(tally &t, const flr_convex3 &a, const flr_convex3 &b, double place, random_source &r, worst *w)
{
    minkowski3::corner_list ca = minkowski3::corners(a), cb = minkowski3::corners(b);
    double size = minkowski3::extent(ca, cb), exact = minkowski3::signed_distance(ca, cb).get_d();
    flr_separation3 s;
    if (!t.expect(flr_separation3_hull_hull(&a, &b, &s) == FLR_OK, "no answer")) return;
    double told = double(s.separation), length = double(flr_length3(s.axis));
    double rounded = 4 * real_rounding * place;
    t.expect(std::fabs(length - 1) < 8 * real_epsilon, "the axis is %g long", length);
    double along = minkowski3::separation(ca, cb, s.axis) / length;
    w->along = std::fmax(w->along, (std::fabs(along - told) - rounded) / size);
    if (exact <= 0)
        w->depth = std::fmax(w->depth, (std::fabs(told - exact) - rounded) / size);
    else
        w->over = std::fmax(w->over, (told - exact - rounded) / size);
    double sure = 8 * real_rounding * size + rounded + real_choose(0, 1e-6) * size;
    ++(std::fabs(exact) <= sure ? w->close : exact > 0 ? w->apart : w->deep);
    if (exact > sure) t.expect(told > 0, "%g apart, but %g", exact, told);
    // yes or no, with any cache
    bool overlap;
    flr_axis_cache3 caches[] = {{0}, {s.index}, {size_t(r.whole(0, 2000))}};
    for (flr_axis_cache3 &c : caches)
        for (int again = 0; again < 2; ++again) {
            flr_overlap3_hull_hull(&a, &b, again && &c == caches ? nullptr : &c, &overlap);
            t.expect(std::fabs(exact) <= sure || overlap == (exact <= 0), "%g apart, yes or no %d", exact,
                     overlap);
            t.expect(!(exact <= -sure) || overlap, "%g deep, but no", -exact);
        }
    flr_separation3 back;
    flr_separation3_hull_hull(&b, &a, &back);
    t.expect(std::fabs(double(back.separation) - told) <=
                 4e-12 * size + rounded + real_choose(0, 4e-6) * size,
             "the other way round %.17g, not %.17g", double(back.separation), told);
}

void all_pairs(tally &t)
{
    random_source r{731};
    worst w;
    for (int ka = 0; ka < KINDS; ++ka)
        for (int kb = 0; kb < KINDS; ++kb)
            for (int n = 0; n < 25; ++n) {
                const double scales[] = {1, 1e-3, 1e3};
                double scale = scales[n % 3], far = n % 9 == 8 ? real_choose(1e6, 1e3) * scale : 0;
                hull_pointer x = make(ka, scale, r), y = make(kb, scale, r);
                if (flr_hull3_get_info(x.get()).dimension < 2 || flr_hull3_get_info(y.get()).dimension < 2)
                    continue;
                // aligned, in steps that let faces and edges meet; or at random
                bool aligned = n % 2 != 0;
                flr_mat3 turn_x = aligned ? level : turned(r), turn_y = aligned ? level : turned(r);
                flr_vec3 by = r.point(-0.9, 0.9);
                if (aligned) {
                    int i = r.whole(-4, 4), k = r.whole(-4, 4), m = r.whole(-4, 4);
                    by = flr_vec3_make(flr_real(i) / 2, flr_real(k) / 2, flr_real(m) / 4);
                }
                flr_vec3 at = flr_vec3_make(flr_real(far), 0, flr_real(-far));
                flr_convex3 a = flr_convex3_hull(x.get(), turn_x, at, 0);
                flr_convex3 b = flr_convex3_hull(y.get(), turn_y, flr_mul_add3(at, flr_real(scale), by), 0);
                judge(t, a, b, far, r, &w);
            }
    std::printf("  depth %.3g, along the axis %.3g, over the distance %.3g of the size; %ld apart, %ld deep, "
                "%ld close\n",
                w.depth, w.along, w.over, w.apart, w.deep, w.close);
    expect_pinned(t, "depth, roundings of the size", w.depth / real_rounding, real_choose(1.5, 0.5),
                  {"Penetration depth", "separation of hulls"});
    expect_pinned(t, "along the axis, roundings of the size", w.along / real_rounding, real_choose(1.5, 0.5));
    expect_pinned(t, "more than the distance, roundings of the size", w.over / real_rounding,
                  real_choose(1, 0.3));
    long all = w.apart + w.deep + w.close;
    t.expect(w.deep * 10 >= all * 3 && w.deep * 10 <= all * 7, "%ld of %ld overlap", w.deep, all);
}

/// A brick on a brick of the same width, turned by less than what tells an edge from a face: a face, the same one.
void nearly_equal_axes(tally &t)
{
    random_source r{733};
    hull_pointer x = make(BRICK, 1, r);
    for (int n = 0; n < 32; ++n) {
        double tilt = real_choose(1e-14, 1e-8) * r.between(-1, 1);
        flr_mat3 turn = {{1, flr_real(tilt), 0}, {flr_real(-tilt), 1, 0}, {0, 0, 1}};
        flr_convex3 a = flr_convex3_hull(x.get(), level, flr_vec3_make(0, 0, 0), 0);
        flr_convex3 b = flr_convex3_hull(x.get(), turn, flr_vec3_make(0, 0, flr_real(1.375)), 0);
        flr_separation3 s;
        flr_separation3_hull_hull(&a, &b, &s);
        t.expect(s.index < 6 && s.axis.z > flr_real(0.999999), "axis %zu: %g %g %g", s.index,
                 double(s.axis.x), double(s.axis.y), double(s.axis.z));
        t.expect(std::fabs(double(s.separation) + 0.125) < real_choose(1e-13, 1e-6), "%.17g deep",
                 -double(s.separation));
    }
}

/// Bricks that lie on one another all but flat: the pair of edges that is better by a hair does not beat the face, and the
/// depth is short by that.
void faces_before_edges(tally &t)
{
    random_source r{737};
    hull_pointer x = make(BRICK, 1, r);
    double worst = 0;
    for (int n = 0; n < 200; ++n) {
        double size = real_choose(1e-12, 2e-6) * std::pow(10.0, r.between(-1, 1)),
               u = size * r.between(-1, 1), v = size * r.between(-1, 1), angle = r.between(0.2, 1.3),
               c = std::cos(angle), s = std::sin(angle);
        const flr_mat3 turn = {{flr_real(c), flr_real(s), flr_real(u)},
                               {flr_real(-s), flr_real(c), flr_real(v)},
                               {flr_real(-u * c + v * s), flr_real(-u * s - v * c), 1}};
        flr_convex3 a = flr_convex3_hull(x.get(), level, flr_vec3_make(0, 0, 0), 0);
        flr_convex3 b = flr_convex3_hull(x.get(), turn, flr_vec3_make(0, 0, flr_real(1.375)), 0);
        minkowski3::corner_list ca = minkowski3::corners(a), cb = minkowski3::corners(b);
        double exact = minkowski3::signed_distance(ca, cb).get_d();
        flr_separation3 p;
        t.expect(flr_separation3_hull_hull(&a, &b, &p) == FLR_OK, "no answer");
        worst = std::fmax(worst, std::fabs(double(p.separation) - exact) / minkowski3::extent(ca, cb));
    }
    expect_pinned(t, "face for edges, of the size", worst, real_choose(2.2e-13, 4.4e-07));
}

void rejected(tally &t)
{
    random_source r{735};
    hull_pointer x = make(BRICK, 1, r), stick = hull_of({{0, 0, 0}, {1, 0, 0}});
    flr_convex3 a = flr_convex3_hull(x.get(), level, flr_vec3_make(0, 0, 0), 0), b = a;
    flr_separation3 s;
    bool overlap;
    b.hull = stick.get();
    t.expect(flr_separation3_hull_hull(&a, &b, &s) == FLR_INVALID_ARGUMENT, "a segment");
    flr_convex3 round = a;
    round.radius = 1;
    t.expect(flr_separation3_hull_hull(&a, &round, &s) == FLR_INVALID_ARGUMENT, "a radius");
    t.expect(flr_separation3_hull_hull(&a, nullptr, &s) == FLR_INVALID_ARGUMENT, "null");
    t.expect(flr_overlap3_hull_hull(&a, &a, nullptr, nullptr) == FLR_INVALID_ARGUMENT, "no result");
    flr_convex3 point = flr_convex3_point(flr_vec3_make(0, 0, 0));
    t.expect(flr_overlap3_hull_hull(&point, &a, nullptr, &overlap) == FLR_INVALID_ARGUMENT, "no hull");
    b = a;
    b.center.y = flr_real(NAN);
    t.expect(flr_separation3_hull_hull(&a, &b, &s) == FLR_NOT_FINITE, "not a number");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(all_pairs), FEELER_TEST(nearly_equal_axes), FEELER_TEST(faces_before_edges),
             FEELER_TEST(rejected))

}  // namespace TEST_FILE
