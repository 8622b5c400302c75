/// Feeler: convex hulls of points, in the plane and in space.
///
/// Exact: every input point is inside, whatever the input (duplicates, coplanar or nearly so, needles, far
/// from the origin). Coplanar points give a polygon, collinear ones a segment, equal ones a point. Vertices
/// are the extreme points, bit for bit; coplanar faces are one. The result is the same on every machine,
/// immutable, shared freely between threads.
#ifndef FEELER_HULL_H
#define FEELER_HULL_H

#include "feeler/shape2.h"
#include "feeler/shape3.h"

FLR_EXTERN_C_BEGIN

/// More points: FLR_TOO_LARGE.
#define FLR_HULL_MAX_POINTS ((size_t)1 << 29)

/// Why GJK stopped.
typedef enum flr_gjk_end {
    FLR_GJK_GOES_ON,      ///< it did not: a step that is not the last
    FLR_GJK_REPEATED,     ///< the next support points are a corner of the simplex: no point lies nearer
    FLR_GJK_NO_PROGRESS,  ///< the next support points lead no nearer, up to rounding
    FLR_GJK_CONTAINED,    ///< the origin is in the simplex, or between it and its next support points
    FLR_GJK_TOUCHING,     ///< the origin is on the simplex, up to rounding
    FLR_GJK_BEYOND,       ///< farther than max_distance
    FLR_GJK_LIMIT         ///< the steps were used up
} flr_gjk_end;

/// A convex polyhedron with the adjacency of its faces.
typedef struct flr_hull3 flr_hull3;

typedef struct flr_hull3_info {
    /// 3: solid; 2: flat polygon, two faces back to back; 1: segment, 0: point, both without faces and
    /// half-edges.
    int dimension;
    uint32_t vertex_count, face_count, half_edge_count;
    flr_aabb3 bounds;
    /// Near the centroid (2^-20 of the extent along each axis), with few digits, so that differences from it
    /// are often exact; of flat or tiny hulls some point of the bounds. Exact on an axis where all vertices agree.
    flr_vec3 center;
    /// Within 1 and 5 eps of the cube and square of the bounds' diagonal. A polygon's area counts both sides.
    flr_real volume, area;
    /// With a vertex limit: how far an input point may lie outside. Else 0.
    flr_real outside;
    size_t memory;  ///< bytes held
} flr_hull3_info;

/// Zeros give the exact hull.
typedef struct flr_hull3_options {
    /// 0: none; else at least 4. Keeps this many vertices, each time adding the one farthest outside. The
    /// hull then may not hold all points (see info.outside).
    uint32_t vertex_limit;
    /// >= 0, a length. Merges faces that are coplanar within it and have a convex outline. Corners lie at
    /// most this far below their plane, none in front. Vertices and neighbors stay those of the exact hull; a
    /// vertex inside a merged face has no half-edge.
    flr_real merge_tolerance;
} flr_hull3_options;

/// No half-edge.
#define FLR_HULL_NONE 0xffffffffu

/// Builds the hull. `options` and `allocator` may be null. A hull takes up to 600 bytes a vertex; building
/// takes 64 a point and 128 a vertex more. FLR_INVALID_ARGUMENT: null or no point; FLR_TOO_LARGE;
/// FLR_NOT_FINITE; FLR_OUT_OF_MEMORY. Randomized incremental construction on exact orientations.
FLR_API flr_status flr_hull3_create(const flr_vec3 *points, size_t count, const flr_hull3_options *options,
                                    const flr_allocator *allocator, flr_hull3 **hull);
/// Null is allowed.
FLR_API void flr_hull3_destroy(flr_hull3 *hull);
/// All zero for null. The functions below do not check null or indices.
FLR_API flr_hull3_info flr_hull3_get_info(const flr_hull3 *hull);
/// vertex_count vertices.
FLR_API const flr_vec3 *flr_hull3_vertices(const flr_hull3 *hull);
/// For each vertex, the index of an input point there.
FLR_API const uint32_t *flr_hull3_sources(const flr_hull3 *hull);
/// The faces as polygons, in the hull's arrays. Half-edge k goes from vertex indices[k] to the next corner of
/// its face.
FLR_API flr_polyhedron3 flr_hull3_polyhedron(const flr_hull3 *hull);
/// A face's plane with the unit normal outwards. Without merging, all vertices are behind it and the face's
/// corners on it, within 8 eps of the largest sum of a vertex's coordinates. The normal is zero if the face
/// is too thin.
FLR_API flr_plane3 flr_hull3_face_plane(const flr_hull3 *hull, uint32_t face);

/// An edge as seen from one of its faces, which is to its left as seen from outside.
typedef struct flr_hull3_half_edge {
    uint32_t origin;  ///< start vertex
    uint32_t next;    ///< around the face, counter-clockwise from outside
    uint32_t twin;    ///< same edge, other face
    uint32_t face;
} flr_hull3_half_edge;

/// The half-edge of that number, below half_edge_count.
FLR_API flr_hull3_half_edge flr_hull3_edge(const flr_hull3 *hull, uint32_t half_edge);
/// A half-edge that starts at the vertex (dimension 2 and 3); FLR_HULL_NONE inside a merged face.
FLR_API uint32_t flr_hull3_vertex_edge(const flr_hull3 *hull, uint32_t vertex);
/// The `count` vertices that share an edge with it.
FLR_API const uint32_t *flr_hull3_neighbors(const flr_hull3 *hull, uint32_t vertex, uint32_t *count);

/// A convex polygon.
typedef struct flr_hull2 flr_hull2;

typedef struct flr_hull2_info {
    int dimension;  ///< 2: polygon, 1: segment, 0: point
    uint32_t vertex_count;
    flr_aabb2 bounds;
    /// Within 2 and 6 eps of the bounds' diagonal (squared). A segment's perimeter counts both sides.
    flr_real area, perimeter;
    size_t memory;  ///< bytes held
} flr_hull2_info;

/// Builds the hull in the plane. `allocator` may be null. O(n log n); 20 bytes of scratch a point. Errors as
/// flr_hull3_create. Monotone chains; Andrew 1979.
FLR_API flr_status flr_hull2_create(const flr_vec2 *points, size_t count, const flr_allocator *allocator,
                                    flr_hull2 **hull);
/// Null is allowed.
FLR_API void flr_hull2_destroy(flr_hull2 *hull);
/// All zero for null. The functions after it take no null.
FLR_API flr_hull2_info flr_hull2_get_info(const flr_hull2 *hull);
/// Counter-clockwise, strictly convex, from the least x (then least y) on.
FLR_API const flr_vec2 *flr_hull2_vertices(const flr_hull2 *hull);
/// Unit normals outwards of the edges from each vertex to the next, within 2 eps. Null for a segment or
/// point.
FLR_API const flr_vec2 *flr_hull2_normals(const flr_hull2 *hull);
/// For each vertex, the index of an input point there.
FLR_API const uint32_t *flr_hull2_sources(const flr_hull2 *hull);
/// The vertices as a polygon; they stay the hull's.
FLR_API flr_polygon2 flr_hull2_polygon(const flr_hull2 *hull);

FLR_EXTERN_C_END
#endif
