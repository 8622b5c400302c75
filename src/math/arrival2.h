/// Exact signs about where a point v arrives that moves by m: v + m need not be a number, so it is never formed.
/// Filters as in cross2.h, with more roundings to cover.
#ifndef FLR_MATH_ARRIVAL2_H
#define FLR_MATH_ARRIVAL2_H

#include "math/cross2.h"

#define FLR_FILTER_ARRIVAL2 8e-16  // 6 roundings at most

int flr_arrival2_side_exact(flr_vec2 a, flr_vec2 b, bool is_direction, flr_vec2 v, flr_vec2 m);
int flr_arrival2_reach_exact(flr_vec2 v, flr_vec2 m, flr_vec2 p);
int flr_arrival2_plane_exact(flr_vec2 normal, flr_real offset, flr_vec2 v, flr_vec2 m);
/// The sign of dot(normal, origin + v + m) - offset.
int flr_arrival2_plane_from_exact(flr_vec2 normal, flr_real offset, flr_vec2 origin, flr_vec2 v, flr_vec2 m);

static inline int flr_filter_arrival2(double determinant, double absolute)
{
    double bound = FLR_FILTER_ARRIVAL2 * (absolute + FLR_FILTER_FLOOR);
    return (determinant > bound) - (determinant < -bound);
}

/// Side of v + m against the line from a to b, or from a along b: +1 left.
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

/// The sign of dot(normal, v + m) - offset.
static inline int flr_arrival2_plane_sign(flr_vec2 normal, flr_real offset, flr_vec2 v, flr_vec2 m)
{
    double nx = (double)normal.x, ny = (double)normal.y, c = (double)offset;
    double x = nx * ((double)v.x + (double)m.x), y = ny * ((double)v.y + (double)m.y);
    double absolute = fabs(nx) * (fabs((double)v.x) + fabs((double)m.x)) +
                      fabs(ny) * (fabs((double)v.y) + fabs((double)m.y)) + fabs(c);
    int sign = flr_filter_arrival2((x + y) - c, absolute);
    return sign ? sign : flr_arrival2_plane_exact(normal, offset, v, m);
}

/// The same of a v that is seen from an origin.
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

#endif
