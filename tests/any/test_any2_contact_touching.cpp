/// Every pair of kinds in the plane on small whole numbers, moved so that the two have a point in common: then there is a
/// contact, as deep as the signed distance says; where they have none there is one within a margin of their distance only.
#include <cmath>
#include <utility>
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

flr_vec2 lattice(random_source &r)
{
    int x = r.whole(-2, 2), y = r.whole(-2, 2);
    return flr_vec2_make(flr_real(x), flr_real(y));
}

flr_vec2 direction(random_source &r)
{
    flr_vec2 d{};
    while (flr_length_squared2(d) == 0) d = lattice(r);
    return d;
}

/// Of length 5 in whole numbers.
flr_vec2 of_length_5(random_source &r)
{
    const int ways[8][2] = {{5, 0}, {0, 5}, {3, 4}, {4, 3}, {-3, 4}, {4, -3}, {-5, 0}, {-3, -4}};
    const int *w = ways[r.whole(0, 7)];
    return flr_vec2_make(flr_real(w[0]), flr_real(w[1]));
}

/// A shape and one of its points; `corners` are of the polygon or convex.
struct anchored {
    flr_shape2 shape{};
    flr_vec2 on{};
    std::vector<flr_vec2> corners;
};

/// The shape lies `by` from where its kind and the numbers put it.
anchored lattice_shape(random_source r, flr_shape2_kind k, flr_vec2 by)
{
    anchored s;
    s.shape.kind = k;
    auto &as = s.shape.as;
    flr_vec2 p = flr_add2(lattice(r), by), d = direction(r), q = flr_add2(p, d), across = of_length_5(r);
    flr_real wide = flr_real(r.whole(0, 2)), tall = flr_real(r.whole(0, 2));
    int turn = r.whole(-2, 2);
    s.on = p;
    switch (k) {
    case FLR_SHAPE2_POINT:
        as.point = p;
        break;
    case FLR_SHAPE2_SEGMENT:
        as.segment = {p, q};
        break;
    case FLR_SHAPE2_RAY:
        as.ray = {p, d};
        s.on = flr_mul_add2(p, flr_real(turn < 0 ? -turn : turn), d);
        break;
    case FLR_SHAPE2_LINE:
        as.line = {p, d};
        s.on = flr_mul_add2(p, flr_real(turn), d);
        break;
    case FLR_SHAPE2_PLANE:
    case FLR_SHAPE2_HALFSPACE:
        as.plane = {d, flr_dot2(d, p)};
        break;
    case FLR_SHAPE2_CIRCLE:
        as.circle = {p, 5};
        s.on = flr_add2(p, across);
        break;
    case FLR_SHAPE2_CAPSULE:
        as.capsule = {p, q, 5};
        s.on = flr_add2(p, across);
        break;
    case FLR_SHAPE2_AABB:
        as.aabb = {p, flr_add2(p, {wide, tall})};
        break;
    case FLR_SHAPE2_BOX:
        // off the lattice its corner is one but for roundings
        as.box = {p, {0, 1}, {wide, tall}};
        if (by.x != std::floor(by.x)) as.box.axis = {flr_real(0.6), flr_real(0.8)};
        s.on = flr_add2(p, {-tall, wide});
        break;
    case FLR_SHAPE2_TRIANGLE: {
        flr_vec2 c = flr_add2(lattice(r), by);
        as.triangle = {p, q, c};
        break;
    }
    case FLR_SHAPE2_POLYGON: {
        const int l[6][2] = {{-1, -1}, {2, -1}, {2, 0}, {0, 0}, {0, 2}, {-1, 2}};
        for (auto [x, y] : l) s.corners.push_back(flr_add2(p, flr_vec2_make(flr_real(x), flr_real(y))));
        as.polygon = {s.corners.data(), s.corners.size()};
        s.on = s.corners[std::size_t(r.whole(0, 5))];
        break;
    }
    default:
        for (int i = 0; i < 5; ++i) s.corners.push_back(flr_add2(lattice(r), by));
        as.convex = flr_convex2_points(s.corners.data(), 5, {1, 0}, {0, 0}, wide);
        s.on = s.corners[std::size_t(r.whole(0, 4))];
        break;
    }
    return s;
}

