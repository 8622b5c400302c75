/// Distance, depth, yes and no, and contacts of every kind of convex shape at scales near both ends of the range of numbers,
/// where the right answers are known; and with NaN or infinity in every field, where there is none.
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "feeler/contact3.h"
#include "support/cmocka.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

enum kind { SEGMENT, TETRAHEDRON, CAPSULE, BOX, CYLINDER, CONE, FEW, POINTS, HULL, USER, KINDS };

/// A cube by its support function; what it answers may be spoilt.
struct cube {
    flr_vec3 low, high;
};

flr_vec3 cube_support(const void *user, flr_vec3 d)
{
    const cube *c = static_cast<const cube *>(user);
    return flr_vec3_make(d.x < 0 ? c->low.x : c->high.x, d.y < 0 ? c->low.y : c->high.y,
                         d.z < 0 ? c->low.z : c->high.z);
}

struct shape {
    flr_convex3 convex;
    std::vector<flr_vec3> points;
    std::shared_ptr<flr_hull3> hull;
    cube user;
};

/// What a number of a shape's becomes on the way in: the first is number 0.
using spoiler = std::function<double(double)>;

const flr_mat3 upright = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

/// It reaches from `at` to 2 further along x, or backwards for way = -1, by the point (at, 0, 0) among others.
void make(shape *s, int k, double at, int way, double scale, const spoiler &spoil)
{
    auto real = [&](double x) { return flr_real(spoil(scale * x)); };
    auto place = [&](double x, double y, double z) {
        flr_real px = real(at + way * x), py = real(y), pz = real(z);
        return flr_vec3_make(px, py, pz);
    };
    s->points.clear();
    if (k == FEW || k == POINTS || k == HULL) {
        for (int i = 0; i < 8; i++) s->points.push_back(place(i & 1 ? 2 : 0, i & 2 ? 1 : -1, i & 4 ? 1 : -1));
        if (k == FEW) s->points.resize(6), s->points[0] = place(0, 0, 0);
        if (k == POINTS) s->points.push_back(place(1, 0, 0));
    }
    const uint32_t count = uint32_t(s->points.size());
    const flr_vec3 none = {0, 0, 0};
    if (k == SEGMENT) {
        flr_segment3 g = {place(0, 0, 0), place(2, 0, 0)};
        s->convex = flr_convex3_segment(&g);
    } else if (k == TETRAHEDRON) {
        flr_tetrahedron t = {place(0, 0, 0), place(2, 0, 0), place(2, 1, 0), place(2, 0, 1)};
        s->convex = flr_convex3_tetrahedron(&t);
    } else if (k == CAPSULE) {
        flr_capsule3 c = {place(0.5, 0, 0), place(1.5, 0, 0), real(0.5)};
        s->convex = flr_convex3_capsule(&c);
    } else if (k == BOX) {
        flr_box3 b = {place(1, 0, 0), upright, {real(1), real(1), real(1)}};
        s->convex = flr_convex3_box(&b);
    } else if (k == CYLINDER) {
        flr_cylinder c = {place(0, 0, 0), place(2, 0, 0), real(1)};
        s->convex = flr_convex3_cylinder(&c);
    } else if (k == CONE) {
        flr_cone c = {place(0, 0, 0), place(2, 0, 0), real(1)};
        s->convex = flr_convex3_cone(&c);
    } else if (k == HULL) {
        flr_hull3 *hull = nullptr;
        flr_status status = flr_hull3_create(s->points.data(), count, 0, nullptr, &hull);
        if (status != FLR_OK) fail_msg("no hull at %g: %d", scale, int(status));
        s->hull.reset(hull, flr_hull3_destroy);
        s->convex = flr_convex3_hull(hull, upright, none, 0);
    } else if (k == USER) {
        flr_vec3 p = place(0, -1, -1), q = place(2, 1, 1);
        s->user = way > 0 ? cube{p, q} : cube{{q.x, p.y, p.z}, {p.x, q.y, q.z}};
        s->convex = flr_convex3_user(cube_support, &s->user, none, 0);
    } else {
        s->convex = flr_convex3_points(s->points.data(), count, upright, none, 0);
    }
}

double unspoilt(double x) { return x; }

const int exponents_double[] = {-990, -800, -540, -530, -520, -400, -200, -100, 0,  100,
                                300,  430,  440,  508,  510,  512,  520,  700,  990};
