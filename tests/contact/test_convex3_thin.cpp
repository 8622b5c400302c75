// needs: gmp
/// Needles and plates that overlap, lie in one plane, share corners or pass one another: how deep or far apart, along which direction and
/// between which points, against the hull of all differences in whole numbers. Points that do not go with the direction, and normals of
/// what touches that let its ends reach over one another, are what such shapes are told wrong.
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

namespace TEST_FILE
{
namespace
{

using namespace slivers3;

/// Of size 1, and not as thin as slivers3 has them.
void draw_thin_half(random_source &r, double half[3])
{
    const double least = real_choose(-9, -4), needle = std::pow(10, r.between(least, -2)),
                 plate = std::pow(10, r.between(least, -3)), wide = r.between(0.2, 1);
    const int type = r.whole(0, 3);
    half[0] = 1;
    half[1] = type == 0 ? needle : type == 3 ? 0 : wide;
    half[2] = type == 0 ? needle * wide : type == 2 ? 0 : plate;
}

/// Both of whole tests' scenes, the second somewhere along the first; some share a corner.
void draw_thin(random_source &r, sliver_pair &p, flr_vec3 way = vec(0, 0, 0))
{
    double half[2][3];
    draw_thin_half(r, half[0]);
    draw_thin_half(r, half[1]);
    const flr_affine3 any = random_rotation(r), turn = r.whole(0, 1) ? any : flr_affine3_identity(),
                      other = draw_turn(r, turn, real_choose(-12, -6));
    double along[3];
    for (int k = 0; k < 3; ++k) {
        const double anywhere = r.between(-1, 1), lattice = r.whole(-2, 2) / 2.0;
        along[k] = (r.whole(0, 1) ? anywhere : lattice) * half[0][k];
    }
    for (sliver *s : {&p.a, &p.b}) s->of = r.whole(0, kinds - 1);
    draw_list(r, half[0], p.a);
    draw_list(r, half[1], p.b);
    if (r.whole(0, 2) == 0) p.b.list[size_t(r.whole(0, 3))] = p.a.list[size_t(r.whole(0, 3))];
    make(p.a, half[0], turn.linear, vec(0, 0, 0), 0);
    make(p.b, half[1], other.linear,
         flr_add3(way, r.whole(0, 2) ? flr_mat3_mul(turn.linear, vec(along[0], along[1], along[2]))
                                     : vec(0, 0, 0)),
         0);
}

double stray(flr_vec3 from, flr_vec3 to, double distance, flr_vec3 n)
{
    const double x = double(to.x) - double(from.x) - distance * double(n.x),
                 y = double(to.y) - double(from.y) - distance * double(n.y),
                 z = double(to.z) - double(from.z) - distance * double(n.z);
    return std::sqrt(x * x + y * y + z * z);
}

/// What answers are off by, in roundings of the size.
struct errors {
    worst_of value, parts, apart, off_shape;
};

struct truth {
    minkowski3::corner_list a, b;
    double exact, unit;
};

void judge(tally &t, int i, const truth &w, flr_real value, flr_vec3 n, flr_vec3 on_a, flr_vec3 on_b,
           errors &e)
{
    const double off = std::fabs(double(value) - w.exact) / w.unit,
                 part = (w.exact - minkowski3::separation(w.a, w.b, n)) / w.unit,
                 between = stray(on_a, on_b, double(value), n) / w.unit,
                 a = minkowski3::signed_distance({minkowski3::rational(on_a)}, w.a).get_d() / w.unit,
                 b = minkowski3::signed_distance({minkowski3::rational(on_b)}, w.b).get_d() / w.unit;
    t.expect(e.value.within(off), "%d: %.17g, not %.17g", i, double(value), w.exact);
    t.expect(e.parts.within(part), "%d: the normal parts by %g less", i, part);
    t.expect(e.apart.within(between), "%d: points %g from where the normal leads", i, between);
    t.expect(e.off_shape.within(std::fmax(a, b)), "%d: a point %g off its shape", i, std::fmax(a, b));
}

flr_shape3 shape_of(const sliver &t)
{
    flr_shape3 s = {};
    const flr_vec3 *p = t.core.corners;
    s.kind = FLR_SHAPE3_CONVEX;
    s.as.convex = t.core;
    if (t.of == segment) s.kind = FLR_SHAPE3_SEGMENT, s.as.segment = {p[0], p[1]};
    if (t.of == triangle) s.kind = FLR_SHAPE3_TRIANGLE, s.as.triangle = {p[0], p[1], p[2]};
    if (t.of == tetrahedron) s.kind = FLR_SHAPE3_TETRAHEDRON, s.as.tetrahedron = {p[0], p[1], p[2], p[3]};
    return s;
}

void sliver_pairs(tally &t)
{
    random_source r{93};
    errors core[2] = {{{"distances of thin shapes, roundings of the size", real_choose(10, 0.4)},
                       {"what their normals part by", real_choose(40, 1.2)},
                       {"points that do not go with them", real_choose(30, 0.9)},
                       {"points off the shapes", real_choose(2.5, 0.5)}},
                      {{"depths of thin shapes, roundings of the size", real_choose(3, 0.5)},
                       {"what their normals part by", real_choose(2.5, 1.1)},
                       {"points that do not go with them", real_choose(30, 0.9)},
                       {"points off the shapes", real_choose(2.5, 0.5)}}};
    errors any[2] = {{{"distances of any two thin shapes, roundings of the size", real_choose(10, 0.4)},
                      {"what their normals part by", real_choose(30, 16)},
                      {"points that do not go with them", real_choose(50, 0.8)},
                      {"points off the shapes", real_choose(4, 0.5)}},
                     {{"depths of any two thin shapes, roundings of the size", real_choose(2.5, 0.5)},
                      {"what their normals part by", real_choose(2.5, 1.1)},
                      {"points that do not go with them", real_choose(0.8, 0.6)},
                      {"points off the shapes", real_choose(3, 0.8)}}};
    long deep = 0, all = 0;
    for (int i = 0; i < 800; ++i) {
        sliver_pair p;
        draw_thin(r, p);
        if (i >= scenes(800)) continue;
        const minkowski3::corner_list x = minkowski3::corners(p.a.core), y = minkowski3::corners(p.b.core);
        const double exact = minkowski3::signed_distance(x, y).get_d(),
                     unit = minkowski3::extent(x, y) / 2 * real_rounding;
        const bool overlap = exact <= 0;
        all++, deep += overlap;
        for (int order = 0; order < 2; ++order) {
            const sliver &a = order ? p.b : p.a, &b = order ? p.a : p.b;
            const truth w = {order ? y : x, order ? x : y, exact, unit};
            const flr_gjk3 g = flr_signed_distance3_convex_convex(&a.core, &b.core);
            t.expect(g.status == FLR_OK, "%d: not converged", i);
            judge(t, i, w, g.signed_distance, g.normal, g.point_a, g.point_b, core[overlap]);
            const flr_shape3 s = shape_of(a), o = shape_of(b);
            flr_signed_distance3_result told;
            t.expect(flr_signed_distance3(&s, &o, &told) == FLR_OK, "%d: no answer", i);
            judge(t, i, w, told.signed_distance, told.normal, told.point_a, told.point_b, any[overlap]);
        }
    }
    for (errors *e : {&core[0], &core[1], &any[0], &any[1]})
        for (worst_of *o : {&e->value, &e->parts, &e->apart, &e->off_shape}) o->hold(t);
    t.expect(3 * deep > all && 3 * deep < 2 * all, "%ld of %ld overlap", deep, all);
}

/// How far a place is from a shape, or from its surface inside of it.
double off_surface(const minkowski3::rational_point &p, const minkowski3::corner_list &shape)
{
    return std::fabs(minkowski3::signed_distance({p}, shape).get_d());
}

/// How far the ends of a contact point are off the two. Of edges that part sideways it is the middle of what is nearest on both.
double off_both(const flr_manifold3_point &q, flr_vec3 normal, const truth &w)
{
    const minkowski3::rational_point middle = minkowski3::rational(q.position),
                                     n = minkowski3::rational(normal);
    const big_rational half = big_rational(double(q.depth)) / 2;
    minkowski3::rational_point on_a = middle, on_b = middle;
    for (size_t k = 0; k < 3; ++k) on_a[k] += half * n[k], on_b[k] -= half * n[k];
    const double off = std::fmax(off_surface(on_a, w.a), off_surface(on_b, w.b));
    if (q.depth >= 0 || off < 64 * w.unit) return off;
    const double away = std::fmax(off_surface(middle, w.a), off_surface(middle, w.b));
    return std::fmin(off, std::fmax(0, away + double(q.depth) / 2));
}

/// Contacts of thin shapes, most of which are apart by less than the margin.
void contacts(tally &t)
{
    random_source r{95};
    worst_of off = {"contact points off thin shapes, roundings of the size", real_choose(1e5, 1500)},
             value = {"largest depths of theirs, roundings of the size", real_choose(12, 3)};
    long points = 0;
    for (int i = 0; i < 2000; ++i) {
        const double gap = std::pow(10, r.between(real_choose(-9, -5), -0.3)), x = r.between(-1, 1),
                     y = r.between(-1, 1), z = r.between(-1, 1), extra = std::pow(10, r.between(-3, 0));
        sliver_pair p;
        draw_thin(r, p, vec(gap * x, gap * y, gap * z));
        if (i >= scenes(2000)) continue;
        const minkowski3::corner_list u = minkowski3::corners(p.a.core), v = minkowski3::corners(p.b.core);
        const double exact = minkowski3::signed_distance(u, v).get_d(),
                     unit = minkowski3::extent(u, v) / 2 * real_rounding;
        const flr_contact3_options o = {flr_real(std::fmax(0, exact) * 1.5 + extra), 0, nullptr};
        for (int order = 0; order < 2; ++order) {
            const truth w = {order ? v : u, order ? u : v, exact, unit};
            flr_manifold3 m;
            t.expect(flr_contact3_convex_convex(order ? &p.b.core : &p.a.core, order ? &p.a.core : &p.b.core,
                                                &o, &m) == FLR_OK &&
                         m.count > 0,
                     "%d: no point", i);
            double most = -INFINITY;
            for (int k = 0; k < m.count; ++k) {
                most = std::fmax(most, double(m.points[k].depth));
                const double beside = off_both(m.points[k], m.normal, w) / unit;
                t.expect(off.within(beside), "%d: point %d is %g off", i, k, beside);
            }
            t.expect(value.within(std::fabs(most + exact) / unit), "%d: depth %.17g, not %.17g", i, most,
                     -exact);
            points += m.count;
        }
    }
    off.hold(t);
    value.hold(t);
    t.expect(points > 4L * scenes(2000), "%ld points", points);
}

/// A facet of the difference in several thin triangles: the origin's foot lies in another one than the plane was found by.
void facet_of_thin_triangles(tally &t)
{
    const flr_triangle3 sheet = {vec(0.50071742376157902, 0.47305625213979013, 0.72492510651944086),
                                 vec(-0.50071742376157902, -0.47305625213979013, -0.72492510651944086),
                                 vec(0.49676328099542039, 0.47088487703645077, 0.72903896794707179)};
    const flr_mat3 axes = {vec(-0.49808132858360826, -0.4716086687381254, -0.72766768080452815),
                           vec(-0.57658199793949527, 0.80690332475383697, -0.12829740509185528),
                           vec(0.64766363937501348, 0.3556575432522931, -0.6738245484985359)};
    const flr_box3 plate = {vec(0, 0, 0), axes, vec(1, 0.0030415473947711788, 0.001424498272841044)};
    const flr_convex3 a = flr_convex3_triangle(&sheet), b = flr_convex3_box(&plate);
    for (int order = 0; order < 2; ++order) {
        const flr_gjk3 g = flr_signed_distance3_convex_convex(order ? &b : &a, order ? &a : &b);
        const double off = stray(g.point_a, g.point_b, double(g.signed_distance), g.normal) / real_rounding;
        t.expect(off < 64, "points %g from where the normal leads", off);
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(sliver_pairs), FEELER_TEST(contacts), FEELER_TEST(facet_of_thin_triangles))

}  // namespace TEST_FILE
