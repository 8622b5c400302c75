/// An order of shapes by what they are, so that a pair is worked on alike whichever comes first in the call.
#ifndef FLR_CONVEX_ORDER3_H
#define FLR_CONVEX_ORDER3_H

#include "feeler/convex.h"

/// Does a come first? Sizes before places, so that motion rarely turns the order; true where nothing tells them apart.
bool flr_convex3_is_first(const flr_convex3 *a, const flr_convex3 *b);
/// The same of boxes.
bool flr_box3_is_first(const flr_box3 *a, const flr_box3 *b);

#endif
