/// Do flat shapes meet in the plane? Exact, closed, degenerate shapes included. What the tests
/// in space come down to once everything lies in one plane.
#ifndef FLR_SHAPE_MEET2_H
#define FLR_SHAPE_MEET2_H

#include "feeler/math.h"

typedef struct flr_point2 {
    double x, y;
} flr_point2;

int flr_meet2_orient(flr_point2 a, flr_point2 b, flr_point2 c);
bool flr_meet2_segment_segment(flr_point2 a0, flr_point2 a1, flr_point2 b0, flr_point2 b1);
/// The triangle has area.
bool flr_meet2_segment_triangle(flr_point2 s0, flr_point2 s1, const flr_point2 t[3]);
/// a has area; b may have collinear or equal corners.
bool flr_meet2_triangle_triangle(const flr_point2 a[3], const flr_point2 b[3]);

#endif
