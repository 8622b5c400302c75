// needs: gmp
#include "closest/minkowski2.hpp"

namespace minkowski2
{

points corners(const flr_convex2 &c)
{
    points all;
    for (uint32_t i = 0; i < c.count; ++i) {
        point p;
        if (c.kind == FLR_CONVEX2_CORNERS) {
            p.x = wide(double(c.corners[i].x)), p.y = wide(double(c.corners[i].y));
        } else {
            const flr_vec2 held = c.kind == FLR_CONVEX2_BOX ? c.corners[i] : c.points[i];
            big_float x = wide(double(held.x)), y = wide(double(held.y));
            big_float cosine = wide(double(c.rotation.x)), sine = wide(double(c.rotation.y));
            p.x = cosine * x - sine * y + wide(double(c.center.x));
            p.y = sine * x + cosine * y + wide(double(c.center.y));
        }
        all.push_back(p);
    }
    return all;
}

points hull(points p)
{
    std::sort(p.begin(), p.end(),
              [](const point &a, const point &b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
    p.erase(std::unique(p.begin(), p.end(),
                        [](const point &a, const point &b) { return a.x == b.x && a.y == b.y; }),
            p.end());
    if (p.size() < 3) return p;
    points h;
    for (int k = 0; k < 2; ++k) {
        size_t least = h.size() + 1;
        for (const point &q : p) {
            while (h.size() > least && cross(h[h.size() - 2], h.back(), q) <= 0) h.pop_back();
            h.push_back(q);
        }
        h.pop_back();
        std::reverse(p.begin(), p.end());
    }
    return h;
}

big_float to_segment(const point &a, const point &b)
{
    big_float ex = b.x - a.x, ey = b.y - a.y, whole = ex * ex + ey * ey, at = -(a.x * ex + a.y * ey);
    if (whole == 0 || at <= 0) return sqrt(big_float(a.x * a.x + a.y * a.y));
    if (at >= whole) return sqrt(big_float(b.x * b.x + b.y * b.y));
    return abs(big_float(a.x * b.y - a.y * b.x)) / sqrt(whole);
}

double signed_distance(const points &a, const points &b, bool *meet)
{
    points all;
    for (const point &p : a)
        for (const point &q : b) all.push_back({big_float(p.x - q.x), big_float(p.y - q.y)});
    points h = hull(all);
    big_float least = to_segment(h[0], h[h.size() > 1 ? 1 : 0]);
    bool inside = h.size() > 2;
    for (size_t i = 0; i < h.size(); ++i) {
        const point &s = h[i], &t = h[(i + 1) % h.size()];
        big_float d = to_segment(s, t);
        if (d < least) least = d;
        if (s.x * t.y - s.y * t.x <= 0) inside = false;
    }
    *meet = inside || least == 0;
    return inside ? -least.get_d() : least.get_d();
}

double separation(const points &a, const points &b, flr_vec2 n)
{
    big_float x = wide(double(n.x)), y = wide(double(n.y)), low(0, 512), high(0, 512);
    for (size_t i = 0; i < a.size(); ++i) {
        big_float at = x * (a[i].x - a[0].x) + y * (a[i].y - a[0].y);
        if (i == 0 || at > high) high = at;
    }
    for (size_t i = 0; i < b.size(); ++i) {
        big_float at = x * (b[i].x - a[0].x) + y * (b[i].y - a[0].y);
        if (i == 0 || at < low) low = at;
    }
    return big_float(low - high).get_d();
}

double outside(const points &core, flr_vec2 p)
{
    points moved;
    for (const point &q : core)
        moved.push_back({big_float(q.x - wide(double(p.x))), big_float(q.y - wide(double(p.y)))});
    bool meet;
    points origin = {point{}};
    return std::fmax(0, signed_distance(moved, origin, &meet));
}

}  // namespace minkowski2
