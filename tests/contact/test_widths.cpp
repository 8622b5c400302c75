/// What is compiled for two widths of lanes answers with the same bits by both: all files of a name that ends with _baseline and _avx2, but for
/// polytopes (test_convex3_approach), faces of boxes and of few corners (test_contact3_shared) and arrays of pairs (test_batch3).
#include <cmath>
#include <cstring>
#include <memory>
#include <set>

#include "contact/widths.hpp"
#include "feeler/contact2.h"

extern "C" {
#include "contact/manifold2_small.h"
#include "contact/manifold3_box_box.h"
#include "contact/manifold3_patch.h"
#include "convex/convex_lanes.h"
#include "convex/gjk3.h"
}

namespace TEST_FILE
{

using namespace widths;
using contact3::identity;
using contact3::random_turn;
using contact3::rotation;

namespace
{

/// The face that a depth of hulls begins with: what is found, and what is proved, also of faces that are none.
void facets(tally &t)
{
    const convex_lanes *narrow = &flr_convex_baseline, *wide = convex_lanes_widest();
    random_source r{2301};
    int found = 0, apart = 0, lost = 0, proved = 0, refuted = 0;
    for (int n = 0; n < 3000; n++) {
        // half of them round
        scene s(r, n % 4 < 2 ? n : n - n % 36, 1.2, 5, n % 2 ? 16 : n % 8 ? 60 : 200);
        s.enclose();
        // most of them a little into one another
        const flr_vec3 way = r.point(-1, 1);
        const double length = r.between(1.1, 1.9);
        if (n % 4) s.place[1] = flr_mul_add3(s.place[0], s.scale * flr_real(length) / flr_length3(way), way);
        const flr_convex3 a = s.shape(0), b = s.shape(1);
        if (!s.hull[0]->is_centered || !s.hull[1]->is_centered) continue;
        pair3 p;
        flr_pair3_make(&p, &a, &b);
        if (p.form != PAIR3_HULLS) continue;  // flat, with four vertices at most
        facet3 f = {}, g = {};
        vertex3 top;
        pair3_support(&p, PAIR3_HULLS, dvec3_sub(p.a.middle, p.b.middle), &top);
        const facet3_end end = narrow->find_face(&p, &top, &f);
        t.expect(wide->find_face(&p, &top, &g) == end && is_same(f, g), "scene %d: an end of %d", n,
                 int(end));
        found += end == FACET3_FOUND;
        apart += end == FACET3_APART;
        lost += end == FACET3_LOST;
        for (int other = 0; other < 2; other++) {
            if (other || end != FACET3_FOUND)
                for (int c = 0; c < 4; c++) {
                    const int i = r.whole(0, int(s.hull[0]->info.vertex_count) - 1),
                              k = r.whole(0, int(s.hull[1]->info.vertex_count) - 1);
                    f.a[c] = uint32_t(i);
                    f.b[c] = uint32_t(k);
                }
            epa3_result u = {}, v = {};
            const bool is = narrow->prove_face(&p, &f, &u);
            t.expect(wide->prove_face(&p, &f, &v) == is && (!is || is_same(u, v)), "scene %d: a proof is %d",
                     n, is);
            proved += is;
            refuted += !is;
        }
    }
    t.expect(found > 500 && apart > 200 && lost > 300 && proved > 300 && refuted > 1000,
             "%d found, %d apart, %d lost, %d proved, %d not", found, apart, lost, proved, refuted);
}

/// Distances from nothing, with a cache for the next call: of four corners each, and of hulls of 4 to 50 vertices.
void distances_from_nothing(tally &t)
{
    const convex_lanes *narrow = &flr_convex_baseline, *wide = convex_lanes_widest();
    random_source r{2302};
    int few = 0, hulls = 0, met = 0;
    std::set<std::pair<uint32_t, uint32_t>> sizes;
    for (int n = 0; n < 4000; n++) {
        const bool of_hulls = n % 2;
        scene s(r, n / 2, 0.7, 4, !of_hulls ? 4 : n % 16 < 10 ? 16 : 50);
        if (of_hulls) s.enclose();
        const flr_convex3 a = of_hulls ? s.shape(0) : s.tetrahedron(0),
                          b = of_hulls ? s.shape(1) : s.tetrahedron(1);
        if (of_hulls && s.hull[0]->padded_count + s.hull[1]->padded_count > GUESS_MOST) continue;
        flr_gjk3_cache cache = {}, other = {};
        const flr_gjk3_options o = {flr_real(INFINITY), n % 3 ? &cache : nullptr, nullptr, 0},
                               p = {flr_real(INFINITY), n % 3 ? &other : nullptr, nullptr, 0};
        const auto guess = [&](const convex_lanes *form, const flr_gjk3_options *options) {
            return of_hulls ? form->guess_hulls(&a, &b, options)
                            : form->guess_tetrahedra(&a, &b, options, nullptr);
        };
        const flr_gjk3 first = guess(narrow, &o), second = guess(wide, &p);
        t.expect(is_same(first, second) && is_same(cache, other), "scene %d: %.17g and %.17g", n,
                 double(first.distance), double(second.distance));
        (of_hulls ? hulls : few)++;
        if (of_hulls) sizes.insert({s.hull[0]->padded_count, s.hull[1]->padded_count});
        met += first.overlap;
    }
    t.expect(sizes.size() > 20, "hulls of %zu pairs of sizes", sizes.size());
    t.expect(few == 2000 && hulls > 1000 && met * 10 > (few + hulls) * 3 && met * 10 < (few + hulls) * 7,
             "%d of four corners, %d hulls, %d meet", few, hulls, met);
}

/// Distances of hulls that move a little, with what the call before has found, or what another pair has.
void distances_from_features(tally &t)
{
    convex_lanes_gjk3 *const wide = convex_lanes_widest()->warm_start_hulls;
    random_source r{2303};
    int at_once[4] = {0, 0, 0, 0}, next = 0;
    for (int n = 0; n < 500; n++) {
        scene s(r, n, 2.4, 4, n % 4 ? 30 : 120);
        s.enclose();
        flr_gjk3_cache cache = {}, other;
        if (n % 8 == 0)
            for (cache.count = 0; cache.count < 3; cache.count++) {
                const int i = r.whole(0, 9), k = r.whole(0, 9);
                cache.a[cache.count] = uint32_t(i);
                cache.b[cache.count] = uint32_t(k);
            }
        other = cache;
        for (int step = 0; step < 6; step++) {
            const flr_convex3 a = s.shape(0), b = s.shape(1);
            const flr_gjk3_options o = {flr_real(INFINITY), &cache, nullptr, 0},
                                   p = {flr_real(INFINITY), &other, nullptr, 0};
            const flr_gjk3_cache before = cache;
            const flr_gjk3 first = flr_convex_baseline.warm_start_hulls(&a, &b, &o),
                           second = wide(&a, &b, &p);
            t.expect(is_same(first, second) && is_same(cache, other),
                     "scene %d, step %d: %.17g and %.17g, caches of %u and %u", n, step,
                     double(first.distance), double(second.distance), cache.count, other.count);
            const bool known = before.count > 0 && !first.overlap && first.iterations == 1;
            if (before.count < 4) at_once[before.count] += known;
            next += known && !is_same(cache, before) &&
                    !(std::memcmp(cache.a, before.a, sizeof cache.a) == 0 &&
                      std::memcmp(cache.b, before.b, sizeof cache.b) == 0);
            s.move(r, flr_real(0.01));
        }
    }
    for (int count = 1; count < 4; count++)
        t.expect(at_once[count] > 20, "%d of %d corners", at_once[count], count);
    // a face that was an edge before, an edge that was a face, and a face with another corner
    t.expect(next > 60, "%d neighbours of what was known", next);
}

/// Segments, capsules and boxes: with a place on the segment from before and without, overlapping and parallel, thin and far away.
void segments_and_boxes(tally &t)
{
    const convex_lanes *narrow = &flr_convex_baseline, *wide = convex_lanes_widest();
    random_source r{2304};
    int sure = 0, met = 0, parted = 0;
    for (int n = 0; n < 3000; n++) {
        const bool is_lattice = n % 4 == 0;
        const flr_vec3 place = n % 5 == 0 ? r.point(-1e6, 1e6) : flr_vec3{0, 0, 0};
        const flr_vec3 half = is_lattice ? r.lattice_point(0, 2) : r.point(0.3, 1.2),
                       from = is_lattice ? r.lattice_point(-4, 4) : r.point(-3, 3),
                       to = is_lattice ? r.lattice_point(-4, 4) : r.point(-3, 3);
        flr_box3 box = {place, is_lattice ? identity() : random_turn(r), half};
        if (n % 7 == 0) box.half_extents.y *= flr_real(1e-6);
        const flr_capsule3 capsule = {flr_add3(place, from), flr_add3(place, to),
                                      n % 3 == 0 ? flr_real(0.25) : 0};
        const flr_convex3 x = flr_convex3_box(&box);
        flr_convex3 y = flr_convex3_capsule(&capsule);
        const flr_convex3 *a = n % 2 ? &x : &y, *b = n % 2 ? &y : &x;
        flr_gjk3_cache cache = {}, other = {};
        for (int step = 0; step < 3; step++) {
            const flr_real limit = n % 6 == 0 ? 1 : flr_real(INFINITY);
            const flr_gjk3_options o = {limit, &cache, nullptr, 0}, p = {limit, &other, nullptr, 0};
            const flr_gjk3 first = narrow->closest_segment_box(a, b, &o),
                           second = wide->closest_segment_box(a, b, &p);
            t.expect(is_same(first, second), "pair %d, step %d: %.17g and %.17g", n, step,
                     double(first.distance), double(second.distance));
            t.expect(cache.count == other.count && cache.a[0] == other.a[0] && cache.a[1] == other.a[1] &&
                         cache.b[0] == other.b[0],
                     "pair %d, step %d: caches", n, step);
            y.corners[0] = flr_add3(y.corners[0], r.point(-0.01, 0.01));
        }
        flr_gjk3 first = {}, second = {};
        const bool is_sure = narrow->try_segment_box(a, b, nullptr, &first);
        t.expect(wide->try_segment_box(a, b, nullptr, &second) == is_sure && is_same(first, second),
                 "pair %d: depth", n);
        flr_overlap3_convex u = {}, v = {};
        const bool known = narrow->intersects_segment_box(a, b, &u);
        t.expect(wide->intersects_segment_box(a, b, &v) == known && u.overlap == v.overlap &&
                     u.iterations == v.iterations && flr_length_squared3(flr_sub3(u.normal, v.normal)) == 0,
                 "pair %d: overlap %d and %d", n, u.overlap, v.overlap);
        sure += is_sure;
        met += known && u.overlap;
        parted += known && !u.overlap;
    }
    t.expect(sure > 1500 && met > 30 && parted > 1000, "%d sure, %d met, %d apart", sure, met, parted);
}

/// Boxes, rounded or not, at random, at rest on one another, on a lattice, thin.
void boxes(tally &t)
{
    const contact3_boxes_form *wide = flr_contact3_boxes_wide(), *narrow = &flr_contact3_boxes_baseline;
    random_source r{527};
    int made = 0, edges = 0, apart = 0;
    for (int n = 0; n < 4000; n++) {
        flr_box3 a = {{0, 0, 0}, identity(), r.point(0.3, 1.2)},
                 b = {r.point(-1.3, 1.3), identity(), r.point(0.3, 1.2)};
        if (n % 4 == 0) {
            a.axes = random_turn(r);
            b.axes = random_turn(r);
        } else if (n % 4 == 1) {
            flr_vec3 axis = r.point(-1, 1);
            axis.z = 100;
            b.axes = rotation(axis, r.between(0, 6));
            b.center.z = a.half_extents.z + b.half_extents.z - flr_real(0.01);
        } else if (n % 4 == 2) {
            a.half_extents = r.lattice_point(0, 2);
            b.half_extents = r.lattice_point(0, 2);
            b.center = r.lattice_point(-2, 2);
            if (n % 8 == 2) b.axes = rotation({0, 0, 1}, 0.78539816339744831);
        } else {
            flr_vec3 axis = r.point(-1, 1);
            b.axes = rotation(axis, std::pow(10.0, -r.between(0, 17)));
            a.half_extents.x *= flr_real(1e-6);
        }
        const double x = n % 3 ? 0 : 0.25, y = n % 6 ? 0 : 0.5, margin = n % 5 ? 0 : 0.125,
                     bias = n % 7 ? 0 : 0.05;
        flr_manifold3 m = {}, k = {};
        const contact3_boxes_options ask = {x, y, margin, bias, 1}, turned = {x, y, margin, bias, -1};
        const contact3_boxes_answer first = narrow->contact(&a, &b, &ask, &m),
                                    second = wide->contact(&a, &b, &turned, &k);
        t.expect(first == second && (first == CONTACT3_UNKNOWN || contact3::same_bits(m, k)),
                 "pair %d: %d points, then %d", n, m.count, k.count);
        made += first == CONTACT3_MADE;
        apart += first == CONTACT3_APART;
        edges += m.count == 1;
    }
    t.expect(made > 1200 && apart > 800 && edges > 150, "%d made, %d apart, %d single points", made, apart,
             edges);
}

/// A step from a rounding to a thousandth to either side, or none.
flr_real beside(random_source &r)
{
    const int digits = r.whole(10, 54), sign = r.whole(-1, 1);
    return flr_real(sign * std::ldexp(1.0, -digits));
}

/// Boxes whose corners lie on edges of the other, or off them by such a step: upright, and turned by an eighth.
void boxes_at_edges(tally &t)
{
    const contact3_boxes_form *wide = flr_contact3_boxes_wide(), *narrow = &flr_contact3_boxes_baseline;
    random_source r{532};
    int made = 0, full = 0;
    for (int n = 0; n < 6000; n++) {
        const int x = r.whole(-2, 2), y = r.whole(-2, 2), width = r.whole(1, 4);
        const flr_real half = flr_real(width) / 2, off = beside(r), aside = beside(r);
        const bool turned = n % 2;
        const flr_real reach = turned ? flr_real(std::sqrt(2.0)) * half : half;
        const flr_box3 a = {{0, 0, 0}, identity(), {1, 1, 1}},
                       b = {{flr_real(x) / 2 * (1 + reach) + off, flr_real(y) / 2 * (1 + reach) + aside,
                             flr_real(1.5) - flr_real(1) / 64},
                            turned ? rotation({0, 0, 1}, 0.78539816339744831) : identity(),
                            {half, half, flr_real(0.5)}};
        const contact3_boxes_options ask = {0, 0, n % 3 ? 0 : 0.125, 0, 1};
        flr_manifold3 m = {}, k = {};
        const contact3_boxes_answer first = narrow->contact(&a, &b, &ask, &m),
                                    second = wide->contact(&a, &b, &ask, &k);
        t.expect(first == second && (first == CONTACT3_UNKNOWN || is_same(m, k)),
                 "pair %d: %d points, then %d", n, m.count, k.count);
        made += first == CONTACT3_MADE;
        full += m.count == 4;
    }
    t.expect(made > 4000 && full > 2000, "%d made, %d of four points", made, full);
}

/// The same of rectangles in the plane, one on the other's edge, with a corner at the end of that edge.
void polygons_at_edges(tally &t)
{
    random_source r{533};
    int one = 0, two = 0;
    for (int n = 0; n < 6000; n++) {
        const int x = r.whole(-2, 2), width = r.whole(1, 4);
        const flr_real half = flr_real(width) / 2, off = beside(r), aside = beside(r);
        const flr_vec2 p[4] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}},
                       q[4] = {{half, 1}, {-half, 1}, {-half, -1}, {half, -1}}, upright = {1, 0};
        const flr_vec2 there = flr_vec2_make(flr_real(x) / 2 * (1 + half) + off, 2 + aside);
        const flr_convex2 a = flr_convex2_polygon(p, 4, upright, {0, 0}, 0),
                          b = flr_convex2_polygon(q, 4, upright, there, 0);
        const flr_contact2_options o = {n % 2 ? 0 : flr_real(0.25), 0, nullptr};
        flr_manifold2 m = {}, k = {};
        const flr_status first = flr_contact2_small_baseline(&a, &b, &o, &m),
                         second = flr_contact2_convex_convex(&a, &b, &o, &k);
        t.expect(first == second && is_same(m, k), "pair %d: %d points, then %d", n, m.count, k.count);
        one += m.count == 1;
        two += m.count == 2;
    }
    t.expect(one > 500 && two > 1500, "%d of one point, %d of two", one, two);
}

