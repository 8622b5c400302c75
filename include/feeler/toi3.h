/// Feeler: time of impact in space: when do shapes that move and turn first touch?
///
/// A path moves a frame from one pose to another over t in [0, 1]: its origin along a line, its rotation
/// along the shorter arc, both at constant rate.
#ifndef FEELER_TOI3_H
#define FEELER_TOI3_H

#include "feeler/convex3.h"
#include "feeler/mesh3.h"

FLR_EXTERN_C_BEGIN

/// w + xi + yj + zk. As a rotation its length and sign do not matter; it must not be zero.
typedef struct flr_quat {
    flr_real w, x, y, z;
} flr_quat;

/// Maps p to rotation * p + position.
typedef struct flr_pose3 {
    flr_quat rotation;
    flr_vec3 position;
} flr_pose3;

typedef struct flr_path3 {
    flr_pose3 from, to;
} flr_path3;

/// No rotation, at the origin.
static inline flr_pose3 flr_pose3_identity(void)
{
    flr_pose3 pose;
    pose.rotation.w = 1;
    pose.rotation.x = pose.rotation.y = pose.rotation.z = 0;
    pose.position = flr_vec3_make(0, 0, 0);
    return pose;
}

/// A path that stays at `pose`.
static inline flr_path3 flr_path3_still(flr_pose3 pose)
{
    flr_path3 path;
    path.from = path.to = pose;
    return path;
}

/// The frame at time t in [0, 1], with the rotation as an orthonormal matrix (columns within 12 eps; the
/// position within 3 eps of the longer end position).
FLR_API flr_affine3 flr_path3_at(const flr_path3 *path, flr_real t);

/// The pose as an affine map, for boxes, hulls, points and mesh instances.
static inline flr_affine3 flr_pose3_affine(flr_pose3 pose)
{
    flr_path3 path = flr_path3_still(pose);
    return flr_path3_at(&path, 0);
}

typedef struct flr_toi3_options {
    /// How much later than t the touch may be, as a part of the whole time (`t_upper`). 0: 10^-6, in float
    /// 10^-5. t itself is nearly always as close as rounding allows.
    flr_real tolerance;
    /// They count as touching at this distance; >= 0.
    flr_real target_distance;
    /// Most steps; 0: 1000.
    int max_steps;
} flr_toi3_options;

typedef struct flr_toi3_result {
    /// FLR_OK; FLR_INVALID_ARGUMENT: negative or non-finite option; FLR_NOT_FINITE: NaN, infinity or
    /// overflow; FLR_NOT_CONVERGED: no touch before t, later is unknown, and `hit` is true unless a touch is
    /// excluded.
    flr_status status;
    bool hit;
    /// No touch before t; with a hit, a touch by t_upper, and t_upper - t <= tolerance. Both 1 without a hit.
    flr_real t, t_upper;
    /// In world, between the surfaces at t. Zero for a touch at the start, and of unbounded shapes far out.
    flr_vec3 point;
    /// Unit, from a to b: a plane perpendicular to it separates convex shapes at t. Zero for a touch at the
    /// start.
    flr_vec3 normal;
    int iterations;
    /// What touched: a compound's shape, a mesh's triangle; else 0, also for a touch at the start. Which edge or corner of a
    /// triangle: flr_region3_triangle_point() of it and of `point` less `normal` (of b) or plus it (of a), in the mesh's frame.
    uint32_t child_a, child_b, triangle_a, triangle_b;
} flr_toi3_result;

/// First touch of two convex shapes, each given in its path's frame. `options` may be null. Touching at the
/// start is t = 0.
///
/// t is never late; docs/accuracy.md says how early it may be. Shapes within about 60 eps of the scene's size
/// (shapes, distance and motion) count as touching, so a near miss by less may be a hit. Conservative
/// advancement; Mirtich 1996.
FLR_API flr_toi3_result flr_toi3_convex_convex(const flr_convex3 *a, const flr_path3 *path_a,
                                               const flr_convex3 *b, const flr_path3 *path_b,
                                               const flr_toi3_options *options);

/// First touch where each corner moves along its own line, as in a deforming mesh: point against triangle,
/// segment against segment. Promises as above; touching at the start is exact. Where an edge shrinks to
/// nothing at the touch, FLR_NOT_CONVERGED with `hit` is possible. Computed in double, also in float builds.
FLR_API flr_toi3_result flr_vertex_toi3_point_triangle(flr_vec3 p_from, flr_vec3 p_to,
                                                       const flr_triangle3 *from, const flr_triangle3 *to,
                                                       const flr_toi3_options *options);
FLR_API flr_toi3_result flr_vertex_toi3_segment_segment(const flr_segment3 *a_from, const flr_segment3 *a_to,
                                                        const flr_segment3 *b_from, const flr_segment3 *b_to,
                                                        const flr_toi3_options *options);

// ---- Meshes that deform: each vertex moves along its own line from where the mesh was made to `end`

typedef enum flr_toi3_features {
    FLR_TOI3_VERTEX_FACE,
    FLR_TOI3_FACE_VERTEX,
    FLR_TOI3_EDGE_EDGE
} flr_toi3_features;

/// A vertex of a and a face of b, a face of a and a vertex of b, or an edge of each.
typedef struct flr_vertex_toi3_meeting {
    flr_toi3_features features;
    uint32_t vertices_a[3], vertices_b[3];  ///< as many as the feature has, then zeros
    flr_toi3_result toi;                    ///< as of the single pair, with triangles at the features
} flr_vertex_toi3_meeting;

/// Returns false to stop.
typedef bool flr_vertex_toi3_meeting_fn(void *user, const flr_vertex_toi3_meeting *meeting);

/// Every vertex and face, and every two edges, of a mesh that deforms which touch in [0, 1] and share no vertex; each pair once. `end`: x, y, z of
/// each vertex; null: at rest. Welded vertices are one. Promises as for the single pair; `options` and `allocator` may be null: about 100 bytes
/// a triangle. Input is checked before the first report. FLR_INVALID_ARGUMENT: null, a bad option, a grid of heights; FLR_NOT_FINITE: also in
/// unused vertices; FLR_OUT_OF_MEMORY.
FLR_API flr_status flr_vertex_toi3_mesh_self_all(const flr_mesh3 *mesh, const flr_real *end,
                                                 const flr_toi3_options *options,
                                                 const flr_allocator *allocator,
                                                 flr_vertex_toi3_meeting_fn *each, void *user);
/// The earliest of these; toi.hit is false where there is none.
FLR_API flr_status flr_vertex_toi3_mesh_self_first(const flr_mesh3 *mesh, const flr_real *end,
                                                   const flr_toi3_options *options,
                                                   const flr_allocator *allocator,
                                                   flr_vertex_toi3_meeting *result);
/// The same between two meshes in one frame. Contacts of surfaces; a mesh that stays inside the other has none.
FLR_API flr_status flr_vertex_toi3_mesh_mesh_all(const flr_mesh3 *a, const flr_real *end_a,
                                                 const flr_mesh3 *b, const flr_real *end_b,
                                                 const flr_toi3_options *options,
                                                 const flr_allocator *allocator,
                                                 flr_vertex_toi3_meeting_fn *each, void *user);
/// The earliest of these.
FLR_API flr_status flr_vertex_toi3_mesh_mesh_first(const flr_mesh3 *a, const flr_real *end_a,
                                                   const flr_mesh3 *b, const flr_real *end_b,
                                                   const flr_toi3_options *options,
                                                   const flr_allocator *allocator,
                                                   flr_vertex_toi3_meeting *result);

FLR_EXTERN_C_END
#endif
