/// Segment, ray and line as one thing: origin + t * direction for t in [low, high].
#ifndef FLR_CLOSEST_SPAN3_H
#define FLR_CLOSEST_SPAN3_H

#include "closest/frame3.h"

typedef struct flr_span3 {
    flr_vec3 a, b;                 ///< in world; b is the far end of a segment
    dvec3 origin, end, direction;  ///< in the frame; a direction of a ray is brought near length 1
    double low, high;              ///< [0, 1] for a segment
} flr_span3;

flr_span3 flr_span3_segment(const flr_frame3 *f, const flr_segment3 *s);
flr_span3 flr_span3_ray(const flr_frame3 *f, const flr_ray3 *r);
flr_span3 flr_span3_line(const flr_frame3 *f, const flr_line3 *l);

static inline double flr_span3_clamp(const flr_span3 *s, double t)
{
    if (!(t > s->low)) return s->low > -INFINITY ? s->low : t;
    return t < s->high ? t : s->high;
}
/// The far end of a segment comes out as it is.
static inline dvec3 flr_span3_at(const flr_span3 *s, double t)
{
    return t == s->high ? s->end : dvec3_add_scaled(s->origin, t, s->direction);
}
/// In world; ends of a segment with their own bits.
flr_vec3 flr_span3_world(const flr_frame3 *f, const flr_span3 *s, double t);

/// Parameter of the point nearest to p, and the squared distance where it is asked for.
double flr_span3_nearest(const flr_span3 *s, dvec3 p, double *distance_squared);

/// Closest points of two spans; returns the distance in the frame. RTCD 5.1.8 and 5.1.9 with three
/// differences: the determinant is a compensated cross product, not a difference of dot products;
/// s is found anew from t at the end; and where the lines themselves come nearest inside both
/// ranges, the distance is measured along their common normal. Parallel: the least s of a that
/// is in range and nearest 0, then its nearest t.
double flr_span3_pair(const flr_span3 *a, const flr_span3 *b, double *s, double *t);

#endif
