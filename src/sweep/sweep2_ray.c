#include "sweep/track2.h"

/// Every pair with a ray first: see track2.h.

flr_sweep2_result flr_sweep2_ray_ray(const flr_ray2 *a, flr_vec2 motion, const flr_ray2 *b)
{
    flr_outline2 x = flr_outline2_of_ray(a), y = flr_outline2_of_ray(b);
    return flr_sweep2_outline(&x, motion, &y);
}

flr_sweep2_result flr_sweep2_ray_line(const flr_ray2 *a, flr_vec2 motion, const flr_line2 *b)
{
    flr_outline2 x = flr_outline2_of_ray(a), y = flr_outline2_of_line(b);
    return flr_sweep2_outline(&x, motion, &y);
}

flr_sweep2_result flr_sweep2_ray_plane(const flr_ray2 *a, flr_vec2 motion, const flr_plane2 *b)
{
    flr_outline2 x = flr_outline2_of_ray(a), y = flr_outline2_of_plane(b);
    return flr_sweep2_outline(&x, motion, &y);
}

flr_sweep2_result flr_sweep2_ray_halfspace(const flr_ray2 *a, flr_vec2 motion, const flr_halfspace2 *b)
{
    flr_outline2 x = flr_outline2_of_ray(a), y = flr_outline2_of_halfspace(b);
    return flr_sweep2_outline(&x, motion, &y);
}

flr_sweep2_result flr_sweep2_ray_circle(const flr_ray2 *a, flr_vec2 motion, const flr_circle *b)
{
    flr_outline2 x = flr_outline2_of_ray(a), y = flr_outline2_of_circle(b);
    return flr_sweep2_outline(&x, motion, &y);
}

flr_sweep2_result flr_sweep2_ray_capsule(const flr_ray2 *a, flr_vec2 motion, const flr_capsule2 *b)
{
    flr_outline2 x = flr_outline2_of_ray(a), y = flr_outline2_of_capsule(b);
    return flr_sweep2_outline(&x, motion, &y);
}

flr_sweep2_result flr_sweep2_ray_aabb(const flr_ray2 *a, flr_vec2 motion, const flr_aabb2 *b)
{
    flr_outline2 x = flr_outline2_of_ray(a), y = flr_outline2_of_aabb(b);
    return flr_sweep2_outline(&x, motion, &y);
}

flr_sweep2_result flr_sweep2_ray_box(const flr_ray2 *a, flr_vec2 motion, const flr_box2 *b)
{
    flr_outline2 x = flr_outline2_of_ray(a), y = flr_outline2_of_box(b);
    return flr_sweep2_outline(&x, motion, &y);
}

flr_sweep2_result flr_sweep2_ray_triangle(const flr_ray2 *a, flr_vec2 motion, const flr_triangle2 *b)
{
    flr_outline2 x = flr_outline2_of_ray(a), y = flr_outline2_of_triangle(b);
    return flr_sweep2_outline(&x, motion, &y);
}

flr_sweep2_result flr_sweep2_ray_polygon(const flr_ray2 *a, flr_vec2 motion, const flr_polygon2 *b)
{
    flr_outline2 x = flr_outline2_of_ray(a), y = flr_outline2_of_polygon(b);
    return flr_sweep2_outline(&x, motion, &y);
}
