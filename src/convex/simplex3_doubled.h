/// The point of a simplex closest to the origin, in twice the precision.
#ifndef FLR_CONVEX_SIMPLEX3_DOUBLED_H
#define FLR_CONVEX_SIMPLEX3_DOUBLED_H

#include "convex/simplex3.h"

/// As flr_simplex3_reduce, with the corners taken as they are: whether they hold the origin is an exact sign, and else the closest points
/// of all faces are found in twice the precision and compared. What two edges at an angle of 10^-14, a needle or a flat tetrahedron
/// leave is as well known as anything; a hundred times dearer. *square is that of the distance: of a distance near nothing the direction
/// changes long before plain numbers tell the distance from the one before.
dvec3 flr_simplex3_reduce_doubled(simplex3 *s, bool *inside, flr_double2 *square);

static inline bool simplex3_is_nearer(flr_double2 square, flr_double2 than)
{
    return square.high < than.high || (square.high == than.high && square.low < than.low);
}

#endif
