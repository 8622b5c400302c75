// Every pair of kinds in the plane: what must hold between the answers of one pair, turned round, carried, grown, pushed
// along the normal and moved, whatever the right numbers are.
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "feeler/any2.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"

namespace TEST_FILE
{
namespace
{

constexpr bool single = sizeof(flr_real) == sizeof(float);
constexpr double ulp = single ? 0x1p-23 : 0x1p-52;
const double size = 8;  // of every scene here, but for the points on rays, lines and planes

flr_vec2 vec(double x, double y) { return flr_vec2_make(flr_real(x), flr_real(y)); }
flr_vec2 times(double s, flr_vec2 v) { return flr_scale2(flr_real(s), v); }
double length(flr_vec2 v) { return std::hypot(double(v.x), double(v.y)); }
double reach(flr_vec2 p) { return std::max(std::fabs(double(p.x)), std::fabs(double(p.y))); }

flr_vec2 random_point(random_source &r, double low, double high)
{
    double x = r.between(low, high), y = r.between(low, high);
    return vec(x, y);
}

/// A shape with the arrays it stands on.
struct held {
    flr_shape2 shape{};
    std::vector<flr_vec2> points;
    std::vector<held> parts;  ///< of a compound
    mutable std::vector<flr_shape2> shapes;

    flr_shape2 on() const
    {
        flr_shape2 s = shape;
        shapes.clear();
        for (const held &h : parts) shapes.push_back(h.on());
        if (s.kind == FLR_SHAPE2_COMPOUND) s.as.compound = {shapes.data(), shapes.size(), nullptr};
        if (s.kind == FLR_SHAPE2_POLYGON) s.as.polygon = {points.data(), points.size()};
        if (s.kind == FLR_SHAPE2_CONVEX) s.as.convex.points = points.data();
        return s;
    }
    bool unbounded() const { return shape.kind >= FLR_SHAPE2_RAY && shape.kind <= FLR_SHAPE2_HALFSPACE; }
};

const char *name(const held &h) { return flr_shape2_name(h.shape.kind); }

held carried(held h, double scale, flr_vec2 turn, flr_vec2 shift);

/// Half width up to 1, around c.
held some(random_source &r, int kind, double spread)
{
    held h;
    h.shape.kind = static_cast<flr_shape2_kind>(kind);
    const flr_vec2 c = random_point(r, -spread, spread);
    flr_vec2 p[3];
    for (flr_vec2 &q : p) q = flr_add2(c, random_point(r, -1, 1));
    const double angle = r.between(0, 7), e = r.between(0.1, 0.8), f = r.between(0.1, 0.8);
    const flr_vec2 way = vec(std::cos(angle), std::sin(angle));
    auto &as = h.shape.as;
    switch (kind) {
    case FLR_SHAPE2_POINT:
        as.point = p[0];
        break;
    case FLR_SHAPE2_SEGMENT:
        as.segment = {p[0], p[1]};
        break;
    case FLR_SHAPE2_RAY:
    case FLR_SHAPE2_LINE:
        as.ray = {p[0], times(1 + e, way)};
        break;
    case FLR_SHAPE2_PLANE:
    case FLR_SHAPE2_HALFSPACE:
        as.plane = {times(1 + e, way), flr_dot2(times(1 + e, way), p[0])};
        break;
    case FLR_SHAPE2_CIRCLE:
        as.circle = {p[0], flr_real(e)};
        break;
    case FLR_SHAPE2_CAPSULE:
        as.capsule = {p[0], p[1], flr_real(e / 2)};
        break;
    case FLR_SHAPE2_AABB:
        as.aabb = {flr_sub2(p[0], vec(e, f)), flr_add2(p[0], vec(e, f))};
        break;
    case FLR_SHAPE2_BOX:
        as.box = {p[0], way, vec(e, f)};
        break;
    case FLR_SHAPE2_TRIANGLE:
        as.triangle = {p[0], p[1], p[2]};
        break;
    case FLR_SHAPE2_POLYGON: {
        const double star[7][2] = {{1, 0},       {0.4, 0.9},   {0, 0.2},   {-0.5, 0.8},
                                   {-0.9, -0.1}, {-0.1, -0.2}, {0.2, -0.9}};
        for (auto &q : star)
            h.points.push_back(flr_add2(c, flr_add2(times(q[0], way), times(q[1], flr_perp2(way)))));
        break;
    }
    case FLR_SHAPE2_COMPOUND:
        for (int i = 0; i < 2; ++i) {
            const int one = r.whole(FLR_SHAPE2_CIRCLE, FLR_SHAPE2_COMPOUND - 1);
            h.parts.push_back(carried(some(r, one, 0), 0.7, vec(1, 0), p[i]));
        }
        break;
    default:
        for (int i = 0; i < 7; ++i) h.points.push_back(random_point(r, -1, 1));
        as.convex = flr_convex2_points(h.points.data(), 7, way, c, flr_real(r.whole(0, 1) ? e / 4 : 0));
        break;
    }
    return h;
}

/// p -> scale * rotation * p + shift. An aabb becomes a box, unless it is only shifted.
held carried(held h, double scale, flr_vec2 turn, flr_vec2 shift)
{
    auto turned = [&](flr_vec2 v) {
        return flr_add2(flr_scale2(turn.x, v), flr_scale2(turn.y, flr_perp2(v)));
    };
    auto go = [&](flr_vec2 &p) { p = flr_add2(times(scale, turned(p)), shift); };
    auto grow = [&](flr_real &x) { x = flr_real(double(x) * scale); };
    auto &as = h.shape.as;
    switch (h.shape.kind) {
    case FLR_SHAPE2_POINT:
        go(as.point);
        break;
    case FLR_SHAPE2_SEGMENT:
        go(as.segment.a), go(as.segment.b);
        break;
    case FLR_SHAPE2_RAY:
    case FLR_SHAPE2_LINE:
        go(as.ray.origin), as.ray.direction = turned(as.ray.direction);
        break;
    case FLR_SHAPE2_PLANE:
    case FLR_SHAPE2_HALFSPACE:
        as.plane.normal = turned(as.plane.normal);
        as.plane.offset =
            flr_real(double(as.plane.offset) * scale + double(flr_dot2(as.plane.normal, shift)));
        break;
    case FLR_SHAPE2_CIRCLE:
        go(as.circle.center), grow(as.circle.radius);
        break;
    case FLR_SHAPE2_CAPSULE:
        go(as.capsule.a), go(as.capsule.b), grow(as.capsule.radius);
        break;
    case FLR_SHAPE2_AABB: {
        flr_aabb2 b = as.aabb;
        if (scale == 1 && turn.x == 1) {
            go(as.aabb.min), go(as.aabb.max);
            break;
        }
        h.shape.kind = FLR_SHAPE2_BOX;
        as.box = {times(0.5, flr_add2(b.min, b.max)), turn, times(scale / 2, flr_sub2(b.max, b.min))};
        go(as.box.center);
        break;
    }
    case FLR_SHAPE2_BOX:
        go(as.box.center), as.box.axis = turned(as.box.axis),
                           as.box.half_extents = times(scale, as.box.half_extents);
        break;
    case FLR_SHAPE2_TRIANGLE:
        go(as.triangle.a), go(as.triangle.b), go(as.triangle.c);
        break;
    case FLR_SHAPE2_POLYGON:
        for (flr_vec2 &p : h.points) go(p);
        break;
    case FLR_SHAPE2_COMPOUND:
        for (held &p : h.parts) p = carried(p, scale, turn, shift);
        break;
    default:
        for (flr_vec2 &p : h.points) p = times(scale, p);
        go(as.convex.center), grow(as.convex.radius), as.convex.rotation = turned(as.convex.rotation);
        break;
    }
    return h;
}

held shifted(const held &h, flr_vec2 by) { return carried(h, 1, vec(1, 0), by); }

bool grow(held &h, double g)
{
    if (h.shape.kind == FLR_SHAPE2_CIRCLE)
        h.shape.as.circle.radius += flr_real(g);
    else if (h.shape.kind == FLR_SHAPE2_CAPSULE)
        h.shape.as.capsule.radius += flr_real(g);
    else if (h.shape.kind == FLR_SHAPE2_CONVEX)
        h.shape.as.convex.radius += flr_real(g);
    else
        return false;
    return true;
}

void must(flr_status status, const char *what)
{
    if (status != FLR_OK) throw std::runtime_error(what);
}

bool overlap(const held &a, const held &b)
{
    flr_shape2 x = a.on(), y = b.on();
    bool yes = false;
    must(flr_overlap2(&x, &y, &yes), "flr_overlap2");
    return yes;
}

flr_closest2 closest(const held &a, const held &b)
{
    flr_shape2 x = a.on(), y = b.on();
    flr_closest2 c{};
    must(flr_distance2(&x, &y, &c), "flr_distance2");
    return c;
}

double distance(const held &a, const held &b) { return double(closest(a, b).distance); }

double distance(flr_vec2 p, const held &b)
{
    held a;
    a.shape.kind = FLR_SHAPE2_POINT;
    a.shape.as.point = p;
    return distance(a, b);
}

bool compound(const held &h) { return h.shape.kind == FLR_SHAPE2_COMPOUND; }

/// Whether it is known; of compounds that overlap it may be a bound only.
bool signed_distance(const held &a, const held &b, flr_signed_distance2_result *s)
{
    flr_shape2 x = a.on(), y = b.on();
    flr_status status = flr_signed_distance2(&x, &y, s);
    if (status == FLR_NOT_CONVERGED && (compound(a) || compound(b))) return false;
    must(status, "flr_signed_distance2");
    return true;
}

template <class F> void every_pair(uint64_t seed, int rounds, double spread, F f)
{
    random_source r{seed};
    for (int i = 0; i < rounds; ++i)
        for (int ka = 0; ka < FLR_SHAPE2_COUNT; ++ka)
            for (int kb = 0; kb < FLR_SHAPE2_COUNT; ++kb) {
                held a = some(r, ka, spread);
                held b = some(r, kb, spread);
                f(r, a, b);
            }
}

/// With the points answered on what has no end.
double size_with(const flr_closest2 &c) { return size + 2 * std::max(reach(c.point_a), reach(c.point_b)); }

double error(const flr_closest2 &c) { return 16 * ulp * size_with(c); }

void one_answer(tally &t)
{
    long yes = 0, all = 0;
    worst_of turned = {"distance turned round, roundings of the size", exact_answers},
             points = {"closest points off their shapes, roundings of the size", real_choose(0.97, 0.63)},
             between = {"from point to point, roundings of the size", real_choose(0.85, 0.79)},
             less = {"distance less a radius, roundings of the size", real_choose(0.4, 0.33)};
    every_pair(1, 60, 0.9, [&](random_source &r, const held &a, const held &b) {
        flr_closest2 c = closest(a, b), back = closest(b, a);
        const bool meet = overlap(a, b);
        const double unit = real_rounding * size_with(c), d = double(c.distance);
        ++all, yes += meet;
        t.expect(meet == (d == 0) && meet == overlap(b, a), "%s %s: overlap %d, distance %g", name(a),
                 name(b), meet, d);
        t.expect(turned.within(std::fabs(d - double(back.distance)) / unit),
                 "%s %s: %.17g, turned round %.17g", name(a), name(b), d, double(back.distance));
        const double off = std::max({distance(c.point_a, a), distance(c.point_b, b),
                                     distance(back.point_b, a), distance(back.point_a, b)}),
                     way = std::fabs(length(flr_sub2(c.point_a, c.point_b)) - d);
        t.expect(points.within(off / unit) && between.within(way / unit),
                 "%s %s: points off by %g, apart by %g", name(a), name(b), off, way);
        held x = a;
        const double g = r.between(0, 1);
        if (!grow(x, g)) return;
        t.expect(less.within(std::fabs(std::max(0.0, d - g) - distance(x, b)) / unit) &&
                     (d > 0 || overlap(x, b)),
                 "%s %s: %.17g less %g is %.17g", name(a), name(b), d, g, distance(x, b));
    });
    t.expect(yes > 3 * all / 10 && yes < 7 * all / 10, "%ld of %ld meet", yes, all);
    for (const worst_of *w : {&turned, &points, &between, &less}) w->hold(t);
}

void carried_along(tally &t)
{
    worst_of distances = {"distance carried along, roundings", real_choose(3.1, 2.1)},
             depths = {"signed distance carried along, roundings", real_choose(3.9, 2.1)},
             sharp = {"the same of polygons, roundings", real_choose(2, 1.4)},
             unions = {"depth of compounds carried along, of itself", real_choose(2.4e-13, 4e-5)};
    every_pair(2, 40, 0.9, [&](random_source &r, const held &a, const held &b) {
        const double scale = std::pow(10, r.between(-3, 3)), angle = r.between(0, 7);
        const double away = r.whole(0, 1) ? (single ? 100 * scale : 1e6) : 0;
        const flr_vec2 turn = vec(std::cos(angle), std::sin(angle)), shift = random_point(r, -away, away);
        held x = carried(a, scale, turn, shift), y = carried(b, scale, turn, shift);
        flr_closest2 c = closest(a, b);
        const double s = size_with(c) * scale + away, unit = real_rounding * s;
        t.expect(distances.within(std::fabs(double(c.distance) * scale - distance(x, y)) / unit),
                 "%s %s: %.17g times %g, carried %.17g", name(a), name(b), double(c.distance), scale,
                 distance(x, y));
        flr_signed_distance2_result p{}, q{};
        if (!signed_distance(a, b, &p) || !signed_distance(x, y, &q)) return;
        const double depth = std::fabs(double(p.signed_distance)) * scale,
                     off = std::fabs(double(p.signed_distance) * scale - double(q.signed_distance));
        // where sides at a small angle hold the place, the error of a depth grows by its sine
        const bool polygon = a.shape.kind == FLR_SHAPE2_POLYGON || b.shape.kind == FLR_SHAPE2_POLYGON;
        const bool near = compound(a) || compound(b) ? unions.within(off / (depth + 1e-3 * s))
                          : polygon                  ? sharp.within(off / unit)
                                                     : depths.within(off / unit);
        t.expect(p.inseparable == q.inseparable && near, "%s %s: signed %.17g times %g, carried %.17g",
                 name(a), name(b), double(p.signed_distance), scale, double(q.signed_distance));
    });
    for (const worst_of *w : {&distances, &depths, &sharp, &unions}) w->hold(t);
}

void pushed(tally &t)
{
    long deep = 0, apart = 0, none = 0;
    worst_of unit_length = {"length of a normal, roundings", real_choose(2.3, 2.4)},
             turned = {"signed distance turned round, roundings of the size", exact_answers},
             along = {"from point to point along the normal, roundings of the size", real_choose(0.87, 0.78)},
             touch = {"pushed to touch, apart, roundings of the size", real_choose(1.1, 0.52)},
             signed_apart = {"signed distance and distance, roundings of the size",
                             real_choose(0.12, exact_answers)};
    every_pair(3, 40, 0.9, [&](random_source &, const held &a, const held &b) {
        flr_signed_distance2_result p{}, q{};
        if (!signed_distance(a, b, &p) || !signed_distance(b, a, &q)) return;
        flr_closest2 c = closest(a, b);
        const double e = error(c), d = double(p.signed_distance), unit = real_rounding * size_with(c),
                     eps = std::max(16 * e, single ? 1e-3 : 1e-7);
        t.expect(p.inseparable == q.inseparable, "%s %s: inseparable %d, turned round %d", name(a), name(b),
                 p.inseparable, q.inseparable);
        if (p.inseparable) {
            ++none;
            t.expect(c.distance == 0 && (a.unbounded() || b.unbounded()), "%s %s: inseparable", name(a),
                     name(b));
            return;
        }
        auto push = [&](double by) { return shifted(b, times(by, p.normal)); };
        t.expect(unit_length.within(off_unit(p.normal)), "%s %s: normal", name(a), name(b));
        t.expect(turned.within(std::fabs(d - double(q.signed_distance)) / unit),
                 "%s %s: %.17g, turned round %.17g", name(a), name(b), d, double(q.signed_distance));
        const double aside = length(flr_sub2(flr_sub2(p.point_b, p.point_a), times(d, p.normal)));
        t.expect(along.within(aside / unit), "%s %s: the points are not %g along the normal, by %g", name(a),
                 name(b), d, aside);
        const bool search = d < 0 && (compound(a) || compound(b));  // grown, so that no seam is a way out
        if (!search)
            t.expect(touch.within(distance(a, push(-d)) / unit), "%s %s: pushed to touch, %g apart", name(a),
                     name(b), distance(a, push(-d)));
        if (c.distance > 0) {
            ++apart;
            t.expect(signed_apart.within(std::fabs(d - double(c.distance)) / unit),
                     "%s %s: signed %.17g, distance %.17g", name(a), name(b), d, double(c.distance));
            if (d > 2 * eps)
                t.expect(!overlap(a, push(eps - d)), "%s %s: overlap before they touch", name(a), name(b));
            if (d > 0.01)
                t.expect(length(flr_add2(p.normal, q.normal)) <= 4 * std::sqrt(e / d), "%s %s: normals",
                         name(a), name(b));
            if (a.shape.kind >= FLR_SHAPE2_HALFSPACE && a.shape.kind <= FLR_SHAPE2_CAPSULE)
                t.expect(overlap(a, push(-d - eps)), "%s %s: no overlap past touch", name(a), name(b));
        } else {
            ++deep;
            // within a bay a step on may meet the other side
            const bool bay =
                search || a.shape.kind == FLR_SHAPE2_POLYGON || b.shape.kind == FLR_SHAPE2_POLYGON;
            const double shorter = search ? eps - 2e-3 * d : eps;
            if (!bay)
                t.expect(!overlap(a, push(eps - d)), "%s %s: depth %.17g does not part them", name(a),
                         name(b), -d);
            if (-d > 2 * shorter)
                t.expect(overlap(a, push(-d - shorter)), "%s %s: parted before the depth %.17g", name(a),
                         name(b), -d);
        }
    });
    const double share = double(deep) / double(deep + apart);
    t.expect(share > 0.3 && share < 0.7 && none > 300, "%ld deep, %ld apart, %ld inseparable", deep, apart,
             none);
    for (const worst_of *w : {&unit_length, &turned, &along, &touch, &signed_apart}) w->hold(t);
}

void sweeps(tally &t)
{
    long yes = 0, all = 0;
    worst_of unit_length = {"length of a sweep's normal, roundings", real_choose(2.4, 0.71)},
             touch = {"apart at the time of a sweep, roundings of the size", real_choose(0.8, 0.41)},
             turned = {"way of a sweep turned round, roundings of the size", exact_answers};
    every_pair(4, 40, 0.7, [&](random_source &r, const held &still, const held &b) {
        const flr_vec2 start = random_point(r, -3, 3);
        const flr_vec2 motion = flr_sub2(random_point(r, -1, 1), times(1.5, start));
        const held a = shifted(still, start);
        flr_shape2 x = a.on(), y = b.on();
        flr_sweep2_result w{}, back{};
        must(flr_sweep2(&x, motion, &y, &w), "flr_sweep2");
        must(flr_sweep2(&y, flr_neg2(motion), &x, &back), "flr_sweep2 turned round");
        const bool now = overlap(a, b);
        t.expect(w.overlap_at_start == now && back.overlap_at_start == now && w.hit == back.hit,
                 "%s %s: overlap %d, told %d %d; hit %d %d", name(a), name(b), now, w.overlap_at_start,
                 back.overlap_at_start, w.hit, back.hit);
        if (now) return;
        ++all, yes += w.hit;
        auto at = [&](double time) { return shifted(a, times(time, motion)); };
        const double e = 32 * ulp * (2 * size + reach(w.point)), time = double(w.t);
        const double closing = double(flr_dot2(w.normal, motion));
        if (w.hit) {
            const double unit = real_rounding * (2 * size + reach(w.point));
            t.expect(unit_length.within(off_unit(w.normal)) && closing >= -e, "%s %s: normal", name(a),
                     name(b));
            t.expect(touch.within(distance(at(time), b) / unit), "%s %s: %g apart at %.17g", name(a), name(b),
                     distance(at(time), b), time);
            t.expect(turned.within(std::fabs(time - double(back.t)) * closing / unit),
                     "%s %s: %.17g, turned round %.17g", name(a), name(b), time, double(back.t));
            const double before = time - 16 * e / closing;
            if (closing > 0.01 && before > 0)
                t.expect(distance(at(before), b) > 0, "%s %s: overlap before %.17g", name(a), name(b), time);
            held big = a;
            if (grow(big, r.between(0, 0.5))) {
                flr_shape2 g = big.on();
                must(flr_sweep2(&g, motion, &y, &back), "flr_sweep2 grown");
                t.expect(back.hit && (double(back.t) - time) * closing <= 2 * e,
                         "%s %s: at %.17g, grown at %.17g", name(a), name(b), time, double(back.t));
            }
        }
        const double end = w.hit ? time : 1;
        for (int j = 1; j <= 6; ++j)
            t.expect(!overlap(at(end * j / 6.05), b), "%s %s: overlap at %g, told %d at %g", name(a), name(b),
                     end * j / 6.05, w.hit, time);
    });
    t.expect(yes > 3 * all / 10 && yes < 7 * all / 10, "%ld of %ld hit", yes, all);
    for (const worst_of *w : {&unit_length, &touch, &turned}) w->hold(t);
}

/// A segment as a path: it hits what the segment overlaps, apart just before and in touch at the time told, and is a moving point.
void casts(tally &t)
{
    random_source r{6};
    long yes = 0, all = 0;
    worst_of path_point = {"point of a cast beside the path, roundings of the size", real_choose(0.33, 0.8)},
             on_shape = {"point of a cast beside the shape, roundings of the size", real_choose(0.74, 0.37)},
             as_sweep = {"way of a cast and of a moving point, roundings of the size",
                         real_choose(0.53, 0.25)};
    for (int i = 0; i < 150; ++i)
        for (int k = 0; k < FLR_SHAPE2_COUNT; ++k)
            for (flr_shape2_kind p : {FLR_SHAPE2_SEGMENT, FLR_SHAPE2_RAY, FLR_SHAPE2_LINE}) {
                const held by = some(r, p, 0.4), s = some(r, k, 0.1);
                const flr_raycast2_path path =
                    p == FLR_SHAPE2_SEGMENT ? flr_raycast2_path_segment(&by.shape.as.segment)
                    : p == FLR_SHAPE2_RAY   ? flr_raycast2_path_ray(&by.shape.as.ray)
                                            : flr_raycast2_path_line(&by.shape.as.line);
                const flr_shape2 on = s.on();
                flr_rayhit2 c{};
                must(flr_raycast2(&path, &on, &c), "flr_raycast2");
                if (k > FLR_SHAPE2_LINE) ++all, yes += c.hit;
                t.expect(c.hit == overlap(by, s), "%s %s: cast %d, overlap not", name(by), name(s), c.hit);
                auto at = [&](double time) {
                    return flr_mul_add2(path.origin, flr_real(time), path.direction);
                };
                const double time = double(c.t), way = length(path.direction);
                if (c.hit && !std::isinf(time)) {
                    const double unit = real_rounding * (size + reach(c.point) + std::fabs(time) * way);
                    t.expect(path_point.within(length(flr_sub2(at(time), c.point)) / unit) &&
                                 on_shape.within(distance(c.point, s) / unit),
                             "%s %s: at %.17g the point is off", name(by), name(s), time);
                    const double closing = -double(flr_dot2(c.normal, path.direction)),
                                 before = time - 512 * unit / closing;
                    if (!c.inside && closing > 0.01 && before > double(path.t_min))
                        t.expect(distance(at(before), s) > 0, "%s %s: there before %.17g", name(by), name(s),
                                 time);
                }
                const double low = std::isinf(path.t_min) ? -8 : double(path.t_min);
                const double high = c.hit ? time : std::isinf(path.t_max) ? 8 : double(path.t_max);
                for (int j = 0; j < 8 && !c.inside && high > low && std::isfinite(high); ++j)
                    t.expect(distance(at(low + (high - low) * (j + 0.5) / 8.25), s) > 0,
                             "%s %s: met before %g, told %d", name(by), name(s), high, c.hit);
                if (p != FLR_SHAPE2_SEGMENT) continue;
                held point;
                point.shape.kind = FLR_SHAPE2_POINT, point.shape.as.point = path.origin;
                const flr_shape2 dot = point.on();
                flr_sweep2_result w{};
                must(flr_sweep2(&dot, path.direction, &on, &w), "flr_sweep2");
                t.expect(w.hit == c.hit, "point %s: cast %d, sweep %d", name(s), c.hit, w.hit);
                const double closing = std::fabs(double(flr_dot2(w.normal, path.direction)));
                if (w.hit && c.hit)
                    t.expect(
                        as_sweep.within(std::fabs(double(w.t) - time) * closing / (real_rounding * size)),
                        "point %s: cast %.17g, sweep %.17g", name(s), time, double(w.t));
            }
    t.expect(yes > 3 * all / 10 && yes < 7 * all / 10, "%ld of %ld hit", yes, all);
    for (const worst_of *w : {&path_point, &on_shape, &as_sweep}) w->hold(t);
}

held on_path(const held &h, const flr_path2 &p, double time)
{
    flr_pose2 pose = flr_path2_at(&p, flr_real(time));
    return carried(h, 1, vec(std::cos(double(pose.angle)), std::sin(double(pose.angle))), pose.position);
}

void motions(tally &t)
{
    long yes = 0, all = 0, open = 0;
    every_pair(5, 8, 0.3, [&](random_source &r, const held &a, const held &b) {
        double angle[4];
        for (double &x : angle) x = r.between(-3, 3);
        const flr_vec2 from = random_point(r, -5, 5);
        const flr_vec2 to = flr_sub2(random_point(r, -3, 3), times(0.1, from));
        flr_path2 pa = {{flr_real(angle[0]), from}, {flr_real(angle[1]), to}};
        const flr_vec2 end_b = random_point(r, -1, 1);
        flr_path2 pb = {{flr_real(angle[2]), vec(0, 0)}, {flr_real(angle[3]), end_b}};
        flr_shape2 x = a.on(), y = b.on();
        flr_toi2_result m{}, back{};
        flr_status status = flr_toi2(&x, &pa, &y, &pb, nullptr, &m);
        flr_status other = flr_toi2(&y, &pb, &x, &pa, nullptr, &back);
        if (status == FLR_NOT_CONVERGED || other == FLR_NOT_CONVERGED) {
            ++open;
            return;
        }
        must(status, "flr_toi2"), must(other, "flr_toi2 turned round");
        const double tolerance = single ? 1e-5 : 1e-6, time = double(m.t), slack = single ? 1e-5 : 1e-12;
        const bool now = overlap(on_path(a, pa, 0), on_path(b, pb, 0));
        t.expect((m.hit && m.t == 0) == now && m.hit == back.hit,
                 "%s %s: overlap %d at start, hit %d at %g, round %d", name(a), name(b), now, m.hit, time,
                 back.hit);
        if (now) return;
        ++all, yes += m.hit;
        if (m.hit) {
            t.expect(std::fabs(time - double(back.t)) <= tolerance + slack &&
                         double(m.t_upper) - time <= tolerance + slack,
                     "%s %s: %.17g to %.17g, turned round %.17g", name(a), name(b), time, double(m.t_upper),
                     double(back.t));
            // what has no end may meet far out, where nothing can be measured
            const double gap = distance(on_path(a, pa, time), on_path(b, pb, time));
            const double fast = 20 + 2 * 6 * (reach(m.point) + 4);
            t.expect((a.unbounded() && b.unbounded()) || gap <= fast * tolerance + (single ? 1e-3 : 1e-10),
                     "%s %s: %g apart at %.17g", name(a), name(b), gap, time);
        }
        const double end = m.hit ? time : 1;
        for (int j = 1; j <= 8; ++j) {
            const double before = j == 8 ? end - (single ? 1e-3 : 1e-6) : end * j / 8;
            if (before < 0) continue;
            t.expect(!overlap(on_path(a, pa, before), on_path(b, pb, before)),
                     "%s %s: overlap at %g, told %d at %g", name(a), name(b), before, m.hit, time);
        }
    });
    t.expect(yes > 3 * all / 10 && yes < 7 * all / 10 && open < 10, "%ld of %ld hit, %ld open", yes, all,
             open);
}

/// Where squares of lengths leave the range of numbers: the times of the scene at size 1. The point may lie anywhere between the two,
/// which keep a distance.
void motions_at_all_sizes(tally &t)
{
    const int wide[] = {600, -600, 950, -900, 300, -300}, narrow[] = {60, -60, 100, -90, 40, -40};
    int round = 0;
    long yes = 0, all = 0;
    every_pair(7, 2, 0.3, [&](random_source &r, const held &a, const held &b) {
        const double scale = std::ldexp(1, (single ? narrow : wide)[round++ % 6]);
        const double angle = r.between(-3, 3);
        const flr_vec2 from = random_point(r, -5, 5), to = flr_sub2(random_point(r, -3, 3), times(0.1, from));
        flr_path2 pa = {{0, from}, {flr_real(angle), to}}, pb = {{0, vec(0, 0)}, {1, vec(0, 0)}};
        flr_path2 far = {{0, times(scale, from)}, {flr_real(angle), times(scale, to)}};
        const held scaled_a = carried(a, scale, vec(1, 0), vec(0, 0)),
                   scaled_b = carried(b, scale, vec(1, 0), vec(0, 0));
        flr_shape2 x = a.on(), y = b.on(), u = scaled_a.on(), w = scaled_b.on();
        flr_toi2_result m{}, n{};
        flr_toi2_options near{0, flr_real(0.01), 0}, far_near{0, flr_real(0.01 * scale), 0};
        flr_status status = flr_toi2(&x, &pa, &y, &pb, &near, &m);
        flr_status other = flr_toi2(&u, &far, &w, &pb, &far_near, &n);
        const bool at_start = m.hit && m.t == 0;
        all += !at_start, yes += m.hit && !at_start;
        t.expect(status == other && m.hit == n.hit &&
                     std::fabs(double(m.t) - double(n.t)) <= (single ? 2e-5 : 2e-6) &&
                     length(flr_sub2(times(1 / scale, n.point), m.point)) <= 0.01 + (single ? 1e-3 : 1e-4),
                 "%s %s times %g: %d %d at %.17g %.17g, point %g %g not %g %g", name(a), name(b), scale,
                 m.hit, n.hit, double(m.t), double(n.t), double(n.point.x) / scale, double(n.point.y) / scale,
                 double(m.point.x), double(m.point.y));
    });
    t.expect(yes > 3 * all / 10 && yes < 7 * all / 10, "%ld of %ld of those apart hit", yes, all);
}

/// A11: the conditions of a region of the triangle are joined as logic, not bit by bit. P lies beside the edge AC only.
void a11_region_of_an_edge(tally &t)
{
    held triangle;
    triangle.shape.kind = FLR_SHAPE2_TRIANGLE;
    triangle.shape.as.triangle = {vec(0, 0), vec(4, 0), vec(0, 4)};
    held p;
    p.shape.kind = FLR_SHAPE2_POINT;
    p.shape.as.point = vec(-2, 1);
    flr_closest2 c = closest(p, triangle);
    t.expect(c.distance == 2 && c.point_b.x == 0 && c.point_b.y == 1, "A11: %g", double(c.distance));
}

}  // namespace

FEELER_TESTS(FEELER_TEST(one_answer), FEELER_TEST(carried_along), FEELER_TEST(pushed), FEELER_TEST(sweeps),
             FEELER_TEST(casts), FEELER_TEST(motions), FEELER_TEST(motions_at_all_sizes),
             FEELER_TEST(a11_region_of_an_edge))

}  // namespace TEST_FILE
