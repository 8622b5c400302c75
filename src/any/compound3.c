/// Compounds in space: a walk over pairs of their shapes, nearest boxes first. What does not depend on the
/// dimension is in compounds.h; the boxes are in bounds3.c.
#include "any/any3.h"

typedef flr_shape3 compound_shape;
typedef flr_compound3 compound_list;
typedef flr_aabb3 compound_box;
typedef compound3_leaf_fn compound_leaf_fn;
typedef compound3_pair_fn compound_pair_fn;

enum { COMPOUND_AXES = 3 };

#define is_compound any3_is_compound
#define compound_is_endless(kind) (any3_is_flat_unbounded(kind) || any3_is_path(kind))
#define compound_box_of flr_compound3_box
#define compound_bounds flr_any3_bounds
#define compound_in_order flr_any3_in_order

#include "any/compounds.h"

bool flr_any3_is_bounded(const flr_shape3 *s) { return is_bounded(s); }

void flr_compound3_leaves(const flr_shape3 *s, compound3_leaf_fn *call, void *user) { leaves(s, call, user); }

void flr_compound3_visit(const flr_shape3 *a, const flr_shape3 *b, flr_real limit, compound3_pair_fn *call,
                         void *user, bool *turned)
{
    visit_pairs(a, b, limit, call, user, turned);
}
