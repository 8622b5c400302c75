/// Polygons that are concave by rounding alone, at corners that would be straight: signed distance and contact are those
/// of their hull, in both orders and however they are turned and moved.
#include <cmath>
#include <vector>

#include "feeler/any2.h"
#include "feeler/math.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

struct spot {
    double x, y;
};

struct pose {
    double cosine, sine, scale, x, y;
    flr_vec2 operator()(spot p) const
    {
        double u = p.x * scale, v = p.y * scale;
        return flr_vec2_make(flr_real(cosine * u - sine * v + x), flr_real(sine * u + cosine * v + y));
    }
};

/// A convex polygon counter-clockwise, and where on its sides further corners go.
struct drawing {
    std::vector<spot> corners;
    std::vector<double> extra;  ///< side + part of it
    double radius = 0;
    double inset = 0;  ///< how far these lie inside
};

drawing convex_polygon(random_source &r)
{
    drawing d;
    int count = r.whole(3, 7);
    double x = r.between(-1, 1), y = r.between(-1, 1), a = r.between(0.5, 2), b = r.between(0.2, 1),
           at = r.between(0, 6.28);
    for (int i = 0; i < count; ++i) {
        at += 6.28 / count * r.between(0.7, 0.99);
        d.corners.push_back({x + a * std::cos(at), y + b * std::sin(at)});
    }
    return d;
}

drawing with_extra(drawing d, random_source &r)
{
    int side = -1;
    for (int last = int(d.corners.size()) - 1; side < last;) {
        side = r.whole(side + 1, last);
        d.extra.push_back(side + (r.whole(0, 1) ? 0.5 : r.between(0.01, 0.99)));
    }
    return d;
}

/// What a drawing becomes in place: with its extra corners, each a last bit or two inside of the side it is on, and without.
struct placed {
    std::vector<flr_vec2> all, few;
    flr_shape2 whole{}, hull{};
    int reflex = 0;
    double inset = 0;

    void put(const drawing &d, flr_vec2 a, flr_vec2 b, size_t side)
    {
        for (double e : d.extra) {
            if (size_t(e) != side) continue;
            flr_vec2 p = flr_lerp2(a, b, flr_real(e - double(side)));
            flr_vec2 in = flr_perp2(flr_sub2(b, a));
            p = flr_mul_add2(p, flr_real(inset / double(flr_length2(in))), in);
            for (int k = 0; k < 4 && flr_orient2(a.x, a.y, b.x, b.y, p.x, p.y) <= 0; ++k) {
                bool by_x = std::fabs(double(in.x)) > std::fabs(double(in.y));
                flr_real &c = by_x ? p.x : p.y;
                c = flr_real(real_after(double(c), (by_x ? in.x : in.y) > 0 ? 1e30 : -1e30));
            }
            reflex += flr_orient2(a.x, a.y, b.x, b.y, p.x, p.y) > 0;
            all.push_back(p);
        }
    }
    placed(const drawing &d, const pose &at)
    {
        inset = d.inset * at.scale;
        for (spot p : d.corners) few.push_back(at(p));
        for (size_t i = 0; i < few.size(); ++i) {
            all.push_back(few[i]);
            put(d, few[i], few[(i + 1) % few.size()], i);
        }
        if (few.size() > 2) {
            whole.kind = hull.kind = FLR_SHAPE2_POLYGON;
            whole.as.polygon = {all.data(), all.size()};
            hull.as.polygon = {few.data(), few.size()};
            return;
        }
        flr_real radius = flr_real(d.radius * at.scale);
        if (few.size() == 2) {
            whole.kind = radius > 0 ? FLR_SHAPE2_CAPSULE : FLR_SHAPE2_SEGMENT;
            if (radius > 0)
                whole.as.capsule = {few[0], few[1], radius};
            else
                whole.as.segment = {few[0], few[1]};
        } else {
            whole.kind = radius > 0 ? FLR_SHAPE2_CIRCLE : FLR_SHAPE2_POINT;
            if (radius > 0)
                whole.as.circle = {few[0], radius};
            else
                whole.as.point = few[0];
        }
        hull = whole;
    }
    placed(const placed &) = delete;
};

