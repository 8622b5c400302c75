/// Two placed meshes against each other: their triangles in world, leaf by leaf.
#ifndef FLR_MESH_MESH3_PAIR_H
#define FLR_MESH_MESH3_PAIR_H

#include "bvh/bvh3_pair.h"
#include "mesh/mesh3.h"

/// The triangles of one leaf in world, with their bounds.
typedef struct mesh3_leaf {
    uint32_t child;  ///< the leaf they belong to, BVH3_EMPTY for none
    uint32_t first, count;
    flr_triangle3 triangles[BVH3_LEAF_MAX];
    flr_aabb3 boxes[BVH3_LEAF_MAX];
} mesh3_leaf;

/// Loads a leaf, unless it is loaded already: a traversal often visits several leaves of one side with the
/// same leaf of the other.
static inline void mesh3_leaf_fetch(mesh3_leaf *leaf, const flr_instance3 *i, uint32_t child)
{
    if (leaf->child == child) return;
    leaf->child = child;
    leaf->first = bvh3_leaf_first(child);
    leaf->count = bvh3_leaf_count(child);
    for (uint32_t k = 0; k < leaf->count; k++) {
        const flr_triangle3 t = instance3_item_triangle(i, leaf->first + k);
        leaf->triangles[k] = t;
        leaf->boxes[k] = (flr_aabb3){flr_min3(t.a, flr_min3(t.b, t.c)), flr_max3(t.a, flr_max3(t.b, t.c))};
    }
}

static inline flr_real mesh3_gap_along(flr_real min_a, flr_real max_a, flr_real min_b, flr_real max_b)
{
    const flr_real above = min_b - max_a, below = min_a - max_b, more = above > below ? above : below;
    return more > 0 ? more : 0;
}

/// Returns the squared distance of two boxes, up to rounding errors; above 0 only if they are apart.
static inline flr_real mesh3_gap_squared(const flr_aabb3 *a, const flr_aabb3 *b)
{
    const flr_real x = mesh3_gap_along(a->min.x, a->max.x, b->min.x, b->max.x),
                   y = mesh3_gap_along(a->min.y, a->max.y, b->min.y, b->max.y),
                   z = mesh3_gap_along(a->min.z, a->max.z, b->min.z, b->max.z);
    return x * x + y * y + z * z;
}

/// Prepares the traversal of both trees, with allowance for all rounding of placed vertices.
void flr_mesh3_pair_make(bvh3_pair *pair, const flr_instance3 *a, const flr_instance3 *b);

/// Returns the square of a limit, enlarged by several rounding errors: a distance whose rounded root equals
/// the limit is within it.
flr_real flr_mesh3_squared_limit(flr_real limit);

/// Bounds how far a placed and rounded vertex of the instance is from its exact place.
double flr_instance3_rounding(const flr_instance3 *i);

/// Which of two meshes comes first? That depends on the meshes, not on the order of the arguments, so that
/// swapping them only swaps the answer.
bool flr_instance3_in_order(const flr_instance3 *a, const flr_instance3 *b);

#endif
