// Shapes with a rounding: boxes against distances in long double, rays and motions against the surface that is meant, and what must
// hold between the answers for a shape and for the same one grown.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "any/any3_stock.hpp"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

using any3::held;
using any3::length;

flr_vec3 vec(double x, double y, double z) { return flr_vec3_make(flr_real(x), flr_real(y), flr_real(z)); }
flr_shape3_kind kind(int k) { return static_cast<flr_shape3_kind>(k); }
const flr_real *numbers(const flr_vec3 &v) { return &v.x; }

held cuboid(flr_vec3 low, flr_vec3 high, double rounding)
{
    held h = any3::of_kind(FLR_SHAPE3_AABB);
    h.shape.as.aabb = {low, high};
    h.shape.rounding = flr_real(rounding);
    return h;
}

held point_at(flr_vec3 p)
{
    held h = any3::of_kind(FLR_SHAPE3_POINT);
    h.shape.as.point = p;
    return h;
}

bool takes_rounding(const held &h)
{
    flr_convex3 c;
    return flr_convex3_shape(&h.shape, &c);
}

held rounded(held h, double by)
{
    h.shape.rounding = flr_real(by);
    return h;
}

/// From box to box, without the radii around them.
long double gap(const flr_aabb3 &a, const flr_aabb3 &b)
{
    long double square = 0;
    for (int k = 0; k < 3; ++k) {
        const long double low = (long double)numbers(a.min)[k] - numbers(b.max)[k],
                          high = (long double)numbers(b.min)[k] - numbers(a.max)[k],
                          way = std::max(low, high);
        if (way > 0) square += way * way;
    }
    return std::sqrt(square);
}

double distance(const held &a, const held &b)
{
    flr_closest3 c{};
    must(flr_distance3(&a.shape, &b.shape, &c), "flr_distance3");
    return double(c.distance);
}

bool overlap(const held &a, const held &b)
{
    bool yes = false;
    must(flr_overlap3(&a.shape, &b.shape, &yes), "flr_overlap3");
    return yes;
}

/// Two boxes with roundings: the distance, and the depth where only the roundings meet, by definition.
void boxes(tally &t)
{
    random_source r{2101};
    worst_of apart{"distance of rounded boxes, roundings of the size", real_choose(1.3, 1.3)},
        deep{"depth of rounded boxes, roundings of the size", real_choose(1.3, 1.3)};
    long yes = 0, all = 0;
    for (int i = 0; i < scenes(20000); ++i) {
        const double scale = i % 4 == 0 ? std::pow(10, r.between(-6, 6)) : 1;
        const flr_vec3 p = r.point(-1.5 * scale, 1.5 * scale), e = r.point(0, 2 * scale),
                       q = r.point(-1.5 * scale, 1.5 * scale), f = r.point(0, 2 * scale);
        const double by_a = r.between(0, scale), by_b = i % 3 ? r.between(0, scale) : 0;
        held a = cuboid(p, flr_add3(p, e), by_a), b = cuboid(q, flr_add3(q, f), by_b);
        const long double cores = gap(a.shape.as.aabb, b.shape.as.aabb),
                          truth = cores - a.shape.rounding - b.shape.rounding;
        const double size = 10 * scale, slack = 8 * real_epsilon * size;
        const double d = distance(a, b);
        ++all, yes += truth < 0;
        t.expect(apart.within(std::fabs(d - double(std::max(truth, 0.0L))) / size / real_rounding),
                 "%.17g, not %.17g", d, double(truth));
        if (std::fabs(double(truth)) > slack)
            t.expect(overlap(a, b) == (truth < 0), "overlap at %g", double(truth));
        flr_signed_distance3_result s{};
        must(flr_signed_distance3(&a.shape, &b.shape, &s), "flr_signed_distance3");
        if (d > 0) t.expect(s.signed_distance == flr_real(d), "signed distance of what is apart");
        if (cores > slack)
            t.expect(deep.within(std::fabs(double(s.signed_distance) - double(truth)) / size / real_rounding),
                     "signed distance %.17g, not %.17g", double(s.signed_distance), double(truth));
        flr_contact3_options o{};
        flr_manifold3 m{};
        must(flr_contact3(&a.shape, &b.shape, &o, &m), "flr_contact3");
        t.expect((m.count > 0) == (d == 0), "%d points at %g", m.count, d);
        double most = -1e300;
        for (int k = 0; k < m.count; ++k) most = std::max(most, double(m.points[k].depth));
        if (m.count > 0)
            t.expect(std::fabs(most + double(s.signed_distance)) <= slack, "depth %.17g, not %.17g", most,
                     -double(s.signed_distance));
    }
    t.expect(10 * yes > 3 * all && 10 * yes < 7 * all, "%ld of %ld meet", yes, all);
    apart.hold(t), deep.hold(t);
}

