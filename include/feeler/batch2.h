/// Feeler: arrays of pairs at once, in the plane.
///
/// results[i] for a[i] and b[i], begin <= i < end, with the bits of the scalar calls, so threads can share an
/// array. `caches` may be null; else caches[i] belongs to pair i and speeds up the next batch of the same
/// pairs. No memory, no state.
#ifndef FEELER_BATCH2_H
#define FEELER_BATCH2_H

#include "feeler/any2.h"
#include "feeler/contact2.h"
#include "feeler/convex2.h"
#include "feeler/toi2.h"

FLR_EXTERN_C_BEGIN

/// Any shapes by flr_distance2, each with a status.
FLR_API void flr_batch_distance2(const flr_shape2 *a, const flr_shape2 *b, size_t begin, size_t end,
                                 flr_closest2 *results, flr_status *statuses);
/// Casts by flr_raycast2: results[i] of paths[i] and shapes[i], or of paths[0] with `one_path`, shapes[0] with
/// `one_shape`.
FLR_API void flr_batch_raycast2(const flr_raycast2_path *paths, bool one_path, const flr_shape2 *shapes,
                                bool one_shape, size_t begin, size_t end, flr_rayhit2 *results,
                                flr_status *statuses);
FLR_API void flr_batch_closest2_convex_convex(const flr_convex2 *a, const flr_convex2 *b, size_t begin,
                                              size_t end, flr_gjk2_cache *caches, flr_gjk2 *results);
FLR_API void flr_batch_overlap2_convex_convex(const flr_convex2 *a, const flr_convex2 *b, size_t begin,
                                              size_t end, flr_gjk2_cache *caches,
                                              flr_overlap2_convex *results);
FLR_API void flr_batch_signed_distance2_convex_convex(const flr_convex2 *a, const flr_convex2 *b,
                                                      size_t begin, size_t end, flr_gjk2_cache *caches,
                                                      flr_gjk2 *results);
/// `options` (or null) holds for all, its cache is ignored.
FLR_API void flr_batch_contact2_convex_convex(const flr_convex2 *a, const flr_convex2 *b, size_t begin,
                                              size_t end, const flr_contact2_options *options,
                                              flr_contact2_cache *caches, flr_manifold2 *results,
                                              flr_status *statuses);
/// Shape casts of a[i] along motions[i] by flr_sweep2.
FLR_API void flr_batch_sweep2(const flr_shape2 *a, const flr_vec2 *motions, const flr_shape2 *b, size_t begin,
                              size_t end, flr_sweep2_result *results, flr_status *statuses);
/// `options` (or null) holds for all.
FLR_API void flr_batch_toi2_convex_convex(const flr_convex2 *a, const flr_path2 *paths_a,
                                          const flr_convex2 *b, const flr_path2 *paths_b, size_t begin,
                                          size_t end, const flr_toi2_options *options,
                                          flr_toi2_result *results);

FLR_EXTERN_C_END
#endif
