#include "closest/outline2.h"

/// Every pair with a polygon first: see outline2.h.

flr_closest2 flr_closest2_polygon_polygon(const flr_polygon2 *a, const flr_polygon2 *b)
{
    flr_outline2 x = flr_outline2_of_polygon(a), y = flr_outline2_of_polygon(b);
    return flr_outline2_closest(&x, &y);
}
