/// How a path goes down the tree of a mesh.
#ifndef FLR_RAYCAST_RAYCAST3_MESH_H
#define FLR_RAYCAST_RAYCAST3_MESH_H

#include "bvh/bvh3_boxes.h"
#include "feeler/raycast3.h"

/// Makes the path in the tree's frame, in single precision. Boxes are grown by a bound of all rounding errors
/// of path, boxes and placed triangles. An affine map keeps t. Returns false if the path certainly misses the
/// tree.
bool flr_raycast3_mesh_cast(const flr_raycast3_path *p, const flr_instance3 *m, bvh3_cast *cast);

/// As flr_raycast3_ray_mesh for paths[begin] to before paths[end], with the same bits. Several paths go down
/// the tree at once.
void flr_raycast3_rays_mesh(const flr_raycast3_path *paths, const flr_instance3 *m, unsigned options,
                            size_t begin, size_t end, flr_raycast3_triangle *results);
/// As flr_raycast3_ray_mesh_any, likewise.
void flr_raycast3_rays_mesh_any(const flr_raycast3_path *paths, const flr_instance3 *m, unsigned options,
                                size_t begin, size_t end, bool *results);

#endif
