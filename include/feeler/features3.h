/// Feeler: where on its shape a closest point lies, in space: parameters, weights, features. Part of
/// feeler/closest.h.
#ifndef FEELER_FEATURES3_H
#define FEELER_FEATURES3_H

#include "feeler/closest3.h"

FLR_EXTERN_C_BEGIN

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

/// Weights of the corners at the foot of p, for the tetrahedron at p: foot = sum of weights[i] * corner i,
/// sum 1, negative beyond an edge or face. Within 2 ulp of the largest difference of p and a corner times the
/// largest weight. False for degenerate corners or overflow: weights of the closest point. RTCD 3.4, 5.1.5.
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

FLR_API flr_regions3 flr_regions3_segment_triangle(const flr_segment3 *a, const flr_triangle3 *b);
FLR_API flr_regions3 flr_regions3_triangle_triangle(const flr_triangle3 *a, const flr_triangle3 *b);

FLR_EXTERN_C_END
#endif
