/// Feeler: closest points and distances of shapes by value in space. Part of feeler/closest.h.
///
/// Shapes are closed sets, solid or sheet as feeler/shape3.h says; a point inside a solid is at distance 0
/// of it. Every function answers with a pair of points, the first on the first shape. Where the shapes meet,
/// the distance is 0 and both points are one common point. A nearest point that is a corner of a segment,
/// triangle, quad, polygon, tetrahedron or parallelogram, a face coordinate of an aabb, an end or the centre
/// of an end disc has the bits it was given with; a point contained in a solid comes back itself. Input
/// without meaning (a zero normal, direction or axis, a negative radius) gets some answer; see
/// feeler/check.h.
///
/// Errors: the distance is off by at most 8 ulp of the scene's size, which is the extent of the given points
/// (for planes: of the point, its distance from the plane and the offset over the length of the normal; for
/// lines: with the answered points) with the radii; in both number types, since all is computed in double
/// around the question. Points are off by that much and a rounding of their coordinates.
/// Exact, in the sense that the distance is 0 if and only if the shapes meet: point and segment against
/// quad, polygon, tetrahedron, polyhedron, plane, halfspace and aabb, point against line and ray, segment
/// against triangle, segment, ray and line among themselves, ray and line against triangle, quad, polygon, tetrahedron,
/// polyhedron and aabb; point, segment, ray and line against sphere and capsule, point against cylinder and cone, sphere
/// and capsule among themselves (while sizes differ by less than 2^350).
///
/// Sources: Ericson, "Real-Time Collision Detection" (RTCD), section 5.1; what differs is told at each
/// function's source.
#ifndef FEELER_CLOSEST3_H
#define FEELER_CLOSEST3_H

#include "feeler/shape3.h"

FLR_EXTERN_C_BEGIN

/// A closest pair: one point on each shape. Where the shapes meet, distance is 0 and both
/// points are one common point (for meeting sheets, up to rounding of that point).
typedef struct flr_closest3 {
    flr_real distance;
    flr_vec3 point_a, point_b;
} flr_closest3;

/// (dot(normal, p) - offset) / |normal|: above 0 in front, where the normal points. For any normal
/// but zero. As if computed in twice the precision, then rounded: 1 ulp of the result, unless that is below
/// 2^-100 of the terms.
FLR_API flr_real flr_signed_distance3_point_plane(flr_vec3 p, const flr_plane3 *h);

/// Squared distances on their own, where they are cheaper than the points. Never below 0. Off by at most 8 ulp of
/// the size squared, 4 of themselves where both points are corners or ends; of a point against segment, aabb and box the root
/// is off by no more than 4 ulp of the size. Overflow and underflow as squares do.
FLR_API flr_real flr_distance_squared3_point_segment(flr_vec3 p, const flr_segment3 *s);
FLR_API flr_real flr_distance_squared3_point_aabb(flr_vec3 p, const flr_aabb3 *b);
FLR_API flr_real flr_distance_squared3_point_box(flr_vec3 p, const flr_box3 *b);
FLR_API flr_real flr_distance_squared3_point_triangle(flr_vec3 p, const flr_triangle3 *t);
FLR_API flr_real flr_distance_squared3_point_rectangle(flr_vec3 p, const flr_rectangle3 *r);
FLR_API flr_real flr_distance_squared3_segment_segment(const flr_segment3 *a, const flr_segment3 *b);

FLR_API flr_closest3 flr_closest3_point_point(flr_vec3 a, flr_vec3 b);
FLR_API flr_closest3 flr_closest3_point_ray(flr_vec3 p, const flr_ray3 *r);
FLR_API flr_closest3 flr_closest3_point_line(flr_vec3 p, const flr_line3 *l);
FLR_API flr_closest3 flr_closest3_point_plane(flr_vec3 p, const flr_plane3 *h);
/// For a normal of unit length, with one dot product, which rounds: off by 2 ulp of the largest coordinate or offset, and by
/// the distance times what the length is off from 1.
FLR_API flr_closest3 flr_closest3_point_unit_plane(flr_vec3 p, const flr_plane3 *h);
FLR_API flr_closest3 flr_closest3_point_halfspace(flr_vec3 p, const flr_halfspace3 *h);
FLR_API flr_closest3 flr_closest3_point_sphere(flr_vec3 p, const flr_sphere *s);
FLR_API flr_closest3 flr_closest3_point_capsule(flr_vec3 p, const flr_capsule3 *c);
FLR_API flr_closest3 flr_closest3_point_aabb(flr_vec3 p, const flr_aabb3 *b);
FLR_API flr_closest3 flr_closest3_point_box(flr_vec3 p, const flr_box3 *b);
FLR_API flr_closest3 flr_closest3_point_cylinder(flr_vec3 p, const flr_cylinder *c);
FLR_API flr_closest3 flr_closest3_point_cone(flr_vec3 p, const flr_cone *c);
FLR_API flr_closest3 flr_closest3_point_quad(flr_vec3 p, const flr_quad3 *q);
FLR_API flr_closest3 flr_closest3_point_rectangle(flr_vec3 p, const flr_rectangle3 *r);

