/// Time of impact of two convex shapes in space: fast paths for boxes and hulls (toi3_boxes.c,
/// toi3_hulls.c), then conservative advancement. Each step advances along a separating axis, chosen from the
/// nearest features, to the root of its gap. Two gaps and a bound on the second derivative prove that
/// nothing touches between.
#include <math.h>

#include "convex/gjk3.h"
#include "math/unit.h"
#include "toi/toi3.h"
#include "toi/toi3_search.h"
#include "toi/toi3_support.h"

/// Ends an advance after so many samples. It returns the last time proved free, and the caller goes on from
/// there.
enum { SAMPLES = 40 };

/// Returns a shorter step that can probably be proved free, where h could not: the gap is `low` now and `high` after h,
/// and is taken to be linear in between. After some failures the step shrinks toward the
/// one that is free with any gap at its end. 0.98 and 0.9 stay below the step that would only just be
/// proved, so that the next one is not the same.
static double shorter(double root, double low, double high, double h, int failures)
{
    double free = sqrt(low) / root;
    if (failures > 2) return free < h ? sqrt(free * h) : 0.5 * h;
    double k = h;
    for (int i = 0; i < 3; i++) k = (sqrt(low) + sqrt(low + (high - low) * (k / h))) / root;
    k *= 0.98;
    return k < 0.9 * h ? k : 0.9 * h;
}

double flr_toi3_follow(toi3_gap_fn *sample, void *user, double root, double t, double *gap, double slope,
                       double end, double goal)
{
    double low = t, at_low = *gap, high = end, weight_low = at_low, weight_high = 0;
    double next = slope < 0 ? t + at_low / -slope : end;
    bool closes = false;
    int failures = 0, last = 0;  // the side of the bracket that the last sample replaced
    if (!(next > t && next < end)) next = end;
    for (int i = 0; i < SAMPLES; i++) {
        double here = sample(user, next), h = next - low;
        if (!(here > 0)) {
            if (last < 0) weight_low *= here > weight_high && closes ? 1 - here / weight_high : 0.5;
            closes = true;
            high = next;
            weight_high = here;
            last = -1;
        } else if (sqrt(at_low) + sqrt(here) >= root * h) {
            bool first = !closes && next < end;
            // the line through both gaps leads on to where the gap probably closes
            double rest = first && here < at_low ? here * h / (at_low - here) : end - next;
            if (last > 0) weight_high *= here < weight_low ? 1 - here / weight_low : 0.5;
            low = next;
            at_low = weight_low = here;
            failures = 0;
            // if the gap does not close, a better direction is worth more than further steps along this one
            if (low >= end || at_low <= goal || !(closes || first)) break;
            last = 1;
            if (first) {
                // a tenth beyond, so that the root is bracketed
                next = rest < end - low ? low + 1.1 * rest : end;
                if (next > end) next = end;
                continue;
            }
        } else {
            next = low + shorter(root, at_low, here, h, failures++);
            if (!(next > low)) break;
            continue;
        }
        // false position in the form of Anderson and Bjorck, for a gap above its rounding error
        double aim = goal < weight_low ? goal / 2 : weight_low / 2;
        next = low + (high - low) * ((weight_low - aim) / (weight_low - weight_high));
        if (!(next > low) || !(next < high)) next = low + (high - low) / 2;
        if (!(next > low) || !(next < high)) break;
    }
    *gap = at_low;
    return low;
}

/// Do the features that were nearest last still touch? Then r->nearest is set from them, and no GJK search
/// is needed.
static bool still_touches(toi3_run *r, const pair3 *pair)
{
    const flr_gjk3_cache *c = &r->cache;
    if (c->count < 1 || c->count > 3 || !core3_has_ids(&pair->a) || !core3_has_ids(&pair->b)) return false;
    simplex3 s;
    s.count = (int)c->count;
    for (int i = 0; i < s.count; i++) pair3_vertex(pair, pair->form, c->a[i], c->b[i], &s.v[i]);
    const vertex3 *const v[3] = {&s.v[0], &s.v[1], &s.v[2]};
    dvec3 closest = flr_simplex3_weigh(v, s.count, s.weight), a, b;
    double scale = 1 / pair->reference.unit, apart = dvec3_length(closest) * scale;
    if (!(apart <= (double)(r->m->radii + r->m->touch))) return false;
    simplex3_points(&s, &a, &b);
    dvec3 normal = dvec3_scale(apart > 0 ? -scale / apart : 0, closest);
    r->nearest.point_a = pair3_world(pair, a, pair->radius_a, normal);
    r->nearest.point_b = pair3_world(pair, b, -pair->radius_b, normal);
    return true;
}