/// A point, a segment, a ball and a capsule with a rounding are balls and capsules.
void as_balls(tally &t)
{
    random_source r{2102};
    for (int i = 0; i < scenes(4000); ++i) {
        const flr_vec3 p = r.point(-2, 2), q = r.point(-2, 2);
        const flr_real own = i % 2 ? flr_real(r.between(0, 1)) : 0, by = flr_real(r.between(0.1, 1));
        held ball = any3::of_kind(FLR_SHAPE3_SPHERE), pill = any3::of_kind(FLR_SHAPE3_CAPSULE), x = ball,
             y = pill;
        ball.shape.as.sphere = {p, own + by};
        pill.shape.as.capsule = {p, q, own + by};
        if (own > 0) {
            x.shape.as.sphere = {p, own};
            y.shape.as.capsule = {p, q, own};
        } else {
            x = point_at(p);
            y = any3::of_kind(FLR_SHAPE3_SEGMENT);
            y.shape.as.segment = {p, q};
        }
        x.shape.rounding = y.shape.rounding = by;
        const held other = any3::random_shape(r, kind(i % FLR_SHAPE3_MESH), r.point(-1, 1), 1, false);
        for (auto &both : {std::make_pair(&x, &ball), std::make_pair(&y, &pill)}) {
            flr_closest3 c{}, d{};
            must(flr_distance3(&both.first->shape, &other.shape, &c), "distance");
            must(flr_distance3(&both.second->shape, &other.shape, &d), "distance");
            t.expect(std::memcmp(&c, &d, sizeof c) == 0, "%.17g, not %.17g", double(c.distance),
                     double(d.distance));
        }
    }
}

