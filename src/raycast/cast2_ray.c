#include "raycast/cast2_quick.h"

/// Every shape: see outline2.h.

static inline flr_cast2 chain(const flr_cast2_path *path, const flr_outline2 *shape)
{
    flr_cast2 result;
    if (cast2_quick_chain(path, shape, &result)) return result;
    const flr_outline2 copy = *shape;  // keeps the outline itself in registers
    return flr_cast2_outline(path, &copy);
}

/// A box far from the origin.
static flr_cast2 far_box(const flr_cast2_path *path, const flr_outline2 *shape)
{
    flr_cast2_carried c;
    (void)flr_cast2_carry(path, shape, &c);
    return flr_cast2_carry_back(&c, chain(&c.path, &c.pair.b));
}

static inline flr_cast2 rounded(const flr_cast2_path *path, const flr_outline2 *shape)
{
    flr_cast2 result;
    if (cast2_quick_round(path, shape, &result)) return result;
    const flr_outline2 copy = *shape;
    return flr_cast2_outline(path, &copy);
}

flr_cast2 flr_cast2_ray_point(const flr_cast2_path *path, flr_vec2 s)
{
    flr_outline2 o = flr_outline2_of_point(s);
    return flr_cast2_outline(path, &o);
}

flr_cast2 flr_cast2_ray_segment(const flr_cast2_path *path, const flr_segment2 *s)
{
    flr_outline2 o = flr_outline2_of_segment(s);
    return chain(path, &o);
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
    flr_cast2 result;
    if (cast2_quick_circle(path, s, &result)) return result;
    flr_outline2 o = flr_outline2_of_circle(s);
    return rounded(path, &o);
}

flr_cast2 flr_cast2_ray_capsule(const flr_cast2_path *path, const flr_capsule2 *s)
{
    flr_outline2 o = flr_outline2_of_capsule(s);
    return rounded(path, &o);
}

flr_cast2 flr_cast2_ray_aabb(const flr_cast2_path *path, const flr_aabb2 *s)
{
    flr_cast2 result;
    if (cast2_quick_aabb(path, s, &result)) return result;
    flr_outline2 o = flr_outline2_of_aabb(s);
    return chain(path, &o);
}

flr_cast2 flr_cast2_ray_box(const flr_cast2_path *path, const flr_box2 *s)
{
    flr_outline2 o = flr_outline2_of_box(s);
    if (o.far) {
        const flr_outline2 far = o;
        return far_box(path, &far);
    }
    return chain(path, &o);
}

flr_cast2 flr_cast2_ray_triangle(const flr_cast2_path *path, const flr_triangle2 *s)
{
    flr_outline2 o = flr_outline2_of_triangle(s);
    return chain(path, &o);
}

flr_cast2 flr_cast2_ray_polygon(const flr_cast2_path *path, const flr_polygon2 *s)
{
    flr_outline2 o = flr_outline2_of_polygon(s);
    return chain(path, &o);
}
