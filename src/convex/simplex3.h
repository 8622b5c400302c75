/// The point of a simplex closest to the origin.
#ifndef FLR_CONVEX_SIMPLEX3_H
#define FLR_CONVEX_SIMPLEX3_H

#include "convex/wide3.h"

/// A point of the difference of two shapes, the points it is the difference of, and their numbers in their shapes.
typedef struct vertex3 {
    wide_lanes x, y, z;  ///< of the points of a and b
    wide3 w;             ///< a - b
    uint32_t id_a, id_b;
} vertex3;

static inline wide3 vertex3_a(const vertex3 *v) { return wide3_make(v->x[0], v->y[0], v->z[0]); }
static inline wide3 vertex3_b(const vertex3 *v) { return wide3_make(v->x[1], v->y[1], v->z[1]); }
/// The squared lengths of both points, summed.
static inline double vertex3_reach(const vertex3 *v)
{
    wide_lanes s = v->x * v->x + v->y * v->y + v->z * v->z;
    return s[0] + s[1];
}
static inline void vertex3_set_w(vertex3 *v)
{
    v->w = wide3_make(v->x[0] - v->x[1], v->y[0] - v->y[1], v->z[0] - v->z[1]);
}

/// One to four points of the difference.
typedef struct simplex3 {
    int count;
    vertex3 v[4];
    double weight[4];  ///< of the closest point; none negative, their sum 1 up to rounding
} simplex3;

/// Reduces the simplex to the least face that holds its point closest to the origin, sets the weights, and
/// returns that point; *inside where a tetrahedron holds the origin. Of every face that the origin lies outside
/// of the closest point is found, and the best kept: a wrong sign in a flat simplex costs a comparison, not the answer.
wide3 flr_simplex3_reduce(simplex3 *s, bool *inside);

/// The weights of the corners of a simplex whose closest point is known to lie within it, and that point.
wide3 flr_simplex3_weigh(const vertex3 *const *v, int count, double *weight);

#endif
