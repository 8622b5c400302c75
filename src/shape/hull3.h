/// What a hull is made of, for the rooms that search it.
#ifndef FLR_SHAPE_HULL3_H
#define FLR_SHAPE_HULL3_H

#include "base/allocator.h"
#include "feeler/hull.h"

/// The wide copy of the vertices is padded to a multiple of this with copies of vertex 0.
enum { HULL3_LANES = 8 };

/// All numbers of vertices, half-edges and faces are below 2^31. The half-edges of a face lie side by side.
struct flr_hull3 {
    flr_allocator allocator;
    flr_hull3_info info;
    flr_vec3 *vertices;        ///< in an order that keeps neighbours close in memory
    uint32_t *sources;         ///< of each vertex, the input point
    uint32_t *first;           ///< of each face the first half-edge, and one more
    uint32_t *origin;          ///< of each half-edge its first vertex
    uint32_t *twin;            ///< of each half-edge
    uint32_t *edge_face;       ///< of each half-edge
    flr_vec3 *normals;         ///< of each face, unit
    flr_real *offsets;         ///< of each face: dot(normal, corner - center)
    uint32_t *vertex_edge;     ///< of each vertex a half-edge that starts from it
    uint32_t *neighbor_first;  ///< of each vertex the first of its entries in `neighbors`, and one more
    uint32_t *neighbors;       ///< the vertices at the other ends of its edges
    flr_real *x, *y, *z;       ///< vertices less info.center, padded_count each
    uint32_t padded_count;
    /// Where a climb begins: vertices near the support vertices of the directions in the cells of a cube around
    /// the centre, start_side * start_side on each of its six faces; null for small hulls, which are scanned.
    uint32_t *start;
    uint32_t start_side;
    size_t index_count;  ///< of `neighbors`
};

/// The cell of the table of start vertices that holds the direction d.
static inline uint32_t hull3_start_cell(const flr_hull3 *h, flr_vec3 d)
{
    flr_real x = d.x < 0 ? -d.x : d.x, y = d.y < 0 ? -d.y : d.y, z = d.z < 0 ? -d.z : d.z, most = x, u = d.y,
             v = d.z;
    uint32_t face = d.x < 0;
    if (y > most) face = 2 + (d.y < 0), most = y, u = d.z, v = d.x;
    if (z > most) face = 4 + (d.z < 0), most = z, u = d.x, v = d.y;
    flr_real side = (flr_real)h->start_side, half = side / 2;
    // what is not a number fails both comparisons and ends in cell 0
    flr_real column = (u / most + 1) * half, row = (v / most + 1) * half;
    uint32_t i = column > 0 ? column < side ? (uint32_t)column : h->start_side - 1 : 0;
    uint32_t j = row > 0 ? row < side ? (uint32_t)row : h->start_side - 1 : 0;
    return (face * h->start_side + j) * h->start_side + i;
}

/// A vertex that is near the support vertex in direction d (not zero): where to begin the climb. 0 without a table.
static inline uint32_t hull3_start(const flr_hull3 *h, flr_vec3 d)
{
    return h->start ? h->start[hull3_start_cell(h, d)] : 0;
}

#endif
