/// Manifolds of convex shapes of the plane: normal, depth and points from the definition, over random, touching, parallel,
/// nested, far, tiny, thin and whole-numbered pairs, in both orders.
#include <string>

#include "contact/contact2_judge.hpp"
#include "support/pinned.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

using namespace contact2;

const double usual = single ? 2e-6 : 4e-15;

void check_share(tally &t, const judged &w, const char *name, double low, double high)
{
    t.expect(w.hit >= low * w.asked && w.hit <= high * w.asked, "%s: %d of %d are hit", name, w.hit, w.asked);
    std::printf("  %s: %d asked, %d hit, %d with two points, depth %.2g, place %.2g\n", name, w.asked, w.hit,
                w.two, w.depth_error, w.place_error);
}

/// In roundings of the size.
void pin(tally &t, const judged &w, const char *name, double depth, double place)
{
    expect_pinned(t, (std::string("depth of ") + name).c_str(), w.depth_error / real_rounding, depth);
    expect_pinned(t, (std::string("place of ") + name).c_str(), w.place_error / real_rounding, place);
}

void random_polygons(tally &t)
{
    random_source r{1};
    judged w;
    for (int i = 0; i < 4000; i++) {
        int n = r.whole(1, 9), m = r.whole(1, 9);
        double x = r.between(-1.6, 1.6), y = r.between(-1.6, 1.6);
        body a = ring(r, n, 0, 0, 0.2, 1.5), b = ring(r, m, x, y, 0.2, 1.5);
        judge(t, a, b, 0, "polygons", &w, usual);
    }
    check_share(t, w, "polygons", 0.3, 0.7);
    pin(t, w, "polygons", real_choose(4, 4), real_choose(4, 7));
}

void hulls(tally &t)
{
    random_source r{4};
    judged w;
    for (int i = 0; i < 3000; i++) {
        int n = r.whole(1, 16), m = r.whole(1, 16);
        double x = r.between(-1.6, 1.6), y = r.between(-1.6, 1.6);
        body a = ring(r, n, 0, 0, 0.2, 1.5), b = ring(r, m, x, y, 0.2, 1.5);
        if (i % 3 == 0) a.radius = flr_real(0.1);
        a.build();
        if (i % 4 != 0) b.build();
        judge(t, a, b, i % 2 ? 0.1 : 0, "hulls", &w, usual);
    }
    check_share(t, w, "hulls", 0.3, 0.7);
    pin(t, w, "hulls", real_choose(4, 4), real_choose(6, 5));
}

/// About the number of corners from which on the expanding polygon answers in place of all axes.
void many_corners(tally &t)
{
    random_source r{5};
    judged w;
    for (int i = 0; i < scenes(1200); i++) {
        int n = r.whole(3, 60), m = r.whole(3, 60);
        double x = r.between(-2.1, 2.1), y = r.between(-2.1, 2.1);
        body a = ring(r, n, 0, 0, 1, 1), b = ring(r, m, x, y, 1, 1);
        if (i % 3 == 0) a.radius = flr_real(0.1);
        if (i % 4 == 0) a.build();
        judge(t, a, b, i % 2 ? 0.1 : 0, "many corners", &w, usual);
    }
    check_share(t, w, "many corners", 0.3, 0.8);
    pin(t, w, "many corners", real_choose(4, 16), real_choose(6, 8));
}

void rounded_ones_and_margins(tally &t)
{
    random_source r{2};
    judged w;
    for (int i = 0; i < 4000; i++) {
        int n = r.whole(1, 6), m = r.whole(1, 6);
        double x = r.between(-1.9, 1.9), y = r.between(-1.9, 1.9),
               margin = r.whole(0, 1) ? r.between(0, 0.5) : 0;
        body a = ring(r, n, 0, 0, 0.2, 1.2), b = ring(r, m, x, y, 0.2, 1.2);
        double ra = r.between(0, 0.5), rb = r.between(0, 0.5);
        a.radius = r.whole(0, 1) ? flr_real(ra) : 0;
        b.radius = flr_real(rb);
        judge(t, a, b, margin, "rounded", &w, single ? 2e-5 : 2e-14);
    }
    check_share(t, w, "rounded", 0.3, 0.7);
    pin(t, w, "rounded", real_choose(4, 4), real_choose(5, 5));
}

