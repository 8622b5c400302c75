/// Flat and straight shapes of lattice corners in all the forms that they may have, in space and in the plane: every question has one answer,
/// whichever form it is asked of. test_forms3.cpp has the solids, against the definition.
#include <cmath>
#include <memory>
#include <vector>

#include "any/any3_stock.hpp"
#include "feeler/any2.h"
#include "support/cmocka.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

struct space {
    using shape = flr_shape3;
    using vec = flr_vec3;
    using held = any3::held;
    using closest = flr_closest3;
    using depth = flr_signed_distance3_result;
    using manifold = flr_manifold3;
    using sweep = flr_sweep3_result;
    using moved = flr_toi3_result;
    using hit = flr_raycast3_result;
    using bounds = flr_aabb3;
    static constexpr int axes = 3;
    static constexpr int reach = 1;  ///< of corners: so that shapes meet about as often as not
    static constexpr auto overlap = flr_overlap3;
    static constexpr auto distance = flr_distance3;
    static constexpr auto signed_distance = flr_signed_distance3;
    static constexpr auto contact = flr_contact3;
    static constexpr auto sweeps = flr_sweep3;
    static constexpr auto bounds_of = flr_bounds3;
    static const char *kind(const shape &s) { return flr_shape3_name(s.kind); }
    static bool is_mesh(const shape &s) { return s.kind == FLR_SHAPE3_MESH; }
    static bool is_searched(const shape &s) { return is_mesh(s) || s.kind == FLR_SHAPE3_COMPOUND; }
    static vec lattice(random_source &r, int low, int high) { return r.lattice_point(low, high); }
    static vec add(vec a, vec b) { return flr_add3(a, b); }
    static flr_status moves(const shape *a, vec way, const shape *b, moved *r)
    {
        const flr_path3 still = flr_path3_still(flr_pose3_identity());
        flr_path3 path = still;
        path.to.position = way;
        return flr_toi3(a, &path, b, &still, nullptr, r);
    }
    static flr_status cast(vec from, vec to, const shape *s, hit *h)
    {
        const flr_segment3 way = {from, to};
        const flr_raycast3_path path = flr_raycast3_path_segment(&way);
        return flr_raycast3(&path, s, h);
    }
    static flr_status side(vec n, flr_real offset, const shape *s, int *r)
    {
        const flr_plane3 p = {n, offset};
        return flr_classify3(&p, s, r);
    }
    static double off(const bounds &a, const bounds &b)
    {
        return any3::length(flr_sub3(a.min, b.min)) + any3::length(flr_sub3(a.max, b.max));
    }
};

struct held2 {
    flr_shape2 shape{};
    std::shared_ptr<std::vector<flr_vec2>> points;
    std::shared_ptr<std::vector<flr_shape2>> parts;
};

struct plane {
    using shape = flr_shape2;
    using vec = flr_vec2;
    using held = held2;
    using closest = flr_closest2;
    using depth = flr_signed_distance2_result;
    using manifold = flr_manifold2;
    using sweep = flr_sweep2_result;
    using moved = flr_toi2_result;
    using hit = flr_rayhit2;
    using bounds = flr_aabb2;
    static constexpr int axes = 2;
    static constexpr int reach = 3;
    static constexpr auto overlap = flr_overlap2;
    static constexpr auto distance = flr_distance2;
    static constexpr auto signed_distance = flr_signed_distance2;
    static constexpr auto contact = flr_contact2;
    static constexpr auto sweeps = flr_sweep2;
    static constexpr auto bounds_of = flr_bounds2;
    static const char *kind(const shape &s) { return flr_shape2_name(s.kind); }
    static bool is_mesh(const shape &) { return false; }
    static bool is_searched(const shape &s) { return s.kind == FLR_SHAPE2_COMPOUND; }
    static vec lattice(random_source &r, int low, int high)
    {
        const flr_vec3 p = r.lattice_point(low, high);
        return {p.x, p.y};
    }
    static vec add(vec a, vec b) { return flr_add2(a, b); }
    static flr_status moves(const shape *a, vec way, const shape *b, moved *r)
    {
        const flr_path2 still{};
        flr_path2 path = still;
        path.to.position = way;
        return flr_toi2(a, &path, b, &still, nullptr, r);
    }
    static flr_status cast(vec from, vec to, const shape *s, hit *h)
    {
        const flr_segment2 way = {from, to};
        const flr_raycast2_path path = flr_raycast2_path_segment(&way);
        return flr_raycast2(&path, s, h);
    }
    static flr_status side(vec n, flr_real offset, const shape *s, int *r)
    {
        const flr_plane2 p = {n, offset};
        return flr_classify2(&p, s, r);
    }
    static double off(const bounds &a, const bounds &b)
    {
        const flr_vec2 p = flr_sub2(a.min, b.min), q = flr_sub2(a.max, b.max);
        return std::sqrt(double(flr_dot2(p, p) + flr_dot2(q, q)));
    }
};

