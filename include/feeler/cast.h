/// Feeler: lines, rays and segments against shapes in space: where do they first meet?
///
/// All three are one thing here, a path: the points origin + t * direction with t_min <= t <= t_max. t is
/// always the coefficient of the direction as given, never a length; directions need not be unit.
///
/// Shapes are closed, so touching is a hit: a path that starts or ends on a shape, grazes it in a
/// point, runs along a face or in the plane of a sheet. A zero direction, and a segment between
/// equal points, asks whether the origin itself lies on the shape; t is then the number of [t_min, t_max]
/// nearest to 0. A path or shape with a NaN or an infinity (t_min and t_max may be infinite), an empty
/// range and a shape without meaning (see feeler/shape3.h) are no hit. No answer ever holds a NaN.
///
/// Exact: whether a path hits a point, segment, triangle, parallelogram, quad, polygon, tetrahedron, polyhedron,
/// axis-aligned box or mesh is decided exactly for every finite input whose products t * direction neither overflow nor
/// underflow; whether it hits a sphere, capsule, cylinder or cone while the coordinates and radii that are not 0, and
/// those of the direction, each differ in size by less than 2^350. So a line, ray or segment hits just what it overlaps.
/// Everything else is computed in double; the comment of each function says how well.
/// "Size" in these bounds is the largest of the distances from the path's origin to the
/// shape, of the shape's own measures, and of the coordinates that enter the result; ulp is its
/// rounding unit. Of triangle, parallelogram, quad, polygon, tetrahedron, polyhedron and mesh the point lies within 1 ulp of the
/// size from the path and 2 ulp from the plane of the face, so t is that far off at most; the weights of corners give a point
/// within 3 ulp of the path, and the normal is within 4 ulp (of a polygon's plane 8).
///
/// Every function is pure: no memory, no state, safe from any thread.
#ifndef FEELER_CAST_H
#define FEELER_CAST_H

#include "feeler/mesh.h"

FLR_EXTERN_C_BEGIN

/// A part of a line, made ready to be cast at many shapes. Filled in by the flr_cast3_path functions;
/// t_max may be lowered between casts, which is how the nearest of many shapes is found. The rest is
/// read-only.
typedef struct flr_cast3_path {
    flr_vec3 origin, direction;
    flr_real t_min, t_max;
    flr_vec3 target;   ///< the far end, where to_target
    bool to_target;    ///< direction is target - origin, rounded; decisions are made for the target itself
    bool is_point;     ///< the direction given was zero; direction is then an axis and t_min = t_max = 0
    bool negative[3];  ///< signs of the direction
    flr_real point_t;  ///< the t to report where is_point
    double reciprocal[3];  ///< of the direction; infinite where it is 0
    double spread;         ///< sum of the absolute values of the direction
} flr_cast3_path;

/// The points origin + t * direction with t_min <= t <= t_max; either may be infinite.
FLR_API flr_cast3_path flr_cast3_path_make(flr_vec3 origin, flr_vec3 direction, flr_real t_min,
                                           flr_real t_max);
/// t from 0 on.
FLR_API flr_cast3_path flr_cast3_path_ray(const flr_ray3 *r);
/// Every t. The first hit is the one of least t, which may be negative.
FLR_API flr_cast3_path flr_cast3_path_line(const flr_line3 *l);
/// t from 0 at a to 1 at b. Decisions that are exact are exact for the points a and b as given,
/// though their difference is rounded.
FLR_API flr_cast3_path flr_cast3_path_segment(const flr_segment3 *s);

