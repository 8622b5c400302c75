/// A point against a shape turned around an axis: how far along, how far out.
#ifndef FLR_CLOSEST_AXIS3_H
#define FLR_CLOSEST_AXIS3_H

#include "closest/frame3.h"

typedef struct flr_axis3 {
    flr_frame3 frame;  ///< around the start of the axis
    flr_vec3 start, end;
    dvec3 unit;             ///< of the axis
    double length, radius;  ///< in the frame
    double along, out;      ///< of the point
    dvec3 radial;           ///< from the axis to the point
} flr_axis3;

flr_axis3 flr_axis3_make(flr_vec3 p, flr_vec3 start, flr_vec3 end, flr_real radius);

/// More than rounding errors leave open about heights and distances from the axis.
static inline double flr_axis3_doubt(const flr_axis3 *a)
{
    return 0x1p-47 * (fabs(a->along) + a->out + a->length + a->radius);
}

/// The point at this height along the axis and distance from it, in the half plane of the query point.
flr_vec3 flr_axis3_world(const flr_axis3 *a, double along, double out);

#endif
