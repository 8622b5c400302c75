/// Depth of cylinders and cones against the definition: the least reach of the Minkowski difference over all directions, by dense sampling and
/// ever finer grids about the best samples, in long double. At random, and with axes along one another or at right angles.
#include <algorithm>
#include <cmath>
#include <vector>

#include "feeler/convex3.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

using number = long double;
struct vec {
    number x, y, z;
};
vec from(flr_vec3 p) { return {number(p.x), number(p.y), number(p.z)}; }
vec sum(const vec &a, number s, const vec &b) { return {a.x + s * b.x, a.y + s * b.y, a.z + s * b.z}; }
number dot(const vec &a, const vec &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
vec cross(const vec &a, const vec &b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
vec scaled(number s, const vec &a) { return {s * a.x, s * a.y, s * a.z}; }
vec unit(const vec &a) { return scaled(1 / std::sqrt(dot(a, a)), a); }
vec beside(const vec &n) { return unit(cross(n, std::fabs(n.z) < 0.75L ? vec{0, 0, 1} : vec{1, 0, 0})); }

/// Two discs of one axis, or corners.
struct body {
    std::vector<vec> corners;
    vec low, high, axis;
    number disc_low = 0, disc_high = 0;
    flr_convex3 convex;

    number reach(const vec &n) const
    {
        number most = -INFINITY;
        for (const vec &c : corners) most = std::max(most, dot(c, n));
        if (!corners.empty()) return most;
        const vec across = cross(n, axis);
        const number length = std::sqrt(dot(across, across));
        return std::max(dot(low, n) + disc_low * length, dot(high, n) + disc_high * length);
    }
};

enum class form { CYLINDER, CONE, BOX };

body make(form is, flr_vec3 center, const flr_mat3 &axes, flr_vec3 half, flr_real disc)
{
    body b;
    const flr_vec3 arm = flr_scale3(half.z, axes.z), low = flr_sub3(center, arm),
                   high = flr_add3(center, arm);
    if (is == form::BOX) {
        const flr_box3 s = {center, axes, half};
        b.convex = flr_convex3_box(&s);
        for (int i = 0; i < 8; ++i) {
            vec c = sum(from(center), number(i & 1 ? -half.x : half.x), from(axes.x));
            c = sum(c, number(i & 2 ? -half.y : half.y), from(axes.y));
            b.corners.push_back(sum(c, number(i & 4 ? -half.z : half.z), from(axes.z)));
        }
        return b;
    }
    b.low = from(low);
    b.high = from(high);
    b.axis = unit(sum(b.high, -1, b.low));
    b.disc_low = number(disc);
    if (is == form::CYLINDER) {
        const flr_cylinder s = {low, high, disc};
        b.convex = flr_convex3_cylinder(&s);
        b.disc_high = number(disc);
    } else {
        const flr_cone s = {high, low, disc};
        b.convex = flr_convex3_cone(&s);
    }
    return b;
}

number reach(const body &a, const body &b, const vec &n) { return a.reach(n) + b.reach(scaled(-1, n)); }

number least_near(const body &a, const body &b, vec n)
{
    number least = reach(a, b, n);
    vec x = beside(n);
    for (number step = 0.15L; step > 1e-16L;) {
        const vec y = cross(n, x), middle = n;
        bool is_edge = false;
        for (int i = -3; i <= 3; ++i)
            for (int k = -3; k <= 3; ++k) {
                const vec m = unit(sum(sum(middle, step * i / 3, x), step * k / 3, y));
                const number r = reach(a, b, m);
                if (!(r < least)) continue;
                least = r;
                n = m;
                is_edge = std::abs(i) == 3 || std::abs(k) == 3;
            }
        // another grid each time, for ridges along which one would stay
        x = unit(sum(beside(n), 0.7L * step / 0.15L + 0.3L, cross(n, beside(n))));
        if (!is_edge) step /= 2;
    }
    return least;
}

number truth(const body &a, const body &b)
{
    const int samples = 800;
    const size_t seed_count = 5;
    std::vector<std::pair<number, vec>> all;
    for (int i = 0; i < samples; ++i) {
        const number z = 1 - (2 * i + 1.0L) / samples, turn = i * 2.399963229728653322L,
                     r = std::sqrt(1 - z * z);
        const vec n = {r * std::cos(turn), r * std::sin(turn), z};
        all.push_back({reach(a, b, n), n});
    }
    std::sort(all.begin(), all.end(), [](const auto &p, const auto &q) { return p.first < q.first; });
    std::vector<vec> seeds;
    number least = INFINITY;
    for (const auto &s : all) {
        bool is_new = seeds.size() < seed_count;
        for (const vec &k : seeds) is_new = is_new && dot(k, s.second) < 0.97L;
        if (!is_new) continue;
        seeds.push_back(s.second);
        least = std::min(least, least_near(a, b, s.second));
    }
    return least;
}

flr_mat3 axes_of(random_source &r, bool is_lattice)
{
    const flr_mat3 turns[3] = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                               {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}},
                               {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}};
    if (is_lattice) return turns[r.whole(0, 2)];
    const flr_vec3 u = r.point(-1, 1), v = r.point(-1, 1), z = flr_scale3(1 / flr_length3(u), u);
    const flr_vec3 w = flr_cross3(v, z), x = flr_scale3(1 / flr_length3(w), w);
    return {x, flr_cross3(z, x), z};
}

/// Is the depth told no more than the least reach, and are both what its bounds and its normal say?
void against(tally &t, bool is_lattice)
{
    random_source r{is_lattice ? 811u : 409u};
    double over = 0, along = 0, above = 0;
    long deep = 0;
    for (int i = 0; i < scenes(108); ++i) {
        const form fa = i % 2 ? form::CONE : form::CYLINDER, fb = form(i / 2 % 3);
        const flr_vec3 half_a = r.point(0.25, 1), half_b = r.point(0.25, 1), at = r.point(-0.75, 0.75);
        const flr_real disc_a = flr_real(r.between(0.25, 0.75)), disc_b = flr_real(r.between(0.25, 0.75));
        const flr_mat3 axes_a = axes_of(r, is_lattice), axes_b = axes_of(r, is_lattice);
        const body a = make(fa, {0, 0, 0}, axes_a, half_a, disc_a), b = make(fb, at, axes_b, half_b, disc_b);
        const flr_gjk3 g = flr_signed_distance3_convex_convex(&a.convex, &b.convex);
        if (!(g.signed_distance < 0)) continue;
        ++deep;
        const double size = 4, depth = -double(g.signed_distance), least = double(truth(a, b));
        t.expect(g.status == FLR_OK, "bounds that have not met in scene %d", i);
        over = std::max(over, (depth - least) / size);
        along = std::max(along, std::fabs(double(reach(a, b, unit(from(g.normal)))) - depth) / size);
        above = std::max(above, (double(g.lower) - least) / size);
    }
    t.expect(deep > scenes(50), "%ld overlap", deep);
    t.expect(over <= real_choose(1e-14, 1e-6), "a shorter way by %g of the size", over);
    t.expect(along <= real_choose(1e-14, 1e-6), "the reach along the normal is off by %g of the size", along);
    t.expect(above <= real_choose(1e-15, 1e-7), "the lower bound is above the least reach by %g of the size",
             above);
}

void random(tally &t) { against(t, false); }
void lattice(tally &t) { against(t, true); }

}  // namespace

FEELER_TESTS(FEELER_TEST(random), FEELER_TEST(lattice))

}  // namespace TEST_FILE
