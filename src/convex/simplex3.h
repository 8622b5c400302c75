/// The point of a simplex closest to the origin.
#ifndef FLR_CONVEX_SIMPLEX3_H
#define FLR_CONVEX_SIMPLEX3_H

#include "feeler/math.h"

/// One to four points of the difference of two shapes, each with the points it is the difference of.
typedef struct simplex3 {
    int count;
    flr_vec3 w[4], a[4], b[4];  ///< w = a - b
    flr_real weight[4];  ///< of the closest point; each above 0 once reduced, their sum 1 up to rounding
} simplex3;

/// Reduces the simplex to the least face that holds its point closest to the origin, sets the weights, and
/// returns that point; *inside where a tetrahedron holds the origin. Of every face that the origin lies outside
/// of the closest point is found, and the best kept: a wrong sign in a flat simplex costs a comparison, not the answer.
flr_vec3 flr_simplex3_reduce(simplex3 *s, bool *inside);

#endif
