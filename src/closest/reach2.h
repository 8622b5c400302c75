/// Whether the radii around two cores of the plane reach one another, exactly.
#ifndef FLR_CLOSEST_REACH2_H
#define FLR_CLOSEST_REACH2_H

#include "closest/frame2.h"
#include "math/cross2.h"

/// The sign of the sum of both radii less the distance of two cores that do not meet and are not given by normals:
/// +1 in depth, 0 touching, -1 apart. `distance` is theirs in the frame, rounded; where it is too close to call, all
/// corners and edges near enough are asked in whole numbers.
int flr_reach2_sign(const flr_frame2 *f, const flr_outline2 *a, const flr_outline2 *b, double distance);

#endif
