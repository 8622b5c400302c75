/// Linear casts of typed pairs in the plane: each shape becomes an outline, and outlines are cast
/// (sweep2_outline.c).
#include "feeler/sweep3.h"
#include "math/vectors.h"
#include "sweep/sweep2_outline.h"

// clang-format off
#define PAIR(name, type_a, kind_a, type_b, kind_b)                                                  \
    flr_sweep2_result name(type_a a, flr_vec2 motion, type_b b)                                     \
    {                                                                                               \
        const flr_outline2 x = flr_outline2_of_##kind_a(a), y = flr_outline2_of_##kind_b(b);        \
        return flr_sweep2_outline(&x, motion, &y);                                                  \
    }

PAIR(flr_sweep2_point_point, flr_vec2, point, flr_vec2, point)
PAIR(flr_sweep2_point_segment, flr_vec2, point, const flr_segment2 *, segment)
PAIR(flr_sweep2_point_ray, flr_vec2, point, const flr_ray2 *, ray)
PAIR(flr_sweep2_point_line, flr_vec2, point, const flr_line2 *, line)
PAIR(flr_sweep2_point_plane, flr_vec2, point, const flr_plane2 *, plane)
PAIR(flr_sweep2_point_halfspace, flr_vec2, point, const flr_halfspace2 *, halfspace)
PAIR(flr_sweep2_point_circle, flr_vec2, point, const flr_circle *, circle)
PAIR(flr_sweep2_point_capsule, flr_vec2, point, const flr_capsule2 *, capsule)
PAIR(flr_sweep2_point_aabb, flr_vec2, point, const flr_aabb2 *, aabb)
PAIR(flr_sweep2_point_box, flr_vec2, point, const flr_box2 *, box)
PAIR(flr_sweep2_point_triangle, flr_vec2, point, const flr_triangle2 *, triangle)
PAIR(flr_sweep2_point_polygon, flr_vec2, point, const flr_polygon2 *, polygon)

PAIR(flr_sweep2_segment_segment, const flr_segment2 *, segment, const flr_segment2 *, segment)
PAIR(flr_sweep2_segment_ray, const flr_segment2 *, segment, const flr_ray2 *, ray)
PAIR(flr_sweep2_segment_line, const flr_segment2 *, segment, const flr_line2 *, line)
PAIR(flr_sweep2_segment_plane, const flr_segment2 *, segment, const flr_plane2 *, plane)
PAIR(flr_sweep2_segment_halfspace, const flr_segment2 *, segment, const flr_halfspace2 *, halfspace)
PAIR(flr_sweep2_segment_circle, const flr_segment2 *, segment, const flr_circle *, circle)
PAIR(flr_sweep2_segment_capsule, const flr_segment2 *, segment, const flr_capsule2 *, capsule)
PAIR(flr_sweep2_segment_aabb, const flr_segment2 *, segment, const flr_aabb2 *, aabb)
PAIR(flr_sweep2_segment_box, const flr_segment2 *, segment, const flr_box2 *, box)
PAIR(flr_sweep2_segment_triangle, const flr_segment2 *, segment, const flr_triangle2 *, triangle)
PAIR(flr_sweep2_segment_polygon, const flr_segment2 *, segment, const flr_polygon2 *, polygon)

PAIR(flr_sweep2_ray_ray, const flr_ray2 *, ray, const flr_ray2 *, ray)
PAIR(flr_sweep2_ray_line, const flr_ray2 *, ray, const flr_line2 *, line)
PAIR(flr_sweep2_ray_plane, const flr_ray2 *, ray, const flr_plane2 *, plane)
PAIR(flr_sweep2_ray_halfspace, const flr_ray2 *, ray, const flr_halfspace2 *, halfspace)
PAIR(flr_sweep2_ray_circle, const flr_ray2 *, ray, const flr_circle *, circle)
PAIR(flr_sweep2_ray_capsule, const flr_ray2 *, ray, const flr_capsule2 *, capsule)
PAIR(flr_sweep2_ray_aabb, const flr_ray2 *, ray, const flr_aabb2 *, aabb)
PAIR(flr_sweep2_ray_box, const flr_ray2 *, ray, const flr_box2 *, box)
PAIR(flr_sweep2_ray_triangle, const flr_ray2 *, ray, const flr_triangle2 *, triangle)
PAIR(flr_sweep2_ray_polygon, const flr_ray2 *, ray, const flr_polygon2 *, polygon)

PAIR(flr_sweep2_line_line, const flr_line2 *, line, const flr_line2 *, line)
PAIR(flr_sweep2_line_plane, const flr_line2 *, line, const flr_plane2 *, plane)
PAIR(flr_sweep2_line_halfspace, const flr_line2 *, line, const flr_halfspace2 *, halfspace)
PAIR(flr_sweep2_line_circle, const flr_line2 *, line, const flr_circle *, circle)
PAIR(flr_sweep2_line_capsule, const flr_line2 *, line, const flr_capsule2 *, capsule)
PAIR(flr_sweep2_line_aabb, const flr_line2 *, line, const flr_aabb2 *, aabb)
PAIR(flr_sweep2_line_box, const flr_line2 *, line, const flr_box2 *, box)
PAIR(flr_sweep2_line_triangle, const flr_line2 *, line, const flr_triangle2 *, triangle)
PAIR(flr_sweep2_line_polygon, const flr_line2 *, line, const flr_polygon2 *, polygon)

