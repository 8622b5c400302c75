/// Which triangles of a leaf does a path hit? Four are tested at once, with corners of ten bits an axis
/// (`rough` of flr_mesh3). Some are certainly missed, some certainly hit; the others are decided by their
/// corners, so that no answer depends on this test.
#ifndef FLR_RAYCAST_RAYCAST3_ROUGH_H
#define FLR_RAYCAST_RAYCAST3_ROUGH_H

#include "bvh/bvh3_walk.h"
#include "mesh/mesh3_rough.h"

/// The path as the direction of a view, and two axes across it. Along the third axis its direction is 1.
typedef struct raycast3_rough {
    int across[2], along;
    float origin[3];
    float slope[2];  ///< of the line, along each of the two axes
    /// Bounds the error of the line in this view: what boxes are grown by, and the rounding errors made here.
    /// These are at most ten of 2^-24, each of a number below 8, and below 8 times what boxes are grown by.
    float slack[2];
    float way;   ///< 1 or -1: does the path go up the third axis?
    float room;  ///< bounds the error of a place along the path
} raycast3_rough;

/// Triangles of a leaf, a bit for each.
typedef struct raycast3_judged {
    unsigned open;  ///< the path may hit them
    unsigned met;   ///< of these, it certainly hits them
} raycast3_judged;

static inline raycast3_rough raycast3_rough_make(const bvh3_path *p)
{
    const int along = p->size[0] <= 1 ? 0 : p->size[1] <= 1 ? 1 : 2;
    raycast3_rough r = {{along == 0 ? 1 : 0, along == 2 ? 1 : 2},
                        along,
                        {p->origin[0], p->origin[1], p->origin[2]},
                        {0, 0},
                        {0, 0},
                        p->direction[along] > 0 ? 1.0f : -1.0f,
                        2 * p->grow[along] + 1e-5f};
    for (int i = 0; i < 2; i++) {
        r.slope[i] = p->direction[r.across[i]] * p->direction[along];  // by 1 or -1
        r.slack[i] = (p->grow[r.across[i]] + p->grow[along]) * 1.00001f + 1e-5f;
    }
    return r;
}

static inline f32x4 rough_larger(f32x4 a, f32x4 b, f32x4 c)
{
    return f32x4_max(f32x4_max(f32x4_abs(a), f32x4_abs(b)), f32x4_abs(c));
}

/// Is all of a box within the range of the path, between its start at place 0 and `limit`, whatever the
/// rounding errors?
static inline bool rough_within_range(const raycast3_rough *r, const bvh3_box *box, float limit)
{
    const float middle = (box->center[r->along] - r->origin[r->along]) * r->way, half = box->half[r->along];
    return middle - half > r->room && (middle + half) * 1.00001f + r->room < limit;
}

/// Judges the triangles of a leaf; `at` is the slot of its box. Seen along the line, the error of a corner is
/// at most U and V. So the error of the area between two corners and the line is at most U
///
/// v
///
/// + V
///
/// u
///
/// for each of the two, and 2 U V. If two of the three areas certainly have opposite signs, the line misses.
/// If all certainly have one sign, it hits.
static inline raycast3_judged raycast3_rough_judge(const raycast3_rough *r, const flr_mesh3 *m, uint32_t leaf,
                                                   uint32_t at, float limit)
{
    const unsigned there_are = (1u << bvh3_leaf_count(leaf)) - 1;
    if (!m->rough) return (raycast3_judged){there_are, 0};
    const bvh3_box box = bvh3_box_of(&m->tree, at);
    const float step = 1.0f / MESH3_ROUGH_STEPS, half_along = box.half[r->along];
    i32x4 corner[3];
    mesh3_rough_corners(m, leaf, corner);
    f32x4 seen[2][3], largest[2];
    float off[2];
    for (int i = 0; i < 2; i++) {
        const int k = r->across[i];
        const float size = box.half[k], lean = r->slope[i];
        const float across = 2 * step * size, along = 2 * step * half_along * lean;
        const float start = (box.center[k] - r->origin[k] - size) -
                            lean * (box.center[r->along] - r->origin[r->along] - half_along);
        for (int j = 0; j < 3; j++)
            seen[i][j] = mesh3_rough_coordinate(corner[j], k) * across -
                         mesh3_rough_coordinate(corner[j], r->along) * along + start;
        off[i] = (size + half_along) * step * 1.00001f + r->slack[i];  // a slope is at most 1
        largest[i] = rough_larger(seen[i][0], seen[i][1], seen[i][2]) + off[i];
    }
    const f32x4 *const u = seen[0], *const v = seen[1];
    const f32x4 a = u[1] * v[2] - u[2] * v[1], b = u[2] * v[0] - u[0] * v[2], c = u[0] * v[1] - u[1] * v[0],
                error = (largest[0] * off[1] + largest[1] * off[0]) * 2.001f,
                least = f32x4_min(f32x4_min(a, b), c), most = f32x4_max(f32x4_max(a, b), c);
    const i32x4 below = (i32x4)(least < -error), above = (i32x4)(most > error);
    const unsigned open = ~f32x4_mask(below & above) & there_are;
    if (!rough_within_range(r, &box, limit)) return (raycast3_judged){open, 0};
    return (raycast3_judged){open, f32x4_mask((least > error) | (most < -error)) & open};
}

#endif
