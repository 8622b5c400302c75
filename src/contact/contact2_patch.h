/// From a direction and the sides that face each other along it to the points of a manifold.
#ifndef FLR_CONTACT_CONTACT2_PATCH_H
#define FLR_CONTACT_CONTACT2_PATCH_H

#include "contact/contact2_side.h"
#include "feeler/manifold2.h"

/// Sides that fall away faster than this lie against nothing. A little more than 2, which directions of small whole numbers have exactly:
/// there rounding would tell one way and the other.
#define CONTACT2_STEEP ((flr_real)2.0009765625)

/// How two shapes stand to each other. Positions are from the scene's origin.
typedef struct contact2_pose {
    flr_vec2 origin;            ///< of the scene, in world
    flr_vec2 normal;            ///< unit, from a to b
    flr_real separation;        ///< along it, radii taken off; minus the depth
    flr_vec2 point_a, point_b;  ///< on the shapes, where they come closest or reach deepest
    flr_real size;              ///< what roundings are measured by
    flr_real margin;
} contact2_pose;

/// Positions are from the scene's origin.
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

/// The ends of the stretch on which two sides face each other, depths as they are there; b's side looks against the normal.
/// Returns how many: 0 where they pass each other by.
int flr_contact2_stretch(const contact2_pose *pose, const side2 *a, const side2 *b,
                         flr_manifold2_point points[2]);

/// The points of it that are within the margin, the deepest at minus the separation; where none is as deep, the
/// middle of the pose's points.
void flr_contact2_patch(const contact2_pose *pose, const side2 *a, const side2 *b, flr_manifold2 *m);

static inline flr_manifold2 contact2_none(void)
{
    flr_manifold2 m = {.count = 0};
    return m;
}

/// What is known of the same pair in the other order.
static inline void contact2_turn_cache(flr_contact2_cache *c)
{
    c->gjk.axis = flr_neg2(c->gjk.axis);
    for (int i = 0; i < 3; i++) {
        uint32_t k = c->gjk.a[i];
        c->gjk.a[i] = c->gjk.b[i];
        c->gjk.b[i] = k;
    }
}

/// Ids that differ, and are the same in either order of a and b.
void flr_contact2_settle_ids(flr_manifold2 *m);

#endif
