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

CAPSULE_SECOND(segment, flr_segment3)
CAPSULE_SECOND(ray, flr_ray3)
CAPSULE_SECOND(line, flr_line3)
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
    return flr_round3(flr_closest3_segment_segment(&core_a, &core_b), a->radius, b->radius);
}
