/// Slivers: needles, plates and blades of 10^3 to 10^12 times as long as thick, in scenes of size 10^-3 to 10^3, with radii of 10^-15 of the size,
/// of their own thickness or none; two of them near one another.
#ifndef TESTS_SUPPORT_SLIVERS3_HPP
#define TESTS_SUPPORT_SLIVERS3_HPP

#include <cmath>
#include <memory>
#include <vector>

#include "feeler/convex3.h"
#include "support/poses.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace slivers3
{

enum kind { segment, triangle, tetrahedron, rectangle, box, points, hull, kinds };

struct sliver {
    int of;
    std::vector<flr_vec3> list;  ///< what it is made of
    std::shared_ptr<flr_hull3> built;
    flr_convex3 core;
};

inline flr_vec3 vec(double x, double y, double z)
{
    return flr_vec3_make(flr_real(x), flr_real(y), flr_real(z));
}

inline double power(random_source &r, double least, double most)
{
    return std::pow(10, r.between(least, most));
}

/// Needles, plates, blades; of some an extent is 0.
void draw_half(random_source &r, double scale, double half[3]);

/// Corners anywhere, on a lattice, or a hair off it, within half extents of which two may be tiny or 0.
void draw_list(random_source &r, const double half[3], sliver &s);

flr_real draw_radius(random_source &r, const double half[3]);

/// Any turn, the first one, or that turned by an angle down to 10 to the power of `least`.
flr_affine3 draw_turn(random_source &r, const flr_affine3 &first, double least);

void make(sliver &s, const double half[3], const flr_mat3 &turn, flr_vec3 at, flr_real radius);

struct sliver_pair {
    sliver a, b;
};

void draw(random_source &r, sliver_pair &p);

}  // namespace slivers3

#endif
