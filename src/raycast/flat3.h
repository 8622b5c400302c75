/// A path against a flat sheet with any number of corners: a polygon, or a face that picks its corners from a list.
#ifndef FLR_RAYCAST_FLAT3_H
#define FLR_RAYCAST_FLAT3_H

#include "closest/flat3.h"
#include "feeler/cast.h"

/// `facing` tells which side of the plane the path comes to: 1 where the corners run counter-clockwise, -1 the
/// other, 0 along it. It is set whether the sheet is hit or not, as long as there is a question.
flr_cast3 flr_cast3_ray_flat(const flr_cast3_path *path, const flr_flat3 *p, int *facing);

#endif
