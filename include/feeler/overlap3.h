/// Feeler: yes or no of value shapes in space; sides of planes, containment, separating axes, intersection of
/// planes. Touching counts as overlapping.
///
/// Every two kinds have a function flr_overlap3_<a>_<b>, a before b in the order point, segment, ray, line,
/// plane, halfspace, sphere, capsule, aabb, box, cylinder, cone, triangle, quad, rectangle, polygon,
/// tetrahedron, polyhedron. flr_overlap3 of feeler/any3.h gives the same answers.
///
/// Exact for every finite input:
/// - points, segments, triangles, quads, polygons, tetrahedra, polyhedra and aabbs among themselves and
///   against rays and lines; rays and lines among themselves;
/// - planes and halfspaces against all of these, unless products of normal and coordinates overflow or
///   underflow;
/// - points, segments, rays and lines against sphere, capsule, cylinder and cone, spheres and capsules among
///   themselves, while nonzero sizes differ by less than 2^350.
///
/// Everything else is right where distance or depth exceeds 8 ulp of the scene's size (10^-14 of it for
/// cylinders and cones against what is not straight). Where flr_closest3_ has the pair, the answer is whether
/// its distance is 0. Shapes without corners or faces overlap nothing.
#ifndef FEELER_OVERLAP3_H
#define FEELER_OVERLAP3_H

#include "feeler/closest3.h"
#include "feeler/convex3.h"
#include "feeler/mesh3.h"

FLR_EXTERN_C_BEGIN

/// Is p in the shape? For solids flr_contains3_ below also knows the boundary.
FLR_API bool flr_overlap3_point_point(flr_vec3 a, flr_vec3 b);
FLR_API bool flr_overlap3_point_segment(flr_vec3 p, const flr_segment3 *s);
FLR_API bool flr_overlap3_point_ray(flr_vec3 p, const flr_ray3 *s);
FLR_API bool flr_overlap3_point_line(flr_vec3 p, const flr_line3 *s);
FLR_API bool flr_overlap3_point_plane(flr_vec3 p, const flr_plane3 *s);
FLR_API bool flr_overlap3_point_halfspace(flr_vec3 p, const flr_halfspace3 *s);
FLR_API bool flr_overlap3_point_sphere(flr_vec3 p, const flr_sphere *s);
FLR_API bool flr_overlap3_point_capsule(flr_vec3 p, const flr_capsule3 *s);
FLR_API bool flr_overlap3_point_aabb(flr_vec3 p, const flr_aabb3 *s);
FLR_API bool flr_overlap3_point_box(flr_vec3 p, const flr_box3 *s);
FLR_API bool flr_overlap3_point_cylinder(flr_vec3 p, const flr_cylinder *s);
FLR_API bool flr_overlap3_point_cone(flr_vec3 p, const flr_cone *s);
FLR_API bool flr_overlap3_point_triangle(flr_vec3 p, const flr_triangle3 *s);
FLR_API bool flr_overlap3_point_quad(flr_vec3 p, const flr_quad3 *s);
FLR_API bool flr_overlap3_point_rectangle(flr_vec3 p, const flr_rectangle3 *s);
FLR_API bool flr_overlap3_point_polygon(flr_vec3 p, const flr_polygon3 *s);
FLR_API bool flr_overlap3_point_tetrahedron(flr_vec3 p, const flr_tetrahedron *s);
FLR_API bool flr_overlap3_point_polyhedron(flr_vec3 p, const flr_polyhedron3 *s);

/// Do lines, rays and segments intersect one another, a box, or a flat or closed shape with corners?
FLR_API bool flr_overlap3_segment_ray(const flr_segment3 *a, const flr_ray3 *b);
FLR_API bool flr_overlap3_segment_line(const flr_segment3 *a, const flr_line3 *b);
FLR_API bool flr_overlap3_ray_ray(const flr_ray3 *a, const flr_ray3 *b);
FLR_API bool flr_overlap3_ray_line(const flr_ray3 *a, const flr_line3 *b);
FLR_API bool flr_overlap3_line_line(const flr_line3 *a, const flr_line3 *b);
FLR_API bool flr_overlap3_segment_aabb(const flr_segment3 *a, const flr_aabb3 *b);
FLR_API bool flr_overlap3_segment_box(const flr_segment3 *a, const flr_box3 *b);
FLR_API bool flr_overlap3_segment_quad(const flr_segment3 *a, const flr_quad3 *b);
FLR_API bool flr_overlap3_segment_rectangle(const flr_segment3 *a, const flr_rectangle3 *b);
FLR_API bool flr_overlap3_segment_polygon(const flr_segment3 *a, const flr_polygon3 *b);
FLR_API bool flr_overlap3_segment_tetrahedron(const flr_segment3 *a, const flr_tetrahedron *b);
FLR_API bool flr_overlap3_segment_polyhedron(const flr_segment3 *a, const flr_polyhedron3 *b);
FLR_API bool flr_overlap3_ray_aabb(const flr_ray3 *a, const flr_aabb3 *b);
FLR_API bool flr_overlap3_ray_box(const flr_ray3 *a, const flr_box3 *b);
FLR_API bool flr_overlap3_line_aabb(const flr_line3 *a, const flr_aabb3 *b);
FLR_API bool flr_overlap3_line_box(const flr_line3 *a, const flr_box3 *b);

