// needs: gmp
// Boxes far from the origin against any shape of the plane: what any pair is asked for does not change, but for points, when both
// are moved by numbers that round nothing; and the depth in what is flat, by exact heights of the true corners.
#include <cstring>
#include <vector>

#include "support/big.hpp"

#include "feeler/any2.h"

#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

/// What is added to them leaves all digits of these.
double on_grid(double x)
{
    const double grid = real_choose(0x1p-20, 0x1p-6);
    return std::floor(x / grid) * grid;
}

const double far_places[][2] = {{real_choose(1e6, 1024), real_choose(3e6, -2048)},
                                {real_choose(1e9, 4096), 0},
                                {real_choose(-1e3, 512), real_choose(1e9, 4096)},
                                {0, real_choose(-1e6, 2048)}};

struct scene {
    flr_shape2 shape{};
    std::vector<flr_vec2> corners;
    std::vector<flr_shape2> parts;
};

void settle(scene &s)
{
    if (s.shape.kind == FLR_SHAPE2_POLYGON) s.shape.as.polygon = {s.corners.data(), s.corners.size()};
    if (s.shape.kind == FLR_SHAPE2_COMPOUND) s.shape.as.compound = {s.parts.data(), s.parts.size(), nullptr};
}

flr_vec2 somewhere(random_source &r, double reach)
{
    const double x = r.between(-reach, reach), y = r.between(-reach, reach);
    return {flr_real(on_grid(x)), flr_real(on_grid(y))};
}

flr_box2 random_box(random_source &r)
{
    const double angle = r.between(0, 6.3), x = r.between(0.2, 1), y = r.between(0.2, 1);
    return {
        somewhere(r, 2), {flr_real(std::cos(angle)), flr_real(std::sin(angle))}, {flr_real(x), flr_real(y)}};
}

scene random_scene(random_source &r, flr_shape2_kind kind)
{
    scene s;
    s.shape.kind = kind;
    auto &as = s.shape.as;
    const flr_vec2 p = somewhere(r, 2), q = somewhere(r, 2);
    const flr_real size = flr_real(on_grid(r.between(0.1, 1)));
    switch (kind) {
    case FLR_SHAPE2_POINT:
        as.point = p;
        break;
    case FLR_SHAPE2_SEGMENT:
    case FLR_SHAPE2_RAY:
    case FLR_SHAPE2_LINE:
        as.segment = {p, q};
        break;
    case FLR_SHAPE2_PLANE:
    case FLR_SHAPE2_HALFSPACE:
        as.plane = {{flr_real(r.whole(1, 8)), flr_real(r.whole(-8, 8))}, size};
        break;
    case FLR_SHAPE2_CIRCLE:
        as.circle = {p, size};
        break;
    case FLR_SHAPE2_CAPSULE:
        as.capsule = {p, q, size};
        break;
    case FLR_SHAPE2_AABB:
        as.aabb = {flr_min2(p, q), flr_max2(p, q)};
        break;
    case FLR_SHAPE2_BOX:
        as.box = random_box(r);
        break;
    case FLR_SHAPE2_TRIANGLE:
        as.triangle = {p, q, somewhere(r, 2)};
        break;
    case FLR_SHAPE2_POLYGON:
        for (int i = 0; i < 8; ++i) {
            const double turn = i * 0.7853981, reach = i % 2 ? r.between(0.3, 0.8) : r.between(0.8, 2);
            s.corners.push_back({flr_real(on_grid(double(p.x) + reach * std::cos(turn))),
                                 flr_real(on_grid(double(p.y) + reach * std::sin(turn)))});
        }
        break;
    case FLR_SHAPE2_CONVEX: {
        const flr_box2 b = random_box(r);
        as.convex = flr_convex2_box(&b);
        as.convex.radius = size / 4;
        break;
    }
    default:
        for (int i = 0; i < 3; ++i) {
            flr_shape2 part{};
            part.kind = FLR_SHAPE2_BOX;
            part.as.box = random_box(r);
            s.parts.push_back(part);
        }
    }
    settle(s);
    return s;
}

