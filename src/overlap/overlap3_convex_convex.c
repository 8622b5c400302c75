#include <math.h>

#include "convex/boxes3.h"
#include "convex/closest3_convex_convex.h"
#include "convex/gjk3_segment_box.h"

static flr_overlap3_convex of_boxes(const flr_convex3 *a, const flr_convex3 *b)
{
    flr_vec3 normal;
    const boxes3_end end = flr_boxes3_meet(a, b, &normal);
    flr_overlap3_convex r;
    r.status = FLR_OK;
    r.overlap = end == BOXES3_DEEP;
    r.clear = true;
    r.normal = flr_vec3_make(normal.x, normal.y, normal.z);
    r.iterations = 1;
    // that the cores are apart says little of what is round them
    if (end == BOXES3_NEAR || (!r.overlap && a->radius + b->radius > 0)) return flr_gjk3_meet(a, b, NULL);
    return r;
}

static flr_overlap3_convex of_segment_box(const flr_convex3 *a, const flr_convex3 *b, flr_gjk3_cache *cache)
{
    flr_overlap3_convex r;
    if (!flr_gjk3_meet_segment_box(a, b, &r)) return flr_gjk3_meet(a, b, cache);
    return r;
}

/// Answers are handed on by value: copied right after they are written in parts, they would have to wait for these.
flr_overlap3_convex flr_overlap3_convex_convex(const flr_convex3 *a, const flr_convex3 *b,
                                               flr_gjk3_cache *cache)
{
    if (!cache && a->kind == FLR_CONVEX3_BOX && b->kind == FLR_CONVEX3_BOX && isfinite(a->radius + b->radius))
        return of_boxes(a, b);
    return gjk3_is_segment_box(a, b) ? of_segment_box(a, b, cache) : flr_gjk3_meet(a, b, cache);
}