/// Sets the poses of both sides, and the instant, to time t.
static void turn_to(toi3_run *r, double t)
{
    const toi3_pose *now = &r->attitude;
    flr_toi3_pose_at(r->sides, t, &r->attitude);
    r->now.time = t;
    r->now.a = (turn3_angle){(flr_real)now->cosine[0], (flr_real)now->sine[0]};
    r->now.b = (turn3_angle){(flr_real)now->cosine[1], (flr_real)now->sine[1]};
}

/// Copies what is kept of a distance query, number by number: a copy as a whole would wait for what GJK has just written.
static void take(toi3_run *r, const flr_gjk3 *g)
{
    toi3_nearest *n = &r->nearest;
    n->overlap = g->overlap;
    n->lower = g->lower;
    n->upper = g->upper;
    n->point_a = flr_vec3_make(g->point_a.x, g->point_a.y, g->point_a.z);
    n->point_b = flr_vec3_make(g->point_b.x, g->point_b.y, g->point_b.z);
    n->normal = flr_vec3_make(g->normal.x, g->normal.y, g->normal.z);
}

/// Places both at time t and computes their distance, unless the last nearest features still touch. True if
/// they touch within rounding errors.
static bool toi3_touches(toi3_run *r, double t)
{
    const flr_gjk3_options options = {.max_distance = (flr_real)INFINITY, .cache = &r->cache};
    flr_gjk3 g;
    if (r->sides) {
        turn_to(r, t);
        if (flr_toi3_simplex_touches(r->m, r->sides, &r->attitude, &r->cache, &r->nearest.point_a,
                                     &r->nearest.point_b))
            return true;
        if (t > 0) flr_toi3_move_sides(r->m, &r->attitude, &r->placed);
        g = flr_closest3_convex_convex(&r->placed.a, &r->placed.b, &options);
    } else {
        pair3 pair;
        toi3_place_at(r, t);
        flr_pair3_make(&pair, &r->placed.a, &r->placed.b);
        if (still_touches(r, &pair)) return true;
        g = flr_gjk3_search_pair(&pair, &options, NULL);
        // of an overlap that deep this search returns no nearest points
        if (g.overlap && t > 0) g = flr_closest3_convex_convex(&r->placed.a, &r->placed.b, NULL);
    }
    take(r, &g);
    flr_real target = r->m->radii - r->placed.a.radius - r->placed.b.radius;
    return r->nearest.overlap || r->nearest.upper - target <= r->m->touch;
}

/// Takes the trial axis if the gap along it is larger. True if that gap is at least nine tenths of the
/// distance.
static bool improve(toi3_run *r, flr_real *gap)
{
    toi3_axis *x = r->trial;
    flr_real gap_along;
    if (r->sides) {
        lanes3 d = toi3_directions(r->sides, &r->attitude, x);
        flr_toi3_separation(r->sides, &r->attitude, x->frame, &d, NULL, r->other_sample);
        gap_along = (flr_real)r->other_sample->gap;
    } else {
        flr_toi3_fix(r->m, x);
        gap_along = flr_toi3_gap(r->m, x, &r->now);
    }
    if (gap_along > *gap) {
        if (r->sides) toi3_swap_separations(r);
        r->trial = r->better;
        r->better = x;
        *gap = gap_along;
    }
    // a better axis would cost more than it gains. The rounding error of a gap matters little from afar, but
    // near a graze it is most of the gap
    return *gap + 2 * r->m->error >= (flr_real)0.9 * toi3_apart(r);
}

