#include "closest/round3.h"

/// A capsule is its segment with a radius, so each pair is the pair of a segment, grown.
#define CAPSULE_FIRST(name, type)                                                                            \
    flr_closest3 flr_closest3_capsule_##name(const flr_capsule3 *c, const type *other)                       \
    {                                                                                                        \
        const flr_segment3 core = {c->a, c->b};                                                              \
        return flr_round3(flr_closest3_segment_##name(&core, other), c->radius, 0);                          \
    }
#define CAPSULE_SECOND(name, type)                                                                           \
    flr_closest3 flr_closest3_##name##_capsule(const type *other, const flr_capsule3 *c)                     \
    {                                                                                                        \
        const flr_segment3 core = {c->a, c->b};                                                              \
        return flr_round3(flr_closest3_swapped(flr_closest3_segment_##name(&core, other)), 0, c->radius);    \
    }

/// Straight ones: exact where touching is too close to call.
static double size_of(const flr_capsule3 *c, flr_vec3 from, flr_vec3 to)
{
    double x = flr_round3_size(c->a, from), y = flr_round3_size(c->a, to), z = flr_round3_size(c->a, c->b);
    x = x > y ? x : y;
    return x > z ? x : z;
}

#define STRAIGHT_FIRST(name, type, from, to)                                                                 \
    flr_closest3 flr_closest3_##name##_capsule(const type *other, const flr_capsule3 *c)                     \
    {                                                                                                        \
        const flr_segment3 segment = {c->a, c->b};                                                           \
        flr_closest3 core = flr_closest3_swapped(flr_closest3_segment_##name(&segment, other));              \
        if (!flr_round3_is_open(core.distance, 0, c->radius, size_of(c, from, to)))                          \
            return flr_round3(core, 0, c->radius);                                                           \
        flr_stretch3 stretch = flr_stretch3_##name(other);                                                   \
        return flr_round3_exact(core, &stretch, 0, c->a, c->b, c->radius);                                   \
    }

STRAIGHT_FIRST(segment, flr_segment3, other->a, other->b)
STRAIGHT_FIRST(ray, flr_ray3, other->origin, other->origin)
STRAIGHT_FIRST(line, flr_line3, other->origin, other->origin)
CAPSULE_SECOND(plane, flr_plane3)
CAPSULE_SECOND(halfspace, flr_halfspace3)
CAPSULE_FIRST(aabb, flr_aabb3)
CAPSULE_FIRST(box, flr_box3)
CAPSULE_FIRST(triangle, flr_triangle3)
CAPSULE_FIRST(quad, flr_quad3)
CAPSULE_FIRST(rectangle, flr_rectangle3)
CAPSULE_FIRST(polygon, flr_polygon3)
CAPSULE_FIRST(tetrahedron, flr_tetrahedron)
CAPSULE_FIRST(polyhedron, flr_polyhedron3)

flr_closest3 flr_closest3_capsule_capsule(const flr_capsule3 *a, const flr_capsule3 *b)
{
    const flr_segment3 core_a = {a->a, a->b}, core_b = {b->a, b->b};
    flr_closest3 core = flr_closest3_segment_segment(&core_a, &core_b);
    if (!flr_round3_is_open(core.distance, a->radius, b->radius, size_of(b, a->a, a->b)))
        return flr_round3(core, a->radius, b->radius);
    flr_stretch3 stretch = flr_stretch3_segment(&core_a);
    return flr_round3_exact(core, &stretch, a->radius, b->a, b->b, b->radius);
}