PAIR(flr_sweep2_plane_plane, const flr_plane2 *, plane, const flr_plane2 *, plane)
PAIR(flr_sweep2_plane_halfspace, const flr_plane2 *, plane, const flr_halfspace2 *, halfspace)
PAIR(flr_sweep2_plane_circle, const flr_plane2 *, plane, const flr_circle *, circle)
PAIR(flr_sweep2_plane_capsule, const flr_plane2 *, plane, const flr_capsule2 *, capsule)
PAIR(flr_sweep2_plane_aabb, const flr_plane2 *, plane, const flr_aabb2 *, aabb)
PAIR(flr_sweep2_plane_box, const flr_plane2 *, plane, const flr_box2 *, box)
PAIR(flr_sweep2_plane_triangle, const flr_plane2 *, plane, const flr_triangle2 *, triangle)
PAIR(flr_sweep2_plane_polygon, const flr_plane2 *, plane, const flr_polygon2 *, polygon)

PAIR(flr_sweep2_halfspace_halfspace, const flr_halfspace2 *, halfspace, const flr_halfspace2 *, halfspace)
PAIR(flr_sweep2_halfspace_circle, const flr_halfspace2 *, halfspace, const flr_circle *, circle)
PAIR(flr_sweep2_halfspace_capsule, const flr_halfspace2 *, halfspace, const flr_capsule2 *, capsule)
PAIR(flr_sweep2_halfspace_aabb, const flr_halfspace2 *, halfspace, const flr_aabb2 *, aabb)
PAIR(flr_sweep2_halfspace_box, const flr_halfspace2 *, halfspace, const flr_box2 *, box)
PAIR(flr_sweep2_halfspace_triangle, const flr_halfspace2 *, halfspace, const flr_triangle2 *, triangle)
PAIR(flr_sweep2_halfspace_polygon, const flr_halfspace2 *, halfspace, const flr_polygon2 *, polygon)

PAIR(flr_sweep2_circle_circle, const flr_circle *, circle, const flr_circle *, circle)
PAIR(flr_sweep2_circle_capsule, const flr_circle *, circle, const flr_capsule2 *, capsule)
PAIR(flr_sweep2_circle_aabb, const flr_circle *, circle, const flr_aabb2 *, aabb)
PAIR(flr_sweep2_circle_box, const flr_circle *, circle, const flr_box2 *, box)
PAIR(flr_sweep2_circle_triangle, const flr_circle *, circle, const flr_triangle2 *, triangle)
PAIR(flr_sweep2_circle_polygon, const flr_circle *, circle, const flr_polygon2 *, polygon)

PAIR(flr_sweep2_capsule_capsule, const flr_capsule2 *, capsule, const flr_capsule2 *, capsule)
PAIR(flr_sweep2_capsule_aabb, const flr_capsule2 *, capsule, const flr_aabb2 *, aabb)
PAIR(flr_sweep2_capsule_box, const flr_capsule2 *, capsule, const flr_box2 *, box)
PAIR(flr_sweep2_capsule_triangle, const flr_capsule2 *, capsule, const flr_triangle2 *, triangle)
PAIR(flr_sweep2_capsule_polygon, const flr_capsule2 *, capsule, const flr_polygon2 *, polygon)

PAIR(flr_sweep2_aabb_aabb, const flr_aabb2 *, aabb, const flr_aabb2 *, aabb)
PAIR(flr_sweep2_aabb_box, const flr_aabb2 *, aabb, const flr_box2 *, box)
PAIR(flr_sweep2_aabb_triangle, const flr_aabb2 *, aabb, const flr_triangle2 *, triangle)
PAIR(flr_sweep2_aabb_polygon, const flr_aabb2 *, aabb, const flr_polygon2 *, polygon)

PAIR(flr_sweep2_box_box, const flr_box2 *, box, const flr_box2 *, box)
PAIR(flr_sweep2_box_triangle, const flr_box2 *, box, const flr_triangle2 *, triangle)
PAIR(flr_sweep2_box_polygon, const flr_box2 *, box, const flr_polygon2 *, polygon)

PAIR(flr_sweep2_triangle_triangle, const flr_triangle2 *, triangle, const flr_triangle2 *, triangle)
PAIR(flr_sweep2_triangle_polygon, const flr_triangle2 *, triangle, const flr_polygon2 *, polygon)

PAIR(flr_sweep2_polygon_polygon, const flr_polygon2 *, polygon, const flr_polygon2 *, polygon)
// clang-format on

static flr_aabb3 flat(const flr_aabb2 *b)
{
    flr_aabb3 box = {{b->min.x, b->min.y, 0}, {b->max.x, b->max.y, 0}};
    return box;
}

flr_sweep2_span flr_sweep2_span_aabb_aabb(const flr_aabb2 *a, flr_vec2 motion, const flr_aabb2 *b)
{
    const flr_aabb3 x = flat(a), y = flat(b);
    flr_sweep3_span s = flr_sweep3_span_aabb_aabb(&x, flr_in_space(motion), &y);
    flr_sweep2_span r = {s.hit, s.overlap_at_start, s.t_first, s.t_last, {s.axis.x, s.axis.y}, s.index};
    return r;
}
