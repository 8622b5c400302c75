/// What is the smallest axis-parallel box around a shape of the plane? A typed function answers for most
/// kinds. The box of a convex core comes from its corners or its support points, that of a compound from the
/// boxes of its shapes.
#include "any/any2.h"
#include "feeler/shape2.h"

typedef flr_aabb2 bounds_fn(const flr_shape2 *s);

#define OF_KIND(K)                                                                                           \
    static flr_aabb2 of_##K(const flr_shape2 *s) { return flr_bounds2_##K(AS2_##K(s)); }
KINDS2_BOUNDED(OF_KIND)

static flr_aabb2 of_convex(const flr_shape2 *s)
{
    const flr_convex2 *c = &s->as.convex;
    const flr_vec2 r = flr_vec2_make(c->radius, c->radius);
    flr_aabb2 b;
    if (c->kind == FLR_CONVEX2_USER) {
        b = flr_any2_box(s);
    } else {
        b.min = b.max = flr_any2_corner(c, 0);
        for (uint32_t i = 1; i < c->count; ++i) {
            b.min = flr_min2(b.min, flr_any2_corner(c, i));
            b.max = flr_max2(b.max, flr_any2_corner(c, i));
        }
    }
    b.min = flr_sub2(b.min, r);
    b.max = flr_add2(b.max, r);
    return b;
}

#define ENTRY(K) [KIND2_##K] = of_##K,
static bounds_fn *const table[FLR_SHAPE2_COUNT] = {KINDS2_BOUNDED(ENTRY) ENTRY(convex)};

static flr_status bounds_of(const flr_shape2 *s, flr_aabb2 *all)
{
    if (s->kind != FLR_SHAPE2_COMPOUND) {
        if (!table[s->kind]) return FLR_UNBOUNDED;
        *all = table[s->kind](s);
        return FLR_OK;
    }
    const flr_compound2 *c = &s->as.compound;
    flr_status status = bounds_of(&c->shapes[0], all);
    for (size_t i = 1; i < c->count && status == FLR_OK; ++i) {
        flr_aabb2 next;
        status = bounds_of(&c->shapes[i], &next);
        if (status != FLR_OK) break;
        all->min = flr_min2(all->min, next.min);
        all->max = flr_max2(all->max, next.max);
    }
    return status;
}

flr_status flr_bounds2(const flr_shape2 *s, flr_aabb2 *bounds)
{
    if (!bounds) return FLR_INVALID_ARGUMENT;
    flr_status status = flr_any2_check(s);
    if (status != FLR_OK) return status;
    flr_aabb2 b;
    status = bounds_of(s, &b);
    if (status == FLR_OK) *bounds = b;
    return status;
}
