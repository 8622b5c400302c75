/// A rotation that goes on at a constant rate about one axis.
#ifndef FLR_MATH_TURN3_H
#define FLR_MATH_TURN3_H

#include "feeler/math.h"

/// At time t the matrix is still + cos(t * angle) * across + sin(t * angle) * beside: of each column of the first
/// rotation the part along the axis, the part square to it, and that part a quarter turn on.
typedef struct turn3 {
    flr_vec3 axis;  ///< unit; zero where nothing turns
    double angle;   ///< in [0, pi]; 0 where nothing turns
    flr_mat3 start, still, across, beside;
    bool plain;  ///< nothing turns, and the rotation is the identity
} turn3;

/// From one quaternion (w, x, y, z) to another along the shorter arc. Their lengths do not matter; with
/// a zero or what is not finite the matrices are not finite.
turn3 flr_turn3_between(const double from[4], const double to[4]);

flr_mat3 flr_turn3_at(const turn3 *turn, double t);

/// transpose(m) * v
static inline flr_vec3 turn3_transposed(const flr_mat3 *m, flr_vec3 v)
{
    return flr_vec3_make(flr_dot3(m->x, v), flr_dot3(m->y, v), flr_dot3(m->z, v));
}

static inline flr_mat3 turn3_product(const flr_mat3 *a, const flr_mat3 *b)
{
    flr_mat3 m = {flr_mat3_mul(*a, b->x), flr_mat3_mul(*a, b->y), flr_mat3_mul(*a, b->z)};
    return m;
}

#endif
