/// How parameters and weights are told.
#ifndef FLR_CLOSEST_TOLD3_H
#define FLR_CLOSEST_TOLD3_H

#include "closest/span3.h"
#include "feeler/features3.h"

/// Of a point of a segment: 0 and 1 at the ends, and only there.
static inline flr_real flr_parameter_told(double t, flr_vec3 point, flr_vec3 a, flr_vec3 b)
{
    const flr_real most =
        1 - (sizeof(flr_real) == sizeof(float) ? (flr_real)FLT_EPSILON : (flr_real)DBL_EPSILON) / 2;
    flr_real told = (flr_real)t;
    if (flr_same3(point, a)) return 0;
    if (flr_same3(point, b)) return 1;
    if (!(told > 0))
        return sizeof(flr_real) == sizeof(float) ? (flr_real)FLT_TRUE_MIN : (flr_real)DBL_TRUE_MIN;
    return told < most ? told : most;
}

/// A span's parameter as a coefficient of the direction that a ray or line was given with.
static inline flr_real flr_coefficient_told(const flr_frame3 *f, double t, flr_vec3 direction)
{
    double scale =
        flr_power_toward_one(flr_largest3((double)direction.x, (double)direction.y, (double)direction.z));
    return (flr_real)(t / f->grow / f->shrink * scale);
}

/// The part of the corners that have weight.
static inline flr_region3 flr_region3_told(const flr_weights3 *weights, int count, flr_vec3 point)
{
    flr_region3 r = {0, {0, 0, 0, 0}, point};
    for (int i = 0; i < count; ++i) {
        r.weights[i] = weights->w[i] > 0 ? (flr_real)weights->w[i] : 0;
        if (r.weights[i] > 0) r.corners |= 1u << i;
    }
    return r;
}

#endif
