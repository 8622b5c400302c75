/// Feeler: triangle meshes and their instances.
#ifndef FEELER_MESH3_H
#define FEELER_MESH3_H

#include "feeler/shape3.h"

FLR_EXTERN_C_BEGIN

/// A triangle mesh with its tree. Shared freely by threads and instances, which it must outlive; only refits change it.
/// docs/concepts/shapes.md says what it costs.
typedef struct flr_mesh3 flr_mesh3;

typedef struct flr_mesh3_input {
    const flr_real *vertices;   ///< x, y, z of each
    size_t vertex_count;        ///< at most (2^32 - 1) / 3
    const uint32_t *triangles;  ///< three vertex indices each
    size_t triangle_count;      ///< at least 1, below 2^29 - 4
    /// Vertices this close are one for the topology; positions stay. Negative: FLR_MESH3_WELD diagonals.
    flr_real weld_tolerance;
} flr_mesh3_input;

#define FLR_MESH3_WELD 1e-8

typedef struct flr_mesh3_info {
    flr_aabb3 bounds;
    size_t vertex_count, triangle_count;
    size_t welded_vertex_count;      ///< distinct after welding
    size_t repeated_corner_count;    ///< triangles that lose a corner in welding
    size_t duplicate_count;          ///< triangles with the corners of an earlier one
    size_t boundary_edge_count;      ///< of an odd number of triangles
    size_t non_manifold_edge_count;  ///< of more than two
    size_t inconsistent_edge_count;  ///< even, with unequal directions
    size_t component_count;          ///< connected through welded vertices
    flr_real weld_tolerance;         ///< as used
    flr_real volume;                 ///< signed, within 4 eps of the diagonal's cube; 0 unless watertight
    bool watertight;                 ///< no boundary edge, slivers aside: inside is defined
    bool oriented;  ///< also consistently wound: inside is where the winding number is not 0, else by parity
    size_t memory;  ///< bytes
    size_t memory_beside_mesh;  ///< without positions and indices
} flr_mesh3_info;

/// Copies the input, builds tree and topology in O(n log n). `allocator` may be null. FLR_INVALID_ARGUMENT: null or no triangle;
/// FLR_TOO_LARGE; FLR_INVALID_SHAPE: index out of range; FLR_NOT_FINITE: also in unused vertices, or a diagonal whose square
/// overflows; FLR_OUT_OF_MEMORY.
FLR_API flr_status flr_mesh3_create(const flr_mesh3_input *input, const flr_allocator *allocator,
                                    flr_mesh3 **mesh);
/// The same mesh, bit for bit, partly on the caller's threads. `parallel` may be null.
FLR_API flr_status flr_mesh3_create_parallel(const flr_mesh3_input *input, const flr_allocator *allocator,
                                             const flr_parallel *parallel, flr_mesh3 **mesh);
/// Moves all vertices: x, y, z of each. Triangles and welds stay; boxes, bounds and volume follow in O(n). The tree keeps its shape,
/// which gets slower after large deformations. No query may run meanwhile; make instances anew. On an error nothing changes:
/// FLR_INVALID_ARGUMENT, FLR_NOT_FINITE, FLR_OUT_OF_MEMORY.
FLR_API flr_status flr_mesh3_refit(flr_mesh3 *mesh, const flr_real *vertices);
/// Bytes of the mesh as a block; 0 for null and a grid of heights.
FLR_API size_t flr_mesh3_write_size(const flr_mesh3 *mesh);
/// Writes the mesh with tree and topology as one block, the same bytes for the same mesh. FLR_INVALID_ARGUMENT: null, a grid of
/// heights, too little room.
FLR_API flr_status flr_mesh3_write(const flr_mesh3 *mesh, void *block, size_t size);
/// The mesh of such a block, used where it lies, at a multiple of 16 bytes, until it is destroyed. Same answers, to the bit. Everything
/// is checked in O(n); no block leads a query astray. `allocator` may be null. FLR_INVALID_SHAPE: `wrong`, which may be null, says why;
/// FLR_INVALID_ARGUMENT: null, not aligned; FLR_OUT_OF_MEMORY.
FLR_API flr_status flr_mesh3_open(const void *block, size_t size, const flr_allocator *allocator,
                                  const char **wrong, flr_mesh3 **mesh);

