/// The signed distance of two convex shapes of the plane: GJK where the cores are apart, else the separating axis test or EPA.
#include "convex/signed_distance2.h"
#include "convex/epa2.h"
#include "convex/gjk2.h"
#include "convex/gjk_limit.h"
#include "convex/sat2.h"

/// Where the cores overlap: by how much, along which way, and where.
typedef struct depth2 {
    flr_status status;
    flr_real lower, upper;
    flr_vec2 normal, a, b;
    int iterations;
} depth2;

/// At least the largest coordinate in the scene.
static flr_real size_of(const support2 *s)
{
    bool held = s->shape->kind == FLR_CONVEX2_CORNERS;
    const flr_vec2 *p = held ? s->corners : support2_points(s->shape);
    flr_real size = 0;
    for (uint32_t i = 0; i < s->count; ++i) {
        flr_real at = support2_spread(held ? p[i] : flr_sub2(p[i], s->base));
        size = at > size ? at : size;
    }
    for (int k = 0; k < 4 && s->count == 0; ++k) {
        uint32_t index;
        flr_real way = k & 1 ? -1 : 1, at;
        at = support2_spread(support2_find(s, k < 2 ? flr_vec2_make(way, 0) : flr_vec2_make(0, way), &index));
        if (at > size) size = at;
    }
    if (s->count == 0) return size;
    flr_real unit;
    (void)support2_upright(s->shape, &unit);
    return held ? size : unit * size + support2_spread(s->offset);
}

/// False where corners do not stand in convex order.
static bool by_axes(const gjk2 *g, flr_real size, flr_real alike, flr_vec2 preferred, depth2 *d)
{
    const sat2_result s = flr_sat2(&g->a, &g->b, size, alike, preferred);
    const vertex2 *v = &g->pool[g->simplex.at[0]];
    if (!s.in_order) return false;
    if (s.found)
        *d = (depth2){FLR_OK, -s.most, -s.separation, s.normal, s.a, s.b, 0};
    else
        *d = (depth2){FLR_OK, 0, 0, {1, 0}, v->a, v->b, 0};
    return true;
}

/// The same core, its corners as points in any order.
static support2 in_disorder(const support2 *s, flr_convex2 *shape)
{
    support2 r = *s;
    *shape = *s->shape;
    if (shape->kind == FLR_CONVEX2_POLYGON) shape->kind = FLR_CONVEX2_POINTS;
    r.shape = shape;
    return r;
}

static depth2 by_expanding(const gjk2 *g, flr_real rounding)
{
    // a corner within the difference would leave the polygon dented
    const simplex2 none = {.count = 0};
    flr_convex2 shape_a, shape_b;
    const support2 a = in_disorder(&g->a, &shape_a), b = in_disorder(&g->b, &shape_b);
    epa2_result e = flr_epa2(&a, &b, g->pool, g->kept ? &none : &g->simplex, rounding);
    const flr_real relative = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-12;
    // either way round: a user's support points may contradict one another
    const bool met =
        e.converged && fabs((double)(e.upper - e.lower)) <= (double)(64 * rounding + e.upper * relative);
    depth2 d = {met ? FLR_OK : FLR_NOT_CONVERGED, e.lower, e.upper, e.normal, e.a, e.b, e.iterations};
    return d;
}

