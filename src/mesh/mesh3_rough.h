/// The coarse corners of the triangles of a leaf (`rough` of flr_mesh3), four triangles at once.
#ifndef FLR_MESH_MESH3_ROUGH_H
#define FLR_MESH_MESH3_ROUGH_H

#include "math/simd.h"
#include "mesh/mesh3.h"

/// Returns a coordinate of four corners in steps within the box of their leaf.
static inline f32x4 mesh3_rough_coordinate(i32x4 corner, int axis)
{
    return __builtin_convertvector((corner >> (axis * MESH3_ROUGH_BITS)) & MESH3_ROUGH_STEPS, f32x4);
}

/// Reads the first, second and third corners of a leaf's items. Lanes beyond its items hold corners of other
/// leaves.
static inline void mesh3_rough_corners(const flr_mesh3 *m, uint32_t leaf, i32x4 corner[3])
{
    const uint32_t *const p = m->rough + 3 * (size_t)bvh3_leaf_first(leaf);
    i32x4 a, b, c;
    memcpy(&a, p, sizeof a);
    memcpy(&b, p + 4, sizeof b);
    memcpy(&c, p + 8, sizeof c);
    corner[0] = (i32x4){a[0], a[3], b[2], c[1]};
    corner[1] = (i32x4){a[1], b[0], b[3], c[2]};
    corner[2] = (i32x4){a[2], b[1], c[0], c[3]};
}

#endif
