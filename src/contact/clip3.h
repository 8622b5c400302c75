/// Clipping of a contact patch in the plane of the manifold, and its reduction to four points.
#ifndef FLR_CONTACT_CLIP3_H
#define FLR_CONTACT_CLIP3_H

#include <math.h>
#include <string.h>

#include "feeler/contact3.h"

/// The most corners of a patch: those of a face and of the polygon that clips it. A corner and a cut are
/// written before it is known whether they are kept.
enum { CLIP3_MAX = 72, CLIP3_ROOM = CLIP3_MAX + 2 };

/// Each number has an array. Numbers are read back one by one, as they were written, so no load waits for
/// several stores.
typedef struct clip3_corners {
    double x[CLIP3_ROOM], y[CLIP3_ROOM];  ///< in the plane of the manifold
    double depth[CLIP3_ROOM];             ///< along its normal
    bool rim[CLIP3_ROOM];  ///< made where the depth ends to count: bounds the patch, but is no point of it
} clip3_corners;

/// A patch: its corners in counter-clockwise order. Two are a segment, one is a point. Each cut goes from one
/// array to the other.
typedef struct clip3_patch {
    int count, at;
    clip3_corners room[2];
    uint32_t id[CLIP3_MAX];  ///< of points, after they are known
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

/// Keeps the part with a * x + b * y <= c, where (a, b) has unit length, and corners outside by up to
/// `slack`. Signs are computed once, and only edges with ends clearly on different sides are cut. So a point
/// on the line stays unchanged, and occurs once.
void flr_clip3_line(clip3_patch *patch, double a, double b, double c, double slack);

/// Keeps the part that is at least this deep; the points that this makes are marked as rim.
void flr_clip3_depth(clip3_patch *patch, double least);

/// Removes rim points, and points shallower than `least`. Points shallower by up to `slack` get that depth.
void flr_clip3_drop(clip3_patch *patch, double least, double slack);

/// Keeps the deepest of points with one id.
void flr_clip3_merge(clip3_patch *patch);

/// Keeps the deepest of points that are no more than `same` apart.
void flr_clip3_join(clip3_patch *patch, double same);

/// Reduces the patch to at most four points, in their order: its ends and its sides; of nearly equal points
/// the earlier one. The deepest point replaces the nearest of the four. If one of them is as deep up to
/// `slack` and 1e-11 of the extent, it stays and gets the depth.
void flr_clip3_spread(clip3_patch *patch, double slack);

/// Four points of a patch are chosen by how far they spread, and the deepest point is to be among them. Both
/// forms of clipping share this text: their points are in lists (clip3.c) or in lanes (clip3_rectangles.h).

/// Areas that differ by no more than this part are equal.
#define CLIP3_ALMOST 1e-9
/// Depths that differ by no more than this part of the patch's extent are equal. Half of it is then the error
/// of a point on both surfaces.
#define CLIP3_LEVEL 1e-11

/// The points that spread over a patch, by number.
typedef struct clip3_listed {
    const double *x, *y;
    double *depth;
} clip3_listed;

static inline double clip3_square_between(const clip3_listed *s, int p, int q)
{
    const double x = s->x[q] - s->x[p], y = s->y[q] - s->y[p];
    return x * x + y * y;
}

/// The deepest point replaces the nearest of the four, of which the first two are ends of the patch. If one
/// of the four is as deep up to `slack` and CLIP3_LEVEL of the extent, it spreads the patch better: it stays
/// and gets the depth.
static inline void clip3_take_deepest(const clip3_listed *s, int bottom, int all[4], double slack)
{
    int nearest = 0, lowest = 0;
    for (int k = 1; k < 4; k++) {
        if (clip3_square_between(s, bottom, all[k]) < clip3_square_between(s, bottom, all[nearest]))
            nearest = k;
        if (s->depth[all[k]] > s->depth[all[lowest]]) lowest = k;
    }
    if (!(s->depth[bottom] > s->depth[all[lowest]])) return;
    const double extent = sqrt(clip3_square_between(s, all[0], all[1]));
    if (s->depth[bottom] > s->depth[all[lowest]] + slack + CLIP3_LEVEL * extent)
        all[nearest] = bottom;
    else
        s->depth[all[lowest]] = s->depth[bottom];
}

#endif