/// Patches of hulls that overlap, straight from their faces.
void faces_of_hulls(tally &t)
{
    const uint32_t near[2][3] = {FEATURE3_NONE_NEAR, FEATURE3_NONE_NEAR};
    random_source r{2305};
    int made = 0, left = 0, full = 0;
    for (int n = 0; n < 3000; n++) {
        scene s(r, n, 1.2, 5, 16);
        s.enclose();
        const flr_convex3 a = s.shape(0), b = s.shape(1);
        const flr_gjk3 g = flr_signed_distance3_convex_convex(&a, &b);
        if (!g.overlap || !(flr_length_squared3(g.normal) > 0)) continue;
        contact3_pose pose = {};
        pose.origin = a.center;
        pose.offset = flr_sub3(b.center, a.center);
        pose.normal = g.normal;
        pose.separation = g.signed_distance;
        pose.radius_b = b.radius;
        pose.point_a = flr_sub3(g.point_a, a.center);
        pose.point_b = flr_sub3(g.point_b, a.center);
        pose.margin = n % 2 ? flr_real(0.125) : 0;
        contact3_pose also = pose;
        feature3_place at[2];
        flr_feature3_find_hulls(&a, &b, pose.normal, near, at);
        flr_manifold3 m = {}, k = {};
        m.normal = pose.normal;
        const bool is = flr_contact3_small_hulls_baseline(&pose, &a, &b, at, &m);
        t.expect(flr_contact3_hulls_patch(&also, &a, &b, at, &k) == is && same(pose.size, also.size) &&
                     (!is || is_same(m, k)),
                 "scene %d: %d points, then %d", n, m.count, k.count);
        made += is;
        left += !is;
        full += is && m.count == 4;
    }
    t.expect(made > 300 && left > 300 && full > 30, "%d made, %d left, %d of four points", made, left, full);
}

