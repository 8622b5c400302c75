/// GJK with the simplex it ended on, for what goes on from there.
#ifndef FLR_CLOSEST_CLOSEST3_CONVEX_CONVEX_H
#define FLR_CLOSEST_CLOSEST3_CONVEX_CONVEX_H

#include "convex/simplex3.h"
#include "feeler/convex.h"

/// As flr_closest3_convex_convex; *simplex is relative to a's centre.
flr_gjk3 flr_gjk3_run(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options,
                      simplex3 *simplex);

#endif
