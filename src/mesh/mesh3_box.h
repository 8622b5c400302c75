/// The triangles of a placed mesh whose boxes meet a box, one after another.
#ifndef FLR_MESH_MESH3_BOX_H
#define FLR_MESH_MESH3_BOX_H

#include "mesh/mesh3.h"

/// Every triangle that comes within `margin` of some of the points, and some more. `fn` returns false to stop.
typedef bool mesh3_item_fn(void *user, uint32_t item);
void flr_mesh3_visit_box(const flr_instance3 *i, const flr_vec3 *points, int count, flr_real margin,
                         mesh3_item_fn *fn, void *user);

#endif
