#include "mesh/mesh3_box.h"

#include <math.h>

#include "math/simd.h"
#include "mesh/mesh3_pair.h"

/// The least box around the points in the frame of the tree, grown by the margin and by all rounding on the way there.
static bvh3_box box_around(const flr_instance3 *i, const flr_vec3 *points, int count, flr_real margin)
{
    const bvh3 *tree = &i->mesh->tree;
    const flr_vec3 middle = instance3_point(i, tree->center);
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    double size = 0;
    for (int k = 0; k < count; k++) {
        flr_vec3 q = flr_mat3_mul(i->inverse.linear, flr_sub3(points[k], middle));
        q = flr_scale3(tree->scale, q);
        const double at[3] = {(double)q.x, (double)q.y, (double)q.z};
        for (int c = 0; c < 3; c++) {
            low[c] = fmin(low[c], at[c]);
            high[c] = fmax(high[c], at[c]);
            size = fmax(size, fabs(at[c]));
        }
    }
    const double per_length = (double)tree->scale / (double)i->min_stretch;
    double grown = ((double)margin + flr_instance3_rounding(i)) * per_length + 1e-6 * (size + 1);
    bvh3_box b;
    for (int c = 0; c < 3; c++) {
        // all items lie within [-1, 1]
        const double from = fmax(low[c] - grown, -4), to = fmin(high[c] + grown, 4);
        b.center[c] = (float)((from + to) / 2);
        b.half[c] = (float)((to - from) / 2) + BVH3_SLACK;
    }
    return b;
}

void flr_mesh3_visit_box(const flr_instance3 *i, const flr_vec3 *points, int count, flr_real margin,
                         mesh3_item_fn *fn, void *user)
{
    const bvh3 *tree = &i->mesh->tree;
    const bvh3_box b = box_around(i, points, count, margin);
    uint32_t stack[3 * BVH3_DEPTH_MAX + 8];
    int top = 0;
    stack[top++] = bvh3_child(tree, BVH3_ROOT);
    while (top > 0) {
        uint32_t child = stack[--top];
        if (bvh3_is_leaf(child)) {
            uint32_t first = bvh3_leaf_first(child), end = first + bvh3_leaf_count(child);
            for (uint32_t item = first; item < end; item++)
                if (!fn(user, item)) return;
            continue;
        }
        const bvh3_node *n = &tree->nodes[child];
        i32x4 apart = {0, 0, 0, 0};
        for (int k = 0; k < 3; k++)
            apart |= f32x4_abs(f32x4_load(n->center[k]) - b.center[k]) > f32x4_load(n->half[k]) + b.half[k];
        const unsigned far = f32x4_mask(apart);
        for (unsigned k = 0; k < 4; k++)
            if (!(far >> k & 1u) && n->child[k] != BVH3_EMPTY) stack[top++] = n->child[k];
    }
}
