// flr_overlap3 is true exactly where flr_distance3 is 0, and flr_distance3_bounds agrees with both, asked with a limit, a cache or neither:
// of pairs that touch to the last digit and one digit to either side, where searches that end otherwise would tell otherwise.
#include <memory>
#include <vector>

#include "any/any3_stock.hpp"
#include "feeler/any2.h"
#include "feeler/hull.h"
#include "support/cmocka.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

using any3::held;

struct body {
    held h;
    std::shared_ptr<flr_hull3> hull;
};

enum form { HULL, POINTS, BOX, TETRAHEDRON, CYLINDER, CAPSULE, QUAD, MESH, COMPOUND, FORMS };
const char *const names[] = {"hull",    "points", "box",  "tetrahedron", "cylinder",
                             "capsule", "quad",   "mesh", "compound"};

body make(random_source &r, form f)
{
    body b;
    const flr_mat3 m = any3::axes(r);
    std::vector<flr_vec3> v;
    for (int i = 0; i < 16; ++i) v.push_back(r.point(-1, 1));
    b.h = any3::of_kind(FLR_SHAPE3_CONVEX);
    b.h.points = std::make_shared<std::vector<flr_vec3>>(v);
    switch (f) {
    case HULL: {
        flr_hull3 *hull = nullptr;
        must(flr_hull3_create(v.data(), v.size(), nullptr, nullptr, &hull), "flr_hull3_create");
        b.hull = {hull, flr_hull3_destroy};
        b.h.shape.as.convex = flr_convex3_hull(hull, m, {0, 0, 0}, 0);
        break;
    }
    case POINTS:
        b.h.shape.as.convex = flr_convex3_points(b.h.points->data(), 16, m, {0, 0, 0}, 0);
        break;
    case MESH: {
        const flr_vec3 low = r.point(-1, 0), high = r.point(0, 1);
        b.h = any3::mesh(::box(low, high), true);
        break;
    }
    case COMPOUND:
        b = make(r, HULL);
        b.h = any3::compound({b.h});
        break;
    default: {
        const flr_shape3_kind kinds[] = {FLR_SHAPE3_BOX, FLR_SHAPE3_TETRAHEDRON, FLR_SHAPE3_CYLINDER,
                                         FLR_SHAPE3_CAPSULE, FLR_SHAPE3_QUAD};
        b.h = any3::random_shape(r, kinds[f - BOX], {0, 0, 0}, 1, false);
        break;
    }
    }
    return b;
}

/// The hull's middle, moved.
void place(body &b, flr_vec3 at)
{
    flr_shape3 &s = b.h.shape.kind == FLR_SHAPE3_COMPOUND ? b.h.shapes->front() : b.h.shape;
    s.as.convex.center = at;
}

bool overlap(const body &a, const body &b)
{
    bool yes = false;
    must(flr_overlap3(&a.h.shape, &b.h.shape, &yes), "flr_overlap3");
    return yes;
}

void at_a_touch(tally &t)
{
    random_source r{91};
    int together = 0, apart = 0;
    for (int n = 0; n < 40; ++n)
        for (int f = 0; f < FORMS; ++f) {
            body a = make(r, form(f)), b = make(r, n % 3 == 0 ? COMPOUND : n % 3 == 1 ? HULL : POINTS);
            flr_vec3 d = r.point(-1, 1);
            if (any3::length(d) < 0.1) continue;
            d = flr_scale3(flr_real(1 / any3::length(d)), d);
            double low = 0, high = 8;
            for (double middle = 4; middle != low && middle != high; middle = real_of((low + high) / 2)) {
                place(b, flr_scale3(flr_real(middle), d));
                (overlap(a, b) ? low : high) = middle;
            }
            for (double at : {real_after(low, 0), low, high, real_after(high, 8)}) {
                place(b, flr_scale3(flr_real(at), d));
                const bool yes = overlap(a, b);
                (yes ? together : apart)++;
                flr_closest3 c{};
                must(flr_distance3(&a.h.shape, &b.h.shape, &c), "flr_distance3");
                t.expect(yes == (c.distance == 0), "%s: yes or no %d, distance %g", names[f], yes,
                         double(c.distance));
                flr_gjk3_cache cache{};
                const flr_distance3_options all[] = {
                    {0, nullptr}, {flr_real(real_choose(1e-300, 1e-30)), nullptr}, {0, &cache}, {0, &cache}};
                for (const flr_distance3_options &o : all) {
                    flr_distance3_result s{};
                    must(flr_distance3_bounds(&a.h.shape, &b.h.shape, &o, &s), "flr_distance3_bounds");
                    t.expect(yes == (s.distance == 0 && !s.beyond), "%s: yes or no %d, bounds %g", names[f],
                             yes, double(s.distance));
                }
            }
        }
    t.expect(together > 300 && apart > 300, "%d together, %d apart", together, apart);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(at_a_touch))

}  // namespace TEST_FILE
