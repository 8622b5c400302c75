#include "feeler/overlap2.h"

flr_side flr_contains2_aabb_point(const flr_aabb2 *b, flr_vec2 p)
{
    if (!(p.x >= b->min.x && p.x <= b->max.x && p.y >= b->min.y && p.y <= b->max.y)) return FLR_OUTSIDE;
    bool within = p.x > b->min.x && p.x < b->max.x && p.y > b->min.y && p.y < b->max.y;
    return within ? FLR_INSIDE : FLR_BOUNDARY;
}
