/// A walk down one tree: the stack of subtrees still to be visited, and the steps from leaf to leaf.
///
/// A caller begins a walk, and then asks for the next leaf with its present limit until there is none. What a
/// step tests of a node's eight boxes is compiled for two widths of registers (bvh3_walk_lanes.h), with the
/// same bits.
#ifndef FLR_BVH_BVH3_WALK_H
#define FLR_BVH_BVH3_WALK_H

#include <math.h>

#include "bvh/bvh3_pair.h"

/// Room for any descent: on each level, all children but one wait.
enum { BVH3_STACK = (BVH3_WIDTH - 1) * BVH3_DEPTH_MAX + BVH3_WIDTH };

/// The answer of a walk that has reached neither a leaf nor its end. No child is node 0.
#define BVH3_NOT_YET 0u

/// A leaf or node, with a lower bound of its distance. That is a squared distance, a place along a path, or
/// whatever else is visited in increasing order.
typedef struct bvh3_branch {
    uint32_t child;
    float nearness;
    uint32_t at;  ///< the slot that has its box, as parent * BVH3_WIDTH + slot
} bvh3_branch;

typedef struct bvh3_walk {
    const bvh3 *tree;
    int top;
    uint32_t at;        ///< the slot of the last leaf that a step returned
    const char *items;  ///< what is read first of the leaves' items, in their order, to be prefetched
    size_t item_size;
    bvh3_branch stack[BVH3_STACK];
} bvh3_walk;

/// A straight path in the tree's frame, from a point close to the tree. Places are measured from that point,
/// and the largest coordinate of the direction is 1. A coordinate near 0 counts as 1e-12, so that no
/// reciprocal is infinite; over the whole tree this moves nothing.
typedef struct bvh3_path {
    float origin[4], reciprocal[4], size[4];  ///< `size`: magnitudes of `reciprocal`; no fourth lane is used
    float direction[4], grow[4];              ///< `grow`: by how much boxes count as larger along each axis
    float from;                               ///< the first place
} bvh3_path;

/// A linear function c . q in the tree's frame, for upper bounds over boxes. `size` holds the magnitudes of
/// c, which multiply the half sizes.
typedef struct bvh3_height {
    float c[3], size[3], slack;
} bvh3_height;

/// The steps, for one width of registers. Each returns a leaf as a child reference, or BVH3_EMPTY at the end
/// of the walk.
typedef struct bvh3_lanes {
    /// Returns the next leaf whose box the path hits between its start and `limit`, the nearest first.
    uint32_t (*next_on_path)(bvh3_walk *w, const bvh3_path *path, float limit);
    /// As next_on_path, but stops after each node, so that the caller can go on with another walk while
    /// memory is fetched. It returns BVH3_NOT_YET unless it has reached a leaf or the end. Only for trees
    /// that store all nodes.
    uint32_t (*step_on_path)(bvh3_walk *w, const bvh3_path *path, float limit);
    /// Returns the next leaf whose box has at most the squared distance `limit` from the given one, the
    /// nearest first.
    uint32_t (*next_near)(bvh3_walk *w, const bvh3_box *box, float limit_squared);
    /// Returns the next leaf whose box overlaps the given one, in no order.
    uint32_t (*next_meeting)(bvh3_walk *w, const bvh3_box *box);
    /// Writes upper bounds of the function over the items in each box of a node.
    void (*heights)(const bvh3_height *h, const bvh3_node *node, float heights[BVH3_WIDTH]);
    /// Writes lower bounds on the squared distances between a box in the frame of `side` and the boxes of a
    /// node of the other side. Returns a bit for each box within the limit.
    unsigned (*pair_distances)(const bvh3_side *side, const bvh3_box *box, const bvh3_side *other,
                               const bvh3_node *node, float limit_squared, float distances[BVH3_WIDTH]);
    /// Writes where the path enters and leaves the boxes of a node that it hits between its start and
    /// `limit`. Returns a bit for each of these boxes.
    unsigned (*on_path)(const bvh3_path *path, const bvh3_node *node, float limit, float enter[BVH3_WIDTH],
                        float leave[BVH3_WIDTH]);
} bvh3_lanes;

extern const bvh3_lanes flr_bvh3_baseline, flr_bvh3_avx2;

/// Returns the widest steps that this processor runs.
static inline const bvh3_lanes *bvh3_lanes_widest(void)
{
#ifdef FEELER_HAVE_AVX2
    if (__builtin_cpu_supports("avx2")) return &flr_bvh3_avx2;
#endif
    return &flr_bvh3_baseline;
}

/// Begins a walk at a subtree. The first branch does not say where the subtree's box is. The whole tree is
/// bvh3_child(tree, BVH3_ROOT).
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

/// Pushes those children of the node with this number whose bits are set, the nearest on top.
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
// A source that defines the table's name gets the text for one width, and the table.

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
