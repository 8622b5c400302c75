/// Scenes of two flat shapes for tests: families of six points of which a test takes the first
/// one to three for the one shape and the last one to three for the other.
#ifndef TESTS_MATH_FLAT3_HPP
#define TESTS_MATH_FLAT3_HPP

#include <array>
#include <cmath>
#include <vector>

#include "feeler/mesh3.h"

#include "feeler/shape2.h"

#include "feeler/shape3.h"
#include "math/exact3.hpp"
#include "support/random.hpp"

namespace flat3
{

typedef exact3::vec<double> point;
typedef std::array<point, 6> scene;

/// Integer coordinates, so that coplanar, collinear and equal points are frequent. In `shared`
/// of a hundred scenes the two shapes are moved to share a corner, a midpoint of an edge or a
/// point of a face, so that enough pairs meet, many of them just so.
inline scene lattice(random_source &random, int range, int shared, int corners_a = 3, int corners_b = 3)
{
    int c[6][3];
    for (auto &p : c)
        for (int &x : p) x = 6 * random.whole(-range, range);
    if (random.whole(0, 99) < shared) {
        int i = random.whole(0, corners_a - 1), j = random.whole(0, corners_a - 1);
        int k = 3 + random.whole(0, corners_b - 1), l = 3 + random.whole(0, corners_b - 1);
        bool centre = corners_a == 3 && random.whole(0, 3) == 0;
        for (int axis = 0; axis < 3; ++axis) {
            int at_a = centre ? (c[0][axis] + c[1][axis] + c[2][axis]) / 3 : (c[i][axis] + c[j][axis]) / 2;
            int shift = at_a - (c[k][axis] + c[l][axis]) / 2;
            for (int p = 3; p < 6; ++p) c[p][axis] += shift;
        }
    }
    scene s;
    for (size_t p = 0; p < 6; ++p)
        for (size_t axis = 0; axis < 3; ++axis) s[p][axis] = c[p][axis];
    return s;
}

inline double nudge(random_source &random, int from, int to)
{
    return random.between(-1, 1) * std::ldexp(1.0, -random.whole(from, to));
}

enum family {
    PLAIN,           ///< all of size 1, near one another
    NEEDLES,         ///< both triangles thinner than long by 2^7 to 2^34
    NEAR_PARALLEL,   ///< the second a copy of the first, moved and turned by very little
    NEAR_CONTACT,    ///< a corner of the second on the face of the first, up to 2^-16 .. 2^-54
    TINY_AND_LARGE,  ///< the second smaller than the first by up to 2^50
    INTEGERS,        ///< lattice points of a small range
    FAR,             ///< about 1e6 from the origin
    VERY_FAR,        ///< about 1e9 from the origin
    MILLIMETRES,     ///< of size 1e-3
    VANISHING,       ///< of size 1e-160: squares underflow
    HUGE_ONES,       ///< of size 1e150: fourth powers overflow
    FAMILIES
};

inline const char *name(family f)
{
    const char *const names[] = {"plain",          "needles",   "near parallel", "near contact",
                                 "tiny and large", "integers",  "far",           "very far",
                                 "millimetres",    "vanishing", "huge"};
    return names[f];
}

inline void rescale(scene &s, double factor, double offset)
{
    for (auto &p : s)
        for (double &x : p) x = x * factor + offset;
}

inline void shape_family(scene &s, family f, random_source &random)
{
    for (size_t axis = 0; axis < 3; ++axis) {
        if (f == NEAR_PARALLEL) {
            int small = random.whole(6, 40);
            double shift = axis == 2 ? 0.125 : random.between(-0.1, 0.1);
            for (size_t i = 0; i < 3; ++i) s[3 + i][axis] = s[i][axis] + nudge(random, small, small) + shift;
        }
        if (f == NEAR_CONTACT) {
            double u = random.between(0, 0.5), v = random.between(0, 0.5);
            s[3][axis] = s[0][axis] + u * (s[1][axis] - s[0][axis]) + v * (s[2][axis] - s[0][axis]) +
                         nudge(random, 16, 54);
        }
        if (f == TINY_AND_LARGE) {
            int small = random.whole(3, 50);
            for (size_t i = 4; i < 6; ++i) s[i][axis] = s[3][axis] + nudge(random, small, small);
        }
    }
    if (f == NEEDLES)
        for (size_t t = 0; t < 6; t += 3) {
            int small = random.whole(7, 34);
            double along = random.unit();
            for (size_t axis = 0; axis < 3; ++axis)
                s[t + 2][axis] =
                    s[t][axis] + along * (s[t + 1][axis] - s[t][axis]) + nudge(random, small, small);
        }
}

inline scene make(family f, random_source &random)
{
    scene s;
    if (f == INTEGERS) {
        s = lattice(random, 2, 30);
        return s;
    }
    for (size_t i = 0; i < 6; ++i)
        for (size_t axis = 0; axis < 3; ++axis)
            s[i][axis] = random.between(-1, 1) + (i >= 3 && axis == 0 ? 0.75 : 0);
    shape_family(s, f, random);
    if (f == FAR) rescale(s, 1, 1e6);
    if (f == VERY_FAR) rescale(s, 1, 1e9);
    if (f == MILLIMETRES) rescale(s, 1e-3, 0);
    if (f == VANISHING) rescale(s, 1e-160, 0);
    if (f == HUGE_ONES) rescale(s, 1e150, 0);
    for (auto &p : s)  // what the library is given is what the reference is given
        for (double &x : p) x = double(flr_real(x));
    return s;
}

/// A scene in which the two come as near to touching as rounding lets them: they share a point
/// up to rounding, and then one is moved by a few units in the last place, or not at all. In
/// `apart` of a hundred scenes they are left where they were.
inline scene nearly_touching(random_source &random, family f, size_t corners_a, size_t corners_b, int apart)
{
    scene s = make(f, random);
    if (random.whole(0, 99) < apart) return s;
    double weight[2][3], at[2][3];
    for (size_t shape = 0; shape < 2; ++shape) {
        size_t corners = shape ? corners_b : corners_a;
        double sum = 0;
        for (size_t i = 0; i < corners; ++i) sum += weight[shape][i] = random.whole(0, 2) ? random.unit() : 0;
        if (sum == 0) sum = weight[shape][0] = 1;
        for (size_t axis = 0; axis < 3; ++axis) {
            at[shape][axis] = 0;
            for (size_t i = 0; i < corners; ++i)
                at[shape][axis] += weight[shape][i] / sum * s[3 * shape + i][axis];
        }
    }
    int ulps = random.whole(0, 2);
    for (size_t axis = 0; axis < 3; ++axis)
        for (size_t i = 3; i < 6; ++i) {
            double x = double(flr_real(s[i][axis] + (at[0][axis] - at[1][axis])));
            for (int u = 0; u < ulps; ++u)
                x = double(std::nextafter(flr_real(x), flr_real(random.whole(0, 1) ? INFINITY : -INFINITY)));
            s[i][axis] = x;
        }
    return s;
}

/// The families whose coordinates the number type can hold.
inline bool fits(family f)
{
    return sizeof(flr_real) == sizeof(double) || (f != VANISHING && f != HUGE_ONES);
}

inline flr_vec3 vec3(const point &p) { return flr_vec3_make(flr_real(p[0]), flr_real(p[1]), flr_real(p[2])); }
inline flr_segment3 segment(const point &a, const point &b) { return {vec3(a), vec3(b)}; }
inline flr_triangle3 triangle(const point &a, const point &b, const point &c)
{
    return {vec3(a), vec3(b), vec3(c)};
}

/// Corners first .. first + count of a scene.
inline std::vector<point> corners(const scene &s, size_t first, size_t count)
{
    return std::vector<point>(s.begin() + long(first), s.begin() + long(first + count));
}

/// Do the first `a` and the last `b` corners meet, by the definition? For lattice scenes only.
inline bool lattice_meets(const scene &s, size_t a, size_t b)
{
    typedef __int128 wide;
    std::vector<exact3::vec<wide>> shape[2];
    for (size_t i = 0; i < a; ++i) shape[0].push_back({wide(s[i][0]), wide(s[i][1]), wide(s[i][2])});
    for (size_t i = 0; i < b; ++i)
        shape[1].push_back({wide(s[3 + i][0]), wide(s[3 + i][1]), wide(s[3 + i][2])});
    return exact3::distance_squared(shape[0], shape[1]).numerator == 0;
}

}  // namespace flat3

#endif