/// Any kind against any: less far by the rounding, deeper by it, and one answer from every question, whichever comes first.
void grown(tally &t)
{
    random_source r{2103};
    worst_of less{"distance less the roundings, of the size", real_choose(4.6e-16, 1e-7)},
        deeper{"depth and the roundings, of the size", real_choose(1.5e-16, 1e-6)};
    long yes = 0, all = 0;
    for (int i = 0; i < scenes(20); ++i)
        for (int ka = 0; ka < FLR_SHAPE3_COUNT; ++ka)
            for (int kb = 0; kb < FLR_SHAPE3_COUNT; ++kb) {
                const any3::own_numbers own(r, ka, kb);
                const bool concave = r.whole(0, 1) == 1;
                held a = any3::random_shape(r, kind(ka), r.point(-1, 1), 1, false),
                     b = any3::random_shape(r, kind(kb), r.point(-1, 1), 1, concave);
                const double by_a = r.between(0.01, 0.4), by_b = r.between(0.01, 0.4);
                const bool both = takes_rounding(b);
                if (!takes_rounding(a)) continue;
                const held x = rounded(a, by_a), y = both ? rounded(b, by_b) : b;
                const double sum = double(x.shape.rounding) + double(y.shape.rounding), d = distance(a, b),
                             e = distance(x, y);
                const char *p = flr_shape3_name(a.shape.kind), *q = flr_shape3_name(b.shape.kind);
                ++all, yes += e == 0;
                t.expect(less.within(std::fabs(std::max(d - sum, 0.0) - e) / 8),
                         "%s %s: %.17g less %g is %.17g", p, q, d, sum, e);
                t.expect(overlap(x, y) == (e == 0), "%s %s: overlap at %g", p, q, e);
                flr_closest3 one{}, two{};
                must(flr_distance3(&x.shape, &y.shape, &one), "distance");
                must(flr_distance3(&y.shape, &x.shape, &two), "distance");
                std::swap(two.point_a, two.point_b);
                t.expect(std::memcmp(&one, &two, sizeof one) == 0, "%s %s: not mirrored", p, q);
                flr_signed_distance3_result s{}, plain{};
                const flr_status status = flr_signed_distance3(&x.shape, &y.shape, &s);
                if (!both && status == FLR_NOT_CONVERGED) continue;
                // of ellipsoids the depth may be a bound
                if (status == FLR_NOT_CONVERGED && (ka == FLR_SHAPE3_ELLIPSOID || kb == FLR_SHAPE3_ELLIPSOID))
                    continue;
                must(status, "flr_signed_distance3");
                if (e > 0)
                    t.expect(s.signed_distance == flr_real(e), "%s %s: signed distance of what is apart", p,
                             q);
                flr_contact3_options o{};
                o.margin = flr_real(e);
                flr_manifold3 m{};
                const flr_status met = flr_contact3(&x.shape, &y.shape, &o, &m);
                // the depth in a surface may not be proved
                const bool good =
                    met == FLR_OK || (met == FLR_NOT_CONVERGED && e == 0 && kb == FLR_SHAPE3_MESH);
                t.expect(good && (m.count > 0 || m.inseparable),
                         "%s %s: no contact at a margin of the distance", p, q);
                if (d > 0 || !both) continue;
                // cores that meet: the rounding is all that is added
                if (flr_signed_distance3(&a.shape, &b.shape, &plain) == FLR_NOT_CONVERGED &&
                    (ka == FLR_SHAPE3_ELLIPSOID || kb == FLR_SHAPE3_ELLIPSOID))
                    continue;
                t.expect(deeper.within(
                             std::fabs(double(plain.signed_distance) - sum - double(s.signed_distance)) / 8),
                         "%s %s: %.17g and %g is %.17g", p, q, double(plain.signed_distance), sum,
                         double(s.signed_distance));
            }
    t.expect(10 * yes > 3 * all && 10 * yes < 8 * all, "%ld of %ld meet", yes, all);
    less.hold(t), deeper.hold(t);
}

/// How far a point is from a box, in long double.
long double off(flr_vec3 p, const flr_aabb3 &b) { return gap({p, p}, b); }

/// A ray hits where the box is its rounding away, and nowhere before.
void rays(tally &t)
{
    random_source r{2104};
    worst_of off_surface{"hit of a ray off a rounded box, roundings of the size", real_choose(0.55, 0.55)};
    long hits = 0, all = 0;
    for (int i = 0; i < scenes(6000); ++i) {
        const flr_vec3 p = r.point(-1, 0), e = r.point(0, 1.5), origin = r.point(-4, 4),
                       target = r.point(-1.2, 1.2);
        held b = cuboid(p, flr_add3(p, e), r.between(0.05, 0.8));
        const flr_ray3 ray = {origin, flr_sub3(target, origin)};
        const flr_raycast3_path path = flr_raycast3_path_ray(&ray);
        flr_raycast3_result hit{};
        must(flr_raycast3(&path, &b.shape, &hit), "flr_raycast3");
        const long double by = b.shape.rounding;
        ++all, hits += hit.hit;
        const bool inside = off(origin, b.shape.as.aabb) < by;
        t.expect(hit.inside == inside, "inside %d", hit.inside);
        if (hit.hit && !hit.inside) {
            t.expect(off_surface.within(std::fabs(double(off(hit.point, b.shape.as.aabb) - by)) / 8 /
                                        real_rounding),
                     "hit %g off the surface", double(off(hit.point, b.shape.as.aabb) - by));
            t.expect(std::fabs(length(hit.normal) - 1) < 8 * real_epsilon, "normal of %g",
                     length(hit.normal));
            // the surface is as far along the normal again
            const flr_vec3 out = flr_mul_add3(hit.point, flr_real(0.25), hit.normal);
            t.expect(std::fabs(double(off(out, b.shape.as.aabb) - by) - 0.25) < real_choose(1e-7, 2e-3),
                     "normal askew");
        }
        const double end = hit.hit ? double(hit.t) * (1 - real_choose(1e-6, 1e-3)) : 4;
        for (int k = 0; k < 64 && !hit.inside; ++k) {
            const flr_vec3 q = flr_mul_add3(origin, flr_real(end * k / 64), ray.direction);
            t.expect(off(q, b.shape.as.aabb) > by - 1e-6L, "a hit before %g", end);
        }
    }
    t.expect(10 * hits > 3 * all && 10 * hits < 8 * all, "%ld of %ld hit", hits, all);
    off_surface.hold(t);
}

