/// How a path goes down the tree of a mesh.
#ifndef FLR_RAYCAST_RAYCAST3_MESH_H
#define FLR_RAYCAST_RAYCAST3_MESH_H

#include "bvh/bvh3_boxes.h"
#include "feeler/raycast3.h"

/// The path in the tree's frame, in single precision. Boxes are grown by what covers every rounding of path, boxes and placed triangles.
/// An affine map keeps t. False where the path certainly misses the tree.
bool flr_raycast3_mesh_cast(const flr_raycast3_path *p, const flr_instance3 *m, bvh3_cast *cast);

/// flr_raycast3_ray_mesh for paths[begin] up to before paths[end], with the same bits, several down the tree at once.
void flr_raycast3_rays_mesh(const flr_raycast3_path *paths, const flr_instance3 *m, unsigned options,
                            size_t begin, size_t end, flr_raycast3_triangle *results);
/// flr_raycast3_ray_mesh_any likewise.
void flr_raycast3_rays_mesh_any(const flr_raycast3_path *paths, const flr_instance3 *m, unsigned options,
                                size_t begin, size_t end, bool *results);

#endif
