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
scene lattice(random_source &random, int range, int shared, int corners_a = 3, int corners_b = 3);

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

const char *name(family f);

inline void rescale(scene &s, double factor, double offset)
{
    for (auto &p : s)
        for (double &x : p) x = x * factor + offset;
}

void shape_family(scene &s, family f, random_source &random);

scene make(family f, random_source &random);

/// A scene in which the two come as near to touching as rounding lets them: they share a point
/// up to rounding, and then one is moved by a few units in the last place, or not at all. In
/// `apart` of a hundred scenes they are left where they were.
scene nearly_touching(random_source &random, family f, size_t corners_a, size_t corners_b, int apart);

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
bool lattice_meets(const scene &s, size_t a, size_t b);

}  // namespace flat3

#endif
