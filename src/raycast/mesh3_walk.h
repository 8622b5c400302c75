/// A path down the tree of a placed mesh.
#ifndef FLR_RAYCAST_MESH3_WALK_H
#define FLR_RAYCAST_MESH3_WALK_H

#include "bvh/bvh3_stack.h"
#include "mesh/mesh3.h"
#include "raycast/triangle3.h"

/// The path in the tree's frame, in single precision: from a point close to the tree, along a direction whose
/// largest coordinate is 1. An affine map keeps t, so a place here and t differ by a shift and a factor.
typedef struct cast3_walk {
    float origin[3], reciprocal[3], size[3];  ///< size: absolute values of reciprocal
    float slack;      ///< what boxes are grown by: covers every rounding of path, boxes and placed triangles
    double t_origin;  ///< t of the origin here
    double per_t;     ///< places for one t
    float from;       ///< no later than t_min
} cast3_walk;

/// False where the path certainly misses the tree.
bool flr_cast3_walk_make(const flr_cast3_path *p, const flr_instance3 *m, cast3_walk *walk);

/// A place no earlier than t.
static inline float cast3_walk_limit(const cast3_walk *w, double t)
{
    if (!(w->per_t > 0)) return INFINITY;
    double place = (t - w->t_origin) * w->per_t;
    return (float)(place + (fabs(place) + 1) * 1e-6);
}

/// Pushes the children of a node that the path meets before the limit, the nearest on top. Returns the new top.
static inline int cast3_walk_push(bvh3_branch *stack, int top, const cast3_walk *w, const bvh3_node *n,
                                  float limit)
{
    f32x4 enter = f32x4_splat(w->from), exit = f32x4_splat(limit);
    for (int k = 0; k < 3; k++) {
        f32x4 middle = (f32x4_load(n->center[k]) - w->origin[k]) * w->reciprocal[k];
        f32x4 half = (f32x4_load(n->half[k]) + w->slack) * w->size[k];
        enter = f32x4_max(middle - half, enter);
        exit = f32x4_min(middle + half, exit);
    }
    return bvh3_push(stack, top, n, enter, f32x4_mask(enter <= exit));
}

/// Where the path's point of t_min, which is finite, lies against the solid that the mesh encloses in world: 1 inside, 0 on the
/// surface, -1 outside. Exact.
int flr_cast3_start_in_mesh(const flr_cast3_path *p, const flr_instance3 *m);

#endif
