// needs: gmp
/// Linear casts of slivers: at the time told the planes square to the normal are within rounding of one another, and the point lies on both
/// as they stand then, also where they come to touch along a side. By the definition, in whole numbers. Boxes against boxes are left out.
#include <cmath>

#include "feeler/sweep3.h"
#include "support/cmocka.hpp"
#include "support/minkowski3.hpp"
#include "support/pinned.hpp"
#include "support/scenes.hpp"
#include "support/slivers3.hpp"

namespace TEST_FILE
{
namespace
{

using namespace slivers3;
using minkowski3::corner_list;

double largest(const corner_list &c)
{
    double most = 0;
    for (const minkowski3::rational_point &p : c)
        for (const big_rational &x : p) most = std::fmax(most, std::fabs(x.get_d()));
    return most;
}

/// The corners at a time of the motion.
corner_list at_time(corner_list c, flr_vec3 motion, flr_real t)
{
    const minkowski3::rational_point way = minkowski3::rational(motion);
    for (minkowski3::rational_point &p : c)
        for (size_t k = 0; k < 3; ++k) p[k] += big_rational(double(t)) * way[k];
    return c;
}

void casts(tally &t)
{
    random_source r{109};
    worst_of planes = {"planes of the touch apart, roundings of the size", real_choose(10, 0.3)},
             off = {"points off the shapes, roundings of size, way and coordinates", real_choose(50, 0.4)};
    long hits = 0;
    for (int i = 0; i < 8000; ++i) {
        sliver_pair p;
        draw(r, p);
        const double size_of_way = power(r, -3, 0.5), part = r.between(0.6, 2);
        const flr_vec3 aside = r.point(-1, 1);
        if (i >= scenes(8000) || (p.a.of == slivers3::box && p.b.of == slivers3::box)) continue;
        corner_list x = minkowski3::corners(p.a.core);
        const corner_list y = minkowski3::corners(p.b.core);
        const double near = minkowski3::extent(x, y) / 2;
        const flr_vec3 back = flr_scale3(flr_real(size_of_way * near), aside),
                       motion = flr_scale3(flr_real(-part), back);
        flr_convex3 a = p.a.core;
        a.center = flr_add3(a.center, back);
        for (uint32_t k = 0; a.kind == FLR_CONVEX3_CORNERS && k < a.count; ++k)
            a.corners[k] = flr_add3(a.corners[k], back);
        x = minkowski3::corners(a);
        const flr_sweep3_result told = flr_sweep3_convex_convex(&a, motion, &p.b.core, nullptr);
        t.expect(told.status == FLR_OK, "%d: status %d", i, int(told.status));
        if (!told.hit || told.overlap_at_start || (real_is_float && told.t == 0)) continue;
        ++hits;
        const double radii = double(a.radius) + double(p.b.core.radius),
                     unit = (minkowski3::extent(x, y) + radii) * real_rounding,
                     place =
                         unit + real_rounding * (2 * (largest(x) + largest(y)) + double(flr_length3(motion)));
        const corner_list moved = at_time(x, motion, told.t);
        const double gap = minkowski3::separation(moved, y, told.normal) - radii,
                     of_a = minkowski3::signed_distance({minkowski3::rational(told.point)}, moved).get_d(),
                     of_b = minkowski3::signed_distance({minkowski3::rational(told.point)}, y).get_d();
        t.expect(planes.within(std::fabs(gap) / place), "%d: planes %g apart", i, gap / place);
        t.expect(off.within(std::fmax(0, std::fmax(of_a - double(a.radius), of_b - double(p.b.core.radius))) /
                            place),
                 "%d: the point is %g and %g off", i, of_a / place, of_b / place);
    }
    t.expect(10 * hits > scenes(8000), "%ld hits", hits);
    planes.hold(t);
    off.hold(t);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(casts))

}  // namespace TEST_FILE
