// needs: gmp
/// GJK against the exact distance of polytopes, and against the definition for round shapes.
#include <cmath>

#include "feeler/convex3.h"
#include "support/accuracy.hpp"
#include "support/cmocka.hpp"
#include "support/exact_mesh.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{
/// A tetrahedron with its surface; flat ones and needles are welcome.
struct solid {
    flr_tetrahedron corners;
    exact_mesh::triangles surface() const
    {
        const flr_tetrahedron &t = corners;
        return {{t.a, t.b, t.c}, {t.a, t.b, t.d}, {t.a, t.c, t.d}, {t.b, t.c, t.d}};
    }
    /// Is p in the tetrahedron, not flat? On its surface does not matter here.
    bool holds(flr_vec3 p) const
    {
        const exact_mesh::vec<exact_mesh::rational> v[4] = {
            exact_mesh::from(corners.a), exact_mesh::from(corners.b), exact_mesh::from(corners.c),
            exact_mesh::from(corners.d)};
        exact_mesh::vec<exact_mesh::rational> q = exact_mesh::from(p);
        int total = exact_mesh::side(v[0], v[1], v[2], v[3]);
        if (total == 0) return false;
        return exact_mesh::side(v[0], v[1], v[2], q) == total &&
               exact_mesh::side(v[0], v[3], v[1], q) == total &&
               exact_mesh::side(v[0], v[2], v[3], q) == total &&
               exact_mesh::side(v[1], v[3], v[2], q) == total;
    }
};

double true_distance(const solid &a, const solid &b)
{
    if (a.holds(b.corners.a) || b.holds(a.corners.a)) return 0;
    return exact_mesh::root(exact_mesh::surface_surface(a.surface(), b.surface()));
}

double size_of(const solid &a, const solid &b)
{
    double size = 0;
    for (const flr_tetrahedron *t : {&a.corners, &b.corners})
        for (flr_vec3 p : {t->a, t->b, t->c, t->d})
            size = std::fmax(size, flr_length3(flr_sub3(p, a.corners.a)));
    return size;
}

struct worst {
    double distance = 0, gap = 0, points = 0;
    int met = 0, asked = 0;
};

/// The same as points under a pose, for which there is no short way.
flr_convex3 as_points(const solid &s)
{
    return flr_convex3_points(&s.corners.a, 4, flr_affine3_identity().linear, {0, 0, 0}, 0);
}

void judge(tally &t, const solid &a, const solid &b, const char *name, worst *w, bool points = false)
{
    flr_convex3 x = points ? as_points(a) : flr_convex3_tetrahedron(&a.corners),
                y = points ? as_points(b) : flr_convex3_tetrahedron(&b.corners);
    flr_gjk3 r = flr_closest3_convex_convex(&x, &y, nullptr);
    double exact = true_distance(a, b), size = size_of(a, b), unit = size * real_rounding;
    t.expect(r.status == FLR_OK, "%s: status %d after %d steps", name, r.status, r.iterations);
    t.expect(r.lower <= exact && exact <= r.upper, "%s: %.17g not in [%.17g, %.17g]", name, exact, r.lower,
             r.upper);
    double error = size > 0 ? std::fabs(r.distance - exact) / unit : std::fabs(r.distance - exact);
    // at rounding's reach of touching either answer is right
    t.expect(error < 64, "%s: %.17g, exact %.17g: %g roundings off", name, r.distance, exact, error);
    double apart = flr_length3(flr_sub3(r.point_b, r.point_a));
    // the points are rounded where they lie, which may be far from the origin
    double place = flr_length3(r.point_a) + flr_length3(r.point_b);
    w->points = std::fmax(w->points, std::fabs(apart - double(r.distance)) / (size + place) / real_rounding);
    w->distance = std::fmax(w->distance, error);
    w->gap = std::fmax(w->gap, (r.upper - r.lower) / unit);
    w->met += exact == 0;
    w->asked++;
}

enum family { GENERIC, LATTICE, NEEDLE, FLAT, FAMILIES };

solid make(family f, random_source &random)
{
    flr_vec3 p[4];
    for (flr_vec3 &q : p) q = f == LATTICE ? random.lattice_point(-2, 2) : random.point(-1, 1);
    if (f == NEEDLE)
        for (int k = 1; k < 3; k++) p[k] = flr_mul_add3(p[0], flr_real(1e-6), p[k]);
    if (f == FLAT)
        for (flr_vec3 &q : p) q.z = p[0].z;
    return {{p[0], p[1], p[2], p[3]}};
}

