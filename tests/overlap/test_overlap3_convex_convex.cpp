/// The yes and no of convex shapes against planes that part them and points they share, over every kind; and what
/// distance, depth and overlap must agree on at contact.
#include <cmath>
#include <memory>
#include <vector>

#include "feeler/convex3.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

const double rounding = real_rounding;

flr_mat3 turned(random_source &r)
{
    flr_vec3 x = r.point(-1, 1), y = r.point(-1, 1);
    x = flr_scale3(1 / flr_length3(x), x);
    y = flr_mul_add3(y, -flr_dot3(x, y), x);
    y = flr_scale3(1 / flr_length3(y), y);
    return {x, y, flr_cross3(x, y)};
}

enum kind {
    POINT,
    SEGMENT,
    TRIANGLE,
    TETRAHEDRON,
    CAPSULE,
    BOX,
    CYLINDER,
    CONE,
    FEW_POINTS,
    POINTS,
    HULL,
    LARGE_HULL,
    KINDS
};

/// A shape with what it refers to.
struct shape {
    flr_convex3 convex;
    std::vector<flr_vec3> points;
    std::shared_ptr<flr_hull3> hull;
};

std::vector<flr_vec3> cloud(random_source &r, int count)
{
    std::vector<flr_vec3> p;
    for (int i = 0; i < count; i++) p.push_back(r.point(-1, 1));
    for (flr_vec3 &q : p)
        if (count > 100) q = flr_scale3(1 / flr_length3(q), q);
    return p;
}

shape make(random_source &r, int k, flr_vec3 at)
{
    shape s;
    flr_vec3 p[4];
    for (flr_vec3 &q : p) q = flr_add3(at, r.point(-1, 1));
    flr_real radius = flr_real(r.between(0.2, 0.8));
    flr_mat3 turn = turned(r);
    if (k == POINT) s.convex = flr_convex3_point(p[0]);
    flr_segment3 segment = {p[0], p[1]};
    if (k == SEGMENT) s.convex = flr_convex3_segment(&segment);
    flr_triangle3 triangle = {p[0], p[1], p[2]};
    if (k == TRIANGLE) s.convex = flr_convex3_triangle(&triangle);
    flr_tetrahedron tetrahedron = {p[0], p[1], p[2], p[3]};
    if (k == TETRAHEDRON) s.convex = flr_convex3_tetrahedron(&tetrahedron);
    flr_capsule3 capsule = {p[0], p[1], radius};
    if (k == CAPSULE) s.convex = flr_convex3_capsule(&capsule);
    flr_box3 box = {p[0], turn, {radius, flr_real(0.5), flr_real(0.3)}};
    if (k == BOX) s.convex = flr_convex3_box(&box);
    flr_cylinder cylinder = {p[0], p[1], radius};
    if (k == CYLINDER) s.convex = flr_convex3_cylinder(&cylinder);
    flr_cone cone = {p[0], p[1], radius};
    if (k == CONE) s.convex = flr_convex3_cone(&cone);
    if (k < FEW_POINTS) return s;
    s.points = cloud(r, k == FEW_POINTS ? 6 : k == LARGE_HULL ? 300 : 24);
    if (k < HULL) {
        s.convex = flr_convex3_points(s.points.data(), uint32_t(s.points.size()), turn, at, 0);
        return s;
    }
    flr_hull3 *hull = nullptr;
    if (flr_hull3_create(s.points.data(), s.points.size(), nullptr, nullptr, &hull) != FLR_OK) hull = nullptr;
    s.hull.reset(hull, flr_hull3_destroy);
    s.convex = flr_convex3_hull(hull, turn, at, 0);
    return s;
}

/// How far apart the planes square to n through both shapes' last points lie: a lower bound on the distance.
double gap_along(const flr_convex3 &a, const flr_convex3 &b, flr_vec3 n)
{
    flr_vec3 p = flr_support3(&a, n), q = flr_support3(&b, flr_neg3(n));
    return double(flr_dot3(flr_sub3(q, p), n)) - double(a.radius) - double(b.radius);
}

