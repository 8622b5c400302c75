/// The nearest point of a placed surface, by item of its tree.
#ifndef FLR_CLOSEST_CLOSEST3_POINT_MESH_H
#define FLR_CLOSEST_CLOSEST3_POINT_MESH_H

#include "feeler/mesh.h"

typedef struct flr_nearest3 {
    bool found;
    flr_real distance_squared;
    flr_vec3 point;
    uint32_t item;
} flr_nearest3;

/// p finite, max_distance not negative and possibly infinite.
flr_nearest3 flr_nearest3_point_mesh(flr_vec3 p, const flr_instance3 *m, flr_real max_distance);

/// All points of the surface at most max_distance from p that are the nearest of their triangle, but
/// of those in one direction from p (to a part in 10^9) only the first. Returns how many, at most capacity.
int flr_near_points3_point_mesh(flr_vec3 p, const flr_instance3 *m, flr_real max_distance,
                                flr_nearest3 *points, int capacity);

#endif
