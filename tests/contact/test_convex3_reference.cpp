// needs: gmp
/// Distance, depth, yes or no and contact of convex shapes with corners against the hull of all differences of their
/// corners in whole numbers: both orders, turned, scaled, far away, and made in the manners that hurt.
#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

#include "feeler/contact3.h"
#include "support/cmocka.hpp"
#include "support/minkowski3.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

/// Of the scene's size.
const double allowed = real_choose(1e-12, 1e-5);
/// What the headers promise.
const int distance_steps = 192, depth_steps = 384;

enum manner {
    GENERIC,
    LATTICE,
    CLOSE_POINTS,
    COLLINEAR,
    PARALLEL,
    TOUCHING,
    NESTED,
    DEEP,
    NEEDLE,
    PLATE,
    MANNERS
};
const char *const manner_names[] = {"generic",  "lattice", "close points", "collinear", "parallel faces",
                                    "touching", "nested",  "deep",         "needle",    "plate"};

using points = std::vector<flr_vec3>;

flr_vec3 to(double x, double y, double z) { return flr_vec3_make(flr_real(x), flr_real(y), flr_real(z)); }

flr_mat3 turned(random_source &r)
{
    flr_vec3 x = r.point(-1, 1), y = r.point(-1, 1);
    x = flr_scale3(1 / flr_length3(x), x);
    y = flr_mul_add3(y, -flr_dot3(x, y), x);
    y = flr_scale3(1 / flr_length3(y), y);
    return {x, y, flr_cross3(x, y)};
}

/// A shape of any kind with corners, and what it refers to.
struct shape {
    flr_convex3 convex;
    points array;
    std::shared_ptr<flr_hull3> hull;
};

/// Around the origin, about 1 in size.
points cloud(manner m, random_source &r, int count)
{
    points p;
    for (int i = 0; i < count; ++i) p.push_back(m == LATTICE ? r.lattice_point(-2, 2) : r.point(-1, 1));
    const double thin = real_choose(1e-6, 1e-3);
    for (flr_vec3 &q : p) {
        if (m == NEEDLE) q = to(q.x, thin * q.y, thin * q.z);
        if (m == PLATE) q = to(q.x, q.y, thin * q.z);
    }
    for (int i = 0; i < count / 2; ++i) {
        flr_vec3 a = p[size_t(r.whole(0, count - 1))], b = p[size_t(r.whole(0, count - 1))];
        double t = r.whole(0, 4) * 0.25;
        if (m == COLLINEAR) p.push_back(flr_mul_add3(a, flr_real(t), flr_sub3(b, a)));
        if (m == CLOSE_POINTS) {
            double step = std::ldexp(1.0, -r.whole(10, real_is_float ? 24 : 53));
            flr_vec3 way = r.point(-step, step);
            p.push_back(flr_add3(a, way));
        }
    }
    return p;
}

/// A box of the given half extents, or a wedge or prism with faces along the axes.
points faces_along_axes(random_source &r, flr_vec3 h)
{
    points p;
    bool wedge = r.whole(0, 2) == 0;
    for (int i = 0; i < 8; ++i) {
        if (wedge && (i == 6 || i == 7)) continue;
        p.push_back(to(i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z));
    }
    return p;
}

void place(flr_vec3 *p, flr_mat3 turn, double scale, flr_vec3 offset)
{
    *p = flr_add3(offset, flr_mat3_mul(turn, flr_scale3(flr_real(scale), *p)));
}