const int exponents_float[] = {-100, -80, -70, -60, -50, -30, 0, 20, 40, 60, 65, 80, 100};

template <class F> void each_scale(F f)
{
    if (real_is_float)
        for (int e : exponents_float) f(std::ldexp(1.0, e));
    else
        for (int e : exponents_double) f(std::ldexp(1.0, e));
}

void close(double x, double right, double scale)
{
    if (!(std::fabs(x - right * scale) <= real_choose(4e-15, 4e-6) * scale))
        fail_msg("%.17g for %.17g times %g", x, right, scale);
}

void holds(const flr_gjk3 &g, double right)
{
    if (g.status != FLR_OK) fail_msg("status %d for %g", int(g.status), right);
    if (!(double(g.lower) <= right && right <= double(g.upper)))
        fail_msg("%.17g is not within %.17g and %.17g", right, double(g.lower), double(g.upper));
}

void apart_by_two(void **)
{
    int cases = 0;
    each_scale([&](double scale) {
        for (int i = 0; i < KINDS; i++) {
            for (int k = 0; k < KINDS; k++) {
                shape a, b;
                make(&a, i, 1, -1, scale, unspoilt);
                make(&b, k, 3, 1, scale, unspoilt);
                flr_gjk3 g = flr_closest3_convex_convex(&a.convex, &b.convex, nullptr);
                holds(g, 2 * scale);
                close(double(g.distance), 2, scale);
                assert_true(g.normal.x > flr_real(0.999999));
                g = flr_signed_distance3_convex_convex(&b.convex, &a.convex);
                holds(g, 2 * scale);
                close(double(g.signed_distance), 2, scale);
                assert_true(g.normal.x < flr_real(-0.999999));
                flr_overlap3_convex o = flr_overlap3_convex_convex(&a.convex, &b.convex, nullptr);
                assert_int_equal(o.status, FLR_OK);
                assert_false(o.overlap);
                flr_manifold3 m;
                assert_int_equal(flr_contact3_convex_convex(&a.convex, &b.convex, nullptr, &m), FLR_OK);
                assert_int_equal(m.count, 0);
                cases++;
            }
        }
    });
    assert_true(cases > 1000);
}

void deep_by_a_half(void **)
{
    const int solid[] = {BOX, CYLINDER, POINTS, HULL, USER};
    each_scale([&](double scale) {
        for (int i : solid) {
            for (int k : solid) {
                shape a, b;
                make(&a, i, 1, -1, scale, unspoilt);
                make(&b, k, 0.5, 1, scale, unspoilt);
                flr_gjk3 g = flr_signed_distance3_convex_convex(&a.convex, &b.convex);
                holds(g, 0.5 * scale);
                close(double(g.signed_distance), -0.5, scale);
                flr_overlap3_convex o = flr_overlap3_convex_convex(&b.convex, &a.convex, nullptr);
                assert_int_equal(o.status, FLR_OK);
                assert_true(o.overlap);
                flr_manifold3 m;
                assert_int_equal(flr_contact3_convex_convex(&a.convex, &b.convex, nullptr, &m), FLR_OK);
                assert_true(m.count >= 1);
                double most = -1e308;
                for (int j = 0; j < m.count; j++) most = std::fmax(most, double(m.points[j].depth));
                close(most, 0.5, scale);
                close(double(m.normal.x), 1, 1);
            }
        }
    });
}

void expect_no_answer(const shape &a, const shape &b, bool contact = true)
{
    flr_gjk3 g = flr_closest3_convex_convex(&a.convex, &b.convex, nullptr);
    flr_gjk3 s = flr_signed_distance3_convex_convex(&a.convex, &b.convex);
    flr_overlap3_convex o = flr_overlap3_convex_convex(&a.convex, &b.convex, nullptr);
    flr_manifold3 m;
    if (g.status != FLR_NOT_FINITE || s.status != FLR_NOT_FINITE || o.status != FLR_NOT_FINITE)
        fail_msg("kinds %d %d: %d %d %d", int(a.convex.kind), int(b.convex.kind), int(g.status),
                 int(s.status), int(o.status));
    assert_int_equal(s.status, FLR_NOT_FINITE);
    assert_int_equal(o.status, FLR_NOT_FINITE);
    assert_false(g.overlap || s.overlap || o.overlap);
    assert_true(g.distance == 0 && s.distance == 0 && s.signed_distance == 0);
    assert_true(g.lower == 0 && std::isinf(g.upper) && s.lower == 0 && std::isinf(s.upper));
    assert_true(flr_is_finite3(g.normal) && flr_is_finite3(s.normal) && flr_is_finite3(o.normal));
    assert_true(flr_is_finite3(g.point_a) && flr_is_finite3(s.point_b));
    flr_status status = flr_contact3_convex_convex(&a.convex, &b.convex, nullptr, &m);
    if (contact && status != FLR_NOT_FINITE)
        fail_msg("contact %d %d: %d", int(a.convex.kind), int(b.convex.kind), int(status));
}

