/// Exact decisions about a path: the rows of its triple products, and where its line intersects a segment.
#ifndef FLR_RAYCAST_RAYCAST3_PATH_H
#define FLR_RAYCAST_RAYCAST3_PATH_H

#include "closest/frame3.h"
#include "feeler/raycast3.h"
#include "math/predicates.h"
#include "math/vectors.h"
#include "raycast/raycast3_lanes.h"

static inline flr_row3 raycast3_direction(const flr_raycast3_path *p)
{
    return p->to_target ? flr_row3_difference(p->target, p->origin) : flr_row3_vector(p->direction);
}

/// Returns the greatest magnitude of the coordinates.
static inline double raycast3_largest(dvec3 v)
{
    return flr_greater(fabs(v.x), flr_greater(fabs(v.y), fabs(v.z)));
}

/// Returns the direction in double. For a segment it is the difference of the ends, which single precision
/// would round more.
static inline dvec3 raycast3_step(const flr_raycast3_path *p)
{
    if (p->to_target) return dvec3_relative(p->target, p->origin);
    dvec3 d = {(double)p->direction.x, (double)p->direction.y, (double)p->direction.z};
    return d;
}

#if SIMD_WIDTH == 1
static inline simd3_path raycast3_simd_path(const flr_raycast3_path *p)
{
    dvec3 d = raycast3_step(p);
    simd3_path path = {{(double)p->origin.x, (double)p->origin.y, (double)p->origin.z},
                       {d.x, d.y, d.z},
                       (double)p->t_min,
                       (double)p->t_max,
                       p->spread};
    return path;
}
#endif

/// Returns the path's point of a finite t, less a.
static inline flr_row3 raycast3_at(const flr_raycast3_path *p, flr_real t, flr_vec3 a)
{
    if (p->to_target && t == 1) return flr_row3_difference(p->target, a);
    return flr_row3_along(p->origin, (double)t, p->direction, a);
}

/// A common point of the line and a shape: its t, and how that compares exactly with the range.
typedef struct raycast3_meeting {
    double t;
    int against_min, against_max;  ///< -1 below, 0 at, 1 above t_min or t_max
} raycast3_meeting;

/// Intersects the line of the path with the segment a b: no point, one, or both ends of the segment.
int flr_raycast3_line_segment(const flr_raycast3_path *p, flr_vec3 a, flr_vec3 b,
                              raycast3_meeting meeting[2]);

/// The span from the first to the last of some common points.
typedef struct raycast3_span {
    int count;
    double first, last;
    bool any_from_min, any_to_max;  ///< some point is not before t_min; some is not after t_max
} raycast3_span;

static inline void raycast3_span_add(raycast3_span *span, const raycast3_meeting *meeting, int count)
{
    for (int i = 0; i < count; ++i) {
        double t = meeting[i].t;
        if (span->count == 0 || t < span->first) span->first = t;
        if (span->count == 0 || t > span->last) span->last = t;
        span->any_from_min |= meeting[i].against_min >= 0;
        span->any_to_max |= meeting[i].against_max <= 0;
        ++span->count;
    }
}

/// Does the range overlap the span? The shape contains everything between its first and last common point.
static inline bool raycast3_span_is_hit(const raycast3_span *span)
{
    return span->count > 0 && span->any_from_min && span->any_to_max;
}

static inline flr_real raycast3_clamp_t(const flr_raycast3_path *p, double t)
{
    return t > (double)p->t_min ? (t < (double)p->t_max ? (flr_real)t : p->t_max) : p->t_min;
}

/// Returns origin + t * direction, and the target's own bits at its t.
static inline flr_vec3 raycast3_point(const flr_raycast3_path *p, flr_real t)
{
    if (t == 0) return p->origin;
    if (p->to_target && t == 1) return p->target;
    if (!isfinite(t)) return flr_vec3_make(0, 0, 0);
    return flr_mul_add3(p->origin, t, p->direction);
}

/// Returns the t that the caller gets.
static inline flr_real raycast3_reported_t(const flr_raycast3_path *p, flr_real t)
{
    return p->is_point ? p->point_t : t;
}

#endif
