/// Segment, ray and line as one type: the points origin + t * direction for t in [low, high], and their
/// closest points, also with boxes. RTCD is Ericson, Real-Time Collision Detection (2005).
#ifndef FLR_CLOSEST_SPAN3_H
#define FLR_CLOSEST_SPAN3_H

#include "closest/frame3.h"
#include "feeler/closest3.h"
#include "math/eps.h"

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
/// Returns the point at t. The far end of a segment comes out as it is.
static inline dvec3 flr_span3_at(const flr_span3 *s, double t)
{
    return t == s->high ? s->end : dvec3_add_scaled(s->origin, t, s->direction);
}
/// Returns the point at t in world coordinates. The ends of a segment keep their own bits.
flr_vec3 flr_span3_world(const flr_frame3 *f, const flr_span3 *s, double t);

/// Returns the parameter of the point nearest to p, and the squared distance if requested.
double flr_span3_nearest(const flr_span3 *s, dvec3 p, double *distance_squared);

/// Finds the closest points of two spans, and returns their distance in the frame. It is RTCD 5.1.8 and
/// 5.1.9 with three differences. The determinant is a compensated cross product, not a difference of dot
/// products. s is computed again from t at the end. Where the lines themselves come nearest inside both
/// ranges, the distance is measured along their common normal. Of parallel spans, s is the parameter in
/// range that is nearest to 0, and t the nearest to that.
double flr_span3_pair(const flr_span3 *a, const flr_span3 *b, double *s, double *t);

// ---- Parameters and weights as the caller gets them

/// Returns the parameter of a point of a segment for the caller: 0 and 1 at the ends, and only there.
static inline flr_real flr_parameter3_of_point(double t, flr_vec3 point, flr_vec3 a, flr_vec3 b)
{
    const flr_real most = 1 - (flr_real)FLR_HALF_EPS;
    flr_real answer = (flr_real)t;
    if (flr_same3(point, a)) return 0;
    if (flr_same3(point, b)) return 1;
    if (!(answer > 0))
        return sizeof(flr_real) == sizeof(float) ? (flr_real)FLT_TRUE_MIN : (flr_real)DBL_TRUE_MIN;
    return answer < most ? answer : most;
}

/// Returns a span's parameter as a coefficient of the direction that a ray or line was given with.
static inline flr_real flr_coefficient3_of_span(const flr_frame3 *f, double t, flr_vec3 direction)
{
    double scale =
        flr_power_toward_one(flr_largest3((double)direction.x, (double)direction.y, (double)direction.z));
    return (flr_real)(t / f->grow / f->shrink * scale);
}

/// Returns the corners that have weight, with their weights.
static inline flr_region3 flr_region3_of_weights(const flr_weights3 *weights, int count, flr_vec3 point)
{
    flr_region3 r = {0, {0, 0, 0, 0}, point};
    for (int i = 0; i < count; ++i) {
        r.weights[i] = weights->w[i] > 0 ? (flr_real)weights->w[i] : 0;
        if (r.weights[i] > 0) r.corners |= 1u << i;
    }
    return r;
}

// ---- Boxes by their own coordinates; a rectangle is a box with a half extent of 0

static inline flr_box3 flr_box3_of_rectangle(const flr_rectangle3 *r)
{
    flr_box3 b = {
        r->center, {r->axis_x, r->axis_y, flr_cross3(r->axis_x, r->axis_y)}, {r->half_x, r->half_y, 0}};
    return b;
}

/// Returns the coordinates of a frame's vector along the axes of a box.
static inline dvec3 flr_box3_coordinates(const flr_box3 *b, dvec3 v)
{
    dvec3 q = {dvec3_dot(v, dvec3_from(b->axes.x)), dvec3_dot(v, dvec3_from(b->axes.y)),
               dvec3_dot(v, dvec3_from(b->axes.z))};
    return q;
}
static inline dvec3 flr_box3_vector(const flr_box3 *b, dvec3 q)
{
    dvec3 v = dvec3_scale(q.x, dvec3_from(b->axes.x));
    v = dvec3_add_scaled(v, q.y, dvec3_from(b->axes.y));
    return dvec3_add_scaled(v, q.z, dvec3_from(b->axes.z));
}

static inline double flr_clamped(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

#endif
