/// From the nearest points of two cores to those of the cores with their radii.
#ifndef FLR_CLOSEST_ROUND2_H
#define FLR_CLOSEST_ROUND2_H

#include "closest/frame2.h"
#include "math/cross2.h"

/// Do two rounded cores, d apart at these points, overlap? Centres and radii alone are decided exactly.
static inline bool flr_round2_reach(const flr_frame2 *f, bool centres, const flr_closest2 *cores, flr_real ra,
                                    flr_real rb, double d)
{
    if (!(ra > 0) && !(rb > 0)) return false;
    if (centres) return flr_within2_sign(cores->point_a, cores->point_b, ra, rb) >= 0;
    return d <= flr_frame2_length(f, ra) + flr_frame2_length(f, rb);
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
