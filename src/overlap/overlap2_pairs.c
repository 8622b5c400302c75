/// Do two shapes of the plane overlap, and on which side of a shape's boundary does a point lie?
///
/// Both shapes become outlines (closest/outline2.h), for which one function answers all pairs. For a point
/// and an area, overlap and containment are the same question.
#include "feeler/overlap2.h"

#include "closest/outline2_fast.h"

#define PAIR(name, a, b)                                                                                     \
    bool name(FLR_ARGUMENT2_##a(first), FLR_ARGUMENT2_##b(second))                                           \
    {                                                                                                        \
        const flr_outline2 x = flr_outline2_of_##a(first), y = flr_outline2_of_##b(second);                  \
        return flr_outline2_meet(&x, &y);                                                                    \
    }

// clang-format off
bool flr_overlap2_point_point(flr_vec2 a, flr_vec2 b) { return a.x == b.x && a.y == b.y; }
PAIR(flr_overlap2_point_segment, point, segment)
PAIR(flr_overlap2_point_ray, point, ray)
PAIR(flr_overlap2_point_line, point, line)
PAIR(flr_overlap2_point_plane, point, plane)
PAIR(flr_overlap2_point_halfspace, point, halfspace)
bool flr_overlap2_point_circle(flr_vec2 a, const flr_circle *b)
{
    return flr_contains2_circle_point(b, a) != FLR_OUTSIDE;
}
PAIR(flr_overlap2_point_capsule, point, capsule)
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

PAIR(flr_overlap2_segment_segment, segment, segment)
PAIR(flr_overlap2_segment_ray, segment, ray)
PAIR(flr_overlap2_segment_line, segment, line)
PAIR(flr_overlap2_segment_plane, segment, plane)
PAIR(flr_overlap2_segment_halfspace, segment, halfspace)
PAIR(flr_overlap2_segment_circle, segment, circle)
PAIR(flr_overlap2_segment_capsule, segment, capsule)
PAIR(flr_overlap2_segment_aabb, segment, aabb)
PAIR(flr_overlap2_segment_box, segment, box)
PAIR(flr_overlap2_segment_triangle, segment, triangle)
PAIR(flr_overlap2_segment_polygon, segment, polygon)

PAIR(flr_overlap2_ray_ray, ray, ray)
PAIR(flr_overlap2_ray_line, ray, line)
PAIR(flr_overlap2_ray_plane, ray, plane)
PAIR(flr_overlap2_ray_halfspace, ray, halfspace)
PAIR(flr_overlap2_ray_circle, ray, circle)
PAIR(flr_overlap2_ray_capsule, ray, capsule)
PAIR(flr_overlap2_ray_aabb, ray, aabb)
PAIR(flr_overlap2_ray_box, ray, box)
PAIR(flr_overlap2_ray_triangle, ray, triangle)
PAIR(flr_overlap2_ray_polygon, ray, polygon)

PAIR(flr_overlap2_line_line, line, line)
PAIR(flr_overlap2_line_plane, line, plane)
PAIR(flr_overlap2_line_halfspace, line, halfspace)
PAIR(flr_overlap2_line_circle, line, circle)
PAIR(flr_overlap2_line_capsule, line, capsule)
PAIR(flr_overlap2_line_aabb, line, aabb)
PAIR(flr_overlap2_line_box, line, box)
PAIR(flr_overlap2_line_triangle, line, triangle)
PAIR(flr_overlap2_line_polygon, line, polygon)

PAIR(flr_overlap2_plane_plane, plane, plane)
PAIR(flr_overlap2_plane_halfspace, plane, halfspace)
PAIR(flr_overlap2_plane_circle, plane, circle)
PAIR(flr_overlap2_plane_capsule, plane, capsule)
PAIR(flr_overlap2_plane_aabb, plane, aabb)
PAIR(flr_overlap2_plane_box, plane, box)
PAIR(flr_overlap2_plane_triangle, plane, triangle)
PAIR(flr_overlap2_plane_polygon, plane, polygon)

PAIR(flr_overlap2_halfspace_halfspace, halfspace, halfspace)
PAIR(flr_overlap2_halfspace_circle, halfspace, circle)
PAIR(flr_overlap2_halfspace_capsule, halfspace, capsule)
PAIR(flr_overlap2_halfspace_aabb, halfspace, aabb)
PAIR(flr_overlap2_halfspace_box, halfspace, box)
PAIR(flr_overlap2_halfspace_triangle, halfspace, triangle)
PAIR(flr_overlap2_halfspace_polygon, halfspace, polygon)

bool flr_overlap2_circle_circle(const flr_circle *a, const flr_circle *b)
{
    return flr_within2_sign(a->center, b->center, a->radius, b->radius) >= 0;
}
PAIR(flr_overlap2_circle_capsule, circle, capsule)
PAIR(flr_overlap2_circle_aabb, circle, aabb)
PAIR(flr_overlap2_circle_box, circle, box)
PAIR(flr_overlap2_circle_triangle, circle, triangle)
PAIR(flr_overlap2_circle_polygon, circle, polygon)

PAIR(flr_overlap2_capsule_capsule, capsule, capsule)
PAIR(flr_overlap2_capsule_aabb, capsule, aabb)
PAIR(flr_overlap2_capsule_box, capsule, box)
PAIR(flr_overlap2_capsule_triangle, capsule, triangle)
PAIR(flr_overlap2_capsule_polygon, capsule, polygon)

bool flr_overlap2_aabb_aabb(const flr_aabb2 *a, const flr_aabb2 *b)
{
    return a->min.x <= b->max.x && b->min.x <= a->max.x && a->min.y <= b->max.y && b->min.y <= a->max.y;
}
PAIR(flr_overlap2_aabb_box, aabb, box)
PAIR(flr_overlap2_aabb_triangle, aabb, triangle)
PAIR(flr_overlap2_aabb_polygon, aabb, polygon)

PAIR(flr_overlap2_box_box, box, box)
PAIR(flr_overlap2_box_triangle, box, triangle)
PAIR(flr_overlap2_box_polygon, box, polygon)

PAIR(flr_overlap2_triangle_triangle, triangle, triangle)
PAIR(flr_overlap2_triangle_polygon, triangle, polygon)

PAIR(flr_overlap2_polygon_polygon, polygon, polygon)
// clang-format on
