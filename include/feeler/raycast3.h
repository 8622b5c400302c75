/// Feeler: ray casts in space: where do a line, ray or segment and a shape first intersect?
///
/// All three are a path: the points origin + t * direction, t_min <= t <= t_max. t is the coefficient of the
/// direction as given, not a length.
///
/// Shapes are closed: starting, ending, grazing or running along one is a hit. A zero direction asks whether
/// the origin lies on the shape; t is then the number of [t_min, t_max] nearest to 0. NaN, infinities (except
/// in t_min, t_max), empty ranges and meaningless shapes do not hit. No answer holds a NaN.
///
/// Whether a path hits is exact for flat shapes, aabbs, polyhedra and meshes, and for spheres, capsules,
/// cylinders and cones (docs/accuracy.md has the range). Hit points of flat shapes lie within 1 ulp of the
/// size from the path and 2 from the face. The size is the largest of the distance from origin to shape, the
/// shape's measures and the hit's coordinates.
///
/// Pure functions: no memory, no state.
#ifndef FEELER_RAYCAST3_H
#define FEELER_RAYCAST3_H

#include "feeler/mesh3.h"

FLR_EXTERN_C_BEGIN

/// A prepared path, made by the flr_raycast3_path functions. Only t_max may be changed: lower it between casts
/// to find the nearest of many shapes.
typedef struct flr_raycast3_path {
    flr_vec3 origin, direction;
    flr_real t_min, t_max;
    flr_vec3 target;       ///< the far end, where to_target
    bool to_target;        ///< a segment: decisions use the target, not the rounded direction
    bool is_point;         ///< zero direction; direction is then an axis, t_min = t_max = 0
    bool negative[3];      ///< signs of the direction
    flr_real point_t;      ///< the t to report where is_point
    double reciprocal[3];  ///< of the direction; infinite where it is 0
    double spread;         ///< sum of the direction's absolute values
} flr_raycast3_path;

/// origin + t * direction, t_min <= t <= t_max; both may be infinite.
FLR_API flr_raycast3_path flr_raycast3_path_make(flr_vec3 origin, flr_vec3 direction, flr_real t_min,
                                                 flr_real t_max);
/// t >= 0.
FLR_API flr_raycast3_path flr_raycast3_path_ray(const flr_ray3 *r);
/// All t; the first hit has the least t, which may be negative.
FLR_API flr_raycast3_path flr_raycast3_path_line(const flr_line3 *l);
/// t from 0 at a to 1 at b. Exact decisions hold for a and b as given.
FLR_API flr_raycast3_path flr_raycast3_path_segment(const flr_segment3 *s);

/// The first hit; all zero without one.
typedef struct flr_rayhit3 {
    bool hit;
    /// Starts in the solid or on its boundary: t is t_min, the normal zero.
    bool inside;
    flr_real t;       ///< within [t_min, t_max]
    flr_real t_exit;  ///< where it leaves the shape, at most t_max; for sheets t
    flr_vec3 point;   ///< on the shape; zero where t is infinite
    /// Unit, perpendicular to the surface, facing the path (normal . direction <= 0, but for rounding); along a sheet either
    /// of the two.
    flr_vec3 normal;
    /// Plane or polygon: the path runs within its plane.
    bool along;
    /// Face of entry. aabb, box: 2 k for the lower, 2 k + 1 for the upper face of axis k. Tetrahedron: the
    /// opposite corner. Cylinder: 0 side, 1 and 2 discs at a and b. Cone: 0 side, 1 base. Halfspaces,
    /// polyhedron: index. Else 0.
    uint32_t face;
    uint32_t face_exit;  ///< of tetrahedron, halfspaces and polyhedron, if it leaves before t_max
} flr_rayhit3;

/// The same for shapes made of triangles.
typedef struct flr_raycast3_triangle {
    bool hit;
    bool inside;  ///< as in flr_rayhit3; only with FLR_RAYCAST_SOLID
    /// Hit on the side where corners run counter-clockwise, or along the sheet.
    bool front;
    bool along;               ///< the path runs within the triangle's plane
    uint32_t triangle;        ///< its index; 0 for a single one
    flr_real t;               ///< within [t_min, t_max]
    flr_vec3 point, normal;   ///< see flr_rayhit3
    flr_real barycentric[3];  ///< weights of its corners in [0, 1], sum 1
} flr_raycast3_triangle;

