/// The signed distance of convex shapes of the plane, with what a distance may be asked with.
#ifndef FLR_CONVEX_SIGNED_DISTANCE2_H
#define FLR_CONVEX_SIGNED_DISTANCE2_H

#include "feeler/convex2.h"

/// As flr_signed_distance2_convex_convex. Axes of edges that are deeper than the shallowest by no more than `bias` are alike.
flr_gjk2 flr_signed_distance2_within(const flr_convex2 *a, const flr_convex2 *b,
                                     const flr_gjk2_options *options, flr_real bias);

#endif
