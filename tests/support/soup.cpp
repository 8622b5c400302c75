#include "support/soup.hpp"

soup joined(soup a, const soup &b)
{
    auto base = static_cast<uint32_t>(a.v.size());
    a.v.insert(a.v.end(), b.v.begin(), b.v.end());
    for (auto t : b.t) a.t.push_back({t[0] + base, t[1] + base, t[2] + base});
    return a;
}

soup unshared(const soup &s)
{
    soup r;
    for (auto t : s.t) {
        auto base = static_cast<uint32_t>(r.v.size());
        for (uint32_t i : t) r.v.push_back(s.v[i]);
        r.t.push_back({base, base + 1, base + 2});
    }
    return r;
}

soup split(const soup &s)
{
    soup r;
    for (auto t : s.t) {
        flr_vec3 a = s.v[t[0]], b = s.v[t[1]], c = s.v[t[2]];
        flr_vec3 ab = flr_scale3(0.5, flr_add3(a, b)), bc = flr_scale3(0.5, flr_add3(b, c)),
                 ca = flr_scale3(0.5, flr_add3(c, a));
        auto n = static_cast<uint32_t>(r.v.size());
        r.v.insert(r.v.end(), {a, b, c, ab, bc, ca});
        r.t.insert(r.t.end(),
                   {{n, n + 3, n + 5}, {n + 3, n + 1, n + 4}, {n + 5, n + 4, n + 2}, {n + 3, n + 4, n + 5}});
    }
    return r;
}

