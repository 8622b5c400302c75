// needs: gmp
/// Convex shapes of the plane at scales up to both ends of the range of numbers: known scenes, and random ones against
/// the definition in 512 bits; and with NaN or infinity in every field, where there is no answer.
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "../closest/minkowski2.hpp"
#include "feeler/contact2.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

enum kind { SEGMENT, TRIANGLE, CAPSULE, BOX, POLYGON, MANY, POINTS, USER, KINDS };

flr_vec2 vec(double x, double y) { return flr_vec2_make(flr_real(x), flr_real(y)); }

/// A square by its support function.
struct square {
    flr_vec2 low, high;
};

flr_vec2 square_support(const void *user, flr_vec2 d)
{
    const square *s = static_cast<const square *>(user);
    return flr_vec2_make(d.x < 0 ? s->low.x : s->high.x, d.y < 0 ? s->low.y : s->high.y);
}

struct shape {
    flr_convex2 convex;
    std::vector<flr_vec2> points;
    square user;
};

/// What a number of a shape's becomes on the way in: the first is number 0.
using spoiler = std::function<double(double)>;

/// It reaches from `at` to 2 further along x, or backwards for way = -1, by the point (at, 0) among others.
void make(shape *s, int k, double at, int way, double scale, const spoiler &spoil)
{
    auto real = [&](double x) { return flr_real(spoil(scale * x)); };
    auto place = [&](double x, double y) {
        flr_real px = real(at + way * x), py = real(y);
        return flr_vec2_make(px, py);
    };
    const flr_vec2 upright = {1, 0}, none = {0, 0};
    s->points.clear();
    if (k == POLYGON || k == POINTS) {
        const double x[5] = {0, 0, 2, 2, 0}, y[5] = {0, -1, -1, 1, 1};
        for (int i = 0; i < 5; ++i) {
            int from = k == POINTS ? (2 * i + 1) % 5 : i;
            s->points.push_back(place(x[from], y[from]));
        }
    }
    // both sides of a bow tie's hull finely divided: collinear corners, more than are looked at all against all
    for (int i = 0; k == MANY && i <= 20; ++i) s->points.push_back(place(0, 1 - 0.1 * i));
    for (int i = 0; k == MANY && i <= 20; ++i) s->points.push_back(place(2, -1 + 0.1 * i));
    const uint32_t count = uint32_t(s->points.size());
    if (k == SEGMENT) {
        flr_segment2 g = {place(0, 0), place(2, 0)};
        s->convex = flr_convex2_segment(&g);
    } else if (k == TRIANGLE) {
        flr_triangle2 t = {place(0, 0), place(2, 1), place(2, -1)};
        s->convex = flr_convex2_triangle(&t);
    } else if (k == CAPSULE) {
        flr_capsule2 c = {place(0.5, 0), place(1.5, 0), real(0.5)};
        s->convex = flr_convex2_capsule(&c);
    } else if (k == BOX) {
        flr_box2 b = {place(1, 0), upright, {real(1), real(1)}};
        s->convex = flr_convex2_box(&b);
    } else if (k == USER) {
        flr_vec2 p = place(0, -1), q = place(2, 1);
        s->user = way > 0 ? square{p, q} : square{{q.x, p.y}, {p.x, q.y}};
        s->convex = flr_convex2_user(square_support, &s->user, none, 0);
    } else if (k == POINTS) {
        s->convex = flr_convex2_points(s->points.data(), count, upright, none, 0);
    } else {
        s->convex = flr_convex2_polygon(s->points.data(), count, upright, none, 0);
    }
}

double unspoilt(double x) { return x; }

const int exponents_double[] = {-1020, -990, -800, -540, -520, -400, -250, -200, -110, -100, -90, 0,
                                100,   148,  149,  151,  200,  300,  440,  508,  512,  700,  990, 1018};
