#include "closest/exact3.h"
#include "raycast/triangle3.h"

flr_cast3_triangle flr_cast3_ray_quad(const flr_cast3_path *path, const flr_quad3 *q, unsigned options)
{
    bool at_b = flr_quad3_is_split_at_b(q);
    flr_triangle3 first = {at_b ? q->b : q->a, at_b ? q->c : q->b, at_b ? q->d : q->c};
    flr_triangle3 second = {first.a, first.c, at_b ? q->a : q->d};
    flr_cast3_triangle r = flr_cast3_ray_triangle(path, &first, options);
    flr_cast3_triangle s = flr_cast3_ray_triangle(path, &second, options);
    s.triangle = s.hit;
    return s.hit && (!r.hit || s.t < r.t) ? s : r;
}
