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

big_float root(const big_rational &q);

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
};

/// Squared distance of the hull of one to three points and a shape.
big_rational distance_squared(const std::vector<point> &core, const shape &s);

/// Squared distance of two shapes.
big_rational distance_squared(const shape &a, const shape &b);

/// centre + i x + j y + k z for all i, j, k of -1 and 1.
shape parallelepiped(const point &centre, const point &x, const point &y, const point &z);

inline point times(double s, flr_vec3 v) { return along(point{}, big_rational(s), exact(v)); }

shape of(const flr_aabb3 &b);
shape of(const flr_box3 &b);
shape of(const flr_rectangle3 &r);
shape of_parallelogram(flr_vec3 a, flr_vec3 b, flr_vec3 c);
shape of(const flr_triangle3 &t);
shape of(const flr_tetrahedron &t);

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

double size_of(std::initializer_list<flr_vec3> points, double radius = 0);

/// Where a scene stands and how large it is; everything representable in either number type: far away floats
/// are too few for anything but large shapes.
struct place {
    double scale, offset;
    const char *name;
};
const std::vector<place> &places();

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
outline l_shape(generator &g);

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
hexahedron slanted_box(generator &g);

}  // namespace exact_shapes

#endif
