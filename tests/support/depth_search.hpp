/// The depth of two overlapping solids by its definition, for tests: the most of (distance to the
/// one surface) + (distance to the other) over all points inside both. A best-first search over
/// cubes: the sum changes by no more than twice the way, so each cube has a bound.
#ifndef TESTS_SUPPORT_DEPTH_SEARCH_HPP
#define TESTS_SUPPORT_DEPTH_SEARCH_HPP

#include <cmath>
#include <vector>

#include "feeler/mesh3.h"

struct plain_solid {
    std::vector<flr_triangle3> surface;

    static double triangle(flr_vec3 p, const flr_triangle3 &t);
    double distance(flr_vec3 p) const;
    /// By the sum of solid angles (Van Oosterom and Strackee), over 4 pi.
    double winding(flr_vec3 p) const;
    /// Above 0 inside.
    double depth(flr_vec3 p) const { return std::fabs(winding(p)) > 0.5 ? distance(p) : -distance(p); }
};

struct found_depth {
    double least = -INFINITY, most = INFINITY;  ///< the true depth lies between
    flr_vec3 point;
};

/// Stops once both ends agree to `precision` (relative), or after `limit` looks.
found_depth search_depth(const plain_solid &a, const plain_solid &b, double precision, int limit);

#endif
