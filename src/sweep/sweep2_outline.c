#include "closest/outline2.h"
#include "sweep/doubled2.h"
#include "sweep/track2.h"

static void widen(double *size, double x)
{
    if (!(fabs(x) <= *size)) *size = fabs(x);  // a NaN stays one
}

/// The largest coordinate or radius; NaN or infinite where one is.
static double size_of(const flr_outline2 *a, const flr_outline2 *b)
{
    double size = 0, rest = 0;  // the rest tells of NaN and infinity
    for (int i = 0; i < 2; ++i) {
        const flr_outline2 *o = i ? b : a;
        for (size_t j = 0; j < o->count; ++j) {
            flr_vec2 p = flr_outline2_corner(o, j);
            double x = fabs((double)p.x), y = fabs((double)p.y);
            size = x > size ? x : size;
            size = y > size ? y : size;
            rest += 0 * x + 0 * y;
        }
        widen(&size, (double)o->radius);
        rest += 0 * (double)o->direction.x + 0 * (double)o->direction.y + 0 * (double)o->offset;
        if (flr_outline2_by_normal(o)) {
            int exponent;
            flr_local2 n = flr_local2_direction(o->direction, &exponent);
            if (n.x != 0 || n.y != 0) widen(&size, ldexp((double)o->offset, -exponent));
        }
    }
    return rest == 0 ? size : NAN;
}

/// False where something is not finite.
static bool start(flr_track2 *k, const flr_outline2 *a, flr_vec2 motion, const flr_outline2 *b)
{
    double size = size_of(a, b);
    if (isnan(size) || !flr_is_finite2(motion)) return false;
    k->a = a, k->b = b;
    k->size = size;
    k->motion = motion;
    k->back = flr_neg2(motion);
    k->factor = 1;
    int exponent = 0, of_motion;
    if (size > 0x1p100 || (size > 0 && size < 0x1p-100)) {
        if (isinf(size)) size = 0x1.fffffffffffffp1023;
        (void)frexp(size, &exponent);
        if (exponent < -1000) exponent = -1000;  // the factor has to be a number
        if (exponent > 1000) exponent = 1000;
        k->factor = ldexp(1, -exponent);
    }
    k->heading.x = (double)motion.x, k->heading.y = (double)motion.y;
    k->stretch = 0;
    k->last = 1;
    double speed = fabs(k->heading.x) + fabs(k->heading.y);
    if (exponent != 0 || !(speed < 0x1p60) || speed < 0x1p-60) {
        k->heading = flr_local2_direction(motion, &of_motion);
        k->stretch = of_motion - exponent;
        k->last = ldexp(1, k->stretch);
    }
    flr_double2 reach = flr_two_sum((double)a->radius * k->factor, (double)b->radius * k->factor);
    k->reach = reach.high;
    k->reach_rest = reach.low;
    return true;
}

static flr_sweep2_result at_start(void)
{
    const flr_sweep2_result result = {FLR_OK, true, true, 0, {0, 0}, {0, 0}, 1};
    return result;
}

/// As they stand.
static flr_sweep2_result sweep(const flr_outline2 *a, flr_vec2 motion, const flr_outline2 *b)
{
    flr_sweep2_result result = {FLR_OK, false, false, 0, {0, 0}, {0, 0}, 1};
    flr_track2 k;
    if (!start(&k, a, motion, b)) {
        result.status = FLR_NOT_FINITE;
        return result;
    }
    bool moves = motion.x != 0 || motion.y != 0;
    flr_touch2 touch = {false, 0, false, 0, 0, -1, FLR_TOUCH2_ANY, 0};
    if (moves && a->solid && b->solid) {
        flr_track2_convex_answer answer = flr_track2_convex(&k, &touch);
        if (answer == FLR_TRACK2_OVERLAP) return at_start();
        if (answer == FLR_TRACK2_HIT) flr_track2_finish(&k, &touch, &result);
        if (answer != FLR_TRACK2_UNSURE) return result;
    }
    if (flr_outline2_meet(a, b)) return at_start();
    if (!moves) return result;
    if (flr_outline2_by_normal(a) || flr_outline2_by_normal(b)) return flr_track2_normals(&k);
    if (k.reach > 0)
        flr_track2_round(&k, &touch);
    else
        flr_track2_cores(&k, &touch);
    if (touch.hit) flr_track2_finish(&k, &touch, &result);
    return result;
}

flr_sweep2_result flr_sweep2_outline(const flr_outline2 *a, flr_vec2 motion, const flr_outline2 *b)
{
    flr_recentered2 c;
    if (!flr_outline2_is_far(a, b)) return sweep(a, motion, b);
    flr_outline2_recenter(a, b, &c);
    flr_sweep2_result r = sweep(&c.a, motion, &c.b);
    if (r.hit && !r.overlap_at_start) r.point = flr_recentered2_point(&c, r.point);
    return r;
}
