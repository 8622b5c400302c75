// needs: gmp Linear casts of points, segments, triangles and tetrahedra with any coordinates, against
// rationals (sweep3_exact.hpp): needles, flat ones, far from the origin, tiny, fast. Hulls, by the plane of
// the touch.
#include <cfloat>

#include "support/big.hpp"

#include "any/any3_stock.hpp"
#include "support/cmocka.hpp"
#include "support/minkowski3.hpp"
#include "support/pinned.hpp"
#include "sweep/sweep3_exact.hpp"

namespace TEST_FILE
{

using namespace sweep3;

namespace
{

typedef vector<big_rational> point;

const bool is_double = sizeof(flr_real) == sizeof(double);

point exact(flr_vec3 p)
{
    return {big_rational(double(p.x)), big_rational(double(p.y)), big_rational(double(p.z))};
}

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
    auto e = first_touch<big_rational>(x, exact(m), y);
    flr_convex3 ca = a.convex(), cb = b.convex();
    flr_sweep3_result s = flr_sweep3_convex_convex(&ca, m, &cb, nullptr);
    ++w.asked;
    bool ok = s.status == FLR_OK && s.hit == e.hit && s.overlap_at_start == e.overlap_at_start;
    t.expect(ok, "%s: status %d hit %d, exact %d; at the start %d, exact %d", name, int(s.status), s.hit,
             e.hit, s.overlap_at_start, e.overlap_at_start);
    if (!ok || !e.hit || e.overlap_at_start) return;
    ++w.touched;
    big_rational exact_t = e.t.numerator / e.t.denominator, own = double(s.t);
    big_rational late = own - exact_t;
    double closing = double(flr_dot3(m, s.normal)), unit = 0x1p-52 * size_of(a, b);
    double error = late.get_d() * closing;
    // t is rounded down to float
    if (!is_double && error < 0) error = std::fmin(0, error + 0x1p-23 * double(s.t) * closing);
    w.rounded = std::fmax(w.rounded, -big_rational(late / exact_t).get_d() / real_rounding);
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

/// What passes by near enough that rounding may take it for a touch, in ulp of the size; what touches must never be told
/// to miss.
struct passing {
    worst_of told;
    long yes = 0, all = 0;

