/// The direction between two segments that may be as near to each other as the rounding errors of their
/// closest points.
#ifndef FLR_CLOSEST_BETWEEN3_H
#define FLR_CLOSEST_BETWEEN3_H

#include "closest/frame3.h"

/// The ends of two segments, relative to the start of the first.
typedef struct between3 {
    dvec3 u;     ///< end of the first
    dvec3 p, q;  ///< ends of the second
} between3;

static inline dvec3 flr_between3_direction(flr_vec3 from, flr_vec3 to)
{
    return (dvec3){(double)to.x - (double)from.x, (double)to.y - (double)from.y,
                   (double)to.z - (double)from.z};
}

/// Returns how far apart the segments are along n.
static inline double flr_between3_parted(const between3 *f, dvec3 n)
{
    const double first = dvec3_dot(n, f->u), p = dvec3_dot(n, f->p), q = dvec3_dot(n, f->q);
    return (p < q ? p : q) - (first > 0 ? first : 0);
}

/// Keeps in *best the unit vector along which the segments are farthest apart.
static inline void flr_between3_try(const between3 *f, dvec3 d, double *most, dvec3 *best)
{
    const double length = dvec3_length(d);
    if (!(length > 0)) return;
    const dvec3 n = dvec3_scale(1 / length, d);
    const double parted = flr_between3_parted(f, n);
    if (!(parted > *most)) return;
    *most = parted;
    *best = n;
}

/// Returns d without its component along u.
static inline dvec3 flr_between3_squared(dvec3 d, dvec3 u)
{
    const double share = dvec3_dot(d, u) / dvec3_dot(u, u);
    return (dvec3){d.x - share * u.x, d.y - share * u.y, d.z - share * u.z};
}

/// Returns the unit direction from the first to the second. The difference of the closest points is off by
/// their rounding errors over the distance; directions perpendicular to one or both segments are not. The
/// candidate that separates the two most is taken. `otherwise` is one for segments that overlap along a
/// line.
static inline dvec3 flr_between3_segments(const flr_segment3 *s, const flr_segment3 *t, const flr_closest3 *c,
                                          flr_vec3 otherwise)
{
    const between3 f = {flr_between3_direction(s->a, s->b), flr_between3_direction(s->a, t->a),
                        flr_between3_direction(s->a, t->b)};
    const dvec3 v = flr_between3_direction(t->a, t->b), d = flr_between3_direction(c->point_a, c->point_b);
    // the cross product of nearly parallel segments is as inaccurate as the direction
    const dvec3 across = flr_between3_squared(dvec3_cross(f.u, v), f.u);
    dvec3 best = {0, 0, 0};
    double most = -INFINITY;
    flr_between3_try(&f, d, &most, &best);
    flr_between3_try(&f, flr_between3_squared(d, f.u), &most, &best);
    flr_between3_try(&f, flr_between3_squared(d, v), &most, &best);
    flr_between3_try(&f, across, &most, &best);
    flr_between3_try(&f, dvec3_scale(-1, across), &most, &best);
    flr_between3_try(&f, flr_between3_direction(flr_vec3_make(0, 0, 0), otherwise), &most, &best);
    return best;
}

#endif
