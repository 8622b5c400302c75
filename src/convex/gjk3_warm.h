/// A distance that begins with the features which were closest in a call before.
#ifndef FLR_CONVEX_GJK3_WARM_H
#define FLR_CONVEX_GJK3_WARM_H

#include "feeler/convex.h"

/// As flr_closest3_convex_convex, of two shapes of one kind, with a cache: first it is looked whether the corner, edge or face of the difference
/// that the cache holds is still the closest one and holds its closest point within it.
flr_gjk3 flr_gjk3_warm_boxes(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options);
flr_gjk3 flr_gjk3_warm_few(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options);
flr_gjk3 flr_gjk3_warm_hulls(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options);
/// The latter for two widths of lanes, with the same bits: what every processor of the target runs, and the widest that this one does, or
/// null.
typedef flr_gjk3 gjk3_warm_fn(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options);
gjk3_warm_fn flr_gjk3_warm_hulls_baseline;
gjk3_warm_fn *flr_gjk3_warm_hulls_wide(void);

#endif
