/// Compounds: what is asked of a union is asked of the shapes it is made of, those that boxes tell too far left out.
#ifndef FLR_ANY_COMPOUND3_H
#define FLR_ANY_COMPOUND3_H

#include "any/any3_shape.h"

/// A compound of one shape is that shape.
static inline const flr_shape3 *compound3_only(const flr_shape3 *s)
{
    while (s->kind == FLR_SHAPE3_COMPOUND && s->as.compound.count == 1) s = &s->as.compound.shapes[0];
    return s;
}

static inline bool any3_is_compound(const flr_shape3 *s) { return s->kind == FLR_SHAPE3_COMPOUND; }

/// No part of it is a ray, line, plane or halfspace.
bool flr_any3_is_bounded(const flr_shape3 *s);

/// A box around shape i of a compound, which is bounded.
flr_aabb3 flr_compound3_box(const flr_compound3 *c, size_t i);

/// Told of a pair of shapes none of which is a compound. What is returned is how near others have to come to be told
/// of too; below 0: no more of them.
typedef flr_real compound3_pair_fn(void *user, const flr_shape3 *a, const flr_shape3 *b);

/// All pairs whose boxes come within the limit of one another, nearer ones first. At least one of a and b is a compound. A
/// single shape always stands before those of a compound, and two compounds are in an order of their own: `turned` tells
/// whether the pairs are of b and a.
void flr_compound3_visit(const flr_shape3 *a, const flr_shape3 *b, flr_real limit, compound3_pair_fn *tell,
                         void *user, bool *turned);

/// The closest pair of shapes, and its closest points.
typedef struct compound3_nearest {
    flr_status status;
    flr_closest3 closest;
    const flr_shape3 *a, *b;  ///< null where none is within the limit; the distance is then infinite
} compound3_nearest;

compound3_nearest flr_compound3_nearest(const flr_shape3 *a, const flr_shape3 *b, flr_real limit);

/// Told of the shapes of a compound that are none themselves, or of the one shape that is not one.
typedef void compound3_leaf_fn(void *user, const flr_shape3 *s);
void flr_compound3_leaves(const flr_shape3 *s, compound3_leaf_fn *tell, void *user);

#endif
