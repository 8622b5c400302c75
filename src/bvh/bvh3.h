/// A bounding volume hierarchy over boxes: eight children a node, in single precision, in a frame of its own.
/// The tree knows items by number only.
///
/// Frame: q = (p - center) * scale, where scale is a power of two, so that every item lies in [-1, 1]^3.
/// There single precision costs the same part in 10^7 of the whole, however small or large the items are and
/// wherever they lie. Boxes are grown by BVH3_SLACK. It covers the rounding errors of the boxes, and of a
/// query point within [-2, 2]^3.
///
/// Memory: 224 bytes a node, and 0.09 to 0.15 nodes an item.
#ifndef FLR_BVH_BVH3_H
#define FLR_BVH_BVH3_H

#include "feeler/math.h"

/// 2^-22: eight times the largest rounding error of a number in [-1, 1].
#define BVH3_SLACK 2.384185791015625e-7f

/// The number of children of a node.
#define BVH3_WIDTH 8

/// The most items in a leaf: a child reference has two bits for the number.
#define BVH3_LEAF_MAX 4
/// A range of no more items than this is not split, even if its node has room for more children.
#define BVH3_LEAF_TARGET 2
/// A subtree with this many items is handed to another thread: it takes tenths of a millisecond.
#define BVH3_TASK_MIN 2048
#define BVH3_ITEM_LIMIT ((size_t)1 << 29)

/// The most levels of nodes from the root to any leaf.
#define BVH3_DEPTH_MAX 80

typedef struct bvh3_node {
    float center[3][BVH3_WIDTH];
    float half[3][BVH3_WIDTH];  ///< negative where there is no child
    /// Each child is a leaf, the number of a node, or BVH3_EMPTY, which comes last. A leaf has the top bit,
    /// its number of items less one in two bits, and its first item.
    uint32_t child[BVH3_WIDTH];
} bvh3_node;

#define BVH3_EMPTY 0xffffffffu
#define BVH3_LEAF 0x80000000u

/// nodes[0] is no real node: its child 0 is the whole tree. So every node and leaf has a box in some parent,
/// and one number names it: parent * BVH3_WIDTH + slot. BVH3_ROOT is the whole tree.
///
/// Some trees do not store their lowest nodes; a query has them made when it reaches them. The numbers of
/// these nodes begin with node_count, and all their children are leaves.
typedef struct bvh3 bvh3;
struct bvh3 {
    flr_vec3 center;
    flr_real scale;
    bvh3_node *nodes;
    uint32_t node_count;
    void (*make)(const bvh3 *tree, uint32_t index, bvh3_node *node);  ///< null if all nodes are stored
    const void *maker;                                                ///< what `make` makes them from
};

/// Returns a stored node, or makes the node in `room`.
static inline const bvh3_node *bvh3_node_at(const bvh3 *tree, uint32_t index, bvh3_node *room)
{
    if (__builtin_expect(index < tree->node_count, 1)) return &tree->nodes[index];
    tree->make(tree, index, room);
    return room;
}

#define BVH3_ROOT 0u

typedef struct bvh3_box {
    float center[3];
    float half[3];
} bvh3_box;

/// An item as the builder takes it: in the tree's frame. The fourth lanes are not used.
typedef struct bvh3_item {
    float min[4], max[4];
} bvh3_item;

static inline bool bvh3_is_leaf(uint32_t child) { return (child & BVH3_LEAF) != 0; }
static inline uint32_t bvh3_leaf_count(uint32_t child) { return ((child >> 29) & 3u) + 1u; }
static inline uint32_t bvh3_leaf_first(uint32_t child) { return child & 0x1fffffffu; }

static inline uint32_t bvh3_child(const bvh3 *tree, uint32_t ref)
{
    bvh3_node room;
    return bvh3_node_at(tree, ref / BVH3_WIDTH, &room)->child[ref % BVH3_WIDTH];
}

static inline bvh3_box bvh3_box_of(const bvh3 *tree, uint32_t ref)
{
    bvh3_node room;
    const bvh3_node *n = bvh3_node_at(tree, ref / BVH3_WIDTH, &room);
    uint32_t s = ref % BVH3_WIDTH;
    bvh3_box b = {{n->center[0][s], n->center[1][s], n->center[2][s]},
                  {n->half[0][s], n->half[1][s], n->half[2][s]}};
    return b;
}

/// Sets center and scale such that items within the given bounds fit.
void flr_bvh3_frame(bvh3 *tree, flr_aabb3 bounds);

/// Returns the item of a box that is given in the outer frame. The tree's frame must be set.
static inline bvh3_item bvh3_item_of(const bvh3 *tree, flr_vec3 min, flr_vec3 max)
{
    bvh3_item r = {
        {(float)((min.x - tree->center.x) * tree->scale), (float)((min.y - tree->center.y) * tree->scale),
         (float)((min.z - tree->center.z) * tree->scale), 0},
        {(float)((max.x - tree->center.x) * tree->scale), (float)((max.y - tree->center.y) * tree->scale),
         (float)((max.z - tree->center.z) * tree->scale), 0}};
    return r;
}

/// Sets a child to the smallest box around min and max, grown by the slack.
static inline void bvh3_set_child(bvh3_node *n, int slot, const float *min, const float *max, uint32_t child)
{
    for (int axis = 0; axis < 3; axis++) {
        const float center = (min[axis] + max[axis]) * 0.5f;
        const float above = max[axis] - center, below = center - min[axis];
        n->center[axis][slot] = center;
        n->half[axis][slot] = (above > below ? above : below) + BVH3_SLACK;
    }
    n->child[slot] = child;
}

/// Clears the children from `slot` on: their extents are so far below zero that no query of usual size hits
/// them.
static inline void bvh3_set_no_children(bvh3_node *n, int slot)
{
    for (; slot < BVH3_WIDTH; slot++) {
        for (int axis = 0; axis < 3; axis++) {
            n->center[axis][slot] = 0;
            n->half[axis][slot] = -1e30f;
        }
        n->child[slot] = BVH3_EMPTY;
    }
}

/// Returns the most nodes that a tree over `count` items can need.
size_t flr_bvh3_node_limit(size_t count);

/// Builds the tree over `count` items, 1 to BVH3_ITEM_LIMIT - 4. tree->nodes must have room for
/// flr_bvh3_node_limit(count) nodes; node_count is set. `items` is reordered, and `order` with it: leaves
/// hold ranges of places in `order`.
///
/// The method is a binned surface area heuristic on the longest axis (Wald, "On fast Construction of
/// SAH-based Bounding Volume Hierarchies", 2007), eight children at a time. It takes O(n log n) time, and no
/// memory but the stack. If `parallel` is not null, subtrees of BVH3_TASK_MIN items and more are handed to
/// it; the tree is the same.
void flr_bvh3_build(bvh3 *tree, bvh3_item *items, uint32_t *order, size_t count,
                    const flr_parallel *parallel);

/// Gives the same items other boxes, here in the order of the leaves. The nodes stay, and their boxes become
/// the smallest around their contents. `of_nodes` has room for a box of each node. Takes O(n) time.
void flr_bvh3_refit(bvh3 *tree, const bvh3_item *items, bvh3_item *of_nodes);

#endif
