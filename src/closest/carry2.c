#include "closest/carry2.h"

/// Is x - o a number? Of the two tests that with the larger one is exact (Dekker 1971).
static bool is_exact(flr_real x, flr_real o)
{
    const flr_real d = x - o;
    return d + o == x && x - d == o;
}

static void keep_exact(const flr_outline2 *o, flr_vec2 *origin)
{
    const size_t count = o->is_box ? 1 : o->count;
    for (size_t i = 0; i < count; ++i) {
        const flr_vec2 p = o->is_box ? o->center : flr_outline2_corner(o, i);
        if (!is_exact(p.x, origin->x)) origin->x = 0;
        if (!is_exact(p.y, origin->y)) origin->y = 0;
    }
}

/// Of two places one and the same, whichever comes first.
static flr_real one_of(bool far_a, flr_real a, bool far_b, flr_real b)
{
    if (!far_a) return far_b ? b : 0;
    return far_b && b < a ? b : a;
}

flr_outline2 flr_outline2_seen_from(const flr_outline2 *o, flr_vec2 origin)
{
    flr_outline2 x = *o;
    x.origin = origin;
    if (o->is_box)
        flr_outline2_place_box(&x, origin);
    else if (!o->many)
        for (size_t i = 0; i < o->count; ++i) x.corner[i] = flr_sub2(o->corner[i], origin);
    x.far_x = x.far_y = false;
    return x;
}

bool flr_outline2_carry(const flr_outline2 *a, const flr_outline2 *b, flr_carried2 *c)
{
    c->origin.x = one_of(a->far_x, a->center.x, b->far_x, b->center.x);
    c->origin.y = one_of(a->far_y, a->center.y, b->far_y, b->center.y);
    keep_exact(a, &c->origin);
    keep_exact(b, &c->origin);
    if (c->origin.x == 0 && c->origin.y == 0) return false;
    c->a = flr_outline2_seen_from(a, c->origin);
    c->b = flr_outline2_seen_from(b, c->origin);
    return true;
}
