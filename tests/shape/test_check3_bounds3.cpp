// needs: gmp
// What is a shape, and the box around it: bounds against the farthest points in 512 bits.
#include <cmath>
#include <limits>

#include "closest/exact_shapes3.hpp"
#include "feeler/any3.h"
#include "feeler/shape2.h"
#include "feeler/shape3.h"
#include "support/cmocka.hpp"
#include "support/poses.hpp"

namespace TEST_FILE
{

using namespace exact_shapes;

namespace
{

const flr_real inf = std::numeric_limits<flr_real>::infinity(),
               nan_value = std::numeric_limits<flr_real>::quiet_NaN();
const flr_vec3 o = vec3(0, 0, 0), ex = vec3(1, 0, 0), ey = vec3(0, 1, 0), ez = vec3(0, 0, 1);
const flr_vec3 bad = flr_vec3_make(0, nan_value, 0), endless = flr_vec3_make(inf, 0, 0);

template <class Shape>
void expect(tally &t, flr_status (*check)(const Shape *), const Shape &s, flr_status status, const char *what)
{
    flr_status found = check(&s);
    t.expect(found == status, "%s: %s, expected %s", what, flr_status_string(found),
             flr_status_string(status));
}

void shapes_without_edges(tally &t)
{
    t.expect(flr_check3_point(o) == FLR_OK && flr_check3_point(bad) == FLR_NOT_FINITE &&
                 flr_check3_point(endless) == FLR_NOT_FINITE,
             "point");
    expect<flr_segment3>(t, flr_check3_segment, {o, o}, FLR_OK, "a segment that is a point");
    expect<flr_segment3>(t, flr_check3_segment, {o, endless}, FLR_NOT_FINITE, "segment");
    expect<flr_ray3>(t, flr_check3_ray, {o, vec3(0, 0, 1e-30)}, FLR_OK, "ray");
    expect<flr_ray3>(t, flr_check3_ray, {o, o}, FLR_INVALID_SHAPE, "a ray without a direction");
    expect<flr_ray3>(t, flr_check3_ray, {bad, o}, FLR_NOT_FINITE, "ray");
    expect<flr_line3>(t, flr_check3_line, {o, ex}, FLR_OK, "line");
    expect<flr_line3>(t, flr_check3_line, {o, o}, FLR_INVALID_SHAPE, "a line without a direction");
    expect<flr_plane3>(t, flr_check3_plane, {ex, 3}, FLR_OK, "plane");
    expect<flr_plane3>(t, flr_check3_plane, {o, 3}, FLR_INVALID_SHAPE, "a plane without a normal");
    expect<flr_plane3>(t, flr_check3_plane, {ex, inf}, FLR_NOT_FINITE, "plane");
    expect<flr_halfspace3>(t, flr_check3_halfspace, {ex, 3}, FLR_OK, "halfspace");
    expect<flr_halfspace3>(t, flr_check3_halfspace, {o, 0}, FLR_INVALID_SHAPE,
                           "a halfspace without a normal");
    expect<flr_sphere>(t, flr_check3_sphere, {o, 0}, FLR_OK, "a sphere that is a point");
    expect<flr_sphere>(t, flr_check3_sphere, {o, -1}, FLR_INVALID_SHAPE, "a negative radius");
    expect<flr_sphere>(t, flr_check3_sphere, {o, nan_value}, FLR_NOT_FINITE, "sphere");
    expect<flr_capsule3>(t, flr_check3_capsule, {o, o, 1}, FLR_OK, "a capsule that is a sphere");
    expect<flr_capsule3>(t, flr_check3_capsule, {o, ex, -1}, FLR_INVALID_SHAPE, "a negative radius");
    expect<flr_cylinder>(t, flr_check3_cylinder, {o, ex, 0}, FLR_OK, "a cylinder that is a segment");
    expect<flr_cylinder>(t, flr_check3_cylinder, {ex, ex, 1}, FLR_INVALID_SHAPE,
                         "a cylinder without an axis");
    expect<flr_cone>(t, flr_check3_cone, {o, ex, 1}, FLR_OK, "cone");
    expect<flr_cone>(t, flr_check3_cone, {ex, ex, 1}, FLR_INVALID_SHAPE, "a cone without an axis");
    expect<flr_cone>(t, flr_check3_cone, {o, bad, 1}, FLR_NOT_FINITE, "cone");
}

void shapes_with_edges(tally &t)
{
    const flr_mat3 identity = {ex, ey, ez}, mirrored = {ex, ez, ey},
                   doubled = {vec3(2, 0, 0), vec3(0, 2, 0), vec3(0, 0, 2)};
    const flr_mat3 drifted = {vec3(1, 9e-7, 0), ey, ez}, skewed = {vec3(1, 2e-6, 0), ey, ez};
    expect<flr_aabb3>(t, flr_check3_aabb, {o, o}, FLR_OK, "an aabb that is a point");
    expect<flr_aabb3>(t, flr_check3_aabb, {o, vec3(1, -1, 1)}, FLR_INVALID_SHAPE, "min above max");
    expect<flr_box3>(t, flr_check3_box, {o, identity, o}, FLR_OK, "a box that is a point");
    expect<flr_box3>(t, flr_check3_box, {o, mirrored, ex}, FLR_OK, "mirrored axes");
    expect<flr_box3>(t, flr_check3_box, {o, doubled, ex}, FLR_INVALID_SHAPE, "A07: axes of length 2");
    expect<flr_box3>(t, flr_check3_box, {o, drifted, ex}, FLR_OK, "axes off by 9e-7");
    expect<flr_box3>(t, flr_check3_box, {o, skewed, ex}, FLR_INVALID_SHAPE, "axes off by 2e-6");
    expect<flr_box3>(t, flr_check3_box, {o, identity, vec3(1, 1, -1)}, FLR_INVALID_SHAPE,
                     "a negative half extent");
    expect<flr_ellipsoid>(t, flr_check3_ellipsoid, {o, identity, vec3(2, 0, 0)}, FLR_OK,
                          "an ellipsoid that is a segment");
    expect<flr_ellipsoid>(t, flr_check3_ellipsoid, {o, identity, vec3(1, -1, 1)}, FLR_INVALID_SHAPE,
                          "a negative radius");
    expect<flr_ellipsoid>(t, flr_check3_ellipsoid, {o, skewed, ex}, FLR_INVALID_SHAPE,
                          "an ellipsoid's axes off by 2e-6");
    expect<flr_parallelepiped>(t, flr_check3_parallelepiped, {o, skewed}, FLR_OK, "a sheared box");
    expect<flr_parallelepiped>(t, flr_check3_parallelepiped, {o, {o, o, vec3(0, NAN, 0)}}, FLR_NOT_FINITE,
                               "an edge that is no number");
    expect<flr_rectangle3>(t, flr_check3_rectangle, {o, ex, ey, 1, 0}, FLR_OK, "rectangle");
    expect<flr_rectangle3>(t, flr_check3_rectangle, {o, ex, ex, 1, 1}, FLR_INVALID_SHAPE, "parallel axes");
    expect<flr_rectangle3>(t, flr_check3_rectangle, {o, ex, ey, -1, 1}, FLR_INVALID_SHAPE,
                           "a negative half extent");
    expect<flr_triangle3>(t, flr_check3_triangle, {o, o, o}, FLR_OK, "a triangle that is a point");
    expect<flr_triangle3>(t, flr_check3_triangle, {o, o, bad}, FLR_NOT_FINITE, "triangle");
    expect<flr_quad3>(t, flr_check3_quad, {o, ex, ey, endless}, FLR_NOT_FINITE, "quad");
    expect<flr_quad3>(t, flr_check3_quad, {o, ex, ey, ez}, FLR_OK, "quad");
    expect<flr_tetrahedron>(t, flr_check3_tetrahedron, {o, ex, ey, ex}, FLR_OK, "a flat tetrahedron");
    expect<flr_tetrahedron>(t, flr_check3_tetrahedron, {bad, ex, ey, ez}, FLR_NOT_FINITE, "tetrahedron");
    const flr_vec3 points[4] = {o, ex, ey, ez}, broken[2] = {o, bad};
    expect<flr_polygon3>(t, flr_check3_polygon, {points, 3}, FLR_OK, "polygon");
    expect<flr_polygon3>(t, flr_check3_polygon, {points, 0}, FLR_INVALID_SHAPE, "a polygon without corners");
    expect<flr_polygon3>(t, flr_check3_polygon, {nullptr, 3}, FLR_INVALID_SHAPE, "a polygon without memory");
    expect<flr_polygon3>(t, flr_check3_polygon, {broken, 2}, FLR_NOT_FINITE, "polygon");
    const uint32_t faces[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3}, first[5] = {0, 3, 6, 9, 12},
                   wrong[12] = {0, 2, 1, 0, 1, 4, 0, 3, 2, 1, 2, 3}, empty[5] = {0, 3, 3, 9, 12};
    expect<flr_polyhedron3>(t, flr_check3_polyhedron, {points, 4, faces, first, 4}, FLR_OK, "polyhedron");
    expect<flr_polyhedron3>(t, flr_check3_polyhedron, {points, 4, wrong, first, 4}, FLR_INVALID_SHAPE,
                            "an index out of range");
    expect<flr_polyhedron3>(t, flr_check3_polyhedron, {points, 4, faces, empty, 4}, FLR_INVALID_SHAPE,
                            "a face without corners");
    expect<flr_polyhedron3>(t, flr_check3_polyhedron, {points, 4, faces, first, 0}, FLR_INVALID_SHAPE,
                            "no face");
}

/// One side: how far from what it should be, in roundings of the largest coordinate.
struct bounds_checker {
    double worst = 0;

