/// The depth of solids of revolution about parallel axes, in closed form.
#ifndef FLR_CONVEX_DEPTH3_COAXIAL_H
#define FLR_CONVEX_DEPTH3_COAXIAL_H

#include "convex/epa3.h"

/// Points, segments, cylinders and cones whose axes are parallel, at least one of them a cylinder or a cone. The cores
/// meet. False for other pairs.
///
/// The difference of two such cores is again a solid of revolution, about an axis parallel to both. The origin's nearest
/// point of its surface lies in the plane of that axis and the origin, and there the difference is that of both
/// sections, a convex polygon whose sides are square to a side of one of them: of their few normals the one along which
/// the sections part first is the depth's, wherever the axis lies.
bool flr_depth3_coaxial(const pair3 *pair, epa3_result *r);

#endif
