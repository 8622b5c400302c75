/// Feeler: triangle meshes and their instances.
#ifndef FEELER_MESH_H
#define FEELER_MESH_H

#include "feeler/shape3.h"

FLR_EXTERN_C_BEGIN

/// A triangle mesh with a bounding volume tree over it: immutable once built, shared freely
/// between threads and between any number of instances, which it has to outlive.
typedef struct flr_mesh3 flr_mesh3;

typedef struct flr_mesh3_input {
    const flr_real *vertices;   ///< x, y, z of each vertex
    size_t vertex_count;        ///< at most (2^32 - 1) / 3
    const uint32_t *triangles;  ///< three vertex indices of each triangle
    size_t triangle_count;      ///< at least 1 and below 2^29 - 4
    /// Vertices no farther apart than this are one vertex for the topology (edges, holes,
    /// inside and outside); distances keep the positions as given. Negative: the default,
    /// FLR_MESH3_WELD times the diagonal of the bounds.
    flr_real weld_tolerance;
} flr_mesh3_input;

/// Default weld tolerance as a part of the diagonal: well above the rounding of files written
/// in single precision around zero, well below any modelled gap.
#define FLR_MESH3_WELD 1e-8

/// What is known of a mesh once it is built.
typedef struct flr_mesh3_info {
    flr_aabb3 bounds;
    size_t vertex_count, triangle_count;
    size_t welded_vertex_count;      ///< distinct vertices after welding
    size_t repeated_corner_count;    ///< triangles that lose a corner in welding; no part of the topology
    size_t duplicate_count;          ///< triangles with the same three welded corners as an earlier one
    size_t boundary_edge_count;      ///< edges with an odd number of triangles: the rims of holes
    size_t non_manifold_edge_count;  ///< edges with more than two triangles
    size_t
        inconsistent_edge_count;  ///< edges whose two directions do not balance though their number is even
    size_t component_count;       ///< pieces connected through welded vertices
    flr_real weld_tolerance;      ///< as used
    /// Signed; 0 where the mesh is not watertight. Within 4 roundings of the cube of the bounds' diagonal.
    flr_real volume;
    /// No boundary edge: the surface encloses what it encloses, and inside is defined.
    bool watertight;
    /// Watertight, and every edge is run through as often one way as the other. Then a point is
    /// inside where the winding number is not 0 (so a cavity with its faces turned is outside);
    /// else where a ray crosses the surface an odd number of times.
    bool oriented;
    size_t memory;              ///< bytes held, positions and indices included
    size_t memory_beside_mesh;  ///< of these, all but positions and indices
} flr_mesh3_info;

/// Copies and checks the input, builds tree and topology. O(n log n) time; 64 bytes a
/// triangle at most beside the copy of positions and indices. Of a mesh more than 64 times its size from the origin of its own frame
/// a second copy of the positions is held, as seen from its middle.
/// Errors: FLR_INVALID_ARGUMENT (null, no triangle), FLR_TOO_LARGE, FLR_INVALID_SHAPE (index
/// out of range), FLR_NOT_FINITE (a used or unused vertex is not finite), FLR_OUT_OF_MEMORY.
FLR_API flr_status flr_mesh3_create(const flr_mesh3_input *input, const flr_allocator *allocator,
                                    flr_mesh3 **mesh);
/// The same mesh, to the last bit, with the tree of a large one built in parts that are handed to the
/// caller's threads; about a third of the work stays with the calling thread. `parallel` may be null.
FLR_API flr_status flr_mesh3_create_parallel(const flr_mesh3_input *input, const flr_allocator *allocator,
                                             const flr_parallel *parallel, flr_mesh3 **mesh);
/// Null is allowed.
FLR_API void flr_mesh3_destroy(flr_mesh3 *mesh);
/// All zero for null, which no mesh is.
FLR_API flr_mesh3_info flr_mesh3_get_info(const flr_mesh3 *mesh);
/// Triangle number `index` of the input, in the mesh's own frame. All NaN for null and where there is no such triangle.
FLR_API flr_triangle3 flr_mesh3_triangle(const flr_mesh3 *mesh, size_t index);

/// A mesh under a pose: its corners stand where flr_affine3_point places them, rounded in world, for all functions that take instances;
/// those of feeler/any3.h see them, far from the origin, without the rounding of large coordinates. Many instances share one mesh and its tree. Filled in by
/// flr_instance3_make; read-only afterwards, copied freely.
typedef struct flr_instance3 {
    const flr_mesh3 *mesh;
    flr_affine3 pose;      ///< mesh frame to world, any invertible affine map
    flr_affine3 inverse;   ///< world to mesh frame
    flr_real min_stretch;  ///< no vector becomes shorter than this times itself under the pose
    /// Nor longer than this times itself. Both are bounds in spite of rounding; their squares are off by 300 roundings of the
    /// greater at most.
    flr_real max_stretch;
    flr_aabb3 bounds;  ///< in world: the least box of all vertices as flr_affine3_point places them
} flr_instance3;

/// FLR_INVALID_SHAPE where the pose is singular, FLR_NOT_FINITE where it or its image is not finite.
FLR_API flr_status flr_instance3_make(const flr_mesh3 *mesh, flr_affine3 pose, flr_instance3 *instance);

FLR_EXTERN_C_END
#endif
