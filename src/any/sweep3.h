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

/// Exchanges the shapes of an answer: b has gone back by as much as a would have come.
static inline void sweep3_turn(sweep3_answer *r)
{
    const flr_vec3 point = r->point_a;
    const uint32_t child = r->child_a, triangle = r->triangle_a;
    r->point_a = r->point_b;
    r->point_b = point;
    r->normal = dvec3_scale(-1, r->normal);
    r->child_a = r->child_b;
    r->child_b = child;
    r->triangle_a = r->triangle_b;
    r->triangle_b = triangle;
}

/// Brings an answer of shapes near the origin back to where these lie.
static inline void sweep3_move_back(sweep3_answer *r, flr_vec3 origin)
{
    r->point_a = flr_add3(r->point_a, origin);
    r->point_b = flr_add3(r->point_b, origin);
}

/// Of two that are no compounds, and no meshes unless one is a plane or halfspace. In either order. Where the two may meet as they
/// stand, `ask` is set; the rest then holds if they do not.
sweep3_answer flr_sweep3_pieces(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b,
                                sweep3_terms terms);

/// b a mesh (its surface), a bounded or a ray or line.
sweep3_answer flr_sweep3_mesh(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b, sweep3_terms terms);

#endif
