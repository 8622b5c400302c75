// A NaN or an infinity in any number of any shape is told by every question, in both orders.
#include <cmath>
#include <limits>
#include <vector>

#include "any/any3_stock.hpp"
#include "feeler/hull.h"
#include "support/cmocka.hpp"

namespace TEST_FILE
{
namespace
{

using any3::held;

const flr_path3 still = {{{1, 0, 0, 0}, {0, 0, 0}}, {{1, 0, 0, 0}, {0, 0, 0}}};
const flr_path3 moving = {{{1, 0, 0, 0}, {0, 0, 0}}, {{1, 0, 0, 0}, {1, 2, 3}}};

void all_questions(tally &t, const flr_shape3 &a, const flr_shape3 &b, double bad)
{
    bool overlap;
    flr_closest3 c;
    flr_signed_distance3_result s;
    flr_manifold3 m;
    flr_sweep3_result w;
    flr_toi3_result n;
    const flr_vec3 step = flr_vec3_make(1, 2, 3);
    const flr_status got[] = {
        flr_overlap3(&a, &b, &overlap),   flr_distance3(&a, &b, &c),
        flr_signed_distance3(&a, &b, &s), flr_contact3(&a, &b, nullptr, &m),
        flr_sweep3(&a, step, &b, &w),     flr_toi3(&a, &moving, &b, &still, nullptr, &n)};
    static const char *const name[] = {"overlap", "distance", "signed distance",
                                       "contact", "sweep",    "motion"};
    for (int k = 0; k < 6; ++k)
        t.expect(got[k] == FLR_NOT_FINITE, "%s %s: %s of %g: status %d", flr_shape3_name(a.kind),
                 flr_shape3_name(b.kind), name[k], bad, got[k]);
}

void one_shape(tally &t, const flr_shape3 &s, double bad)
{
    flr_aabb3 bounds;
    int side;
    flr_raycast3_result r;
    const flr_plane3 plane = {{0, 0, 1}, 0};
    const flr_raycast3_path path =
        flr_raycast3_path_make(flr_vec3_make(-3, 0, 0), flr_vec3_make(1, 0, 0), 0, 9);
    t.expect(flr_raycast3(&path, &s, &r) == FLR_NOT_FINITE, "%s: cast at %g", flr_shape3_name(s.kind), bad);
    t.expect(flr_bounds3(&s, &bounds) == FLR_NOT_FINITE && flr_classify3(&plane, &s, &side) == FLR_NOT_FINITE,
             "%s: bounds or side with %g", flr_shape3_name(s.kind), bad);
}

/// All numbers of a shape.
std::vector<flr_real *> numbers(held &h)
{
    std::vector<flr_real *> all;
    auto add = [&](void *first, size_t bytes) {
        for (size_t k = 0; k < bytes / sizeof(flr_real); ++k)
            all.push_back(static_cast<flr_real *>(first) + k);
    };
    auto &s = h.shape.as;
    switch (h.shape.kind) {
    case FLR_SHAPE3_POINT:
        add(&s.point, sizeof s.point);
        break;
    case FLR_SHAPE3_SEGMENT:
    case FLR_SHAPE3_RAY:
    case FLR_SHAPE3_LINE:
        add(&s.segment, sizeof s.segment);
        break;
    case FLR_SHAPE3_PLANE:
    case FLR_SHAPE3_HALFSPACE:
        add(&s.plane, sizeof s.plane);
        break;
    case FLR_SHAPE3_SPHERE:
        add(&s.sphere, sizeof s.sphere);
        break;
    case FLR_SHAPE3_CAPSULE:
    case FLR_SHAPE3_CYLINDER:
    case FLR_SHAPE3_CONE:
        add(&s.capsule, sizeof s.capsule);
        break;
    case FLR_SHAPE3_AABB:
        add(&s.aabb, sizeof s.aabb);
        break;
    case FLR_SHAPE3_BOX:
    case FLR_SHAPE3_ELLIPSOID:
        add(&s.box, sizeof s.box);
        break;
    case FLR_SHAPE3_TRIANGLE:
        add(&s.triangle, sizeof s.triangle);
        break;
    case FLR_SHAPE3_QUAD:
    case FLR_SHAPE3_TETRAHEDRON:
        add(&s.quad, sizeof s.quad);
        break;
    case FLR_SHAPE3_RECTANGLE:
        add(&s.rectangle, sizeof s.rectangle);
        break;
    case FLR_SHAPE3_POLYGON:
        for (flr_vec3 &p : *h.points) add(&p, sizeof p);
        break;
    case FLR_SHAPE3_MESH:
        add(&s.mesh.pose, sizeof s.mesh.pose);
        add(&s.mesh.bounds, sizeof s.mesh.bounds);
        break;
    default: {
        flr_convex3 &c = s.convex;
        add(&c.radius, sizeof c.radius);
        if (c.kind == FLR_CONVEX3_CORNERS) add(c.corners, c.count * sizeof(flr_vec3));
        if (c.kind == FLR_CONVEX3_POINTS || c.kind == FLR_CONVEX3_HULL || c.kind == FLR_CONVEX3_BOX) {
            add(&c.center, sizeof c.center);
            add(&c.axes, sizeof c.axes);
        }
        if (c.kind == FLR_CONVEX3_BOX) add(&c.half_extents, sizeof c.half_extents);
        if (c.kind == FLR_CONVEX3_POINTS)
            for (flr_vec3 &p : *h.points) add(&p, sizeof p);
        if (c.kind == FLR_CONVEX3_CYLINDER || c.kind == FLR_CONVEX3_CONE) {
            add(c.corners, 2 * sizeof(flr_vec3));
            add(&c.half_extents.x, sizeof(flr_real));
            add(&c.half_extents.z, sizeof(flr_real));
        }
    }
    }
    return all;
}

void every_number(tally &t, random_source &r, held &h)
{
    const double bad[] = {NAN, INFINITY, -INFINITY};
    for (flr_real *number : numbers(h)) {
        const flr_real kept = *number;
        for (double x : bad) {
            *number = flr_real(x);
            one_shape(t, h.shape, x);
            for (int k = 0; k < FLR_SHAPE3_COUNT; ++k) {
                held other = any3::random_shape(r, static_cast<flr_shape3_kind>(k), r.point(-1, 1), 1, k % 2);
                all_questions(t, h.shape, other.shape, x);
                all_questions(t, other.shape, h.shape, x);
            }
        }
        *number = kept;
    }
}

void shapes(tally &t)
{
    random_source r{1};
    for (int k = 0; k < FLR_SHAPE3_COMPOUND; ++k) {  // a compound is made of these
        held h = any3::random_shape(r, static_cast<flr_shape3_kind>(k), flr_vec3_make(0, 0, 0), 1, true);
        every_number(t, r, h);
    }
}

void cores(tally &t)
{
    random_source r{2};
    std::vector<flr_vec3> cloud;
    for (int k = 0; k < 20; ++k) cloud.push_back(r.point(-1, 1));
    flr_hull3 *hull = nullptr;
    t.expect(flr_hull3_create(cloud.data(), 20, nullptr, nullptr, &hull) == FLR_OK, "no hull");
    const flr_cylinder cylinder = {{0, 0, 0}, {1, 2, 3}, 1};
    const flr_cone cone = {{0, 0, 0}, {1, 2, 3}, 1};
    const flr_box3 box = {{0, 0, 0}, any3::axes(r), {1, 2, 3}};
    const flr_tetrahedron tetrahedron = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const flr_convex3 all[] = {flr_convex3_cylinder(&cylinder), flr_convex3_cone(&cone),
                               flr_convex3_box(&box), flr_convex3_tetrahedron(&tetrahedron),
                               flr_convex3_hull(hull, box.axes, flr_vec3_make(1, 0, 0), flr_real(0.5))};
    for (const flr_convex3 &c : all) {
        held h = any3::of_kind(FLR_SHAPE3_CONVEX);
        h.shape.as.convex = c;
        every_number(t, r, h);
    }
    flr_hull3_destroy(hull);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(shapes), FEELER_TEST(cores))

}  // namespace TEST_FILE
