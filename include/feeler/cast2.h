/// Feeler: lines, rays and segments against shapes of the plane: where do they first meet?
///
/// As in space (feeler/cast.h) all three are one thing, a path: the points origin + t * direction with
/// t_min <= t <= t_max, t being the coefficient of the direction as given, never a length. Shapes are
/// closed: a path that starts or ends on a shape, grazes it in a corner or runs along an edge hits it.
/// triangle, polygon (concave too), aabb, box, circle, capsule and halfspace are solid. No answer ever
/// holds a NaN.
#ifndef FEELER_CAST2_H
#define FEELER_CAST2_H

#include "feeler/shape2.h"

FLR_EXTERN_C_BEGIN

/// A part of a line. Filled in by the flr_cast2_path functions; t_max may be lowered between casts, which
/// is how the nearest of many shapes is found. The rest is read-only.
typedef struct flr_cast2_path {
    flr_vec2 origin, direction;
    flr_real t_min, t_max;
    flr_vec2 target;  ///< the far end, where to_target
    bool to_target;   ///< decisions are made for the target itself, not for the rounded direction
    bool is_point;    ///< the direction is zero: the path is its origin, at the t nearest to 0
} flr_cast2_path;

/// The points origin + t * direction with t_min <= t <= t_max; either may be infinite.
FLR_API flr_cast2_path flr_cast2_path_make(flr_vec2 origin, flr_vec2 direction, flr_real t_min,
                                           flr_real t_max);
/// t from 0 on.
FLR_API flr_cast2_path flr_cast2_path_ray(const flr_ray2 *r);
/// Every t. The first hit is the one of least t, which may be negative.
FLR_API flr_cast2_path flr_cast2_path_line(const flr_line2 *l);
/// t from 0 at a to 1 at b.
FLR_API flr_cast2_path flr_cast2_path_segment(const flr_segment2 *s);

/// Where a path first meets a shape. All zero where it does not.
typedef struct flr_cast2 {
    bool hit;
    /// The path starts in the solid, or on its boundary. t is then t_min and the normal is zero.
    bool inside;
    flr_real t;  ///< within [t_min, t_max]; infinite where a line runs along a line or out of a halfspace
    flr_real t_last;  ///< the greatest t on the shape: for a convex one where the path leaves it
    flr_vec2 point;   ///< on the shape, a corner's own bits where it is one; zero where t is infinite
    /// Unit, square to the edge or round boundary, facing the path (normal . direction <= 0). For a
    /// point, and where the path meets the end of what it runs along: against the path.
    /// Zero for a path without direction.
    flr_vec2 normal;
} flr_cast2;

/// Takes `next` where it is a hit and nearer than the best so far, and then lowers the path's t_max, so
/// that a loop over shapes ends with the nearest. Of hits at the same t the first is kept. Returns
/// whether `next` was taken. `best` starts as a zeroed struct.
static inline bool flr_cast2_keep_nearer(flr_cast2_path *path, flr_cast2 *best, const flr_cast2 *next)
{
    if (!next->hit || (best->hit && !(next->t < best->t))) return false;
    *best = *next;
    if (!path->is_point) path->t_max = next->t;
    return true;
}

/// Whether a path hits is exact for rays, lines and segments as made above (t_min 0 or -infinity, t_max
/// infinity, or the ends of a segment) against points, segments, rays, lines, planes, halfspaces, aabbs,
/// triangles and polygons, and boxes by the corners of overlap2.h: the sides of the corners are exact signs
/// (RTCD 5.1.9.1 by orientation, with a direction for a ray). Other limits are compared with the rounded t.
/// The hit point lies within 2 units in the last place of the scene's size from the shape, and t is off by
/// no more than that when measured square to the boundary; the scene's size is the largest of the
/// distances from the path's origin to a corner or hit, the coordinates of the hit, and the radius.
FLR_API flr_cast2 flr_cast2_ray_point(const flr_cast2_path *path, flr_vec2 p);
FLR_API flr_cast2 flr_cast2_ray_segment(const flr_cast2_path *path, const flr_segment2 *s);
FLR_API flr_cast2 flr_cast2_ray_ray(const flr_cast2_path *path, const flr_ray2 *s);
FLR_API flr_cast2 flr_cast2_ray_line(const flr_cast2_path *path, const flr_line2 *s);
FLR_API flr_cast2 flr_cast2_ray_plane(const flr_cast2_path *path, const flr_plane2 *s);
FLR_API flr_cast2 flr_cast2_ray_halfspace(const flr_cast2_path *path, const flr_halfspace2 *s);
FLR_API flr_cast2 flr_cast2_ray_aabb(const flr_cast2_path *path, const flr_aabb2 *s);
FLR_API flr_cast2 flr_cast2_ray_box(const flr_cast2_path *path, const flr_box2 *s);
FLR_API flr_cast2 flr_cast2_ray_triangle(const flr_cast2_path *path, const flr_triangle2 *s);
FLR_API flr_cast2 flr_cast2_ray_polygon(const flr_cast2_path *path, const flr_polygon2 *s);

/// RTCD 5.3.2 from the point of the line nearest to the centre, and the chord by a cross product there,
/// so that far origins lose nothing. Whether such a path as above hits is exact here too, as in feeler/overlap2.h. A radius of 0
/// is a point or segment.
FLR_API flr_cast2 flr_cast2_ray_circle(const flr_cast2_path *path, const flr_circle *s);
FLR_API flr_cast2 flr_cast2_ray_capsule(const flr_cast2_path *path, const flr_capsule2 *s);

FLR_EXTERN_C_END
#endif
