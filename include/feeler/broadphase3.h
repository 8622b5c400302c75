/// Feeler: many shapes at once.
#ifndef FEELER_BROADPHASE3_H
#define FEELER_BROADPHASE3_H

#include "feeler/math.h"

FLR_EXTERN_C_BEGIN

typedef struct flr_index_pair {
    uint32_t a, b;  ///< a < b
} flr_index_pair;

/// Broad phase: every pair of boxes within `margin` on each axis (touching counts), sorted by a, then b.
/// Release the pairs with flr_pairs3_release. Empty boxes pair with none. O(n log n + k) for boxes of like
/// sizes. FLR_INVALID_ARGUMENT: null, or a negative or non-finite margin.
FLR_API flr_status flr_pairs3_aabb(const flr_aabb3 *boxes, size_t count, flr_real margin,
                                   const flr_allocator *allocator, flr_index_pair **pairs,
                                   size_t *pair_count);
FLR_API void flr_pairs3_release(const flr_allocator *allocator, flr_index_pair *pairs, size_t pair_count);

/// Receives one pair, a < b; returns false to stop.
typedef bool flr_index_pair_fn(void *user, uint32_t a, uint32_t b);

/// The same pairs one at a time, without an array: ordered by a, then in a fixed order. FLR_CANCELLED where
/// `report` returned false.
FLR_API flr_status flr_pairs3_aabb_each(const flr_aabb3 *boxes, size_t count, flr_real margin,
                                        const flr_allocator *allocator, flr_index_pair_fn *report,
                                        void *user);

FLR_EXTERN_C_END
#endif
