// needs: gmp
/// The depth of convex shapes against its definition in rationals.
#include <cmath>
#include <vector>

#include "feeler/convex.h"
#include "manifold/exact_depth3.hpp"
#include "support/cmocka.hpp"
#include "support/minkowski3.hpp"
#include "support/pinned.hpp"
#include "support/poses.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

extern "C" {
#include "manifold/signed_distance3_convex_convex.h"
}

namespace
{

using exact_depth::polytope;
using exact_depth::true_depth;

flr_convex3 convex(const polytope &p)
{
    return flr_convex3_points(p.points.data(), uint32_t(p.points.size()), flr_affine3_identity().linear,
                              {0, 0, 0}, 0);
}

double size_of(const polytope &a, const polytope &b)
{
    double size = 0;
    for (const polytope *s : {&a, &b})
        for (flr_vec3 p : s->points) size = std::fmax(size, flr_length3(p));
    return size;
}

struct worst {
    double depth = 0;
    int deep = 0, asked = 0;
};

void judge(tally &t, const flr_convex3 &x, const flr_convex3 &y, const polytope &a, const polytope &b,
           const char *name, worst *w)
{
    flr_gjk3 r = flr_signed_distance3_convex_convex(&x, &y);
    double depth = true_depth(a, b), size = size_of(a, b), unit = size * real_rounding;
    t.expect(r.status == FLR_OK, "%s: status %d after %d steps", name, r.status, r.iterations);
    w->asked++;
    if (depth < 0) {
        t.expect(r.signed_distance > -64 * unit, "%s: apart, but %.17g", name, r.signed_distance);
        return;
    }
    w->deep++;
    double error = std::fabs(-r.signed_distance - depth) / unit;
    t.expect(error < 256, "%s: depth %.17g, exact %.17g: %g roundings off", name, -r.signed_distance, depth,
             error);
    flr_vec3 between = flr_sub3(flr_sub3(r.point_b, r.point_a), flr_scale3(r.signed_distance, r.normal));
    t.expect(flr_length3(between) < 1024 * unit, "%s: the points are not the depth apart: %g", name,
             flr_length3(between));
    t.expect(std::fabs(flr_length3(r.normal) - 1) < real_choose(1e-12, 1e-6), "%s: normal of length %g", name,
             flr_length3(r.normal));
    w->depth = std::fmax(w->depth, error);
    flr_gjk3 back = flr_signed_distance3_convex_convex(&y, &x);
    t.expect(std::fabs(back.signed_distance - r.signed_distance) < 256 * unit,
             "%s: %.17g one way, %.17g the other", name, r.signed_distance, back.signed_distance);
}

void judge(tally &t, const polytope &a, const polytope &b, const char *name, worst *w)
{
    judge(t, convex(a), convex(b), a, b, name, w);
}

polytope random_polytope(random_source &random, bool lattice, int corners)
{
    polytope p;
    for (int i = 0; i < corners; i++)
        p.points.push_back(lattice ? random.lattice_point(-2, 2) : random.point(-1, 1));
    return p;
}

polytope box(flr_vec3 center, flr_vec3 half)
{
    polytope p;
    for (int i = 0; i < 8; i++)
        p.points.push_back({center.x + (i & 1 ? half.x : -half.x), center.y + (i & 2 ? half.y : -half.y),
                            center.z + (i & 4 ? half.z : -half.z)});
    return p;
}

void move(polytope *p, flr_vec3 by, double scale = 1)
{
    for (flr_vec3 &q : p->points) q = flr_add3(by, flr_scale3(flr_real(scale), q));
}

void polytopes(tally &t)
{
    const double pin = real_choose(2, 0.6);
    random_source random{81};
    worst w;
    for (int n = 0; n < scenes(500); n++) {
        polytope a = random_polytope(random, n % 2, 4 + n % 3), b = random_polytope(random, n % 2, 4 + n % 2);
        move(&b, flr_scale3(flr_real(n % 2 ? 1 : 0.6), random.lattice_point(-1, 1)));
        judge(t, a, b, n % 2 ? "lattice" : "generic", &w);
    }
    t.expect(w.deep * 10 >= w.asked * 3 && w.deep * 10 <= w.asked * 7, "%d of %d overlap", w.deep, w.asked);
    t.expect(pinned(w.depth, pin), "worst error %g roundings of the size, pinned to (%g, %g]", w.depth,
             pin / 2, pin);
}

/// Face to face, sheets, segments, points, copies in their own place: whatever is flat or coincides.
void degenerate(tally &t)
{
    random_source random{82};
    worst w;
    for (int n = 0; n < scenes(300); n++) {
        polytope a = random_polytope(random, true, 1 + n % 4),
                 b = random_polytope(random, true, 1 + n / 4 % 4);
        judge(t, a, b, "few corners", &w);
        judge(t, a, a, "itself", &w);
    }
    for (int n = 0; n < 60; n++) {
        polytope a = box({0, 0, 0}, {1, 2, 3}), b = box(random.lattice_point(-3, 3), {1, 1, 1});
        judge(t, a, b, "boxes", &w);
        move(&a, {0, 0, 0}, 1e-3);
        move(&b, {0, 0, 0}, 1e-3);
        judge(t, a, b, "small boxes", &w);
    }
    expect_pinned(t, "depth of what is degenerate, roundings of the size", w.depth, real_choose(2, 0.6));
}

void round_shapes(tally &t)
{
    flr_sphere a = {{0, 0, 0}, 1}, b = {{0.5, 0, 0}, 2};
    flr_convex3 x = flr_convex3_sphere(&a), y = flr_convex3_sphere(&b);
    flr_gjk3 r = flr_signed_distance3_convex_convex(&x, &y);
    t.expect(r.signed_distance == -2.5 && r.normal.x == 1 && r.point_a.x == 1 && r.point_b.x == -1.5,
             "spheres: %g", r.signed_distance);
    b.center = a.center;
    y = flr_convex3_sphere(&b);
    r = flr_signed_distance3_convex_convex(&x, &y);
    t.expect(r.signed_distance == -3 && std::fabs(flr_length3(r.normal) - 1) < real_choose(1e-15, 1e-7),
             "one centre: %g", r.signed_distance);
    flr_capsule3 c = {{-5, 0, 0}, {5, 0, 0}, 0.5}, d = {{0, -5, 0}, {0, 5, 0}, 0.25};
    x = flr_convex3_capsule(&c);
    y = flr_convex3_capsule(&d);
    r = flr_signed_distance3_convex_convex(&x, &y);
    t.expect(r.signed_distance == -0.75 && std::fabs(r.normal.z) == 1, "crossed capsules: %g",
             r.signed_distance);
    flr_cylinder cylinder = {{0, 0, -1}, {0, 0, 1}, 2};
    flr_aabb3 plate = {{-9, -9, 0.75}, {9, 9, 3}};
    x = flr_convex3_cylinder(&cylinder);
    y = flr_convex3_aabb(&plate);
    r = flr_signed_distance3_convex_convex(&x, &y);
    t.expect(std::fabs(r.signed_distance + 0.25) < real_choose(1e-12, 1e-6) && r.status == FLR_OK &&
                 std::fabs(r.normal.z - 1) < real_choose(1e-12, 1e-6),
             "cylinder in plate: %.17g", r.signed_distance);
}

/// Where only the radii overlap the depth is theirs less the distance of the cores: it lies between its bounds, and these
/// are no more than roundings apart.
void bounds_of_radii(tally &t)
{
    random_source r{7};
    long inner = 0, all = 0;
    for (int i = 0; i < scenes(20000); ++i) {
        const double scale = std::pow(10, r.between(-3, 3));
        auto length = [&](double low, double high) { return flr_real(scale * r.between(low, high)); };
        flr_vec3 p = r.point(-scale, scale), half = {length(0.1, 1), length(0.1, 1), length(0.1, 1)};
        flr_vec3 far = r.point(-scale, scale);
        const bool boxes = r.whole(0, 1) == 1;
        for (int k = 0; boxes && k < 3; ++k) {  // out of the box along one axis at least
            flr_real *x = &p.x + k;
            const flr_real h = (&half.x)[k];
            if (k == i % 3 || r.whole(0, 1)) *x = (*x < 0 ? -1 : 1) * (h + length(0.1, 1));
        }
        mpf_class square(0, 400);
        for (int k = 0; k < 3; ++k) {
            mpf_class x((&p.x)[k], 400), h((&half.x)[k], 400), f((&far.x)[k], 400), out(0, 400);
            out = boxes ? mpf_class(abs(x) - h, 400) : mpf_class(x - f, 400);
            if (!boxes || out > 0) square += out * out;
        }
        const mpf_class distance(sqrt(square), 400);
        const double d = distance.get_d();
        const flr_aabb3 box = {flr_neg3(half), half};
        flr_convex3 a = flr_convex3_point(p), b = boxes ? flr_convex3_aabb(&box) : flr_convex3_point(far);
        a.radius = flr_real(d * r.between(0.3, 0.6));
        b.radius = flr_real(d * 1.01 - double(a.radius) + (r.whole(0, 1) ? length(0, 1) : 0));
        const mpf_class depth = mpf_class(a.radius, 400) + mpf_class(b.radius, 400) - distance;
        flr_gjk3 g = r.whole(0, 1) ? flr_signed_distance3_convex_convex(&a, &b)
                                   : flr_signed_distance3_convex_convex(&b, &a);
        ++all, inner += depth > mpf_class(-double(g.signed_distance), 400);
        t.expect(g.status == FLR_OK && mpf_class(g.lower, 400) <= depth && depth <= mpf_class(g.upper, 400),
                 "depth %.17g not from %.17g to %.17g", depth.get_d(), double(g.lower), double(g.upper));
        t.expect(double(g.upper) - double(g.lower) <= 64 * real_epsilon * (4 * scale + 2 * d),
                 "bounds %.17g to %.17g", double(g.lower), double(g.upper));
    }
    t.expect(inner > 3 * all / 10 && inner < 7 * all / 10, "%ld of %ld deeper than told", inner, all);
}

flr_tetrahedron tetrahedron(const polytope &p)
{
    return {p.points[0], p.points[1], p.points[2], p.points[3]};
}

/// How far outside of a tetrahedron a point lies.
double outside(const flr_tetrahedron &s, flr_vec3 p)
{
    const flr_vec3 c[4] = {s.a, s.b, s.c, s.d};
    double most = 0;
    for (int i = 0; i < 4; ++i) {
        const flr_vec3 o = c[(i + 1) % 4], u = flr_sub3(c[(i + 2) % 4], o), v = flr_sub3(c[(i + 3) % 4], o);
        flr_vec3 n = flr_cross3(u, v);
        n = flr_scale3(1 / flr_length3(n), n);
        if (flr_dot3(n, flr_sub3(c[i], o)) > 0) n = flr_neg3(n);
        most = std::fmax(most, double(flr_dot3(n, flr_sub3(p, o))));
    }
    return most;
}

/// Two tetrahedra by the faces of their difference, as they are asked first, and by a growing polytope, as one with a cache is: of any
/// size and place, needles, flat, and with parallel features, which the first way leaves to the second.
void tetrahedra_in_two_ways(tally &t)
{
    random_source r{83};
    double worst = 0;
    int at_once = 0, generic = 0, deep = 0, all = 0;
    for (int n = 0; n < scenes(3000); ++n) {
        const int kind = n % 6;
        const double scale = std::pow(10, r.between(-3, 3)),
                     ratio = kind == 1 ? std::pow(10, r.between(-3, 0)) : 1;
        polytope a = random_polytope(r, kind == 3, 4), b = random_polytope(r, kind == 3, 4);
        if (kind == 2) {
            const flr_real thin = flr_real(std::pow(10, r.between(-6, 0)));
            for (flr_vec3 &q : a.points) q.x *= thin;
            for (flr_vec3 &q : b.points) q.y *= n % 4 ? 1 : thin;
        }
        if (kind == 4) b = a;
        if (kind == 5) b.points[0] = flr_sub3(b.points[1], flr_sub3(a.points[1], a.points[0]));
        move(&b, flr_scale3(flr_real(0.3), r.point(-1, 1)), ratio);
        const double away = n / 6 % 3 == 2 ? 1e3 : 0;
        const flr_vec3 place = r.point(-away, away);
        for (polytope *p : {&a, &b})
            for (flr_vec3 &q : p->points) q = flr_scale3(flr_real(scale), flr_add3(q, place));
        const flr_tetrahedron x = tetrahedron(a), y = tetrahedron(b);
        const flr_convex3 v = flr_convex3_tetrahedron(&x), w = flr_convex3_tetrahedron(&y);
        flr_gjk3_cache cache = {};
        const flr_gjk3_options kept = {flr_real(INFINITY), &cache, nullptr, 0};
        const flr_gjk3 one = flr_signed_distance3_convex_convex(&v, &w);
        flr_gjk3 two;
        flr_signed_distance3_within(&v, &w, &kept, nullptr, &two);
        const double unit = scale * 2 * real_rounding, there = unit * (1 + away),
                     error = std::fabs(double(one.signed_distance) - double(two.signed_distance)) / unit;
        ++all;
        t.expect(one.overlap == two.overlap && one.status == two.status, "kind %d: %d and %d", kind,
                 int(one.overlap), int(two.overlap));
        worst = std::fmax(worst, error);
        if (!one.overlap) continue;
        ++deep;
        generic += kind < 2;
        at_once += kind < 2 && one.iterations == 1;
        t.expect(one.lower <= one.upper && -double(one.signed_distance) <= double(one.upper) + 4 * unit &&
                     double(one.lower) <= -double(two.signed_distance) + 16 * unit,
                 "kind %d: bounds %.17g, %.17g of %.17g", kind, double(one.lower), double(one.upper),
                 double(two.signed_distance));
        const flr_vec3 between = flr_sub3(one.point_b, one.point_a);
        const flr_vec3 off = flr_sub3(between, flr_scale3(one.signed_distance, one.normal));
        t.expect(double(flr_length3(off)) < 64 * there, "kind %d: points off by %g", kind,
                 double(flr_length3(off)) / there);
        if (kind >= 2) continue;
        t.expect(outside(x, one.point_a) < 64 * there && outside(y, one.point_b) < 64 * there,
                 "kind %d: points outside by %g, %g", kind, outside(x, one.point_a) / there,
                 outside(y, one.point_b) / there);
    }
    t.expect(deep > 3 * all / 10 && at_once > generic * 95 / 100, "%d of %d deep, %d of %d at once", deep,
             all, at_once, generic);
    // in float both round to the same number
    t.expect(sizeof(flr_real) == sizeof(double) ? pinned(worst, 3) : worst <= 1,
             "two ways to the depth of tetrahedra: %g roundings of the size", worst);
}

struct hull {
    flr_hull3 *of = nullptr;
    explicit hull(const polytope &p)
    {
        flr_hull3_create(p.points.data(), p.points.size(), nullptr, nullptr, &of);
    }
    ~hull() { flr_hull3_destroy(of); }
    hull(const hull &) = delete;
    hull &operator=(const hull &) = delete;
    flr_convex3 at(const flr_affine3 &pose) const
    {
        return flr_convex3_hull(of, pose.linear, pose.translation, 0);
    }
};

/// Hulls, whose depth is looked for as a face that is then proved, against the definition.
void small_hulls(tally &t)
{
    random_source random{86};
    worst w;
    for (int n = 0; n < scenes(40); n++) {
        polytope a = random_polytope(random, n % 2, 6 + n % 3), b = random_polytope(random, n % 2, 5 + n % 4);
        move(&b, flr_scale3(flr_real(n % 2 ? 1 : 0.6), random.lattice_point(-1, 1)));
        const hull x(a), y(b);
        judge(t, x.at(flr_affine3_identity()), y.at(flr_affine3_identity()), a, b,
              n % 2 ? "hulls on a lattice" : "hulls", &w);
    }
    t.expect(w.deep * 10 >= w.asked * 3, "%d of %d overlap", w.deep, w.asked);
    expect_pinned(t, "depth of hulls, roundings of the size", w.depth, real_choose(2, 0.6));
}

flr_vec3 unit_of(flr_vec3 v) { return flr_scale3(1 / std::fmax(flr_length3(v), flr_real(0.1)), v); }

/// A hull of up to `most` points, round or of a kind that is hard.
polytope hull_points(random_source &r, int kind, int most)
{
    polytope p;
    const int count = 5 + int(r.between(0, most - 4));
    const double thin = kind == 2 ? std::pow(10, -r.between(0, 6)) : 1;
    for (int i = 0; i < count; ++i) {
        flr_vec3 q = kind == 3 ? r.lattice_point(-2, 2) : r.point(-1, 1);
        if (kind != 3) q = unit_of(q);
        q.x = flr_real(q.x * thin);
        p.points.push_back(q);
    }
    return p;
}

/// Of hulls of up to 64 vertices by the face that a plane turned towards the origin finds, and, with a cache, by a growing polytope: of any size and place,
/// thin, on a lattice, copies of one another, concentric, and all but touching.
void hulls_in_two_ways(tally &t)
{
    random_source r{87};
    double worst = 0, wide = 0;
    int at_once = 0, generic = 0, deep = 0, all = 0;
    for (int n = 0; n < scenes(1800); ++n) {
        const int kind = n % 6, most = n / 6 % 2 ? 16 : 64;
        const double scale = std::pow(10, r.between(-3, 3)), away = n / 12 % 3 == 2 ? 1e3 : 0;
        polytope a = hull_points(r, kind, most), b = kind == 4 ? a : hull_points(r, kind, most);
        for (polytope *p : {&a, &b})
            for (flr_vec3 &q : p->points) q = flr_scale3(flr_real(scale), q);
        const hull x(a), y(b);
        flr_affine3 at = random_rigid(r, scale * away), there = random_rotation(r);
        if (kind >= 3) there.linear = at.linear;
        // most of them a little into one another
        flr_vec3 way = r.point(-1, 1);
        if (kind < 3) way = flr_scale3(flr_real(r.between(1.2, 1.9)) / flr_length3(way), way);
        if (kind == 3) way = flr_mat3_mul(at.linear, r.lattice_point(-2, 2));
        if (kind == 5) way = flr_scale3(flr_real(std::pow(10, -r.between(0, 12))), way);
        there.translation = flr_add3(at.translation, flr_scale3(flr_real(scale), way));
        const flr_convex3 v = x.at(at), w = y.at(there);
        flr_gjk3_cache cache = {};
        const flr_gjk3_options kept = {flr_real(INFINITY), &cache, nullptr, 0};
        const flr_gjk3 one = flr_signed_distance3_convex_convex(&v, &w);
        flr_gjk3 two;
        flr_signed_distance3_within(&v, &w, &kept, nullptr, &two);
        const double unit = scale * 2 * real_rounding, far = unit * (1 + away),
                     error = std::fabs(double(one.signed_distance) - double(two.signed_distance)) / far;
        ++all;
        t.expect(one.status == two.status, "kind %d: %d and %d", kind, int(one.status), int(two.status));
        t.expect(one.overlap == two.overlap || double(one.signed_distance) < 16 * far, "kind %d: %d and %d",
                 kind, int(one.overlap), int(two.overlap));
        worst = std::fmax(worst, error);
        if (!one.overlap) continue;
        ++deep;
        generic += kind < 2;
        at_once += kind < 2 && one.iterations == 1;
        wide = std::fmax(wide, (double(one.upper) - double(one.lower)) / far);
        t.expect(one.lower <= one.upper && -double(one.signed_distance) <= double(one.upper) + 4 * unit &&
                     double(one.lower) <= -double(two.signed_distance) + 16 * far,
                 "kind %d: bounds %.17g, %.17g of %.17g", kind, double(one.lower), double(one.upper),
                 double(two.signed_distance));
        const flr_vec3 between = flr_sub3(one.point_b, one.point_a);
        const flr_vec3 off = flr_sub3(between, flr_scale3(one.signed_distance, one.normal));
        t.expect(double(flr_length3(off)) < 64 * far, "kind %d: points off by %g", kind,
                 double(flr_length3(off)) / far);
    }
    t.expect(deep > 3 * all / 10 && at_once > generic / 5, "%d of %d deep, %d of %d at once", deep, all,
             at_once, generic);
    expect_pinned(t, "two ways to the depth of hulls, roundings of the scene", worst,
                  real_choose(3, exact_answers));
    t.expect(wide < 256, "bounds are %g roundings apart", wide);
}

/// A square face folded by less than single precision sees, on up to 60 other corners: only double tells which of its halves is nearer.
void folded_faces(tally &t)
{
    random_source r{88};
    double worst = 0;
    int deep = 0, at_once = 0, all = 0;
    for (int n = 0; n < scenes(150); ++n) {
        const int count = 8 + n % 50;
        polytope a, b;
        for (int i = 0; i < count; ++i) {
            const flr_vec3 p = unit_of(r.point(-1, 1)), q = unit_of(r.point(-1, 1));
            a.points.push_back({p.x, p.y, -std::fabs(p.z)});
            b.points.push_back(q);
        }
        const flr_real fold = flr_real(std::pow(10, -r.between(5, 10)));
        for (int i = 0; i < 4; ++i)
            a.points.push_back(
                {flr_real(i & 1 ? 1 : -1), flr_real(i & 2 ? 1 : -1), 1 - (i % 3 == 0 ? fold : 0)});
        const hull x(a), y(b);
        const flr_convex3 v = x.at(flr_affine3_identity());
        flr_affine3 there = random_rotation(r);
        there.translation.x = flr_real(r.between(-0.3, 0.3));
        there.translation.y = flr_real(r.between(-0.3, 0.3));
        there.translation.z = flr_real(r.between(1.7, 2));
        const flr_convex3 w = y.at(there);
        flr_gjk3_cache cache = {};
        const flr_gjk3_options kept = {flr_real(INFINITY), &cache, nullptr, 0};
        const flr_gjk3 one = flr_signed_distance3_convex_convex(&v, &w);
        flr_gjk3 two;
        flr_signed_distance3_within(&v, &w, &kept, nullptr, &two);
        ++all;
        deep += one.overlap;
        at_once += one.overlap && one.iterations == 1;
        worst = std::fmax(worst, std::fabs(double(one.signed_distance) - double(two.signed_distance)) /
                                     (2 * real_rounding));
    }
    t.expect(deep > 3 * all / 10 && at_once > deep / 3, "%d of %d deep, %d at once", deep, all, at_once);
    t.expect(worst <= real_choose(2, 1), "folded by nothing much: %g roundings off", worst);
}

/// Two tetrahedra, edge across edge at a small angle, somewhere in space: rounding tilts the plane of both edges, and the bounds must know it.
void nearly_parallel_edges(tally &t)
{
    random_source r{84};
    double below = 0;
    int at_once = 0, all = 0;
    for (int n = 0; n < scenes(240); ++n) {
        const double sine = std::ldexp(r.between(1, 1.4), -2 - n % 8), cosine = std::sqrt(1 - sine * sine);
        const double deep = std::pow(10, r.between(-3, -1.5)), at = r.between(-0.8, 0.8);
        polytope a, b;
        a.points = {{-1, 0, 0}, {1, 0, 0}, r.point(-1, 0), r.point(-1, 0)};
        b.points = {{flr_real(at - cosine), flr_real(-sine), flr_real(-deep)},
                    {flr_real(at + cosine), flr_real(sine), flr_real(-deep)},
                    r.point(0.5, 1),
                    r.point(0.5, 1)};
        a.points[2].y += flr_real(1.25);
        b.points[3].y -= flr_real(1.5);
        const flr_affine3 turn = random_rotation(r);
        for (polytope *p : {&a, &b})
            for (flr_vec3 &q : p->points) q = flr_affine3_point(turn, q);
        const flr_tetrahedron x = tetrahedron(a), y = tetrahedron(b);
        const flr_convex3 v = flr_convex3_tetrahedron(&x), w = flr_convex3_tetrahedron(&y);
        const flr_gjk3 g = flr_signed_distance3_convex_convex(&v, &w);
        const double depth = true_depth(a, b), unit = size_of(a, b) * real_rounding;
        if (depth < 0) continue;
        ++all;
        at_once += g.iterations == 1;
        below = std::fmax(below, std::fmax(double(g.lower) - depth, depth - double(g.upper)) / unit);
    }
    t.expect(all * 10 > scenes(240) * 8 && at_once > all / 3, "%d of %d at once", at_once, all);
    t.expect(below <= 1, "the bounds of the depth miss it by %g roundings of the size", below);
}

/// A ridge along x with corners below it, and one nearly along it that hangs down to `deep` below the first with corners above.
struct ridges {
    flr_vec3 a[8], b[8];
};

ridges crossed(random_source &r, double angle, double deep)
{
    ridges s;
    const double half_a = r.between(0.5, 1.5), half_b = r.between(0.5, 1.5), along = r.between(-0.3, 0.3),
                 aside = r.between(-0.5, 0.5) * angle;
    auto at = [](double x, double y, double z) {
        return flr_vec3_make(flr_real(x), flr_real(y), flr_real(z));
    };
    s.a[0] = at(-half_a, 0, 0), s.a[1] = at(half_a, 0, 0);
    s.b[0] = at(along - half_b, aside - angle * half_b, -deep);
    s.b[1] = at(along + half_b, aside + angle * half_b, -deep);
    for (int k = 2; k < 8; ++k)
        for (flr_vec3 *p : {&s.a[k], &s.b[k]}) {
            const double x = r.between(-1, 1), y = r.between(0.3, 1.5), z = r.between(0.25, 3);
            *p = p == &s.a[k] ? at(x, k % 2 ? y : -y, -z) : at(along + x, k % 2 ? y : -y, z - deep);
        }
    return s;
}

/// Boxes on edge, one over the other.
void crossed_boxes(random_source &r, double angle, double deep, flr_convex3 *a, flr_convex3 *b)
{
    for (flr_convex3 *c : {a, b}) {
        const double turn = c == a ? 0 : angle, roll = r.between(0.5, 1),
                     along = c == a ? 0 : r.between(-0.3, 0.3), x = std::cos(turn), y = std::sin(turn),
                     u = std::cos(roll), v = std::sin(roll);
        auto at = [](double p, double q, double s) {
            return flr_vec3_make(flr_real(p), flr_real(q), flr_real(s));
        };
        flr_box3 box{};
        box.axes = {at(x, y, 0), at(-u * y, u * x, v), at(v * y, -v * x, u)};
        box.half_extents = at(r.between(0.5, 1.5), 0.5, 0.5);
        box.center = at(along, r.between(-0.5, 0.5) * angle, c == a ? -0.7 : 0.7 - deep);
        *c = flr_convex3_box(&box);
    }
}

/// What the depth and the distance may be off by, and the bounds of the depth.
struct edge_errors {
    worst_of off, distance, beside;
};

/// The depth itself where two edges that are nearly parallel decide it, by the definition in whole numbers: of any depth; or of down to 10^-15 at
/// angles of down to 10^-14, some of them of needles.
void depth_by_edges(tally &t, uint64_t seed, bool shallow, edge_errors e)
{
    random_source r{seed};
    const char *const names[] = {"tetrahedra", "lists", "hulls", "boxes"};
    worst_of &off = e.off, &distance = e.distance, &beside = e.beside;
    long deep = 0, all = 0;
    for (int n = 0; n < scenes(shallow ? 1200 : 1600); ++n) {
        const int kind = n % 4;
        double angle, below;
        if (shallow) {
            angle = std::pow(10, r.between(real_choose(-14, -7), real_choose(-5, -2)));
            below = std::pow(10, r.between(real_choose(-15.5, -7.5), real_choose(-8, -3))) * (n % 3 ? 1 : -1);
        } else {
            const int tiny = r.whole(1, 15);
            angle = std::ldexp(r.between(1, 2), -tiny), below = r.between(-0.2, 0.4);
        }
        ridges s = crossed(r, angle, below);
        if (shallow && n % 5 == 0)
            for (int k = 0; k < 8; ++k) s.a[k].x *= flr_real(real_choose(1e6, 1e3));
        const flr_affine3 turn = random_rotation(r);
        const flr_vec3 place = r.point(-2, 2);
        for (int k = 0; k < 8; ++k)
            for (flr_vec3 *p : {&s.a[k], &s.b[k]}) *p = flr_add3(place, flr_affine3_point(turn, *p));
        flr_convex3 a, b;
        flr_hull3 *hull[2] = {nullptr, nullptr};
        const flr_mat3 one = flr_affine3_identity().linear;
        if (kind == 0) {
            const flr_tetrahedron x = {s.a[0], s.a[1], s.a[2], s.a[3]}, y = {s.b[0], s.b[1], s.b[2], s.b[3]};
            a = flr_convex3_tetrahedron(&x), b = flr_convex3_tetrahedron(&y);
        } else if (kind == 1) {
            a = flr_convex3_points(s.a, 6, one, {0, 0, 0}, 0),
            b = flr_convex3_points(s.b, 6, one, {0, 0, 0}, 0);
        } else if (kind == 2) {
            if (flr_hull3_create(s.a, 8, nullptr, nullptr, &hull[0]) != FLR_OK ||
                flr_hull3_create(s.b, 8, nullptr, nullptr, &hull[1]) != FLR_OK)
                t.expect(false, "no hull");
            a = flr_convex3_hull(hull[0], one, {0, 0, 0}, 0),
            b = flr_convex3_hull(hull[1], one, {0, 0, 0}, 0);
        } else {
            crossed_boxes(r, angle, below, &a, &b);
        }
        const minkowski3::corner_list x = minkowski3::corners(a), y = minkowski3::corners(b);
        const double exact = -minkowski3::signed_distance(x, y).get_d(),
                     unit = minkowski3::extent(x, y) / 2 * real_rounding;
        ++all, deep += exact > 0;
        const flr_gjk3 g = flr_signed_distance3_convex_convex(&a, &b);
        t.expect(
            g.status == FLR_OK &&
                (exact > 0 ? off : distance).within(std::fabs(-double(g.signed_distance) - exact) / unit),
            "%s at %g: depth %.17g, not %.17g", names[kind], angle, -double(g.signed_distance), exact);
        if (exact > 0)
            t.expect(beside.within(std::fmax(double(g.lower) - exact, exact - double(g.upper)) / unit),
                     "%s at %g: %.17g not in %.17g to %.17g", names[kind], angle, exact, double(g.lower),
                     double(g.upper));
        for (flr_hull3 *h : hull) flr_hull3_destroy(h);
    }
    t.expect(deep > 3 * all / 10 && deep < 7 * all / 10, "%ld of %ld deep", deep, all);
    off.hold(t), distance.hold(t), beside.hold(t);
}

void depth_of_nearly_parallel_edges(tally &t)
{
    depth_by_edges(t, 85, false,
                   {{"depth by nearly parallel edges, roundings of the size", real_choose(3, 0.5)},
                    {"distance by nearly parallel edges, roundings of the size", real_choose(12, 0.4)},
                    {"bounds of that depth beside it, roundings of the size", real_choose(1.1, 0.3)}});
}

void depth_of_edges_that_all_but_touch(tally &t)
{
    depth_by_edges(t, 86, true,
                   {{"depth of edges that all but touch, roundings of the size", real_choose(9, 0.5)},
                    {"distance of edges that all but touch, roundings of the size", real_choose(9, 0.4)},
                    {"bounds of that depth beside it, roundings of the size", real_choose(0.7, 0.5)}});
}

using exact_depth::rational;
using exact_vec = exact_depth::vec;

flr_real half_of(const flr_box3 &b, int k)
{
    return k == 0 ? b.half_extents.x : k == 1 ? b.half_extents.y : b.half_extents.z;
}

/// How far a box reaches from its centre along n, which need not be unit.
rational reach_of(const flr_box3 &b, const exact_vec &n)
{
    const flr_vec3 *axes = &b.axes.x;
    rational sum = 0;
    for (int k = 0; k < 3; ++k) {
        const rational along = exact::dot(exact::from(axes[k]), n);
        sum += double(half_of(b, k)) * (along < 0 ? rational(-along) : along);
    }
    return sum;
}

/// By all normals of faces, of the boxes as their axes are, and all of two edges; negative where they are apart.
double depth_of_boxes(const flr_box3 &a, const flr_box3 &b)
{
    const exact_vec way = exact::sub(exact::from(b.center), exact::from(a.center));
    std::vector<exact_vec> axes;
    for (const flr_box3 *s : {&a, &b})
        for (int k = 0; k < 3; ++k) axes.push_back(exact::from((&s->axes.x)[k]));
    double least = INFINITY;
    for (size_t i = 0; i < 6; ++i)
        for (size_t k = i + 1; k < 6; ++k) {
            const exact_vec n = exact::cross(axes[i], axes[k]);
            const rational square = exact::dot(n, n), along = exact::dot(way, n);
            if (square == 0) continue;
            const rational overlap = reach_of(a, n) + reach_of(b, n) - (along < 0 ? rational(-along) : along);
            if (overlap < 0) return -1;
            least = std::fmin(least, exact::root(rational(overlap * overlap / square)));
        }
    return least;
}

/// Two boxes that edges at a small angle bring to overlap by about as much as these edges' ends reach over one another: what the
/// overlap along their common normal would be by its length tells little, and a face would be told.
void shallow_boxes_at_small_angles(tally &t)
{
    random_source r{86};
    worst_of depths = {"depth of shallow boxes, roundings of the size", real_choose(2, 0.4)};
    long by_edges = 0, all = 0;
    for (int n = 0; n < scenes(600); ++n) {
        const double angle = std::pow(10, r.between(real_choose(-9, -5), -1)), about = r.between(0.1, 1.4),
                     roll = about - r.between(0.1, 1.4), deep = angle * std::pow(10, r.between(-2.5, 0.3));
        // the edges along x of both, the second turned about a direction square to x, about which both are level
        const double u = std::cos(about), v = std::sin(about), x = std::cos(angle), y = std::sin(angle);
        flr_affine3 turn = random_rotation(r);
        auto placed = [&](double p, double q, double s) {
            const flr_vec3 e[] = {turn.linear.x, turn.linear.y, turn.linear.z};
            return flr_vec3_make(flr_real(p * double(e[0].x) + q * double(e[1].x) + s * double(e[2].x)),
                                 flr_real(p * double(e[0].y) + q * double(e[1].y) + s * double(e[2].y)),
                                 flr_real(p * double(e[0].z) + q * double(e[1].z) + s * double(e[2].z)));
        };
        // (0, u, v) is the normal of both edges; (0, -v, u) is square to it
        auto turned = [&](double q, double s) {
            const double up = q * u + s * v, aside = s * u - q * v;
            return placed(-aside * y, up * u - aside * x * v, up * v + aside * x * u);
        };
        flr_box3 a{}, b{};
        a.axes = {placed(1, 0, 0), placed(0, 1, 0), placed(0, 0, 1)};
        b.axes = {placed(x, -v * y, u * y), turned(std::cos(roll), std::sin(roll)),
                  turned(-std::sin(roll), std::cos(roll))};
        a.half_extents = r.point(0.3, 1);
        b.half_extents = r.point(0.3, 1);
        const double bu = std::cos(about - roll), bv = std::sin(about - roll);
        const double reach_a = u * double(a.half_extents.y) + v * double(a.half_extents.z),
                     reach_b =
                         std::fabs(bu) * double(b.half_extents.y) + std::fabs(bv) * double(b.half_extents.z),
                     aside_a = u * double(a.half_extents.z) - v * double(a.half_extents.y),
                     aside_b = bu * double(b.half_extents.z) * (bv < 0 ? -1 : 1) -
                               bv * double(b.half_extents.y) * (bu < 0 ? -1 : 1);
        const double up = reach_a + reach_b - deep, aside = aside_a + aside_b;
        b.center = placed(r.between(-0.2, 0.2), up * u - aside * v, up * v + aside * u);
        const double depth = depth_of_boxes(a, b),
                     unit = 2 * double(flr_length3(a.half_extents) + flr_length3(b.half_extents)) *
                            real_rounding;
        if (depth < 32 * unit) continue;
        const flr_convex3 p = flr_convex3_box(&a), q = flr_convex3_box(&b);
        const flr_gjk3 g = flr_signed_distance3_convex_convex(&p, &q);
        ++all, by_edges += std::fabs(double(flr_dot3(g.normal, placed(0, u, v)))) > 1 - 1e-9;
        t.expect(g.status == FLR_OK && depths.within(std::fabs(-double(g.signed_distance) - depth) / unit),
                 "at an angle of %g: depth %.17g, not %.17g", angle, -double(g.signed_distance), depth);
        t.expect(double(g.lower) <= depth && depth <= double(g.upper), "%.17g not in %.17g to %.17g", depth,
                 double(g.lower), double(g.upper));
        for (int k = 0; k < 2; ++k) {
            const flr_box3 &s = k ? b : a;
            const flr_vec3 from = flr_sub3(k ? g.point_b : g.point_a, s.center);
            for (int i = 0; i < 3; ++i)
                t.expect(std::fabs(double(flr_dot3(from, (&s.axes.x)[i]))) <=
                             double(half_of(s, i)) + 8 * unit,
                         "at an angle of %g a point is outside by %g roundings", angle,
                         (std::fabs(double(flr_dot3(from, (&s.axes.x)[i]))) - double(half_of(s, i))) / unit);
        }
    }
    t.expect(by_edges > all / 3, "%ld of %ld by the edges", by_edges, all);
    depths.hold(t);
}

}  // namespace

int main()
{
    const CMUnitTest tests[] = {FEELER_TEST(polytopes),
                                FEELER_TEST(degenerate),
                                FEELER_TEST(round_shapes),
                                FEELER_TEST(bounds_of_radii),
                                FEELER_TEST(tetrahedra_in_two_ways),
                                FEELER_TEST(small_hulls),
                                FEELER_TEST(hulls_in_two_ways),
                                FEELER_TEST(folded_faces),
                                FEELER_TEST(nearly_parallel_edges),
                                FEELER_TEST(depth_of_nearly_parallel_edges),
                                FEELER_TEST(shallow_boxes_at_small_angles),
                                FEELER_TEST(depth_of_edges_that_all_but_touch)};
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
