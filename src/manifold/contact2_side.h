/// The side of a convex core of the plane that lies flattest against a direction.
#ifndef FLR_MANIFOLD_CONTACT2_SIDE_H
#define FLR_MANIFOLD_CONTACT2_SIDE_H

#include "convex/few2.h"

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

static inline bool side2_is_corner(const side2 *s) { return s->p.x == s->q.x && s->p.y == s->q.y; }

/// From the farthest corner along n (unit): of the two sides there the flatter one, whole where its corners are
/// collinear.
side2 flr_side2_along(const support2 *s, flr_vec2 n);

/// The same of few corners, where one of the sides at corner i is meant: the flatter of the two, or, where `within` is
/// true, the one that begins there.
side2 flr_side2_of_few(const few2 *f, const support2 *s, uint32_t i, bool within, flr_vec2 n);

#endif
