/// First touch under any motion that a caller can bound: bisection of an interval of time (Ericson, 5.5.1).
#include "feeler/sweep3.h"

/// The walk over the halves of [t0, t1], in order of time. The next interval follows from the number of the
/// present one at its depth, so no list of intervals is kept.
typedef struct walk {
    double t0, length;  ///< the whole interval
    uint64_t place;     ///< the present one begins at t0 + place * length / 2^depth
    int depth;
} walk;

enum { DEPTH_MAX = 52 };

static flr_real start_of(const walk *w, uint64_t place)
{
    return (flr_real)(w->t0 + w->length * ldexp((double)place, -w->depth));
}

/// Moves to the next interval in time that has not been tested; false at the end.
static bool advance(walk *w)
{
    while (w->depth > 0 && (w->place & 1)) {
        w->place >>= 1;
        w->depth--;
    }
    if (w->depth == 0) return false;
    w->place++;
    return true;
}

flr_sweep3_interval_result flr_sweep3_interval(flr_sweep3_interval_fn *may_touch, const void *user,
                                               flr_real t0, flr_real t1, flr_real tolerance, int max_steps)
{
    flr_sweep3_interval_result r = {.status = FLR_INVALID_ARGUMENT, .t_lower = t0, .t_upper = t1};
    if (!may_touch || !(t0 <= t1) || !isfinite(t0) || !isfinite(t1) || !(tolerance > 0) || max_steps < 1)
        return r;
    walk w = {(double)t0, (double)t1 - (double)t0, 0, 0};
    r.status = FLR_OK;
    for (;;) {
        flr_real from = start_of(&w, w.place), to = start_of(&w, w.place + 1);
        if (w.place + 1 == (uint64_t)1 << w.depth) to = t1;
        r.t_lower = from;
        r.t_upper = to;
        if (r.steps == max_steps) {
            r.hit = true;
            r.t_upper = t1;
            r.status = FLR_NOT_CONVERGED;
            return r;
        }
        r.steps++;
        if (may_touch(user, from, to)) {
            flr_real middle = (flr_real)(0.5 * ((double)from + (double)to));
            if (to - from <= tolerance || w.depth == DEPTH_MAX || !(middle > from && middle < to)) {
                r.hit = true;
                return r;
            }
            w.place <<= 1;
            w.depth++;
        } else if (!advance(&w)) {
            r.t_lower = r.t_upper = t1;
            return r;
        }
    }
}

typedef struct by_distance {
    flr_sweep3_distance_fn *distance;
    const void *user;
    double max_speed;
} by_distance;

/// May they touch within [t0, t1]? Yes where the distance at the middle is less than they can cover from
/// there to either end.
static bool may_touch_by_distance(const void *user, flr_real t0, flr_real t1)
{
    const by_distance *b = user;
    double middle = 0.5 * ((double)t0 + (double)t1);
    // at the middle as rounded
    flr_real at = (flr_real)middle;
    double half =
        (double)at - (double)t0 > (double)t1 - (double)at ? (double)at - (double)t0 : (double)t1 - (double)at;
    return !((double)b->distance(b->user, at) > b->max_speed * half * (1 + 0x1p-50));
}

flr_sweep3_interval_result flr_sweep3_interval_distance(flr_sweep3_distance_fn *distance, const void *user,
                                                        flr_real max_speed, flr_real t0, flr_real t1,
                                                        flr_real tolerance, int max_steps)
{
    by_distance b = {distance, user, (double)max_speed};
    flr_sweep3_interval_result bad = {.status = FLR_INVALID_ARGUMENT, .t_lower = t0, .t_upper = t1};
    if (!distance || !(max_speed >= 0) || !isfinite(max_speed)) return bad;
    return flr_sweep3_interval(may_touch_by_distance, &b, t0, t1, tolerance, max_steps);
}
