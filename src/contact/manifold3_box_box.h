/// Manifolds of two boxes: the input and the results of the forms for lanes.
#ifndef FLR_CONTACT_MANIFOLD3_BOX_BOX_H
#define FLR_CONTACT_MANIFOLD3_BOX_BOX_H

#include "feeler/base.h"
#include "feeler/contact3.h"

/// The input and output of the clipping of two rectangles.

/// Four points where sides of the parallelogram enter the rectangle, four where they leave it, the corners of
/// the rectangle, one spare, and one that is never used.
enum { CLIP3_SPOTS = 12, CLIP3_NONE = 13, CLIP3_SPOTS_ROOM = 16 };

/// A parallelogram over a plane: x and y across the plane, depth below it. Its sides are `half` along the
/// arms. The arms are so long that a unit of an arm was a unit of the side before the projection.
typedef struct clip3_rectangle {
    double middle[3], arm[2][3];
    double half[2];
} clip3_rectangle;

/// Candidates, and a bit for each that is a corner of the patch. They are aligned, as points are written four
/// at a time and read again soon.
typedef struct clip3_points {
    double x[CLIP3_SPOTS_ROOM] __attribute__((aligned(32)));
    double y[CLIP3_SPOTS_ROOM], depth[CLIP3_SPOTS_ROOM];
    uint32_t mask;
} clip3_points;

/// Manifolds of two boxes with radii: boxes, capsules (with one half extent) and spheres (with none).

typedef struct rounded_box3 {
    const flr_box3 *core;
    flr_real radius;
} rounded_box3;

typedef enum contact3_boxes_answer {
    CONTACT3_APART,  ///< farther than the margin
    CONTACT3_MADE,
    /// Numbers are out of the usual range; or the cores are apart, and the separating axes do not give the
    /// distance. That is so if the nearest features are a corner and something other than the inside of a
    /// face.
    CONTACT3_UNKNOWN
} contact3_boxes_answer;

/// The query for two boxes with radii. It is passed by pointer, as most of it is read late.
typedef struct contact3_boxes_options {
    double radius_a, radius_b;
    double margin, face_bias;
    double turn;  ///< 1 or -1, the factor of the normal in the result
} contact3_boxes_options;

/// The same text is compiled for two widths of lanes, and both give the same bits.
typedef struct contact3_boxes_form {
    /// Makes the manifold in this order, whatever the caller's. Unless the answer is CONTACT3_MADE,
    /// `manifold` has no points; with CONTACT3_APART its normal is the direction that separates them best.
    /// Points beyond the count may be written.
    contact3_boxes_answer (*contact)(const flr_box3 *a, const flr_box3 *b, const contact3_boxes_options *ask,
                                     flr_manifold3 *manifold);
    /// Single steps (clip3_rectangles.h): the corners of the intersection, and the choice of four.
    void (*share)(const clip3_rectangle *sheet, const double half[2], double least, double slack,
                  clip3_points *spots);
    void (*spread)(clip3_points *spots, const double half[2], double slack);
} contact3_boxes_form;

extern const contact3_boxes_form flr_contact3_boxes_baseline;

/// Returns the forms with four doubles in a register, or null if the processor or the build has none.
const contact3_boxes_form *flr_contact3_boxes_wide(void);

#endif
