#include <math.h>

#include "math/unit.h"
#include "toi/motion3_quick.h"
#include "toi/motion3_run.h"

enum { STEPS = 1000, SHORT_STEPS = 8, SLOW_STEPS = 100 };

static void begin(motion3_run *r, const motion3 *m, const motion3_sides *sides, const flr_motion3_options *o,
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
    r->look = &r->looks[0];
    r->other_look = &r->looks[1];
    r->look->time = -1;
    r->cache.count = 0;
    r->cache.axis = flr_vec3_make(0, 0, 0);
    r->tolerance = o && o->tolerance > 0               ? (double)o->tolerance
                   : sizeof(flr_real) == sizeof(float) ? 1e-5
                                                       : 1e-6;
    r->steps_max = o && o->max_steps > 0 ? o->max_steps : STEPS;
    flr_motion3_place(m, &r->placed);
}

static flr_motion3_result told(flr_status status, bool hit, double t, double upper, int steps)
{
    flr_motion3_result result = {.status = status, .hit = hit, .iterations = steps};
    result.t = (flr_real)motion3_round_down(t);
    result.t_upper = (flr_real)upper;
    if ((double)result.t_upper < upper) result.t_upper *= 1 + (flr_real)1.2e-7;
    return result;
}

static flr_motion3_result result(const motion3_run *r, flr_status status, bool hit, double t, double upper)
{
    return told(status, hit, t, upper, r->steps);
}

static double look(void *user, double t)
{
    motion3_run *r = user;
    motion3_instant then = motion3_at(r->m, t);
    return (double)flr_motion3_gap(r->m, r->axis, &then);
}

static flr_vec3 spin(const mover3 *m) { return flr_scale3((flr_real)m->turn.angle, m->turn.axis); }

