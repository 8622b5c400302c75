/// A point or segment and a box by a closed form.
#ifndef FLR_CONVEX_GJK3_SEGMENT_BOX_H
#define FLR_CONVEX_GJK3_SEGMENT_BOX_H

#include "feeler/convex.h"

static inline bool gjk3_is_segment(const flr_convex3 *c)
{
    return c->kind == FLR_CONVEX3_CORNERS && c->count <= 2;
}

static inline bool gjk3_is_segment_box(const flr_convex3 *a, const flr_convex3 *b)
{
    return a->kind == FLR_CONVEX3_BOX ? gjk3_is_segment(b) : b->kind == FLR_CONVEX3_BOX && gjk3_is_segment(a);
}

/// As flr_closest3_convex_convex, without a trace.
flr_gjk3 flr_gjk3_closest_segment_box(const flr_convex3 *a, const flr_convex3 *b,
                                      const flr_gjk3_options *options);
/// Do the shapes meet? False where the cores meet or nearly do, or the answer is not certain to a few roundings: then nothing is told, and the
/// search goes its own way.
bool flr_gjk3_meet_segment_box(const flr_convex3 *a, const flr_convex3 *b, flr_overlap3_convex *r);

#endif
