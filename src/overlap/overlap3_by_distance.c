#include "closest/closest3_lanes.h"
#include "feeler/overlap3.h"

/// Pairs whose quickest right answer is the sign of their distance: what rounds is the distance
/// alone, so the two can never disagree.
#define BY_DISTANCE(a, type_a, b, type_b)                                                                    \
    bool flr_overlap3_##a##_##b(const type_a *first, const type_b *second)                                   \
    {                                                                                                        \
        return flr_closest3_##a##_##b(first, second).distance <= 0;                                          \
    }

BY_DISTANCE(segment, flr_segment3, ray, flr_ray3)
BY_DISTANCE(segment, flr_segment3, line, flr_line3)
BY_DISTANCE(ray, flr_ray3, ray, flr_ray3)
BY_DISTANCE(ray, flr_ray3, line, flr_line3)
BY_DISTANCE(line, flr_line3, line, flr_line3)
BY_DISTANCE(segment, flr_segment3, box, flr_box3)
BY_DISTANCE(segment, flr_segment3, rectangle, flr_rectangle3)
BY_DISTANCE(ray, flr_ray3, aabb, flr_aabb3)
BY_DISTANCE(ray, flr_ray3, box, flr_box3)
BY_DISTANCE(line, flr_line3, aabb, flr_aabb3)
BY_DISTANCE(line, flr_line3, box, flr_box3)

BY_DISTANCE(segment, flr_segment3, sphere, flr_sphere)
BY_DISTANCE(ray, flr_ray3, sphere, flr_sphere)
BY_DISTANCE(line, flr_line3, sphere, flr_sphere)
BY_DISTANCE(sphere, flr_sphere, capsule, flr_capsule3)
BY_DISTANCE(sphere, flr_sphere, box, flr_box3)
BY_DISTANCE(sphere, flr_sphere, cylinder, flr_cylinder)
BY_DISTANCE(sphere, flr_sphere, cone, flr_cone)
BY_DISTANCE(sphere, flr_sphere, triangle, flr_triangle3)
BY_DISTANCE(sphere, flr_sphere, quad, flr_quad3)
BY_DISTANCE(sphere, flr_sphere, rectangle, flr_rectangle3)
BY_DISTANCE(sphere, flr_sphere, polygon, flr_polygon3)
BY_DISTANCE(sphere, flr_sphere, tetrahedron, flr_tetrahedron)
BY_DISTANCE(sphere, flr_sphere, polyhedron, flr_polyhedron3)

BY_DISTANCE(segment, flr_segment3, capsule, flr_capsule3)
BY_DISTANCE(ray, flr_ray3, capsule, flr_capsule3)
BY_DISTANCE(line, flr_line3, capsule, flr_capsule3)
BY_DISTANCE(capsule, flr_capsule3, capsule, flr_capsule3)
BY_DISTANCE(capsule, flr_capsule3, aabb, flr_aabb3)
BY_DISTANCE(capsule, flr_capsule3, box, flr_box3)
BY_DISTANCE(capsule, flr_capsule3, triangle, flr_triangle3)
BY_DISTANCE(capsule, flr_capsule3, quad, flr_quad3)
BY_DISTANCE(capsule, flr_capsule3, rectangle, flr_rectangle3)
BY_DISTANCE(capsule, flr_capsule3, polygon, flr_polygon3)
BY_DISTANCE(capsule, flr_capsule3, tetrahedron, flr_tetrahedron)
BY_DISTANCE(capsule, flr_capsule3, polyhedron, flr_polyhedron3)

bool flr_overlap3_sphere_sphere(const flr_sphere *a, const flr_sphere *b)
{
    simd_verdict v =
        simd3_sphere_sphere(simd3_all(a->center), (double)a->radius, simd3_all(b->center), (double)b->radius);
    return v.decided ? v.yes : flr_closest3_sphere_sphere(a, b).distance <= 0;
}

bool flr_overlap3_sphere_aabb(const flr_sphere *a, const flr_aabb3 *b)
{
    simd_verdict v =
        simd3_sphere_aabb(simd3_all(a->center), (double)a->radius, simd3_all(b->min), simd3_all(b->max));
    return v.decided ? v.yes : flr_closest3_sphere_aabb(a, b).distance <= 0;
}
