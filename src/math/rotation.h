/// A rotation that goes on at a constant rate about one axis.
#ifndef FLR_MATH_ROTATION_H
#define FLR_MATH_ROTATION_H

#include "feeler/math.h"

typedef struct turn3 {
    flr_vec3 axis;   ///< unit; zero where nothing turns
    double angle;    ///< in [0, pi]; 0 where nothing turns
    flr_mat3 start;  ///< the first rotation
    bool plain;      ///< nothing turns, and the rotation is the identity
} turn3;

/// How far it has turned at some time since the first rotation.
typedef struct turn3_angle {
    flr_real cosine, sine;
} turn3_angle;

/// Computes the rotation from one quaternion (w, x, y, z) to another along the shorter arc. Their lengths do
/// not matter. With a zero, or what is not finite, the matrices are not finite.
void flr_turn3_between(const double from[4], const double to[4], turn3 *turn);

turn3_angle flr_turn3_angle(const turn3 *turn, double t);
flr_mat3 flr_turn3_at(const turn3 *turn, double t);

/// Returns v turned by the angle: its part along the axis stays, the part perpendicular to it rotates.
static inline flr_vec3 turn3_by(const turn3 *turn, turn3_angle by, flr_vec3 v)
{
    flr_vec3 still = flr_scale3(flr_dot3(v, turn->axis), turn->axis), across = flr_sub3(v, still);
    flr_vec3 beside = flr_cross3(turn->axis, v);
    flr_real c = by.cosine, s = by.sine;
    return flr_vec3_make(still.x + (c * across.x + s * beside.x), still.y + (c * across.y + s * beside.y),
                         still.z + (c * across.z + s * beside.z));
}

static inline flr_vec3 turn3_back(const turn3 *turn, turn3_angle by, flr_vec3 v)
{
    by.sine = -by.sine;
    return turn3_by(turn, by, v);
}

/// Returns transpose(m) * v.
static inline flr_vec3 turn3_transposed(const flr_mat3 *m, flr_vec3 v)
{
    return flr_vec3_make(flr_dot3(m->x, v), flr_dot3(m->y, v), flr_dot3(m->z, v));
}

#endif