// ---- The forms of one shape

held2 of_kind2(flr_shape2_kind k)
{
    held2 h;
    h.shape.kind = k;
    return h;
}

/// By corners around: as polygon both ways, as a list of points, as a union of triangles.
void add_corners(std::vector<held2> &forms, const std::vector<flr_vec2> &v)
{
    for (int way = 0; way < 3; ++way) {
        held2 h = of_kind2(way < 2 ? FLR_SHAPE2_POLYGON : FLR_SHAPE2_CONVEX);
        h.points = std::make_shared<std::vector<flr_vec2>>(v);
        if (way == 1) h.points->assign(v.rbegin(), v.rend());
        if (way < 2)
            h.shape.as.polygon = {h.points->data(), v.size()};
        else
            h.shape.as.convex = flr_convex2_points(h.points->data(), uint32_t(v.size()), {1, 0}, {0, 0}, 0);
        forms.push_back(h);
    }
    held2 all = of_kind2(FLR_SHAPE2_COMPOUND);
    all.parts = std::make_shared<std::vector<flr_shape2>>();
    for (size_t i = 2; i < v.size(); ++i) {
        flr_shape2 t{};
        t.kind = FLR_SHAPE2_TRIANGLE;
        t.as.triangle = {v[0], v[i - 1], v[i]};
        all.parts->push_back(t);
    }
    flr_shape2 corner{};
    corner.as.point = v[0];
    all.parts->push_back(corner);
    all.shape.as.compound = {all.parts->data(), all.parts->size(), nullptr};
    forms.push_back(all);
}

void add_corners(std::vector<any3::held> &forms, const std::vector<flr_vec3> &v)
{
    for (int way = 0; way < 3; ++way) {
        any3::held h = any3::of_kind(way < 2 ? FLR_SHAPE3_POLYGON : FLR_SHAPE3_CONVEX);
        h.points = std::make_shared<std::vector<flr_vec3>>(v);
        if (way == 1) h.points->assign(v.rbegin(), v.rend());
        if (way < 2)
            h.shape.as.polygon = {h.points->data(), v.size()};
        else
            h.shape.as.convex = flr_convex3_points(h.points->data(), uint32_t(v.size()),
                                                   {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}, 0);
        forms.push_back(h);
    }
    soup surface;
    surface.v = v;
    std::vector<any3::held> parts;
    for (uint32_t i = 2; i < v.size(); ++i) {
        surface.t.push_back({0, i - 1, i});
        parts.push_back(any3::of_kind(FLR_SHAPE3_TRIANGLE));
        parts.back().shape.as.triangle = {v[0], v[i - 1], v[i]};
    }
    parts.push_back(any3::of_kind(FLR_SHAPE3_POINT));
    parts.back().shape.as.point = v[0];
    forms.push_back(any3::compound(parts));
    forms.push_back(any3::mesh(surface, false));
}