/// Does a shape reach the plane, or into the halfspace?
FLR_API bool flr_overlap3_segment_plane(const flr_segment3 *a, const flr_plane3 *b);
FLR_API bool flr_overlap3_segment_halfspace(const flr_segment3 *a, const flr_halfspace3 *b);
FLR_API bool flr_overlap3_ray_plane(const flr_ray3 *a, const flr_plane3 *b);
FLR_API bool flr_overlap3_ray_halfspace(const flr_ray3 *a, const flr_halfspace3 *b);
FLR_API bool flr_overlap3_line_plane(const flr_line3 *a, const flr_plane3 *b);
FLR_API bool flr_overlap3_line_halfspace(const flr_line3 *a, const flr_halfspace3 *b);
/// Planes intersect unless exactly parallel.
FLR_API bool flr_overlap3_plane_plane(const flr_plane3 *a, const flr_plane3 *b);
FLR_API bool flr_overlap3_plane_halfspace(const flr_plane3 *a, const flr_halfspace3 *b);
FLR_API bool flr_overlap3_halfspace_halfspace(const flr_halfspace3 *a, const flr_halfspace3 *b);
FLR_API bool flr_overlap3_plane_sphere(const flr_plane3 *a, const flr_sphere *b);
FLR_API bool flr_overlap3_plane_capsule(const flr_plane3 *a, const flr_capsule3 *b);
FLR_API bool flr_overlap3_plane_aabb(const flr_plane3 *a, const flr_aabb3 *b);
FLR_API bool flr_overlap3_plane_box(const flr_plane3 *a, const flr_box3 *b);
FLR_API bool flr_overlap3_plane_parallelepiped(const flr_plane3 *a, const flr_parallelepiped *b);
FLR_API bool flr_overlap3_plane_cylinder(const flr_plane3 *a, const flr_cylinder *b);
FLR_API bool flr_overlap3_plane_cone(const flr_plane3 *a, const flr_cone *b);
FLR_API bool flr_overlap3_plane_triangle(const flr_plane3 *a, const flr_triangle3 *b);
FLR_API bool flr_overlap3_plane_quad(const flr_plane3 *a, const flr_quad3 *b);
FLR_API bool flr_overlap3_plane_rectangle(const flr_plane3 *a, const flr_rectangle3 *b);
FLR_API bool flr_overlap3_plane_polygon(const flr_plane3 *a, const flr_polygon3 *b);
FLR_API bool flr_overlap3_plane_tetrahedron(const flr_plane3 *a, const flr_tetrahedron *b);
FLR_API bool flr_overlap3_plane_polyhedron(const flr_plane3 *a, const flr_polyhedron3 *b);
FLR_API bool flr_overlap3_halfspace_sphere(const flr_halfspace3 *a, const flr_sphere *b);
FLR_API bool flr_overlap3_halfspace_capsule(const flr_halfspace3 *a, const flr_capsule3 *b);
FLR_API bool flr_overlap3_halfspace_aabb(const flr_halfspace3 *a, const flr_aabb3 *b);
FLR_API bool flr_overlap3_halfspace_box(const flr_halfspace3 *a, const flr_box3 *b);
FLR_API bool flr_overlap3_halfspace_parallelepiped(const flr_halfspace3 *a, const flr_parallelepiped *b);
FLR_API bool flr_overlap3_halfspace_cylinder(const flr_halfspace3 *a, const flr_cylinder *b);
FLR_API bool flr_overlap3_halfspace_cone(const flr_halfspace3 *a, const flr_cone *b);
FLR_API bool flr_overlap3_halfspace_triangle(const flr_halfspace3 *a, const flr_triangle3 *b);
FLR_API bool flr_overlap3_halfspace_quad(const flr_halfspace3 *a, const flr_quad3 *b);
FLR_API bool flr_overlap3_halfspace_rectangle(const flr_halfspace3 *a, const flr_rectangle3 *b);
FLR_API bool flr_overlap3_halfspace_polygon(const flr_halfspace3 *a, const flr_polygon3 *b);
FLR_API bool flr_overlap3_halfspace_tetrahedron(const flr_halfspace3 *a, const flr_tetrahedron *b);
FLR_API bool flr_overlap3_halfspace_polyhedron(const flr_halfspace3 *a, const flr_polyhedron3 *b);