    void check(const flr_aabb3 &found, const big_float low[3], const big_float high[3])
    {
        const flr_real side[6] = {found.min.x, found.min.y, found.min.z,
                                  found.max.x, found.max.y, found.max.z};
        double size = 0;
        for (flr_real x : side) size = std::fmax(size, std::fabs(double(x)));
        for (size_t i = 0; i < 6; ++i) {
            big_float off(0, 512);
            off = abs(big_float(double(side[i]), 512) - (i < 3 ? low[i] : high[i - 3]));
            if (size > 0) worst = std::fmax(worst, off.get_d() / size / unit_of_rounding);
        }
    }
};

void bounds(tally &t)
{
    bounds_checker round, turned, convex;
    for (auto &at : places()) {
        generator g{{7}, at};
        for (int i = 0; i < 300; ++i) {
            flr_vec3 a = g.rough(), b = g.either();
            flr_real r = g.extent();
            point d = exact3::sub(exact(b), exact(a));
            big_rational dd = exact3::dot(d, d);
            big_float sphere[2][3], capsule[2][3], cylinder[2][3], cone[2][3], box[2][3], rectangle[2][3];
            flr_box3 x = {a, random_rotation(g.random).linear, flr_vec3{g.extent(), g.extent(), r}};
            for (size_t k = 0; k < 3; ++k) {
                big_float ka(exact(a)[k], 512), kb(exact(b)[k], 512), kr(double(r), 512);
                big_float reach = root((dd - d[k] * d[k]) / dd) * kr;
                big_rational half = abs(times(double(x.half_extents.x), x.axes.x)[k]) +
                                    abs(times(double(x.half_extents.y), x.axes.y)[k]);
                big_float flat(half, 512), whole(half + abs(times(double(r), x.axes.z)[k]), 512);
                for (int side = 0; side < 2; ++side) {
                    int sign = side ? 1 : -1;
                    big_float outer = (ka < kb) == (side == 0) ? ka : kb, disc = kb + sign * reach;
                    sphere[side][k] = ka + sign * kr;
                    capsule[side][k] = outer + sign * kr;
                    cylinder[side][k] = outer + sign * reach;
                    cone[side][k] = (ka < disc) == (side == 0) ? ka : disc;
                    box[side][k] = ka + sign * whole;
                    rectangle[side][k] = ka + sign * flat;
                }
            }
            flr_sphere s = {a, r};
            flr_capsule3 c = {a, b, r};
            flr_cylinder y = {a, b, r};
            flr_cone n = {a, b, r};
            flr_rectangle3 q = {a, x.axes.x, x.axes.y, x.half_extents.x, x.half_extents.y};
            round.check(flr_bounds3_sphere(&s), sphere[0], sphere[1]);
            round.check(flr_bounds3_capsule(&c), capsule[0], capsule[1]);
            round.check(flr_bounds3_cylinder(&y), cylinder[0], cylinder[1]);
            round.check(flr_bounds3_cone(&n), cone[0], cone[1]);
            turned.check(flr_bounds3_box(&x), box[0], box[1]);
            turned.check(flr_bounds3_rectangle(&q), rectangle[0], rectangle[1]);
            auto as_convex = [&](const flr_convex3 &core, const big_float low[3], const big_float high[3]) {
                flr_shape3 any{};
                any.kind = FLR_SHAPE3_CONVEX;
                any.as.convex = core;
                flr_aabb3 found{};
                t.expect(flr_bounds3(&any, &found) == FLR_OK, "no bounds of a convex");
                convex.check(found, low, high);
            };
            as_convex(flr_convex3_sphere(&s), sphere[0], sphere[1]);
            as_convex(flr_convex3_capsule(&c), capsule[0], capsule[1]);
            as_convex(flr_convex3_cylinder(&y), cylinder[0], cylinder[1]);
            as_convex(flr_convex3_cone(&n), cone[0], cone[1]);
            as_convex(flr_convex3_box(&x), box[0], box[1]);
            as_convex(flr_convex3_rectangle(&q), rectangle[0], rectangle[1]);
            const flr_vec3 corners[8] = {{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {1, 1, -1},
                                         {-1, -1, 1},  {1, -1, 1},  {-1, 1, 1},  {1, 1, 1}};
            std::vector<flr_vec3> placed;
            for (flr_vec3 k : corners)
                placed.push_back({k.x * x.half_extents.x, k.y * x.half_extents.y, k.z * x.half_extents.z});
            as_convex(flr_convex3_points(placed.data(), 8, x.axes, a, 0), box[0], box[1]);
        }
    }
    expect_pinned(t, "round shapes, ulp", round.worst, real_choose(1, 0.7));
    expect_pinned(t, "turned boxes, ulp", turned.worst, real_choose(1, 0.7));
    expect_pinned(t, "convex cores, ulp", convex.worst, real_choose(1.2, 1.2));
}

void exact_bounds(tally &t)
{
    auto is = [&](const flr_aabb3 &b, flr_vec3 low, flr_vec3 high, const char *what) {
        t.expect(b.min.x == low.x && b.min.y == low.y && b.min.z == low.z && b.max.x == high.x &&
                     b.max.y == high.y && b.max.z == high.z,
                 "%s", what);
    };
    const flr_vec3 p[4] = {vec3(1, 5, -2), vec3(-3, 2, 7), vec3(0, 9, 0), vec3(2, -1, 1)};
    flr_segment3 s = {p[0], p[1]};
    flr_triangle3 a = {p[0], p[1], p[2]};
    flr_quad3 q = {p[0], p[1], p[2], p[3]};
    flr_tetrahedron h = {p[0], p[1], p[2], p[3]};
    flr_polygon3 polygon = {p, 4}, none = {p, 0};
    const uint32_t faces[3] = {0, 1, 2}, first[2] = {0, 3};
    flr_polyhedron3 polyhedron = {p, 4, faces, first, 1};
    flr_aabb3 box = {vec3(-3, -1, -2), vec3(2, 9, 7)};
    is(flr_bounds3_point(p[0]), p[0], p[0], "point");
    is(flr_bounds3_segment(&s), vec3(-3, 2, -2), vec3(1, 5, 7), "segment");
    is(flr_bounds3_triangle(&a), vec3(-3, 2, -2), vec3(1, 9, 7), "triangle");
    is(flr_bounds3_quad(&q), box.min, box.max, "quad");
    is(flr_bounds3_tetrahedron(&h), box.min, box.max, "tetrahedron");
    is(flr_bounds3_polygon(&polygon), box.min, box.max, "polygon");
    is(flr_bounds3_polyhedron(&polyhedron), box.min, box.max, "polyhedron");
    is(flr_bounds3_aabb(&box), box.min, box.max, "aabb");
    flr_aabb3 nothing = flr_bounds3_polygon(&none);
    t.expect(nothing.min.x > nothing.max.x, "a polygon without corners");
    flr_cylinder upright = {vec3(1, 1, 0), vec3(1, 1, 4), 2};
    is(flr_bounds3_cylinder(&upright), vec3(-1, -1, 0), vec3(3, 3, 4), "cylinder");
    flr_cone tip = {vec3(1, 1, 9), vec3(1, 1, 4), 2};
    is(flr_bounds3_cone(&tip), vec3(-1, -1, 4), vec3(3, 3, 9), "cone");
}

/// In any plane, also where rounding lifts the corners off it. A quad of which two corners change places crosses itself.
void outlines_that_cross(tally &t)
{
    random_source r{5};
    const flr_quad3 bow = {{0, 0, 0}, {2, 2, 0}, {2, 0, 0}, {0, 2, 0}}, square = {bow.a, bow.c, bow.b, bow.d};
    t.expect(flr_check3_quad(&bow) == FLR_SELF_CROSSING && flr_check3_quad(&square) == FLR_OK, "a bow tie");
    for (int i = 0; i < 3000; ++i) {
        const bool whole = i % 2;
        const flr_vec3 o = whole ? r.lattice_point(-3, 3) : r.point(-3, 3),
                       u = whole ? r.lattice_point(-3, 3) : r.point(-3, 3),
                       v = whole ? r.lattice_point(-3, 3) : r.point(-3, 3), n = flr_cross3(u, v);
        if (flr_length_squared3(n) < flr_real(0.1)) continue;
        auto at = [&](double x, double y) {
            return flr_mul_add3(flr_mul_add3(o, flr_real(x), u), flr_real(y), v);
        };
        const flr_vec3 a = at(0, 0), b = at(1, 0), c = at(1, 1), d = at(0, 1), inside = at(0.25, 0.25);
        const flr_quad3 simple[] = {{a, b, c, d}, {d, c, b, a}, {a, b, inside, d}},
                        crossed[] = {{a, c, b, d}, {a, b, d, c}, {b, d, a, c}};
        for (const flr_quad3 &q : simple) t.expect(flr_check3_quad(&q) == FLR_OK, "%d: a simple quad", i);
        for (const flr_quad3 &q : crossed) {
            const flr_polygon3 polygon = {&q.a, 4};
            t.expect(flr_check3_quad(&q) == FLR_SELF_CROSSING &&
                         flr_check3_polygon(&polygon) == FLR_SELF_CROSSING,
                     "%d: a quad that crosses itself", i);
        }
        const flr_quad3 flat[] = {{a, b, at(3, 0), at(2, 0)}, {a, a, b, b}, {a, b, a, b}};
        if (whole)
            for (const flr_quad3 &q : flat) t.expect(flr_check3_quad(&q) == FLR_OK, "%d: a segment", i);
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(shapes_without_edges), FEELER_TEST(shapes_with_edges), FEELER_TEST(bounds),
             FEELER_TEST(exact_bounds), FEELER_TEST(outlines_that_cross))

}  // namespace TEST_FILE