/// The other: a polygon of the same manner, a convex one, or one or two points with a radius or without.
drawing other(random_source &r)
{
    int manner = r.whole(0, 5);
    if (manner < 2) return manner ? convex_polygon(r) : with_extra(convex_polygon(r), r);
    drawing d;
    for (int i = 0; i < 1 + manner % 2; ++i) {
        double x = r.between(-1.5, 1.5), y = r.between(-1.5, 1.5);
        d.corners.push_back({x, y});
    }
    d.radius = manner < 4 ? r.between(0.1, 1) : 0;
    return d;
}

struct answer {
    double value, contact;
    bool met;
};

answer ask(tally &t, const flr_shape2 &a, const flr_shape2 &b, double size, double e)
{
    flr_signed_distance2_result s{};
    flr_manifold2 m{};
    flr_contact2_options o{};
    o.margin = flr_real(size);
    t.expect(flr_signed_distance2(&a, &b, &s) == FLR_OK && flr_contact2(&a, &b, &o, &m) == FLR_OK,
             "no answer");
    flr_vec2 off = flr_sub2(flr_sub2(s.point_b, s.point_a), flr_scale2(s.signed_distance, s.normal));
    t.expect(double(flr_length2(off)) <= 2 * e, "points off by %g", double(flr_length2(off)));
    double deepest = -INFINITY;
    for (int i = 0; i < m.count; ++i) deepest = std::fmax(deepest, double(m.points[i].depth));
    return {double(s.signed_distance), -deepest, s.signed_distance <= 0};
}

/// Roundings of the size of the scene and of its place.
const double bound = 2 * real_rounding;

void as_their_hulls(tally &t)
{
    random_source r{41};
    int met = 0, all = 0, concave = 0;
    double worst = 0, worst_turned = 0, worst_contact = 0, worst_moved = 0;
    for (int i = 0; i < 4000; ++i) {
        drawing p = with_extra(convex_polygon(r), r), q = other(r);
        double scale = std::pow(10, r.between(-3, 3)), angle = r.between(0, 6.28),
               away = i % 3 ? 0 : 100 * scale;
        const pose still = {1, 0, scale, 0, 0},
                   turned = {std::cos(angle), std::sin(angle), scale, away, r.between(-1, 1) * away};
        placed a(p, still), b(q, still), c(p, turned), d(q, turned);
        concave += a.reflex > 0;
        const double size = 4 * scale, e = bound * size;
        answer one = ask(t, a.whole, b.whole, size, e), two = ask(t, b.whole, a.whole, size, e),
               hull = ask(t, a.hull, b.hull, size, e),
               moved = ask(t, c.whole, d.whole, size, bound * (size + 4 * away));
        ++all, met += one.met;
        double by_hull = std::fabs(one.value - hull.value), by_turn = std::fabs(one.value - two.value),
               by_move = std::fabs(one.value - moved.value),
               by_contact = std::fmax(std::fabs(one.value - one.contact), std::fabs(two.value - two.contact));
        t.expect(by_hull <= e, "%d: %.17g, of the hull %.17g", i, one.value / scale, hull.value / scale);
        t.expect(by_turn <= e, "%d: %.17g, turned round %.17g", i, one.value / scale, two.value / scale);
        t.expect(by_contact <= e, "%d: %.17g, contact %.17g, turned round %.17g", i, one.value / scale,
                 one.contact / scale, two.contact / scale);
        t.expect(by_move <= bound * (size + 4 * away), "%d: %.17g, moved %.17g", i, one.value / scale,
                 moved.value / scale);
        worst = std::fmax(worst, by_hull / size);
        worst_turned = std::fmax(worst_turned, by_turn / size);
        worst_contact = std::fmax(worst_contact, by_contact / size);
        worst_moved = std::fmax(worst_moved, by_move / (size + 4 * away));
    }
    std::printf("  %d of %d met, %d concave; worst in roundings: %g of the hull, %g turned, %g of contacts, "
                "%g moved\n",
                met, all, concave, worst / real_rounding, worst_turned / real_rounding,
                worst_contact / real_rounding, worst_moved / real_rounding);
    expect_pinned(t, "of the hull, roundings", worst / real_rounding, real_choose(1.9, 2));
    expect_pinned(t, "turned round, roundings", worst_turned / real_rounding, exact_answers);
    expect_pinned(t, "of contacts, roundings", worst_contact / real_rounding, real_choose(0.8, 0.7));
    expect_pinned(t, "moved, roundings", worst_moved / real_rounding, real_choose(2.2, 1));
    t.expect(10 * met > 3 * all && 10 * met < 7 * all && concave > 9 * all / 10, "%d of %d met, %d concave",
             met, all, concave);
}