const int exponents_float[] = {-110, -100, -80, -70, -60, -50, -30, -25, 0, 20, 38, 41, 60, 65, 80, 100, 120};

template <class F> void each_scale(F f)
{
    if (real_is_float)
        for (int e : exponents_float) f(std::ldexp(1.0, e));
    else
        for (int e : exponents_double) f(std::ldexp(1.0, e));
}

void close(tally &t, double x, double right, double scale)
{
    t.expect(std::fabs(x - right * scale) <= real_choose(4e-15, 4e-6) * scale, "%.17g for %.17g times %g", x,
             right, scale);
}

void holds(tally &t, const flr_gjk2 &g, double right)
{
    t.expect(g.status == FLR_OK, "status %d for %g", int(g.status), right);
    t.expect(double(g.lower) <= right && right <= double(g.upper), "%.17g is not within %.17g and %.17g",
             right, double(g.lower), double(g.upper));
}

void apart_by_two(tally &t)
{
    each_scale([&](double scale) {
        for (int i = 0; i < KINDS; ++i)
            for (int k = 0; k < KINDS; ++k) {
                shape a, b;
                make(&a, i, 1, -1, scale, unspoilt);
                make(&b, k, 3, 1, scale, unspoilt);
                flr_gjk2 g = flr_closest2_convex_convex(&a.convex, &b.convex, nullptr);
                holds(t, g, 2 * scale);
                close(t, double(g.distance), 2, scale);
                close(t, double(g.point_b.x), 3, scale);
                t.expect(g.normal.x > flr_real(0.999999), "normal at %g", scale);
                flr_gjk2_cache cache{};
                const flr_gjk2_options warm = {flr_real(INFINITY), &cache, nullptr, 0};
                for (int n = 0; n < 2; ++n) {
                    g = flr_signed_distance2_convex_convex(&b.convex, &a.convex, &warm);
                    holds(t, g, 2 * scale);
                    close(t, double(g.signed_distance), 2, scale);
                    t.expect(g.normal.x < flr_real(-0.999999), "normal turned round at %g", scale);
                }
                const flr_gjk2_options near = {flr_real(1.5 * scale), nullptr, nullptr, 0};
                g = flr_closest2_convex_convex(&a.convex, &b.convex, &near);
                t.expect(g.beyond && double(g.distance) > 1.5 * scale && double(g.distance) <= 2 * scale,
                         "cut short at %g: %g", scale, double(g.distance));
                flr_overlap2_convex o = flr_overlap2_convex_convex(&a.convex, &b.convex, nullptr);
                t.expect(o.status == FLR_OK && !o.overlap && o.normal.x > 0, "yes or no at %g", scale);
                flr_manifold2 m;
                flr_status status = flr_contact2_convex_convex(&a.convex, &b.convex, nullptr, &m);
                t.expect(status == FLR_OK && m.count == 0, "contact of what is apart at %g", scale);
                const flr_contact2_options wide = {flr_real(2.5 * scale), 0, nullptr};
                status = flr_contact2_convex_convex(&a.convex, &b.convex, &wide, &m);
                if (t.expect(status == FLR_OK && m.count > 0, "contact in the margin at %g", scale)) {
                    close(t, double(m.points[0].depth), -2, scale);
                    close(t, double(m.points[0].position.x), 2, scale);
                }
            }
    });
}

