// needs: gmp
// Boxes far from the origin against every shape of the plane: the box is what its centre, axis and half extents say, without
// corners that round, so that distances, yes and no, sides and containment are as good as near the origin.
#include <cstring>
#include <optional>

#include "feeler/raycast2.h"

#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/real.hpp"
#include "support/shapes2.hpp"

namespace TEST_FILE
{

using namespace shapes2;

namespace
{

const big_rational far_away = big_rational(big_integer(1) << 60);

big_float root(const big_rational &q)
{
    big_float wide(q, 256);
    return big_float(sqrt(wide), 256);
}

/// Where the scenes lie; in float as far as a box of a few units is still told from its neighbour.
std::vector<flr_vec2> far_places()
{
    if (real_is_float) return {{1e3f, -1e3f}, {3e3f, 0}, {0, 1e4f}, {-1e3f, 3e4f}};
    return {{1e3, -1e3}, {1e6, 3e6}, {-1e9, 1e9}, {1e6, 0}, {0, -1e9}, {1e3, 1e9}};
}

/// Any numbers around a place, of two units; a box at any angle.
shape shape_at(random_source &r, kind k, flr_vec2 shift)
{
    const place at = {false, 0.5, shift};
    shape s = random_shape(r, k, at);
    const double angle = r.between(0, 6.3);
    s.box.axis = {flr_real(std::cos(angle)), flr_real(std::sin(angle))};
    s.box.half_extents.x = flr_real(r.between(0.2, 1));
    s.box.half_extents.y = flr_real(r.between(0.2, 1));
    settle(s);
    return s;
}

/// Their own size: wherever they lie.
double own_size(const shape &a, const shape &b)
{
    std::vector<flr_vec2> all = corners(a), more = corners(b);
    all.insert(all.end(), more.begin(), more.end());
    double size = 0;
    for (const shape *s : {&a, &b}) {
        if (s->k == circle) stretch(&size, s->circle.radius);
        if (s->k == capsule) stretch(&size, s->capsule.radius);
    }
    for (const flr_vec2 &p : all)
        for (const flr_vec2 &q : all) {
            stretch(&size, double(p.x) - double(q.x));
            stretch(&size, double(p.y) - double(q.y));
        }
    return size;
}

void move(shape &s, flr_vec2 by)
{
    for (flr_vec2 *p : {&s.p, &s.segment.a, &s.segment.b, &s.ray.origin, &s.line.origin, &s.circle.center,
                        &s.capsule.a, &s.capsule.b, &s.aabb.min, &s.aabb.max, &s.box.center, &s.triangle.a,
                        &s.triangle.b, &s.triangle.c, &s.center})
        *p = flr_add2(*p, by);
    for (flr_vec2 &p : s.vertices) p = flr_add2(p, by);
    for (flr_plane2 *p : {&s.plane}) p->offset += flr_dot2(p->normal, by);
    s.halfspace.offset = s.plane.offset;
    settle(s);
}

bool same_bits(flr_closest2 a, flr_closest2 b) { return std::memcmp(&a, &b, sizeof a) == 0; }

/// In roundings of their own size, how far the distance is off.
double distance_error(tally &t, const shape &a, const shape &b)
{
    const definition da = define(a, far_away), db = define(b, far_away);
    big_float exact = root(core_distance_squared(da, db)) - big_float(da.radius + db.radius, 256);
    if (exact < 0) exact = 0;
    const flr_closest2 c = ask_closest(a, b);
    t.expect(ask_overlap(a, b) == (c.distance == 0), "%s %s: overlap, and a distance of %g", name(a.k),
             name(b.k), double(c.distance));
    const flr_closest2 back = ask_closest(b, a), turned = {back.distance, back.point_b, back.point_a};
    if (a.k != b.k) t.expect(same_bits(c, turned), "%s %s: turned round", name(a.k), name(b.k));
    return std::fabs(big_float(exact - c.distance).get_d()) / (own_size(a, b) * real_epsilon);
}

void every_pair(tally &t)
{
    random_source r{31};
    worst_of apart[] = {{"distances", real_choose(1.5, 0.5)}, {"distances of planes", real_choose(2, 0.8)}},
             touching[] = {{"touching", real_choose(0.7, 0.5)}, {"touching planes", real_choose(0.7, 0.5)}};
    const std::vector<flr_vec2> places = far_places();
    for (int k = 0; k < kinds; ++k)
        for (int n = 0; n < scenes(150); ++n) {
            const flr_vec2 at = places[size_t(n) % places.size()];
            const shape a = shape_at(r, box, at);
            shape b = shape_at(r, kind(k), at);
            const bool flat = by_normal(b);
            const double error = distance_error(t, a, b);
            t.expect(apart[flat].within(error), "box %s at %g %g: distance off by %g roundings", name(k),
                     double(at.x), double(at.y), error);
            // moved until they touch but for the last digits of a coordinate
            const flr_closest2 c = ask_closest(a, b);
            move(b, flr_sub2(c.point_a, c.point_b));
            const double close = distance_error(t, a, b);
            t.expect(touching[flat].within(close), "box %s at %g %g touch: distance off by %g roundings",
                     name(k), double(at.x), double(at.y), close);
        }
    for (const worst_of &w : apart) w.hold(t);
    for (const worst_of &w : touching) w.hold(t);
}

/// Along the axis of a box and square to it, from its centre, in lengths of the axis.
struct in_box {
    big_rational x, y;
};
in_box seen_by(const flr_box2 &b, const big_rational &x, const big_rational &y)
{
    const big_rational ux(b.axis.x), uy(b.axis.y), square = ux * ux + uy * uy;
    return {big_rational((x * ux + y * uy) / square), big_rational((y * ux - x * uy) / square)};
}
in_box from_center(const flr_box2 &b, flr_vec2 p)
{
    return seen_by(b, big_rational(p.x) - big_rational(b.center.x),
                   big_rational(p.y) - big_rational(b.center.y));
}

/// How far inside (below 0) or outside of the nearest side's line, at least.
double past_sides(const flr_box2 &b, flr_vec2 p)
{
    const in_box at = from_center(b, p);
    const big_rational x = abs(at.x) - big_rational(b.half_extents.x),
                       y = abs(at.y) - big_rational(b.half_extents.y);
    return std::max(x, y).get_d();
}

/// A point of the boundary or a little beside it, or one of the corners (`reach` 1), as far as its coordinates can tell.
flr_vec2 near_boundary(random_source &r, const flr_box2 &b, double reach)
{
    const double part = r.between(-reach, reach),
                 along = reach > 1  ? part
                         : part > 0 ? 1
                                    : -1,
                 side = r.whole(0, 1) ? 1 : -1;
    const bool by_x = r.whole(0, 1) != 0;
    const double u = double(b.half_extents.x) * (by_x ? side : along),
                 v = double(b.half_extents.y) * (by_x ? along : side);
    return {flr_real(double(b.center.x) + u * double(b.axis.x) - v * double(b.axis.y)),
            flr_real(double(b.center.y) + u * double(b.axis.y) + v * double(b.axis.x))};
}

void points_at_the_boundary(tally &t)
{
    random_source r{32};
    const std::vector<flr_vec2> places = far_places();
    const double slack = 2 * real_epsilon;
    int inside = 0;
    const int all = scenes(6000);
    for (int n = 0; n < all; ++n) {
        const shape a = shape_at(r, box, places[size_t(n) % places.size()]);
        const flr_vec2 p = near_boundary(r, a.box, 1.1);
        const double past = past_sides(a.box, p);
        const flr_side side = flr_contains2_box_point(&a.box, p);
        t.expect(past > slack    ? side == FLR_OUTSIDE
                 : past < -slack ? side == FLR_INSIDE
                                 : true,
                 "a point %g past a side: %d", past, int(side));
        t.expect(flr_overlap2_point_box(p, &a.box) == (side != FLR_OUTSIDE), "overlap, and side %d",
                 int(side));
        t.expect((flr_closest2_point_box(p, &a.box).distance == 0) == (side != FLR_OUTSIDE),
                 "distance, and side %d", int(side));
        inside += side != FLR_OUTSIDE;
    }
    t.expect(inside > all * 0.3 && inside < all * 0.7, "%d of %d inside", inside, all);
}

/// Which side of a plane: by the exact heights of the four corners over the length of the normal.
void planes_at_a_corner(tally &t)
{
    random_source r{33};
    const std::vector<flr_vec2> places = far_places();
    int crossed = 0;
    const int all = scenes(6000);
    for (int n = 0; n < all; ++n) {
        const shape a = shape_at(r, box, places[size_t(n) % places.size()]);
        flr_box2 turned = a.box;
        if (n % 3 == 0) turned.axis = {flr_real(0.6), flr_real(0.8)};
        const double angle = r.between(0, 6.3), length = r.between(0.1, 3);
        flr_plane2 p = {{flr_real(length * std::cos(angle)), flr_real(length * std::sin(angle))}, 0};
        if (n % 3 == 0) p.normal = {3, 4};
        const definition d = define(
            [&] {
                shape s = a;
                s.box = turned;
                return s;
            }(),
            far_away);
        const exact &corner = d.simplices[size_t(r.whole(0, 1))][size_t(r.whole(0, 2))];
        p.offset = flr_real(big_rational(p.normal.x * corner[0] + p.normal.y * corner[1]).get_d());
        big_rational low, high;
        bool first = true;
        for (const auto &s : d.simplices)
            for (const exact &c : s) {
                const big_rational h = big_rational(p.normal.x) * c[0] + big_rational(p.normal.y) * c[1] -
                                       big_rational(p.offset);
                low = first || h < low ? h : low;
                high = first || h > high ? h : high;
                first = false;
            }
        const double scale = std::hypot(double(p.normal.x), double(p.normal.y)),
                     slack = 2 * real_epsilon * scale;
        const int side = flr_classify2_plane_box(&p, &turned);
        t.expect(low.get_d() > slack     ? side == 1
                 : high.get_d() < -slack ? side == -1
                                         : true,
                 "side %d: %g to %g", side, low.get_d(), high.get_d());
        t.expect(low.get_d() < -slack && high.get_d() > slack ? side == 0 : true, "side %d: %g to %g", side,
                 low.get_d(), high.get_d());
        t.expect(flr_overlap2_plane_box(&p, &turned) == (side == 0), "overlap, and side %d", side);
        const flr_halfspace2 h = {p.normal, p.offset};
        t.expect(flr_overlap2_halfspace_box(&h, &turned) == (side <= 0), "halfspace, and side %d", side);
        t.expect((flr_closest2_plane_box(&p, &turned).distance == 0) == (side == 0), "distance, and side %d",
                 side);
        crossed += side == 0;
    }
    t.expect(crossed > all * 0.3 && crossed < all * 0.95, "%d of %d crossed", crossed, all);
}

/// When a segment is in a box that is wider by `grown` on all sides.
struct stay {
    big_rational from = 0, to = 1;
};
std::optional<stay> in_slabs(const flr_box2 &b, const flr_segment2 &s, const big_rational &grown)
{
    const in_box at = from_center(b, s.a), to = from_center(b, s.b);
    const big_rational start[2] = {at.x, at.y},
                       way[2] = {big_rational(to.x - at.x), big_rational(to.y - at.y)},
                       half[2] = {big_rational(b.half_extents.x) + grown,
                                  big_rational(b.half_extents.y) + grown};
    stay all;
    for (int k = 0; k < 2; ++k) {
        if (way[k] == 0 && abs(start[k]) > half[k]) return std::nullopt;
        if (way[k] == 0) continue;
        big_rational in = (-half[k] - start[k]) / way[k], out = (half[k] - start[k]) / way[k];
        if (in > out) std::swap(in, out);
        all.from = std::max(all.from, in);
        all.to = std::min(all.to, out);
    }
    if (all.from > all.to) return std::nullopt;
    return all;
}

void paths_past_a_corner(tally &t)
{
    random_source r{34};
    const std::vector<flr_vec2> places = far_places();
    const big_rational slack(2 * real_epsilon);
    int hits = 0;
    const int all = scenes(6000);
    for (int n = 0; n < all; ++n) {
        const flr_vec2 at = places[size_t(n) % places.size()];
        const shape a = shape_at(r, box, at), other = shape_at(r, segment, at);
        const flr_vec2 by = near_boundary(r, a.box, 1);
        const flr_segment2 s = {other.segment.a, flr_add2(by, flr_sub2(by, other.segment.a))};
        const flr_raycast2_path path = flr_raycast2_path_segment(&s);
        const flr_rayhit2 c = flr_raycast2_ray_box(&path, &a.box);
        const std::optional<stay> wide = in_slabs(a.box, s, slack), narrow = in_slabs(a.box, s, -slack);
        t.expect(c.hit ? wide.has_value() : !narrow.has_value(), "hit %d", c.hit);
        t.expect(c.hit == flr_overlap2_segment_box(&s, &a.box), "hit %d, overlap not", c.hit);
        hits += c.hit;
        if (!c.hit || !wide) continue;
        const double few = 4 * real_epsilon;
        t.expect(c.t >= wide->from.get_d() - few && c.t_last <= wide->to.get_d() + few, "t %.17g to %.17g",
                 double(c.t), double(c.t_last));
        if (narrow)
            t.expect(c.t <= narrow->from.get_d() + few && c.t_last >= narrow->to.get_d() - few,
                     "t %.17g to %.17g", double(c.t), double(c.t_last));
    }
    t.expect(hits > all * 0.3 && hits < all * 0.8, "%d of %d hit", hits, all);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(every_pair), FEELER_TEST(points_at_the_boundary), FEELER_TEST(planes_at_a_corner),
             FEELER_TEST(paths_past_a_corner))

}  // namespace TEST_FILE