/// Does a shape reach into the sphere?
FLR_API bool flr_overlap3_segment_sphere(const flr_segment3 *a, const flr_sphere *b);
FLR_API bool flr_overlap3_ray_sphere(const flr_ray3 *a, const flr_sphere *b);
FLR_API bool flr_overlap3_line_sphere(const flr_line3 *a, const flr_sphere *b);
FLR_API bool flr_overlap3_sphere_sphere(const flr_sphere *a, const flr_sphere *b);
FLR_API bool flr_overlap3_sphere_capsule(const flr_sphere *a, const flr_capsule3 *b);
FLR_API bool flr_overlap3_sphere_aabb(const flr_sphere *a, const flr_aabb3 *b);
FLR_API bool flr_overlap3_sphere_box(const flr_sphere *a, const flr_box3 *b);
FLR_API bool flr_overlap3_sphere_cylinder(const flr_sphere *a, const flr_cylinder *b);
FLR_API bool flr_overlap3_sphere_cone(const flr_sphere *a, const flr_cone *b);
FLR_API bool flr_overlap3_sphere_triangle(const flr_sphere *a, const flr_triangle3 *b);
FLR_API bool flr_overlap3_sphere_quad(const flr_sphere *a, const flr_quad3 *b);
FLR_API bool flr_overlap3_sphere_rectangle(const flr_sphere *a, const flr_rectangle3 *b);
FLR_API bool flr_overlap3_sphere_polygon(const flr_sphere *a, const flr_polygon3 *b);
FLR_API bool flr_overlap3_sphere_tetrahedron(const flr_sphere *a, const flr_tetrahedron *b);
FLR_API bool flr_overlap3_sphere_polyhedron(const flr_sphere *a, const flr_polyhedron3 *b);

/// Does a shape come within the radius of the capsule's segment?
FLR_API bool flr_overlap3_segment_capsule(const flr_segment3 *a, const flr_capsule3 *b);
FLR_API bool flr_overlap3_ray_capsule(const flr_ray3 *a, const flr_capsule3 *b);
FLR_API bool flr_overlap3_line_capsule(const flr_line3 *a, const flr_capsule3 *b);
FLR_API bool flr_overlap3_capsule_capsule(const flr_capsule3 *a, const flr_capsule3 *b);
FLR_API bool flr_overlap3_capsule_aabb(const flr_capsule3 *a, const flr_aabb3 *b);
FLR_API bool flr_overlap3_capsule_box(const flr_capsule3 *a, const flr_box3 *b);
FLR_API bool flr_overlap3_capsule_triangle(const flr_capsule3 *a, const flr_triangle3 *b);
FLR_API bool flr_overlap3_capsule_quad(const flr_capsule3 *a, const flr_quad3 *b);
FLR_API bool flr_overlap3_capsule_rectangle(const flr_capsule3 *a, const flr_rectangle3 *b);
FLR_API bool flr_overlap3_capsule_polygon(const flr_capsule3 *a, const flr_polygon3 *b);
FLR_API bool flr_overlap3_capsule_tetrahedron(const flr_capsule3 *a, const flr_tetrahedron *b);
FLR_API bool flr_overlap3_capsule_polyhedron(const flr_capsule3 *a, const flr_polyhedron3 *b);

