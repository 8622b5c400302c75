/// Scenes so large or small that products of lengths leave the range of numbers: asked again in a unit of their own, a
/// power of two, so that nothing is rounded but what is some 10^300 times smaller than the scene (10^38 in float).
#ifndef FLR_ANY_ANY3_RESCALE_H
#define FLR_ANY_ANY3_RESCALE_H

#include "any/any3_shape.h"

/// What two shapes of checked numbers, and a length besides, are to be multiplied by; 1 for usual sizes.
flr_real flr_any3_factor(const flr_shape3 *a, const flr_shape3 *b, flr_real length);

enum { ANY3_RESCALED_POINTS = 64, ANY3_RESCALED_SHAPES = 8 };

/// A shape times a factor, with what it points to.
typedef struct any3_rescaled_part {
    flr_shape3 shape;
    flr_vec3 points[ANY3_RESCALED_POINTS];
    const flr_convex3 *user;  ///< the core that is asked for its support points, not carried
    flr_real factor;
} any3_rescaled_part;

/// Of a compound all shapes of it and of those within it are one list.
typedef struct any3_rescaled {
    flr_shape3 shape, shapes[ANY3_RESCALED_SHAPES];
    any3_rescaled_part parts[ANY3_RESCALED_SHAPES];
} any3_rescaled;

/// Two at once, each to its place.
typedef struct any3_rescaled_pair {
    any3_rescaled a, b;
    bool same;  ///< nothing was rounded
} any3_rescaled_pair;

/// False for a factor of 1, polygons of more points and compounds of more shapes. Hulls and lists of more points become cores by support points.
bool flr_any3_rescale_pair(const flr_shape3 *a, const flr_shape3 *b, flr_real factor, any3_rescaled_pair *r);

/// Times a factor, and still the same but for it?
static inline bool any3_times(flr_real *x, flr_real factor)
{
    flr_real before = *x;
    *x *= factor;
    return *x / factor == before;
}

#endif