void add_upright(std::vector<held2> &forms, flr_vec2 low, flr_vec2 high)
{
    forms.push_back(of_kind2(FLR_SHAPE2_AABB));
    forms.back().shape.as.aabb = {low, high};
    forms.push_back(of_kind2(FLR_SHAPE2_BOX));
    const flr_real half = flr_real(0.5);
    forms.back().shape.as.box = {flr_lerp2(low, high, half), {1, 0}, flr_scale2(half, flr_sub2(high, low))};
}

void add_upright(std::vector<any3::held> &forms, flr_vec3 low, flr_vec3 high)
{
    const flr_real half = flr_real(0.5);
    const flr_vec3 middle = flr_lerp3(low, high, half), extents = flr_scale3(half, flr_sub3(high, low));
    forms.push_back(any3::of_kind(FLR_SHAPE3_AABB));
    forms.back().shape.as.aabb = {low, high};
    forms.push_back(any3::of_kind(FLR_SHAPE3_BOX));
    forms.back().shape.as.box = {middle, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, extents};
}

std::vector<held2> rectangle(random_source &r, plane)
{
    const flr_vec2 low = plane::lattice(r, -plane::reach, plane::reach - 1),
                   high = flr_add2(low, plane::lattice(r, 1, 3));
    std::vector<held2> forms;
    add_upright(forms, low, high);
    add_corners(forms, {low, {high.x, low.y}, high, {low.x, high.y}});
    return forms;
}

/// Perpendicular to an axis.
std::vector<any3::held> rectangle(random_source &r, space)
{
    const flr_vec3 low = space::lattice(r, -space::reach - 1, space::reach), size = space::lattice(r, 1, 3);
    const int normal = r.whole(0, 2);
    flr_vec3 x{}, y{};
    (normal == 0 ? x.y : x.x) = normal == 0 ? size.y : size.x;
    (normal == 2 ? y.y : y.z) = normal == 2 ? size.y : size.z;
    const flr_vec3 high = flr_add3(low, flr_add3(x, y)), b = flr_add3(low, x), d = flr_add3(low, y);
    std::vector<any3::held> forms;
    add_upright(forms, low, high);
    const flr_real half = flr_real(0.5), wide = flr_length3(x), tall = flr_length3(y);
    forms.push_back(any3::of_kind(FLR_SHAPE3_RECTANGLE));
    forms.back().shape.as.rectangle = {flr_lerp3(low, high, half), flr_scale3(1 / wide, x),
                                       flr_scale3(1 / tall, y), half * wide, half * tall};
    forms.push_back(any3::of_kind(FLR_SHAPE3_QUAD));
    forms.back().shape.as.quad = {low, b, high, d};
    add_corners(forms, {low, b, high, d});
    return forms;
}

template <class D> auto triangle(random_source &r)
{
    typename D::vec p[3];
    std::vector<typename D::held> forms(1);
    double area = 0;
    while (!(area > 0)) {
        for (auto &q : p) q = D::lattice(r, -D::reach, D::reach);
        if constexpr (D::axes == 2)
            area = std::fabs(double(flr_cross2(flr_sub2(p[1], p[0]), flr_sub2(p[2], p[0]))));
        else
            area = any3::length(flr_cross3(flr_sub3(p[1], p[0]), flr_sub3(p[2], p[0])));
    }
    if constexpr (D::axes == 2)
        forms[0].shape.kind = FLR_SHAPE2_TRIANGLE;
    else
        forms[0].shape.kind = FLR_SHAPE3_TRIANGLE;
    forms[0].shape.as.triangle = {p[0], p[1], p[2]};
    add_corners(forms, {p[0], p[1], p[2]});
    return forms;
}

