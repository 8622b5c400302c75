#include "closest/quick2.h"

/// Every pair with a point first: see outline2.h.

flr_closest2 flr_closest2_point_point(flr_vec2 a, flr_vec2 b)
{
    flr_outline2 x = flr_outline2_of_point(a), y = flr_outline2_of_point(b);
    return flr_quick2_closest(&x, &y);
}

flr_closest2 flr_closest2_point_segment(flr_vec2 a, const flr_segment2 *b)
{
    flr_outline2 x = flr_outline2_of_point(a), y = flr_outline2_of_segment(b);
    return flr_quick2_closest(&x, &y);
}

flr_closest2 flr_closest2_point_ray(flr_vec2 a, const flr_ray2 *b)
{
    flr_outline2 x = flr_outline2_of_point(a), y = flr_outline2_of_ray(b);
    return flr_outline2_closest(&x, &y);
}

flr_closest2 flr_closest2_point_line(flr_vec2 a, const flr_line2 *b)
{
    flr_outline2 x = flr_outline2_of_point(a), y = flr_outline2_of_line(b);
    return flr_outline2_closest(&x, &y);
}

flr_closest2 flr_closest2_point_plane(flr_vec2 a, const flr_plane2 *b)
{
    flr_outline2 x = flr_outline2_of_point(a), y = flr_outline2_of_plane(b);
    return flr_outline2_closest(&x, &y);
}

flr_closest2 flr_closest2_point_halfspace(flr_vec2 a, const flr_halfspace2 *b)
{
    flr_outline2 x = flr_outline2_of_point(a), y = flr_outline2_of_halfspace(b);
    return flr_outline2_closest(&x, &y);
}

flr_closest2 flr_closest2_point_circle(flr_vec2 a, const flr_circle *b)
{
    flr_outline2 x = flr_outline2_of_point(a), y = flr_outline2_of_circle(b);
    return flr_quick2_closest(&x, &y);
}

flr_closest2 flr_closest2_point_capsule(flr_vec2 a, const flr_capsule2 *b)
{
    flr_outline2 x = flr_outline2_of_point(a), y = flr_outline2_of_capsule(b);
    return flr_quick2_closest(&x, &y);
}

flr_closest2 flr_closest2_point_aabb(flr_vec2 a, const flr_aabb2 *b)
{
    flr_outline2 x = flr_outline2_of_point(a), y = flr_outline2_of_aabb(b);
    return flr_quick2_closest(&x, &y);
}

flr_closest2 flr_closest2_point_box(flr_vec2 a, const flr_box2 *b)
{
    flr_outline2 x = flr_outline2_of_point(a), y = flr_outline2_of_box(b);
    return flr_quick2_closest(&x, &y);
}

flr_closest2 flr_closest2_point_triangle(flr_vec2 a, const flr_triangle2 *b)
{
    flr_outline2 x = flr_outline2_of_point(a), y = flr_outline2_of_triangle(b);
    return flr_quick2_closest(&x, &y);
}

flr_closest2 flr_closest2_point_polygon(flr_vec2 a, const flr_polygon2 *b)
{
    flr_outline2 x = flr_outline2_of_point(a), y = flr_outline2_of_polygon(b);
    return flr_quick2_closest(&x, &y);
}
