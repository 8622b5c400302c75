/// The shortest separating translation of overlapping shapes of the plane of which one is a compound: convex pieces against convex
/// pieces, as penetration3.h has it for space. Every piece includes its area, so no test of inside is needed.
#ifndef FLR_ANY_PENETRATION2_H
#define FLR_ANY_PENETRATION2_H

#include "any/any2.h"

enum { PENETRATION2_KEPT = 64 };

/// A convex shape, or a triangle of a concave polygon.
typedef struct penetration2_piece {
    flr_aabb2 box;             ///< local; infinite for what is unbounded
    const flr_shape2 *convex;  ///< null for a triangle
    flr_triangle2 triangle;
} penetration2_piece;

typedef struct penetration2_side {
    const flr_shape2 *shape;
    flr_aabb2 box;  ///< local
    int count;  ///< of pieces that are kept, as each is asked for thousands of times; 0 where there are too many
    penetration2_piece pieces[PENETRATION2_KEPT];
} penetration2_side;

typedef struct penetration2 {
    penetration2_side a, b;
    flr_vec2 origin;  ///< of the local frame
    bool far;         ///< which lies so far off that what is made in world would round by much for the scene
    flr_real size;
    flr_vec2 middle;  ///< of all that ends
    flr_real
        reach;  ///< unbounded parts are searched up to this distance from there; 0 where there is no such part
    flr_real gap;  ///< what must lie between pieces that are called apart: more than their rounding errors
    long work, work_max;
} penetration2;

void flr_penetration2_make(penetration2 *p, const flr_shape2 *a, const flr_shape2 *b);

/// The same once more, with unbounded parts searched as far as `reach`.
void flr_penetration2_make_within(penetration2 *p, const flr_shape2 *a, const flr_shape2 *b, flr_real reach);

/// Two shapes that are no compounds, or the searched parts of unbounded ones.
void flr_penetration2_clip(penetration2 *p, const flr_shape2 *a, const flr_shape2 *b, flr_shape2 *x,
                           flr_shape2 *y);

/// Called for a piece of a and a piece of b, b in its place; false ends the visit.
typedef bool penetration2_pair_fn(void *user, const flr_convex2 *x, const flr_convex2 *y);

/// All pairs whose boxes come within the slack with b moved by v.
void flr_penetration2_visit(penetration2 *p, flr_vec2 v, flr_real slack, penetration2_pair_fn *call,
                            void *user);

/// A separating translation that was found: b moved by `padded` leaves a gap everywhere, by `exact` it touches.
typedef struct penetration2_way {
    flr_vec2 padded, exact;
    flr_real length;  ///< of exact; infinite for none yet
} penetration2_way;

bool flr_penetration2_is_apart(penetration2 *p, flr_vec2 v);

/// From a translation that separates them down to a locally shortest one; keeps it if it is shorter than the best.
void flr_penetration2_polish(penetration2 *p, flr_vec2 v, penetration2_way *best);

/// `inseparable` only with unbounded shapes. FLR_NOT_CONVERGED where a shorter translation could not be ruled out within bounded
/// work.
flr_status flr_penetration2(const flr_shape2 *a, const flr_shape2 *b, flr_signed_distance2_result *r);

/// The same of a line, plane or halfspace and anything, and of two rays, which overlap at `common` among other points; in either
/// order. False for other pairs.
bool flr_penetration2_unbounded(const flr_shape2 *a, const flr_shape2 *b, flr_vec2 common,
                                flr_signed_distance2_result *r);

/// The answer of the pair in the other order.
static inline flr_signed_distance2_result any2_turned(flr_signed_distance2_result r)
{
    flr_vec2 p = r.point_a;
    r.point_a = r.point_b;
    r.point_b = p;
    r.normal = flr_sub2(flr_vec2_make(0, 0), r.normal);  // no zero becomes a minus zero
    return r;
}

#endif
