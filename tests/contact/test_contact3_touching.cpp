/// Round shapes that touch on a lattice of thirds and tenths: the manifold of a typed pair has a point exactly where the typed
/// overlap says that the two meet, which is a matter of the last bit.
#include <cmath>

#include "feeler/closest3.h"
#include "feeler/contact3.h"
#include "feeler/overlap3.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

/// Of frames of whole numbers over their length.
flr_mat3 turned(int k)
{
    const flr_real third = flr_real(1) / 3, seventh = flr_real(1) / 7;
    const flr_mat3 m[3] = {
        {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
        {{third, 2 * third, 2 * third}, {2 * third, third, -2 * third}, {-2 * third, 2 * third, -third}},
        {{2 * seventh, 3 * seventh, 6 * seventh},
         {3 * seventh, -6 * seventh, 2 * seventh},
         {6 * seventh, 2 * seventh, -3 * seventh}}};
    return m[k];
}

flr_vec3 along(flr_vec3 p, double s, flr_vec3 v) { return flr_mul_add3(p, flr_real(s), v); }

struct count {
    long meet = 0, all = 0, wrong = 0;
};

void expect_same(count &c, flr_status status, const flr_manifold3 &m, bool meet)
{
    ++c.all, c.meet += meet;
    c.wrong += status != FLR_OK || (m.count > 0) != meet;
    for (int i = 0; i < m.count; ++i) c.wrong += !(m.points[i].depth >= 0);
}

void conclude(tally &t, const char *what, const count &c)
{
    t.expect(c.wrong == 0, "%s: %ld of %ld are not as the overlap says", what, c.wrong, c.all);
    t.expect(c.meet > c.all * 3 / 10 && c.meet < c.all * 7 / 10, "%s: %ld of %ld meet", what, c.meet, c.all);
}

/// b touches a but for rounding: its nearest point lies a's radius and its own away along the frame's x.
void round_pairs(tally &t)
{
    random_source r{501};
    count spheres, sphere_capsule, capsules, sphere_box, capsule_box;
    for (int i = 0; i < 20000; ++i) {
        const flr_mat3 m = turned(r.whole(0, 2));
        const double far = i % 3 == 0 ? 1000 : 1;
        const flr_vec3 o = r.point(-far, far);
        const flr_real ra = flr_real(r.whole(1, 30)) / 10, rb = flr_real(r.whole(1, 30)) / 10;
        const double nearer = i % 4 == 0 ? 1 - 8 * real_epsilon : i % 8 == 1 ? 1 + 8 * real_epsilon : 1;
        const flr_vec3 touch = along(o, nearer * (double(ra) + double(rb)), m.x);
        const double before = r.between(-2, 1), after = r.between(0, 2);
        const flr_sphere a = {o, ra}, b = {touch, rb};
        const flr_capsule3 p = {along(touch, -after, m.y), along(touch, 1 + before, m.y), rb};
        const flr_capsule3 q = {along(o, -after, m.z), along(o, after, m.z), ra};
        const double depth = r.between(0.1, 2);
        flr_box3 box{};
        box.axes = m;
        box.half_extents = flr_vec3_make(flr_real(depth), flr_real(after + 0.1), 1);
        box.center = along(o, (i % 8 == 1 ? nearer : 1) * (double(ra) + depth), m.x);
        flr_manifold3 c;
        flr_status s = flr_contact3_sphere_sphere(&a, &b, nullptr, &c);
        expect_same(spheres, s, c, flr_overlap3_sphere_sphere(&a, &b));
        s = flr_contact3_sphere_capsule(&a, &p, nullptr, &c);
        expect_same(sphere_capsule, s, c, flr_overlap3_sphere_capsule(&a, &p));
        s = flr_contact3_capsule_capsule(&p, &q, nullptr, &c);
        expect_same(capsules, s, c, flr_overlap3_capsule_capsule(&p, &q));
        s = flr_contact3_capsule_capsule(&q, &p, nullptr, &c);
        expect_same(capsules, s, c, flr_overlap3_capsule_capsule(&q, &p));
        s = flr_contact3_sphere_box(&a, &box, nullptr, &c);
        expect_same(sphere_box, s, c, flr_overlap3_sphere_box(&a, &box));
        // upon its face, and askew with a radius that just reaches or just does not
        s = flr_contact3_capsule_box(&q, &box, nullptr, &c);
        expect_same(capsule_box, s, c, flr_overlap3_capsule_box(&q, &box));
        const flr_vec3 from = along(o, -double(rb), m.x), way = r.point(-1, 1);
        const flr_segment3 axis = {from, flr_add3(from, way)};
        const double reach = double(flr_closest3_segment_box(&axis, &box).distance);
        const flr_capsule3 askew = {axis.a, axis.b, flr_real(reach * (i % 2 ? 1 : 1 - 2 * real_epsilon))};
        s = flr_contact3_capsule_box(&askew, &box, nullptr, &c);
        expect_same(capsule_box, s, c, flr_overlap3_capsule_box(&askew, &box));
    }
    conclude(t, "spheres", spheres);
    conclude(t, "sphere and capsule", sphere_capsule);
    conclude(t, "capsules", capsules);
    conclude(t, "sphere and box", sphere_box);
    conclude(t, "capsule and box", capsule_box);
}

/// A box whose corner, edge or face lies on another's face, or whose edge crosses the other's, but for rounding.
void boxes(tally &t)
{
    random_source r{502};
    count touching, edges;
    for (int i = 0; i < 20000; ++i) {
        flr_box3 a{}, b{}, e{};
        a.axes = turned(r.whole(0, 2));
        b.axes = turned(r.whole(0, 2));
        const double far = i % 3 == 0 ? 1000 : 1;
        a.center = r.point(-far, far);
        const flr_vec3 half = r.lattice_point(1, 30), half_b = r.lattice_point(1, 30);
        a.half_extents = flr_scale3(flr_real(0.1), half);
        b.half_extents = flr_scale3(flr_real(0.1), half_b);
        const double place_y = r.between(-1, 1), place_z = r.between(-1, 1);
        const flr_vec3 on_face = along(along(along(a.center, double(a.half_extents.x), a.axes.x),
                                             place_y * double(a.half_extents.y), a.axes.y),
                                       place_z * double(a.half_extents.z), a.axes.z);
        // the corner of b that is deepest against a's normal comes to lie on the face
        const flr_vec3 axes[3] = {b.axes.x, b.axes.y, b.axes.z};
        const double halves[3] = {double(b.half_extents.x), double(b.half_extents.y),
                                  double(b.half_extents.z)};
        b.center = on_face;
        for (int k = 0; k < 3; ++k)
            b.center = along(b.center, flr_dot3(axes[k], a.axes.x) < 0 ? -halves[k] : halves[k], axes[k]);
        const double apart = i % 8 == 1 ? 8 * real_epsilon * far : 0;
        b.center = along(b.center, apart, a.axes.x);
        flr_manifold3 c;
        flr_status s = flr_contact3_box_box(&a, &b, nullptr, &c);
        expect_same(touching, s, c, flr_overlap3_box_box(&a, &b));
        s = flr_contact3_box_box(&b, &a, nullptr, &c);
        expect_same(touching, s, c, flr_overlap3_box_box(&b, &a));
        // an edge along b's z across a's edge along z, out along the sum of the two other axes of a
        e = b;
        const flr_vec3 out = flr_cross3(a.axes.z, b.axes.z);
        const double length = double(flr_length3(out));
        if (length < 0.1) continue;
        const flr_vec3 n = flr_scale3(flr_real(1 / length), out);
        e.center = along(a.center, apart, n);
        for (int k = 0; k < 3; ++k) {
            const flr_vec3 v = k == 0 ? a.axes.x : k == 1 ? a.axes.y : a.axes.z;
            const flr_real h = k == 0 ? a.half_extents.x : k == 1 ? a.half_extents.y : a.half_extents.z;
            const double sign = flr_dot3(v, n) < 0 ? -1 : 1;
            if (k < 2) e.center = along(e.center, sign * double(h), v);
            const double sign_b = flr_dot3(axes[k], n) < 0 ? -1 : 1;
            if (k < 2) e.center = along(e.center, sign_b * halves[k], axes[k]);
        }
        s = flr_contact3_box_box(&a, &e, nullptr, &c);
        expect_same(edges, s, c, flr_overlap3_box_box(&a, &e));
    }
    conclude(t, "boxes", touching);
    conclude(t, "edges of boxes", edges);
}

/// A margin that is the distance, or some roundings of the size less or more: where the two do not say the same, by how much
/// they differ.
struct at_margin {
    worst_of differ;
    long some = 0, all = 0;

    void see(tally &t, flr_status status, const flr_manifold3 &m, double distance, double margin, double size)
    {
        ++all, some += m.count > 0;
        t.expect(status == FLR_OK, "%s: status %d", differ.what.c_str(), int(status));
        if ((m.count > 0) == (distance <= margin)) return;
        t.expect(differ.within(std::fabs(distance - margin) / size / real_rounding),
                 "%s: %d points, %g off the margin", differ.what.c_str(), m.count, distance - margin);
    }
    void hold(tally &t) const
    {
        t.expect(some > 3 * all / 10 && some < 7 * all / 10, "%s: %ld of %ld have points",
                 differ.what.c_str(), some, all);
        differ.hold(t);
    }
};

void margins(tally &t)
{
    random_source r{503};
    at_margin spheres{{"spheres at the margin", exact_answers}},
        mixed{{"sphere and capsule at the margin", exact_answers}},
        capsules{{"capsules at the margin", exact_answers}},
        sphere_box{{"sphere and box at the margin", exact_answers}},
        capsule_box{{"capsule and box at the margin, roundings of the size", 1.5}},
        boxes{{"boxes at the margin, roundings of the size", real_choose(1.5, 1)}},
        convex{{"convex at the margin, roundings of the size", real_choose(0.8, exact_answers)}};
    for (int i = 0; i < scenes(8000); ++i) {
        const flr_vec3 apart = r.point(2, 4), p = r.point(-1, 1), q = r.point(-1, 1), u = r.point(-1, 1);
        const double low = r.between(0.1, 0.6), high = r.between(0.1, 0.6);
        const flr_sphere a = {p, flr_real(low)}, b = {flr_add3(apart, q), flr_real(high)};
        const flr_capsule3 c = {p, u, flr_real(low)},
                           d = {b.center, flr_add3(apart, flr_neg3(u)), flr_real(high)};
        const flr_box3 x = {p, turned(r.whole(0, 2)), {flr_real(low), flr_real(high), 1}},
                       y = {b.center, turned(r.whole(0, 2)), {1, flr_real(low), flr_real(high)}};
        const double size = 4 + 2 * double(flr_length3(apart));
        const int steps = r.whole(-6, 6);
        flr_manifold3 m;
        auto ask = [&](at_margin &w, double distance, auto contact) {
            if (!(distance > 0)) return;
            flr_contact3_options o{};
            o.margin = flr_real(distance + steps * real_rounding * size / 4);
            const flr_status status = contact(&o);
            w.see(t, status, m, distance, double(o.margin), size);
        };
        using options = const flr_contact3_options *;
        ask(spheres, double(flr_closest3_sphere_sphere(&a, &b).distance),
            [&](options o) { return flr_contact3_sphere_sphere(&a, &b, o, &m); });
        ask(mixed, double(flr_closest3_sphere_capsule(&a, &d).distance),
            [&](options o) { return flr_contact3_sphere_capsule(&a, &d, o, &m); });
        ask(capsules, double(flr_closest3_capsule_capsule(&c, &d).distance),
            [&](options o) { return flr_contact3_capsule_capsule(&c, &d, o, &m); });
        ask(sphere_box, double(flr_closest3_sphere_box(&a, &y).distance),
            [&](options o) { return flr_contact3_sphere_box(&a, &y, o, &m); });
        ask(capsule_box, double(flr_closest3_capsule_box(&c, &y).distance),
            [&](options o) { return flr_contact3_capsule_box(&c, &y, o, &m); });
        const flr_convex3 v = flr_convex3_box(&x), w = flr_convex3_box(&y), k = flr_convex3_capsule(&d);
        ask(boxes, double(flr_closest3_convex_convex(&v, &w, nullptr).distance),
            [&](options o) { return flr_contact3_box_box(&x, &y, o, &m); });
        const flr_tetrahedron s = {p, q, u, flr_add3(p, {1, 0, 0})};
        const flr_convex3 e = flr_convex3_tetrahedron(&s);
        ask(convex, double(flr_closest3_convex_convex(&e, i % 2 ? &w : &k, nullptr).distance),
            [&](options o) { return flr_contact3_convex_convex(&e, i % 2 ? &w : &k, o, &m); });
    }
    for (const at_margin *w : {&spheres, &mixed, &capsules, &sphere_box, &capsule_box, &boxes, &convex})
        w->hold(t);
}

/// Of a segment and a box whose centre is the origin, by halving: the square of the distance is convex along the segment.
struct nearest {
    long double distance, way[3];  ///< the way from the segment to the box
};
nearest nearest_of(const flr_vec3 &p, const flr_vec3 &q, const flr_box3 &b)
{
    using wide = long double;
    const wide from[3] = {wide(p.x) - b.center.x, wide(p.y) - b.center.y, wide(p.z) - b.center.z},
               to[3] = {wide(q.x) - b.center.x, wide(q.y) - b.center.y, wide(q.z) - b.center.z},
               half[3] = {b.half_extents.x, b.half_extents.y, b.half_extents.z};
    auto at = [&](wide t) {
        nearest r{0, {0, 0, 0}};
        for (int k = 0; k < 3; ++k) {
            wide x = from[k] + t * (to[k] - from[k]);
            r.way[k] = (x > half[k] ? half[k] : x < -half[k] ? -half[k] : x) - x;
            r.distance += r.way[k] * r.way[k];
        }
        r.distance = std::sqrt(r.distance);
        return r;
    };
    // where the slope of the square changes its sign
    auto slope = [&](wide t) {
        nearest r = at(t);
        wide sum = 0;
        for (int k = 0; k < 3; ++k) sum -= r.way[k] * (to[k] - from[k]);
        return sum;
    };
    wide low = 0, high = 1;
    for (int i = 0; i < 90; ++i) {
        wide middle = (low + high) / 2;
        (slope(middle) < 0 ? low : high) = middle;
    }
    return at(high);
}

/// Capsules nearly along an edge of the box, whose line comes near: the cross product of the two, and that of the edge with a
/// direction square to the capsule, are axes that tell less than the distance.
void along_edges(tally &t)
{
    worst_of depth{"depth of a capsule along an edge, roundings of the scene", real_choose(7.0, 6.0)};
    worst_of turn{"its normal, beside the way", real_choose(1.2e-12, 2e-4)};
    random_source r{91};
    long asked = 0;
    for (int i = 0; i < scenes(60000); ++i) {
        const double angle = std::pow(10, -1 - i % 12);
        const int along = r.whole(0, 2);
        double d[3];
        for (double &x : d) x = angle * r.between(-1, 1);
        d[along] = 1;
        const flr_vec3 half = r.point(0.2, 1.2), center = r.point(-1, 1), off = r.point(-2, 2),
                       p = flr_add3(center, off);
        const double length = r.between(0.01, 1);
        const flr_vec3 q =
            flr_vec3_make(flr_real(double(p.x) + length * d[0]), flr_real(double(p.y) + length * d[1]),
                          flr_real(double(p.z) + length * d[2]));
        const flr_box3 box = {center, turned(0), half};
        const nearest n = nearest_of(p, q, box);
        if (!(n.distance > 0.05L && n.distance < 2)) continue;
        ++asked;
        const flr_capsule3 c = {p, q, 2};
        flr_manifold3 m;
        flr_status status = flr_contact3_capsule_box(&c, &box, nullptr, &m);
        double deepest = -1;
        for (int k = 0; k < m.count; ++k) deepest = std::fmax(deepest, double(m.points[k].depth));
        t.expect(status == FLR_OK &&
                     depth.within(std::fabs(deepest - double(2 - n.distance)) / (4 * real_rounding)),
                 "%d: depth %.17g, of a distance of %.17Lg", i, deepest, n.distance);
        const double aside = double(std::sqrt(std::pow(n.way[0] / n.distance - m.normal.x, 2) +
                                              std::pow(n.way[1] / n.distance - m.normal.y, 2) +
                                              std::pow(n.way[2] / n.distance - m.normal.z, 2)));
        t.expect(turn.within(aside), "%d: normal off by %.3g", i, aside);
    }
    t.expect(asked > scenes(40000), "%ld asked", asked);
    depth.hold(t);
    turn.hold(t);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(round_pairs), FEELER_TEST(boxes), FEELER_TEST(margins), FEELER_TEST(along_edges))

}  // namespace TEST_FILE
