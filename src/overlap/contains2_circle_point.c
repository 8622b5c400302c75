#include "feeler/overlap2.h"

#include "math/cross2.h"

flr_side flr_contains2_circle_point(const flr_circle *c, flr_vec2 p)
{
    return (flr_side)flr_within2_sign(c->center, p, c->radius, 0);
}
