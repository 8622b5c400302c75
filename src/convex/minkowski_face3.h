/// The face of the Minkowski difference of two hulls that is nearest to the origin: found by turning a plane, and then proved.
#ifndef FLR_CONVEX_MINKOWSKI_FACE3_H
#define FLR_CONVEX_MINKOWSKI_FACE3_H

#include "convex/epa3.h"

/// How the search ended.
typedef enum facet3_end {
    FACET3_FOUND,
    FACET3_APART,  ///< a plane does not have the origin behind it
    FACET3_LOST
} facet3_end;

/// A face of the difference.
typedef struct facet3 {
    uint32_t a[4], b[4];  ///< the corners' vertices, around the face; of a triangle the last one twice
    bool is_edges;        ///< of two edges: a parallelogram
    int count;            ///< where they are apart: of the corners in the plane
} facet3;

/// Of hulls that are not flat, from the support point along the line of centres, by neighbours alone: proves nothing.
typedef facet3_end facet3_find_fn(const pair3 *p, const vertex3 *top, facet3 *f);
/// In double: no vertex lies beyond the face's plane, and the ball around the origin that touches the plane lies within the pyramid over the face with
/// the difference of the centres as its tip. Where it comes through a side of that, it lies within it and what stands there, up to a support
/// point. False where that is not known for sure.
typedef bool facet3_prove_fn(const pair3 *p, const facet3 *f, epa3_result *r);

/// What the search has found as the first face of a polytope with the difference of the centres: as flr_epa3_between. The support point that
/// tells that the cores may be apart goes to *last.
bool flr_epa3_over(const pair3 *pair, const facet3 *f, vertex3 *last, epa3_result *r);

#endif
