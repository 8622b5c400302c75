/// Two parts whose answer is known by construction, however they are placed.
#include "support/cmocka.hpp"
#include "support/judge.hpp"
#include "support/known_pairs.hpp"
#include "support/placements.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

double worst_shortfall = 0;
const char *worst_name = "";

/// Depth and distance as known: never more than the truth, and a depth at most 1 % less, where not said otherwise.
void judge_size(tally &t, const char *name, const known_pair &k, const flr_interference3 &r, double scale,
                double slack)
{
    double want = k.size * scale;
    if (k.kind == FLR_CLASH || k.kind == FLR_CONTAINED) {
        if (k.size < 0) return;
        t.expect(r.depth <= want * (1 + real_choose(1e-12, 1e-6)) + 8 * slack, "%s: depth %.17g above %.17g",
                 name, r.depth, want);
        t.expect(r.depth >= want * k.found - 8 * slack, "%s: depth %.9g, not %.9g, flags %u", name, r.depth,
                 want, r.flags);
        if (1 - r.depth / want > worst_shortfall && want > 1e4 * slack) {
            worst_shortfall = 1 - r.depth / want;
            worst_name = k.name;
        }
    } else if (k.kind != FLR_APART) {
        t.expect(std::fabs(r.distance - want) <= 4 * slack && r.depth <= 4 * slack,
                 "%s: distance %.17g, not %.17g; depth %g", name, r.distance, want, r.depth);
    }
}

double thinnest(const known_pair &k)
{
    double least = INFINITY;
    for (auto *s : {&k.a, &k.b}) {
        flr_aabb3 b = flr_mesh3_get_info(make_mesh(*s).get()).bounds;
        flr_vec3 d = flr_sub3(b.max, b.min);
        least = std::min({least, double(d.x), double(d.y), double(d.z)});
    }
    return least;
}

void one(tally &t, const known_pair &k, const placement &p)
{
    part a = p.make(k.a), b = p.make(k.b);
    double slack = rounding_of(a, b, p);
    if (!p.exact && k.kind == FLR_CLASH && k.size * p.scale < 100 * slack) return;  // lost in the rounding
    if (!p.exact && thinnest(k) * p.scale < slack) return;  // plates that rounding makes one
    double tolerance = p.exact ? 0 : 4 * slack,
           clearance = k.clearance * p.scale * (p.exact ? 1 : 1 + real_choose(1e-9, 1e-5));
    char name[200];
    std::snprintf(name, sizeof name, "%s, %s", k.name, p.name);
    flr_interference3 r = ask(a, b, tolerance, clearance), s = ask(b, a, tolerance, clearance);
    uint32_t may = FLR_FLAG_DEPTH_LOWER_BOUND | (p.exact ? 0 : uint32_t(FLR_FLAG_TOLERANCE_USED));
    t.expect(r.kind == k.kind, "%s: %s, not %s", name, kind_name(r.kind), kind_name(k.kind));
    t.expect((r.flags & ~may) == k.flags, "%s: flags %u, not %u", name, r.flags, k.flags);
    judge_any(t, name, a, b, r, tolerance, clearance, slack);
    bool copies = k.a.t == k.b.t && std::equal(k.a.v.begin(), k.a.v.end(), k.b.v.begin(), k.b.v.end(),
                                               [](flr_vec3 p, flr_vec3 q) { return gap(p, q) == 0; });
    judge_swapped(t, name, r, s, copies);
    judge_size(t, name, k, r, p.scale, slack);
    bool tiny_touch = !p.exact && k.kind == FLR_TOUCH;  // its normal is told by rounding alone
    if (flr_length3(k.out) > 0 && !tiny_touch)
        t.expect(flr_dot3(r.normal, p.turn(k.out)) >= 1 - 1e-6, "%s: normal (%g, %g, %g), not (%g, %g, %g)",
                 name, r.normal.x, r.normal.y, r.normal.z, p.turn(k.out).x, p.turn(k.out).y, p.turn(k.out).z);
}

void all(tally &t, const std::vector<known_pair> &pairs)
{
    int number = 0;
    for (auto &k : pairs) {
        for (auto &p : exact_placements()) one(t, k, p);
        for (auto &p : rounded_placements(72))
            if (every_scene || number++ % 7 == 0) one(t, k, p);
    }
}

void apart(tally &t) { all(t, pairs_apart()); }
void touching(tally &t) { all(t, pairs_touching()); }
void contained(tally &t) { all(t, pairs_contained()); }
void clashing(tally &t)
{
    all(t, pairs_clashing());
    std::printf("  depth at most %.2g %% below the truth (%s)\n", 100 * worst_shortfall, worst_name);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(apart), FEELER_TEST(touching), FEELER_TEST(contained), FEELER_TEST(clashing))

}  // namespace TEST_FILE
