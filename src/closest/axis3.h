/// A point against a solid of revolution: its height along the axis, and its distance from the axis.
#ifndef FLR_CLOSEST_AXIS3_H
#define FLR_CLOSEST_AXIS3_H

#include "closest/frame3.h"

typedef struct flr_axis3 {
    flr_frame3 frame;  ///< around the start of the axis
    flr_vec3 end;
    dvec3 unit;             ///< of the axis
    double length, radius;  ///< in the frame
    double along, out;      ///< the point's height along the axis and distance from it
    dvec3 radial;           ///< from the axis to the point
} flr_axis3;

flr_axis3 flr_axis3_make(flr_vec3 p, flr_vec3 start, flr_vec3 end, flr_real radius);

/// Returns more than rounding errors may change heights and distances from the axis by.
static inline double flr_axis3_doubt(const flr_axis3 *a)
{
    return 0x1p-47 * (fabs(a->along) + a->out + a->length + a->radius);
}

#endif
