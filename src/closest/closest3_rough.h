/// Which triangles of a leaf are certainly farther from a point than a limit? Four at once, from their coarse corners. The others
/// are decided from their exact corners, so that no answer depends on this.
#ifndef FLR_CLOSEST_CLOSEST3_ROUGH_H
#define FLR_CLOSEST_CLOSEST3_ROUGH_H

#include "mesh/mesh3_rough.h"

typedef struct rough3 {
    f32x4 x, y, z;
} rough3;

static inline rough3 rough3_sub(rough3 a, rough3 b) { return (rough3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline rough3 rough3_add(rough3 a, rough3 b) { return (rough3){a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline f32x4 rough3_dot(rough3 a, rough3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline rough3 rough3_cross(rough3 a, rough3 b)
{
    return (rough3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// Is each triangle farther from the origin than the limit? All of it lies beyond the nearest of its corners along `way`,
/// whatever that is; corners are off by at most `off` along each axis.
static inline i32x4 rough3_are_beyond(const rough3 corner[3], rough3 way, const float off[3],
                                      float limit_squared)
{
    const f32x4 a = rough3_dot(corner[0], way), b = rough3_dot(corner[1], way),
                c = rough3_dot(corner[2], way),
                error = f32x4_abs(way.x) * off[0] + f32x4_abs(way.y) * off[1] + f32x4_abs(way.z) * off[2],
                square = rough3_dot(way, way);
    const f32x4 before = f32x4_min(f32x4_min(a, b), c) - error,
                behind = -f32x4_max(f32x4_max(a, b), c) - error, beyond = f32x4_max(before, behind);
    // below the last, the products lose digits
    return (beyond > 0) & (beyond * beyond * 0.9999f > square * limit_squared) & (square > 1e-28f);
}

/// Returns the triangles of a leaf that may be within the limit of a point, a bit each. `around` is the point with what it and
/// placed triangles may be off by, and `at` the place of the leaf's box.
static inline unsigned rough3_open(const flr_mesh3 *m, uint32_t leaf, uint32_t at, const bvh3_box *around,
                                   float limit_squared)
{
    const unsigned there_are = (1u << bvh3_leaf_count(leaf)) - 1;
    if (!m->rough) return there_are;
    const bvh3_box box = bvh3_box_of(&m->tree, at);
    i32x4 packed[3];
    f32x4 c[3][3];
    float off[3];
    mesh3_rough_corners(m, leaf, packed);
    for (int k = 0; k < 3; k++) {
        const float half = box.half[k], step = 2 * half / MESH3_ROUGH_STEPS,
                    start = (box.center[k] - half) - around->center[k];
        for (int j = 0; j < 3; j++) c[j][k] = mesh3_rough_coordinate(packed[j], k) * step + start;
        // half a step; the box around the point has been grown by more than the rounding error here
        off[k] = half * (1.001f / MESH3_ROUGH_STEPS) + 2 * around->half[k];
    }
    const rough3 corner[3] = {
        {c[0][0], c[0][1], c[0][2]}, {c[1][0], c[1][1], c[1][2]}, {c[2][0], c[2][1], c[2][2]}};
    const rough3 normal = rough3_cross(rough3_sub(corner[1], corner[0]), rough3_sub(corner[2], corner[0])),
                 middle = rough3_add(rough3_add(corner[0], corner[1]), corner[2]);
    const i32x4 beyond = rough3_are_beyond(corner, normal, off, limit_squared) |
                         rough3_are_beyond(corner, middle, off, limit_squared);
    return ~f32x4_mask(beyond) & there_are;
}

#endif
