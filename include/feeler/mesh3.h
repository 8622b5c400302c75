/// Feeler: triangle meshes and their instances.
#ifndef FEELER_MESH3_H
#define FEELER_MESH3_H

#include "feeler/shape3.h"

FLR_EXTERN_C_BEGIN

/// A triangle mesh with its BVH. Only flr_mesh3_refit changes it; else shared freely by threads and instances, which it must outlive.
typedef struct flr_mesh3 flr_mesh3;

typedef struct flr_mesh3_input {
    const flr_real *vertices;   ///< x, y, z of each
    size_t vertex_count;        ///< at most (2^32 - 1) / 3
    const uint32_t *triangles;  ///< three vertex indices each
    size_t triangle_count;      ///< at least 1, below 2^29 - 4
    /// Vertices this close are one for the topology only; positions stay. Negative: FLR_MESH3_WELD times the
    /// bounds' diagonal.
    flr_real weld_tolerance;
} flr_mesh3_input;

/// Well above the rounding of single-precision files, well below modelled gaps.
#define FLR_MESH3_WELD 1e-8

typedef struct flr_mesh3_info {
    flr_aabb3 bounds;
    size_t vertex_count, triangle_count;
    size_t welded_vertex_count;      ///< distinct after welding
    size_t repeated_corner_count;    ///< triangles that lose a corner in welding; not in the topology
    size_t duplicate_count;          ///< triangles with the corners of an earlier one
    size_t boundary_edge_count;      ///< edges with an odd number of triangles: rims of holes
    size_t non_manifold_edge_count;  ///< edges with more than two triangles
    size_t inconsistent_edge_count;  ///< even, but the two directions do not balance
    size_t component_count;          ///< connected through welded vertices
    flr_real weld_tolerance;         ///< as used
    /// Signed; 0 unless watertight. Within 4 eps of the cube of the bounds' diagonal.
    flr_real volume;
    /// No boundary edge: inside is defined. Triangles flatter than the weld tolerance do not count where one
    /// of their edges is theirs alone.
    bool watertight;
    /// Watertight and consistently wound: inside is where the winding number is not 0 (a cavity with its
    /// faces turned is outside), else by parity.
    bool oriented;
    size_t memory;              ///< bytes in all
    size_t memory_beside_mesh;  ///< without positions and indices
} flr_mesh3_info;

/// Copies the input, builds BVH and topology. `allocator` may be null. O(n log n); at most 76 bytes a
/// triangle besides the copies (positions twice if the mesh is 64 times its size from its origin), 12 of them
/// for what lies across its edges, by which flr_contacts3 knows inner edges, 12 for rough corners, by which rays pass by triangles.
/// FLR_INVALID_ARGUMENT: null or no triangle; FLR_TOO_LARGE; FLR_INVALID_SHAPE: index out of range;
/// FLR_NOT_FINITE: also in unused vertices, and where the square of the diagonal is; FLR_OUT_OF_MEMORY.
FLR_API flr_status flr_mesh3_create(const flr_mesh3_input *input, const flr_allocator *allocator,
                                    flr_mesh3 **mesh);
/// The same mesh, bit for bit, with up to two thirds of the work on the caller's threads. `parallel` may be
/// null.
FLR_API flr_status flr_mesh3_create_parallel(const flr_mesh3_input *input, const flr_allocator *allocator,
                                             const flr_parallel *parallel, flr_mesh3 **mesh);
/// Moves the vertices of a mesh that deforms: x, y, z of each, as many as it was made of. Triangles, which vertices are welded, and so what is
/// joined to what stay as they were made; boxes, bounds, edges and the volume follow. O(n), a fraction of making it anew, but the
/// tree keeps its shape: after large deformations queries are slower than in a new one. No query may run meanwhile. Make instances,
/// winding clusters and shapes that hold instances anew. On an error nothing is changed: FLR_INVALID_ARGUMENT for null, FLR_NOT_FINITE as
/// flr_mesh3_create, FLR_OUT_OF_MEMORY.
FLR_API flr_status flr_mesh3_refit(flr_mesh3 *mesh, const flr_real *vertices);
/// Bytes of the mesh as a block; 0 for null and for a grid of heights, whose heights are all there is to keep.
FLR_API size_t flr_mesh3_write_size(const flr_mesh3 *mesh);
/// Writes the mesh with its tree and topology as one block of flr_mesh3_write_size bytes without pointers, to be kept in a file. The same mesh gives
/// the same bytes. FLR_INVALID_ARGUMENT: null, a grid of heights, or too little room.
FLR_API flr_status flr_mesh3_write(const flr_mesh3 *mesh, void *block, size_t size);
/// The mesh of such a block, used where it lies, at a multiple of 16 bytes: perhaps a mapped file. Answers are those of the mesh that was written, to the bit. The
/// block must stay as it is until the mesh is destroyed; flr_mesh3_refit refuses it. `allocator` may be null: a few hundred bytes, and positions where
/// the mesh is 64 times its size from its origin. Blocks hold for one precision and order of bytes, and one version of the format. O(n): lengths,
/// checksum, every index and box are checked, so that a block from anyone may give wrong answers but leads no query astray.
/// FLR_INVALID_SHAPE: `wrong`, which may be null, gets what is wrong in words, else null. FLR_INVALID_ARGUMENT: null or not aligned; FLR_OUT_OF_MEMORY.
FLR_API flr_status flr_mesh3_open(const void *block, size_t size, const flr_allocator *allocator,
                                  const char **wrong, flr_mesh3 **mesh);

