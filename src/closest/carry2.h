/// Boxes far from the origin, brought closer to it.
///
/// The corners of a box are not numbers, so far from the origin they round by much for its size. Where one of two outlines is such
/// a box, both are carried to an origin near it, along every axis on which nothing of either is rounded by that: the corners of
/// boxes have stayed there, others keep all their digits. Every answer about the pair is that of the two as carried; points
/// of it are carried back. A plane or halfspace stays where it is: the other's corners tell what they are seen from.
#ifndef FLR_CLOSEST_CARRY2_H
#define FLR_CLOSEST_CARRY2_H

#include "closest/outline2.h"

typedef struct flr_carried2 {
    flr_outline2 a, b;
    flr_vec2 origin;
} flr_carried2;

static inline bool flr_outline2_is_far(const flr_outline2 *a, const flr_outline2 *b)
{
    return a->far | b->far;
}

/// What has been carried is not `far` any more. Along an axis on which something would be rounded both stay in world.
void flr_outline2_carry(const flr_outline2 *a, const flr_outline2 *b, flr_carried2 *c);

/// As seen from anywhere, also where that rounds.
flr_outline2 flr_outline2_seen_from(const flr_outline2 *o, flr_vec2 origin);

static inline flr_vec2 flr_carried2_point(const flr_carried2 *c, flr_vec2 p)
{
    if (c->origin.x != 0) p.x += c->origin.x;
    if (c->origin.y != 0) p.y += c->origin.y;
    return p;
}
static inline flr_closest2 flr_carried2_closest(const flr_carried2 *c, flr_closest2 r)
{
    r.point_a = flr_carried2_point(c, r.point_a);
    r.point_b = flr_carried2_point(c, r.point_b);
    return r;
}

#endif