/// Corners around a circle, on a lattice, or a thin sliver of them.
std::vector<flr_vec2> corners_of(random_source &r, int n)
{
    std::vector<flr_vec2> all;
    const int count = r.whole(1, 9);
    const double turn = n % 3 ? r.between(0, 6.28) : 0, thin = n % 5 ? 1 : 1e-6;
    for (int i = 0; i < count; i++) {
        const double angle = 6.283185307179586 * i / count, x = std::cos(angle), y = thin * std::sin(angle);
        all.push_back(flr_vec2_make(flr_real(x * std::cos(turn) - y * std::sin(turn)),
                                    flr_real(x * std::sin(turn) + y * std::cos(turn))));
    }
    if (n % 4 == 0) all = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    return all;
}

/// Polygons with and without radii: at random, on a lattice, thin, points and segments, near and far.
void polygons(tally &t)
{
    random_source r{2306};
    int none = 0, two = 0;
    const int count = 6000;
    for (int n = 0; n < count; n++) {
        const std::vector<flr_vec2> p = corners_of(r, n), q = corners_of(r, n / 4);
        const flr_real scale = flr_real(n % 7 == 0 ? 1e-4 : n % 7 == 1 ? 1e4 : 1), far = n % 9 ? 0 : 4096;
        const flr_vec3 way = n % 4 == 0 ? r.lattice_point(-3, 3) : r.point(-2, 2);
        std::vector<flr_vec2> all[2] = {p, q};
        for (std::vector<flr_vec2> &some : all)
            for (flr_vec2 &c : some) c = flr_scale2(scale, c);
        const flr_real radius = n % 3 ? 0 : scale / 8;
        const flr_vec2 x = flr_vec2_make(1, 0), at = flr_scale2(scale, flr_vec2_make(far, far)),
                       there = flr_add2(at, flr_scale2(scale, flr_vec2_make(way.x, way.y)));
        const flr_convex2 a = flr_convex2_polygon(all[0].data(), uint32_t(all[0].size()), x, at, 0),
                          b = flr_convex2_polygon(all[1].data(), uint32_t(all[1].size()), x, there, radius);
        flr_contact2_cache cache = {}, other = {};
        const flr_real margin = n % 2 ? 0 : scale / 4, bias = n % 6 ? 0 : scale / 16;
        const flr_contact2_options o = {margin, bias, &cache}, u = {margin, bias, &other};
        flr_manifold2 m = {}, k = {};
        const flr_status first = flr_contact2_small_baseline(&a, &b, &o, &m),
                         second = flr_contact2_convex_convex(&a, &b, &u, &k);
        t.expect(first == second && is_same(m, k), "pair %d: %d points, then %d", n, m.count, k.count);
        none += m.count == 0;
        two += m.count == 2;
    }
    t.expect(none * 10 > count * 3 && none * 10 < count * 7 && two * 10 > count,
             "%d of none, %d of two points", none, two);
}

}  // namespace

static test_ready two_widths()
{
    if (convex_lanes_widest() != &flr_convex_baseline) return TESTS_RUN;
    std::puts("skipped: there is one width of lanes here, as without AVX2");
    return TESTS_SKIPPED;
}

FEELER_TESTS_WITH(two_widths, nullptr, nullptr, FEELER_TEST(facets), FEELER_TEST(distances_from_nothing),
                  FEELER_TEST(distances_from_features), FEELER_TEST(segments_and_boxes), FEELER_TEST(boxes),
                  FEELER_TEST(faces_of_hulls), FEELER_TEST(polygons), FEELER_TEST(boxes_at_edges),
                  FEELER_TEST(polygons_at_edges))

}  // namespace TEST_FILE
