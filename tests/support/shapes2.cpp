// needs: gmp
#include "support/shapes2.hpp"

namespace shapes2
{

const char *name(int k)
{
    static const char *const names[kinds] = {"point",  "segment", "ray",  "line", "plane",    "halfspace",
                                             "circle", "capsule", "aabb", "box",  "triangle", "polygon"};
    return names[k];
}

place random_place(random_source &r)
{
    if (real_is_float) {  // as far away as the shapes stay what they are: 1e6 in whole numbers
        static const place near[] = {
            {true, 1, {0, 0}},        {true, 1, {0, 0}},        {false, 1, {0, 0}},
            {true, 1, {1e6f, -1e6f}}, {false, 1, {1e3f, 1e3f}}, {false, 1, {-1e3f, 1e3f}},
            {true, 1, {1e6f, 3e6f}},  {true, 1e-6, {0, 0}},     {false, 1e-6, {0, 0}},
            {true, 0x1p-12, {1, 0}},  {false, 1e9, {0, 0}},     {true, 1e-3, {0.1f, 0.2f}}};
        return near[r.whole(0, 11)];
    }
    static const place places[] = {
        {true, 1, {0, 0}},       {true, 1, {0, 0}},      {false, 1, {0, 0}},
        {true, 1, {1e6, -1e6}},  {false, 1, {1e6, 1e6}}, {false, 1, {-1e9, 1e9}},
        {true, 1, {1e9, 3e9}},   {true, 1e-6, {0, 0}},   {false, 1e-6, {0, 0}},
        {true, 0x1p-20, {1, 0}}, {false, 1e9, {0, 0}},   {true, 1e-3, {flr_real(0.1), flr_real(0.2)}}};
    return places[r.whole(0, 11)];
}

void star(shape &s, random_source &r, const place &at, flr_vec2 center)
{
    static const int turn[8][2] = {{3, 0}, {2, 2}, {0, 3}, {-2, 2}, {-3, 0}, {-2, -2}, {0, -3}, {2, -2}};
    s.center = center;
    s.vertices.clear();
    for (const auto &t : turn) {
        double reach = at.lattice ? r.whole(1, 2) * 0.5 : r.between(0.3, 1);
        if (t[0] != 0 && t[1] != 0 && r.whole(0, 1)) continue;
        s.vertices.push_back(flr_vec2_make(flr_real(center.x + at.scale * reach * t[0]),
                                           flr_real(center.y + at.scale * reach * t[1])));
    }
    if (r.whole(0, 1)) s.vertices = std::vector<flr_vec2>(s.vertices.rbegin(), s.vertices.rend());
    if (r.whole(0, 3) == 0) s.vertices.push_back(s.vertices[0]);  // a corner twice
}

shape random_shape(random_source &r, kind k, const place &at)
{
    shape s;
    s.k = k;
    const int reach = 4;
    flr_vec2 a = at.at(r, reach), b = at.at(r, reach), c = at.at(r, reach), d = at.direction(r);
    double offset = d.x * a.x + d.y * a.y, u = at.length(r, 2), v = at.length(r, 2);
    static const flr_vec2 axes[4] = {
        {1, 0}, {0, -1}, {flr_real(0.6), flr_real(0.8)}, {flr_real(-0.28), flr_real(0.96)}};
    s.p = a;
    s.segment = {a, b};
    s.ray = {a, d};
    s.line = {a, d};
    s.plane = {d, flr_real(offset)};
    s.halfspace = {d, flr_real(offset)};
    s.circle = {a, flr_real(v)};
    s.capsule = {a, b, flr_real(u)};
    s.aabb = {flr_min2(a, b), flr_max2(a, b)};
    s.box = {a, axes[r.whole(0, 3)], {flr_real(u), flr_real(v)}};
    s.triangle = {a, b, c};
    if (k == polygon) star(s, r, at, a);
    s.polygon = {s.vertices.data(), s.vertices.size()};
    return s;
}

definition define(const shape &s, const big_rational &far)
{
    definition d;
    const big_rational back = -far;
    switch (s.k) {
    case point:
        d.simplices = {{lift(s.p)}};
        break;
    case segment:
        d.simplices = {{lift(s.segment.a), lift(s.segment.b)}};
        break;
    case ray: {
        exact o = lift(s.ray.origin), e = lift(s.ray.direction);
        d.simplices = {{o, along(o, far, e)}};
        d.bounded = false;
        break;
    }
    case line: {
        exact o = lift(s.line.origin), e = lift(s.line.direction);
        d.simplices = {{along(o, back, e), along(o, far, e)}};
        d.bounded = false;
        break;
    }
    case plane:
    case halfspace: {
        exact n = lift(s.plane.normal), e = {big_rational(-n[1]), n[0], big_rational(0)}, zero = {0, 0, 0};
        exact o = along(zero, big_rational(s.plane.offset) / exact3::dot(n, n), n);
        d.simplices = {{along(o, back, e), along(o, far, e)}};
        if (s.k == halfspace) d.simplices[0].push_back(along(o, back, n));
        d.bounded = false;
        break;
    }
    case circle:
        d.simplices = {{lift(s.circle.center)}};
        d.radius = s.circle.radius;
        break;
    case capsule:
        d.simplices = {{lift(s.capsule.a), lift(s.capsule.b)}};
        d.radius = s.capsule.radius;
        break;
    case aabb: {
        exact p = lift(s.aabb.min), q = lift(s.aabb.max), u = {q[0], p[1], 0}, v = {p[0], q[1], 0};
        d.simplices = {{p, u, q}, {p, q, v}};
        break;
    }
    case box: {
        exact o = lift(s.box.center), x = lift(s.box.axis), y = {big_rational(-x[1]), x[0], 0};
        big_rational h(s.box.half_extents.x), k(s.box.half_extents.y);
        exact p = along(along(o, -h, x), -k, y), u = along(along(o, h, x), -k, y);
        exact q = along(along(o, h, x), k, y), v = along(along(o, -h, x), k, y);
        d.simplices = {{p, u, q}, {p, q, v}};
        d.rounded_corners = true;
        break;
    }
    case triangle:
        d.simplices = {{lift(s.triangle.a), lift(s.triangle.b), lift(s.triangle.c)}};
        break;
    case polygon:
        for (size_t i = 0; i < s.vertices.size(); ++i) {
            flr_vec2 p = s.vertices[i], q = s.vertices[(i + 1) % s.vertices.size()];
            if (p.x != q.x || p.y != q.y) d.simplices.push_back({lift(s.center), lift(p), lift(q)});
        }
        break;
    }
    return d;
}

big_rational core_distance_squared(const definition &a, const definition &b)
{
    big_rational least = -1;
    for (const auto &x : a.simplices)
        for (const auto &y : b.simplices) {
            const big_rational q = exact3::distance_squared(x, y);
            if (least < 0 || q < least) least = q;
            if (least == 0) return least;
        }
    return least;
}

std::vector<flr_vec2> corners(const shape &s)
{
    switch (s.k) {
    case point:
        return {s.p};
    case segment:
        return {s.segment.a, s.segment.b};
    case ray:
    case line:
        return {s.ray.origin};
    case circle:
        return {s.circle.center};
    case capsule:
        return {s.capsule.a, s.capsule.b};
    case aabb:
        return {s.aabb.min, s.aabb.max};
    case triangle:
        return {s.triangle.a, s.triangle.b, s.triangle.c};
    case polygon:
        return s.vertices;
    case box: {
        double h = s.box.half_extents.x + s.box.half_extents.y;
        return {flr_vec2_make(flr_real(s.box.center.x - h), flr_real(s.box.center.y - h)),
                flr_vec2_make(flr_real(s.box.center.x + h), flr_real(s.box.center.y + h))};
    }
    default:
        return {};
    }
}

double scene_size(const shape &a, const shape &b)
{
    double size = 0;
    std::vector<flr_vec2> all = corners(a), more = corners(b);
    all.insert(all.end(), more.begin(), more.end());
    for (const shape *s : {&a, &b}) {
        if (s->k == circle) stretch(&size, s->circle.radius);
        if (s->k == capsule) stretch(&size, s->capsule.radius);
        if (by_normal(*s)) stretch(&size, s->plane.offset / std::hypot(s->plane.normal.x, s->plane.normal.y));
    }
    bool absolute = by_normal(a) || by_normal(b) || a.k == box || b.k == box;
    for (size_t i = 0; i < all.size(); ++i) {
        stretch(&size, all[i].x - all[0].x);
        stretch(&size, all[i].y - all[0].y);
        if (absolute) stretch(&size, all[i].x);
        if (absolute) stretch(&size, all[i].y);
    }
    return size;
}

bool decided_exactly(const shape &a, const shape &b)
{
    auto sharp = [](const shape &s) { return s.k != circle && s.k != capsule && s.k != box; };
    auto centred = [](const shape &s) { return s.k == circle || s.k == point; };
    return (sharp(a) && sharp(b)) || (centred(a) && centred(b));
}

}  // namespace shapes2
