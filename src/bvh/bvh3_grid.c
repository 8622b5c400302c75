/// Which tree covers a grid of blocks, and how do its nodes get their boxes? Each level groups up to eight
/// neighbours so that a node is nearly square. Only nodes above the given blocks are filled in, and all
/// others stay as they are.
#include "bvh/bvh3_grid.h"

#include <math.h>

/// Each level at least halves the number of blocks along an axis, or one is left.
enum { LEVEL_MAX = 64 };

/// The nodes of one level, row by row.
typedef struct level {
    uint32_t size[2];   // columns and rows of nodes
    uint32_t group[2];  // the columns and rows of children below each node
    uint32_t first;     // the number of the first node
} level;

/// The levels, from level 0, which is over the blocks, to the root.
typedef struct grid {
    bvh3 *tree;
    const uint32_t *size;  // of the blocks
    const bvh3_blocks *blocks;
    bvh3_block_fn *box_of;
    const void *user;
    level levels[LEVEL_MAX];
    int count;
} grid;

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

/// Chooses eight children such that the area below a node is nearly a square. `side` is that of one child, in
/// blocks.
static void choose_group(const uint32_t size[2], const double side[2], uint32_t group[2])
{
    double best = INFINITY;
    for (uint32_t across = 1; across <= BVH3_WIDTH; across *= 2) {
        const uint32_t columns = least(across, size[0]), rows = least(BVH3_WIDTH / across, size[1]);
        const double x = columns * side[0], y = rows * side[1], round = (x + y) * (x + y) / (x * y),
                     cost = round / (columns * rows);
        if (!(cost < best)) continue;
        best = cost;
        group[0] = across;
        group[1] = BVH3_WIDTH / across;
    }
}

/// Sets the levels and the numbers of their nodes: the root is 1, and each level follows the one above.
/// Returns the number of nodes.
static uint32_t lay_out(grid *g, const uint32_t size[2])
{
    uint32_t below[2] = {size[0], size[1]}, end = 1;
    double side[2] = {1, 1};
    g->count = 0;
    while (below[0] > 1 || below[1] > 1) {
        level *const l = &g->levels[g->count++];
        choose_group(below, side, l->group);
        for (int k = 0; k < 2; k++) {
            side[k] *= l->group[k];
            below[k] = l->size[k] = (below[k] + l->group[k] - 1) / l->group[k];
        }
    }
    for (int k = g->count - 1; k >= 0; k--) {
        g->levels[k].first = end;
        end += g->levels[k].size[0] * g->levels[k].size[1];
    }
    return end;
}

size_t flr_bvh3_grid_node_count(const uint32_t size[2])
{
    grid g = {.size = size};
    return lay_out(&g, size);
}

/// Returns the child at a place of the level below.
static uint32_t child_at(const grid *g, int k, const uint32_t at[2])
{
    return k == 0 ? bvh3_grid_block(g->tree, g->size, at[0], at[1])
                  : g->levels[k - 1].first + at[1] * g->levels[k - 1].size[0] + at[0];
}

static void widen(bvh3_item *all, const bvh3_item *more)
{
    for (int axis = 0; axis < 3; axis++) {
        all->min[axis] = more->min[axis] < all->min[axis] ? more->min[axis] : all->min[axis];
        all->max[axis] = more->max[axis] > all->max[axis] ? more->max[axis] : all->max[axis];
    }
}

static const bvh3_item nothing = {{INFINITY, INFINITY, INFINITY, 0}, {-INFINITY, -INFINITY, -INFINITY, 0}};

/// Writes the box around the children of a node. It is the same whether they were set just now or earlier.
static bool box_of_node(const bvh3_node *n, bvh3_item *box)
{
    *box = nothing;
    for (int s = 0; s < BVH3_WIDTH && n->child[s] != BVH3_EMPTY; s++) {
        bvh3_item one = nothing;
        for (int axis = 0; axis < 3; axis++) {
            one.min[axis] = n->center[axis][s] - n->half[axis][s];
            one.max[axis] = n->center[axis][s] + n->half[axis][s];
        }
        widen(box, &one);
    }
    return n->child[0] != BVH3_EMPTY;
}

/// Returns the blocks under a node of level k at a place, or one block if k is -1.
static bvh3_blocks blocks_below(const grid *g, int k, const uint32_t at[2])
{
    bvh3_blocks b;
    for (int axis = 0; axis < 2; axis++) {
        uint64_t side = 1;
        for (int below = 0; below <= k; below++) side *= g->levels[below].group[axis];
        b.first[axis] = (uint32_t)(at[axis] * side);
        b.end[axis] =
            (uint32_t)(at[axis] * side + side < g->size[axis] ? at[axis] * side + side : g->size[axis]);
    }
    return b;
}

static bool do_meet(const bvh3_blocks *a, const bvh3_blocks *b)
{
    return a->first[0] < b->end[0] && b->first[0] < a->end[0] && a->first[1] < b->end[1] &&
           b->first[1] < a->end[1];
}

/// Copies a child unchanged.
static int keep_child(const bvh3_node *before, uint32_t child, bvh3_node *n, int slot)
{
    for (int s = 0; s < BVH3_WIDTH; s++) {
        if (before->child[s] != child) continue;
        for (int axis = 0; axis < 3; axis++) {
            n->center[axis][slot] = before->center[axis][s];
            n->half[axis][slot] = before->half[axis][s];
        }
        n->child[slot++] = child;
        break;
    }
    return slot;
}

/// Fills in a node of level k and those below it. The recursion is as deep as the number of levels.
static bool fill_node(const grid *g, int k, const uint32_t at[2], bvh3_item *box)
{
    if (k < 0) return g->box_of(g->user, at[0], at[1], box);
    const level *const l = &g->levels[k];
    const uint32_t *const below = k == 0 ? g->size : g->levels[k - 1].size;
    bvh3_node *const node = &g->tree->nodes[l->first + at[1] * l->size[0] + at[0]];
    bvh3_node n;
    int slot = 0;
    for (uint32_t i = 0; i < BVH3_WIDTH; i++) {
        const uint32_t place[2] = {at[0] * l->group[0] + i % l->group[0],
                                   at[1] * l->group[1] + i / l->group[0]};
        if (place[0] >= below[0] || place[1] >= below[1]) continue;
        const uint32_t child = child_at(g, k, place);
        const bvh3_blocks under = blocks_below(g, k - 1, place);
        bvh3_item one;
        if (!do_meet(&under, g->blocks))
            slot = keep_child(node, child, &n, slot);
        else if (fill_node(g, k - 1, place, &one))
            bvh3_set_child(&n, slot++, one.min, one.max, child);
    }
    bvh3_set_no_children(&n, slot);
    *node = n;
    return box_of_node(node, box);
}

void flr_bvh3_grid_fill(bvh3 *tree, const uint32_t size[2], const bvh3_blocks *blocks, bvh3_block_fn *box_of,
                        const void *user)
{
    grid g = {.tree = tree, .size = size, .blocks = blocks, .box_of = box_of, .user = user};
    const uint32_t start[2] = {0, 0};
    bvh3_item all;
    (void)lay_out(&g, size);
    bvh3_set_no_children(&tree->nodes[0], 0);
    if (!fill_node(&g, g.count - 1, start, &all)) return;
    bvh3_set_child(&tree->nodes[0], 0, all.min, all.max, child_at(&g, g.count, start));
}
