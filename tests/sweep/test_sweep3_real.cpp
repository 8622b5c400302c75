// needs: gmp Linear casts of points, segments, triangles and tetrahedra with any coordinates, against
// rationals (sweep3_exact.hpp): needles, flat ones, far from the origin, tiny, fast. Hulls, by the plane of
// the touch.
#include <cfloat>

#include <gmpxx.h>

#include "query/any3_stock.hpp"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "sweep/sweep3_exact.hpp"

using namespace sweep3;

namespace
{

typedef vector<mpq_class> point;

const bool is_double = sizeof(flr_real) == sizeof(double);

point exact(flr_vec3 p) { return {mpq_class(double(p.x)), mpq_class(double(p.y)), mpq_class(double(p.z))}; }

enum family { GENERIC, NEEDLE, FLAT, FAR, TINY, FAST, FAMILIES };
const char *const names[] = {"generic", "needle", "flat", "far", "tiny", "fast"};

flr_vec3 corner(random_source &r, family f, flr_vec3 at)
{
    flr_vec3 p = r.point(-1, 1);
    if (f == NEEDLE) p.y *= flr_real(1e-6), p.z *= flr_real(1e-3);
    if (f == FLAT) p.z = 0;
    p = flr_add3(p, at);
    if (f == TINY) p = flr_scale3(flr_real(1e-6), p);
    if (f == FAR) p = flr_add3(p, flr_vec3_make(flr_real(is_double ? 1e9 : 1e4), -7, 3));
    return p;
}

struct polytope {
    std::vector<flr_vec3> corners;
    flr_convex3 convex() const
    {
        const flr_vec3 *c = corners.data();
        flr_segment3 s = {c[0], c[corners.size() > 1]};
        flr_triangle3 t = {s.a, s.b, c[corners.size() > 2 ? 2 : 0]};
        flr_tetrahedron v = {t.a, t.b, t.c, c[corners.size() > 3 ? 3 : 0]};
        return corners.size() == 1   ? flr_convex3_point(c[0])
               : corners.size() == 2 ? flr_convex3_segment(&s)
               : corners.size() == 3 ? flr_convex3_triangle(&t)
                                     : flr_convex3_tetrahedron(&v);
    }
};

struct worst {
    double late = 0, early = 0, rounded = 0;  ///< rounded: t, to float, in roundings of itself
    long asked = 0, touched = 0;
};

double size_of(const polytope &a, const polytope &b)
{
    double size = 0;
    for (auto *s : {&a, &b})
        for (flr_vec3 p : s->corners) size = std::fmax(size, double(flr_length3(flr_sub3(p, a.corners[0]))));
    return size;
}

void judge(tally &t, const char *name, const polytope &a, flr_vec3 m, const polytope &b, worst &w)
{
    std::vector<point> x, y;
    for (flr_vec3 p : a.corners) x.push_back(exact(p));
    for (flr_vec3 p : b.corners) y.push_back(exact(p));
    auto e = first_touch<mpq_class>(x, exact(m), y);
    flr_convex3 ca = a.convex(), cb = b.convex();
    flr_sweep3_result s = flr_sweep3_convex_convex(&ca, m, &cb, nullptr);
    ++w.asked;
    bool ok = s.status == FLR_OK && s.hit == e.hit && s.overlap_at_start == e.overlap_at_start;
    t.expect(ok, "%s: status %d hit %d, exact %d; at the start %d, exact %d", name, int(s.status), s.hit,
             e.hit, s.overlap_at_start, e.overlap_at_start);
    if (!ok || !e.hit || e.overlap_at_start) return;
    ++w.touched;
    mpq_class exact_t = e.t.numerator / e.t.denominator, own = double(s.t);
    mpq_class late = own - exact_t;
    double closing = double(flr_dot3(m, s.normal)), unit = 0x1p-52 * size_of(a, b);
    double error = late.get_d() * closing;
    // t is rounded down to float
    if (!is_double && error < 0) error = std::fmin(0, error + 0x1p-23 * double(s.t) * closing);
    w.rounded = std::fmax(w.rounded, -mpq_class(late / exact_t).get_d() / real_rounding);
    w.late = std::fmax(w.late, error / unit);
    w.early = std::fmax(w.early, -error / unit);
}

template <family f> void against_rationals(tally &t)
{
    random_source r{100 + uint64_t(f)};
    worst w;
    for (int i = 0; i < 260; ++i) {
        polytope a, b;
        int n = r.whole(2, 4), l = r.whole(f == NEEDLE || f == FLAT ? 2 : 3, 4);
        flr_vec3 at = r.point(-3, 3), aside = r.point(-0.25, 0.25);
        if (f == NEEDLE) at.y *= flr_real(1e-3), at.z *= flr_real(1e-3), aside = {0, 0, 0};
        if (f == FAST || f == FLAT) aside = flr_scale3(flr_real(3), aside);
        if (f == FLAT) at.z = aside.z = 0;
        for (int k = 0; k < n; ++k) a.corners.push_back(corner(r, f, at));
        for (int k = 0; k < l; ++k) b.corners.push_back(corner(r, f, {0, 0, 0}));
        // from middle to middle and a little aside: a random share misses
        flr_vec3 m = flr_sub3(flr_lerp3(b.corners[0], b.corners.back(), flr_real(0.5)),
                              flr_lerp3(a.corners[0], a.corners.back(), flr_real(0.5)));
        m = flr_add3(m, flr_scale3(flr_real(f == TINY ? 1e-6 : 1), aside));
        m = flr_scale3(flr_real(r.between(0.5, 2) * (f == FAST ? 1e9 : 1)), m);
        judge(t, names[f], a, m, b, w);
    }
    double share = double(w.touched) / double(w.asked);
    std::printf("  %s: %.2f touch, late by %.3g, early by %.3g ulp of the size\n", names[f], share, w.late,
                w.early);
    t.expect(share > 0.3 && share < 0.7, "%g touch", share);
    if (is_double) {
        expect_pinned(t, "off, ulp of the size", std::fmax(w.late, w.early), f == NEEDLE ? 5e-3 : 1);
    } else {  // t is rounded down to float, and nothing else is off
        t.expect(w.late == 0 && w.early == 0, "late by %g, early by %g", w.late, w.early);
        expect_pinned(t, "early, roundings of t", w.rounded, 2);
    }
}

flr_vec3 on_sphere(random_source &r)
{
    flr_vec3 p{};
    do p = r.point(-1, 1);
    while (flr_length3(p) > 1 || flr_length3(p) < flr_real(0.2));
    return flr_scale3(1 / flr_length3(p), p);
}

flr_hull3 *hull_of(const std::vector<flr_vec3> &p)
{
    flr_hull3 *h = nullptr;
    must(flr_hull3_create(p.data(), p.size(), nullptr, nullptr, &h), "flr_hull3_create");
    return h;
}

/// A built hull, small or climbed, moves as its list of points does, turned and with a radius; and as the
/// boundary of the halfspaces of its faces says: no point of b is beyond the plane of the touch.
void hulls(tally &t)
{
    random_source r{55};
    long touched = 0, asked = 0;
    for (int i = 0; i < 60; ++i) {
        std::vector<flr_vec3> p, q;
        int n = i % 3 ? 16 : 400;
        for (int k = 0; k < n; ++k) p.push_back(on_sphere(r));
        for (int k = 0; k < 40; ++k) q.push_back(on_sphere(r));
        flr_hull3 *hp = hull_of(p), *hq = hull_of(q);
        for (int k = 0; k < 20; ++k) {
            flr_mat3 x = any3::axes(r), y = any3::axes(r);
            flr_vec3 from = flr_scale3(flr_real(4), on_sphere(r)), aside = r.point(-4, 4);
            flr_vec3 m = flr_add3(aside, flr_scale3(flr_real(-1.5), from));
            flr_real radius = k & 1 ? flr_real(0.1) : 0;
            flr_convex3 a = flr_convex3_hull(hp, x, from, radius), b = flr_convex3_hull(hq, y, {0, 0, 0}, 0);
            flr_convex3 c = flr_convex3_points(p.data(), uint32_t(p.size()), x, from, radius),
                        d = flr_convex3_points(q.data(), uint32_t(q.size()), y, {0, 0, 0}, 0);
            flr_sweep3_result s = flr_sweep3_convex_convex(&a, m, &b, nullptr);
            flr_sweep3_result u = flr_sweep3_convex_convex(&c, m, &d, nullptr);
            double unit = double(is_double ? 0x1p-50 : 0x1p-20);
            t.expect(s.status == FLR_OK && u.status == FLR_OK && s.hit == u.hit &&
                         std::fabs(double(s.t - u.t)) * double(flr_dot3(m, s.normal)) <= 16 * unit,
                     "hull %d %.17g, points %d %.17g", s.hit, double(s.t), u.hit, double(u.t));
            ++asked;
            if (!s.hit) continue;
            ++touched;
            // the last points of both along the normal, as the definition has them, are at the touching plane
            double most = -INFINITY, least = INFINITY;
            for (flr_vec3 v : p) most = std::fmax(most, double(flr_dot3(s.normal, flr_mat3_mul(x, v))));
            for (flr_vec3 v : q) least = std::fmin(least, double(flr_dot3(s.normal, flr_mat3_mul(y, v))));
            double gap = least - most - double(radius) - double(flr_dot3(s.normal, from)) -
                         double(s.t) * double(flr_dot3(s.normal, m));
            t.expect(std::fabs(gap) <= 32 * unit, "gap %g at the touch", gap);
        }
        flr_hull3_destroy(hp);
        flr_hull3_destroy(hq);
    }
    t.expect(touched * 10 > asked * 3 && touched * 10 < asked * 7, "%ld of %ld touch", touched, asked);
}

}  // namespace

int main()
{
    const CMUnitTest tests[] = {FEELER_TEST(against_rationals<GENERIC>),
                                FEELER_TEST(against_rationals<NEEDLE>),
                                FEELER_TEST(against_rationals<FLAT>),
                                FEELER_TEST(against_rationals<FAR>),
                                FEELER_TEST(against_rationals<TINY>),
                                FEELER_TEST(against_rationals<FAST>),
                                FEELER_TEST(hulls)};
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
