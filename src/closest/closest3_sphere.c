#include "closest/round3.h"

/// A sphere is its centre with a radius, so each pair is the pair of a point, grown.
#define SPHERE_FIRST(name, type)                                                                             \
    flr_closest3 flr_closest3_sphere_##name(const flr_sphere *s, const type *other)                          \
    {                                                                                                        \
        return flr_round3(flr_closest3_point_##name(s->center, other), s->radius, 0);                        \
    }
#define SPHERE_SECOND(name, type)                                                                            \
    flr_closest3 flr_closest3_##name##_sphere(const type *other, const flr_sphere *s)                        \
    {                                                                                                        \
        flr_closest3 core = flr_closest3_swapped(flr_closest3_point_##name(s->center, other));               \
        return flr_round3(core, 0, s->radius);                                                               \
    }

SPHERE_SECOND(segment, flr_segment3)
SPHERE_SECOND(ray, flr_ray3)
SPHERE_SECOND(line, flr_line3)
SPHERE_SECOND(plane, flr_plane3)
SPHERE_SECOND(halfspace, flr_halfspace3)
SPHERE_FIRST(aabb, flr_aabb3)
SPHERE_FIRST(box, flr_box3)
SPHERE_FIRST(cylinder, flr_cylinder)
SPHERE_FIRST(cone, flr_cone)
SPHERE_FIRST(triangle, flr_triangle3)
SPHERE_FIRST(quad, flr_quad3)
SPHERE_FIRST(rectangle, flr_rectangle3)
SPHERE_FIRST(polygon, flr_polygon3)
SPHERE_FIRST(tetrahedron, flr_tetrahedron)
SPHERE_FIRST(polyhedron, flr_polyhedron3)

flr_closest3 flr_closest3_sphere_sphere(const flr_sphere *a, const flr_sphere *b)
{
    return flr_round3(flr_closest3_point_point(a->center, b->center), a->radius, b->radius);
}

flr_closest3 flr_closest3_sphere_capsule(const flr_sphere *s, const flr_capsule3 *c)
{
    const flr_segment3 core = {c->a, c->b};
    return flr_round3(flr_closest3_point_segment(s->center, &core), s->radius, c->radius);
}
