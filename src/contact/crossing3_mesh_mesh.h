/// Do two surfaces pass through one another?
#ifndef FLR_CONTACT_CROSSING3_MESH_MESH_H
#define FLR_CONTACT_CROSSING3_MESH_MESH_H

#include "feeler/mesh.h"

/// A place where two surfaces cross.
typedef struct crossing3 {
    flr_vec3 point;
    uint32_t item_a, item_b;
} crossing3;

/// Is there a point of both surfaces around which no translation as long as the tolerance takes the one off the other? The
/// translations tried are along normals of the faces there, sums of these, and directions square to two edges. However
/// the surfaces are cut into triangles, what only touches or ends within the tolerance behind the other does not cross.
bool flr_crossing3_mesh_mesh(const flr_instance3 *a, const flr_instance3 *b, flr_real tolerance,
                             crossing3 *where);

#endif
