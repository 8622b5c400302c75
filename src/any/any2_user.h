/// Shapes of the plane by a user's support function, where others go by their corners.
#ifndef FLR_ANY_ANY2_USER_H
#define FLR_ANY_ANY2_USER_H

#include "any/any2_shape.h"

/// When a, moving by t * motion, first touches b: for t from `from` up to `to`.
typedef struct advance2 {
    flr_status status;  ///< FLR_NOT_CONVERGED: they do not touch before t
    bool hit, at_once;
    double t;
    flr_vec2 point_a, point, normal;  ///< on the two; from a to b
} advance2;

advance2 flr_any2_advance(const flr_convex2 *a, flr_vec2 motion, const flr_convex2 *b, double from,
                          double to);

/// A polygon within the core, counter-clockwise, of at most `most` corners; the core comes out of it by no more than *off,
/// which is 0 where it is a polygon itself. Among the corners are those that meet the edges of `toward`, unless null.
size_t flr_any2_hull_of_user(const flr_convex2 *c, const flr_outline2 *toward, flr_vec2 *corners, size_t most,
                             flr_real *off);

/// One of the two is by a user's function.
flr_sweep2_result flr_any2_sweep_user(const flr_shape2 *a, flr_vec2 motion, const flr_shape2 *b);
/// The shape is.
flr_status flr_any2_cast_user(const flr_cast2_path *path, const flr_shape2 *s, flr_cast2 *r);

#endif
