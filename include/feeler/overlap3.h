/// Feeler: yes or no of shapes by value in space; sides of planes, containment, separating axes,
/// intersection of planes. Touching counts as overlapping. Part of feeler/overlap.h.
///
/// Every two kinds of these shapes have a function, flr_overlap3_<a>_<b>, a before b in the order point, segment, ray,
/// line, plane, halfspace, sphere, capsule, aabb, box, cylinder, cone, triangle, quad, rectangle, polygon, tetrahedron,
/// polyhedron. flr_overlap3 of feeler/any3.h tells the same.
///
/// Exact for every finite input (filters, then exact signs): points, segments, triangles, quads, polygons, tetrahedra,
/// polyhedra and aabbs against one another; rays and lines against these and one another (without a direction they are
/// their origin); points against line and ray; plane or halfspace against everything without a radius and without axes of its
/// own, and against one another; points, segments, rays and lines against sphere, capsule, cylinder and cone, and spheres and
/// capsules among themselves, while coordinates and radii that are not 0 differ in size by less than 2^350. Exact for
/// planes means: while no product of normal and coordinates overflows or underflows. A polygon whose corners are not
/// exactly in one plane is its edges and what lies inside them in the plane of three far apart. Everything else
/// rounds, and is right where the distance or the depth is more than 8 ulp of the scene's size (see feeler/closest3.h; cylinders
/// and cones against what is not straight 10^-14 of it, see there);
/// where there is a flr_closest3_ function of the same pair, the answer is whether its distance is 0. A shape of no
/// corners or faces meets nothing.
#ifndef FEELER_OVERLAP3_H
#define FEELER_OVERLAP3_H

#include "feeler/closest3.h"
#include "feeler/convex.h"

FLR_EXTERN_C_BEGIN

typedef enum flr_side { FLR_OUTSIDE = -1, FLR_BOUNDARY = 0, FLR_INSIDE = 1 } flr_side;

/// Is p in the shape? For solids flr_contains3_ below also tells the boundary.
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

FLR_API bool flr_overlap3_segment_plane(const flr_segment3 *a, const flr_plane3 *b);
FLR_API bool flr_overlap3_segment_halfspace(const flr_segment3 *a, const flr_halfspace3 *b);
FLR_API bool flr_overlap3_ray_plane(const flr_ray3 *a, const flr_plane3 *b);
FLR_API bool flr_overlap3_ray_halfspace(const flr_ray3 *a, const flr_halfspace3 *b);
FLR_API bool flr_overlap3_line_plane(const flr_line3 *a, const flr_plane3 *b);
FLR_API bool flr_overlap3_line_halfspace(const flr_line3 *a, const flr_halfspace3 *b);
/// Parallel means parallel exactly: two planes that are not always meet.
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

/// Lines and rays against flat shapes, in signs of triple products; exact but for the rectangle. A few tens of ns a
/// triangle, n of a polygon's corners or a polyhedron's edges. Without a direction they are their origin.
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

/// Exact as to touching: rims, slants, the apex and what runs along them. Decided in double as a rule, some tens of ns, and
/// in whole numbers where that is too close to call, some microseconds. A radius of 0 leaves the axis.
FLR_API bool flr_overlap3_segment_cylinder(const flr_segment3 *a, const flr_cylinder *b);
FLR_API bool flr_overlap3_segment_cone(const flr_segment3 *a, const flr_cone *b);
FLR_API bool flr_overlap3_ray_cylinder(const flr_ray3 *a, const flr_cylinder *b);
FLR_API bool flr_overlap3_ray_cone(const flr_ray3 *a, const flr_cone *b);
FLR_API bool flr_overlap3_line_cylinder(const flr_line3 *a, const flr_cylinder *b);
FLR_API bool flr_overlap3_line_cone(const flr_line3 *a, const flr_cone *b);

