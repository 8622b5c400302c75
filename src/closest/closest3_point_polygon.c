#include "closest/flat3.h"

flr_closest3 flr_closest3_point_polygon(flr_vec3 p, const flr_polygon3 *polygon)
{
    flr_flat3 s = {polygon->vertices, NULL, polygon->count};
    return flr_closest3_point_flat(p, &s);
}

flr_closest3 flr_closest3_point_quad(flr_vec3 p, const flr_quad3 *q)
{
    const flr_vec3 corner[4] = {q->a, q->b, q->c, q->d};
    flr_flat3 s = {corner, NULL, 4};
    return flr_closest3_point_flat(p, &s);
}
