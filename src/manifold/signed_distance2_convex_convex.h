/// Signed distance of convex shapes of the plane with a say in which of several axes is taken.
#ifndef FLR_MANIFOLD_SIGNED_DISTANCE2_CONVEX_CONVEX_H
#define FLR_MANIFOLD_SIGNED_DISTANCE2_CONVEX_CONVEX_H

#include "convex/support2.h"

/// As flr_signed_distance2_convex_convex. Axes of edges that are deeper than the shallowest by no more than `bias` are alike.
flr_gjk2 flr_signed_distance2_within(const flr_convex2 *a, const flr_convex2 *b,
                                     const flr_gjk2_options *options, flr_real bias);

/// The same of polygons with few corners, from a scene with that origin, where their cores overlap by more than
/// rounding: straight by the axes of their edges. False for all others; then nothing is known.
bool flr_depth2_of_few(const support2 *a, const support2 *b, flr_vec2 origin, flr_gjk2_cache *cache,
                       flr_real bias, flr_gjk2 *r);

#endif
