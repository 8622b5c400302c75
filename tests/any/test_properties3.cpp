// Every pair of kinds in space as it stands: what must hold between the answers of one pair, turned round, carried,
// grown and pushed along the normal, whatever the right numbers are.
#include "any/properties3.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{

using namespace properties3;

namespace
{

const double spread = 0.8;
const double size = 8;  // of every scene here, but for the points on rays, lines and planes

template <class F> void pairs_up_to(uint64_t seed, int rounds, int kinds, bool all, F f)
{
    random_source r{seed};
    for (int i = 0; i < scenes(rounds); ++i)
        for (int ka = 0; ka < kinds; ++ka)
            for (int kb = 0; kb < kinds; ++kb) {
                if (!all && ka != kinds - 1 && kb != kinds - 1) continue;
                const any3::own_numbers own(r, ka, kb);
                held a = some(r, kind(ka), spread);
                held b = some(r, kind(kb), spread);
                f(r, a, b);
            }
}

/// Compounds have pairs of their own.
template <class F> void every_pair(uint64_t seed, int rounds, F f)
{
    pairs_up_to(seed, rounds, FLR_SHAPE3_COMPOUND, true, f);
    pairs_up_to(seed + 100, rounds, FLR_SHAPE3_COUNT, false, f);
}

/// Size with the points answered on what has no end.
double size_with(const flr_closest3 &c) { return size + 2 * std::max(reach(c.point_a), reach(c.point_b)); }

void one_answer(tally &t)
{
    long yes = 0, all = 0;
    worst_of_both turned("distance turned round", exact_answers, exact_answers),
        points("closest points off their shapes", real_choose(1.3, 0.66), real_choose(3.8e-16, 3e-8)),
        between("from point to point", real_choose(1.3, 0.88), real_choose(1e-16, 2.5e-8));
    every_pair(1, 40, [&](random_source &, const held &a, const held &b) {
        flr_closest3 c = closest(a, b), back = closest(b, a);
        const bool meet = overlap(a, b);
        const double s = size_with(c), d = double(c.distance);
        ++all, yes += meet;
        t.expect(meet == (d == 0), "%s %s: overlap %d, distance %g", name(a), name(b), meet, d);
        t.expect(meet == overlap(b, a), "%s %s: overlap %d but not turned round", name(a), name(b), meet);
        t.expect(turned.within(a, b, std::fabs(d - double(back.distance)), s),
                 "%s %s: %.17g, turned round %.17g", name(a), name(b), d, double(back.distance));
        const double off = std::max({distance(c.point_a, a), distance(c.point_b, b),
                                     distance(back.point_b, a), distance(back.point_a, b)});
        t.expect(points.within(a, b, off, s), "%s %s: points off by %g", name(a), name(b), off);
        t.expect(between.within(a, b, std::fabs(length(flr_sub3(c.point_a, c.point_b)) - d), s),
                 "%s %s: points %.17g apart, distance %.17g", name(a), name(b),
                 length(flr_sub3(c.point_a, c.point_b)), d);
    });
    t.expect(yes > 3 * all / 10 && yes < 7 * all / 10, "%ld of %ld meet", yes, all);
    for (const worst_of_both *w : {&turned, &points, &between}) w->hold(t);
}

/// Pushed until they all but touch, where a rounding decides, and turned round: the same yes or no from every question,
/// and the same distance to the last bit.
void all_but_touching(tally &t)
{
    long yes = 0, all = 0;
    pairs_up_to(9, 24, FLR_SHAPE3_COMPOUND, true, [&](random_source &r, const held &a, const held &b) {
        if (unbounded(a) || unbounded(b)) return;
        const flr_vec3 way = r.point(-1, 1);
        const int roundings = r.whole(-4, 4);
        const held apart = shifted(b, times(6 / length(way), way));
        const flr_closest3 c = closest(a, apart);
        const held near = shifted(apart, times(1 + roundings * ulp, flr_sub3(c.point_a, c.point_b)));
        const bool meet = overlap(a, near);
        const double d = distance(a, near), back = distance(near, a);
        ++all, yes += meet;
        t.expect(meet == overlap(near, a), "%s %s: overlap %d but not turned round", name(a), name(b), meet);
        t.expect(meet == (d == 0) && meet == (back == 0), "%s %s: overlap %d, distances %g and %g", name(a),
                 name(b), meet, d, back);
        t.expect(d == back, "%s %s: %.17g, turned round %.17g", name(a), name(b), d, back);
    });
    t.expect(10 * yes > 3 * all && 10 * yes < 7 * all, "%ld of %ld touch", yes, all);
}

bool concave_or_mesh(const held &h)
{
    flr_convex3 c;
    return !flr_convex3_shape(&h.shape, &c) && !unbounded(h);
}

/// Overlapping pairs whose depth is searched for, to a part in 1000 as feeler/any3.h says. Those with a mesh take too
/// long for thousands of pairs, and have tests of their own.
bool searched(const held &a, const held &b)
{
    return (concave_or_mesh(a) || concave_or_mesh(b)) && !(unbounded(a) && plain(a)) &&
           !(unbounded(b) && plain(b)) && overlap(a, b);
}

bool ellipsoid(const held &h) { return h.shape.kind == FLR_SHAPE3_ELLIPSOID; }
bool compound(const held &h) { return h.shape.kind == FLR_SHAPE3_COMPOUND; }
bool mesh(const held &h) { return h.shape.kind == FLR_SHAPE3_MESH; }

void carried_along(tally &t)
{
    long sampled = 0;
    worst_of_both distances("distance carried along", 1.55, real_choose(1.7e-16, 4.4e-8)),
        depths("signed distance carried along", 1.55, real_choose(6.2e-16, 4.8e-8));
    worst_of found = {"depth searched for, carried along, of itself", real_choose(3.4e-14, 0.00065)};
    every_pair(2, 40, [&](random_source &r, const held &a, const held &b) {
        similarity m;
        m.scale = std::pow(10, r.between(-3, 3));
        m.rotation = any3::axes(r);
        const double away = r.whole(0, 1) ? (single ? 100 * m.scale : 1e6) : 0;
        m.shift = r.point(-away, away);
        held x = carried(a, m), y = carried(b, m);
        flr_closest3 c = closest(a, b), n = closest(x, y);
        const double s = size_with(c) * m.scale + 3 * away;
        // each coordinate of what was carried is rounded a few times before the library sees it
        t.expect(distances.within(a, b, std::fabs(double(c.distance) * m.scale - double(n.distance)), s),
                 "%s %s: %.17g times %g, carried %.17g", name(a), name(b), double(c.distance), m.scale,
                 double(n.distance));
        const bool search = searched(a, b);
        if (search && (mesh(a) || mesh(b) || ++sampled % 10)) return;
        flr_signed_distance3_result p{}, q{};
        flr_status one = flr_signed_distance3(&a.shape, &b.shape, &p),
                   two = flr_signed_distance3(&x.shape, &y.shape, &q);
        if (search && (one == FLR_NOT_CONVERGED || two == FLR_NOT_CONVERGED)) return;
        t.expect(p.inseparable == q.inseparable, "%s %s: inseparable %d, carried %d", name(a), name(b),
                 p.inseparable, q.inseparable);
        const double off = std::fabs(double(p.signed_distance) * m.scale - double(q.signed_distance));
        t.expect(search ? found.within(off / (std::fabs(double(p.signed_distance)) * m.scale + 1e-3 * s))
                        : depths.within(a, b, off, s),
                 "%s %s: signed %.17g times %g, carried %.17g", name(a), name(b), double(p.signed_distance),
                 m.scale, double(q.signed_distance));
    });
    distances.hold(t), depths.hold(t), found.hold(t);
}

void radius_only_adds(tally &t)
{
    long yes = 0, all = 0;
    worst_of_both less("distance less a radius", real_choose(1.1, 0.8), real_choose(2.8e-16, 3e-8));
    every_pair(3, 40, [&](random_source &r, const held &a, const held &b) {
        held x = a;
        const double g = r.between(0, 1);
        if (!grow(x, g)) return;
        flr_closest3 c = closest(a, b);
        const double d = double(c.distance), grown = distance(x, b);
        ++all, yes += grown == 0;
        t.expect(less.within(a, b, std::fabs(std::max(0.0, d - g) - grown), size_with(c)),
                 "%s %s: %.17g less %g is %.17g", name(a), name(b), d, g, grown);
        t.expect(d > 0 || grown == 0, "%s %s: overlap vanished", name(a), name(b));
    });
    t.expect(yes > 3 * all / 10 && yes < 7 * all / 10, "%ld of %ld meet when grown", yes, all);
    less.hold(t);
}

void pushed(tally &t)
{
    long sampled = 0, deep = 0, apart = 0, all = 0, bounds = 0;
    worst_of unit = {"length of a normal, roundings", real_choose(2.8, 2.6)},
             found = {"depth searched for, points and turned round, of itself", real_choose(3.9e-15, 1.4e-6)};
    worst_of_both along("from point to point along the normal", real_choose(1.4, 1.3),
                        real_choose(1.6e-16, 2.7e-8)),
        signed_apart("signed distance and distance", exact_answers, exact_answers),
        touch("pushed to touch, apart", real_choose(1, 1.1), real_choose(4.5e-15, 4.1e-8)),
        turned("signed distance turned round", exact_answers, exact_answers);
    every_pair(4, 40, [&](random_source &, const held &a, const held &b) {
        const bool search = searched(a, b);
        if (search && (mesh(a) || mesh(b) || ++sampled % 10)) return;
        flr_signed_distance3_result p{};
        flr_status status = flr_signed_distance3(&a.shape, &b.shape, &p);
        ++all;
        if (status == FLR_NOT_CONVERGED && (search || curved(a) || curved(b))) {
            ++bounds;  // the depth is a bound only
            return;
        }
        must(status, "flr_signed_distance3");
        flr_closest3 c = closest(a, b);
        const double e = 2 * error(a, b, size_with(c)), d = double(p.signed_distance);
        if (p.inseparable) {
            t.expect(c.distance == 0 && (unbounded(a) || unbounded(b)), "%s %s: inseparable", name(a),
                     name(b));
            return;
        }
        t.expect(unit.within(off_unit(p.normal)), "%s %s: normal of %.17g", name(a), name(b),
                 length(p.normal));
        const double s = size_with(c),
                     aside = length(flr_sub3(flr_sub3(p.point_b, p.point_a), times(d, p.normal)));
        t.expect(search ? found.within(aside / (std::fabs(d) + 1e-3 * s)) : along.within(a, b, aside, s),
                 "%s %s: the points are not %g along the normal, by %g", name(a), name(b), d, aside);
        auto push = [&](double by) { return shifted(b, times(by, p.normal)); };
        if (c.distance > 0) {
            ++apart;
            const double eps = std::max(8 * e, single ? 2e-5 : 1e-7);
            t.expect(signed_apart.within(a, b, std::fabs(d - double(c.distance)), s),
                     "%s %s: signed %.17g, distance %.17g", name(a), name(b), d, double(c.distance));
            t.expect(touch.within(a, b, distance(a, push(-d)), s), "%s %s: pushed to touch, %g apart",
                     name(a), name(b), distance(a, push(-d)));
            if (d > 2 * eps)
                t.expect(!overlap(a, push(eps - d)), "%s %s: overlap before they touch", name(a), name(b));
            // what has a round or flat side there is entered
            bool round = a.shape.kind == FLR_SHAPE3_SPHERE || a.shape.kind == FLR_SHAPE3_CAPSULE ||
                         a.shape.kind == FLR_SHAPE3_HALFSPACE;
            if (round) t.expect(overlap(a, push(-d - eps)), "%s %s: no overlap past touch", name(a), name(b));
        } else {
            ++deep;
            // to 1e-6 of the size where a core is curved
            const double eps = std::max(8 * e, curved(a) || curved(b) ? (single ? 4e-6 : 2e-6) * size
                                                                      : (single ? 2e-5 : 1e-7));
            bool parted = !overlap(a, push(eps - d));
            // a union may touch on several sides then: a small step aside of all of them
            if (compound(a) || compound(b))
                for (int k = 0; k < 600 && !parted; ++k) {
                    const double u = k % 30 * M_PI / 15, w = 2 * (k / 30 + 0.5) / 20 - 1,
                                 v = std::sqrt(1 - w * w);
                    flr_vec3 way = vec(v * std::cos(u), v * std::sin(u), w);
                    parted = !overlap(a, shifted(push(-d), times(64 * eps, way)));
                }
            t.expect(parted, "%s %s: depth %.17g does not part them", name(a), name(b), -d);
            const double shorter = search ? eps - 2e-3 * d : eps;
            if (-d > 2 * shorter)
                t.expect(overlap(a, push(-d - shorter)), "%s %s: parted before the depth %.17g", name(a),
                         name(b), -d);
        }
        flr_signed_distance3_result q{};
        status = flr_signed_distance3(&b.shape, &a.shape, &q);
        if (search && status == FLR_NOT_CONVERGED) return;
        must(status, "flr_signed_distance3 turned round");
        const double off = std::fabs(d - double(q.signed_distance));
        t.expect(search ? found.within(off / (std::fabs(d) + 1e-3 * s)) : turned.within(a, b, off, s),
                 "%s %s: %.17g, turned round %.17g", name(a), name(b), d, double(q.signed_distance));
        if (d > 0.01)
            t.expect(length(flr_add3(p.normal, q.normal)) <= 4 * std::sqrt(e / d),
                     "%s %s: normals differ by %g", name(a), name(b), length(flr_add3(p.normal, q.normal)));
    });
    t.expect(deep > scenes(200) && apart > scenes(200) && bounds < all / 500,
             "%ld deep, %ld apart, %ld bounds", deep, apart, bounds);
    unit.hold(t), found.hold(t);
    for (const worst_of_both *w : {&along, &signed_apart, &touch, &turned}) w->hold(t);
}

void contacts(tally &t)
{
    long yes = 0, all = 0, unproved = 0;
    worst_of_both depth("depth of a contact beside the signed distance", real_choose(6.5, 2.2),
                        real_choose(3.3e-16, 3.4e-9)),
        place("deepest point farther off than half its depth", real_choose(25, 1.6),
              real_choose(2.6e-16, 1.7e-7));
    worst_of wide = {"other points farther off than half their depth, of the size",
                     real_choose(7e-15, 2.4e-7)};
    every_pair(5, 6, [&](random_source &, const held &a, const held &b) {
        flr_contact3_options o{};
        o.margin = flr_real(0.3);
        flr_manifold3 m{};
        flr_status status = flr_contact3(&a.shape, &b.shape, &o, &m);
        if (status == FLR_NOT_CONVERGED && searched(a, b)) return;
        if (status == FLR_NOT_CONVERGED && (ellipsoid(a) || ellipsoid(b)) && ++unproved <= 2) return;
        must(status, "flr_contact3");
        flr_closest3 c = closest(a, b);
        const double d = double(c.distance);
        const double e = 4 * error(a, b, size_with(c));
        ++all, yes += m.count > 0;
        if (m.inseparable) {
            t.expect(d == 0 && m.count == 0, "%s %s: inseparable at %g", name(a), name(b), d);
            return;
        }
        if (d == 0) t.expect(m.count > 0, "%s %s: overlap without a point", name(a), name(b));
        if (std::fabs(d - 0.3) > e)
            t.expect((m.count > 0) == (d < 0.3), "%s %s: %d points at %g", name(a), name(b), m.count, d);
        if (m.count == 0) return;
        double deepest = -1;
        for (int i = 0; i < m.count; ++i) deepest = std::max(deepest, double(m.points[i].depth));
        const bool own_rule = d == 0 && (concave_or_mesh(a) || concave_or_mesh(b));
        flr_signed_distance3_result p{};
        if (!own_rule && flr_signed_distance3(&a.shape, &b.shape, &p) == FLR_OK)
            t.expect(depth.within(a, b, std::fabs(deepest + double(p.signed_distance)), size_with(c)),
                     "%s %s: depth %.17g, signed distance %.17g", name(a), name(b), deepest,
                     double(p.signed_distance));
        for (int i = 0; i < m.count && !own_rule; ++i) {
            flr_vec3 at = m.points[i].position;
            const double half = std::fabs(double(m.points[i].depth)) / 2;
            const double off = std::max(distance(at, a), distance(at, b)) - half;
            // Edges that nearly lie along one another count as parallel: a point beside the deepest may lie off
            // one of them by that angle.
            const bool beside = double(m.points[i].depth) < deepest;
            const double s = size_with(c) + reach(at);
            t.expect(beside ? wide.within(off / s) : place.within(a, b, off, s),
                     "%s %s: point %d of depth %g lies %g farther off than half of it", name(a), name(b), i,
                     double(m.points[i].depth), off);
        }
    });
    t.expect(yes > 3 * all / 10 && yes < 7 * all / 10, "%ld of %ld have points", yes, all);
    depth.hold(t), place.hold(t), wide.hold(t);
}

/// A plate inside of a box that is a surface only, near its floor: the wall on its other side, at 0.923 along the
/// normal, is no contact.
void between_two_walls(tally &t)
{
    held mesh = any3::mesh(moved(scaled(box(vec(-1, -1, -1), vec(1, 1, 1)), 1, 0.5, 1), 0, 0.5, 0), false);
    held plate = any3::of_kind(FLR_SHAPE3_RECTANGLE);
    plate.shape.as.rectangle = {vec(0, 0.5, 0), vec(0.28, 0.96, 0), vec(0, 0, 1), flr_real(0.43),
                                flr_real(0.3)};
    worst_of depth = {"depth of a plate in a box", real_choose(6e-17, 5e-8)};
    for (double tilt = 0.1; tilt < 3; tilt += 0.1) {
        flr_rectangle3 &q = plate.shape.as.rectangle;
        q.axis_x = vec(std::cos(tilt), std::sin(tilt), 0);
        for (double y = 0.05; y < 1; y += 0.05) {
            q.center.y = flr_real(y);
            flr_contact3_options o{};
            o.margin = flr_real(0.3);
            flr_manifold3 m{};
            const flr_status status = flr_contact3(&plate.shape, &mesh.shape, &o, &m);
            const double d = distance(plate, mesh);
            if (status != FLR_NOT_CONVERGED || d > 0) must(status, "flr_contact3");
            double deepest = -1;
            for (int i = 0; i < m.count; ++i) deepest = std::max(deepest, double(m.points[i].depth));
            if (d > 0 && d < 0.3)
                t.expect(depth.within(std::fabs(deepest + d)), "%g %g: %g apart, depth %g", tilt, y, d,
                         deepest);
        }
    }
    depth.hold(t);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(one_answer), FEELER_TEST(all_but_touching), FEELER_TEST(carried_along),
             FEELER_TEST(radius_only_adds), FEELER_TEST(pushed), FEELER_TEST(contacts),
             FEELER_TEST(between_two_walls))

}  // namespace TEST_FILE
