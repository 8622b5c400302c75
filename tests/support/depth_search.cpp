#include "support/depth_search.hpp"

#include <algorithm>
#include <queue>

static double distance_to_segment(flr_vec3 p, flr_vec3 a, flr_vec3 b)
{
    flr_vec3 d = flr_sub3(b, a), w = flr_sub3(p, a);
    double dd = flr_dot3(d, d), t = dd > 0 ? std::min(1.0, std::max(0.0, flr_dot3(w, d) / dd)) : 0;
    return flr_length3(flr_mul_add3(w, flr_real(-t), d));
}

double plain_solid::triangle(flr_vec3 p, const flr_triangle3 &t)
{
    flr_vec3 n = flr_cross3(flr_sub3(t.b, t.a), flr_sub3(t.c, t.a));
    double nn = flr_length3(n);
    bool over = nn > 0;
    const flr_vec3 c[3] = {t.a, t.b, t.c};
    for (int i = 0; i < 3 && over; ++i)
        over = flr_dot3(flr_cross3(flr_sub3(c[(i + 1) % 3], c[i]), flr_sub3(p, c[i])), n) >= 0;
    if (over) return std::fabs(flr_dot3(n, flr_sub3(p, t.a))) / nn;
    return std::min(distance_to_segment(p, t.a, t.b),
                    std::min(distance_to_segment(p, t.b, t.c), distance_to_segment(p, t.c, t.a)));
}

double plain_solid::distance(flr_vec3 p) const
{
    double least = INFINITY;
    for (auto &t : surface) least = std::min(least, triangle(p, t));
    return least;
}

double plain_solid::winding(flr_vec3 p) const
{
    double sum = 0;
    for (auto &t : surface) {
        flr_vec3 a = flr_sub3(t.a, p), b = flr_sub3(t.b, p), c = flr_sub3(t.c, p);
        double x = flr_length3(a), y = flr_length3(b), z = flr_length3(c);
        sum += std::atan2(flr_dot3(a, flr_cross3(b, c)),
                          x * y * z + flr_dot3(a, b) * z + flr_dot3(b, c) * x + flr_dot3(c, a) * y);
    }
    return sum / (2 * std::acos(-1.0));
}

found_depth search_depth(const plain_solid &a, const plain_solid &b, double precision, int limit)
{
    struct cube {
        double bound, half;
        flr_vec3 middle;
        bool operator<(const cube &o) const { return bound < o.bound; }
    };
    flr_vec3 lo[2], hi[2];
    for (int i = 0; i < 2; ++i) {
        lo[i] = flr_vec3_make(INFINITY, INFINITY, INFINITY);
        hi[i] = flr_neg3(lo[i]);
        for (auto &t : (i ? b : a).surface)
            for (auto &p : {t.a, t.b, t.c}) {
                lo[i] = flr_min3(lo[i], p);
                hi[i] = flr_max3(hi[i], p);
            }
    }
    flr_vec3 low = flr_max3(lo[0], lo[1]), high = flr_min3(hi[0], hi[1]), size = flr_sub3(high, low);
    found_depth best;
    best.point = low;
    if (size.x < 0 || size.y < 0 || size.z < 0) return best;
    std::priority_queue<cube> open;
    auto look = [&](flr_vec3 p, double half) {
        double f = a.depth(p) + b.depth(p);
        if (f > best.least) {
            best.least = f;
            best.point = p;
        }
        open.push({f + 2 * std::sqrt(3.0) * half, half, p});
    };
    look(flr_scale3(0.5, flr_add3(low, high)), 0.5 * std::max(size.x, std::max(size.y, size.z)));
    for (int looks = 1; !open.empty() && looks < limit; looks += 8) {
        cube c = open.top();
        best.most = c.bound;
        if (c.bound <= best.least * (1 + precision)) break;
        open.pop();
        for (int k = 0; k < 8; ++k) {
            double h = c.half / 2;
            look(flr_add3(c.middle, flr_vec3_make(flr_real(k & 1 ? h : -h), flr_real(k & 2 ? h : -h),
                                                  flr_real(k & 4 ? h : -h))),
                 h);
        }
    }
    // from the best cube uphill, in ever shorter steps
    for (double step = std::max(size.x, std::max(size.y, size.z)) / 64; step > 1e-9 * flr_length3(size);) {
        bool better = false;
        for (int k = 0; k < 26; ++k) {
            int m = k < 13 ? k : k + 1;
            flr_vec3 p = flr_mul_add3(
                best.point, flr_real(step),
                flr_vec3_make(flr_real(m % 3 - 1), flr_real(m / 3 % 3 - 1), flr_real(m / 9 - 1)));
            double f = a.depth(p) + b.depth(p);
            if (f <= best.least) continue;
            best.least = f;
            best.point = p;
            better = true;
        }
        if (!better) step /= 2;
    }
    return best;
}
