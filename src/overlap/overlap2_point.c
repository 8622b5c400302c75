#include "feeler/overlap2.h"

#include "closest/outline2.h"

/// Every pair with a point first: see outline2.h. Areas answer by containment, which comes to the same.

bool flr_overlap2_point_point(flr_vec2 a, flr_vec2 b) { return a.x == b.x && a.y == b.y; }

bool flr_overlap2_point_segment(flr_vec2 a, const flr_segment2 *b)
{
    flr_outline2 x = flr_outline2_of_point(a), y = flr_outline2_of_segment(b);
    return flr_outline2_meet(&x, &y);
}

bool flr_overlap2_point_ray(flr_vec2 a, const flr_ray2 *b)
{
    flr_outline2 x = flr_outline2_of_point(a), y = flr_outline2_of_ray(b);
    return flr_outline2_meet(&x, &y);
}

bool flr_overlap2_point_line(flr_vec2 a, const flr_line2 *b)
{
    flr_outline2 x = flr_outline2_of_point(a), y = flr_outline2_of_line(b);
    return flr_outline2_meet(&x, &y);
}

bool flr_overlap2_point_plane(flr_vec2 a, const flr_plane2 *b)
{
    flr_outline2 x = flr_outline2_of_point(a), y = flr_outline2_of_plane(b);
    return flr_outline2_meet(&x, &y);
}

bool flr_overlap2_point_halfspace(flr_vec2 a, const flr_halfspace2 *b)
{
    flr_outline2 x = flr_outline2_of_point(a), y = flr_outline2_of_halfspace(b);
    return flr_outline2_meet(&x, &y);
}

bool flr_overlap2_point_circle(flr_vec2 a, const flr_circle *b)
{
    return flr_contains2_circle_point(b, a) != FLR_OUTSIDE;
}

bool flr_overlap2_point_capsule(flr_vec2 a, const flr_capsule2 *b)
{
    flr_outline2 x = flr_outline2_of_point(a), y = flr_outline2_of_capsule(b);
    return flr_outline2_meet(&x, &y);
}

bool flr_overlap2_point_aabb(flr_vec2 a, const flr_aabb2 *b)
{
    return flr_contains2_aabb_point(b, a) != FLR_OUTSIDE;
}

bool flr_overlap2_point_box(flr_vec2 a, const flr_box2 *b)
{
    return flr_contains2_box_point(b, a) != FLR_OUTSIDE;
}

bool flr_overlap2_point_triangle(flr_vec2 a, const flr_triangle2 *b)
{
    return flr_contains2_triangle_point(b, a) != FLR_OUTSIDE;
}

bool flr_overlap2_point_polygon(flr_vec2 a, const flr_polygon2 *b)
{
    return flr_contains2_polygon_point(b, FLR_NON_ZERO, a) != FLR_OUTSIDE;
}
