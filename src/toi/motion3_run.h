/// The search for the time at which two convex shapes touch first: what it knows between its steps.
#ifndef FLR_TOI_MOTION3_RUN_H
#define FLR_TOI_MOTION3_RUN_H

#include "toi/motion3_look.h"

/// What is wanted of a distance.
typedef struct motion3_nearest {
    bool overlap;
    flr_real lower, upper;
    flr_vec3 point_a, point_b, normal;
} motion3_nearest;

/// Axes and looks change places, as a copy of what was just written in parts waits for all of it.
typedef struct motion3_run {
    const motion3 *m;
    const motion3_sides *sides;  // or null
    motion3_attitude attitude;   // of them, at the time of `now`
    motion3_look looks[2];
    motion3_look *look, *other_look;  // along the axis then, and room for another
    double tolerance, end;
    int steps_max, steps, slow_steps;
    double t;
    flr_gjk3_cache cache;
    motion3_instant now;  // of `placed` and `nearest`
    motion3_placed placed;
    motion3_nearest nearest;
    bool has_axis;
    motion3_axis axes[3];
    motion3_axis *axis, *better, *trial;  // the one it goes by, and room to look for a better one
    flr_real gap;                         // along the axis at t
} motion3_run;

static inline void motion3_swap_looks(motion3_run *r)
{
    motion3_look *l = r->look;
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
    if (t > 0) flr_motion3_move(r->m, &r->now, &r->placed);
}

/// Places both at time t and asks for their distance, or looks whether what was nearest last still is. True where they are no
/// farther apart than what counts as touching.
bool flr_motion3_touches(motion3_run *r, double t);

/// The axis to go on along from there, where the gap along it is wider than along the one so far.
void flr_motion3_choose_axis(motion3_run *r);

#endif
