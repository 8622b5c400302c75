/// Doubles to compute lengths in: relative to the first point of the scene, in a unit (a power of
/// two) that keeps squares and fourth powers of the scene's size far from overflow and underflow.
#ifndef FLR_CLOSEST_FRAME2_H
#define FLR_CLOSEST_FRAME2_H

#include <float.h>

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
/// Returns the vector from one point to another, rounded by no more than its own length.
static inline flr_local2 flr_frame2_between(const flr_frame2 *f, flr_vec2 from, flr_vec2 to)
{
    const double unit = f->shrink * f->factor;
    flr_local2 q = {(double)to.x * unit - (double)from.x * unit, (double)to.y * unit - (double)from.y * unit};
    return q;
}
static inline double flr_frame2_length(const flr_frame2 *f, flr_real length)
{
    return (double)length * f->shrink * f->factor;
}
/// Returns the length of the input that a local length stands for.
static inline double flr_frame2_back(const flr_frame2 *f, double length)
{
    return f->exponent ? ldexp(length, f->exponent) : length;
}

static inline flr_local2 flr_local2_sub(flr_local2 a, flr_local2 b)
{
    flr_local2 c = {a.x - b.x, a.y - b.y};
    return c;
}
static inline flr_local2 flr_local2_times(double s, flr_local2 a)
{
    flr_local2 c = {s * a.x, s * a.y};
    return c;
}
/// Returns a turned to the left by 90 degrees.
static inline flr_local2 flr_local2_perp(flr_local2 a)
{
    flr_local2 c = {-a.y, a.x};
    return c;
}
static inline double flr_local2_dot(flr_local2 a, flr_local2 b) { return a.x * b.x + a.y * b.y; }
static inline double flr_local2_cross(flr_local2 a, flr_local2 b) { return a.x * b.y - a.y * b.x; }

/// The frame of two outlines, of which at least one has a corner.
flr_frame2 flr_frame2_make(const flr_outline2 *a, const flr_outline2 *b);

/// Scales a vector by a power of two such that its longer component is in [1/2, 1): d = result * 2^exponent.
/// The zero vector stays zero.
flr_local2 flr_local2_scaled(flr_local2 d, int *exponent);
flr_local2 flr_local2_direction(flr_vec2 direction, int *exponent);

/// Returns the vector along an edge: from end to end, or its direction scaled as above.
static inline flr_local2 flr_frame2_along(const flr_frame2 *f, const flr_edge2 *e)
{
    int exponent;
    if (e->kind != FLR_OUTLINE2_CHAIN) return flr_local2_direction(e->b, &exponent);
    return flr_local2_sub(flr_frame2_point(f, e->b), flr_frame2_point(f, e->a));
}

static inline flr_real flr_real_between(double a, double b, double t)
{
    double x = t < 0.5 ? a + t * (b - a) : b + (1 - t) * (a - b);
    return (flr_real)(isfinite(x) ? x : (1 - t) * a + t * b);  // a difference overflowed
}

/// Returns a + t (b - a), computed from the nearer end; an end itself at 0 and 1.
static inline flr_vec2 flr_point2_between(flr_vec2 a, flr_vec2 b, double t)
{
    if (!(t > 0)) return a;
    if (t >= 1) return b;
    return flr_vec2_make(flr_real_between((double)a.x, (double)b.x, t),
                         flr_real_between((double)a.y, (double)b.y, t));
}

/// Returns the point of an edge at t, in units of flr_frame2_along.
static inline flr_vec2 flr_edge2_point(const flr_frame2 *f, const flr_edge2 *e, double t)
{
    if (e->kind == FLR_OUTLINE2_CHAIN) return flr_point2_between(e->a, e->b, t);
    if (t == 0) return e->a;
    flr_local2 d = flr_frame2_along(f, e);
    double x = (double)e->a.x + flr_frame2_back(f, t * d.x), y = (double)e->a.y + flr_frame2_back(f, t * d.y);
    return flr_vec2_make((flr_real)x, (flr_real)y);
}

/// The point of an edge nearest to p.
typedef struct flr_edge_point2 {
    double distance;  ///< local
    double t;         ///< along flr_frame2_along
} flr_edge_point2;

/// An edge with a square below this is so short for the scene's size that its ends are one.
#define FLR_FRAME2_LEAST_SQUARE 0x1p-960

/// Returns the distance of p from an edge, and the parameter of the nearest point.
static inline flr_edge_point2 flr_frame2_edge_point(const flr_frame2 *f, flr_vec2 p, const flr_edge2 *e)
{
    const bool ends = e->kind == FLR_OUTLINE2_CHAIN;
    flr_local2 d = ends ? flr_frame2_between(f, e->a, e->b) : flr_frame2_along(f, e),
               gap = flr_frame2_between(f, e->a, p);
    double along = flr_local2_dot(gap, d), square = flr_local2_dot(d, d);
    flr_edge_point2 foot = {0, 0};
    bool starts = e->kind != FLR_OUTLINE2_LINE;
    if (!(square > FLR_FRAME2_LEAST_SQUARE) || (starts && !(along > 0))) {
        foot.distance = sqrt(flr_local2_dot(gap, gap));
        return foot;
    }
    foot.t = along / square;
    if (ends) {
        flr_local2 rest = flr_frame2_between(f, e->b, p);
        if (along >= square || foot.t >= 1) {
            foot.t = 1;
            foot.distance = sqrt(flr_local2_dot(rest, rest));
            return foot;
        }
        if (foot.t > 0.5) gap = rest;
    }
    foot.distance = fabs(flr_local2_cross(d, gap)) / sqrt(square);
    return foot;
}

/// Returns where on e the edge f crosses or touches it, if they do intersect. If that is at an end of e, it
/// is exactly the end.
double flr_frame2_crossing(const flr_frame2 *frame, const flr_edge2 *e, const flr_edge2 *f);

/// Rounds a distance above 0, such that it stays above 0.
static inline flr_real flr_real_above_zero(double distance)
{
    flr_real rounded = (flr_real)distance;
    if (rounded > 0) return rounded;
#ifdef FEELER_REAL_FLOAT
    return FLT_TRUE_MIN;
#else
    return DBL_TRUE_MIN;
#endif
}

#endif