soup box(flr_vec3 lo, flr_vec3 hi)
{
    soup s;
    for (int i = 0; i < 8; ++i)
        s.v.push_back(vec(i & 1 ? hi.x : lo.x, i & 2 ? hi.y : lo.y, i & 4 ? hi.z : lo.z));
    s.t = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
           {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    return s;
}

soup box_other_diagonals(flr_vec3 lo, flr_vec3 hi)
{
    soup s = box(lo, hi);
    s.t = {{0, 3, 1}, {0, 2, 3}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
           {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    return s;
}

soup tetrahedron(flr_vec3 a, flr_vec3 b, flr_vec3 c, flr_vec3 d)
{
    soup s;
    s.v = {a, b, c, d};
    s.t = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    flr_vec3 n = flr_cross3(flr_sub3(b, a), flr_sub3(c, a));
    return flr_dot3(n, flr_sub3(d, a)) < 0 ? turned(s) : s;
}

soup prism(const flr_points2 &p, double low, double high)
{
    auto n = static_cast<uint32_t>(p.size());
    soup s;
    for (double z : {low, high})
        for (auto q : p) s.v.push_back(vec(q[0], q[1], z));
    for (uint32_t i = 0; i < n; ++i) {
        uint32_t j = (i + 1) % n;
        s.t.insert(s.t.end(), {{i, j, n + i}, {j, n + j, n + i}});
    }
    auto turn = [&](uint32_t a, uint32_t b, uint32_t c) {
        return (p[b][0] - p[a][0]) * (p[c][1] - p[a][1]) - (p[b][1] - p[a][1]) * (p[c][0] - p[a][0]);
    };
    std::vector<uint32_t> left(n);
    for (uint32_t i = 0; i < n; ++i) left[i] = i;
    while (left.size() > 2) {
        bool cut = false;
        for (size_t i = 0; i < left.size() && !cut; ++i) {
            uint32_t a = left[(i + left.size() - 1) % left.size()], b = left[i],
                     c = left[(i + 1) % left.size()];
            bool ear = turn(a, b, c) > 0;
            for (uint32_t q : left)
                if (q != a && q != b && q != c && turn(a, b, q) >= 0 && turn(b, c, q) >= 0 &&
                    turn(c, a, q) >= 0)
                    ear = false;
            if (!ear) continue;
            s.t.insert(s.t.end(), {{a, c, b}, {n + a, n + b, n + c}});
            left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
            cut = true;
        }
        if (!cut) break;  // not a simple polygon: the caller's test will see the hole
    }
    return s;
}

flr_points2 regular_polygon(int n, double apothem)
{
    const double pi = std::acos(-1.0);
    flr_points2 p;
    for (int i = 0; i < n; ++i) {
        double angle = (2 * i + 1) * pi / n, r = apothem / std::cos(pi / n);
        p.push_back({r * std::cos(angle), r * std::sin(angle)});
    }
    return p;
}

soup ring_prism(const flr_points2 &outer, const flr_points2 &inner, double low, double high)
{
    auto n = static_cast<uint32_t>(outer.size());
    soup s;
    for (double z : {low, high})
        for (const auto *p : {&outer, &inner})
            for (auto q : *p) s.v.push_back(vec(q[0], q[1], z));
    for (uint32_t i = 0; i < n; ++i) {
        uint32_t j = (i + 1) % n, in = n, up = 2 * n;
        s.t.insert(s.t.end(), {{i, j, up + i}, {j, up + j, up + i}});  // outside
        s.t.insert(s.t.end(), {{in + j, in + i, up + in + j}, {in + i, up + in + i, up + in + j}});  // hole
        s.t.insert(s.t.end(), {{i, in + i, j}, {j, in + i, in + j}});                                // bottom
        s.t.insert(s.t.end(), {{up + i, up + j, up + in + i}, {up + j, up + in + j, up + in + i}});  // top
    }
    return s;
}

soup sphere(double radius, int around, int rings)
{
    const double pi = std::acos(-1.0);
    soup s;
    s.v = {vec(0, 0, -radius), vec(0, 0, radius)};
    for (int i = 1; i < rings; ++i)
        for (int k = 0; k < around; ++k) {
            double lat = pi * i / rings - pi / 2, lon = 2 * pi * k / around;
            s.v.push_back(vec(radius * std::cos(lat) * std::cos(lon), radius * std::cos(lat) * std::sin(lon),
                              radius * std::sin(lat)));
        }
    auto at = [&](int i, int k) { return static_cast<uint32_t>(2 + (i - 1) * around + k % around); };
    for (int k = 0; k < around; ++k) {
        s.t.push_back({0, at(1, k + 1), at(1, k)});
        s.t.push_back({1, at(rings - 1, k), at(rings - 1, k + 1)});
        for (int i = 1; i + 1 < rings; ++i) {
            s.t.push_back({at(i, k), at(i, k + 1), at(i + 1, k)});
            s.t.push_back({at(i, k + 1), at(i + 1, k + 1), at(i + 1, k)});
        }
    }
    return s;
}

soup torus(double radius, double thin, int around, int along)
{
    const double pi = std::acos(-1.0);
    soup s;
    for (int i = 0; i < along; ++i)
        for (int k = 0; k < around; ++k) {
            double u = 2 * pi * i / along, w = 2 * pi * k / around, r = radius + thin * std::cos(w);
            s.v.push_back(vec(r * std::cos(u), r * std::sin(u), thin * std::sin(w)));
        }
    auto at = [&](int i, int k) { return static_cast<uint32_t>((i % along) * around + k % around); };
    for (int i = 0; i < along; ++i)
        for (int k = 0; k < around; ++k) {
            s.t.push_back({at(i, k), at(i + 1, k), at(i, k + 1)});
            s.t.push_back({at(i + 1, k), at(i + 1, k + 1), at(i, k + 1)});
        }
    return s;
}

soup sheet(double half)
{
    soup s;
    s.v = {vec(-half, -half, 0), vec(half, -half, 0), vec(half, half, 0), vec(-half, half, 0)};
    s.t = {{0, 1, 2}, {0, 2, 3}};
    return s;
}

soup double_sided_sheet(double half)
{
    soup s = sheet(half);
    s.t.insert(s.t.end(), {{0, 2, 1}, {0, 3, 2}});
    return s;
}

double diagonal(const soup &s)
{
    flr_vec3 lo = s.v[0], hi = s.v[0];
    for (auto p : s.v) {
        lo = flr_min3(lo, p);
        hi = flr_max3(hi, p);
    }
    return flr_length3(flr_sub3(hi, lo));
}
