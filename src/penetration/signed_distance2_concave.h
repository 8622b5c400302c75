/// The shortest translation that parts two bounded shapes of the plane of which one is concave.
#ifndef FLR_PENETRATION_SIGNED_DISTANCE2_CONCAVE_H
#define FLR_PENETRATION_SIGNED_DISTANCE2_CONCAVE_H

#include "closest/outline2.h"

typedef struct concave2_result {
    flr_real depth;
    flr_vec2 normal;            ///< unit, from a to b
    flr_vec2 point_a, point_b;  ///< point_b - point_a = -depth * normal
} concave2_result;

/// Both outlines are chains. The shortest translation of b at which the insides of the two do not intersect.
/// There a corner of one touches an edge of the other from outside (or, with radii, a corner a corner). So
/// it is searched on the lines and arcs of such contacts, each clipped by the cover of minkowski_cover2.h.
concave2_result flr_signed_distance2_concave(const flr_outline2 *a, const flr_outline2 *b);

#endif
