/// How do arrays of pairs in the plane get their answers? Each function calls that of one pair for every
/// element of a range, with a cache for each pair if the caller has caches.
#include "feeler/batch2.h"

void flr_batch_distance2(const flr_shape2 *a, const flr_shape2 *b, size_t begin, size_t end,
                         flr_closest2 *results, flr_status *statuses)
{
    for (size_t i = begin; i < end; ++i) statuses[i] = flr_distance2(&a[i], &b[i], &results[i]);
}

void flr_batch_raycast2(const flr_raycast2_path *paths, bool one_path, const flr_shape2 *shapes,
                        bool one_shape, size_t begin, size_t end, flr_rayhit2 *results, flr_status *statuses)
{
    for (size_t i = begin; i < end; ++i)
        statuses[i] = flr_raycast2(&paths[one_path ? 0 : i], &shapes[one_shape ? 0 : i], &results[i]);
}

void flr_batch_closest2_convex_convex(const flr_convex2 *a, const flr_convex2 *b, size_t begin, size_t end,
                                      flr_gjk2_cache *caches, flr_gjk2 *results)
{
    flr_gjk2_options options = {.max_distance = (flr_real)INFINITY};
    for (size_t i = begin; i < end; ++i) {
        options.cache = caches ? &caches[i] : NULL;
        results[i] = flr_closest2_convex_convex(&a[i], &b[i], &options);
    }
}

void flr_batch_overlap2_convex_convex(const flr_convex2 *a, const flr_convex2 *b, size_t begin, size_t end,
                                      flr_gjk2_cache *caches, flr_overlap2_convex *results)
{
    for (size_t i = begin; i < end; ++i)
        results[i] = flr_overlap2_convex_convex(&a[i], &b[i], caches ? &caches[i] : NULL);
}

void flr_batch_signed_distance2_convex_convex(const flr_convex2 *a, const flr_convex2 *b, size_t begin,
                                              size_t end, flr_gjk2_cache *caches, flr_gjk2 *results)
{
    flr_gjk2_options options = {.max_distance = (flr_real)INFINITY};
    for (size_t i = begin; i < end; ++i) {
        options.cache = caches ? &caches[i] : NULL;
        results[i] = flr_signed_distance2_convex_convex(&a[i], &b[i], &options);
    }
}

void flr_batch_contact2_convex_convex(const flr_convex2 *a, const flr_convex2 *b, size_t begin, size_t end,
                                      const flr_contact2_options *options, flr_contact2_cache *caches,
                                      flr_manifold2 *results, flr_status *statuses)
{
    flr_contact2_options none = {0, 0, NULL}, own = options ? *options : none;
    for (size_t i = begin; i < end; ++i) {
        own.cache = caches ? &caches[i] : NULL;
        statuses[i] = flr_contact2_convex_convex(&a[i], &b[i], &own, &results[i]);
    }
}

void flr_batch_sweep2(const flr_shape2 *a, const flr_vec2 *motions, const flr_shape2 *b, size_t begin,
                      size_t end, flr_sweep2_result *results, flr_status *statuses)
{
    for (size_t i = begin; i < end; ++i) statuses[i] = flr_sweep2(&a[i], motions[i], &b[i], &results[i]);
}

void flr_batch_toi2_convex_convex(const flr_convex2 *a, const flr_path2 *paths_a, const flr_convex2 *b,
                                  const flr_path2 *paths_b, size_t begin, size_t end,
                                  const flr_toi2_options *options, flr_toi2_result *results)
{
    for (size_t i = begin; i < end; ++i)
        results[i] = flr_toi2_convex_convex(&a[i], &paths_a[i], &b[i], &paths_b[i], options);
}