// ---- Grids of heights

/// How cells are cut: from (column, row) to (column + 1, row + 1); the other way; the first where the numbers' sum is even.
typedef enum flr_diagonal {
    FLR_DIAGONAL_RISING,
    FLR_DIAGONAL_FALLING,
    FLR_DIAGONAL_ALTERNATING
} flr_diagonal;

enum {
    FLR_HEIGHTS_HOLE = 1,     ///< of a cell
    FLR_HEIGHTS_TURNED = 2,   ///< cut along the other diagonal
    FLR_HEIGHTS_NEIGHBOR = 4  ///< of the next tile: no question finds it, but its edges count as inner ones
};

/// The vertex at (column, row) is ((first_column + column) spacing_x, (first_row + row) spacing_y, height).
typedef struct flr_heights3_input {
    const flr_real *heights;  ///< row after row; NaN makes holes
    const uint8_t *cells;     ///< flags of (columns - 1)(rows - 1) cells; null: none
    size_t columns, rows;     ///< of heights, at least 2
    flr_real spacing_x, spacing_y;
    int32_t first_column, first_row;
    flr_diagonal diagonal;
} flr_heights3_input;

/// A mesh over a grid, with the answers of the same triangles. Copies the heights alone. Triangles 2 c and 2 c + 1 are of cell
/// c = row (columns - 1) + column. `allocator` may be null. FLR_INVALID_ARGUMENT: null, too few columns or rows, a spacing not above 0, an
/// unknown flag; FLR_TOO_LARGE; FLR_INVALID_SHAPE: only holes; FLR_NOT_FINITE; FLR_OUT_OF_MEMORY.
FLR_API flr_status flr_mesh3_create_heights(const flr_heights3_input *input, const flr_allocator *allocator,
                                            flr_mesh3 **mesh);
/// New heights, flags of the cells between them, or both in a rectangle; null: they stay. No query may run meanwhile; make instances
/// anew. On an error nothing changes: FLR_INVALID_ARGUMENT: null, another mesh, a rectangle beyond the grid; others as above.
FLR_API flr_status flr_mesh3_refit_heights(flr_mesh3 *mesh, size_t column, size_t row, size_t columns,
                                           size_t rows, const flr_real *heights, const uint8_t *cells);

/// Null is allowed.
FLR_API void flr_mesh3_destroy(flr_mesh3 *mesh);
/// All zero for null.
FLR_API flr_mesh3_info flr_mesh3_get_info(const flr_mesh3 *mesh);
/// An input triangle, in the mesh's frame. All NaN for null or an index out of range.
FLR_API flr_triangle3 flr_mesh3_triangle(const flr_mesh3 *mesh, size_t index);

/// A placed mesh, made by flr_instance3_make: vertices are rounded once in world. Copied freely, read-only.
typedef struct flr_instance3 {
    const flr_mesh3 *mesh;
    flr_affine3 pose;                   ///< mesh frame to world, any invertible map
    flr_affine3 inverse;                ///< world to mesh frame
    flr_real min_stretch, max_stretch;  ///< bounds on the scaling of lengths
    flr_aabb3 bounds;                   ///< in world
} flr_instance3;

/// FLR_INVALID_SHAPE for a singular pose, FLR_NOT_FINITE for a pose or image that is not finite.
FLR_API flr_status flr_instance3_make(const flr_mesh3 *mesh, flr_affine3 pose, flr_instance3 *instance);

FLR_EXTERN_C_END
#endif