void deep_by_a_half(tally &t)
{
    const int solid[] = {BOX, POLYGON, MANY, POINTS, USER};
    each_scale([&](double scale) {
        for (int i : solid)
            for (int k : solid) {
                shape a, b;
                make(&a, i, 1, -1, scale, unspoilt);
                make(&b, k, 0.5, 1, scale, unspoilt);
                flr_gjk2 g = flr_signed_distance2_convex_convex(&a.convex, &b.convex, nullptr);
                holds(t, g, 0.5 * scale);
                close(t, double(g.signed_distance), -0.5, scale);
                close(t, double(g.point_b.x), 0.5, scale);
                flr_overlap2_convex o = flr_overlap2_convex_convex(&b.convex, &a.convex, nullptr);
                t.expect(o.status == FLR_OK && o.overlap && o.normal.x == 0, "yes or no at %g", scale);
                flr_manifold2 m;
                flr_status status = flr_contact2_convex_convex(&a.convex, &b.convex, nullptr, &m);
                if (!t.expect(status == FLR_OK && m.count == 2, "kinds %d %d at %g: %d points", i, k, scale,
                              m.count))
                    continue;
                close(t, double(m.points[0].depth), 0.5, scale);
                close(t, double(m.points[1].depth), 0.5, scale);
                close(t, std::fabs(double(m.points[0].position.y - m.points[1].position.y)), 2, scale);
                close(t, double(m.normal.x), 1, 1);
            }
    });
}

/// Cores far smaller than the radii around them, and radii that vanish beside the cores.
void unlike_radii(tally &t)
{
    const double tiny = real_choose(0x1p-900, 0x1p-110), huge = real_choose(0x1p+900, 0x1p+110);
    for (double core : {tiny, 1.0, huge})
        for (double around : {tiny, 1.0, huge}) {
            flr_capsule2 a = {vec(0, 0), vec(core, 0), flr_real(around)},
                         b = {vec(4 * core, 0), vec(5 * core, 0), flr_real(around)};
            flr_convex2 x = flr_convex2_capsule(&a), y = flr_convex2_capsule(&b);
            double right = 3 * core - 2 * around, size = core + around;
            flr_gjk2 g = flr_signed_distance2_convex_convex(&x, &y, nullptr);
            t.expect(g.status == FLR_OK &&
                         std::fabs(double(g.signed_distance) - right) <= 8 * real_epsilon * size,
                     "cores of %g, radii of %g: %g", core, around, double(g.signed_distance));
            close(t, double(g.normal.x), 1, 1);
            flr_overlap2_convex o = flr_overlap2_convex_convex(&x, &y, nullptr);
            t.expect(o.status == FLR_OK && o.overlap == (right < 0), "cores of %g, radii of %g: yes or no",
                     core, around);
        }
}

struct polygon {
    std::vector<flr_vec2> corners;
    std::shared_ptr<flr_hull2> hull;  ///< or null
    flr_convex2 convex;
};

/// In order around, turned, at a place; a needle or built as a hull at times.
void random_polygon(random_source &r, double scale, double x, double y, polygon *p)
{
    int count = r.whole(3, r.whole(0, 3) ? 9 : 40);
    double first = r.between(0, 6), flat = r.whole(0, 3) ? 1 : 1e-3, turn = r.between(0, 7);
    for (int i = 0; i < count; ++i) {
        double angle = first + 6.28 * (i + r.between(0, 0.9)) / count;
        p->corners.push_back(vec(scale * std::cos(angle), scale * flat * std::sin(angle)));
    }
    p->convex = flr_convex2_polygon(p->corners.data(), uint32_t(count), vec(std::cos(turn), std::sin(turn)),
                                    vec(scale * x, scale * y), 0);
    flr_hull2 *hull = nullptr;
    if (r.whole(0, 2) || flr_hull2_create(p->corners.data(), size_t(count), nullptr, &hull) != FLR_OK) return;
    p->hull.reset(hull, flr_hull2_destroy);
    p->convex = flr_convex2_hull(hull, p->convex.rotation, p->convex.center, 0);
}

