/// A tree over a grid of blocks, whose shape depends on the size of the grid alone: each node covers up to eight neighbours of the level
/// below. The blocks are the nodes that are made when a walk comes to them.
#ifndef FLR_BVH_BVH3_GRID_H
#define FLR_BVH_BVH3_GRID_H

#include "bvh/bvh3.h"

/// A rectangle of blocks: columns from first[0] up to, without, end[0]; rows likewise.
typedef struct bvh3_blocks {
    uint32_t first[2], end[2];
} bvh3_blocks;

/// The box of a block, or false where nothing is in it.
typedef bool bvh3_block_fn(const void *user, uint32_t column, uint32_t row, bvh3_item *box);

/// Nodes that are kept, for so many blocks.
size_t flr_bvh3_grid_node_count(const uint32_t size[2]);

/// The reference of a block as a child: row after row.
static inline uint32_t bvh3_grid_block(const bvh3 *tree, const uint32_t size[2], uint32_t column,
                                       uint32_t row)
{
    return tree->node_count + row * size[0] + column;
}

/// Fills in the nodes over some blocks, and finds anew the boxes above them; what is beside them stays. All blocks, to make the tree. Its
/// frame, nodes and their count are there already. O(blocks), and 8 children a level.
void flr_bvh3_grid_fill(bvh3 *tree, const uint32_t size[2], const bvh3_blocks *blocks, bvh3_block_fn *box_of,
                        const void *user);

#endif