/// Boxes by separating axes (RTCD 4.4.1, 5.2.9). With parallel edges and shapes without volume no axis is
/// mistaken for one that separates: a box against triangle or tetrahedron is decided exactly for the corners as
/// rounded into its axes; against quad, polygon or polyhedron so are their edges, and what cuts right through or holds the
/// box is met by the box's corners as rounded in world, once each, so there the largest coordinate counts as the scene's size.
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

/// Flat shapes among one another: an edge of one meets the other, or a solid holds it, all by signs of orientations;
/// exact but for rectangles, which are boxes without a height. What a box around the corners or the plane of a face
/// parts costs n + m, all else up to n m, for n and m edges. RTCD 5.2.10; two triangles after Guigue and Devillers (2003).
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

/// Cylinders and cones by flr_overlap3_convex_convex: farther apart than 10^-14 of the scene's size (10^-7 in single precision) they never
/// overlap, deeper in one another they always do (needles and flat discs from 10^-11 on); false for NaN and infinity. Quads and polygons, concave ones too, meet them with
/// their edges, as segments do, or with the segment between the round shape's last points on both sides of their plane;
/// n edges.
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

/// On which side of a plane is a shape: +1 wholly in front (where the normal points), -1 wholly behind, 0
/// where it touches or crosses. RTCD 5.2.2 to 5.2.4.
FLR_API int flr_classify3_plane_point(const flr_plane3 *h, flr_vec3 p);
/// The hull of some points; 0 for none.
FLR_API int flr_classify3_plane_points(const flr_plane3 *h, const flr_vec3 *points, size_t count);
FLR_API int flr_classify3_plane_segment(const flr_plane3 *h, const flr_segment3 *s);
FLR_API int flr_classify3_plane_ray(const flr_plane3 *h, const flr_ray3 *s);
FLR_API int flr_classify3_plane_line(const flr_plane3 *h, const flr_line3 *s);
FLR_API int flr_classify3_plane_sphere(const flr_plane3 *h, const flr_sphere *s);
FLR_API int flr_classify3_plane_capsule(const flr_plane3 *h, const flr_capsule3 *s);
FLR_API int flr_classify3_plane_aabb(const flr_plane3 *h, const flr_aabb3 *s);
FLR_API int flr_classify3_plane_box(const flr_plane3 *h, const flr_box3 *s);
/// Exact for the corners as sums of the corner and edges given, which are never rounded.
FLR_API int flr_classify3_plane_parallelepiped(const flr_plane3 *h, const flr_parallelepiped *s);
FLR_API int flr_classify3_plane_cylinder(const flr_plane3 *h, const flr_cylinder *s);
FLR_API int flr_classify3_plane_cone(const flr_plane3 *h, const flr_cone *s);
FLR_API int flr_classify3_plane_triangle(const flr_plane3 *h, const flr_triangle3 *s);
FLR_API int flr_classify3_plane_quad(const flr_plane3 *h, const flr_quad3 *s);
FLR_API int flr_classify3_plane_rectangle(const flr_plane3 *h, const flr_rectangle3 *s);
FLR_API int flr_classify3_plane_polygon(const flr_plane3 *h, const flr_polygon3 *s);
FLR_API int flr_classify3_plane_tetrahedron(const flr_plane3 *h, const flr_tetrahedron *s);
FLR_API int flr_classify3_plane_polyhedron(const flr_plane3 *h, const flr_polyhedron3 *s);

