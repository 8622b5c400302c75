#include "closest/outline2.h"

/// Every pair with a plane first: see outline2.h.

flr_closest2 flr_closest2_plane_plane(const flr_plane2 *a, const flr_plane2 *b)
{
    flr_outline2 x = flr_outline2_of_plane(a), y = flr_outline2_of_plane(b);
    return flr_outline2_closest(&x, &y);
}

flr_closest2 flr_closest2_plane_halfspace(const flr_plane2 *a, const flr_halfspace2 *b)
{
    flr_outline2 x = flr_outline2_of_plane(a), y = flr_outline2_of_halfspace(b);
    return flr_outline2_closest(&x, &y);
}

flr_closest2 flr_closest2_plane_circle(const flr_plane2 *a, const flr_circle *b)
{
    flr_outline2 x = flr_outline2_of_plane(a), y = flr_outline2_of_circle(b);
    return flr_outline2_closest(&x, &y);
}

flr_closest2 flr_closest2_plane_capsule(const flr_plane2 *a, const flr_capsule2 *b)
{
    flr_outline2 x = flr_outline2_of_plane(a), y = flr_outline2_of_capsule(b);
    return flr_outline2_closest(&x, &y);
}

flr_closest2 flr_closest2_plane_aabb(const flr_plane2 *a, const flr_aabb2 *b)
{
    flr_outline2 x = flr_outline2_of_plane(a), y = flr_outline2_of_aabb(b);
    return flr_outline2_closest(&x, &y);
}

flr_closest2 flr_closest2_plane_box(const flr_plane2 *a, const flr_box2 *b)
{
    flr_outline2 x = flr_outline2_of_plane(a), y = flr_outline2_of_box(b);
    return flr_outline2_closest(&x, &y);
}

flr_closest2 flr_closest2_plane_triangle(const flr_plane2 *a, const flr_triangle2 *b)
{
    flr_outline2 x = flr_outline2_of_plane(a), y = flr_outline2_of_triangle(b);
    return flr_outline2_closest(&x, &y);
}

flr_closest2 flr_closest2_plane_polygon(const flr_plane2 *a, const flr_polygon2 *b)
{
    flr_outline2 x = flr_outline2_of_plane(a), y = flr_outline2_of_polygon(b);
    return flr_outline2_closest(&x, &y);
}