solid moved(const solid &s, double scale, flr_vec3 offset)
{
    auto m = [&](flr_vec3 p) { return flr_add3(offset, flr_scale3(flr_real(scale), p)); };
    const flr_tetrahedron &t = s.corners;
    return {{m(t.a), m(t.b), m(t.c), m(t.d)}};
}

void polytopes(tally &t)
{
    random_source random{71};
    worst w[FAMILIES];
    for (int n = 0; n < scenes(1200); n++) {
        family f = family(n % FAMILIES);
        solid a = make(f, random), b = make(f, random);
        // flat ones lie in parallel planes or in one; the others are moved apart in half of the scenes
        const double way = random.whole(0, 3) * (f == NEEDLE || f == GENERIC ? 0.2 : 0.5);
        flr_vec3 apart = flr_scale3(flr_real(way), random.lattice_point(-1, 1));
        if (f == FLAT) apart.z = flr_real(a.corners.a.z - b.corners.a.z + random.whole(0, 1) * 0.25);
        judge(t, a, moved(b, 1, apart), "as made", &w[f]);
    }
    for (int f : {GENERIC, LATTICE})
        t.expect(w[f].met * 10 >= w[f].asked * 3 && w[f].met * 10 <= w[f].asked * 7,
                 "family %d: %d of %d meet", f, w[f].met, w[f].asked);
    worst all;
    for (const worst &x : w)
        all = {std::fmax(all.distance, x.distance), std::fmax(all.gap, x.gap),
               std::fmax(all.points, x.points)};
    expect_pinned(t, "distance, roundings of the size", all.distance, real_choose(2, 1),
                  {"Distance", "convex, corners known"});
    expect_pinned(t, "bounds apart, roundings of the size", all.gap, real_choose(130, 12),
                  {"Distance", "`upper` - `lower`, corners known"});
    expect_pinned(t, "from point to point, roundings of the coordinates", all.points, real_choose(2, 1),
                  {"Distance", "convex, corners known", 2});
}

void far_and_tiny(tally &t)
{
    random_source random{72};
    worst w;
    for (int n = 0; n < scenes(400); n++) {
        double scale = n % 2 ? 1e-3 : 1e3;
        flr_vec3 offset = n % 4 < 2 ? flr_vec3_make(1e6, -1e6, 1e6) : flr_vec3_make(0, 0, 0);
        const double way = random.whole(0, 3) * 0.5;
        flr_vec3 apart = flr_scale3(flr_real(way), random.lattice_point(-1, 1));
        solid a = make(GENERIC, random), b = moved(make(GENERIC, random), 1, apart);
        judge(t, moved(a, scale, offset), moved(b, scale, offset), "placed", &w);
    }
    expect_pinned(t, "distance far away or tiny, roundings of the size", w.distance, real_choose(2.8, 1),
                  {"Distance", "convex, corners known"});
    expect_pinned(t, "bounds apart far away or tiny, roundings of the size", w.gap, real_choose(100, 8));
    expect_pinned(t, "from point to point far away or tiny, roundings of the coordinates", w.points,
                  real_choose(1.8, 1));
}