const double spoils[] = {NAN, INFINITY, -INFINITY};

void spoilt_numbers(void **)
{
    int cases = 0;
    for (double bad : spoils) {
        for (int k = 0; k < KINDS; k++) {
            if (k == HULL || k == USER) continue;  // no hull is built of what is not finite
            int numbers = 0;
            shape b;
            make(&b, k, 3, 1, 1, [&](double x) { return numbers++, x; });
            for (int field = 0; field < numbers; field++) {
                int at = 0;
                make(&b, k, 0.5, 1, 1, [&](double x) { return at++ == field ? bad : x; });
                if (k == FEW && (field < 3 || (field >= 18 && field < 24))) continue;  // what is not kept
                for (int i = 0; i < KINDS; i++) {
                    shape a;
                    make(&a, i, 1, -1, 1, unspoilt);
                    expect_no_answer(a, b);
                    expect_no_answer(b, a);
                    cases++;
                }
            }
        }
    }
    assert_true(cases > 1000);
}

flr_vec3 spoilt_support(const void *user, flr_vec3 d)
{
    const flr_vec3 *p = static_cast<const flr_vec3 *>(user);
    return flr_add3(*p, flr_vec3_make(d.x < 0 ? -1 : 1, d.y < 0 ? -1 : 1, d.z < 0 ? -1 : 1));
}

/// Finite but along one way.
flr_vec3 rarely_finite(const void *, flr_vec3 d)
{
    flr_real x = d.x < 0 ? flr_real(NAN) : flr_real(1);
    return flr_vec3_make(x, d.y < 0 ? -1 : 1, d.z < 0 ? -1 : 1);
}

void spoilt_functions(void **)
{
    for (int i = 0; i < KINDS; i++) {
        for (double bad : spoils) {
            for (int c = 0; c < 3; c++) {
                shape a, b;
                make(&a, i, 1, -1, 1, unspoilt);
                flr_real x = flr_real(bad);
                flr_vec3 p = flr_vec3_make(c == 0 ? x : 0, c == 1 ? x : 0, c == 2 ? x : 0);
                b.convex = flr_convex3_user(spoilt_support, &p, {0, 0, 0}, 0);
                expect_no_answer(a, b);
                expect_no_answer(b, a);
            }
        }
        shape a, b;
        make(&a, i, 0, -1, 1, unspoilt);
        b.convex = flr_convex3_user(rarely_finite, nullptr, {0, 0, 0}, 0);
        expect_no_answer(a, b);
    }
}

void spoilt_poses(void **)
{
    int told = 0;
    for (double bad : spoils) {
        for (int k : {BOX, POINTS, HULL}) {
            for (int i = 0; i < KINDS; i++) {
                for (int field = 0; field < 13; field++) {
                    shape a, b;
                    make(&a, i, 1, -1, 1, unspoilt);
                    make(&b, k, 0.5, 1, 1, unspoilt);
                    flr_convex3 &c = b.convex;
                    flr_real *at[] = {&c.axes.x.x, &c.axes.x.y, &c.axes.x.z, &c.axes.y.x, &c.axes.y.y,
                                      &c.axes.y.z, &c.axes.z.x, &c.axes.z.y, &c.axes.z.z, &c.center.x,
                                      &c.center.y, &c.center.z, &c.radius};
                    *at[field] = flr_real(bad);
                    // of boxes that one axis parts, the contacts look at no other
                    const bool contact = k != BOX || field >= 9;
                    expect_no_answer(a, b, contact);
                    expect_no_answer(b, a, contact);
                    told++;
                }
            }
        }
    }
    assert_true(told > 1000);
}

}  // namespace

FEELER_TESTS(cmocka_unit_test(apart_by_two), cmocka_unit_test(deep_by_a_half),
             cmocka_unit_test(spoilt_numbers), cmocka_unit_test(spoilt_functions),
             cmocka_unit_test(spoilt_poses))

}  // namespace TEST_FILE
