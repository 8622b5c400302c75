/// Feeler: closest points and distances in space, and where on its shape a closest point
/// lies: parameters, weights, features.
///
/// Shapes are closed, solid or sheet as in feeler/shape3.h; a point inside a solid is at distance 0. The
/// first point is on the first shape. Corners, ends, centres of discs, faces of aabbs and points inside come
/// back bit for bit. Meaningless input gets some answer (see feeler/shape3.h).
///
/// The distance is within 8 ulp of the scene's size: the extent of the given points with the radii
/// (docs/accuracy.md has planes and lines). Points are off by that and a rounding of their coordinates.
/// Computed in double, also in float builds. It is 0 exactly where the shapes intersect for most straight and
/// flat pairs, and for points, segments, rays and lines against round shapes; docs/accuracy.md lists them.
///
/// Ericson, Real-Time Collision Detection, 2005 (RTCD), 5.1.
#ifndef FEELER_CLOSEST3_H
#define FEELER_CLOSEST3_H

#include "feeler/mesh3.h"

FLR_EXTERN_C_BEGIN

/// A closest pair, one point on each shape. Where they intersect: distance 0 and one common point twice (up
/// to rounding, for sheets).
typedef struct flr_closest3 {
    flr_real distance;
    flr_vec3 point_a, point_b;
} flr_closest3;

/// Signed distance, above 0 in front, where the normal points; any normal but 0. Within 1 ulp of itself,
/// unless below 2^-100 of the terms.
FLR_API flr_real flr_signed_distance3_point_plane(flr_vec3 p, const flr_plane3 *h);

/// Squared distances, cheaper than the points. Never below 0. Within 8 ulp of the size squared;
/// docs/accuracy.md has more. Overflow and underflow as squares do.
FLR_API flr_real flr_distance_squared3_point_segment(flr_vec3 p, const flr_segment3 *s);
FLR_API flr_real flr_distance_squared3_point_aabb(flr_vec3 p, const flr_aabb3 *b);
FLR_API flr_real flr_distance_squared3_point_box(flr_vec3 p, const flr_box3 *b);
FLR_API flr_real flr_distance_squared3_point_triangle(flr_vec3 p, const flr_triangle3 *t);
FLR_API flr_real flr_distance_squared3_point_rectangle(flr_vec3 p, const flr_rectangle3 *r);
FLR_API flr_real flr_distance_squared3_segment_segment(const flr_segment3 *a, const flr_segment3 *b);

/// Of a point, and the nearest point of another shape; of solids the point itself where it is inside.
FLR_API flr_closest3 flr_closest3_point_point(flr_vec3 a, flr_vec3 b);
FLR_API flr_closest3 flr_closest3_point_ray(flr_vec3 p, const flr_ray3 *r);
FLR_API flr_closest3 flr_closest3_point_line(flr_vec3 p, const flr_line3 *l);
FLR_API flr_closest3 flr_closest3_point_plane(flr_vec3 p, const flr_plane3 *h);
/// For a unit normal, with one dot product: within 2 ulp of the largest coordinate or offset.
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

/// The sheet a + s (b - a) + t (c - a), s and t in [0, 1]: a rectangle by three corners, if the angle at a is
/// right. Parallel or zero sides: segment or point.
FLR_API flr_closest3 flr_closest3_point_parallelogram(flr_vec3 p, flr_vec3 a, flr_vec3 b, flr_vec3 c);

/// Corners slightly off one plane count as in the plane of three far apart; edges are as given.
FLR_API flr_closest3 flr_closest3_point_polygon(flr_vec3 p, const flr_polygon3 *polygon);
FLR_API flr_closest3 flr_closest3_point_tetrahedron(flr_vec3 p, const flr_tetrahedron *t);
FLR_API flr_closest3 flr_closest3_point_polyhedron(flr_vec3 p, const flr_polyhedron3 *h);

/// Lines, rays and segments. Of parallel ones: the pair of the first's origin (end a), if closest, else of
/// its closest point nearest to that.
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

