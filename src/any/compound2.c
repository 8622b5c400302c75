/// Compounds of the plane: their boxes, and a walk over pairs of their shapes, nearest boxes first.
#include "any/any2.h"

#include "any/box_gap.h"

_Static_assert(sizeof(flr_aabb2) == 4 * sizeof(flr_real), "boxes are compared as numbers");

bool flr_any2_is_bounded(const flr_shape2 *s)
{
    if (!any2_is_compound(s)) return !any2_is_flat_unbounded(s->kind) && s->kind != FLR_SHAPE2_RAY;
    for (size_t i = 0; i < s->as.compound.count; i++)
        if (!flr_any2_is_bounded(&s->as.compound.shapes[i])) return false;
    return true;
}

static flr_aabb2 loosened(flr_aabb2 b)
{
    flr_real size = 0;
    const flr_real *p = &b.min.x;
    for (int k = 0; k < 4; k++) {
        flr_real x = p[k] < 0 ? -p[k] : p[k];
        if (x > size) size = x;
    }
    flr_real slack = size * (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-6 : (flr_real)4e-15);
    flr_vec2 all = flr_vec2_make(slack, slack);
    b.min = flr_sub2(b.min, all);
    b.max = flr_add2(b.max, all);
    return b;
}

flr_aabb2 flr_any2_bounds(const flr_shape2 *s)
{
    flr_aabb2 b = {{0, 0}, {0, 0}};
    (void)flr_bounds2(s, &b);
    return loosened(b);
}

flr_aabb2 flr_compound2_box(const flr_compound2 *c, size_t i)
{
    return c->bounds ? loosened(c->bounds[i]) : flr_any2_bounds(&c->shapes[i]);
}

void flr_compound2_leaves(const flr_shape2 *s, compound2_leaf_fn *tell, void *user)
{
    if (!any2_is_compound(s)) {
        tell(user, s);
        return;
    }
    for (size_t i = 0; i < s->as.compound.count; i++)
        flr_compound2_leaves(&s->as.compound.shapes[i], tell, user);
}

typedef struct visit {
    compound2_pair_fn *tell;
    void *user;
    flr_real limit;
} visit;

/// A lower bound on the distance of shape i from the box; 0 if either is unbounded.
static flr_real gap_of(const flr_compound2 *c, size_t i, const flr_aabb2 *box)
{
    if (!box || !flr_any2_is_bounded(&c->shapes[i])) return 0;
    flr_aabb2 own = flr_compound2_box(c, i);
    return box_gap(&own.min.x, &box->min.x, 2);
}

/// Visits the pairs of two shapes, compounds within compounds too.
static void pairs(visit *v, const flr_shape2 *a, const flr_shape2 *b)
{
    bool of_a = any2_is_compound(a);
    if (!of_a && !any2_is_compound(b)) {
        v->limit = v->tell(v->user, a, b);
        return;
    }
    const flr_compound2 *c = of_a ? &a->as.compound : &b->as.compound;
    const flr_shape2 *rest = of_a ? b : a;
    flr_aabb2 around;
    const flr_aabb2 *box = NULL;
    if (c->count > 1 && flr_any2_is_bounded(rest)) around = flr_any2_bounds(rest), box = &around;
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

void flr_compound2_visit(const flr_shape2 *a, const flr_shape2 *b, flr_real limit, compound2_pair_fn *tell,
                         void *user, bool *turned)
{
    visit v = {tell, user, limit};
    bool both = any2_is_compound(a) && any2_is_compound(b);
    *turned = both ? !flr_any2_in_order(a, b) : any2_is_compound(a);
    pairs(&v, *turned ? b : a, *turned ? a : b);
}