/// Where a path first meets a shape. All zero where it does not.
typedef struct flr_cast3 {
    bool hit;
    /// The path starts in the solid: t is then t_min and the normal is zero. Where it starts on the boundary
    /// t is t_min too, and either may be told.
    bool inside;
    flr_real t;       ///< within [t_min, t_max]
    flr_real t_exit;  ///< where the path leaves the shape, at most t_max; for a sheet the same as t
    flr_vec3 point;   ///< on the shape; zero where t is infinite
    /// Unit, square to the surface, facing the path (normal . direction <= 0). Along a sheet, either of the two. Of sphere, capsule,
    /// cylinder and cone within 2 ulp of that of the surface at the point, where it is round times the size over the radius there;
    /// of box and halfspaces within 2 ulp.
    flr_vec3 normal;
    /// Of a plane or polygon: the path runs along it, within its plane. It then has more than this point in common
    /// with a plane.
    bool along;
    /// By which face the path comes in, where it does: of aabb and box 2 k + 1 for the upper face of axis k and 2 k for the
    /// lower one, of a tetrahedron the number of the corner opposite; of a cylinder 0 for the round side, 1 and 2
    /// for the discs at a and b; of a cone 0 for the round side, 1 for the base; of halfspaces and polyhedron their
    /// number. At an edge one of those that meet there. 0 for others.
    uint32_t face;
    uint32_t
        face_exit;  ///< of tetrahedron, halfspaces and polyhedron: by which it leaves, where it does before t_max
} flr_cast3;

/// The same for what is made of triangles.
typedef struct flr_cast3_triangle {
    bool hit;
    bool inside;  ///< see flr_cast3; only where a solid was asked for
    /// The side was met from which the corners run counter-clockwise; also where the path runs along the sheet.
    bool front;
    bool along;               ///< the path runs within the plane of the triangle
    uint32_t triangle;        ///< its number: 0 for a single one
    flr_real t;               ///< within [t_min, t_max]
    flr_vec3 point, normal;   ///< see flr_cast3
    flr_real barycentric[3];  ///< weights of its corners, each in [0, 1], sum 1
} flr_cast3_triangle;

/// Options, to be added up.
enum {
    FLR_CAST_BOTH_SIDES = 0,
    /// Triangles are met from their front only; along their plane not at all.
    FLR_CAST_FRONT_ONLY = 1,
    /// A watertight mesh is the solid that it encloses. No difference for a mesh that is not watertight.
    FLR_CAST_SOLID = 2
};

/// Takes `next` where it is a hit and nearer than the best so far, and then lowers the path's t_max, so
/// that a loop over shapes ends with the nearest. Of hits at the same t the first is kept. Returns
/// whether `next` was taken. `best` starts as a zeroed struct.
static inline bool flr_cast3_keep_nearer(flr_cast3_path *path, flr_cast3 *best, const flr_cast3 *next)
{
    if (!next->hit || (best->hit && !(next->t < best->t))) return false;
    *best = *next;
    if (!path->is_point) path->t_max = next->t;
    return true;
}
static inline bool flr_cast3_keep_nearer_triangle(flr_cast3_path *path, flr_cast3_triangle *best,
                                                  const flr_cast3_triangle *next)
{
    if (!next->hit || (best->hit && !(next->t < best->t))) return false;
    *best = *next;
    if (!path->is_point) path->t_max = next->t;
    return true;
}

/// A segment, or with a == b a point: where does the path first meet it? Exact, collinear paths included.
/// The normal is zero: a segment has none. The point lies within 1 ulp of the size from the path and the segment.
FLR_API flr_cast3 flr_cast3_ray_segment(const flr_cast3_path *path, const flr_segment3 *s);

/// The plane is a sheet: a path within it hits at t_min. RTCD 5.3.1, with a branch of its own for parallel paths.
/// The point lies within 4 ulp of the size from the plane, measured square to it.
FLR_API flr_cast3 flr_cast3_ray_plane(const flr_cast3_path *path, const flr_plane3 *p);
/// Solid. t may be -infinity for a line, t_exit infinity. Bound as for the plane.
FLR_API flr_cast3 flr_cast3_ray_halfspace(const flr_cast3_path *path, const flr_halfspace3 *h);

