#include "feeler/overlap2.h"

#include "feeler/closest2.h"

flr_side flr_contains2_capsule_point(const flr_capsule2 *c, flr_vec2 p)
{
    const flr_segment2 core = {c->a, c->b};
    flr_real d = flr_closest2_point_segment(p, &core).distance;
    return d < c->radius ? FLR_INSIDE : d > c->radius ? FLR_OUTSIDE : FLR_BOUNDARY;
}
