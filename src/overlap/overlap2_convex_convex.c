#include "convex/closest2_convex_convex.h"
#include "convex/gjk_limit.h"

static flr_overlap2_convex in_another_unit(const flr_convex2 *a, const flr_convex2 *b, flr_gjk2_cache *cache)
{
    const flr_gjk2_options options = {.max_distance = flr_gjk_up_to(0), .cache = cache};
    flr_gjk2 g = flr_gjk2_scaled(a, b, &options);
    flr_overlap2_convex r = {.status = g.status, .overlap = g.overlap, .iterations = g.iterations};
    if (!g.overlap) r.normal = g.normal;
    if (g.status != FLR_NOT_CONVERGED || g.overlap || g.lower > 0) return r;
    r.normal = flr_vec2_make(0, 0);
    return r;
}

flr_overlap2_convex flr_overlap2_convex_convex(const flr_convex2 *a, const flr_convex2 *b,
                                               flr_gjk2_cache *cache)
{
    gjk2 g;
    g.scaled = false;
    const flr_real radii = a->radius + b->radius;
    const flr_gjk2_options options = {.max_distance = flr_gjk_up_to(0), .cache = cache};
    int steps = flr_gjk2_iterate(&g, a, b, &options, radii, radii);
    if (!g.usual) return in_another_unit(a, b, cache);
    return flr_gjk2_meet(&g, steps, cache);
}
