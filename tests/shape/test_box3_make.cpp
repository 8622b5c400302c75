// needs: gmp
// Boxes from affine maps, cones from angles, coordinates, projections, and polygons clipped by halfspaces; against exact rationals.
#include <cmath>
#include <cstring>

#include "closest/exact_shapes3.hpp"
#include "feeler/math.h"
#include "feeler/overlap2.h"
#include "feeler/overlap3.h"
#include "feeler/shape2.h"
#include "feeler/shape3.h"
#include "support/accuracy.hpp"
#include "support/cmocka.hpp"
#include "support/poses.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{

using namespace exact_shapes;

namespace
{

big_float apart(const point &a, const point &b)
{
    point d = exact3::sub(a, b);
    return root(exact3::dot(d, d));
}

point mapped(const flr_affine3 &m, const point &p)
{
    point q = exact(m.translation);
    q = along(q, p[0], exact(m.linear.x));
    q = along(q, p[1], exact(m.linear.y));
    return along(q, p[2], exact(m.linear.z));
}

/// Every corner of the aligned box comes out where the map takes it, in ulp of the most that the parts of a corner's image
/// can add up to.
void from_affine(tally &t)
{
    worst_error corners;
    random_source r{1};
    for (int i = 0; i < 1000; ++i) {
        flr_affine3 m = random_rotation(r);
        double size = i % 3 == 0 ? 1e-3 : i % 3 == 1 ? 1 : 1e3;
        const double stretch[3] = {r.between(-3, 3), r.between(0, 2), i % 7 == 0 ? 0 : r.between(-1, 1)};
        m.linear.x = flr_scale3(flr_real(stretch[0]), m.linear.x);
        m.linear.y = flr_scale3(flr_real(stretch[1]), m.linear.y);
        m.linear.z = flr_scale3(flr_real(stretch[2]), m.linear.z);
        m.translation = r.point(-size, size);
        flr_vec3 p = r.point(-size, size), q = r.point(-size, size);
        if (i % 5 == 3) m.translation = flr_scale3(flr_real(1e6), m.translation);
        if (i % 5 == 4) {  // far from its own origin, and carried back
            flr_vec3 far = r.point(1e6 * size, 2e6 * size);
            p = flr_add3(p, far);
            q = flr_add3(q, far);
            m.translation = flr_neg3(flr_mat3_mul(m.linear, far));
        }
        flr_aabb3 b = {flr_min3(p, q), flr_max3(p, q)};
        const flr_vec3 reach = {std::fmax(std::fabs(p.x), std::fabs(q.x)),
                                std::fmax(std::fabs(p.y), std::fabs(q.y)),
                                std::fmax(std::fabs(p.z), std::fabs(q.z))};
        size = double(flr_length3(m.translation)) + double(reach.x) * double(flr_length3(m.linear.x)) +
               double(reach.y) * double(flr_length3(m.linear.y)) +
               double(reach.z) * double(flr_length3(m.linear.z));
        flr_box3 box;
        if (!t.expect(flr_box3_from_affine(&m, &b, &box) == FLR_OK, "a map that does not shear is refused"))
            continue;
        t.expect(flr_check3_box(&box) == FLR_OK, "the box is none");
        for (int k = 0; k < 8; ++k) {
            point corner = {big_rational(double(k & 1 ? b.max.x : b.min.x)),
                            big_rational(double(k & 2 ? b.max.y : b.min.y)),
                            big_rational(double(k & 4 ? b.max.z : b.min.z))};
            big_float least(0, 512);
            bool first = true;
            for (int j = 0; j < 8; ++j) {  // mirrored ones have their corners in another order
                point c = exact(box.center);
                c = along(c, big_rational((j & 1 ? 1 : -1) * double(box.half_extents.x)), exact(box.axes.x));
                c = along(c, big_rational((j & 2 ? 1 : -1) * double(box.half_extents.y)), exact(box.axes.y));
                c = along(c, big_rational((j & 4 ? 1 : -1) * double(box.half_extents.z)), exact(box.axes.z));
                big_float d = apart(c, mapped(m, corner));
                if (first || d < least) least = d;
                first = false;
            }
            corners.add(0, least, size);
        }
    }
    corners.pin(t, "corners of boxes", 1, 1);
}

void known(tally &t)
{
    flr_affine3 m = flr_affine3_identity(), shear = m, nothing = m;
    flr_aabb3 b = {vec3(-1, -2, -3), vec3(1, 2, 5)}, inverted = {vec3(1, 0, 0), vec3(0, 1, 1)};
    flr_box3 box = {};
    t.expect(flr_box3_from_affine(&m, &b, &box) == FLR_OK && box.center.z == 1 && box.half_extents.z == 4,
             "as it is");
    m.linear.x = vec3(-2, 0, 0);  // B14: a negative scale
    t.expect(flr_box3_from_affine(&m, &b, &box) == FLR_OK && box.half_extents.x == 2 && box.axes.x.x == -1,
             "B14");
    shear.linear.x = vec3(1, 1e-3, 0);
    t.expect(flr_box3_from_affine(&shear, &b, &box) == FLR_INVALID_SHAPE, "B15: a shear");
    t.expect(flr_box3_from_affine(&m, &inverted, &box) == FLR_INVALID_SHAPE, "min above max");
    nothing.linear = {vec3(0, 0, 0), vec3(0, 0, 0), vec3(0, 0, 0)};
    t.expect(flr_box3_from_affine(&nothing, &b, &box) == FLR_OK && flr_check3_box(&box) == FLR_OK &&
                 box.half_extents.x == 0,
             "a point");
    nothing.linear.y = vec3(0, 0, 2);
    t.expect(flr_box3_from_affine(&nothing, &b, &box) == FLR_OK && flr_check3_box(&box) == FLR_OK &&
                 box.half_extents.y == 4 && box.axes.y.z == 1,
             "a segment");
    m.translation.x = flr_real(INFINITY);
    t.expect(flr_box3_from_affine(&m, &b, &box) == FLR_NOT_FINITE, "an infinity");
    flr_box3 turned = {vec3(5, 6, 7), {vec3(0, 1, 0), vec3(-1, 0, 0), vec3(0, 0, 1)}, vec3(1, 1, 1)};
    flr_vec3 q = flr_box3_to_local(&turned, vec3(5, 8, 7)), p = flr_box3_to_world(&turned, q);
    t.expect(q.x == 2 && q.y == 0 && q.z == 0 && p.x == 5 && p.y == 8 && p.z == 7,
             "coordinates of the box and back");
    p = flr_project3(vec3(3, 4, 5), vec3(0, 2, 0));
    t.expect(p.x == 0 && p.y == 4 && p.z == 0, "a projection");
    p = flr_project3(vec3(3, 4, 5), vec3(0, 0, 0));
    t.expect(p.x == 0 && p.y == 0 && p.z == 0, "H10: on nothing");
    flr_vec2 u = flr_project2({3, 4}, {0, 2}), none = flr_project2({3, 4}, {0, 0});
    t.expect(u.x == 0 && u.y == 4 && none.x == 0 && none.y == 0, "in the plane");
}

/// Corners of what is inside, in rationals: those with value <= 0, and a crossing for every edge between strict sides.
std::vector<point> exactly_clipped(const std::vector<flr_vec3> &v, const flr_halfspace3 &h)
{
    std::vector<point> out;
    auto value = [&](const point &p) {
        return big_rational(exact3::dot(exact(h.normal), p) - big_rational(double(h.offset)));
    };
    for (size_t i = 0; i < v.size(); ++i) {
        point a = exact(v[(i + v.size() - 1) % v.size()]), b = exact(v[i]);
        big_rational at_a = value(a), at_b = value(b);
        if (sgn(at_a) * sgn(at_b) < 0)
            out.push_back(along(a, big_rational(at_a / (at_a - at_b)), exact3::sub(b, a)));
        if (at_b <= 0) out.push_back(b);
    }
    return out;
}

void clipped(tally &t)
{
    worst_error off;
    long whole = 0, none = 0, cut = 0;
    for (auto &at : places()) {
        generator g{{2}, at};
        for (int i = 0; i < 200; ++i) {
            outline l = l_shape(g);
            flr_polygon3 polygon = l.polygon();
            flr_vec3 n = g.random.whole(0, 1) ? g.direction() : g.rough_direction();
            flr_vec3 through = g.random.whole(0, 2) ? between{l.vertices[0], l.vertices[3]} : l.vertices[2];
            if (g.random.whole(0, 3) == 0) through = g.lattice();
            flr_halfspace3 h = {n, flr_dot3(n, through)};
            std::vector<point> expected = exactly_clipped(l.vertices, h);
            flr_vec3 out[12];
            size_t count = flr_clip3_polygon_halfspace(&polygon, &h, out, 12);
            if (!t.expect(count == expected.size(), "%zu corners, not %zu", count, expected.size())) continue;
            (count == 0 ? none : count == 6 ? whole : cut) += 1;
            double size =
                size_of({l.vertices[0], l.vertices[1], l.vertices[3], l.vertices[5]}) + std::fabs(at.offset);
            for (size_t k = 0; k < count; ++k) off.add(0, apart(exact(out[k]), expected[k]), size);
            t.expect(flr_clip3_polygon_halfspace(&polygon, &h, out, 1) == count,
                     "another count for less room");
            flr_segment3 s = {l.vertices[0], l.vertices[3]}, part = s;
            expected = exactly_clipped({s.a, s.b}, h);
            bool some = flr_clip3_segment_halfspace(&s, &h, &part);
            t.expect(some == !expected.empty(), "of a segment there is %d", some);
            if (some && expected.size() > 0) {
                shape one;
                one.sheet(exact(part.a), exact(part.b), exact(part.b));
                for (auto &p : expected) off.add(0, root(distance_squared({p}, one)), size);
            }
        }
    }
    std::printf("  %ld whole, %ld none, %ld cut\n", whole, none, cut);
    t.expect(whole > 50 && none > 50 && cut > 200, "too few of a kind");
    off.pin(t, "corners of what was cut", 1, 1.2);
}

/// The same in the plane: an L of six corners, and of its edges one; on the lattice and with all digits.
void clipped_in_the_plane(tally &t)
{
    worst_error off;
    random_source r{5};
    long whole = 0, none = 0, cut = 0, touching = 0;
    for (int i = 0; i < 1500; ++i) {
        bool rough = i % 3 == 0;
        double far = i % 5 == 0 ? real_choose(1e6, 1e3) : 0, size = i % 7 == 0 ? 1e-6 : 1;
        auto number = [&](double most) {
            return rough ? r.between(-most, most) : r.whole(-int(most), int(most));
        };
        double x = far + number(3), y = number(3) - far;
        std::vector<flr_vec2> v;
        std::vector<flr_vec3> lifted;
        const double corners[6][2] = {{0, 0}, {4, 0}, {4, 2}, {2, 2}, {2, 4}, {0, 4}};
        for (auto &c : corners) {
            double lean = i % 2 ? c[0] + 2 * c[1] : c[0];
            v.push_back({flr_real(size * (x + lean)), flr_real(size * (y + c[1]))});
            lifted.push_back({v.back().x, v.back().y, 0});
        }
        double nx = number(4), ny = number(4);
        if (nx == 0 && ny == 0) ny = 1;
        flr_vec2 n = {flr_real(nx), flr_real(ny)}, through = v[size_t(r.whole(0, 5))];
        if (i % 4 == 0) through = flr_scale2(flr_real(0.5), flr_add2(v[0], v[2]));
        if (i % 11 == 0) through = flr_add2(v[0], flr_scale2(flr_real(size * 9), n));
        flr_halfspace2 h = {n, flr_dot2(n, through)};
        std::vector<point> expected = exactly_clipped(lifted, {{n.x, n.y, 0}, h.offset});
        flr_polygon2 polygon = {v.data(), v.size()};
        flr_vec2 out[12];
        size_t count = flr_clip2_polygon_halfspace(&polygon, &h, out, 12);
        if (!t.expect(count == expected.size(), "%zu corners, not %zu", count, expected.size())) continue;
        (count == 0 ? none : count == 6 ? whole : cut) += 1;
        double scale = size * (8 + far);
        for (size_t k = 0; k < count; ++k) {
            off.add(0, apart(exact({out[k].x, out[k].y, 0}), expected[k]), scale);
            for (auto &c : lifted)
                if (exact(c) == expected[k]) {
                    ++touching;
                    t.expect(out[k].x == c.x && out[k].y == c.y, "a corner lost its bits");
                }
        }
        t.expect(flr_clip2_polygon_halfspace(&polygon, &h, out, 1) == count, "another count for less room");
        flr_segment2 s = {v[1], v[4]}, part = s;
        expected = exactly_clipped({lifted[1], lifted[4]}, {{n.x, n.y, 0}, h.offset});
        bool some = flr_clip2_segment_halfspace(&s, &h, &part);
        t.expect(some == !expected.empty(), "of a segment there is %d", some);
        if (!some) t.expect(part.a.x == s.a.x && part.b.y == s.b.y, "written all the same");
    }
    std::printf("  %ld whole, %ld none, %ld cut, %ld corners kept\n", whole, none, cut, touching);
    t.expect(whole > 50 && none > 30 && cut > 200 && touching > 1000, "too few of a kind");
    off.pin(t, "corners of what was cut in the plane", 1, 1);
    const flr_segment2 s = {{0, 0}, {4, 0}};
    const flr_halfspace2 left = {{2, 0}, 2}, at_end = {{-1, 0}, -4}, beyond = {{-1, 0}, -5};
    flr_segment2 part;
    t.expect(flr_clip2_segment_halfspace(&s, &left, &part) && part.a.x == 0 && part.b.x == 1, "half of it");
    t.expect(flr_clip2_segment_halfspace(&s, &at_end, &part) && part.a.x == 4 && part.b.x == 4, "its end");
    t.expect(!flr_clip2_segment_halfspace(&s, &beyond, &part), "nothing of it");
    flr_polygon2 empty = {nullptr, 0};
    t.expect(flr_clip2_polygon_halfspace(&empty, &left, nullptr, 0) == 0, "no corners");
}

/// RTCD 5.2.4. The tangent in long double, of the angle as it is given.
void cones_by_angle(tally &t)
{
    random_source r{6};
    double worst = 0;
    for (int i = 0; i < 2000; ++i) {
        double size = i % 4 == 0 ? 1e-6 : i % 4 == 1 ? 1e6 : 1;
        flr_vec3 apex = r.point(-size, size), base = r.point(-size, size);
        flr_real angle = flr_real(i % 3 ? r.between(0, 1.57) : 1.5707 - r.between(0, 1e-3));
        flr_cone c{};
        t.expect(flr_cone_from_half_angle(apex, base, angle, &c) == FLR_OK, "no cone");
        long double x = base.x, y = base.y, z = base.z;
        x -= apex.x, y -= apex.y, z -= apex.z;
        long double radius = std::sqrt(x * x + y * y + z * z) * std::tan((long double)angle);
        worst = std::max(worst, double(std::fabs(c.radius - radius) / radius) / real_rounding);
        t.expect(c.apex.x == apex.x && c.base.z == base.z, "another axis");
    }
    expect_pinned(t, "radius of a cone by its angle, roundings", worst, real_choose(4, 1.1),
                  {"Makers and measures", "`flr_cone_from_half_angle`, radius"});
    flr_cone c = {vec3(1, 2, 3), vec3(4, 5, 6), 7};
    const flr_vec3 o = vec3(0, 0, 0), up = vec3(0, 0, 2);
    const flr_real huge = flr_real(real_choose(1e308, 1e38)), tiny = flr_real(real_choose(1e-300, 1e-30));
    t.expect(flr_cone_from_half_angle(o, up, flr_real(1.5707963267948966), &c) == FLR_INVALID_SHAPE &&
                 flr_cone_from_half_angle(o, up, -1, &c) == FLR_INVALID_SHAPE &&
                 flr_cone_from_half_angle(o, up, 4, &c) == FLR_INVALID_SHAPE &&
                 flr_cone_from_half_angle(o, o, 1, &c) == FLR_INVALID_SHAPE &&
                 flr_cone_from_half_angle(o, up, flr_real(NAN), &c) == FLR_NOT_FINITE &&
                 flr_cone_from_half_angle(o, vec3(huge, huge, huge), flr_real(1.5707), &c) ==
                     FLR_NOT_FINITE &&
                 c.radius == 7,
             "no cones");
    t.expect(flr_cone_from_half_angle(o, up, 0, &c) == FLR_OK && c.radius == 0, "a segment");
    t.expect(flr_cone_from_half_angle(o, vec3(0, tiny, 0), flr_real(0.78539816339744831), &c) == FLR_OK &&
                 std::fabs(double(c.radius / tiny) - 1) < 8 * double(real_epsilon),
             "a tiny one");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(from_affine), FEELER_TEST(known), FEELER_TEST(clipped),
             FEELER_TEST(clipped_in_the_plane), FEELER_TEST(cones_by_angle))

}  // namespace TEST_FILE
