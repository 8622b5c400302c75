/// Feeler: convex hulls of points, in the plane and in space.
///
/// Every decision about which side a point lies on is exact, so a hull is a convex polyhedron (polygon) that
/// holds every input point, whatever the input: duplicates, coplanar or collinear points, nearly so, needles, far
/// from the origin. All coplanar: a polygon; all collinear: a segment; all equal: a point.
///
/// The vertices are the extreme points of the input, bit by bit as given and each once: no vertex lies
/// on an edge or a face of the others. Coplanar faces are one face. The same input gives the same hull on
/// every machine. A hull does not change once built, and is shared freely between threads.
#ifndef FEELER_HULL_H
#define FEELER_HULL_H

#include "feeler/shape2.h"
#include "feeler/shape3.h"

FLR_EXTERN_C_BEGIN

/// Most points of a hull: above, FLR_TOO_LARGE.
#define FLR_HULL_MAX_POINTS ((size_t)1 << 29)

/// A convex polyhedron with the adjacency of its faces.
typedef struct flr_hull3 flr_hull3;

/// What is known of a hull once it is built.
typedef struct flr_hull3_info {
    /// 3: a solid. 2: a flat polygon, held as two faces back to back. 1: a segment, 0: a point; these have
    /// neither faces nor half-edges.
    int dimension;
    uint32_t vertex_count, face_count, half_edge_count;
    flr_aabb3 bounds;
    /// Close to the centroid of the solid (of the polygon, of the segment), rounded to few digits: along each axis
    /// within 2^-20 of the largest extent of it, and a rounding; where that would be outside of the bounds, or the volume is lost in
    /// rounding (below 10^-9 of the extent's cube), anywhere within them.
    /// Exactly the common coordinate where all vertices share one.
    flr_vec3 center;
    /// Of the exact hull of the vertices, within 1 and 5 roundings of the cube and square of the bounds' diagonal, however many faces
    /// there are; a flat polygon's area counts twice.
    flr_real volume, area;
    /// 0 without a vertex limit; else how far an input point lies in front of a face's plane, at most; for a
    /// polygon, outside the line of an edge. Within 2 roundings of the bounds' diagonal.
    flr_real outside;
    size_t memory;  ///< bytes held
} flr_hull3_info;

/// Zeros are the exact hull.
typedef struct flr_hull3_options {
    /// 0: none; else at least 4. Where the hull has more vertices, it becomes the hull of so many of them, taken
    /// one by one, each time the one farthest outside. It is as exact a hull of these, but does not hold all points:
    /// info.outside says by how much.
    uint32_t vertex_limit;
    /// >= 0, a length. Faces that together lie, within the tolerance, in one plane and have a convex outline there
    /// become one face: no corner is more than the tolerance below its plane, or outside the line of one of its
    /// edges. The plane is that of its largest part, and no vertex is in front. The vertices and flr_hull3_neighbors stay
    /// those of the exact hull; a vertex inside a merged face has no half-edge, one on its outline two at least. O(m^2) for an outline of m corners.
    flr_real merge_tolerance;
} flr_hull3_options;

/// No half-edge.
#define FLR_HULL_NONE 0xffffffffu

/// By randomized incremental construction: O(n) changes to the surface expected, whatever the points, and a walk to each point
/// that is short as a rule, since the points come along a curve. Far less for most points where many are inside.
/// The hull takes at most 450 bytes a vertex and 512 more, some 600 a vertex where many vertices lie on a few rings (prisms, bipyramids);
/// building it 64 a point and 128 a vertex more (double precision).
/// Errors: FLR_INVALID_ARGUMENT (null, no point), FLR_TOO_LARGE, FLR_NOT_FINITE, FLR_OUT_OF_MEMORY.
FLR_API flr_status flr_hull3_create(const flr_vec3 *points, size_t count, const flr_hull3_options *options,
                                    const flr_allocator *allocator, flr_hull3 **hull);