/// As what has no width: along an axis one time in two, where boxes have that form too.
template <class D> auto segment(random_source &r)
{
    const auto a = D::lattice(r, -D::reach - 1, D::reach - 1);
    auto way = D::lattice(r, 1, 3);
    const bool upright = r.whole(0, 1) != 0;
    if (upright) way.y = 0;
    if constexpr (D::axes == 3)
        if (upright) way.z = 0;
    const auto b = D::add(a, way);
    std::vector<typename D::held> forms(3);
    if constexpr (D::axes == 2) {
        forms[0].shape.kind = FLR_SHAPE2_SEGMENT;
        forms[1].shape.kind = FLR_SHAPE2_CAPSULE;
        forms[2].shape.kind = FLR_SHAPE2_TRIANGLE;
    } else {
        forms[0].shape.kind = FLR_SHAPE3_SEGMENT;
        forms[1].shape.kind = FLR_SHAPE3_CAPSULE;
        forms[2].shape.kind = FLR_SHAPE3_TRIANGLE;
    }
    forms[0].shape.as.segment = {a, b};
    forms[1].shape.as.capsule = {a, b, 0};
    forms[2].shape.as.triangle = {a, b, a};
    if (upright) add_upright(forms, a, b);
    return forms;
}

template <class D> auto any_forms(random_source &r)
{
    switch (r.whole(0, 2)) {
    case 0:
        return rectangle(r, D{});
    case 1:
        return triangle<D>(r);
    default:
        return segment<D>(r);
    }
}

// ---- The questions

template <class D> struct answers {
    bool overlap = false;
    typename D::closest closest{};
    typename D::depth depth{};
    typename D::manifold contact{};
    typename D::sweep sweep{};
    typename D::moved moved{};
    flr_status status[6]{};
};

template <class D>
answers<D> ask(const typename D::shape &a, const typename D::shape &b, typename D::vec motion)
{
    answers<D> r;
    r.status[0] = D::overlap(&a, &b, &r.overlap);
    r.status[1] = D::distance(&a, &b, &r.closest);
    r.status[2] = D::signed_distance(&a, &b, &r.depth);
    r.status[3] = D::contact(&a, &b, nullptr, &r.contact);
    r.status[4] = D::sweeps(&a, motion, &b, &r.sweep);
    r.status[5] = D::moves(&a, motion, &b, &r.moved);
    return r;
}

template <class M> double deepest(const M &m)
{
    double most = -INFINITY;
    for (int i = 0; i < m.count; ++i) most = std::fmax(most, double(m.points[i].depth));
    return most;
}

/// Depths of meshes and unions are searched, and may be told to be bounds; a mesh's contact may be deeper (docs/limits.md).
template <class D>
void compare(tally &t, const answers<D> &x, const answers<D> &y, const typename D::shape &a,
             const typename D::shape &b)
{
    const char *p = D::kind(a), *q = D::kind(b);
    const bool searched = D::is_searched(a) || D::is_searched(b), mesh = D::is_mesh(a) || D::is_mesh(b);
    const double off = real_choose(1e-11, 3e-5), apart = double(x.closest.distance),
                 depth = double(x.depth.signed_distance);
    const double more = searched ? off + std::fabs(depth) / 1000 : off;
    for (int i : {0, 1, 4, 5}) t.expect(y.status[i] == FLR_OK, "%s %s: question %d", p, q, i);
    t.expect(x.overlap == y.overlap, "%s %s: overlap %d", p, q, y.overlap);
    t.expect(std::fabs(double(y.closest.distance) - apart) <= off, "%s %s: distance %.17g, not %.17g", p, q,
             double(y.closest.distance), apart);
    const bool told = y.status[2] == FLR_NOT_CONVERGED && searched;
    t.expect(told || (y.status[2] == FLR_OK && y.depth.inseparable == x.depth.inseparable &&
                      std::fabs(double(y.depth.signed_distance) - depth) <= more),
             "%s %s: status %d, signed distance %.17g, not %.17g", p, q, y.status[2],
             double(y.depth.signed_distance), depth);
    t.expect((y.contact.count > 0) == (x.contact.count > 0), "%s %s: %d points, not %d", p, q,
             y.contact.count, x.contact.count);
    if (x.contact.count > 0 && !mesh && y.status[3] == FLR_OK)
        t.expect(std::fabs(deepest(y.contact) - deepest(x.contact)) <= more,
                 "%s %s: contact %.17g, not %.17g", p, q, deepest(y.contact), deepest(x.contact));
    t.expect(y.sweep.hit == x.sweep.hit && std::fabs(double(y.sweep.t) - double(x.sweep.t)) <= off,
             "%s %s: sweep %d at %.17g, not %d at %.17g", p, q, y.sweep.hit, double(y.sweep.t), x.sweep.hit,
             double(x.sweep.t));
    t.expect(
        y.moved.hit == x.moved.hit &&
            (!x.moved.hit || std::fabs(double(y.moved.t) - double(x.moved.t)) <= real_choose(1e-6, 1e-4)),
        "%s %s: motion %d at %.17g, not %d at %.17g", p, q, y.moved.hit, double(y.moved.t), x.moved.hit,
        double(x.moved.t));
}