/// RTCD 5.3.2, but from the point of the line nearest to the centre, and with the half chord from
/// what is left of the radius there, so that far origins lose nothing: the point lies within 4 ulp of the
/// size from the sphere. Where touching is too close to call in double, it is decided in whole numbers, which costs some
/// microseconds. A radius of 0 is a point.
FLR_API flr_cast3 flr_cast3_ray_sphere(const flr_cast3_path *path, const flr_sphere *s);
/// Bound as for the sphere. A radius of 0 is a segment.
FLR_API flr_cast3 flr_cast3_ray_capsule(const flr_cast3_path *path, const flr_capsule3 *c);

/// In the space in which the ellipsoid is the unit ball, from the point of the line nearest to the centre there: the point lies
/// within 1.5 ulp of the size from the surface and 2.8 from the path, however flat or long the ellipsoid is. Whether there is a hit rounds:
/// it is right where the path passes by, or cuts into, the surface by more than 1 ulp of the size. The normal is that of the
/// surface at the point. A radius of 0: a flat disc, a sheet; its plane is crossed, and a path within it meets the ellipse. Two: the segment
/// between its ends as rounded, exactly, without a normal; three: the centre. Radii that are not 0 differ in size from one another,
/// and from the distance, by less than 2^350.
FLR_API flr_cast3 flr_cast3_ray_ellipsoid(const flr_cast3_path *path, const flr_ellipsoid *e);

/// Slabs, RTCD 5.3.3, on the faces as given. Exact: what is too close to call in double is decided by
/// the signs of the path's sides against the edges. t is within 2 ulp of itself; the point lies on the face.
/// At an edge the first axis of those that tie gives the normal.
FLR_API flr_cast3 flr_cast3_ray_aabb(const flr_cast3_path *path, const flr_aabb3 *b);
/// Slabs in the frame of the box: the point lies within 6 ulp of the size from its surface.
FLR_API flr_cast3 flr_cast3_ray_box(const flr_cast3_path *path, const flr_box3 *b);

/// The span of the line within the round side, cut by the span between the two discs (so a hit on
/// a cap is never lost to a root of the side that lies elsewhere). The point lies within 8 ulp of the size from the surface.
FLR_API flr_cast3 flr_cast3_ray_cylinder(const flr_cast3_path *path, const flr_cylinder *c);
/// The span within one half of the double cone, cut by the base. Bound as for the cylinder.
FLR_API flr_cast3 flr_cast3_ray_cone(const flr_cast3_path *path, const flr_cone *c);

/// The round side of a cylinder without its discs: an open tube, a sheet that is met from within as well. t is the first crossing,
/// t_exit the last one within the path. The point lies within 2 ulp of the size from the surface and the path. Whether there is a hit rounds: it is
/// right where the path passes by the surface or its rims, or cuts into it, by more than 64 ulp of the size. What runs along it within
/// that hits. A radius of 0 is a segment.
FLR_API flr_cast3 flr_cast3_ray_tube(const flr_cast3_path *path, const flr_cylinder *c);
/// The solid around the whole line through a and b, without ends. Bounds as for the tube, the size being taken from the middle of
/// a and b. A line along the axis has no first point: t and t_exit are those of the path, point and normal zero. A radius of 0 is no hit.
FLR_API flr_cast3 flr_cast3_ray_endless_cylinder(const flr_cast3_path *path, const flr_cylinder *c);

/// Exact in every case: through a corner or an edge, in the plane, collinear corners, equal corners.
/// Moeller and Trumbore, "Fast, Minimum Storage Ray/Triangle Intersection" (1997), with the signs of
/// its numerators decided exactly, so that neighbours never disagree about the edge they share.
FLR_API flr_cast3_triangle flr_cast3_ray_triangle(const flr_cast3_path *path, const flr_triangle3 *t,
                                                  unsigned options);
/// The parallelogram with the sides a b and a c; its fourth corner b + (c - a) is never rounded.
/// Triangle 0 is a b c; triangle 1 is c b and the fourth corner. Exact unless the path lies in its plane.
FLR_API flr_cast3_triangle flr_cast3_ray_parallelogram(const flr_cast3_path *path,
                                                       const flr_triangle3 *corners, unsigned options);
