/// Of the points of a patch four are chosen for how they spread; the deepest of all is to be among them. One text for the two forms of clipping,
/// whose points lie in lists (clip3.c) and in lanes (clip3_sheet.h).
#ifndef FLR_CONTACT_CLIP3_DEEPEST_H
#define FLR_CONTACT_CLIP3_DEEPEST_H

#include <math.h>

/// Areas that differ by no more than this part may stand for each other,
#define CLIP3_ALMOST 1e-9
/// and depths that do by no more than this part of the patch's extent: half of it is what a point is then off both surfaces.
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

/// The deepest point of all takes the place of the nearest of the four chosen, the first two of which are ends of the patch, unless the
/// deepest of these is as deep up to `slack` and CLIP3_LEVEL of the extent: then the point that spreads better gets its depth.
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
