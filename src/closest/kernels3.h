/// Closest points of the simplest pairs, on local coordinates (frame3.h). Every result is a pair of points
/// that lie on the shapes, so rounding errors can make a distance too long, never too short. Shapes may be
/// degenerate, even single points.
#ifndef FLR_CLOSEST_KERNELS3_H
#define FLR_CLOSEST_KERNELS3_H

#include "closest/frame3.h"
#include "feeler/closest3.h"
#include "math/simd.h"

/// Returns 1 / |d|^2, or 0 if d is the zero vector: then every parameter along d comes out 0.
static inline double flr_local3_inverse_square(dvec3 d)
{
    double square = dvec3_dot(d, d);
    return square > 0x1p-1000 ? 1 / square : 0;  // a shorter one is a point, or has no finite inverse
}

/// Returns the parameter of the point of x + t d, t in [0, 1], nearest to p (RTCD 5.1.2).
static inline double flr_local3_point_segment(dvec3 p, dvec3 x, dvec3 d)
{
    double along = dvec3_dot(dvec3_sub(p, x), d), square = dvec3_dot(d, d);
    if (!(along > 0)) return 0;
    return along < square ? along / square : 1;
}

/// Finds the parameters of the closest points x + s d and y + t e of two segments, r = x - y, and returns
/// the squared distance, for two pairs at once. The squared lengths of d and e come inverted. It is RTCD
/// 5.1.9 with two differences. The crossing of the lines is taken from cross products, because the
/// determinant of dot products is noise for lines that are nearly parallel. And s is always computed again
/// from t at the end, which corrects it after clamping t and the rounding errors of the crossing.
static inline f64x2 dvec3x2_segment_segment(dvec3x2 d, f64x2 inverse_dd, dvec3x2 e, f64x2 inverse_ee,
                                            dvec3x2 r, f64x2 *s, f64x2 *t)
{
    dvec3x2 n = dvec3x2_cross(d, e), m = dvec3x2_cross(e, r);
    f64x2 crossing = dvec3x2_dot(n, m) / f64x2_divisor(dvec3x2_dot(n, n));
    dvec3x2 at = dvec3x2_add_scaled(r, f64x2_clamp01(crossing), d);
    *t = f64x2_clamp01(dvec3x2_dot(at, e) * inverse_ee);
    dvec3x2 back = dvec3x2_add_scaled(r, -*t, e);
    *s = f64x2_clamp01(-dvec3x2_dot(back, d) * inverse_dd);
    dvec3x2 gap = dvec3x2_add_scaled(back, *s, d);
    return dvec3x2_dot(gap, gap);
}

static inline dvec3x2 dvec3x2_all(dvec3 v)
{
    dvec3x2 lanes = {f64x2_splat(v.x), f64x2_splat(v.y), f64x2_splat(v.z)};
    return lanes;
}

/// The same for one pair; returns the squared distance.
static inline double flr_local3_segment_segment(dvec3 d, dvec3 e, dvec3 r, double *s, double *t)
{
    f64x2 parameter_s, parameter_t;
    f64x2 squared = dvec3x2_segment_segment(dvec3x2_all(d), f64x2_splat(flr_local3_inverse_square(d)),
                                            dvec3x2_all(e), f64x2_splat(flr_local3_inverse_square(e)),
                                            dvec3x2_all(r), &parameter_s, &parameter_t);
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

/// Returns the weights of a point on the edge from corner i to corner j.
static inline flr_weights3 flr_weights3_edge(int i, int j, double t)
{
    flr_weights3 weights = {{0, 0, 0}};
    weights.w[i] = 1 - t;
    weights.w[j] = t;
    return weights;
}

/// Keeps the nearer of two pairs, the first of equal ones.
static inline void flr_local3_take(flr_local3_pair *best, double distance_squared, flr_weights3 a,
                                   flr_weights3 b)
{
    if (!(distance_squared < best->distance_squared)) return;
    best->distance_squared = distance_squared;
    best->a = a;
    best->b = b;
}

/// Returns i such that the longest edge of the triangle leads from corner i to corner i + 1.
static inline int flr_local3_longest_edge(const dvec3 corner[3])
{
    double length[3];
    for (int i = 0; i < 3; ++i) {
        dvec3 d = dvec3_sub(corner[(i + 1) % 3], corner[i]);
        length[i] = dvec3_dot(d, d);
    }
    int i = length[1] > length[0] ? 1 : 0;
    return length[2] > length[i] ? 2 : i;
}

/// Computes the weights of the point of the triangle nearest to p. Returns the squared distance.
double flr_local3_point_triangle(dvec3 p, const dvec3 corner[3], flr_weights3 *weights);

/// Takes the best of a segment against the edges of the triangle b.
void flr_local3_edge_triangle(const dvec3 a[2], const dvec3 b[3], flr_local3_pair *best);

/// Takes the best of the points where the same edges cross the plane of the triangle b: candidates for a
/// common point of shapes known to intersect.
void flr_local3_crossings_triangle(const dvec3 *a, int edges, const dvec3 b[3], flr_local3_pair *best);

/// Finds the closest points of two triangles if their squared distance is at most max_distance_squared
/// (INFINITY for any); else returns false, and writes nothing. The smaller the limit, the sooner a pair is
/// dismissed. *distance_squared is 0 if flr_exact3_triangle_triangle says that they intersect, and only
/// then; both points are then one common point. Distances below 2^-511 come out as 2^-511 here, because
/// their squares would vanish.
bool flr_closest3_triangles_within(const flr_triangle3 *a, const flr_triangle3 *b,
                                   flr_real max_distance_squared, flr_real *distance_squared,
                                   flr_vec3 *point_a, flr_vec3 *point_b);

#endif
