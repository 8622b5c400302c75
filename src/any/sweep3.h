/// Time of first touch of any pair of shapes that have been checked, by the kind of routine that they need.
#ifndef FLR_ANY_SWEEP3_H
#define FLR_ANY_SWEEP3_H

#include "any/any3.h"
#include "sweep/sweep3_cast.h"

/// What both kinds of search pass on: touches after `limit` may be left out, and shapes at the distance `keep` touch.
typedef struct sweep3_terms {
    double limit, keep;
} sweep3_terms;

static inline sweep3_terms sweep3_until(const sweep3_answer *best, sweep3_terms terms)
{
    if (best->hit) terms.limit = best->t;
    return terms;
}

/// In either order. Where the two may meet as they stand, `ask` is set; the rest then holds if they do not.
sweep3_answer flr_sweep3_any(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b, sweep3_terms terms);

/// The same with b moving back instead of a moving forth.
sweep3_answer flr_sweep3_turned(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b,
                                sweep3_terms terms);

/// b a ray or line, a anything but a mesh, plane or halfspace.
sweep3_answer flr_sweep3_any_path(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b,
                                  sweep3_terms terms);

/// b a mesh (its surface), a bounded or a ray or line.
sweep3_answer flr_sweep3_any_mesh(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b,
                                  sweep3_terms terms);

/// A shape that is convex as it stands, ready for the cast; false for others.
typedef struct sweep3_piece {
    flr_convex3 convex;
    sweep3_source source;
} sweep3_piece;

bool flr_sweep3_piece(const flr_shape3 *s, sweep3_piece *piece);

#endif
