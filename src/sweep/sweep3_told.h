/// From what a cast came to, to what the caller is told.
#ifndef FLR_SWEEP_SWEEP3_TOLD_H
#define FLR_SWEEP_SWEEP3_TOLD_H

#include "closest/compensated.h"
#include "feeler/sweep.h"
#include "sweep/sweep3_cast.h"

/// Not above t.
static inline flr_real sweep3_round_down(double t)
{
    flr_real r = (flr_real)t;
    return (double)r > t ? r * (1 - (flr_real)0x1p-24) : r;
}

static inline flr_vec3 sweep3_vec3(dvec3 v)
{
    return flr_vec3_make((flr_real)v.x, (flr_real)v.y, (flr_real)v.z);
}

static inline flr_sweep3_result sweep3_not_finite(void)
{
    flr_sweep3_result r = {.status = FLR_NOT_FINITE};
    return r;
}

/// Of sizes too far apart an overflow may leave no answer.
static inline flr_sweep3_result sweep3_if_finite(flr_sweep3_result r)
{
    return isfinite(r.t) && flr_is_finite3(r.point) && flr_is_finite3(r.normal) ? r : sweep3_not_finite();
}

/// `overlap` where the cast asked for it, and the two overlap as they stand.
static inline flr_sweep3_result sweep3_told(const sweep3_answer *answer, bool overlap)
{
    flr_sweep3_result r = {.status = FLR_OK, .iterations = answer->steps};
    r.hit = overlap || answer->hit;
    r.overlap_at_start = overlap;
    if (overlap || !answer->hit) return r;
    if (answer->exhausted) r.status = FLR_NOT_CONVERGED;
    r.t = sweep3_round_down(answer->t);
    r.point = answer->point_b;
    r.normal = sweep3_vec3(answer->normal);
    return sweep3_if_finite(r);
}

/// Keeps the nearer of two touches, and the question about the start if either has it.
static inline void sweep3_keep_nearer(sweep3_answer *best, const sweep3_answer *next)
{
    bool ask = best->ask || next->ask;
    int steps = best->steps + next->steps;
    if (next->hit && (!best->hit || next->t < best->t)) *best = *next;
    best->ask = ask;
    best->steps = steps;
}

/// The largest double not above the quotient of two that are known in twice the precision, both above 0.
double flr_sweep3_quotient_below(flr_double2 p, flr_double2 q);

/// When the points of a core, from `low` to `high` along the normal and with a radius, reach the plane, or
/// with `solid` what lies behind it. `side`: of the plane, on which all of it is known to be, 1 in front, -1 behind; 0 where only these
/// points tell, which may be rounded.
sweep3_answer flr_sweep3_to_plane(flr_vec3 low, flr_vec3 high, double radius, flr_vec3 motion,
                                  const flr_plane3 *h, bool solid, int side, double limit);

/// Boxes, by the separating axes. `turned`: it is the second that moves.
sweep3_answer flr_sweep3_find_box_box(const flr_box3 *a, flr_vec3 motion, const flr_box3 *b);
sweep3_answer flr_sweep3_find_aabb_box(const flr_aabb3 *a, flr_vec3 motion, const flr_box3 *b, bool turned);

/// A convex shape against a planar sheet, concave or not, by its rim and by the shape's last points along its
/// normal; up to the distance `keep`.
sweep3_answer flr_sweep3_to_sheet(const sweep3_source *a, flr_vec3 motion, const flr_vec3 *v, size_t count,
                                  double keep, double limit);

#endif
