// Arrays of convex pairs have the bits of single calls, in one range or shared out to 2 and 5 threads; and the steps of
// each question stay within what its header says, on shapes that take many.
#include <algorithm>
#include <cmath>
#include <thread>
#include <vector>

#include "feeler/batch3.h"
#include "feeler/hull.h"
#include "support/cmocka.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

flr_vec3 vec(double x, double y, double z) { return flr_vec3_make(flr_real(x), flr_real(y), flr_real(z)); }

/// A user's ellipsoid.
flr_vec3 ellipsoid(const void *, flr_vec3 d)
{
    const double a = 1, b = 0.4, c = 0.05, x = a * double(d.x), y = b * double(d.y), z = c * double(d.z);
    const double length = std::sqrt(x * x + y * y + z * z);
    return length > 0 ? vec(a * x / length, b * y / length, c * z / length) : vec(a, 0, 0);
}

struct stock {
    std::vector<flr_vec3> points;
    flr_hull3 *hull = nullptr;

    stock()
    {
        // nearly level, so that many corners are all but the farthest
        random_source r{9301};
        for (int i = 0; i < 1000; ++i) {
            const double u = r.between(0, 6.3), z = r.between(-1, 1), s = std::sqrt(1 - z * z);
            points.push_back(vec(s * std::cos(u), s * std::sin(u), 0.01 * z));
        }
        (void)flr_hull3_create(points.data(), uint32_t(points.size()), nullptr, nullptr, &hull);
    }
    ~stock() { flr_hull3_destroy(hull); }
    stock(const stock &) = delete;
    stock &operator=(const stock &) = delete;

    flr_convex3 make(random_source &r, int which) const
    {
        flr_vec3 p = r.point(-1.2, 1.2), q = r.point(-1.2, 1.2), s = r.point(-1.2, 1.2),
                 u = r.point(-1.2, 1.2);
        const flr_real radius = flr_real(r.between(0.05, 0.6));
        const flr_mat3 upright = flr_affine3_identity().linear;
        const flr_cylinder rod = {p, q, radius};
        const flr_cone cone = {p, q, radius};
        const flr_tetrahedron t = {p, q, s, u};
        const flr_capsule3 pill = {p, q, radius};
        const flr_box3 box = {p, upright, {radius, radius, 1}};
        switch (which % 7) {
        case 0:
            return flr_convex3_hull(hull, upright, p, 0);
        case 1:
            return flr_convex3_cylinder(&rod);
        case 2:
            return flr_convex3_cone(&cone);
        case 3:
            return flr_convex3_user(ellipsoid, nullptr, vec(0, 0, 0), radius);
        case 4:
            return flr_convex3_tetrahedron(&t);
        case 5:
            return flr_convex3_capsule(&pill);
        default:
            return flr_convex3_box(&box);
        }
    }
};

