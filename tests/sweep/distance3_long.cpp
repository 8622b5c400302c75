#include "sweep/distance3_long.hpp"

namespace distance3_long
{

core core_of(const flr_convex3 &c)
{
    core k;
    k.radius = c.radius;
    const vec3 x = wide(c.axes.x), y = wide(c.axes.y), z = wide(c.axes.z), h = wide(c.half_extents);
    auto in_axes = [&](vec3 p) { return wide(c.center) + (p.x * x + p.y * y + p.z * z); };
    k.is_cone = c.kind == FLR_CONVEX3_CONE;
    k.is_round = k.is_cone || c.kind == FLR_CONVEX3_CYLINDER;
    if (k.is_round) k.disc = h.x;
    for (uint32_t i = 0; i < (k.is_round ? 2 : c.kind == FLR_CONVEX3_CORNERS ? c.count : 0); ++i)
        k.corners.push_back(wide(c.corners[i]));
    for (int i = 0; i < (c.kind == FLR_CONVEX3_BOX ? 8 : 0); ++i)
        k.corners.push_back(in_axes({i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z}));
    if (c.kind == FLR_CONVEX3_HULL)
        for (uint32_t i = 0; i < flr_hull3_get_info(c.hull).vertex_count; ++i)
            k.corners.push_back(in_axes(wide(flr_hull3_vertices(c.hull)[i])));
    return k;
}

pose pose_at(const flr_path3 &p, real t)
{
    const flr_quat &f = p.from.rotation, &g = p.to.rotation;
    real a[4] = {f.w, f.x, f.y, f.z}, b[4] = {g.w, g.x, g.y, g.z}, aa = 0, bb = 0, ab = 0, chord = 0, n = 0,
         q[4];
    for (int i = 0; i < 4; ++i) aa += a[i] * a[i], bb += b[i] * b[i];
    for (int i = 0; i < 4; ++i) a[i] /= std::sqrt(aa), b[i] /= std::sqrt(bb), ab += a[i] * b[i];
    for (int i = 0; i < 4; ++i) b[i] *= ab < 0 ? -1 : 1, chord += (b[i] - a[i]) * (b[i] - a[i]);
    const real angle = 2 * std::asin(std::min(real(1), std::sqrt(chord) / 2)), s = std::sin(angle);
    const real u = s > 0 ? std::sin((1 - t) * angle) / s : 1 - t, v = s > 0 ? std::sin(t * angle) / s : t;
    for (int i = 0; i < 4; ++i) q[i] = u * a[i] + v * b[i], n += q[i] * q[i];
    for (real &k : q) k /= std::sqrt(n);
    const real w = q[0], x = q[1], y = q[2], z = q[3];
    const vec3 from = wide(p.from.position), to = wide(p.to.position);
    return {{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)},
            {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)},
            {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)},
            from + t * (to - from)};
}

bool reduce(simplex &s)
{
    simplex best;
    real least = INFINITY;
    auto take = [&](vec3 near, vec3 normal, std::initializer_list<int> which) {
        if (!(dot(near, near) < least)) return;
        least = dot(near, near);
        best.count = 0;
        best.near = near;
        best.normal = normal;
        for (int i : which) best.p[best.count++] = s.p[i];
    };
    for (int i = 0; i < s.count; ++i) take(s.p[i], s.p[i], {i});
    for (int i = 0; i < s.count; ++i) {
        for (int j = i + 1; j < s.count; ++j) {
            const vec3 d = s.p[j] - s.p[i];
            const real t = -dot(s.p[i], d) / dot(d, d);
            const vec3 near = s.p[i] + t * d;
            if (t > 0 && t < 1) take(near, near, {i, j});
            for (int k = j + 1; k < s.count; ++k) {
                vec3 n = cross(d, s.p[k] - s.p[i]);
                const real area = dot(n, n);
                if (dot(n, s.p[i]) < 0) n = real(-1) * n;
                const vec3 foot = (dot(n, s.p[i]) / area) * n, up = cross(d, s.p[k] - s.p[i]);
                const real of_i = dot(up, cross(s.p[j] - foot, s.p[k] - foot)) / area,
                           of_j = dot(up, cross(s.p[k] - foot, s.p[i] - foot)) / area, of_k = 1 - of_i - of_j;
                if (of_i >= 0 && of_j >= 0 && of_k >= 0)
                    take(of_i * s.p[i] + (of_j * s.p[j] + of_k * s.p[k]), n, {i, j, k});
            }
        }
    }
    bool within = false;
    if (s.count == 4) {
        const vec3 a = s.p[0], b = s.p[1], c = s.p[2], d = s.p[3];
        const real whole = dot(b - a, cross(c - a, d - a)), of_a = dot(b, cross(c, d)) / whole,
                   of_b = -dot(a, cross(c, d)) / whole, of_c = dot(a, cross(b, d)) / whole,
                   of_d = -dot(a, cross(b, c)) / whole;
        const vec3 sum = (of_a * a + of_b * b) + (of_c * c + of_d * d);
        const real size = length(a) + length(b) + length(c) + length(d);
        within = of_a >= 0 && of_b >= 0 && of_c >= 0 && of_d >= 0 && length(sum) < real(1e-16) * size;
    }
    s = best;
    return within;
}

distance between_poses(const core &a, const pose &on_a, const core &b, const pose &on_b)
{
    auto farthest = [&](vec3 d) { return on_b.farthest(b, real(-1) * d) - on_a.farthest(a, d); };
    simplex s;
    s.p[s.count++] = farthest({1, 0, 0});
    (void)reduce(s);
    real lower = -INFINITY;
    for (int i = 0; i < 300; ++i) {
        for (vec3 n : {s.near, s.normal})
            if (length(n) > 0) lower = std::max(lower, dot(farthest(n), n) / length(n));
        const real square = dot(s.near, s.near);
        const vec3 p = farthest(s.near);
        if (!(square - dot(p, s.near) > real(1e-19) * square)) break;
        const simplex before = s;
        s.p[s.count++] = p;
        if (reduce(s)) return {0, 0};
        if (!(dot(s.near, s.near) < square)) {
            s = before;
            break;
        }
    }
    return {length(s.near), lower};
}

}  // namespace distance3_long
