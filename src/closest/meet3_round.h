/// Does a piece of a line meet a ball, capsule, cylinder or cone? Exact signs of the polynomials that define them, in
/// whole numbers: for the few cases that rounding leaves open, so that all questions answer those alike.
#ifndef FLR_CLOSEST_MEET3_ROUND_H
#define FLR_CLOSEST_MEET3_ROUND_H

#include "feeler/shape3.h"

/// The points origin + t * direction with low <= t <= high, either of which may be infinite; the direction may be zero.
typedef struct flr_stretch3 {
    flr_vec3 origin, direction;
    flr_vec3 target;  ///< where to_target: the direction is target - origin, not rounded
    bool to_target;
    double low, high;
} flr_stretch3;

flr_stretch3 flr_stretch3_point(flr_vec3 p);
flr_stretch3 flr_stretch3_segment(const flr_segment3 *s);
flr_stretch3 flr_stretch3_ray(const flr_ray3 *r);
flr_stretch3 flr_stretch3_line(const flr_line3 *l);

/// 1 where they meet, touching counts, 0 where not; -1 where a number is not finite or they differ in size by more than
/// about 2^400. The segment from a to b (which may be one point) is grown by the sum of the radii.
int flr_meet3_stretch_capsule(const flr_stretch3 *s, flr_vec3 a, flr_vec3 b, flr_real radius, flr_real more);
/// Without a length: 0.
int flr_meet3_stretch_cylinder(const flr_stretch3 *s, const flr_cylinder *c);
int flr_meet3_stretch_cone(const flr_stretch3 *s, const flr_cone *c);

#endif
