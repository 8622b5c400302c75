/// How far two boxes are apart, and a box made larger by rounding errors, in the plane and in space.
#ifndef FLR_ANY_BOX_GAP_H
#define FLR_ANY_BOX_GAP_H

#include <math.h>

#include "feeler/base.h"

/// At most the distance of two boxes, each the least and then the largest coordinate on so many axes.
static inline flr_real box_gap(const flr_real *p, const flr_real *q, int axes)
{
    flr_real square = 0, most = 0;
    for (int k = 0; k < axes; k++) {
        flr_real below = p[k] - q[axes + k], above = q[k] - p[axes + k];
        flr_real way = below > above ? below : above;
        if (way > 0) square += way * way;
        if (way > most) most = way;
    }
    // where squares leave the range of numbers the axis with the largest gap bounds it well enough
    if (isinf(square)) return most;
    const flr_real rounding = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-6 : (flr_real)1e-15;
    return (flr_real)sqrt((double)square) * (1 - 4 * rounding);
}

/// Grows a box, as above, by what the rounding errors of its coordinates may be.
static inline void box_loosen(flr_real *p, int axes)
{
    flr_real size = 0;
    for (int k = 0; k < 2 * axes; k++) {
        const flr_real x = p[k] < 0 ? -p[k] : p[k];
        if (x > size) size = x;
    }
    const flr_real slack = size * (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-6 : (flr_real)4e-15);
    for (int k = 0; k < axes; k++) {
        p[k] -= slack;
        p[axes + k] += slack;
    }
}

#endif
