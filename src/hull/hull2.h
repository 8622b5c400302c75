/// A hull of the plane as the convex core sees it.
#ifndef FLR_HULL_HULL2_H
#define FLR_HULL_HULL2_H

#include "feeler/hull.h"

/// Returns its normals if all of its vertices clearly turn; else null, and callers must test the turns.
const flr_vec2 *flr_hull2_clear_normals(const flr_hull2 *hull);

#endif
