/// The foot of a point in a parallelogram with a corner at the origin.
#ifndef FLR_CLOSEST_PARALLELOGRAM3_H
#define FLR_CLOSEST_PARALLELOGRAM3_H

#include "closest/span3.h"

/// Weights s, t of the sides u, v at the foot of p and the way from there to p; false where the sides are parallel
/// or the foot lies outside.
bool flr_parallelogram3_foot(dvec3 p, dvec3 u, dvec3 v, double *s, double *t, dvec3 *gap);

#endif