void move(flr_shape2 &s, flr_vec2 by)
{
    auto &as = s.as;
    auto add = [&](flr_vec2 &p) { p = flr_add2(p, by); };
    switch (s.kind) {
    case FLR_SHAPE2_PLANE:
    case FLR_SHAPE2_HALFSPACE:
        as.plane.offset += flr_dot2(as.plane.normal, by);
        break;
    case FLR_SHAPE2_RAY:
    case FLR_SHAPE2_LINE:
        add(as.ray.origin);
        break;
    case FLR_SHAPE2_SEGMENT:
    case FLR_SHAPE2_CAPSULE:
    case FLR_SHAPE2_AABB:
        add(as.segment.a), add(as.segment.b);
        break;
    case FLR_SHAPE2_TRIANGLE:
        add(as.triangle.a), add(as.triangle.b), add(as.triangle.c);
        break;
    case FLR_SHAPE2_CONVEX:
        add(as.convex.center);
        break;
    case FLR_SHAPE2_POLYGON:
    case FLR_SHAPE2_COMPOUND:
        break;
    default:
        add(as.point);  // a point, or what begins with its centre
    }
}

scene moved(const scene &s, flr_vec2 by)
{
    scene m = s;
    for (flr_vec2 &p : m.corners) p = flr_add2(p, by);
    for (flr_shape2 &p : m.parts) move(p, by);
    move(m.shape, by);
    settle(m);
    return m;
}

struct pair {
    const flr_shape2 *a, *b;
};

struct errors {
    worst_of distance{"distances", real_choose(5, 2.5)}, depth{"depths", real_choose(5, 2.5)},
        normal{"normals", real_choose(4, 3.3)}, contact{"depths of contacts", real_choose(20, 16)},
        sweep{"times of sweeps", real_choose(6, 5)},
        within{"times of sweeps that keep a distance", real_choose(2, 2.2)},
        cast{"t of casts", real_choose(2.5, 3.5)};
};

double roundings(double a, double b) { return std::fabs(a - b) / real_epsilon; }

void compare_depths(tally &t, const pair &near, const pair &far, errors *e)
{
    flr_closest2 c, d;
    bool meet = false;
    t.expect(flr_distance2(near.a, near.b, &c) == FLR_OK && flr_distance2(far.a, far.b, &d) == FLR_OK,
             "distance");
    const double off = roundings(double(c.distance), double(d.distance));
    t.expect(e->distance.within(off), "distances %.17g and %.17g", double(c.distance), double(d.distance));
    t.expect(flr_overlap2(far.a, far.b, &meet) == FLR_OK && meet == (d.distance == 0), "overlap %d", meet);
    flr_signed_distance2_result r, s;
    const bool ok = flr_signed_distance2(near.a, near.b, &r) == FLR_OK &&
                    flr_signed_distance2(far.a, far.b, &s) == FLR_OK;
    if (!ok || r.inseparable) return;
    const double by = roundings(double(r.signed_distance), double(s.signed_distance));
    t.expect(e->depth.within(by), "depths %.17g and %.17g", double(r.signed_distance),
             double(s.signed_distance));
    // of what is less deep or apart more ways than one may be as short, and a normal is no better than the points
    if (!(r.signed_distance > flr_real(0.1))) return;
    const double turned =
        std::hypot(double(r.normal.x) - double(s.normal.x), double(r.normal.y) - double(s.normal.y));
    t.expect(e->normal.within(turned / real_epsilon), "normals %g apart", turned);
}

void compare_contacts(tally &t, const pair &near, const pair &far, errors *e, int *others)
{
    const flr_contact2_options o = {flr_real(0.3), 0, nullptr};
    flr_manifold2 m, n;
    t.expect(flr_contact2(near.a, near.b, &o, &m) == FLR_OK && flr_contact2(far.a, far.b, &o, &n) == FLR_OK,
             "contact");
    if (m.count != n.count) ++*others;
    // a ray is cut to a piece of another kind far away, so that the two points may come in the other order
    auto off = [](flr_real p, flr_real q) { return std::fabs(double(p) - double(q)); };
    const bool crossed =
        n.count == 2 &&
        off(m.points[0].depth, n.points[1].depth) + off(m.points[1].depth, n.points[0].depth) <
            off(m.points[0].depth, n.points[0].depth) + off(m.points[1].depth, n.points[1].depth);
    if (crossed) std::swap(n.points[0], n.points[1]);
    for (int i = 0; i < m.count && m.count == n.count; ++i) {
        const double by = roundings(double(m.points[i].depth), double(n.points[i].depth));
        t.expect(e->contact.within(by), "contacts %.17g and %.17g deep", double(m.points[i].depth),
                 double(n.points[i].depth));
    }
}

