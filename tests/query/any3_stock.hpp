/// Any shape in space for tests: one of every kind at random, held with the arrays it needs.
#ifndef TESTS_QUERY_ANY3_STOCK_HPP
#define TESTS_QUERY_ANY3_STOCK_HPP

#include <cmath>
#include <memory>
#include <vector>

#include "feeler/any3.h"
#include "support/handles.hpp"
#include "support/random.hpp"

namespace any3
{

struct held {
    flr_shape3 shape{};
    std::shared_ptr<std::vector<flr_vec3>> points;
    std::shared_ptr<part> mesh;
};

inline held of_kind(flr_shape3_kind k)
{
    held h;
    h.shape.kind = k;
    return h;
}

inline double length(flr_vec3 v) { return std::sqrt(double(flr_dot3(v, v))); }

inline flr_mat3 axes(random_source &r)
{
    flr_vec3 x{}, y{};
    do {
        x = r.point(-1, 1);
        y = r.point(-1, 1);
    } while (length(flr_cross3(x, y)) < 0.1);
    x = flr_scale3(flr_real(1 / length(x)), x);
    flr_vec3 z = flr_cross3(x, y);
    z = flr_scale3(flr_real(1 / length(z)), z);
    return {x, flr_cross3(z, x), z};
}

/// Corners of an L, or of a rectangle where `convex`, in a random plane around `c`.
inline std::vector<flr_vec3> outline(random_source &r, flr_vec3 c, double size, bool convex)
{
    flr_mat3 m = axes(r);
    const double l[6][2] = {{-1, -1}, {1, -1}, {1, -0.2}, {0.1, 0.2}, {-0.3, 1}, {-1, 1}};
    std::vector<flr_vec3> v;
    for (int i = 0; i < 6; ++i) {
        if (convex && (i == 3)) continue;
        v.push_back(flr_add3(c, flr_add3(flr_scale3(flr_real(l[i][0] * size), m.x),
                                         flr_scale3(flr_real(l[i][1] * size), m.y))));
    }
    return v;
}

inline held mesh(const soup &s, bool solid)
{
    held h = of_kind(FLR_SHAPE3_MESH);
    h.mesh = std::make_shared<part>(s);
    h.shape.as.mesh = h.mesh->at;
    h.shape.solid = solid;
    return h;
}

/// A shape of about the given size around c. `concave` of those that can be.
inline held random_shape(random_source &r, flr_shape3_kind k, flr_vec3 c, double size, bool concave)
{
    held h = of_kind(k);
    auto near = [&] { return flr_add3(c, r.point(-size, size)); };
    auto extent = [&] { return flr_real(r.between(0.2, 1) * size); };
    flr_mat3 m = axes(r);
    switch (k) {
    case FLR_SHAPE3_POINT:
        h.shape.as.point = near();
        break;
    case FLR_SHAPE3_SEGMENT:
        h.shape.as.segment = {near(), near()};
        break;
    case FLR_SHAPE3_RAY:
        h.shape.as.ray = {near(), r.point(-1, 1)};
        break;
    case FLR_SHAPE3_LINE:
        h.shape.as.line = {near(), r.point(-1, 1)};
        break;
    case FLR_SHAPE3_PLANE:
    case FLR_SHAPE3_HALFSPACE: {
        flr_vec3 n = r.point(-1, 1);
        h.shape.as.plane = {n, flr_dot3(n, near())};
        break;
    }
    case FLR_SHAPE3_SPHERE:
        h.shape.as.sphere = {near(), extent()};
        break;
    case FLR_SHAPE3_CAPSULE:
        h.shape.as.capsule = {near(), near(), extent() / 2};
        break;
    case FLR_SHAPE3_AABB: {
        flr_vec3 p = near(), e = {extent(), extent(), extent()};
        h.shape.as.aabb = {flr_sub3(p, e), flr_add3(p, e)};
        break;
    }
    case FLR_SHAPE3_BOX:
        h.shape.as.box = {near(), m, {extent(), extent(), extent()}};
        break;
    case FLR_SHAPE3_CYLINDER:
        h.shape.as.cylinder = {near(), near(), extent()};
        break;
    case FLR_SHAPE3_CONE:
        h.shape.as.cone = {near(), near(), extent()};
        break;
    case FLR_SHAPE3_TRIANGLE:
        h.shape.as.triangle = {near(), near(), near()};
        break;
    case FLR_SHAPE3_QUAD: {
        auto v = outline(r, c, size, true);
        h.shape.as.quad = {v[0], v[1], v[3], v[4]};
        // a reflex corner halfway from the corner before it to the corner across, and then some
        if (concave) h.shape.as.quad.c = flr_lerp3(v[0], flr_lerp3(v[1], v[4], flr_real(0.5)), flr_real(0.6));
        break;
    }
    case FLR_SHAPE3_RECTANGLE:
        h.shape.as.rectangle = {near(), m.x, m.y, extent(), extent()};
        break;
    case FLR_SHAPE3_POLYGON:
        h.points = std::make_shared<std::vector<flr_vec3>>(outline(r, c, size, !concave));
        h.shape.as.polygon = {h.points->data(), h.points->size()};
        break;
    case FLR_SHAPE3_TETRAHEDRON:
        h.shape.as.tetrahedron = {near(), near(), near(), near()};
        break;
    case FLR_SHAPE3_CONVEX:
        h.points = std::make_shared<std::vector<flr_vec3>>();
        for (int i = 0; i < 12; ++i) h.points->push_back(r.point(-size, size));
        h.shape.as.convex = flr_convex3_points(h.points->data(), 12, m, c, r.whole(0, 1) ? extent() / 4 : 0);
        break;
    default: {
        double e = size;
        h = mesh(moved(scaled(box(vec(-1, -1, -1), vec(1, 1, 1)), e, e / 2, e), double(c.x), double(c.y),
                       double(c.z)),
                 !concave);
        break;
    }
    }
    return h;
}

/// The same, moved by d.
inline held shifted(const held &from, flr_vec3 d)
{
    held h = from;
    auto move = [&](flr_vec3 &p) { p = flr_add3(p, d); };
    auto &s = h.shape.as;
    switch (h.shape.kind) {
    case FLR_SHAPE3_POINT:
        move(s.point);
        break;
    case FLR_SHAPE3_SEGMENT:
        move(s.segment.a), move(s.segment.b);
        break;
    case FLR_SHAPE3_RAY:
        move(s.ray.origin);
        break;
    case FLR_SHAPE3_LINE:
        move(s.line.origin);
        break;
    case FLR_SHAPE3_PLANE:
    case FLR_SHAPE3_HALFSPACE:
        s.plane.offset += flr_dot3(s.plane.normal, d);
        break;
    case FLR_SHAPE3_SPHERE:
        move(s.sphere.center);
        break;
    case FLR_SHAPE3_CAPSULE:
        move(s.capsule.a), move(s.capsule.b);
        break;
    case FLR_SHAPE3_AABB:
        move(s.aabb.min), move(s.aabb.max);
        break;
    case FLR_SHAPE3_BOX:
        move(s.box.center);
        break;
    case FLR_SHAPE3_CYLINDER:
        move(s.cylinder.a), move(s.cylinder.b);
        break;
    case FLR_SHAPE3_CONE:
        move(s.cone.apex), move(s.cone.base);
        break;
    case FLR_SHAPE3_TRIANGLE:
        move(s.triangle.a), move(s.triangle.b), move(s.triangle.c);
        break;
    case FLR_SHAPE3_QUAD:
        move(s.quad.a), move(s.quad.b), move(s.quad.c), move(s.quad.d);
        break;
    case FLR_SHAPE3_RECTANGLE:
        move(s.rectangle.center);
        break;
    case FLR_SHAPE3_POLYGON:
        h.points = std::make_shared<std::vector<flr_vec3>>(*from.points);
        for (auto &p : *h.points) move(p);
        s.polygon.vertices = h.points->data();
        break;
    case FLR_SHAPE3_TETRAHEDRON:
        move(s.tetrahedron.a), move(s.tetrahedron.b), move(s.tetrahedron.c), move(s.tetrahedron.d);
        break;
    case FLR_SHAPE3_CONVEX:
        move(s.convex.center);
        for (auto &p : s.convex.corners) move(p);
        break;
    default: {
        flr_affine3 pose = from.shape.as.mesh.pose;
        pose.translation = flr_add3(pose.translation, d);
        must(flr_instance3_make(from.shape.as.mesh.mesh, pose, &s.mesh), "flr_instance3_make");
        break;
    }
    }
    return h;
}

}  // namespace any3
#endif