/// Where is p: inside, outside or on the boundary of a solid? Exact for halfspace, aabb, tetrahedron (in
/// either winding; a flat one has only a boundary) and polyhedron. With a radius or axes of its own the
/// answer is exact for coordinates as rounded into the shape, and agrees with flr_overlap3_point_.
FLR_API flr_side flr_contains3_halfspace_point(const flr_halfspace3 *h, flr_vec3 p);
/// In all of them: a convex polyhedron by its planes. All of space for none.
FLR_API flr_side flr_contains3_halfspaces_point(const flr_halfspace3 *h, size_t count, flr_vec3 p);
FLR_API flr_side flr_contains3_sphere_point(const flr_sphere *s, flr_vec3 p);
FLR_API flr_side flr_contains3_capsule_point(const flr_capsule3 *s, flr_vec3 p);
FLR_API flr_side flr_contains3_aabb_point(const flr_aabb3 *s, flr_vec3 p);
FLR_API flr_side flr_contains3_box_point(const flr_box3 *s, flr_vec3 p);
FLR_API flr_side flr_contains3_cylinder_point(const flr_cylinder *s, flr_vec3 p);
FLR_API flr_side flr_contains3_cone_point(const flr_cone *s, flr_vec3 p);
/// Sheets: in the plane of the corners, inside the rim, on it, or elsewhere. Exact; the plane of a polygon is that of three
/// corners far apart.
FLR_API flr_side flr_contains3_triangle_point(const flr_triangle3 *s, flr_vec3 p);
FLR_API flr_side flr_contains3_quad_point(const flr_quad3 *s, flr_vec3 p);
FLR_API flr_side flr_contains3_polygon_point(const flr_polygon3 *s, flr_vec3 p);
FLR_API flr_side flr_contains3_tetrahedron_point(const flr_tetrahedron *s, flr_vec3 p);
FLR_API flr_side flr_contains3_polyhedron_point(const flr_polyhedron3 *s, flr_vec3 p);

/// How far two convex shapes are apart, or deep in one another, along the best of some axes.
typedef struct flr_separation3 {
    flr_real separation;  ///< above 0 apart, a lower bound of the distance; below 0 minus the least depth
    flr_vec3 axis;        ///< unit, from a to b: moving b by -separation along it brings overlap to touch
    size_t index;         ///< which of the candidates
} flr_separation3;

/// Candidates 0 to 2 are the axes of a, 3 to 5 those of b, 6 + 3 i + j the cross product of axis i of a
/// and j of b. A cross product has to be better than an axis of a box by 1e-12 of the extents (in single precision
/// 2e-6), so that parallel boxes answer with a face; edges at an angle whose sine is below 2^-50 (2^-21) are parallel and
/// have none. But for that preference the separation is that of the best candidate, within 4 ulp of the scene's size.
FLR_API flr_separation3 flr_separation3_box_box(const flr_box3 *a, const flr_box3 *b);
FLR_API flr_separation3 flr_separation3_aabb_box(const flr_aabb3 *a, const flr_box3 *b);

/// The axis that separated last, tried first next time. Zeroed memory is an empty cache; the caller's, and
/// the answer is the same with or without it.
typedef struct flr_axis_cache3 {
    size_t index;
} flr_axis_cache3;

/// The generic separating-axis test (RTCD 5.2.1): do the hulls of two lists of points overlap on every one
/// of the axes? Convex shapes only, and the axes have to suffice: for polyhedra the normals of all faces of
/// both and flr_separation3_edge_axis of all pairs of edges; for flat shapes in one plane also their edges
/// crossed with the normal. Axes may have any length; zero ones are left out. Empty lists do not overlap.
/// `cache` may be null.
FLR_API bool flr_overlap3_points_points(const flr_vec3 *a, size_t count_a, const flr_vec3 *b, size_t count_b,
                                        const flr_vec3 *axes, size_t count_axes, flr_axis_cache3 *cache);

/// The same without an early end: the axis of the largest separation, all brought to unit length first; the
/// first of equal ones. -INFINITY and a zero axis where there is no usable candidate. The separation is within 2 ulp of
/// the scene's size, the axis unit within 2 ulp.
FLR_API flr_separation3 flr_separation3_points_points(const flr_vec3 *a, size_t count_a, const flr_vec3 *b,
                                                      size_t count_b, const flr_vec3 *axes,
                                                      size_t count_axes);

/// The axis to try for two edges, of any length: their cross product; for edges parallel to within 2^-48 the
/// perpendicular to them in their common plane; zero for edges on one line, which separate nothing. It leans from the
/// exact product by no more than what moving the ends by a rounding of the scene's size would do to that.
FLR_API flr_vec3 flr_separation3_edge_axis(const flr_segment3 *a, const flr_segment3 *b);

