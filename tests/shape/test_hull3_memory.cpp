/// Errors of flr_hull3_create and flr_hull2_create, and what they take and give back of memory.
#include <cmath>
#include <limits>
#include <vector>

#include "feeler/feeler.h"
#include "support/cmocka.hpp"
#include "support/ledger.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"

namespace TEST_FILE
{
namespace
{

using points = std::vector<flr_vec3>;

void errors(tally &t)
{
    const points good = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    flr_hull3 *h = nullptr;
    t.expect(flr_hull3_create(good.data(), 4, nullptr, nullptr, nullptr) == FLR_INVALID_ARGUMENT, "no place");
    t.expect(flr_hull3_create(nullptr, 4, nullptr, nullptr, &h) == FLR_INVALID_ARGUMENT, "no points");
    t.expect(flr_hull3_create(good.data(), 0, nullptr, nullptr, &h) == FLR_INVALID_ARGUMENT, "count 0");
    t.expect(flr_hull3_create(good.data(), FLR_HULL_MAX_POINTS + 1, nullptr, nullptr, &h) == FLR_TOO_LARGE,
             "one too many");
    t.expect(flr_hull3_create(good.data(), std::numeric_limits<size_t>::max(), nullptr, nullptr, &h) ==
                 FLR_TOO_LARGE,
             "all there are");
    for (double bad : {double(NAN), double(INFINITY), -double(INFINITY)})
        for (size_t i = 0; i < 12; ++i) {
            points p = good;
            (&p[0].x)[i] = flr_real(bad);
            t.expect(flr_hull3_create(p.data(), 4, nullptr, nullptr, &h) == FLR_NOT_FINITE && !h,
                     "not finite");
        }
    flr_hull3_destroy(nullptr);
}

points cloud(int kind, size_t count)
{
    random_source r{21};
    points p;
    for (size_t i = 0; i < count; ++i) {
        flr_vec3 q = r.point(-1, 1);
        if (kind == 1) q = r.lattice_point(-3, 3);
        if (kind == 2) q.z = 0.5;
        if (kind == 3) q = flr_vec3_make(q.x, 0, 0);
        if (kind == 4) q = flr_vec3_make(1, 2, 3);
        if (kind == 5) q = flr_scale3(1 / flr_length3(q), q);
        p.push_back(q);
    }
    return p;
}

void every_allocation_fails(tally &t)
{
    const flr_hull3_options plain = {0, 0}, few = {10, 0}, both = {30, (flr_real)0.05};
    for (int kind = 0; kind < 18; ++kind) {
        const points p = cloud(kind % 6, kind == 6 ? 20000 : 300);
        const flr_hull3_options *options = kind < 6 ? &plain : kind < 12 ? &few : &both;
        for (long k = 0;; ++k) {
            ledger l;
            l.fail_at = k;
            flr_allocator a = l.allocator();
            flr_hull3 *h = nullptr;
            flr_status got = flr_hull3_create(p.data(), p.size(), options, &a, &h);
            const bool granted = l.requests <= k;
            if (granted) {
                t.expect(got == FLR_OK && h, "all allocations granted: %s", flr_status_string(got));
                t.expect(flr_hull3_get_info(h).memory == l.bytes, "memory says %zu, %zu is held",
                         flr_hull3_get_info(h).memory, l.bytes);
                flr_hull3_destroy(h);
                t.expect(k > 5, "it allocates something");
            } else {
                t.expect(got == FLR_OUT_OF_MEMORY && !h, "request %ld refused: %s", k,
                         flr_status_string(got));
            }
            t.expect(l.bytes == 0 && l.out.empty() && !l.mismatch, "request %ld refused: %zu bytes are lost",
                     k, l.bytes);
            if (granted) break;
        }
    }
}

void every_allocation_fails_in_the_plane(tally &t)
{
    random_source r{22};
    std::vector<flr_vec2> p(50);
    for (flr_vec2 &q : p) {
        q.x = flr_real(r.between(-1, 1));
        q.y = flr_real(r.between(-1, 1));
    }
    for (long k = 0;; ++k) {
        ledger l;
        l.fail_at = k;
        flr_allocator a = l.allocator();
        flr_hull2 *h = nullptr;
        flr_status got = flr_hull2_create(p.data(), p.size(), &a, &h);
        const bool granted = l.requests <= k;
        t.expect(got == (granted ? FLR_OK : FLR_OUT_OF_MEMORY) && !h == !granted, "request %ld: %s", k,
                 flr_status_string(got));
        if (granted)
            t.expect(k > 2 && flr_hull2_get_info(h).memory == l.bytes, "%ld requests, %zu bytes", k, l.bytes);
        flr_hull2_destroy(h);
        t.expect(l.bytes == 0 && l.out.empty() && !l.mismatch, "request %ld: %zu bytes are lost", k, l.bytes);
        if (granted) break;
    }
}

/// What flr_hull3_create promises: beside the hull 64 bytes a point and 128 a vertex, and a little for the smallest.
void memory_taken(tally &t)
{
    for (int kind : {0, 1, 2, 5})
        for (size_t count : {size_t(100), size_t(3000), size_t(40000)}) {
            const points p = cloud(kind, count);
            ledger l;
            flr_allocator a = l.allocator();
            flr_hull3 *h = nullptr;
            flr_status got = flr_hull3_create(p.data(), p.size(), nullptr, &a, &h);
            if (!t.expect(got == FLR_OK, "%s", flr_status_string(got))) continue;
            const flr_hull3_info info = flr_hull3_get_info(h);
            flr_hull3_destroy(h);
            const double beside = double(l.most) - double(info.memory);
            std::printf("  %zu points, %u vertices: %.1f bytes a point while building, %.1f a vertex kept\n",
                        count, info.vertex_count, beside / double(count),
                        double(info.memory) / info.vertex_count);
            t.expect(beside <= 64 * double(count) + 128 * double(info.vertex_count) + 4096,
                     "%zu points, %u vertices: %g bytes beside the hull", count, info.vertex_count, beside);
            t.expect(l.bytes == 0 && !l.mismatch, "%zu bytes are lost", l.bytes);
        }
}

/// What a hull holds: a few vertices above a step of the cells take the most.
void memory_held(tally &t)
{
    random_source r{23};
    double most = 0;
    for (int i = 0; i < scenes(900); ++i) {
        points p = cloud(i % 2 ? 0 : 5, size_t(r.whole(4, i % 3 ? 400 : 3000)));
        for (flr_vec3 &q : p) q.z *= flr_real(i % 4 == 3 ? 1e-3 : 1);
        flr_hull3 *h = nullptr;
        if (!t.expect(flr_hull3_create(p.data(), p.size(), nullptr, nullptr, &h) == FLR_OK, "cloud %d", i))
            continue;
        const flr_hull3_info info = flr_hull3_get_info(h);
        most = std::fmax(most, (double(info.memory) - 512) / double(info.vertex_count));
        flr_hull3_destroy(h);
    }
    expect_pinned(t, "bytes a vertex beside 512", most, real_choose(450, 450));
}

}  // namespace

FEELER_TESTS(FEELER_TEST(errors), FEELER_TEST(every_allocation_fails),
             FEELER_TEST(every_allocation_fails_in_the_plane), FEELER_TEST(memory_taken),
             FEELER_TEST(memory_held))

}  // namespace TEST_FILE
