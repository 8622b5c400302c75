// Arrays of pairs of the plane have the bits of single calls, in one range or shared out to several threads.
#include <array>
#include <cmath>
#include <thread>
#include <vector>

#include "feeler/batch2.h"
#include "support/cmocka.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

flr_vec2 point(random_source &r, double size)
{
    const double x = r.between(-size, size), y = r.between(-size, size);
    return flr_vec2_make(flr_real(x), flr_real(y));
}

struct scene {
    std::vector<std::array<flr_vec2, 5>> corners;
    std::vector<flr_convex2> a, b;
    std::vector<flr_shape2> of_a, of_b;
    std::vector<flr_vec2> motions;
    std::vector<flr_path2> ways, still;

    explicit scene(size_t n) : corners(2 * n)
    {
        random_source r{9311};
        for (size_t i = 0; i < n; ++i) {
            a.push_back(make(r, i, int(i % 4)));
            b.push_back(make(r, n + i, int(i / 4 % 4)));
            motions.push_back(point(r, 3));
            flr_path2 way{}, rest{};
            way.to.position = motions.back();
            way.to.angle = flr_real(r.between(-2, 2));
            ways.push_back(way), still.push_back(rest);
            flr_shape2 s{};
            s.kind = FLR_SHAPE2_CONVEX;
            s.as.convex = a.back();
            of_a.push_back(s);
            s.as.convex = b.back();
            of_b.push_back(s);
        }
    }

    flr_convex2 make(random_source &r, size_t place, int which)
    {
        const flr_vec2 p = point(r, 1.1), q = point(r, 1.1);
        const double angle = r.between(0, 6), radius = r.between(0.1, 0.6);
        const flr_vec2 turn = flr_vec2_make(flr_real(std::cos(angle)), flr_real(std::sin(angle)));
        for (int k = 0; k < 5; ++k)
            corners[place][size_t(k)] =
                flr_vec2_make(flr_real(std::cos(1.2 * k)), flr_real(0.7 * std::sin(1.2 * k)));
        const flr_circle circle = {p, flr_real(radius)};
        const flr_capsule2 capsule = {p, q, flr_real(radius)};
        const flr_box2 box = {p, turn, {flr_real(radius), flr_real(0.5)}};
        return which == 0   ? flr_convex2_circle(&circle)
               : which == 1 ? flr_convex2_capsule(&capsule)
               : which == 2 ? flr_convex2_box(&box)
                            : flr_convex2_polygon(corners[place].data(), 5, turn, p, flr_real(0.1));
    }
};

bool same(flr_vec2 a, flr_vec2 b) { return a.x == b.x && a.y == b.y; }
bool same(const flr_gjk2 &a, const flr_gjk2 &b)
{
    return a.status == b.status && a.distance == b.distance && a.signed_distance == b.signed_distance &&
           a.lower == b.lower && a.upper == b.upper && same(a.point_a, b.point_a) &&
           same(a.point_b, b.point_b) && same(a.normal, b.normal);
}

struct answers {
    std::vector<flr_closest2> distance;
    std::vector<flr_gjk2> closest, depth;
    std::vector<flr_overlap2_convex> overlap;
    std::vector<flr_manifold2> contact;
    std::vector<flr_sweep2_result> sweep;
    std::vector<flr_toi2_result> motion;
    std::vector<flr_status> of_distance, of_contact, of_sweep;
    std::vector<flr_gjk2_cache> caches[3];
    std::vector<flr_contact2_cache> contact_caches;

    explicit answers(size_t n)
        : distance(n), closest(n), depth(n), overlap(n), contact(n), sweep(n), motion(n), of_distance(n),
          of_contact(n), of_sweep(n), contact_caches(n)
    {
        for (auto &c : caches) c.resize(n);
    }

