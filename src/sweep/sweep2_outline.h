/// Linear casts of outlines in the plane.
///
/// Two separated shapes of the plane are nearest at a corner of one of them. So the first touch is a corner
/// of one and an edge of the other: a ray from the corner, along the motion, against the edge grown by both
/// radii. Together these are a ray against the Minkowski difference, edge by edge, convex or not.
#ifndef FLR_SWEEP_SWEEP2_OUTLINE_H
#define FLR_SWEEP_SWEEP2_OUTLINE_H

#include "feeler/sweep2.h"

#include "closest/frame2.h"

/// Coordinates times `factor`, a power of two, are local; no square of one overflows. Local times are those along
/// `heading`: local t = t * 2^stretch.
typedef struct sweep2_cast {
    const flr_outline2 *a, *b;
    flr_vec2 motion, back;  ///< of a, and of b as a sees it
    flr_local2 heading;     ///< the motion; scaled where it or the shapes are very large or small
    int stretch;
    double factor;
    double size;        ///< the largest coordinate or radius, as given
    double reach;       ///< local sum of the radii
    double reach_rest;  ///< the rounding error of that sum
    double last;        ///< the local time of t = 1
} sweep2_cast;

/// The first touch found so far.
typedef struct sweep2_touch {
    bool hit;
    double t;  ///< local
    bool corner_of_b;
    size_t corner, edge;
    int end;  ///< of the edge, where the corner touches it: 0 or 1, or -1 between
    enum {
        SWEEP2_NORMAL_OPEN,
        SWEEP2_NORMAL_EDGE_OF_A,
        SWEEP2_NORMAL_EDGE_OF_B
    } normal_of;  ///< the edge that gives the normal, if known
    size_t normal_edge;
} sweep2_touch;

static inline flr_local2 sweep2_local(const sweep2_cast *k, flr_vec2 p)
{
    flr_local2 q = {(double)p.x * k->factor, (double)p.y * k->factor};
    return q;
}
/// t from a local time.
static inline double sweep2_time(const sweep2_cast *k, double local)
{
    return k->stretch ? ldexp(local, -k->stretch) : local;
}
/// The direction of an edge, local.
static inline flr_local2 sweep2_edge_direction(const sweep2_cast *k, const flr_edge2 *e)
{
    int exponent;
    if (e->kind != FLR_OUTLINE2_CHAIN) return flr_local2_direction(e->b, &exponent);
    return flr_local2_sub(sweep2_local(k, e->b), sweep2_local(k, e->a));
}

/// Casts corner v along the heading (or against it, `back`) onto the edge. Whether it hits within the motion
/// is exact, for a v that is not on the edge at the start.
bool flr_sweep2_hits_edge(const sweep2_cast *k, bool back, flr_vec2 v, const flr_edge2 *e, double *t,
                          int *end);

/// Two convex polygons without radii in as many steps as they have corners: each edge as a separating line that moves.
/// `unsure` where rounding could decide: then nothing is said.
typedef enum sweep2_polygons_answer {
    SWEEP2_UNSURE,
    SWEEP2_OVERLAP,
    SWEEP2_MISS,
    SWEEP2_HIT
} sweep2_polygons_answer;

sweep2_polygons_answer flr_sweep2_polygons(const sweep2_cast *k, sweep2_touch *touch);

/// Is a chain of corners a strictly convex polygon?
bool flr_sweep2_is_convex(const flr_outline2 *o);

/// The answer for any two outlines.
flr_sweep2_result flr_sweep2_outline(const flr_outline2 *a, flr_vec2 motion, const flr_outline2 *b);

#endif
