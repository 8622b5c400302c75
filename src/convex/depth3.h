/// The methods for the depth of two cores that overlap, beside EPA (epa3.h), faces of the Minkowski difference (minkowski_face3.h) and the separating axes of boxes
/// (sat3_box_box.h): signed_distance3.c takes the first that fits the pair.
#ifndef FLR_CONVEX_DEPTH3_H
#define FLR_CONVEX_DEPTH3_H

#include "convex/epa3.h"

// ---- Solids of revolution about parallel axes ----

/// Points, segments, cylinders and cones whose axes are parallel, at least one of them a cylinder or a cone. The cores
/// meet. False for other pairs.
///
/// The difference of two such cores is again a solid of revolution, about an axis parallel to both. The origin's nearest
/// point of its surface lies in the plane of that axis and the origin, and there the difference is that of both
/// sections, a convex polygon whose sides are perpendicular to a side of one of them: of their few normals the one along which
/// the sections part first is the depth's, wherever the axis lies.
bool flr_depth3_coaxial(const pair3 *pair, epa3_result *r);

// ---- Curved cores: a depth known nearly, improved ----

/// Where the depth hardly changes with the direction, neither the faces of a polytope nor the distance of cores moved apart
/// tell where it is least. Its value along a direction is exact to rounding, though: so the normal is turned to the least value,
/// down the depth's slope, across it, and about the cores' axes where they have some, which keeps it perpendicular to a side. For cores of
/// which nothing is known but their support points. Sets upper, normal and the points of *e, which must not be flat; the lower
/// bound stays.
void flr_depth3_descend(const pair3 *pair, epa3_result *e);

/// The points of *e again, by its normal and upper bound: where the cores touch once they are moved apart by that.
void flr_depth3_meet(const pair3 *pair, epa3_result *e);

// ---- Curved cores: bounds that have not met ----

/// Begins with *e, which must not be flat, and sets its bounds, normal and points; nothing where neither core is a cylinder or a
/// cone.
///
/// Bounds that have not met, cells of directions bring together (depth3_curved_bounds.c). Then the direction is refined where it is found, as the least
/// of a few smooth functions: Newton's method on those that are greatest there, whose points, weighed by what cancels
/// their slopes, are the points of both cores that touch once they are separated. With a user's core, which no cells can bound, only this.
void flr_depth3_polish(const pair3 *pair, epa3_result *e);

#endif
