#include "convex/gjk2.h"
#include "convex/gjk_limit.h"

flr_gjk2 flr_gjk2_not_finite(void)
{
    const flr_gjk2 r = {.status = FLR_NOT_FINITE, .upper = (flr_real)INFINITY};
    return r;
}

static flr_real positive(flr_real x) { return x > 0 ? x : 0; }

flr_gjk2 flr_gjk2_unscaled(const rescaled2 *s, const flr_gjk2 *of_cores, flr_real radius_a, flr_real radius_b,
                           bool deep)
{
    flr_gjk2 r = *of_cores;
    const flr_real radii = radius_a + radius_b, rounding = 4 * gjk2_rounding() * radii;
    flr_real lower = s->inverse * r.lower, upper = s->inverse * r.upper;
    if (s->not_finite || r.status == FLR_NOT_FINITE) return flr_gjk2_not_finite();
    r.signed_distance = s->inverse * r.signed_distance - radii;
    r.overlap = deep || (!(r.signed_distance > 0) && !r.beyond);
    r.lower = positive(deep ? lower + radii - rounding : lower - radii - rounding);
    r.upper = positive(deep ? upper + radii + rounding : upper - radii + rounding);
    r.distance = r.beyond ? r.lower : r.overlap ? 0 : r.signed_distance;
    r.point_a = flr_add2(s->origin, flr_mul_add2(flr_scale2(s->inverse, r.point_a), radius_a, r.normal));
    r.point_b = flr_add2(s->origin, flr_mul_add2(flr_scale2(s->inverse, r.point_b), -radius_b, r.normal));
    if (!isfinite(r.signed_distance) || !flr_is_finite2(r.normal) || !flr_is_finite2(r.point_a) ||
        !flr_is_finite2(r.point_b))
        return flr_gjk2_not_finite();
    return r;
}

static void unscale_steps(const rescaled2 *s, const flr_gjk2_options *o)
{
    for (int i = 0; o && o->steps && i < o->steps_capacity && o->steps[i].count > 0; ++i) {
        flr_gjk2_step *step = &o->steps[i];
        for (int k = 0; k < step->count; ++k) step->simplex[k] = flr_scale2(s->inverse, step->simplex[k]);
        step->closest = flr_scale2(s->inverse, step->closest);
    }
}

flr_gjk2 flr_gjk2_scaled(const flr_convex2 *a, const flr_convex2 *b, const flr_gjk2_options *options)
{
    gjk2 g;
    rescaled2 s;
    flr_real limit = flr_gjk2_limit(options);
    flr_rescaled2_make(&s, a, b, 0);
    if (s.not_finite) return flr_gjk2_not_finite();
    g.scaled = true;
    const flr_real above = s.unit * (limit + a->radius + b->radius);
    int steps = flr_gjk2_iterate(&g, &s.a, &s.b, options, above, -1);
    if (g.touching && !g.inside) steps = flr_gjk2_settle_touch(&g, &s.a, &s.b, options, above, steps);
    flr_gjk2 r = flr_gjk2_answer(&g, steps, options);
    unscale_steps(&s, options);
    return flr_gjk2_unscaled(&s, &r, a->radius, b->radius, false);
}
