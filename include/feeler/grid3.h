/// Feeler: grids of signed distances to a mesh.
#ifndef FEELER_GRID3_H
#define FEELER_GRID3_H

#include "feeler/mesh3.h"

FLR_EXTERN_C_BEGIN

/// Distances to a placed mesh at the corners of a regular grid, 4 bytes each, asked at any point in a few nanoseconds. Holds nothing of the
/// mesh. Shared freely by threads.
typedef struct flr_grid3 flr_grid3;

typedef struct flr_grid3_input {
    const flr_instance3 *mesh;
    flr_real cell;    ///< side of the cubic cells; 0: by `cells`
    size_t cells;     ///< along the longest side
    flr_real margin;  ///< around the mesh's bounds
} flr_grid3_input;

enum { FLR_GRID3_MOST = 1 << 30 };  ///< corners of a grid

typedef struct flr_grid3_info {
    flr_aabb3 bounds;  ///< of the corners, in world
    flr_real cell;
    size_t columns, rows, layers;  ///< of corners, along x, y, z: at least 2 each
    bool is_signed;                ///< watertight: negative inside
    /// Of a distance kept: weld tolerance, rounding, 2^-22 of the farthest.
    flr_real sample_error;
    /// The most in the grid: 0.8661 cells and the above.
    flr_real error;
    size_t memory;  ///< bytes in all
} flr_grid3_info;

typedef struct flr_grid3_sample {
    flr_real value;  ///< signed distance, about
    /// Of `value`, away from the mesh; near 1 long where one face is nearest.
    flr_vec3 gradient;
    /// The true distance is within value - error and value + error.
    flr_real error;
    bool is_outside;  ///< of the grid
} flr_grid3_sample;

/// Asks the mesh at every corner, in its world. A mesh that moves keeps its grid: ask with the point in its frame. `allocator` and `parallel`
/// may be null. FLR_INVALID_ARGUMENT: null, a bad cell or margin, neither cell nor cells; FLR_TOO_LARGE; FLR_NOT_FINITE: the diagonal's
/// square overflows, or a cell is too small to divide by; FLR_OUT_OF_MEMORY.
FLR_API flr_status flr_grid3_create(const flr_grid3_input *input, const flr_allocator *allocator,
                                    const flr_parallel *parallel, flr_grid3 **grid);
/// Null is allowed.
FLR_API void flr_grid3_destroy(flr_grid3 *grid);
/// All zero for null.
FLR_API flr_grid3_info flr_grid3_get_info(const flr_grid3 *grid);
/// Trilinear in a cell, with its gradient; `error` is what the bounds of the eight corners leave open. Outside the grid also the way there, and
/// the error grows with it. FLR_NOT_FINITE: of p, or of its distance.
FLR_API flr_status flr_grid3_distance(const flr_grid3 *grid, flr_vec3 p, flr_grid3_sample *sample);

FLR_EXTERN_C_END
#endif
