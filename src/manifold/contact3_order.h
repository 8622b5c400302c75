/// An order of shapes by what they are, so that a pair is worked on alike whichever comes first in the call.
#ifndef FLR_MANIFOLD_CONTACT3_ORDER_H
#define FLR_MANIFOLD_CONTACT3_ORDER_H

#include "feeler/manifold.h"

/// Does a come first? Sizes before places, so that motion rarely turns the order; true where nothing tells them apart.
bool flr_contact3_convex_is_first(const flr_convex3 *a, const flr_convex3 *b);
/// The same of boxes.
bool flr_contact3_box_is_first(const flr_box3 *a, const flr_box3 *b);

#endif
