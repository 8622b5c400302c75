// needs: gmp
/// Questions on one shape of the plane of any kind: bounds, side of a plane, cast and convex form. Convex shapes stand on whole
/// numbers under quarter turns, so that all that is not a root is exact and much of it touches; expected is what the
/// definition says in rationals: of the corners, and of all points within the radius of the hull.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <vector>

#include "any/hull2_exact.hpp"
#include "feeler/any2.h"
#include "feeler/overlap2.h"
#include "feeler/shape2.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

using namespace hull2;

const double ulp = sizeof(flr_real) == sizeof(float) ? 0x1p-23 : 0x1p-52;

flr_vec2 vec(double x, double y) { return flr_vec2_make(flr_real(x), flr_real(y)); }

flr_vec2 whole(random_source &r, int low, int high)
{
    int x = r.whole(low, high), y = r.whole(low, high);
    return vec(x, y);
}

flr_vec2 direction(random_source &r)
{
    flr_vec2 d = whole(r, -3, 3);
    return d.x == 0 && d.y == 0 ? vec(1, 2) : d;
}

/// A convex shape of any form, and where its corners are.
struct subject {
    std::vector<flr_vec2> array, corners;  ///< as given; in world
    flr_shape2 shape;
    double radius = 0;
};

/// The quarter turns, without a rounding.
flr_vec2 turned(flr_vec2 q, flr_vec2 p) { return vec(q.x * p.x - q.y * p.y, q.y * p.x + q.x * p.y); }

