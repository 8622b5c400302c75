#include "closest/quick2.h"

/// Every pair with a segment first: see outline2.h.

flr_closest2 flr_closest2_segment_segment(const flr_segment2 *a, const flr_segment2 *b)
{
    flr_outline2 x = flr_outline2_of_segment(a), y = flr_outline2_of_segment(b);
    return flr_quick2_closest(&x, &y);
}

flr_closest2 flr_closest2_segment_ray(const flr_segment2 *a, const flr_ray2 *b)
{
    flr_outline2 x = flr_outline2_of_segment(a), y = flr_outline2_of_ray(b);
    return flr_outline2_closest(&x, &y);
}

flr_closest2 flr_closest2_segment_line(const flr_segment2 *a, const flr_line2 *b)
{
    flr_outline2 x = flr_outline2_of_segment(a), y = flr_outline2_of_line(b);
    return flr_outline2_closest(&x, &y);
}

flr_closest2 flr_closest2_segment_plane(const flr_segment2 *a, const flr_plane2 *b)
{
    flr_outline2 x = flr_outline2_of_segment(a), y = flr_outline2_of_plane(b);
    return flr_outline2_closest(&x, &y);
}

flr_closest2 flr_closest2_segment_halfspace(const flr_segment2 *a, const flr_halfspace2 *b)
{
    flr_outline2 x = flr_outline2_of_segment(a), y = flr_outline2_of_halfspace(b);
    return flr_outline2_closest(&x, &y);
}

flr_closest2 flr_closest2_segment_circle(const flr_segment2 *a, const flr_circle *b)
{
    flr_outline2 x = flr_outline2_of_segment(a), y = flr_outline2_of_circle(b);
    return flr_quick2_closest(&x, &y);
}

flr_closest2 flr_closest2_segment_capsule(const flr_segment2 *a, const flr_capsule2 *b)
{
    flr_outline2 x = flr_outline2_of_segment(a), y = flr_outline2_of_capsule(b);
    return flr_quick2_closest(&x, &y);
}

flr_closest2 flr_closest2_segment_aabb(const flr_segment2 *a, const flr_aabb2 *b)
{
    flr_outline2 x = flr_outline2_of_segment(a), y = flr_outline2_of_aabb(b);
    return flr_quick2_closest(&x, &y);
}

flr_closest2 flr_closest2_segment_box(const flr_segment2 *a, const flr_box2 *b)
{
    flr_outline2 x = flr_outline2_of_segment(a), y = flr_outline2_of_box(b);
    return flr_quick2_closest(&x, &y);
}

flr_closest2 flr_closest2_segment_triangle(const flr_segment2 *a, const flr_triangle2 *b)
{
    flr_outline2 x = flr_outline2_of_segment(a), y = flr_outline2_of_triangle(b);
    return flr_quick2_closest(&x, &y);
}

flr_closest2 flr_closest2_segment_polygon(const flr_segment2 *a, const flr_polygon2 *b)
{
    flr_outline2 x = flr_outline2_of_segment(a), y = flr_outline2_of_polygon(b);
    return flr_outline2_closest(&x, &y);
}