/// How fast the points that lie nearest come nearer, whatever the normal there goes with: turned aside, it changes
/// nothing of the first order.
static double slope(const motion3_run *r)
{
    const motion3 *m = r->m;
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

/// On along the axis, right up to where the gap closes; `near`: the axis is one of where they are nearest.
static void follow(motion3_run *r, bool near)
{
    if (near && r->sides && r->look->time == r->t &&
        flr_motion3_advance(r->m, r->sides, r->axis, r->end, r->look, r->other_look)) {
        motion3_swap_looks(r);
        r->t = r->look->time;
        r->gap = (flr_real)r->look->gap;
        return;
    }
    if (near && r->sides) flr_motion3_fix(r->m, r->axis);
    double gap = (double)r->gap;
    r->t = flr_motion3_follow(look, r, r->axis->root, r->t, &gap, near ? slope(r) : 0, r->end,
                              (double)r->m->error);
    r->gap = (flr_real)gap;
}

/// Of a touch at time t, where r->nearest is of then or of a little later. Beneath the rounding the axis is the better normal.
/// What moves both has not moved the point: it is told from where a is at t.
static flr_motion3_result touched(const motion3_run *r, double t, double upper)
{
    flr_motion3_result q = result(r, FLR_OK, true, t, upper);
    if (!(t > 0)) return q;
    motion3_instant then = t == r->now.time ? r->now : motion3_at(r->m, t);
    q.normal = flr_motion3_direction(r->m, r->axis, &then);
    q.point = flr_add3(flr_motion3_origin(r->m, &then),
                       flr_lerp3(r->nearest.point_a, r->nearest.point_b, (flr_real)0.5));
    return q;
}

/// Does it touch within the tolerance of t? Then that is the answer.
static bool touches_soon(motion3_run *r, flr_motion3_result *q)
{
    double later = motion3_soon(r->t, r->tolerance, r->end);
    if (!(later > r->t) || !flr_motion3_touches(r, later)) return false;
    *q = touched(r, r->t, later);
    return true;
}

/// On by what the distance itself proves, at the speed that no point exceeds: slowly, but also where no direction is known well enough.
/// False where it proves nothing, or has been asked too often.
static bool advance_by_distance(motion3_run *r)
{
    const motion3 *m = r->m;
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

/// How fast a shape may come along n, which stands still, by turning alone: n . (w x p) = (n x w) . p.
static double fastest(const mover3 *m, flr_vec3 n)
{
    return m->turn.angle * (double)(flr_length3(flr_cross3(m->turn.axis, n)) * m->arc);
}

/// Until when the line from middle to middle and two support points along it prove the way free: less than a first
/// distance costs, which tells more where it is asked nearer to the touch. Of two boxes a distance costs no more. The line
/// becomes the axis, as they may touch right there, before another is chosen.
static double free_at_first(motion3_run *r)
{
    const motion3 *m = r->m;
    if (m->a.shape->kind == FLR_CONVEX3_BOX && m->b.shape->kind == FLR_CONVEX3_BOX) return 0;
    const motion3_instant first = {0, {1, 0}, {1, 0}};
    const flr_vec3 n = unit3_or_zero(r->placed.offset);
    motion3_axis_begin(r->axis, MOTION3_WORLD, n);
    flr_real gap = flr_motion3_gap(m, r->axis, &first);
    if (!(gap > m->doubt)) return 0;
    double closing = fastest(&m->a, n) + fastest(&m->b, n) - (double)flr_dot3(n, m->step);
    if (!(closing > 0)) return r->end;
    const double loose = sizeof(flr_real) == sizeof(float) ? 1e-5 : 1e-9;
    double t = (1 - loose) * (double)gap / closing;
    return t < r->end ? t : r->end;
}

/// From where no more is known of them than what parts them then, and perhaps what is nearest.
static void begin_at(motion3_run *r, const motion3_quick *quick)
{
    motion3_instant then = motion3_at(r->m, quick->t);
    r->t = quick->t;
    flr_motion3_axis(r->m, MOTION3_WORLD, quick->normal, &then, r->axis);
    r->gap = flr_motion3_gap(r->m, r->axis, &then);
    r->has_axis = true;
    if (quick->near.count > 0) r->cache = quick->near;
}

static flr_motion3_result told_at_once(const motion3_quick *quick)
{
    flr_motion3_result q = told(FLR_OK, quick->hit, quick->t, quick->t, 1);
    if (!quick->hit) return q;
    q.normal = quick->normal;
    q.point = quick->point;
    return q;
}

flr_motion3_result flr_motion3_until(const motion3 *m, const flr_motion3_options *options, double end)
{
    motion3_run r;
    flr_motion3_result q;
    motion3_sides sides;
    motion3_quick quick = {.t = 0};
    const bool sided = flr_motion3_sides_make(m, &sides);
    if (sided && (sides.hull_a ? flr_motion3_hulls : flr_motion3_boxes)(m, &sides, end, &quick))
        return told_at_once(&quick);
    begin(&r, m, sided ? &sides : NULL, options, end);
    if (quick.t > 0)
        begin_at(&r, &quick);
    else
        r.t = free_at_first(&r);
    const int patience = r.steps_max / SHORT_STEPS < SHORT_STEPS ? r.steps_max / SHORT_STEPS : SHORT_STEPS;
    int short_steps = 0;
    if (r.t >= end) return result(&r, FLR_OK, false, end, end);
    for (r.steps = 1; r.steps <= r.steps_max; r.steps++) {
        if (flr_motion3_touches(&r, r.t)) return touched(&r, r.t, r.t);
        flr_motion3_choose_axis(&r);
        if (!(r.gap > 2 * m->error)) {
            if (advance_by_distance(&r)) {
                if (r.t >= end) return result(&r, FLR_OK, false, end, end);
                continue;
            }
            // nearer than the distance is known to
            flr_real target = m->radii - r.placed.a.radius - r.placed.b.radius;
            flr_real apart = r.nearest.upper - target;
            if (touches_soon(&r, &q)) return q;
            if (apart <= m->doubt) return touched(&r, r.t, r.t);
            if (!(r.gap > 0)) return result(&r, FLR_NOT_CONVERGED, true, r.t, end);
        }
        double before = r.t;
        follow(&r, true);
        if (r.t >= end) return result(&r, FLR_OK, false, end, end);
        // what is left to go is as a rule of the order of the square of the last step: the next one tells whether they touch
        if (r.t - before < r.tolerance / 256 && ++short_steps > patience && touches_soon(&r, &q)) return q;
    }
    r.steps = r.steps_max;
    return result(&r, FLR_NOT_CONVERGED, true, r.t, end);
}

/// The same along an axis that one shape is known by: the other's farthest point along it is where they touch.
static flr_motion3_result touched_along(motion3_run *r, motion3_frame of_flat, double t, double upper)
{
    motion3_place_at(r, t);
    flr_vec3 n = flr_motion3_direction(r->m, r->axis, &r->now);
    const flr_convex3 *a = &r->placed.a, *b = &r->placed.b;
    r->nearest.point_a = of_flat == MOTION3_A ? flr_mul_add3(flr_support3(b, flr_neg3(n)), -b->radius, n)
                                              : flr_mul_add3(flr_support3(a, n), a->radius, n);
    r->nearest.point_b = r->nearest.point_a;
    return touched(r, t, upper);
}

flr_motion3_result flr_motion3_along(const motion3 *m, motion3_frame frame, flr_vec3 direction,
                                     const flr_motion3_options *options, double end)
{
    motion3_run r;
    begin(&r, m, NULL, options, end);
    const mover3 *with = frame == MOTION3_A ? &m->a : &m->b;
    r.now = motion3_at(m, 0);
    flr_motion3_axis(m, frame, flr_mat3_mul(with->turn.start, direction), &r.now, r.axis);
    flr_motion3_fix(m, r.axis);
    r.gap = flr_motion3_gap(m, r.axis, &r.now);
    for (r.steps = 1; r.steps <= r.steps_max; r.steps++) {
        if (r.gap + m->error <= m->touch) return touched_along(&r, frame, r.t, r.t);
        follow(&r, false);
        if (r.t >= end) return result(&r, FLR_OK, false, end, end);
        double later = motion3_soon(r.t, r.tolerance, end);
        if (later > r.t && look(&r, later) + 2 * (double)m->error <= 0)
            return touched_along(&r, frame, r.t, later);
    }
    r.steps = r.steps_max;
    return result(&r, FLR_NOT_CONVERGED, true, r.t, end);
}

flr_motion3_result flr_motion3_convex_convex(const flr_convex3 *a, const flr_path3 *path_a,
                                             const flr_convex3 *b, const flr_path3 *path_b,
                                             const flr_motion3_options *options)
{
    motion3 m;
    flr_motion3_result none = {.status = FLR_INVALID_ARGUMENT};
    if (!motion3_options_are_good(options)) return none;
    none.status = FLR_NOT_FINITE;
    if (!motion3_is_finite(path_a) || !motion3_is_finite(path_b)) return none;
    if (!flr_motion3_make(&m, a, path_a, b, path_b, options ? options->target_distance : 0)) return none;
    return flr_motion3_until(&m, options, 1);
}
