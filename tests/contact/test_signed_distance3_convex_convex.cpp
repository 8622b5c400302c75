// needs: gmp
/// The depth of convex shapes against its definition in rationals.
#include <cmath>
#include <vector>

#include "contact/signed_distance3_judge.hpp"

namespace TEST_FILE
{

using namespace signed_distance3;

namespace
{

void polytopes(tally &t)
{
    const double pin = real_choose(2, 0.6);
    random_source random{81};
    worst w;
    for (int n = 0; n < scenes(250); n++) {
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
    for (int n = 0; n < scenes(150); n++) {
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
    for (int i = 0; i < scenes(10000); ++i) {
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
        big_float square(0, 400);
        for (int k = 0; k < 3; ++k) {
            big_float x((&p.x)[k], 400), h((&half.x)[k], 400), f((&far.x)[k], 400), out(0, 400);
            out = boxes ? big_float(abs(x) - h, 400) : big_float(x - f, 400);
            if (!boxes || out > 0) square += out * out;
        }
        const big_float distance(sqrt(square), 400);
        const double d = distance.get_d();
        const flr_aabb3 box = {flr_neg3(half), half};
        flr_convex3 a = flr_convex3_point(p), b = boxes ? flr_convex3_aabb(&box) : flr_convex3_point(far);
        a.radius = flr_real(d * r.between(0.3, 0.6));
        b.radius = flr_real(d * 1.01 - double(a.radius) + (r.whole(0, 1) ? length(0, 1) : 0));
        const big_float depth = big_float(a.radius, 400) + big_float(b.radius, 400) - distance;
        flr_gjk3 g = r.whole(0, 1) ? flr_signed_distance3_convex_convex(&a, &b)
                                   : flr_signed_distance3_convex_convex(&b, &a);
        ++all, inner += depth > big_float(-double(g.signed_distance), 400);
        t.expect(g.status == FLR_OK && big_float(g.lower, 400) <= depth && depth <= big_float(g.upper, 400),
                 "depth %.17g not from %.17g to %.17g", depth.get_d(), double(g.lower), double(g.upper));
        t.expect(double(g.upper) - double(g.lower) <= 64 * real_epsilon * (4 * scale + 2 * d),
                 "bounds %.17g to %.17g", double(g.lower), double(g.upper));
    }
    t.expect(inner > 3 * all / 10 && inner < 7 * all / 10, "%ld of %ld deeper than told", inner, all);
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

/// Two tetrahedra without a cache and with one: of any size and place, needles, flat, and with parallel features.
void tetrahedra_in_two_ways(tally &t)
{
    random_source r{83};
    double worst = 0;
    int deep = 0, all = 0;
    for (int n = 0; n < scenes(1500); ++n) {
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
    t.expect(deep > 3 * all / 10, "%d of %d deep", deep, all);
    // in float both round to the same number
    t.expect(sizeof(flr_real) == sizeof(double) ? pinned(worst, 3) : worst <= 1,
             "two ways to the depth of tetrahedra: %g roundings of the size", worst);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(polytopes), FEELER_TEST(degenerate), FEELER_TEST(round_shapes),
             FEELER_TEST(bounds_of_radii), FEELER_TEST(tetrahedra_in_two_ways))

}  // namespace TEST_FILE