/// `points` scaled, turned and moved, as one of the kinds that hold them. `kind` 0: corners, 1: posed points, 2: a
/// posed hull, 3: a hull made where it lies, 4: the box around them.
shape held(const points &from, int kind, flr_mat3 turn, double scale, flr_vec3 offset, double radius)
{
    shape s;
    s.array = from;
    bool posed = kind == 1 || kind == 2;
    for (flr_vec3 &q : s.array) {
        if (posed)
            q = flr_scale3(flr_real(scale), q);
        else
            place(&q, turn, scale, offset);
    }
    uint32_t count = uint32_t(s.array.size());
    const flr_mat3 identity = flr_affine3_identity().linear;
    const flr_vec3 zero = to(0, 0, 0), *p = s.array.data();
    if (kind == 4) {
        flr_vec3 low = from[0], high = from[0];
        for (flr_vec3 q : from) low = flr_min3(low, q), high = flr_max3(high, q);
        flr_vec3 center = flr_scale3(flr_real(0.5), flr_add3(low, high));
        place(&center, turn, scale, offset);
        flr_box3 g = {center, turn, flr_scale3(flr_real(0.5 * scale), flr_sub3(high, low))};
        s.convex = flr_convex3_box(&g);
    } else if (kind == 0 && count == 2) {
        flr_segment3 g = {p[0], p[1]};
        s.convex = flr_convex3_segment(&g);
    } else if (kind == 0 && count == 3) {
        flr_triangle3 g = {p[0], p[1], p[2]};
        s.convex = flr_convex3_triangle(&g);
    } else if (kind == 0 && count == 4) {
        flr_tetrahedron g = {p[0], p[1], p[2], p[3]};
        s.convex = flr_convex3_tetrahedron(&g);
    } else if (kind == 0 && count == 1) {
        s.convex = flr_convex3_point(p[0]);
    } else if (kind < 2) {
        s.convex = flr_convex3_points(p, count, posed ? turn : identity, posed ? offset : zero, 0);
    } else {
        flr_hull3 *hull = nullptr;
        flr_hull3_create(p, count, nullptr, nullptr, &hull);
        s.hull = std::shared_ptr<flr_hull3>(hull, flr_hull3_destroy);
        s.convex = flr_convex3_hull(hull, posed ? turn : identity, posed ? offset : zero, 0);
    }
    s.convex.radius = flr_real(radius);
    return s;
}

struct worst {
    double distance = 0, depth = 0, contact = 0, along = 0, unsure = 0;  ///< of the size
    double points = 0, deep_points = 0;                                  ///< of the size and the coordinates
    int gjk = 0, epa = 0;
    long met = 0, asked = 0, depths = 0;
};

bool finite(const flr_gjk3 &r)
{
    return std::isfinite(r.distance) && std::isfinite(r.signed_distance) && std::isfinite(r.lower) &&
           std::isfinite(r.upper) && flr_is_finite3(r.point_a) && flr_is_finite3(r.point_b) &&
           flr_is_finite3(r.normal);
}

void raise(double *most, double x) { *most = std::fmax(*most, x); }

struct scene {
    const char *name;
    minkowski3::corner_list a, b;
    double radii, size, exact, place;  ///< place: how far off the points lie
};

/// How far a point lies outside of a shape.
double outside(flr_vec3 p, const minkowski3::corner_list &corners, flr_real radius)
{
    const minkowski3::wide d = minkowski3::signed_distance({minkowski3::rational(p)}, corners);
    return std::fmax(0, minkowski3::wide(d - double(radius)).get_d());
}

double outside(const flr_gjk3 &r, const shape &a, const shape &b, const scene &s)
{
    return std::fmax(outside(r.point_a, s.a, a.convex.radius), outside(r.point_b, s.b, b.convex.radius)) /
           s.place;
}

