/// Feeler: where on its shape a closest point lies, in space: parameters, weights of corners, features.
/// Part of feeler/closest.h.
#ifndef FEELER_FEATURES3_H
#define FEELER_FEATURES3_H

#include "feeler/closest3.h"

FLR_EXTERN_C_BEGIN

/// The closest pair of flr_closest3_<a>_<b>, to the last bit, and the parameters of its points:
/// point_a = a + s (b - a) or origin + s direction, and t likewise on the second shape. In [0, 1] for a segment, with
/// 0 and 1 at its ends and only there; at least 0 for a ray; of the direction as given. 0 for a point and for what is
/// no more than a point.
typedef struct flr_parameters3 {
    flr_closest3 closest;
    flr_real s, t;
} flr_parameters3;

/// Each parameter names its point to within the error of the points (feeler/closest3.h). RTCD 5.1.2, 5.1.8, 5.1.9.
FLR_API flr_parameters3 flr_parameters3_point_segment(flr_vec3 p, const flr_segment3 *b);
FLR_API flr_parameters3 flr_parameters3_point_ray(flr_vec3 p, const flr_ray3 *b);
FLR_API flr_parameters3 flr_parameters3_point_line(flr_vec3 p, const flr_line3 *b);
/// Here t counts lengths of the normal from the foot to p: p = point_b + t normal, within 2 ulp of itself. RTCD 5.1.1.
FLR_API flr_parameters3 flr_parameters3_point_plane(flr_vec3 p, const flr_plane3 *b);
FLR_API flr_parameters3 flr_parameters3_segment_segment(const flr_segment3 *a, const flr_segment3 *b);
FLR_API flr_parameters3 flr_parameters3_segment_ray(const flr_segment3 *a, const flr_ray3 *b);
FLR_API flr_parameters3 flr_parameters3_segment_line(const flr_segment3 *a, const flr_line3 *b);
FLR_API flr_parameters3 flr_parameters3_ray_ray(const flr_ray3 *a, const flr_ray3 *b);
FLR_API flr_parameters3 flr_parameters3_ray_line(const flr_ray3 *a, const flr_line3 *b);
FLR_API flr_parameters3 flr_parameters3_line_line(const flr_line3 *a, const flr_line3 *b);

/// Weights of the corners at the foot of p on the line or plane of the shape, or for the tetrahedron at p:
/// foot = sum of weights[i] * corner i, sum 1, negative beyond an edge or face. They give the foot back to within
/// 2 ulp of the largest difference of p and a corner times the largest weight, of needles and slivers too. False for
/// equal, collinear or coplanar corners, and where a weight leaves the range of numbers; they are then those of the closest point. RTCD 3.4, 5.1.5.
FLR_API bool flr_barycentric3_segment_point(const flr_segment3 *s, flr_vec3 p, flr_real weights[2]);
FLR_API bool flr_barycentric3_triangle_point(const flr_triangle3 *t, flr_vec3 p, flr_real weights[3]);
FLR_API bool flr_barycentric3_tetrahedron_point(const flr_tetrahedron *t, flr_vec3 p, flr_real weights[4]);

/// The part of a shape on which a closest point lies.
typedef struct flr_region3 {
    /// One bit a corner: bit 0 for a, 1 for b, ... One bit is a corner, two an edge, three a face, four the inside.
    unsigned corners;
    flr_real weights[4];  ///< of the point: not negative, above 0 for the corners that take part
    flr_vec3 point;       ///< a corner's own bits where it is one, p itself in a tetrahedron
} flr_region3;

/// The Voronoi region of p, as rounding sees it: the lowest part that holds the closest point. Whether p lies in a
/// tetrahedron is exact (RTCD 5.1.6 and its 14 regions). The weights name the point to within 2 ulp of the scene's size
/// and coordinates.
FLR_API flr_region3 flr_region3_segment_point(const flr_segment3 *s, flr_vec3 p);
FLR_API flr_region3 flr_region3_triangle_point(const flr_triangle3 *t, flr_vec3 p);
FLR_API flr_region3 flr_region3_tetrahedron_point(const flr_tetrahedron *t, flr_vec3 p);

/// The same on both shapes of a closest pair, distance and points to the last bit those of flr_closest3_<a>_<b>, the weights
/// as good.
typedef struct flr_regions3 {
    flr_real distance;
    flr_region3 a, b;
} flr_regions3;

FLR_API flr_regions3 flr_regions3_segment_triangle(const flr_segment3 *a, const flr_triangle3 *b);
FLR_API flr_regions3 flr_regions3_triangle_triangle(const flr_triangle3 *a, const flr_triangle3 *b);

FLR_EXTERN_C_END
#endif