/// Boxes that move straight, by both questions, touch where they are their roundings apart.
void motions(tally &t)
{
    random_source r{2105};
    worst_of off_touch{"first touch of rounded boxes, roundings of the size", real_choose(4.6, 4.6)};
    long hits = 0, all = 0;
    for (int i = 0; i < scenes(3000); ++i) {
        const flr_vec3 p = r.point(-1, 0), e = r.point(0.1, 1.5), q = r.point(-4, 4), f = r.point(0.1, 1.5),
                       target = r.point(-1.5, 1.5), motion = flr_scale3(flr_real(1.5), flr_sub3(target, q));
        const double by_a = r.between(0, 0.5), by_b = r.between(0.05, 0.5);
        held a = cuboid(q, flr_add3(q, f), by_a), b = cuboid(p, flr_add3(p, e), by_b);
        const long double sum = (long double)a.shape.rounding + b.shape.rounding;
        flr_sweep3_result w{};
        t.expect(flr_sweep3(&a.shape, motion, &b.shape, &w) == FLR_OK, "no sweep");
        flr_path3 still = flr_path3_still(flr_pose3_identity()), path = still;
        path.to.position = motion;
        flr_toi3_result toi{};
        t.expect(flr_toi3(&a.shape, &path, &b.shape, &still, nullptr, &toi) == FLR_OK, "no time of impact");
        auto at = [&](double s) {
            flr_aabb3 m = a.shape.as.aabb;
            const flr_vec3 by = flr_scale3(flr_real(s), motion);
            m.min = flr_add3(m.min, by), m.max = flr_add3(m.max, by);
            return double(gap(m, b.shape.as.aabb) - sum);
        };
        ++all, hits += w.hit;
        const bool start = at(0) < 0;
        t.expect(w.overlap_at_start == start, "at the start %g", at(0));
        double least = at(0);
        for (int k = 1; k <= 200; ++k) least = std::min(least, at(k / 200.0));
        if (least < -1e-3) t.expect(w.hit && toi.hit, "no hit, but %g apart", least);
        if (w.hit && !start) {
            t.expect(off_touch.within(std::fabs(at(double(w.t))) / 8 / real_rounding),
                     "%g apart at the touch", at(double(w.t)));
            t.expect(std::fabs(at(double(toi.t))) < real_choose(1e-5, 1e-3) &&
                         toi.t <= w.t + real_choose(1e-10, 1e-4),
                     "time of impact %.17g, %g apart; shape cast %.17g", double(toi.t), at(double(toi.t)),
                     double(w.t));
            const double touched = double(off(w.point, b.shape.as.aabb) - b.shape.rounding);
            t.expect(std::fabs(touched) < real_choose(1e-6, 1e-3), "point off by %g", touched);
        }
    }
    t.expect(10 * hits > 3 * all && 10 * hits < 9 * all, "%ld of %ld hit", hits, all);
    off_touch.hold(t);
}

