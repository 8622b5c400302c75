/// Distances by tables and, where no typed function is, by support points.
#ifndef FLR_ANY_ANY2_DISTANCE_H
#define FLR_ANY_ANY2_DISTANCE_H

#include "any/any2_shape.h"

/// *normal is the unit direction from a to b where they are apart, else zero. Both shapes are checked.
flr_status flr_any2_distance(const flr_shape2 *a, const flr_shape2 *b, flr_closest2 *c, flr_vec2 *normal);

/// The closest points by the typed function, if there is one: those of flr_distance2.
flr_status flr_any2_closest(const flr_shape2 *a, const flr_shape2 *b, flr_closest2 *closest);

#endif