void beside_the_definition(tally &t)
{
    random_source r{77};
    double worst = 0;
    long met = 0, asked = 0;
    each_scale([&](double scale) {
        // of the smallest numbers the coordinates themselves are coarse
        double grain = double(std::numeric_limits<flr_real>::denorm_min());
        for (int n = 0; n < 60; ++n) {
            polygon a, b;
            double x = r.between(-1.8, 1.8), y = r.between(-1.8, 1.8);
            random_polygon(r, scale, 0.1, -0.2, &a);
            random_polygon(r, scale, x, y, &b);
            bool meet;
            minkowski2::points p = minkowski2::corners(a.convex), q = minkowski2::corners(b.convex);
            double right = minkowski2::signed_distance(p, q, &meet);
            flr_gjk2 s = flr_signed_distance2_convex_convex(&a.convex, &b.convex, nullptr),
                     d = flr_closest2_convex_convex(&a.convex, &b.convex, nullptr);
            flr_overlap2_convex o = flr_overlap2_convex_convex(&a.convex, &b.convex, nullptr);
            double off = (std::fabs(double(s.signed_distance) - right) - 4 * grain) / scale / real_epsilon;
            worst = std::fmax(worst, off);
            ++asked;
            met += meet;
            t.expect(s.status == FLR_OK && d.status == FLR_OK && o.status == FLR_OK, "status at %g", scale);
            double depth = std::fabs(right), least = 16 * real_epsilon * scale + 4 * grain;
            t.expect(double(s.lower) - 4 * grain <= depth && depth <= double(s.upper) + 4 * grain,
                     "%.17g is not within %.17g and %.17g at %g", depth, double(s.lower), double(s.upper),
                     scale);
            t.expect(depth < least || o.overlap == meet, "yes or no at %g: %d", scale, meet);
            t.expect(depth < least || (d.distance > 0) == !meet, "distance at %g", scale);
            if (meet || depth < least) continue;
            double parted = minkowski2::separation(p, q, o.normal);
            t.expect(parted > 0, "at %g the normal does not part: %g", scale, parted);
        }
    });
    std::printf("  worst error %.3g epsilon of the scale; %ld of %ld meet\n", worst, met, asked);
    t.expect(double(met) > 0.3 * double(asked) && double(met) < 0.7 * double(asked), "%ld of %ld meet", met,
             asked);
    expect_pinned(t, "epsilon of the scale", worst, real_choose(4, 4));
}

void no_answer(tally &t, const shape &a, const shape &b, const char *what)
{
    flr_gjk2 g = flr_closest2_convex_convex(&a.convex, &b.convex, nullptr);
    flr_gjk2 s = flr_signed_distance2_convex_convex(&a.convex, &b.convex, nullptr);
    flr_overlap2_convex o = flr_overlap2_convex_convex(&a.convex, &b.convex, nullptr);
    flr_manifold2 m;
    flr_status status = flr_contact2_convex_convex(&a.convex, &b.convex, nullptr, &m);
    t.expect(g.status == FLR_NOT_FINITE && s.status == FLR_NOT_FINITE && o.status == FLR_NOT_FINITE &&
                 status == FLR_NOT_FINITE,
             "%s: kinds %d %d: %d %d %d %d", what, int(a.convex.kind), int(b.convex.kind), int(g.status),
             int(s.status), int(o.status), int(status));
    t.expect(!g.overlap && !s.overlap && !o.overlap && m.count == 0, "%s: something overlaps", what);
    t.expect(g.distance == 0 && s.signed_distance == 0 && g.lower == 0 && std::isinf(g.upper) &&
                 std::isinf(s.upper),
             "%s: something is known", what);
    t.expect(flr_is_finite2(g.normal) && flr_is_finite2(s.normal) && flr_is_finite2(o.normal) &&
                 flr_is_finite2(m.normal) && flr_is_finite2(g.point_a) && flr_is_finite2(s.point_b),
             "%s: vectors that are not finite", what);
}

const double spoils[] = {NAN, INFINITY, -INFINITY};