/// Of several closest points the first along the segment, ray or line.
FLR_API flr_closest3 flr_closest3_segment_aabb(const flr_segment3 *s, const flr_aabb3 *b);
FLR_API flr_closest3 flr_closest3_ray_aabb(const flr_ray3 *r, const flr_aabb3 *b);
FLR_API flr_closest3 flr_closest3_line_aabb(const flr_line3 *l, const flr_aabb3 *b);
FLR_API flr_closest3 flr_closest3_segment_box(const flr_segment3 *s, const flr_box3 *b);
FLR_API flr_closest3 flr_closest3_ray_box(const flr_ray3 *r, const flr_box3 *b);
FLR_API flr_closest3 flr_closest3_line_box(const flr_line3 *l, const flr_box3 *b);

/// Of a segment and a flat shape or a solid with corners; inside a solid they are one point.
FLR_API flr_closest3 flr_closest3_segment_quad(const flr_segment3 *s, const flr_quad3 *q);
FLR_API flr_closest3 flr_closest3_segment_rectangle(const flr_segment3 *s, const flr_rectangle3 *r);
FLR_API flr_closest3 flr_closest3_segment_polygon(const flr_segment3 *s, const flr_polygon3 *polygon);
FLR_API flr_closest3 flr_closest3_segment_tetrahedron(const flr_segment3 *s, const flr_tetrahedron *t);
FLR_API flr_closest3 flr_closest3_segment_polyhedron(const flr_segment3 *s, const flr_polyhedron3 *h);

/// The sheet of flr_closest3_point_parallelogram. Near touches are decided by the rounded distance.
FLR_API flr_closest3 flr_closest3_segment_parallelogram(const flr_segment3 *s, flr_vec3 a, flr_vec3 b,
                                                        flr_vec3 c);
FLR_API flr_closest3 flr_closest3_ray_parallelogram(const flr_ray3 *r, flr_vec3 a, flr_vec3 b, flr_vec3 c);
FLR_API flr_closest3 flr_closest3_line_parallelogram(const flr_line3 *l, flr_vec3 a, flr_vec3 b, flr_vec3 c);

/// Whether they intersect is exact, except for rectangles (exact in their own rounded coordinates). A quad
/// that is not quite planar is its two triangles. RTCD 5.1.10.
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

/// Closest points of points, segments and triangles. The distance is 0 exactly where they intersect (as
/// flr_overlap3_ decides), and both points are then one; else it is within 8 eps of the scene's size. Corners
/// come back bit for bit. Of many closest pairs one is returned. Ericson 2005, 5.1.
FLR_API flr_closest3 flr_closest3_point_segment(flr_vec3 p, const flr_segment3 *s);
FLR_API flr_closest3 flr_closest3_point_triangle(flr_vec3 p, const flr_triangle3 *t);
FLR_API flr_closest3 flr_closest3_segment_segment(const flr_segment3 *a, const flr_segment3 *b);
FLR_API flr_closest3 flr_closest3_segment_triangle(const flr_segment3 *s, const flr_triangle3 *t);
FLR_API flr_closest3 flr_closest3_triangle_triangle(const flr_triangle3 *a, const flr_triangle3 *b);

/// A closest pair on surfaces of triangles.
typedef struct flr_closest3_mesh {
    /// False: nothing within max_distance; the rest is zero.
    bool found;
    flr_real distance;
    flr_vec3 point_a, point_b;        ///< in world
    uint32_t triangle_a, triangle_b;  ///< indices; 0 for a point
} flr_closest3_mesh;

/// The surface point nearest to p, from inside too, if within max_distance (INFINITY: any). Distance within 8
/// eps of the largest coordinate in world (2 in float), point_b within 2 of its triangle.
FLR_API flr_closest3_mesh flr_closest3_point_mesh(flr_vec3 p, const flr_instance3 *m, flr_real max_distance);

/// Closest points of two surfaces, if within max_distance (INFINITY: any; smaller is faster). 0 exactly where
/// they intersect, else within 2 eps of the scene's size; a mesh inside another is at a distance. Exact for
/// vertices rounded once in world. Swapping a and b swaps the answer, bit for bit.
FLR_API flr_closest3_mesh flr_closest3_mesh_mesh(const flr_instance3 *a, const flr_instance3 *b,
                                                 flr_real max_distance);

