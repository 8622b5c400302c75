/// A depth whose bounds a polytope could not bring together, found and proved where one core is a cylinder or a cone.
#ifndef FLR_CONVEX_DEPTH3_POLISH_H
#define FLR_CONVEX_DEPTH3_POLISH_H

#include "convex/epa3.h"

/// Begins with *e, which must not be flat, and sets its bounds, normal and points; nothing where neither core is a cylinder or a
/// cone.
///
/// Bounds that have not met, cells of directions bring together (depth3_cells.h). Then the direction is refined where it is found, as the least
/// of a few smooth functions: Newton's method on those that are greatest there, whose points, weighed by what cancels
/// their slopes, are the points of both cores that touch once they are parted. With a user's core, which no cells can bound, only this.
void flr_depth3_polish(const pair3 *pair, epa3_result *e);

#endif
