// Boxes of the plane whose bounds are of sizes of their own, against comparisons of these bounds; and shapes and unions at sizes whose
// squares leave the range of numbers, which are answered as at size 1.
#include <algorithm>
#include <cmath>
#include <vector>

#include "../../fuzz/lattice2.h"
#include "support/cmocka.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

double unlike(random_source &r)
{
    const int span = real_is_float ? 18 : 150;
    const double sign = r.whole(0, 1) ? 1 : -1;
    return sign * r.between(1, 9) * std::pow(10, r.whole(-span, span));
}

flr_shape2 box(random_source &r)
{
    const double x = unlike(r), y = unlike(r), u = unlike(r), v = unlike(r);
    flr_shape2 s{};
    s.kind = FLR_SHAPE2_AABB;
    s.as.aabb.min = flr_vec2_make(flr_real(std::min(x, u)), flr_real(std::min(y, v)));
    s.as.aabb.max = flr_vec2_make(flr_real(std::max(x, u)), flr_real(std::max(y, v)));
    return s;
}

double excess(double x, double low, double high) { return std::max(0.0, std::max(low - x, x - high)); }

/// How far a point is from a box, by its bounds.
double off(flr_vec2 p, const flr_aabb2 &b)
{
    return std::max(excess(double(p.x), double(b.min.x), double(b.max.x)),
                    excess(double(p.y), double(b.min.y), double(b.max.y)));
}

double size(const flr_aabb2 &b)
{
    return std::max(std::max(std::fabs(double(b.min.x)), std::fabs(double(b.max.x))),
                    std::max(std::fabs(double(b.min.y)), std::fabs(double(b.max.y))));
}

/// They meet where both axes do, and what is told to be a common point lies in both.
void bounds_of_all_sizes(tally &t)
{
    random_source r{41};
    int meet = 0;
    const int all = scenes(4000);
    for (int i = 0; i < all; ++i) {
        const flr_shape2 a = box(r), b = box(r);
        const flr_aabb2 &x = a.as.aabb, &y = b.as.aabb;
        const bool right =
            x.min.x <= y.max.x && y.min.x <= x.max.x && x.min.y <= y.max.y && y.min.y <= x.max.y;
        flr_closest2 c;
        flr_signed_distance2_result s;
        bool overlap = false;
        const flr_status d = flr_distance2(&a, &b, &c), o = flr_overlap2(&a, &b, &overlap),
                         e = flr_signed_distance2(&a, &b, &s);
        const double room = 8 * real_epsilon * std::max(size(x), size(y));
        meet += right;
        t.expect(d == FLR_OK && o == FLR_OK && e == FLR_OK && overlap == right && (c.distance == 0) == right,
                 "%d: status %d %d %d, overlap %d at %g, not %d", i, d, o, e, overlap, double(c.distance),
                 right);
        t.expect(off(c.point_a, x) <= room && off(c.point_b, y) <= room, "%d: points off by %g and %g of %g",
                 i, off(c.point_a, x), off(c.point_b, y), size(x) + size(y));
        const double length = std::hypot(double(s.normal.x), double(s.normal.y));
        t.expect(std::fabs(length - 1) <= 4 * real_epsilon, "%d: a normal of length %.17g at %g", i, length,
                 double(s.signed_distance));
    }
    t.expect(meet * 10 > all * 3 && meet * 10 < all * 7, "%d of %d meet", meet, all);
}

/// A shape times a factor, with all that it points to.
struct scaled {
    lattice2 at;