/// Exact, except for rectangles. O(n) for polygons and polyhedra. Without a direction they are their origin.
FLR_API bool flr_overlap3_ray_triangle(const flr_ray3 *a, const flr_triangle3 *b);
FLR_API bool flr_overlap3_ray_quad(const flr_ray3 *a, const flr_quad3 *b);
FLR_API bool flr_overlap3_ray_rectangle(const flr_ray3 *a, const flr_rectangle3 *b);
FLR_API bool flr_overlap3_ray_polygon(const flr_ray3 *a, const flr_polygon3 *b);
FLR_API bool flr_overlap3_ray_tetrahedron(const flr_ray3 *a, const flr_tetrahedron *b);
FLR_API bool flr_overlap3_ray_polyhedron(const flr_ray3 *a, const flr_polyhedron3 *b);
FLR_API bool flr_overlap3_line_triangle(const flr_line3 *a, const flr_triangle3 *b);
FLR_API bool flr_overlap3_line_quad(const flr_line3 *a, const flr_quad3 *b);
FLR_API bool flr_overlap3_line_rectangle(const flr_line3 *a, const flr_rectangle3 *b);
FLR_API bool flr_overlap3_line_polygon(const flr_line3 *a, const flr_polygon3 *b);
FLR_API bool flr_overlap3_line_tetrahedron(const flr_line3 *a, const flr_tetrahedron *b);
FLR_API bool flr_overlap3_line_polyhedron(const flr_line3 *a, const flr_polyhedron3 *b);

/// Exact, also at rims, slants and the apex. Close touches take microseconds. Radius 0: the axis.
FLR_API bool flr_overlap3_segment_cylinder(const flr_segment3 *a, const flr_cylinder *b);
FLR_API bool flr_overlap3_segment_cone(const flr_segment3 *a, const flr_cone *b);
FLR_API bool flr_overlap3_ray_cylinder(const flr_ray3 *a, const flr_cylinder *b);
FLR_API bool flr_overlap3_ray_cone(const flr_ray3 *a, const flr_cone *b);
FLR_API bool flr_overlap3_line_cylinder(const flr_line3 *a, const flr_cylinder *b);
FLR_API bool flr_overlap3_line_cone(const flr_line3 *a, const flr_cone *b);

/// Boxes by separating axes (RTCD 4.4.1, 5.2.9), right too for parallel edges and flat boxes. Against
/// triangle and tetrahedron exact for their corners rounded into the box's axes. Against quad, polygon and
/// polyhedron the box's corners are rounded in world, so the largest coordinate counts to the scene's size.
FLR_API bool flr_overlap3_aabb_aabb(const flr_aabb3 *a, const flr_aabb3 *b);
FLR_API bool flr_overlap3_aabb_box(const flr_aabb3 *a, const flr_box3 *b);
FLR_API bool flr_overlap3_aabb_triangle(const flr_aabb3 *a, const flr_triangle3 *b);
FLR_API bool flr_overlap3_aabb_quad(const flr_aabb3 *a, const flr_quad3 *b);
FLR_API bool flr_overlap3_aabb_rectangle(const flr_aabb3 *a, const flr_rectangle3 *b);
FLR_API bool flr_overlap3_aabb_polygon(const flr_aabb3 *a, const flr_polygon3 *b);
FLR_API bool flr_overlap3_aabb_tetrahedron(const flr_aabb3 *a, const flr_tetrahedron *b);
FLR_API bool flr_overlap3_aabb_polyhedron(const flr_aabb3 *a, const flr_polyhedron3 *b);
FLR_API bool flr_overlap3_box_box(const flr_box3 *a, const flr_box3 *b);
FLR_API bool flr_overlap3_box_triangle(const flr_box3 *a, const flr_triangle3 *b);
FLR_API bool flr_overlap3_box_quad(const flr_box3 *a, const flr_quad3 *b);
FLR_API bool flr_overlap3_box_rectangle(const flr_box3 *a, const flr_rectangle3 *b);
FLR_API bool flr_overlap3_box_polygon(const flr_box3 *a, const flr_polygon3 *b);
FLR_API bool flr_overlap3_box_tetrahedron(const flr_box3 *a, const flr_tetrahedron *b);
FLR_API bool flr_overlap3_box_polyhedron(const flr_box3 *a, const flr_polyhedron3 *b);

