// needs: gmp
#include "support/exact_mesh.hpp"

namespace exact_mesh
{

rational point_segment(const vec<rational> &p, const vec<rational> &a, const vec<rational> &b)
{
    vec<rational> d = sub(b, a), w = sub(p, a);
    rational dd = dot(d, d), wd = dot(w, d);
    if (dd == 0 || wd <= 0) return dot(w, w);
    if (wd >= dd) {
        vec<rational> e = sub(p, b);
        return dot(e, e);
    }
    return rational(dot(w, w) - wd * wd / dd);
}

rational point_triangle(const vec<rational> &p, const tri<rational> &t)
{
    vec<rational> n = cross(sub(t[1], t[0]), sub(t[2], t[0]));
    rational nn = dot(n, n);
    bool over = nn != 0;
    for (size_t i = 0; i < 3 && over; ++i) over = dot(cross(sub(t[(i + 1) % 3], t[i]), sub(p, t[i])), n) >= 0;
    if (over) {
        rational h = dot(n, sub(p, t[0]));
        return rational(h * h / nn);
    }
    rational least = point_segment(p, t[0], t[1]);
    for (size_t i = 1; i < 3; ++i) least = std::min(least, point_segment(p, t[i], t[(i + 1) % 3]));
    return least;
}

rational segment_segment(const vec<rational> &a, const vec<rational> &b, const vec<rational> &c,
                         const vec<rational> &d)
{
    vec<rational> u = sub(b, a), v = sub(d, c), w = sub(c, a), n = cross(u, v);
    rational nn = dot(n, n);
    if (nn != 0) {
        rational s = dot(cross(w, v), n), t = dot(cross(w, u), n);
        if (s >= 0 && s <= nn && t >= 0 && t <= nn) {
            rational h = dot(w, n);
            return rational(h * h / nn);
        }
    }
    return std::min(std::min(point_segment(a, c, d), point_segment(b, c, d)),
                    std::min(point_segment(c, a, b), point_segment(d, a, b)));
}

bool pierces(const vec<rational> &p, const vec<rational> &q, const tri<rational> &t)
{
    vec<rational> n = cross(sub(t[1], t[0]), sub(t[2], t[0]));
    rational hp = dot(n, sub(p, t[0])), hq = dot(n, sub(q, t[0]));
    if (sign(hp) * sign(hq) >= 0) return false;
    rational s = hp / (hp - hq);
    vec<rational> d = sub(q, p), x;
    for (size_t i = 0; i < 3; ++i) x[i] = p[i] + s * d[i];
    return point_triangle(x, t) == 0;
}

rational triangle_triangle(const tri<rational> &a, const tri<rational> &b)
{
    rational least = point_triangle(a[0], b);
    for (size_t i = 0; i < 3; ++i) {
        least = std::min(least, std::min(point_triangle(a[i], b), point_triangle(b[i], a)));
        for (size_t k = 0; k < 3; ++k)
            least = std::min(least, segment_segment(a[i], a[(i + 1) % 3], b[k], b[(k + 1) % 3]));
    }
    for (size_t i = 0; i < 3 && least > 0; ++i)
        if (pierces(a[i], a[(i + 1) % 3], b) || pierces(b[i], b[(i + 1) % 3], a)) least = 0;
    return least;
}

double below_distance(const bounds &a, const bounds &b)
{
    double sum = 0;
    for (int i = 0; i < 3; ++i) {
        double gap = std::max(0.0, std::max(a.lo[i] - b.hi[i], b.lo[i] - a.hi[i]));
        sum += gap * gap;
    }
    return std::sqrt(sum) * (1 - 1e-12);
}

rational surface_surface_within(const triangles &a, const triangles &b, double limit)
{
    std::vector<std::pair<double, index_pair>> order;
    std::vector<bounds> of_b;
    for (auto &t : b) of_b.push_back(bounds_of(t));
    for (uint32_t i = 0; i < a.size(); ++i) {
        bounds of_a = bounds_of(a[i]);
        for (uint32_t k = 0; k < b.size(); ++k) {
            double d = below_distance(of_a, of_b[k]);
            if (d <= limit) order.push_back({d, {i, k}});
        }
    }
    std::sort(order.begin(), order.end());
    rational least = -1;
    double near = limit;
    for (auto &o : order) {
        if (o.first > near) break;
        rational d = triangle_triangle(from(a[o.second.first]), from(b[o.second.second]));
        if (least < 0 || d < least) {
            least = d;
            near = std::min(near, root(d) * (1 + 1e-12));
        }
        if (least == 0) break;
    }
    return least;
}

rational point_surface(flr_vec3 p, const triangles &a)
{
    bounds at = {{p.x, p.y, p.z}, {p.x, p.y, p.z}};
    std::vector<std::pair<double, uint32_t>> order;
    for (uint32_t i = 0; i < a.size(); ++i) order.push_back({below_distance(at, bounds_of(a[i])), i});
    std::sort(order.begin(), order.end());
    rational least = -1;
    double near = INFINITY;
    for (auto &o : order) {
        if (o.first > near) break;
        rational d = point_triangle(from(p), from(a[o.second]));
        if (least < 0 || d < least) {
            least = d;
            near = root(d) * (1 + 1e-12);
        }
    }
    return least;
}

std::vector<index_pair> meeting_pairs(const triangles &a, const triangles &b)
{
    std::vector<index_pair> all;
    for (uint32_t i = 0; i < a.size(); ++i)
        for (uint32_t k = 0; k < b.size(); ++k)
            if (below_distance(bounds_of(a[i]), bounds_of(b[k])) == 0 &&
                triangle_triangle(from(a[i]), from(b[k])) == 0)
                all.push_back({i, k});
    return all;
}

}  // namespace exact_mesh
