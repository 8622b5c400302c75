/// Points, segments, spheres and capsules against boxes in the convex core, which has a closed form for them: against the
/// least of the distances of a segment's points to the box.
#include <cmath>
#include <cstdio>
#include <string>

#include "feeler/convex3.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

flr_mat3 turn(random_source &r)
{
    double q[4], square = 0;
    for (double &x : q) x = r.between(-1, 1), square += x * x;
    for (double &x : q) x /= std::sqrt(square);
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    auto column = [](double a, double b, double c) {
        return flr_vec3_make(flr_real(a), flr_real(b), flr_real(c));
    };
    return {column(1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
            column(2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
            column(2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y))};
}

long double along(flr_vec3 axis, const long double d[3])
{
    return axis.x * d[0] + axis.y * d[1] + axis.z * d[2];
}

/// From the point at t of the segment to the box.
long double apart(const flr_segment3 &s, const flr_box3 &b, long double t)
{
    const long double d[3] = {(long double)s.a.x - b.center.x + t * ((long double)s.b.x - s.a.x),
                              (long double)s.a.y - b.center.y + t * ((long double)s.b.y - s.a.y),
                              (long double)s.a.z - b.center.z + t * ((long double)s.b.z - s.a.z)};
    const long double x = std::fmax(std::fabs(along(b.axes.x, d)) - b.half_extents.x, 0.0L),
                      y = std::fmax(std::fabs(along(b.axes.y, d)) - b.half_extents.y, 0.0L),
                      z = std::fmax(std::fabs(along(b.axes.z, d)) - b.half_extents.z, 0.0L);
    return std::sqrt(x * x + y * y + z * z);
}

/// The least of a convex function, by thirds.
double least(const flr_segment3 &s, const flr_box3 &b)
{
    long double low = 0, high = 1;
    for (int i = 0; i < 200; ++i) {
        long double u = low + (high - low) / 3, v = high - (high - low) / 3;
        (apart(s, b, u) < apart(s, b, v) ? high : low) = apart(s, b, u) < apart(s, b, v) ? v : u;
    }
    return double(std::fmin(apart(s, b, low), std::fmin(apart(s, b, 0), apart(s, b, 1))));
}

double size_of(const flr_segment3 &s, const flr_box3 &b, flr_real radius)
{
    return double(flr_length3(flr_sub3(s.a, b.center)) + flr_length3(flr_sub3(s.b, s.a)) +
                  flr_length3(b.half_extents) + radius);
}

struct worst {
    double distance = 0, width = 0;
    int closed = 0, asked = 0, met = 0;
};

void judge(tally &t, const flr_segment3 &s, flr_real radius, const flr_box3 &b, const char *name, worst *w)
{
    const flr_capsule3 capsule = {s.a, s.b, radius};
    const bool is_point = flr_length3(flr_sub3(s.b, s.a)) == 0 && w->asked % 2 == 0;
    const flr_sphere ball = {s.a, radius};
    flr_convex3 x = is_point ? flr_convex3_sphere(&ball) : flr_convex3_capsule(&capsule),
                y = flr_convex3_box(&b);
    const double core = least(s, b), expected = core - double(radius);
    // the scene is measured from the first shape's centre, and positions are rounded where they are
    const double far =
        std::fabs(double(b.center.x)) + std::fabs(double(b.center.y)) + std::fabs(double(b.center.z));
    const double unit = size_of(s, b, radius) * real_rounding;
    for (int order = 0; order < 2; ++order) {
        const flr_convex3 *p = order ? &y : &x, *q = order ? &x : &y;
        flr_gjk3 r = flr_closest3_convex_convex(p, q, nullptr);
        flr_overlap3_convex o = flr_overlap3_convex_convex(p, q, nullptr);
        ++w->asked;
        w->closed += r.iterations == 1;
        w->met += r.overlap;
        t.expect(r.status == FLR_OK && o.status == FLR_OK, "%s: status %d %d", name, r.status, o.status);
        double error = std::fabs(double(r.distance) - std::fmax(expected, 0.0)) / unit;
        if (core > 0) error = std::fmax(error, std::fabs(double(r.signed_distance) - expected) / unit);
        w->distance = std::fmax(w->distance, error);
        const double open = std::fmax(expected, 0.0);
        t.expect(double(r.lower) <= open + 2 * unit && open <= double(r.upper) + 2 * unit,
                 "%s: %.17g is not in %.17g .. %.17g", name, open, double(r.lower), double(r.upper));
        w->width = std::fmax(w->width, double(r.upper - r.lower) / unit);
        if (std::fabs(expected) > 16 * unit) {
            t.expect(r.overlap == (expected < 0), "%s: overlap %d at %g", name, r.overlap, expected);
            t.expect(o.overlap == (expected < 0), "%s: yes or no %d at %g", name, o.overlap, expected);
        }
        if (o.overlap || !(core > 64 * unit)) continue;
        t.expect(std::fabs(double(flr_length3(r.normal)) - 1) < 8 * real_rounding, "%s: normal", name);
        flr_vec3 gap = flr_sub3(flr_sub3(r.point_b, r.point_a), flr_scale3(r.signed_distance, r.normal));
        t.expect(double(flr_length3(gap)) <= 8 * (unit + far * real_rounding), "%s: points apart by %g", name,
                 double(flr_length3(gap)) / unit);
        // the plane parts them: every corner beyond it
        t.expect(double(flr_dot3(o.normal, flr_sub3(q->center, p->center))) > 0, "%s: normal of no", name);
    }
}

flr_box3 random_box(random_source &r)
{
    flr_box3 b;
    b.center = r.point(-1, 1);
    b.axes = turn(r);
    b.half_extents = r.point(0.1, 1);
    return b;
}

flr_segment3 random_segment(random_source &r)
{
    flr_segment3 s;
    s.a = r.point(-2, 2);
    s.b = r.point(-2, 2);
    return s;
}

void report(tally &t, const worst &w, const char *name, double distance, double width)
{
    std::printf("  %s: %d asked, %d closed, %d meet, distance off by %.2f roundings, bounds %.2f apart\n",
                name, w.asked, w.closed, w.met, w.distance, w.width);
    expect_pinned(t, (std::string(name) + ": distance, roundings").c_str(), w.distance, distance);
    expect_pinned(t, (std::string(name) + ": bounds apart, roundings").c_str(), w.width, width);
}

void random_pairs(tally &t)
{
    random_source r{5};
    worst w;
    for (int i = 0; i < 4000; ++i) {
        flr_box3 b = random_box(r);
        flr_segment3 s = random_segment(r);
        double radius = r.between(0, 1.4);
        judge(t, s, i % 4 == 0 ? 0 : flr_real(radius), b, "random", &w);
    }
    report(t, w, "random", real_choose(4, 1), real_choose(64, 6.4));
    t.expect(w.met > 0.3 * w.asked && w.met < 0.7 * w.asked, "%d of %d meet", w.met, w.asked);
    t.expect(w.closed > 0.5 * w.asked, "%d of %d by the closed form", w.closed, w.asked);
}

/// Parallel to axes, in the planes of faces, along edges; boxes that are plates, bars and points; points for segments.
void degenerate(tally &t)
{
    random_source r{6};
    worst w;
    for (int i = 0; i < 4000; ++i) {
        flr_box3 b = random_box(r);
        if (i % 2) b.axes = flr_affine3_identity().linear;
        b.center = r.lattice_point(-1, 1);
        b.half_extents = r.lattice_point(0, 2);
        flr_segment3 s;
        s.a = r.lattice_point(-3, 3);
        s.b = r.lattice_point(-3, 3);
        if (i % 5 == 0) s.b = s.a;
        if (i % 7 == 0) s.b = flr_add3(s.a, flr_scale3(2, b.axes.y));
        judge(t, s, i % 3 == 0 ? 1 : 0, b, "lattice", &w);
    }
    report(t, w, "lattice", real_choose(5, 1), real_choose(80, 11));
}

/// Ever closer to a face, far from the origin, tiny and huge, and needles.
void near_far(tally &t)
{
    random_source r{7};
    worst w;
    for (int i = 0; i < 3000; ++i) {
        flr_box3 b = random_box(r);
        flr_segment3 s = random_segment(r);
        const int kind = i % 5;
        const double gap = std::pow(10.0, -r.between(0, !real_is_float ? 15 : 6));
        if (kind == 0) {
            flr_vec3 over = flr_add3(b.center, flr_scale3(b.half_extents.z + flr_real(gap), b.axes.z));
            s.a = flr_add3(over, flr_scale3(flr_real(r.between(-1, 1)), b.axes.x));
            s.b = flr_add3(over, flr_scale3(flr_real(r.between(-1, 1)), b.axes.y));
        }
        if (kind == 1) b.half_extents.x *= flr_real(1e6);
        if (kind == 2) s.b = flr_add3(s.a, flr_scale3(flr_real(1e6), flr_sub3(s.b, s.a)));
        const flr_real scale = kind == 3 ? flr_real(1e-6) : kind == 4 ? flr_real(1e6) : 1;
        b.center = flr_scale3(scale, b.center);
        b.half_extents = flr_scale3(scale, b.half_extents);
        s.a = flr_scale3(scale, s.a);
        s.b = flr_scale3(scale, s.b);
        if (i % 2) {
            const flr_vec3 away = flr_scale3(flr_real(1e6), r.point(-1, 1));
            b.center = flr_add3(b.center, away);
            s.a = flr_add3(s.a, away);
            s.b = flr_add3(s.b, away);
        }
        judge(t, s, 0, b, "near or far", &w);
    }
    report(t, w, "near or far", real_choose(5, 1), real_choose(96, 5.4));
}

}  // namespace

FEELER_TESTS(FEELER_TEST(random_pairs), FEELER_TEST(degenerate), FEELER_TEST(near_far))

}  // namespace TEST_FILE
