/// A mesh against any other shape: its triangles one by one, those that boxes tell too far left out.
#ifndef FLR_ANY_ANY3_MESH_H
#define FLR_ANY_ANY3_MESH_H

#include "any/any3_shape.h"

/// `s` is no mesh, and bounded or a ray or line. Distances above the limit may be answered as INFINITY, in no time. Where
/// the mesh is solid, what lies inside of it is at distance 0.
flr_status flr_any3_distance_mesh(const flr_shape3 *s, const flr_shape3 *mesh, flr_real limit,
                                  flr_closest3 *closest);

flr_status flr_any3_distance_meshes(const flr_shape3 *a, const flr_shape3 *b, flr_real limit,
                                    flr_closest3 *closest);

/// A mesh and a plane, or with `solid` a halfspace.
flr_status flr_any3_distance_mesh_plane(const flr_shape3 *mesh, const flr_shape3 *plane,
                                        flr_closest3 *closest);

/// Told of the triangles of a mesh by their items.
typedef void any3_item_fn(void *user, uint32_t item);

/// Every triangle that may come within the limit of the bounded shape `s`, by boxes.
void flr_any3_visit_mesh(const flr_shape3 *s, const flr_shape3 *mesh, flr_real limit, any3_item_fn *tell,
                         void *user);

#endif
