/// The straight way of one outline towards another, and the first touch found on it so far.
///
/// Two shapes of the plane that are apart are nearest at a corner of one of them, so what touches first is a corner of
/// one and an edge of the other: a ray from the corner, along the motion, against the edge with both radii around it.
/// That is a ray against the Minkowski difference of the two, piece by piece, convex or not.
#ifndef FLR_SWEEP_TRACK2_H
#define FLR_SWEEP_TRACK2_H

#include "feeler/sweep2.h"

#include "closest/frame2.h"

/// Coordinates times `factor`, a power of two, are local; no square of one overflows. Local times are those along
/// `heading`: local t = t * 2^stretch.
typedef struct flr_track2 {
    const flr_outline2 *a, *b;
    flr_vec2 motion, back;  ///< of a, and of b as a sees it
    flr_local2 heading;     ///< the motion; scaled where it or the shapes are very large or small
    int stretch;
    double factor;
    double size;        ///< the largest coordinate or radius, as given
    double reach;       ///< local sum of the radii
    double reach_rest;  ///< what the sum lost to rounding
    double last;        ///< the local time of t = 1
} flr_track2;

/// What touches first.
typedef struct flr_touch2 {
    bool hit;
    double t;  ///< local
    bool corner_of_b;
    size_t corner, edge;
    int end;  ///< of the edge, where the corner touches it: 0 or 1, or -1 between
    enum {
        FLR_TOUCH2_ANY,
        FLR_TOUCH2_EDGE_OF_A,
        FLR_TOUCH2_EDGE_OF_B
    } parted_by;  ///< what gives the normal, if known
    size_t parting_edge;
} flr_touch2;

static inline flr_local2 flr_track2_point(const flr_track2 *k, flr_vec2 p)
{
    flr_local2 q = {(double)p.x * k->factor, (double)p.y * k->factor};
    return q;
}
/// t from a local time.
static inline double flr_track2_time(const flr_track2 *k, double local)
{
    return k->stretch ? ldexp(local, -k->stretch) : local;
}
/// The direction of an edge, local.
static inline flr_local2 flr_track2_along(const flr_track2 *k, const flr_edge2 *e)
{
    int exponent;
    if (e->kind != FLR_OUTLINE2_CHAIN) return flr_local2_direction(e->b, &exponent);
    return flr_local2_sub(flr_track2_point(k, e->b), flr_track2_point(k, e->a));
}

/// Where corner v, moving along (or against, `back`) the heading, meets the edge; exact in whether it does so within
/// the motion, for a v that is not on the edge to begin with.
bool flr_track2_meets(const flr_track2 *k, bool back, flr_vec2 v, const flr_edge2 *e, double *t, int *end);

/// Lowers `touch` to the first of all touches of two outlines that are apart. Cores without radii, exact.
void flr_track2_cores(const flr_track2 *k, flr_touch2 *touch);
/// With radii.
void flr_track2_round(const flr_track2 *k, flr_touch2 *touch);

/// Two convex polygons without radii in as many steps as they have corners: each edge as a separating line that moves.
/// `unsure` where rounding could decide: then nothing is said.
typedef enum flr_track2_convex_answer {
    FLR_TRACK2_UNSURE,
    FLR_TRACK2_OVERLAP,
    FLR_TRACK2_MISS,
    FLR_TRACK2_HIT
} flr_track2_convex_answer;

flr_track2_convex_answer flr_track2_convex(const flr_track2 *k, flr_touch2 *touch);

/// Is a chain of corners a strictly convex polygon?
bool flr_track2_is_convex(const flr_outline2 *o);

/// One of the two is by normal. They are apart.
flr_sweep2_result flr_track2_normals(const flr_track2 *k);

/// Normal and point of a touch.
void flr_track2_finish(const flr_track2 *k, const flr_touch2 *touch, flr_sweep2_result *result);

/// The answer for any two outlines.
flr_sweep2_result flr_sweep2_outline(const flr_outline2 *a, flr_vec2 motion, const flr_outline2 *b);

#endif
