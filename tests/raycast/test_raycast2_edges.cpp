// needs: gmp
// Which edge of a shape of the plane a path enters and leaves by, the nearest of a list, and casts in batches; against exact
// rationals.
#include "support/big.hpp"

#include <cmath>
#include <cstring>
#include <vector>

#include "feeler/batch2.h"
#include "support/cmocka.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

using number = big_rational;
number exact(flr_real x) { return number(double(x)); }

struct edge {
    number ax, ay, bx, by;
};

/// The range of t on an edge, of a line that is not along it; false without one.
bool crossing(const flr_raycast2_path &p, const edge &e, number *at)
{
    const number dx = exact(p.direction.x), dy = exact(p.direction.y), ex = e.bx - e.ax, ey = e.by - e.ay,
                 gx = e.ax - exact(p.origin.x), gy = e.ay - exact(p.origin.y), turn = dx * ey - dy * ex;
    if (turn == 0) return false;
    const number u = (gx * dy - gy * dx) / turn;
    *at = (gx * ey - gy * ex) / turn;
    return u >= 0 && u <= 1;
}

/// The path crosses the edge at the t of the result, within rounding errors.
void expect_edge(tally &t, const flr_raycast2_path &p, const edge &e, flr_real at, const char *what,
                 uint32_t index)
{
    number exactly = 0;
    const bool crossed = crossing(p, e, &exactly);
    const number off = exactly - exact(at);
    t.expect(crossed && std::fabs(off.get_d()) <= 8 * real_epsilon * (1 + std::fabs(double(at))),
             "%s %u: t %g", what, index, double(at));
}

edge side_of(const flr_aabb2 &b, uint32_t side)
{
    const number x0 = exact(b.min.x), y0 = exact(b.min.y), x1 = exact(b.max.x), y1 = exact(b.max.y);
    if (side == 0) return {x0, y0, x0, y1};
    if (side == 1) return {x1, y0, x1, y1};
    if (side == 2) return {x0, y0, x1, y0};
    return {x0, y1, x1, y1};
}

edge edge_of(const std::vector<flr_vec2> &p, uint32_t i)
{
    const flr_vec2 a = p[i], b = p[(i + 1) % p.size()];
    return {exact(a.x), exact(a.y), exact(b.x), exact(b.y)};
}