void compare_ways(tally &t, const pair &near, const pair &far, flr_vec2 motion, errors *e)
{
    flr_sweep2_result r, s;
    const flr_sweep2_options keep = {flr_real(0.125)};
    t.expect(flr_sweep2(near.a, motion, near.b, &r) == FLR_OK &&
                 flr_sweep2(far.a, motion, far.b, &s) == FLR_OK,
             "sweep");
    t.expect(r.hit == s.hit && r.overlap_at_start == s.overlap_at_start, "sweeps: hit %d and %d", r.hit,
             s.hit);
    if (r.hit && s.hit)
        t.expect(e->sweep.within(roundings(double(r.t), double(s.t))), "t %.17g and %.17g", double(r.t),
                 double(s.t));
    t.expect(flr_sweep2_within(near.a, motion, near.b, &keep, &r) == FLR_OK &&
                 flr_sweep2_within(far.a, motion, far.b, &keep, &s) == FLR_OK,
             "sweep");
    t.expect(r.hit == s.hit, "sweeps that keep a distance: hit %d and %d", r.hit, s.hit);
    if (r.hit && s.hit)
        t.expect(e->within.within(roundings(double(r.t), double(s.t))), "t %.17g and %.17g", double(r.t),
                 double(s.t));
}

void compare_casts(tally &t, random_source &r, const flr_shape2 *near, const flr_shape2 *far, flr_vec2 by,
                   errors *e)
{
    const flr_vec2 p = somewhere(r, 3), q = somewhere(r, 3);
    const flr_segment2 s = {p, q}, there = {flr_add2(p, by), flr_add2(q, by)};
    const flr_raycast2_path path = flr_raycast2_path_segment(&s),
                            path_there = flr_raycast2_path_segment(&there);
    flr_rayhit2 c, d;
    t.expect(flr_raycast2(&path, near, &c) == FLR_OK && flr_raycast2(&path_there, far, &d) == FLR_OK, "cast");
    t.expect(c.hit == d.hit && c.inside == d.inside, "casts: hit %d and %d", c.hit, d.hit);
    if (!c.hit || !d.hit) return;
    t.expect(e->cast.within(roundings(double(c.t), double(d.t))), "t %.17g and %.17g", double(c.t),
             double(d.t));
    t.expect(e->cast.within(roundings(double(c.t_last), double(d.t_last))), "t_last %.17g and %.17g",
             double(c.t_last), double(d.t_last));
}

void moved_without_rounding(tally &t)
{
    random_source r{51};
    errors e;
    int others = 0;
    long all = 0;
    for (int k = 0; k < FLR_SHAPE2_COUNT; ++k)
        for (int n = 0; n < scenes(240); ++n) {
            const flr_shape2_kind of_box = n % 3 == 2 ? FLR_SHAPE2_CONVEX : FLR_SHAPE2_BOX;
            const scene a = random_scene(r, of_box), b = random_scene(r, flr_shape2_kind(k));
            const double *place = far_places[n % 4];
            const flr_vec2 by = {flr_real(place[0]), flr_real(place[1])}, motion = somewhere(r, 4);
            const scene there = moved(a, by), other = moved(b, by);
            const bool turned = n % 2;
            const pair near = {turned ? &b.shape : &a.shape, turned ? &a.shape : &b.shape},
                       far = {turned ? &other.shape : &there.shape, turned ? &there.shape : &other.shape};
            compare_depths(t, near, far, &e);
            if (k != FLR_SHAPE2_COMPOUND) compare_contacts(t, near, far, &e, &others);
            compare_ways(t, near, far, motion, &e);
            compare_casts(t, r, &a.shape, &there.shape, by, &e);
            ++all;
        }
    t.expect(others <= all / 1000, "%d of %ld contacts have other points", others, all);
    for (const worst_of *w : {&e.distance, &e.depth, &e.normal, &e.contact, &e.sweep, &e.within, &e.cast})
        w->hold(t);
}

