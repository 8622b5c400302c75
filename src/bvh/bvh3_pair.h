/// Two trees against each other: every pair of leaves whose boxes are close enough.
#ifndef FLR_BVH_BVH3_PAIR_H
#define FLR_BVH_BVH3_PAIR_H

#include "bvh/bvh3.h"

/// The map from one tree's frame to the other's: the rows of the matrix, their absolute values, and the
/// translation.
typedef struct bvh3_map {
    float m[3][3], size[3][3], t[3];
} bvh3_map;

/// One of the two trees, with all that is needed to bound distances in its frame.
typedef struct bvh3_side {
    const bvh3 *tree;
    bvh3_map to_other;
    float unit;   ///< the least length of one unit of this frame, in the traversal's unit
    float size;   ///< the greatest length of one unit of this frame
    float slack;  ///< in this frame: bounds the rounding errors of a box mapped from the other
} bvh3_side;

typedef struct bvh3_pair {
    bvh3_side a, b;
    double unit;  ///< world lengths in the traversal's unit of length
} bvh3_pair;

/// A placed tree: the affine map from the tree's outer frame to world, its inverse, and bounds on how it
/// stretches lengths.
typedef struct bvh3_placed {
    const bvh3 *tree;
    flr_affine3 pose, inverse;
    double min_stretch, max_stretch;
} bvh3_placed;

/// Prepares a traversal. `rounding` bounds, in world, how far a placed and rounded item may stand outside its
/// box.
void flr_bvh3_pair_make(bvh3_pair *pair, const bvh3_placed *a, const bvh3_placed *b, double rounding);

/// Called for each pair of leaves (child references) whose distance may be within the limit. Returns the
/// limit from then on, in world: the same, a smaller one, or a negative number to stop.
typedef double bvh3_leaf_pair_fn(void *user, uint32_t leaf_a, uint32_t leaf_b, double limit);

/// A review, for which a long traversal stops from time to time. It discards at once what would otherwise
/// take many pairs of boxes.
typedef struct bvh3_review {
    /// Called first, with the present limit. Returns what a bvh3_leaf_pair_fn does.
    double (*begin)(void *user, double limit);
    /// Called then for pairs of references that are still to be visited, the largest first. Is everything in
    /// one of them farther than the limit from everything in the other? The work for the answer is subtracted
    /// from `budget`, and a budget of 0 ends the review.
    bool (*apart)(void *user, uint32_t ref_a, uint32_t ref_b, double limit, int *budget);
} bvh3_review;

/// Visits every pair of items whose distance is within the limit at that time, the nearest boxes first. Pairs
/// that `review` finds apart are left out; it may be null. Returns the last limit. The time is proportional
/// to the number of pairs of boxes within the limit.
double flr_bvh3_pair_traverse(const bvh3_pair *pair, double limit, bvh3_leaf_pair_fn *leaf,
                              const bvh3_review *review, void *user);

#endif
