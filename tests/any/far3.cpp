#include "any/far3.hpp"

namespace far3
{

std::vector<flr_vec3> places()
{
    const double unit = real_choose(0x1p10, 0x1p6), million = real_choose(1000, 60),
                 billion = real_choose(1e6, 200);
    auto at = [&](double x, double y, double z) {
        return flr_vec3_make(flr_real(x * unit), flr_real(y * unit), flr_real(z * unit));
    };
    return {at(million, -million, million), at(0, million, 0), at(billion, billion, -billion)};
}

std::vector<flr_vec3> outline(random_source &r, flr_vec3 c, int corners, bool concave)
{
    static const int shapes[4][6][2] = {{{-4, -4}, {4, -3}, {4, 4}, {-3, 3}},
                                        {{-4, -4}, {4, -3}, {0, 0}, {-3, 4}},
                                        {{-4, -4}, {4, -4}, {4, -1}, {2, 3}, {-1, 4}, {-4, 4}},
                                        {{-4, -4}, {4, -4}, {4, -1}, {0, 1}, {-1, 4}, {-4, 4}}};
    flr_vec3 u{}, v{};
    do {
        u = on_step(r.point(-0.25, 0.25));
        v = on_step(r.point(-0.25, 0.25));
    } while (any3::length(flr_cross3(u, v)) < 0.01);
    std::vector<flr_vec3> all;
    for (int i = 0; i < corners; ++i) {
        const int *at = shapes[(corners == 6 ? 2 : 0) + concave][i];
        all.push_back(flr_add3(c, flr_add3(any3::times(at[0], u), any3::times(at[1], v))));
    }
    return all;
}

held solid_or_open(random_source &r, flr_vec3 c)
{
    soup s = box(vec(-0.5, -0.5, -0.5), vec(0.5, 0.5, 0.5));
    for (auto &p : s.v) p = flr_add3(p, on_step(r.point(-0.2, 0.2)));
    return any3::shifted(any3::mesh(s, r.whole(0, 1) == 1), c);
}

held shape(random_source &r, flr_shape3_kind k, flr_vec3 c, bool concave)
{
    c = on_step(c);
    held h = any3::of_kind(k);
    auto near = [&] { return on_step(flr_add3(c, r.point(-1, 1))); };
    auto extent = [&] { return flr_real(r.between(0.2, 0.8)); };
    auto &s = h.shape.as;
    const flr_mat3 m = any3::axes(r);
    switch (k) {
    case FLR_SHAPE3_PLANE:
    case FLR_SHAPE3_HALFSPACE: {
        flr_vec3 n{};
        while (flr_length_squared3(n) == 0) n = r.lattice_point(-3, 3);
        s.plane.normal = n;
        s.plane.offset = flr_dot3(n, c);
        return h;
    }
    case FLR_SHAPE3_QUAD: {
        auto v = outline(r, c, 4, concave);
        s.quad = {v[0], v[1], v[2], v[3]};
        return h;
    }
    case FLR_SHAPE3_POLYGON:
        h.points = std::make_shared<std::vector<flr_vec3>>(outline(r, c, 6, concave));
        s.polygon = {h.points->data(), h.points->size()};
        return h;
    case FLR_SHAPE3_RECTANGLE: {
        flr_real x = extent(), y = extent();
        s.rectangle = {c, m.x, m.y, x, y};
        return h;
    }
    case FLR_SHAPE3_ELLIPSOID:
    case FLR_SHAPE3_BOX: {
        flr_real x = extent(), y = extent(), z = extent();
        s.box = {c, m, {x, y, z}};
        return h;
    }
    case FLR_SHAPE3_AABB: {
        flr_vec3 p = near(), q = near();
        s.aabb = {flr_min3(p, q), flr_max3(p, q)};
        return h;
    }
    case FLR_SHAPE3_SPHERE:
        s.sphere = {c, extent()};
        return h;
    case FLR_SHAPE3_MESH:
        return solid_or_open(r, c);
    case FLR_SHAPE3_COMPOUND: {
        held plate = shape(r, FLR_SHAPE3_RECTANGLE, near(), false),
             block = shape(r, FLR_SHAPE3_CONE, near(), false);
        held sheet = shape(r, FLR_SHAPE3_POLYGON, near(), concave);
        return any3::compound({plate, any3::compound({block, sheet})});
    }
    case FLR_SHAPE3_CONVEX:
        h = any3::random_shape(r, k, c, 1, false);
        return h;
    case FLR_SHAPE3_RAY:
    case FLR_SHAPE3_LINE: {
        flr_vec3 d = r.point(-1, 1);
        s.ray = {near(), d};
        return h;
    }
    case FLR_SHAPE3_CAPSULE:
    case FLR_SHAPE3_CYLINDER:
    case FLR_SHAPE3_CONE: {
        flr_vec3 p = near(), q = near();
        while (any3::length(flr_sub3(p, q)) < 0.3) q = near();
        s.capsule = {p, q, extent()};
        return h;
    }
    default: {  // corners
        flr_vec3 p = near(), q = near(), a = near(), b = near();
        s.tetrahedron = {p, q, a, b};
        return h;
    }
    }
}

double deepest_of(const flr_manifold3 &m)
{
    double most = -1;
    for (int i = 0; i < m.count; ++i) most = std::max(most, double(m.points[i].depth));
    return most;
}

answers ask(const held &a, const held &b, flr_vec3 motion)
{
    answers r;
    const flr_shape3 *x = &a.shape, *y = &b.shape;
    const flr_contact3_options margin = {flr_real(0.25), 0, nullptr};
    flr_manifold3 m{};
    const flr_path3 stay = flr_path3_still({{1, 0, 0, 0}, {0, 0, 0}});
    flr_path3 go = stay;
    go.to.position = motion;
    const flr_status all[] = {
        flr_overlap3(x, y, &r.overlap),       flr_distance3(x, y, &r.closest),
        flr_signed_distance3(x, y, &r.depth), flr_contact3(x, y, &margin, &m),
        flr_sweep3(x, motion, y, &r.sweep),   flr_toi3(x, &go, y, &stay, nullptr, &r.motion)};
    for (flr_status status : all) r.answered &= is_answer(status);
    r.points = m.count;
    r.deepest = deepest_of(m);
    return r;
}

}  // namespace far3
