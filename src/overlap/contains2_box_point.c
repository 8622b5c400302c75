#include "feeler/overlap2.h"

#include "closest/outline2.h"

flr_side flr_contains2_box_point(const flr_box2 *b, flr_vec2 p)
{
    flr_outline2 o = flr_outline2_of_box(b);
    return (flr_side)flr_outline2_locate(o.corner, o.count, false, p);
}
