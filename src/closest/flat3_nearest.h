/// The point of a flat sheet nearest to points given in one frame.
#ifndef FLR_CLOSEST_FLAT3_NEAREST_H
#define FLR_CLOSEST_FLAT3_NEAREST_H

#include "closest/flat3.h"

/// Two orthogonal axes in the plane; vv is 0 where the sheet is no more than a segment.
typedef struct flr_flat3_axes {
    dvec3 base, u, v;
    double uu, vv;
} flr_flat3_axes;

typedef struct flr_flat3_nearest_query {
    const flr_flat3 *sheet;
    const flr_frame3 *frame;
    flr_flat3_axes axes;
} flr_flat3_nearest_query;

typedef struct flr_flat3_nearest {
    double squared;
    size_t edge;  ///< on the edge from this corner, at t
    double t;
    bool face;  ///< inside instead, at foot
    dvec3 foot;
} flr_flat3_nearest;

flr_flat3_nearest_query flr_flat3_query(const flr_flat3 *sheet, const flr_flat3_plane *plane,
                                        const flr_frame3 *f);
flr_flat3_nearest flr_flat3_nearest_to(const flr_flat3_nearest_query *q, dvec3 p);
flr_vec3 flr_flat3_nearest_world(const flr_flat3_nearest_query *q, const flr_flat3_nearest *n);

/// The nearest pair of a segment, ray or line and the sheet, but for where it passes through: ends against the sheet,
/// the whole against every edge. Returns the distance in the frame; the points are written, unless nothing is finite.
double flr_flat3_nearest_span(const flr_flat3_nearest_query *q, const flr_span3 *span, flr_closest3 *result);

#endif