/// Bounds and sides of planes, by definition.
void bounds_and_sides(tally &t)
{
    random_source r{2106};
    long cut = 0, all = 0;
    for (int i = 0; i < scenes(4000); ++i) {
        const held a = any3::random_shape(r, kind(i % FLR_SHAPE3_CONVEX), r.point(-1, 1), 1, false);
        const flr_vec3 normal = r.point(-1, 1), through = r.point(-2.5, 2.5);
        const double by = r.between(0.05, 0.5);
        if (!takes_rounding(a)) continue;
        const held x = rounded(a, by);
        flr_aabb3 own{}, around{};
        must(flr_bounds3(&a.shape, &own), "bounds");
        must(flr_bounds3(&x.shape, &around), "bounds");
        const double g = double(x.shape.rounding);
        for (int k = 0; k < 3; ++k) {
            t.expect(numbers(around.min)[k] == numbers(own.min)[k] - flr_real(g), "low side");
            t.expect(numbers(around.max)[k] == numbers(own.max)[k] + flr_real(g), "high side");
        }
        held flat = any3::of_kind(FLR_SHAPE3_PLANE);
        flat.shape.as.plane = {normal, flr_dot3(normal, through)};
        int side = 9, before = 9;
        must(flr_classify3(&flat.shape.as.plane, &x.shape, &side), "side");
        must(flr_classify3(&flat.shape.as.plane, &a.shape, &before), "side");
        const double d = distance(a, flat);
        ++all, cut += side == 0;
        if (std::fabs(d - g) > 32 * real_epsilon * 8)
            t.expect(side == (d > g ? before : 0), "%s: side %d at %g, rounded by %g",
                     flr_shape3_name(a.shape.kind), side, d, g);
    }
    t.expect(10 * cut > 3 * all && 10 * cut < 7 * all, "%ld of %ld cross", cut, all);
}

/// Within a compound, nested and not, a rounded shape answers as it does alone.
void in_compounds(tally &t)
{
    random_source r{2107};
    for (int i = 0; i < scenes(1500); ++i) {
        const int k = i % FLR_SHAPE3_MESH;
        held a = any3::random_shape(r, kind(k), r.point(-1, 1), 1, false);
        const held far = cuboid(vec(40, 40, 40), vec(41, 41, 41), 0.25);
        const double by = r.between(0.05, 0.5);
        const held other =
            any3::random_shape(r, kind(i % 7 ? FLR_SHAPE3_BOX : FLR_SHAPE3_MESH), r.point(-2, 2), 1, false);
        const flr_vec3 from = r.point(-4, 4), to = r.point(-1, 1);
        if (!takes_rounding(a)) continue;
        a = rounded(a, by);
        const held all = any3::compound({far, any3::compound({a, far})});
        t.expect(distance(all, other) == distance(a, other), "%s: distance", flr_shape3_name(kind(k)));
        t.expect(overlap(all, other) == overlap(a, other), "%s: overlap", flr_shape3_name(kind(k)));
        const flr_ray3 ray = {from, flr_sub3(to, from)};
        const flr_raycast3_path path = flr_raycast3_path_ray(&ray);
        flr_raycast3_result h{}, g{};
        must(flr_raycast3(&path, &all.shape, &h), "ray");
        must(flr_raycast3(&path, &a.shape, &g), "ray");
        t.expect(h.hit == g.hit && h.t == g.t, "%s: ray %g, not %g", flr_shape3_name(kind(k)), double(h.t),
                 double(g.t));
        flr_sweep3_result w{}, v{};
        const flr_vec3 motion = flr_sub3(to, from);
        t.expect(flr_sweep3(&other.shape, motion, &all.shape, &w) ==
                     flr_sweep3(&other.shape, motion, &a.shape, &v),
                 "sweep");
        t.expect(w.hit == v.hit && w.t == v.t, "%s: sweep %g, not %g", flr_shape3_name(kind(k)), double(w.t),
                 double(v.t));
        flr_path3 still = flr_path3_still(flr_pose3_identity()), going = still;
        going.to.position = motion;
        flr_toi3_result toi{}, one{};
        (void)flr_toi3(&other.shape, &going, &all.shape, &still, nullptr, &toi);
        (void)flr_toi3(&other.shape, &going, &a.shape, &still, nullptr, &one);
        t.expect(toi.hit == one.hit && std::fabs(double(toi.t) - double(one.t)) < real_choose(1e-9, 1e-4),
                 "%s: time of impact %g, not %g", flr_shape3_name(kind(k)), double(toi.t), double(one.t));
        const flr_plane3 plane = {vec(0.6, 0, 0.8), flr_real(0.5)};
        held near = any3::compound({a, a});
        int side = 9, alone = 9;
        must(flr_classify3(&plane, &near.shape, &side), "side");
        must(flr_classify3(&plane, &a.shape, &alone), "side");
        t.expect(side == alone, "%s: side %d, not %d", flr_shape3_name(kind(k)), side, alone);
        flr_aabb3 around{}, own{};
        must(flr_bounds3(&near.shape, &around), "bounds");
        must(flr_bounds3(&a.shape, &own), "bounds");
        t.expect(std::memcmp(&around, &own, sizeof own) == 0, "%s: bounds", flr_shape3_name(kind(k)));
        held flat = any3::of_kind(FLR_SHAPE3_HALFSPACE);
        flat.shape.as.plane = plane;
        flr_signed_distance3_result p{}, q{};
        must(flr_signed_distance3(&near.shape, &flat.shape, &p), "signed");
        must(flr_signed_distance3(&a.shape, &flat.shape, &q), "signed");
        t.expect(p.signed_distance == q.signed_distance, "%s: signed distance %.17g, not %.17g",
                 flr_shape3_name(kind(k)), double(p.signed_distance), double(q.signed_distance));
        flr_contact3_options o{};
        flr_manifold3 m{};
        must(flr_contact3(&near.shape, &flat.shape, &o, &m), "contact");
        t.expect((m.count > 0) == (q.signed_distance <= 0), "%s: %d points", flr_shape3_name(kind(k)),
                 m.count);
    }
}