void spoilt_numbers(tally &t)
{
    int cases = 0;
    for (double bad : spoils)
        for (int k = 0; k < KINDS; ++k) {
            if (k == USER) continue;
            int numbers = 0;
            shape b;
            make(&b, k, 3, 1, 1, [&](double x) { return numbers++, x; });
            for (int field = 0; field < numbers; ++field) {
                int at = 0;
                make(&b, k, 0.5, 1, 1, [&](double x) { return at++ == field ? bad : x; });
                for (int i = 0; i < KINDS; ++i) {
                    shape a;
                    make(&a, i, 1, -1, 1, unspoilt);
                    no_answer(t, a, b, "second");
                    no_answer(t, b, a, "first");
                    ++cases;
                }
            }
        }
    t.expect(cases > 1000, "only %d cases", cases);
}

void spoilt_poses(tally &t)
{
    for (double bad : spoils)
        for (int k : {POLYGON, MANY, POINTS, BOX, USER})
            for (int i = 0; i < KINDS; ++i)
                for (int field = 0; field < 5; ++field) {
                    if (k == BOX && field < 4) continue;  // its corners hold all that
                    if (k == USER && field < 2) continue;
                    shape a, b;
                    make(&a, i, 1, -1, 1, unspoilt);
                    make(&b, k, 0.5, 1, 1, unspoilt);
                    flr_convex2 &c = b.convex;
                    flr_real *at[] = {&c.rotation.x, &c.rotation.y, &c.center.x, &c.center.y, &c.radius};
                    *at[field] = flr_real(bad);
                    no_answer(t, a, b, "pose of the second");
                    no_answer(t, b, a, "pose of the first");
                }
}

flr_vec2 spoilt_support(const void *user, flr_vec2 d)
{
    const flr_vec2 *p = static_cast<const flr_vec2 *>(user);
    return flr_add2(*p, flr_vec2_make(d.x < 0 ? -1 : 1, d.y < 0 ? -1 : 1));
}

/// Finite but along one way.
flr_vec2 rarely_finite(const void *, flr_vec2 d)
{
    return flr_vec2_make(d.x < 0 ? flr_real(NAN) : flr_real(1), d.y < 0 ? -1 : 1);
}

void spoilt_functions(tally &t)
{
    for (int i = 0; i < KINDS; ++i) {
        shape a, b;
        for (double bad : spoils)
            for (int c = 0; c < 2; ++c) {
                make(&a, i, 1, -1, 1, unspoilt);
                flr_vec2 p = flr_vec2_make(c == 0 ? flr_real(bad) : 0, c == 1 ? flr_real(bad) : 0);
                b.convex = flr_convex2_user(spoilt_support, &p, {0, 0}, 0);
                no_answer(t, a, b, "function of the second");
                no_answer(t, b, a, "function of the first");
            }
        make(&a, i, 0, -1, 1, unspoilt);
        b.convex = flr_convex2_user(rarely_finite, nullptr, {0, 0}, 0);
        no_answer(t, a, b, "rarely finite");
    }
}

/// What is finite and leads out of the range of numbers.
void out_of_range(tally &t)
{
    const flr_real most = std::numeric_limits<flr_real>::max();
    shape a, b;
    a.convex = flr_convex2_point({-most, 0});
    b.convex = flr_convex2_point({most, 0});
    flr_gjk2 g = flr_closest2_convex_convex(&a.convex, &b.convex, nullptr);
    t.expect(g.status == FLR_NOT_FINITE, "a distance that is no number: %g", double(g.distance));
    a.convex = flr_convex2_point({-most / 2, 0});
    b.convex = flr_convex2_point({most / 4, 0});
    g = flr_closest2_convex_convex(&a.convex, &b.convex, nullptr);
    t.expect(g.status == FLR_OK, "a large distance: %d", int(g.status));
    close(t, double(g.distance), 3, double(most) / 4);
    flr_overlap2_convex o = flr_overlap2_convex_convex(&a.convex, &b.convex, nullptr);
    t.expect(o.status == FLR_OK && !o.overlap, "a large distance, yes or no");
    const flr_real least = std::numeric_limits<flr_real>::denorm_min();
    a.convex = flr_convex2_point({least, 0});
    b.convex = flr_convex2_point({0, 0});
    g = flr_closest2_convex_convex(&a.convex, &b.convex, nullptr);
    t.expect(g.status == FLR_OK && g.distance == least && g.normal.x == -1, "the least distance: %g",
             double(g.distance));
}

