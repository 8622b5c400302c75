/// Two convex polygons with few corners, carried into the scene corner by corner, and their separating axes.
#ifndef FLR_CONVEX_FEW2_H
#define FLR_CONVEX_FEW2_H

#include "convex/axes2.h"

/// Up to here all edges are compared with all corners, without following the corners around.
enum { FEW2_MOST = SUPPORT2_HELD };

/// Coordinate by coordinate, so that loops over edges become vectors. Behind the last edge come empty ones, so
/// that these are whole.
typedef struct few2 {
    const flr_convex2 *shape;
    uint32_t count, padded;
    bool unit;                              ///< the normals are, before the axes have been asked
    flr_real x[FEW2_MOST], y[FEW2_MOST];    ///< corners, from the scene's origin
    flr_real nx[FEW2_MOST], ny[FEW2_MOST];  ///< unit normals of the edges from each to the next, outwards
    flr_real separation[FEW2_MOST];  ///< of the other along them; minus infinity where there is no edge
} few2;

/// An edge of one, and the corner of the other that lies farthest against its normal.
typedef struct few2_choice {
    const few2 *own, *other;
    bool own_is_b;
    uint32_t edge, farthest;
    flr_real most;  ///< the greatest separation of all edges; at most the tolerance more than this edge's
} few2_choice;

static inline flr_vec2 few2_corner(const few2 *f, uint32_t i) { return flr_vec2_make(f->x[i], f->y[i]); }
static inline flr_vec2 few2_normal(const few2 *f, uint32_t i) { return flr_vec2_make(f->nx[i], f->ny[i]); }
static inline uint32_t few2_next(const few2 *f, uint32_t i) { return i + 1 < f->count ? i + 1 : 0; }
static inline uint32_t few2_before(const few2 *f, uint32_t i) { return (i ? i : f->count) - 1; }

/// The corners alone. False where it is not a polygon with few of them in order.
bool flr_few2_make(few2 *f, const support2 *s);

/// At least the largest coordinate.
flr_real flr_few2_size(const few2 *f);

/// The corner farthest along d.
uint32_t flr_few2_farthest(const few2 *f, flr_vec2 d);

/// The edge along whose normal they are parted most or overlap least; alike within the tolerance as flr_axes2. False
/// where the corners of one are collinear.
bool flr_few2_axes(few2 *a, few2 *b, flr_real tolerance, flr_vec2 preferred, few2_choice *choice);

/// The normal from a to b and the witness points of a choice.
axes2_result flr_few2_result(const few2_choice *choice);

#endif
