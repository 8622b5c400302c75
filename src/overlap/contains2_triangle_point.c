#include "feeler/overlap2.h"

#include "closest/outline2.h"

flr_side flr_contains2_triangle_point(const flr_triangle2 *t, flr_vec2 p)
{
    const flr_vec2 corner[3] = {t->a, t->b, t->c};
    return (flr_side)flr_outline2_locate(corner, 3, false, p);
}
