/// Corners of a polygon that may stand in the way of an ear, found by where they are.
#ifndef TOOL_READ_CORNER_TREE_H
#define TOOL_READ_CORNER_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CORNER_LEAF = 8 };

/// The boxes of a balanced tree over the corners, node i above 2 i + 1 and 2 i + 2; its leaves hold ranges of `order`.
typedef struct corner_tree {
    const double *points;     ///< x, y of every corner
    uint32_t *order, *place;  ///< the corners by their places, and the place of each
    double *boxes;            ///< min x, min y, max x, max y of each node
    uint32_t *live;           ///< how many corners of each node are still there
    size_t count, leaves;
    size_t capacity;  ///< corners there is room for
} corner_tree;

/// Room for so many corners; false where memory ran out. Starts as all zeros.
bool corner_tree_reserve(corner_tree *t, size_t corners);
void corner_tree_release(corner_tree *t);

/// Over the first `count` entries of `order`, which the caller has filled.
void corner_tree_build(corner_tree *t, const double *points, size_t count);

void corner_tree_remove(corner_tree *t, uint32_t corner);

/// A corner that the function accepts, of those that lie in the triangle i, j, k or on its rim, which turns left; UINT32_MAX where there
/// is none. `*work` counts down for every node and corner that is visited, and ends the search at 0.
uint32_t corner_tree_find(const corner_tree *t, const uint32_t triangle[3],
                          bool (*accept)(const void *user, uint32_t corner), const void *user,
                          uint64_t *work);

#endif
