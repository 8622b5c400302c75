/// Two placed meshes against each other: their triangles in world, leaf by leaf.
#ifndef FLR_MESH_MESH3_PAIR_H
#define FLR_MESH_MESH3_PAIR_H

#include "bvh/bvh3_pair.h"
#include "mesh/mesh3.h"

/// The triangles of one leaf in world.
typedef struct mesh3_leaf {
    uint32_t child;  ///< the leaf they belong to, BVH3_EMPTY for none
    uint32_t first, count;
    flr_triangle3 triangles[BVH3_LEAF_MAX];
} mesh3_leaf;

/// Fetches a leaf, unless it is the one already there: the traversal often keeps to one side's
/// leaf for several of the other's.
static inline void mesh3_leaf_fetch(mesh3_leaf *leaf, const flr_instance3 *i, uint32_t child)
{
    if (leaf->child == child) return;
    leaf->child = child;
    leaf->first = bvh3_leaf_first(child);
    leaf->count = bvh3_leaf_count(child);
    for (uint32_t k = 0; k < leaf->count; k++)
        leaf->triangles[k] = instance3_item_triangle(i, leaf->first + k);
}

/// The traversal of both trees, with all rounding of placed vertices allowed for.
void flr_mesh3_pair_make(bvh3_pair *pair, const flr_instance3 *a, const flr_instance3 *b);

/// The square of a limit, a few rounding errors wide: what is at the limit once the root is drawn is
/// within it.
flr_real flr_mesh3_squared_limit(flr_real limit);

/// A bound on how far a vertex of the instance may stand, once placed and rounded, from its exact place.
double flr_instance3_rounding(const flr_instance3 *i);

/// Which of two meshes comes first depends on the meshes, not on the order of the
/// arguments, so that swapping them swaps the answer and no more.
bool flr_instance3_in_order(const flr_instance3 *a, const flr_instance3 *b);

#endif
