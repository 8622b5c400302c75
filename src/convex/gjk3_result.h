/// The result of GJK for its caller: distance, bounds and points of the shapes with their radii.
#ifndef FLR_CONVEX_GJK3_RESULT_H
#define FLR_CONVEX_GJK3_RESULT_H

#include "convex/gjk3_search.h"
#include "math/simd.h"

/// The result of a search for the cores, as a value.
typedef struct gjk3_outcome {
    gjk3_end end;
    bool clear;  ///< with GJK3_INSIDE: by more than 64 rounding errors; else not set
    int steps;
    double distance, lower, upper, rounding;
    dvec3 axis;
    f64x2 x, y, z;  ///< of the closest points
} gjk3_outcome;

/// Did the search end with its bounds still apart?
GJK3_INLINE bool gjk3_is_lost(const gjk3_outcome *g)
{
    const double relative = sizeof(flr_real) == sizeof(float) ? 1e-5 : 1e-12;
    return g->end == GJK3_LOST && g->upper - g->lower > 64 * g->rounding + g->upper * relative;
}

/// Returns the end of a search, with the closest points of both cores in one register.
GJK3_INLINE gjk3_outcome gjk3_outcome_of(const gjk3_search *g)
{
    const vertex3 *v = g->v[0];
    f64x2 weight = f64x2_splat(g->weight[0]), x = weight * v->x, y = weight * v->y, z = weight * v->z;
    for (int i = 1; i < g->count; i++) {
        v = g->v[i];
        weight = f64x2_splat(g->weight[i]);
        x += weight * v->x;
        y += weight * v->y;
        z += weight * v->z;
    }
    return (gjk3_outcome){g->end,      g->clear, g->steps, g->distance, g->lower, g->upper,
                          g->rounding, g->axis,  x,        y,           z};
}

/// Returns a bound on the rounding of a hull's vertices in float: each is rounded once, relative to the
/// hull's centre, before it is placed.
static inline double gjk3_hull_rounding(const core3 *c)
{
    if (c->shape->kind != FLR_CONVEX3_HULL) return 0;
    const flr_aabb3 *b = &c->shape->hull->info.bounds;
    return 0x1p-24 * dvec3_length(dvec3_sub(dvec3_from(b->max), dvec3_from(b->min)));
}

/// Sets the closest points of the shapes: those of both cores (at + offset, in world) moved out by the
/// radii.
GJK3_INLINE void gjk3_set_points(const pair3 *p, dvec3x2 at, dvec3x2 offset, dvec3 normal, flr_gjk3 *r)
{
    if (p->radius_a + p->radius_b != 0) {
        const f64x2 radius = {p->radius_a, -p->radius_b};
        offset.x += radius * f64x2_splat(normal.x);
        offset.y += radius * f64x2_splat(normal.y);
        offset.z += radius * f64x2_splat(normal.z);
    }
    const f64x2 x = at.x + offset.x, y = at.y + offset.y, z = at.z + offset.z;
    r->point_a = dvec3_round(dvec3_make(x[0], y[0], z[0]));
    r->point_b = dvec3_round(dvec3_make(x[1], y[1], z[1]));
}

/// Returns the normal with length 1 again, where the distance is tiny. The square of such a distance has few
/// digits left, and so has the length of what was divided by its root. The normal is passed by value, as a
/// pointer would force it to memory in the usual case too.
static __attribute__((noinline, cold)) flr_vec3 gjk3_renewed(flr_vec3 normal)
{
    const dvec3 n = dvec3_from(normal);
    const double length = dvec3_length(n);
    return length > 0 && isfinite(length) ? dvec3_round(dvec3_scale(1 / length, n)) : normal;
}

/// Sets all of the result except the points. `depth`: where the radii overlap, the bounds are those of the
/// depth.
GJK3_INLINE void gjk3_set_numbers(const pair3 *p, const gjk3_outcome *g, double limit, bool depth,
                                  flr_gjk3 *r)
{
    double shrink = p->reference.unit == 1 ? 1 : 1 / p->reference.unit;
    double radii = p->radius_a + p->radius_b, upper = g->upper * shrink, lower = g->lower * shrink;
    double distance = g->distance * shrink - radii, rounding = g->rounding * shrink, error = 8 * rounding;
    // in float the returned numbers are rounded as well
    if (sizeof(flr_real) == sizeof(float))
        error += 0x1p-22 * (upper + radii) + gjk3_hull_rounding(&p->a) + gjk3_hull_rounding(&p->b);
    const bool lost = gjk3_is_lost(g);
    r->status = lost ? FLR_NOT_CONVERGED : FLR_OK;
    r->iterations = g->steps;
    f64x2 bounds = (f64x2){lower, upper} - (f64x2){error + radii, radii - error};
    if (depth && !((flr_real)distance > 0)) bounds = (f64x2){-bounds[1], -bounds[0]};
    bounds = f64x2_max(bounds, (f64x2){0, 0});
    r->lower = (flr_real)bounds[0];
    r->upper = (flr_real)bounds[1];
    r->signed_distance = (flr_real)distance;
    // whichever way the search ended: one that was beyond only by rounding goes on to the end
    r->beyond = r->signed_distance > 0 && r->lower > (flr_real)limit;
    r->overlap = !(r->signed_distance > 0) && !r->beyond;
    // `rounding` is one rounding error of the scene's size
    const double clearance = 64 * gjk3_real_roundings * rounding;
    r->clear = r->overlap ? (g->end == GJK3_INSIDE && g->clear) || upper < radii - clearance
                          : lower > radii + clearance;
    r->distance = r->beyond ? r->lower : r->overlap ? 0 : r->signed_distance;
    r->normal = dvec3_round(dvec3_neg(g->axis));
    if (__builtin_expect(g->distance < 0x1p-480, 0)) r->normal = gjk3_renewed(r->normal);
}

GJK3_INLINE void gjk3_set_result(const pair3 *p, const gjk3_outcome *g, double limit, bool depth, flr_gjk3 *r)
{
    const dvec3 at = p->reference.position, lead = p->reference.lead;
    const double unit = p->reference.unit;
    dvec3x2 offset = {f64x2_splat(lead.x) + g->x, f64x2_splat(lead.y) + g->y, f64x2_splat(lead.z) + g->z};
    if (unit != 1) {
        const f64x2 shrink = f64x2_splat(1 / unit);
        offset = (dvec3x2){shrink * offset.x, shrink * offset.y, shrink * offset.z};
    }
    gjk3_set_numbers(p, g, limit, depth, r);
    gjk3_set_points(p, dvec3x2_from(at, at), offset, dvec3_neg(g->axis), r);
}

#endif