/// flr_closest3_<a>_<b>, bit for bit, with the parameters of its points: point_a = a + s (b - a) or origin +
/// s direction, t likewise on the second shape. In [0, 1] for segments (0 and 1 only at the ends), >= 0 for
/// rays, 0 for points. RTCD 5.1.2, 5.1.8, 5.1.9.
typedef struct flr_parameters3 {
    flr_closest3 closest;
    flr_real s, t;
} flr_parameters3;

/// As accurate as the points.
FLR_API flr_parameters3 flr_parameters3_point_segment(flr_vec3 p, const flr_segment3 *b);
FLR_API flr_parameters3 flr_parameters3_point_ray(flr_vec3 p, const flr_ray3 *b);
FLR_API flr_parameters3 flr_parameters3_point_line(flr_vec3 p, const flr_line3 *b);
/// t counts lengths of the normal: p = point_b + t normal, within 2 ulp of itself. RTCD 5.1.1.
FLR_API flr_parameters3 flr_parameters3_point_plane(flr_vec3 p, const flr_plane3 *b);
FLR_API flr_parameters3 flr_parameters3_segment_segment(const flr_segment3 *a, const flr_segment3 *b);
FLR_API flr_parameters3 flr_parameters3_segment_ray(const flr_segment3 *a, const flr_ray3 *b);
FLR_API flr_parameters3 flr_parameters3_segment_line(const flr_segment3 *a, const flr_line3 *b);
FLR_API flr_parameters3 flr_parameters3_ray_ray(const flr_ray3 *a, const flr_ray3 *b);
FLR_API flr_parameters3 flr_parameters3_ray_line(const flr_ray3 *a, const flr_line3 *b);
FLR_API flr_parameters3 flr_parameters3_line_line(const flr_line3 *a, const flr_line3 *b);

/// Weights of the corners at the projection of p (tetrahedron: at p), the sum of weights[i] * corner i.
/// They sum to 1, negative beyond an edge or face. Within 2 ulp of the largest difference of p and a corner
/// times the largest weight. False for degenerate corners or overflow: weights of the closest point. RTCD 3.4,
/// 5.1.5.
FLR_API bool flr_barycentric3_segment_point(const flr_segment3 *s, flr_vec3 p, flr_real weights[2]);
FLR_API bool flr_barycentric3_triangle_point(const flr_triangle3 *t, flr_vec3 p, flr_real weights[3]);
FLR_API bool flr_barycentric3_tetrahedron_point(const flr_tetrahedron *t, flr_vec3 p, flr_real weights[4]);

/// The feature on which a closest point lies.
typedef struct flr_region3 {
    /// Bit 0 for corner a, 1 for b, ...: one bit is a corner, two an edge, three a face, four the inside.
    unsigned corners;
    flr_real weights[4];  ///< of the point: not negative, above 0 for the corners that take part
    flr_vec3 point;       ///< a corner's own bits where it is one, p itself in a tetrahedron
} flr_region3;

/// The Voronoi region of p: the lowest feature that holds the closest point. Whether p is in a tetrahedron is
/// exact (RTCD 5.1.6). Weights name the point within 2 ulp of the scene's size and coordinates.
FLR_API flr_region3 flr_region3_segment_point(const flr_segment3 *s, flr_vec3 p);
FLR_API flr_region3 flr_region3_triangle_point(const flr_triangle3 *t, flr_vec3 p);
FLR_API flr_region3 flr_region3_tetrahedron_point(const flr_tetrahedron *t, flr_vec3 p);

/// The same on both shapes of a closest pair; distance and points are those of flr_closest3_<a>_<b>, bit for
/// bit.
typedef struct flr_regions3 {
    flr_real distance;
    flr_region3 a, b;
} flr_regions3;

/// The closest points of two shapes, each with the feature that it lies on.
FLR_API flr_regions3 flr_regions3_segment_triangle(const flr_segment3 *a, const flr_triangle3 *b);
FLR_API flr_regions3 flr_regions3_triangle_triangle(const flr_triangle3 *a, const flr_triangle3 *b);

FLR_EXTERN_C_END
#endif
