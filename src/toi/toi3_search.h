/// The state of a search for the time of impact of two convex shapes.
#ifndef FLR_TOI_TOI3_SEARCH_H
#define FLR_TOI_TOI3_SEARCH_H

#include "toi/toi3_separation.h"

/// The parts of a distance query that the search uses.
typedef struct toi3_nearest {
    bool overlap;
    flr_real lower, upper;
    flr_vec3 point_a, point_b, normal;
} toi3_nearest;

/// Axes and separations are exchanged by pointers, as a copy of a struct just written stalls.
typedef struct toi3_run {
    const toi3_pair *m;
    const toi3_sides *sides;  // or null
    toi3_pose attitude;       // of them, at the time of `now`
    toi3_separation samples[2];
    toi3_separation *sample, *other_sample;  // along the present axis, and space for another one
    double tolerance, end;
    int steps_max, steps, slow_steps;
    double t;
    flr_gjk3_cache cache;
    toi3_instant now;  // of `placed` and `nearest`
    toi3_placed placed;
    toi3_nearest nearest;
    bool has_axis;
    toi3_axis axes[3];
    toi3_axis *axis, *better, *trial;  // the present axis, and space to try others
    flr_real gap;                      // along the axis at t
} toi3_run;

static inline void toi3_swap_separations(toi3_run *r)
{
    toi3_separation *l = r->sample;
    r->sample = r->other_sample;
    r->other_sample = l;
}

/// How far the nearest points are from touching, at most.
static inline flr_real toi3_apart(const toi3_run *r)
{
    return r->nearest.upper - (r->m->radii - r->placed.a.radius - r->placed.b.radius);
}

static inline void toi3_place_at(toi3_run *r, double t)
{
    r->now = toi3_at(r->m, t);
    if (t > 0) flr_toi3_move(r->m, &r->now, &r->placed);
}

/// The fast paths: they answer most questions about boxes or hulls that rotate. False where they do not;
/// then the search continues from the time they have proved free.

typedef struct toi3_fast {
    double t;             ///< free until then, as has been proved
    flr_vec3 normal;      ///< with t > 0: the normal of a plane that separates them then
    bool hit;             ///< they touch then, and
    flr_vec3 point;       ///< there, in world
    flr_gjk3_cache near;  ///< where a touch is open: the features that are probably nearest then, if any
} toi3_fast;

/// Boxes with orthogonal axes, without radii, by their fifteen separating axes. True where the answer is
/// known: a touch, or none until `end`.
bool flr_toi3_boxes(const toi3_pair *m, const toi3_sides *s, double end, toi3_fast *q);

/// The same of hulls, by the features that a ray finds.
bool flr_toi3_hulls(const toi3_pair *m, const toi3_sides *s, double end, toi3_fast *q);

typedef enum toi3_ray_end {
    TOI3_RAY_ENTERS,  ///< they touch, with the features of three corners of the difference b - a
    TOI3_RAY_PASSES,  ///< they pass by one another, at one corner of it
    TOI3_RAY_UNCLEAR,
} toi3_ray_end;

typedef struct toi3_ray {
    toi3_points corner[3];
    /// For a ray that passes: unit, from a to b, perpendicular to the ray; the corner is the extreme one
    /// along it.
    dvec3 axis;
} toi3_ray;

#endif
