/// The fifteen separating axes of two boxes, for those who need depth and direction in little time.
#ifndef FLR_MANIFOLD_SEPARATION3_BOXES_H
#define FLR_MANIFOLD_SEPARATION3_BOXES_H

#include "convex/box_axes3.h"
#include "feeler/shape3.h"

/// What a projection may be off by, in parts of the size. Axes that are given in single precision are a frame
/// up to its rounding only, however exactly they are multiplied.
#define BOXES3_ROUNDING (sizeof(flr_real) == sizeof(float) ? 5e-7 : 4e-15)

typedef struct boxes3 {
    box_axes3 axes;
    double rounding;  ///< what a projection may be off by
} boxes3;

typedef struct separation3_boxes {
    double separation;  ///< above 0 apart, a lower bound of the distance; below 0 minus the depth
    int axis;  ///< 0 to 2: of the first, 3 to 5: of the second, 6 + 3 i + j: the cross product of edges i and j
    double normal[3];  ///< unit, from the first to the second, along the axes of the first
    bool forward;      ///< the normal is the axis itself, not its opposite
} separation3_boxes;

void flr_boxes3_make(const flr_box3 *a, const flr_box3 *b, boxes3 *p);

/// The direction of largest separation. False where they are farther apart than `limit` (then it need not be the
/// largest, but is larger than the limit). The first of equal axes, up to rounding; edges have to be better than faces by more
/// than rounding and `face_bias`. Gottschalk, Lin and Manocha, "OBBTree" (1996); cross products are compared
/// by signed squares, without a root, and those of nearly parallel edges are measured again along themselves, since
/// what the usual expressions round there is not small beside the length of the axis.
bool flr_separation3_boxes(const boxes3 *p, double limit, double face_bias, separation3_boxes *s);

#endif
