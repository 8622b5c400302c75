/// Searches of one mesh for the point nearest to another, and of two meshes for planes that separate
/// parts of them.
#ifndef FLR_CLOSEST_CLOSEST3_MESH_H
#define FLR_CLOSEST_CLOSEST3_MESH_H

#include "bvh/bvh3_walk.h"
#include "closest/frame3.h"
#include "feeler/mesh3.h"
#include "mesh/mesh3_pair.h"

// ---- The point of a placed mesh nearest to another, by item of its tree

typedef struct flr_nearest3 {
    bool found;
    flr_real distance_squared;
    flr_vec3 point;
    uint32_t item;
} flr_nearest3;

/// Finds the nearest point. p is finite; max_distance is not negative, and may be infinite.
flr_nearest3 flr_nearest3_point_mesh(flr_vec3 p, const flr_instance3 *m, flr_real max_distance);

/// Finds all points of the surface at most max_distance from p that are the nearest of their triangle. Of
/// those in one direction from p (to a part in 10^9) it takes only the first. Returns how many, at most
/// capacity.
int flr_near_points3_point_mesh(flr_vec3 p, const flr_instance3 *m, flr_real max_distance,
                                flr_nearest3 *points, int capacity);

// ---- Separating planes between subtrees
//
// A direction separates one subtree from another if its largest height on the one is below its least on the
// other. A walk down each shows that, where the traversal would have to test every pair of boxes.

/// A pair of triangles, one of either mesh, and their closest points in world.
typedef struct mesh_separation3_pair {
    flr_real distance_squared;
    flr_vec3 point_a, point_b;
    uint32_t item_a, item_b;
} mesh_separation3_pair;

/// Returns the closest points of any two triangles with an infinite distance, to begin an approach from.
mesh_separation3_pair flr_mesh_separation3_begin_at(const flr_instance3 *a, const flr_instance3 *b,
                                                    uint32_t item_a, uint32_t item_b);

/// Goes from the pair's points to the nearest of the other surface and back, until that gains no more than a
/// thousandth, or eight times. This leads near to a local minimum of the distance. Returns false, with the
/// pair unchanged, if nothing nearer is found.
bool flr_mesh_separation3_approach(const flr_instance3 *a, const flr_instance3 *b,
                                   mesh_separation3_pair *pair);

/// The height along a unit direction in world, as a linear function over one mesh. For a vertex v it is
/// offset + gradient . (v - center of the tree); for a point q in the tree's frame, offset + unit * (height
/// . q).
typedef struct mesh_separation3_form {
    dvec3 gradient;
    double unit, offset;
    bvh3_height height;
} mesh_separation3_form;

typedef struct mesh_separation3_direction {
    dvec3 n;
    mesh_separation3_form a, b;  ///< along n on a, against it on b
} mesh_separation3_direction;

enum { MESH_SEPARATION3_DIRECTIONS = 6 };

typedef struct mesh_separation3 {
    const flr_instance3 *a, *b;
    flr_vec3 origin;  ///< from which heights are measured
    double rounding;  ///< more than the error of a difference of two heights
    double noise;     ///< by how much two equal differences may differ
    mesh_separation3_direction directions[MESH_SEPARATION3_DIRECTIONS];
    int count;
} mesh_separation3;

/// Begins without any direction.
void flr_mesh_separation3_begin(mesh_separation3 *s, const flr_instance3 *a, const flr_instance3 *b);

/// Adds the directions that a pair of triangles suggests: from point to point, and across either
/// triangle. The latest six are kept.
void flr_mesh_separation3_suggest(mesh_separation3 *s, const mesh_separation3_pair *pair);

/// Does one of the directions show that everything in one subtree is farther than `limit` from everything in
/// the other? With `ties`, also if it is as far, to a rounding or two, and that is surely above 0. Nodes and
/// leaves that are visited are taken off `budget`; false if it is used up.
bool flr_mesh_separation3_proves(const mesh_separation3 *s, uint32_t ref_a, uint32_t ref_b, double limit,
                                 bool ties, int *budget);

#endif
