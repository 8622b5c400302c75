// needs: gmp
/// GJK where plain numbers tell little: rims in a line with the origin, needles, edges and faces that are nearly parallel and all but touch,
/// points that lie far from their frames.
#include <cmath>
#include <vector>

#include "feeler/convex3.h"
#include "support/cmocka.hpp"
#include "support/minkowski3.hpp"
#include "support/pinned.hpp"
#include "support/poses.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

/// A cylinder's rim over an edge: the last two points of the rim are one but for rounding, and the origin lies far off
/// their edge's end. The cylinder's axis stands at (2, 0), the edge goes from (0, -1.5) to (2, -2.5), half a
/// unit below its base.
void off_the_end(tally &t)
{
    const double apart = std::sqrt(5.0) - 0.5, exact = std::hypot(apart, 0.5);
    for (double scale : {1e-3, 1.0, 1e3, 3e3}) {
        const flr_real k = flr_real(scale), h = k / 2;
        flr_tetrahedron corners = {{0, -5 * h, -h}, {0, -5 * h, h}, {0, -3 * h, -h}, {2 * k, -5 * h, -h}};
        flr_cylinder round = {{2 * k, 0, 0}, {2 * k, 0, k}, h};
        flr_convex3 a = flr_convex3_cylinder(&round), b = flr_convex3_tetrahedron(&corners);
        flr_gjk3 d = flr_closest3_convex_convex(&a, &b, nullptr);
        const double unit = 4 * scale * real_rounding;
        t.expect(d.status == FLR_OK && std::fabs(double(d.distance) - scale * exact) <= 8 * unit,
                 "scale %g: %.17g, not %.17g", scale, double(d.distance), scale * exact);
        t.expect(d.lower <= d.upper, "scale %g: not between %.17g and %.17g", scale, double(d.lower),
                 double(d.upper));
        // how far along the rim is known to the root of rounding
        const double off = scale * 8 * std::sqrt(real_rounding), down = 0.5 / std::sqrt(5.0);
        t.expect(std::fabs(double(d.point_a.x) - scale * (2 - down)) <= off &&
                     std::fabs(double(d.point_a.y) + scale * 2 * down) <= off,
                 "scale %g: (%g, %g) is not on the rim", scale, double(d.point_a.x), double(d.point_a.y));
        t.expect(std::fabs(double(d.point_b.x) - scale) <= off &&
                     std::fabs(double(d.point_b.y) + 2 * scale) <= off,
                 "scale %g: (%g, %g) is not on the edge", scale, double(d.point_b.x), double(d.point_b.y));
    }
}

/// A cone on its apex, level with a cylinder's top: two points of the rim, one but for rounding, lie in a line with the origin,
/// which is far from both. The cone's side, in the plane through both axes, goes up by 2 on 3, so a point of the
/// rim r away from the axis, level with the apex, lies r * 2 / sqrt(13) from it.
void in_line_with_the_rim(tally &t)
{
    for (double scale : {1e-3, 1.0, 1e3}) {
        const flr_real k = flr_real(scale), h = k / 2;
        flr_cone cone = {{0, -k, 2 * k}, {0, -k, 3 * k}, 3 * h};
        flr_cylinder cylinder = {{-k, 0, k}, {-k, 0, 2 * k}, h};
        flr_convex3 a = flr_convex3_cone(&cone), b = flr_convex3_cylinder(&cylinder);
        const double exact = scale * (std::sqrt(2.0) - 0.5) * 2 / std::sqrt(13.0);
        for (int order = 0; order < 2; order++) {
            flr_gjk3 d = order ? flr_closest3_convex_convex(&b, &a, nullptr)
                               : flr_closest3_convex_convex(&a, &b, nullptr);
            t.expect(!d.overlap && std::fabs(double(d.distance) - exact) <= 32 * scale * real_rounding,
                     "scale %g: %.17g, not %.17g", scale, double(d.distance), exact);
            t.expect(!flr_overlap3_convex_convex(order ? &b : &a, order ? &a : &b, nullptr).overlap,
                     "scale %g: said to meet", scale);
        }
    }
}

