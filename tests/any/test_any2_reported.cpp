// needs: gmp
/// Scenes of the plane that users have reported other libraries to fail on, with the numbers of their reports, against
/// the hull of all differences of corners in 512 bits.
#include "closest/minkowski2.hpp"
#include "feeler/any2.h"
#include "feeler/contact2.h"
#include "support/cmocka.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

using corners = std::vector<flr_vec2>;

flr_vec2 to(double x, double y) { return flr_vec2_make(flr_real(x), flr_real(y)); }

void judge(tally &t, const char *name, const corners &p, const corners &q, bool overlap)
{
    flr_convex2 x = flr_convex2_polygon(p.data(), uint32_t(p.size()), to(1, 0), to(0, 0), 0),
                y = flr_convex2_polygon(q.data(), uint32_t(q.size()), to(1, 0), to(0, 0), 0);
    bool meet;
    double exact = minkowski2::signed_distance(minkowski2::corners(x), minkowski2::corners(y), &meet),
           size = 0;
    for (const corners *c : {&p, &q})
        for (flr_vec2 v : *c) size = std::fmax(size, double(flr_length2(flr_sub2(v, p[0]))));
    double room = 8 * real_epsilon * size;
    t.expect(meet == overlap, "%s: the report says %d, exact %.17g", name, overlap, exact);
    for (int turn = 0; turn < 2; ++turn) {
        const flr_convex2 &a = turn ? y : x, &b = turn ? x : y;
        flr_gjk2 d = flr_closest2_convex_convex(&a, &b, nullptr),
                 s = flr_signed_distance2_convex_convex(&a, &b, nullptr);
        t.expect(d.status == FLR_OK && s.status == FLR_OK && d.iterations <= 96, "%s: status %d %d, %d steps",
                 name, d.status, s.status, d.iterations);
        t.expect(std::fabs(double(d.distance) - std::fmax(0, exact)) <= room,
                 "%s: distance %.17g, exact %.17g", name, double(d.distance), exact);
        t.expect(std::fabs(double(s.signed_distance) - exact) <= room,
                 "%s: signed distance %.17g, exact %.17g", name, double(s.signed_distance), exact);
        bool yes = flr_overlap2_convex_convex(&a, &b, nullptr).overlap;
        t.expect(yes == meet || std::fabs(exact) <= room, "%s: yes or no %d", name, yes);
        flr_manifold2 m;
        flr_contact2_convex_convex(&a, &b, nullptr, &m);
        double most = -INFINITY;
        for (int i = 0; i < m.count; ++i) most = std::fmax(most, double(m.points[i].depth));
        t.expect(exact > room ? m.count == 0 : m.count > 0 || exact >= -room, "%s: %d contacts", name,
                 m.count);
        t.expect(m.count == 0 || std::fabs(most + exact) <= room, "%s: contact %.17g deep, exact %.17g", name,
                 most, -exact);
        flr_shape2 sa{}, sb{};
        sa.kind = sb.kind = FLR_SHAPE2_POLYGON;
        sa.as.polygon = {turn ? q.data() : p.data(), turn ? q.size() : p.size()};
        sb.as.polygon = {turn ? p.data() : q.data(), turn ? p.size() : q.size()};
        t.expect(flr_overlap2(&sa, &sb, &yes) == FLR_OK && yes == meet, "%s: as polygons, exactly: %d", name,
                 yes);
    }
}

/// A diamond around a point.
corners diamond(double x, double y) { return {to(x, y - 10), to(x + 10, y), to(x, y + 10), to(x - 10, y)}; }

void polygons(tally &t)
{
    judge(t, "reported for cute_c2, 160", {to(-568, 928), to(-568, 1056), to(-848, 1056), to(-848, 928)},
          {to(-688, 736), to(-688, 1184), to(-912, 1184), to(-912, 736)}, true);
    corners middle = diamond(40, 40);
    for (corners c : {diamond(40, 58), diamond(58, 40), diamond(40, 22), diamond(22, 40)})
        judge(t, "reported for cute_c2, 256", middle, c, true);
    judge(t, "reported for cute_c2, 256, touching", middle, diamond(40, 60), true);
    judge(t, "reported for cute_c2, 256, apart", middle, diamond(40, 61), false);
    judge(t, "reported for gjk.c, 6",
          {to(4.000010, 11.000005), to(4.999991, 4.999999), to(8.999989, 8.999995)},
          {to(3.999999, 10.999990), to(5.000005, 4.999998), to(9.000001, 8.999989)}, true);
    judge(t, "reported for gjk.c, 6, another",
          {to(3.999993, 11.000011), to(4.999998, 5.000003), to(8.999994, 9.000011)},
          {to(3.999994, 10.999999), to(5.000001, 4.999989), to(9.000001, 9.000003)}, true);
    judge(
        t, "reported for openGJK, 3",
        {to(0.795121, -0.727851), to(-0.178424, -0.989183), to(-0.412644, -0.770664), to(0.566564, 0.548772)},
        {to(-0.211223, -0.511346), to(-0.347973, 0.45872), to(0.277308, 0.969689)}, true);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(polygons))

}  // namespace TEST_FILE
