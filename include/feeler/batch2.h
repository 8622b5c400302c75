/// Feeler: arrays of pairs of convex shapes in the plane; as the last functions of batch.h for those in space.
///
/// results[i] for a[i] and b[i] for begin <= i < end, with the bits of the scalar calls: give each of several threads its own
/// part of the range. `caches` may be null; else caches[i] belongs to pair i and makes the next batch of the same pairs, moved
/// a little, faster. No memory, no state.
#ifndef FEELER_BATCH2_H
#define FEELER_BATCH2_H

#include "feeler/any2.h"
#include "feeler/convex2.h"
#include "feeler/manifold2.h"
#include "feeler/motion2.h"

FLR_EXTERN_C_BEGIN

/// Any shapes by flr_distance2; each answers for itself in statuses[i].
FLR_API void flr_batch_distance2(const flr_shape2 *a, const flr_shape2 *b, size_t begin, size_t end,
                                 flr_closest2 *results, flr_status *statuses);
FLR_API void flr_batch_closest2_convex_convex(const flr_convex2 *a, const flr_convex2 *b, size_t begin,
                                              size_t end, flr_gjk2_cache *caches, flr_gjk2 *results);
FLR_API void flr_batch_overlap2_convex_convex(const flr_convex2 *a, const flr_convex2 *b, size_t begin,
                                              size_t end, flr_gjk2_cache *caches,
                                              flr_overlap2_convex *results);
FLR_API void flr_batch_signed_distance2_convex_convex(const flr_convex2 *a, const flr_convex2 *b,
                                                      size_t begin, size_t end, flr_gjk2_cache *caches,
                                                      flr_gjk2 *results);
/// With one margin and bias for all; `options` may be null, and its cache is not looked at.
FLR_API void flr_batch_contact2_convex_convex(const flr_convex2 *a, const flr_convex2 *b, size_t begin,
                                              size_t end, const flr_contact2_options *options,
                                              flr_contact2_cache *caches, flr_manifold2 *results,
                                              flr_status *statuses);
/// Shapes a[i] moved by motions[i] by flr_sweep2.
FLR_API void flr_batch_sweep2(const flr_shape2 *a, const flr_vec2 *motions, const flr_shape2 *b, size_t begin,
                              size_t end, flr_sweep2_result *results, flr_status *statuses);
/// With the same options for all, which may be null.
FLR_API void flr_batch_motion2_convex_convex(const flr_convex2 *a, const flr_path2 *paths_a,
                                             const flr_convex2 *b, const flr_path2 *paths_b, size_t begin,
                                             size_t end, const flr_motion2_options *options,
                                             flr_motion2_result *results);

FLR_EXTERN_C_END
#endif
