/// Says which of two shapes comes first, whatever order they are given in. So swapping a and b changes no
/// bit of an answer.
#ifndef FLR_CONVEX_ORDER_H
#define FLR_CONVEX_ORDER_H

#include "feeler/convex2.h"
#include "feeler/convex3.h"

/// Negative if a comes first, positive if b does, 0 if nothing distinguishes the two. Sizes are compared before
/// places, so that motion rarely changes the order.
int flr_convex3_compare(const flr_convex3 *a, const flr_convex3 *b);
static inline bool flr_convex3_is_first(const flr_convex3 *a, const flr_convex3 *b)
{
    return flr_convex3_compare(a, b) <= 0;
}
/// Does a box come first? Also if nothing distinguishes the two.
bool flr_box3_is_first(const flr_box3 *a, const flr_box3 *b);

/// Does a come first? True if nothing distinguishes the two.
bool flr_convex2_is_first(const flr_convex2 *a, const flr_convex2 *b);

// ---- Caches, for the shapes in the other order ----

/// Exchanges the two shapes of a cache.
static inline void gjk3_turn_cache(flr_gjk3_cache *cache)
{
    cache->axis = flr_neg3(cache->axis);
    for (int i = 0; i < 4; i++) {
        const uint32_t k = cache->a[i];
        cache->a[i] = cache->b[i];
        cache->b[i] = k;
    }
}

/// Exchanges the two shapes of a cache.
static inline void gjk2_turn_cache(flr_gjk2_cache *cache)
{
    cache->axis = flr_neg2(cache->axis);
    for (int i = 0; i < 3; i++) {
        const uint32_t k = cache->a[i];
        cache->a[i] = cache->b[i];
        cache->b[i] = k;
    }
}

// ---- Lists of numbers ----

/// Compares two lists in lexical order: -1 if a comes first, 1 if b does, 0 if they are equal.
static inline int flr_lexical(const flr_real *a, const flr_real *b, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}

#endif