    void times(flr_vec2 *v, size_t count, double by)
    {
        for (size_t i = 0; i < count; ++i) v[i] = flr_scale2(flr_real(by), v[i]);
    }
    void make(flr_shape2 *s, double by)
    {
        auto &as = s->as;
        switch (s->kind) {
        case FLR_SHAPE2_POINT:
        case FLR_SHAPE2_RAY:
        case FLR_SHAPE2_LINE:
            times(&as.point, 1, by);
            return;
        case FLR_SHAPE2_PLANE:
        case FLR_SHAPE2_HALFSPACE:
            as.plane.offset *= flr_real(by);
            return;
        case FLR_SHAPE2_CIRCLE:
            times(&as.circle.center, 1, by);
            as.circle.radius *= flr_real(by);
            return;
        case FLR_SHAPE2_CAPSULE:
            times(&as.capsule.a, 2, by);
            as.capsule.radius *= flr_real(by);
            return;
        case FLR_SHAPE2_SEGMENT:
        case FLR_SHAPE2_AABB:
            times(&as.segment.a, 2, by);
            return;
        case FLR_SHAPE2_BOX:
            times(&as.box.center, 1, by);
            times(&as.box.half_extents, 1, by);
            return;
        case FLR_SHAPE2_TRIANGLE:
            times(&as.triangle.a, 3, by);
            return;
        case FLR_SHAPE2_POLYGON:
            return;
        case FLR_SHAPE2_CONVEX:
            times(&as.convex.center, 1, by);
            as.convex.radius *= flr_real(by);
            return;
        default:
            for (size_t i = 0; i < as.compound.count; ++i)
                make(const_cast<flr_shape2 *>(&as.compound.shapes[i]), by);
        }
    }
};

void at_all_sizes(tally &t)
{
    const int wide[] = {600, -600, 950, -900, 300, -300}, narrow[] = {60, -60, 90, -90, 40, -40};
    random_source r{42};
    int deep = 0;
    for (int i = 0; i < scenes(3000); ++i) {
        std::vector<uint8_t> bytes(200);
        for (uint8_t &b : bytes) b = uint8_t(r.whole(0, 255));
        const double by = std::ldexp(1, real_is_float ? narrow[i % 6] : wide[i % 6]);
        const int ka = i % FLR_SHAPE2_COUNT, kb = r.whole(0, FLR_SHAPE2_COUNT - 1);
        byte_source from = {bytes.data(), bytes.size(), 0, i % 2 == 1}, again = from;
        lattice2 a{}, b{};
        scaled x{}, y{};
        lattice2_make(&from, flr_shape2_kind(ka), flr_vec2_make(0, 0), &a);
        lattice2_make(&from, flr_shape2_kind(kb), flr_vec2_make(0, 0), &b);
        lattice2_make(&again, flr_shape2_kind(ka), flr_vec2_make(0, 0), &x.at);
        lattice2_make(&again, flr_shape2_kind(kb), flr_vec2_make(0, 0), &y.at);
        x.make(&x.at.shape, by);
        y.make(&y.at.shape, by);
        x.times(x.at.points, 12, by);
        y.times(y.at.points, 12, by);
        flr_signed_distance2_result s{}, u{};
        flr_manifold2 m{}, n{};
        const flr_status p = flr_signed_distance2(&a.shape, &b.shape, &s),
                         q = flr_signed_distance2(&x.at.shape, &y.at.shape, &u),
                         v = flr_contact2(&a.shape, &b.shape, nullptr, &m),
                         w = flr_contact2(&x.at.shape, &y.at.shape, nullptr, &n);
        deep += !s.inseparable && s.signed_distance < 0;
        const double room = real_is_float ? 1e-4 : 1e-9;
        t.expect(p == q && s.inseparable == u.inseparable &&
                     std::fabs(double(s.signed_distance) - double(u.signed_distance) / by) <= room,
                 "%d: %s %s times %g: status %d %d, inseparable %d %d, %.17g not %.17g", i,
                 flr_shape2_name(a.shape.kind), flr_shape2_name(b.shape.kind), by, p, q, s.inseparable,
                 u.inseparable, double(u.signed_distance) / by, double(s.signed_distance));
        t.expect(v == w && m.inseparable == n.inseparable && (m.count > 0) == (n.count > 0),
                 "%d: contact of %s %s times %g: status %d %d, %d points not %d", i,
                 flr_shape2_name(a.shape.kind), flr_shape2_name(b.shape.kind), by, v, w, n.count, m.count);
    }
    t.expect(6 * deep > scenes(3000), "%d are deep", deep);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(bounds_of_all_sizes), FEELER_TEST(at_all_sizes))

}  // namespace TEST_FILE
