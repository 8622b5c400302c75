/// What lines and their parts have in common. Exact for every finite input. A ray or line without a direction is its
/// origin.
#ifndef FLR_CLOSEST_MEET3_LINE_H
#define FLR_CLOSEST_MEET3_LINE_H

#include "feeler/shape3.h"
#include "math/triple3.h"

bool flr_meet3_point_line(flr_vec3 p, const flr_line3 *l);
bool flr_meet3_point_ray(flr_vec3 p, const flr_ray3 *r);

/// Segment, ray and line as one thing, as given.
typedef struct flr_straight3 {
    flr_vec3 origin, end;  ///< end: of a segment
    flr_row3 direction;    ///< of a segment the difference of its ends, not rounded
    bool starts, ends;     ///< at origin; at end
} flr_straight3;

flr_straight3 flr_straight3_segment(const flr_segment3 *s);
flr_straight3 flr_straight3_ray(const flr_ray3 *r);
flr_straight3 flr_straight3_line(const flr_line3 *l);

bool flr_meet3_straight(const flr_straight3 *a, const flr_straight3 *b);

#endif