/// The sheet a + s (b - a) + t (c - a), s and t in [0, 1], whatever the angle at a: a rectangle by
/// three of its corners where that is a right one. Parallel or zero sides: the segment or point it is.
FLR_API flr_closest3 flr_closest3_point_parallelogram(flr_vec3 p, flr_vec3 a, flr_vec3 b, flr_vec3 c);

/// Corners that are not in one plane after rounding are taken for the plane of three of them far
/// apart, and their edges for what they are.
FLR_API flr_closest3 flr_closest3_point_polygon(flr_vec3 p, const flr_polygon3 *polygon);
FLR_API flr_closest3 flr_closest3_point_tetrahedron(flr_vec3 p, const flr_tetrahedron *t);
FLR_API flr_closest3 flr_closest3_point_polyhedron(flr_vec3 p, const flr_polyhedron3 *h);

/// Lines, rays and segments against one another. Parallel ones have many closest pairs: the one
/// answered is that of the origin (end a) of the first, if that is one; else of the point of the
/// first that is nearest to it among those.
FLR_API flr_closest3 flr_closest3_segment_ray(const flr_segment3 *a, const flr_ray3 *b);
FLR_API flr_closest3 flr_closest3_segment_line(const flr_segment3 *a, const flr_line3 *b);
FLR_API flr_closest3 flr_closest3_ray_ray(const flr_ray3 *a, const flr_ray3 *b);
FLR_API flr_closest3 flr_closest3_ray_line(const flr_ray3 *a, const flr_line3 *b);
FLR_API flr_closest3 flr_closest3_line_line(const flr_line3 *a, const flr_line3 *b);

/// Parallel to the plane: the pair of the origin, or of end a.
FLR_API flr_closest3 flr_closest3_segment_plane(const flr_segment3 *s, const flr_plane3 *h);
FLR_API flr_closest3 flr_closest3_ray_plane(const flr_ray3 *r, const flr_plane3 *h);
FLR_API flr_closest3 flr_closest3_line_plane(const flr_line3 *l, const flr_plane3 *h);
FLR_API flr_closest3 flr_closest3_segment_halfspace(const flr_segment3 *s, const flr_halfspace3 *h);
FLR_API flr_closest3 flr_closest3_ray_halfspace(const flr_ray3 *r, const flr_halfspace3 *h);
FLR_API flr_closest3 flr_closest3_line_halfspace(const flr_line3 *l, const flr_halfspace3 *h);

/// Of many closest points the first along the segment, ray or line.
FLR_API flr_closest3 flr_closest3_segment_aabb(const flr_segment3 *s, const flr_aabb3 *b);
FLR_API flr_closest3 flr_closest3_ray_aabb(const flr_ray3 *r, const flr_aabb3 *b);
FLR_API flr_closest3 flr_closest3_line_aabb(const flr_line3 *l, const flr_aabb3 *b);
FLR_API flr_closest3 flr_closest3_segment_box(const flr_segment3 *s, const flr_box3 *b);
FLR_API flr_closest3 flr_closest3_ray_box(const flr_ray3 *r, const flr_box3 *b);
FLR_API flr_closest3 flr_closest3_line_box(const flr_line3 *l, const flr_box3 *b);

FLR_API flr_closest3 flr_closest3_segment_quad(const flr_segment3 *s, const flr_quad3 *q);
FLR_API flr_closest3 flr_closest3_segment_rectangle(const flr_segment3 *s, const flr_rectangle3 *r);
FLR_API flr_closest3 flr_closest3_segment_polygon(const flr_segment3 *s, const flr_polygon3 *polygon);
FLR_API flr_closest3 flr_closest3_segment_tetrahedron(const flr_segment3 *s, const flr_tetrahedron *t);
FLR_API flr_closest3 flr_closest3_segment_polyhedron(const flr_segment3 *s, const flr_polyhedron3 *h);

/// The sheet of flr_closest3_point_parallelogram; where they all but touch, meeting is as good as the distance.
FLR_API flr_closest3 flr_closest3_segment_parallelogram(const flr_segment3 *s, flr_vec3 a, flr_vec3 b,
                                                        flr_vec3 c);
FLR_API flr_closest3 flr_closest3_ray_parallelogram(const flr_ray3 *r, flr_vec3 a, flr_vec3 b, flr_vec3 c);
FLR_API flr_closest3 flr_closest3_line_parallelogram(const flr_line3 *l, flr_vec3 a, flr_vec3 b, flr_vec3 c);

