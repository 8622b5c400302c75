/// The separating axis test of two boxes, and their depth, by their fifteen axes.
#ifndef FLR_CONVEX_SAT3_BOX_BOX_H
#define FLR_CONVEX_SAT3_BOX_BOX_H

#include "feeler/convex3.h"
#include "math/simd.h"

typedef enum sat3_end {
    SAT3_DEEP,  ///< they overlap, and the depth is known
    SAT3_NEAR,  ///< within rounding of touching, or of a size that is not dealt with here
    SAT3_APART  ///< an axis separates them
} sat3_end;

typedef struct sat3_depth {
    double depth, rounding;  ///< rounding: one, of the scene's size
    dvec3 normal;            ///< unit: moving b along it by the depth separates the boxes
    dvec3 a, b;              ///< witness points relative to a's centre; a - b = depth * normal
    bool meets;  ///< both witness points lie in their boxes: not so, as a rule, where parallel faces meet
} sat3_depth;

/// Without the depth; *normal is the unit axis that separates the boxes where they are apart, from a to b, else zero.
sat3_end flr_sat3_box_box_axis(const flr_convex3 *a, const flr_convex3 *b, flr_vec3 *normal);
/// Whether they overlap where that is sure by far, whatever else rounds, and not how deep; else SAT3_NEAR.
sat3_end flr_sat3_box_box_overlap(const flr_box3 *a, const flr_box3 *b);
sat3_end flr_sat3_box_box_depth(const flr_convex3 *a, const flr_convex3 *b, sat3_depth *result);

#endif
