/// Shapes with flat faces as exact triangles, and distances to them from the definition: the least
/// over all pairs of faces (math/exact3.hpp), 0 where a corner is inside. Coordinates are dyadic
/// rationals, brought to integers of one unit.
#ifndef TESTS_CLOSEST_EXACT_SHAPES3_HPP
#define TESTS_CLOSEST_EXACT_SHAPES3_HPP

#include <array>
#include <string>
#include <vector>

#include "support/big.hpp"

#include "feeler/closest3.h"
#include "math/exact3.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace exact_shapes
{

typedef exact3::vec<big_rational> point;

const double unit_of_rounding = real_epsilon;

inline point exact(flr_vec3 p)
{
    return {big_rational(double(p.x)), big_rational(double(p.y)), big_rational(double(p.z))};
}
inline point along(const point &a, const big_rational &s, const point &b)
{
    return {big_rational(a[0] + s * b[0]), big_rational(a[1] + s * b[1]), big_rational(a[2] + s * b[2])};
}
inline flr_vec3 vec3(double x, double y, double z)
{
    return flr_vec3_make(flr_real(x), flr_real(y), flr_real(z));
}

inline big_float root(const big_rational &q)
{
    big_float x(0, 512), y(q, 512);
    x = sqrt(y);
    return x;
}

/// A set made of triangles; where it is solid, it is convex and the triangles are its surface.
struct shape {
    std::vector<std::array<point, 3>> triangles;
    bool solid = false;

    void sheet(const point &a, const point &b, const point &c) { triangles.push_back({a, b, c}); }
    void sheet4(const point &a, const point &b, const point &c, const point &d)
    {
        sheet(a, b, c);
        sheet(a, c, d);
    }
    point centre() const
    {
        point sum;
        for (auto &t : triangles)
            for (auto &p : t) sum = along(sum, 1, p);
        big_rational share(1, 3 * int(triangles.size()));
        return {big_rational(sum[0] * share), big_rational(sum[1] * share), big_rational(sum[2] * share)};
    }
    bool encloses(const point &p) const
    {
        if (!solid) return false;
        point inner = centre();
        bool volume = false;
        for (auto &t : triangles) {
            point u = exact3::sub(t[1], t[0]), v = exact3::sub(t[2], t[0]);
            int within = sgn(exact3::determinant(u, v, exact3::sub(inner, t[0])));
            int side = sgn(exact3::determinant(u, v, exact3::sub(p, t[0])));
            if (within == 0) continue;
            volume = true;
            if (side == -within) return false;
        }
        return volume;
    }
};

inline big_integer scaled(const big_rational &q, const big_integer &unit) { return big_integer(q * unit); }

/// Squared distance of the hull of one to three points and a shape.
inline big_rational distance_squared(const std::vector<point> &core, const shape &s)
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

/// centre + i x + j y + k z for all i, j, k of -1 and 1.
inline shape parallelepiped(const point &centre, const point &x, const point &y, const point &z)
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

inline point times(double s, flr_vec3 v) { return along(point{}, big_rational(s), exact(v)); }

inline shape of(const flr_aabb3 &b)
{
    point low = exact(b.min), high = exact(b.max),
          centre = along(point{}, big_rational(1, 2), along(low, 1, high));
    point half = exact3::sub(high, centre);
    return parallelepiped(centre, {half[0], 0, 0}, {0, half[1], 0}, {0, 0, half[2]});
}
inline shape of(const flr_box3 &b)
{
    return parallelepiped(exact(b.center), times(double(b.half_extents.x), b.axes.x),
                          times(double(b.half_extents.y), b.axes.y),
                          times(double(b.half_extents.z), b.axes.z));
}
inline shape of(const flr_rectangle3 &r)
{
    point c = exact(r.center), x = times(double(r.half_x), r.axis_x), y = times(double(r.half_y), r.axis_y);
    shape s;
    s.sheet4(along(along(c, -1, x), -1, y), along(along(c, 1, x), -1, y), along(along(c, 1, x), 1, y),
             along(along(c, -1, x), 1, y));
    return s;
}
inline shape of_parallelogram(flr_vec3 a, flr_vec3 b, flr_vec3 c)
{
    shape s;
    point d = exact3::sub(along(exact(b), 1, exact(c)), exact(a));
    s.sheet4(exact(a), exact(b), d, exact(c));
    return s;
}
inline shape of(const flr_triangle3 &t)
{
    shape s;
    s.sheet(exact(t.a), exact(t.b), exact(t.c));
    return s;
}
inline shape of(const flr_tetrahedron &t)
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

/// How far off, in roundings of the scene's size.
struct worst_error {
    double worst = 0;

    double add(flr_real found, const big_float &expected, double size)
    {
        big_float off(0, 512);
        off = abs(big_float(double(found), 512) - expected);
        double e = size > 0 ? big_float(off / size).get_d() / unit_of_rounding : off > 0 ? INFINITY : 0;
        if (!(e <= worst)) worst = e;
        return e;
    }
    /// Of a squared distance: of its root.
    double add_squared(flr_real found, const big_rational &expected, double size)
    {
        big_float off(0, 512);
        off = abs(root(big_rational(double(found))) - root(expected));
        double e = size > 0 ? big_float(off / size).get_d() / unit_of_rounding : off > 0 ? INFINITY : 0;
        if (!(e <= worst)) worst = e;
        return e;
    }
    /// The bound of the number type is held, and is no more than twice what was met.
    void pin(tally &t, const std::string &what, double in_double, double in_float) const
    {
        expect_pinned(t, what.c_str(), worst, real_choose(in_double, in_float));
    }
};

inline double size_of(std::initializer_list<flr_vec3> points, double radius = 0)
{
    double size = radius;
    for (auto &p : points)
        for (auto &q : points) {
            double d = std::sqrt(double(flr_distance_squared3(p, q)));
            if (d > size) size = d;
        }
    return size;
}

/// Where a scene stands and how large it is; everything representable in either number type: far away floats
/// are too few for anything but large shapes.
struct place {
    double scale, offset;
    const char *name;
};
inline const std::vector<place> &places()
{
    static const std::vector<place> all = {{1, 0, "plain"},
                                           {0x1p-20, 0, "tiny"},
                                           {real_choose(1, 0x1p8), 0x1p20, "far"},
                                           {real_choose(1, 0x1p18), 0x1p30, "very far"},
                                           {0x1p20, 0, "large"}};
    return all;
}

/// A point between two others. A type, made with braces, so that random arguments are drawn in the same order
/// by every compiler.
struct between {
    flr_vec3 point;
    between(flr_vec3 a, flr_vec3 b, double t = 0.5) : point(flr_lerp3(a, b, flr_real(t))) {}
    operator flr_vec3() const { return point; }
};

/// Numbers of 10 bits, so that products of two and the offset are exact in double.
struct generator {
    random_source random;
    place at;

    double number() { return double(random.whole(-512, 512)) / 128; }
    double small_number() { return double(random.whole(-3, 3)); }
    double coordinate(double x) const { return x * at.scale + at.offset; }
    flr_vec3 at_place(double x, double y, double z) const
    {
        return vec3(coordinate(x), coordinate(y), coordinate(z));
    }
    flr_vec3 any()
    {
        double x = number(), y = number(), z = number();
        return at_place(x, y, z);
    }
    flr_vec3 lattice()
    {
        double x = small_number(), y = small_number(), z = small_number();
        return at_place(x, y, z);
    }
    flr_vec3 either() { return random.whole(0, 1) ? any() : lattice(); }
    flr_vec3 direction()
    {
        for (;;) {
            bool small = random.whole(0, 1) == 0;
            double x = small ? small_number() : number(), y = small ? small_number() : number();
            flr_vec3 d = vec3(x, y, small ? small_number() : number());
            if (d.x != 0 || d.y != 0 || d.z != 0) return d;
        }
    }
    /// Coordinates that need every bit.
    flr_vec3 rough()
    {
        double x = random.between(-4, 4), y = random.between(-4, 4), z = random.between(-4, 4);
        return at_place(x, y, z);
    }
    flr_vec3 rough_direction()
    {
        double x = random.between(-1, 1), y = random.between(-1, 1), z = random.between(-1, 1);
        return vec3(x, y, z);
    }
    flr_real extent() { return flr_real(random.whole(0, 5) ? random.unit() * 2 * at.scale : 0); }
};

/// An L in the plane of two integer vectors, exactly flat, started at any corner, in either turn.
struct outline {
    std::vector<flr_vec3> vertices;
    shape exact_shape;
    flr_polygon3 polygon() const { return {vertices.data(), vertices.size()}; }
};
inline outline l_shape(generator &g)
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

/// A hexahedron of three integer vectors with its six faces turned outward.
struct hexahedron {
    std::vector<flr_vec3> vertices;
    std::vector<uint32_t> indices, first;
    shape exact_shape;
    flr_polyhedron3 polyhedron() const
    {
        return {vertices.data(), vertices.size(), indices.data(), first.data(), first.size() - 1};
    }
};
inline hexahedron slanted_box(generator &g)
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

#endif
