/// GJK in the plane for scenes so large or small that squares would leave the range of numbers: both cores
/// are put into another unit, and the answer is brought back.
#include "convex/gjk2.h"
#include "convex/gjk_limit.h"
#include "math/unit.h"

/// Returns a length of the order of the core and its distance from the scene's origin; not finite if a
/// corner is not.
static flr_real reach_of(const flr_convex2 *c)
{
    flr_real sum = support2_spread(c->center);
    if (c->kind == FLR_CONVEX2_USER)
        return sum + support2_spread(c->support(c->user, flr_vec2_make(1, 0))) +
               support2_spread(c->support(c->user, flr_vec2_make(0, 1)));
    if (c->kind == FLR_CONVEX2_CORNERS || c->kind == FLR_CONVEX2_BOX) {
        for (uint32_t i = 0; i < 4; ++i) sum += support2_spread(c->corners[i]);
        return sum;
    }
    for (uint32_t i = 0; i < c->count; ++i)
        sum += support2_spread(support2_rotated(c->rotation, c->points[i]));
    return sum;
}

/// Copies both shapes in a unit, without their radii. Returns how far the two copies reach from the origin, summed.
static flr_real make_in(rescaled2 *s, const flr_convex2 *a, const flr_convex2 *b, flr_real unit)
{
    s->unit = unit;
    s->inverse = 1 / unit;
    s->not_finite = false;
    s->a = flr_moved2(a, s->origin, unit, &s->user_a);
    s->b = flr_moved2(b, s->origin, unit, &s->user_b);
    s->user_a.not_finite = s->user_b.not_finite = &s->not_finite;
    s->a.radius = s->b.radius = 0;
    return reach_of(&s->a) + reach_of(&s->b);
}

void flr_rescaled2_make(rescaled2 *s, const flr_convex2 *a, const flr_convex2 *b, flr_real beside)
{
    s->origin = support2_origin(a);
    flr_real reach = make_in(s, a, b, 1) + beside;
    reach = make_in(s, a, b, rescaled2_is_usual(reach) ? 1 : unit_toward_one((double)reach));
    if (!isfinite(reach) || !isfinite(a->radius) || !isfinite(b->radius)) s->not_finite = true;
}

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