/// What all but touches, next to a long edge of the difference or a needle: a segment and a tetrahedron of 10^6 times their width, copies of
/// lattice triangles far off, where each has its own rounding, and segments and tetrahedra there that are flat and touch. As corners, and as
/// points. None that is apart may be said to meet.
void beside_long_edges(tally &t)
{
    const solid known[][2] = {
        {{{{flr_real(-0x1.f86c8707fe026p+15), flr_real(-0x1.947f48b77bc3cp-1),
            flr_real(-0x1.cd2d2722230bap-1)},
           {flr_real(0x1.7e379cb34dc7bp+19), flr_real(-0x1.4fa10589a5c04p-1),
            flr_real(-0x1.1cbb41e57d890p-4)},
           {flr_real(-0x1.ceac92f2d8ebep+15), flr_real(0x1.350dc03e2c1a0p-4),
            flr_real(-0x1.8a7eb7837f07ap+0)},
           {flr_real(-0x1.7cef714c09564p+19), flr_real(0x1.c8b845ee416acp-2),
            flr_real(-0x1.04ce390de1bacp+0)}}},
         {{{flr_real(-0x1.4912939ca536cp+17), flr_real(-0x1.26d4aecd6ce18p-3),
            flr_real(0x1.5f92b9ae849bfp-4)},
           {flr_real(0x1.c727df599ae5ap+17), flr_real(-0x1.2d288d06a695cp-1), flr_real(0x1.19fe718007764p-2)},
           {flr_real(0x1.c727df599ae5ap+17), flr_real(-0x1.2d288d06a695cp-1), flr_real(0x1.19fe718007764p-2)},
           {flr_real(0x1.c727df599ae5ap+17), flr_real(-0x1.2d288d06a695cp-1),
            flr_real(0x1.19fe718007764p-2)}}}},
        {{{{flr_real(-0x1.704054d648499p+18), flr_real(0x1.357c15523ceb9p+20),
            flr_real(0x1.357c299a88ea8p+19)},
           {flr_real(-0x1.704003b5184dep+18), flr_real(0x1.357c0109f0ecbp+20),
            flr_real(0x1.357c0109f0ecbp+19)},
           {flr_real(-0x1.704003b5184dep+18), flr_real(0x1.357c0109f0ecbp+20),
            flr_real(0x1.357c522b20e85p+19)},
           {flr_real(-0x1.704003b5184dep+18), flr_real(0x1.357c0109f0ecbp+20),
            flr_real(0x1.357c522b20e85p+19)}}},
         {{{flr_real(-0x1.70408da0b6acfp+18), flr_real(0x1.357c2384d8847p+20),
            flr_real(0x1.357c45ffc01c3p+19)},
           {flr_real(-0x1.70403c7f86b14p+18), flr_real(0x1.357c0f3c8c858p+20),
            flr_real(0x1.357c1d6f281e6p+19)},
           {flr_real(-0x1.70403c7f86b14p+18), flr_real(0x1.357c0f3c8c858p+20),
            flr_real(0x1.357c6e90581a0p+19)},
           {flr_real(-0x1.70403c7f86b14p+18), flr_real(0x1.357c0f3c8c858p+20),
            flr_real(0x1.357c6e90581a0p+19)}}}},
        {{{{flr_real(-0x1.43ea6d5ba3129p+18), flr_real(0x1.a7846f2074a9ep+19),
            flr_real(0x1.a784001abf0cap+18)},
           {flr_real(-0x1.43ea35d8c843fp+18), flr_real(0x1.a7846f2074a9ep+19),
            flr_real(0x1.a783c897e43e0p+18)},
           {flr_real(-0x1.43ea6d5ba3129p+18), flr_real(0x1.a7846f2074a9ep+19),
            flr_real(0x1.a784001abf0cap+18)},
           {flr_real(-0x1.43ea35d8c843fp+18), flr_real(0x1.a7846f2074a9ep+19),
            flr_real(0x1.a783c897e43e0p+18)}}},
         {{{flr_real(-0x1.43ea468009e85p+18), flr_real(0x1.a7846f2074a9ep+19),
            flr_real(0x1.a783d93f25e26p+18)},
           {flr_real(-0x1.43ea0efd2f19bp+18), flr_real(0x1.a7846f2074a9ep+19),
            flr_real(0x1.a783a1bc4b13dp+18)},
           {flr_real(-0x1.43ea468009e85p+18), flr_real(0x1.a7846f2074a9ep+19),
            flr_real(0x1.a783d93f25e26p+18)},
           {flr_real(-0x1.43ea468009e85p+18), flr_real(0x1.a7846f2074a9ep+19),
            flr_real(0x1.a783d93f25e26p+18)}}}},
        {{{{flr_real(-0x1.7c5f6e4680bf9p+19), flr_real(0x1.a784379d99db4p+19),
            flr_real(0x1.a78410c200b10p+18)},
           {flr_real(-0x1.7c5fa5c95b8e3p+19), flr_real(0x1.a784379d99db4p+19),
            flr_real(0x1.a783a1bc4b13dp+18)},
           {flr_real(-0x1.7c5fa5c95b8e3p+19), flr_real(0x1.a784379d99db4p+19),
            flr_real(0x1.a783a1bc4b13dp+18)},
           {flr_real(-0x1.7c5fa5c95b8e3p+19), flr_real(0x1.a784379d99db4p+19),
            flr_real(0x1.a783a1bc4b13dp+18)}}},
         {{{flr_real(-0x1.7c5f5ad8b42a7p+19), flr_real(0x1.a784379d99db4p+19),
            flr_real(0x1.a784379d99db4p+18)},
           {flr_real(-0x1.7c5f925b8ef91p+19), flr_real(0x1.a784379d99db4p+19),
            flr_real(0x1.a783c897e43e0p+18)},
           {flr_real(-0x1.7c5f925b8ef91p+19), flr_real(0x1.a784379d99db4p+19),
            flr_real(0x1.a783c897e43e0p+18)},
           {flr_real(-0x1.7c5f925b8ef91p+19), flr_real(0x1.a784379d99db4p+19),
            flr_real(0x1.a783c897e43e0p+18)}}}}};
    worst w;
    for (const solid *s : known)
        for (int points = 0; points < 2; points++) {
            judge(t, s[0], s[1], "as given", &w, points);
            judge(t, s[1], s[0], "turned round", &w, points);
            const flr_convex3 a = points ? as_points(s[0]) : flr_convex3_tetrahedron(&s[0].corners),
                              b = points ? as_points(s[1]) : flr_convex3_tetrahedron(&s[1].corners);
            const bool apart = true_distance(s[0], s[1]) > 16 * size_of(s[0], s[1]) * real_rounding;
            t.expect(!apart || !flr_overlap3_convex_convex(&a, &b, nullptr).overlap, "said to meet");
        }
    t.expect(w.distance <= real_choose(1, 1), "distance off by %g roundings of the size", w.distance);
}

