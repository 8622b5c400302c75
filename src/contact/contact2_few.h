/// Manifolds of convex shapes of the plane: straight by the axes of their edges where they are polygons with few corners that are far
/// apart, or whose cores overlap by more than rounding; else with care.
#ifndef FLR_CONTACT_CONTACT2_FEW_H
#define FLR_CONTACT_CONTACT2_FEW_H

#include "feeler/manifold2.h"

/// As flr_contact2_convex_convex. One text, compiled for a width of lanes: both have the same bits.
flr_status flr_contact2_few_baseline(const flr_convex2 *a, const flr_convex2 *b,
                                     const flr_contact2_options *options, flr_manifold2 *manifold);
/// With four doubles to a register, for processors that have AVX2.
flr_status flr_contact2_few_avx2(const flr_convex2 *a, const flr_convex2 *b,
                                 const flr_contact2_options *options, flr_manifold2 *manifold);

/// Where the short way does not do. `looked`: their first look has not parted them, and whether sizes are usual. The manifold is one of
/// no points before.
flr_status flr_contact2_with_care(const flr_convex2 *a, const flr_convex2 *b, const flr_contact2_options *o,
                                  bool looked, bool usual, flr_manifold2 *m);

#endif
