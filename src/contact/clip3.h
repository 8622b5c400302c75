/// Clipping of a contact patch in the plane of the manifold, and the choice of few points from many.
#ifndef FLR_CONTACT_CLIP3_H
#define FLR_CONTACT_CLIP3_H

#include <string.h>

#include "feeler/manifold.h"

/// Corners of a patch at most: those of a face and of the polygon that clips it. A corner and a cut are written before it is
/// known whether they are kept.
enum { CLIP3_MAX = 72, CLIP3_ROOM = CLIP3_MAX + 2 };

/// An array for each number: read back one by one, as they were written, none waits for others.
typedef struct clip3_corners {
    double x[CLIP3_ROOM], y[CLIP3_ROOM];  ///< in the plane of the manifold
    double depth[CLIP3_ROOM];             ///< along its normal
    bool rim[CLIP3_ROOM];  ///< made where the depth ends to matter: bounds the patch, but is no point of it
} clip3_corners;

/// Corners in order around. Two are a segment, one is a point. What is cut goes from one room to the other.
typedef struct clip3_patch {
    int count, at;
    clip3_corners room[2];
    uint32_t id[CLIP3_MAX];  ///< of points, once they are known
} clip3_patch;

static inline clip3_corners *clip3_now(clip3_patch *patch) { return &patch->room[patch->at]; }

static inline void clip3_begin(clip3_patch *patch)
{
    patch->count = patch->at = 0;
    memset(patch->room[0].rim, 0, sizeof patch->room[0].rim);
}

static inline void clip3_add(clip3_patch *patch, double x, double y, double depth)
{
    clip3_corners *p = clip3_now(patch);
    const int i = patch->count++;
    p->x[i] = x;
    p->y[i] = y;
    p->depth[i] = depth;
}

/// Keeps what lies in a * x + b * y <= c, a and b of unit length, and corners beyond by up to `slack`. Signs are taken once, and only
/// edges whose ends lie clearly on different sides are cut, so that a point on the line is kept as it is and never twice.
void flr_clip3_line(clip3_patch *patch, double a, double b, double c, double slack);

/// Keeps what is at least so deep; the points it makes are marked as rim.
void flr_clip3_depth(clip3_patch *patch, double least);

/// Removes rim points and what is shallower than `least`; what is so by rounding alone (`slack`) is set to it.
void flr_clip3_drop(clip3_patch *patch, double least, double slack);

/// Of points of one id keeps the deepest.
void flr_clip3_merge(clip3_patch *patch);

/// Of points that are no more than `same` apart keeps the deepest.
void flr_clip3_join(clip3_patch *patch, double same);

/// Reduces to four points or fewer, in the order they had: the ends and the sides of the patch; near ties go to the
/// earlier point. The deepest takes the place of the nearest of these,
/// unless the deepest of these is as deep up to `slack` and 1e-11 of the patch's extent, and then gets its depth.
void flr_clip3_spread(clip3_patch *patch, double slack);

#endif
