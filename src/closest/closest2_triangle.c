#include "closest/quick2.h"

/// Every pair with a triangle first: see outline2.h.

flr_closest2 flr_closest2_triangle_triangle(const flr_triangle2 *a, const flr_triangle2 *b)
{
    flr_outline2 x = flr_outline2_of_triangle(a), y = flr_outline2_of_triangle(b);
    return flr_quick2_closest(&x, &y);
}

flr_closest2 flr_closest2_triangle_polygon(const flr_triangle2 *a, const flr_polygon2 *b)
{
    flr_outline2 x = flr_outline2_of_triangle(a), y = flr_outline2_of_polygon(b);
    return flr_outline2_closest(&x, &y);
}
