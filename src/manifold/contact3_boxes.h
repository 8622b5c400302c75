/// Manifolds of two boxes with radii around them: boxes, capsules (one half extent) and spheres (none).
#ifndef FLR_MANIFOLD_CONTACT3_BOXES_H
#define FLR_MANIFOLD_CONTACT3_BOXES_H

#include "feeler/manifold.h"

typedef struct rounded_box3 {
    const flr_box3 *core;
    flr_real radius;
} rounded_box3;

typedef enum contact3_boxes_answer {
    CONTACT3_APART,  ///< farther than the margin
    CONTACT3_MADE,
    /// The cores are apart, and the separating axes do not tell how far: their closest points are at a corner and
    /// something else than the inside of a face.
    CONTACT3_UNKNOWN
} contact3_boxes_answer;

/// In this order, whatever the caller's. Where the answer is not CONTACT3_MADE, `manifold` holds no points, and as its normal the
/// direction that parts them or does best.
contact3_boxes_answer flr_contact3_boxes(const rounded_box3 *a, const rounded_box3 *b, flr_real margin,
                                         flr_real face_bias, flr_manifold3 *manifold);

flr_box3 flr_contact3_box_of_segment(flr_vec3 a, flr_vec3 b);

#endif
