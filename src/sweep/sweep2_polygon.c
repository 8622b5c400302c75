#include "sweep/track2.h"

/// Every pair with a polygon first: see track2.h.

flr_sweep2_result flr_sweep2_polygon_polygon(const flr_polygon2 *a, flr_vec2 motion, const flr_polygon2 *b)
{
    flr_outline2 x = flr_outline2_of_polygon(a), y = flr_outline2_of_polygon(b);
    return flr_sweep2_outline(&x, motion, &y);
}