/// Sets the trial axis by the features that the distance search ended with. They are known however near the
/// shapes are, when the direction is not.
static bool find_spanned(toi3_run *r)
{
    const toi3_pair *m = r->m;
    const flr_gjk3_cache *c = &r->cache;
    const flr_vec3 n = r->nearest.normal;
    flr_vec3 a[3], b[3];
    if (r->sides) return flr_toi3_simplex_axis(m, r->sides, &r->attitude, c, n, r->trial);
    if (c->count != 3) return false;
    for (int i = 0; i < 3; i++) {
        if (!mover3_has_corner(&m->a, c->a[i]) || !mover3_has_corner(&m->b, c->b[i])) return false;
        a[i] = mover3_turned(&m->a, r->now.a, mover3_corner(&m->a, c->a[i]));
        b[i] = mover3_turned(&m->b, r->now.b, mover3_corner(&m->b, c->b[i]));
    }
    return flr_toi3_spanned_axis(m, c, a, b, n, &r->now, r->trial);
}

/// Tries the axis of the features that face each other along n, which is known up to `slack`.
static bool improve_by_features(toi3_run *r, flr_real *gap, flr_real slack)
{
    flr_toi3_feature_axis(r->m, r->nearest.normal, slack, &r->now, &r->cache, r->trial);
    return improve(r, gap);
}

/// For a user's core, which may have an unknown edge or face perpendicular to the direction, which turns away from an axis
/// that stands still. Fixes the axis in the world, in a or in b, whichever keeps the gap open longest.
static flr_real keep_longest(toi3_run *r, flr_real gap)
{
    const toi3_pair *m = r->m;
    if (m->a.shape->kind != FLR_CONVEX3_USER && m->b.shape->kind != FLR_CONVEX3_USER) return gap;
    if (!(gap > 2 * m->error) || r->better->frame == TOI3_EDGES) return gap;
    const flr_vec3 n = flr_toi3_direction(m, r->better, &r->now);
    const double later = r->t + sqrt((double)gap) / r->better->root;
    const toi3_instant then = toi3_at(m, later < r->end ? later : r->end);
    const toi3_frame frames[3] = {TOI3_WORLD, TOI3_A, TOI3_B};
    flr_real most = flr_toi3_gap(m, r->better, &then);
    for (int k = 0; k < 3; k++) {
        toi3_axis *x = r->trial;
        flr_toi3_axis(m, frames[k], n, &r->now, x);
        flr_toi3_fix(m, x);
        const flr_real now = flr_toi3_gap(m, x, &r->now), left = flr_toi3_gap(m, x, &then);
        if (!(left > most && now > gap / 2)) continue;
        most = left;
        gap = now;
        r->trial = r->better;
        r->better = x;
    }
    return gap;
}

/// Finds the axis for the distance at t: the normal of the features perpendicular to it. That stays accurate
/// however near the shapes are, unlike the difference of two close points.
static flr_real find_axis(toi3_run *r)
{
    const toi3_pair *m = r->m;
    const flr_vec3 n = r->nearest.normal;
    const flr_real apart = r->nearest.upper + r->placed.a.radius + r->placed.b.radius;
    const flr_real reach = m->a.around + m->b.around, sharp = m->error / apart;
    const flr_real blunt = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-3 : (flr_real)1e-7;
    flr_real gap = -(flr_real)INFINITY;
    if (find_spanned(r) && improve(r, &gap)) return gap;
    if (sharp < blunt && improve_by_features(r, &gap, 4 * (sharp * reach + m->error))) return gap;
    // else the direction is known up to the distance over the size, which is the slack then
    if (!(sharp < blunt) && improve_by_features(r, &gap, 4 * (apart + m->error))) return gap;
    if (improve_by_features(r, &gap, 4 * (sharp > blunt ? sharp : blunt) * reach)) return gap;
    flr_toi3_axis(m, TOI3_WORLD, n, &r->now, r->trial);
    improve(r, &gap);
    return gap;
}

/// Chooses the axis to advance along: the new one if its gap is larger than that of the present one.
static void toi3_choose_axis(toi3_run *r)
{
    const flr_real gap = keep_longest(r, find_axis(r));
    if (r->has_axis && r->gap >= gap) {
        r->sample->time = -1;
        return;
    }
    toi3_axis *last = r->axis;
    if (!(gap > -(flr_real)INFINITY)) *r->better = (toi3_axis){.frame = TOI3_WORLD};
    r->axis = r->better;
    r->better = last;
    r->gap = gap;
    r->has_axis = true;
}