struct counts {
    int touching = 0, overlapping = 0, apart = 0;
    worst_of unit = {"length of a contact's normal, roundings", 2.4};
    worst_of depth = {"depth of contacts", real_choose(2.3e-15, 7e-7)};
};

void judge(tally &t, const flr_shape2 &a, const flr_shape2 &b, counts &n)
{
    const char *na = flr_shape2_name(a.kind), *nb = flr_shape2_name(b.kind);
    bool overlap = false;
    flr_signed_distance2_result s;
    flr_manifold2 m;
    flr_status known = flr_overlap2(&a, &b, &overlap), told = flr_signed_distance2(&a, &b, &s),
               status = flr_contact2(&a, &b, nullptr, &m);
    if (!t.expect(known == FLR_OK && told == FLR_OK && status == FLR_OK, "%s %s: status %d %d %d", na, nb,
                  known, told, status))
        return;
    ++(overlap ? n.overlapping : n.apart);
    if (!overlap) {
        t.expect(m.count == 0, "%s %s: apart by %g, %d points", na, nb, s.signed_distance, m.count);
        // a margin of just what lies between them reaches, one less by the last bit does not
        flr_closest2 c;
        if (!t.expect(flr_distance2(&a, &b, &c) == FLR_OK, "%s %s: no distance", na, nb)) return;
        flr_contact2_options o = {c.distance, 0, nullptr};
        flr_contact2(&a, &b, &o, &m);
        t.expect(m.count > 0, "%s %s: apart by the margin %g, no point", na, nb, o.margin);
        o.margin = std::nextafter(c.distance, flr_real(0));
        flr_contact2(&a, &b, &o, &m);
        t.expect(m.count == 0, "%s %s: apart by more than the margin, %d points", na, nb, m.count);
        return;
    }
    t.expect(m.inseparable == s.inseparable, "%s %s: inseparable?", na, nb);
    if (s.inseparable || !t.expect(m.count > 0, "%s %s: no point", na, nb)) return;
    double deepest = -INFINITY;
    for (int i = 0; i < m.count; ++i) deepest = std::fmax(deepest, double(m.points[i].depth));
    t.expect(n.unit.within(off_unit(m.normal)), "%s %s: normal", na, nb);
    t.expect(n.depth.within(std::fabs(deepest + double(s.signed_distance))),
             "%s %s: depth %.17g, signed distance %.17g", na, nb, deepest, s.signed_distance);
}

void every_pair(tally &t)
{
    random_source r{2208};
    counts n;
    for (int x = 0; x < FLR_SHAPE2_COMPOUND; ++x)
        for (int y = x; y < FLR_SHAPE2_COMPOUND; ++y)
            for (int k = 0; k < 120; ++k) {
                uint64_t seed_a = r.bits(), seed_b = r.bits();
                auto kx = flr_shape2_kind(x), ky = flr_shape2_kind(y);
                anchored a = lattice_shape({seed_a}, kx, {0, 0}), b = lattice_shape({seed_b}, ky, {0, 0});
                // two of three anywhere
                flr_real by_x = flr_real(r.between(-3, 3)), by_y = flr_real(r.between(-3, 3));
                flr_vec2 by = k % 3 == 0 ? flr_sub2(a.on, b.on) : flr_vec2_make(by_x, by_y);
                b = lattice_shape({seed_b}, ky, by);
                n.touching += k % 3 == 0;
                judge(t, a.shape, b.shape, n);
                judge(t, b.shape, a.shape, n);
            }
    const double share = double(n.overlapping) / (n.overlapping + n.apart);
    t.expect(n.overlapping >= 2 * n.touching && share > 0.3 && share < 0.7,
             "%d overlap, of which %d touch by design, %d apart", n.overlapping, 2 * n.touching, n.apart);
    n.unit.hold(t);
    n.depth.hold(t);
}

