/// Curved cores that all but touch. A direction is chosen and the points of both shapes that lie farthest along it and against
/// it; one shape is put where these are a small gap apart along that direction. So the planes through them keep the shapes
/// apart by the gap, and nothing of them is nearer: the distance lies between what the two points tell.
#include <cmath>

#include "any/any3_stock.hpp"
#include "feeler/any3.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

using any3::held;

struct spot {
    double x, y, z;
};

spot of(flr_vec3 v) { return {double(v.x), double(v.y), double(v.z)}; }
spot along(spot a, double s, spot b) { return {a.x + s * b.x, a.y + s * b.y, a.z + s * b.z}; }
spot less(spot a, spot b) { return along(a, -1, b); }
double dot(spot a, spot b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
spot cross(spot a, spot b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
spot unit(spot a) { return along({0, 0, 0}, 1 / std::sqrt(dot(a, a)), a); }

/// The farthest of some points along n.
spot farthest(const std::vector<spot> &p, spot n)
{
    spot best = p[0];
    for (spot q : p)
        if (dot(less(q, best), n) > 0) best = q;
    return best;
}

std::vector<spot> corners_of(const flr_shape3 &s)
{
    if (s.kind == FLR_SHAPE3_SEGMENT) return {of(s.as.segment.a), of(s.as.segment.b)};
    if (s.kind == FLR_SHAPE3_TRIANGLE) return {of(s.as.triangle.a), of(s.as.triangle.b), of(s.as.triangle.c)};
    if (s.kind == FLR_SHAPE3_TETRAHEDRON)
        return {of(s.as.tetrahedron.a), of(s.as.tetrahedron.b), of(s.as.tetrahedron.c),
                of(s.as.tetrahedron.d)};
    std::vector<spot> p;
    const flr_box3 &b = s.as.box;
    for (int i = 0; i < 8; ++i) {
        spot q =
            along(of(b.center), i & 1 ? double(b.half_extents.x) : -double(b.half_extents.x), of(b.axes.x));
        q = along(q, i & 2 ? double(b.half_extents.y) : -double(b.half_extents.y), of(b.axes.y));
        p.push_back(along(q, i & 4 ? double(b.half_extents.z) : -double(b.half_extents.z), of(b.axes.z)));
    }
    return p;
}

/// Of a disc around c square to the axis.
spot rim(spot c, spot axis, double radius, spot n)
{
    spot out = along(n, -dot(n, axis) / dot(axis, axis), axis);
    out = along(out, -dot(out, axis) / dot(axis, axis),
                axis);  // of little again what was lost in taking much away
    double length = std::sqrt(dot(out, out));
    return length > 1e-12 ? along(c, radius / length, out) : c;
}

spot support(const flr_shape3 &s, spot n)
{
    if (s.kind == FLR_SHAPE3_CYLINDER) {
        spot a = of(s.as.cylinder.a), b = of(s.as.cylinder.b), axis = less(b, a);
        return rim(dot(axis, n) > 0 ? b : a, axis, double(s.as.cylinder.radius), n);
    }
    if (s.kind == FLR_SHAPE3_CONE) {
        spot apex = of(s.as.cone.apex), base = of(s.as.cone.base);
        return farthest({apex, rim(base, less(apex, base), double(s.as.cone.radius), n)}, n);
    }
    return farthest(corners_of(s), n);
}

/// Square to a flat or straight part of the shape, or any way.
spot direction(random_source &r, const flr_shape3 &s)
{
    spot any = of(r.point(-1, 1)), axis{};
    int manner = r.whole(0, 3);
    if (manner == 0) return unit(any);
    if (s.kind == FLR_SHAPE3_CYLINDER || s.kind == FLR_SHAPE3_CONE) {
        axis = s.kind == FLR_SHAPE3_CYLINDER ? less(of(s.as.cylinder.b), of(s.as.cylinder.a))
                                             : less(of(s.as.cone.base), of(s.as.cone.apex));
        return unit(manner == 1 ? axis : cross(axis, any));
    }
    std::vector<spot> p = corners_of(s);
    spot u = less(p[1], p[0]), v = p.size() > 2 ? less(p[2], p[0]) : any;
    return unit(cross(u, manner == 1 ? v : any));
}

const flr_shape3_kind others[] = {FLR_SHAPE3_SEGMENT,     FLR_SHAPE3_TRIANGLE, FLR_SHAPE3_BOX,
                                  FLR_SHAPE3_TETRAHEDRON, FLR_SHAPE3_CYLINDER, FLR_SHAPE3_CONE};
const flr_shape3_kind curved[] = {FLR_SHAPE3_CYLINDER, FLR_SHAPE3_CONE};

/// Of the size, here 4 at most, beside the rounding of what is returned. In float no gap is as narrow as the worst ones.
const double bound = real_choose(7.8e-15, 8e-17);

void between_two_points(tally &t)
{
    random_source r{51};
    double worst = 0, loosest = 0, loose_within = 0;
    long asked = 0, meet = 0;
    for (flr_shape3_kind ka : curved)
        for (flr_shape3_kind kb : others)
            for (int i = 0; i < 1500; ++i) {
                held a = any3::random_shape(r, ka, {0, 0, 0}, 1, false),
                     b = any3::random_shape(r, kb, {0, 0, 0}, 1, false);
                // as thin as a needle or a sheet, now and then
                if (i % 16 == 1) a.shape.as.cylinder.radius *= flr_real(1e-4);
                if (i % 16 == 2 && ka == FLR_SHAPE3_CYLINDER)
                    a.shape.as.cylinder.b =
                        flr_lerp3(a.shape.as.cylinder.a, a.shape.as.cylinder.b, flr_real(1e-4));
                const double gap = (i % 4 == 0 ? 0 : i % 4 == 2 ? -1 : 1) * std::pow(10, r.between(-15, -2));
                spot n = direction(r, i % 2 ? a.shape : b.shape);
                spot way =
                    less(along(support(a.shape, n), gap, n), support(b.shape, along({0, 0, 0}, -1, n)));
                b = any3::shifted(b, flr_vec3_make(flr_real(way.x), flr_real(way.y), flr_real(way.z)));
                // what was rounded counts
                spot p = support(a.shape, n), q = support(b.shape, along({0, 0, 0}, -1, n)), d = less(q, p);
                const double low = dot(d, n), high = std::sqrt(dot(d, d));
                flr_convex3 x, y;
                flr_convex3_shape(&a.shape, &x), flr_convex3_shape(&b.shape, &y);
                flr_gjk3 g = i % 5 ? flr_closest3_convex_convex(&x, &y, nullptr)
                                   : flr_closest3_convex_convex(&y, &x, nullptr);
                flr_closest3 c{};
                bool overlap = false;
                t.expect(flr_distance3(&a.shape, &b.shape, &c) == FLR_OK &&
                             flr_overlap3(&a.shape, &b.shape, &overlap) == FLR_OK,
                         "no answer");
                const double got = double(g.distance), rounded = real_rounding * got;
                const double off = (std::fmax(low - got, got - high) - rounded) / 4;
                t.expect(g.status == FLR_OK && off <= bound, "%s %s %d: %.17g, but it is from %.17g to %.17g",
                         flr_shape3_name(ka), flr_shape3_name(kb), i, got, low, high);
                t.expect(double(g.lower) <= high + 1e-14 && double(g.upper) >= low - 1e-14,
                         "%s %s %d: bounds %g and %g", flr_shape3_name(ka), flr_shape3_name(kb), i,
                         double(g.lower), double(g.upper));
                t.expect(overlap == (c.distance == 0), "%s %s %d: overlap %d at %g", flr_shape3_name(ka),
                         flr_shape3_name(kb), i, overlap, double(c.distance));
                worst = std::fmax(worst, off);
                double &loose = gap < 0 ? loose_within : loosest;
                loose = std::fmax(loose, double(g.upper - g.lower) / 4 - 8 * rounded);
                ++asked, meet += overlap;
            }
    t.expect(meet * 10 > asked * 3 && meet * 10 < asked * 7, "%ld of %ld meet", meet, asked);
    std::printf("  %ld of %ld meet; off by %g of the size at worst, bounds %g apart\n", meet, asked, worst,
                loosest);
    expect_pinned(t, "distance, of the size", worst, bound);
    expect_pinned(t, "bounds apart, of the size", loosest, real_choose(8.2e-14, 1e-14));
    expect_pinned(t, "bounds apart where a little overlaps, of the size", loose_within,
                  real_choose(8.5e-15, 5.6e-15));
}

}  // namespace

FEELER_TESTS(FEELER_TEST(between_two_points))

}  // namespace TEST_FILE
