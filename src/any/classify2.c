/// On which side of a line does a shape of the plane lie? A typed function answers for most kinds, and exact
/// signs of corners or support points for convex cores. A radius is left to the overlap test, and a compound
/// lies on a side if all its shapes do.
#include "any/any2.h"
#include "feeler/overlap2.h"
#include "math/predicates2.h"

typedef int side_fn(const flr_plane2 *h, const flr_shape2 *s);

#define SIDE_OF(K)                                                                                           \
    static int side_of_##K(const flr_plane2 *h, const flr_shape2 *s)                                         \
    {                                                                                                        \
        return flr_classify2_plane_##K(h, AS2_##K(s));                                                       \
    }
KINDS2(SIDE_OF)

/// The lowest and the highest point along the normal, each exactly.
static int side_of_user(const flr_plane2 *h, const flr_convex2 *c)
{
    int low = flr_classify2_plane_point(h, flr_support2(c, flr_neg2(h->normal))),
        high = flr_classify2_plane_point(h, flr_support2(c, h->normal));
    return low == high ? low : 0;
}

/// Of a corner as it is given, or turned and then seen from the position: their sum is not rounded.
static int side_of_corner(const flr_plane2 *h, const flr_convex2 *c, uint32_t i)
{
    if (c->kind == FLR_CONVEX2_CORNERS) return flr_classify2_plane_point(h, c->corners[i]);
    return flr_arrival2_plane_sign(h->normal, h->offset, c->center, flr_any2_turned_corner(c, i));
}

static int side_of_core(const flr_plane2 *h, const flr_convex2 *c)
{
    if (c->kind == FLR_CONVEX2_USER) return side_of_user(h, c);
    if (c->kind == FLR_CONVEX2_BOX) {
        const flr_box2 b = {c->center, c->rotation, c->corners[2]};
        return flr_classify2_plane_box(h, &b);
    }
    int side = side_of_corner(h, c, 0);
    for (uint32_t i = 1; i < c->count && side != 0; ++i)
        if (side_of_corner(h, c, i) != side) side = 0;
    return side;
}

/// The core; then the radius, which is as good as the distance.
static int side_of_convex(const flr_plane2 *h, const flr_shape2 *s)
{
    const flr_convex2 *c = &s->as.convex;
    int side = side_of_core(h, c);
    if (side == 0 || !(c->radius > 0)) return side;
    const flr_shape2 plane = {.kind = FLR_SHAPE2_PLANE, .as.plane = *h};
    bool overlap = true;
    return flr_overlap2(&plane, s, &overlap) == FLR_OK && !overlap ? side : 0;
}

#define ENTRY(K) [KIND2_##K] = side_of_##K,
static side_fn *const table[FLR_SHAPE2_COUNT] = {KINDS2(ENTRY) ENTRY(convex)};

static int side_of(const flr_plane2 *h, const flr_shape2 *s)
{
    if (s->kind != FLR_SHAPE2_COMPOUND) return table[s->kind](h, s);
    const flr_compound2 *c = &s->as.compound;
    int side = side_of(h, &c->shapes[0]);
    for (size_t i = 1; i < c->count && side != 0; ++i)
        if (side_of(h, &c->shapes[i]) != side) side = 0;
    return side;
}

flr_status flr_classify2(const flr_plane2 *h, const flr_shape2 *s, int *side)
{
    if (!h || !side) return FLR_INVALID_ARGUMENT;
    flr_status status = flr_any2_check(s);
    if (status == FLR_OK) *side = side_of(h, s);
    return status;
}