    void ask(const scene &s, size_t begin, size_t end, const flr_contact2_options &o)
    {
        const flr_convex2 *a = s.a.data(), *b = s.b.data();
        flr_batch_distance2(s.of_a.data(), s.of_b.data(), begin, end, distance.data(), of_distance.data());
        flr_batch_closest2_convex_convex(a, b, begin, end, caches[0].data(), closest.data());
        flr_batch_overlap2_convex_convex(a, b, begin, end, caches[1].data(), overlap.data());
        flr_batch_signed_distance2_convex_convex(a, b, begin, end, caches[2].data(), depth.data());
        flr_batch_contact2_convex_convex(a, b, begin, end, &o, contact_caches.data(), contact.data(),
                                         of_contact.data());
        flr_batch_sweep2(s.of_a.data(), s.motions.data(), s.of_b.data(), begin, end, sweep.data(),
                         of_sweep.data());
        flr_batch_toi2_convex_convex(a, s.ways.data(), b, s.still.data(), begin, end, nullptr, motion.data());
    }
};

void expect_single(tally &t, const scene &s, const answers &all, size_t i, const flr_contact2_options &shared)
{
    const flr_convex2 *a = &s.a[i], *b = &s.b[i];
    flr_gjk2_cache caches[3] = {};
    flr_contact2_cache contact_cache{};
    const flr_gjk2_options first = {flr_real(INFINITY), &caches[0], nullptr, 0},
                           third = {flr_real(INFINITY), &caches[2], nullptr, 0};
    flr_contact2_options o = shared;
    o.cache = &contact_cache;
    flr_closest2 c{};
    t.expect(flr_distance2(&s.of_a[i], &s.of_b[i], &c) == all.of_distance[i] &&
                 c.distance == all.distance[i].distance && same(c.point_a, all.distance[i].point_a),
             "distance %zu", i);
    t.expect(same(flr_closest2_convex_convex(a, b, &first), all.closest[i]), "closest %zu", i);
    t.expect(same(flr_signed_distance2_convex_convex(a, b, &third), all.depth[i]), "depth %zu", i);
    const flr_overlap2_convex x = flr_overlap2_convex_convex(a, b, &caches[1]);
    t.expect(x.overlap == all.overlap[i].overlap && same(x.normal, all.overlap[i].normal), "overlap %zu", i);
    flr_manifold2 m{};
    bool alike = flr_contact2_convex_convex(a, b, &o, &m) == all.of_contact[i] &&
                 m.count == all.contact[i].count && same(m.normal, all.contact[i].normal);
    for (int k = 0; alike && k < m.count; ++k)
        alike = same(m.points[k].position, all.contact[i].points[k].position) &&
                m.points[k].depth == all.contact[i].points[k].depth;
    t.expect(alike, "contact %zu", i);
    flr_sweep2_result w{};
    t.expect(flr_sweep2(&s.of_a[i], s.motions[i], &s.of_b[i], &w) == all.of_sweep[i] &&
                 w.hit == all.sweep[i].hit && w.t == all.sweep[i].t && same(w.normal, all.sweep[i].normal),
             "sweep %zu", i);
    const flr_toi2_result v = flr_toi2_convex_convex(a, &s.ways[i], b, &s.still[i], nullptr);
    t.expect(v.hit == all.motion[i].hit && v.t == all.motion[i].t && same(v.normal, all.motion[i].normal),
             "motion %zu", i);
}

void same_bits(tally &t)
{
    const size_t n = 160;
    const scene s(n);
    const flr_contact2_options o = {flr_real(0.1), 0, nullptr};
    for (size_t threads : {size_t(1), size_t(3)}) {
        answers all(n);
        std::vector<std::thread> running;
        for (size_t k = 0; k < threads; ++k)
            running.emplace_back([&, k] { all.ask(s, n * k / threads, n * (k + 1) / threads, o); });
        for (std::thread &one : running) one.join();
        long meet = 0;
        for (size_t i = 0; i < n; ++i) {
            expect_single(t, s, all, i, o);
            meet += all.overlap[i].overlap;
        }
        t.expect(meet > long(3 * n / 10) && meet < long(7 * n / 10), "%ld of %zu meet", meet, n);
    }
}

/// What lies outside of a range is not touched.
void range(tally &t)
{
    const scene s(8);
    const flr_contact2_options o = {0, 0, nullptr};
    answers all(8);
    all.ask(s, 3, 5, o);
    for (size_t i = 0; i < 8; ++i) {
        const bool asked = i == 3 || i == 4;
        t.expect((all.depth[i].upper > 0) == asked &&
                     (all.motion[i].t_upper > 0 || all.motion[i].hit) == asked,
                 "pair %zu", i);
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(same_bits), FEELER_TEST(range))

}  // namespace TEST_FILE
