/// A bounding volume hierarchy over boxes: eight children a node, single precision, in a frame of
/// its own. It knows items by number only.
///
/// Frame: q = (p - center) * scale, scale a power of two, so that every item lies in [-1, 1]^3.
/// Single precision there costs the same few parts in 10^7 of the whole, whether the items are a
/// nanometre or a light year in size or lie far from the origin. Boxes are grown by BVH3_SLACK,
/// which covers the rounding errors of the boxes and of a query point within [-2, 2]^3.
///
/// Memory: 224 bytes a node, and 0.09 to 0.15 nodes an item.
#ifndef FLR_BVH_BVH3_H
#define FLR_BVH_BVH3_H

#include "feeler/math.h"

/// 2^-22: eight times the largest rounding error of a number in [-1, 1].
#define BVH3_SLACK 2.384185791015625e-7f

/// Children of a node.
#define BVH3_WIDTH 8

/// Items in a leaf at most; two bits in a child reference.
#define BVH3_LEAF_MAX 4
/// As long as a node has room for more children, so few are not split.
#define BVH3_LEAF_TARGET 2
/// A subtree worth handing to another thread: some tenths of a millisecond of work.
#define BVH3_TASK_MIN 2048
#define BVH3_ITEM_LIMIT ((size_t)1 << 29)

/// Levels of nodes from the root to any leaf at most.
#define BVH3_DEPTH_MAX 80

typedef struct bvh3_node {
    float center[3][BVH3_WIDTH];
    float half[3][BVH3_WIDTH];  ///< negative where there is no child
    /// Of each child: a leaf (top bit; number of items less one in two bits; first item), the
    /// number of a node, or BVH3_EMPTY. Those that there are come first.
    uint32_t child[BVH3_WIDTH];
} bvh3_node;

#define BVH3_EMPTY 0xffffffffu
#define BVH3_LEAF 0x80000000u

/// nodes[0] is no real node: its child 0 is the whole tree, so that every node and leaf has a
/// box in some parent and is named by one number: parent * BVH3_WIDTH + slot. BVH3_ROOT is the whole.
///
/// The lowest nodes of some trees are not kept: whoever comes to one has it made. Their numbers begin with node_count, and they
/// have leaves only.
typedef struct bvh3 bvh3;
struct bvh3 {
    flr_vec3 center;
    flr_real scale;
    bvh3_node *nodes;
    uint32_t node_count;
    void (*make)(const bvh3 *tree, uint32_t index, bvh3_node *node);  ///< null where all nodes are kept
    const void *maker;                                                ///< what `make` makes them of
};

/// A node that is kept, or one made in the room given.
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

/// An item as the builder wants it: in the frame, lanes 3 unused.
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

/// Sets center and scale for items within the given bounds.
void flr_bvh3_frame(bvh3 *tree, flr_aabb3 bounds);

/// The item of a box given in the outer frame. `tree` has its frame.
static inline bvh3_item bvh3_item_of(const bvh3 *tree, flr_vec3 min, flr_vec3 max)
{
    bvh3_item r = {
        {(float)((min.x - tree->center.x) * tree->scale), (float)((min.y - tree->center.y) * tree->scale),
         (float)((min.z - tree->center.z) * tree->scale), 0},
        {(float)((max.x - tree->center.x) * tree->scale), (float)((max.y - tree->center.y) * tree->scale),
         (float)((max.z - tree->center.z) * tree->scale), 0}};
    return r;
}

/// The least box around min and max, grown by the slack.
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

/// From `slot` on: far smaller than nothing, so that hardly a query meets it.
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

/// Nodes that a tree over `count` items can need at most.
size_t flr_bvh3_node_limit(size_t count);

/// Builds over `count` items (1 to BVH3_ITEM_LIMIT - 4) into tree->nodes, which holds
/// flr_bvh3_node_limit(count) nodes; sets node_count. Reorders `items`, and `order` with them: leaf
/// ranges index order. Binned surface area heuristic on the longest axis (Wald, "On fast Construction
/// of SAH-based Bounding Volume Hierarchies", 2007), eight children at a time. O(n log n) time, no memory
/// but the stack. Subtrees of BVH3_TASK_MIN items and more are handed to `parallel`, where it is not
/// null; the tree is the same.
void flr_bvh3_build(bvh3 *tree, bvh3_item *items, uint32_t *order, size_t count,
                    const flr_parallel *parallel);

/// Other boxes for the same items, here in the order of the leaves: the nodes stay, their boxes become the least around what is in
/// them. `of_nodes` has room for a box of each node. O(n) time.
void flr_bvh3_refit(bvh3 *tree, const bvh3_item *items, bvh3_item *of_nodes);

#endif
