/// Feeler: grids of signed distances to a mesh.
#ifndef FEELER_GRID3_H
#define FEELER_GRID3_H

#include "feeler/mesh3.h"

FLR_EXTERN_C_BEGIN

/// Distances to a placed mesh at the corners of a regular grid, 4 bytes each in either precision: made once, then asked at any point in a few
/// nanoseconds. Holds nothing of the mesh. Read-only, shared freely by threads.
typedef struct flr_grid3 flr_grid3;

typedef struct flr_grid3_input {
    const flr_instance3 *mesh;
    flr_real cell;    ///< side of the cubic cells; 0: so that `cells` of them make the longest side
    size_t cells;     ///< along the longest side, the margins with it; read where `cell` is 0
    flr_real margin;  ///< around the mesh's bounds at least, from 0 on
} flr_grid3_input;

enum { FLR_GRID3_MOST = 1 << 30 };  ///< corners of a grid

typedef struct flr_grid3_info {
    flr_aabb3 bounds;  ///< of the corners, in world
    flr_real cell;
    size_t columns, rows, layers;  ///< of corners, along x, y, z: at least 2 each
    bool is_signed;  ///< the mesh is watertight: distances inside are negative. Else all are from 0 on.
    /// Of a distance kept: of the weld tolerance, rounding, and 2^-22 of the farthest.
    flr_real sample_error;
    /// No error in the grid is larger: 0.8661 cells and the above.
    flr_real error;
    size_t memory;  ///< bytes in all
} flr_grid3_info;

typedef struct flr_grid3_sample {
    flr_real value;  ///< signed distance, about
    /// Of `value`: away from the mesh. Its length is near 1 where one face is nearest, less at edges of Voronoi regions.
    flr_vec3 gradient;
    /// The true distance is within value - error and value + error.
    flr_real error;
    bool is_outside;  ///< of the grid
} flr_grid3_sample;

/// Asks the mesh at every corner: flr_closest3_point_mesh, and flr_contains3_mesh_point for the sign, in its world. A mesh that moves
/// keeps its grid: ask with the point in its frame. `allocator` and `parallel` may be null; the grid is the same, bit for bit, for all numbers
/// of threads. FLR_INVALID_ARGUMENT: null; a cell or margin that is negative or not finite; neither a cell nor
/// cells, or a mesh of one point with cells and without a margin. FLR_TOO_LARGE: more than FLR_GRID3_MOST corners; FLR_NOT_FINITE: the square of the
/// grid's diagonal overflows, or a cell is too small to divide by; FLR_OUT_OF_MEMORY.
FLR_API flr_status flr_grid3_create(const flr_grid3_input *input, const flr_allocator *allocator,
                                    const flr_parallel *parallel, flr_grid3 **grid);
/// Null is allowed.
FLR_API void flr_grid3_destroy(flr_grid3 *grid);
/// All zero for null.
FLR_API flr_grid3_info flr_grid3_get_info(const flr_grid3 *grid);
/// The distance between the eight corners of a cell, trilinear, and its gradient. A distance changes by no more than the way, so each corner bounds it
/// at p; `error` is what these eight bounds leave open. Outside the grid it is the value at the grid's nearest point and the
/// way there, which is never too short by more than the error; the error grows with the way. FLR_INVALID_ARGUMENT: null;
/// FLR_NOT_FINITE: of p, or of its distance to the grid.
FLR_API flr_status flr_grid3_distance(const flr_grid3 *grid, flr_vec3 p, flr_grid3_sample *sample);

FLR_EXTERN_C_END
#endif
