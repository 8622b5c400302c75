#include "convex/closest2_convex_convex.h"

static flr_real larger(flr_real a, flr_real b) { return a > b ? a : b; }

/// Does the difference reach beyond the origin along d, by more than rounding? *v is the support point.
static bool reaches_beyond(gjk2 *g, flr_vec2 d, vertex2 *v)
{
    *v = gjk2_support(g, d);
    g->size = larger(g->size, larger(support2_magnitude(v->a.x), support2_magnitude(v->a.y)) +
                                  larger(support2_magnitude(v->b.x), support2_magnitude(v->b.y)));
    return flr_dot2(d, v->w) > 2 * gjk2_rounding() * g->size * support2_spread(d);
}

/// The edge goes through the origin, and v lies beside it: the triangle of these holds the origin.
static void enclose(gjk2 *g, const vertex2 *v)
{
    simplex2 *s = &g->simplex;
    const int place = 3 - s->at[0] - s->at[1];
    g->pool[place] = *v;
    s->at[2] = place;
    s->weight[2] = 0;
    s->count = 3;
    g->inside = true;
    g->direction = flr_vec2_make(0, 0);
}

/// Is an end of the edge at the origin, but for rounding?
static bool ends_there(const gjk2 *g)
{
    const simplex2 *s = &g->simplex;
    const vertex2 *nearer = &g->pool[s->at[s->weight[1] > s->weight[0]]];
    return support2_spread(nearer->w) <= 2 * gjk2_rounding() * g->size;
}

/// By what is known already; false of corners of a cache where nothing tells how they were found.
static bool settle(gjk2 *g, flr_vec2 found_along, bool cached)
{
    const flr_vec2 across = g->direction, back = flr_neg2(across);
    const flr_real square = flr_length_squared2(found_along);
    vertex2 v, beside;
    if (g->simplex.count == 2) {
        if (!reaches_beyond(g, across, &v)) return true;
        g->direction = back;
        if (!reaches_beyond(g, back, &beside)) return true;
    }
    g->direction = found_along;
    if (square > 0 && square < (flr_real)INFINITY && !reaches_beyond(g, found_along, &v)) return true;
    if (cached && (g->simplex.count == 1 || ends_there(g))) return false;
    if (g->simplex.count == 2) enclose(g, &beside);
    return true;
}

int flr_gjk2_settle_touch(gjk2 *g, const flr_convex2 *a, const flr_convex2 *b,
                          const flr_gjk2_options *options, flr_real above, int steps)
{
    const bool cached = g->kept && steps == 1;
    if (settle(g, cached ? options->cache->axis : g->searched, cached)) return steps;
    flr_gjk2_cache axis = {.axis = options->cache->axis};
    flr_gjk2_options fresh = *options;
    fresh.cache = &axis;
    steps = flr_gjk2_iterate(g, a, b, &fresh, above, -1);
    if (g->touching && !g->inside) (void)settle(g, g->searched, false);
    return steps;
}
