// needs: gmp
/// Manifolds of round shapes where their places round: far from the origin, and where the cores all but meet. As deep as the two are by
/// the definition, and parted along the normal by as much, within roundings of their own size.
#include <cmath>

#include "feeler/contact3.h"
#include "support/cmocka.hpp"
#include "support/minkowski3.hpp"
#include "support/pinned.hpp"
#include "support/poses.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

flr_convex3 round_core(random_source &r, flr_vec3 middle, flr_real size, bool segment)
{
    const flr_vec3 p = flr_mul_add3(middle, size, r.point(-0.9, 0.9));
    const flr_segment3 s = {p, flr_mul_add3(p, size, r.point(-1.5, 1.5))};
    flr_convex3 c = segment ? flr_convex3_segment(&s) : flr_convex3_point(p);
    c.radius = r.whole(0, 2) ? flr_real(r.between(0.2, 0.9)) * size : 0;
    return c;
}

flr_convex3 box_core(random_source &r, flr_vec3 middle, flr_real size)
{
    flr_box3 b;
    b.center = flr_mul_add3(middle, size, r.point(-1, 1));
    b.axes = random_rotation(r).linear;
    b.half_extents = flr_scale3(size, r.point(0.2, 1));
    if (!r.whole(0, 3)) b.half_extents.z = 0;
    flr_convex3 c = flr_convex3_box(&b);
    if (!r.whole(0, 3)) c.radius = size / 4;
    return c;
}

/// By the functions of the types, where both are of one.
flr_status typed(const flr_convex3 &a, const flr_convex3 &b, const flr_contact3_options *o, flr_manifold3 *m)
{
    const flr_sphere s = {a.corners[0], a.radius}, q = {b.corners[0], b.radius};
    const flr_capsule3 c = {a.corners[0], a.corners[a.count == 2], a.radius},
                       d = {b.corners[0], b.corners[b.count == 2], b.radius};
    const flr_box3 box = {b.center, b.axes, b.half_extents};
    if (b.kind == FLR_CONVEX3_BOX)
        return a.count == 1 ? flr_contact3_sphere_box(&s, &box, o, m)
                            : flr_contact3_capsule_box(&c, &box, o, m);
    if (a.count == 2) return flr_contact3_capsule_capsule(&c, &d, o, m);
    return b.count == 2 ? flr_contact3_sphere_capsule(&s, &d, o, m)
                        : flr_contact3_sphere_sphere(&s, &q, o, m);
}

struct worst {
    double depth = 0, parts = 0;
    long asked = 0, met = 0;
};

void judge(tally &t, const flr_manifold3 &m, bool swapped, const flr_convex3 &a, const flr_convex3 &b,
           double right, double size, worst &w)
{
    if (!t.expect(m.count > 0, "no point at a distance of %g, size %g", right, size)) return;
    double deepest = double(m.points[0].depth);
    for (int i = 1; i < m.count; i++) deepest = std::max(deepest, double(m.points[i].depth));
    const flr_vec3 n = swapped ? flr_neg3(m.normal) : m.normal;
    const double radii = double(a.radius) + double(b.radius),
                 parted = minkowski3::separation(minkowski3::corners(a), minkowski3::corners(b), n) - radii;
    w.depth = std::max(w.depth, std::fabs(deepest + right) / size / real_rounding);
    w.parts = std::max(w.parts, std::fabs(parted - right) / size / real_rounding);
}

void far_from_the_origin(tally &t)
{
    random_source r{941};
    worst w;
    for (int n = 0; n < scenes(4000); n++) {
        const flr_real size = flr_real(std::ldexp(1, r.whole(-7, 2)));
        const double far = real_choose(1e6, 3e3);
        const flr_vec3 middle = r.point(-far, far);
        const flr_convex3 a = round_core(r, middle, size, n % 2),
                          b = n % 8 < 4 ? box_core(r, middle, size)
                                        : round_core(r, middle, size, n % 2 || n % 4 == 2);
        const minkowski3::corner_list p = minkowski3::corners(a), q = minkowski3::corners(b);
        const double right = minkowski3::signed_distance(p, q).get_d() - double(a.radius) - double(b.radius),
                     scene = minkowski3::extent(p, q) + double(a.radius) + double(b.radius);
        const flr_contact3_options options = {flr_real(8) * size, 0, nullptr};
        flr_manifold3 m;
        t.expect(flr_contact3_convex_convex(&a, &b, &options, &m) == FLR_OK, "%d: not answered", n);
        judge(t, m, false, a, b, right, scene, w);
        t.expect(flr_contact3_convex_convex(&b, &a, &options, &m) == FLR_OK, "%d: not answered", n);
        judge(t, m, true, a, b, right, scene, w);
        if (b.kind == FLR_CONVEX3_BOX && b.radius > 0) continue;
        t.expect(typed(a, b, &options, &m) == FLR_OK, "%d: not answered by its types", n);
        judge(t, m, false, a, b, right, scene, w);
        // nothing is told to touch that is well apart
        const flr_contact3_options none = {0, 0, nullptr};
        flr_contact3_convex_convex(&a, &b, &none, &m);
        t.expect((m.count > 0) == (right <= 0) || std::fabs(right) < 64 * real_rounding * scene,
                 "%d: %d points at %g", n, m.count, right);
        w.asked++;
        w.met += right <= 0;
    }
    t.expect(w.met * 10 > w.asked * 3 && w.met * 10 < w.asked * 7, "%ld of %ld meet", w.met, w.asked);
    expect_pinned(t, "depth, in roundings of the size", w.depth, real_choose(8, 2));
    expect_pinned(t, "what the normal parts them by", w.parts, real_choose(6, 0.8));
}