// ---- Grids of heights

/// How the cells of a grid are cut into two triangles: from the corner at (column, row) to that at (column + 1, row + 1); the other way;
/// or the first way where first_column + column + first_row + row is even.
typedef enum flr_diagonal {
    FLR_DIAGONAL_RISING,
    FLR_DIAGONAL_FALLING,
    FLR_DIAGONAL_ALTERNATING
} flr_diagonal;

enum {
    FLR_HEIGHTS_HOLE = 1,    ///< of a cell: nothing is there
    FLR_HEIGHTS_TURNED = 2,  ///< of a cell: it is cut along the other diagonal
    /// Of a cell: it is in the tile beside this one. Nothing of it is met, but flr_contacts3 knows edges shared with it as inner ones: tiles
    /// with a rim of such cells have no ghost contacts at their borders.
    FLR_HEIGHTS_NEIGHBOR = 4
};

/// The vertex at (column, row) is ((first_column + column) spacing_x, (first_row + row) spacing_y, height), each product rounded once: tiles
/// of one grid that differ in their first columns and rows have the same corners at their common border, to the bit. Any other place or
/// orientation is the pose of an instance.
typedef struct flr_heights3_input {
    const flr_real
        *heights;          ///< row after row: columns times rows; a cell with a corner that is NaN is a hole
    const uint8_t *cells;  ///< flags of cells, row after row: columns - 1 times rows - 1; null: none
    size_t columns, rows;  ///< of heights, at least 2 each
    flr_real spacing_x, spacing_y;
    int32_t first_column, first_row;
    flr_diagonal diagonal;
} flr_heights3_input;

/// A mesh over a regular grid of heights, for every question that takes a mesh: the answers are those of the mesh of the same triangles, but
/// where several are equally near, another one may be named. Copies the heights; triangles, neighbours and the lowest part of the
/// tree are not kept: about 5 bytes a triangle in double precision. Triangles 2 c and 2 c + 1 are those of cell
/// c = row (columns - 1) + column, from the side of the first row on, counter-clockwise as seen from above; numbers of holes and cells of neighbors are not given to
/// others, and info.triangle_count counts them. Nothing is welded. O(n). FLR_INVALID_ARGUMENT: null, fewer
/// than two columns or rows, a spacing that is not above 0, an unknown diagonal or flag; FLR_TOO_LARGE: 2^29 - 4
/// triangles, or a number of a column or row beyond 2^31 (2^22 in single precision); FLR_INVALID_SHAPE: nothing but holes; FLR_NOT_FINITE: an
/// infinite height, or as flr_mesh3_create; FLR_OUT_OF_MEMORY. `allocator` may be null.
FLR_API flr_status flr_mesh3_create_heights(const flr_heights3_input *input, const flr_allocator *allocator,
                                            flr_mesh3 **mesh);
/// New heights, flags of cells or both in a rectangle of such a mesh: columns times rows heights from (column, row) on, and flags for the cells between
/// them; null: they stay. The boxes above follow in O(columns rows + levels of the tree), all other bounds in 1/8192 of the
/// triangles; where holes come or go, connected parts are found anew in O(cells), and where heights leave the
/// cube around the mesh as it was made, the tree in O(n). No query may run meanwhile; make instances, winding clusters and shapes that hold
/// instances anew. On an error nothing is changed: FLR_INVALID_ARGUMENT for null, another kind of mesh, a rectangle that is empty or reaches beyond the
/// grid, an unknown flag; others as flr_mesh3_create_heights.
FLR_API flr_status flr_mesh3_refit_heights(flr_mesh3 *mesh, size_t column, size_t row, size_t columns,
                                           size_t rows, const flr_real *heights, const uint8_t *cells);

/// Null is allowed.
FLR_API void flr_mesh3_destroy(flr_mesh3 *mesh);
/// All zero for null.
FLR_API flr_mesh3_info flr_mesh3_get_info(const flr_mesh3 *mesh);
/// An input triangle, in the mesh's frame. All NaN for null or an index out of range.
FLR_API flr_triangle3 flr_mesh3_triangle(const flr_mesh3 *mesh, size_t index);

/// A placed mesh, made by flr_instance3_make: vertices are where flr_affine3_point puts them, rounded once in
/// world. Copied freely, read-only.
typedef struct flr_instance3 {
    const flr_mesh3 *mesh;
    flr_affine3 pose;      ///< mesh frame to world, any invertible map
    flr_affine3 inverse;   ///< world to mesh frame
    flr_real min_stretch;  ///< lower bound on the scaling of lengths
    /// Upper bound likewise.
    flr_real max_stretch;
    flr_aabb3 bounds;  ///< of all vertices, in world
} flr_instance3;

/// FLR_INVALID_SHAPE for a singular pose, FLR_NOT_FINITE for a pose or image that is not finite.
FLR_API flr_status flr_instance3_make(const flr_mesh3 *mesh, flr_affine3 pose, flr_instance3 *instance);

FLR_EXTERN_C_END
#endif
