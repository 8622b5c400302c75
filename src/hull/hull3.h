/// The inside of a hull, for the rooms that search it.
#ifndef FLR_HULL_HULL3_H
#define FLR_HULL_HULL3_H

#include "base/allocator.h"
#include "feeler/base.h"
#include "feeler/hull.h"

// ---- The farthest of some points along a direction, by a scan of all

/// A scan takes at most so many points, and their number is a multiple of the step.
enum { HULL3_SCAN_MOST = 64, HULL3_SCAN_STEP = 8 };

/// Returns the place of the first of the farthest points along a direction. Their coordinates are in three
/// arrays.
typedef uint32_t hull3_scan_fn(const flr_real *x, const flr_real *y, const flr_real *z, size_t count,
                               double dx, double dy, double dz);

/// The same, and how far that point lies along the direction, times the direction's length.
typedef struct hull3_top {
    double reach;
    uint32_t at;
} hull3_top;
typedef hull3_top hull3_top_fn(const flr_real *x, const flr_real *y, const flr_real *z, size_t count,
                               double dx, double dy, double dz);

/// These take two points at once, on every processor of the target.
hull3_scan_fn flr_hull3_scan_plain;
hull3_top_fn flr_hull3_top_plain;
/// Return the fastest function that this processor runs. All give the same answer.
hull3_scan_fn *flr_hull3_choose_scan(void);
hull3_top_fn *flr_hull3_choose_top(void);

/// Returns how far the farthest of any number of points lies along a direction, if the point itself is not
/// wanted.
typedef double hull3_reach_fn(const flr_real *x, const flr_real *y, const flr_real *z, size_t count,
                              double dx, double dy, double dz);

/// As the scans.
hull3_reach_fn flr_hull3_reach_plain;
hull3_reach_fn *flr_hull3_choose_reach(void);

// ---- The hull

/// The copy of the vertices for scans is padded to a multiple of this with copies of vertex 0.
enum { HULL3_LANES = 8 };

/// All numbers of vertices, half-edges and faces are below 2^31. The half-edges of a face lie side by side.
struct flr_hull3 {
    flr_allocator allocator;
    flr_hull3_info info;
    bool is_centered;          ///< a solid with the middle inside by more than rounding errors
    flr_vec3 *vertices;        ///< in an order that keeps neighbours close in memory
    uint32_t *sources;         ///< of each vertex, the input point
    uint32_t *first;           ///< of each face the first half-edge, and one more
    uint32_t *origin;          ///< of each half-edge its first vertex
    uint32_t *twin;            ///< of each half-edge
    uint32_t *edge_face;       ///< of each half-edge
    flr_vec3 *normals;         ///< of each face, unit
    flr_real *offsets;         ///< of each face: dot(normal, corner - base)
    uint32_t *vertex_edge;     ///< of each vertex a half-edge that starts from it
    uint32_t *neighbor_first;  ///< of each vertex the first of its entries in `neighbors`, and one more
    uint32_t *neighbors;       ///< the vertices at the other ends of its edges
    /// The face to the left of the half-edge of each entry of `neighbors`; on its right is that of the
    /// vertex's next entry. FLR_HULL_NONE, to be skipped, if the edge is inside a merged face.
    uint32_t *neighbor_faces;
    flr_vec3 base;        ///< the origin of the vertices: no difference from it is rounded
    flr_vec3 middle;      ///< where searches begin: info.center less the base
    bool has_base;        ///< it is not 0
    bool is_off;          ///< the middle is not the base
    flr_real *x, *y, *z;  ///< vertices less the base, padded_count each
    uint32_t padded_count;
    flr_real radius;  ///< of the ball around the base that contains all vertices
    flr_real extent;  ///< of such a ball around the middle
    hull3_scan_fn *scan;
    hull3_top_fn *top;
    hull3_reach_fn *reach;
    /// Directions are sorted into cells of a cube around the centre, cell_side * cell_side on each of its
    /// six faces; null for small hulls, which are scanned. Each entry is the place of the cell's vertices,
    /// doubled, plus 1 if they are too many to be listed: then there is only one, with which a climb begins.
    uint32_t *cell_first;
    uint32_t cell_side;
    size_t cell_room;  ///< of cell_vertex
    /// all vertices that are support vertices in the cell, padded with the first one
    uint32_t *cell_vertex;
    flr_real *cell_points;  ///< less the base: of each cell all x, all y, all z
    size_t index_count;     ///< of `neighbors` and `neighbor_faces`
};

/// Returns a vertex less the base.
static inline flr_vec3 hull3_offset(const flr_hull3 *h, uint32_t v)
{
    return flr_vec3_make(h->x[v], h->y[v], h->z[v]);
}

static inline uint32_t hull3_cell_count(const flr_hull3 *h) { return 6 * h->cell_side * h->cell_side; }
static inline uint32_t hull3_cell_first(const flr_hull3 *h, uint32_t cell)
{
    return h->cell_first[cell] >> 1;
}

/// Returns the cell that a direction lies in; without branches, since directions cannot be predicted.
static inline uint32_t hull3_cell(const flr_hull3 *h, double x, double y, double z)
{
    const double d[5] = {x, y, z, x, y};
    double ax = x < 0 ? -x : x, ay = y < 0 ? -y : y, az = z < 0 ? -z : z;
    double most = ay > ax ? ay : ax;
    uint32_t axis = az > most ? 2 : ay > ax;
    most = az > most ? az : most;
    double side = (double)h->cell_side, half = side / 2;
    // NaN fails both comparisons and ends in column 0
    double column = (d[axis + 1] / most + 1) * half, row = (d[axis + 2] / most + 1) * half;
    uint32_t i = column > 0 ? column < side ? (uint32_t)column : h->cell_side - 1 : 0;
    uint32_t j = row > 0 ? row < side ? (uint32_t)row : h->cell_side - 1 : 0;
    return ((2 * axis + (d[axis] < 0)) * h->cell_side + j) * h->cell_side + i;
}

/// Returns a vertex near the support vertex along d (not zero), for a climb to begin with; 0 without cells.
static inline uint32_t hull3_start(const flr_hull3 *h, flr_vec3 d)
{
    if (!h->cell_first) return 0;
    return h->cell_vertex[hull3_cell_first(h, hull3_cell(h, (double)d.x, (double)d.y, (double)d.z))];
}

#endif
