/// Feeler: many shapes at once.
#ifndef FEELER_SCENE_H
#define FEELER_SCENE_H

#include "feeler/math.h"

FLR_EXTERN_C_BEGIN

typedef struct flr_index_pair {
    uint32_t a, b;  ///< a < b
} flr_index_pair;

/// FLR_INVALID_ARGUMENT for null pointers and a margin that is negative, NaN or infinite.
/// Every pair of boxes that come within `margin` of one another on each axis (touching
/// counts, exactly; the way between two sides is rounded before it is compared with a margin), sorted by a, then b.
/// The pairs are allocated with `allocator` and given back with flr_pairs3_release. Empty boxes meet nothing. O(n log n + k) time for boxes of like sizes.
FLR_API flr_status flr_pairs3_aabb(const flr_aabb3 *boxes, size_t count, flr_real margin,
                                   const flr_allocator *allocator, flr_index_pair **pairs,
                                   size_t *pair_count);
FLR_API void flr_pairs3_release(const flr_allocator *allocator, flr_index_pair *pairs, size_t pair_count);

/// Told of one pair, a < b; returns false to stop.
typedef bool flr_index_pair_fn(void *user, uint32_t a, uint32_t b);

/// The same pairs one after another, for those who do not keep them: the memory needed does not depend on their number. In the order of a; b in
/// no order that means anything, but always the same. FLR_CANCELLED where `tell` returned false.
FLR_API flr_status flr_pairs3_aabb_each(const flr_aabb3 *boxes, size_t count, flr_real margin,
                                        const flr_allocator *allocator, flr_index_pair_fn *tell, void *user);

FLR_EXTERN_C_END
#endif
