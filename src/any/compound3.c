/// Compounds in space: their boxes, a walk over pairs of their shapes, nearest boxes first, and the nearest
/// pair.
#include "any/any3.h"

#include "any/box_gap.h"

bool flr_any3_is_bounded(const flr_shape3 *s)
{
    if (!any3_is_compound(s)) return !any3_is_flat_unbounded(s->kind) && !any3_is_path(s->kind);
    for (size_t i = 0; i < s->as.compound.count; i++)
        if (!flr_any3_is_bounded(&s->as.compound.shapes[i])) return false;
    return true;
}

void flr_compound3_leaves(const flr_shape3 *s, compound3_leaf_fn *tell, void *user)
{
    if (!any3_is_compound(s)) {
        tell(user, s);
        return;
    }
    for (size_t i = 0; i < s->as.compound.count; i++)
        flr_compound3_leaves(&s->as.compound.shapes[i], tell, user);
}

_Static_assert(sizeof(flr_aabb3) == 6 * sizeof(flr_real), "boxes are compared as numbers");

typedef struct visit {
    compound3_pair_fn *tell;
    void *user;
    flr_real limit;
} visit;

/// A lower bound on the distance of shape i from the box; 0 if either is unbounded.
static flr_real gap_of(const flr_compound3 *c, size_t i, const flr_aabb3 *box)
{
    if (!box || !flr_any3_is_bounded(&c->shapes[i])) return 0;
    flr_aabb3 own = flr_compound3_box(c, i);
    return box_gap(&own.min.x, &box->min.x, 3);
}

/// Visits the pairs of two shapes, compounds within compounds too.
static void pairs(visit *v, const flr_shape3 *a, const flr_shape3 *b)
{
    bool of_a = any3_is_compound(a);
    if (!of_a && !any3_is_compound(b)) {
        v->limit = v->tell(v->user, a, b);
        return;
    }
    const flr_compound3 *c = of_a ? &a->as.compound : &b->as.compound;
    const flr_shape3 *rest = of_a ? b : a;
    flr_aabb3 around;
    const flr_aabb3 *box = NULL;
    if (c->count > 1 && flr_any3_is_bounded(rest)) around = flr_any3_bounds(rest), box = &around;
    size_t first = 0;
    flr_real least = (flr_real)INFINITY;
    for (size_t i = 0; i < c->count && box; i++) {
        flr_real g = gap_of(c, i, box);
        if (g < least) least = g, first = i;
    }
    for (size_t k = 0; k < c->count && v->limit >= 0; k++) {
        // the shape with the nearest box changes places with the first
        size_t i = k == 0 ? first : k == first ? 0 : k;
        if (gap_of(c, i, box) > v->limit) continue;
        pairs(v, of_a ? &c->shapes[i] : a, of_a ? b : &c->shapes[i]);
    }
}

void flr_compound3_visit(const flr_shape3 *a, const flr_shape3 *b, flr_real limit, compound3_pair_fn *tell,
                         void *user, bool *turned)
{
    visit v = {tell, user, limit};
    bool both = any3_is_compound(a) && any3_is_compound(b);
    *turned = both ? !flr_any3_in_order(a, b) : any3_is_compound(a);
    pairs(&v, *turned ? b : a, *turned ? a : b);
}