/// Two boxes face to face and corner to corner, at a distance that is known exactly.
void boxes(tally &t)
{
    for (double gap : {0.0, real_choose(0x1p-40, 0x1p-20), 0.25, 3.0}) {
        flr_aabb3 a = {{-1, -1, -1}, {1, 1, 1}},
                  face = {{flr_real(1 + gap), -0.5, -3}, {flr_real(2 + gap), 0.5, 3}};
        flr_convex3 x = flr_convex3_aabb(&a), y = flr_convex3_aabb(&face);
        flr_gjk3 r = flr_closest3_convex_convex(&x, &y, nullptr);
        t.expect(r.distance == gap && r.overlap == (gap == 0), "face: %.17g for %g", r.distance, gap);
        flr_aabb3 corner = {{flr_real(1 + 2 * gap), flr_real(1 + 3 * gap), flr_real(1 + 6 * gap)},
                            {11, 12, 25}};
        y = flr_convex3_aabb(&corner);
        r = flr_closest3_convex_convex(&x, &y, nullptr);
        t.expect(std::fabs(r.distance - 7 * gap) <= real_choose(1e-14, 4e-6), "corner: %.17g for %g",
                 r.distance, 7 * gap);
    }
}

/// Cores with radii: the distance of the cores less the radii, and minus the depth where only the radii overlap.
void round_shapes(tally &t)
{
    flr_sphere s = {{0, 0, 0}, 1};
    flr_capsule3 c = {{3, -5, 0}, {3, 5, 0}, 0.5};
    flr_convex3 x = flr_convex3_sphere(&s), y = flr_convex3_capsule(&c);
    flr_gjk3 r = flr_closest3_convex_convex(&x, &y, nullptr);
    t.expect(r.distance == 1.5 && r.point_a.x == 1 && r.point_b.x == 2.5, "apart: %g", r.distance);
    c.radius = 2.25;
    y = flr_convex3_capsule(&c);
    r = flr_closest3_convex_convex(&x, &y, nullptr);
    t.expect(r.overlap && r.distance == 0 && r.signed_distance == -0.25 && r.normal.x == 1, "deep: %g",
             r.signed_distance);
    flr_cylinder disc = {{0, 0, 4}, {0, 0, 6}, 2};
    y = flr_convex3_cylinder(&disc);
    r = flr_closest3_convex_convex(&x, &y, nullptr);
    t.expect(std::fabs(r.distance - 3) < real_choose(1e-12, 1e-6) && r.status == FLR_OK, "disc: %.17g",
             r.distance);
    flr_cone cone = {{0, 0, 1.5}, {0, 0, 6}, 2};
    y = flr_convex3_cone(&cone);
    r = flr_closest3_convex_convex(&x, &y, nullptr);
    t.expect(std::fabs(r.distance - 0.5) < real_choose(1e-12, 1e-6), "apex: %.17g", r.distance);
}

