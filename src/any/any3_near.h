/// Pairs far from the origin, carried near it. What is computed of a shape in world, corners of a box, feet on a line, rounds as its
/// coordinates do; the numbers that place it are seldom rounded by taking a place near by away from them.
#ifndef FLR_ANY_ANY3_NEAR_H
#define FLR_ANY_ANY3_NEAR_H

#include "any/any3_rescale.h"
#include "mesh/near3.h"

/// A shape as seen from elsewhere, with the corners that it may point to.
typedef struct any3_carried {
    flr_shape3 shape;
    flr_vec3 points[ANY3_RESCALED_POINTS];
} any3_carried;

typedef struct any3_near {
    flr_vec3 origin;  ///< where they lie: to be added to points
    any3_carried a, b;
} any3_near;

/// True where both lie far from the origin, for their sizes and the way between them, along an axis on which nothing that places
/// either is rounded by that: then they are carried. The same origin whichever comes first. Corners of meshes are rounded
/// where they are seen then. Not of planes and halfspaces, nor of compounds, users' cores and polygons of more points.
/// Also of a mesh that lies far off in its own frame, wherever the pose brings it: by 0 where no other origin is. A hull or list of
/// points that does lies where its pose brings the middle of it, or its first point.
bool flr_any3_near(const flr_shape3 *a, const flr_shape3 *b, any3_near *n);
/// The origin alone.
bool flr_any3_near_origin(const flr_shape3 *a, const flr_shape3 *b, flr_vec3 *origin);

/// Does a shape that can be carried lie far from the origin for its own size? Of one that does not, the next is false.
bool flr_any3_lies_far(const flr_shape3 *s);

/// The same of a shape and a plane or halfspace, whose offset is rounded, once, near the shape. `way`: how far it moves.
bool flr_any3_near_plane(const flr_shape3 *s, const flr_shape3 *flat, flr_real way, any3_near *n);

/// Axes on which taking the origin away from what places the shape would round it are set to 0. All of them for shapes that are
/// not carried.
void flr_any3_keep_exact(const flr_shape3 *s, flr_vec3 *origin);

/// Less an origin that has been kept exact, or that of a plane near it.
void flr_any3_carry(const flr_shape3 *s, flr_vec3 origin, any3_carried *c);

/// The same of a core that is none by a support function.
void flr_any3_carry_core(flr_convex3 *core, flr_vec3 origin);

#endif
