/// Hulls and lists of points that lie far off in their own frame, as those do that are made of world coordinates: lines, rays and
/// segments are as far from them, and meet them when they do, as near the origin. Nothing is rounded by the way there.
#include <vector>

#include "feeler/any3.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

struct answers {
    flr_closest3 closest;
    flr_raycast3_result cast;
    bool overlap;
};

flr_vec3 on_lattice(random_source &r, double most)
{
    const flr_vec3 p = r.point(-most, most);
    return flr_vec3_make(std::round(p.x), std::round(p.y), std::round(p.z));
}

flr_shape3 straight(flr_shape3_kind kind, flr_vec3 from, flr_vec3 way)
{
    flr_shape3 s = {};
    s.kind = kind;
    if (kind == FLR_SHAPE3_SEGMENT)
        s.as.segment = {from, flr_add3(from, way)};
    else
        s.as.ray = {from, way};
    return s;
}

flr_raycast3_path path_of(const flr_shape3 &s)
{
    if (s.kind == FLR_SHAPE3_SEGMENT) return flr_raycast3_path_segment(&s.as.segment);
    return s.kind == FLR_SHAPE3_RAY ? flr_raycast3_path_ray(&s.as.ray) : flr_raycast3_path_line(&s.as.line);
}

answers ask(tally &t, const std::vector<flr_vec3> &points, bool as_hull, const flr_shape3 &path)
{
    const flr_mat3 upright = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const flr_vec3 zero = {0, 0, 0};
    answers q = {};
    flr_hull3 *hull = nullptr;
    flr_shape3 s = {};
    s.kind = FLR_SHAPE3_CONVEX;
    if (as_hull && flr_hull3_create(points.data(), points.size(), nullptr, nullptr, &hull) == FLR_OK)
        s.as.convex = flr_convex3_hull(hull, upright, zero, 0);
    else
        s.as.convex = flr_convex3_points(points.data(), uint32_t(points.size()), upright, zero, 0);
    const flr_raycast3_path cast = path_of(path);
    t.expect(flr_distance3(&path, &s, &q.closest) == FLR_OK &&
                 flr_overlap3(&path, &s, &q.overlap) == FLR_OK && flr_raycast3(&cast, &s, &q.cast) == FLR_OK,
             "answered");
    flr_hull3_destroy(hull);
    return q;
}

bool grazes(const flr_raycast3_result &r, flr_vec3 way)
{
    const double head_on = double(flr_dot3(r.normal, way));
    return !r.inside && std::fabs(head_on) <= 0.1 * double(flr_length3(way));
}

void paths_and_hulls_are_the_same_far_away(tally &t)
{
    worst_of distance = {"distances", real_choose(2.5e-14, 1e-5)},
             time = {"times of hits", real_choose(3.2e-15, 6e-6)};
    random_source r{17};
    const double far[] = {0x1p14, real_choose(0x1p40, 0x1p18)};
    const flr_shape3_kind kinds[] = {FLR_SHAPE3_SEGMENT, FLR_SHAPE3_RAY, FLR_SHAPE3_LINE};
    int hits = 0, all = 0;
    for (int i = 0; i < scenes(3000); ++i) {
        std::vector<flr_vec3> points, moved;
        const int count = 2 + int(r.unit() * 7);
        for (int k = 0; k < count; ++k) points.push_back(on_lattice(r, 3));
        const flr_vec3 from = on_lattice(r, 4), to = on_lattice(r, 2), way = flr_sub3(to, from);
        if (flr_length_squared3(way) == 0) continue;
        const flr_shape3_kind kind = kinds[i % 3];
        const bool as_hull = r.unit() < 0.5;
        const double size = far[i / 3 % 2];
        const flr_vec3 shift = on_lattice(r, size);
        for (const flr_vec3 &p : points) moved.push_back(flr_add3(p, shift));
        const answers near = ask(t, points, as_hull, straight(kind, from, way)),
                      there = ask(t, moved, as_hull, straight(kind, flr_add3(from, shift), way));
        ++all;
        hits += near.cast.hit;
        t.expect(near.overlap == there.overlap && near.cast.hit == there.cast.hit &&
                     near.cast.inside == there.cast.inside,
                 "%s %d: overlap %d, near the origin %d, hit %d, near %d", flr_shape3_name(kind), i,
                 there.overlap, near.overlap, there.cast.hit, near.cast.hit);
        t.expect(distance.within(std::fabs(double(near.closest.distance) - double(there.closest.distance))),
                 "%s %d: distance %.17g, near the origin %.17g", flr_shape3_name(kind), i,
                 double(there.closest.distance), double(near.closest.distance));
        if (!near.cast.hit || !there.cast.hit) continue;
        // in float a graze may be told by the distance alone, at whatever common point that has
        if (real_is_float && (grazes(near.cast, way) || grazes(there.cast, way))) continue;
        t.expect(time.within(std::fabs(double(near.cast.t) - double(there.cast.t))),
                 "%s %d: t %.17g, near %.17g", flr_shape3_name(kind), i, double(there.cast.t),
                 double(near.cast.t));
    }
    t.expect(hits > 0.3 * all && hits < 0.7 * all, "%d of %d hit", hits, all);
    distance.hold(t);
    time.hold(t);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(paths_and_hulls_are_the_same_far_away))

}  // namespace TEST_FILE
