/// Is a point on a line or ray? Exact for every finite input.
#ifndef FLR_CLOSEST_MEET3_LINE_H
#define FLR_CLOSEST_MEET3_LINE_H

#include "feeler/shape3.h"

bool flr_meet3_point_line(flr_vec3 p, const flr_line3 *l);
bool flr_meet3_point_ray(flr_vec3 p, const flr_ray3 *r);

#endif
