/// Compounds of the plane, as compound3.h has them for space.
#ifndef FLR_ANY_COMPOUND2_H
#define FLR_ANY_COMPOUND2_H

#include "any/any2_shape.h"

/// A compound of one shape is that shape.
static inline const flr_shape2 *compound2_only(const flr_shape2 *s)
{
    while (s->kind == FLR_SHAPE2_COMPOUND && s->as.compound.count == 1) s = &s->as.compound.shapes[0];
    return s;
}

static inline bool any2_is_compound(const flr_shape2 *s) { return s->kind == FLR_SHAPE2_COMPOUND; }

/// No part of it is a ray, line, plane or halfspace.
bool flr_any2_is_bounded(const flr_shape2 *s);

/// Around a bounded shape, loose by a few roundings.
flr_aabb2 flr_any2_bounds(const flr_shape2 *s);

/// A box around shape i of a compound, which is bounded.
flr_aabb2 flr_compound2_box(const flr_compound2 *c, size_t i);

/// Told of a pair of shapes none of which is a compound. What is returned is how near others have to come to be told
/// of too; below 0: no more of them.
typedef flr_real compound2_pair_fn(void *user, const flr_shape2 *a, const flr_shape2 *b);

/// All pairs whose boxes come within the limit of one another, nearer ones first. At least one of a and b is a compound. A
/// single shape always stands before those of a compound, and two compounds are in an order of their own: `turned` tells
/// whether the pairs are of b and a.
void flr_compound2_visit(const flr_shape2 *a, const flr_shape2 *b, flr_real limit, compound2_pair_fn *tell,
                         void *user, bool *turned);

/// Told of the shapes of a compound that are none themselves, or of the one shape that is not one.
typedef void compound2_leaf_fn(void *user, const flr_shape2 *s);
void flr_compound2_leaves(const flr_shape2 *s, compound2_leaf_fn *tell, void *user);

#endif
