/// Feeler: yes or no. Touching counts as overlapping everywhere.
#ifndef FEELER_OVERLAP_H
#define FEELER_OVERLAP_H

#include "feeler/mesh.h"
#include "feeler/overlap3.h"

FLR_EXTERN_C_BEGIN

/// Exact for every finite input (see flr_orient3): crossing, touching in a point or along an
/// edge, coplanar, collinear, needle-thin and zero-size included.
FLR_API bool flr_overlap3_segment_segment(const flr_segment3 *a, const flr_segment3 *b);
FLR_API bool flr_overlap3_segment_triangle(const flr_segment3 *s, const flr_triangle3 *t);
FLR_API bool flr_overlap3_triangle_triangle(const flr_triangle3 *a, const flr_triangle3 *b);

/// What two triangles have in common.
typedef struct flr_intersection3 {
    int count;  ///< 0 nothing, 1 a point, 2 a segment, exactly
    /// They lie in one plane and share an area, exactly: a polygon of at most six corners, which is not told.
    bool area;
    flr_vec3 point
        [2];  ///< the ends of the segment; of an area two corners, none farther apart; of a point both the same
} flr_intersection3;

/// The segment in which they meet: count is above 0 just where flr_overlap3_triangle_triangle says yes, and the line,
/// side and edge on which each end lies are chosen by exact signs. Triangles without area are the segments and points they
/// are. An end that is a corner has the corner's own bits; any other lies within 1 ulp of the largest coordinate
/// from where it is exactly, on each axis, however flat the two meet. The order of the ends means nothing, and b, a may round
/// otherwise. Nothing for a NaN or an infinity. About 0.4 us; 3 in one plane, and 6 where coordinates differ in size by a million
/// and more. RTCD 5.2.10; Guigue and Devillers (2003).
FLR_API flr_intersection3 flr_intersect3_triangle_triangle(const flr_triangle3 *a, const flr_triangle3 *b);

/// Do two surfaces meet? Exact for the triangles as placed in world (vertices rounded to
/// flr_real once). A mesh wholly inside another does not meet its surface: see flr_contains3_mesh_point.
FLR_API bool flr_overlap3_mesh_mesh(const flr_instance3 *a, const flr_instance3 *b);

/// Told of each pair of triangles that meet; returns false to stop.
typedef bool flr_triangle_pair_fn(void *user, uint32_t triangle_a, uint32_t triangle_b);

/// Every pair of triangles that meet, in an order that depends on the inputs alone.
/// FLR_CANCELLED where the callback stopped it.
FLR_API flr_status flr_overlap3_mesh_mesh_pairs(const flr_instance3 *a, const flr_instance3 *b,
                                                flr_triangle_pair_fn *tell, void *user);

/// Where is p against the solid that a watertight mesh encloses? Exact for p as carried into
/// the mesh's frame and for the welded positions: signed crossings of an axis-parallel ray,
/// every sign decided exactly, ties by a half-open rule, so that no edge or vertex is counted
/// twice or missed. For a mesh that is not watertight the answer is a count along one ray and no more:
/// look at flr_mesh3_info first.
FLR_API flr_side flr_contains3_mesh_point(const flr_instance3 *m, flr_vec3 p);

/// The generalized winding number: how often the surface goes around p, the solid angles of all triangles as placed in world over
/// a full one. 1 inside and 0 outside of a closed surface whose faces look out, in between for one with holes, and half as much where
/// p lies on it: so at least 1/2 is a fair guess of inside where a mesh is not watertight. A pose that mirrors turns its sign. Off by 1
/// rounding for each triangle. O(n). Jacobson, Kavan and Sorkine-Hornung (2013); the solid angle of a triangle after
/// Van Oosterom and Strackee (1983).
FLR_API flr_real flr_winding3_mesh_point(const flr_instance3 *m, flr_vec3 p);

FLR_EXTERN_C_END
#endif
