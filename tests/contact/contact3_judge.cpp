#include "contact/contact3_judge.hpp"

namespace contact3
{

real reach(const body &b, vec n)
{
    real most = dot(b.corners[0], n);
    for (vec p : b.corners) most = std::max(most, dot(p, n));
    return most;
}

real separation(const body &a, const body &b, vec *best)
{
    std::vector<vec> all = a.axes;
    all.insert(all.end(), b.axes.begin(), b.axes.end());
    for (vec u : a.edges)
        for (vec v : b.edges) all.push_back(cross(u, v));
    // sheets: what stands on their edges
    for (vec u : a.edges)
        for (vec n : a.axes) all.push_back(cross(u, n));
    for (vec u : b.edges)
        for (vec n : b.axes) all.push_back(cross(u, n));
    // what has no face: across from corners to corners and to edges
    if (a.axes.size() + b.axes.size() < 3)
        for (vec p : a.corners)
            for (vec q : b.corners) {
                all.push_back(q - p);
                for (const body *s : {&a, &b})
                    for (vec e : s->edges) all.push_back((q - p) - dot(q - p, e) * e);
            }
    for (const body *s : {&a, &b})
        for (vec e : s->edges)
            for (vec v : {vec{1, 0, 0}, vec{0, 1, 0}, vec{0, 0, 1}}) all.push_back(cross(e, v));
    real most = -INFINITY;
    for (vec v : all) {
        real l = length(v);
        if (!(l > 1e-14L)) continue;
        for (int side = -1; side <= 1; side += 2) {
            vec n = (side / l) * v;
            real g = gap(a, b, n) + a.radius + b.radius;
            if (g > most) {
                most = g;
                if (best) *best = n;
            }
        }
    }
    return most;
}

real point_segment(vec p, vec a, vec b)
{
    vec d = b - a;
    real dd = dot(d, d), t = dd > 0 ? std::min<real>(1, std::max<real>(0, dot(p - a, d) / dd)) : 0;
    return length(p - (a + t * d));
}

real point_triangle(vec p, vec a, vec b, vec c)
{
    vec n = cross(b - a, c - a);
    real nn = dot(n, n);
    if (nn > 0 && dot(cross(b - a, p - a), n) >= 0 && dot(cross(c - b, p - b), n) >= 0 &&
        dot(cross(a - c, p - c), n) >= 0)
        return std::fabs(dot(n, p - a)) / std::sqrt(nn);
    return std::min(point_segment(p, a, b), std::min(point_segment(p, b, c), point_segment(p, c, a)));
}

real segment_segment(vec a, vec b, vec c, vec d)
{
    real least = std::min(std::min(point_segment(a, c, d), point_segment(b, c, d)),
                          std::min(point_segment(c, a, b), point_segment(d, a, b)));
    vec u = b - a, v = d - c, w = c - a;
    real uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), det = uu * vv - uv * uv;
    if (!(det > 1e-16L * uu * vv)) return least;
    real s = (dot(w, u) * vv - dot(w, v) * uv) / det, t = (dot(w, u) * uv - dot(w, v) * uu) / det;
    if (s < 0 || s > 1 || t < 0 || t > 1) return least;
    return std::min(least, length((a + s * u) - (c + t * v)));
}

real distance(const body &a, const body &b)
{
    real least = INFINITY;
    auto points_triples = [&](const body &x, const body &y) {
        size_t n = y.corners.size();
        for (vec p : x.corners)
            for (size_t i = 0; i < n; i++)
                for (size_t k = i; k < n; k++)
                    for (size_t l = k; l < n; l++)
                        least = std::min(least, point_triangle(p, y.corners[i], y.corners[k], y.corners[l]));
    };
    points_triples(a, b);
    points_triples(b, a);
    for (size_t i = 0; i < a.corners.size(); i++)
        for (size_t k = i + 1; k < a.corners.size(); k++)
            for (size_t l = 0; l < b.corners.size(); l++)
                for (size_t m = l + 1; m < b.corners.size(); m++)
                    least = std::min(least,
                                     segment_segment(a.corners[i], a.corners[k], b.corners[l], b.corners[m]));
    return least;
}

real outside(const body &b, vec p)
{
    real most = 0;
    auto look = [&](vec v) {
        real l = length(v);
        if (!(l > 1e-14L)) return;
        for (int side = -1; side <= 1; side += 2) {
            vec n = (side / l) * v;
            most = std::max(most, dot(p, n) - reach(b, n) - b.radius);
        }
    };
    for (vec n : b.axes) look(n);
    for (vec u : b.edges) {
        for (vec n : b.axes) look(cross(u, n));
        look(p - b.corners[0]);
    }
    return most;
}

real size_of(const body &a, const body &b)
{
    real most = 0;
    for (const body *s : {&a, &b})
        for (vec p : s->corners) most = std::max(most, length(p - a.corners[0]) + s->radius);
    return most;
}

body moved(const body &b, vec by)
{
    body r = b;
    for (vec &p : r.corners) p = p + by;
    return r;
}

bool same_bits(const flr_manifold3 &a, const flr_manifold3 &b)
{
    if (a.count != b.count) return false;
    for (int i = 0; i < a.count; i++)
        if (std::memcmp(&a.points[i].position, &b.points[i].position, sizeof(flr_vec3)) != 0 ||
            a.points[i].depth != b.points[i].depth || a.points[i].id != b.points[i].id)
            return false;
    return a.count == 0 ||
           (a.normal.x == -b.normal.x && a.normal.y == -b.normal.y && a.normal.z == -b.normal.z);
}

