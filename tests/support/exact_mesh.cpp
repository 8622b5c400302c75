// needs: gmp
#include "support/exact_mesh.hpp"

#include "math/exact3.hpp"

namespace exact_mesh
{

rational point_segment(const vec<rational> &p, const vec<rational> &a, const vec<rational> &b)
{
    return exact3::distance_squared({p}, {a, b});
}

rational point_triangle(const vec<rational> &p, const tri<rational> &t)
{
    return exact3::distance_squared({p}, {t[0], t[1], t[2]});
}

rational triangle_triangle(const tri<rational> &a, const tri<rational> &b)
{
    return exact3::distance_squared({a[0], a[1], a[2]}, {b[0], b[1], b[2]});
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
