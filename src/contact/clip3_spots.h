/// What the clipping of two faces of boxes takes and leaves.
#ifndef FLR_CONTACT_CLIP3_SPOTS_H
#define FLR_CONTACT_CLIP3_SPOTS_H

#include "feeler/base.h"

/// Four places where sides of the sheet begin in the rectangle, four where they end, the corners of the rectangle, room for one more, and
/// one that never is a spot.
enum { CLIP3_SPOTS = 12, CLIP3_NONE = 13, CLIP3_ROOM = 16 };

/// A parallelogram over a plane: x and y across the plane, depth below it. Its sides are `half` along the arms, which are so long that
/// a unit of the arm is one of the side before it was projected.
typedef struct clip3_sheet {
    double middle[3], arm[2][3];
    double half[2];
} clip3_sheet;

/// A bit for each that is a spot. All numbers are there, whether they are a spot or not. What is written four at a time is
/// aligned, as it is read again at once.
typedef struct clip3_spots {
    double x[CLIP3_ROOM] __attribute__((aligned(32)));
    double y[CLIP3_ROOM], depth[CLIP3_ROOM];
    uint32_t mask;
} clip3_spots;

#endif
