/// The steps of GJK as they are handed out: every simplex the least one that holds its point closest to the origin, none
/// farther from it than the one before.
///
/// The quick search weighs no simplex before the last, and forgives one that leads away; what it does is not for
/// showing. So where steps are asked for the careful search goes the way once more, from the same begin.
#ifndef FLR_CONVEX_GJK3_TRACE_H
#define FLR_CONVEX_GJK3_TRACE_H

#include "convex/gjk3.h"

typedef struct gjk3_trace {
    const flr_gjk3_options *options;
    double shrink;   ///< from the scene's unit to the caller's
    int count;       ///< of steps, also of those there was no room for
    double reached;  ///< the last one's distance from the origin
} gjk3_trace;

void flr_gjk3_record(gjk3_trace *t, const simplex3 *s, dvec3 closest, bool inside);

/// As flr_simplex3_reduce, and the closest point of a needle as well known as any: slower.
dvec3 flr_gjk3_reduce_sharply(simplex3 *s, bool *inside);

/// What a search came to is the last step, where it is nearer than the trace came. The search then has as many steps as
/// the trace.
void flr_gjk3_trace_end(gjk3_trace *t, gjk3_search *g);

#endif
