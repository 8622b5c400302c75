#include "cast/triangle3.h"

flr_cast3_triangle flr_cast3_ray_triangle(const flr_cast3_path *path, const flr_triangle3 *t,
                                          unsigned options)
{
    cast3_corner_hit hit;
    if (!(path->t_min <= path->t_max) || !cast3_triangle(path, t, options, &hit)) {
        flr_cast3_triangle none = {.hit = false};
        return none;
    }
    return flr_cast3_triangle_told(path, t, &hit, 0);
}
