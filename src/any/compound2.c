/// Compounds of the plane: their boxes, and a walk over pairs of their shapes, nearest boxes first. What
/// does not depend on the dimension is in compounds.h.
#include "any/any2.h"

typedef flr_shape2 compound_shape;
typedef flr_compound2 compound_list;
typedef flr_aabb2 compound_box;
typedef compound2_leaf_fn compound_leaf_fn;
typedef compound2_pair_fn compound_pair_fn;

enum { COMPOUND_AXES = 2 };

#define is_compound any2_is_compound
#define compound_is_endless(kind) (any2_is_flat_unbounded(kind) || (kind) == FLR_SHAPE2_RAY)
#define compound_box_of flr_compound2_box
#define compound_bounds flr_any2_bounds
#define compound_in_order flr_any2_in_order

#include "any/compounds.h"

flr_aabb2 flr_any2_bounds(const flr_shape2 *s)
{
    flr_aabb2 b = {{0, 0}, {0, 0}};
    (void)flr_bounds2(s, &b);
    box_loosen(&b.min.x, COMPOUND_AXES);
    return b;
}

flr_aabb2 flr_compound2_box(const flr_compound2 *c, size_t i)
{
    if (!c->bounds) return flr_any2_bounds(&c->shapes[i]);
    flr_aabb2 b = c->bounds[i];
    box_loosen(&b.min.x, COMPOUND_AXES);
    return b;
}

bool flr_any2_is_bounded(const flr_shape2 *s) { return is_bounded(s); }

void flr_compound2_leaves(const flr_shape2 *s, compound2_leaf_fn *call, void *user) { leaves(s, call, user); }

void flr_compound2_visit(const flr_shape2 *a, const flr_shape2 *b, flr_real limit, compound2_pair_fn *call,
                         void *user, bool *turned)
{
    visit_pairs(a, b, limit, call, user, turned);
}
