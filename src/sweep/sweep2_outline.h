/// Linear casts of outlines in the plane.
///
/// Two separated shapes of the plane are nearest at a corner of one of them. So the first touch is a corner
/// of one and an edge of the other: a ray from the corner, along the motion, against the edge grown by both
/// radii. Together these are a ray against the Minkowski difference, edge by edge, convex or not.
#ifndef FLR_SWEEP_SWEEP2_OUTLINE_H
#define FLR_SWEEP_SWEEP2_OUTLINE_H

#include "feeler/sweep2.h"

#include "closest/frame2.h"

/// A cast of a onto b. Local coordinates are coordinates times `factor`, a power of two, so that no square
/// overflows. Local time runs along `heading`: local t = t * 2^stretch.
typedef struct sweep2_cast {
    const flr_outline2 *a, *b;
    flr_vec2 motion, back;  ///< the motion of a, and that of b as a sees it
    flr_local2 heading;     ///< the motion; scaled where it or the shapes are very large or small
    int stretch;
    double factor;
    double size;        ///< the largest coordinate or radius, unscaled
    double reach;       ///< sum of the radii, local
    double reach_rest;  ///< the rounding error of that sum
    double last;        ///< the local time of t = 1
} sweep2_cast;

/// The first touch found so far.
typedef struct sweep2_touch {
    bool hit;  ///<
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
/// Converts a local time to t.
static inline double sweep2_time(const sweep2_cast *k, double local)
{
    return k->stretch ? ldexp(local, -k->stretch) : local;
}
/// The local direction of an edge.
static inline flr_local2 sweep2_edge_direction(const sweep2_cast *k, const flr_edge2 *e)
{
    int exponent;
    if (e->kind != FLR_OUTLINE2_CHAIN) return flr_local2_direction(e->b, &exponent);
    return flr_local2_sub(sweep2_local(k, e->b), sweep2_local(k, e->a));
}

/// Casts corner v along the heading (with `back` against it) onto the edge. Whether it hits within the
/// motion is exact, for a v that is not on the edge at the start. `t` is local; `end` is the end that it
/// hits, or -1.
bool flr_sweep2_hits_edge(const sweep2_cast *k, bool back, flr_vec2 v, const flr_edge2 *e, double *t,
                          int *end);

/// What moving separating axes of two convex polygons say. SWEEP2_UNSURE where a rounding error could
/// decide: then the exact cast is asked.
typedef enum sweep2_polygons_answer { SWEEP2_UNSURE, SWEEP2_MISS, SWEEP2_HIT } sweep2_polygons_answer;

/// Casts two convex polygons without radii, in as many steps as they have corners.
sweep2_polygons_answer flr_sweep2_polygons(const sweep2_cast *k, sweep2_touch *touch);

/// Casts any two outlines.
flr_sweep2_result flr_sweep2_outline(const flr_outline2 *a, flr_vec2 motion, const flr_outline2 *b);

#endif
