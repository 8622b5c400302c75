/// Traces conservative advancement of two shapes in motion, straight or turning, in both dimensions
/// (Mirtich, "Impulse-based dynamic simulation of rigid body systems", 1996). At each time it measures the
/// gap and advances by the gap over a bound of the closing speed. A plain version for learners; its steps
/// are not those of sweep/ and toi/.
#include "base/answer.h"
#include "feeler/trace.h"
#include "toi/toi2.h"
#include "toi/toi3.h"

enum { SWEEP_STEPS = 256, MOTION_STEPS = 1000 };

static const double eps = sizeof(flr_real) == sizeof(float) ? 0x1p-24 : 0x1p-53;

static double size3(flr_vec3 p) { return fabs((double)p.x) + fabs((double)p.y) + fabs((double)p.z); }
static double size2(flr_vec2 p) { return fabs((double)p.x) + fabs((double)p.y); }

/// The measurements at a time: gap, bound of the closing speed, and the gap up to which it counts as a
/// touch.
typedef struct measured {
    double gap, closing, slack;
} measured;

/// Measures the shapes at time s->t; sets the points and the normal of s.
typedef flr_status measure3_fn(const void *scene, flr_advance3_step *s, measured *m);
typedef flr_status measure2_fn(const void *scene, flr_advance2_step *s, measured *m);

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
#define ADVANCE(D)                                                                                           \
    static flr_status advance##D(measure##D##_fn *measure, const void *scene, int steps_max,                 \
                                 flr_trace##D##_sweep_fn *step, void *user, flr_advance##D##_step *s,        \
                                 int *count)                                                                 \
    {                                                                                                        \
        *s = (flr_advance##D##_step){.end = FLR_ADVANCE_GOES_ON};                                            \
        *count = 0;                                                                                          \
        do {                                                                                                 \
            measured m;                                                                                      \
            double next;                                                                                     \
            s->t = s->next;                                                                                  \
            const flr_status status = measure(scene, s, &m);                                                 \
            if (!flr_has_answer(status)) return status;                                                      \
            if (*count == 0 && m.gap <= 0) {                                                                 \
                s->end = FLR_ADVANCE_TOUCH;                                                                  \
                return FLR_OK;                                                                               \
            }                                                                                                \
            s->gap = (flr_real)m.gap;                                                                        \
            s->closing = (flr_real)m.closing;                                                                \
            s->end = end_of((double)s->t, &m, &next);                                                        \
            s->next = (flr_real)next;                                                                        \
            if (s->end == FLR_ADVANCE_GOES_ON && *count + 1 == steps_max) s->end = FLR_ADVANCE_LIMIT;        \
            ++*count;                                                                                        \
            if (step) step(user, s);                                                                         \
        } while (s->end == FLR_ADVANCE_GOES_ON);                                                             \
        return s->end == FLR_ADVANCE_LIMIT ? FLR_NOT_CONVERGED : FLR_OK;                                     \
    }

ADVANCE(2)
ADVANCE(3)

// ---- Straight motion

/// The shape moved by a vector. Cylinders and cones keep their ends beside the centre.
static flr_convex3 moved3(const flr_convex3 *c, flr_vec3 by)
{
    flr_convex3 r = *c;
    r.center = flr_add3(c->center, by);
    const bool ends = c->kind == FLR_CONVEX3_CYLINDER || c->kind == FLR_CONVEX3_CONE;
    const uint32_t count = c->kind == FLR_CONVEX3_CORNERS ? c->count : ends ? 2 : 0;
    for (uint32_t i = 0; i < count; i++) r.corners[i] = flr_add3(c->corners[i], by);
    return r;
}

static flr_convex2 moved2(const flr_convex2 *c, flr_vec2 by)
{
    flr_convex2 r = *c;
    r.center = flr_add2(c->center, by);
    for (uint32_t i = 0; c->kind == FLR_CONVEX2_CORNERS && i < c->count; i++)
        r.corners[i] = flr_add2(c->corners[i], by);
    return r;
}

#define SWEEP(D)                                                                                             \
    typedef struct sweep##D {                                                                                \
        const flr_convex##D *a, *b;                                                                          \
        flr_vec##D motion;                                                                                   \
        flr_real target;                                                                                     \
    } sweep##D;                                                                                              \
                                                                                                             \
    static flr_status measure_sweep##D(const void *scene, flr_advance##D##_step *s, measured *m)             \
    {                                                                                                        \
        const sweep##D *c = scene;                                                                           \
        const flr_convex##D now = moved##D(c->a, flr_scale##D(s->t, c->motion));                             \
        const flr_gjk##D g = flr_closest##D##_convex_convex(&now, c->b, NULL);                               \
        s->point_a = g.point_a;                                                                              \
        s->point_b = g.point_b;                                                                              \
        s->normal = g.normal;                                                                                \
        m->gap = (double)g.distance - (double)c->target;                                                     \
        m->closing = (double)flr_dot##D(c->motion, g.normal);                                                \
        m->slack = 64 * eps *                                                                                \
                   (size##D(g.point_a) + size##D(g.point_b) + size##D(c->a->center) +                        \
                    size##D(c->b->center) + size##D(c->motion));                                             \
        return g.status;                                                                                     \
    }                                                                                                        \
                                                                                                             \
    flr_status flr_trace##D##_sweep(const flr_convex##D *a, flr_vec##D motion, const flr_convex##D *b,       \
                                    flr_real target, flr_trace##D##_sweep_fn *step, void *user,              \
                                    flr_sweep##D##_result *result)                                           \
    {                                                                                                        \
        if (!a || !b || !result || !flr_is_option(target)) return FLR_INVALID_ARGUMENT;                      \
        if (a->kind == FLR_CONVEX##D##_USER || b->kind == FLR_CONVEX##D##_USER) return FLR_INVALID_ARGUMENT; \
        *result = (flr_sweep##D##_result){.status = FLR_NOT_FINITE};                                         \
        if (!flr_is_finite##D(motion)) return FLR_NOT_FINITE;                                                \
        const sweep##D scene = {a, b, motion, target};                                                       \
        flr_advance##D##_step s;                                                                             \
        result->status =                                                                                     \
            advance##D(measure_sweep##D, &scene, SWEEP_STEPS, step, user, &s, &result->iterations);          \
        result->overlap_at_start = s.end == FLR_ADVANCE_TOUCH && result->iterations == 0;                    \
        result->hit = s.end == FLR_ADVANCE_TOUCH || s.end == FLR_ADVANCE_LIMIT;                              \
        if (!result->hit || result->overlap_at_start) return result->status;                                 \
        result->t = s.t;                                                                                     \
        result->point = s.point_b;                                                                           \
        result->normal = s.normal;                                                                           \
        return result->status;                                                                               \
    }

SWEEP(2)
SWEEP(3)

// ---- Motion with turns

/// `way`: an upper bound on how far any point travels on the whole path, seen from the other shape.
typedef struct motion3 {
    toi3_pair pair;
    double target, way, tolerance;
} motion3;

static flr_status measure_motion3(const void *scene, flr_advance3_step *s, measured *m)
{
    const motion3 *c = scene;
    const toi3_pair *p = &c->pair;
    const toi3_instant now = toi3_at(p, (double)s->t);
    toi3_placed placed;
    flr_toi3_place(p, &placed);
    flr_toi3_move(p, &now, &placed);
    const flr_gjk3 g = flr_closest3_convex_convex(&placed.a, &placed.b, NULL);
    const flr_vec3 origin = flr_toi3_origin(p, &now);
    s->point_a = flr_add3(g.point_a, origin);
    s->point_b = flr_add3(g.point_b, origin);
    s->normal = g.normal;
    m->gap = (double)g.distance - c->target;
    m->closing = mover3_fastest(&p->a, g.normal) + mover3_fastest(&p->b, g.normal) -
                 (double)flr_dot3(g.normal, p->step);
    m->slack = (double)p->touch + c->tolerance * c->way;
    return g.status;
}

typedef struct motion2 {
    flr_movers2 pair;
    const flr_path2 *path_a, *path_b;
    double target, way, tolerance;
} motion2;

/// The shape at its pose.
static flr_convex2 placed2(const flr_convex2 *c, flr_pose2 pose)
{
    flr_convex2 r = *c;
    double sine, cosine;
    flr_sine_cosine((double)pose.angle, &sine, &cosine);
    r.center = flr_pose2_point(pose, c->center);
    r.rotation.x = (flr_real)(cosine * (double)c->rotation.x - sine * (double)c->rotation.y);
    r.rotation.y = (flr_real)(sine * (double)c->rotation.x + cosine * (double)c->rotation.y);
    for (uint32_t i = 0; c->kind == FLR_CONVEX2_CORNERS && i < c->count; i++)
        r.corners[i] = flr_pose2_point(pose, c->corners[i]);
    return r;
}

static flr_status measure_motion2(const void *scene, flr_advance2_step *s, measured *m)
{
    const motion2 *c = scene;
    const flr_movers2 *p = &c->pair;
    const flr_convex2 a = placed2(p->a.shape, flr_path2_at(c->path_a, s->t)),
                      b = placed2(p->b.shape, flr_path2_at(c->path_b, s->t));
    const flr_gjk2 g = flr_closest2_convex_convex(&a, &b, NULL);
    s->point_a = g.point_a;
    s->point_b = g.point_b;
    s->normal = g.normal;
    m->gap = (double)g.distance - c->target;
    m->closing = p->way.x * (double)g.normal.x + p->way.y * (double)g.normal.y +
                 fabs(p->a.turn) * p->a.reach + fabs(p->b.turn) * p->b.reach;
    m->slack = 64 * eps * (size2(g.point_a) + size2(g.point_b) + c->way) + c->tolerance * c->way;
    return g.status;
}

static double tolerance_of(flr_real given)
{
    return given > 0 ? (double)given : sizeof(flr_real) == sizeof(float) ? 1e-5 : 1e-6;
}

#define MOTION(D)                                                                                            \
    static void answer##D(const flr_advance##D##_step *s, flr_toi##D##_result *result)                       \
    {                                                                                                        \
        result->hit = s->end == FLR_ADVANCE_TOUCH || s->end == FLR_ADVANCE_LIMIT;                            \
        result->t = result->t_upper = result->hit ? s->t : 1;                                                \
        if (!result->hit || result->iterations == 0) return;                                                 \
        result->point = flr_scale##D((flr_real)0.5, flr_add##D(s->point_a, s->point_b));                     \
        result->normal = s->normal;                                                                          \
    }                                                                                                        \
                                                                                                             \
    flr_status flr_trace##D##_toi(const flr_convex##D *a, const flr_path##D *path_a, const flr_convex##D *b, \
                                  const flr_path##D *path_b, const flr_toi##D##_options *options,            \
                                  flr_trace##D##_sweep_fn *step, void *user, flr_toi##D##_result *result)    \
    {                                                                                                        \
        if (!a || !b || !path_a || !path_b || !result) return FLR_INVALID_ARGUMENT;                          \
        const flr_toi##D##_options none = {.max_steps = 0}, *o = options ? options : &none;                  \
        *result = (flr_toi##D##_result){.status = FLR_INVALID_ARGUMENT};                                     \
        if (!flr_is_option(o->tolerance) || !flr_is_option(o->target_distance) || o->max_steps < 0)          \
            return FLR_INVALID_ARGUMENT;                                                                     \
        if (a->kind == FLR_CONVEX##D##_USER || b->kind == FLR_CONVEX##D##_USER) return FLR_INVALID_ARGUMENT; \
        motion##D scene;                                                                                     \
        if (!start##D(&scene, a, path_a, b, path_b, (double)o->target_distance)) {                           \
            result->status = FLR_NOT_FINITE;                                                                 \
            return FLR_NOT_FINITE;                                                                           \
        }                                                                                                    \
        scene.tolerance = tolerance_of(o->tolerance);                                                        \
        flr_advance##D##_step s;                                                                             \
        result->status =                                                                                     \
            advance##D(measure_motion##D, &scene, o->max_steps > 0 ? o->max_steps : MOTION_STEPS, step,      \
                       user, &s, &result->iterations);                                                       \
        if (flr_has_answer(result->status)) answer##D(&s, result);                                           \
        return result->status;                                                                               \
    }

static bool start3(motion3 *c, const flr_convex3 *a, const flr_path3 *path_a, const flr_convex3 *b,
                   const flr_path3 *path_b, double target)
{
    const toi3_pair *p = &c->pair;
    if (!toi3_is_finite(path_a) || !toi3_is_finite(path_b)) return false;
    if (!flr_toi3_make(&c->pair, a, path_a, b, path_b, (flr_real)target)) return false;
    c->target = target;
    c->way = (double)flr_length3(p->step) + p->a.turn.angle * (double)p->a.arc +
             p->b.turn.angle * (double)p->b.arc;
    return true;
}

static bool start2(motion2 *c, const flr_convex2 *a, const flr_path2 *path_a, const flr_convex2 *b,
                   const flr_path2 *path_b, double target)
{
    const flr_movers2 *p = &c->pair;
    if (!flr_is_path2_finite(path_a) || !flr_is_path2_finite(path_b)) return false;
    if (!flr_toi2_start(&c->pair, a, path_a, b, path_b, target)) return false;
    c->path_a = path_a;
    c->path_b = path_b;
    c->target = target;
    c->way = p->speed + fabs(p->a.turn) * p->a.reach + fabs(p->b.turn) * p->b.reach;
    return true;
}

MOTION(2)
MOTION(3)
