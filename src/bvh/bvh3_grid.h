/// A tree over a grid of blocks. Its structure depends on the size of the grid alone: each node covers up to
/// eight neighbours of the level below. The blocks are the nodes that are made when a walk reaches them.
#ifndef FLR_BVH_BVH3_GRID_H
#define FLR_BVH_BVH3_GRID_H

#include "bvh/bvh3.h"

/// A rectangle of blocks: the columns first[0] to end[0] - 1, and the rows likewise.
typedef struct bvh3_blocks {
    uint32_t first[2], end[2];
} bvh3_blocks;

/// Writes the box of a block; returns false if the block is empty.
typedef bool bvh3_block_fn(const void *user, uint32_t column, uint32_t row, bvh3_item *box);

/// Returns how many nodes are stored for a grid of this many blocks.
size_t flr_bvh3_grid_node_count(const uint32_t size[2]);

/// Returns the child reference of a block. Blocks are counted row by row.
static inline uint32_t bvh3_grid_block(const bvh3 *tree, const uint32_t size[2], uint32_t column,
                                       uint32_t row)
{
    return tree->node_count + row * size[0] + column;
}

/// Fills in the nodes over some blocks and computes the boxes above them again; all other nodes stay. With
/// all blocks it makes the tree. The tree's frame, nodes and node count must be set. Takes O(blocks) time,
/// and 8 children a level.
void flr_bvh3_grid_fill(bvh3 *tree, const uint32_t size[2], const bvh3_blocks *blocks, bvh3_block_fn *box_of,
                        const void *user);

#endif