/// RTCD 5.1.10 for lines and rays. Whether they meet is exact, but for the rectangle (exact in its own coordinates as
/// rounded). A quad that is not quite planar is met as its two triangles.
FLR_API flr_closest3 flr_closest3_ray_triangle(const flr_ray3 *r, const flr_triangle3 *t);
FLR_API flr_closest3 flr_closest3_ray_quad(const flr_ray3 *r, const flr_quad3 *q);
FLR_API flr_closest3 flr_closest3_ray_rectangle(const flr_ray3 *r, const flr_rectangle3 *rectangle);
FLR_API flr_closest3 flr_closest3_ray_polygon(const flr_ray3 *r, const flr_polygon3 *polygon);
FLR_API flr_closest3 flr_closest3_ray_tetrahedron(const flr_ray3 *r, const flr_tetrahedron *t);
FLR_API flr_closest3 flr_closest3_ray_polyhedron(const flr_ray3 *r, const flr_polyhedron3 *h);
FLR_API flr_closest3 flr_closest3_line_triangle(const flr_line3 *l, const flr_triangle3 *t);
FLR_API flr_closest3 flr_closest3_line_quad(const flr_line3 *l, const flr_quad3 *q);
FLR_API flr_closest3 flr_closest3_line_rectangle(const flr_line3 *l, const flr_rectangle3 *rectangle);
FLR_API flr_closest3 flr_closest3_line_polygon(const flr_line3 *l, const flr_polygon3 *polygon);
FLR_API flr_closest3 flr_closest3_line_tetrahedron(const flr_line3 *l, const flr_tetrahedron *t);
FLR_API flr_closest3 flr_closest3_line_polyhedron(const flr_line3 *l, const flr_polyhedron3 *h);

/// A sphere is its centre, a capsule its segment, grown by the radius.
FLR_API flr_closest3 flr_closest3_segment_sphere(const flr_segment3 *a, const flr_sphere *s);
FLR_API flr_closest3 flr_closest3_ray_sphere(const flr_ray3 *a, const flr_sphere *s);
FLR_API flr_closest3 flr_closest3_line_sphere(const flr_line3 *a, const flr_sphere *s);
FLR_API flr_closest3 flr_closest3_plane_sphere(const flr_plane3 *a, const flr_sphere *s);
FLR_API flr_closest3 flr_closest3_halfspace_sphere(const flr_halfspace3 *a, const flr_sphere *s);
FLR_API flr_closest3 flr_closest3_sphere_sphere(const flr_sphere *a, const flr_sphere *b);
FLR_API flr_closest3 flr_closest3_sphere_capsule(const flr_sphere *s, const flr_capsule3 *c);
FLR_API flr_closest3 flr_closest3_sphere_aabb(const flr_sphere *s, const flr_aabb3 *b);
FLR_API flr_closest3 flr_closest3_sphere_box(const flr_sphere *s, const flr_box3 *b);
FLR_API flr_closest3 flr_closest3_sphere_cylinder(const flr_sphere *s, const flr_cylinder *b);
FLR_API flr_closest3 flr_closest3_sphere_cone(const flr_sphere *s, const flr_cone *b);
FLR_API flr_closest3 flr_closest3_sphere_triangle(const flr_sphere *s, const flr_triangle3 *b);
FLR_API flr_closest3 flr_closest3_sphere_quad(const flr_sphere *s, const flr_quad3 *b);
FLR_API flr_closest3 flr_closest3_sphere_rectangle(const flr_sphere *s, const flr_rectangle3 *b);
FLR_API flr_closest3 flr_closest3_sphere_polygon(const flr_sphere *s, const flr_polygon3 *b);
FLR_API flr_closest3 flr_closest3_sphere_tetrahedron(const flr_sphere *s, const flr_tetrahedron *b);
FLR_API flr_closest3 flr_closest3_sphere_polyhedron(const flr_sphere *s, const flr_polyhedron3 *b);
FLR_API flr_closest3 flr_closest3_segment_capsule(const flr_segment3 *a, const flr_capsule3 *c);
FLR_API flr_closest3 flr_closest3_ray_capsule(const flr_ray3 *a, const flr_capsule3 *c);
FLR_API flr_closest3 flr_closest3_line_capsule(const flr_line3 *a, const flr_capsule3 *c);
FLR_API flr_closest3 flr_closest3_plane_capsule(const flr_plane3 *a, const flr_capsule3 *c);
FLR_API flr_closest3 flr_closest3_halfspace_capsule(const flr_halfspace3 *a, const flr_capsule3 *c);
FLR_API flr_closest3 flr_closest3_capsule_capsule(const flr_capsule3 *a, const flr_capsule3 *b);
FLR_API flr_closest3 flr_closest3_capsule_aabb(const flr_capsule3 *c, const flr_aabb3 *b);
FLR_API flr_closest3 flr_closest3_capsule_box(const flr_capsule3 *c, const flr_box3 *b);
FLR_API flr_closest3 flr_closest3_capsule_triangle(const flr_capsule3 *c, const flr_triangle3 *b);
FLR_API flr_closest3 flr_closest3_capsule_quad(const flr_capsule3 *c, const flr_quad3 *b);
FLR_API flr_closest3 flr_closest3_capsule_rectangle(const flr_capsule3 *c, const flr_rectangle3 *b);
FLR_API flr_closest3 flr_closest3_capsule_polygon(const flr_capsule3 *c, const flr_polygon3 *b);
FLR_API flr_closest3 flr_closest3_capsule_tetrahedron(const flr_capsule3 *c, const flr_tetrahedron *b);
FLR_API flr_closest3 flr_closest3_capsule_polyhedron(const flr_capsule3 *c, const flr_polyhedron3 *b);

FLR_EXTERN_C_END
#endif
