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

/// Straight ones: exact where touching is too close to call.
#define STRAIGHT_FIRST(name, type, from, to)                                                                 \
    flr_closest3 flr_closest3_##name##_sphere(const type *other, const flr_sphere *s)                        \
    {                                                                                                        \
        flr_closest3 core = flr_closest3_swapped(flr_closest3_point_##name(s->center, other));               \
        double x = flr_round3_size(s->center, from), y = flr_round3_size(s->center, to);                     \
        if (!flr_round3_is_open(core.distance, 0, s->radius, x > y ? x : y))                                 \
            return flr_round3(core, 0, s->radius);                                                           \
        flr_stretch3 stretch = flr_stretch3_##name(other);                                                   \
        return flr_round3_exact(core, &stretch, 0, s->center, s->center, s->radius);                         \
    }

STRAIGHT_FIRST(segment, flr_segment3, other->a, other->b)
STRAIGHT_FIRST(ray, flr_ray3, other->origin, other->origin)
STRAIGHT_FIRST(line, flr_line3, other->origin, other->origin)
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
    flr_closest3 core = flr_closest3_point_point(a->center, b->center);
    if (!flr_round3_is_open(core.distance, a->radius, b->radius, flr_round3_size(a->center, b->center)))
        return flr_round3(core, a->radius, b->radius);
    flr_stretch3 here = flr_stretch3_point(a->center);
    return flr_round3_exact(core, &here, a->radius, b->center, b->center, b->radius);
}

flr_closest3 flr_closest3_sphere_capsule(const flr_sphere *s, const flr_capsule3 *c)
{
    const flr_segment3 segment = {c->a, c->b};
    flr_closest3 core = flr_closest3_point_segment(s->center, &segment);
    double from_a = flr_round3_size(s->center, c->a), from_b = flr_round3_size(s->center, c->b);
    if (!flr_round3_is_open(core.distance, s->radius, c->radius, from_a > from_b ? from_a : from_b))
        return flr_round3(core, s->radius, c->radius);
    flr_stretch3 here = flr_stretch3_point(s->center);
    return flr_round3_exact(core, &here, s->radius, c->a, c->b, c->radius);
}