void points_in_any_order(tally &t)
{
    random_source r{3};
    judged w;
    for (int i = 0; i < 1500; i++) {
        int n = r.whole(1, 8), m = r.whole(1, 8);
        double x = r.between(-1.6, 1.6), y = r.between(-1.6, 1.6);
        body a = ring(r, n, 0, 0, 0.2, 1.5), b = ring(r, m, x, y, 0.2, 1.5), c = a;
        flr_manifold2 ordered = judge(t, a, b, 0.1, "in order", &w, usual);
        for (size_t k = c.corners.size(); k > 1; k--)
            std::swap(c.corners[k - 1], c.corners[size_t(r.whole(0, int(k) - 1))]);
        c.disorder = true;
        flr_convex2 p = c.convex(), q = b.convex();
        flr_contact2_options o = {flr_real(0.1), 0, nullptr};
        flr_manifold2 m2;
        t.expect(flr_contact2_convex_convex(&p, &q, &o, &m2) == FLR_OK, "points: status");
        if (ordered.count != m2.count) {
            // only where an end of the stretch is at the margin, or axes tie
            t.expect(std::fabs(double(dot(from(ordered.normal), from(m2.normal)))) < 0.999 ||
                         ordered.count + m2.count == 1,
                     "points: %d instead of %d", m2.count, ordered.count);
            continue;
        }
        for (int k = 0; k < m2.count; k++) {
            double least = INFINITY;
            for (int l = 0; l < m2.count; l++)
                least = std::min(
                    least, double(length(from(m2.points[k].position) - from(ordered.points[l].position))));
            t.expect(least < (single ? 1e-4 : 1e-12), "points: %g off", least);
        }
    }
    check_share(t, w, "in order", 0.3, 0.75);
    pin(t, w, "in order", real_choose(3, 3), real_choose(4, 4));
}

/// Corners with whole numbers: all that can touch, lie along or coincide does.
void lattice(tally &t)
{
    random_source r{4};
    judged w;
    for (int i = 0; i < 6000; i++) {
        body s[2];
        for (body &b : s) {
            int kind = r.whole(0, 3), x = r.whole(-2, 2), y = r.whole(-2, 2), u = r.whole(-2, 2),
                v = r.whole(-2, 2);
            if (kind == 0) b.corners = {to(x, y)};
            if (kind == 1) b.corners = {to(x, y), to(x + u, y + v)};
            if (kind == 2)
                b.corners = {to(x, y), to(x + 2, y), to(x + 2, y + 1), to(x + 1, y + 1), to(x, y + 1)};
            if (kind == 3) b.corners = {to(x, y), to(x + u, y - v), to(x + 2 * u, y), to(x + u, y + v)};
        }
        judge(t, s[0], s[1], r.whole(0, 1), "lattice", &w, usual);
    }
    check_share(t, w, "lattice", 0.3, 0.95);
    pin(t, w, "lattice", real_choose(1, 1), real_choose(4, 4));
}

