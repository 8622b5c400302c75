#include <math.h>

#include "sweep/motion3.h"

enum { STEPS = 1000, LOOKS = 40 };

/// Of a gap `low` now and `high` after the time h, which do not prove the way free: the part of h for which they likely
/// would, with the gaps between taken to lie on a line. Where that has failed before, half as many powers of two above
/// what is free with any gap at its end.
static double shorter(double root, double low, double high, double h, int failures)
{
    double free = sqrt(low) / root;
    if (failures > 2) return free < h ? sqrt(free * h) : 0.5 * h;
    double k = h;
    for (int i = 0; i < 3; i++) k = (sqrt(low) + sqrt(low + (high - low) * (k / h))) / root;
    k *= 0.98;
    return k < 0.9 * h ? k : 0.9 * h;
}

double flr_motion3_follow(motion3_gap_fn *look, const void *user, double root, double t, flr_real *gap,
                          double end, double goal)
{
    double low = t, at_low = (double)*gap, high = end, weight_low = at_low, weight_high = 0;
    double next = end;
    bool closes = false;
    int failures = 0, last = 0;  // the side that the last look fell on
    for (int i = 0; i < LOOKS; i++) {
        double here = (double)look(user, next), h = next - low;
        if (!(here > 0)) {
            closes = true;
            high = next;
            weight_high = here;
            if (last < 0) weight_low /= 2;
            last = -1;
        } else if (sqrt(at_low) + sqrt(here) >= root * h) {
            low = next;
            at_low = weight_low = here;
            failures = 0;
            // where the gap does not close, a better direction is worth more than more steps along this one
            if (low >= end || !closes || at_low <= goal) break;
            if (last > 0) weight_high /= 2;
            last = 1;
        } else {
            next = low + shorter(root, at_low, here, h, failures++);
            if (!(next > low)) break;
            continue;
        }
        // false position, as the Illinois rule has it, but for a gap that rounding does not hide
        double aim = goal < weight_low ? goal / 2 : weight_low / 2;
        next = low + (high - low) * ((weight_low - aim) / (weight_low - weight_high));
        if (!(next > low) || !(next < high)) next = low + (high - low) / 2;
        if (!(next > low) || !(next < high)) break;
    }
    *gap = (flr_real)at_low;
    return low;
}

typedef struct run {
    const motion3 *m;
    double tolerance, end;
    int steps_max, steps;
    double t;
    flr_gjk3_cache cache;
    motion3_placed placed;
    flr_gjk3 nearest;
    bool has_axis;
    motion3_axis axis;
    flr_real gap;  // along the axis at t
} run;

static void begin(run *r, const motion3 *m, const flr_motion3_options *o, double end)
{
    *r = (run){.m = m, .end = end};
    r->tolerance = o && o->tolerance > 0               ? (double)o->tolerance
                   : sizeof(flr_real) == sizeof(float) ? 1e-5
                                                       : 1e-6;
    r->steps_max = o && o->max_steps > 0 ? o->max_steps : STEPS;
}

static flr_real rounded(double t, bool up)
{
    flr_real r = (flr_real)t;
    if (up ? (double)r < t : (double)r > t) r *= 1 + (up ? 1 : -1) * (flr_real)1.2e-7;
    return r;
}

static flr_motion3_result result(const run *r, flr_status status, bool hit, double t, double upper)
{
    flr_motion3_result result = {.status = status, .hit = hit, .iterations = r->steps};
    result.t = rounded(t, false);
    result.t_upper = upper >= 1 ? 1 : rounded(upper, true);
    return result;
}

/// No farther apart than what counts as touching.
static bool touches(run *r, double t)
{
    const flr_gjk3_options options = {.max_distance = (flr_real)INFINITY, .cache = &r->cache};
    flr_motion3_place(r->m, t, &r->placed);
    const motion3_placed *p = &r->placed;
    r->nearest = flr_closest3_convex_convex(&p->a, &p->b, &options);
    flr_real target = r->m->radii - p->a.radius - p->b.radius;
    return r->nearest.overlap || r->nearest.upper - target <= r->m->touch;
}

static flr_real look(const void *user, double t)
{
    const run *r = user;
    return flr_motion3_gap(r->m, &r->axis, t);
}

/// On along the axis: right up to where the gap closes, or most of the way.
static void follow(run *r, bool fully)
{
    const motion3 *m = r->m;
    flr_real gap = r->gap;
    double goal = fully ? (double)m->error : 0.02 * (double)gap;
    r->t = flr_motion3_follow(look, r, r->axis.root, r->t, &gap, r->end, goal);
    r->gap = gap;
}

/// Takes the axis for the better one if the gap along it is wider. True where that is all of the distance, but for a tenth.
static bool improve(const run *r, motion3_axis *best, flr_real *gap, motion3_axis x)
{
    flr_real wide = flr_motion3_gap(r->m, &x, r->t);
    if (wide > *gap) *best = x, *gap = wide;
    return *gap >= (flr_real)0.9 * r->nearest.upper;
}

