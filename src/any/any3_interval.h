/// How far a shape reaches along the normal of a plane: all that a plane or halfspace has to know of it.
#ifndef FLR_ANY_ANY3_INTERVAL_H
#define FLR_ANY_ANY3_INTERVAL_H

#include "any/any3_shape.h"

/// Least and greatest signed distance from the plane, -INFINITY and INFINITY included, and where they are
/// taken (anywhere on the shape for an infinite one).
typedef struct any3_interval {
    flr_real low, high;
    flr_vec3 low_point, high_point;
} any3_interval;

/// Of anything but a compound; of a mesh all of its triangles.
any3_interval flr_any3_interval(const flr_shape3 *s, const flr_plane3 *h);

/// Of anything; from the first to the last of what there is in a mesh or compound, gaps or not.
any3_interval flr_any3_interval_all(const flr_shape3 *s, const flr_plane3 *h);

/// What bounds a plane or halfspace.
static inline flr_plane3 any3_boundary(const flr_shape3 *s)
{
    if (s->kind == FLR_SHAPE3_PLANE) return s->as.plane;
    flr_plane3 h = {s->as.halfspace.normal, s->as.halfspace.offset};
    return h;
}

/// Closest points of a connected shape, known by its interval, and a plane or halfspace with that boundary.
flr_closest3 flr_any3_interval_closest(const any3_interval *i, const flr_plane3 *h, bool solid);

/// Depth of the same; apart or not.
flr_signed_distance3_result flr_any3_interval_signed(const any3_interval *i, const flr_plane3 *h, bool solid);

#endif
