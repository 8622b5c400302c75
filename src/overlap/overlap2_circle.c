#include "feeler/overlap2.h"

#include "closest/outline2.h"
#include "math/cross2.h"

/// Every pair with a circle first: see outline2.h.

bool flr_overlap2_circle_circle(const flr_circle *a, const flr_circle *b)
{
    return flr_within2_sign(a->center, b->center, a->radius, b->radius) >= 0;
}

bool flr_overlap2_circle_capsule(const flr_circle *a, const flr_capsule2 *b)
{
    flr_outline2 x = flr_outline2_of_circle(a), y = flr_outline2_of_capsule(b);
    return flr_outline2_meet(&x, &y);
}

bool flr_overlap2_circle_aabb(const flr_circle *a, const flr_aabb2 *b)
{
    flr_outline2 x = flr_outline2_of_circle(a), y = flr_outline2_of_aabb(b);
    return flr_outline2_meet(&x, &y);
}

bool flr_overlap2_circle_box(const flr_circle *a, const flr_box2 *b)
{
    flr_outline2 x = flr_outline2_of_circle(a), y = flr_outline2_of_box(b);
    return flr_outline2_meet(&x, &y);
}

bool flr_overlap2_circle_triangle(const flr_circle *a, const flr_triangle2 *b)
{
    flr_outline2 x = flr_outline2_of_circle(a), y = flr_outline2_of_triangle(b);
    return flr_outline2_meet(&x, &y);
}

bool flr_overlap2_circle_polygon(const flr_circle *a, const flr_polygon2 *b)
{
    flr_outline2 x = flr_outline2_of_circle(a), y = flr_outline2_of_polygon(b);
    return flr_outline2_meet(&x, &y);
}