/// Options, to be added up.
enum {
    FLR_RAYCAST_BOTH_SIDES = 0,
    /// Only the front of triangles; nothing along their plane.
    FLR_RAYCAST_FRONT_ONLY = 1,
    /// A watertight mesh is the solid it encloses; others are not affected.
    FLR_RAYCAST_SOLID = 2,
    /// Of meshes only the back of triangles, as FLR_RAYCAST_FRONT_ONLY the front; other shapes are not affected.
    FLR_RAYCAST_BACK_ONLY = 4
};

/// Keeps `next` if it is nearer than `best` and lowers the path's t_max, to loop over shapes. On a tie the
/// first stays. Returns whether it was kept. Zero `best` first.
static inline bool flr_raycast3_keep_nearer(flr_raycast3_path *path, flr_rayhit3 *best,
                                            const flr_rayhit3 *next)
{
    if (!next->hit || (best->hit && !(next->t < best->t))) return false;
    *best = *next;
    if (!path->is_point) path->t_max = next->t;
    return true;
}
static inline bool flr_raycast3_keep_nearer_triangle(flr_raycast3_path *path, flr_raycast3_triangle *best,
                                                     const flr_raycast3_triangle *next)
{
    if (!next->hit || (best->hit && !(next->t < best->t))) return false;
    *best = *next;
    if (!path->is_point) path->t_max = next->t;
    return true;
}

/// Segment, or a point where a == b. Exact; no normal. The point is within 1 ulp of both.
FLR_API flr_rayhit3 flr_raycast3_ray_segment(const flr_raycast3_path *path, const flr_segment3 *s);

/// A sheet: a path within it hits at t_min. The point is within 4 ulp of the plane.
FLR_API flr_rayhit3 flr_raycast3_ray_plane(const flr_raycast3_path *path, const flr_plane3 *p);
/// Solid. For a line, t may be -infinity and t_exit infinity. Within 4 ulp.
FLR_API flr_rayhit3 flr_raycast3_ray_halfspace(const flr_raycast3_path *path, const flr_halfspace3 *h);

/// The point is within 4 ulp of the surface. Close touches are decided exactly, in microseconds. Radius 0: a
/// point.
FLR_API flr_rayhit3 flr_raycast3_ray_sphere(const flr_raycast3_path *path, const flr_sphere *s);
/// As for the sphere. Radius 0: a segment.
FLR_API flr_rayhit3 flr_raycast3_ray_capsule(const flr_raycast3_path *path, const flr_capsule3 *c);

/// The point is within 1.5 ulp of the surface, 2.8 of the path, for any flatness. Hit or miss is right beyond
/// 1 ulp. Radii of 0: disc, segment, point. Radii and distance must differ in size by less than 2^350.
FLR_API flr_rayhit3 flr_raycast3_ray_ellipsoid(const flr_raycast3_path *path, const flr_ellipsoid *e);

/// Exact. t is within 2 ulp of itself. At an edge the first axis gives the normal.
FLR_API flr_rayhit3 flr_raycast3_ray_aabb(const flr_raycast3_path *path, const flr_aabb3 *b);
/// The point is within 6 ulp of the surface.
FLR_API flr_rayhit3 flr_raycast3_ray_box(const flr_raycast3_path *path, const flr_box3 *b);

/// The point is within 8 ulp of the surface.
FLR_API flr_rayhit3 flr_raycast3_ray_cylinder(const flr_raycast3_path *path, const flr_cylinder *c);
/// As for the cylinder.
FLR_API flr_rayhit3 flr_raycast3_ray_cone(const flr_raycast3_path *path, const flr_cone *c);

/// A cylinder's round side only: a sheet, also hit from within; t_exit is the last crossing. Within 2 ulp;
/// hit or miss is right beyond 64 ulp. Radius 0: a segment.
FLR_API flr_rayhit3 flr_raycast3_ray_tube(const flr_raycast3_path *path, const flr_cylinder *c);
/// The solid around the whole line through a and b. Accuracy as for the tube. A line along the axis has the
/// path's t and t_exit, no point and normal. Radius 0: no hit.
FLR_API flr_rayhit3 flr_raycast3_ray_endless_cylinder(const flr_raycast3_path *path, const flr_cylinder *c);

/// Exact in every case. Neighbours agree about their shared edge, so no path slips between them. After
/// Moeller and Trumbore 1997.
FLR_API flr_raycast3_triangle flr_raycast3_ray_triangle(const flr_raycast3_path *path, const flr_triangle3 *t,
                                                        unsigned options);