/// Flat shapes: exact except for rectangles, which are boxes of height 0. Up to O(n m) edges. RTCD 5.2.10;
/// Guigue and Devillers 2003.
FLR_API bool flr_overlap3_triangle_quad(const flr_triangle3 *a, const flr_quad3 *b);
FLR_API bool flr_overlap3_triangle_rectangle(const flr_triangle3 *a, const flr_rectangle3 *b);
FLR_API bool flr_overlap3_triangle_polygon(const flr_triangle3 *a, const flr_polygon3 *b);
FLR_API bool flr_overlap3_triangle_tetrahedron(const flr_triangle3 *a, const flr_tetrahedron *b);
FLR_API bool flr_overlap3_triangle_polyhedron(const flr_triangle3 *a, const flr_polyhedron3 *b);
FLR_API bool flr_overlap3_quad_quad(const flr_quad3 *a, const flr_quad3 *b);
FLR_API bool flr_overlap3_quad_rectangle(const flr_quad3 *a, const flr_rectangle3 *b);
FLR_API bool flr_overlap3_quad_polygon(const flr_quad3 *a, const flr_polygon3 *b);
FLR_API bool flr_overlap3_quad_tetrahedron(const flr_quad3 *a, const flr_tetrahedron *b);
FLR_API bool flr_overlap3_quad_polyhedron(const flr_quad3 *a, const flr_polyhedron3 *b);
FLR_API bool flr_overlap3_rectangle_rectangle(const flr_rectangle3 *a, const flr_rectangle3 *b);
FLR_API bool flr_overlap3_rectangle_polygon(const flr_rectangle3 *a, const flr_polygon3 *b);
FLR_API bool flr_overlap3_rectangle_tetrahedron(const flr_rectangle3 *a, const flr_tetrahedron *b);
FLR_API bool flr_overlap3_rectangle_polyhedron(const flr_rectangle3 *a, const flr_polyhedron3 *b);
FLR_API bool flr_overlap3_polygon_polygon(const flr_polygon3 *a, const flr_polygon3 *b);
FLR_API bool flr_overlap3_polygon_tetrahedron(const flr_polygon3 *a, const flr_tetrahedron *b);
FLR_API bool flr_overlap3_polygon_polyhedron(const flr_polygon3 *a, const flr_polyhedron3 *b);
FLR_API bool flr_overlap3_tetrahedron_tetrahedron(const flr_tetrahedron *a, const flr_tetrahedron *b);
FLR_API bool flr_overlap3_tetrahedron_polyhedron(const flr_tetrahedron *a, const flr_polyhedron3 *b);
FLR_API bool flr_overlap3_polyhedron_polyhedron(const flr_polyhedron3 *a, const flr_polyhedron3 *b);

/// Cylinders and cones by flr_overlap3_convex_convex: right beyond 10^-14 of the scene's size (10^-7 in
/// float; needles and flat discs 10^-11); false for NaN and infinity. Quads and polygons, also concave, at
/// O(n).
FLR_API bool flr_overlap3_capsule_cylinder(const flr_capsule3 *a, const flr_cylinder *b);
FLR_API bool flr_overlap3_aabb_cylinder(const flr_aabb3 *a, const flr_cylinder *b);
FLR_API bool flr_overlap3_box_cylinder(const flr_box3 *a, const flr_cylinder *b);
FLR_API bool flr_overlap3_capsule_cone(const flr_capsule3 *a, const flr_cone *b);
FLR_API bool flr_overlap3_aabb_cone(const flr_aabb3 *a, const flr_cone *b);
FLR_API bool flr_overlap3_box_cone(const flr_box3 *a, const flr_cone *b);
FLR_API bool flr_overlap3_cylinder_cylinder(const flr_cylinder *a, const flr_cylinder *b);
FLR_API bool flr_overlap3_cylinder_cone(const flr_cylinder *a, const flr_cone *b);
FLR_API bool flr_overlap3_cone_cone(const flr_cone *a, const flr_cone *b);
FLR_API bool flr_overlap3_cylinder_triangle(const flr_cylinder *a, const flr_triangle3 *b);
FLR_API bool flr_overlap3_cylinder_quad(const flr_cylinder *a, const flr_quad3 *b);
FLR_API bool flr_overlap3_cylinder_rectangle(const flr_cylinder *a, const flr_rectangle3 *b);
FLR_API bool flr_overlap3_cylinder_polygon(const flr_cylinder *a, const flr_polygon3 *b);
FLR_API bool flr_overlap3_cylinder_tetrahedron(const flr_cylinder *a, const flr_tetrahedron *b);
FLR_API bool flr_overlap3_cylinder_polyhedron(const flr_cylinder *a, const flr_polyhedron3 *b);
FLR_API bool flr_overlap3_cone_triangle(const flr_cone *a, const flr_triangle3 *b);
FLR_API bool flr_overlap3_cone_quad(const flr_cone *a, const flr_quad3 *b);
FLR_API bool flr_overlap3_cone_rectangle(const flr_cone *a, const flr_rectangle3 *b);
FLR_API bool flr_overlap3_cone_polygon(const flr_cone *a, const flr_polygon3 *b);
FLR_API bool flr_overlap3_cone_tetrahedron(const flr_cone *a, const flr_tetrahedron *b);
FLR_API bool flr_overlap3_cone_polyhedron(const flr_cone *a, const flr_polyhedron3 *b);

