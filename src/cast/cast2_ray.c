#include "cast/cast2_course.h"

/// Every shape: see outline2.h.

flr_cast2 flr_cast2_ray_point(const flr_cast2_path *path, flr_vec2 s)
{
    flr_outline2 o = flr_outline2_of_point(s);
    return flr_cast2_outline(path, &o);
}

flr_cast2 flr_cast2_ray_segment(const flr_cast2_path *path, const flr_segment2 *s)
{
    flr_outline2 o = flr_outline2_of_segment(s);
    return flr_cast2_outline(path, &o);
}

flr_cast2 flr_cast2_ray_ray(const flr_cast2_path *path, const flr_ray2 *s)
{
    flr_outline2 o = flr_outline2_of_ray(s);
    return flr_cast2_outline(path, &o);
}

flr_cast2 flr_cast2_ray_line(const flr_cast2_path *path, const flr_line2 *s)
{
    flr_outline2 o = flr_outline2_of_line(s);
    return flr_cast2_outline(path, &o);
}

flr_cast2 flr_cast2_ray_plane(const flr_cast2_path *path, const flr_plane2 *s)
{
    flr_outline2 o = flr_outline2_of_plane(s);
    return flr_cast2_outline(path, &o);
}

flr_cast2 flr_cast2_ray_halfspace(const flr_cast2_path *path, const flr_halfspace2 *s)
{
    flr_outline2 o = flr_outline2_of_halfspace(s);
    return flr_cast2_outline(path, &o);
}

flr_cast2 flr_cast2_ray_circle(const flr_cast2_path *path, const flr_circle *s)
{
    flr_outline2 o = flr_outline2_of_circle(s);
    return flr_cast2_outline(path, &o);
}

flr_cast2 flr_cast2_ray_capsule(const flr_cast2_path *path, const flr_capsule2 *s)
{
    flr_outline2 o = flr_outline2_of_capsule(s);
    return flr_cast2_outline(path, &o);
}

flr_cast2 flr_cast2_ray_aabb(const flr_cast2_path *path, const flr_aabb2 *s)
{
    flr_outline2 o = flr_outline2_of_aabb(s);
    return flr_cast2_outline(path, &o);
}

flr_cast2 flr_cast2_ray_box(const flr_cast2_path *path, const flr_box2 *s)
{
    flr_outline2 o = flr_outline2_of_box(s);
    return flr_cast2_outline(path, &o);
}

flr_cast2 flr_cast2_ray_triangle(const flr_cast2_path *path, const flr_triangle2 *s)
{
    flr_outline2 o = flr_outline2_of_triangle(s);
    return flr_cast2_outline(path, &o);
}

flr_cast2 flr_cast2_ray_polygon(const flr_cast2_path *path, const flr_polygon2 *s)
{
    flr_outline2 o = flr_outline2_of_polygon(s);
    return flr_cast2_outline(path, &o);
}
