/// The signed distance of convex shapes in space, with what a distance may be asked with.
#ifndef FLR_CONVEX_SIGNED_DISTANCE3_H
#define FLR_CONVEX_SIGNED_DISTANCE3_H

#include "feeler/convex3.h"

/// As flr_signed_distance3_convex_convex; ends once the distance is known to be beyond the options' largest, and
/// reads and writes their cache where GJK is run. To `near`, if not null, go the numbers of support points of a and b where some are
/// known: of the depth's face all three, of a distance one near the normal.
void flr_signed_distance3_within(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options,
                                 uint32_t near[2][3], flr_gjk3 *r);

#endif
