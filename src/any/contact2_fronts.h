/// Two surfaces of the plane that face one another along a normal, and the points of a manifold between them.
#ifndef FLR_ANY_CONTACT2_FRONTS_H
#define FLR_ANY_CONTACT2_FRONTS_H

#include "any/any2.h"
#include "closest/outline2.h"
#include "contact/manifold2.h"

/// The number of a line or plane as an edge.
enum { CONTACT2_FLAT = 0x4000 };

/// What one of the two shows to the other: the edges of an outline, or one side.
typedef struct contact2_front {
    flr_outline2 outline;  ///< seen from the scene's origin
    size_t count;          ///< of edges of the outline; 0 where there is one side only
    int turn;              ///< +1 where the outline goes around counter-clockwise, 0 where it has no inside
    side2 side;
} contact2_front;

/// What lies between two surfaces above one place, once the shapes are moved apart until they just touch.
typedef struct contact2_gap {
    flr_real u;          ///< across the normal
    flr_real low, high;  ///< along it
} contact2_gap;

struct contact2_fronts;
/// Do any shapes of the two lie in the gap? Those of compounds are compared pair by pair.
typedef bool contact2_others_fn(const struct contact2_fronts *w, const contact2_gap *gap);

/// Two fronts that face one another along a normal.
typedef struct contact2_fronts {
    flr_vec2 origin;     ///< of the scene, in world
    contact2_pose pose;  ///< relative to the origin: in world coordinates it would lose digits far away
    contact2_front a, b;
    flr_manifold2_point best, other;  ///< the deepest so far, and the one farthest from it
    flr_real apart;
    bool found;
    contact2_others_fn *others;
} contact2_fronts;

contact2_front flr_contact2_front_of_outline(const flr_outline2 *o, flr_vec2 origin);
/// The piece of a line that reaches beyond everything near, around a point on it; the normal is the line's own.
contact2_front flr_contact2_front_of_line(flr_vec2 on, flr_vec2 normal, flr_real size);
/// The side that a convex shape turns to a line.
contact2_front flr_contact2_front_of_convex(const flr_convex2 *c, flr_vec2 origin, flr_vec2 way);

/// Each pair of fronts along one normal is searched for the deepest point, then each once more, `second`, for the one
/// farthest from it across the normal that is in sight of the other shape. The pose and both fronts stand already.
void flr_contact2_look(contact2_fronts *w, bool second);
void flr_contact2_second(contact2_fronts *w);
/// Does a front of the one, `of_b` or a, pass strictly within the gap?
bool flr_contact2_is_in_gap(const contact2_fronts *w, const contact2_front *f, bool of_b,
                            const contact2_gap *gap);
/// Writes the normal and up to two points.
void flr_contact2_finish(contact2_fronts *w, flr_manifold2 *m);

#endif