enum { STEPS = 1000, SHORT_STEPS = 8, SLOW_STEPS = 100 };

static void begin(toi3_run *r, const toi3_pair *m, const toi3_sides *sides, const flr_toi3_options *o,
                  double end)
{
    r->m = m;
    r->sides = sides;
    r->end = end;
    r->steps = r->slow_steps = 0;
    r->t = 0;
    r->has_axis = false;
    r->axis = &r->axes[0];
    r->better = &r->axes[1];
    r->trial = &r->axes[2];
    r->sample = &r->samples[0];
    r->other_sample = &r->samples[1];
    r->sample->time = -1;
    r->cache.count = 0;
    r->cache.axis = flr_vec3_make(0, 0, 0);
    r->tolerance = o && o->tolerance > 0               ? (double)o->tolerance
                   : sizeof(flr_real) == sizeof(float) ? 1e-5
                                                       : 1e-6;
    r->steps_max = o && o->max_steps > 0 ? o->max_steps : STEPS;
    flr_toi3_place(m, &r->placed);
}

static flr_toi3_result make_result(flr_status status, bool hit, double t, double upper, int steps)
{
    flr_toi3_result result = {.status = status, .hit = hit, .iterations = steps};
    result.t = (flr_real)toi3_round_down(t);
    result.t_upper = (flr_real)upper;
    if ((double)result.t_upper < upper) result.t_upper *= 1 + (flr_real)1.2e-7;
    return result;
}

static flr_toi3_result result(const toi3_run *r, flr_status status, bool hit, double t, double upper)
{
    return make_result(status, hit, t, upper, r->steps);
}

static double sample(void *user, double t)
{
    toi3_run *r = user;
    toi3_instant then = toi3_at(r->m, t);
    return (double)flr_toi3_gap(r->m, r->axis, &then);
}

static flr_vec3 spin(const mover3 *m) { return flr_scale3((flr_real)m->turn.angle, m->turn.axis); }

/// The rate at which the gap of the nearest points changes. It is the same whichever frame the normal is
/// fixed in, as its rotation has no effect of the first order.
static double slope(const toi3_run *r)
{
    const toi3_pair *m = r->m;
    flr_vec3 speed = m->step, arm;
    if (m->b.turn.angle > 0) {
        arm = flr_sub3(r->nearest.point_b, r->placed.offset);
        arm = flr_add3(arm, turn3_by(&m->b.turn, r->now.b, m->b.center));
        speed = flr_add3(speed, flr_cross3(spin(&m->b), arm));
    }
    if (m->a.turn.angle > 0) {
        arm = flr_add3(r->nearest.point_a, turn3_by(&m->a.turn, r->now.a, m->a.center));
        speed = flr_sub3(speed, flr_cross3(spin(&m->a), arm));
    }
    return (double)flr_dot3(r->nearest.normal, speed);
}

/// Advances along the axis to where its gap closes. `near`: the axis is that of the nearest features.
static void follow(toi3_run *r, bool near)
{
    if (near && r->sides && r->sample->time == r->t &&
        flr_toi3_advance(r->m, r->sides, r->axis, r->end, r->sample, r->other_sample)) {
        toi3_swap_separations(r);
        r->t = r->sample->time;
        r->gap = (flr_real)r->sample->gap;
        return;
    }
    if (near && r->sides) flr_toi3_fix(r->m, r->axis);
    double gap = (double)r->gap;
    r->t = flr_toi3_follow(sample, r, r->axis->root, r->t, &gap, near ? slope(r) : 0, r->end,
                           (double)r->m->error);
    r->gap = (flr_real)gap;
}

