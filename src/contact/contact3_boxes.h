/// Manifolds of two boxes with radii around them: boxes, capsules (one half extent) and spheres (none).
#ifndef FLR_CONTACT_CONTACT3_BOXES_H
#define FLR_CONTACT_CONTACT3_BOXES_H

#include "contact/clip3_spots.h"
#include "feeler/manifold.h"

typedef struct rounded_box3 {
    const flr_box3 *core;
    flr_real radius;
} rounded_box3;

typedef enum contact3_boxes_answer {
    CONTACT3_APART,  ///< farther than the margin
    CONTACT3_MADE,
    /// Numbers out of the usual range, or none. Or the cores are apart, and the separating axes do not tell how far: their closest points
    /// are at a corner and something else than the inside of a face.
    CONTACT3_UNKNOWN
} contact3_boxes_answer;

/// What is asked of two boxes with radii; told by a pointer, as hardly any of it is looked at soon.
typedef struct contact3_boxes_ask {
    double radius_a, radius_b;
    double margin, face_bias;
    double turn;  ///< 1 or -1: the normal is told times this
} contact3_boxes_ask;

/// One text, compiled for a width of lanes: all have the same bits.
typedef struct contact3_boxes_form {
    /// In this order, whatever the caller's. Where the answer is not CONTACT3_MADE, `manifold` holds no
    /// points, and where it is CONTACT3_APART as its normal the direction that parts them or does best. Points beyond the count may be written.
    contact3_boxes_answer (*contact)(const flr_box3 *a, const flr_box3 *b, const contact3_boxes_ask *ask,
                                     flr_manifold3 *manifold);
    /// Parts of it (clip3_sheet.h): the corners of what a sheet and a rectangle share; and four of them.
    void (*share)(const clip3_sheet *sheet, const double half[2], double least, double slack,
                  clip3_spots *spots);
    void (*spread)(clip3_spots *spots, const double half[2], double slack);
} contact3_boxes_form;

extern const contact3_boxes_form flr_contact3_boxes_baseline;

/// With four doubles to a register, or null where the processor or the build has none.
const contact3_boxes_form *flr_contact3_boxes_wide(void);

/// By the widest form there is.
contact3_boxes_answer flr_contact3_boxes(const flr_box3 *a, const flr_box3 *b, const contact3_boxes_ask *ask,
                                         flr_manifold3 *manifold);

flr_box3 flr_contact3_box_of_segment(flr_vec3 a, flr_vec3 b);

#endif