/// Least and greatest height of the true corners over a line or plane, over the length of the normal.
struct heights {
    double low = INFINITY, high = -INFINITY;
};
heights exact_heights(const flr_box2 &b, const big_rational &nx, const big_rational &ny,
                      const big_rational &offset)
{
    heights h;
    const double length = std::hypot(nx.get_d(), ny.get_d());
    const big_rational ux(b.axis.x), uy(b.axis.y), hx(b.half_extents.x), hy(b.half_extents.y);
    for (int i = -1; i <= 1; i += 2)
        for (int j = -1; j <= 1; j += 2) {
            const big_rational x = big_rational(b.center.x) + i * hx * ux - j * hy * uy,
                               y = big_rational(b.center.y) + i * hx * uy + j * hy * ux;
            const double at = big_rational(nx * x + ny * y - offset).get_d() / length;
            h.low = std::min(h.low, at);
            h.high = std::max(h.high, at);
        }
    return h;
}

/// Any normal, and lines whose origin is not near the box.
void depth_in_what_is_flat(tally &t)
{
    random_source r{52};
    worst_of depth = {"depths in lines, planes and halfspaces", real_choose(3.5, 1.3)};
    for (int n = 0; n < scenes(3000); ++n) {
        flr_shape2 a{}, b{};
        a.kind = FLR_SHAPE2_BOX;
        a.as.box = random_box(r);
        const double *place = far_places[n % 4];
        move(a, {flr_real(place[0]), flr_real(place[1])});
        const flr_box2 &box = a.as.box;
        const double angle = r.between(0, 6.3), length = r.between(0.1, 5), past = r.between(-0.7, 0.7);
        const flr_vec2 n1 = {flr_real(length * std::cos(angle)), flr_real(length * std::sin(angle))};
        const double near =
            double(n1.x) * double(box.center.x) + double(n1.y) * double(box.center.y) + past * length;
        heights h;
        if (n % 3 == 0) {
            b.kind = FLR_SHAPE2_LINE;
            b.as.line = {{flr_real(double(box.center.x) + past), box.center.y}, n1};
            const big_rational x(-big_rational(n1.y)), y(n1.x);
            h = exact_heights(box, x, y,
                              x * big_rational(b.as.line.origin.x) + y * big_rational(b.as.line.origin.y));
        } else {
            b.kind = n % 3 == 1 ? FLR_SHAPE2_PLANE : FLR_SHAPE2_HALFSPACE;
            b.as.plane = {n1, flr_real(near)};
            h = exact_heights(box, big_rational(n1.x), big_rational(n1.y), big_rational(b.as.plane.offset));
        }
        const bool solid = b.kind == FLR_SHAPE2_HALFSPACE, above = h.low > 0, below = !solid && h.high < 0;
        const double expected = above   ? h.low
                                : below ? -h.high
                                        : -std::min(-h.low, solid ? INFINITY : h.high);
        if (b.kind == FLR_SHAPE2_PLANE) {
            flr_shape2 core{};
            core.kind = FLR_SHAPE2_CONVEX;
            core.as.convex = flr_convex2_box(&box);
            int side = 2, of_core = 2;
            t.expect(flr_classify2(&b.as.plane, &a, &side) == FLR_OK &&
                         flr_classify2(&b.as.plane, &core, &of_core) == FLR_OK && side == of_core &&
                         side == (h.low > 1e-6     ? 1
                                  : h.high < -1e-6 ? -1
                                                   : side),
                     "side %d, as a core %d: %g to %g", side, of_core, h.low, h.high);
        }
        flr_signed_distance2_result s;
        const flr_contact2_options o = {1, 0, nullptr};
        flr_manifold2 m;
        t.expect(flr_signed_distance2(&a, &b, &s) == FLR_OK && flr_contact2(&b, &a, &o, &m) == FLR_OK,
                 "depth");
        t.expect(depth.within(roundings(double(s.signed_distance), expected)), "%.17g deep, not %.17g",
                 -double(s.signed_distance), -expected);
        t.expect((m.count > 0) == (expected <= 1), "%d contacts at %g", m.count, expected);
        double deepest = -INFINITY;
        for (int i = 0; i < m.count; ++i) deepest = std::max(deepest, double(m.points[i].depth));
        if (m.count > 0)
            t.expect(depth.within(roundings(deepest, -expected)), "a contact %.17g deep, not %.17g", deepest,
                     -expected);
    }
    depth.hold(t);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(moved_without_rounding), FEELER_TEST(depth_in_what_is_flat))

}  // namespace TEST_FILE
