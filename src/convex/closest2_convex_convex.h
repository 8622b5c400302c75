/// GJK in the plane with what it ended on, for what goes on from there.
#ifndef FLR_CONVEX_CLOSEST2_CONVEX_CONVEX_H
#define FLR_CONVEX_CLOSEST2_CONVEX_CONVEX_H

#include "convex/core2.h"
#include "convex/scaled2.h"
#include "convex/simplex2.h"

/// A scene of two cores.
typedef struct gjk2 {
    flr_vec2 origin;  ///< all below is relative to it: a's first corner
    support2 a, b;
    bool scaled;  ///< set before: the shapes are those of scaled2.h, and known to be finite
    vertex2 pool[3];
    simplex2 simplex;
    flr_real size;        ///< largest coordinate met: what the rounding is measured by
    flr_real low_along;   ///< the last support point along `direction`, which bounds the distance from below
    flr_vec2 direction;   ///< searched last, from the simplex to the origin
    flr_vec2 searched;    ///< before that: along which the newest corner was found
    bool inside, beyond;  ///< the simplex holds the origin; the search was cut short
    bool touching;        ///< the simplex is no farther from the origin than rounding
    bool within;          ///< it was cut short because the radii meet
    bool apart;           ///< at the end: the cores are, by more than rounding
    bool kept;            ///< it began with corners of a cache, which need not be extreme ones
    bool usual;           ///< squares of squares stayed within the range of numbers; else nothing is known
} gjk2;

static inline flr_real gjk2_rounding(void)
{
    return sizeof(flr_real) == sizeof(float) ? (flr_real)1.2e-7 : (flr_real)2.3e-16;
}

/// Corners under a pose also round as far as their frames lie off, however close they come to one another; where nothing is turned, by less
/// (core2_placing).
static inline flr_real gjk2_frame(const gjk2 *g, const support2 *s)
{
    if (!support2_is_posed(s->shape)) return 0;
    const flr_vec2 r = s->shape->rotation, from = flr_sub2(s->shape->center, g->origin);
    if (r.x == 1 && r.y == 0)
        return support2_spread(
            lanes2_point(core2_placing(s->shape, lanes2_of(s->base), lanes2_of(g->origin))));
    return support2_spread(from) + support2_spread(s->offset);
}
static inline flr_real gjk2_frames(const gjk2 *g)
{
    return (gjk2_frame(g, &g->a) + gjk2_frame(g, &g->b)) / 2;
}

/// A support point of the difference a - b along d.
static inline vertex2 gjk2_support(gjk2 *g, flr_vec2 d)
{
    vertex2 v;
    v.a = support2_find(&g->a, d, &v.ia);
    v.b = support2_find(&g->b, flr_neg2(d), &v.ib);
    v.w = flr_sub2(v.a, v.b);
    return v;
}

/// Runs, and stops early where the distance of the cores is known to be above `above` or not above `below`
/// (negative for never). Returns the number of steps, or -1 where they were used up.
int flr_gjk2_iterate(gjk2 *g, const flr_convex2 *a, const flr_convex2 *b, const flr_gjk2_options *options,
                     flr_real above, flr_real below);

/// Where a run has ended touching. A corner at the origin keeps the direction along which it was found, since nothing lies beyond it;
/// an edge through the origin has corners on both sides, which is inside, or its normal leads out. Returns the number of
/// steps, which are those of a new run where only corners of a cache were looked at that tell nothing.
int flr_gjk2_settle_touch(gjk2 *g, const flr_convex2 *a, const flr_convex2 *b,
                          const flr_gjk2_options *options, flr_real above, int steps);

/// The points of both cores with the weights of a run's simplex; from the nearer end, so that a corner keeps its own bits.
void flr_gjk2_witness(const gjk2 *g, flr_vec2 *a, flr_vec2 *b);

/// The answer of a run.
flr_gjk2 flr_gjk2_finish(gjk2 *g, int steps, const flr_gjk2_options *options);

/// Do they meet? Of a run that stopped at the sum of the radii.
flr_overlap2_convex flr_gjk2_meet(gjk2 *g, int steps, flr_gjk2_cache *cache);

/// Where nothing is known.
flr_gjk2 flr_gjk2_not_finite(void);

/// The answer in another unit, as flr_closest2_convex_convex gives it, for what is not usual.
flr_gjk2 flr_gjk2_scaled(const flr_convex2 *a, const flr_convex2 *b, const flr_gjk2_options *options);

/// Of cores alone, in a scene of its own: in world, and with the radii around them. `deep`: the cores overlap, and the
/// bounds are those of their depth.
flr_gjk2 flr_gjk2_unscaled(const scaled2 *s, const flr_gjk2 *of_cores, flr_real radius_a, flr_real radius_b,
                           bool deep);

#endif
