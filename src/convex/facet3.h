/// The face of the difference of two hulls that is nearest to the origin: found by turning a plane, and then proved.
#ifndef FLR_CONVEX_FACET3_H
#define FLR_CONVEX_FACET3_H

#include "convex/epa3.h"

/// Most vertices of hulls of which all are looked at.
enum { FACET3_MOST = 16 };

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

/// One text for two widths of lanes, with the same answers. Both hulls hold their middles by more than roundings.
typedef struct facet3_form {
    /// Of hulls of up to FACET3_MOST vertices, in single precision: proves nothing. First, the plane square to the way between the middles through the
    /// support point there. It is turned about that towards the origin until it meets the other end of an edge, about the edge until it meets a third
    /// point, and then about the side of the face that the foot of the origin lies beyond, until it lies beyond none: each plane is nearer to the
    /// origin than the one before. The support point goes to corner 0 also where they are apart.
    facet3_end (*find)(const pair3 *p, facet3 *f);
    /// The same of hulls of any size that are not flat, from the support point along the way between the middles, by neighbours alone.
    facet3_end (*walk)(const pair3 *p, const vertex3 *top, facet3 *f);
    /// In double: no vertex lies beyond the face's plane, and the ball around the origin that touches the plane lies within the
    /// pyramid over the face with the difference of the middles as its tip; where it comes through a side of that, within it and what stands there, up to
    /// a support point. False where that is not known for sure.
    bool (*prove)(const pair3 *p, const facet3 *f, epa3_result *r);
} facet3_form;

extern const facet3_form flr_facet3_baseline;
/// The widest one that this processor runs.
const facet3_form *flr_facet3_form(void);

/// What the search has found as the first face of a polytope with the difference of the middles: as flr_epa3_between. The support point that
/// tells that the cores may be apart goes to *last.
bool flr_epa3_over(const pair3 *pair, const facet3 *f, vertex3 *last, epa3_result *r);

/// Two hulls so small that all vertices are looked at.
static inline bool facet3_are_small(const flr_hull3 *a, const flr_hull3 *b)
{
    return a->padded_count <= FACET3_MOST && b->padded_count <= FACET3_MOST;
}

#endif
