// needs: gmp
// Boxes from affine maps, their coordinates, projections, and polygons clipped by halfspaces; against exact rationals.
#include <cmath>
#include <cstring>

#include "closest/exact_shapes3.hpp"
#include "feeler/check.h"
#include "feeler/math2.h"
#include "feeler/overlap.h"
#include "support/cmocka.hpp"
#include "support/poses.hpp"

using namespace exact_shapes;

namespace
{

mpf_class apart(const point &a, const point &b)
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
            point corner = {mpq_class(double(k & 1 ? b.max.x : b.min.x)),
                            mpq_class(double(k & 2 ? b.max.y : b.min.y)),
                            mpq_class(double(k & 4 ? b.max.z : b.min.z))};
            mpf_class least(0, 512);
            bool first = true;
            for (int j = 0; j < 8; ++j) {  // mirrored ones have their corners in another order
                point c = exact(box.center);
                c = along(c, mpq_class((j & 1 ? 1 : -1) * double(box.half_extents.x)), exact(box.axes.x));
                c = along(c, mpq_class((j & 2 ? 1 : -1) * double(box.half_extents.y)), exact(box.axes.y));
                c = along(c, mpq_class((j & 4 ? 1 : -1) * double(box.half_extents.z)), exact(box.axes.z));
                mpf_class d = apart(c, mapped(m, corner));
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
        return mpq_class(exact3::dot(exact(h.normal), p) - mpq_class(double(h.offset)));
    };
    for (size_t i = 0; i < v.size(); ++i) {
        point a = exact(v[(i + v.size() - 1) % v.size()]), b = exact(v[i]);
        mpq_class at_a = value(a), at_b = value(b);
        if (sgn(at_a) * sgn(at_b) < 0)
            out.push_back(along(a, mpq_class(at_a / (at_a - at_b)), exact3::sub(b, a)));
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

}  // namespace

int main()
{
    const struct CMUnitTest tests[] = {FEELER_TEST(from_affine), FEELER_TEST(known), FEELER_TEST(clipped)};
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
