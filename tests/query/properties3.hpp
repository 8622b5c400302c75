/// What the property tests of space share: random shapes of every kind, carried by similarities, and the bounds that
/// the headers promise.
#ifndef TESTS_QUERY_PROPERTIES3_HPP
#define TESTS_QUERY_PROPERTIES3_HPP

#include <algorithm>

#include "query/any3_stock.hpp"
#include "support/cmocka.hpp"

namespace properties3
{

using any3::held;
using any3::length;
using any3::shifted;

constexpr bool single = sizeof(flr_real) == sizeof(float);
constexpr double ulp = single ? 0x1p-23 : 0x1p-52;

inline flr_vec3 times(double s, flr_vec3 v) { return flr_scale3(flr_real(s), v); }
inline const char *name(const held &h) { return flr_shape3_name(h.shape.kind); }
inline bool unbounded(const held &h)
{
    return h.shape.kind >= FLR_SHAPE3_RAY && h.shape.kind <= FLR_SHAPE3_HALFSPACE;
}

/// p -> scale * rotation * p + shift
struct similarity {
    double scale;
    flr_mat3 rotation;
    flr_vec3 shift;

    flr_vec3 turn(flr_vec3 v) const { return flr_mat3_mul(rotation, v); }
    flr_vec3 at(flr_vec3 p) const { return flr_add3(times(scale, turn(p)), shift); }
};

/// The same shape, carried. An aabb becomes a box.
inline held carried(const held &from, const similarity &m)
{
    held h = from;
    auto go = [&](flr_vec3 &p) { p = m.at(p); };
    auto grow = [&](flr_real &r) { r = flr_real(double(r) * m.scale); };
    auto &s = h.shape.as;
    switch (h.shape.kind) {
    case FLR_SHAPE3_POINT:
        go(s.point);
        break;
    case FLR_SHAPE3_SEGMENT:
        go(s.segment.a), go(s.segment.b);
        break;
    case FLR_SHAPE3_RAY:
    case FLR_SHAPE3_LINE:
        go(s.ray.origin);
        s.ray.direction = m.turn(s.ray.direction);
        break;
    case FLR_SHAPE3_PLANE:
    case FLR_SHAPE3_HALFSPACE:
        s.plane.normal = m.turn(s.plane.normal);
        s.plane.offset =
            flr_real(double(s.plane.offset) * m.scale + double(flr_dot3(s.plane.normal, m.shift)));
        break;
    case FLR_SHAPE3_SPHERE:
        go(s.sphere.center), grow(s.sphere.radius);
        break;
    case FLR_SHAPE3_CAPSULE:
        go(s.capsule.a), go(s.capsule.b), grow(s.capsule.radius);
        break;
    case FLR_SHAPE3_AABB: {
        flr_aabb3 b = from.shape.as.aabb;
        h.shape.kind = FLR_SHAPE3_BOX;
        s.box.center = m.at(times(0.5, flr_add3(b.min, b.max)));
        s.box.axes = m.rotation;
        s.box.half_extents = times(m.scale / 2, flr_sub3(b.max, b.min));
        break;
    }
    case FLR_SHAPE3_BOX:
        go(s.box.center);
        s.box.axes = {m.turn(s.box.axes.x), m.turn(s.box.axes.y), m.turn(s.box.axes.z)};
        s.box.half_extents = times(m.scale, s.box.half_extents);
        break;
    case FLR_SHAPE3_CYLINDER:
        go(s.cylinder.a), go(s.cylinder.b), grow(s.cylinder.radius);
        break;
    case FLR_SHAPE3_CONE:
        go(s.cone.apex), go(s.cone.base), grow(s.cone.radius);
        break;
    case FLR_SHAPE3_TRIANGLE:
        go(s.triangle.a), go(s.triangle.b), go(s.triangle.c);
        break;
    case FLR_SHAPE3_QUAD:
    case FLR_SHAPE3_TETRAHEDRON:
        go(s.quad.a), go(s.quad.b), go(s.quad.c), go(s.quad.d);
        break;
    case FLR_SHAPE3_RECTANGLE: {
        flr_rectangle3 &q = s.rectangle;
        q = {m.at(q.center), m.turn(q.axis_x), m.turn(q.axis_y), q.half_x, q.half_y};
        grow(q.half_x), grow(q.half_y);
        break;
    }
    case FLR_SHAPE3_POLYGON:
        h.points = std::make_shared<std::vector<flr_vec3>>(*from.points);
        for (auto &p : *h.points) go(p);
        s.polygon.vertices = h.points->data();
        break;
    case FLR_SHAPE3_CONVEX: {
        h.points = std::make_shared<std::vector<flr_vec3>>(*from.points);
        for (auto &p : *h.points) p = times(m.scale, p);
        const flr_convex3 &c = from.shape.as.convex;
        s.convex = flr_convex3_points(h.points->data(), c.count,
                                      {m.turn(c.axes.x), m.turn(c.axes.y), m.turn(c.axes.z)}, m.at(c.center),
                                      flr_real(double(c.radius) * m.scale));
        break;
    }
    default: {
        flr_affine3 by = {
            {times(m.scale, m.rotation.x), times(m.scale, m.rotation.y), times(m.scale, m.rotation.z)},
            m.shift};
        must(flr_instance3_make(s.mesh.mesh, flr_affine3_compose(by, s.mesh.pose), &s.mesh), "instance");
        break;
    }
    }
    return h;
}

/// Grown by g, where the shape has a radius that rounds all of it. Returns whether it has.
inline bool grow(held &h, double g)
{
    if (h.shape.kind == FLR_SHAPE3_SPHERE)
        h.shape.as.sphere.radius += flr_real(g);
    else if (h.shape.kind == FLR_SHAPE3_CAPSULE)
        h.shape.as.capsule.radius += flr_real(g);
    else if (h.shape.kind == FLR_SHAPE3_CONVEX)
        h.shape.as.convex.radius += flr_real(g);
    else
        return false;
    return true;
}

inline bool curved(const held &h)
{
    return h.shape.kind == FLR_SHAPE3_CYLINDER || h.shape.kind == FLR_SHAPE3_CONE;
}

inline bool plain(const held &h)
{
    flr_shape3_kind k = h.shape.kind;
    return k == FLR_SHAPE3_POINT || k == FLR_SHAPE3_SPHERE || k == FLR_SHAPE3_PLANE ||
           k == FLR_SHAPE3_HALFSPACE;
}

/// A cylinder or cone against what its distance has no closed form for.
inline bool iterated(const held &a, const held &b)
{
    return (curved(a) && !plain(b)) || (curved(b) && !plain(a));
}

/// The error of a distance by feeler/any3.h.
inline double error(const held &a, const held &b, double size)
{
    return iterated(a, b) ? (single ? 1e-6 : 1e-11) * size : 8 * ulp * size;
}

inline double reach(flr_vec3 p) { return std::max({std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)}); }

inline bool overlap(const held &a, const held &b)
{
    bool yes = false;
    must(flr_overlap3(&a.shape, &b.shape, &yes), "flr_overlap3");
    return yes;
}

inline flr_closest3 closest(const held &a, const held &b)
{
    flr_closest3 c{};
    must(flr_distance3(&a.shape, &b.shape, &c), "flr_distance3");
    return c;
}

inline double distance(const held &a, const held &b) { return double(closest(a, b).distance); }

inline double distance(flr_vec3 p, const held &b)
{
    held a = any3::of_kind(FLR_SHAPE3_POINT);
    a.shape.as.point = p;
    return distance(a, b);
}

/// Shapes of half width up to 1 (a mesh 1), their centres this far apart at most: about half of the pairs meet.
inline held some(random_source &r, flr_shape3_kind k, double spread)
{
    flr_vec3 c = r.point(-spread, spread);
    bool concave = r.whole(0, 1) == 1;
    return any3::random_shape(r, k, c, 1, concave);
}

inline flr_shape3_kind kind(int k) { return static_cast<flr_shape3_kind>(k); }

}  // namespace properties3
#endif