/// Two hulls placed by flr_convex3_hull, solids or polygons, by separating axes: the normals of all faces of both, and of all pairs of
/// edges those whose arcs cross on the Gauss map, so that they span a face of the difference (Gregorius, "The Separating
/// Axis Test between Convex Polyhedra", 2013); of polygons also the normals of their edges in their plane. The largest separation: where
/// they overlap, minus the least depth and its direction, to 2 roundings of the size. Candidates are
/// the faces of a and of b (of a polygon, its edges after its two sides), then the pairs of edges, which have to be better than a
/// face by 1e-12 of the extents (2e-6 in float): so what is nearly equal is always answered the same way, and the separation is
/// short by no more than that.
/// O(E_a E_b): for small hulls, or where an axis is wanted that is a feature's; flr_signed_distance3_convex_convex is faster from
/// some ten vertices on. FLR_INVALID_ARGUMENT for null, other shapes, hulls with a radius, segments and points; FLR_NOT_FINITE.
FLR_API flr_status flr_separation3_hull_hull(const flr_convex3 *a, const flr_convex3 *b,
                                             flr_separation3 *result);

/// Yes or no by the same axes, with an end at the first that parts them. What is apart, or overlaps, by less than 8 roundings of the
/// scene's size may be told either way. `cache` may be null.
FLR_API flr_status flr_overlap3_hull_hull(const flr_convex3 *a, const flr_convex3 *b, flr_axis_cache3 *cache,
                                          bool *overlap);

/// How two or three planes meet.
typedef enum flr_planes3 {
    FLR_PLANES3_POINT,       ///< three planes in one point
    FLR_PLANES3_LINE,        ///< in one line
    FLR_PLANES3_COINCIDENT,  ///< all the same plane
    FLR_PLANES3_PARALLEL,    ///< all parallel, not all the same
    FLR_PLANES3_NONE         ///< three planes without a common point, not all parallel
} flr_planes3;

/// Planes whose angle is below what rounding of their normals can do (2^-50, in float 2^-21) count as
/// parallel, and parallel ones whose offsets differ by less than that part as the same. Writes the line
/// where it answers FLR_PLANES3_LINE: its origin is the point nearest to the coordinate origin, to 2 ulp of
/// its own length, its direction is unit, that of cross(a, b) within 1 ulp. RTCD 5.4.4.
FLR_API flr_planes3 flr_intersect3_plane_plane(const flr_plane3 *a, const flr_plane3 *b, flr_line3 *line);

/// FLR_PLANES3_POINT: the point is line->origin, and the direction is zero. FLR_PLANES3_LINE as above.
/// Otherwise nothing is written. The error of the point is 1 ulp of its own length, unless the normals are
/// within about 1e-12 of one plane. RTCD 5.4.5.
FLR_API flr_planes3 flr_intersect3_plane_plane_plane(const flr_plane3 *a, const flr_plane3 *b,
                                                     const flr_plane3 *c, flr_line3 *line);

/// What of a polygon lies in a halfspace: writes up to `capacity` corners in order and returns how many there are, 0 where
/// all of it is outside; at most one more than the polygon has if that is convex, one and a half times as many if not. Each
/// corner's side is exact; those inside and on the plane come out as they are, crossings within 2 ulp of the largest
/// coordinate. Pieces of a concave polygon stay joined along the plane. `out` is not the polygon's own array.
FLR_API size_t flr_clip3_polygon_halfspace(const flr_polygon3 *polygon, const flr_halfspace3 *h,
                                           flr_vec3 *out, size_t capacity);
/// The same of a segment; false, and nothing is written, where there is nothing of it.
FLR_API bool flr_clip3_segment_halfspace(const flr_segment3 *s, const flr_halfspace3 *h, flr_segment3 *out);

FLR_EXTERN_C_END
#endif