bool same(flr_vec3 a, flr_vec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

void same_bits(tally &t)
{
    stock all;
    random_source r{9302};
    const size_t n = 350;
    std::vector<flr_convex3> a, b;
    for (size_t i = 0; i < n; ++i) {
        a.push_back(all.make(r, int(i)));
        b.push_back(all.make(r, int(i / 7)));
    }
    const flr_contact3_options options = {flr_real(0.1), 0, nullptr};
    for (size_t threads : {size_t(1), size_t(2), size_t(5)}) {
        std::vector<flr_overlap3_convex> overlap(n);
        std::vector<flr_gjk3> depth(n);
        std::vector<flr_manifold3> contact(n);
        std::vector<flr_status> status(n);
        std::vector<flr_gjk3_cache> caches(n);
        std::vector<flr_contact3_cache> contact_caches(n);
        std::vector<std::thread> running;
        for (size_t k = 0; k < threads; ++k)
            running.emplace_back([&, k] {
                size_t begin = n * k / threads, end = n * (k + 1) / threads;
                flr_batch_overlap3_convex_convex(a.data(), b.data(), begin, end, caches.data(),
                                                 overlap.data());
                flr_batch_signed_distance3_convex_convex(a.data(), b.data(), begin, end, depth.data());
                flr_batch_contact3_convex_convex(a.data(), b.data(), begin, end, &options,
                                                 contact_caches.data(), contact.data(), status.data());
            });
        for (std::thread &one : running) one.join();
        long meet = 0;
        for (size_t i = 0; i < n; ++i) {
            flr_gjk3_cache cache{};
            flr_contact3_cache contact_cache{};
            flr_contact3_options o = options;
            o.cache = &contact_cache;
            flr_overlap3_convex x = flr_overlap3_convex_convex(&a[i], &b[i], &cache);
            flr_gjk3 d = flr_signed_distance3_convex_convex(&a[i], &b[i]);
            flr_manifold3 m;
            flr_status s = flr_contact3_convex_convex(&a[i], &b[i], &o, &m);
            meet += x.overlap;
            t.expect(x.overlap == overlap[i].overlap && x.iterations == overlap[i].iterations, "overlap %zu",
                     i);
            t.expect(d.signed_distance == depth[i].signed_distance && same(d.normal, depth[i].normal) &&
                         same(d.point_a, depth[i].point_a) && d.lower == depth[i].lower,
                     "depth %zu", i);
            bool alike = s == status[i] && m.count == contact[i].count && same(m.normal, contact[i].normal);
            for (int k = 0; alike && k < m.count; ++k)
                alike = same(m.points[k].position, contact[i].points[k].position) &&
                        m.points[k].depth == contact[i].points[k].depth &&
                        m.points[k].id == contact[i].points[k].id;
            t.expect(alike, "contact %zu", i);
        }
        t.expect(meet > long(3 * n / 10) && meet < long(7 * n / 10), "%ld of %zu meet", meet, n);
    }
}

/// Casts and ways with turns: of the middle part of the range only.
void moving(tally &t)
{
    stock all;
    random_source r{9304};
    const size_t n = 140, begin = 20, end = 120;
    std::vector<flr_convex3> a, b;
    std::vector<flr_vec3> motions;
    std::vector<flr_path3> ways, still;
    for (size_t i = 0; i < n; ++i) {
        a.push_back(all.make(r, int(i)));
        b.push_back(all.make(r, int(i / 7)));
        motions.push_back(r.point(-3, 3));
        flr_path3 way{}, rest{};
        way.from.rotation = way.to.rotation = rest.from.rotation = rest.to.rotation = {1, 0, 0, 0};
        way.to.position = motions.back();
        const double angle = r.between(-0.5, 0.5);
        way.to.rotation = {flr_real(std::cos(angle)), flr_real(std::sin(angle)), 0, 0};
        ways.push_back(way), still.push_back(rest);
    }
    const flr_sweep3_options near{flr_real(0.01)};
    std::vector<flr_sweep3_result> swept(n);
    std::vector<flr_toi3_result> moved(n);
    flr_batch_sweep3_convex_convex(a.data(), motions.data(), b.data(), begin, end, &near, swept.data());
    flr_batch_toi3_convex_convex(a.data(), ways.data(), b.data(), still.data(), begin, end, nullptr,
                                 moved.data());
    long hits = 0;
    for (size_t i = 0; i < n; ++i) {
        flr_sweep3_result s{};
        flr_toi3_result m{};
        if (i >= begin && i < end) {
            s = flr_sweep3_convex_convex(&a[i], motions[i], &b[i], &near);
            m = flr_toi3_convex_convex(&a[i], &ways[i], &b[i], &still[i], nullptr);
        }
        hits += s.hit + m.hit;
        t.expect(s.status == swept[i].status && s.hit == swept[i].hit && s.t == swept[i].t &&
                     same(s.normal, swept[i].normal) && same(s.point, swept[i].point),
                 "sweep %zu", i);
        t.expect(m.status == moved[i].status && m.hit == moved[i].hit && m.t == moved[i].t &&
                     same(m.normal, moved[i].normal),
                 "motion %zu", i);
    }
    t.expect(hits > 40, "%ld hits", hits);
}

void bounded(tally &t)
{
    stock all;
    random_source r{9303};
    int most_sweep = 0, most_overlap = 0;
    long hits = 0;
    for (int i = 0; i < 3000; ++i) {
        flr_convex3 a = all.make(r, i), b = all.make(r, i / 7);
        // every other pair grazes: along the flat side, or in the plane of a rim
        flr_vec3 motion = r.point(-3, 3);
        if (i % 2) motion.z = 0;
        flr_sweep3_result s = flr_sweep3_convex_convex(&a, motion, &b, nullptr);
        flr_overlap3_convex o = flr_overlap3_convex_convex(&a, &b, nullptr);
        most_sweep = std::max(most_sweep, s.iterations);
        most_overlap = std::max(most_overlap, o.iterations);
        hits += s.hit;
    }
    std::printf("  most iterations: sweep %d, overlap %d; %ld of 3000 hit\n", most_sweep, most_overlap, hits);
    t.expect(most_sweep <= 300 && most_sweep > 10, "%d steps of a sweep", most_sweep);
    t.expect(most_overlap <= 192 && most_overlap > 4, "%d steps of a yes or no", most_overlap);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(same_bits), FEELER_TEST(moving), FEELER_TEST(bounded))

}  // namespace TEST_FILE
