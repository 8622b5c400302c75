/// Manifolds of polygons with up to 48 corners in the plane, by the separating axes of their edges; the
/// general path handles what these leave in doubt.
#ifndef FLR_CONTACT_MANIFOLD2_SMALL_H
#define FLR_CONTACT_MANIFOLD2_SMALL_H

#include "feeler/contact2.h"

/// As flr_contact2_convex_convex. The same text is compiled for two widths of lanes, and both give the same
/// bits.
flr_status flr_contact2_small_baseline(const flr_convex2 *a, const flr_convex2 *b,
                                       const flr_contact2_options *options, flr_manifold2 *manifold);
/// With four doubles in a register, for processors that have AVX2.
flr_status flr_contact2_small_avx2(const flr_convex2 *a, const flr_convex2 *b,
                                   const flr_contact2_options *options, flr_manifold2 *manifold);

/// The general path. `usual`: sizes are in range as far as is known. The manifold has no points before.
flr_status flr_contact2_with_care(const flr_convex2 *a, const flr_convex2 *b, const flr_contact2_options *o,
                                  bool usual, flr_manifold2 *m);

#endif
