/// Manifolds of convex shapes in the plane: the side that faces a normal, the relative pose, and the interval on
/// which two sides face each other.
#ifndef FLR_CONTACT_MANIFOLD2_H
#define FLR_CONTACT_MANIFOLD2_H

#include "contact/manifold2_small.h"
#include "convex/order.h"
#include "convex/sat2.h"

/// The side of a convex core of the plane that lies flattest against a direction.

/// An edge, or a corner twice, relative to the origin of a scene.
typedef struct side2 {
    flr_vec2 p, q;
    uint32_t code_p, code_q, code_edge;  ///< of the corners and of the edge; below 2^15
    flr_real radius;                     ///< around it
} side2;

static inline uint32_t side2_corner_code(uint32_t i) { return 2 * i & 0x7fffu; }
static inline uint32_t side2_edge_code(uint32_t i) { return (2 * i & 0x7fffu) | 1; }

static inline side2 side2_of_corner(flr_vec2 p, uint32_t i, flr_real radius)
{
    side2 r = {p, p, side2_corner_code(i), side2_corner_code(i), side2_corner_code(i), radius};
    return r;
}

/// Returns a side at the farthest corner along n (unit): the flatter of the two there, whole if its corners
/// are collinear.
side2 flr_side2_along(const support2 *s, flr_vec2 n);

/// The same for a shape in a scene with that origin.
side2 flr_side2_in_scene(const flr_convex2 *shape, flr_vec2 origin, flr_vec2 n);

/// Do the edges before and after a corner clearly turn?
CORE2_INLINE bool side2_turns(const few2 *f, uint32_t i)
{
    return support2_magnitude(flr_cross2(few2_normal(f, few2_before(f, i)), few2_normal(f, i))) > FEW2_CLEAR;
}

/// From a direction and the sides that face each other along it to the points of a manifold.

/// Sides with a steeper slope touch nothing. It is a little more than 2, as directions of small whole numbers
/// have exactly 2, where rounding would decide.
#define CONTACT2_STEEP ((flr_real)2.0009765625)

/// The relative pose of two shapes. Positions are from the scene's origin.
typedef struct contact2_pose {
    flr_vec2 origin;            ///< of the scene, in world
    flr_vec2 normal;            ///< unit, from a to b
    flr_real separation;        ///< along the normal, with radii subtracted; minus the depth
    flr_vec2 point_a, point_b;  ///< on the shapes, where they come closest or reach deepest
    flr_real size;              ///< rounding errors are measured against it
    flr_real margin;
} contact2_pose;

/// Makes the pose. Positions are from the scene's origin.
static inline contact2_pose contact2_pose_of(flr_vec2 origin, flr_vec2 normal, flr_real separation,
                                             flr_vec2 a, flr_vec2 b, flr_real radii, flr_real margin)
{
    contact2_pose pose = {origin, normal, separation, a, b, support2_spread(a) + support2_spread(b) + radii,
                          margin};
    return pose;
}

static inline void contact2_widen(contact2_pose *pose, const side2 *f, const side2 *g)
{
    flr_real reach = support2_spread(f->p) + support2_spread(f->q) + support2_spread(g->p) +
                     support2_spread(g->q) + f->radius + g->radius;
    if (reach > pose->size) pose->size = reach;
}

/// Finds the ends of the interval on which two sides face each other, with their depths; b's side faces
/// against the normal. Returns their number, which is 0 if they pass each other.
int flr_contact2_stretch(const contact2_pose *pose, const side2 *a, const side2 *b,
                         flr_manifold2_point points[2]);

/// Makes the manifold of cores in a scene of that origin, one a point, the other with a small number of
/// corners. Returns false and writes nothing if rounding could decide.
bool flr_contact2_disc(const support2 *a, const support2 *b, flr_vec2 origin, const flr_contact2_options *o,
                       flr_manifold2 *m);

static inline flr_manifold2 contact2_none(void)
{
    flr_manifold2 m = {.count = 0};
    return m;
}

/// Returns the cache of the same pair in the other order.
static inline void contact2_turn_cache(flr_contact2_cache *c) { gjk2_turn_cache(&c->gjk); }

/// Makes an id that differs for different features, and is the same in either order of a and b.
void flr_contact2_settle_ids(flr_manifold2 *m);

#endif
