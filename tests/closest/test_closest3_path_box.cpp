// needs: gmp
/// Lines and rays against boxes: the distance is 0 exactly where they meet. The oracle is the slab method in
/// rationals (RTCD 5.3.3, without rounding).
#include <cmath>

#include "support/big.hpp"

#include "feeler/closest3.h"
#include "support/cmocka.hpp"
#include "support/random.hpp"

namespace TEST_FILE
{
namespace
{

/// Some t with low <= o + t d <= high on every axis, and t >= 0 where it is a ray?
bool meets(const double o[3], const double d[3], const double low[3], const double high[3], bool ray)
{
    bool open_first = !ray, open_last = true;  // no bound yet
    big_rational first = 0, last = 0;
    for (int k = 0; k < 3; ++k) {
        if (d[k] == 0) {
            if (o[k] < low[k] || o[k] > high[k]) return false;
            continue;
        }
        big_rational s = (big_rational(low[k]) - big_rational(o[k])) / big_rational(d[k]);
        big_rational e = (big_rational(high[k]) - big_rational(o[k])) / big_rational(d[k]);
        if (s > e) swap(s, e);
        if (open_first || s > first) first = s;
        if (open_last || e < last) last = e;
        open_first = open_last = false;
    }
    return open_first || open_last || first <= last;
}

struct score {
    int hits = 0, all = 0;
};

void compare(tally &t, score &s, flr_vec3 o, flr_vec3 d, const flr_aabb3 &b)
{
    if (d.x == 0 && d.y == 0 && d.z == 0) return;
    const double oo[3] = {double(o.x), double(o.y), double(o.z)},
                 dd[3] = {double(d.x), double(d.y), double(d.z)};
    const double low[3] = {double(b.min.x), double(b.min.y), double(b.min.z)};
    const double high[3] = {double(b.max.x), double(b.max.y), double(b.max.z)};
    flr_line3 line = {o, d};
    flr_ray3 ray = {o, d};
    bool line_meets = meets(oo, dd, low, high, false), ray_meets = meets(oo, dd, low, high, true);
    flr_closest3 of_line = flr_closest3_line_aabb(&line, &b), of_ray = flr_closest3_ray_aabb(&ray, &b);
    t.expect((of_line.distance == 0) == line_meets, "line: %.3g, meets %d", double(of_line.distance),
             line_meets);
    t.expect((of_ray.distance == 0) == ray_meets, "ray: %.3g, meets %d", double(of_ray.distance), ray_meets);
    s.hits += line_meets + ray_meets;
    s.all += 2;
}

void on_a_lattice(tally &t)
{
    score s;
    random_source r{11};
    for (int i = 0; i < 15000; ++i) {
        flr_vec3 p = r.lattice_point(-4, 4), q = r.lattice_point(-4, 4), o = r.lattice_point(-2, 2);
        flr_vec3 d = r.lattice_point(-2, 2);
        flr_aabb3 b = {flr_min3(p, q), flr_max3(p, q)};
        compare(t, s, o, d, b);
    }
    t.expect(s.hits > 3 * s.all / 10 && s.hits < 7 * s.all / 10, "%d hits of %d", s.hits, s.all);
}

/// Through an edge or corner of the box, as near as numbers have it.
void past_an_edge(tally &t)
{
    score s;
    random_source r{12};
    for (int i = 0; i < 15000; ++i) {
        double far = i % 3 == 0 ? 1e6 : 0;
        flr_vec3 shift = r.point(-far, far), p = flr_add3(shift, r.point(-1, 1));
        flr_vec3 q = flr_add3(shift, r.point(-1, 1));
        flr_aabb3 b = {flr_min3(p, q), flr_max3(p, q)};
        bool left = r.whole(0, 1), low = r.whole(0, 1);
        flr_vec3 on = {left ? b.min.x : b.max.x, low ? b.min.y : b.max.y,
                       flr_real(r.between(double(b.min.z), double(b.max.z)))};
        flr_vec3 d = r.point(-1, 1);
        flr_vec3 o = flr_mul_add3(on, flr_real(r.between(-3, 3)), d);
        compare(t, s, o, d, b);
    }
    t.expect(s.hits > 3 * s.all / 10 && s.hits < 7 * s.all / 10, "%d hits of %d", s.hits, s.all);
}

/// A line through a box in which the parameter of the entry rounds to just outside.
void through_the_middle(void **)
{
    flr_vec3 move = flr_scale3(flr_real(0.085258), flr_vec3_make(flr_real(-0.944671), flr_real(0.328018), 0));
    flr_aabb3 b = {flr_add3({flr_real(-0.5457248029811298), flr_real(0.52470613068099259),
                             flr_real(-0.090428908752406389)},
                            move),
                   flr_add3({flr_real(-0.10354102628271153), flr_real(0.92666064541897453),
                             flr_real(0.54212670980042921)},
                            move)};
    flr_line3 l = {
        {flr_real(-0.30174356593095286), flr_real(0.21686324864476747), flr_real(0.21307918218232791)},
        {flr_real(-0.1850324398385792), flr_real(-0.53288103452574309), flr_real(-0.097190674882524863)}};
    flr_closest3 c = flr_closest3_line_aabb(&l, &b);
    assert_true(c.distance == 0);
    flr_box3 box = {flr_lerp3(b.min, b.max, flr_real(0.5)),
                    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                    flr_scale3(flr_real(0.5), flr_sub3(b.max, b.min))};
    c = flr_closest3_line_box(&l, &box);
    assert_true(c.distance == 0);
}

/// Boxes turned by a quarter turn, whose coordinates are exact.
void turned_boxes(tally &t)
{
    score s;
    random_source r{13};
    const flr_mat3 turns[2] = {{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}, {{0, 0, -1}, {0, 1, 0}, {1, 0, 0}}};
    for (int i = 0; i < 10000; ++i) {
        flr_vec3 center = r.lattice_point(-2, 2), o = r.lattice_point(-3, 3), d = r.lattice_point(-2, 2);
        flr_vec3 half = r.lattice_point(0, 4);
        if (d.x == 0 && d.y == 0 && d.z == 0) continue;
        flr_mat3 m = turns[i % 2];
        flr_vec3 e = flr_mat3_mul(m, half);
        flr_box3 box = {center, m, half};
        const double low[3] = {double(center.x) - std::fabs(double(e.x)),
                               double(center.y) - std::fabs(double(e.y)),
                               double(center.z) - std::fabs(double(e.z))};
        const double high[3] = {double(center.x) + std::fabs(double(e.x)),
                                double(center.y) + std::fabs(double(e.y)),
                                double(center.z) + std::fabs(double(e.z))};
        const double oo[3] = {double(o.x), double(o.y), double(o.z)},
                     dd[3] = {double(d.x), double(d.y), double(d.z)};
        flr_line3 line = {o, d};
        flr_ray3 ray = {o, d};
        bool lm = meets(oo, dd, low, high, false), rm = meets(oo, dd, low, high, true);
        t.expect((flr_closest3_line_box(&line, &box).distance == 0) == lm, "line, turned %d", i);
        t.expect((flr_closest3_ray_box(&ray, &box).distance == 0) == rm, "ray, turned %d", i);
        s.hits += lm + rm;
        s.all += 2;
    }
    t.expect(s.hits > 3 * s.all / 10 && s.hits < 7 * s.all / 10, "%d hits of %d", s.hits, s.all);
}

}  // namespace

FEELER_TESTS(cmocka_unit_test(run_body<on_a_lattice>), cmocka_unit_test(run_body<past_an_edge>),
             cmocka_unit_test(through_the_middle), cmocka_unit_test(run_body<turned_boxes>))

}  // namespace TEST_FILE
