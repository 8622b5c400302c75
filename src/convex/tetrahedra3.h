/// The depth of two tetrahedra by the faces of their difference.
#ifndef FLR_CONVEX_TETRAHEDRA3_H
#define FLR_CONVEX_TETRAHEDRA3_H

#include "convex/epa3.h"

/// Of a pair of the form PAIR3_FEW with four corners each, finite. A difference of tetrahedra has at most 8 + 36 faces: square to a face of
/// one, or to an edge of each. Which pairs of edges make one is told by arcs that cross on the Gauss map (Gregorius, "The
/// separating axis test between convex polyhedra", 2013), by signs that are known for sure. False where the two are apart or hardly meet, and
/// where parallel features or needles leave a doubt.
bool flr_tetrahedra3_depth(const pair3 *p, epa3_result *r);

#endif
