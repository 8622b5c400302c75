/// Signed distance of two convex polygons from the definition: all differences of corners, their hull by exact
/// signs, the nearest of its edges to the origin; 512 bits, in which sums and products of a few doubles are
/// exact and a root is good to 150 digits. And convex shapes made at random in the manners that hurt.
#ifndef TESTS_CLOSEST_MINKOWSKI2_HPP
#define TESTS_CLOSEST_MINKOWSKI2_HPP

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/big.hpp"

#include "feeler/convex2.h"

namespace minkowski2
{

inline big_float wide(double x) { return big_float(x, 512); }

struct point {
    big_float x{0, 512}, y{0, 512};
};
using points = std::vector<point>;

inline big_float cross(const point &o, const point &a, const point &b)
{
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

/// The corners of a core in world: as they are held there, or turned and moved without rounding.
points corners(const flr_convex2 &c);

/// Counter-clockwise, without collinear corners.
points hull(points p);

big_float to_segment(const point &a, const point &b);

/// Of the cores.
double signed_distance(const points &a, const points &b, bool *meet);

/// How far b lies beyond a along n, by the definition.
double separation(const points &a, const points &b, flr_vec2 n);

/// How far a point lies outside of a hull; 0 inside.
double outside(const points &core, flr_vec2 p);

}  // namespace minkowski2

#endif