/// Lists of points that lie far apart in size, needles among them, and one list near the other: the closest face may be a needle
/// whose plane plain doubles do not know.
void far_apart_in_size(tally &t)
{
    random_source r{88};
    worst_of off = {"distance of lists far apart in size, roundings of the size", real_choose(4.5, 1.3)};
    auto part = [&](double range) { return std::pow(10, r.between(-range, 0)); };
    long apart = 0, all = 0;
    for (int n = 0; n < scenes(1600); ++n) {
        const double range = r.between(0, real_choose(9, 4));
        std::vector<flr_vec3> points[2];
        flr_convex3 c[2];
        double size = 0;
        for (int k = 0; k < 2; ++k) {
            const double all_of_it = k ? part(range) : 1;
            for (int i = r.whole(1, 8); i > 0; --i) {
                const flr_vec3 drawn = r.point(-1, 1);
                flr_vec3 p = flr_scale3(flr_real(n % 2 ? part(range) : 1), drawn);
                if (n % 3 == 0) p.x *= flr_real(part(range)), p.y *= flr_real(part(range));
                points[k].push_back(flr_scale3(flr_real(all_of_it), p));
                size = std::fmax(size, double(flr_length3(points[k].back())));
            }
            const flr_affine3 turn = r.whole(0, 1) ? random_rotation(r) : flr_affine3_identity();
            flr_vec3 at = r.point(-2, 2);
            at = flr_scale3(flr_real(part(range)), at);
            if (k)  // beside a point of the first
                for (flr_vec3 p : points[0])
                    at = flr_mul_add3(at, flr_real(r.unit() / double(points[0].size())),
                                      flr_mat3_mul(c[0].axes, p));
            c[k] = flr_convex3_points(points[k].data(), uint32_t(points[k].size()), turn.linear, at, 0);
        }
        const minkowski3::corner_list x = minkowski3::corners(c[0]), y = minkowski3::corners(c[1]);
        const double exact = std::fmax(0, minkowski3::signed_distance(x, y).get_d());
        size = std::fmax(size, minkowski3::extent(x, y) / 2);
        const flr_gjk3 g = flr_closest3_convex_convex(&c[0], &c[1], nullptr);
        ++all, apart += exact > 0;
        t.expect(g.status == FLR_OK &&
                     off.within(std::fabs(double(g.distance) - exact) / size / real_rounding),
                 "%d: distance %.17g, not %.17g", n, double(g.distance), exact);
    }
    t.expect(2 * apart > all, "%ld of %ld apart", apart, all);
    off.hold(t);
}

