/// Conservative advancement in the plane, step by step. What is done is in advance.h.
#include "base/answer.h"
#include "feeler/trace.h"
#include "toi/toi2.h"

typedef flr_advance2_step advance_step;
typedef flr_trace2_sweep_fn advance_step_fn;
typedef flr_convex2 advance_convex;
typedef flr_vec2 advance_vec;
typedef flr_gjk2 advance_gjk;
typedef flr_path2 advance_path;
typedef flr_sweep2_result advance_sweep_result;
typedef flr_toi2_result advance_toi_result;
typedef flr_toi2_options advance_toi_options;

#define ADVANCE_USER FLR_CONVEX2_USER
#define advance_closest flr_closest2_convex_convex
#define advance_scale flr_scale2
#define advance_dot flr_dot2
#define advance_add flr_add2
#define advance_is_finite flr_is_finite2

static double advance_spread(flr_vec2 p) { return fabs((double)p.x) + fabs((double)p.y); }

static flr_convex2 moved(const flr_convex2 *c, flr_vec2 by)
{
    flr_convex2 r = *c;
    r.center = flr_add2(c->center, by);
    for (uint32_t i = 0; c->kind == FLR_CONVEX2_CORNERS && i < c->count; i++)
        r.corners[i] = flr_add2(c->corners[i], by);
    return r;
}

typedef struct motion {
    flr_movers2 pair;
    const flr_path2 *path_a, *path_b;
    double target, way, tolerance;
} motion;

#include "trace/advance.h"

/// The shape where its path's frame is.
static flr_convex2 placed(const flr_convex2 *c, flr_pose2 pose)
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

static flr_status measure_motion(const void *scene, flr_advance2_step *s, measured *m)
{
    const motion *c = scene;
    const flr_movers2 *p = &c->pair;
    const flr_convex2 a = placed(p->a.shape, flr_path2_at(c->path_a, s->t)),
                      b = placed(p->b.shape, flr_path2_at(c->path_b, s->t));
    const flr_gjk2 g = flr_closest2_convex_convex(&a, &b, NULL);
    s->point_a = g.point_a;
    s->point_b = g.point_b;
    s->normal = g.normal;
    m->gap = (double)g.distance - c->target;
    m->closing = p->way.x * (double)g.normal.x + p->way.y * (double)g.normal.y +
                 fabs(p->a.turn) * p->a.reach + fabs(p->b.turn) * p->b.reach;
    m->slack =
        64 * eps * (advance_spread(g.point_a) + advance_spread(g.point_b) + c->way) + c->tolerance * c->way;
    return g.status;
}

static bool start(motion *c, const flr_convex2 *a, const flr_path2 *path_a, const flr_convex2 *b,
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

flr_status flr_trace2_sweep(const flr_convex2 *a, flr_vec2 motion, const flr_convex2 *b, flr_real target,
                            flr_trace2_sweep_fn *step, void *user, flr_sweep2_result *result)
{
    return trace_sweep(a, motion, b, target, step, user, result);
}

flr_status flr_trace2_toi(const flr_convex2 *a, const flr_path2 *path_a, const flr_convex2 *b,
                          const flr_path2 *path_b, const flr_toi2_options *options, flr_trace2_sweep_fn *step,
                          void *user, flr_toi2_result *result)
{
    return trace_toi(a, path_a, b, path_b, options, step, user, result);
}