/// The direction found at t, made to go with the features that it is square to: sharp however near the shapes are,
/// while the difference of two points close together is not, nor the direction of a distance where a slight turn does not change
/// that. Or the axis so far, where that keeps the shapes farther apart. True where it still does well: its gap is most of
/// that found now.
static bool choose_axis(run *r)
{
    const motion3 *m = r->m;
    const flr_mat3 *ra = &r->placed.rotation_a, *rb = &r->placed.rotation_b;
    flr_vec3 n = r->nearest.normal;
    flr_real apart = r->nearest.upper + r->placed.a.radius + r->placed.b.radius;
    flr_real reach = m->a.around + m->b.around, sharp = m->error / apart;
    const flr_real blunt = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-3 : (flr_real)1e-7;
    motion3_axis found = {.frame = MOTION3_WORLD};
    flr_real gap = -(flr_real)INFINITY;
    if (!(sharp < blunt) ||
        !improve(r, &found, &gap, flr_motion3_feature_axis(m, n, 4 * (sharp * reach + m->error), ra, rb))) {
        if (!improve(r, &found, &gap,
                     flr_motion3_feature_axis(m, n, 4 * (sharp > blunt ? sharp : blunt) * reach, ra, rb)))
            improve(r, &found, &gap, flr_motion3_axis(m, MOTION3_WORLD, n, r->t));
    }
    bool good = r->has_axis && r->gap > gap / 2;
    if (!r->has_axis || !(r->gap >= gap)) {
        r->axis = found;
        r->gap = gap;
    }
    r->has_axis = true;
    return good;
}

/// Of a touch at time t, where r->nearest is of that time. Beneath the rounding the axis is the better normal.
static flr_motion3_result touched(const run *r, double t, double upper)
{
    flr_motion3_result q = result(r, FLR_OK, true, t, upper);
    if (!(t > 0)) return q;
    q.normal = flr_motion3_direction(r->m, &r->axis, t);
    q.point = flr_add3(r->placed.origin, flr_lerp3(r->nearest.point_a, r->nearest.point_b, (flr_real)0.5));
    return q;
}

/// Does it touch within the tolerance of t? Then that is the answer.
static bool touches_soon(run *r, flr_motion3_result *q)
{
    double later = r->t + r->tolerance;
    if (later > r->end) later = r->end;
    if (!(later > r->t) || !touches(r, later)) return false;
    *q = touched(r, r->t, later);
    return true;
}

flr_motion3_result flr_motion3_until(const motion3 *m, const flr_motion3_options *options, double end)
{
    run r;
    begin(&r, m, options, end);
    flr_motion3_result q;
    for (r.steps = 1; r.steps <= r.steps_max; r.steps++) {
        if (touches(&r, r.t)) return touched(&r, r.t, r.t);
        bool good = choose_axis(&r);
        if (!(r.gap > 2 * m->error)) {
            // nearer than the distance is known to
            flr_real target = m->radii - r.placed.a.radius - r.placed.b.radius;
            flr_real apart = r.nearest.upper - target;
            if (touches_soon(&r, &q)) return q;
            if (apart <= m->doubt) return touched(&r, r.t, r.t);
            if (!(r.gap > 0)) return result(&r, FLR_NOT_CONVERGED, true, r.t, end);
        }
        double before = r.t;
        follow(&r, good);
        if (r.t >= end) return result(&r, FLR_OK, false, end, end);
        if (r.t - before < r.tolerance / 4 && touches_soon(&r, &q)) return q;
    }
    return result(&r, FLR_NOT_CONVERGED, true, r.t, end);
}

flr_motion3_result flr_motion3_along(const motion3 *m, motion3_frame frame, flr_vec3 direction,
                                     const flr_motion3_options *options, double end)
{
    run r;
    begin(&r, m, options, end);
    motion3_axis still = {.frame = frame, .direction = direction};
    r.axis = flr_motion3_axis(m, frame, flr_motion3_direction(m, &still, 0), 0);
    r.gap = flr_motion3_gap(m, &r.axis, 0);
    for (r.steps = 1; r.steps <= r.steps_max; r.steps++) {
        if (r.gap + m->error <= m->touch) {
            touches(&r, r.t);
            return touched(&r, r.t, r.t);
        }
        follow(&r, true);
        if (r.t >= end) return result(&r, FLR_OK, false, end, end);
        double later = r.t + r.tolerance < end ? r.t + r.tolerance : end;
        if (flr_motion3_gap(m, &r.axis, later) + 2 * m->error <= 0) {
            touches(&r, later);
            return touched(&r, r.t, later);
        }
    }
    return result(&r, FLR_NOT_CONVERGED, true, r.t, end);
}

flr_motion3_result flr_motion3_convex_convex(const flr_convex3 *a, const flr_path3 *path_a,
                                             const flr_convex3 *b, const flr_path3 *path_b,
                                             const flr_motion3_options *options)
{
    motion3 m;
    flr_real target = options && options->target_distance > 0 ? options->target_distance : 0;
    if (!flr_motion3_make(&m, a, path_a, b, path_b, target)) {
        flr_motion3_result none = {.status = FLR_NOT_FINITE};
        return none;
    }
    return flr_motion3_until(&m, options, 1);
}
