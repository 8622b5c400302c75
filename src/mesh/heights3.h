/// How is a mesh over a grid of heights stored? Triangles, corner numbers and neighbours are not: all follow
/// from the number of a cell.
///
/// Triangles 2 c and 2 c + 1 are those of cell c, counted row by row; items have the same numbers. The lowest
/// nodes of the tree stand for blocks of 4 x 4 cells, and are made when a walk reaches them. They have a leaf
/// for each two cells of a row.
#ifndef FLR_MESH_HEIGHTS3_H
#define FLR_MESH_HEIGHTS3_H

#include "bvh/bvh3_grid.h"
#include "feeler/mesh3.h"

enum {
    HEIGHTS3_BLOCK = 4,  ///< cells along the side of a block
    HEIGHTS3_TILE = 64   ///< cells along the side of a tile, whose range of heights is stored
};

/// A mark beside the caller's flags of a cell: a corner has no height.
#define HEIGHTS3_NO_CORNER 0x80u

/// The vertices of the triangles in one tile; lowest > highest if there are none.
typedef struct heights3_tile {
    flr_real lowest, highest;
    uint32_t first[2], last[2];  ///< column and row
} heights3_tile;

typedef struct heights3 {
    flr_real *z;     ///< row by row
    uint8_t *cells;  ///< flags, row by row; null if there are no holes and no cell is turned
    heights3_tile *tiles;
    uint32_t size[2], cell_size[2], block_size[2], tile_size[2];  ///< columns and rows
    flr_real spacing[2];
    int32_t first[2];
    flr_diagonal diagonal;
    uint64_t reciprocal;  ///< of the cells in a row: the row is (item >> 1) * reciprocal >> shift
    unsigned shift;
    uint32_t hole_count;
    struct flr_mesh3 *from_pivot;  ///< room for the mesh without its pivot
    flr_vec3 center;               ///< of the tree's frame
    flr_real scale;
} heights3;

/// A cell by its number, and by its column and row.
typedef struct heights3_cell {
    uint32_t number, column, row;
} heights3_cell;

/// Returns the cell of an item (Granlund and Montgomery, "Division by invariant integers using
/// multiplication", 1994). Exact below 2^29.
static inline heights3_cell heights3_cell_of(const heights3 *h, uint32_t item)
{
    heights3_cell c = {item >> 1, 0, 0};
    c.row = (uint32_t)(c.number * h->reciprocal >> h->shift);
    c.column = c.number - c.row * h->cell_size[0];
    return c;
}

/// Is the cell a hole, in which the mesh has no triangle?
static inline bool heights3_is_hole(const heights3 *h, uint32_t cell)
{
    return h->cells && (h->cells[cell] & (FLR_HEIGHTS_HOLE | FLR_HEIGHTS_NEIGHBOR | HEIGHTS3_NO_CORNER));
}

/// Is the cell empty altogether? A hole that belongs to a neighbouring height field is not.
static inline bool heights3_is_void(const heights3 *h, uint32_t cell)
{
    return h->cells && (h->cells[cell] & (FLR_HEIGHTS_HOLE | HEIGHTS3_NO_CORNER));
}

/// Does the diagonal of the cell go from the last corner of its first row to the first corner of its second?
static inline bool heights3_falls(const heights3 *h, const heights3_cell *c)
{
    const bool turned = h->cells && (h->cells[c->number] & FLR_HEIGHTS_TURNED);
    const bool odd = ((uint32_t)h->first[0] + c->column + (uint32_t)h->first[1] + c->row) & 1u;
    const bool falls =
        h->diagonal == FLR_DIAGONAL_FALLING || (h->diagonal == FLR_DIAGONAL_ALTERNATING && odd);
    return falls != turned;
}

static inline flr_real heights3_place(const heights3 *h, int axis, uint32_t number)
{
    return (flr_real)((int64_t)h->first[axis] + number) * h->spacing[axis];
}

/// Returns the corners of a triangle. The corners of a cell are 0 and 1 along its first row, 2 and 3 along
/// its second.
static inline const uint8_t *heights3_corners(bool falls, uint32_t half)
{
    static const uint8_t corners[2][2][3] = {{{0, 1, 3}, {0, 3, 2}}, {{0, 1, 2}, {1, 3, 2}}};
    return corners[falls][half];
}

flr_vec3 flr_heights3_vertex(const heights3 *h, flr_vec3 shift, uint32_t v);
flr_triangle3 flr_heights3_triangle(const heights3 *h, flr_vec3 shift, uint32_t item);
uint32_t flr_heights3_corner(const heights3 *h, uint32_t item, uint32_t k);
/// Finds the triangle across an edge of an item, and the number of the edge there. It may be in a
/// neighbouring cell. Returns false if there is none.
bool flr_heights3_beside(const heights3 *h, uint32_t item, uint32_t k, uint32_t *other, uint32_t *edge);
/// Does the cell of an item share a side or a corner with one that belongs to a neighbouring height field?
bool flr_heights3_is_at_rim(const heights3 *h, uint32_t item);
/// Is the vertex a corner of a triangle?
bool flr_heights3_is_used(const heights3 *h, uint32_t column, uint32_t row);
/// Returns the first item of a triangle from the given number on, or the end if only holes follow.
uint32_t flr_heights3_next(const heights3 *h, uint32_t item);

/// Makes the tree's node over a block.
void flr_heights3_make(const bvh3 *tree, uint32_t index, bvh3_node *node);
/// Writes the box of a block.
bool flr_heights3_block(const void *heights, uint32_t column, uint32_t row, bvh3_item *box);

static inline size_t heights3_area(const uint32_t size[2]) { return (size_t)size[0] * size[1]; }

#endif
