// needs: gmp
/// Slivers: needles and plates of 10^3 to 10^12 times as long as thick, in scenes of size 10^-3 to 10^3, with radii of 10^-15 of the size, of their
/// own thickness or none. How deep and along which direction, between which bounds and points, against the hull of all differences in
/// whole numbers; where nearly parallel edges touch; discs about points of theirs, by the definition.
#include <cmath>

#include "feeler/any3.h"
#include "feeler/contact3.h"
#include "support/cmocka.hpp"
#include "support/minkowski3.hpp"
#include "support/pinned.hpp"
#include "support/poses.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"
#include "support/slivers3.hpp"
#include "support/truth3.hpp"

namespace TEST_FILE
{
namespace
{

using namespace slivers3;

double stray(flr_vec3 from, flr_vec3 to, double distance, flr_vec3 n)
{
    const double x = double(to.x) - double(from.x) - distance * double(n.x),
                 y = double(to.y) - double(from.y) - distance * double(n.y),
                 z = double(to.z) - double(from.z) - distance * double(n.z);
    return std::sqrt(x * x + y * y + z * z);
}

/// Depths, and what is told beside them.
void deep(tally &t)
{
    random_source r{97};
    worst_of value = {"depths of slivers, roundings of the size", real_choose(10, 0.5)},
             bounds = {"their bounds missed, the same", real_choose(2, 3e-11)},
             parts = {"what their normals part by", real_choose(10, 1)},
             apart = {"points that do not go with them, roundings of size and coordinates",
                      real_choose(40, 1)},
             off = {"points off the shapes, the same", real_choose(3, 0.5)};
    long overlap = 0, all = 0;
    for (int i = 0; i < 3500; ++i) {
        sliver_pair p;
        draw(r, p);
        if (i >= scenes(3500)) continue;
        const minkowski3::corner_list x = minkowski3::corners(p.a.core), y = minkowski3::corners(p.b.core);
        const double core = minkowski3::signed_distance(x, y).get_d(),
                     radii = double(p.a.core.radius) + double(p.b.core.radius);
        ++all;
        if (!(core <= 0)) continue;
        ++overlap;
        const double depth = radii - core, size = minkowski3::extent(x, y) / 2 + radii,
                     unit = size * real_rounding,
                     place = unit + 16 * real_rounding * double(flr_length3(p.a.core.center));
        for (int order = 0; order < 2; ++order) {
            const flr_convex3 &a = order ? p.b.core : p.a.core, &b = order ? p.a.core : p.b.core;
            const minkowski3::corner_list &u = order ? y : x, &v = order ? x : y;
            const flr_gjk3 g = flr_signed_distance3_convex_convex(&a, &b);
            const double miss = std::fmax(double(g.lower) - depth, depth - double(g.upper)) / unit,
                         part = (core - minkowski3::separation(u, v, g.normal)) / unit,
                         between = stray(g.point_a, g.point_b, double(g.signed_distance), g.normal) / place,
                         of_a = minkowski3::signed_distance({minkowski3::rational(g.point_a)}, u).get_d(),
                         of_b = minkowski3::signed_distance({minkowski3::rational(g.point_b)}, v).get_d();
            t.expect(g.status == FLR_OK && value.within(std::fabs(double(g.signed_distance) + depth) / unit),
                     "%d: status %d, depth %.17g, not %.17g", i, int(g.status), -double(g.signed_distance),
                     depth);
            t.expect(bounds.within(std::fmax(0, miss)), "%d: %.17g not in [%.17g, %.17g]", i, depth,
                     double(g.lower), double(g.upper));
            t.expect(parts.within(std::fmax(0, part)), "%d: the normal parts by %g less", i, part);
            t.expect(apart.within(between), "%d: points %g from where the normal leads", i, between);
            t.expect(
                off.within(std::fmax(0, std::fmax(of_a - double(a.radius), of_b - double(b.radius))) / place),
                "%d: points %g and %g off", i, of_a, of_b);
        }
    }
    for (const worst_of *w : {&value, &bounds, &parts, &apart, &off}) w->hold(t);
    t.expect(4 * overlap > all, "%ld of %ld overlap", overlap, all);
}

/// How far a place is from a shape, or from its surface inside of it.
double off_surface(const minkowski3::rational_point &p, const minkowski3::corner_list &shape)
{
    return std::fabs(minkowski3::signed_distance({p}, shape).get_d());
}

/// A box and a segment or another box, as thin as 10^-12, whose edges cross at angles as small: the one point lies on both.
void crossing_edges(tally &t)
{
    random_source r{101};
    worst_of off = {"contact points of edges that cross at a small angle, roundings of the size",
                    real_choose(60, 15)};
    long edges = 0;
    for (int i = 0; i < scenes(1500); ++i) {
        const double least = real_choose(-12, -6), thin = power(r, least, -4), other = power(r, least, -4),
                     angle = power(r, -1, 3) * thin, wide = r.between(0.1, 1), x = r.between(-1, 1),
                     y = r.between(-1, 1), z = r.between(-1, 1), along = r.between(-0.9, 0.9),
                     up = r.between(-1, 1), aside = r.between(-1, 1);
        const flr_affine3 turn = random_rotation(r),
                          tilt = after(rotation(1, angle * x, angle * y, angle * z), turn);
        const flr_vec3 at = flr_mat3_mul(turn.linear, vec(along, wide * thin * aside, thin * up)),
                       half_way = tilt.linear.x;
        const flr_box3 a = {vec(0, 0, 0), turn.linear, vec(1, wide * thin, thin)},
                       c = {at, tilt.linear, vec(1, other, wide * other)};
        const flr_segment3 s = {flr_sub3(at, half_way), flr_add3(at, half_way)};
        const flr_convex3 u = flr_convex3_box(&a), v = i % 2 ? flr_convex3_box(&c) : flr_convex3_segment(&s);
        flr_manifold3 m;
        if (flr_contact3_convex_convex(&u, &v, nullptr, &m) != FLR_OK || m.count != 1) continue;
        const minkowski3::corner_list p = minkowski3::corners(u), q = minkowski3::corners(v);
        const double unit = minkowski3::extent(p, q) / 2 * real_rounding;
        minkowski3::rational_point on_u = minkowski3::rational(m.points[0].position), on_v = on_u;
        const minkowski3::rational_point n = minkowski3::rational(m.normal);
        const big_rational half = big_rational(double(m.points[0].depth)) / 2;
        for (size_t k = 0; k < 3; ++k) on_u[k] += half * n[k], on_v[k] -= half * n[k];
        const double beside = std::fmax(off_surface(on_u, p), off_surface(on_v, q)) / unit;
        t.expect(off.within(beside), "%d: the point is %g off, thin %g and %g, angle %g", i, beside, thin,
                 other, angle);
        ++edges;
    }
    t.expect(edges > scenes(300), "%ld contacts of one point", edges);
    off.hold(t);
}

/// Capsules as long as the scene beside an end of which something lies at some distance: where the closest points are known only to where the
/// distance does not change, the way between them is no normal.
void beside_long_capsules(tally &t)
{
    random_source r{103};
    worst_of parts = {"what normals beside long capsules part by less, roundings of the size",
                      real_choose(60, 6)};
    for (int i = 0; i < scenes(2000); ++i) {
        const flr_affine3 turn = random_rotation(r);
        const double angle = power(r, real_choose(-14, -6), -8), far = r.between(0.2, 1),
                     past = angle * r.between(-1, 3), radius = power(r, real_choose(-13, -6), -3);
        const flr_mat3 m = turn.linear;
        const flr_vec3 at = r.point(-1, 1),
                       end = flr_mul_add3(flr_mul_add3(at, flr_real(far), m.x), flr_real(past), m.y),
                       way = flr_mul_add3(flr_neg3(m.y), flr_real(angle), m.x);
        flr_shape3 a = {}, b = {};
        a.kind = FLR_SHAPE3_TRIANGLE;
        a.as.triangle = {at, flr_mul_add3(at, -1, m.x), flr_mul_add3(flr_mul_add3(at, -1, m.x), 1, m.z)};
        b.kind = FLR_SHAPE3_CAPSULE;
        b.as.capsule = {end, flr_add3(end, way), flr_real(radius)};
        const flr_convex3 x = flr_convex3_triangle(&a.as.triangle), y = flr_convex3_capsule(&b.as.capsule);
        const minkowski3::corner_list u = minkowski3::corners(x), v = minkowski3::corners(y);
        const double exact = minkowski3::signed_distance(u, v).get_d(),
                     unit = minkowski3::extent(u, v) / 2 * real_rounding;
        flr_signed_distance3_result told;
        t.expect(flr_signed_distance3(&a, &b, &told) == FLR_OK, "%d: no answer", i);
        const double less = (exact - minkowski3::separation(u, v, told.normal)) / unit;
        t.expect(parts.within(less), "%d: the normal parts by %g less, angle %g", i, less, angle);
    }
    parts.hold(t);
}

/// A disc, however flat, and a point or ball within it, which leaves by one of its sides: in both orders the disc's axis is as it was given.
void discs(tally &t)
{
    using real = long double;
    using wide = truth3::vec<real>;
    const auto from = [](flr_vec3 p) { return wide{real(p.x), real(p.y), real(p.z)}; };
    random_source r{107};
    worst_of value = {"depths of points in flat discs, roundings of the size", real_choose(1, 0.05)};
    for (int i = 0; i < scenes(2000); ++i) {
        const flr_affine3 turn = random_rotation(r);
        const double height = power(r, real_choose(-12, -5), -1), out = r.between(-0.9, 0.9),
                     aside = r.between(-0.4, 0.4), up = r.between(-0.4, 0.4),
                     around = i % 2 ? power(r, real_choose(-14, -6), -1) : 0;
        const flr_vec3 at = r.point(-1, 1), z = turn.linear.z;
        const flr_cylinder disc = {flr_mul_add3(at, flr_real(-height / 2), z),
                                   flr_mul_add3(at, flr_real(height / 2), z), 1};
        if (flr_distance_squared3(disc.a, disc.b) == 0) continue;
        const flr_vec3 p = flr_mul_add3(
            flr_mul_add3(flr_mul_add3(at, flr_real(out), turn.linear.x), flr_real(aside), turn.linear.y),
            flr_real(up * height), z);
        const wide way = from(disc.b) - from(disc.a), to = from(p) - from(disc.a);
        const real h = length(way), along = dot(to, way) / h, off = length(to - (along / h) * way);
        const real depth = std::min({along, h - along, 1 - off}) + real(flr_real(around));
        if (!(depth > real(flr_real(around)))) continue;
        const flr_sphere ball = {p, flr_real(around)};
        const flr_convex3 a = flr_convex3_cylinder(&disc), b = flr_convex3_sphere(&ball);
        for (int order = 0; order < 2; ++order) {
            const flr_gjk3 g = flr_signed_distance3_convex_convex(order ? &b : &a, order ? &a : &b);
            const double wrong = double(std::fabs(real(g.signed_distance) + depth)) / real_rounding / 2;
            t.expect(g.status == FLR_OK && value.within(wrong), "%d: depth %.17g, not %.17Lg, height %g", i,
                     -double(g.signed_distance), depth, height);
        }
    }
    value.hold(t);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(deep), FEELER_TEST(crossing_edges), FEELER_TEST(beside_long_capsules),
             FEELER_TEST(discs))

}  // namespace TEST_FILE
