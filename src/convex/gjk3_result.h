/// What a search of GJK has found, as its caller sees it: distance, bounds and points of the shapes with their radii.
#ifndef FLR_CONVEX_GJK3_RESULT_H
#define FLR_CONVEX_GJK3_RESULT_H

#include "convex/gjk3_careful.h"
#include "math/wide_lanes3.h"

/// What a search has come to, of the cores.
typedef struct gjk3_outcome {
    gjk3_end end;
    bool clear;  ///< with GJK3_INSIDE: by more than 64 roundings; else not set
    int steps;
    double distance, lower, upper, rounding;
    wide3 axis;
    wide_lanes x, y, z;  ///< of the points that are closest
} gjk3_outcome;

/// Did the search end with its bounds apart?
GJK3_INLINE bool gjk3_is_lost(const gjk3_outcome *g)
{
    const double relative = sizeof(flr_real) == sizeof(float) ? 1e-5 : 1e-12;
    return g->end == GJK3_LOST && g->upper - g->lower > 64 * g->rounding + g->upper * relative;
}

GJK3_INLINE gjk3_outcome gjk3_outcome_of(const gjk3_search *g)
{
    const vertex3 *v = g->v[0];
    wide_lanes weight = wide_all(g->weight[0]), x = weight * v->x, y = weight * v->y, z = weight * v->z;
    for (int i = 1; i < g->count; i++) {
        v = g->v[i];
        weight = wide_all(g->weight[i]);
        x += weight * v->x;
        y += weight * v->y;
        z += weight * v->z;
    }
    return (gjk3_outcome){g->end,      g->clear, g->steps, g->distance, g->lower, g->upper,
                          g->rounding, g->axis,  x,        y,           z};
}

/// In float the vertices of a hull, measured from its centre, are rounded once before they are carried.
static inline double gjk3_hull_rounding(const core3 *c)
{
    if (c->shape->kind != FLR_CONVEX3_HULL) return 0;
    const flr_aabb3 *b = &c->shape->hull->info.bounds;
    return 0x1p-24 * wide3_length(wide3_sub(wide3_of(b->max), wide3_of(b->min)));
}

/// The points that are closest, moved out by the radii: at + offset of both cores, in world.
GJK3_INLINE void gjk3_set_points(const pair3 *p, wide_lanes3 at, wide_lanes3 offset, wide3 normal,
                                 flr_gjk3 *r)
{
    if (p->radius_a + p->radius_b != 0) {
        const wide_lanes radius = {p->radius_a, -p->radius_b};
        offset.x += radius * wide_all(normal.x);
        offset.y += radius * wide_all(normal.y);
        offset.z += radius * wide_all(normal.z);
    }
    const wide_lanes x = at.x + offset.x, y = at.y + offset.y, z = at.z + offset.z;
    r->point_a = wide3_to_real(wide3_make(x[0], y[0], z[0]));
    r->point_b = wide3_to_real(wide3_make(x[1], y[1], z[1]));
}

/// The square of a distance that small has few digits left, and so has the length of what was divided by its root. By value: what
/// a pointer leads to would be written before it is known that none is needed.
static __attribute__((noinline, cold)) flr_vec3 gjk3_renewed(flr_vec3 normal)
{
    const wide3 n = wide3_of(normal);
    const double length = wide3_length(n);
    return length > 0 && isfinite(length) ? wide3_to_real(wide3_scale(1 / length, n)) : normal;
}

/// All but the points. `depth`: where the radii overlap, the bounds are those of the depth.
GJK3_INLINE void gjk3_set_numbers(const pair3 *p, const gjk3_outcome *g, double limit, bool depth,
                                  flr_gjk3 *r)
{
    double shrink = p->reference.unit == 1 ? 1 : 1 / p->reference.unit;
    double radii = p->radius_a + p->radius_b, upper = g->upper * shrink, lower = g->lower * shrink;
    double distance = g->distance * shrink - radii, rounding = g->rounding * shrink, error = 8 * rounding;
    // in float, what is returned is rounded as well
    if (sizeof(flr_real) == sizeof(float))
        error += 0x1p-22 * (upper + radii) + gjk3_hull_rounding(&p->a) + gjk3_hull_rounding(&p->b);
    const bool lost = gjk3_is_lost(g);
    r->status = lost ? FLR_NOT_CONVERGED : FLR_OK;
    r->iterations = g->steps;
    wide_lanes bounds = (wide_lanes){lower, upper} - (wide_lanes){error + radii, radii - error};
    if (depth && !((flr_real)distance > 0)) bounds = (wide_lanes){-bounds[1], -bounds[0]};
    bounds = wide_max(bounds, (wide_lanes){0, 0});
    r->lower = (flr_real)bounds[0];
    r->upper = (flr_real)bounds[1];
    r->signed_distance = (flr_real)distance;
    r->beyond = g->end == GJK3_BEYOND && r->lower > (flr_real)limit;
    r->overlap = !(r->signed_distance > 0) && !r->beyond;
    // rounding is one of the scene's size
    const double clearance = 64 * gjk3_real_roundings * rounding;
    r->clear = r->overlap ? (g->end == GJK3_INSIDE && g->clear) || upper < radii - clearance
                          : lower > radii + clearance;
    r->distance = r->beyond ? r->lower : r->overlap ? 0 : r->signed_distance;
    r->normal = wide3_to_real(wide3_neg(g->axis));
    if (__builtin_expect(g->distance < 0x1p-480, 0)) r->normal = gjk3_renewed(r->normal);
}

GJK3_INLINE void gjk3_set_result(const pair3 *p, const gjk3_outcome *g, double limit, bool depth, flr_gjk3 *r)
{
    const wide3 at = p->reference.position, lead = p->reference.lead;
    const double unit = p->reference.unit;
    wide_lanes3 offset = {wide_all(lead.x) + g->x, wide_all(lead.y) + g->y, wide_all(lead.z) + g->z};
    if (unit != 1) {
        const wide_lanes shrink = wide_all(1 / unit);
        offset = (wide_lanes3){shrink * offset.x, shrink * offset.y, shrink * offset.z};
    }
    gjk3_set_numbers(p, g, limit, depth, r);
    gjk3_set_points(p, wide_lanes3_of(at, at), offset, wide3_neg(g->axis), r);
}

#endif
