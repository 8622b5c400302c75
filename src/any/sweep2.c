/// When do two shapes of the plane first touch if one moves along a straight line? Outlines are cast against
/// each other, and users' cores go to conservative advancement (any2_advance.c). A distance to keep is added
/// to a radius. Of a compound the first touch of all pairs counts.
#include "any/any2.h"
#include "base/answer.h"
#include "feeler/any2.h"
#include "sweep/sweep2_outline.h"

/// Are they as near as `keep` as they stand? By the questions of their own, whatever outlines of placed corners and sums of radii
/// round. Apart by no more than that they touch at once where the motion brings them nearer.
static flr_status agree_at_start(const flr_shape2 *a, flr_vec2 motion, const flr_shape2 *b, flr_real keep,
                                 flr_sweep2_result *r)
{
    flr_closest2 c;
    flr_vec2 normal;
    bool near = r->overlap_at_start;
    if (keep > 0 ? flr_any2_distance(a, b, &c, &normal) != FLR_OK : flr_any2_overlap(a, b, &near) != FLR_OK)
        return FLR_OK;
    if (keep > 0) near = c.distance <= keep;
    if (near == r->overlap_at_start) return FLR_OK;
    *r = (flr_sweep2_result){.status = FLR_OK, .hit = near, .overlap_at_start = near, .iterations = 1};
    flr_signed_distance2_result apart;
    if (near || flr_signed_distance2(a, b, &apart) != FLR_OK || !(flr_dot2(motion, apart.normal) > 0))
        return FLR_OK;
    r->hit = true;
    r->point = apart.point_b;
    r->normal = apart.normal;
    return FLR_OK;
}

/// Neither is a compound; in the order of shapes. FLR_OK and overlap_at_start where they are as near as `keep` to begin with.
static flr_status sweep_in_order(const flr_shape2 *a, flr_vec2 motion, const flr_shape2 *b, flr_real keep,
                                 flr_sweep2_result *r)
{
    any2_corners x, y;
    flr_any2_corners_of(a, &x);
    flr_any2_corners_of(b, &y);
    if (x.user || y.user) {
        // a user's core is grown itself
        flr_shape2 grown_a = *a, grown_b = *b;
        if (x.user) grown_a.as.convex.radius += keep;
        if (!x.user) grown_b.as.convex.radius += keep;
        *r = flr_any2_sweep_user(&grown_a, motion, &grown_b);
        if (!x.user && r->hit && !r->overlap_at_start) r->point = flr_mul_add2(r->point, keep, r->normal);
        return r->status;
    }
    // what is unbounded in any direction but one is not grown, unless both are such
    bool grow_b = flr_outline2_by_normal(&x.outline) && !flr_outline2_by_normal(&y.outline);
    if (grow_b) {
        y.outline.radius += keep;
    } else {
        x.outline.radius += keep;
    }
    const flr_vec2 origin = flr_any2_recenter_corners(&x, &y);
    *r = flr_sweep2_outline(&x.outline, motion, &y.outline);
    if (r->hit && !r->overlap_at_start) r->point = flr_translated2(origin, r->point);
    if (grow_b && r->hit && !r->overlap_at_start) r->point = flr_mul_add2(r->point, keep, r->normal);
    const bool placed = a->kind == FLR_SHAPE2_CONVEX || b->kind == FLR_SHAPE2_CONVEX;
    if (r->status != FLR_OK || (keep == 0 && !placed)) return r->status;
    return agree_at_start(a, motion, b, keep, r);
}

/// Neither is a compound. Turned round it is the second that moves back, and where they touch goes along.
static flr_status sweep_of_two(const flr_shape2 *a, flr_vec2 motion, const flr_shape2 *b, flr_real keep,
                               flr_sweep2_result *r)
{
    if (flr_any2_in_order(a, b)) return sweep_in_order(a, motion, b, keep, r);
    flr_status status = sweep_in_order(b, flr_neg2(motion), a, keep, r);
    if (!r->hit || r->overlap_at_start) return status;
    r->normal = flr_neg2(r->normal);
    r->point = flr_mul_add2(flr_mul_add2(r->point, r->t, motion), keep, r->normal);
    return status;
}

/// Keeps the first of the touches of all pairs.
static flr_status sweep_all(const flr_shape2 *a, flr_vec2 motion, const flr_shape2 *b, flr_real keep,
                            flr_sweep2_result *best)
{
    bool of_a = any2_is_compound(a);
    if (!of_a && !any2_is_compound(b)) {
        flr_sweep2_result r;
        flr_status status = sweep_of_two(a, motion, b, keep, &r);
        if (!flr_has_answer(status)) return status;
        bool first = r.hit && (!best->hit || r.t < best->t || r.overlap_at_start);
        if (first || best->iterations == 0) *best = r;
        return FLR_OK;
    }
    const flr_compound2 *c = of_a ? &a->as.compound : &b->as.compound;
    for (size_t i = 0; i < c->count && !best->overlap_at_start; ++i) {
        flr_status status = sweep_all(of_a ? &c->shapes[i] : a, motion, of_a ? b : &c->shapes[i], keep, best);
        if (status != FLR_OK) return status;
    }
    return FLR_OK;
}

flr_status flr_sweep2_within(const flr_shape2 *a, flr_vec2 motion, const flr_shape2 *b,
                             const flr_sweep2_options *options, flr_sweep2_result *result)
{
    flr_real keep = options ? options->target_distance : 0;
    if (!a || !b || !result || !flr_is_option(keep)) return FLR_INVALID_ARGUMENT;
    any2_pair p;
    flr_status status = flr_any2_begin(a, b, &p);
    if (status != FLR_OK) return status;
    flr_sweep2_result best = {.status = FLR_OK};
    status = any2_is_compound(p.a) || any2_is_compound(p.b) ? sweep_all(p.a, motion, p.b, keep, &best)
                                                            : sweep_of_two(p.a, motion, p.b, keep, &best);
    if (!flr_has_answer(status)) return status;
    // of sizes too far apart an overflow may leave no answer
    if (!isfinite(best.t) || !flr_is_finite2(best.point) || !flr_is_finite2(best.normal))
        return FLR_NOT_FINITE;
    *result = best;
    return best.status;
}

flr_status flr_sweep2(const flr_shape2 *a, flr_vec2 motion, const flr_shape2 *b, flr_sweep2_result *result)
{
    return flr_sweep2_within(a, motion, b, NULL, result);
}