/// Corners that bend in by more than rounding: the depth is that of the hull but for how far they do.
void bent_in(tally &t)
{
    random_source r{42};
    int met = 0, all = 0;
    double worst = 0;
    for (int i = 0; i < 4000; ++i) {
        drawing p = with_extra(convex_polygon(r), r), q = other(r);
        p.inset = q.inset = std::pow(10, r.between(-16, -3));
        const pose still = {1, 0, 1, 0, 0};
        placed a(p, still), b(q, still);
        const double e = bound * 4;
        answer one = ask(t, a.whole, b.whole, 4, e), two = ask(t, b.whole, a.whole, 4, e),
               hull = ask(t, a.hull, b.hull, 4, e);
        ++all, met += one.met;
        t.expect(std::fabs(one.value - two.value) <= e, "%d: %.17g, turned round %.17g", i, one.value,
                 two.value);
        worst = std::fmax(worst, std::fabs(one.value - two.value) / 4);
        // both sides of a corner at the end of a side may be bent in
        t.expect(one.value >= hull.value - e && one.value <= hull.value + e + 2 * (p.inset + q.inset),
                 "%d: %.17g, of the hull %.17g, bent in by %g", i, one.value, hull.value, p.inset);
    }
    expect_pinned(t, "bent in, turned round, roundings", worst / real_rounding, exact_answers);
    t.expect(10 * met > 3 * all && 10 * met < 7 * all, "%d of %d met", met, all);
}

/// A capsule over the side of a polygon whose middle corner is concave in the last bit: moved inwards until it touches
/// that corner from within it would still overlap.
void from_within(tally &t)
{
    const std::vector<flr_vec2> corners = {{flr_real(-0.17696603497207727), flr_real(-0.41417193078824499)},
                                           {flr_real(1.1662546919344503), flr_real(-2.5095669687814706)},
                                           {flr_real(2.5094754188409776), flr_real(-4.6049620067746959)},
                                           {flr_real(6.3066007507095119), flr_real(-2.0238029845280603)},
                                           {flr_real(1.72159663096219), flr_real(0.87640758033507282)}};
    flr_shape2 polygon{}, capsule{};
    polygon.kind = FLR_SHAPE2_POLYGON;
    polygon.as.polygon = {corners.data(), corners.size()};
    capsule.kind = FLR_SHAPE2_CAPSULE;
    capsule.as.capsule = {{flr_real(0.78632243889041475), flr_real(-0.92593609814153621)},
                          {flr_real(0.76874485031584727), flr_real(-2.1330220635356585)},
                          flr_real(0.70905428911471202)};
    // out over that side: the farther end of the core lies 0.5348 inside of it
    answer one = ask(t, polygon, capsule, 8, bound * 8), two = ask(t, capsule, polygon, 8, bound * 8);
    const double depth = 1.2438389413060882;
    t.expect(std::fabs(one.value + depth) < 8 * bound && std::fabs(two.value + depth) < 8 * bound,
             "%.17g, turned round %.17g", one.value, two.value);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(as_their_hulls), FEELER_TEST(bent_in), FEELER_TEST(from_within))

}  // namespace TEST_FILE