bool same_shape(const flr_convex3 &a, const flr_convex3 &b)
{
    if (a.kind != b.kind || a.radius != b.radius || std::memcmp(&a.center, &b.center, sizeof a.center) != 0)
        return false;
    if (a.kind == FLR_CONVEX3_POINTS)
        return a.count == b.count && std::memcmp(a.points, b.points, a.count * sizeof(flr_vec3)) == 0;
    return a.kind == FLR_CONVEX3_CORNERS
               ? a.count == b.count && std::memcmp(a.corners, b.corners, a.count * sizeof(flr_vec3)) == 0
               : std::memcmp(&a.half_extents, &b.half_extents, sizeof a.half_extents) == 0;
}

flr_manifold3 judge(tally &t, const body &a, const body &b, double margin, const char *name, judged *w,
                    double tolerance, double place_tolerance)
{
    margin = real_of(margin);
    flr_contact3_options options = {flr_real(margin), 0, nullptr};
    flr_manifold3 m, back;
    flr_status status = flr_contact3_convex_convex(&a.convex, &b.convex, &options, &m);
    t.expect(status == FLR_OK, "%s: status %d", name, status);
    flr_contact3_convex_convex(&b.convex, &a.convex, &options, &back);
    t.expect(same_bits(m, back) || same_shape(a.convex, b.convex), "%s: swapped is not the same", name);
    w->asked++;
    real size = size_of(a, b), eps = real(tolerance) * size, near = real(place_tolerance) * size;
    real cores = separation(a, b);
    if (!(cores > -INFINITY)) cores = 0;  // one point and the same
    if (cores > 0) cores = distance(a, b);
    real s = cores - a.radius - b.radius;
    if (s > margin + eps) {
        t.expect(m.count == 0, "%s: %Lg apart, but %d points", name, s, m.count);
        return m;
    }
    if (s < margin - eps && !t.expect(m.count > 0, "%s: separation %Lg, but no point", name, s)) return m;
    if (m.count == 0) return m;
    w->hit++;
    w->points += m.count;
    t.expect(m.count <= 4 && !m.inseparable, "%s: %d points", name, m.count);
    vec n = from(m.normal);
    t.expect(std::fabs(length(n) - 1) < real_choose(1e-12, 1e-6), "%s: normal of length %Lg", name,
             length(n));
    real most = -INFINITY;
    std::set<uint32_t> ids;
    for (int i = 0; i < m.count; i++) {
        real depth = m.points[i].depth;
        most = std::max(most, depth);
        ids.insert(m.points[i].id);
        t.expect(depth >= -margin, "%s: depth %Lg beyond the margin %g", name, depth, margin);
        vec p = from(m.points[i].position) - w->origin, q = p + (depth / 2) * n, r = p - (depth / 2) * n;
        real off = std::max(outside(a, q), outside(b, r));
        w->place_error = std::max(w->place_error, double(off / size));
        t.expect(off <= near, "%s: point %d of %d is %Lg off a surface (depth %Lg, separation %Lg)", name, i,
                 m.count, off, depth, s);
    }
    t.expect(int(ids.size()) == m.count, "%s: ids repeat", name);
    w->depth_error = std::max(w->depth_error, double(std::fabs(most + s) / size));
    t.expect(std::fabs(most + s) <= eps, "%s: deepest %.18Lg, true %.18Lg", name, most, -s);
    real g = gap(a, b, n);
    w->normal_error = std::max(w->normal_error, double(std::fabs(g - s) / size));
    t.expect(std::fabs(g - s) <= 4 * eps, "%s: the normal parts by %.18Lg, not %.18Lg", name, g, s);
    return m;
}

void pin(tally &t, const judged &w, const char *name, double depth, double normal, double place)
{
    expect_pinned(t, (std::string("normal of ") + name).c_str(), w.normal_error / real_rounding, normal);
    expect_pinned(t, (std::string("depth of ") + name).c_str(), w.depth_error / real_rounding, depth);
    expect_pinned(t, (std::string("place of ") + name).c_str(), w.place_error / real_rounding, place);
}

flr_mat3 rotation(flr_vec3 axis, double angle)
{
    double l = std::sqrt(double(flr_dot3(axis, axis))), x = axis.x / l, y = axis.y / l, z = axis.z / l;
    double c = std::cos(angle), s = std::sin(angle), d = 1 - c;
    return {{flr_real(c + x * x * d), flr_real(y * x * d + z * s), flr_real(z * x * d - y * s)},
            {flr_real(x * y * d - z * s), flr_real(c + y * y * d), flr_real(z * y * d + x * s)},
            {flr_real(x * z * d + y * s), flr_real(y * z * d - x * s), flr_real(c + z * z * d)}};
}

flr_mat3 random_turn(random_source &r)
{
    flr_vec3 axis = r.point(-1, 1);
    double angle = r.between(0, 6.283185307179586);
    return rotation(axis, angle);
}

void complete(body &b)
{
    size_t n = b.corners.size();
    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1; k < n; k++) {
            b.edges.push_back(b.corners[k] - b.corners[i]);
            for (size_t l = k + 1; l < n; l++)
                b.axes.push_back(cross(b.corners[k] - b.corners[i], b.corners[l] - b.corners[i]));
        }
    for (vec &v : b.edges) {
        real l = length(v);
        if (l > 0) v = (1 / l) * v;
    }
    for (vec &v : b.axes) {
        real l = length(v);
        if (l > 0) v = (1 / l) * v;
    }
}

}  // namespace contact3