void make(random_source &r, subject &s)
{
    static const flr_vec2 quarters[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    int form = r.whole(0, 3), far = r.whole(0, 4) == 0 ? 1 << 20 : 0;
    flr_vec2 quarter = quarters[r.whole(0, 3)], position = flr_add2(whole(r, -2, 2), vec(far, -far));
    s.radius = r.whole(0, 2);
    if (form == 0) {  // held inside
        flr_capsule2 c = {flr_add2(whole(r, -3, 3), position), flr_add2(whole(r, -3, 3), position),
                          flr_real(s.radius)};
        s.corners = {c.a, c.b};
        s.shape.kind = FLR_SHAPE2_CONVEX;
        s.shape.as.convex = flr_convex2_capsule(&c);
        return;
    }
    if (form == 1) {  // any points
        int count = r.whole(1, 9);
        for (int i = 0; i < count; ++i) s.array.push_back(whole(r, -3, 3));
    } else {  // corners around, of a polygon with parallel sides
        flr_vec2 a = whole(r, -3, 3), u = direction(r), v = flr_perp2(u);
        s.array = {a, flr_add2(a, u), flr_add2(flr_add2(a, u), v), flr_add2(a, v)};
    }
    if (form == 3) {  // an outline as it stands
        quarter = vec(1, 0);
        for (flr_vec2 &p : s.array) p = flr_add2(p, position);
        position = vec(0, 0);
    }
    for (flr_vec2 p : s.array) s.corners.push_back(flr_add2(turned(quarter, p), position));
    uint32_t count = uint32_t(s.array.size());
    s.shape.kind = FLR_SHAPE2_CONVEX;
    s.shape.as.convex =
        form == 1 ? flr_convex2_points(s.array.data(), count, quarter, position, flr_real(s.radius))
                  : flr_convex2_polygon(s.array.data(), count, quarter, position, flr_real(s.radius));
}

void convex_bounds(tally &t)
{
    random_source r{301};
    for (int i = 0; i < 2000; ++i) {
        subject s;
        make(r, s);
        flr_aabb2 b{};
        t.expect(flr_bounds2(&s.shape, &b) == FLR_OK, "bounds of a convex");
        flr_vec2 low = s.corners[0], high = low;
        for (flr_vec2 p : s.corners) low = flr_min2(low, p), high = flr_max2(high, p);
        t.expect(double(b.min.x) == low.x - s.radius && double(b.min.y) == low.y - s.radius &&
                     double(b.max.x) == high.x + s.radius && double(b.max.y) == high.y + s.radius,
                 "bounds %d: %g %g to %g %g", i, double(b.min.x), double(b.min.y), double(b.max.x),
                 double(b.max.y));
    }
}

void convex_sides(tally &t)
{
    random_source r{302};
    int parted = 0, touching = 0, missed = 0;
    const int count = 4000;
    for (int i = 0; i < count; ++i) {
        subject s;
        make(r, s);
        // the lengths of these normals are whole, so that a radius can touch
        static const flr_vec2 normals[6] = {{1, 0}, {0, 2}, {3, 4}, {-4, 3}, {5, -12}, {-1, 0}};
        flr_plane2 h = {normals[r.whole(0, 5)], 0};
        exact n = lift(h.normal), c = lift(s.corners[0]);
        number length = sqrt(double(number(dot(n, n)).get_d()));
        number shift = number(r.whole(-4, 4)) * length;
        h.offset = flr_real(number(dot(n, c) + shift).get_d());
        number low = 0, high = 0, reach = number(s.radius) * length;
        for (size_t k = 0; k < s.corners.size(); ++k) {
            number d = dot(n, lift(s.corners[k])) - number(double(h.offset));
            if (k == 0 || d < low) low = d;
            if (k == 0 || d > high) high = d;
        }
        int expected = low > reach ? 1 : high < -reach ? -1 : 0, side = 9;
        parted += expected != 0;
        touching += low == reach || high == -reach;
        t.expect(flr_classify2(&h, &s.shape, &side) == FLR_OK, "side %d", i);
        // a radius that just reaches may miss by what rounding takes: seldom, and by one side only
        bool reaches = s.radius > 0 && (low == reach || high == -reach);
        t.expect(side == expected || (reaches && side == sgn(low)), "side %d: %d, not %d", i, side, expected);
        missed += side != expected;
    }
    t.expect(missed < count / 200, "%d just miss", missed);
    t.expect(parted > count * 3 / 10 && parted < count * 7 / 10, "%d of %d are parted", parted, count);
    t.expect(touching > count / 20, "only %d touch", touching);
}

void convex_casts(tally &t)
{
    random_source r{303};
    int hits = 0, inside = 0;
    const int count = 1500;
    worst_of on_shape = {"point of a cast beside the shape, roundings", real_choose(0.52, 0.7)},
             unit = {"length of normals, roundings", real_choose(1.7, 0.62)};
    for (int i = 0; i < count; ++i) {
        subject s;
        make(r, s);
        flr_vec2 from = flr_add2(s.corners[0], whole(r, -6, 6)), to = flr_add2(s.corners[0], whole(r, -6, 6));
        flr_segment2 segment = {from, to};
        flr_raycast2_path path = flr_raycast2_path_segment(&segment);
        std::vector<exact> p = lift(s.corners);
        exact a = lift(from), b = lift(to);
        number square = number(s.radius) * number(s.radius);
        bool meets = apart_from_hull(a, b, p) <= square, starts = apart_from_hull(a, a, p) <= square;
        // a hull of several corners that is no more than a point or segment has no inside
        bool flat = s.radius == 0;
        for (const exact &q : p)
            for (const exact &o : p) flat = flat && cross(minus(q, p[0]), minus(o, p[0])) == 0;
        flr_rayhit2 c{};
        t.expect(flr_raycast2(&path, &s.shape, &c) == FLR_OK, "cast %d", i);
        t.expect(c.hit == meets, "cast %d: %d, not %d", i, c.hit, meets);
        if (c.hit && !flat) t.expect(c.inside == starts, "cast %d: inside %d, not %d", i, c.inside, starts);
        hits += meets;
        inside += starts;
        if (!c.hit || !meets) continue;
        t.expect(c.t >= 0 && c.t <= c.t_last && c.t_last <= 1, "cast %d: %g to %g", i, double(c.t),
                 double(c.t_last));
        // the first point is on the shape to rounding, and a little before it there is none
        const double scene = std::fabs(double(from.x)) + std::fabs(double(from.y)) + 16;
        double off = std::sqrt(number(apart_from_hull(lift(c.point), lift(c.point), p)).get_d()) - s.radius;
        t.expect(on_shape.within(off / scene / real_rounding), "cast %d: the point is off by %g", i, off);
        for (int k = 0; k < 2; ++k) {
            double at = k ? double(c.t_last) + 1e-2 : double(c.t) - 1e-2;
            if (at < 0 || at > 1) continue;
            number u = at;
            exact q = {number(a.x + u * (b.x - a.x)), number(a.y + u * (b.y - a.y))};
            number d = apart_from_hull(q, q, p);
            t.expect(d > square, "cast %d: on the shape %s t", i, k ? "after the last" : "before the first");
        }
        if (!c.inside && (c.normal.x != 0 || c.normal.y != 0)) {
            t.expect(unit.within(off_unit(c.normal)), "cast %d: the normal's length", i);
            double against = double(flr_dot2(c.normal, path.direction));
            t.expect(against <= 8 * ulp * double(flr_length2(path.direction)),
                     "cast %d: a normal along the path", i);
        }
    }
    t.expect(hits > count * 3 / 10 && hits < count * 7 / 10, "%d of %d hit", hits, count);
    t.expect(inside > count / 20, "only %d begin inside", inside);
    on_shape.hold(t), unit.hold(t);
}

/// On the boundary of a capsule but for rounding, at home and far from the origin: whether a point is in it, whether a ball with
/// its radius reaches its core, and whether what begins at the point meets it, is one exact answer.
void boundaries_of_capsules(tally &t)
{
    random_source r{305};
    int in = 0, on = 0;
    const int count = 4000;
    for (int i = 0; i < count; ++i) {
        const double far = i % 4 == 3 ? real_choose(1e6, 64) : 0, along = r.between(-0.4, 1.4),
                     angle = r.between(0, 6.3);
        flr_vec2 a = vec(far + r.between(-3, 3), 0), b = vec(far + r.between(-3, 3), 0);
        a.y = flr_real(r.between(-3, 3)), b.y = flr_real(r.between(-3, 3));
        flr_real radius = flr_real(r.between(0.1, 2));
        flr_vec2 axis = flr_sub2(b, a), out = vec(std::cos(angle), std::sin(angle));
        if (i % 6 == 0) {  // touches in whole numbers
            a = flr_add2(whole(r, -3, 3), vec(far, 0)), axis = vec(4, -3), radius = 5;
            b = flr_add2(a, axis);
        }
        if (along > 0 && along < 1) out = flr_scale2(1 / flr_length2(axis), flr_perp2(axis));
        const flr_vec2 foot = along < 0 ? a : along > 1 ? b : flr_lerp2(a, b, flr_real(along));
        flr_vec2 p = flr_mul_add2(foot, radius, out);
        if (i % 6 == 0) p = flr_add2(along < 0.5 ? a : b, vec(3, 4));
        const flr_capsule2 capsule = {a, b, radius};
        const flr_segment2 core = {a, b};
        const flr_circle ball = {p, radius}, half = {p, radius / 2};
        const flr_capsule2 inner = {a, b, radius / 2};
        const number least = apart_from_hull(lift(p), lift(p), {lift(a), lift(b)}),
                     square = number(double(radius)) * number(double(radius));
        const bool meet = least <= square;
        in += meet, on += least == square;
        const flr_side side = least < square ? FLR_INSIDE : meet ? FLR_BOUNDARY : FLR_OUTSIDE;
        t.expect(flr_contains2_capsule_point(&capsule, p) == side, "%d: side %d, not %d", i,
                 flr_contains2_capsule_point(&capsule, p), side);
        t.expect(flr_overlap2_point_capsule(p, &capsule) == meet, "%d: a point in it is not %d", i, meet);
        t.expect(flr_overlap2_segment_circle(&core, &ball) == meet, "%d: a ball at the core is not %d", i,
                 meet);
        t.expect(flr_overlap2_circle_capsule(&half, &inner) == meet, "%d: two radii are not %d", i, meet);
        const flr_ray2 ray = {p, out};
        const flr_raycast2_path path = flr_raycast2_path_ray(&ray);
        const flr_rayhit2 cast = flr_raycast2_ray_capsule(&path, &capsule);
        const bool ahead = flr_overlap2_ray_capsule(&ray, &capsule);
        t.expect(cast.hit == ahead && (!meet || (ahead && cast.t == 0)),
                 "%d: the ray from a point in it, %d %d %d", i, meet, ahead, cast.hit);
        const flr_segment2 way = {p, flr_add2(p, flr_scale2(2, out))};
        const bool near = apart_from_hull(lift(way.a), lift(way.b), {lift(a), lift(b)}) <= square;
        t.expect(flr_overlap2_segment_capsule(&way, &capsule) == near, "%d: the segment from it is not %d", i,
                 near);
    }
    t.expect(in > count * 3 / 10 && in < count * 7 / 10 && on > count / 10, "%d in, %d on it", in, on);
}

/// The other kinds have a typed function each, and the table must reach it.
void every_kind(tally &t)
{
    random_source r{304};
    for (int i = 0; i < 200; ++i) {
        flr_vec2 a = whole(r, -3, 3), b = whole(r, -3, 3), c = whole(r, -3, 3), d = direction(r);
        flr_real size = flr_real(r.whole(0, 3)), offset = flr_real(r.whole(-3, 3));
        const flr_vec2 corners[4] = {a, flr_add2(a, vec(4, -2)), flr_add2(a, vec(0, 4)),
                                     flr_add2(a, vec(-4, -2))};
        const flr_plane2 h = {direction(r), flr_real(r.whole(-3, 3))};
        const flr_ray2 ray = {whole(r, -6, 6), direction(r)};
        const flr_raycast2_path path = flr_raycast2_path_ray(&ray);
        auto check = [&](const flr_shape2 &s, int side, const flr_rayhit2 &cast, const flr_aabb2 *box,
                         bool convex) {
            const char *name = flr_shape2_name(s.kind);
            int found = 9;
            flr_rayhit2 hit{};
            flr_aabb2 bounds{};
            flr_convex2 core;
            t.expect(flr_classify2(&h, &s, &found) == FLR_OK && found == side, "%s: side", name);
            t.expect(flr_raycast2(&path, &s, &hit) == FLR_OK, "%s: cast", name);
            t.expect(hit.hit == cast.hit && hit.inside == cast.inside && hit.t == cast.t &&
                         hit.t_last == cast.t_last && hit.point.x == cast.point.x &&
                         hit.point.y == cast.point.y && hit.normal.x == cast.normal.x &&
                         hit.normal.y == cast.normal.y,
                     "%s: another cast", name);
            flr_status status = flr_bounds2(&s, &bounds);
            t.expect(status == (box ? FLR_OK : FLR_UNBOUNDED), "%s: bounds", name);
            if (box)
                t.expect(bounds.min.x == box->min.x && bounds.min.y == box->min.y &&
                             bounds.max.x == box->max.x && bounds.max.y == box->max.y,
                         "%s: other bounds", name);
            t.expect(flr_convex2_shape(&s, &core) == convex, "%s: convex form", name);
            if (!convex || !box) return;
            flr_vec2 far = flr_support2(&core, vec(1, 0));
            t.expect(far.x + core.radius == box->max.x, "%s: its convex form ends at %g", name,
                     double(far.x));
        };
#define CHECK(KIND, FIELD, VALUE, ARGUMENT, BOX, CONVEX)                                                     \
    {                                                                                                        \
        flr_shape2 s{};                                                                                      \
        s.kind = FLR_SHAPE2_##KIND;                                                                          \
        s.as.FIELD = VALUE;                                                                                  \
        check(s, flr_classify2_plane_##FIELD(&h, ARGUMENT s.as.FIELD),                                       \
              flr_raycast2_ray_##FIELD(&path, ARGUMENT s.as.FIELD), BOX, CONVEX);                            \
    }
#define BOUNDED(KIND, FIELD, VALUE, ARGUMENT, CONVEX)                                                        \
    {                                                                                                        \
        const auto value = VALUE;                                                                            \
        const flr_aabb2 box = flr_bounds2_##FIELD(ARGUMENT value);                                           \
        CHECK(KIND, FIELD, value, ARGUMENT, &box, CONVEX)                                                    \
    }
        BOUNDED(POINT, point, a, , true)
        BOUNDED(SEGMENT, segment, (flr_segment2{a, b}), &, true)
        CHECK(RAY, ray, (flr_ray2{a, d}), &, nullptr, false)
        CHECK(LINE, line, (flr_line2{a, d}), &, nullptr, false)
        CHECK(PLANE, plane, (flr_plane2{d, offset}), &, nullptr, false)
        CHECK(HALFSPACE, halfspace, (flr_halfspace2{d, offset}), &, nullptr, false)
        BOUNDED(CIRCLE, circle, (flr_circle{a, size}), &, true)
        BOUNDED(CAPSULE, capsule, (flr_capsule2{a, b, size}), &, true)
        BOUNDED(AABB, aabb, (flr_aabb2{flr_min2(a, b), flr_max2(a, b)}), &, true)
        BOUNDED(BOX, box, (flr_box2{a, {1, 0}, {size, size}}), &, true)
        BOUNDED(TRIANGLE, triangle, (flr_triangle2{a, b, c}), &, true)
        BOUNDED(POLYGON, polygon, (flr_polygon2{corners, 4}), &, false)
        BOUNDED(POLYGON, polygon, (flr_polygon2{corners, 3}), &, true)
    }
}

void refused(tally &t)
{
    flr_shape2 point{}, none{}, empty{}, user{}, large{};
    none.kind = FLR_SHAPE2_COUNT;
    empty.kind = FLR_SHAPE2_POLYGON;
    user.kind = large.kind = FLR_SHAPE2_CONVEX;
    user.as.convex = flr_convex2_user(nullptr, nullptr, vec(0, 0), 0);
    std::vector<flr_vec2> many;
    for (int i = 0; i < 513; ++i) many.push_back(vec(i, double(i) * i));
    large.as.convex = flr_convex2_points(many.data(), 513, vec(1, 0), vec(0, 0), 0);
    const flr_plane2 h = {{1, 0}, 0};
    const flr_ray2 ray = {{-1, 0}, {1, 0}};
    const flr_raycast2_path path = flr_raycast2_path_ray(&ray);
    flr_aabb2 box;
    int side;
    flr_rayhit2 c;
    flr_convex2 core;
    t.expect(flr_bounds2(&point, nullptr) == FLR_INVALID_ARGUMENT &&
                 flr_bounds2(nullptr, &box) == FLR_INVALID_ARGUMENT,
             "bounds of nothing");
    t.expect(flr_classify2(nullptr, &point, &side) == FLR_INVALID_ARGUMENT &&
                 flr_classify2(&h, &point, nullptr) == FLR_INVALID_ARGUMENT,
             "side of nothing");
    t.expect(flr_raycast2(nullptr, &point, &c) == FLR_INVALID_ARGUMENT &&
                 flr_raycast2(&path, &point, nullptr) == FLR_INVALID_ARGUMENT,
             "cast at nothing");
    for (const flr_shape2 *s : {&none, &empty, &user}) {
        flr_status status = s == &none ? FLR_INVALID_ARGUMENT : FLR_INVALID_SHAPE;
        t.expect(flr_bounds2(s, &box) == status, "bounds of what is no shape");
        t.expect(flr_classify2(&h, s, &side) == status, "side of what is no shape");
        t.expect(flr_raycast2(&path, s, &c) == status, "cast at what is no shape");
        t.expect(!flr_convex2_shape(s, &core), "convex form of what is no shape");
    }
    t.expect(flr_raycast2(&path, &large, &c) == FLR_OK && c.hit, "cast at 513 corners under a pose");
    large.as.convex.count = 512;
    t.expect(flr_raycast2(&path, &large, &c) == FLR_OK && c.hit, "cast at 512");
    // a path without any t hits nothing
    flr_raycast2_path empty_path = flr_raycast2_path_make(vec(0, 0), vec(1, 0), 1, 0);
    t.expect(flr_raycast2(&empty_path, &point, &c) == FLR_OK && !c.hit, "an empty path");
}

/// Corners on a parabola are those of their hull, so an outline through them is convex only where it follows their order, either way
/// around. Every k-th corner may turn one way and yet lead around k times.
void stars(tally &t)
{
    random_source r{2087};
    int asked = 0;
    for (int i = 0; i < 20000; ++i) {
        const int count = r.whole(4, 11), step = r.whole(1, count - 1), from = r.whole(0, count - 1),
                  low = r.whole(-20, 0);
        if (std::gcd(count, step) > 1) continue;
        std::vector<flr_vec2> hull, corners;
        for (int k = 0, at = low; k < count; ++k, at += r.whole(1, 5))
            hull.push_back(vec(at, (at - low / 2) * at));
        for (int k = 0; k < count; ++k) corners.push_back(hull[size_t((from + k * step) % count)]);
        const bool in_order = step == 1 || step == count - 1, swaps = in_order && r.whole(0, 1) == 0;
        if (swaps) std::swap(corners[0], corners[1]);
        flr_shape2 s{};
        s.kind = FLR_SHAPE2_POLYGON;
        s.as.polygon = {corners.data(), corners.size()};
        flr_convex2 core;
        t.expect(flr_convex2_shape(&s, &core) == (in_order && !swaps), "%d: every %dth of %d corners", i,
                 step, count);
        ++asked;
    }
    t.expect(asked > 10000, "%d outlines", asked);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(convex_bounds), FEELER_TEST(convex_sides), FEELER_TEST(convex_casts),
             FEELER_TEST(boundaries_of_capsules), FEELER_TEST(every_kind), FEELER_TEST(refused),
             FEELER_TEST(stars))

}  // namespace TEST_FILE
