/// Many at once: rays and points at one shape, and a scene of bodies.
#ifndef JS_WASM_BATCH_H
#define JS_WASM_BATCH_H

#include "handle.h"

/// Bodies with poses, and what the last questions answered. All arrays are the scene's; JavaScript looks into them.
typedef struct scene {
    int dimension;
    size_t count;
    handle **bodies;  ///< parts of the handles given, each with seats of its own
    flr_real *poses;  ///< 7 numbers a body in space, 3 in the plane
    flr_aabb3 *bounds;
    flr_index_pair *pairs;  ///< near one another
    size_t pair_count;
    flr_index_pair *touching;  ///< of these pairs those with a manifold
    size_t touching_count, room;
    flr_real *normals;       ///< of each manifold
    flr_real *points;        ///< 4 a manifold in space, 2 in the plane: position and depth
    uint32_t *ids;           ///< of the points
    uint32_t *point_counts;  ///< of each manifold
} scene;

#endif