/// As its two triangles: 0 is a b c and 1 is a c d; where b or d is reflex, 0 is b c d and 1 is b d a.
/// Exact. A quad that is not quite planar is the two triangles.
FLR_API flr_cast3_triangle flr_cast3_ray_quad(const flr_cast3_path *path, const flr_quad3 *q,
                                              unsigned options);
/// Corners a = center - x - y, b = center + x - y, c = center + x + y, d = center - x + y (x, y the half
/// sides); triangle 0 is a b c and 1 is a c d, the front is where axis_x x axis_y points. The point lies
/// within 4 ulp of the size from the rectangle.
FLR_API flr_cast3_triangle flr_cast3_ray_rectangle(const flr_cast3_path *path, const flr_rectangle3 *r,
                                                   unsigned options);
/// A simple planar polygon, concave or not. Whether the line passes through it is exact (crossings of
/// a half-plane through the line, with every sign exact); where it crosses, by the plane through three of its
/// corners that lie far apart. Within the plane: exact for each edge. Fewer than three corners: the
/// segment or point they are.
FLR_API flr_cast3 flr_cast3_ray_polygon(const flr_cast3_path *path, const flr_polygon3 *p);

/// Solid, either winding; a flat one is the triangles it is. Exact.
FLR_API flr_cast3 flr_cast3_ray_tetrahedron(const flr_cast3_path *path, const flr_tetrahedron *t);
/// A convex polyhedron by its faces, which are polygons and met as those: exact. Watertight where neighbours share their
/// corners. A flat one is its faces. The work is that of all faces; for many casts at a large one, a mesh or the
/// planes of its faces (flr_plane3_from_polygon) as halfspaces are faster.
FLR_API flr_cast3 flr_cast3_ray_polyhedron(const flr_cast3_path *path, const flr_polyhedron3 *h);
/// What `count` halfspaces have in common: a convex solid, bounded or not. Cyrus and Beck (1978); RTCD 5.3.8.
/// With no halfspace, all of space. Each face is met within 4 ulp of the size.
FLR_API flr_cast3 flr_cast3_ray_halfspaces(const flr_cast3_path *path, const flr_halfspace3 *faces,
                                           size_t count);

/// The nearest triangle of a placed mesh; of those at the same t the one of lowest number. Watertight:
/// triangles stand in world as all queries see them (each vertex rounded once), and every edge is decided
/// exactly, so no path slips between neighbours. See flr_cast3_ray_triangle for touching and degenerate cases.
/// With FLR_CAST_SOLID a path that starts inside a watertight mesh hits at t_min; inside is as
/// flr_mesh3_info defines it, decided exactly in world.
FLR_API flr_cast3_triangle flr_cast3_ray_mesh(const flr_cast3_path *path, const flr_instance3 *m,
                                              unsigned options);
/// Is anything hit at all? The answer is that of flr_cast3_ray_mesh, sooner.
FLR_API bool flr_cast3_ray_mesh_any(const flr_cast3_path *path, const flr_instance3 *m, unsigned options);

/// Told of a triangle that is met; returns false to stop.
typedef bool flr_cast3_hit_fn(void *user, const flr_cast3_triangle *hit);

/// Every triangle that the path meets, each told as that function tells the nearest, in an order that depends on the inputs alone; of
/// two that share an edge which is met both. For whoever wants all hits, or has triangles to leave out. FLR_CAST_SOLID makes no
/// difference. FLR_CANCELLED where the callback stopped it, FLR_INVALID_ARGUMENT for a null pointer.
FLR_API flr_status flr_cast3_ray_mesh_all(const flr_cast3_path *path, const flr_instance3 *m,
                                          unsigned options, flr_cast3_hit_fn *tell, void *user);

FLR_EXTERN_C_END
#endif
