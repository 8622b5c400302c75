/// Two trees against each other: every pair of leaves whose boxes come close enough.
#ifndef FLR_BVH_BVH3_PAIR_H
#define FLR_BVH_BVH3_PAIR_H

#include "bvh/bvh3.h"

/// From one tree's frame to the other's: rows of the matrix, their absolute values, translation.
typedef struct bvh3_map {
    float m[3][3], size[3][3], t[3];
} bvh3_map;

/// One of the two trees with all that is needed to judge distances in its frame.
typedef struct bvh3_side {
    const bvh3 *tree;
    bvh3_map to_other;
    float unit;   ///< what one unit of this frame is worth at least, in the traversal's unit of length
    float size;   ///< what it is worth at most
    float slack;  ///< in this frame: covers every rounding in mapping a box of the other side into it
} bvh3_side;

typedef struct bvh3_pair {
    bvh3_side a, b;
    double unit;  ///< world lengths in the traversal's unit of length
} bvh3_pair;

/// Placed tree: the affine map from the outer frame of the tree to world, its true inverse, and
/// bounds on how it stretches lengths.
typedef struct bvh3_placed {
    const bvh3 *tree;
    flr_affine3 pose, inverse;
    double min_stretch, max_stretch;
} bvh3_placed;

/// `rounding` is a bound, in world, on how far an item may stand outside its box once it is placed
/// and rounded.
void flr_bvh3_pair_make(bvh3_pair *pair, const bvh3_placed *a, const bvh3_placed *b, double rounding);

/// Called for each pair of leaves (child references) that may come within the limit. Returns the limit from
/// there on, in world: the same, a smaller one, or a negative number to stop.
typedef double bvh3_leaf_pair_fn(void *user, uint32_t leaf_a, uint32_t leaf_b, double limit);

/// A review, for which a long traversal stops at times: to discard at once what many pairs of boxes would
/// be needed for.
typedef struct bvh3_review {
    /// Called first, with the limit in force. Returns what a bvh3_leaf_pair_fn does.
    double (*begin)(void *user, double limit);
    /// Then for pairs of references still to be visited, the largest first: is everything in the
    /// one farther than the limit from everything in the other? What is spent on the answer is taken
    /// off `budget`, and 0 of it ends the review.
    bool (*apart)(void *user, uint32_t ref_a, uint32_t ref_b, double limit, int *budget);
} bvh3_review;

/// Nearest boxes first. Every pair of items no farther apart than the limit in force when its turn
/// comes is visited, except pairs that `review` finds apart, which may be null. Returns the last limit.
/// Time: proportional to the pairs of boxes within the limit.
double flr_bvh3_pair_traverse(const bvh3_pair *pair, double limit, bvh3_leaf_pair_fn *leaf,
                              const bvh3_review *review, void *user);

#endif
