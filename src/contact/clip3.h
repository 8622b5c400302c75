/// Clipping of a contact patch in the plane of the manifold, and its reduction to four points.
#ifndef FLR_CONTACT_CLIP3_H
#define FLR_CONTACT_CLIP3_H

#include <math.h>
#include <string.h>

#include "feeler/contact3.h"

/// Corners of a patch at most: those of a face and of the polygon that clips it. A corner and a cut are written before it is
/// known whether they are kept.
enum { CLIP3_MAX = 72, CLIP3_ROOM = CLIP3_MAX + 2 };

/// An array for each number: read back one by one, as they were written, none waits for others.
typedef struct clip3_corners {
    double x[CLIP3_ROOM], y[CLIP3_ROOM];  ///< in the plane of the manifold
    double depth[CLIP3_ROOM];             ///< along its normal
    bool rim[CLIP3_ROOM];  ///< made where the depth ends to matter: bounds the patch, but is no point of it
} clip3_corners;

/// Corners in order around. Two are a segment, one is a point. Each cut goes from one array to the other.
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

/// Keeps the part with a * x + b * y <= c, a and b of unit length, and corners outside by up to `slack`.
/// Signs are taken once, and only edges with ends clearly on different sides are cut, so that a point on the
/// line stays as it is, once.
void flr_clip3_line(clip3_patch *patch, double a, double b, double c, double slack);

/// Keeps the part at least so deep; the points that this makes are marked as rim.
void flr_clip3_depth(clip3_patch *patch, double least);

/// Removes rim points and points shallower than `least`; points shallower within `slack` are set to it.
void flr_clip3_drop(clip3_patch *patch, double least, double slack);

/// Of points of one id keeps the deepest.
void flr_clip3_merge(clip3_patch *patch);

/// Of points that are no more than `same` apart keeps the deepest.
void flr_clip3_join(clip3_patch *patch, double same);

/// Reduces to at most four points, in their order: the ends and the sides of the patch; near ties go to the
/// earlier point. The deepest point replaces the nearest of these. If one of the four is as deep up to
/// `slack` and 1e-11 of the extent, that one stays and gets the depth.
void flr_clip3_spread(clip3_patch *patch, double slack);

/// Of the points of a patch four are chosen for how they spread; the deepest of all is to be among them. One text for the two forms of clipping,
/// whose points lie in lists (clip3.c) and in lanes (clip3_rectangles.h).

/// Areas that differ by no more than this part are equal,
#define CLIP3_ALMOST 1e-9
/// and so are depths that differ by no more than this part of the patch's extent. Half of it is then the
/// error of a point on both surfaces.
#define CLIP3_LEVEL 1e-11

/// The points that are spread over a patch, by number.
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