/// A disc whose function rounds as such functions do: where is the truth beside the bounds?
struct disc {
    double x, y, radius;
};

flr_vec2 disc_support(const void *user, flr_vec2 d)
{
    const disc *s = static_cast<const disc *>(user);
    flr_real length = flr_length2(d);
    return flr_vec2_make(flr_real(s->x) + flr_real(s->radius) * (d.x / length),
                         flr_real(s->y) + flr_real(s->radius) * (d.y / length));
}

void bounds_of_discs(tally &t)
{
    random_source r{5};
    long met = 0, asked = 0;
    for (int n = 0; n < 4000; ++n) {
        double far = n % 3 == 0 ? real_choose(1e6, 1e3) : n % 3 == 1 ? 1 : 0;
        double way = r.between(0, 7), gap = r.between(-1.2, 1.2), ra = r.between(0.1, 2),
               rb = r.between(0.1, 2);
        if (n % 5 == 0) gap = 0;
        if (n % 7 == 0) gap *= real_choose(1e-12, 1e-5);
        disc a = {real_of(far), real_of(-far), real_of(ra)}, b = a;
        double off = real_of(ra) + real_of(rb) + gap;
        b.x = real_of(a.x + off * std::cos(way));
        b.y = real_of(a.y + off * std::sin(way));
        b.radius = real_of(rb);
        flr_convex2 x = flr_convex2_user(disc_support, &a, vec(a.x, a.y), 0),
                    y = flr_convex2_user(disc_support, &b, vec(b.x, b.y), 0);
        big_float u = minkowski2::wide(b.x) - minkowski2::wide(a.x),
                  v = minkowski2::wide(b.y) - minkowski2::wide(a.y);
        big_float d =
            sqrt(big_float(u * u + v * v)) - minkowski2::wide(a.radius) - minkowski2::wide(b.radius);
        double right = d.get_d();
        flr_gjk2 g = flr_closest2_convex_convex(&x, &y, nullptr);
        flr_gjk2 s = flr_signed_distance2_convex_convex(&x, &y, nullptr);
        double apart = std::fmax(0, right);
        t.expect(g.lower <= g.upper && s.lower <= s.upper, "lower %.17g above %.17g", double(g.lower),
                 double(g.upper));
        t.expect(double(g.lower) <= apart && apart <= double(g.upper), "%.17g not within %.17g and %.17g",
                 apart, double(g.lower), double(g.upper));
        t.expect(double(s.lower) <= std::fabs(right) && std::fabs(right) <= double(s.upper),
                 "depth %.17g not within %.17g and %.17g", right, double(s.lower), double(s.upper));
        flr_overlap2_convex o = flr_overlap2_convex_convex(&x, &y, nullptr);
        double unsure = 32 * real_rounding * (2 * far + 8);
        t.expect(std::fabs(right) < unsure || o.overlap == (right < 0), "yes or no at %.17g", right);
        ++asked;
        met += right <= 0;
    }
    t.expect(double(met) > 0.3 * double(asked) && double(met) < 0.7 * double(asked), "%ld of %ld meet", met,
             asked);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(apart_by_two), FEELER_TEST(deep_by_a_half), FEELER_TEST(unlike_radii),
             FEELER_TEST(beside_the_definition), FEELER_TEST(spoilt_numbers), FEELER_TEST(spoilt_poses),
             FEELER_TEST(spoilt_functions), FEELER_TEST(out_of_range), FEELER_TEST(bounds_of_discs))

}  // namespace TEST_FILE
