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

static inline flr_real sweep3_largest(flr_vec3 v)
{
    return (flr_real)flr_largest3((double)v.x, (double)v.y, (double)v.z);
}

/// An answer with its shapes exchanged: b has gone back by as much as a would have come.
static inline sweep3_answer sweep3_turned(sweep3_answer of)
{
    sweep3_answer r = of;
    r.point_a = of.point_b;
    r.point_b = of.point_a;
    r.normal = dvec3_scale(-1, of.normal);
    r.child_a = of.child_b;
    r.child_b = of.child_a;
    r.triangle_a = of.triangle_b;
    r.triangle_b = of.triangle_a;
    return r;
}

static inline sweep3_answer sweep3_at_origin(sweep3_answer r, flr_vec3 origin)
{
    r.point_a = flr_add3(r.point_a, origin);
    r.point_b = flr_add3(r.point_b, origin);
    return r;
}

/// Of two that are no compounds, and no meshes unless one is a plane or halfspace. In either order. Where the two may meet as they
/// stand, `ask` is set; the rest then holds if they do not.
sweep3_answer flr_sweep3_pieces(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b,
                                sweep3_terms terms);

/// b a mesh (its surface), a bounded or a ray or line.
sweep3_answer flr_sweep3_mesh(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b, sweep3_terms terms);

#endif
