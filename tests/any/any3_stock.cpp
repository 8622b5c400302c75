#include "any/any3_stock.hpp"

namespace any3
{

held of_kind(flr_shape3_kind k)
{
    held h;
    h.shape.kind = k;
    return h;
}

double deepest(const flr_manifold3 &m)
{
    double most = -INFINITY;
    for (int i = 0; i < m.count; ++i) most = std::fmax(most, double(m.points[i].depth));
    return most;
}

flr_mat3 axes(random_source &r)
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

std::vector<flr_vec3> outline(random_source &r, flr_vec3 c, double size, bool convex)
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

held mesh(const soup &s, bool solid)
{
    held h = of_kind(FLR_SHAPE3_MESH);
    h.mesh = std::make_shared<part>(s);
    h.shape.as.mesh = h.mesh->at;
    h.shape.solid = solid;
    return h;
}

held compound(const std::vector<held> &parts)
{
    held h = of_kind(FLR_SHAPE3_COMPOUND);
    h.parts = std::make_shared<std::vector<held>>(parts);
    h.shapes = std::make_shared<std::vector<flr_shape3>>();
    for (const held &p : parts) h.shapes->push_back(p.shape);
    h.shape.as.compound = {h.shapes->data(), h.shapes->size(), nullptr};
    return h;
}

held random_shape(random_source &r, flr_shape3_kind k, flr_vec3 c, double size, bool concave)
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
    case FLR_SHAPE3_ELLIPSOID:
        h.shape.as.ellipsoid = {near(), m, {extent(), extent(), extent()}};
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
    case FLR_SHAPE3_COMPOUND: {
        // a plate, a box and a ball somewhere on it
        held plate = random_shape(r, FLR_SHAPE3_QUAD, c, size, concave);
        held block = random_shape(r, concave ? FLR_SHAPE3_TETRAHEDRON : FLR_SHAPE3_BOX, c, size / 2, false);
        held ball = random_shape(r, FLR_SHAPE3_SPHERE, c, size / 2, false);
        h = compound({plate, compound({block, ball})});
        break;
    }
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

held carried(const held &from, const similarity &m)
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
        if (m.shifts_only()) {
            go(s.aabb.min), go(s.aabb.max);
            break;
        }
        h.shape.kind = FLR_SHAPE3_BOX;
        s.box.center = m.at(times(0.5, flr_add3(b.min, b.max)));
        s.box.axes = m.rotation;
        s.box.half_extents = times(m.scale / 2, flr_sub3(b.max, b.min));
        break;
    }
    case FLR_SHAPE3_BOX:
    case FLR_SHAPE3_ELLIPSOID:
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
    case FLR_SHAPE3_CONVEX:
        if (from.points) {
            h.points = std::make_shared<std::vector<flr_vec3>>(*from.points);
            for (auto &p : *h.points) p = times(m.scale, p);
            s.convex.points = h.points->data();
        }
        if (s.convex.kind == FLR_CONVEX3_CORNERS)
            for (auto &p : s.convex.corners) go(p);
        go(s.convex.center), grow(s.convex.radius);
        s.convex.axes = {m.turn(s.convex.axes.x), m.turn(s.convex.axes.y), m.turn(s.convex.axes.z)};
        break;
    case FLR_SHAPE3_COMPOUND: {
        std::vector<held> parts;
        for (const held &p : *from.parts) parts.push_back(carried(p, m));
        h = compound(parts);
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

}  // namespace any3
