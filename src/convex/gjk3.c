/// Closest points of two convex shapes: the choice between the paths of gjk3.h.
#include "convex/gjk3.h"
#include "convex/convex_lanes.h"
#include "convex/gjk_limit.h"

flr_gjk3 flr_gjk3_guess_simplices(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options)
{
    if (a->count != 4 || b->count != 4 || flr_gjk3_limit(options) < (flr_real)INFINITY)
        return flr_gjk3_fast_simplices(a, b, options);
    return convex_lanes_widest()->guess_tetrahedra(a, b, options, NULL);
}

flr_gjk3 flr_gjk3_simplices_around(const flr_convex3 *a, const flr_convex3 *b,
                                   const flr_gjk3_options *options, gjk3_around *around)
{
    if (a->count != 4 || b->count != 4 || options)
        return flr_gjk3_fast_simplices_around(a, b, options, NULL, around);
    return convex_lanes_widest()->guess_tetrahedra(a, b, NULL, around);
}

flr_gjk3 flr_gjk3_guess_hulls(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options)
{
    if (a->hull->padded_count + b->hull->padded_count > GUESS_MOST ||
        flr_gjk3_limit(options) < (flr_real)INFINITY)
        return flr_gjk3_fast_hulls(a, b, options);
    return convex_lanes_widest()->guess_hulls(a, b, options);
}

bool flr_gjk3_try_segment_box(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options,
                              flr_gjk3 *r)
{
    if (!gjk3_is_segment_box(a, b) || (options && options->steps)) return false;
    return convex_lanes_widest()->try_segment_box(a, b, options, r);
}

bool flr_gjk3_intersects_segment_box(const flr_convex3 *a, const flr_convex3 *b, flr_overlap3_convex *r)
{
    return convex_lanes_widest()->intersects_segment_box(a, b, r);
}

/// Returns the answer of a call without steps, with the steps of the general search.
static __attribute__((noinline)) flr_gjk3 traced(const flr_convex3 *a, const flr_convex3 *b,
                                                 const flr_gjk3_options *options)
{
    flr_gjk3_options aside = *options, plain = *options;
    flr_gjk3_cache cache = {0};
    if (options->cache) cache = *options->cache;
    aside.cache = &cache;
    plain.steps = NULL;
    const flr_gjk3 shown = flr_gjk3_general(a, b, &aside);
    flr_gjk3 r = flr_closest3_convex_convex(a, b, &plain);
    r.iterations = shown.iterations;
    return r;
}

flr_gjk3 flr_closest3_convex_convex(const flr_convex3 *a, const flr_convex3 *b,
                                    const flr_gjk3_options *options)
{
    if (options && options->steps) return traced(a, b, options);
    if (a->kind == b->kind) {
        const bool warm = options && options->cache && options->cache->count > 0;
        if (a->kind == FLR_CONVEX3_BOX)
            return warm ? flr_gjk3_warm_start_boxes(a, b, options) : flr_gjk3_fast_boxes(a, b, options);
        if (a->kind == FLR_CONVEX3_CORNERS)
            return warm ? flr_gjk3_warm_start_simplices(a, b, options)
                        : flr_gjk3_guess_simplices(a, b, options);
        if (a->kind == FLR_CONVEX3_HULL)
            return warm ? convex_lanes_widest()->warm_start_hulls(a, b, options)
                        : flr_gjk3_guess_hulls(a, b, options);
    }
    return gjk3_is_segment_box(a, b) ? convex_lanes_widest()->closest_segment_box(a, b, options)
                                     : flr_gjk3_general(a, b, options);
}