/// Two edges, an angle of down to 10^-14 between them and any distance apart, of segments, tetrahedra and lists of points: the face of
/// the difference that decides is a needle. Cold, with an empty cache and with what that holds then.
void nearly_parallel_edges(tally &t)
{
    random_source r{89};
    worst_of off = {"distance at nearly parallel edges, roundings of the size", real_choose(11, 0.35)};
    std::vector<flr_vec3> points[2];
    for (int i = 0; i < scenes(400); ++i) {
        const flr_real angle = flr_real(std::pow(10, r.between(-14, -0.5))),
                       apart = flr_real(std::pow(10, r.between(-8, 0.3)));
        const flr_vec3 u = r.point(-1, 1), at = r.point(-1, 1), aside = r.point(-1, 1);
        flr_vec3 n = flr_cross3(u, aside);
        if (flr_length3(n) < flr_real(0.05)) continue;
        n = flr_scale3(1 / flr_length3(n), n);
        const flr_vec3 over = flr_mul_add3(flr_mul_add3(at, apart, n), flr_real(r.between(-0.2, 0.2)), u);
        flr_convex3 c[2];
        for (int k = 0; k < 2; ++k) {
            const flr_vec3 middle = k ? over : at, way = k ? flr_mul_add3(u, angle, aside) : u;
            const flr_vec3 from = flr_sub3(middle, way), to = flr_add3(middle, way);
            // all else lies behind the edge
            points[k] = {from, to};
            for (int j = 0; j < (i % 3 == 1 ? 2 : 3); ++j) {
                flr_vec3 q = r.point(-0.3, 0.3);
                const flr_real back = flr_real(r.between(0.2, 1)), along = flr_dot3(q, n);
                q = flr_mul_add3(q, (k ? back : -back) - along, n);
                points[k].push_back(flr_add3(middle, q));
            }
            const flr_segment3 edge = {from, to};
            const flr_tetrahedron real4 = {from, to, points[k][2], points[k][3]};
            const flr_mat3 as_it_is = flr_affine3_identity().linear;
            c[k] = i % 3 == 0   ? flr_convex3_segment(&edge)
                   : i % 3 == 1 ? flr_convex3_tetrahedron(&real4)
                                : flr_convex3_points(points[k].data(), 5, as_it_is, {0, 0, 0}, 0);
        }
        const minkowski3::corner_list x = minkowski3::corners(c[0]), y = minkowski3::corners(c[1]);
        const big_float exact = minkowski3::signed_distance(x, y);
        const double size = minkowski3::extent(x, y), unit = real_rounding * size;
        if (!(exact > 0)) continue;
        flr_gjk3_cache cache = {};
        for (int warm = 0; warm < 3; ++warm) {
            const flr_gjk3_options o = {flr_real(INFINITY), warm ? &cache : nullptr, nullptr, 0};
            const flr_gjk3 g = flr_closest3_convex_convex(&c[0], &c[1], &o);
            const big_float error = big_float(double(g.distance)) - exact;
            t.expect(g.status == FLR_OK && double(g.lower) <= exact.get_d() &&
                         double(g.upper) >= exact.get_d() && off.within(std::fabs(error.get_d()) / unit),
                     "%d: distance %.17g in [%g, %g], not %.17g", i, double(g.distance), double(g.lower),
                     double(g.upper), exact.get_d());
        }
        if (exact.get_d() > 8 * unit)
            t.expect(!flr_overlap3_convex_convex(&c[0], &c[1], nullptr).overlap, "%d: %g apart, told to meet",
                     i, exact.get_d());
    }
    off.hold(t);
}

flr_vec3 unit_of(flr_vec3 v) { return flr_scale3(1 / flr_length3(v), v); }

/// A box with an edge or a face about `at`, all of it on one side of the plane there square to n. The edge goes along u.
flr_box3 box_beside(random_source &r, flr_vec3 at, flr_vec3 u, flr_vec3 n, bool on_face)
{
    const flr_vec3 side = unit_of(flr_cross3(n, u));
    const double turn = on_face ? 0 : r.between(0.1, 1.4);
    const double x = r.between(0.3, 1.5), y = r.between(0.3, 1.5), z = r.between(0.3, 1.5);
    const flr_vec3 up =
        flr_add3(flr_scale3(flr_real(std::cos(turn)), n), flr_scale3(flr_real(std::sin(turn)), side));
    flr_box3 b;
    b.axes.x = u;
    b.axes.y = unit_of(flr_cross3(up, u));
    b.axes.z = flr_cross3(u, b.axes.y);
    b.half_extents = flr_vec3_make(flr_real(x), flr_real(y), flr_real(z));
    const double down = flr_dot3(b.axes.y, n) > 0 ? -y : y;
    b.center = flr_mul_add3(at, flr_real(-z), b.axes.z);
    if (!on_face) b.center = flr_mul_add3(b.center, flr_real(down), b.axes.y);
    return b;
}

