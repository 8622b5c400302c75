/// Two faces of boxes that lie over one another: the one clipped by the other, and four points chosen from what is left. All steps are
/// taken for all points at once, two to a lane, as hardly any branch in them could be foreseen.
#ifndef FLR_MANIFOLD_CLIP3_SHEET_H
#define FLR_MANIFOLD_CLIP3_SHEET_H

#include "convex/wide3.h"

/// Corners of either and eight places where their sides cross; of these twelve at most at once, and eight but for rounding.
enum { CLIP3_SHEET_MAX = 16, CLIP3_SHEET_FEW = 8 };

/// A parallelogram over a plane: x and y across the plane, depth below it. Its sides are `half` along the arms, which are so long that
/// a unit of the arm is one of the side before it was projected.
typedef struct clip3_sheet {
    double middle[3], arm[2][3];
    double half[2];
    double inverse[2][2];  ///< from x and y, off the middle, to places along the arms
} clip3_sheet;

/// Those beyond the count, up to eight, lie where the first one does.
typedef struct clip3_spots {
    int count;
    double x[CLIP3_SHEET_MAX], y[CLIP3_SHEET_MAX], depth[CLIP3_SHEET_MAX];
} clip3_spots;

/// From the arms, which are far from parallel.
void flr_clip3_sheet_invert(clip3_sheet *s);

/// The corners of what a sheet and the rectangle from -half to half (0 allowed) share, which are not shallower than `least`, in
/// no order but always the same. What is beyond by `slack` is still within; a corner may come twice. No spots where all are out.
void flr_clip3_sheet(const clip3_sheet *s, const double half[2], double least, double slack,
                     clip3_spots *spots);

/// As flr_clip3_spread.
void flr_clip3_spots_spread(clip3_spots *spots, double slack);

#endif