void edges(tally &t)
{
    random_source r{3};
    long hits = 0, inside = 0, all = 0;
    const double scale[] = {1, 0x1p-20, 0x1p20};
    for (int i = 0; i < scenes(9000); ++i) {
        const double unit = scale[i % 3];
        const auto point = [&](int reach) {
            const double x = r.whole(0, 3) ? r.whole(-reach, reach) : r.between(-reach, reach);
            const double y = r.whole(0, 3) ? r.whole(-reach, reach) : r.between(-reach, reach);
            return flr_vec2{flr_real(x * unit), flr_real(y * unit)};
        };
        const flr_vec2 a = point(6), b = point(6), from = point(9);
        flr_vec2 way = flr_sub2(point(5), from);
        if (way.x == 0 && way.y == 0) way.x = flr_real(unit);
        const flr_segment2 segment = {from, flr_add2(from, way)};
        flr_raycast2_path path = flr_raycast2_path_make(from, way, 0, r.whole(0, 1) ? flr_real(INFINITY) : 2);
        if (i % 5 == 0) path = flr_raycast2_path_segment(&segment);
        const flr_aabb2 box = {flr_min2(a, b), flr_max2(a, b)};
        if (box.min.x == box.max.x || box.min.y == box.max.y) continue;
        const flr_box2 turned = {
            flr_lerp2(a, b, flr_real(0.5)), {1, 0}, flr_scale2(flr_real(0.5), flr_sub2(box.max, box.min))};
        flr_shape2 shapes[2] = {};
        shapes[0].kind = FLR_SHAPE2_AABB;
        shapes[0].as.aabb = box;
        shapes[1].kind = FLR_SHAPE2_BOX;
        shapes[1].as.box = turned;
        for (int k = 0; k < 2; ++k) {
            if (k == 1 && (turned.center.x - turned.half_extents.x != box.min.x ||
                           turned.center.x + turned.half_extents.x != box.max.x ||
                           turned.center.y - turned.half_extents.y != box.min.y ||
                           turned.center.y + turned.half_extents.y != box.max.y))
                continue;
            flr_rayhit2 h;
            if (!t.expect(flr_raycast2(&path, &shapes[k], &h) == FLR_OK, "a box")) continue;
            ++all;
            hits += h.hit;
            inside += h.inside;
            if (!h.hit) continue;
            t.expect(h.edge < 4 && h.edge_last < 4 && (!h.inside || h.edge == 0), "edges %u %u", h.edge,
                     h.edge_last);
            // a path along a side has no one place on it
            const bool along = way.x == 0 || way.y == 0;
            if (!h.inside && !along) expect_edge(t, path, side_of(box, h.edge), h.t, "side entered", h.edge);
            if (!along && h.t_last < path.t_max)
                expect_edge(t, path, side_of(box, h.edge_last), h.t_last, "side left", h.edge_last);
        }
        // a star polygon, either way around
        std::vector<flr_vec2> star = {{4, 1}, {1, 2}, {0, 5}, {-2, 1}, {-5, 0}, {-1, -2}, {1, -4}};
        if (i % 2) std::vector<flr_vec2>(star.rbegin(), star.rend()).swap(star);
        for (flr_vec2 &p : star) p = flr_scale2(flr_real(unit), p);
        const flr_polygon2 polygon = {star.data(), star.size()};
        const flr_triangle2 triangle = {star[0], star[2], star[4]};
        const std::vector<flr_vec2> corners = {star[0], star[2], star[4]};
        for (int k = 0; k < 2; ++k) {
            const flr_rayhit2 h =
                k ? flr_raycast2_ray_polygon(&path, &polygon) : flr_raycast2_ray_triangle(&path, &triangle);
            const std::vector<flr_vec2> &list = k ? star : corners;
            if (!h.hit) continue;
            if (!t.expect(h.edge < list.size() && h.edge_last < list.size(), "edges %u %u", h.edge,
                          h.edge_last))
                continue;
            if (!h.inside) {
                number at;
                const bool crossed = crossing(path, edge_of(list, h.edge), &at);
                if (crossed) expect_edge(t, path, edge_of(list, h.edge), h.t, "edge entered", h.edge);
            }
            if (h.t_last < path.t_max) {
                number at;
                const bool crossed = crossing(path, edge_of(list, h.edge_last), &at);
                if (crossed)
                    expect_edge(t, path, edge_of(list, h.edge_last), h.t_last, "edge left", h.edge_last);
            }
        }
    }
    t.expect(hits * 10 > all * 3 && hits * 10 < all * 8 && inside * 20 > all, "%ld of %ld hit, %ld inside",
             hits, all, inside);
    const flr_capsule2 capsule = {{0, 0}, {4, 0}, 1};
    const flr_raycast2_path down = flr_raycast2_path_make({2, 5}, {0, -1}, 0, 10);
    t.expect(flr_raycast2_ray_capsule(&down, &capsule).edge == 0, "a capsule has one edge");
    const flr_vec2 corners[] = {{0, 0}, {4, 0}, {4, 2}, {0, 2}};
    flr_shape2 convex = {};
    convex.kind = FLR_SHAPE2_CONVEX;
    convex.as.convex = flr_convex2_polygon(corners, 4, {1, 0}, {0, 0}, flr_real(0.5));
    flr_rayhit2 h;
    t.expect(flr_raycast2(&down, &convex, &h) == FLR_OK && h.hit && h.edge == 2 && h.edge_last == 0,
             "rounded: %u, %u", h.edge, h.edge_last);
}