/// Far from the usual sizes the distance is rounded by what the size is.
void any_size(tally &t)
{
    const double huge = real_choose(0x1p900, 0x1p110), tiny = real_choose(0x1p-900, 0x1p-110);
    for (double s : {huge, tiny}) {
        const held a = cuboid(vec(-s, -s, -s), vec(s, s, s), s / 4),
                   b = cuboid(vec(3 * s, -s, -s), vec(4 * s, s, s), s / 2);
        const held all = any3::compound({cuboid(vec(-9 * s, -s, -s), vec(-8 * s, s, s), s / 8), a});
        t.expect(std::fabs(distance(a, b) / s - 1.25) < 16 * real_epsilon, "%g, not 1.25",
                 distance(a, b) / s);
        t.expect(std::fabs(distance(all, b) / s - 1.25) < 16 * real_epsilon, "%g, not 1.25",
                 distance(all, b) / s);
        t.expect(!overlap(all, b) && !overlap(a, b), "they overlap");
        const held c = cuboid(vec(1.5 * s, -s, -s), vec(4 * s, s, s), s / 2);
        flr_signed_distance3_result r{};
        must(flr_signed_distance3(&a.shape, &c.shape, &r), "signed distance");
        t.expect(std::fabs(double(r.signed_distance) / s + 0.25) < 16 * real_epsilon, "%g, not -0.25",
                 double(r.signed_distance) / s);
        t.expect(overlap(a, c) && overlap(all, c), "no overlap");
    }
}

