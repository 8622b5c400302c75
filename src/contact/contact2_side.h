/// The side of a convex core of the plane that lies flattest against a direction.
#ifndef FLR_CONTACT_CONTACT2_SIDE_H
#define FLR_CONTACT_CONTACT2_SIDE_H

#include "convex/small_polygon2.h"

/// An edge, or a corner twice, relative to the origin of a scene.
typedef struct side2 {
    flr_vec2 p, q;
    uint32_t code_p, code_q, code_edge;  ///< of the corners and of what lies between; below 2^15
    flr_real radius;                     ///< around it
} side2;

static inline uint32_t side2_corner_code(uint32_t i) { return 2 * i & 0x7fffu; }
static inline uint32_t side2_edge_code(uint32_t i) { return (2 * i & 0x7fffu) | 1; }

static inline side2 side2_of_corner(flr_vec2 p, uint32_t i, flr_real radius)
{
    side2 r = {p, p, side2_corner_code(i), side2_corner_code(i), side2_corner_code(i), radius};
    return r;
}

/// From the farthest corner along n (unit): of the two sides there the flatter one, whole where its corners are
/// collinear.
side2 flr_side2_along(const support2 *s, flr_vec2 n);

/// The same of a shape in a scene of that origin.
side2 flr_side2_in_scene(const flr_convex2 *shape, flr_vec2 origin, flr_vec2 n);

/// Do the edges before and after a corner clearly turn?
CORE2_INLINE bool side2_turns(const few2 *f, uint32_t i)
{
    return support2_magnitude(flr_cross2(few2_normal(f, few2_before(f, i)), few2_normal(f, i))) > FEW2_CLEAR;
}

/// The same of few corners, where one of the sides at corner i is meant: the flatter of the two, or, where `within` is
/// true, the one that begins there.
CORE2_INLINE side2 side2_of_few(const few2 *f, flr_vec2 origin, uint32_t i, bool within, flr_vec2 n)
{
    uint32_t before = few2_before(f, i);
    bool flatter = flr_dot2(few2_normal(f, before), n) > flr_dot2(few2_normal(f, i), n);
    i = flatter && !within ? before : i;
    uint32_t next = few2_next(f, i);
    if (!side2_turns(f, i) || !side2_turns(f, next)) return flr_side2_in_scene(f->shape, origin, n);
    side2 r = {few2_corner(f, i),       few2_corner(f, next), side2_corner_code(i),
               side2_corner_code(next), side2_edge_code(i),   f->shape->radius};
    return r;
}

#endif
