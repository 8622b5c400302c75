#include "closest/closest2_convex_convex.h"

bool flr_overlap2_convex_convex(const flr_convex2 *a, const flr_convex2 *b, flr_gjk2_cache *cache)
{
    gjk2 g;
    flr_real radii = a->radius + b->radius;
    const flr_gjk2_options options = {.max_distance = 0, .cache = cache};
    int steps = flr_gjk2_iterate(&g, a, b, &options, radii, radii);
    return flr_gjk2_finish(&g, steps, &options).overlap;
}
