/// The state of a search for the time of impact of two convex shapes.
#ifndef FLR_TOI_TOI3_SEARCH_H
#define FLR_TOI_TOI3_SEARCH_H

#include "toi/toi3_separation.h"

/// The parts of a distance query that the search uses.
typedef struct motion3_nearest {
    bool overlap;
    flr_real lower, upper;
    flr_vec3 point_a, point_b, normal;
} motion3_nearest;

/// Axes and separations are exchanged by pointers, as a copy of a struct just written stalls.
typedef struct motion3_run {
    const motion3 *m;
    const motion3_sides *sides;  // or null
    motion3_pose attitude;       // of them, at the time of `now`
    motion3_separation looks[2];
    motion3_separation *look, *other_look;  // along the present axis, and space for another one
    double tolerance, end;
    int steps_max, steps, slow_steps;
    double t;
    flr_gjk3_cache cache;
    motion3_instant now;  // of `placed` and `nearest`
    motion3_placed placed;
    motion3_nearest nearest;
    bool has_axis;
    motion3_axis axes[3];
    motion3_axis *axis, *better, *trial;  // the present axis, and space to try others
    flr_real gap;                         // along the axis at t
} motion3_run;

static inline void motion3_swap_separations(motion3_run *r)
{
    motion3_separation *l = r->look;
    r->look = r->other_look;
    r->other_look = l;
}

/// How far the nearest points are from touching, at most.
static inline flr_real motion3_apart(const motion3_run *r)
{
    return r->nearest.upper - (r->m->radii - r->placed.a.radius - r->placed.b.radius);
}

static inline void motion3_place_at(motion3_run *r, double t)
{
    r->now = motion3_at(r->m, t);
    if (t > 0) flr_toi3_move(r->m, &r->now, &r->placed);
}

/// The fast paths: they answer most questions about boxes or hulls that rotate. False where they do not;
/// then the search continues from the time they have proved free.

typedef struct motion3_fast {
    double t;             ///< free until then, as has been proved
    flr_vec3 normal;      ///< with t > 0: the normal of a plane that separates them then
    bool hit;             ///< they touch then, and
    flr_vec3 point;       ///< there, in world
    flr_gjk3_cache near;  ///< where a touch is open: the features that are probably nearest then, if any
} motion3_fast;

/// Boxes with orthogonal axes, without radii, by their fifteen separating axes. True where the answer is
/// known: a touch, or none until `end`.
bool flr_toi3_boxes(const motion3 *m, const motion3_sides *s, double end, motion3_fast *q);

/// The same of hulls, by the features that a ray finds.
bool flr_toi3_hulls(const motion3 *m, const motion3_sides *s, double end, motion3_fast *q);

typedef enum motion3_ray_end {
    MOTION3_RAY_ENTERS,  ///< they touch, with the features of three corners of the difference b - a
    MOTION3_RAY_PASSES,  ///< they pass by one another, at one corner of it
    MOTION3_RAY_UNCLEAR,
} motion3_ray_end;

typedef struct motion3_ray {
    motion3_points corner[3];
    /// For a ray that passes: unit, from a to b, perpendicular to the ray; the corner is the extreme one
    /// along it.
    dvec3 axis;
} motion3_ray;

#endif
