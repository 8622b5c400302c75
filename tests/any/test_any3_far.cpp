/// Far from the origin a scene has the answers that it has near it: of all pairs, in both orders, carried by ways that round nothing of
/// what places them. What the answers are is asked by definition in test_any3_far_walls.cpp and, near the origin, elsewhere.
#include "any/far3.hpp"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"

namespace TEST_FILE
{
namespace
{

using any3::held;
using far3::answers;
using far3::ask;

bool is_curved(flr_shape3_kind k)
{
    return k == FLR_SHAPE3_CYLINDER || k == FLR_SHAPE3_CONE || k == FLR_SHAPE3_ELLIPSOID ||
           k == FLR_SHAPE3_COMPOUND;
}
bool is_mesh(flr_shape3_kind k) { return k == FLR_SHAPE3_MESH; }
bool has_no_end(flr_shape3_kind k) { return k >= FLR_SHAPE3_RAY && k <= FLR_SHAPE3_HALFSPACE; }

struct worst {
    worst_of distance = {"distances", real_choose(9e-15, 3.2e-7)},
             depth = {"depths", real_choose(1.1e-15, 2.6e-7)},
             contact = {"depths of contacts", real_choose(3.5e-15, 7e-7)},
             sweep = {"ways of sweeps", real_choose(3.5e-15, 4.5e-7)},
             motion = {"times of motions", real_choose(3.5e-14, 4e-5)};
    worst_of curved_depth = {"depths of cones and cylinders", real_choose(9e-15, 4.3e-6)},
             curved_contact = {"depths of contacts of cones and cylinders", real_choose(9e-15, 4.3e-6)},
             curved_sweep = {"ways of sweeps of cones and cylinders", real_choose(1.8e-13, 8e-7)};
    worst_of mesh_depth = {"depths of meshes", real_choose(3.7e-15, 2.5e-4)};

    std::vector<worst_of *> all()
    {
        return {&distance,     &depth,          &contact,      &sweep,     &motion,
                &curved_depth, &curved_contact, &curved_sweep, &mesh_depth};
    }
};

void compare(tally &t, worst &w, const held &a, const held &b, const answers &near, const answers &far,
             double way)
{
    const flr_shape3_kind i = a.shape.kind, j = b.shape.kind;
    const bool curved = is_curved(i) || is_curved(j), meshes = is_mesh(i) && is_mesh(j);
    const bool mesh = is_mesh(i) || is_mesh(j);
    const char *p = flr_shape3_name(i), *q = flr_shape3_name(j);
    auto hold = [&](worst_of &of, double x, double y) {
        t.expect(of.within(std::fabs(x - y)), "%s %s, %s: %.17g, near the origin %.17g", p, q,
                 of.what.c_str(), y, x);
    };
    t.expect(near.overlap == far.overlap && near.answered && far.answered,
             "%s %s: overlap %d, near the origin %d", p, q, far.overlap, near.overlap);
    t.expect(far.overlap == (far.closest.distance == 0), "%s %s: overlap %d at distance %g", p, q,
             far.overlap, double(far.closest.distance));
    hold(w.distance, double(near.closest.distance), double(far.closest.distance));
    if (far.closest.distance > 0)
        t.expect(far.depth.signed_distance == far.closest.distance, "%s %s: apart by %.17g, distance %.17g",
                 p, q, double(far.depth.signed_distance), double(far.closest.distance));
    // the way out of two meshes is searched for, and hangs on rounding
    if (!meshes && t.expect(near.depth.inseparable == far.depth.inseparable, "%s %s: inseparable", p, q))
        hold(mesh     ? w.mesh_depth
             : curved ? w.curved_depth
                      : w.depth,
             double(near.depth.signed_distance), double(far.depth.signed_distance));
    const bool both =
        !meshes && t.expect((near.points > 0) == (far.points > 0), "%s %s: %d points, near the origin %d", p,
                            q, far.points, near.points);
    if (both && !(mesh && real_is_float))  // whose directions are chosen by rounding
        hold(curved ? w.curved_contact : w.contact, near.deepest, far.deepest);
    if (t.expect(near.sweep.hit == far.sweep.hit, "%s %s: hit", p, q))
        hold(curved ? w.curved_sweep : w.sweep, double(near.sweep.t) * way, double(far.sweep.t) * way);
    if (!(has_no_end(i) && has_no_end(j)) && i != FLR_SHAPE3_COMPOUND && j != FLR_SHAPE3_COMPOUND)
        hold(w.motion, double(near.motion.t), double(far.motion.t));
}

void all_pairs_are_the_same_far_away(tally &t)
{
    worst w;
    random_source r{91};
    int meet = 0, all = 0;
    for (int i = 0; i < FLR_SHAPE3_COUNT; ++i)
        for (int j = 0; j < FLR_SHAPE3_COUNT; ++j)
            for (int k = 0; k < 8; ++k) {
                const any3::own_numbers own(r, i, j, k);
                const flr_vec3 d = r.point(-1.2, 1.2);
                const held a = far3::shape(r, flr_shape3_kind(i), flr_vec3_make(0, 0, 0), k & 1);
                const held b = far3::shape(r, flr_shape3_kind(j), d, k & 1);
                const flr_vec3 motion = far3::on_step(flr_add3(d, r.point(-0.5, 0.5)));
                if (k >= scenes(2)) continue;  // the same ones whether all are looked at or some
                const answers near = ask(a, b, motion);
                ++all;
                meet += near.overlap;
                for (const flr_vec3 &shift : far3::places())
                    compare(t, w, a, b, near, ask(any3::shifted(a, shift), any3::shifted(b, shift), motion),
                            any3::length(motion));
            }
    t.expect(meet > 0.3 * all && meet < 0.7 * all, "%d of %d meet", meet, all);
    for (worst_of *of : w.all()) of->hold(t);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(all_pairs_are_the_same_far_away))

}  // namespace TEST_FILE
