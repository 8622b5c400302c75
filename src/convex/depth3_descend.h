/// A depth known nearly, improved until no turn of its direction makes it less.
#ifndef FLR_CONVEX_DEPTH3_DESCEND_H
#define FLR_CONVEX_DEPTH3_DESCEND_H

#include "convex/epa3.h"

/// Where the depth hardly changes with the direction, neither the faces of a polytope nor the distance of cores moved apart
/// tell where it is least. Its value along a direction is exact to rounding, though: so the normal is turned to the least value,
/// down the depth's slope, across it, and about the cores' axes where they have some, which keeps it square to a side. For cores of
/// which nothing is known but their support points. Sets upper, normal and the points of *e, which must not be flat; the lower
/// bound stays.
void flr_depth3_descend(const pair3 *pair, epa3_result *e);

/// The points of *e anew, by its normal and upper bound: where the cores touch once they are moved apart by that.
void flr_depth3_meet(const pair3 *pair, epa3_result *e);

#endif
