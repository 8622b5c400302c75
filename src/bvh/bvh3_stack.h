/// A descent of one tree, nearest boxes first: the stack of the subtrees still to be visited.
#ifndef FLR_BVH_BVH3_STACK_H
#define FLR_BVH_BVH3_STACK_H

#include "bvh/bvh3.h"
#include "math/simd.h"

/// Room for any descent: three of four children wait on each level.
enum { BVH3_STACK = 3 * BVH3_DEPTH_MAX + 8 };

/// A leaf or node, and how near it is at least: a squared distance, a place along a path, or whatever
/// else is least first.
typedef struct bvh3_branch {
    uint32_t child;
    float nearness;
} bvh3_branch;

/// The whole tree, to begin with.
static inline int bvh3_push_root(bvh3_branch *stack, const bvh3 *tree, float nearness)
{
    stack[0] = (bvh3_branch){bvh3_child(tree, BVH3_ROOT), nearness};
    return 1;
}

/// Pushes those children of a node whose bits are set, the nearest on top. Returns the new top.
static inline int bvh3_push(bvh3_branch *stack, int top, const bvh3_node *n, f32x4 nearness, unsigned met)
{
    const int first = top;
    for (; met != 0; met &= met - 1) {
        const unsigned k = (unsigned)__builtin_ctz(met);
        if (n->child[k] == BVH3_EMPTY) continue;
        const bvh3_branch b = {n->child[k], nearness[k]};
        int i = top++;
        for (; i > first && stack[i - 1].nearness < b.nearness; i--) stack[i] = stack[i - 1];
        stack[i] = b;
    }
    return top;
}

#endif
