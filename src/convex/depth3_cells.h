/// The least reach over all directions, searched and proved by cells of them.
#ifndef FLR_CONVEX_DEPTH3_CELLS_H
#define FLR_CONVEX_DEPTH3_CELLS_H

#include "convex/depth3_pieces.h"

/// Branch and bound over the sphere of directions, by the angles about the first's axis and above its equator. In a cell
/// each piece is no less than a plane less what it may bend, and the least value of the highest of these planes, a small linear
/// program, bounds the reach. About the axis the discs do not bend at all, so a cell is long where the depth hardly changes:
/// a polytope would need a face for every 1e-7 of a turn there.
///
/// *normal, in the pieces' frame, and *upper are the best known on entry and on return. Returns a lower bound: within
/// `close` of *upper, or less where `most` cells have been looked at.
double flr_depth3_cells(const pieces3 *p, double close, int most, dvec3 *normal, double *upper);

#endif
