/// Feeler: ray casts in the plane: where do a line, ray or segment and a shape first intersect?
///
/// All three are a path: the points origin + t * direction, t_min <= t <= t_max. t is the coefficient of the
/// direction as given, not a length. Shapes are closed: starting, ending, grazing or running along one is a
/// hit. No answer holds a NaN. triangle, polygon (concave too), aabb, box, circle, capsule and halfspace are
/// solid.
#ifndef FEELER_RAYCAST2_H
#define FEELER_RAYCAST2_H

#include "feeler/shape2.h"

FLR_EXTERN_C_BEGIN

/// A prepared path, made by the flr_raycast2_path functions. Only t_max may be changed: lower it between casts
/// to find the nearest of many shapes.
typedef struct flr_raycast2_path {
    flr_vec2 origin, direction;
    flr_real t_min, t_max;
    flr_vec2 target;  ///< the far end, where to_target
    bool to_target;   ///< a segment: decisions use the target, not the rounded direction
    bool is_point;    ///< zero direction: the path is its origin, at the t nearest to 0
} flr_raycast2_path;

/// origin + t * direction, t_min <= t <= t_max; both may be infinite.
FLR_API flr_raycast2_path flr_raycast2_path_make(flr_vec2 origin, flr_vec2 direction, flr_real t_min,
                                                 flr_real t_max);
/// t >= 0.
FLR_API flr_raycast2_path flr_raycast2_path_ray(const flr_ray2 *r);
/// All t; the first hit has the least t, which may be negative.
FLR_API flr_raycast2_path flr_raycast2_path_line(const flr_line2 *l);
/// t from 0 at a to 1 at b.
FLR_API flr_raycast2_path flr_raycast2_path_segment(const flr_segment2 *s);

/// The first hit; all zero without one.
typedef struct flr_rayhit2 {
    bool hit;
    /// Starts in the solid or on its boundary: t is t_min, the normal zero.
    bool inside;
    flr_real t;       ///< in [t_min, t_max]; infinite where a line runs along a line or leaves a halfspace
    flr_real t_last;  ///< the greatest t on the shape; where a convex one is left
    flr_vec2 point;   ///< on the shape, corners bit for bit; zero where t is infinite
    /// Unit, perpendicular to the boundary, facing the path (normal . direction <= 0, but for rounding). On points and at ends:
    /// against the path.
    flr_vec2 normal;
    /// Edge of entry; 0 where it starts inside. aabb, box: 2 k for the lower, 2 k + 1 for the upper side of axis
    /// k. Triangle, polygon, convex corners in order: from corner i to the next; at a corner
    /// either edge. Halfspaces: index. Else 0.
    uint32_t edge;
    uint32_t edge_last;  ///< likewise at t_last, if that is before t_max
} flr_rayhit2;

/// Keeps `next` if it is nearer than `best` and lowers the path's t_max, to loop over shapes. On a tie the
/// first stays. Returns whether it was kept. Zero `best` first.
static inline bool flr_raycast2_keep_nearer(flr_raycast2_path *path, flr_rayhit2 *best,
                                            const flr_rayhit2 *next)
{
    if (!next->hit || (best->hit && !(next->t < best->t))) return false;
    *best = *next;
    if (!path->is_point) path->t_max = next->t;
    return true;
}

/// Whether rays, lines and segments hit is exact (boxes: for the corners of feeler/overlap2.h); other limits
/// are compared with t as rounded to double. Points lie within 2 ulp of the scene's size from the shape: the
/// largest of the distances from the origin to corners and hit, the hit's coordinates, and the radius.
FLR_API flr_rayhit2 flr_raycast2_ray_point(const flr_raycast2_path *path, flr_vec2 p);
FLR_API flr_rayhit2 flr_raycast2_ray_segment(const flr_raycast2_path *path, const flr_segment2 *s);
FLR_API flr_rayhit2 flr_raycast2_ray_ray(const flr_raycast2_path *path, const flr_ray2 *s);
FLR_API flr_rayhit2 flr_raycast2_ray_line(const flr_raycast2_path *path, const flr_line2 *s);
FLR_API flr_rayhit2 flr_raycast2_ray_plane(const flr_raycast2_path *path, const flr_plane2 *s);
FLR_API flr_rayhit2 flr_raycast2_ray_halfspace(const flr_raycast2_path *path, const flr_halfspace2 *s);
FLR_API flr_rayhit2 flr_raycast2_ray_aabb(const flr_raycast2_path *path, const flr_aabb2 *s);
FLR_API flr_rayhit2 flr_raycast2_ray_box(const flr_raycast2_path *path, const flr_box2 *s);
FLR_API flr_rayhit2 flr_raycast2_ray_triangle(const flr_raycast2_path *path, const flr_triangle2 *s);
FLR_API flr_rayhit2 flr_raycast2_ray_polygon(const flr_raycast2_path *path, const flr_polygon2 *s);

/// The intersection of `count` halfspaces, bounded or not; all of the plane for none. Within 4 ulp (Cyrus and
/// Beck 1978).
FLR_API flr_rayhit2 flr_raycast2_ray_halfspaces(const flr_raycast2_path *path, const flr_halfspace2 *faces,
                                                size_t count);

/// Exact likewise, as in feeler/overlap2.h. Radius 0: a point or segment.
FLR_API flr_rayhit2 flr_raycast2_ray_circle(const flr_raycast2_path *path, const flr_circle *s);
FLR_API flr_rayhit2 flr_raycast2_ray_capsule(const flr_raycast2_path *path, const flr_capsule2 *s);

FLR_EXTERN_C_END
#endif
