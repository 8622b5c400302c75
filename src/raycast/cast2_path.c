#include "feeler/cast2.h"

flr_cast2_path flr_cast2_path_make(flr_vec2 origin, flr_vec2 direction, flr_real t_min, flr_real t_max)
{
    flr_cast2_path path;
    path.origin = origin;
    path.direction = direction;
    path.t_min = t_min;
    path.t_max = t_max;
    path.target = origin;
    path.to_target = false;
    path.is_point = direction.x == 0 && direction.y == 0;
    // beyond all numbers there is nothing to meet
    if (!(t_min < INFINITY && t_max > -INFINITY)) path.t_min = 1, path.t_max = 0;
    return path;
}

flr_cast2_path flr_cast2_path_ray(const flr_ray2 *r)
{
    return flr_cast2_path_make(r->origin, r->direction, 0, (flr_real)INFINITY);
}

flr_cast2_path flr_cast2_path_line(const flr_line2 *l)
{
    return flr_cast2_path_make(l->origin, l->direction, (flr_real)-INFINITY, (flr_real)INFINITY);
}

/// Two different ends have a difference that is not zero, thanks to subnormal numbers.
flr_cast2_path flr_cast2_path_segment(const flr_segment2 *s)
{
    flr_cast2_path path = flr_cast2_path_make(s->a, flr_sub2(s->b, s->a), 0, 1);
    path.target = s->b;
    path.to_target = !path.is_point;
    return path;
}