/// Boxes, as such, as lists, as hulls and as tetrahedra of four of their corners, whose edges or faces stand at an angle of down to 10^-14 and overlap or
/// gape by 10^-15 to 10^-8: cold, swapped, with caches and with a limit. Which of the two it is may be told wrongly only within
/// rounding, and the bounds meet.
void all_but_touching(tally &t)
{
    random_source r{91};
    worst_of off = {"distance of what all but touches, roundings of the size", real_choose(9, 0.003)},
             apart = {"bounds of that distance apart, roundings of the size", real_choose(120, 8)};
    long met = 0, all = 0;
    for (int i = 0; i < scenes(800); ++i) {
        const double angle = std::pow(10, r.between(real_choose(-14, -7), real_choose(-5, -2))),
                     depth = std::pow(10, r.between(real_choose(-15.5, -7.5), real_choose(-8, -3)));
        const flr_vec3 aside = r.point(-1, 1), along = r.point(-1, 1), turn = r.point(-1, 1);
        flr_vec3 n = unit_of(along), u = flr_cross3(n, aside);
        if (!(flr_length3(along) > flr_real(0.1) && flr_length3(u) > flr_real(0.1))) continue;
        u = unit_of(u);
        const flr_vec3 v = unit_of(flr_mul_add3(u, flr_real(angle), turn)), zero = {0, 0, 0};
        const double lead = r.between(-0.5, 0.5), slip = (i % 2 ? angle : depth) * r.between(-2, 2);
        flr_vec3 at = flr_scale3(flr_real(i % 5 < 2 ? depth : -depth), n);
        at = flr_mul_add3(flr_mul_add3(at, flr_real(lead), u), flr_real(slip), flr_cross3(n, u));
        const bool on_face = i % 4 == 0, on_other = i % 8 == 0;
        const flr_box3 box[2] = {box_beside(r, zero, u, n, on_face),
                                 box_beside(r, at, v, flr_neg3(n), on_other)};
        flr_convex3 c[2];
        flr_hull3 *hull[2] = {nullptr, nullptr};
        std::vector<flr_vec3> points[2];
        for (int k = 0; k < 2; ++k) {
            c[k] = flr_convex3_box(&box[k]);
            for (const minkowski3::rational_point &p : minkowski3::corners(c[k]))
                points[k].push_back(
                    flr_vec3_make(flr_real(p[0].get_d()), flr_real(p[1].get_d()), flr_real(p[2].get_d())));
            const bool up = k ? flr_dot3(box[k].axes.y, n) < 0 : flr_dot3(box[k].axes.y, n) > 0;
            const size_t y = up ? 0 : 2;  // the edge, and one corner each of those below
            const flr_tetrahedron real4 = {points[k][y], points[k][y + 1], points[k][6 - y],
                                           points[k][3 - y]};
            const flr_mat3 as_it_is = flr_affine3_identity().linear;
            if (i % 3 == 1) c[k] = flr_convex3_points(points[k].data(), 8, as_it_is, zero, 0);
            if (i % 6 == 4 && flr_hull3_create(points[k].data(), 8, nullptr, nullptr, &hull[k]) == FLR_OK)
                c[k] = flr_convex3_hull(hull[k], as_it_is, zero, 0);
            if (i % 3 == 2) c[k] = flr_convex3_tetrahedron(&real4);
        }
        const minkowski3::corner_list x = minkowski3::corners(c[0]), y = minkowski3::corners(c[1]);
        const double exact = minkowski3::signed_distance(x, y).get_d(), distance = std::fmax(0, exact);
        const double unit = real_rounding * minkowski3::extent(x, y) / 2;
        ++all, met += !(exact > 0);
        flr_gjk3_cache cache = {};
        flr_real told[2] = {0, 0};
        for (int way = 0; way < 7; ++way) {
            const bool swapped = way == 1, warm = way == 2 || way == 3;
            const flr_real limit = flr_real(way == 4  ? 10 * depth
                                            : way > 4 ? double(told[way - 5])
                                                      : INFINITY);
            const flr_gjk3_options o = {limit, warm ? &cache : nullptr, nullptr, 0};
            const flr_gjk3 g = flr_closest3_convex_convex(&c[swapped], &c[!swapped], way ? &o : nullptr);
            const bool within = double(g.lower) <= distance && distance <= double(g.upper);
            t.expect(g.status == FLR_OK && (within || g.beyond) && double(g.lower) <= distance,
                     "%d, way %d: %.17g not in [%.17g, %.17g]", i, way, distance, double(g.lower),
                     double(g.upper));
            t.expect(g.overlap ? exact < 8 * unit : exact > -8 * unit, "%d, way %d: %.17g told as %.17g", i,
                     way, exact, double(g.signed_distance));
            if (way == 0) told[0] = g.lower, told[1] = g.distance;
            t.expect(!g.beyond || g.lower > limit, "%d, way %d: %.17g is not beyond %.17g", i, way,
                     double(g.lower), double(limit));
            if (g.beyond) continue;
            off.within(std::fabs(double(g.distance) - distance) / unit);
            apart.within((double(g.upper) - double(g.lower)) / unit);
        }
        const flr_overlap3_convex meet = flr_overlap3_convex_convex(&c[0], &c[1], nullptr);
        t.expect(meet.status == FLR_OK && (meet.overlap ? exact < 8 * unit : exact > -8 * unit),
                 "%d: %.17g told as %d", i, exact, meet.overlap);
        for (flr_hull3 *h : hull) flr_hull3_destroy(h);
    }
    t.expect(met * 10 >= all * 3 && met * 10 <= all * 7, "%ld of %ld meet", met, all);
    off.hold(t);
    apart.hold(t);
}

