/// Meshes for tests: vertices and triangles in plain vectors, and what builds and bends them.
/// Builders give closed surfaces with outward faces and shared vertices unless they say more.
#ifndef TESTS_SUPPORT_SOUP_HPP
#define TESTS_SUPPORT_SOUP_HPP

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "feeler/math.h"

struct soup {
    std::vector<flr_vec3> v;
    std::vector<std::array<uint32_t, 3>> t;
};

using flr_points2 = std::vector<std::array<double, 2>>;

inline flr_vec3 vec(double x, double y, double z)
{
    return flr_vec3_make(flr_real(x), flr_real(y), flr_real(z));
}

soup joined(soup a, const soup &b);

inline soup turned(soup s)
{
    for (auto &t : s.t) std::swap(t[1], t[2]);
    return s;
}

inline soup placed(soup s, const flr_affine3 &m)
{
    for (auto &p : s.v) p = flr_affine3_point(m, p);
    return s;
}

inline soup moved(soup s, double x, double y, double z)
{
    for (auto &p : s.v) p = vec(p.x + x, p.y + y, p.z + z);
    return s;
}

inline soup scaled(soup s, double x, double y, double z)
{
    for (auto &p : s.v) p = vec(p.x * x, p.y * y, p.z * z);
    return x * y * z < 0 ? turned(s) : s;
}

/// Three vertices of its own for every triangle, as an STL file has them.
soup unshared(const soup &s);

/// Every triangle in four, at the middles of its edges (exact for small integers).
soup split(const soup &s);

soup box(flr_vec3 lo, flr_vec3 hi);

/// The same box with every face cut along its other diagonal.
soup box_other_diagonals(flr_vec3 lo, flr_vec3 hi);

soup tetrahedron(flr_vec3 a, flr_vec3 b, flr_vec3 c, flr_vec3 d);

/// The prism over a simple polygon (counter-clockwise), its caps cut by ears.
soup prism(const flr_points2 &p, double low, double high);

/// A regular polygon whose sides lie at distance `apothem` from the middle.
flr_points2 regular_polygon(int n, double apothem);

/// Between two like polygons, one inside the other, both counter-clockwise with as many corners.
soup ring_prism(const flr_points2 &outer, const flr_points2 &inner, double low, double high);

inline soup plate_with_square_hole(double half, double hole, double low, double high)
{
    return ring_prism({{-half, -half}, {half, -half}, {half, half}, {-half, half}},
                      {{-hole, -hole}, {hole, -hole}, {hole, hole}, {-hole, hole}}, low, high);
}

/// Legs of length `length` along x and y, both `thick`, from z = 0 to `high`.
inline soup l_bracket(double length, double thick, double high)
{
    return prism({{0, 0}, {length, 0}, {length, thick}, {thick, thick}, {thick, length}, {0, length}}, 0,
                 high);
}

inline soup box_with_cavity(flr_vec3 lo, flr_vec3 hi, flr_vec3 cavity_lo, flr_vec3 cavity_hi)
{
    return joined(box(lo, hi), turned(box(cavity_lo, cavity_hi)));
}

/// Rings of equal latitude and two poles; 2 * around * (rings - 1) triangles.
soup sphere(double radius, int around, int rings);

/// Around the z axis; the tube is `thin` thick. 2 * around * along triangles.
soup torus(double radius, double thin, int around, int along);

/// An open square sheet in the plane z = 0.
soup sheet(double half);

soup double_sided_sheet(double half);

double diagonal(const soup &s);

#endif
