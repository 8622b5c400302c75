#include "closest/quick2.h"

/// Every pair with a box first: see outline2.h.

flr_closest2 flr_closest2_box_box(const flr_box2 *a, const flr_box2 *b)
{
    flr_outline2 x = flr_outline2_of_box(a), y = flr_outline2_of_box(b);
    return flr_quick2_closest(&x, &y);
}

flr_closest2 flr_closest2_box_triangle(const flr_box2 *a, const flr_triangle2 *b)
{
    flr_outline2 x = flr_outline2_of_box(a), y = flr_outline2_of_triangle(b);
    return flr_quick2_closest(&x, &y);
}

flr_closest2 flr_closest2_box_polygon(const flr_box2 *a, const flr_polygon2 *b)
{
    flr_outline2 x = flr_outline2_of_box(a), y = flr_outline2_of_polygon(b);
    return flr_outline2_closest(&x, &y);
}