/// The result of a touch at time t; r->nearest is of that time or a little later. At distances within
/// rounding errors the axis is the more accurate normal. The point is moved back with a to where a is at t.
static flr_toi3_result touched(const toi3_run *r, double t, double upper)
{
    flr_toi3_result q = result(r, FLR_OK, true, t, upper);
    if (!(t > 0)) return q;
    toi3_instant then = t == r->now.time ? r->now : toi3_at(r->m, t);
    q.normal = flr_toi3_direction(r->m, r->axis, &then);
    q.point = flr_add3(flr_toi3_origin(r->m, &then),
                       flr_lerp3(r->nearest.point_a, r->nearest.point_b, (flr_real)0.5));
    return q;
}

/// Do they touch within the tolerance of the present time? Then that is the result.
static bool touches_soon(toi3_run *r, flr_toi3_result *q)
{
    double later = toi3_soon(r->t, r->tolerance, r->end);
    if (!(later > r->t) || !toi3_touches(r, later)) return false;
    *q = touched(r, r->t, later);
    return true;
}

/// Advances by the distance over a bound of the speed (Mirtich). Slow, but it needs no axis. False if it
/// gains nothing, or has been used too often.
static bool advance_by_distance(toi3_run *r)
{
    const toi3_pair *m = r->m;
    const flr_real target = m->radii - r->placed.a.radius - r->placed.b.radius;
    const double free = (double)(r->nearest.lower - target - m->error),
                 fast = (double)(flr_length3(m->step) + m->error) + m->a.turn.angle * (double)m->a.arc +
                        m->b.turn.angle * (double)m->b.arc,
                 later = r->t + (1 - 1e-5) * (free / fast);
    if (!(free > (double)m->error && later > r->t) || r->slow_steps++ >= SLOW_STEPS) return false;
    r->t = later < r->end ? later : r->end;
    r->has_axis = false;
    return true;
}

/// Returns until when the line between the centres separates the two, as its two support points cost less
/// than a distance query. For two boxes that costs no more, so they return 0. The line becomes the axis.
static double free_at_first(toi3_run *r)
{
    const toi3_pair *m = r->m;
    if (m->a.shape->kind == FLR_CONVEX3_BOX && m->b.shape->kind == FLR_CONVEX3_BOX) return 0;
    const toi3_instant first = {0, {1, 0}, {1, 0}};
    const flr_vec3 n = unit3_or_zero(r->placed.offset);
    toi3_axis_begin(r->axis, TOI3_WORLD, n);
    flr_real gap = flr_toi3_gap(m, r->axis, &first);
    if (!(gap > m->doubt)) return 0;
    double closing = mover3_fastest(&m->a, n) + mover3_fastest(&m->b, n) - (double)flr_dot3(n, m->step);
    if (!(closing > 0)) return r->end;
    const double loose = sizeof(flr_real) == sizeof(float) ? 1e-5 : 1e-9;
    double t = (1 - loose) * (double)gap / closing;
    return t < r->end ? t : r->end;
}

/// Begins at the time that a fast path has proved free, with its normal and perhaps its nearest features.
static void begin_at(toi3_run *r, const toi3_fast *quick)
{
    toi3_instant then = toi3_at(r->m, quick->t);
    r->t = quick->t;
    flr_toi3_axis(r->m, TOI3_WORLD, quick->normal, &then, r->axis);
    r->gap = flr_toi3_gap(r->m, r->axis, &then);
    r->has_axis = true;
    if (quick->near.count > 0) r->cache = quick->near;
}

static flr_toi3_result result_of_fast(const toi3_fast *quick)
{
    flr_toi3_result q = make_result(FLR_OK, quick->hit, quick->t, quick->t, 1);
    if (!quick->hit) return q;
    q.normal = quick->normal;
    q.point = quick->point;
    return q;
}

