/// The state of a search for the time of impact of two convex shapes.
#ifndef FLR_TOI_TOI3_SEARCH_H
#define FLR_TOI_TOI3_SEARCH_H

#include "toi/toi3_separation.h"

/// What the search keeps of a distance query.
typedef struct toi3_nearest {
    bool overlap;
    flr_real lower, upper;
    flr_vec3 point_a, point_b, normal;
} toi3_nearest;

/// The state of the search. Axes and separations are swapped by pointers, as a copy of a struct just written
/// stalls.
typedef struct toi3_run {
    const toi3_pair *m;
    const toi3_sides *sides;  // or null
    toi3_pose attitude;       // their poses at the time of `now`
    toi3_separation samples[2];
    toi3_separation *sample, *other_sample;  // one along the present axis, the other as space
    double tolerance, end;
    int steps_max, steps, slow_steps;
    double t;
    flr_gjk3_cache cache;
    toi3_instant now;  // the time of `placed` and `nearest`
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

/// An upper bound on the distance that the shapes still have to close.
static inline flr_real toi3_apart(const toi3_run *r)
{
    return r->nearest.upper - (r->m->radii - r->placed.a.radius - r->placed.b.radius);
}

static inline void toi3_place_at(toi3_run *r, double t)
{
    r->now = toi3_at(r->m, t);
    if (t > 0) flr_toi3_move(r->m, &r->now, &r->placed);
}

/// Fast paths, which answer most questions about boxes or hulls that rotate. If they return false, the
/// search continues from the time that they have proved free.

typedef struct toi3_fast {
    double t;             ///< proved free until then
    flr_vec3 normal;      ///< if t > 0: the normal of a plane that separates the shapes then
    bool hit;             ///< the shapes touch at t
    flr_vec3 point;       ///< the touching point, in world
    flr_gjk3_cache near;  ///< if a touch is open: the features that are probably nearest at t, if known
} toi3_fast;

/// Boxes with orthogonal axes and without radii, by their fifteen separating axes. True if the answer is
/// known: a touch, or none until `end`.
bool flr_toi3_boxes(const toi3_pair *m, const toi3_sides *s, double end, toi3_fast *q);

/// The same for hulls, by the features that a ray finds.
bool flr_toi3_hulls(const toi3_pair *m, const toi3_sides *s, double end, toi3_fast *q);

typedef enum toi3_ray_end {
    TOI3_RAY_ENTERS,  ///< they touch at the features of three corners of the Minkowski difference b - a
    TOI3_RAY_PASSES,  ///< they pass each other at one of its corners
    TOI3_RAY_UNCLEAR,
} toi3_ray_end;

typedef struct toi3_ray {
    toi3_points corner[3];
    /// If the ray passes: a unit vector from a to b, perpendicular to the ray; the corner is extreme along
    /// it.
    dvec3 axis;
} toi3_ray;

#endif
