/// A crossing of two meshes' surfaces.
#ifndef FLR_INTERFERENCE_CROSSING3_H
#define FLR_INTERFERENCE_CROSSING3_H

#include "feeler/mesh3.h"

/// A place where two surfaces cross.
typedef struct crossing3 {
    flr_vec3 point;
    uint32_t item_a, item_b;
} crossing3;

/// Is there a point of both surfaces around which no translation as long as the tolerance separates them? It
/// tries translations along normals of the faces there, their sums, and directions perpendicular to two
/// edges. Parts that only touch, or end within the tolerance behind the other, do not cross, however the
/// surfaces are triangulated.
bool flr_crossing3_mesh_mesh(const flr_instance3 *a, const flr_instance3 *b, flr_real tolerance,
                             crossing3 *where);

#endif