/// One box on another's side: the points are the ends of the stretch that both cover.
void flush_sides(tally &t)
{
    random_source r{5};
    for (int i = 0; i < 2000; i++) {
        double angle = r.between(0, 6.283185307179586), wide = r.between(0.2, 2),
               deep = r.between(-0.05, 0.1);
        double at = r.between(-1, 1) * (1 + wide) * 0.95, scale = std::pow(10, r.between(-6, 6));
        double far = r.whole(0, 1) ? 0 : 100, c = std::cos(angle), s = std::sin(angle);
        auto turned = [&](double u, double v) {
            return to(scale * (far + c * u - s * v), scale * (far + s * u + c * v));
        };
        body a, b;
        a.corners = {turned(-1, -1), turned(1, -1), turned(1, 0), turned(-1, 0)};
        b.corners = {turned(at - wide, -deep), turned(at + wide, -deep), turned(at + wide, 3),
                     turned(at - wide, 3)};
        flr_contact2_options o = {flr_real(0.06 * scale), 0, nullptr};
        flr_convex2 x = a.convex(), y = b.convex();
        flr_manifold2 m;
        t.expect(flr_contact2_convex_convex(&x, &y, &o, &m) == FLR_OK, "status");
        double low = std::max(-1.0, at - wide), high = std::min(1.0, at + wide);
        if (high - low < 0.12) continue;  // may be parted sideways
        double err = (single ? 2e-3 : 1e-12) * scale;
        if (!t.expect(m.count == 2, "%d points (at %g, wide %g, deep %g)", m.count, at, wide, deep)) continue;
        for (int k = 0; k < 2; k++) {
            double least = INFINITY;
            for (double u : {low, high}) {
                flr_vec2 e = turned(u, -deep / 2);
                least = std::min(least, double(length(from(e) - from(m.points[k].position))));
            }
            t.expect(least < err, "%g from an end", least / scale);
            t.expect(std::fabs(double(m.points[k].depth) - deep * scale) < err, "depth %g, not %g",
                     double(m.points[k].depth) / scale, deep);
        }
        double apart = double(length(from(m.points[0].position) - from(m.points[1].position)));
        t.expect(std::fabs(apart - (high - low) * scale) < 2 * err, "stretch %g", apart / scale);
    }
}

void far_tiny_and_thin(tally &t)
{
    random_source r{6};
    for (double far : {0.0, 1e6, 1e9})
        for (double scale : {1e-6, 1e-3, 1.0, 1e3}) {
            if (single && far > 0) scale *= far / 1e4;  // as small as floats so far away can tell
            judged w;
            for (int i = 0; i < 300; i++) {
                int n = r.whole(2, 6), m = r.whole(2, 6);
                double x = r.between(-1.4, 1.4), y = r.between(-1.4, 1.4);
                body a = ring(r, n, far, -far, 0.2 * scale, scale);
                body b = ring(r, m, far + x * scale, -far + y * scale, 0.2 * scale, scale);
                double coarse = far * real_epsilon / scale;
                // corners are off the ring by the coordinates' rounding, and no longer convex by as much
                judge(t, a, b, 0.1 * scale, "far or tiny", &w, usual + 8 * coarse);
            }
        }
    judged w;
    for (int i = 0; i < 2000; i++) {
        double x = r.between(-1, 1), y = r.between(-1, 1), u = r.between(0, 7), v = r.between(0, 7);
        body a = box(0, 0, 1.5, 1.5e-6, u),
             b = r.whole(0, 1) ? box(x, y, 1, 1e-6, v) : box(x, y, 0.6, 0.8, v);
        judge(t, a, b, 0, "needles", &w, usual);
    }
    check_share(t, w, "needles", 0.3, 0.8);
    pin(t, w, "needles", real_choose(3, 3), real_choose(4, 4));
}

/// One within the other; the same twice; a point in it.
void nested(tally &t)
{
    random_source r{7};
    judged w;
    for (int i = 0; i < 1000; i++) {
        int n = r.whole(3, 8), m = r.whole(1, 5);
        body a = ring(r, n, 0, 0, 2, 4), b = ring(r, m, 0, 0, 0.1, 0.5);
        judge(t, a, b, 0, "nested", &w, usual);
        judge(t, a, a, 0, "twice", &w, usual);
    }
}

