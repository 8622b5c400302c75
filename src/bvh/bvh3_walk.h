/// A walk down one tree: the stack of the subtrees still to be visited, and the steps from leaf to leaf.
///
/// A walk is begun, and then asked for the next leaf, with the limit that holds by then, until there is none. What a step tests of
/// the eight boxes of a node is compiled for two widths of registers (bvh3_walk_lanes.h), with the same bits.
#ifndef FLR_BVH_BVH3_WALK_H
#define FLR_BVH_BVH3_WALK_H

#include <math.h>

#include "bvh/bvh3_pair.h"

/// Room for any descent: all children but one wait on each level.
enum { BVH3_STACK = (BVH3_WIDTH - 1) * BVH3_DEPTH_MAX + BVH3_WIDTH };

/// Of a walk that has met neither a leaf nor its end; no child is node 0.
#define BVH3_NOT_YET 0u

/// A leaf or node, and how near it is at least: a squared distance, a place along a path, or whatever
/// else is least first.
typedef struct bvh3_branch {
    uint32_t child;
    float nearness;
    uint32_t at;  ///< parent * BVH3_WIDTH + slot, which has its box
} bvh3_branch;

typedef struct bvh3_walk {
    const bvh3 *tree;
    int top;
    uint32_t at;        ///< of the last leaf that a step gave
    const char *items;  ///< what is read first of the items of leaves, in order, to be fetched ahead
    size_t item_size;
    bvh3_branch stack[BVH3_STACK];
} bvh3_walk;

/// A straight path in the tree's frame, from a point close to the tree: places count from it, and the largest coordinate of the
/// direction is 1. No reciprocal is infinite: what is nearly 0 is taken for 1e-12, which moves nothing over the whole tree.
typedef struct bvh3_path {
    float origin[4], reciprocal[4], size[4];  ///< size: absolute values of the reciprocal; no fourth is used
    float direction[4], grow[4];              ///< grow: what boxes are grown by along each axis
    float from;                               ///< the first place
} bvh3_path;

/// A linear function in the tree's frame, for bounds from above: c . q, and half sizes times `size`, its absolute values.
typedef struct bvh3_height {
    float c[3], size[3], slack;
} bvh3_height;

/// The steps, for one width of registers. A leaf is given as a child reference, and BVH3_EMPTY ends the walk.
typedef struct bvh3_lanes {
    /// The next leaf whose box the path meets between its start and `limit`, the nearest first.
    uint32_t (*next_on_path)(bvh3_walk *w, const bvh3_path *path, float limit);
    /// The same with an end after each node, to go on with another walk while memory fetches what this one comes to: BVH3_NOT_YET
    /// unless that is a leaf or the end. Where all nodes are kept.
    uint32_t (*step_on_path)(bvh3_walk *w, const bvh3_path *path, float limit);
    /// The next leaf whose box is no farther from the given one than the limit, squared; the nearest first.
    uint32_t (*next_near)(bvh3_walk *w, const bvh3_box *box, float limit_squared);
    /// The next leaf whose box meets the given one, in no order.
    uint32_t (*next_meeting)(bvh3_walk *w, const bvh3_box *box);
    /// No item in the boxes of a node is higher than these.
    void (*heights)(const bvh3_height *h, const bvh3_node *node, float heights[BVH3_WIDTH]);
    /// Lower bounds on the squared distances from a box in the frame of `side` to those of a node of the other side; the bits of those
    /// within the limit.
    unsigned (*pair_distances)(const bvh3_side *side, const bvh3_box *box, const bvh3_side *other,
                               const bvh3_node *node, float limit_squared, float distances[BVH3_WIDTH]);
    /// Where a path enters and leaves those boxes of a node that it meets between its start and `limit`, and their bits.
    unsigned (*on_path)(const bvh3_path *path, const bvh3_node *node, float limit, float enter[BVH3_WIDTH],
                        float leave[BVH3_WIDTH]);
} bvh3_lanes;

extern const bvh3_lanes flr_bvh3_baseline, flr_bvh3_avx2;

/// The widest that this processor runs.
static inline const bvh3_lanes *bvh3_lanes_widest(void)
{
#ifdef FEELER_HAVE_AVX2
    if (__builtin_cpu_supports("avx2")) return &flr_bvh3_avx2;
#endif
    return &flr_bvh3_baseline;
}

/// From a subtree on, of which the first branch does not say where its box is; from the root it is bvh3_child(tree, BVH3_ROOT).
static inline void bvh3_walk_begin_at(bvh3_walk *w, const bvh3 *tree, uint32_t child)
{
    w->tree = tree;
    w->items = (const char *)tree->nodes;
    w->item_size = 0;
    w->top = 1;
    w->stack[0] = (bvh3_branch){child, -INFINITY, BVH3_ROOT};
}

static inline void bvh3_walk_begin(bvh3_walk *w, const bvh3 *tree)
{
    bvh3_walk_begin_at(w, tree, bvh3_child(tree, BVH3_ROOT));
}

/// Pushes those children of a node, and of that number, whose bits are set, the nearest on top.
static inline void bvh3_walk_push(bvh3_walk *w, const bvh3_node *n, uint32_t index,
                                  const float nearness[BVH3_WIDTH], unsigned met)
{
    const int first = w->top;
    const uint32_t at = index * BVH3_WIDTH;
    for (; met != 0; met &= met - 1) {
        const unsigned k = (unsigned)__builtin_ctz(met);
        const bvh3_branch b = {n->child[k], nearness[k], at + k};
        if (b.child == BVH3_EMPTY) continue;
        int i = w->top++;
        for (; i > first && w->stack[i - 1].nearness < b.nearness; i--) w->stack[i] = w->stack[i - 1];
        w->stack[i] = b;
    }
}

#ifdef BVH3_LANES
// The text for one width, and its table, in a source that defines its name.

#include "bvh/bvh3_walk_lanes.h"

const bvh3_lanes BVH3_LANES = {
    .next_on_path = next_on_path,
    .step_on_path = step_on_path,
    .next_near = next_near,
    .next_meeting = next_meeting,
    .heights = heights,
    .pair_distances = pair_distances,
    .on_path = on_path,
};

#endif

#endif
