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

flr_shape3 sheet_of(const std::vector<flr_vec3> &v)
{
    flr_shape3 s = {};
    s.kind = v.size() == 4 ? FLR_SHAPE3_QUAD : FLR_SHAPE3_POLYGON;
    if (v.size() == 4)
        s.as.quad = {v[0], v[1], v[2], v[3]};
    else
        s.as.polygon = {v.data(), v.size()};
    return s;
}

struct concave_case {
    const char *name;
    std::vector<flr_vec3> solid, sheet;
    double depth;
};

/// The corner at 0 lies that deep below the slanted face 2x + 2y + z = 1; the shortest other ways, along an axis, are twice as long. The block
/// goes on beyond the sheet by more than it rises above it.
std::vector<concave_case> concave_cases()
{
    auto at = [](double x, double y, double z) {
        return flr_vec3_make(flr_real(x), flr_real(y), flr_real(z));
    };
    const std::vector<flr_vec3> wedge = {at(0, 0, -1), at(1, 0, -1), at(0, 1, -1), at(0, 0, 1)},
                                ell = {at(0, 0, 0), at(2, 0, 0), at(2, 1, 0),
                                       at(1, 1, 0), at(1, 2, 0), at(0, 2, 0)},
                                dart = {at(0, 0, 0), at(3, 0, 0), at(1, 1, 0), at(0, 3, 0)};
    std::vector<flr_vec3> block;
    for (int i = 0; i < 8; ++i) block.push_back(at(i & 1 ? 2 : 0, i & 2 ? 2 : 0, i & 4 ? 1 : -2));
    std::vector<flr_vec3> many = block;
    many.push_back(at(1, 1, 0));
    return {{"wedge and L", wedge, ell, 1. / 3},
            {"wedge and dart", wedge, dart, 1. / 3},
            {"block and L", block, ell, 1},
            {"block and dart", block, dart, 1},
            {"block of nine points and L", many, ell, 1}};
}

/// Alone and in a compound, as a list and as a hull.
void depth_of(tally &t, const concave_case &c, flr_vec3 by, double radius, int form, worst_of &error)
{
    const flr_mat3 upright = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    std::vector<flr_vec3> solid = c.solid, sheet = c.sheet;
    for (std::vector<flr_vec3> *v : {&solid, &sheet})
        for (flr_vec3 &p : *v) p = flr_add3(p, by);
    const flr_vec3 zero = {0, 0, 0};
    flr_hull3 *hull = nullptr;
    flr_shape3 s = {}, all = {}, list[2] = {};
    s.kind = FLR_SHAPE3_CONVEX;
    if (form & 1 && flr_hull3_create(solid.data(), solid.size(), nullptr, nullptr, &hull) == FLR_OK)
        s.as.convex = flr_convex3_hull(hull, upright, zero, flr_real(radius));
    else
        s.as.convex =
            flr_convex3_points(solid.data(), uint32_t(solid.size()), upright, zero, flr_real(radius));
    list[0] = s;
    list[1].kind = FLR_SHAPE3_POINT;
    list[1].as.point = flr_add3(by, flr_vec3_make(0, 0, 40));
    all.kind = FLR_SHAPE3_COMPOUND;
    all.as.compound = {list, 2, nullptr};
    const flr_shape3 &a = form & 2 ? all : s, b = sheet_of(sheet);
    flr_signed_distance3_result r = {};
    const flr_status status = flr_signed_distance3(&a, &b, &r);
    t.expect(status == FLR_OK &&
                 error.within(std::fabs(double(r.signed_distance) + c.depth + radius) / (1 + radius)),
             "%s, form %d, radius %g, %g away: %.17g, status %d", c.name, form, radius, double(by.x),
             double(r.signed_distance), int(status));
    flr_manifold3 m = {};
    double most = 0;
    if (flr_contact3(&a, &b, nullptr, &m) == FLR_OK)
        for (int i = 0; i < m.count; ++i) most = std::fmax(most, double(m.points[i].depth));
    t.expect(std::fabs(most - c.depth - radius) <= real_choose(1e-9, 1e-3) * (1 + radius),
             "%s, form %d, radius %g, %g away: contact %.17g deep", c.name, form, radius, double(by.x), most);
    flr_hull3_destroy(hull);
}

void concave_sheets_are_as_deep_far_away(tally &t)
{
    worst_of error = {"depths", real_choose(1e-14, 1e-7)};
    for (const concave_case &c : concave_cases())
        for (const double far :
             {0., 0x1p10, 0x1p17, real_choose(0x1p30, 0x1p19), real_choose(0x1p40, 0x1p20)})
            for (int form = 0; form < 4; ++form)
                for (const double radius : {0., 0.25})
                    depth_of(t, c, flr_vec3_make(flr_real(far), flr_real(-far), flr_real(far)), radius, form,
                             error);
    error.hold(t);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(paths_and_hulls_are_the_same_far_away),
             FEELER_TEST(concave_sheets_are_as_deep_far_away))

}  // namespace TEST_FILE
