/// Feeler: shapes in space, by value.
///
/// All shapes are closed sets. sphere, capsule, box, cylinder, cone, ellipsoid, tetrahedron and halfspace are solid;
/// triangle, quad, rectangle and polygon are flat sheets. Degenerate shapes are what they have become:
/// collinear triangles are segments, a zero radius or extent is flat. Queries do not check for nonsense (zero
/// normals, negative radii, ...; the functions flr_check3_ do); they then answer something, without crash or hang.
#ifndef FEELER_SHAPE3_H
#define FEELER_SHAPE3_H

#include "feeler/math.h"

FLR_EXTERN_C_BEGIN

/// From a to b; a point where they are equal.
typedef struct flr_segment3 {
    flr_vec3 a, b;
} flr_segment3;

/// origin + t * direction, t >= 0. The direction may have any length.
typedef struct flr_ray3 {
    flr_vec3 origin, direction;
} flr_ray3;

/// origin + t * direction for every t.
typedef struct flr_line3 {
    flr_vec3 origin, direction;
} flr_line3;

/// dot(normal, x) == offset; any length of normal. The front is where it points.
typedef struct flr_plane3 {
    flr_vec3 normal;
    flr_real offset;
} flr_plane3;

/// dot(normal, x) <= offset. Solid and unbounded.
typedef struct flr_halfspace3 {
    flr_vec3 normal;
    flr_real offset;
} flr_halfspace3;

/// dot(normal, p) - offset, above 0 in front. Rounds; flr_classify3_plane_point is exact,
/// flr_signed_distance3_point_plane a length.
static inline flr_real flr_plane3_value(const flr_plane3 *h, flr_vec3 p)
{
    return flr_dot3(h->normal, p) - h->offset;
}

typedef struct flr_sphere {
    flr_vec3 center;
    flr_real radius;
} flr_sphere;

/// All points within radius of segment a b.
typedef struct flr_capsule3 {
    flr_vec3 a, b;
    flr_real radius;
} flr_capsule3;

/// center + axes * v with |v| <= half_extents in each coordinate. Orthonormal axes.
typedef struct flr_box3 {
    flr_vec3 center;
    flr_mat3 axes;
    flr_vec3 half_extents;
} flr_box3;

/// corner + edges * v, v in [0, 1]^3: a box that may be sheared or flat. No kind of flr_shape3.
typedef struct flr_parallelepiped {
    flr_vec3 corner;
    flr_mat3 edges;
} flr_parallelepiped;

/// Coordinates x, y, z along the orthonormal axes with (x/radii.x)^2 + (y/radii.y)^2 + (z/radii.z)^2 <= 1. A
/// radius of 0 flattens it.
typedef struct flr_ellipsoid {
    flr_vec3 center;
    flr_mat3 axes;
    flr_vec3 radii;
} flr_ellipsoid;

/// Between flat discs around a and b. Without an axis (flr_check3_cylinder refuses it) a disc perpendicular to z, like a cone.
typedef struct flr_cylinder {
    flr_vec3 a, b;
    flr_real radius;
} flr_cylinder;

/// From the apex to a flat disc around base, perpendicular to the axis.
typedef struct flr_cone {
    flr_vec3 apex, base;
    flr_real radius;
} flr_cone;

/// A cone by the angle between axis and slant, in radians. FLR_INVALID_SHAPE for an angle outside [0, pi / 2)
/// or apex == base; FLR_NOT_FINITE.
FLR_API flr_status flr_cone_from_half_angle(flr_vec3 apex, flr_vec3 base, flr_real half_angle,
                                            flr_cone *cone);

/// A flat sheet.
typedef struct flr_triangle3 {
    flr_vec3 a, b, c;
} flr_triangle3;

/// Planar, corners in order around, at most one of them reflex. As triangles: a b c and a c d, or cut at the
/// reflex corner.
typedef struct flr_quad3 {
    flr_vec3 a, b, c, d;
} flr_quad3;

/// center + x * axis_x + y * axis_y, |x| <= half_x, |y| <= half_y. Orthonormal axes.
typedef struct flr_rectangle3 {
    flr_vec3 center, axis_x, axis_y;
    flr_real half_x, half_y;
} flr_rectangle3;

/// Simple and planar, convex or concave, corners in order around. The vertices stay the caller's.
typedef struct flr_polygon3 {
    const flr_vec3 *vertices;
    size_t count;
} flr_polygon3;

/// In either winding.
typedef struct flr_tetrahedron {
    flr_vec3 a, b, c, d;
} flr_tetrahedron;

/// Convex. The corners of face i are vertices[indices[k]], first[i] <= k < first[i + 1], counter-clockwise
/// from outside; `first` has face_count + 1 entries. The arrays stay the caller's.
typedef struct flr_polyhedron3 {
    const flr_vec3 *vertices;
    size_t vertex_count;
    const uint32_t *indices, *first;
    size_t face_count;
} flr_polyhedron3;

/// To coordinates along the axes from the centre, and back. Keeps lengths.
static inline flr_vec3 flr_box3_to_local(const flr_box3 *b, flr_vec3 p)
{
    flr_vec3 v = flr_sub3(p, b->center);
    return flr_vec3_make(flr_dot3(b->axes.x, v), flr_dot3(b->axes.y, v), flr_dot3(b->axes.z, v));
}
static inline flr_vec3 flr_box3_to_world(const flr_box3 *b, flr_vec3 q)
{
    return flr_add3(b->center, flr_mat3_mul(b->axes, q));
}