/// Lists far from the origins of their frames, which positions as far off bring back beside each other: what rounding of the difference of
/// these the bounds do not hold. Only two of up to four points each have one.
void brought_back(tally &t)
{
    random_source r{90};
    worst_of few = {"bounds of short lists brought back, missed by roundings of their coordinates",
                    real_choose(1.2, exact_answers)},
             many = {"bounds of lists brought back, missed by roundings of their coordinates", exact_answers};
    for (int i = 0; i < scenes(300); ++i) {
        std::vector<flr_vec3> points[2];
        flr_convex3 c[2];
        const flr_real far = flr_real(std::pow(10, r.between(0, real_choose(6, 3))));
        double size = 0;
        const int count = i % 2 ? 5 : 4;
        worst_of &missed = i % 2 ? many : few;
        for (int k = 0; k < 2; ++k) {
            const flr_vec3 off = r.point(-1, 1), from = flr_scale3(far, off), aside = r.point(-1, 1);
            for (int j = 0; j < count; ++j) {
                const flr_vec3 q = r.point(-1, 1);
                points[k].push_back(flr_add3(from, q));
                size = std::fmax(size, double(flr_length3(points[k].back())));
            }
            const flr_vec3 at = flr_sub3(flr_scale3(flr_real(3 * k), aside), from);
            const flr_affine3 turn = i % 3 ? flr_affine3_identity() : random_rotation(r);
            c[k] = flr_convex3_points(points[k].data(), uint32_t(count), turn.linear, at, 0);
            if (i % 3 == 0)
                c[k].center = flr_sub3(flr_scale3(flr_real(3 * k), aside), flr_mat3_mul(turn.linear, from));
            size = std::fmax(size, double(flr_length3(at)));
        }
        const minkowski3::corner_list x = minkowski3::corners(c[0]), y = minkowski3::corners(c[1]);
        const big_float exact = minkowski3::signed_distance(x, y);
        if (!(exact > 0)) continue;
        const flr_gjk3 g = flr_closest3_convex_convex(&c[0], &c[1], nullptr);
        const big_float below = big_float(double(g.lower)) - exact,
                        above = exact - big_float(double(g.upper));
        const double off = std::fmax(0, std::fmax(below.get_d(), above.get_d())) / size / real_rounding;
        t.expect(g.status == FLR_OK && missed.within(off), "%d: %.17g in [%.17g, %.17g] missed by %g", i,
                 exact.get_d(), double(g.lower), double(g.upper), off);
    }
    few.hold(t);
    many.hold(t);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(off_the_end), FEELER_TEST(in_line_with_the_rim), FEELER_TEST(far_apart_in_size),
             FEELER_TEST(nearly_parallel_edges), FEELER_TEST(all_but_touching), FEELER_TEST(brought_back))

}  // namespace TEST_FILE