/// Null is allowed.
FLR_API void flr_hull3_destroy(flr_hull3 *hull);
/// All zero for null. The functions after it take no null, and numbers below the counts told here: others are the caller's care.
FLR_API flr_hull3_info flr_hull3_get_info(const flr_hull3 *hull);
/// The vertices, vertex_count of them.
FLR_API const flr_vec3 *flr_hull3_vertices(const flr_hull3 *hull);
/// For each vertex the number of an input point at its place.
FLR_API const uint32_t *flr_hull3_sources(const flr_hull3 *hull);
/// The faces as polygons; the arrays are the hull's. Half-edge k runs from vertex indices[k] to the next corner of its face.
FLR_API flr_polyhedron3 flr_hull3_polyhedron(const flr_hull3 *hull);
/// The plane of a face with a unit normal that looks out; every vertex is behind it and the face's corners on it, but for
/// 8 roundings of the largest sum of a vertex's coordinates (without merging). The normal is zero where the face is too thin for its direction to be known.
FLR_API flr_plane3 flr_hull3_face_plane(const flr_hull3 *hull, uint32_t face);

/// An edge as seen from one of its two faces, which lies to its left as seen from outside.
typedef struct flr_hull3_half_edge {
    uint32_t origin;  ///< the vertex it starts from
    uint32_t next;    ///< around the face, counter-clockwise as seen from outside
    uint32_t twin;    ///< the same edge, seen from the other face
    uint32_t face;
} flr_hull3_half_edge;

FLR_API flr_hull3_half_edge flr_hull3_edge(const flr_hull3 *hull, uint32_t half_edge);
/// A half-edge that starts from the vertex (dimension 2 and 3); FLR_HULL_NONE inside a merged face.
FLR_API uint32_t flr_hull3_vertex_edge(const flr_hull3 *hull, uint32_t vertex);
/// The vertices at the other ends of a vertex's edges; `count` receives their number.
FLR_API const uint32_t *flr_hull3_neighbors(const flr_hull3 *hull, uint32_t vertex, uint32_t *count);

/// A convex polygon.
typedef struct flr_hull2 flr_hull2;

typedef struct flr_hull2_info {
    int dimension;  ///< 2: a polygon, 1: a segment, 0: a point
    uint32_t vertex_count;
    flr_aabb2 bounds;
    /// Within 2 and 6 roundings of the square of the bounds' diagonal and the diagonal, whatever their size and number; the perimeter of a segment counts
    /// both sides.
    flr_real area, perimeter;
    size_t memory;  ///< bytes held
} flr_hull2_info;

/// The convex hull in the plane, by monotone chains (Andrew, "Another efficient algorithm for convex hulls
/// in two dimensions", 1979) on exact orientations, once the points inside an octagon are left out. O(n log n); 20 bytes of scratch memory a point.
/// Errors: as flr_hull3_create.
FLR_API flr_status flr_hull2_create(const flr_vec2 *points, size_t count, const flr_allocator *allocator,
                                    flr_hull2 **hull);
/// Null is allowed.
FLR_API void flr_hull2_destroy(flr_hull2 *hull);
/// All zero for null. The functions after it take no null.
FLR_API flr_hull2_info flr_hull2_get_info(const flr_hull2 *hull);
/// Counter-clockwise, strictly convex, beginning with the least x (of these the least y).
FLR_API const flr_vec2 *flr_hull2_vertices(const flr_hull2 *hull);
/// Of the edge from each vertex to the next: outwards, unit and square to it within 2 roundings. Null for a segment or point.
FLR_API const flr_vec2 *flr_hull2_normals(const flr_hull2 *hull);
/// For each vertex the number of an input point at its place.
FLR_API const uint32_t *flr_hull2_sources(const flr_hull2 *hull);
/// A view of the vertices, which stay the hull's.
FLR_API flr_polygon2 flr_hull2_polygon(const flr_hull2 *hull);

FLR_EXTERN_C_END
#endif
