/// Walks over the shapes of compounds, written once for both dimensions: compound2.c and compound3.c name
/// their types and functions, include this file, and forward each function of any2.h and any3.h to it.

#include "any/box_gap.h"

_Static_assert(sizeof(compound_box) == 2 * COMPOUND_AXES * sizeof(flr_real),
               "a box is read as the numbers of its corners");

static bool is_bounded(const compound_shape *s)
{
    if (!is_compound(s)) return !compound_is_endless(s->kind);
    for (size_t i = 0; i < s->as.compound.count; i++)
        if (!is_bounded(&s->as.compound.shapes[i])) return false;
    return true;
}

static void leaves(const compound_shape *s, compound_leaf_fn *call, void *user)
{
    if (!is_compound(s)) {
        call(user, s);
        return;
    }
    for (size_t i = 0; i < s->as.compound.count; i++) leaves(&s->as.compound.shapes[i], call, user);
}

typedef struct visit {
    compound_pair_fn *call;
    void *user;
    flr_real limit;
} visit;

/// A lower bound on the distance of shape i from the box; 0 if either is unbounded.
static flr_real gap_of(const compound_list *c, size_t i, const compound_box *box)
{
    if (!box || !is_bounded(&c->shapes[i])) return 0;
    const compound_box own = compound_box_of(c, i);
    return box_gap(&own.min.x, &box->min.x, COMPOUND_AXES);
}

/// Visits the pairs of two shapes, compounds within compounds too.
static void pairs(visit *v, const compound_shape *a, const compound_shape *b)
{
    const bool of_a = is_compound(a);
    if (!of_a && !is_compound(b)) {
        v->limit = v->call(v->user, a, b);
        return;
    }
    const compound_list *c = of_a ? &a->as.compound : &b->as.compound;
    const compound_shape *rest = of_a ? b : a;
    compound_box around;
    const compound_box *box = NULL;
    if (c->count > 1 && is_bounded(rest)) around = compound_bounds(rest), box = &around;
    size_t first = 0;
    flr_real least = (flr_real)INFINITY;
    for (size_t i = 0; i < c->count && box; i++) {
        const flr_real g = gap_of(c, i, box);
        if (g < least) least = g, first = i;
    }
    for (size_t k = 0; k < c->count && v->limit >= 0; k++) {
        // the shape with the nearest box changes places with the first
        const size_t i = k == 0 ? first : k == first ? 0 : k;
        if (gap_of(c, i, box) > v->limit) continue;
        pairs(v, of_a ? &c->shapes[i] : a, of_a ? b : &c->shapes[i]);
    }
}

static void visit_pairs(const compound_shape *a, const compound_shape *b, flr_real limit,
                        compound_pair_fn *call, void *user, bool *turned)
{
    visit v = {call, user, limit};
    const bool both = is_compound(a) && is_compound(b);
    *turned = both ? !compound_in_order(a, b) : is_compound(a);
    pairs(&v, *turned ? b : a, *turned ? a : b);
}
