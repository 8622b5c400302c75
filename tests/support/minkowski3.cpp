// needs: gmp
#include "support/minkowski3.hpp"

namespace minkowski3
{

rational_point placed(const flr_convex3 &c, const rational_point &p)
{
    rational_point x = rational(c.axes.x), y = rational(c.axes.y), z = rational(c.axes.z), r;
    rational_point o = rational(c.center);
    for (size_t i = 0; i < 3; ++i) r[i] = o[i] + x[i] * p[0] + y[i] * p[1] + z[i] * p[2];
    return r;
}

corner_list corners(const flr_convex3 &c)
{
    corner_list all;
    if (c.kind == FLR_CONVEX3_CORNERS) {
        for (uint32_t i = 0; i < c.count; ++i) all.push_back(rational(c.corners[i]));
    } else if (c.kind == FLR_CONVEX3_BOX) {
        rational_point h = rational(c.half_extents);
        for (int i = 0; i < 8; ++i) {
            rational_point p = h;
            for (size_t k = 0; k < 3; ++k)
                if (i >> k & 1) p[k] = -p[k];
            all.push_back(placed(c, p));
        }
    } else if (c.kind == FLR_CONVEX3_POINTS || c.kind == FLR_CONVEX3_HULL) {
        bool hull = c.kind == FLR_CONVEX3_HULL;
        const flr_vec3 *p = hull ? flr_hull3_vertices(c.hull) : c.points;
        uint32_t count = hull ? flr_hull3_get_info(c.hull).vertex_count : c.count;
        for (uint32_t i = 0; i < count; ++i) all.push_back(placed(c, rational(p[i])));
    }
    return all;
}

double extent(const corner_list &a, const corner_list &b)
{
    corner_list all = a;
    all.insert(all.end(), b.begin(), b.end());
    double most = 0;
    for (const rational_point &p : all) {
        double squared = 0;
        for (size_t i = 0; i < 3; ++i) {
            double d = big_rational(p[i] - all[0][i]).get_d();
            squared += d * d;
        }
        most = std::max(most, squared);
    }
    return 2 * std::sqrt(most);
}

wide to_segment(const vec &a, const vec &b)
{
    vec e = sub(b, a);
    whole along = -dot(a, e), ee = dot(e, e);
    if (ee == 0 || along <= 0) return wide(dot(a, a), digits);
    if (along >= ee) return wide(dot(b, b), digits);
    vec n = cross(a, b);
    return quotient(dot(n, n), ee);
}

wide to_triangle(const vec &a, const vec &b, const vec &c)
{
    vec n = cross(sub(b, a), sub(c, a));
    const vec *p[3] = {&a, &b, &c};
    bool over = !is_zero(n);
    for (size_t i = 0; i < 3 && over; ++i) {
        const vec &s = *p[i], &t = *p[(i + 1) % 3];
        // (t - s) x (0 - s) = s x t: on the inner side of the edge
        over = dot(cross(s, t), n) >= 0;
    }
    if (over) {
        whole h = dot(n, a);
        return quotient(whole(h * h), dot(n, n));
    }
    return std::min(to_segment(a, b), std::min(to_segment(b, c), to_segment(c, a)));
}

wide to_flat(std::vector<vec> p, const vec &n)
{
    size_t drop = n[0] != 0 ? 0 : n[1] != 0 ? 1 : 2, x = (drop + 1) % 3, y = (drop + 2) % 3;
    std::sort(p.begin(), p.end(),
              [&](const vec &a, const vec &b) { return a[x] != b[x] ? a[x] < b[x] : a[y] < b[y]; });
    std::vector<vec> h;
    for (int side = 0; side < 2; ++side) {
        size_t least = h.size() + 1;
        for (const vec &q : p) {
            while (h.size() > least) {
                const vec &s = h[h.size() - 2], &t = h.back();
                if ((t[x] - s[x]) * (q[y] - s[y]) - (t[y] - s[y]) * (q[x] - s[x]) > 0) break;
                h.pop_back();
            }
            h.push_back(q);
        }
        h.pop_back();
        std::reverse(p.begin(), p.end());
    }
    wide least = to_triangle(h[0], h[1], h[2]);
    for (size_t i = 3; i < h.size(); ++i) least = std::min(least, to_triangle(h[0], h[i - 1], h[i]));
    return least;
}

wide signed_distance(const corner_list &a, const corner_list &b)
{
    difference all(a, b);
    const std::vector<vec> &p = all.points;
    size_t first[4] = {0, 0, 0, 0}, n = p.size(), count = 1;
    vec normal;
    for (size_t i = 1; i < n && count < 4; ++i) {
        vec e = sub(p[i], p[0]);
        if (count == 1) {
            first[count++] = i;
        } else if (count == 2) {
            normal = cross(sub(p[first[1]], p[0]), e);
            if (!is_zero(normal)) first[count++] = i;
        } else if (dot(normal, e) != 0) {
            first[count++] = i;
        }
    }
    if (count == 1) return all.length(wide(dot(p[0], p[0]), digits));
    if (count == 2) return all.length(to_segment(p[0], p[n - 1]));  // sorted: the ends are first and last
    if (count == 3) return all.length(to_flat(p, normal));
    hull h(p, first);
    bool inside = true;
    for (const hull::face &f : h.faces) inside = inside && f.d >= 0;
    wide least(-1, digits);
    for (const hull::face &f : h.faces) {
        if (!inside && f.d >= 0) continue;
        wide d =
            inside ? quotient(whole(f.d * f.d), dot(f.n, f.n)) : to_triangle(p[f.v[0]], p[f.v[1]], p[f.v[2]]);
        if (least < 0 || d < least) least = d;
    }
    wide r = all.length(least);
    return inside ? wide(-r, digits) : r;
}

double separation(const corner_list &a, const corner_list &b, flr_vec3 n)
{
    rational_point direction = rational(n);
    auto along = [&](const rational_point &p) {
        big_rational sum = 0;
        for (size_t i = 0; i < 3; ++i) sum += direction[i] * (p[i] - a[0][i]);
        return sum;
    };
    big_rational high = along(a[0]), low = along(b[0]);
    for (const rational_point &p : a) high = std::max<big_rational>(high, along(p));
    for (const rational_point &p : b) low = std::min<big_rational>(low, along(p));
    return big_rational(low - high).get_d();
}

}  // namespace minkowski3
