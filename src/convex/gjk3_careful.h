/// What the two searches of GJK share, the quick one and the careful one.
#ifndef FLR_CONVEX_GJK3_CAREFUL_H
#define FLR_CONVEX_GJK3_CAREFUL_H

#include "convex/gjk3_trace.h"

/// What a search needs to know beside the shapes. All in the scene's unit, of the cores.
typedef struct gjk3_goal {
    double stop_above;  ///< a lower bound that is enough
    double stop_below;  ///< an upper bound that is enough; negative for none
    bool depth_next;    ///< of cores that overlap only the simplex is asked for
    bool plain;         ///< curved cores are not finished
    bool watched;       ///< there may be a stop below
    const flr_gjk3_options *options;
} gjk3_goal;

/// The direction of a face's normal is off by rounding over the face's width, that of its closest point by rounding over the
/// distance.
static inline bool gjk3_is_plane_better(const vertex3 *p, const vertex3 *q, const vertex3 *r,
                                        double normal_squared, double distance)
{
    dvec3 u = dvec3_sub(q->w, p->w), v = dvec3_sub(r->w, p->w);
    return normal_squared > distance * distance * (dvec3_dot(u, u) + dvec3_dot(v, v));
}

/// So far apart, for their size, that the direction of the closest points parts the cores by their distance, but for roundings of the size.
/// Nearer ones are held against the plane that has been proved: the ends of needles come near by far more than the points are off.
static inline bool gjk3_is_far(double distance_squared, double size_squared)
{
    return distance_squared > 0x1p-10 * size_squared;
}

/// Does the closest point lie along the other direction as well, but for roundings?
static inline bool gjk3_do_agree(dvec3 axis, dvec3 other, double distance_squared, double size_squared)
{
    const dvec3 off = dvec3_sub(axis, other);
    return dvec3_dot(off, off) * distance_squared <= 4 * gjk3_noise_of(size_squared);
}

/// The direction of the last simplex goes with its points; where another plane before kept the cores farther
/// apart by more than rounding, that one knows better.
static inline void gjk3_settle_axis(gjk3_search *g, dvec3 last, double apart)
{
    const bool known = dvec3_dot(g->axis, g->axis) > 0;
    if (known && g->lower - apart > 16 * g->rounding) return;
    g->axis = last;
}

/// The quick search gone on with from the simplex it has, the point weighed out in every step and none taken that leads
/// away: slower, and sure to end.
void flr_gjk3_search_carefully(pair3 *p, gjk3_search *g, const gjk3_goal *o);

/// The direction of the closest point, unit, and square to the simplex that it lies on: as the careful search takes it.
dvec3 flr_gjk3_square_to(const gjk3_search *g);

/// What the quick search has ended with as distance, bounds and points, gone on with carefully where the bounds have not met.
void flr_gjk3_conclude(pair3 *p, const gjk3_goal *o, gjk3_search *g);

/// The same from the simplex of a begin, with every step recorded.
void flr_gjk3_search_traced(pair3 *p, gjk3_search *g, const gjk3_goal *o, gjk3_trace *t);

/// Of curved cores that all but touch the bounds may not meet: the points that a chord or a needle of the difference
/// leaves are off by the root of rounding. Moved apart along the best direction so far, they are as well known as any,
/// and so is the direction between them; put back, that is off by the way moved over the surface's radius
/// of what it was off before. So in turns, by ever shorter ways.
void flr_gjk3_finish(pair3 *p, gjk3_search *g, const gjk3_goal *o);

/// Of curved cores whose distance is no more than what rounding may leave, where no plane is known that parts them but for rounding: they
/// touch. The way between such points is noise, and what the depth takes for the way out is not.
void flr_gjk3_prove_axis(const pair3 *p, gjk3_search *g);

/// The quick search and the careful one, without what has just been said.
void flr_gjk3_search_plainly(pair3 *p, gjk3_search *g);

#endif