flr_toi3_result flr_toi3_until(const toi3_pair *m, const flr_toi3_options *options, double end)
{
    toi3_run r;
    flr_toi3_result q;
    toi3_sides sides;
    toi3_fast quick = {.t = 0};
    const bool sided = flr_toi3_sides_make(m, &sides);
    if (sided && (sides.hull_a ? flr_toi3_hulls : flr_toi3_boxes)(m, &sides, end, &quick))
        return result_of_fast(&quick);
    begin(&r, m, sided ? &sides : NULL, options, end);
    if (quick.t > 0)
        begin_at(&r, &quick);
    else
        r.t = free_at_first(&r);
    const int patience = r.steps_max / SHORT_STEPS < SHORT_STEPS ? r.steps_max / SHORT_STEPS : SHORT_STEPS;
    int short_steps = 0;
    if (r.t >= end) return result(&r, FLR_OK, false, end, end);
    for (r.steps = 1; r.steps <= r.steps_max; r.steps++) {
        if (toi3_touches(&r, r.t)) return touched(&r, r.t, r.t);
        toi3_choose_axis(&r);
        if (!(r.gap > 2 * m->error)) {
            if (advance_by_distance(&r)) {
                if (r.t >= end) return result(&r, FLR_OK, false, end, end);
                continue;
            }
            // the gap is within the error of the distance
            flr_real target = m->radii - r.placed.a.radius - r.placed.b.radius;
            flr_real apart = r.nearest.upper - target;
            if (touches_soon(&r, &q)) return q;
            if (apart <= m->doubt) return touched(&r, r.t, r.t);
            if (!(r.gap > 0)) return result(&r, FLR_NOT_CONVERGED, true, r.t, end);
        }
        double before = r.t;
        follow(&r, true);
        if (r.t >= end) return result(&r, FLR_OK, false, end, end);
        // steps mostly shrink quadratically, so about the last one's square is left: test for a touch there
        if (r.t - before < r.tolerance / 256 && ++short_steps > patience && touches_soon(&r, &q)) return q;
    }
    r.steps = r.steps_max;
    return result(&r, FLR_NOT_CONVERGED, true, r.t, end);
}

/// The result of a touch along the axis of a flat shape: the other's support point along it is where they
/// touch.
static flr_toi3_result touched_along(toi3_run *r, toi3_frame of_flat, double t, double upper)
{
    toi3_place_at(r, t);
    flr_vec3 n = flr_toi3_direction(r->m, r->axis, &r->now);
    const flr_convex3 *a = &r->placed.a, *b = &r->placed.b;
    r->nearest.point_a = of_flat == TOI3_A ? flr_mul_add3(flr_support3(b, flr_neg3(n)), -b->radius, n)
                                           : flr_mul_add3(flr_support3(a, n), a->radius, n);
    r->nearest.point_b = r->nearest.point_a;
    return touched(r, t, upper);
}

flr_toi3_result flr_toi3_along(const toi3_pair *m, toi3_frame frame, flr_vec3 direction,
                               const flr_toi3_options *options, double end)
{
    toi3_run r;
    begin(&r, m, NULL, options, end);
    const mover3 *with = frame == TOI3_A ? &m->a : &m->b;
    r.now = toi3_at(m, 0);
    flr_toi3_axis(m, frame, flr_mat3_mul(with->turn.start, direction), &r.now, r.axis);
    flr_toi3_fix(m, r.axis);
    r.gap = flr_toi3_gap(m, r.axis, &r.now);
    for (r.steps = 1; r.steps <= r.steps_max; r.steps++) {
        if (r.gap + m->error <= m->touch) return touched_along(&r, frame, r.t, r.t);
        follow(&r, false);
        if (r.t >= end) return result(&r, FLR_OK, false, end, end);
        double later = toi3_soon(r.t, r.tolerance, end);
        if (later > r.t && sample(&r, later) + 2 * (double)m->error <= 0)
            return touched_along(&r, frame, r.t, later);
    }
    r.steps = r.steps_max;
    return result(&r, FLR_NOT_CONVERGED, true, r.t, end);
}

flr_toi3_result flr_toi3_convex_convex(const flr_convex3 *a, const flr_path3 *path_a, const flr_convex3 *b,
                                       const flr_path3 *path_b, const flr_toi3_options *options)
{
    toi3_pair m;
    flr_toi3_result none = {.status = FLR_INVALID_ARGUMENT};
    if (!toi3_options_are_good(options)) return none;
    none.status = FLR_NOT_FINITE;
    if (!toi3_is_finite(path_a) || !toi3_is_finite(path_b)) return none;
    if (!flr_toi3_make(&m, a, path_a, b, path_b, options ? options->target_distance : 0)) return none;
    return flr_toi3_until(&m, options, 1);
}