/// Side of the plane: 1 wholly in front (where the normal points), -1 wholly behind, 0 touching or crossing.
/// RTCD 5.2.2 to 5.2.4.
FLR_API int flr_classify3_plane_point(const flr_plane3 *h, flr_vec3 p);
/// The hull of the points; 0 for none.
FLR_API int flr_classify3_plane_points(const flr_plane3 *h, const flr_vec3 *points, size_t count);
FLR_API int flr_classify3_plane_segment(const flr_plane3 *h, const flr_segment3 *s);
FLR_API int flr_classify3_plane_ray(const flr_plane3 *h, const flr_ray3 *s);
FLR_API int flr_classify3_plane_line(const flr_plane3 *h, const flr_line3 *s);
FLR_API int flr_classify3_plane_sphere(const flr_plane3 *h, const flr_sphere *s);
FLR_API int flr_classify3_plane_capsule(const flr_plane3 *h, const flr_capsule3 *s);
FLR_API int flr_classify3_plane_aabb(const flr_plane3 *h, const flr_aabb3 *s);
FLR_API int flr_classify3_plane_box(const flr_plane3 *h, const flr_box3 *s);
/// Exact: corners are unrounded sums of the corner and edges.
FLR_API int flr_classify3_plane_parallelepiped(const flr_plane3 *h, const flr_parallelepiped *s);
FLR_API int flr_classify3_plane_cylinder(const flr_plane3 *h, const flr_cylinder *s);
FLR_API int flr_classify3_plane_cone(const flr_plane3 *h, const flr_cone *s);
FLR_API int flr_classify3_plane_triangle(const flr_plane3 *h, const flr_triangle3 *s);
FLR_API int flr_classify3_plane_quad(const flr_plane3 *h, const flr_quad3 *s);
FLR_API int flr_classify3_plane_rectangle(const flr_plane3 *h, const flr_rectangle3 *s);
FLR_API int flr_classify3_plane_polygon(const flr_plane3 *h, const flr_polygon3 *s);
FLR_API int flr_classify3_plane_tetrahedron(const flr_plane3 *h, const flr_tetrahedron *s);
FLR_API int flr_classify3_plane_polyhedron(const flr_plane3 *h, const flr_polyhedron3 *s);

/// Is p inside, outside or on the boundary of a solid? Exact for halfspace, aabb, tetrahedron (any winding;
/// flat ones are all boundary) and polyhedron; else for coordinates rounded into the shape. Agrees with
/// flr_overlap3_point_.
FLR_API flr_side flr_contains3_halfspace_point(const flr_halfspace3 *h, flr_vec3 p);
/// In the intersection of halfspaces: a convex polyhedron; all of space for none.
FLR_API flr_side flr_contains3_halfspaces_point(const flr_halfspace3 *h, size_t count, flr_vec3 p);
FLR_API flr_side flr_contains3_sphere_point(const flr_sphere *s, flr_vec3 p);
FLR_API flr_side flr_contains3_capsule_point(const flr_capsule3 *s, flr_vec3 p);
FLR_API flr_side flr_contains3_aabb_point(const flr_aabb3 *s, flr_vec3 p);
FLR_API flr_side flr_contains3_box_point(const flr_box3 *s, flr_vec3 p);
FLR_API flr_side flr_contains3_cylinder_point(const flr_cylinder *s, flr_vec3 p);
FLR_API flr_side flr_contains3_cone_point(const flr_cone *s, flr_vec3 p);
/// Sheets: inside the rim, on it, or elsewhere. Exact; a polygon's plane is that of three corners far apart.
FLR_API flr_side flr_contains3_triangle_point(const flr_triangle3 *s, flr_vec3 p);
FLR_API flr_side flr_contains3_quad_point(const flr_quad3 *s, flr_vec3 p);
FLR_API flr_side flr_contains3_polygon_point(const flr_polygon3 *s, flr_vec3 p);
FLR_API flr_side flr_contains3_tetrahedron_point(const flr_tetrahedron *s, flr_vec3 p);
FLR_API flr_side flr_contains3_polyhedron_point(const flr_polyhedron3 *s, flr_vec3 p);

/// Separation of two convex shapes along the best of some axes.
typedef struct flr_separation3 {
    flr_real separation;  ///< apart: a lower bound of the distance; overlapping: minus the least depth
    flr_vec3 axis;        ///< unit, from a to b: moving b by -separation along it makes overlap a touch
    size_t index;         ///< of the candidate
} flr_separation3;

