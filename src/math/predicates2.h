/// Exact signs in the plane: directions, lines by normals, circles, the circle through three points, and
/// where a moving point arrives. The filters are inline.
///
/// As in predicates.h, a sum of products, each of which passes at most four rounding errors, is certain if
/// it exceeds FLR_FILTER_RELATIVE2 times the sum of the absolute products. The rest is decided in integers.
/// Every function returns 0 if an input is not finite.
#ifndef FLR_MATH_PREDICATES2_H
#define FLR_MATH_PREDICATES2_H

#include "feeler/math.h"
#include "math/predicates.h"

// ---- Directions, lines and circles ----

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

/// Returns where c lies as seen from a towards b: +1 left, -1 right, 0 on the line.
static inline int flr_turn2(flr_vec2 a, flr_vec2 b, flr_vec2 c)
{
    return flr_orient2_inline((double)a.x, (double)a.y, (double)b.x, (double)b.y, (double)c.x, (double)c.y);
}

/// Returns the side of p against the line o + t d: the sign of cross(d, p - o), +1 left.
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

/// Returns the sign of dot(normal, p) - offset.
static inline int flr_plane2_side_sign(flr_vec2 normal, flr_real offset, flr_vec2 p)
{
    double x = (double)normal.x * (double)p.x, y = (double)normal.y * (double)p.y, c = (double)offset;
    int sign = flr_filter2((x + y) - c, fabs(x) + fabs(y) + fabs(c));
    return sign ? sign : flr_plane2_side_exact(normal, offset, p);
}

/// Returns the sign of (r + s) - |p - q| for r, s >= 0: +1 if the two circles overlap, 0 if they touch.
static inline int flr_within2_sign(flr_vec2 p, flr_vec2 q, flr_real r, flr_real s)
{
    double x = (double)p.x - (double)q.x, y = (double)p.y - (double)q.y, sum = (double)r + (double)s;
    double xx = x * x, yy = y * y, rr = sum * sum;
    // a square has twice the rounding of its root, so the bound is taken twice
    int sign = flr_filter2(rr - (xx + yy), 2 * (rr + xx + yy));
    return sign ? sign : flr_within2_exact(p, q, r, s);
}

// ---- The circle through three points ----

/// A product here passes at most 11 rounding errors: two differences, a product and a sum in each of
/// the two factors, a product, two sums.
#define FLR_FILTER_RELATIVE_INCIRCLE 1.5e-15

/// Returns the sign of the determinant of the rows (p - d, |p - d|^2) for p = a, b, c: +1 inside the circle
/// of a counter-clockwise triangle.
int flr_incircle2_exact(flr_vec2 a, flr_vec2 b, flr_vec2 c, flr_vec2 d);

/// The same, by a filter first.
static inline int flr_incircle2_determinant(flr_vec2 a, flr_vec2 b, flr_vec2 c, flr_vec2 d)
{
    double x[3] = {(double)a.x - (double)d.x, (double)b.x - (double)d.x, (double)c.x - (double)d.x};
    double y[3] = {(double)a.y - (double)d.y, (double)b.y - (double)d.y, (double)c.y - (double)d.y};
    double determinant = 0, absolute = FLR_FILTER_FLOOR;
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        double lift = x[i] * x[i] + y[i] * y[i], left = x[j] * y[k], right = x[k] * y[j];
        determinant += lift * (left - right);
        absolute += (lift + FLR_FILTER_FLOOR) * (fabs(left) + fabs(right) + FLR_FILTER_FLOOR);
    }
    double bound = FLR_FILTER_RELATIVE_INCIRCLE * absolute;
    if (determinant > bound) return 1;
    if (determinant < -bound) return -1;
    return flr_incircle2_exact(a, b, c, d);
}

// ---- A point v that moves by m: v + m need not be a number, so it is never formed ----

#define FLR_FILTER_ARRIVAL2 8e-16  // 6 rounding errors at most

int flr_arrival2_side_exact(flr_vec2 a, flr_vec2 b, bool is_direction, flr_vec2 v, flr_vec2 m);
int flr_arrival2_reach_exact(flr_vec2 v, flr_vec2 m, flr_vec2 p);
int flr_arrival2_plane_exact(flr_vec2 normal, flr_real offset, flr_vec2 v, flr_vec2 m);
/// Returns the sign of dot(normal, origin + v + m) - offset.
int flr_arrival2_plane_from_exact(flr_vec2 normal, flr_real offset, flr_vec2 origin, flr_vec2 v, flr_vec2 m);

