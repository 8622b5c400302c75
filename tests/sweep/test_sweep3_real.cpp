// needs: gmp
// Linear casts of points, segments, triangles and tetrahedra with any coordinates, against rationals (sweep3_exact.hpp):
// needles, flat ones, far from the origin, tiny, fast.
#include <cfloat>

#include <gmpxx.h>

#include "query/any3_stock.hpp"
#include "support/cmocka.hpp"
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
    double late = 0, early = 0;
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
    double worst = std::fmax(w.late, w.early);
    t.expect(worst <= 1 && (f == NEEDLE || !is_double || worst > 0.5), "late by %g, early by %g", w.late,
             w.early);
}

}  // namespace

int main()
{
    const CMUnitTest tests[] = {
        FEELER_TEST(against_rationals<GENERIC>), FEELER_TEST(against_rationals<NEEDLE>),
        FEELER_TEST(against_rationals<FLAT>),    FEELER_TEST(against_rationals<FAR>),
        FEELER_TEST(against_rationals<TINY>),    FEELER_TEST(against_rationals<FAST>)};
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