/// What cannot be rounded, and roundings that are none, are refused by every question.
void refused(tally &t)
{
    random_source r{2108};
    const held other = point_at(vec(5, 5, 5));
    auto all = [&](const held &h, flr_status expected) {
        flr_closest3 c{};
        bool yes = false;
        flr_signed_distance3_result s{};
        flr_contact3_options o{};
        flr_manifold3 m{};
        flr_aabb3 b{};
        int side = 0;
        flr_convex3 core;
        flr_sweep3_result w{};
        flr_toi3_result toi{};
        flr_raycast3_result hit{};
        const flr_ray3 ray = {vec(0, 0, 0), vec(1, 0, 0)};
        const flr_raycast3_path path = flr_raycast3_path_ray(&ray);
        const flr_plane3 plane = {vec(1, 0, 0), 0};
        const flr_path3 still = flr_path3_still(flr_pose3_identity());
        const flr_status told[] = {flr_distance3(&h.shape, &other.shape, &c),
                                   flr_distance3(&other.shape, &h.shape, &c),
                                   flr_overlap3(&h.shape, &other.shape, &yes),
                                   flr_signed_distance3(&h.shape, &other.shape, &s),
                                   flr_contact3(&h.shape, &other.shape, &o, &m),
                                   flr_sweep3(&h.shape, vec(1, 0, 0), &other.shape, &w),
                                   flr_toi3(&h.shape, &still, &other.shape, &still, nullptr, &toi),
                                   flr_bounds3(&h.shape, &b),
                                   flr_classify3(&plane, &h.shape, &side),
                                   flr_raycast3(&path, &h.shape, &hit)};
        for (flr_status status : told)
            t.expect(status == expected, "%s rounded by %g: %s", flr_shape3_name(h.shape.kind),
                     double(h.shape.rounding), flr_status_string(status));
        if (expected == FLR_INVALID_SHAPE) t.expect(!flr_convex3_shape(&h.shape, &core), "a core");
    };
    for (int k = 0; k < FLR_SHAPE3_COUNT; ++k) {
        const held a = any3::random_shape(r, kind(k), vec(0, 0, 0), 1, true);
        const bool takes = takes_rounding(a);
        all(rounded(a, -0.5), FLR_INVALID_SHAPE);
        if (!takes) all(rounded(a, 0.5), FLR_INVALID_SHAPE);
        if (!takes) continue;
        all(rounded(a, NAN), FLR_NOT_FINITE);
        all(rounded(a, INFINITY), FLR_NOT_FINITE);
        all(any3::compound({a, rounded(a, -0.5)}), FLR_INVALID_SHAPE);
        all(any3::compound({a, rounded(a, NAN)}), FLR_NOT_FINITE);
    }
    // a sphere that has no number for its radius
    held ball = any3::of_kind(FLR_SHAPE3_SPHERE);
    ball.shape.as.sphere = {vec(0, 0, 0), std::numeric_limits<flr_real>::max()};
    ball.shape.rounding = std::numeric_limits<flr_real>::max();
    flr_closest3 c{};
    t.expect(flr_distance3(&ball.shape, &other.shape, &c) == FLR_NOT_FINITE, "a radius out of range");
}

/// Four points, between the roundings, where one box lies on another.
void on_a_table(tally &t)
{
    const held table = cuboid(vec(-5, -5, -1), vec(5, 5, 0), 0.25),
               box = cuboid(vec(-1, -2, 0.5), vec(1, 2, 2), 0.5);
    flr_contact3_options o{};
    flr_manifold3 m{};
    must(flr_contact3(&table.shape, &box.shape, &o, &m), "contact");
    t.expect(m.count == 4, "%d points", m.count);
    for (int i = 0; i < m.count; ++i) {
        const flr_vec3 p = m.points[i].position;
        t.expect(std::fabs(double(m.points[i].depth) - 0.25) < 4 * real_epsilon, "depth %g",
                 double(m.points[i].depth));
        t.expect(std::fabs(std::fabs(double(p.x)) - 1) < 8 * real_epsilon &&
                     std::fabs(std::fabs(double(p.y)) - 2) < 8 * real_epsilon &&
                     std::fabs(double(p.z) - 0.125) < 4 * real_epsilon,
                 "at %g %g %g", double(p.x), double(p.y), double(p.z));
    }
    flr_convex3 core;
    t.expect(flr_convex3_shape(&box.shape, &core) && core.kind == FLR_CONVEX3_BOX &&
                 core.radius == flr_real(0.5),
             "core");
    flr_shape3 p{}, q{};
    must(flr_nearest_convex3(&table.shape, &box.shape, &p, &q), "nearest pieces");
    flr_closest3 c{};
    must(flr_distance3(&p, &q, &c), "distance of pieces");
    t.expect(c.distance == 0, "pieces %g apart", double(c.distance));
}

}  // namespace

FEELER_TESTS(FEELER_TEST(boxes), FEELER_TEST(as_balls), FEELER_TEST(grown), FEELER_TEST(rays),
             FEELER_TEST(motions), FEELER_TEST(bounds_and_sides), FEELER_TEST(in_compounds),
             FEELER_TEST(any_size), FEELER_TEST(refused), FEELER_TEST(on_a_table))

}  // namespace TEST_FILE
