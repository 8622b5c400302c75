/// A flat sheet with any number of corners: quad, polygon, or a face that picks its corners from a list. It
/// may be convex or concave, and turn either way. A sheet with collinear corners is answered as a segment.
#ifndef FLR_CLOSEST_FLAT3_H
#define FLR_CLOSEST_FLAT3_H

#include "closest/span3.h"

typedef struct flr_flat3 {
    const flr_vec3 *vertices;
    const uint32_t *indices;  ///< or null: the vertices in their order
    size_t count;
} flr_flat3;

static inline flr_vec3 flr_flat3_corner(const flr_flat3 *s, size_t i)
{
    return s->vertices[s->indices ? s->indices[i] : i];
}
static inline size_t flr_flat3_next(const flr_flat3 *s, size_t i) { return i + 1 < s->count ? i + 1 : 0; }

/// Returns a frame around a point, for the sheet and one more point.
flr_frame3 flr_flat3_frame(const flr_flat3 *s, flr_vec3 origin, flr_vec3 other);

/// Three corners that span the plane of the sheet well, in the order of the outline.
typedef struct flr_flat3_plane {
    flr_vec3 a, b, c;
    bool flat;  ///< false where all corners are collinear
} flr_flat3_plane;

flr_flat3_plane flr_flat3_span_plane(const flr_flat3 *s);

/// Do the two intersect? Exact: the plane is that of span_plane, and edges are as given.
bool flr_exact3_point_flat(flr_vec3 p, const flr_flat3 *s);
bool flr_exact3_segment_flat(const flr_segment3 *e, const flr_flat3 *s);

#endif
