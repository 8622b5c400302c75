/// Clipping of a contact patch in the plane of the manifold, and the choice of few points from many.
#ifndef FLR_MANIFOLD_CLIP3_H
#define FLR_MANIFOLD_CLIP3_H

#include "feeler/manifold.h"

/// Corners of a patch at most: those of a face and of the polygon that clips it.
enum { CLIP3_MAX = 72 };

typedef struct clip3_point {
    double x, y;   ///< in the plane of the manifold
    double depth;  ///< along its normal
    uint32_t id;
    bool rim;  ///< made where the depth ends to matter: bounds the patch, but is no point of it
} clip3_point;

/// Corners in order around. Two are a segment, one is a point.
typedef struct clip3_patch {
    int count;
    clip3_point points[CLIP3_MAX];
} clip3_patch;

/// Keeps what lies in a * x + b * y <= c. Signs are taken once, and only edges whose ends lie strictly on
/// different sides are divided, so that a point on the line is kept as it is and never twice.
void flr_clip3_line(clip3_patch *patch, double a, double b, double c);

/// Keeps what is at least so deep; the points it makes are marked as rim.
void flr_clip3_depth(clip3_patch *patch, double least);

/// Removes rim points and what is shallower than `least`; what is so by rounding alone (`slack`) is set to it.
void flr_clip3_drop(clip3_patch *patch, double least, double slack);

/// Of points of one id keeps the deepest.
void flr_clip3_merge(clip3_patch *patch);

/// Reduces to four points or fewer, in the order they had: the ends and the sides of the patch; near ties go to the
/// earlier point. The deepest takes the place of the nearest of these,
/// unless one is as deep up to `slack` and 1e-9 of the patch's extent, which then gets its depth.
void flr_clip3_spread(clip3_patch *patch, double slack);

#endif
