/// Scenes of the plane so large or small that squares of lengths leave the range of numbers: asked again in a unit of their own, a power
/// of two, so that nothing is rounded but what is some 10^300 times smaller than the scene (10^38 in float).
#ifndef FLR_ANY_ANY2_RESCALE_H
#define FLR_ANY_ANY2_RESCALE_H

#include "any/any2_shape.h"
#include "toi/motion2.h"

/// What two shapes of checked numbers, and a length besides, are to be multiplied by; 1 for usual sizes.
flr_real flr_any2_factor(const flr_shape2 *a, const flr_shape2 *b, flr_real length);

enum { ANY2_RESCALED_POINTS = 64, ANY2_RESCALED_SHAPES = 8 };

/// A shape times a factor, with what it points to. Of a compound all shapes of it and of those within it are one list.
typedef struct any2_rescaled {
    flr_shape2 shape, shapes[ANY2_RESCALED_SHAPES];
    flr_vec2 points[ANY2_RESCALED_SHAPES][ANY2_RESCALED_POINTS];
    motion2_scaled cores[ANY2_RESCALED_SHAPES];
    size_t count;
} any2_rescaled;

/// Two at once, each to its place.
typedef struct any2_rescaled_pair {
    any2_rescaled a, b;
} any2_rescaled_pair;

/// False for a factor of 1, polygons of more points, compounds of more shapes, and sizes that stay infinite.
bool flr_any2_rescale_pair(const flr_shape2 *a, const flr_shape2 *b, flr_real factor, any2_rescaled_pair *r);

#endif
