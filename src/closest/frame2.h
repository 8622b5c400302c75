/// Doubles to compute lengths in: relative to the first point of the scene, in a unit (a power of
/// two) that keeps squares and fourth powers of the scene's size far from overflow and underflow.
#ifndef FLR_CLOSEST_FRAME2_H
#define FLR_CLOSEST_FRAME2_H

#include "closest/outline2.h"

typedef struct flr_local2 {
    double x, y;
} flr_local2;

typedef struct flr_frame2 {
    double x, y;    ///< the origin, times shrink
    double shrink;  ///< 1, or less where a difference of coordinates would overflow
    double factor;  ///< local = (coordinate * shrink - origin) * factor
    int exponent;   ///< a local length times 2^exponent is a length of the input
} flr_frame2;

static inline flr_local2 flr_frame2_point(const flr_frame2 *f, flr_vec2 p)
{
    flr_local2 q = {((double)p.x * f->shrink - f->x) * f->factor,
                    ((double)p.y * f->shrink - f->y) * f->factor};
    return q;
}
static inline double flr_frame2_length(const flr_frame2 *f, flr_real length)
{
    return (double)length * f->shrink * f->factor;
}
/// A length of the input from a local one.
static inline double flr_frame2_back(const flr_frame2 *f, double length)
{
    return f->exponent ? ldexp(length, f->exponent) : length;
}

static inline flr_local2 flr_local2_sub(flr_local2 a, flr_local2 b)
{
    flr_local2 c = {a.x - b.x, a.y - b.y};
    return c;
}
static inline double flr_local2_dot(flr_local2 a, flr_local2 b) { return a.x * b.x + a.y * b.y; }
static inline double flr_local2_cross(flr_local2 a, flr_local2 b) { return a.x * b.y - a.y * b.x; }

/// The frame of two outlines, of which at least one has a corner.
flr_frame2 flr_frame2_make(const flr_outline2 *a, const flr_outline2 *b);

/// A vector scaled by a power of two: its longer component into [1/2, 1). The zero vector stays zero.
/// d = result * 2^exponent
flr_local2 flr_local2_scaled(flr_local2 d, int *exponent);
flr_local2 flr_local2_direction(flr_vec2 direction, int *exponent);

/// The vector along an edge: from end to end, or its direction scaled as above.
flr_local2 flr_frame2_along(const flr_frame2 *f, const flr_edge2 *e);

/// a + t (b - a), from the nearer end, an end itself at 0 and 1.
flr_vec2 flr_point2_between(flr_vec2 a, flr_vec2 b, double t);
/// The point of an edge at t, in units of flr_frame2_along.
flr_vec2 flr_edge2_point(const flr_frame2 *f, const flr_edge2 *e, double t);

/// The point of an edge nearest to p.
typedef struct flr_foot2 {
    double distance;  ///< local
    double t;         ///< along flr_frame2_along
} flr_foot2;

flr_foot2 flr_frame2_foot(const flr_frame2 *f, flr_vec2 p, const flr_edge2 *e);

/// Where on e the edge f crosses or touches it, when they do meet; exactly an end where an end it is.
double flr_frame2_crossing(const flr_frame2 *frame, const flr_edge2 *e, const flr_edge2 *f);

/// A distance above 0, whatever rounding made of it.
flr_real flr_real_above_zero(double distance);

#endif