/// What a search has ended with, and the depth where the cores overlap.
static flr_gjk2 finish(gjk2 *g, int steps, const flr_gjk2_options *options, flr_real bias, flr_vec2 preferred)
{
    const flr_convex2 *a = g->a.shape, *b = g->b.shape;
    const flr_real radii = a->radius + b->radius;
    flr_gjk2 r = flr_gjk2_answer(g, steps, options);
    if (g->apart || r.beyond) {
        // the cores are apart: the depth is exact already, and its bounds are those of the distance
        if (!r.overlap) return r;
        flr_real error = 4 * gjk2_rounding() * (g->size + gjk2_frames(g) + radii);
        r.upper = error - r.signed_distance;
        r.lower = -r.signed_distance - error;
        if (!(r.lower > 0)) r.lower = 0;
        return r;
    }
    flr_real size = size_of(&g->a) + size_of(&g->b), rounding = gjk2_rounding() * (size + radii);
    if (!g->scaled && !rescaled2_is_usual(size)) {
        // which the search has not seen where it ended at two corners in one place
        g->usual = false;
        return r;
    }
    flr_real alike = bias > 4 * rounding ? bias : 4 * rounding;
    if (alike > 16 * size) alike = 16 * size;  // all there are
    depth2 d;
    if (!support2_in_order(a) || !support2_in_order(b) || !by_axes(g, size + radii, alike, preferred, &d))
        d = by_expanding(g, rounding);
    r.status = d.status;
    const flr_real depth = d.upper + radii;
    r.signed_distance = depth < 0 ? 0 : -depth;  // touching, up to rounding
    rounding += gjk2_rounding() * (support2_far(&g->a) + support2_far(&g->b));
    // edges are turned from frame to frame and made unit, or were made so before
    rounding *= 8;
    // only rounding, as of a user's function, can bring about the other order
    r.lower = (d.lower < d.upper ? d.lower : d.upper) + radii - rounding;
    r.upper = (d.lower < d.upper ? d.upper : d.lower) + radii + rounding;
    if (!(r.lower > 0)) r.lower = 0;
    if (!(r.upper > 0)) r.upper = 0;
    r.normal = d.normal;
    r.iterations += d.iterations;
    r.point_a = flr_add2(g->origin, flr_mul_add2(d.a, a->radius, r.normal));
    r.point_b = flr_add2(g->origin, flr_mul_add2(d.b, -b->radius, r.normal));
    if (options && options->cache) options->cache->axis = r.normal;
    return r;
}

static flr_gjk2 in_another_unit(const flr_convex2 *a, const flr_convex2 *b, const flr_gjk2_options *options,
                                flr_real bias, flr_vec2 preferred)
{
    gjk2 g;
    rescaled2 s;
    flr_real limit = flr_gjk2_limit(options), radii = a->radius + b->radius;
    flr_rescaled2_make(&s, a, b, 0);
    if (s.not_finite) return flr_gjk2_not_finite();
    g.scaled = true;
    int steps = flr_gjk2_iterate(&g, &s.a, &s.b, options, s.unit * (limit + radii), -1);
    flr_gjk2 r = finish(&g, steps, options, s.unit * bias, preferred);
    bool apart = g.apart || r.beyond;
    r = flr_gjk2_unscaled(&s, &r, a->radius, b->radius, !apart);
    if (r.status == FLR_NOT_FINITE || !apart || !r.overlap) return r;
    flr_real error = 4 * gjk2_rounding() * (s.inverse * (g.size + gjk2_frames(&g)) + radii);
    r.upper = error - r.signed_distance;
    r.lower = -r.signed_distance - error;
    if (!(r.lower > 0)) r.lower = 0;
    return r;
}

flr_gjk2 flr_signed_distance2_within(const flr_convex2 *a, const flr_convex2 *b,
                                     const flr_gjk2_options *options, flr_real bias)
{
    gjk2 g;
    g.scaled = false;
    flr_vec2 preferred = options && options->cache ? options->cache->axis : flr_vec2_make(0, 0);
    flr_real limit = flr_gjk2_limit(options);
    int steps = flr_gjk2_iterate(&g, a, b, options, limit + (a->radius + b->radius), -1);
    if (!g.usual) return in_another_unit(a, b, options, bias, preferred);
    flr_gjk2 r = finish(&g, steps, options, bias, preferred);
    if (!g.usual) return in_another_unit(a, b, options, bias, preferred);
    // the expanding polygon asks a user's function again
    bool sound = isfinite(r.signed_distance) && flr_is_finite2(r.normal) && flr_is_finite2(r.point_a);
    return sound ? r : flr_gjk2_not_finite();
}

flr_gjk2 flr_signed_distance2_convex_convex(const flr_convex2 *a, const flr_convex2 *b,
                                            const flr_gjk2_options *options)
{
    return flr_signed_distance2_within(a, b, options, 0);
}
