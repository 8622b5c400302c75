/// Round shapes are cores with a radius: from the closest points of the cores to those of the
/// shapes grown by the radii.
#ifndef FLR_CLOSEST_ROUND3_H
#define FLR_CLOSEST_ROUND3_H

#include "closest/frame3.h"
#include "closest/meet3_round.h"

/// Where the grown shapes meet, the common point lies between the cores, inside both.
flr_closest3 flr_round3(flr_closest3 core, flr_real radius_a, flr_real radius_b);

/// The same with the yes or no known.
flr_closest3 flr_round3_told(flr_closest3 core, flr_real radius_a, flr_real radius_b, bool meet);

/// May rounding have decided between a distance of cores and the sum of radii? `size`: the largest difference of
/// coordinates that the distance was found from.
static inline bool flr_round3_is_open(flr_real distance, flr_real radius_a, flr_real radius_b, double size)
{
    const double rounding = sizeof(flr_real) == sizeof(float) ? 0x1p-24 : 0x1p-53;
    double d = (double)distance, reach = (double)radius_a + (double)radius_b;
    return fabs(d - reach) <= 64 * rounding * (size + reach) && reach > 0;
}

/// Decided exactly: the core of a against that of b, the segment from b0 to b1.
flr_closest3 flr_round3_exact(flr_closest3 core, const flr_stretch3 *a, flr_real radius_a, flr_vec3 b0,
                              flr_vec3 b1, flr_real radius_b);

static inline double flr_round3_size(flr_vec3 a, flr_vec3 b)
{
    return flr_largest3((double)a.x - (double)b.x, (double)a.y - (double)b.y, (double)a.z - (double)b.z);
}

#endif
