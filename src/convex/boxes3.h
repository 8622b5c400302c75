/// The depth of two boxes by their fifteen separating axes.
#ifndef FLR_CONVEX_BOXES3_H
#define FLR_CONVEX_BOXES3_H

#include "feeler/convex.h"
#include "math/simd.h"

typedef enum boxes3_end {
    BOXES3_DEEP,  ///< they overlap, and the depth is known
    BOXES3_NEAR,  ///< within rounding of touching, or of a size that is not dealt with here
    BOXES3_APART  ///< an axis parts them
} boxes3_end;

typedef struct boxes3_depth {
    double depth, rounding;  ///< rounding: one, of the scene's size
    dvec3 normal;            ///< unit: moving b along it by the depth parts the boxes
    dvec3 a, b;              ///< witness points relative to a's centre; a - b = depth * normal
    bool meets;  ///< both witness points lie in their boxes: not so, as a rule, where parallel faces meet
} boxes3_depth;

/// Without the depth; *normal is the unit axis that parts the boxes where they are apart, from a to b, else zero.
boxes3_end flr_boxes3_meet(const flr_convex3 *a, const flr_convex3 *b, flr_vec3 *normal);
/// Whether they overlap where that is sure by far, whatever else rounds, and not how deep; else BOXES3_NEAR.
boxes3_end flr_boxes3_tell(const flr_box3 *a, const flr_box3 *b);
boxes3_end flr_boxes3_depth(const flr_convex3 *a, const flr_convex3 *b, boxes3_depth *result);

#endif
