/// What two hulls would touch with first, were they to go straight on.
#ifndef FLR_TOI_MOTION3_RAY_H
#define FLR_TOI_MOTION3_RAY_H

#include "toi/motion3_look.h"

typedef enum motion3_ray_end {
    MOTION3_RAY_ENTERS,  ///< they touch, with the features of three corners of the difference b - a
    MOTION3_RAY_PASSES,  ///< they pass by one another, at one corner of it
    MOTION3_RAY_UNCLEAR,
} motion3_ray_end;

typedef struct motion3_ray {
    motion3_points corner[3];
    /// Of what passes: unit, from a to b, square to the way, and the corner is the nearest along it.
    dvec3 axis;
} motion3_ray;

/// As they stand now, with b going on past a at `speed`. `near`: a pair of points to begin with, the nearest along some axis.
motion3_ray_end flr_motion3_ray(const motion3 *m, const motion3_sides *s, const motion3_attitude *now,
                                motion3_points near, dvec3 speed, motion3_ray *r);

#endif
