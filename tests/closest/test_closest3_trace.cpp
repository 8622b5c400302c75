// needs: gmp
/// The steps of GJK that are handed out, in space and in the plane, against the definition: the distance of each simplex
/// is the least of those of all its faces, exact: of needles long double would not tell.
#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

#include "feeler/convex2.h"
#include "feeler/convex3.h"
#include "support/cmocka.hpp"
#include "support/exact_mesh.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/truth3.hpp"

namespace TEST_FILE
{
namespace
{

using real = long double;
const double rounding = sizeof(flr_real) == sizeof(double) ? 0x1p-53 : 0x1p-24;

using vec = truth3::vec<real>;
vec of(flr_vec3 p) { return {real(p.x), real(p.y), real(p.z)}; }
vec of(flr_vec2 p) { return {real(p.x), real(p.y), 0}; }

exact_mesh::vec<exact_mesh::rational> exactly(vec p)
{
    return {exact_mesh::rational(double(p.x)), exact_mesh::rational(double(p.y)),
            exact_mesh::rational(double(p.z))};
}

/// Of the hull of up to four points from the origin.
double hull_distance(const vec *v, int count)
{
    const exact_mesh::vec<exact_mesh::rational> origin = {0, 0, 0};
    exact_mesh::vec<exact_mesh::rational> p[4];
    for (int i = 0; i < 4; i++) p[i] = exactly(v[i < count ? i : 0]);
    if (count <= 2) return exact_mesh::root(exact_mesh::point_segment(origin, p[0], p[1]));
    if (count == 3) return exact_mesh::root(exact_mesh::point_triangle(origin, {p[0], p[1], p[2]}));
    int whole = exact_mesh::side(p[0], p[1], p[2], p[3]);
    bool inside = whole != 0;
    exact_mesh::rational least = exact_mesh::point_triangle(origin, {p[0], p[1], p[2]});
    for (int i = 0; i < 4; i++) {
        const auto &q = p[(i + 1) % 4], &r = p[(i + 2) % 4], &s = p[(i + 3) % 4];
        least = std::min(least, exact_mesh::point_triangle(origin, {q, r, s}));
        inside = inside && exact_mesh::side(q, r, s, origin) == exact_mesh::side(q, r, s, p[i]);
    }
    return inside ? 0 : exact_mesh::root(least);
}

struct worst {
    double sum = 0, closest = 0, weights = 0, rise = -INFINITY, end = 0;
    long steps = 0;
    int met = 0, asked = 0, enclosed = 0;
};

/// The steps of one call, whose result is r; most is the count of a simplex that holds the origin.
template <class Step, class Result>
void judge(tally &t, const Step *steps, int room, const Result &r, double radii, double size, int most,
           const char *name, worst *w)
{
    double before = INFINITY, unit = rounding * size;
    int count = 0;
    for (; count < room && steps[count].count > 0; count++) {
        const Step &s = steps[count];
        vec v[4], sum = {0, 0, 0}, closest = of(s.closest);
        real total = 0;
        for (int i = 0; i < s.count; i++) {
            v[i] = of(s.simplex[i]);
            sum = sum + real(s.weights[i]) * v[i];
            total += real(s.weights[i]);
            t.expect(s.weights[i] >= 0, "%s: step %d: weight %g", name, count, double(s.weights[i]));
        }
        double now = double(length(closest)), off = double(length(sum - closest)) / unit;
        double missed = std::fabs(now - hull_distance(v, s.count)) / unit;
        double rise = (now - before) / unit, whole = double(fabsl(total - 1)) / rounding;
        t.expect(whole <= 8, "%s: step %d: the weights are 1 but for %g roundings", name, count, whole);
        t.expect(off <= 16, "%s: step %d: the sum is %g roundings off", name, count, off);
        t.expect(missed <= 16, "%s: step %d: %.17g is not the closest of %d points: by %g roundings", name,
                 count, now, s.count, missed);
        t.expect(rise <= 4, "%s: step %d: %.17g after %.17g", name, count, now, before);
        t.expect(s.count < most || (now <= 4 * unit && r.overlap), "%s: step %d encloses what is not inside",
                 name, count);
        t.expect(now <= 4 * unit || dot(of(s.direction), closest) < 0,
                 "%s: step %d: the direction leads away", name, count);
        w->enclosed += s.count == most;
        w->sum = std::fmax(w->sum, off);
        w->closest = std::fmax(w->closest, missed);
        w->weights = std::fmax(w->weights, whole);
        w->rise = std::fmax(w->rise, rise);
        before = now;
    }
    t.expect(count > 0 && count == r.iterations, "%s: %d steps, %d iterations", name, count, r.iterations);
    double end = std::fabs(std::fmax(before - radii, 0) - double(r.distance)),
           doubt = double(r.upper) - double(r.lower);
    t.expect(doubt >= -16 * unit, "%s: not between %.17g and %.17g", name, double(r.lower), double(r.upper));
    t.expect(end <= 32 * unit + doubt, "%s: ends at %.17g, the distance is %.17g", name, before - radii,
             double(r.distance));
    w->end = std::fmax(w->end, end / size);
    w->steps += count;
    w->met += r.overlap;
    w->asked++;
}

struct pins {
    double sum, closest, weights, rise, end;
};

void report(tally &t, const char *name, const worst &w, pins in_double, pins in_float)
{
    std::printf("  %s: sum %g, closest %g, weights %g roundings; rise %g; end %g; %ld steps, %d of %d met, "
                "%d enclosed\n",
                name, w.sum, w.closest, w.weights, w.rise, w.end, w.steps, w.met, w.asked, w.enclosed);
    const pins &p = real_is_float ? in_float : in_double;
    expect_pinned(t, "weighted sum, roundings", w.sum, p.sum);
    expect_pinned(t, "closest point, roundings", w.closest, p.closest);
    expect_pinned(t, "sum of the weights, roundings", w.weights, p.weights);
    if (p.rise > 0)
        expect_pinned(t, "rise from step to step, roundings", w.rise, p.rise);
    else
        t.expect(w.rise <= 0, "a step is farther than the one before by %g roundings", w.rise);
    expect_pinned(t, "the last step and the distance, of the size", w.end, p.end);
}

flr_mat3 turned(random_source &r, bool upright)
{
    if (upright) return {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    flr_vec3 x = r.point(-1, 1), y = r.point(-1, 1);
    x = flr_scale3(1 / flr_length3(x), x);
    y = flr_mul_add3(y, -flr_dot3(x, y), x);
    y = flr_scale3(1 / flr_length3(y), y);
    return {x, y, flr_cross3(x, y)};
}

enum kind { POINT, SEGMENT, TRIANGLE, TETRAHEDRON, BOX, CYLINDER, CONE, POINTS, HULL, USER, KINDS };

struct ball {
    flr_vec3 center;
    flr_real radius;
};

flr_vec3 ball_support(const void *user, flr_vec3 d)
{
    const ball *b = static_cast<const ball *>(user);
    return flr_mul_add3(b->center, b->radius / flr_length3(d), d);
}

struct shape {
    flr_convex3 convex;
    std::vector<flr_vec3> points;
    std::shared_ptr<flr_hull3> hull;
    std::shared_ptr<ball> round;
};

/// On a lattice and upright, edges, discs and corners come to lie in line; else anywhere.
shape make(random_source &r, int k, flr_vec3 at, double scale, bool lattice)
{
    shape s;
    flr_vec3 p[8];
    for (flr_vec3 &q : p) {
        flr_vec3 by = lattice ? r.lattice_point(-2, 2) : r.point(-1, 1);
        q = flr_scale3(flr_real(scale), flr_add3(at, by));
    }
    if (lattice) p[1] = flr_add3(p[0], flr_vec3_make(0, 0, flr_real(scale)));
    flr_real radius = flr_real(scale * (lattice ? 0.5 * r.whole(1, 3) : r.between(0.2, 0.8)));
    flr_mat3 turn = turned(r, lattice);
    flr_segment3 segment = {p[0], p[1]};
    flr_triangle3 triangle = {p[0], p[1], p[2]};
    flr_tetrahedron tetrahedron = {p[0], p[1], p[2], p[3]};
    flr_box3 box = {p[0], turn, {radius, flr_real(0.5 * scale), flr_real(0.25 * scale)}};
    flr_cylinder cylinder = {p[0], p[1], radius};
    flr_cone cone = {p[0], p[1], radius};
    s.points.assign(p, p + 8);
    const flr_mat3 upright = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const flr_vec3 nowhere = {0, 0, 0};
    switch (k) {
    case POINT:
        s.convex = flr_convex3_point(p[0]);
        break;
    case SEGMENT:
        s.convex = flr_convex3_segment(&segment);
        break;
    case TRIANGLE:
        s.convex = flr_convex3_triangle(&triangle);
        break;
    case TETRAHEDRON:
        s.convex = flr_convex3_tetrahedron(&tetrahedron);
        break;
    case BOX:
        s.convex = flr_convex3_box(&box);
        break;
    case CYLINDER:
        s.convex = flr_convex3_cylinder(&cylinder);
        break;
    case CONE:
        s.convex = flr_convex3_cone(&cone);
        break;
    case POINTS:
        s.convex = flr_convex3_points(s.points.data(), 8, upright, nowhere, 0);
        break;
    case HULL: {
        flr_hull3 *hull = nullptr;
        if (flr_hull3_create(s.points.data(), 8, nullptr, nullptr, &hull) != FLR_OK) hull = nullptr;
        s.hull.reset(hull, flr_hull3_destroy);
        s.convex = hull ? flr_convex3_hull(hull, upright, nowhere, 0) : flr_convex3_point(p[0]);
        break;
    }
    default:
        s.round = std::make_shared<ball>(ball{p[0], radius});
        s.convex = flr_convex3_user(ball_support, s.round.get(), p[0], 0);
    }
    return s;
}

enum { ROOM = 256 };

void in_space(tally &t)
{
    random_source r{83};
    worst w;
    for (int n = 0; n < 60 * KINDS * KINDS; n++) {
        const int k = n % KINDS, m = n / KINDS % KINDS;
        const bool lattice = n / (KINDS * KINDS) % 2;
        const double scale = n % 3 == 0 ? 1 : n % 3 == 1 ? 1e-3 : 1e3;
        const flr_vec3 way = r.lattice_point(-1, 1);
        flr_vec3 at = flr_scale3(flr_real(0.5 * r.whole(0, 1)), way);
        shape x = make(r, k, {0, 0, 0}, scale, lattice), y = make(r, m, at, scale, lattice);
        if (n % 5 == 0) y.convex.radius = flr_real(0.25 * scale);
        flr_gjk3_step steps[ROOM] = {};
        flr_gjk3_cache cache = {};
        flr_gjk3_options o = {flr_real(INFINITY), n % 2 ? &cache : nullptr, steps, ROOM};
        flr_gjk3 d = flr_closest3_convex_convex(&x.convex, &y.convex, &o);
        char name[64];
        std::snprintf(name, sizeof name, "%d: kinds %d and %d", n, k, m);
        judge(t, steps, ROOM, d, double(y.convex.radius), 8 * scale, 4, name, &w);
        flr_gjk3_options without = {flr_real(INFINITY), nullptr, nullptr, 0};
        flr_gjk3 plain = flr_closest3_convex_convex(&x.convex, &y.convex, &without);
        t.expect(std::fabs(double(plain.distance - d.distance)) <=
                     32 * rounding * 8 * scale + double(plain.upper - plain.lower),
                 "%s: another distance without a trace", name);
        if (!o.cache) continue;
        flr_gjk3_step again[ROOM] = {};
        o.steps = again;
        d = flr_closest3_convex_convex(&x.convex, &y.convex, &o);
        judge(t, again, ROOM, d, double(y.convex.radius), 8 * scale, 4, name, &w);
    }
    t.expect(w.met * 10 > 3 * w.asked && w.met * 10 < 7 * w.asked, "%d of %d meet", w.met, w.asked);
    t.expect(w.enclosed * 20 > w.asked, "only %d simplices hold the origin", w.enclosed);
    report(t, "space", w, {5.1, 1.2, 3.3, 0, 3.3e-16}, {1, 1, 1, 1, 5.2e-08});
}

/// As many steps as there is room for, and no more.
void short_room(tally &t)
{
    random_source r{84};
    for (int n = 0; n < 300; n++) {
        shape x = make(r, n % KINDS, {0, 0, 0}, 1, false), y = make(r, CONE, {3, 1, 0}, 1, false);
        flr_gjk3_step all[ROOM] = {}, few[3] = {};
        flr_gjk3_options o = {flr_real(INFINITY), nullptr, all, ROOM};
        flr_gjk3 d = flr_closest3_convex_convex(&x.convex, &y.convex, &o);
        o.steps = few;
        o.steps_capacity = 2;
        flr_gjk3 e = flr_closest3_convex_convex(&x.convex, &y.convex, &o);
        t.expect(d.iterations == e.iterations && d.distance == e.distance, "the room changes the answer");
        t.expect(few[2].count == 0, "written where there is no room");
        for (int i = 0; i < 2 && i < d.iterations; i++)
            t.expect(few[i].count == all[i].count && few[i].closest.x == all[i].closest.x, "step %d differs",
                     i);
    }
}

struct disc {
    flr_vec2 center;
    flr_real radius;
};

flr_vec2 disc_support(const void *user, flr_vec2 d)
{
    const disc *c = static_cast<const disc *>(user);
    return flr_mul_add2(c->center, c->radius / flr_length2(d), d);
}

void in_the_plane(tally &t)
{
    random_source r{85};
    worst w;
    for (int n = 0; n < 6000; n++) {
        const double scale = n % 3 == 0 ? 1 : n % 3 == 1 ? 1e-3 : 1e3;
        flr_convex2 c[2];
        flr_vec2 p[2][5];
        disc d[2];
        for (int i = 0; i < 2; i++) {
            const flr_vec3 way = r.lattice_point(-1, 1);
            flr_vec3 by = flr_scale3(flr_real(0.5 * r.whole(0, 1)), way);
            for (flr_vec2 &q : p[i]) {
                flr_vec3 at = flr_add3(by, n % 2 ? r.lattice_point(-2, 2) : r.point(-1, 1));
                q = flr_vec2_make(flr_real(scale) * at.x, flr_real(scale) * at.y);
            }
            d[i] = {p[i][0], flr_real(scale * r.between(0.2, 0.8))};
            uint32_t corners = uint32_t(r.whole(1, 5));
            c[i] = flr_convex2_polygon(p[i], corners, {1, 0}, {0, 0}, 0);
            if (r.whole(0, 2) == 0) c[i] = flr_convex2_user(disc_support, &d[i], d[i].center, 0);
        }
        if (n % 5 == 0) c[1].radius = flr_real(0.25 * scale);
        flr_gjk2_step steps[ROOM] = {};
        flr_gjk2_cache cache = {};
        flr_gjk2_options o = {flr_real(INFINITY), n % 2 ? &cache : nullptr, steps, ROOM};
        flr_gjk2 g = flr_closest2_convex_convex(&c[0], &c[1], &o);
        char name[32];
        std::snprintf(name, sizeof name, "%d in the plane", n);
        judge(t, steps, ROOM, g, double(c[1].radius), 8 * scale, 3, name, &w);
    }
    t.expect(w.met * 10 > 3 * w.asked && w.met * 10 < 7 * w.asked, "%d of %d meet", w.met, w.asked);
    report(t, "plane", w, {1.9, 1.2, 2.2, 0.9, 1.3e-16}, {1, 1, 2.4, 0.27, 8e-08});
}

double size_of(const std::vector<flr_vec3> &p, const std::vector<flr_vec3> &q)
{
    double size = 0;
    for (const auto *list : {&p, &q})
        for (flr_vec3 v : *list) size = std::fmax(size, double(flr_reach3(v)));
    return size;
}
flr_vec3 lifted(flr_vec3 v) { return v; }
flr_vec3 lifted(flr_vec2 v) { return {v.x, v.y, 0}; }

/// Support points, witness points and ends of the steps of one call: against the corners themselves, and what each end says.
template <class Step, class Result>
void judge_ends(tally &t, const Step *steps, int room, const Result &r, const std::vector<flr_vec3> &p,
                const std::vector<flr_vec3> &q, int whole, long count_of[7])
{
    int last = 0;
    while (last + 1 < room && steps[last + 1].count > 0) ++last;
    const double size = size_of(p, q), error = 16 * size * rounding;
    for (int i = 0; i <= last; i++) {
        const Step &s = steps[i];
        flr_vec3 a = {0, 0, 0}, b = a;
        for (int k = 0; k < s.count; k++) {
            if (!t.expect(s.a[k] < p.size() && s.b[k] < q.size(), "corners %u %u", s.a[k], s.b[k])) return;
            const flr_vec3 w = flr_sub3(p[s.a[k]], q[s.b[k]]);
            t.expect(double(flr_length3(flr_sub3(w, lifted(s.simplex[k])))) <= error, "corners %u and %u",
                     s.a[k], s.b[k]);
            a = flr_mul_add3(a, s.weights[k], p[s.a[k]]);
            b = flr_mul_add3(b, s.weights[k], q[s.b[k]]);
        }
        // in the plane a triangle is weighed anew for its witness points, which are one
        if (s.count < whole || whole == 4) {
            t.expect(double(flr_length3(flr_sub3(a, lifted(s.point_a)))) <= error, "the witness point of a");
            t.expect(double(flr_length3(flr_sub3(b, lifted(s.point_b)))) <= error, "the witness point of b");
        }
        const flr_vec3 gap = flr_sub3(lifted(s.point_a), lifted(s.point_b));
        t.expect(double(flr_length3(flr_sub3(gap, lifted(s.closest)))) <= error,
                 "witness points and closest point");
        t.expect((s.end == FLR_GJK_GOES_ON) == (i < last), "step %d of %d: end %d", i, last, int(s.end));
    }
    const Step &s = steps[last];
    count_of[s.end]++;
    if (s.end == FLR_GJK_CONTAINED || s.end == FLR_GJK_TOUCHING) t.expect(r.overlap, "contained, and apart");
    if (s.end == FLR_GJK_BEYOND) t.expect(r.beyond, "beyond, and not");
    if (s.end != FLR_GJK_REPEATED) return;
    const flr_vec3 d = lifted(s.closest);
    double most = INFINITY, kept = INFINITY;
    for (flr_vec3 u : p)
        for (flr_vec3 v : q) most = std::fmin(most, double(flr_dot3(d, flr_sub3(u, v))));
    for (int k = 0; k < s.count; k++) kept = std::fmin(kept, double(flr_dot3(d, lifted(s.simplex[k]))));
    t.expect(kept - most <= error * double(flr_length3(d)), "repeated, and another corner lies nearer");
}

void ends(tally &t)
{
    random_source r{404};
    long in_space[7] = {}, in_plane[7] = {};
    for (int i = 0; i < scenes(4000); i++) {
        std::vector<flr_vec3> p, q;
        const bool lattice = i % 2 == 0;
        const int m = r.whole(1, 7), n = r.whole(1, 7);
        for (int k = 0; k < m; k++) p.push_back(lattice ? r.lattice_point(-3, 3) : r.point(-3, 3));
        for (int k = 0; k < n; k++) q.push_back(lattice ? r.lattice_point(-1, 5) : r.point(-1, 5));
        const flr_mat3 upright = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        const flr_convex3 a = flr_convex3_points(p.data(), uint32_t(m), upright, {0, 0, 0}, 0),
                          b = flr_convex3_points(q.data(), uint32_t(n), upright, {0, 0, 0}, 0);
        flr_gjk3_step steps[64] = {};
        flr_gjk3_options o = {i % 5 ? flr_real(INFINITY) : flr_real(0.25), nullptr, steps, 64};
        const flr_gjk3 g = flr_closest3_convex_convex(&a, &b, &o);
        judge_ends(t, steps, 64, g, p, q, 4, in_space);
        std::vector<flr_vec2> x, y;
        for (flr_vec3 &v : p) x.push_back({v.x, v.y}), v.z = 0;
        for (flr_vec3 &v : q) y.push_back({v.x, v.y}), v.z = 0;
        const flr_convex2 c = flr_convex2_points(x.data(), uint32_t(m), {1, 0}, {0, 0}, 0),
                          d = flr_convex2_points(y.data(), uint32_t(n), {1, 0}, {0, 0}, 0);
        flr_gjk2_step flat[96] = {};
        flr_gjk2_options o2 = {o.max_distance, nullptr, flat, 96};
        const flr_gjk2 h = flr_closest2_convex_convex(&c, &d, &o2);
        judge_ends(t, flat, 96, h, p, q, 3, in_plane);
    }
    for (const long *count : {in_space, in_plane}) {
        std::printf(
            "  ends: repeated %ld, no progress %ld, contained %ld, touching %ld, beyond %ld, limit %ld\n",
            count[1], count[2], count[3], count[4], count[5], count[6]);
        for (int k = 1; k < 6; k++) t.expect(count[k] > 0, "no search ended by %d", k);
    }
    const flr_sphere ball = {{5, 0, 0}, 1};
    const flr_cylinder rod = {{0, 0, 0}, {0, 0, 1}, 1};
    const flr_convex3 a = flr_convex3_cylinder(&rod), b = flr_convex3_sphere(&ball);
    flr_gjk3_step steps[8] = {};
    const flr_gjk3_options o = {INFINITY, nullptr, steps, 8};
    (void)flr_closest3_convex_convex(&a, &b, &o);
    t.expect(steps[0].count == 1 && steps[0].a[0] == FLR_HULL_NONE && steps[0].b[0] == 0,
             "a cylinder has no corner");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(in_space), FEELER_TEST(short_room), FEELER_TEST(in_the_plane), FEELER_TEST(ends))

}  // namespace TEST_FILE
