/// Feeler: yes or no: do two shapes overlap? Touching counts everywhere.
#ifndef FEELER_OVERLAP_H
#define FEELER_OVERLAP_H

#include "feeler/mesh.h"
#include "feeler/overlap3.h"

FLR_EXTERN_C_BEGIN

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
                                                flr_triangle_pair_fn *tell, void *user);

/// Is p in the solid that a watertight mesh encloses? Exact for p in the mesh's frame and welded vertices.
/// For other meshes it is only a count along one ray: see flr_mesh3_info.
FLR_API flr_side flr_contains3_mesh_point(const flr_instance3 *m, flr_vec3 p);

/// Generalized winding number: how often the surface goes around p, 1 inside and 0 outside a closed surface
/// with normals outwards. At least 1/2 is a fair guess of inside for meshes with holes. Mirroring negates it.
/// Within 1 eps a triangle. O(n). Jacobson, Kavan and Sorkine-Hornung 2013.
FLR_API flr_real flr_winding3_mesh_point(const flr_instance3 *m, flr_vec3 p);

FLR_EXTERN_C_END
#endif
