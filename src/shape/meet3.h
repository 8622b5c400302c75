/// Do flat shapes meet? Exact for every finite input, by signs of determinants alone: no point
/// of intersection is ever computed. Closed sets; needles, segments and points in the guise of
/// triangles included. The one answer for all rooms: `overlap` publishes it, and `closest` asks
/// it before it calls a distance 0.
#ifndef FLR_SHAPE_MEET3_H
#define FLR_SHAPE_MEET3_H

#include "feeler/shape.h"

bool flr_meet3_segment_segment(const flr_segment3 *a, const flr_segment3 *b);
bool flr_meet3_segment_triangle(const flr_segment3 *s, const flr_triangle3 *t);
bool flr_meet3_triangle_triangle(const flr_triangle3 *a, const flr_triangle3 *b);

#endif
