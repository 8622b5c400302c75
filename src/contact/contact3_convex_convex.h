/// What the typed pairs fall back to, and what they share with it.
#ifndef FLR_CONTACT_CONTACT3_CONVEX_CONVEX_H
#define FLR_CONTACT_CONTACT3_CONVEX_CONVEX_H

#include "base/answer.h"
#include "contact/contact3_boxes.h"
#include "contact/contact3_patch.h"

/// By GJK and the expanding polytope, in this order whatever the caller's, the cache included.
flr_status flr_contact3_general(const flr_convex3 *a, const flr_convex3 *b,
                                const flr_contact3_options *options, flr_manifold3 *manifold);

/// Two rounded boxes in either order.
flr_status flr_contact3_rounded_boxes(const rounded_box3 *a, const rounded_box3 *b,
                                      const flr_contact3_options *options, flr_manifold3 *manifold);

static inline flr_manifold3 contact3_none(void)
{
    flr_manifold3 m = {.count = 0};
    return m;
}

/// For no options: no margin, no bias.
static inline flr_contact3_options contact3_options_or_none(const flr_contact3_options *options)
{
    flr_contact3_options none = {0, 0, NULL};
    return options ? *options : none;
}

static inline bool contact3_options_are_good(const flr_contact3_options *options)
{
    return !options || (flr_is_option(options->margin) && flr_is_option(options->face_bias));
}

/// What a NaN or an overflow has gone into is no manifold.
static inline flr_status contact3_if_finite(flr_manifold3 *m)
{
    flr_vec3 sum = m->normal;
    for (int k = 0; k < m->count; ++k) {
        sum = flr_add3(sum, m->points[k].position);
        sum.x += m->points[k].depth;
    }
    if (flr_is_finite3(sum)) return FLR_OK;
    for (int k = 0; k < m->count; ++k)  // the sum alone may overflow
        if (!flr_is_finite3(m->points[k].position) || !isfinite(m->points[k].depth)) m->count = -1;
    if (m->count >= 0 && flr_is_finite3(m->normal)) return FLR_OK;
    *m = contact3_none();
    return FLR_NOT_FINITE;
}

/// For work in the other order, and once more after it.
static inline void contact3_turn_cache(flr_contact3_cache *cache)
{
    if (!cache) return;
    cache->normal = flr_neg3(cache->normal);
    cache->gjk.axis = flr_neg3(cache->gjk.axis);
}

/// The box may have a radius of its own.
flr_status flr_contact3_sphere_rounded_box(const flr_sphere *a, const flr_box3 *b, flr_real radius,
                                           const flr_contact3_options *options, flr_manifold3 *manifold);

#endif
