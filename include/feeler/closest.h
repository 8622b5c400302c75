/// Feeler: closest points and distances.
#ifndef FEELER_CLOSEST_H
#define FEELER_CLOSEST_H

#include "feeler/closest3.h"
#include "feeler/features3.h"
#include "feeler/mesh.h"

FLR_EXTERN_C_BEGIN

/// Points, segments and triangles, flat sheets that may degenerate (a triangle to a segment, a segment to
/// a point) and are answered as what they are. The distance is 0 exactly where the two meet, decided
/// exactly as by flr_overlap3_, and both points are then one; else it is above 0 and within 8 roundings of the
/// scene's size (its largest difference of coordinates). The points lie on the shapes, and as far apart as told, within 8
/// roundings of the largest coordinate. A closest point that is a corner has the corner's bits. Where
/// closest pairs are many (parallel edges, overlapping sheets) one of them. Ericson, Real-Time Collision Detection, 5.1.2,
/// 5.1.5, 5.1.9 to 5.1.11; differs in testing for a meeting first, and in trying every candidate where a figure
/// is flat, parallel or needle-thin.
FLR_API flr_closest3 flr_closest3_point_segment(flr_vec3 p, const flr_segment3 *s);
FLR_API flr_closest3 flr_closest3_point_triangle(flr_vec3 p, const flr_triangle3 *t);
FLR_API flr_closest3 flr_closest3_segment_segment(const flr_segment3 *a, const flr_segment3 *b);
FLR_API flr_closest3 flr_closest3_segment_triangle(const flr_segment3 *s, const flr_triangle3 *t);
FLR_API flr_closest3 flr_closest3_triangle_triangle(const flr_triangle3 *a, const flr_triangle3 *b);

/// A closest pair on surfaces made of triangles.
typedef struct flr_closest3_mesh {
    /// False where nothing lies within the given max_distance; then the rest is zero.
    bool found;
    flr_real distance;
    flr_vec3 point_a, point_b;        ///< in world
    uint32_t triangle_a, triangle_b;  ///< numbers in the inputs; for a point, triangle_a is 0
} flr_closest3_mesh;

/// The point of the surface nearest to p, if it is no farther than max_distance (INFINITY for
/// any). Also for p inside: the distance is to the surface. The distance is within 8 roundings of the largest coordinate of
/// p and of the triangles as placed in world (2 in float), and point_b within 2 of its triangle.
FLR_API flr_closest3_mesh flr_closest3_point_mesh(flr_vec3 p, const flr_instance3 *m, flr_real max_distance);

/// Closest points of two surfaces, if they are no farther apart than max_distance (INFINITY for
/// any); a smaller limit is answered faster. Surfaces that meet: 0, and a common point.
/// Containment does not count: a mesh inside another has a distance above 0 to its surface. The distance is 0 exactly
/// where the triangles as placed in world (each vertex rounded once) meet, else above 0 and within 2 roundings of the
/// scene's size (the largest difference of coordinates); the points lie on their triangles, and as far apart as said,
/// within 4 roundings of the largest coordinate. Swapping a and b swaps the answer, to the last bit.
FLR_API flr_closest3_mesh flr_closest3_mesh_mesh(const flr_instance3 *a, const flr_instance3 *b,
                                                 flr_real max_distance);

FLR_EXTERN_C_END
#endif
