// needs: gmp
// Lists of points of the plane against given axes, at rest and moving, boxes from affine maps, and lists of halfspaces; against
// exact rationals.
#include "support/big.hpp"

#include <cmath>
#include <vector>

#include "feeler/convex2.h"
#include "feeler/hull.h"
#include "feeler/overlap2.h"
#include "feeler/raycast2.h"
#include "feeler/sweep2.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"

namespace TEST_FILE
{
namespace
{

using number = big_rational;

number exact(flr_real x) { return number(double(x)); }
number along(flr_vec2 axis, flr_vec2 p) { return exact(axis.x) * exact(p.x) + exact(axis.y) * exact(p.y); }

struct interval {
    number low, high;
};
interval project(const std::vector<flr_vec2> &points, flr_vec2 axis)
{
    interval i = {along(axis, points[0]), along(axis, points[0])};
    for (flr_vec2 p : points) {
        const number x = along(axis, p);
        if (x < i.low) i.low = x;
        if (x > i.high) i.high = x;
    }
    return i;
}

/// Convex polygons of one scale around one place, with the normals of their edges.
struct scene {
    random_source r;
    double scale, far;
    flr_vec2 point(double x, double y) const
    {
        return {flr_real(x * scale + far), flr_real(y * scale + far)};
    }
    std::vector<flr_vec2> polygon()
    {
        const int x = r.whole(-2, 2), y = r.whole(-2, 2), count = r.whole(1, 6);
        std::vector<flr_vec2> p;
        for (int i = 0; i < count; ++i) {
            const int dx = r.whole(0, 6), dy = r.whole(0, 6);
            p.push_back(point(x + dx, y + dy));
        }
        return p;
    }
    flr_vec2 way()
    {
        const int x = r.whole(-12, 12), y = r.whole(-12, 12), more = r.whole(-9, 9);
        return {flr_real(std::ldexp(x, more)), flr_real(std::ldexp(y, more))};
    }
};

/// Axes that suffice: perpendicular to all differences, and those themselves for what lies on one line.
std::vector<flr_vec2> axes_of(const std::vector<flr_vec2> &a, const std::vector<flr_vec2> &b)
{
    std::vector<flr_vec2> axes;
    for (const auto *list : {&a, &b})
        for (flr_vec2 p : *list)
            for (flr_vec2 q : *list) {
                axes.push_back(flr_perp2(flr_sub2(q, p)));
                axes.push_back(flr_sub2(q, p));
            }
    axes.push_back({1, 0});
    axes.push_back({0, 1});
    axes.push_back(flr_sub2(a[0], b[0]));
    return axes;
}

const double scale[] = {1, 0x1p-60, 0x1p60, 1, real_choose(0x1p-300, 0x1p-30)};
const double far[] = {0, 0, 0, 4096, 0};

void resting(tally &t)
{
    worst_of most{"separation", 2}, unit{"unit axis", 2};
    long apart = 0, all = 0;
    for (size_t k = 0; k < 5; ++k) {
        scene g{{31 + k}, scale[k], far[k]};
        flr_axis_cache2 cache = {0};
        for (int i = 0; i < scenes(300); ++i) {
            const std::vector<flr_vec2> a = g.polygon(), b = g.polygon(), axes = axes_of(a, b);
            big_float best(0, 256);
            bool separated = false, any = false;
            for (flr_vec2 axis : axes) {
                const number square = along(axis, axis);
                if (square == 0) continue;
                const interval p = project(a, axis), q = project(b, axis);
                const number gap = q.low - p.high > p.low - q.high ? q.low - p.high : p.low - q.high;
                big_float next(gap, 256);
                next /= sqrt(big_float(square, 256));
                if (!any || next > best) best = next;
                any = true;
                separated = separated || gap > 0;
            }
            const bool overlap = flr_overlap2_points_points(
                a.data(), a.size(), b.data(), b.size(), axes.data(), axes.size(), i % 2 ? &cache : nullptr);
            const flr_separation2 s = flr_separation2_points_points(a.data(), a.size(), b.data(), b.size(),
                                                                    axes.data(), axes.size());
            double size = 0;
            for (const auto *list : {&a, &b})
                for (flr_vec2 p : *list) size = std::fmax(size, double(flr_reach2(flr_sub2(p, a[0]))));
            t.expect(overlap == !separated || std::fabs(best.get_d()) <= 2 * size * real_epsilon,
                     "overlap %d, separated %d", overlap, separated);
            if (size > 0)
                most.within(std::fabs(big_float(double(s.separation) - best).get_d()) / size / real_epsilon);
            unit.within(off_unit(s.axis));
            t.expect(s.owner == 0 && s.index >= 0 && size_t(s.index) < axes.size(), "an index of the list");
            ++all;
            apart += separated;
        }
    }
    most.hold(t);
    unit.hold(t);
    t.expect(apart * 10 > all * 3 && apart * 10 < all * 7, "%ld of %ld apart", apart, all);
    const flr_vec2 p = {1, 2}, axis = {1, 0};
    t.expect(!flr_overlap2_points_points(nullptr, 0, &p, 1, &axis, 1, nullptr), "an empty list");
    t.expect(flr_overlap2_points_points(&p, 1, &p, 1, &axis, 1, nullptr), "a point and itself");
    const flr_separation2 none = flr_separation2_points_points(&p, 1, &p, 1, nullptr, 0);
    t.expect(std::isinf(double(none.separation)) && none.separation < 0 && none.axis.x == 0, "no candidate");
}

/// First and last time exactly: on each axis the times at which moving intervals overlap.
void moving(tally &t)
{
    worst_of first{"first time", 0.8}, last{"last time", 0.4};
    long hits = 0, all = 0;
    for (size_t k = 0; k < 5; ++k) {
        scene g{{91 + k}, scale[k], far[k]};
        for (int i = 0; i < scenes(300); ++i) {
            const std::vector<flr_vec2> a = g.polygon(), b = g.polygon(), axes = axes_of(a, b);
            const flr_vec2 aim = flr_sub2(b[0], a[0]);
            const flr_real times = flr_real(std::ldexp(1, g.r.whole(-3, 2)));
            const flr_vec2 motion = flr_scale2(i % 3 ? times : -times, aim);
            number from = 0, to = 1;
            bool hit = true;
            for (flr_vec2 axis : axes) {
                if (axis.x == 0 && axis.y == 0) continue;
                const interval p = project(a, axis), q = project(b, axis);
                const number speed = along(axis, motion), ahead = q.low - p.high, behind = q.high - p.low;
                if (speed == 0) {
                    hit = hit && ahead <= 0 && behind >= 0;
                    continue;
                }
                number enter = (speed > 0 ? ahead : behind) / speed,
                       leave = (speed > 0 ? behind : ahead) / speed;
                if (enter > from) from = enter;
                if (leave < to) to = leave;
            }
            hit = hit && from <= to;
            const flr_sweep2_span s = flr_sweep2_points_points(a.data(), a.size(), b.data(), b.size(), motion,
                                                               axes.data(), axes.size());
            t.expect(s.hit || !hit, "a miss is certain");
            if (!t.expect(s.hit == hit, "hit %d, exactly %d, from %.17g to %.17g", s.hit, hit, from.get_d(),
                          to.get_d()))
                continue;
            ++all;
            hits += hit;
            if (!hit) continue;
            first.within(std::fabs(number(exact(s.t_first) - from).get_d()) / real_epsilon);
            last.within(std::fabs(number(exact(s.t_last) - to).get_d()) / real_epsilon);
            t.expect(s.overlap_at_start == (from == 0) || s.t_first == 0, "at the start");
        }
    }
    first.hold(t);
    last.hold(t);
    t.expect(hits * 10 > all * 3 && hits * 10 < all * 7, "%ld of %ld hit", hits, all);
    const flr_vec2 a[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}}, b[] = {{3, 0}, {4, 0}, {4, 1}, {3, 1}},
                   axes[] = {{0, 1}, {2, 0}};
    const flr_sweep2_span s = flr_sweep2_points_points(a, 4, b, 4, {8, 0}, axes, 2);
    t.expect(s.hit && s.t_first == flr_real(0.25) && s.t_last == flr_real(0.5) && s.index == 1 &&
                 s.axis.x == 1,
             "%g to %g on axis %zu", double(s.t_first), double(s.t_last), s.index);
    const flr_aabb2 x = {{0, 0}, {1, 1}}, y = {{3, 0}, {4, 1}}, z = {{0, 3}, {1, 4}};
    t.expect(flr_sweep2_span_aabb_aabb(&x, {8, 0}, &y).index == 0, "along x");
    t.expect(flr_sweep2_span_aabb_aabb(&x, {0, 8}, &z).index == 1, "along y");
}

/// Corners come out where the map takes them.
void boxes(tally &t)
{
    worst_of corners{"corners of a mapped box", 1}, back{"to box coordinates and back", 1.5};
    random_source r{8};
    for (int i = 0; i < 2000; ++i) {
        const double size = i % 3 == 0 ? 1e-3 : i % 3 == 1 ? 1 : 1e3;
        const int m = r.whole(1, 30), n = r.whole(0, 30);
        const double square = m * m + n * n, c = (m * m - n * n) / square, s = 2 * m * n / square;
        const double across = i % 7 == 0 ? 0 : r.between(0, 3), up = i % 11 == 0 ? 0 : r.between(-3, 3);
        const double tx = r.between(-size, size), ty = r.between(-size, size);
        const flr_affine2 map = {
            {{flr_real(c * across), flr_real(s * across)}, {flr_real(-s * up), flr_real(c * up)}},
            {flr_real(tx), flr_real(ty)}};
        const flr_vec3 low = r.point(-size, 0), high = r.point(0, size);
        const flr_aabb2 b = {{low.x, low.y}, {high.x, high.y}};
        flr_box2 box;
        if (!t.expect(flr_box2_from_affine(&map, &b, &box) == FLR_OK, "a map that does not shear")) continue;
        t.expect(flr_check2_box(&box) == FLR_OK, "the box is none");
        for (int k = 0; k < 4; ++k) {
            const number px = exact(k & 1 ? b.max.x : b.min.x), py = exact(k & 2 ? b.max.y : b.min.y);
            const number x = exact(map.linear.x.x) * px + exact(map.linear.y.x) * py +
                             exact(map.translation.x),
                         y = exact(map.linear.x.y) * px + exact(map.linear.y.y) * py +
                             exact(map.translation.y);
            double least = INFINITY;
            for (int j = 0; j < 4; ++j) {
                const number u = exact(box.half_extents.x) * (j & 1 ? 1 : -1),
                             v = exact(box.half_extents.y) * (j & 2 ? 1 : -1);
                const number qx = exact(box.center.x) + u * exact(box.axis.x) - v * exact(box.axis.y),
                             qy = exact(box.center.y) + u * exact(box.axis.y) + v * exact(box.axis.x);
                least = std::fmin(least, std::hypot(number(qx - x).get_d(), number(qy - y).get_d()));
            }
            corners.within(least / (8 * size) / real_epsilon);
        }
        const flr_vec2 p = {high.z, low.z}, q = flr_box2_to_world(&box, flr_box2_to_local(&box, p));
        back.within(std::hypot(double(q.x) - double(p.x), double(q.y) - double(p.y)) / (8 * size) /
                    real_epsilon);
    }
    corners.hold(t);
    back.hold(t);
    const flr_box2 turned = {{1, 2}, {0, 1}, {3, 4}};
    const flr_vec2 local = flr_box2_to_local(&turned, {1, 5});
    t.expect(local.x == 3 && local.y == 0, "along the axis: %g %g", double(local.x), double(local.y));
    flr_box2 box;
    const flr_aabb2 b = {{0, 0}, {2, 4}};
    const flr_affine2 shear = {{{1, 0}, {1, 1}}, {0, 0}}, flat = {{{0, 0}, {0, 0}}, {5, 6}},
                      wild = {{{flr_real(INFINITY), 0}, {0, 1}}, {0, 0}};
    t.expect(flr_box2_from_affine(&shear, &b, &box) == FLR_INVALID_SHAPE, "a shear");
    t.expect(flr_box2_from_affine(&wild, &b, &box) == FLR_NOT_FINITE, "infinity");
    t.expect(flr_box2_from_affine(&flat, &b, &box) == FLR_OK && flr_check2_box(&box) == FLR_OK &&
                 box.half_extents.x == 0 && box.center.x == 5,
             "flattened to a point");
    const flr_aabb2 inverted = {{1, 0}, {0, 1}};
    t.expect(flr_box2_from_affine(&flat, &inverted, &box) == FLR_INVALID_SHAPE, "min > max");
}

/// Cyrus and Beck without rounding.
void halfspaces(tally &t)
{
    worst_of times{"t of entry and exit", 0.3};
    long hits = 0, all = 0, inner = 0;
    for (size_t k = 0; k < 5; ++k) {
        scene g{{17 + k}, scale[k], far[k]};
        for (int i = 0; i < scenes(800); ++i) {
            std::vector<flr_halfspace2> faces;
            const int count = g.r.whole(0, 6);
            for (int j = 0; j < count; ++j) {
                const int nx = g.r.whole(-3, 3), ny = g.r.whole(-3, 3), x = g.r.whole(-8, 8),
                          y = g.r.whole(-8, 8);
                flr_vec2 n = {flr_real(nx), flr_real(ny)};
                if (nx == 0 && ny == 0) n.x = 1;
                faces.push_back({n, flr_dot2(n, g.point(x, y))});
            }
            const int px = g.r.whole(-8, 8), py = g.r.whole(-8, 8), dx = g.r.whole(-3, 3),
                      dy = g.r.whole(-3, 3);
            const flr_vec2 p = g.point(px, py), d = {flr_real(dx), flr_real(dy)};
            number from = 0, to = 1000000;
            to *= exact(flr_real(scale[k]));
            const flr_raycast2_path path = flr_raycast2_path_make(p, d, 0, flr_real(to.get_d()));
            flr_side side = FLR_INSIDE;
            bool hit = true;
            for (const flr_halfspace2 &h : faces) {
                const number rest = exact(h.offset) - along(h.normal, p), rate = along(h.normal, d);
                if (rest < 0) side = FLR_OUTSIDE;
                if (rest == 0 && side == FLR_INSIDE) side = FLR_BOUNDARY;
                if (rate == 0 && rest < 0) hit = false;
                if (rate == 0) continue;
                const number x = rest / rate;
                if (rate < 0 && x > from) from = x;
                if (rate > 0 && x < to) to = x;
            }
            hit = hit && from <= to;
            t.expect(flr_contains2_halfspaces_point(faces.data(), faces.size(), p) == side,
                     "the side of a point");
            const flr_rayhit2 r = flr_raycast2_ray_halfspaces(&path, faces.data(), faces.size());
            ++all;
            hits += hit;
            // where rounding decides between corners: only clear ones
            const bool near = abs(number(from - to)) < exact(flr_real(0x1p-20 * scale[k]));
            if (!t.expect(r.hit == hit || near, "hit %d, exactly %d", r.hit, hit) || !r.hit || !hit) continue;
            if (path.is_point) continue;
            const double size = std::fmax(std::fabs(from.get_d()), 16 * scale[k] + 2 * far[k]);
            times.within(std::fabs(number(exact(r.t) - from).get_d()) / size / real_epsilon);
            if (to < exact(path.t_max))
                times.within(std::fabs(number(exact(r.t_last) - to).get_d()) /
                             std::fmax(size, std::fabs(to.get_d())) / real_epsilon);
            t.expect(r.inside == (side != FLR_OUTSIDE), "inside %d, side %d", r.inside, int(side));
            inner += r.inside;
            if (r.inside) continue;
            const flr_halfspace2 &h = faces[r.edge];
            t.expect(along(h.normal, d) < 0 && flr_dot2(r.normal, d) < 0, "faces the path");
            const number off = along(h.normal, p) + from * along(h.normal, d) - exact(h.offset);
            t.expect(off == 0 || near, "edge %u is not the one entered", r.edge);
        }
    }
    times.hold(t);
    t.expect(hits * 10 > all * 3 && hits * 10 < all * 8 && inner > 100, "%ld of %ld hit, %ld inside", hits,
             all, inner);
    const flr_halfspace2 square[] = {{{-1, 0}, 0}, {{1, 0}, 2}, {{0, -1}, 0}, {{0, 1}, 2}};
    const flr_raycast2_path path = flr_raycast2_path_make({-1, 1}, {1, 0}, 0, 10);
    const flr_rayhit2 r = flr_raycast2_ray_halfspaces(&path, square, 4);
    t.expect(r.hit && r.t == 1 && r.t_last == 3 && r.edge == 0 && r.edge_last == 1 && r.normal.x == -1 &&
                 r.point.x == 0 && r.point.y == 1,
             "a square");
    const flr_segment2 s = {{1, 1}, {1, 5}};
    const flr_raycast2_path inside = flr_raycast2_path_segment(&s);
    const flr_rayhit2 q = flr_raycast2_ray_halfspaces(&inside, square, 4);
    t.expect(q.hit && q.inside && q.t == 0 && q.t_last == flr_real(0.25) && q.edge_last == 3, "from inside");
    t.expect(flr_raycast2_ray_halfspaces(&path, nullptr, 0).hit, "all of the plane");
    t.expect(flr_contains2_halfspace_point(&square[0], {0, 7}) == FLR_BOUNDARY, "on the boundary");
}

/// The corner that lies farthest, of every kind of core.
void support_vertex(tally &t)
{
    for (size_t k = 0; k < 5; ++k) {
        scene g{{55 + k}, scale[k], far[k]};
        for (int i = 0; i < scenes(800); ++i) {
            const std::vector<flr_vec2> p = g.polygon();
            const flr_vec2 d = g.way();
            if (d.x == 0 && d.y == 0) continue;
            const flr_convex2 c = flr_convex2_points(p.data(), uint32_t(p.size()), {1, 0}, {0, 0}, 0);
            const uint32_t index = flr_support2_vertex(&c, d);
            if (!t.expect(index < p.size(), "number %u", index)) continue;
            for (flr_vec2 q : p) t.expect(along(d, p[index]) >= along(d, q), "another lies farther");
            for (uint32_t j = 0; j < index; ++j)
                t.expect(along(d, p[j]) < along(d, p[index]), "not the first of a tie");
            const flr_vec2 s = flr_support2(&c, d);
            t.expect(s.x == p[index].x && s.y == p[index].y, "not the support point");
        }
    }
    const flr_box2 box = {{1, 1}, {1, 0}, {2, 3}};
    const flr_convex2 b = flr_convex2_box(&box);
    t.expect(flr_support2_vertex(&b, {-1, -1}) == 0 && flr_support2_vertex(&b, {1, -1}) == 1 &&
                 flr_support2_vertex(&b, {1, 1}) == 2 && flr_support2_vertex(&b, {-1, 1}) == 3,
             "corners of a box");
    const flr_vec2 square[] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};
    const flr_convex2 q = flr_convex2_polygon(square, 4, {1, 0}, {0, 0}, 0);
    const flr_real most = flr_real(real_choose(1e308, 1e38));
    t.expect(flr_support2_vertex(&q, {most, most}) == 2, "W3: a direction near the end of the range");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(resting), FEELER_TEST(moving), FEELER_TEST(boxes), FEELER_TEST(halfspaces),
             FEELER_TEST(support_vertex))

}  // namespace TEST_FILE
