/// A path while it is cast: as an edge, in local lengths, and the hits gathered so far.
#ifndef FLR_RAYCAST_CAST2_COURSE_H
#define FLR_RAYCAST_CAST2_COURSE_H

#include "feeler/cast2.h"

#include "closest/frame2.h"
#include "closest/outline2.h"

typedef struct flr_course2 {
    const flr_cast2_path *path;
    flr_edge2 edge;  ///< the part of the line on which decisions are exact
    flr_frame2 frame;
    flr_local2 origin, d;
    double square;       ///< of d
    flr_local2 heading;  ///< d scaled: d = heading * 2^stretch
    int stretch;
    int exponent;      ///< t of the path = local t * 2^exponent
    double low, high;  ///< the limits, local
    bool hit;
    double first, last;  ///< local t
    flr_local2 normal;   ///< any length
    double facing;       ///< cosine of the angle of the normal and d, of the best hit so far
    bool at_corner;      ///< the hit is this corner
    flr_vec2 corner;
} flr_course2;

/// One answer for every shape, from its outline.
flr_cast2 flr_cast2_outline(const flr_cast2_path *path, const flr_outline2 *shape);

/// A path and a box far from the origin, `pair.b`, closer to it (carry2.h). False for what is not `far`.
typedef struct flr_cast2_carried {
    flr_recentered2 pair;
    flr_cast2_path path;
} flr_cast2_carried;
bool flr_cast2_carry(const flr_cast2_path *path, const flr_outline2 *shape, flr_cast2_carried *c);

static inline flr_cast2 flr_cast2_carry_back(const flr_cast2_carried *c, flr_cast2 r)
{
    if (r.hit) r.point = flr_recentered2_point(&c->pair, r.point);
    return r;
}

/// Against a core with a radius above 0.
void flr_course2_round(flr_course2 *course, const flr_outline2 *shape);
/// Rounding may have had it otherwise than overlap, which the answer agrees with. The path begins outside.
void flr_course2_settle_round(flr_course2 *course, const flr_outline2 *shape);
/// Against a plane or halfspace.
void flr_course2_normal(flr_course2 *course, const flr_outline2 *shape);
/// Against the edges of a core.
void flr_course2_edges(flr_course2 *course, const flr_outline2 *shape);

/// Takes note that the path is on the shape from local t `from` to `to`; `normal` is that of the boundary
/// at `from`, of any length, zero where it is against the path. Where several begin at one t, the one
/// that faces the path most is kept. `corner`, unless null, is the point at `from`. What lies outside of
/// the limits is cut off.
void flr_course2_note(flr_course2 *course, double from, double to, flr_local2 normal, const flr_vec2 *corner);

/// Local t of the point of the line nearest to p.
double flr_course2_at(const flr_course2 *course, flr_vec2 p);

#endif
