/// Do flat shapes meet in the plane? Exact, closed, degenerate shapes included. What the tests
/// in space come down to once everything lies in one plane.
#ifndef FLR_SHAPE_MEET2_H
#define FLR_SHAPE_MEET2_H

#include "feeler/math2.h"

bool flr_meet2_segment_segment(flr_vec2 a0, flr_vec2 a1, flr_vec2 b0, flr_vec2 b1);
/// The triangle has area.
bool flr_meet2_segment_triangle(flr_vec2 s0, flr_vec2 s1, const flr_vec2 t[3]);
/// a has area; b may have collinear or equal corners.
bool flr_meet2_triangle_triangle(const flr_vec2 a[3], const flr_vec2 b[3]);

#endif