/// The image of an aligned box under a map that rotates, mirrors, moves and scales along the box's axes.
/// Flattened axes are replaced to complete the frame. FLR_INVALID_SHAPE: shear above 1e-6 or min > max.
/// FLR_NOT_FINITE: NaN, infinity, overflow.
FLR_API flr_status flr_box3_from_affine(const flr_affine3 *map, const flr_aabb3 *b, flr_box3 *box);

/// Planes through points. FLR_NOT_FINITE: NaN, infinity or overflow; FLR_INVALID_SHAPE: zero normal,
/// collinear points (exactly), no area. Computed normals are unit within 2 ulp.
///
/// Through a point, with the normal as given.
FLR_API flr_status flr_plane3_from_point(flr_vec3 point, flr_vec3 normal, flr_plane3 *plane);
/// Through three points, counter-clockwise as seen from the front.
FLR_API flr_status flr_plane3_from_points(flr_vec3 a, flr_vec3 b, flr_vec3 c, flr_plane3 *plane);
/// By Newell's normal, through the mean of the corners. For any simple polygon, not quite planar ones too;
/// counter-clockwise as seen from the front.
FLR_API flr_status flr_plane3_from_polygon(const flr_polygon3 *polygon, flr_plane3 *plane);

/// FLR_NOT_FINITE: NaN or infinity. FLR_INVALID_SHAPE: zero direction, normal or axis, negative radius or
/// half extent, min > max, axes not orthonormal within 1e-6 (mirrored ones are), no corner, index out of
/// range. Else FLR_OK, also for degenerate shapes, which are rectangles, segments or points. Flatness and
/// closed faces are not checked. FLR_SELF_CROSSING: a quad or polygon of which two edges cross in their
/// insides, exactly up to lift by rounding; O(n^2). Queries survive what is refused here, but may contradict
/// one another.
FLR_API flr_status flr_check3_point(flr_vec3 p);
FLR_API flr_status flr_check3_segment(const flr_segment3 *s);
FLR_API flr_status flr_check3_ray(const flr_ray3 *r);
FLR_API flr_status flr_check3_line(const flr_line3 *l);
FLR_API flr_status flr_check3_plane(const flr_plane3 *h);
FLR_API flr_status flr_check3_halfspace(const flr_halfspace3 *h);
FLR_API flr_status flr_check3_sphere(const flr_sphere *s);
FLR_API flr_status flr_check3_capsule(const flr_capsule3 *c);
FLR_API flr_status flr_check3_aabb(const flr_aabb3 *b);
FLR_API flr_status flr_check3_box(const flr_box3 *b);
FLR_API flr_status flr_check3_parallelepiped(const flr_parallelepiped *b);
FLR_API flr_status flr_check3_ellipsoid(const flr_ellipsoid *e);
FLR_API flr_status flr_check3_cylinder(const flr_cylinder *c);
FLR_API flr_status flr_check3_cone(const flr_cone *c);
FLR_API flr_status flr_check3_triangle(const flr_triangle3 *t);
FLR_API flr_status flr_check3_quad(const flr_quad3 *q);
FLR_API flr_status flr_check3_rectangle(const flr_rectangle3 *r);
FLR_API flr_status flr_check3_polygon(const flr_polygon3 *polygon);
FLR_API flr_status flr_check3_tetrahedron(const flr_tetrahedron *t);
FLR_API flr_status flr_check3_polyhedron(const flr_polyhedron3 *h);
/// At least one point, all finite.
FLR_API flr_status flr_check3_points(const flr_vec3 *points, size_t count);

/// The smallest axis-parallel box. Exact for what has corners; with a radius or axes of its own every side
/// is rounded to nearest, within 2 ulp of the largest coordinate of the box. No corners: an empty box. Rays,
/// lines, planes and halfspaces have no bounds.
FLR_API flr_aabb3 flr_bounds3_point(flr_vec3 p);
FLR_API flr_aabb3 flr_bounds3_points(const flr_vec3 *points, size_t count);
FLR_API flr_aabb3 flr_bounds3_segment(const flr_segment3 *s);
FLR_API flr_aabb3 flr_bounds3_sphere(const flr_sphere *s);
FLR_API flr_aabb3 flr_bounds3_capsule(const flr_capsule3 *c);
FLR_API flr_aabb3 flr_bounds3_aabb(const flr_aabb3 *b);
FLR_API flr_aabb3 flr_bounds3_box(const flr_box3 *b);
/// The disc at an end reaches radius times the sine of the angle between the axis and the coordinate axis.
FLR_API flr_aabb3 flr_bounds3_cylinder(const flr_cylinder *c);
FLR_API flr_aabb3 flr_bounds3_cone(const flr_cone *c);
FLR_API flr_aabb3 flr_bounds3_ellipsoid(const flr_ellipsoid *e);
FLR_API flr_aabb3 flr_bounds3_triangle(const flr_triangle3 *t);
FLR_API flr_aabb3 flr_bounds3_quad(const flr_quad3 *q);
FLR_API flr_aabb3 flr_bounds3_rectangle(const flr_rectangle3 *r);
FLR_API flr_aabb3 flr_bounds3_polygon(const flr_polygon3 *polygon);
FLR_API flr_aabb3 flr_bounds3_tetrahedron(const flr_tetrahedron *t);
FLR_API flr_aabb3 flr_bounds3_polyhedron(const flr_polyhedron3 *h);

FLR_EXTERN_C_END
#endif