/// A segment whose range a nearer hit has cut, as in a search for the nearest of many.
void shortened_segment(tally &t)
{
    const flr_segment2 s = {{0, 0}, {10, 1}};
    const flr_aabb2 box = {{5, -1}, {6, 2}};
    flr_raycast2_path p = flr_raycast2_path_segment(&s);
    p.t_max = flr_real(0.25);
    t.expect(!flr_raycast2_ray_aabb(&p, &box).hit, "a box beyond the range");
    p.t_max = flr_real(0.55);
    const flr_rayhit2 h = flr_raycast2_ray_aabb(&p, &box);
    t.expect(h.hit && h.t == flr_real(0.5) && h.t_last == p.t_max, "%d: %g to %g", h.hit, h.t, h.t_last);
}

void lists(tally &t)
{
    random_source r{12};
    long hits = 0, all = 0;
    for (int i = 0; i < scenes(500); ++i) {
        std::vector<flr_shape2> shapes(8);
        for (flr_shape2 &s : shapes) {
            const int x = r.whole(-8, 8), y = r.whole(-8, 8), kind = r.whole(0, 2);
            const flr_vec2 p = {flr_real(x), flr_real(y)};
            s.kind = kind == 0 ? FLR_SHAPE2_CIRCLE : kind == 1 ? FLR_SHAPE2_AABB : FLR_SHAPE2_SEGMENT;
            if (kind == 0) s.as.circle = {p, 1};
            if (kind == 1) s.as.aabb = {p, {p.x + 2, p.y + 1}};
            if (kind == 2) s.as.segment = {p, {p.x + 2, p.y - 1}};
        }
        const int x = r.whole(-9, 9), y = r.whole(-9, 9), dx = r.whole(-3, 3), dy = r.whole(-3, 3);
        const flr_raycast2_path given =
            flr_raycast2_path_make({flr_real(x), flr_real(y)}, {flr_real(dx), flr_real(dy)}, 0, 4);
        flr_raycast2_path path = given;
        std::vector<flr_rayhit2> each(shapes.size());
        std::vector<flr_status> statuses(shapes.size());
        flr_batch_raycast2(&given, true, shapes.data(), false, 0, shapes.size(), each.data(),
                           statuses.data());
        size_t best = shapes.size(), index = 99;
        for (size_t k = 0; k < shapes.size(); ++k) {
            flr_rayhit2 alone = {};
            t.expect(statuses[k] == FLR_OK && flr_raycast2(&given, &shapes[k], &alone) == FLR_OK, "a status");
            t.expect(alone.hit == each[k].hit && alone.t == each[k].t && alone.edge == each[k].edge,
                     "the bits of single calls");
            if (each[k].hit && (best == shapes.size() || each[k].t < each[best].t)) best = k;
        }
        flr_rayhit2 nearest;
        t.expect(flr_raycast2_nearest(&path, shapes.data(), shapes.size(), &index, &nearest) == FLR_OK,
                 "a status");
        t.expect(nearest.hit == (best < shapes.size()), "hit %d", nearest.hit);
        ++all;
        hits += nearest.hit;
        if (!nearest.hit) continue;
        t.expect(index == best && nearest.t == each[best].t, "shape %zu, not %zu", index, best);
        t.expect(given.is_point || path.t_max == nearest.t, "the path ends at the hit");
    }
    t.expect(hits * 10 > all * 3 && hits * 10 < all * 8, "%ld of %ld hit", hits, all);
    flr_raycast2_path path = flr_raycast2_path_make({0, 0}, {1, 0}, 0, 1);
    size_t index;
    flr_rayhit2 hit;
    flr_shape2 bad = {};
    bad.kind = FLR_SHAPE2_COUNT;
    t.expect(flr_raycast2_nearest(nullptr, nullptr, 0, &index, &hit) == FLR_INVALID_ARGUMENT, "null");
    t.expect(flr_raycast2_nearest(&path, &bad, 1, &index, &hit) == FLR_INVALID_ARGUMENT, "an unknown kind");
    t.expect(flr_raycast2_nearest(&path, nullptr, 0, &index, &hit) == FLR_OK && !hit.hit, "an empty list");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(edges), FEELER_TEST(shortened_segment), FEELER_TEST(lists))

}  // namespace TEST_FILE