void judge_distance(tally &t, const shape &a, const shape &b, const scene &s, worst *w)
{
    flr_gjk3 r = flr_closest3_convex_convex(&a.convex, &b.convex, nullptr);
    double exact = std::fmax(0, s.exact), error = std::fabs(double(r.distance) - exact) / s.size;
    raise(&w->distance, error);
    w->gjk = std::max(w->gjk, r.iterations);
    t.expect(finite(r), "%s: not a number in the distance", s.name);
    t.expect(r.status == FLR_OK && r.iterations <= distance_steps, "%s: distance: status %d, %d steps",
             s.name, r.status, r.iterations);
    t.expect(error <= allowed, "%s: distance %.17g, exact %.17g: %g of the size", s.name, double(r.distance),
             exact, error);
    t.expect(double(r.lower) <= exact && exact <= double(r.upper), "%s: %.17g not in [%.17g, %.17g]", s.name,
             exact, double(r.lower), double(r.upper));
    t.expect(std::fabs(s.exact) <= allowed * s.size || r.overlap == (s.exact < 0), "%s: overlap %d, exact %g",
             s.name, r.overlap, s.exact);
    double apart = double(flr_length3(flr_sub3(r.point_b, r.point_a)));
    t.expect(s.exact <= 0 || std::fabs(apart - exact) <= allowed * s.size + 4 * real_rounding * s.place,
             "%s: points %.17g apart, exact %.17g", s.name, apart, exact);
    raise(&w->points, outside(r, a, b, s));
    flr_overlap3_convex o = flr_overlap3_convex_convex(&a.convex, &b.convex, nullptr);
    t.expect(o.status == FLR_OK && o.iterations <= distance_steps, "%s: yes or no: status %d, %d steps",
             s.name, o.status, o.iterations);
    if (s.exact != 0 && o.overlap != (s.exact < 0)) raise(&w->unsure, std::fabs(s.exact) / s.size);
    t.expect(std::fabs(s.exact) <= allowed * s.size || o.overlap == (s.exact < 0),
             "%s: yes or no %d, exact %g", s.name, o.overlap, s.exact);
}

void judge_depth(tally &t, const shape &a, const shape &b, const scene &s, worst *w)
{
    flr_gjk3 r = flr_signed_distance3_convex_convex(&a.convex, &b.convex);
    double error = std::fabs(double(r.signed_distance) - s.exact) / s.size;
    raise(&w->depth, error);
    w->epa = std::max(w->epa, r.iterations);
    w->depths += s.exact < 0;
    raise(&w->deep_points, outside(r, a, b, s));
    t.expect(finite(r), "%s: not a number in the depth", s.name);
    t.expect(r.status == FLR_OK && r.iterations <= depth_steps, "%s: depth: status %d, %d steps", s.name,
             r.status, r.iterations);
    t.expect(error <= allowed, "%s: signed distance %.17g, exact %.17g: %g of the size", s.name,
             double(r.signed_distance), s.exact, error);
    double length = double(flr_length3(r.normal));
    t.expect(std::fabs(length - 1) <= real_choose(1e-14, 1e-6), "%s: a normal of length %.17g", s.name,
             length);
    // the definition: along the normal b stands so far beyond a, and moved back by it they just touch
    double along = minkowski3::separation(s.a, s.b, r.normal) / length - s.radii;
    // of cores that are apart the normal is known as well as rounding is small beside their distance
    double cores = s.exact + s.radii, turn = cores > 0 ? 4 * real_rounding * s.size / cores : 0;
    raise(&w->along, (std::fabs(along - s.exact) / s.size - turn) / allowed);
    t.expect(std::fabs(along - s.exact) <= (allowed + turn) * s.size,
             "%s: along the normal %.17g, exact %.17g", s.name, along, s.exact);
    flr_vec3 rest = flr_sub3(flr_mul_add3(r.point_a, r.signed_distance, r.normal), r.point_b);
    double left = double(flr_length3(rest));
    t.expect(left <= allowed * s.size + 4 * real_rounding * s.place, "%s: the normal leads %g past point b",
             s.name, left);
}

