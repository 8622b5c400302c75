// needs: gmp
/// The yes and no of thin shapes with a radius that all but touch: needles nearly along one another, whose simplex is an edge or a
/// sliver and has no direction to speak of. Against the exact distance of segments and triangles; cold, from a cache, in both orders.
#include <cmath>

#include "feeler/convex3.h"
#include "support/cmocka.hpp"
#include "support/exact_mesh.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"

namespace TEST_FILE
{
namespace
{

struct needle {
    flr_triangle3 core;  ///< as a segment a == c
    flr_real radius;
    flr_convex3 convex;
};

flr_real power(random_source &r, double least, double most)
{
    return flr_real(std::pow(10, r.between(least, most)));
}

needle make(random_source &r, flr_vec3 middle, flr_vec3 half, flr_real radius)
{
    needle n;
    n.radius = radius;
    n.core = {flr_sub3(middle, half), flr_add3(middle, half), flr_sub3(middle, half)};
    const flr_segment3 s = {n.core.a, n.core.b};
    n.convex = flr_convex3_segment(&s);
    if (r.between(0, 1) < 0.5) {
        const flr_real wide = power(r, -12, -1), along = flr_real(r.between(-1, 1));
        n.core.c = flr_mul_add3(flr_mul_add3(middle, along, half), wide, r.point(-1, 1));
        n.convex = flr_convex3_triangle(&n.core);
    }
    n.convex.radius = radius;
    return n;
}

void as_told(tally &t)
{
    random_source r{2111};
    worst_of met = {"apart, and told to meet, roundings of the size", exact_answers},
             apart = {"overlapping, and told apart, the same", exact_answers};
    long yes = 0, no = 0;
    for (int n = 0; n < scenes(5000); n++) {
        const flr_real radius = power(r, real_choose(-14, -6), -4),
                       other = flr_real(r.between(0, double(radius)));
        const flr_vec3 middle = r.point(-1, 1), half = r.point(-1, 1);
        const needle a = make(r, middle, half, radius);
        const flr_real beside = flr_real(r.between(0, 4)) * radius, shift = flr_real(r.between(-0.5, 0.5)),
                       angle = power(r, -12, 0), along = flr_real(r.between(0.2, 1.5));
        const flr_vec3 at = flr_mul_add3(flr_mul_add3(middle, beside, r.point(-1, 1)), shift, half);
        const flr_vec3 way = flr_mul_add3(flr_scale3(along, half), angle, r.point(-1, 1));
        const needle b = make(r, at, way, other);
        const exact_mesh::rational square =
            exact_mesh::triangle_triangle(exact_mesh::from(a.core), exact_mesh::from(b.core));
        const double truth = std::sqrt(square.get_d()) - double(a.radius) - double(b.radius);
        double size = 0;
        for (const needle *s : {&a, &b})
            for (flr_vec3 p : {s->core.a, s->core.b, s->core.c})
                size = std::max(size, std::sqrt(double(flr_length_squared3(p))));
        flr_gjk3_cache cache = {};
        for (int way_of_asking = 0; way_of_asking < 4; way_of_asking++) {
            const flr_convex3 *x = way_of_asking == 1 ? &b.convex : &a.convex,
                              *y = way_of_asking == 1 ? &a.convex : &b.convex;
            const flr_overlap3_convex o =
                flr_overlap3_convex_convex(x, y, way_of_asking > 1 ? &cache : nullptr);
            t.expect(o.status == FLR_OK, "status %d", int(o.status));
            (o.overlap ? yes : no)++;
            worst_of &off = o.overlap ? met : apart;
            const double wrong = std::fmax(o.overlap ? truth : -truth, 0) / size / real_rounding;
            t.expect(off.within(wrong), "%d: told %d, truly %g apart; radii %g and %g, angle %g, asked as %d",
                     n, int(o.overlap), truth, double(radius), double(other), double(angle), way_of_asking);
        }
    }
    met.hold(t);
    apart.hold(t);
    t.expect(yes > no / 8 && no > yes / 8, "%ld meet, %ld do not", yes, no);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(as_told))

}  // namespace TEST_FILE
