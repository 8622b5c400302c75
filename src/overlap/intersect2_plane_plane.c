#include "feeler/overlap2.h"

#include "closest/outline2.h"
#include "math/cross2.h"

flr_planes2 flr_intersect2_plane_plane(const flr_plane2 *a, const flr_plane2 *b, flr_vec2 *point)
{
    flr_outline2 x = flr_outline2_of_plane(a), y = flr_outline2_of_plane(b);
    if (flr_cross2_sign(a->normal, flr_vec2_make(0, 0), b->normal) == 0)
        return flr_outline2_meet(&x, &y) ? FLR_PLANES2_COINCIDENT : FLR_PLANES2_PARALLEL;
    *point = flr_outline2_closest(&x, &y).point_a;
    return FLR_PLANES2_CROSSING;
}
