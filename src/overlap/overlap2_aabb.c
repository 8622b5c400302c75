#include "feeler/overlap2.h"

#include "closest/outline2.h"

/// Every pair with an aabb first: see outline2.h. Two of them need no outlines.

bool flr_overlap2_aabb_aabb(const flr_aabb2 *a, const flr_aabb2 *b)
{
    return a->min.x <= b->max.x && b->min.x <= a->max.x && a->min.y <= b->max.y && b->min.y <= a->max.y;
}

bool flr_overlap2_aabb_box(const flr_aabb2 *a, const flr_box2 *b)
{
    flr_outline2 x = flr_outline2_of_aabb(a), y = flr_outline2_of_box(b);
    return flr_outline2_meet(&x, &y);
}

bool flr_overlap2_aabb_triangle(const flr_aabb2 *a, const flr_triangle2 *b)
{
    flr_outline2 x = flr_outline2_of_aabb(a), y = flr_outline2_of_triangle(b);
    return flr_outline2_meet(&x, &y);
}

bool flr_overlap2_aabb_polygon(const flr_aabb2 *a, const flr_polygon2 *b)
{
    flr_outline2 x = flr_outline2_of_aabb(a), y = flr_outline2_of_polygon(b);
    return flr_outline2_meet(&x, &y);
}
