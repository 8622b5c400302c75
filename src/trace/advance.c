/// Conservative advancement of a shape in straight motion (Mirtich, "Impulse-based dynamic simulation of rigid body systems", 1996), in both dimensions.
#include "base/answer.h"
#include "feeler/trace.h"

enum { STEPS_MAX = 256 };

static const double eps = sizeof(flr_real) == sizeof(float) ? 0x1p-24 : 0x1p-53;

/// Cylinders and cones keep their ends beside the centre.
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

static double size3(flr_vec3 p) { return fabs((double)p.x) + fabs((double)p.y) + fabs((double)p.z); }
static double size2(flr_vec2 p) { return fabs((double)p.x) + fabs((double)p.y); }

static flr_advance_end end_of(double t, double gap, double closing, double slack, double *next)
{
    *next = t;
    if (gap <= slack) return FLR_ADVANCE_TOUCH;
    if (!(closing > 0)) return FLR_ADVANCE_PARTS;
    *next = t + gap / closing;
    if (!(*next > 1)) return FLR_ADVANCE_GOES_ON;
    // a touch at the very end may round beyond it
    if (gap - (1 - t) * closing > slack) return FLR_ADVANCE_PASSED;
    *next = 1;
    return FLR_ADVANCE_GOES_ON;
}

#define ADVANCE(D)                                                                                           \
    flr_status flr_trace##D##_sweep(const flr_convex##D *a, flr_vec##D motion, const flr_convex##D *b,       \
                                    flr_real target, flr_trace##D##_sweep_fn *step, void *user,              \
                                    flr_sweep##D##_result *result)                                           \
    {                                                                                                        \
        if (!a || !b || !result || !flr_is_option(target)) return FLR_INVALID_ARGUMENT;                      \
        if (a->kind == FLR_CONVEX##D##_USER || b->kind == FLR_CONVEX##D##_USER) return FLR_INVALID_ARGUMENT; \
        *result = (flr_sweep##D##_result){.status = FLR_NOT_FINITE};                                         \
        if (!flr_is_finite##D(motion)) return FLR_NOT_FINITE;                                                \
        flr_advance##D##_step s = {.next = 0};                                                               \
        do {                                                                                                 \
            s.t = s.next;                                                                                    \
            const flr_convex##D now = moved##D(a, flr_scale##D(s.t, motion));                                \
            const flr_gjk##D g = flr_closest##D##_convex_convex(&now, b, NULL);                              \
            if (!flr_has_answer(g.status)) return result->status = g.status;                                 \
            if (result->iterations == 0 && g.distance <= target) {                                           \
                result->hit = result->overlap_at_start = true;                                               \
                return result->status = FLR_OK;                                                              \
            }                                                                                                \
            double next;                                                                                     \
            const double gap = (double)g.distance - (double)target,                                          \
                         closing = (double)flr_dot##D(motion, g.normal),                                     \
                         slack = 64 * eps *                                                                  \
                                 (size##D(g.point_a) + size##D(g.point_b) + size##D(a->center) +             \
                                  size##D(b->center) + size##D(motion));                                     \
            s.gap = (flr_real)gap;                                                                           \
            s.point_a = g.point_a;                                                                           \
            s.point_b = g.point_b;                                                                           \
            s.normal = g.normal;                                                                             \
            s.closing = (flr_real)closing;                                                                   \
            s.end = end_of((double)s.t, gap, closing, slack, &next);                                         \
            s.next = (flr_real)next;                                                                         \
            if (s.end == FLR_ADVANCE_GOES_ON && result->iterations + 1 == STEPS_MAX)                         \
                s.end = FLR_ADVANCE_LIMIT;                                                                   \
            result->iterations++;                                                                            \
            if (step) step(user, &s);                                                                        \
        } while (s.end == FLR_ADVANCE_GOES_ON);                                                              \
        result->status = s.end == FLR_ADVANCE_LIMIT ? FLR_NOT_CONVERGED : FLR_OK;                            \
        result->hit = s.end == FLR_ADVANCE_TOUCH || s.end == FLR_ADVANCE_LIMIT;                              \
        if (!result->hit) return result->status;                                                             \
        result->t = s.t;                                                                                     \
        result->point = s.point_b;                                                                           \
        result->normal = s.normal;                                                                           \
        return result->status;                                                                               \
    }

ADVANCE(2)
ADVANCE(3)