void judge_contact(tally &t, const shape &a, const shape &b, const scene &s, worst *w)
{
    flr_manifold3 m;
    flr_status status = flr_contact3_convex_convex(&a.convex, &b.convex, nullptr, &m);
    t.expect(status == FLR_OK && !m.inseparable, "%s: contact: status %d", s.name, status);
    t.expect(s.exact > -allowed * s.size || m.count > 0, "%s: %g deep, but no point", s.name, -s.exact);
    t.expect(s.exact < allowed * s.size || m.count == 0, "%s: %g apart, but a point", s.name, s.exact);
    double most = -INFINITY;
    for (int i = 0; i < m.count; ++i) {
        raise(&most, double(m.points[i].depth));
        t.expect(flr_is_finite3(m.points[i].position), "%s: not a number in the contact", s.name);
    }
    if (m.count == 0) return;
    double error = std::fabs(most + s.exact) / s.size;
    raise(&w->contact, error);
    t.expect(error * s.size <= (32 * s.size + s.place) * real_rounding,
             "%s: contact off by %g, more than is promised", s.name, error * s.size);
    t.expect(error <= allowed, "%s: contact %.17g deep, exact %.17g: %g of the size", s.name, most, -s.exact,
             error);
}

void judge(tally &t, const shape &a, const shape &b, const char *name, worst *w)
{
    scene s;
    s.name = name;
    s.a = minkowski3::corners(a.convex), s.b = minkowski3::corners(b.convex);
    s.radii = double(a.convex.radius) + double(b.convex.radius);
    s.size = minkowski3::extent(s.a, s.b) + s.radii;
    minkowski3::wide cores = minkowski3::signed_distance(s.a, s.b);
    s.exact = minkowski3::wide(cores - double(a.convex.radius) - double(b.convex.radius)).get_d();
    s.place = 0;
    for (const minkowski3::rational_point &p : {s.a[0], s.b[0]})
        for (const big_rational &x : p) s.place += std::fabs(x.get_d());
    s.place += s.size;
    w->asked++;
    w->met += s.exact <= 0;
    judge_distance(t, a, b, s, w);
    judge_depth(t, a, b, s, w);
    judge_contact(t, a, b, s, w);
}

/// Where a scene is put.
struct where {
    double scale;
    flr_vec3 offset;
    bool turn;
};

void ask(tally &t, manner m, const where &at, int n, random_source &r, worst *w)
{
    int most = m == LATTICE || m == GENERIC ? 9 : 7, ka = r.whole(0, 4), kb = r.whole(0, 4);
    int na = r.whole(1, most), nb = r.whole(4, most);
    points a, b;
    flr_vec3 apart = r.point(-1.5, 1.5);
    int hz = r.whole(1, 3), hy = r.whole(1, 3), hx = r.whole(1, 3);
    flr_vec3 ha = to(hx, hy, hz), hb = ha;
    hb = to(hb.y, hb.z, hb.x);
    if (m == LATTICE || m == PARALLEL) apart = r.lattice_point(-3, 3);
    if (m == PARALLEL) {
        a = faces_along_axes(r, ha);
        b = faces_along_axes(r, hb);
    } else {
        a = cloud(m, r, na);
        b = cloud(m, r, nb);
    }
    if (m == NESTED)
        for (flr_vec3 &q : b) q = flr_scale3(flr_real(0.125), q);
    if (m == NESTED || m == DEEP) apart = flr_scale3(flr_real(0.05), apart);
    if (m == NEEDLE || m == PLATE) apart = flr_scale3(flr_real(r.whole(0, 1) ? 1e-6 : 0.3), apart);
    for (flr_vec3 &q : b) q = flr_add3(q, apart);
    flr_mat3 turn = at.turn ? turned(r) : flr_affine3_identity().linear;
    bool round = r.whole(0, 3) == 0;
    double radius_a = round ? at.scale * r.between(0, 0.5) : 0,
           radius_b = round ? at.scale * r.between(0, 0.5) : 0;
    shape x = held(a, ka, turn, at.scale, at.offset, radius_a),
          y = held(b, kb, turn, at.scale, at.offset, radius_b);
    if (m == TOUCHING) {
        // moved along the normal by what the library says, then asked again: what is left is rounding
        flr_gjk3 g = flr_signed_distance3_convex_convex(&x.convex, &y.convex);
        for (flr_vec3 &q : b)
            q = flr_mul_add3(
                q, -g.signed_distance / flr_real(at.scale),
                {flr_dot3(g.normal, turn.x), flr_dot3(g.normal, turn.y), flr_dot3(g.normal, turn.z)});
        y = held(b, kb, turn, at.scale, at.offset, radius_b);
    }
    char name[128];
    std::snprintf(name, sizeof name, "%s, %g at %g, %d (kinds %d %d, %zu %zu, r %g)", manner_names[m],
                  at.scale, double(at.offset.x), n, ka, kb, a.size(), b.size(), radius_a);
    judge(t, x, y, name, w);
    judge(t, y, x, name, w);
}

