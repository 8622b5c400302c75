/// Two convex shapes as cores, near the origin where that saves a rounding.
#ifndef FLR_ANY_ANY3_CORES_H
#define FLR_ANY_ANY3_CORES_H

#include "any/any3_near.h"
#include "any/any3_pair.h"

/// The middle of an aabb and the corners of a rectangle round where they are. Far from the origin both shapes are carried close to it
/// beforehand, along every axis on which nothing of either is rounded by that.
typedef struct any3_cores {
    const flr_convex3 *a, *b;
    flr_convex3 room[2];  ///< where those are that are not the shape itself
    flr_vec3 origin;      ///< where they lie: to be added to points
} any3_cores;

/// False where one is not convex as it stands (flr_convex3_shape).
bool flr_any3_cores(const flr_shape3 *a, const flr_shape3 *b, any3_cores *c);
/// The same where they are, however far from the origin.
bool flr_any3_cores_in_place(const flr_shape3 *a, const flr_shape3 *b, any3_cores *c);

static inline flr_vec3 any3_cores_world(const any3_cores *c, flr_vec3 p)
{
    return near3_is_zero(c->origin) ? p : flr_add3(p, c->origin);
}

/// Is one of them a polygon far from the origin, whose core rounds there?
static inline bool any3_cores_round_far(const flr_shape3 *a, const flr_shape3 *b, const any3_cores *c)
{
    return (a->kind == FLR_SHAPE3_POLYGON && c->a->kind == FLR_CONVEX3_USER) ||
           (b->kind == FLR_SHAPE3_POLYGON && c->b->kind == FLR_CONVEX3_USER);
}

/// APART where two convex shapes are so for certain: then their distance as flr_any3_distance has it, and the direction from a to b that the
/// core knows. MEET where that distance is 0.
typedef enum any3_verdict { ANY3_OPEN, ANY3_APART, ANY3_MEET } any3_verdict;
any3_verdict flr_any3_distance_of_cores(const any3_pair *p, const any3_cores *k, flr_closest3 *c,
                                        flr_vec3 *normal);

/// How far apart a plane square to n holds the cores, radii left aside; minus infinity for no direction.
double flr_any3_gap_along(const flr_convex3 *a, const flr_convex3 *b, flr_vec3 n);

/// A normal of two that touch, or all but. That of the core may hang on where its witness points round, from one side other than
/// from the other; where they part by less than it sees, it is the way out of what it takes for an overlap.
flr_vec3 flr_any3_parting_normal(const flr_convex3 *a, const flr_convex3 *b);

#endif
