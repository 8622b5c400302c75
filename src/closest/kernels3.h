/// Closest points of the simplest pairs, on local coordinates (see local3.h). Every result is a
/// pair of points that lie on the shapes, so a distance can be too long by rounding, never too
/// short; none needs its shapes to be more than points.
#ifndef FLR_CLOSEST_KERNELS3_H
#define FLR_CLOSEST_KERNELS3_H

#include "math/lanes3.h"
#include "closest/local3.h"

/// 1 / |d|^2, or 0 where d is the zero vector: then every parameter along d comes out 0.
static inline double flr_local3_inverse_square(flr_local3 d)
{
    double square = flr_local3_dot(d, d);
    return square > 0x1p-1000 ? 1 / square : 0;  // what is shorter is a point, or the inverse no number
}

/// Parameter of the point of x + t d, t in [0, 1], nearest to p. RTCD 5.1.2.
static inline double flr_local3_point_segment(flr_local3 p, flr_local3 x, flr_local3 d)
{
    double along = flr_local3_dot(flr_local3_sub(p, x), d), square = flr_local3_dot(d, d);
    if (!(along > 0)) return 0;
    return along < square ? along / square : 1;
}

/// Parameters of the closest points x + s d, y + t e of two segments, r = x - y, two pairs at
/// once; the squared lengths of d and e come inverted. RTCD 5.1.9, with two differences. The
/// crossing of the lines is taken from cross products, because the determinant of dot products
/// is noise for lines that are nearly parallel; and s is found anew from t at the end, always,
/// which repairs what clamping t and the rounding of the crossing did to it.
static inline flr_lanes flr_lanes3_segment_segment(flr_lanes3 d, flr_lanes inverse_dd, flr_lanes3 e,
                                                   flr_lanes inverse_ee, flr_lanes3 r, flr_lanes *s,
                                                   flr_lanes *t)
{
    flr_lanes3 n = flr_lanes3_cross(d, e), m = flr_lanes3_cross(e, r);
    flr_lanes crossing = flr_lanes3_dot(n, m) / flr_lanes_divisor(flr_lanes3_dot(n, n));
    flr_lanes3 at = flr_lanes3_along(r, flr_lanes_clamp01(crossing), d);
    *t = flr_lanes_clamp01(flr_lanes3_dot(at, e) * inverse_ee);
    flr_lanes3 back = flr_lanes3_along(r, -*t, e);
    *s = flr_lanes_clamp01(-flr_lanes3_dot(back, d) * inverse_dd);
    flr_lanes3 gap = flr_lanes3_along(back, *s, d);
    return flr_lanes3_dot(gap, gap);
}

static inline flr_lanes3 flr_lanes3_all(flr_local3 v)
{
    flr_lanes3 lanes = {flr_lanes_all(v.x), flr_lanes_all(v.y), flr_lanes_all(v.z)};
    return lanes;
}

/// One pair; returns the squared distance.
static inline double flr_local3_segment_segment(flr_local3 d, flr_local3 e, flr_local3 r, double *s,
                                                double *t)
{
    flr_lanes parameter_s, parameter_t;
    flr_lanes squared = flr_lanes3_segment_segment(
        flr_lanes3_all(d), flr_lanes_all(flr_local3_inverse_square(d)), flr_lanes3_all(e),
        flr_lanes_all(flr_local3_inverse_square(e)), flr_lanes3_all(r), &parameter_s, &parameter_t);
    *s = parameter_s[0];
    *t = parameter_t[0];
    return squared[0];
}

static inline flr_weights3 flr_weights3_corner(int i)
{
    flr_weights3 weights = {{0, 0, 0}};
    weights.w[i] = 1;
    return weights;
}

/// On the edge from corner i to corner j.
static inline flr_weights3 flr_weights3_edge(int i, int j, double t)
{
    flr_weights3 weights = {{0, 0, 0}};
    weights.w[i] = 1 - t;
    weights.w[j] = t;
    return weights;
}

/// Keeps the nearer of two pairs, the first where they are alike.
static inline void flr_local3_take(flr_local3_pair *best, double distance_squared, flr_weights3 a,
                                   flr_weights3 b)
{
    if (!(distance_squared < best->distance_squared)) return;
    best->distance_squared = distance_squared;
    best->a = a;
    best->b = b;
}

/// The longest edge of a triangle leads from corner i to corner i + 1.
static inline int flr_local3_longest_edge(const flr_local3 corner[3])
{
    double length[3];
    for (int i = 0; i < 3; ++i) {
        flr_local3 d = flr_local3_sub(corner[(i + 1) % 3], corner[i]);
        length[i] = flr_local3_dot(d, d);
    }
    int i = length[1] > length[0] ? 1 : 0;
    return length[2] > length[i] ? 2 : i;
}

/// Weights of the point of the triangle nearest to p; returns the squared distance.
double flr_local3_point_triangle(flr_local3 p, const flr_local3 corner[3], flr_weights3 *weights);

/// The best of the edges of a (first corners only: 1 for a segment, 3 for a triangle) against
/// the edges of the triangle b.
void flr_local3_edges_triangle(const flr_local3 *a, int edges, const flr_local3 b[3], flr_local3_pair *best);

/// The same edges where they cross the plane of the triangle b: candidates for a common point of
/// shapes known to meet.
void flr_local3_crossings_triangle(const flr_local3 *a, int edges, const flr_local3 b[3],
                                   flr_local3_pair *best);

#endif
