/// As flr_exact3_line_part_capsule and the others, in twice the precision.
#ifndef FLR_CLOSEST_EXACT3_ROUND_SOON_H
#define FLR_CLOSEST_EXACT3_ROUND_SOON_H

#include "closest/exact3.h"

/// Each is -1 where rounding leaves the answer open.
int flr_exact3_capsule_soon(const flr_line_part3 *s, flr_vec3 a, flr_vec3 b, flr_real radius, flr_real more);
int flr_exact3_cylinder_soon(const flr_line_part3 *s, const flr_cylinder *g);
int flr_exact3_cone_soon(const flr_line_part3 *s, const flr_cone *g);

#endif