static inline int flr_filter_arrival2(double determinant, double absolute)
{
    double bound = FLR_FILTER_ARRIVAL2 * (absolute + FLR_FILTER_FLOOR);
    return (determinant > bound) - (determinant < -bound);
}

/// Returns the side of v + m against the line from a to b, or from a along b: +1 left.
static inline int flr_arrival2_side_sign(flr_vec2 a, flr_vec2 b, bool is_direction, flr_vec2 v, flr_vec2 m)
{
    double dx = (double)b.x, dy = (double)b.y;
    if (!is_direction) dx -= (double)a.x, dy -= (double)a.y;
    double x = (double)v.x - (double)a.x, y = (double)v.y - (double)a.y;
    double absolute = fabs(dx) * (fabs(y) + fabs((double)m.y)) + fabs(dy) * (fabs(x) + fabs((double)m.x));
    int sign = flr_filter_arrival2(dx * (y + (double)m.y) - dy * (x + (double)m.x), absolute);
    return sign ? sign : flr_arrival2_side_exact(a, b, is_direction, v, m);
}

/// Does v, moving by m, come up to the height of p along m? The sign of dot(m, v + m - p).
static inline int flr_arrival2_reach_sign(flr_vec2 v, flr_vec2 m, flr_vec2 p)
{
    double mx = (double)m.x, my = (double)m.y;
    double x = (double)v.x - (double)p.x, y = (double)v.y - (double)p.y;
    double absolute = fabs(mx) * (fabs(x) + fabs(mx)) + fabs(my) * (fabs(y) + fabs(my));
    int sign = flr_filter_arrival2(mx * (x + mx) + my * (y + my), absolute);
    return sign ? sign : flr_arrival2_reach_exact(v, m, p);
}

/// Returns the sign of dot(normal, v + m) - offset.
static inline int flr_arrival2_plane_sign(flr_vec2 normal, flr_real offset, flr_vec2 v, flr_vec2 m)
{
    double nx = (double)normal.x, ny = (double)normal.y, c = (double)offset;
    double x = nx * ((double)v.x + (double)m.x), y = ny * ((double)v.y + (double)m.y);
    double absolute = fabs(nx) * (fabs((double)v.x) + fabs((double)m.x)) +
                      fabs(ny) * (fabs((double)v.y) + fabs((double)m.y)) + fabs(c);
    int sign = flr_filter_arrival2((x + y) - c, absolute);
    return sign ? sign : flr_arrival2_plane_exact(normal, offset, v, m);
}

/// The same for a v that is relative to an origin.
static inline int flr_arrival2_plane_from_sign(flr_vec2 normal, flr_real offset, flr_vec2 origin, flr_vec2 v,
                                               flr_vec2 m)
{
    if (origin.x == 0 && origin.y == 0) return flr_arrival2_plane_sign(normal, offset, v, m);
    double nx = (double)normal.x, ny = (double)normal.y, c = (double)offset;
    double x = nx * (((double)origin.x + (double)v.x) + (double)m.x),
           y = ny * (((double)origin.y + (double)v.y) + (double)m.y);
    double absolute = fabs(nx) * (fabs((double)origin.x) + fabs((double)v.x) + fabs((double)m.x)) +
                      fabs(ny) * (fabs((double)origin.y) + fabs((double)v.y) + fabs((double)m.y)) + fabs(c);
    int sign = flr_filter_arrival2((x + y) - c, absolute);
    return sign ? sign : flr_arrival2_plane_from_exact(normal, offset, origin, v, m);
}

// ---- Points of space without one coordinate: an exact affine map of a flat shape that keeps area ----

/// Returns the two other coordinates, counterclockwise about the axis.
static inline flr_vec2 flr_seen_along(int axis, flr_vec3 p)
{
    return axis == 0   ? flr_vec2_make(p.y, p.z)
           : axis == 1 ? flr_vec2_make(p.z, p.x)
                       : flr_vec2_make(p.x, p.y);
}

/// Returns the sign of the component `axis` of (b - a) x (c - a).
static inline int flr_turn_along(int axis, flr_vec3 a, flr_vec3 b, flr_vec3 c)
{
    return flr_turn2(flr_seen_along(axis, a), flr_seen_along(axis, b), flr_seen_along(axis, c));
}

/// Do three points lie on one line, or two of them on one another?
static inline bool flr_are_collinear3(flr_vec3 a, flr_vec3 b, flr_vec3 c)
{
    return flr_turn_along(0, a, b, c) == 0 && flr_turn_along(1, a, b, c) == 0 &&
           flr_turn_along(2, a, b, c) == 0;
}

#endif