template <class D> void pairs(tally &t)
{
    random_source r{2311};
    int hit = 0, asked = 0, swept = 0;
    for (int n = 0, turns = int(scenes(D::axes == 2 ? 300 : 150)); n < turns; ++n) {
        // every other pair is to overlap, as thin shapes in space rarely do
        auto a = any_forms<D>(r), b = any_forms<D>(r);
        for (bool met = false; D::overlap(&a[0].shape, &b[0].shape, &met) == FLR_OK && met != (n % 2 != 0);)
            a = any_forms<D>(r), b = any_forms<D>(r);
        const auto motion = D::lattice(r, -6, 6);
        const answers<D> first = ask<D>(a[0].shape, b[0].shape, motion);
        ++asked;
        hit += first.overlap;
        swept += first.sweep.hit && !first.sweep.overlap_at_start;
        for (const auto &x : a)
            for (const auto &y : b) compare<D>(t, first, ask<D>(x.shape, y.shape, motion), x.shape, y.shape);
    }
    t.expect(enough(hit * 10 > asked * 3 && hit * 10 < asked * 7 && swept > 0), "%d of %d overlap, %d swept",
             hit, asked, swept);
}

/// Rays, a point inside, sides of planes and bounds.
template <class D> void alone(tally &t)
{
    random_source r{2312};
    int hit = 0, inside = 0, front = 0;
    for (int n = 0, turns = int(scenes(400)); n < turns; ++n) {
        const auto forms = any_forms<D>(r);
        const auto from = D::lattice(r, -5, 5), to = D::lattice(r, -5, 5), normal = D::lattice(r, 1, 3);
        const flr_real offset = flr_real(r.whole(-9, 9));
        typename D::shape point{};
        point.as.point = D::lattice(r, -2, 2);
        typename D::hit first{};
        typename D::bounds box{};
        bool in = false;
        int side = 0;
        for (size_t i = 0; i < forms.size(); ++i) {
            const auto *s = &forms[i].shape;
            typename D::hit h{};
            typename D::bounds b{};
            bool is_in = false;
            int where = 0;
            const char *k = D::kind(*s);
            t.expect(D::cast(from, to, s, &h) == FLR_OK && D::bounds_of(s, &b) == FLR_OK &&
                         D::overlap(&point, s, &is_in) == FLR_OK &&
                         D::side(normal, offset, s, &where) == FLR_OK,
                     "%s: an answer", k);
            if (i == 0) first = h, box = b, in = is_in, side = where;
            t.expect(h.hit == first.hit &&
                         (!h.hit || std::fabs(double(h.t) - double(first.t)) <= real_choose(1e-12, 1e-5)),
                     "%s: hit %d at %.17g, not %d at %.17g", k, h.hit, double(h.t), first.hit,
                     double(first.t));
            t.expect(D::off(b, box) == 0, "%s: bounds", k);
            t.expect(is_in == in && where == side, "%s: inside %d, not %d; side %d, not %d", k, is_in, in,
                     where, side);
        }
        hit += first.hit;
        inside += in;
        front += side != 0;
    }
    t.expect(hit > 0 && inside > 0 && front > 0, "%d hit, %d inside, %d on one side", hit, inside, front);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(pairs<space>), FEELER_TEST(pairs<plane>), FEELER_TEST(alone<space>),
             FEELER_TEST(alone<plane>))

}  // namespace TEST_FILE
