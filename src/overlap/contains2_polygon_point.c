#include "feeler/overlap2.h"

#include "closest/outline2.h"

flr_side flr_contains2_polygon_point(const flr_polygon2 *g, flr_fill_rule rule, flr_vec2 p)
{
    return (flr_side)flr_outline2_locate(g->vertices, g->count, rule == FLR_EVEN_ODD, p);
}