/// The distance is proved by its own answer: a plane parts the shapes by as much as the points are apart.
void every_kind(tally &t)
{
    random_source r{91};
    const int pairs = KINDS * KINDS;
    int met = 0;
    worst_of close = {"signed distance where yes or no and distance differ, roundings", exact_answers},
             parted = {"no plane that parts, roundings", exact_answers},
             depth = {"depth along the normal, roundings", real_choose(1.7, 0.54)},
             planes = {"planes that part, less than the points, roundings", real_choose(6.3, 1.1)},
             points = {"points apart and the distance, roundings", 1.1};
    for (int n = 0; n < 40 * pairs; n++) {
        const double way = 0.5 * r.whole(0, 4);
        flr_vec3 apart = flr_scale3(flr_real(way), r.lattice_point(-1, 1));
        shape x = make(r, n % KINDS, {0, 0, 0}), y = make(r, n / KINDS % KINDS, apart);
        const flr_convex3 &a = x.convex, &b = y.convex;
        flr_gjk3 d = flr_closest3_convex_convex(&a, &b, nullptr);
        flr_gjk3 s = flr_signed_distance3_convex_convex(&a, &b);
        flr_gjk3_cache cache = {};
        const double unit = 8 * rounding;
        t.expect(d.status == FLR_OK, "kinds %d %d: status %d", n % KINDS, n / KINDS % KINDS, d.status);
        for (flr_gjk3_cache *c : {(flr_gjk3_cache *)nullptr, &cache, &cache}) {
            flr_overlap3_convex o = flr_overlap3_convex_convex(&a, &b, c);
            t.expect(o.overlap == d.overlap || close.within(std::fabs(double(s.signed_distance)) / unit),
                     "kinds %d %d: overlap %d at distance %g", n % KINDS, n / KINDS % KINDS, o.overlap,
                     double(d.signed_distance));
            if (!o.overlap)
                t.expect(parted.within(-gap_along(a, b, o.normal) / unit),
                         "kinds %d %d: no parting plane: %g", n % KINDS, n / KINDS % KINDS,
                         gap_along(a, b, o.normal));
        }
        met += d.overlap;
        if (d.overlap) {
            const double along = -gap_along(a, b, s.normal);
            t.expect(depth.within(std::fabs(along + double(s.signed_distance)) / unit),
                     "kinds %d %d: depth %.17g, along its normal %.17g", n % KINDS, n / KINDS % KINDS,
                     -double(s.signed_distance), along);
            continue;
        }
        double gap = gap_along(a, b, d.normal), between = flr_length3(flr_sub3(d.point_b, d.point_a));
        t.expect(planes.within(std::fabs(between - gap) / unit) &&
                     points.within(std::fabs(between - double(d.distance)) / unit),
                 "kinds %d %d: points %.17g apart, planes %.17g, distance %.17g", n % KINDS,
                 n / KINDS % KINDS, between, gap, double(d.distance));
    }
    t.expect(met * 10 > 3 * 40 * pairs && met * 10 < 7 * 40 * pairs, "%d of %d meet", met, 40 * pairs);
    for (const worst_of *w : {&close, &parted, &depth, &planes, &points}) w->hold(t);
}

/// Through touching in small steps: the signed distance rises by no more than the steps, without a gap or a jump, and
/// where a face of the difference is met, by just as much and with one normal.
void through_contact(tally &t)
{
    random_source r{92};
    int faces = 0;
    for (int n = 0; n < scenes(200); n++) {
        int k = n % 2 ? BOX : HULL, m = n % 3 ? BOX : TETRAHEDRON;
        shape x = make(r, k, {0, 0, 0}), y = make(r, m, {5, flr_real(0.1), flr_real(0.2)});
        flr_gjk3_step steps[128] = {};
        flr_gjk3_options o = {flr_real(INFINITY), nullptr, steps, 128};
        flr_gjk3 d = flr_closest3_convex_convex(&x.convex, &y.convex, &o);
        bool is_face = steps[d.iterations - 1].count == 3;
        faces += is_face;
        const double step = sizeof(flr_real) == sizeof(double) ? 1e-9 : 1e-4, noise = 256 * rounding * 8;
        double before = 0;
        for (int i = -20; i <= 20; i++) {
            flr_convex3 b = y.convex;
            flr_vec3 by = flr_scale3(flr_real(i * step - double(d.distance)), d.normal);
            b.center = flr_add3(b.center, by);
            for (flr_vec3 &c : b.corners)
                if (b.kind == FLR_CONVEX3_CORNERS) c = flr_add3(c, by);
            flr_gjk3 s = flr_signed_distance3_convex_convex(&x.convex, &b);
            double now = double(s.signed_distance);
            t.expect(std::fabs(now - i * step) < (i < 0 && !is_face ? -i * step + noise : noise),
                     "step %d: %.17g, not %.17g", i, now, i * step);
            t.expect(i == -20 || (now > before - noise && now - before < step + noise),
                     "step %d: %.17g after %.17g", i, now, before);
            if (is_face && std::abs(i) > 1)
                t.expect(flr_dot3(s.normal, d.normal) > flr_real(0.999), "step %d: the normal turns: %g", i,
                         double(flr_dot3(s.normal, d.normal)));
            before = now;
        }
    }
    t.expect(enough(faces >= 10), "only %d of 200 meet at a face", faces);
}

/// A slab of points at two heights, all over a square, and tilted.
shape slab(random_source &r, double low, double high)
{
    shape s;
    for (int i = 0; i < 16; i++) {
        double x = i & 1 ? 1 : -1, y = i & 2 ? 1 : -1;
        if (i >= 8) x = 0.125 * r.whole(-8, 8), y = 0.125 * r.whole(-8, 8);
        flr_vec3 p = {flr_real(x), flr_real(y), flr_real((i & 4 ? low : high) + 0.5 * x + 0.25 * y)};
        s.points.push_back(p);
    }
    flr_hull3 *hull = nullptr;
    if (flr_hull3_create(s.points.data(), s.points.size(), nullptr, nullptr, &hull) != FLR_OK) hull = nullptr;
    s.hull.reset(hull, flr_hull3_destroy);
    s.convex = flr_convex3_hull(hull, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}, 0);
    return s;
}

