/// When two boxes that turn first touch, by the fifteen axes that can part them.
#ifndef FLR_SWEEP_MOTION3_BOXES_H
#define FLR_SWEEP_MOTION3_BOXES_H

#include "sweep/motion3_look.h"

typedef struct motion3_boxes_end {
    double t;         ///< free until then, as has been proved
    flr_vec3 normal;  ///< where that is above 0: of a plane that parts them then
    bool hit;         ///< they touch then, and
    flr_vec3 point;   ///< there, from a's centre
} motion3_boxes_end;

/// Of boxes with axes square to one another, without radii. True where the answer is known: a touch, or none until `end`.
/// Else no more than some time until which they are free.
bool flr_motion3_boxes(const motion3 *m, const motion3_sides *s, double end, motion3_boxes_end *result);

#endif