/// Candidates 0 to 2 are axes of a, 3 to 5 axes of b, 6 + 3 i + j the cross product of axis i of a and axis j
/// of b. A cross product must be better by 1e-12 of the extents (2e-6 in float), so parallel boxes answer
/// with a face. Otherwise the best wins, within 4 ulp of the scene's size. Edges at angles of sine below
/// 2^-50 (2^-21) are parallel.
FLR_API flr_separation3 flr_separation3_box_box(const flr_box3 *a, const flr_box3 *b);
FLR_API flr_separation3 flr_separation3_aabb_box(const flr_aabb3 *a, const flr_box3 *b);

/// The last separating axis, tried first. Zero it before first use; it only saves time.
typedef struct flr_axis_cache3 {
    size_t index;
} flr_axis_cache3;

/// Separating axes for convex shapes given by points (RTCD 5.2.1). The axes must suffice: for polyhedra the
/// normals of both and flr_separation3_edge_axis of all pairs of edges; for coplanar shapes also edges
/// crossed with the normal. Any length, zero ones are ignored. Empty lists do not overlap. `cache` may be
/// null.
FLR_API bool flr_overlap3_points_points(const flr_vec3 *a, size_t count_a, const flr_vec3 *b, size_t count_b,
                                        const flr_vec3 *axes, size_t count_axes, flr_axis_cache3 *cache);

/// The axis of largest separation, unit; on a tie the first. -INFINITY and a zero axis without candidates.
/// Within 2 ulp of the scene's size.
FLR_API flr_separation3 flr_separation3_points_points(const flr_vec3 *a, size_t count_a, const flr_vec3 *b,
                                                      size_t count_b, const flr_vec3 *axes,
                                                      size_t count_axes);

/// The axis for two edges, of any length: their cross product; for edges parallel within 2^-48 the
/// perpendicular in their plane; zero for edges on one line. As accurate as if the ends moved by a rounding
/// of the scene's size.
FLR_API flr_vec3 flr_separation3_edge_axis(const flr_segment3 *a, const flr_segment3 *b);

/// Separation of two hulls made by flr_convex3_hull, solids or polygons: faces of a, faces of b, then pairs
/// of edges. The largest separation, or minus the least depth, within 2 eps of the size; pairs of edges must
/// be better by 1e-12 of the extents (2e-6 in float). O(E_a E_b), for small hulls;
/// flr_signed_distance3_convex_convex is faster from about ten vertices. FLR_INVALID_ARGUMENT: null, other
/// shapes, radii, segments, points; FLR_NOT_FINITE. Gregorius 2013.
FLR_API flr_status flr_separation3_hull_hull(const flr_convex3 *a, const flr_convex3 *b,
                                             flr_separation3 *result);

/// Yes or no by the same axes, up to the first that separates them. Either way within 8 eps of the scene's
/// size. `cache` may be null.
FLR_API flr_status flr_overlap3_hull_hull(const flr_convex3 *a, const flr_convex3 *b, flr_axis_cache3 *cache,
                                          bool *overlap);

/// How two or three planes intersect.
typedef enum flr_planes3 {
    FLR_PLANES3_POINT,       ///< three planes in one point
    FLR_PLANES3_LINE,        ///< in one line
    FLR_PLANES3_COINCIDENT,  ///< all the same plane
    FLR_PLANES3_PARALLEL,    ///< all parallel, not all the same
    FLR_PLANES3_NONE         ///< three planes without a common point, not all parallel
} flr_planes3;

/// Angles below 2^-50 (2^-21 in float) count as parallel, offsets within that part as the same. With
/// FLR_PLANES3_LINE `line` is written: its origin nearest to the coordinate origin, within 2 ulp of its
/// length, its direction unit, along cross(a, b) within 1 ulp. RTCD 5.4.4.
FLR_API flr_planes3 flr_intersect3_plane_plane(const flr_plane3 *a, const flr_plane3 *b, flr_line3 *line);

/// FLR_PLANES3_POINT: line->origin, direction zero. FLR_PLANES3_LINE as above. Else nothing is written. The
/// point is within 1 ulp of its length, unless the normals are within 1e-12 of one plane. RTCD 5.4.5.
FLR_API flr_planes3 flr_intersect3_plane_plane_plane(const flr_plane3 *a, const flr_plane3 *b,
                                                     const flr_plane3 *c, flr_line3 *line);

