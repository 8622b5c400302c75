/// The same questions about a segment and a box for two widths of lanes, with the same bits.
#ifndef FLR_CONVEX_GJK3_SEGMENT_BOX_FORMS_H
#define FLR_CONVEX_GJK3_SEGMENT_BOX_FORMS_H

#include "feeler/convex.h"

typedef struct gjk3_segment_box_form {
    flr_gjk3 (*closest)(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options);
    bool (*try_pair)(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options,
                     bool depth_next, flr_gjk3 *r);
    bool (*meet)(const flr_convex3 *a, const flr_convex3 *b, flr_overlap3_convex *r);
} gjk3_segment_box_form;

extern const gjk3_segment_box_form flr_gjk3_segment_box_baseline;
/// The widest that this processor runs, or null.
const gjk3_segment_box_form *flr_gjk3_segment_box_wide(void);

#endif