/// A ball and a triangle, one of four slim, near its face, an edge or a corner; every second pair far from the origin.
void ball_and_triangle(tally &t)
{
    random_source r{943};
    worst w;
    for (int n = 0; n < scenes(4000); n++) {
        const flr_real size = flr_real(std::ldexp(1, r.whole(-7, 2)));
        const double far = n % 2 ? real_choose(1e6, 3e3) : 1;
        const flr_vec3 middle = r.point(-far, far), p = flr_mul_add3(middle, size, r.point(-1.5, 1.5)),
                       q = flr_mul_add3(middle, size, r.point(-1.5, 1.5));
        flr_triangle3 sheet = {p, q, flr_mul_add3(middle, size, r.point(-1.5, 1.5))};
        const flr_real along = flr_real(r.between(0, 1));
        const flr_vec3 off = r.point(-1, 1);
        if (n % 8 < 2) sheet.c = flr_mul_add3(flr_lerp3(p, q, along), size * flr_real(1e-3), off);
        flr_convex3 a = round_core(r, middle, size, false), b = flr_convex3_triangle(&sheet);
        a.radius = flr_real(r.between(0.1, 0.9)) * size;
        if (n % 3 == 0) b.radius = size / 4;
        const minkowski3::corner_list x = minkowski3::corners(a), y = minkowski3::corners(b);
        const double right = minkowski3::signed_distance(x, y).get_d() - double(a.radius) - double(b.radius),
                     scene = minkowski3::extent(x, y) + double(a.radius) + double(b.radius);
        const flr_contact3_options options = {flr_real(8) * size, 0, nullptr};
        flr_manifold3 m;
        t.expect(flr_contact3_convex_convex(&a, &b, &options, &m) == FLR_OK, "%d: not answered", n);
        judge(t, m, false, a, b, right, scene, w);
        t.expect(m.count == 1, "%d: %d points", n, m.count);
        t.expect(flr_contact3_convex_convex(&b, &a, &options, &m) == FLR_OK, "%d: not answered", n);
        judge(t, m, true, a, b, right, scene, w);
        w.asked++;
        w.met += right <= 0;
    }
    t.expect(w.met * 10 > w.asked * 3 && w.met * 10 < w.asked * 7, "%ld of %ld meet", w.met, w.asked);
    expect_pinned(t, "depth of a ball, in roundings of the size", w.depth, real_choose(2, 2));
    expect_pinned(t, "what its normal parts them by", w.parts, real_choose(10, 0.8));
}

/// A capsule, and a sphere or a capsule whose core passes its core, or ends, at 1 to 10^-13 of the size.
void cores_that_all_but_meet(tally &t)
{
    random_source r{942};
    worst w;
    for (int n = 0; n < scenes(6000); n++) {
        const flr_mat3 m = random_rotation(r).linear;
        const double gap = std::pow(10, -r.whole(0, 13)), angle = r.between(-1, 1), x = std::cos(angle),
                     y = std::sin(angle), from = n % 4 < 2 ? -r.between(0.2, 1) : 0,
                     slope = n % 4 == 3 ? gap * r.between(-1, 1) : 0;
        const auto at = [&m](double u, double v, double z) {
            return flr_mat3_mul(m, flr_vec3_make(flr_real(u), flr_real(v), flr_real(z)));
        };
        const flr_segment3 s = {at(-r.between(0.2, 1), 0, 0), at(1, 0, 0)},
                           q = {at(from * x, from * y, gap), at(x, y, gap + slope)};
        flr_convex3 a = flr_convex3_segment(&s), b = n % 3 ? flr_convex3_segment(&q) : flr_convex3_point(q.a);
        a.radius = flr_real(n % 5 ? 0.25 : 0.01);
        b.radius = flr_real(0.125);
        const minkowski3::corner_list p = minkowski3::corners(a), o = minkowski3::corners(b);
        const double right = minkowski3::signed_distance(p, o).get_d() - double(a.radius) - double(b.radius),
                     size = minkowski3::extent(p, o) + double(a.radius) + double(b.radius);
        const flr_contact3_options options = {4, 0, nullptr};
        flr_manifold3 found;
        flr_contact3_convex_convex(&a, &b, &options, &found);
        judge(t, found, false, a, b, right, size, w);
        flr_contact3_convex_convex(&b, &a, &options, &found);
        judge(t, found, true, a, b, right, size, w);
    }
    expect_pinned(t, "depth, in roundings of the size", w.depth, 1);
    expect_pinned(t, "what the normal parts them by", w.parts, real_choose(1.2, 0.8));
}

}  // namespace

FEELER_TESTS(FEELER_TEST(far_from_the_origin), FEELER_TEST(ball_and_triangle),
             FEELER_TEST(cores_that_all_but_meet))

}  // namespace TEST_FILE