/// The part of a polygon in a halfspace: writes up to `capacity` corners in order and returns their number, 0
/// for none. At most one more than a convex polygon has, 3/2 as many else. Sides are exact; corners kept come
/// back bit for bit, crossings within 2 ulp of the largest coordinate. Parts of a concave polygon stay joined
/// along the plane. `out` must not be the polygon's array.
FLR_API size_t flr_clip3_polygon_halfspace(const flr_polygon3 *polygon, const flr_halfspace3 *h,
                                           flr_vec3 *out, size_t capacity);
/// The same of a segment; false, and nothing written, where nothing is left.
FLR_API bool flr_clip3_segment_halfspace(const flr_segment3 *s, const flr_halfspace3 *h, flr_segment3 *out);

/// Exact for every finite input: touching, coplanar, collinear, needle-thin and zero-size included.
FLR_API bool flr_overlap3_segment_segment(const flr_segment3 *a, const flr_segment3 *b);
FLR_API bool flr_overlap3_segment_triangle(const flr_segment3 *s, const flr_triangle3 *t);
FLR_API bool flr_overlap3_triangle_triangle(const flr_triangle3 *a, const flr_triangle3 *b);

/// What two triangles have in common.
typedef struct flr_intersection3 {
    int count;  ///< 0 nothing, 1 a point, 2 a segment, exactly
    /// They are coplanar and share an area, exactly (a polygon, which is not returned).
    bool area;
    flr_vec3 point[2];  ///< ends of the segment; two farthest corners of an area; of a point both the same
} flr_intersection3;

/// The segment in which two triangles intersect. Its count is above 0 exactly where
/// flr_overlap3_triangle_triangle says yes. Corners come back bit for bit, other ends within 1 ulp of the
/// largest coordinate on each axis. The order of the ends means nothing, and b, a may round otherwise.
/// Nothing for NaN or infinity. RTCD 5.2.10; Guigue and Devillers 2003.
FLR_API flr_intersection3 flr_intersect3_triangle_triangle(const flr_triangle3 *a, const flr_triangle3 *b);

/// Do two surfaces intersect? Exact for vertices rounded once in world. A mesh wholly inside another does not
/// (flr_contains3_mesh_point).
FLR_API bool flr_overlap3_mesh_mesh(const flr_instance3 *a, const flr_instance3 *b);

/// Receives each intersecting pair of triangles; returns false to stop.
typedef bool flr_triangle_pair_fn(void *user, uint32_t triangle_a, uint32_t triangle_b);

/// Every intersecting pair of triangles, in a fixed order. FLR_CANCELLED where the callback stopped.
FLR_API flr_status flr_overlap3_mesh_mesh_pairs(const flr_instance3 *a, const flr_instance3 *b,
                                                flr_triangle_pair_fn *report, void *user);

/// Is p in the solid that a watertight mesh encloses? Exact for p in the mesh's frame and welded vertices.
/// For other meshes it is only a count along one ray: see flr_mesh3_info.
FLR_API flr_side flr_contains3_mesh_point(const flr_instance3 *m, flr_vec3 p);

/// Generalized winding number: how often the surface goes around p, 1 inside and 0 outside a closed surface
/// with normals outwards. At least 1/2 is a fair guess of inside for meshes with holes. Mirroring negates it.
/// Within 1 eps a triangle. O(n). Jacobson, Kavan and Sorkine-Hornung 2013.
FLR_API flr_real flr_winding3_mesh_point(const flr_instance3 *m, flr_vec3 p);

/// Clusters of the triangles of a mesh, for its winding numbers in far less than the time for a sum over all triangles. It holds no copy of the
/// mesh, which must outlive it, and serves every instance of it.
typedef struct flr_winding3 flr_winding3;
/// O(n) time, about 40 bytes a triangle. FLR_INVALID_ARGUMENT without a mesh or a place for the result, FLR_OUT_OF_MEMORY.
FLR_API flr_status flr_winding3_create(const flr_mesh3 *mesh, const flr_allocator *allocator,
                                       flr_winding3 **winding);
/// Null is allowed.
FLR_API void flr_winding3_destroy(flr_winding3 *winding);
/// flr_winding3_mesh_point to within 0.005, also of open meshes: near triangles are summed, far ones seen as clusters (Barill et al.,
/// "Fast Winding Numbers for Soups and Clouds", 2018). The worst measured is 0.003, the mean 0.0006. An instance of another mesh, or one that
/// does not stretch all lengths alike, is summed triangle by triangle.
FLR_API flr_real flr_winding3_mesh_point_quick(const flr_winding3 *winding, const flr_instance3 *m,
                                               flr_vec3 p);

FLR_EXTERN_C_END
#endif
