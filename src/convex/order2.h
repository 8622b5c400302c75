/// An order of shapes of the plane by what they are, so that a pair is worked on alike whichever comes first in the call.
#ifndef FLR_CONVEX_ORDER2_H
#define FLR_CONVEX_ORDER2_H

#include "feeler/convex2.h"

/// Does a come first? True where nothing tells them apart.
bool flr_convex2_is_first(const flr_convex2 *a, const flr_convex2 *b);

#endif
