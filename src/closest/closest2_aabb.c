#include "closest/quick2.h"

/// Every pair with a aabb first: see outline2.h.

flr_closest2 flr_closest2_aabb_aabb(const flr_aabb2 *a, const flr_aabb2 *b)
{
    flr_outline2 x = flr_outline2_of_aabb(a), y = flr_outline2_of_aabb(b);
    return flr_quick2_closest(&x, &y);
}

flr_closest2 flr_closest2_aabb_box(const flr_aabb2 *a, const flr_box2 *b)
{
    flr_outline2 x = flr_outline2_of_aabb(a), y = flr_outline2_of_box(b);
    return flr_quick2_closest(&x, &y);
}

flr_closest2 flr_closest2_aabb_triangle(const flr_aabb2 *a, const flr_triangle2 *b)
{
    flr_outline2 x = flr_outline2_of_aabb(a), y = flr_outline2_of_triangle(b);
    return flr_quick2_closest(&x, &y);
}

flr_closest2 flr_closest2_aabb_polygon(const flr_aabb2 *a, const flr_polygon2 *b)
{
    flr_outline2 x = flr_outline2_of_aabb(a), y = flr_outline2_of_polygon(b);
    return flr_outline2_closest(&x, &y);
}
