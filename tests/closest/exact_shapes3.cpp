// needs: gmp
#include "closest/exact_shapes3.hpp"

namespace exact_shapes
{

big_float root(const big_rational &q)
{
    big_float x(0, 512), y(q, 512);
    x = sqrt(y);
    return x;
}

big_rational distance_squared(const std::vector<point> &core, const shape &s)
{
    for (auto &p : core)
        if (s.encloses(p)) return 0;
    big_integer unit = 1;
    auto widen = [&](const point &p) {
        for (auto &x : p)
            if (x.get_den() > unit) unit = x.get_den();
    };
    for (auto &p : core) widen(p);
    for (auto &t : s.triangles)
        for (auto &p : t) widen(p);
    std::vector<exact3::vec<big_integer>> a;
    for (auto &p : core) a.push_back({scaled(p[0], unit), scaled(p[1], unit), scaled(p[2], unit)});
    exact3::fraction<big_integer> least;
    bool found = false;
    for (auto &t : s.triangles) {
        std::vector<exact3::vec<big_integer>> b;
        for (auto &p : t) b.push_back({scaled(p[0], unit), scaled(p[1], unit), scaled(p[2], unit)});
        auto next = exact3::distance_squared(a, b);
        if (!found || next.numerator * least.denominator < least.numerator * next.denominator) least = next;
        found = true;
        if (least.numerator == 0) return 0;
    }
    big_rational q(least.numerator, least.denominator * unit * unit);
    return q;
}

shape parallelepiped(const point &centre, const point &x, const point &y, const point &z)
{
    shape s;
    s.solid = true;
    std::array<point, 8> c;
    for (size_t i = 0; i < 8; ++i)
        c[i] = along(along(along(centre, i & 1 ? 1 : -1, x), i & 2 ? 1 : -1, y), i & 4 ? 1 : -1, z);
    s.sheet4(c[0], c[1], c[3], c[2]);
    s.sheet4(c[4], c[5], c[7], c[6]);
    s.sheet4(c[0], c[1], c[5], c[4]);
    s.sheet4(c[2], c[3], c[7], c[6]);
    s.sheet4(c[0], c[2], c[6], c[4]);
    s.sheet4(c[1], c[3], c[7], c[5]);
    return s;
}

shape of(const flr_aabb3 &b)
{
    point low = exact(b.min), high = exact(b.max),
          centre = along(point{}, big_rational(1, 2), along(low, 1, high));
    point half = exact3::sub(high, centre);
    return parallelepiped(centre, {half[0], 0, 0}, {0, half[1], 0}, {0, 0, half[2]});
}

shape of(const flr_box3 &b)
{
    return parallelepiped(exact(b.center), times(double(b.half_extents.x), b.axes.x),
                          times(double(b.half_extents.y), b.axes.y),
                          times(double(b.half_extents.z), b.axes.z));
}

shape of(const flr_rectangle3 &r)
{
    point c = exact(r.center), x = times(double(r.half_x), r.axis_x), y = times(double(r.half_y), r.axis_y);
    shape s;
    s.sheet4(along(along(c, -1, x), -1, y), along(along(c, 1, x), -1, y), along(along(c, 1, x), 1, y),
             along(along(c, -1, x), 1, y));
    return s;
}

shape of_parallelogram(flr_vec3 a, flr_vec3 b, flr_vec3 c)
{
    shape s;
    point d = exact3::sub(along(exact(b), 1, exact(c)), exact(a));
    s.sheet4(exact(a), exact(b), d, exact(c));
    return s;
}

shape of(const flr_triangle3 &t)
{
    shape s;
    s.sheet(exact(t.a), exact(t.b), exact(t.c));
    return s;
}

shape of(const flr_tetrahedron &t)
{
    shape s;
    s.solid = true;
    point a = exact(t.a), b = exact(t.b), c = exact(t.c), d = exact(t.d);
    s.sheet(a, b, c);
    s.sheet(a, b, d);
    s.sheet(a, c, d);
    s.sheet(b, c, d);
    return s;
}

double size_of(std::initializer_list<flr_vec3> points, double radius)
{
    double size = radius;
    for (auto &p : points)
        for (auto &q : points) {
            double d = std::sqrt(double(flr_distance_squared3(p, q)));
            if (d > size) size = d;
        }
    return size;
}

const std::vector<place> &places()
{
    static const std::vector<place> all = {{1, 0, "plain"},
                                           {0x1p-20, 0, "tiny"},
                                           {real_choose(1, 0x1p8), 0x1p20, "far"},
                                           {real_choose(1, 0x1p18), 0x1p30, "very far"},
                                           {0x1p20, 0, "large"}};
    return all;
}

outline l_shape(generator &g)
{
    double u[3], v[3];
    double thin = g.random.whole(0, 3) ? 1 : 0x1p-8;
    for (double &x : u) x = g.random.whole(-4, 4);
    for (double &x : v) x = g.random.whole(-4, 4) * thin;
    double a = g.random.whole(2, 4), c = g.random.whole(1, int(a) - 1), d = g.random.whole(2, 4),
           b = g.random.whole(1, int(d) - 1);
    const double xy[6][2] = {{0, 0}, {a, 0}, {a, b}, {c, b}, {c, d}, {0, d}};
    flr_vec3 corner[7];
    for (int i = 0; i < 6; ++i)
        corner[i] =
            g.at_place((xy[i][0] * u[0] + xy[i][1] * v[0]) / 4, (xy[i][0] * u[1] + xy[i][1] * v[1]) / 4,
                       (xy[i][0] * u[2] + xy[i][1] * v[2]) / 4);
    corner[6] = g.at_place(b * v[0] / 4, b * v[1] / 4, b * v[2] / 4);
    outline l;
    l.exact_shape.sheet4(exact(corner[0]), exact(corner[1]), exact(corner[2]), exact(corner[6]));
    l.exact_shape.sheet4(exact(corner[6]), exact(corner[3]), exact(corner[4]), exact(corner[5]));
    int start = g.random.whole(0, 5), turn = g.random.whole(0, 1) ? 1 : 5;
    for (int i = 0; i < 6; ++i) l.vertices.push_back(corner[(start + turn * i) % 6]);
    return l;
}

hexahedron slanted_box(generator &g)
{
    hexahedron h;
    double e[3][3], volume = 0;
    while (volume == 0) {
        for (auto &axis : e)
            for (double &x : axis) x = g.random.whole(-3, 3);
        volume = e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) +
                 e[0][1] * (e[1][2] * e[2][0] - e[1][0] * e[2][2]) +
                 e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0]);
    }
    for (int i = 0; i < 8; ++i) {
        double p[3] = {0, 0, 0};
        for (int k = 0; k < 3; ++k)
            for (int axis = 0; axis < 3; ++axis) p[axis] += (i >> k & 1 ? 0.5 : -0.5) * e[k][axis];
        h.vertices.push_back(g.at_place(p[0], p[1], p[2]));
    }
    const uint32_t face[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                 {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    h.first.push_back(0);
    h.exact_shape.solid = true;
    for (auto &f : face) {
        for (int i = 0; i < 4; ++i) h.indices.push_back(f[volume > 0 ? i : 3 - i]);
        h.first.push_back(uint32_t(h.indices.size()));
        h.exact_shape.sheet4(exact(h.vertices[f[0]]), exact(h.vertices[f[1]]), exact(h.vertices[f[2]]),
                             exact(h.vertices[f[3]]));
    }
    return h;
}

}  // namespace exact_shapes