/// Far from the origin, in whole numbers: a ball and a core without a radius that touch, a number on and a number off.
void far_touches(tally &t)
{
    random_source r{2209};
    const int ways[4][3] = {{3, 4, 5}, {5, 12, 13}, {8, 15, 17}, {20, 21, 29}};
    const double places[3] = {0, real_choose(1e6, 0x1p14), real_choose(1e9, 0x1p16)};
    int meet = 0, all = 0;
    for (int i = 0; i < 1200; ++i) {
        const int *w = ways[r.whole(0, 3)], times = r.whole(1, 9), flip = r.whole(0, 1),
                  off = i % 4 == 0 ? 0 : r.whole(-2, 1);
        const double far = places[i % 3], x = flip ? w[1] : w[0], y = flip ? w[0] : -w[1];
        const flr_vec2 at = flr_add2(lattice(r), flr_vec2_make(flr_real(far), flr_real(-far))),
                       out = flr_vec2_make(flr_real(x), flr_real(y)), side = flr_perp2(out),
                       on = flr_mul_add2(at, flr_real(times), out);
        flr_shape2 ball{}, core{};
        ball.kind = FLR_SHAPE2_CIRCLE;
        ball.as.circle = {at, flr_real(times * w[2] + off)};
        core.kind = i % 2 ? FLR_SHAPE2_CAPSULE : FLR_SHAPE2_SEGMENT;
        const int before = r.whole(0, 3), after = r.whole(0, 3);
        const flr_vec2 a = flr_mul_add2(on, flr_real(-before), side),
                       b = flr_mul_add2(on, flr_real(after), side);
        if (i % 2)
            core.as.capsule = {a, b, 0};
        else
            core.as.segment = {a, b};
        for (int turn = 0; turn < 2; ++turn) {
            bool overlap = false;
            flr_manifold2 m{};
            const flr_shape2 *first = turn ? &core : &ball, *second = turn ? &ball : &core;
            t.expect(flr_overlap2(first, second, &overlap) == FLR_OK && overlap == (off >= 0),
                     "%d: overlap %d at %d", i, overlap, off);
            t.expect(flr_contact2(first, second, nullptr, &m) == FLR_OK && (m.count > 0) == (off >= 0),
                     "%d: %d points at %d", i, m.count, off);
            meet += overlap, ++all;
        }
    }
    t.expect(meet * 10 > all * 3 && meet * 10 < all * 7, "%d of %d meet", meet, all);
}

/// As good as touching, nearer than rounding, in any direction: there is a point where the two overlap, and none where they do not;
/// which of these is exact (test_any2_one).
void nearly_touching(tally &t)
{
    random_source r{2210};
    int meet = 0, all = 0;
    for (int i = 0; i < 8000; ++i) {
        const double far = i % 2 ? 0 : real_choose(1e6, 64), angle = r.between(0, 6.3);
        const flr_real radius = flr_real(r.between(0.1, 2)), other = flr_real(i % 3 ? 0 : r.between(0, 1)),
                       before = flr_real(-r.between(0, 3)), after = flr_real(r.between(0, 3));
        const flr_vec2 out = {flr_real(std::cos(angle)), flr_real(std::sin(angle))}, side = flr_perp2(out);
        const flr_vec2 at = {flr_real(far + r.between(-2, 2)), flr_real(-far + r.between(-2, 2))};
        const flr_vec2 on = flr_mul_add2(flr_mul_add2(at, radius, out), other, out),
                       p = flr_mul_add2(on, before, side), q = flr_mul_add2(on, after, side);
        flr_shape2 ball{}, core{};
        ball.kind = FLR_SHAPE2_CIRCLE, ball.as.circle = {at, radius};
        core.kind = FLR_SHAPE2_CAPSULE, core.as.capsule = {p, q, other};
        if (i % 6 == 1) core.kind = FLR_SHAPE2_SEGMENT;
        if (i % 6 == 2) core.kind = FLR_SHAPE2_TRIANGLE, core.as.triangle = {p, q, flr_add2(q, out)};
        for (int turn = 0; turn < 2; ++turn) {
            bool overlap = false;
            flr_manifold2 m{};
            const flr_shape2 *first = turn ? &core : &ball, *second = turn ? &ball : &core;
            t.expect(flr_overlap2(first, second, &overlap) == FLR_OK &&
                         flr_contact2(first, second, nullptr, &m) == FLR_OK && overlap == (m.count > 0),
                     "%d: overlap %d, %d points", i, overlap, m.count);
            meet += overlap, ++all;
        }
    }
    t.expect(meet * 10 > all * 3 && meet * 10 < all * 7, "%d of %d meet", meet, all);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(every_pair), FEELER_TEST(far_touches), FEELER_TEST(nearly_touching))

}  // namespace TEST_FILE
