/// The radii around two cores of the plane: whether they reach one another, exactly, and the points on
/// them.
#ifndef FLR_CLOSEST_ROUNDED2_H
#define FLR_CLOSEST_ROUNDED2_H

#include "closest/frame2.h"

/// Returns the sign of the sum of both radii less the distance of two cores that do not intersect and are
/// not given by normals: +1 overlapping, 0 touching, -1 apart. `distance` is theirs in the frame, rounded.
/// Where rounding leaves the sign open, all corners and edges near enough are tested in integers.
int flr_reach2_sign(const flr_frame2 *f, const flr_outline2 *a, const flr_outline2 *b, double distance);

/// Do two rounded cores that are d apart overlap? Decided exactly.
static inline bool flr_round2_reach(const flr_frame2 *f, const flr_outline2 *a, const flr_outline2 *b,
                                    double d)
{
    if (!(a->radius > 0) && !(b->radius > 0)) return false;
    return flr_reach2_sign(f, a, b, d) >= 0;
}

/// Moves both points of a core pair, d apart, out to the rounded surfaces; where those overlap, to
/// one point that lies in both.
static inline void flr_round2_off(const flr_frame2 *f, flr_real radius_a, flr_real radius_b, double d,
                                  bool meet, flr_closest2 *result)
{
    double ra = flr_frame2_length(f, radius_a), rb = flr_frame2_length(f, radius_b);
    flr_vec2 p = result->point_a, q = result->point_b;
    if (!meet) {
        result->distance = flr_real_above_zero(flr_frame2_back(f, d - (ra + rb)));
        if (ra > 0) result->point_a = flr_point2_between(p, q, ra / d);
        if (rb > 0) result->point_b = flr_point2_between(q, p, rb / d);
        return;
    }
    result->distance = 0;
    if (d <= rb)
        result->point_b = p;
    else if (d <= ra)
        result->point_a = q;
    else
        result->point_a = result->point_b = flr_point2_between(p, q, 0.5 * (d - rb + ra) / d);
}

#endif
