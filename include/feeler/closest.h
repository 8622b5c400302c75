/// Feeler: closest points and distances.
#ifndef FEELER_CLOSEST_H
#define FEELER_CLOSEST_H

#include "feeler/closest3.h"
#include "feeler/features3.h"
#include "feeler/mesh.h"

FLR_EXTERN_C_BEGIN

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

FLR_EXTERN_C_END
#endif
