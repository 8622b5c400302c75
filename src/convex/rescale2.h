/// Convex shapes of the plane in another unit.
///
/// Sixth powers of lengths must not leave the range of numbers where simplices are compared. So scenes that are huge or
/// tiny are posed again, relative to the first corner of a and times a power of two, which rounds nothing that matters.
#ifndef FLR_CONVEX_RESCALE2_H
#define FLR_CONVEX_RESCALE2_H

#include "convex/support2.h"

/// Scenes of this size are as well as they are. Of nothing but one point as well.
static inline bool rescaled2_is_usual(flr_real size)
{
    const flr_real low = sizeof(flr_real) == sizeof(float) ? (flr_real)0x1p-25 : (flr_real)0x1p-100,
                   high = sizeof(flr_real) == sizeof(float) ? (flr_real)0x1p+40 : (flr_real)0x1p+150;
    return (size > low && size < high) || size == 0;
}

typedef struct rescaled2_user {
    const flr_convex2 *core;
    flr_vec2 origin;
    flr_real unit;
    bool *not_finite;
} rescaled2_user;

/// The pair stays where it is: users' cores refer to it.
typedef struct rescaled2 {
    flr_convex2 a, b;
    flr_vec2 origin;
    flr_real unit, inverse;  ///< times a length is one of the scene; and back
    bool not_finite;         ///< something that was read, or that a user's function has answered
    rescaled2_user user_a, user_b;
} rescaled2;

/// `beside`: a length that counts as the cores do.
void flr_rescaled2_make(rescaled2 *s, const flr_convex2 *a, const flr_convex2 *b, flr_real beside);

/// A point of the scene, in world.
static inline flr_vec2 rescaled2_world(const rescaled2 *s, flr_vec2 p)
{
    return flr_add2(s->origin, flr_scale2(s->inverse, p));
}

#endif
