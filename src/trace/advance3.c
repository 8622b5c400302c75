/// Conservative advancement in space, step by step. What is done is in advance.h.
#include "base/answer.h"
#include "convex/kinds3.h"
#include "feeler/trace.h"
#include "math/vectors.h"
#include "toi/toi3.h"

typedef flr_advance3_step advance_step;
typedef flr_trace3_sweep_fn advance_step_fn;
typedef flr_convex3 advance_convex;
typedef flr_vec3 advance_vec;
typedef flr_gjk3 advance_gjk;
typedef flr_path3 advance_path;
typedef flr_sweep3_result advance_sweep_result;
typedef flr_toi3_result advance_toi_result;
typedef flr_toi3_options advance_toi_options;

#define ADVANCE_USER FLR_CONVEX3_USER
#define advance_closest flr_closest3_convex_convex
#define advance_scale flr_scale3
#define advance_dot flr_dot3
#define advance_add flr_add3
#define advance_is_finite flr_is_finite3
#define advance_spread flr_spread3

static flr_convex3 moved(const flr_convex3 *c, flr_vec3 by)
{
    flr_convex3 r = *c;
    convex3_move(&r, by);
    return r;
}

/// `way`: no point goes farther on the whole path, seen from the other shape.
typedef struct motion {
    toi3_pair pair;
    double target, way, tolerance;
} motion;

#include "trace/advance.h"

static flr_status measure_motion(const void *scene, flr_advance3_step *s, measured *m)
{
    const motion *c = scene;
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

static bool start(motion *c, const flr_convex3 *a, const flr_path3 *path_a, const flr_convex3 *b,
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

flr_status flr_trace3_sweep(const flr_convex3 *a, flr_vec3 motion, const flr_convex3 *b, flr_real target,
                            flr_trace3_sweep_fn *step, void *user, flr_sweep3_result *result)
{
    return trace_sweep(a, motion, b, target, step, user, result);
}

flr_status flr_trace3_toi(const flr_convex3 *a, const flr_path3 *path_a, const flr_convex3 *b,
                          const flr_path3 *path_b, const flr_toi3_options *options, flr_trace3_sweep_fn *step,
                          void *user, flr_toi3_result *result)
{
    return trace_toi(a, path_a, b, path_b, options, step, user, result);
}
