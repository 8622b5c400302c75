// needs: gmp
// k-DOPs of space and of the plane: they hold what they were fitted around and no more, overlap and are hit by rays as their slabs
// without rounding.
#include "support/big.hpp"

#include <cmath>
#include <vector>

#include "feeler/dop2.h"
#include "feeler/dop3.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"

namespace TEST_FILE
{
namespace
{

using number = big_rational;
number exact(flr_real x) { return number(double(x)); }
number dot(flr_vec3 a, flr_vec3 b)
{
    return exact(a.x) * exact(b.x) + exact(a.y) * exact(b.y) + exact(a.z) * exact(b.z);
}

struct slab {
    number low, high;
};
slab slab_of(flr_vec3 d, const std::vector<flr_vec3> &p)
{
    slab s = {dot(d, p[0]), dot(d, p[0])};
    for (flr_vec3 q : p) {
        const number x = dot(d, q);
        if (x < s.low) s.low = x;
        if (x > s.high) s.high = x;
    }
    return s;
}

void fitted(tally &t)
{
    random_source r{13};
    long overlaps = 0, all = 0;
    worst_of wide{"wider than what it holds, of the size", 8};
    for (int i = 0; i < scenes(2000); i++) {
        const size_t ks[] = {6, 14, 18, 26};
        const size_t k = ks[i % 4];
        const bool lattice = i % 3 > 0;
        std::vector<flr_vec3> p, q;
        for (int n = r.whole(1, 6); n > 0; n--)
            p.push_back(lattice ? r.lattice_point(-4, 1) : r.point(-4, 1));
        for (int n = r.whole(1, 6); n > 0; n--)
            q.push_back(lattice ? r.lattice_point(-3, 2) : r.point(-3, 2));
        flr_dop3 a, b;
        t.expect(flr_dop3_standard(k, &a) == FLR_OK && flr_dop3_standard(k, &b) == FLR_OK && a.count == k / 2,
                 "k = %zu", k);
        t.expect(!flr_overlap3_dop_dop(&a, &a), "an empty one overlaps itself");
        t.expect(flr_dop3_add_points(&a, p.data(), p.size()) == FLR_OK, "points");
        t.expect(flr_dop3_add_points(&b, q.data(), q.size()) == FLR_OK, "points");
        bool apart = false;
        for (size_t n = 0; n < a.count; n++) {
            const slab u = slab_of(a.directions[n], p), v = slab_of(b.directions[n], q);
            t.expect(exact(a.low[n]) <= u.low && exact(a.high[n]) >= u.high, "a point outside of slab %zu",
                     n);
            if (lattice)
                t.expect(exact(a.low[n]) == u.low && exact(a.high[n]) == u.high, "slab %zu is too wide", n);
            wide.within(std::fabs(number(exact(a.high[n]) - u.high).get_d()) / 4 / real_epsilon);
            apart = apart || u.high < v.low || v.high < u.low;
        }
        const bool overlap = flr_overlap3_dop_dop(&a, &b);
        t.expect(lattice ? overlap == !apart : overlap || apart, "overlap %d, apart %d", overlap, apart);
        ++all;
        overlaps += overlap;
        // moved onto the other's first point, they overlap; merged, they hold both
        flr_dop3 moved = a, both = a;
        t.expect(flr_dop3_move(&moved, flr_sub3(q[0], p[0])) == FLR_OK, "moved");
        t.expect(!lattice || flr_overlap3_dop_dop(&moved, &b), "not moved there");
        t.expect(flr_dop3_merge(&both, &b) == FLR_OK, "merged");
        for (size_t n = 0; n < a.count; n++) {
            t.expect(both.low[n] == std::fmin(a.low[n], b.low[n]) &&
                         both.high[n] == std::fmax(a.high[n], b.high[n]),
                     "merged");
            if (!lattice) continue;
            const number by = dot(a.directions[n], flr_sub3(q[0], p[0]));
            t.expect(exact(moved.low[n]) == exact(a.low[n]) + by &&
                         exact(moved.high[n]) == exact(a.high[n]) + by,
                     "moved");
        }
    }
    wide.hold(t);
    t.expect(overlaps * 10 > all * 3 && overlaps * 10 < all * 7, "%ld of %ld overlap", overlaps, all);
}

/// Cyrus and Beck over the slabs.
void rays(tally &t)
{
    random_source r{14};
    long hits = 0, all = 0;
    worst_of times{"t of entry and exit", 0.2};
    for (int i = 0; i < scenes(2000); i++) {
        std::vector<flr_vec3> p;
        for (int n = r.whole(2, 6); n > 0; n--) p.push_back(r.lattice_point(-4, 4));
        flr_dop3 a;
        flr_dop2 flat;
        flr_dop3_standard(i % 2 ? 26 : 14, &a);
        flr_dop3_add_points(&a, p.data(), p.size());
        const flr_vec3 o = r.lattice_point(-9, 9);
        flr_vec3 d = flr_sub3(r.lattice_point(-2, 2), o);
        if (flr_reach3(d) == 0) d.x = 1;
        const auto exactly = [&](const auto &dop, auto lift, flr_vec3 from, flr_vec3 way, number *first,
                                 number *last) {
            *first = 0, *last = 8;
            for (size_t n = 0; n < dop.count; n++) {
                const number at = dot(lift(dop.directions[n]), from),
                             rate = dot(lift(dop.directions[n]), way);
                const number low = exact(dop.low[n]) - at, high = exact(dop.high[n]) - at;
                if (rate == 0) {
                    if (low > 0 || high < 0) return false;
                    continue;
                }
                const number x = (rate > 0 ? low : high) / rate, y = (rate > 0 ? high : low) / rate;
                if (x > *first) *first = x;
                if (y < *last) *last = y;
            }
            return *first <= *last;
        };
        number first, last;
        const bool hit = exactly(
            a, [](flr_vec3 v) { return v; }, o, d, &first, &last);
        const flr_raycast3_path path = flr_raycast3_path_make(o, d, 0, 8);
        const flr_rayhit3 h = flr_raycast3_ray_dop(&path, &a);
        ++all;
        hits += hit;
        if (t.expect(h.hit == hit || first == last || std::fabs(number(first - last).get_d()) < 1e-5,
                     "hit %d, exactly %d", h.hit, hit) &&
            h.hit && hit) {
            times.within(std::fabs(number(exact(h.t) - first).get_d()) / 8 / real_epsilon);
            times.within(std::fabs(number(exact(h.t_exit) - last).get_d()) / 8 / real_epsilon);
            if (!h.inside)
                t.expect(h.face / 2 < a.count && dot(a.directions[h.face / 2], d) * (h.face % 2 ? 1 : -1) > 0,
                         "face %u", h.face);
        }
        flr_dop2_standard(i % 2 ? 8 : 4, &flat);
        std::vector<flr_vec2> q;
        for (flr_vec3 v : p) q.push_back({v.x, v.y});
        t.expect(flr_dop2_add_points(&flat, q.data(), q.size()) == FLR_OK, "points");
        if (d.x == 0 && d.y == 0) continue;
        const bool hit2 = exactly(
            flat,
            [](flr_vec2 v) {
                return flr_vec3{v.x, v.y, 0};
            },
            {o.x, o.y, 0}, {d.x, d.y, 0}, &first, &last);
        const flr_raycast2_path path2 = flr_raycast2_path_make({o.x, o.y}, {d.x, d.y}, 0, 8);
        const flr_rayhit2 h2 = flr_raycast2_ray_dop(&path2, &flat);
        if (t.expect(h2.hit == hit2 || std::fabs(number(first - last).get_d()) < 1e-5,
                     "plane: hit %d, exactly %d", h2.hit, hit2) &&
            h2.hit && hit2)
            times.within(std::fabs(number(exact(h2.t) - first).get_d()) / 8 / real_epsilon);
    }
    times.hold(t);
    t.expect(hits * 10 > all * 3 && hits * 10 < all * 7, "%ld of %ld hit", hits, all);
}

void shapes(tally &t)
{
    random_source r{15};
    for (int i = 0; i < scenes(300); i++) {
        const flr_vec3 at = r.point(-5, 5);
        const flr_sphere ball = {at, flr_real(r.between(0, 2))};
        const flr_convex3 c = flr_convex3_sphere(&ball);
        const flr_circle disc = {{at.x, at.y}, ball.radius};
        const flr_convex2 e = flr_convex2_circle(&disc);
        flr_dop3 a;
        flr_dop2 b;
        t.expect(flr_dop3_standard(26, &a) == FLR_OK && flr_dop3_add_convex(&a, &c) == FLR_OK, "a sphere");
        t.expect(flr_dop2_standard(8, &b) == FLR_OK && flr_dop2_add_convex(&b, &e) == FLR_OK, "a circle");
        for (size_t n = 0; n < a.count; n++) {  // (high - d . c)^2 >= r^2 d . d, and not by much
            const number over = exact(a.high[n]) - dot(a.directions[n], at),
                         square =
                             exact(ball.radius) * exact(ball.radius) * dot(a.directions[n], a.directions[n]);
            t.expect(over >= 0 && over * over >= square, "a sphere sticks out of slab %zu", n);
            t.expect(over.get_d() <= std::sqrt(square.get_d()) + 1000 * real_epsilon, "slab %zu is too wide",
                     n);
        }
        for (size_t n = 0; n < b.count; n++) {
            const flr_vec3 d = {b.directions[n].x, b.directions[n].y, 0};
            const number over = dot(d, at) - exact(b.low[n]),
                         square = exact(ball.radius) * exact(ball.radius) * dot(d, d);
            t.expect(over >= 0 && over * over >= square, "a circle sticks out of slab %zu", n);
        }
    }
    const flr_real corners[] = {0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2};
    const uint32_t triangles[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2};
    const flr_mesh3_input input = {corners, 4, triangles, 4, -1};
    flr_mesh3 *mesh = nullptr;
    t.expect(flr_mesh3_create(&input, nullptr, &mesh) == FLR_OK, "a mesh");
    flr_affine3 pose = flr_affine3_identity();
    pose.translation = {1, 0, 0};
    flr_instance3 placed;
    t.expect(flr_instance3_make(mesh, pose, &placed) == FLR_OK, "an instance");
    flr_dop3 a;
    flr_dop3_standard(14, &a);
    t.expect(flr_dop3_add_mesh(&a, &placed) == FLR_OK && a.low[0] == 1 && a.high[0] == 3 && a.low[3] == 1 &&
                 a.high[3] == 3,
             "around a mesh: %g to %g", double(a.low[3]), double(a.high[3]));
    flr_mesh3_destroy(mesh);
}

void wrong_input(tally &t)
{
    flr_dop3 a, b;
    flr_dop2 c;
    t.expect(flr_dop3_standard(8, &a) == FLR_INVALID_ARGUMENT &&
                 flr_dop2_standard(6, &c) == FLR_INVALID_ARGUMENT,
             "another k");
    const flr_vec3 zero = {0, 0, 0}, nan = {flr_real(NAN), 0, 0}, way = {1, 2, 3};
    t.expect(flr_dop3_make(&zero, 1, &a) == FLR_INVALID_SHAPE &&
                 flr_dop3_make(&nan, 1, &a) == FLR_NOT_FINITE &&
                 flr_dop3_make(nullptr, 1, &a) == FLR_INVALID_ARGUMENT &&
                 flr_dop3_make(&way, 0, &a) == FLR_INVALID_ARGUMENT,
             "directions");
    t.expect(flr_dop3_make(&way, 1, &a) == FLR_OK && flr_dop3_standard(6, &b) == FLR_OK,
             "one given direction");
    t.expect(flr_dop3_add_points(&a, &way, 1) == FLR_OK && a.low[0] == 14 && a.high[0] == 14, "a point");
    t.expect(flr_dop3_add_points(&a, &nan, 1) == FLR_NOT_FINITE && a.low[0] == 14, "NaN leaves it as it was");
    t.expect(flr_dop3_merge(&a, &b) == FLR_INVALID_ARGUMENT, "other directions");
    flr_dop3_add_points(&b, &zero, 1);
    t.expect(flr_overlap3_dop_dop(&a, &b), "along other directions nothing separates them");
    t.expect(flr_dop3_add_points(&a, nullptr, 1) == FLR_INVALID_ARGUMENT &&
                 flr_dop3_move(nullptr, way) == FLR_INVALID_ARGUMENT,
             "null");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(fitted), FEELER_TEST(rays), FEELER_TEST(shapes), FEELER_TEST(wrong_input))

}  // namespace TEST_FILE