    void see(tally &t, const flr_sweep3_result &s, double gap, double size, const char *name,
             double certain = 0)
    {
        // what the two as they stand at the start are told is that test's
        if (s.overlap_at_start) return;
        ++all, yes += s.hit;
        t.expect(s.status == FLR_OK, "%s: status %d", name, int(s.status));
        if (gap <= 0)
            t.expect(s.hit || -gap <= certain * 0x1p-52 * size, "%s: overlap by %g of the size, told to miss",
                     name, -gap / size);
        else if (s.hit)
            t.expect(told.within(gap / size / 0x1p-52), "%s: %g ulp apart, told to touch", name,
                     gap / size / 0x1p-52);
    }
    void hold(tally &t) const
    {
        std::printf("  %ld of %ld told to touch\n", yes, all);
        t.expect(yes * 10 > 3 * all && yes * 10 < 7 * all, "%ld of %ld told to touch", yes, all);
        told.hold(t);
    }
};

using minkowski3::corner_list;

/// The corners of the way of a.
corner_list swept(const corner_list &a, flr_vec3 m)
{
    corner_list all = a;
    const minkowski3::rational_point way = minkowski3::rational(m);
    for (const minkowski3::rational_point &p : a)
        all.push_back(
            {big_rational(p[0] + way[0]), big_rational(p[1] + way[1]), big_rational(p[2] + way[2])});
    return all;
}

double largest_distance(const corner_list &a, const corner_list &b)
{
    double most = 0;
    for (const corner_list *x : {&a, &b})
        for (const corner_list *y : {&a, &b})
            for (const minkowski3::rational_point &p : *x)
                for (const minkowski3::rational_point &q : *y) {
                    double squared = 0;
                    for (size_t i = 0; i < 3; ++i) {
                        const double d = big_rational(p[i] - q[i]).get_d();
                        squared += d * d;
                    }
                    most = std::fmax(most, squared);
                }
    return std::sqrt(most);
}

/// Numbers of up to `most`, most often near a diagonal, where lengths of coordinates sum up to most.
flr_vec3 whole_way(random_source &r, int most)
{
    const int way = r.whole(0, 2), x = r.whole(most / 2, most);
    const flr_vec3 diagonal = flr_vec3_make(flr_real(x), flr_real(x), flr_real(x));
    return flr_add3(way ? diagonal : flr_vec3_make(0, 0, 0), r.lattice_point(-most / 4, most / 4));
}

/// The common divisor of a and b, and x and y with x a + y b equal to it.
__int128 bezout(__int128 a, __int128 b, __int128 *x, __int128 *y)
{
    __int128 s = 1, t = 0, u = 0, v = 1;
    while (b != 0) {
        const __int128 q = a / b, rest = a - q * b, next_s = u, next_t = v;
        u = s - q * u, v = t - q * v;
        a = b, b = rest, s = next_s, t = next_t;
    }
    *x = s, *y = t;
    return a;
}

/// A whole vector that lies as little off the plane of u and v as one can, and not far along it.
bool off_plane(flr_vec3 u, flr_vec3 v, flr_vec3 *off)
{
    typedef std::array<__int128, 3> whole3;
    auto of = [](flr_vec3 p) {
        return whole3{__int128(double(p.x)), __int128(double(p.y)), __int128(double(p.z))};
    };
    const whole3 a = of(u), b = of(v);
    const whole3 n = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    __int128 x, y, z, w;
    const __int128 two = bezout(n[0], n[1], &x, &y), all = bezout(two, n[2], &z, &w);
    if (all == 0) return false;
    // its place along u and v, rounded and taken off
    const long double p[3] = {(long double)(x * z), (long double)(y * z), (long double)w};
    long double uu = 0, uv = 0, vv = 0, pu = 0, pv = 0;
    for (size_t i = 0; i < 3; ++i) {
        const long double c = (long double)a[i], d = (long double)b[i];
        uu += c * c, uv += c * d, vv += d * d, pu += p[i] * c, pv += p[i] * d;
    }
    const long double area = uu * vv - uv * uv;
    const __int128 s = __int128(roundl((pu * vv - pv * uv) / area)),
                   t = __int128(roundl((pv * uu - pu * uv) / area));
    const whole3 r = {x * z - s * a[0] - t * b[0], y * z - s * a[1] - t * b[1], w - s * a[2] - t * b[2]};
    *off = flr_vec3_make(flr_real(double(r[0])), flr_real(double(r[1])), flr_real(double(r[2])));
    return of(*off) == r;
}

/// Corners and edges in whole numbers that pass edges by a hair: the way and the edge span planes between which no
/// whole point lies.
void whole_edges_pass(tally &t)
{
    random_source r{301};
    passing w{{"whole edges that pass, told to touch, ulp of the size apart", 80}};
    for (int i = 0; i < scenes(3000); ++i) {
        const int most = 1 << r.whole(13, 17);
        const flr_vec3 u = whole_way(r, most), v = whole_way(r, most);
        flr_vec3 off{};
        if (!off_plane(u, v, &off)) continue;
        polytope a, b;
        const int side = r.whole(0, 1) ? 1 : -1, before = r.whole(0, 2), after = r.whole(0, 2);
        const flr_vec3 up = flr_scale3(flr_real(side), off);
        a.corners = {flr_sub3(up, flr_scale3(flr_real(before + 1), u))};
        b.corners = {flr_scale3(flr_real(-after - 1), v), flr_scale3(2, v)};
        // the rest of both lies on their own sides of the plane between
        const flr_vec3 n = flr_cross3(u, v);
        for (polytope *p : {&a, &b})
            for (int k = r.whole(0, 2); k > 0; --k) {
                flr_vec3 q = whole_way(r, most / 2);
                const bool ahead = double(flr_dot3(n, q)) * double(flr_dot3(n, up)) > 0;
                if (ahead != (p == &a)) q = flr_neg3(q);
                p->corners.push_back(flr_add3(p->corners[0], q));
            }
        const flr_vec3 m = flr_scale3(flr_real(before + 1 + r.whole(1, 3)), u);
        const flr_convex3 ca = a.convex(), cb = b.convex();
        const corner_list x = minkowski3::corners(ca), y = minkowski3::corners(cb);
        const double gap = minkowski3::signed_distance(swept(x, m), y).get_d();
        w.see(t, flr_sweep3_convex_convex(&ca, m, &cb, nullptr), gap, largest_distance(x, y), "whole edges");
    }
    w.hold(t);
}

/// How far the planes square to the normal that two lists of corners touch at the time told are from one another.
double planes_apart(const corner_list &a, flr_vec3 m, const corner_list &b, const flr_sweep3_result &s)
{
    const minkowski3::rational_point way = minkowski3::rational(m), n = minkowski3::rational(s.normal);
    const big_rational t = double(s.t);
    auto height = [&](const minkowski3::rational_point &p) -> big_rational {
        return p[0] * n[0] + p[1] * n[1] + p[2] * n[2];
    };
    big_rational most = height(a[0]), least = height(b[0]);
    for (const minkowski3::rational_point &p : a) most = std::max(most, height(p));
    for (const minkowski3::rational_point &p : b) least = std::min(least, height(p));
    return big_rational(least - most - t * height(way)).get_d();
}

/// Boxes, hulls and the rest with any coordinates, carried to where their ways barely meet.
void barely_passing(tally &t)
{
    random_source r{302};
    passing w{{"what passes, told to touch, ulp of the size apart", real_choose(100, 1e7)}};
    worst_of planes = {"planes of the touch, ulp of the size apart or more than what passes", 1};
    for (int i = 0; i < scenes(600); ++i) {
        std::vector<flr_vec3> points[2];
        flr_convex3 c[2];
        for (int k = 0; k < 2; ++k) {
            const int kind = r.whole(0, 3);
            for (int j = 0; j < 7; ++j) points[k].push_back(r.point(-1, 1));
            const flr_vec3 *p = points[k].data();
            const flr_tetrahedron v = {p[0], p[1], p[2], p[3]};
            flr_box3 box{};
            // which float does not hold square to one another as well as is asked here
            box.axes = is_double ? any3::axes(r) : flr_affine3_identity().linear;
            box.half_extents = flr_vec3_make(flr_real(r.unit()), flr_real(0.5), flr_real(0.25));
            const flr_triangle3 s = {p[0], p[1], p[2]};
            c[k] = kind == 0   ? flr_convex3_tetrahedron(&v)
                   : kind == 1 ? flr_convex3_box(&box)
                   : kind == 2 ? flr_convex3_triangle(&s)
                               : flr_convex3_points(p, 7, any3::axes(r), {0, 0, 0}, 0);
        }
        flr_vec3 m = r.point(-4, 4);
        if (i % 3 == 0) m = flr_scale3(flr_real(r.between(2, 6)), flr_vec3_make(1, 1, 1));
        const flr_convex3 &a = c[0];
        flr_convex3 &b = c[1];
        const corner_list x = minkowski3::corners(a), way = swept(x, m);
        std::vector<flr_vec3> rounded;
        for (const minkowski3::rational_point &p : way)
            rounded.push_back(
                flr_vec3_make(flr_real(p[0].get_d()), flr_real(p[1].get_d()), flr_real(p[2].get_d())));
        const flr_convex3 whole = flr_convex3_points(rounded.data(), uint32_t(rounded.size()),
                                                     flr_affine3_identity().linear, {0, 0, 0}, 0);
        // started beside the way's middle, so that no end of it is the nearest as a rule
        auto carry = [&](flr_vec3 by) {
            b.center = flr_add3(b.center, by);
            for (flr_vec3 &p : b.corners)
                if (b.kind == FLR_CONVEX3_CORNERS) p = flr_add3(p, by);
        };
        carry(flr_add3(flr_scale3(flr_real(0.5), m), r.point(-2, 2)));
        const double ulps = r.between(-48, 144);
        for (int turn = 0; turn < 2; ++turn) {
            const flr_gjk3 s = flr_signed_distance3_convex_convex(&whole, &b);
            const double by = ulps * 0x1p-52 * largest_distance(x, minkowski3::corners(b));
            carry(flr_scale3(flr_real(by - double(s.signed_distance)), s.normal));
        }
        const corner_list y = minkowski3::corners(b);
        const double gap = minkowski3::signed_distance(way, y).get_d();
        const flr_sweep3_result s = flr_sweep3_convex_convex(&a, m, &b, nullptr);
        const double size = largest_distance(x, y);
        w.see(t, s, gap, size, "any");
        // at the start what is clipped there may have come in a little already
        if (!s.hit || s.overlap_at_start || !(s.t > 0) || !is_double) continue;
        const double off = planes_apart(x, m, y, s);
        t.expect(planes.within(std::fmax(-off, off - std::fmax(gap, 0)) / size / 0x1p-52),
                 "planes %g ulp apart at the touch, passing at %g", off / size / 0x1p-52,
                 gap / size / 0x1p-52);
    }
    w.hold(t);
    if (is_double) planes.hold(t);
}

/// Flat lists of lattice points that go along edges of one another, some of them off by roundings: an edge of their difference lies along
/// the motion, and what is told to touch still has a normal.
void along_edges(tally &t)
{
    random_source r{304};
    const double off[] = {0, 0, 1, -4, 32};
    int hits = 0;
    const int count = scenes(4000);
    for (int i = 0; i < count; ++i) {
        std::vector<flr_vec3> points[2];
        flr_convex3 c[2];
        const flr_vec3 m = {flr_real(r.whole(5, 8)), 0, 0};
        const double x = r.whole(3, 5), y = r.whole(-3, 3) + 0x1p-52 * off[r.whole(0, 4)],
                     z = 0x1p-52 * off[r.whole(0, 4)];
        for (int k = 0; k < 2; ++k) {
            const int corners = r.whole(1, 6);
            for (int j = 0; j < corners; ++j) {
                const double u = r.whole(0, 2), v = r.whole(0, 2);
                points[k].push_back({flr_real(u + k * x), flr_real(v + k * y), flr_real(k * z)});
            }
            c[k] = flr_convex3_points(points[k].data(), uint32_t(corners), flr_affine3_identity().linear,
                                      {0, 0, 0}, 0);
        }
        const flr_sweep3_result s = flr_sweep3_convex_convex(&c[0], m, &c[1], nullptr);
        t.expect(s.status == FLR_OK, "%d: %s", i, flr_status_string(s.status));
        if (!s.hit || s.overlap_at_start) continue;
        ++hits;
        const bool is_unit = std::fabs(double(flr_length3(s.normal)) - 1) < 1e-6;
        t.expect(is_unit, "%d: normal %g %g %g", i, double(s.normal.x), double(s.normal.y),
                 double(s.normal.z));
        if (!is_unit || !is_double) continue;
        const corner_list a = minkowski3::corners(c[0]), b = minkowski3::corners(c[1]);
        const double apart = planes_apart(a, m, b, s) / largest_distance(a, b) / 0x1p-52;
        t.expect(std::fabs(apart) <= 192, "%d: planes %g ulp apart at the touch", i, apart);
    }
    t.expect(hits * 10 >= count * 3 && hits * 10 <= count * 7, "%d of %d touch", hits, count);
    std::printf("  %d of %d touch\n", hits, count);
}

/// Three square to each other, all of one whole length.
struct triad {
    double n[3][3], length;
};
const triad triads[] = {{{{1, 2, 2}, {2, 1, -2}, {2, -2, 1}}, 3},
                        {{{2, 3, 6}, {3, -6, 2}, {6, 2, -3}}, 7},
                        {{{4, 4, 7}, {8, -1, -4}, {1, -8, 4}}, 9},
                        {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 1}};

flr_vec3 at(const triad &t, double x, double y, double z)
{
    const double p[3] = {x, y, z};
    double sum[3] = {0, 0, 0};
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) sum[k] += p[i] * t.n[i][k];
    return flr_vec3_make(flr_real(sum[0]), flr_real(sum[1]), flr_real(sum[2]));
}

/// Round shapes that pass a little ball whose way off is a whole number: what both radii leave of it is known.
void round_shapes_pass(tally &t)
{
    random_source r{303};
    passing w{
        {"round shapes that pass, told to touch, ulp of the size apart", real_choose(80, exact_answers)}};
    for (int i = 0; i < scenes(4000); ++i) {
        const triad &d = triads[r.whole(0, 3)];
        // how far off, along two of the axes: a whole number again
        const int p = r.whole(2, 60), q = r.whole(1, p), scale = r.whole(1, 20);
        const double off = double(scale) * (p * p + q * q), x = double(scale) * (p * p - q * q),
                     y = double(scale) * 2 * p * q, whole = off * d.length;
        const double half = r.whole(1, 9) * std::ceil(off / 8), from = r.whole(1, 4) * std::ceil(off / 2);
        const int kind = r.whole(0, 4);
        // in z they slide along one another
        const flr_vec3 a = at(d, 0, 0, -from), m = at(d, 0, 0, from + r.whole(1, 3) * std::ceil(off / 2));
        flr_shape3 big{}, small{};
        double size = whole + 2;
        flr_vec3 to = at(d, x, y, 0);
        const double left = kind < 3 ? 1 : d.length;
        const flr_real radius = flr_real(whole - left);
        const flr_vec3 end = flr_add3(a, at(d, 0, 0, -half));
        size = std::hypot(size + double(radius), (from + half) * d.length);
        if (kind == 0) {
            big.kind = FLR_SHAPE3_SPHERE;
            big.as.sphere = {a, radius};
        } else if (kind == 1) {
            big.kind = FLR_SHAPE3_CAPSULE;
            big.as.capsule = {a, end, radius};
        } else if (kind == 2) {
            big.kind = FLR_SHAPE3_CYLINDER;
            big.as.cylinder = {a, end, radius};
        } else {  // over a flat end, and over the apex
            big.kind = kind == 3 ? FLR_SHAPE3_CYLINDER : FLR_SHAPE3_CONE;
            const flr_vec3 top = at(d, 0, off - 1, -from), low = at(d, 0, -half, -from);
            if (kind == 3) big.as.cylinder = {low, top, flr_real(half * d.length)};
            if (kind == 4) big.as.cone = {top, low, flr_real(half * d.length)};
            to = at(d, 0, off, 0);
            size = std::hypot((off + half) * d.length + 1, (from + half) * d.length);
        }
        // how much less the radius of the little ball is than what is left
        const double less = is_double ? 0x1p-52 * size * r.between(-48, 144) : 0x1p-24 * r.whole(-1, 2);
        small.kind = r.whole(0, 1) ? FLR_SHAPE3_SPHERE : FLR_SHAPE3_CAPSULE;
        const flr_real rest = flr_real(left - less);
        if (small.kind == FLR_SHAPE3_SPHERE)
            small.as.sphere = {to, rest};
        else
            small.as.capsule = {to, flr_add3(to, kind < 3 ? at(d, x, y, 0) : at(d, 0, off, 0)), rest};
        flr_sweep3_result s{};
        flr_sweep3(&big, m, &small, &s);
        w.see(t, s, left - double(rest), size, flr_shape3_name(big.kind), kind < 2 ? 0 : 1);
    }
    w.hold(t);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(against_rationals<GENERIC>), FEELER_TEST(against_rationals<NEEDLE>),
             FEELER_TEST(against_rationals<FLAT>), FEELER_TEST(against_rationals<FAR>),
             FEELER_TEST(against_rationals<TINY>), FEELER_TEST(against_rationals<FAST>), FEELER_TEST(hulls),
             FEELER_TEST(whole_edges_pass), FEELER_TEST(barely_passing), FEELER_TEST(along_edges),
             FEELER_TEST(round_shapes_pass))

}  // namespace TEST_FILE
