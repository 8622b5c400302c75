#include "feeler/sweep.h"
#include "sweep/track2.h"

/// Every pair with a aabb first: see track2.h.

flr_sweep2_result flr_sweep2_aabb_aabb(const flr_aabb2 *a, flr_vec2 motion, const flr_aabb2 *b)
{
    flr_outline2 x = flr_outline2_of_aabb(a), y = flr_outline2_of_aabb(b);
    return flr_sweep2_outline(&x, motion, &y);
}

static flr_aabb3 flat(const flr_aabb2 *b)
{
    flr_aabb3 box = {{b->min.x, b->min.y, 0}, {b->max.x, b->max.y, 0}};
    return box;
}

flr_sweep2_span flr_sweep2_span_aabb_aabb(const flr_aabb2 *a, flr_vec2 motion, const flr_aabb2 *b)
{
    const flr_aabb3 x = flat(a), y = flat(b);
    flr_sweep3_span s = flr_sweep3_span_aabb_aabb(&x, flr_vec3_make(motion.x, motion.y, 0), &y);
    flr_sweep2_span r = {s.hit, s.overlap_at_start, s.t_first, s.t_last, {s.axis.x, s.axis.y}};
    return r;
}

flr_sweep2_result flr_sweep2_aabb_box(const flr_aabb2 *a, flr_vec2 motion, const flr_box2 *b)
{
    flr_outline2 x = flr_outline2_of_aabb(a), y = flr_outline2_of_box(b);
    return flr_sweep2_outline(&x, motion, &y);
}

flr_sweep2_result flr_sweep2_aabb_triangle(const flr_aabb2 *a, flr_vec2 motion, const flr_triangle2 *b)
{
    flr_outline2 x = flr_outline2_of_aabb(a), y = flr_outline2_of_triangle(b);
    return flr_sweep2_outline(&x, motion, &y);
}

flr_sweep2_result flr_sweep2_aabb_polygon(const flr_aabb2 *a, flr_vec2 motion, const flr_polygon2 *b)
{
    flr_outline2 x = flr_outline2_of_aabb(a), y = flr_outline2_of_polygon(b);
    return flr_sweep2_outline(&x, motion, &y);
}
