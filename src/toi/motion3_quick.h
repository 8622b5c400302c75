/// What answers most questions about boxes or hulls that turn, before the search for the distance: false where it does not, and the
/// search goes on from what has been proved.
#ifndef FLR_TOI_MOTION3_QUICK_H
#define FLR_TOI_MOTION3_QUICK_H

#include "toi/motion3_look.h"

typedef struct motion3_quick {
    double t;             ///< free until then, as has been proved
    flr_vec3 normal;      ///< where that is above 0: of a plane that parts them then
    bool hit;             ///< they touch then, and
    flr_vec3 point;       ///< there, in world
    flr_gjk3_cache near;  ///< where it is not known whether they do: what is likely nearest then, if anything
} motion3_quick;

/// Of boxes with axes square to one another, without radii: by the fifteen axes that can part them. True where the answer is known: a
/// touch, or none until `end`.
bool flr_motion3_boxes(const motion3 *m, const motion3_sides *s, double end, motion3_quick *q);

/// The same of hulls, by the features that a ray finds.
bool flr_motion3_hulls(const motion3 *m, const motion3_sides *s, double end, motion3_quick *q);

#endif