/// The centre of a hull is rounded to few digits, so that of a thin one may lie outside: it is no point that both share.
void thin_hulls(tally &t)
{
    random_source r{93};
    const double thick = sizeof(flr_real) == sizeof(double) ? 1e-9 : 3e-7;
    int met = 0, outside = 0;
    for (int n = 0; n < scenes(200); n++) {
        double low = r.between(0.25, 0.5), gap = thick * r.whole(1, 3) * (n % 2 ? 1 : -0.25);
        shape x = slab(r, low, low + thick), y = slab(r, low + thick + gap, low + 2 * thick + gap);
        flr_vec3 c = flr_hull3_get_info(x.hull.get()).center;
        double height = double(c.z) - 0.5 * double(c.x) - 0.25 * double(c.y);
        outside += height < low || height > low + thick;
        flr_overlap3_convex o = flr_overlap3_convex_convex(&x.convex, &y.convex, nullptr);
        met += o.overlap;
        t.expect(o.status == FLR_OK && o.overlap == (gap < 0), "slabs %g apart: %d", gap, o.overlap);
    }
    t.expect(enough(met == 100 && outside > 100), "%d meet, %d centres lie outside", met, outside);
}

/// How far the farthest of the points lies along n.
long double reach_of(const shape &s, flr_vec3 n)
{
    long double most = -INFINITY;
    for (flr_vec3 q : s.points) {
        const flr_vec3 p = flr_mat3_mul(s.convex.axes, q);
        most = std::max(most, (long double)p.x * n.x + (long double)p.y * n.y + (long double)p.z * n.z);
    }
    return most;
}

/// Hulls of 9 to 300 points with a plane between them, any way off to the side of it, and with a point in common, a mean of some corners of
/// both: the steps that find a yes soon must not find it where there is none.
void hulls_beside_a_plane(tally &t)
{
    random_source r{97};
    long late = 0, met_late = 0;
    for (int n = 0; n < scenes(6000); n++) {
        shape x = make(r, HULL, {0, 0, 0}), y = make(r, n % 4 ? HULL : LARGE_HULL, {0, 0, 0});
        if (n % 3 == 0) {  // long and thin ones turn the plane more often
            for (flr_vec3 &p : y.points) p.z *= flr_real(0.05);
            flr_hull3 *hull = nullptr;
            t.expect(flr_hull3_create(y.points.data(), y.points.size(), nullptr, nullptr, &hull) == FLR_OK,
                     "a hull");
            y.hull.reset(hull, flr_hull3_destroy);
            y.convex = flr_convex3_hull(hull, y.convex.axes, {0, 0, 0}, 0);
        }
        flr_vec3 way = r.point(-1, 1);
        way = flr_scale3(1 / flr_length3(way), way);
        const double gap = std::pow(10, r.between(real_choose(-12, -4), -1));
        const double along = double(reach_of(x, way) + reach_of(y, flr_neg3(way))) + gap;
        flr_vec3 aside = r.point(-1, 1);
        aside = flr_mul_add3(aside, -flr_dot3(aside, way), way);
        y.convex.center = flr_mul_add3(aside, flr_real(along), way);
        for (int turn = 0; turn < 2; turn++) {
            const flr_overlap3_convex o = turn ? flr_overlap3_convex_convex(&y.convex, &x.convex, nullptr)
                                               : flr_overlap3_convex_convex(&x.convex, &y.convex, nullptr);
            t.expect(o.status == FLR_OK && !o.overlap, "%d: a gap of %g is an overlap", n, gap);
            late += o.iterations > 3;
        }
        flr_vec3 p = {0, 0, 0}, q = p;
        for (int i = 0; i < 4; i++) {
            p = flr_add3(p, flr_scale3(flr_real(0.25), x.points[size_t(r.whole(0, 23))]));
            q = flr_add3(q, flr_scale3(flr_real(0.25), y.points[size_t(r.whole(0, 23))]));
        }
        y.convex.center = flr_sub3(flr_mat3_mul(x.convex.axes, p), flr_mat3_mul(y.convex.axes, q));
        const flr_overlap3_convex o = flr_overlap3_convex_convex(&x.convex, &y.convex, nullptr);
        t.expect(o.status == FLR_OK && o.overlap, "%d: a common point is none", n);
        met_late += o.iterations > 3;
    }
    t.expect(enough(late > 300 && met_late > 300), "%ld and %ld after the third step", late, met_late);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(every_kind), FEELER_TEST(through_contact), FEELER_TEST(thin_hulls),
             FEELER_TEST(hulls_beside_a_plane))

}  // namespace TEST_FILE
