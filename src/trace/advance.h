/// Conservative advancement of shapes in motion, straight or turning (Mirtich, "Impulse-based dynamic simulation of rigid body systems", 1996),
/// written once for both dimensions: advance2.c and advance3.c name their types and functions, include this, and say how a motion with turns
/// starts and is measured (start, measure_motion).

#include "math/eps.h"
enum { SWEEP_STEPS = 256, MOTION_STEPS = 1000 };

static const double eps = FLR_HALF_EPS;

/// The measurements at a time: gap, bound of the closing speed, and the gap up to which it counts as a
/// touch.
typedef struct measured {
    double gap, closing, slack;
} measured;

/// Measures the shapes at time s->t; sets the points and the normal of s.
typedef flr_status measure_fn(const void *scene, advance_step *s, measured *m);

static flr_advance_end end_of(double t, const measured *m, double *next)
{
    *next = t;
    if (m->gap <= m->slack) return FLR_ADVANCE_TOUCH;
    if (!(m->closing > 0)) return FLR_ADVANCE_PARTS;
    *next = t + m->gap / m->closing;
    if (!(*next > 1)) return FLR_ADVANCE_GOES_ON;
    // rounding may put a touch at the very end beyond it
    if (m->gap - (1 - t) * m->closing > m->slack) return FLR_ADVANCE_PASSED;
    *next = 1;
    return FLR_ADVANCE_GOES_ON;
}

/// Advances until an end is reached. `s` is the last step; `count` is 0 if they touch at the start.
static flr_status advance(measure_fn *measure, const void *scene, int steps_max, advance_step_fn *step,
                          void *user, advance_step *s, int *count)
{
    *s = (advance_step){.end = FLR_ADVANCE_GOES_ON};
    *count = 0;
    do {
        measured m;
        double next;
        s->t = s->next;
        const flr_status status = measure(scene, s, &m);
        if (!flr_has_answer(status)) return status;
        if (*count == 0 && m.gap <= 0) {
            s->end = FLR_ADVANCE_TOUCH;
            return FLR_OK;
        }
        s->gap = (flr_real)m.gap;
        s->closing = (flr_real)m.closing;
        s->end = end_of((double)s->t, &m, &next);
        s->next = (flr_real)next;
        if (s->end == FLR_ADVANCE_GOES_ON && *count + 1 == steps_max) s->end = FLR_ADVANCE_LIMIT;
        ++*count;
        if (step) step(user, s);
    } while (s->end == FLR_ADVANCE_GOES_ON);
    return s->end == FLR_ADVANCE_LIMIT ? FLR_NOT_CONVERGED : FLR_OK;
}

// ---- Straight motion

typedef struct straight {
    const advance_convex *a, *b;
    advance_vec motion;
    flr_real target;
} straight;

static flr_status measure_sweep(const void *scene, advance_step *s, measured *m)
{
    const straight *c = scene;
    const advance_convex now = moved(c->a, advance_scale(s->t, c->motion));
    const advance_gjk g = advance_closest(&now, c->b, NULL);
    s->point_a = g.point_a;
    s->point_b = g.point_b;
    s->normal = g.normal;
    m->gap = (double)g.distance - (double)c->target;
    m->closing = (double)advance_dot(c->motion, g.normal);
    m->slack = 64 * eps *
               (advance_spread(g.point_a) + advance_spread(g.point_b) + advance_spread(c->a->center) +
                advance_spread(c->b->center) + advance_spread(c->motion));
    return g.status;
}

static flr_status trace_sweep(const advance_convex *a, advance_vec motion, const advance_convex *b,
                              flr_real target, advance_step_fn *step, void *user,
                              advance_sweep_result *result)
{
    if (!a || !b || !result || !flr_is_option(target)) return FLR_INVALID_ARGUMENT;
    if (a->kind == ADVANCE_USER || b->kind == ADVANCE_USER) return FLR_INVALID_ARGUMENT;
    *result = (advance_sweep_result){.status = FLR_NOT_FINITE};
    if (!advance_is_finite(motion)) return FLR_NOT_FINITE;
    const straight scene = {a, b, motion, target};
    advance_step s;
    result->status = advance(measure_sweep, &scene, SWEEP_STEPS, step, user, &s, &result->iterations);
    result->overlap_at_start = s.end == FLR_ADVANCE_TOUCH && result->iterations == 0;
    result->hit = s.end == FLR_ADVANCE_TOUCH || s.end == FLR_ADVANCE_LIMIT;
    if (!result->hit || result->overlap_at_start) return result->status;
    result->t = s.t;
    result->point = s.point_b;
    result->normal = s.normal;
    return result->status;
}

// ---- Motion with turns

static bool start(motion *c, const advance_convex *a, const advance_path *path_a, const advance_convex *b,
                  const advance_path *path_b, double target);
static flr_status measure_motion(const void *scene, advance_step *s, measured *m);

static double tolerance_of(flr_real given)
{
    return given > 0 ? (double)given : sizeof(flr_real) == sizeof(float) ? 1e-5 : 1e-6;
}

static void answer(const advance_step *s, advance_toi_result *result)
{
    result->hit = s->end == FLR_ADVANCE_TOUCH || s->end == FLR_ADVANCE_LIMIT;
    result->t = result->t_upper = result->hit ? s->t : 1;
    if (!result->hit || result->iterations == 0) return;
    result->point = advance_scale((flr_real)0.5, advance_add(s->point_a, s->point_b));
    result->normal = s->normal;
}

static flr_status trace_toi(const advance_convex *a, const advance_path *path_a, const advance_convex *b,
                            const advance_path *path_b, const advance_toi_options *options,
                            advance_step_fn *step, void *user, advance_toi_result *result)
{
    if (!a || !b || !path_a || !path_b || !result) return FLR_INVALID_ARGUMENT;
    const advance_toi_options none = {.max_steps = 0}, *o = options ? options : &none;
    *result = (advance_toi_result){.status = FLR_INVALID_ARGUMENT};
    if (!flr_is_option(o->tolerance) || !flr_is_option(o->target_distance) || o->max_steps < 0)
        return FLR_INVALID_ARGUMENT;
    if (a->kind == ADVANCE_USER || b->kind == ADVANCE_USER) return FLR_INVALID_ARGUMENT;
    motion scene;
    if (!start(&scene, a, path_a, b, path_b, (double)o->target_distance)) {
        result->status = FLR_NOT_FINITE;
        return FLR_NOT_FINITE;
    }
    scene.tolerance = tolerance_of(o->tolerance);
    advance_step s;
    result->status = advance(measure_motion, &scene, o->max_steps > 0 ? o->max_steps : MOTION_STEPS, step,
                             user, &s, &result->iterations);
    if (flr_has_answer(result->status)) answer(&s, result);
    return result->status;
}