/// A warm start changes the number of steps, not the answer; a limit ends early with a true lower bound.
void cache_and_limit(tally &t)
{
    random_source random{73};
    long steps_cold = 0, steps_warm = 0;
    worst_of warm_start = {"distance with a warm start beside that without",
                           real_choose(6e-16, exact_answers)};
    for (int n = 0; n < 400; n++) {
        solid a = make(GENERIC, random), b = moved(make(GENERIC, random), 1, flr_vec3_make(2.5, 0, 0));
        flr_convex3 x = flr_convex3_tetrahedron(&a.corners), y = flr_convex3_tetrahedron(&b.corners);
        flr_gjk3 cold = flr_closest3_convex_convex(&x, &y, nullptr);
        flr_gjk3_cache cache = {random.point(-1, 1), 0, {}, {}};
        flr_gjk3_options o = {INFINITY, &cache, nullptr, 0};
        steps_cold += cold.iterations;
        flr_gjk3 warm = flr_closest3_convex_convex(&x, &y, &o);
        t.expect(warm_start.within(std::fabs(double(warm.distance) - double(cold.distance))),
                 "any axis: %.17g, %.17g", warm.distance, cold.distance);
        warm = flr_closest3_convex_convex(&x, &y, &o);
        t.expect(warm_start.within(std::fabs(double(warm.distance) - double(cold.distance))),
                 "own axis: %.17g, %.17g", warm.distance, cold.distance);
        steps_warm += warm.iterations;
        if (!(cold.distance > 0.01)) continue;
        o = {cold.distance / 2, nullptr, nullptr, 0};
        flr_gjk3 limited = flr_closest3_convex_convex(&x, &y, &o);
        t.expect(limited.beyond && limited.lower > o.max_distance && limited.lower <= cold.upper, "limit: %g",
                 limited.lower);
        o = {};
        const flr_gjk3 open = flr_closest3_convex_convex(&x, &y, &o);
        t.expect(!open.beyond && open.distance == cold.distance, "zeroed options: %.17g, %.17g",
                 open.distance, cold.distance);
    }
    warm_start.hold(t);
    t.expect(steps_warm < steps_cold, "%ld steps warm, %ld cold", steps_warm, steps_cold);
}

/// A core of any kind; `points` has room for 12.
flr_convex3 any_core(random_source &r, flr_vec3 at, flr_vec3 *points)
{
    const auto near = [&] { return flr_add3(at, r.point(-1, 1)); };
    const flr_vec3 a = near(), b = near(), sizes = r.point(0.2, 1);
    const flr_mat3 upright = flr_affine3_identity().linear;
    const flr_tetrahedron corners = {a, b, near(), near()};
    const flr_box3 box = {a, upright, sizes};
    const flr_ellipsoid ellipsoid = {a, upright, sizes};
    const flr_cylinder cylinder = {a, b, sizes.x};
    const flr_cone cone = {a, b, sizes.x};
    for (int i = 0; i < 12; ++i) points[i] = r.point(-1, 1);
    switch (r.whole(0, 5)) {
    case 0:
        return flr_convex3_tetrahedron(&corners);
    case 1:
        return flr_convex3_box(&box);
    case 2:
        return flr_convex3_ellipsoid(&ellipsoid);
    case 3:
        return flr_convex3_cylinder(&cylinder);
    case 4:
        return flr_convex3_cone(&cone);
    default:
        return flr_convex3_points(points, 12, upright, at, sizes.x / 4);
    }
}

/// Limits that a step of the search proves just so, which rounding then leaves open: those farther apart are beyond each.
void limits_of_steps(tally &t)
{
    random_source r{74};
    long asked = 0;
    for (int n = 0; n < scenes(1500); n++) {
        flr_vec3 points[2][12];
        const flr_convex3 a = any_core(r, {0, 0, 0}, points[0]), b = any_core(r, {4, 3, 2}, points[1]);
        flr_gjk3_step steps[48] = {};
        flr_gjk3_options o = {INFINITY, nullptr, steps, 48};
        const flr_gjk3 all = flr_closest3_convex_convex(&a, &b, &o);
        for (int i = 0; i < 48 && steps[i].count > 0; i++) {
            const flr_vec3 d = steps[i].direction;
            if (!(flr_length3(d) > 0)) continue;
            const flr_vec3 w = flr_sub3(flr_support3(&a, d), flr_support3(&b, flr_neg3(d)));
            const double proved =
                -double(flr_dot3(d, w)) / double(flr_length3(d)) - double(a.radius) - double(b.radius);
            for (double less : {0.0, 2.0, 8.0, 32.0}) {
                o = {flr_real(proved - less * real_epsilon), nullptr, nullptr, 0};
                if (!(o.max_distance > 0 && all.lower > o.max_distance)) continue;
                const flr_gjk3 g = flr_closest3_convex_convex(&a, &b, &o);
                t.expect(g.beyond && g.distance > o.max_distance && g.distance <= all.upper,
                         "scene %d: apart by %.17g: beyond %.17g %d, %.17g", n, double(all.lower),
                         double(o.max_distance), g.beyond, double(g.distance));
                asked++;
            }
        }
    }
    t.expect(enough(asked > 2000), "%ld limits", asked);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(polytopes), FEELER_TEST(far_and_tiny), FEELER_TEST(boxes), FEELER_TEST(round_shapes),
             FEELER_TEST(cache_and_limit), FEELER_TEST(limits_of_steps), FEELER_TEST(beside_long_edges))

}  // namespace TEST_FILE
