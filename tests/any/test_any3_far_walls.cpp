/// Shapes at a wall, near the origin and 10^9 from it: whether they touch it, how far apart or deep they are, and when they come to it, by
/// definition. How far a shape goes along an axis is known from its numbers; the wall is where that axis is W, whatever it is made of. The
/// shapes are fitted so that what lies between is as small as 10^-15.
#include "any/any3_stock.hpp"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"

namespace TEST_FILE
{
namespace
{

using any3::held;
using wide = long double;

wide coordinate(flr_vec3 v, int k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; }

flr_vec3 with(flr_vec3 v, int k, double x)
{
    flr_real c[3] = {v.x, v.y, v.z};
    c[k] = flr_real(x);
    return flr_vec3_make(c[0], c[1], c[2]);
}

/// How far a disc of radius 1 square to an axis goes along coordinate k.
wide tilt(flr_vec3 from, flr_vec3 to, int k)
{
    wide d[3] = {wide(to.x) - from.x, wide(to.y) - from.y, wide(to.z) - from.z}, across = 0, all = 0;
    for (int i = 0; i < 3; ++i) {
        all += d[i] * d[i];
        if (i != k) across += d[i] * d[i];
    }
    return std::sqrt(across / all);
}

/// How far it goes along k, one way, from where o is; all differences of numbers near one another, which are exact.
wide reach(const flr_shape3 &s, int k, int way, wide o)
{
    auto at = [&](flr_vec3 p) { return way * (coordinate(p, k) - o); };
    const auto &as = s.as;
    switch (s.kind) {
    case FLR_SHAPE3_BOX:
        return at(as.box.center) + std::fabs(coordinate(as.box.axes.x, k)) * as.box.half_extents.x +
               std::fabs(coordinate(as.box.axes.y, k)) * as.box.half_extents.y +
               std::fabs(coordinate(as.box.axes.z, k)) * as.box.half_extents.z;
    case FLR_SHAPE3_RECTANGLE:
        return at(as.rectangle.center) + std::fabs(coordinate(as.rectangle.axis_x, k)) * as.rectangle.half_x +
               std::fabs(coordinate(as.rectangle.axis_y, k)) * as.rectangle.half_y;
    case FLR_SHAPE3_CYLINDER:
        return std::max(at(as.cylinder.a), at(as.cylinder.b)) +
               as.cylinder.radius * tilt(as.cylinder.a, as.cylinder.b, k);
    case FLR_SHAPE3_CONE:
        return std::max(at(as.cone.apex),
                        at(as.cone.base) + as.cone.radius * tilt(as.cone.apex, as.cone.base, k));
    default:
        return std::max(at(as.capsule.a), at(as.capsule.b)) + as.capsule.radius;
    }
}

const flr_shape3_kind kinds[] = {FLR_SHAPE3_BOX, FLR_SHAPE3_RECTANGLE, FLR_SHAPE3_CYLINDER, FLR_SHAPE3_CONE,
                                 FLR_SHAPE3_CAPSULE};

/// Around o, with sizes that `fit` changes.
held some_shape(random_source &r, flr_shape3_kind kind, flr_vec3 o, int k, int way)
{
    held h = any3::of_kind(kind);
    auto &s = h.shape.as;
    const flr_vec3 c = flr_add3(o, r.point(-0.05, 0.05)), d = r.point(0.1, 0.3);
    const flr_mat3 m = any3::axes(r);
    flr_vec3 e = r.point(0.2, 0.6);
    if (kind == FLR_SHAPE3_BOX) s.box = {c, m, e};
    if (kind == FLR_SHAPE3_RECTANGLE) s.rectangle = {c, m.x, m.y, e.x, e.y};
    if (kind >= FLR_SHAPE3_BOX && kind <= FLR_SHAPE3_RECTANGLE && kind != FLR_SHAPE3_CYLINDER &&
        kind != FLR_SHAPE3_CONE)
        return h;
    // a cone's base lies foremost
    const flr_vec3 back = with(d, k, -way * double(coordinate(d, k)));
    s.capsule = {flr_add3(c, back), flr_sub3(c, back), e.x};
    return h;
}

/// Sizes such that it goes as far as that, but for rounding. False where they would be out of all proportion.
bool fit(flr_shape3 &s, int k, int way, wide o, wide to)
{
    auto &as = s.as;
    if (s.kind == FLR_SHAPE3_BOX || s.kind == FLR_SHAPE3_RECTANGLE) {
        const wide middle = way * (coordinate(as.box.center, k) - o), now = reach(s, k, way, o) - middle;
        const wide times = (to - middle) / now;
        if (!(times > 0 && times < 3)) return false;
        flr_real *sizes[3] = {&as.box.half_extents.x, &as.box.half_extents.y, &as.box.half_extents.z};
        if (s.kind == FLR_SHAPE3_RECTANGLE)
            sizes[0] = &as.rectangle.half_x, sizes[1] = &as.rectangle.half_y, sizes[2] = sizes[1];
        for (int i = 0; i < (s.kind == FLR_SHAPE3_BOX ? 3 : 2); ++i) *sizes[i] = flr_real(*sizes[i] * times);
        return true;
    }
    for (int i = 0; i < 2; ++i) {
        const wide per = s.kind == FLR_SHAPE3_CAPSULE ? 1 : tilt(as.capsule.a, as.capsule.b, k);
        if (per < 0.1L) return false;
        as.capsule.radius += flr_real((to - reach(s, k, way, o)) / per);
    }
    return as.capsule.radius > flr_real(0.05) && as.capsule.radius < 2;
}

/// Corners around o in the plane where coordinate k is w.
std::vector<flr_vec3> flat(flr_vec3 o, int k, double w, std::initializer_list<std::pair<int, int>> outline)
{
    std::vector<flr_vec3> v;
    for (auto [x, y] : outline) {
        flr_vec3 p = o;
        p = with(p, (k + 1) % 3, double(coordinate(o, (k + 1) % 3)) + x);
        v.push_back(with(with(p, (k + 2) % 3, double(coordinate(o, (k + 2) % 3)) + y), k, w));
    }
    return v;
}

enum { WALLS = 9 };

held wall(int which, flr_vec3 o, int k, int way, double w)
{
    const double far_side = w + way;
    auto slab = [&](flr_vec3 p, flr_vec3 q) {
        p = with(p, k, w), q = with(q, k, far_side);
        return flr_aabb3{flr_min3(p, q), flr_max3(p, q)};
    };
    const flr_vec3 wide_side = flr_vec3_make(4, 4, 4);
    const flr_aabb3 b = slab(flr_sub3(o, wide_side), flr_add3(o, wide_side));
    auto sheet = [&](std::initializer_list<std::pair<int, int>> outline) {
        const auto v = flat(o, k, w, outline);
        held h = any3::of_kind(v.size() == 4 ? FLR_SHAPE3_QUAD : FLR_SHAPE3_POLYGON);
        if (v.size() == 4) {
            h.shape.as.quad = {v[0], v[1], v[2], v[3]};
        } else {
            h.points = std::make_shared<std::vector<flr_vec3>>(v);
            h.shape.as.polygon = {h.points->data(), h.points->size()};
        }
        return h;
    };
    held h = any3::of_kind(FLR_SHAPE3_AABB);
    h.shape.as.aabb = b;
    switch (which) {
    case 0:
        return sheet({{-4, -4}, {4, -4}, {4, 4}, {-4, 4}});
    case 1:
        return sheet({{-9, -9}, {30, -8}, {4, 4}, {-8, 30}});
    case 2:
        return sheet({{-4, -4}, {4, -4}, {6, 0}, {4, 4}, {-4, 4}});
    case 3:
        return sheet({{-8, -8}, {8, -8}, {8, 4}, {4, 4}, {4, 8}, {-8, 8}});
    case 4:
    case 5: {
        const flr_vec3 n = with({0, 0, 0}, k, -way);
        h = any3::of_kind(which == 4 ? FLR_SHAPE3_PLANE : FLR_SHAPE3_HALFSPACE);
        h.shape.as.plane = {n, flr_real(-way * w)};
        return h;
    }
    case 6:
        return any3::mesh(box(b.min, b.max), true);
    case 7: {
        held ball = any3::of_kind(FLR_SHAPE3_SPHERE);
        ball.shape.as.sphere = {with(o, k, w + 5 * way), 1};
        return any3::compound({h, ball});
    }
    default:
        return h;
    }
}

struct worst {
    worst_of distance, depth, contact, sweep, normal, cut_depth, cut_contact;
    /// `of`: of which shapes; bounds in the order of the members.
    worst(const std::string &of, const double (&bound)[7])
        : distance{"distances" + of, bound[0]}, depth{"depths" + of, bound[1]},
          contact{"depths of contacts" + of, bound[2]}, sweep{"ways of sweeps" + of, bound[3]},
          normal{"normals" + of, bound[4]}, cut_depth{"depths" + of + " by pieces", bound[5]},
          cut_contact{"depths of contacts" + of + " by pieces", bound[6]}
    {
    }
    void hold(tally &t) const
    {
        for (const worst_of *w : {&distance, &depth, &contact, &sweep, &normal, &cut_depth, &cut_contact})
            w->hold(t);
    }
};

/// Depths by convex pieces, which count as touching a part in 10^9 of the size apart.
bool is_cut(const flr_shape3 &wall)
{
    flr_convex3 c;
    return wall.kind != FLR_SHAPE3_PLANE && wall.kind != FLR_SHAPE3_HALFSPACE &&
           !flr_convex3_shape(&wall, &c);
}

void ask(tally &t, worst &w, const held &a, const held &b, int k, int way, wide gap, double size,
         const char *where)
{
    const char *p = flr_shape3_name(a.shape.kind), *q = flr_shape3_name(b.shape.kind);
    const double sure = 8 * real_rounding * size;
    bool overlap = false;
    flr_closest3 c{};
    flr_signed_distance3_result d{};
    flr_manifold3 m{};
    flr_sweep3_result s{};
    const flr_contact3_options margin = {flr_real(0.25), 0, nullptr};
    const flr_vec3 motion = with({0, 0, 0}, k, 2 * way);
    t.expect(flr_overlap3(&a.shape, &b.shape, &overlap) == FLR_OK, "%s %s overlap", p, q);
    t.expect(flr_distance3(&a.shape, &b.shape, &c) == FLR_OK, "%s %s distance", p, q);
    const flr_status of_depth = flr_signed_distance3(&a.shape, &b.shape, &d);
    t.expect(of_depth == FLR_OK || of_depth == FLR_NOT_CONVERGED, "%s %s depth", p, q);
    const flr_status of_contact = flr_contact3(&a.shape, &b.shape, &margin, &m);
    t.expect(of_contact == FLR_OK || of_contact == FLR_NOT_CONVERGED, "%s %s contact", p, q);
    t.expect(flr_sweep3(&a.shape, motion, &b.shape, &s) == FLR_OK, "%s %s sweep", p, q);
    if (std::fabs(double(gap)) > sure)
        t.expect(overlap == (gap <= 0), "%s %s %s: %g apart, overlap %d", p, q, where, double(gap), overlap);
    t.expect(overlap == (c.distance == 0), "%s %s %s: overlap %d at distance %g", p, q, where, overlap,
             double(c.distance));
    auto hold = [&](worst_of &of, double x, double truth) {
        t.expect(of.within(std::fabs(x - truth)), "%s %s %s, %s: %.17g, true %.17g", p, q, where,
                 of.what.c_str(), x, truth);
    };
    hold(w.distance, double(c.distance), gap > 0 ? double(gap) : 0);
    hold(is_cut(b.shape) ? w.cut_depth : w.depth, double(d.signed_distance), double(gap));
    double deepest = -1;
    for (int i = 0; i < m.count; ++i) deepest = std::max(deepest, double(m.points[i].depth));
    hold(is_cut(b.shape) ? w.cut_contact : w.contact, deepest, -double(gap));
    // within rounding of a touch a sweep may begin on either side
    if (std::fabs(double(gap)) > sure) hold(w.sweep, s.hit ? 2 * double(s.t) : 2, gap > 0 ? double(gap) : 0);
    if (std::fabs(double(gap)) < 0.01) return;
    hold(w.normal, way * double(coordinate(d.normal, k)), 1);
    hold(w.normal, way * double(coordinate(m.normal, k)), 1);
}

void shapes_at_walls(tally &t)
{
    const double far[] = {0, 4e3, real_choose(1e6, 1e4), real_choose(1e9, 3e4)};
    worst straight("", {real_choose(1.6e-15, 1.1e-7), real_choose(1.1e-15, 1.1e-7),
                        real_choose(1.1e-15, 1.1e-7), real_choose(3e-16, 5e-8), real_choose(1.2e-16, 6.2e-8),
                        real_choose(1.1e-11, 1.1e-6), real_choose(1.1e-11, 1.1e-6)}),
        curved(" of cones and cylinders",
               {real_choose(1.1e-15, 6.5e-8), real_choose(5.5e-15, 6.5e-8), real_choose(3.6e-15, 1.1e-7),
                real_choose(1e-13, 3.1e-8), real_choose(1.2e-16, 6.2e-8), real_choose(1.1e-11, 1.1e-6),
                real_choose(1.1e-11, 1.1e-6)});
    random_source r{17};
    for (double place : far)
        for (int axes = 1; axes < 8; axes += 3)  // x alone, z alone, all
            for (flr_shape3_kind kind : kinds)
                for (int which = 0; which < WALLS; ++which)
                    for (int i = 0; i < scenes(8); ++i) {
                        const int k = r.whole(0, 2), way = 2 * r.whole(0, 1) - 1, tenths = r.whole(1, 15);
                        const flr_vec3 o =
                            flr_vec3_make(flr_real(axes & 1 ? place : 0), flr_real(axes & 2 ? -place : 0),
                                          flr_real(axes & 4 ? place : 0));
                        const wide from = coordinate(o, k);
                        const double at = double(flr_real(double(from) + way * r.between(0.4, 0.6)));
                        const double between = (i % 2 ? 1 : -1) * std::pow(10, -tenths);
                        held a = some_shape(r, kind, o, k, way);
                        while (!fit(a.shape, k, way, from, way * (at - from) - between))
                            a = some_shape(r, kind, o, k, way);
                        const wide gap = way * (at - from) - reach(a.shape, k, way, from);
                        const held b = wall(which, o, k, way, at);
                        char where[64];
                        std::snprintf(where, sizeof where, "at %g, wall %d", place, which);
                        const bool is_curved = kind == FLR_SHAPE3_CYLINDER || kind == FLR_SHAPE3_CONE;
                        ask(t, is_curved ? curved : straight, a, b, k, way, gap, which == 1 ? 40 : 16, where);
                    }
    straight.hold(t);
    curved.hold(t);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(shapes_at_walls))

}  // namespace TEST_FILE