/// Sides a b and a c. Triangle 0 is a b c, triangle 1 is c, b and the fourth corner. Exact unless the path
/// lies in its plane.
FLR_API flr_raycast3_triangle flr_raycast3_ray_parallelogram(const flr_raycast3_path *path,
                                                             const flr_triangle3 *corners, unsigned options);
/// As two triangles: a b c and a c d; with a reflex b or d, b c d and b d a. Exact.
FLR_API flr_raycast3_triangle flr_raycast3_ray_quad(const flr_raycast3_path *path, const flr_quad3 *q,
                                                    unsigned options);
/// With half sides x and y: a = center - x - y, b = center + x - y, c = center + x + y, d = center - x + y;
/// triangles a b c and a c d. The front is where axis_x x axis_y points. Within 4 ulp.
FLR_API flr_raycast3_triangle flr_raycast3_ray_rectangle(const flr_raycast3_path *path,
                                                         const flr_rectangle3 *r, unsigned options);
/// Simple and planar, concave or not. Exact. Fewer than three corners: segment or point.
FLR_API flr_rayhit3 flr_raycast3_ray_polygon(const flr_raycast3_path *path, const flr_polygon3 *p);

/// Solid, either winding. Exact.
FLR_API flr_rayhit3 flr_raycast3_ray_tetrahedron(const flr_raycast3_path *path, const flr_tetrahedron *t);
/// Convex, by its faces. Exact; watertight where faces share corners. O(faces): for many casts use a mesh or
/// halfspaces.
FLR_API flr_rayhit3 flr_raycast3_ray_polyhedron(const flr_raycast3_path *path, const flr_polyhedron3 *h);
/// The intersection of `count` halfspaces, bounded or not; all of space for none. Within 4 ulp (Cyrus and
/// Beck 1978).
FLR_API flr_rayhit3 flr_raycast3_ray_halfspaces(const flr_raycast3_path *path, const flr_halfspace3 *faces,
                                                size_t count);

/// The nearest triangle of a placed mesh; on a tie the lowest index. Exact for vertices rounded once in
/// world, so watertight. With FLR_RAYCAST_SOLID a path that starts inside a watertight mesh hits at t_min.
FLR_API flr_raycast3_triangle flr_raycast3_ray_mesh(const flr_raycast3_path *path, const flr_instance3 *m,
                                                    unsigned options);
/// Is anything hit? As flr_raycast3_ray_mesh, faster.
FLR_API bool flr_raycast3_ray_mesh_any(const flr_raycast3_path *path, const flr_instance3 *m,
                                       unsigned options);

/// Receives each triangle hit; returns false to stop.
typedef bool flr_raycast3_hit_fn(void *user, const flr_raycast3_triangle *hit);

/// Which triangles of a mesh a path may hit. All zero: every one.
typedef struct flr_raycast3_filter {
    const uint32_t *masks;  ///< bits of each triangle, by its index; null: all of every one
    uint32_t mask;          ///< a triangle counts where it has one of these bits; not read without masks
    /// Does this hit count? Asked of hits that no nearer one has ruled out, in no certain order; null: each does.
    flr_raycast3_hit_fn *accept;
    void *user;  ///< for accept
} flr_raycast3_filter;

/// flr_raycast3_ray_mesh among the triangles that the filter lets pass, or all without one. FLR_RAYCAST_SOLID is ignored.
FLR_API flr_raycast3_triangle flr_raycast3_ray_mesh_with(const flr_raycast3_path *path,
                                                         const flr_instance3 *m, unsigned options,
                                                         const flr_raycast3_filter *filter);
/// Is any of those hit?
FLR_API bool flr_raycast3_ray_mesh_any_with(const flr_raycast3_path *path, const flr_instance3 *m,
                                            unsigned options, const flr_raycast3_filter *filter);

/// Every triangle hit, in a fixed order; on a shared edge both. FLR_RAYCAST_SOLID is ignored. FLR_CANCELLED
/// where the callback stopped, FLR_INVALID_ARGUMENT for null.
FLR_API flr_status flr_raycast3_ray_mesh_all(const flr_raycast3_path *path, const flr_instance3 *m,
                                             unsigned options, flr_raycast3_hit_fn *report, void *user);

FLR_EXTERN_C_END
#endif