/// Of distance, depth and contact, in roundings of the size; and the steps that are enough for shapes this small.
/// Points in roundings of the size and the coordinates.
void report(tally &t, const worst &w, double distance, double depth, double contact, double points,
            double deep_points, double unsure)
{
    std::printf(
        "  distance %.3g, depth %.3g, contact %.3g roundings of the size, along the normal %.3g of what is "
        "allowed; %d, %d steps; %ld of %ld meet, %ld deep\n",
        w.distance / real_rounding, w.depth / real_rounding, w.contact / real_rounding, w.along, w.gjk, w.epa,
        w.met, w.asked, w.depths);
    expect_pinned(t, "distance", w.distance / real_rounding, distance);
    expect_pinned(t, "depth", w.depth / real_rounding, depth);
    expect_pinned(t, "contact", w.contact / real_rounding, contact);
    expect_pinned(t, "points of the distance", w.points / real_rounding, points);
    expect_pinned(t, "points of the depth", w.deep_points / real_rounding, deep_points);
    expect_pinned(t, "yes or no told wrongly", w.unsure / real_rounding, unsure);
    t.expect(w.gjk <= 12 && w.epa <= 20, "%d steps of the distance, %d of the depth", w.gjk, w.epa);
    t.expect(w.met * 10 >= w.asked * 3 && w.met * 10 <= w.asked * 7, "%ld of %ld meet", w.met, w.asked);
}

void in_places(tally &t, worst *w, const std::vector<where> &places, int each, uint64_t seed)
{
    random_source r{seed};
    for (const where &at : places)
        for (int m = 0; m < MANNERS; ++m)
            for (int n = 0; n < each; ++n) ask(t, manner(m), at, n, r, w);
}

void as_made(tally &t)
{
    worst w;
    in_places(t, &w, {{1, to(0, 0, 0), false}}, 20, 701);
    report(t, w, real_choose(1.4, 0.4), real_choose(1.4, 0.4), real_choose(0.9, 0.4), real_choose(0.6, 0.2),
           real_choose(0.6, 0.2), real_choose(0.7, exact_answers));
}

void turned_and_scaled(tally &t)
{
    worst w;
    in_places(t, &w, {{1, to(3, -2, 5), true}, {1e-3, to(0, 0, 0), true}, {1e3, to(100, 200, -50), true}}, 9,
              702);
    report(t, w, real_choose(1.5, 0.6), real_choose(1.4, 0.6), real_choose(8, 0.8), real_choose(0.6, 0.3),
           real_choose(0.8, 0.3), real_choose(1.4, exact_answers));
}

void far_away(tally &t)
{
    worst w;
    in_places(t, &w, {{1, to(1e6, -1e6, 5e5), true}, {1e3, to(-1e6, 1e6, 1e6), true}}, 9, 703);
    report(t, w, real_choose(3, 0.6), real_choose(3, 0.6), real_choose(3, 0.3), real_choose(0.25, 0.25),
           real_choose(0.25, 0.25), real_choose(2.8, exact_answers));
}

}  // namespace

FEELER_TESTS(FEELER_TEST(as_made), FEELER_TEST(turned_and_scaled), FEELER_TEST(far_away))

}  // namespace TEST_FILE
