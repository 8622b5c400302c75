/// Exact signs about directions, lines by normals and circles in the plane, the filters inline.
///
/// As in predicates.h: a sum of products of which each passes at most four roundings is certain
/// where it exceeds FLR_FILTER_RELATIVE2 times the sum of the absolute products; the rest is
/// decided in integers. Every function answers 0 where an input is not finite.
#ifndef FLR_MATH_CROSS2_H
#define FLR_MATH_CROSS2_H

#include "feeler/math2.h"

#include "math/predicates.h"

int flr_cross2_exact(flr_vec2 d, flr_vec2 o, flr_vec2 p);
int flr_dot2_exact(flr_vec2 d, flr_vec2 o, flr_vec2 p);
int flr_ahead2_exact(flr_vec2 a, flr_vec2 b, flr_vec2 p);
int flr_plane2_side_exact(flr_vec2 normal, flr_real offset, flr_vec2 p);
int flr_within2_exact(flr_vec2 p, flr_vec2 q, flr_real r, flr_real s);

static inline int flr_filter2(double determinant, double absolute)
{
    double bound = FLR_FILTER_RELATIVE2 * (absolute + FLR_FILTER_FLOOR);
    return (determinant > bound) - (determinant < -bound);
}

/// Where c lies as seen from a towards b: +1 left, -1 right, 0 on the line.
static inline int flr_turn2(flr_vec2 a, flr_vec2 b, flr_vec2 c)
{
    return flr_orient2_inline((double)a.x, (double)a.y, (double)b.x, (double)b.y, (double)c.x, (double)c.y);
}

/// Side of p against the line o + t d: the sign of cross(d, p - o), +1 left.
static inline int flr_cross2_sign(flr_vec2 d, flr_vec2 o, flr_vec2 p)
{
    double left = (double)d.x * ((double)p.y - (double)o.y),
           right = (double)d.y * ((double)p.x - (double)o.x);
    int sign = flr_filter2(left - right, fabs(left) + fabs(right));
    return sign ? sign : flr_cross2_exact(d, o, p);
}

/// Is p ahead (+1) of o along d, or behind (-1)? The sign of dot(d, p - o).
static inline int flr_dot2_sign(flr_vec2 d, flr_vec2 o, flr_vec2 p)
{
    double x = (double)d.x * ((double)p.x - (double)o.x), y = (double)d.y * ((double)p.y - (double)o.y);
    int sign = flr_filter2(x + y, fabs(x) + fabs(y));
    return sign ? sign : flr_dot2_exact(d, o, p);
}

/// The same from a towards b: the sign of dot(b - a, p - a).
static inline int flr_ahead2_sign(flr_vec2 a, flr_vec2 b, flr_vec2 p)
{
    double x = ((double)b.x - (double)a.x) * ((double)p.x - (double)a.x);
    double y = ((double)b.y - (double)a.y) * ((double)p.y - (double)a.y);
    int sign = flr_filter2(x + y, fabs(x) + fabs(y));
    return sign ? sign : flr_ahead2_exact(a, b, p);
}

/// The sign of dot(normal, p) - offset.
static inline int flr_plane2_side_sign(flr_vec2 normal, flr_real offset, flr_vec2 p)
{
    double x = (double)normal.x * (double)p.x, y = (double)normal.y * (double)p.y, c = (double)offset;
    int sign = flr_filter2((x + y) - c, fabs(x) + fabs(y) + fabs(c));
    return sign ? sign : flr_plane2_side_exact(normal, offset, p);
}

/// The sign of (r + s) - |p - q| for r, s >= 0: +1 where the two circles overlap in depth.
static inline int flr_within2_sign(flr_vec2 p, flr_vec2 q, flr_real r, flr_real s)
{
    double x = (double)p.x - (double)q.x, y = (double)p.y - (double)q.y, sum = (double)r + (double)s;
    double xx = x * x, yy = y * y, rr = sum * sum;
    // a square has twice the rounding of its root, so the bound is taken twice
    int sign = flr_filter2(rr - (xx + yy), 2 * (rr + xx + yy));
    return sign ? sign : flr_within2_exact(p, q, r, s);
}

#endif