/// Touching by construction, a corner against a side, exact in the numbers.
void touching(tally &t)
{
    random_source r{8};
    for (int i = 0; i < 500; i++) {
        double x = r.whole(-8, 8), y = r.whole(-8, 8), at = r.whole(-7, 7);
        body a = box(x, y, 8, 4), b;
        const double right = r.whole(1, 5), up = r.whole(1, 5);
        b.corners = {to(x + at, y + 4), to(x + at + right, y + 4 + up), to(x + at, y + 12)};
        judged w;
        flr_manifold2 m = judge(t, a, b, 0, "touching", &w, usual);
        t.expect(m.count == 1 && m.points[0].depth == 0 && m.normal.x == 0 && m.normal.y == 1,
                 "corner on a side");
        body c = box(x + 16, y, 8, 2);
        m = judge(t, a, c, 0, "touching sides", &w, usual);
        t.expect(m.count == 2 && m.points[0].depth == 0 && m.points[1].depth == 0 && m.normal.x == 1,
                 "sides");
    }
}

/// A square by its support function alone.
struct square {
    double x, y, half;
};
flr_vec2 support_of_square(const void *user, flr_vec2 d)
{
    const square *s = static_cast<const square *>(user);
    return to(s->x + (d.x < 0 ? -s->half : s->half), s->y + (d.y < 0 ? -s->half : s->half));
}
flr_vec2 support_of_disc(const void *user, flr_vec2 d)
{
    const square *s = static_cast<const square *>(user);
    double l = std::hypot(double(d.x), double(d.y));
    return to(s->x + s->half * double(d.x) / l, s->y + s->half * double(d.y) / l);
}

void users_cores(tally &t)
{
    square s = {0, 0, 1}, d = {0.25, 1.75, 1};
    flr_convex2 a = flr_convex2_user(support_of_square, &s, to(0, 0), 0),
                disc = flr_convex2_user(support_of_disc, &d, to(0.25, 1.75), 0);
    body b = box(0.5, 1.75, 1, 1);
    flr_convex2 other = b.convex();
    flr_manifold2 m;
    t.expect(flr_contact2_convex_convex(&a, &other, nullptr, &m) == FLR_OK, "status of a square");
    t.expect(m.count == 2 && std::fabs(double(m.points[0].depth) - 0.25) < 1e-6, "a square: %d points",
             m.count);
    flr_status status = flr_contact2_convex_convex(&a, &disc, nullptr, &m);
    t.expect(status == FLR_OK || status == FLR_NOT_CONVERGED, "status of a disc");
    t.expect(m.count == 1 && std::fabs(double(m.points[0].depth) - 0.25) < 1e-4 && m.normal.y > 0.999,
             "a disc: %d points, depth %g", m.count, double(m.points[0].depth));
}

void wrong_arguments(tally &t)
{
    body b = box(0, 0, 1, 1);
    flr_convex2 a = b.convex();
    flr_manifold2 m;
    flr_contact2_options o = {-1, 0, nullptr};
    t.expect(flr_contact2_convex_convex(nullptr, &a, nullptr, &m) == FLR_INVALID_ARGUMENT, "null");
    t.expect(flr_contact2_convex_convex(&a, &a, nullptr, nullptr) == FLR_INVALID_ARGUMENT, "null");
    t.expect(flr_contact2_convex_convex(&a, &a, &o, &m) == FLR_INVALID_ARGUMENT, "margin");
    flr_circle c = {to(NAN, 0), 1};
    t.expect(flr_contact2_circle_circle(&c, &c, nullptr, &m) == FLR_NOT_FINITE, "NaN");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(random_polygons), FEELER_TEST(hulls), FEELER_TEST(many_corners),
             FEELER_TEST(rounded_ones_and_margins), FEELER_TEST(points_in_any_order), FEELER_TEST(lattice),
             FEELER_TEST(flush_sides), FEELER_TEST(far_tiny_and_thin), FEELER_TEST(nested),
             FEELER_TEST(touching), FEELER_TEST(users_cores), FEELER_TEST(wrong_arguments))

}  // namespace TEST_FILE
