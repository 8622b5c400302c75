#include "closest/carry2.h"

#include "math/arrival2.h"
#include "math/difference.h"

static void keep_exact(const flr_outline2 *o, flr_vec2 *origin)
{
    const size_t count = o->far ? 1 : o->count;
    for (size_t i = 0; i < count; ++i) {
        const flr_vec2 p = o->far ? o->direction : flr_outline2_corner(o, i);
        if (!difference_is_exact(p.x, origin->x)) origin->x = 0;
        if (!difference_is_exact(p.y, origin->y)) origin->y = 0;
    }
}

/// Of two places, zero for none, one and the same whichever comes first.
static flr_real one_of(flr_real a, flr_real b)
{
    if (a == 0 || b == 0) return a == 0 ? b : a;
    return b < a ? b : a;
}

flr_outline2 flr_outline2_seen_from(const flr_outline2 *o, flr_vec2 origin)
{
    flr_outline2 x = *o;
    const flr_vec2 by = o->far ? flr_sub2(o->direction, origin) : flr_neg2(origin);
    x.far = false;
    x.moved = o->kind == FLR_OUTLINE2_CHAIN && ((o->many && o->far) || origin.x != 0 || origin.y != 0);
    if (o->kind == FLR_OUTLINE2_CHAIN) x.direction = origin;
    const size_t count = o->many ? 1 : o->count;
    for (size_t i = 0; i < count; ++i) x.corner[i] = flr_add2(o->corner[i], by);
    return x;
}

void flr_outline2_carry(const flr_outline2 *a, const flr_outline2 *b, flr_carried2 *c)
{
    const flr_vec2 none = flr_vec2_make(0, 0), of_a = a->far ? a->direction : none,
                   of_b = b->far ? b->direction : none;
    c->origin = flr_vec2_make(one_of(of_a.x, of_b.x), one_of(of_a.y, of_b.y));
    keep_exact(a, &c->origin);
    keep_exact(b, &c->origin);
    c->a = flr_outline2_seen_from(a, c->origin);
    c->b = flr_outline2_seen_from(b, c->origin);
}

int flr_outline2_moved_side(flr_vec2 normal, flr_real offset, const flr_outline2 *o, size_t i)
{
    return flr_arrival2_plane_sign(normal, offset, o->direction, flr_outline2_corner(o, i));
}
