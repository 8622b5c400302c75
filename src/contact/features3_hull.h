/// Faces of built hulls by their adjacency.
#ifndef FLR_CONTACT_FEATURES3_HULL_H
#define FLR_CONTACT_FEATURES3_HULL_H

#include "contact/features3.h"
#include "hull/hull3.h"

/// As flr_feature3_facing, all in the hull's frame, corners from its centre.
void flr_feature3_hull(const flr_hull3 *h, flr_vec3 d, const uint32_t near[3], feature3 *f);

/// Where the feature of a hull is: a vertex that lies last along a direction, one of its entries among all neighbours, and the flattest face
/// at that edge. No face of segments and points.
typedef struct feature3_place {
    uint32_t top, edge, face;
} feature3_place;

/// The features of two hulls that face each other along the unit vector from a to b, in two steps; `near` as for flr_feature3_facing.
void flr_feature3_find_hulls(const flr_convex3 *a, const flr_convex3 *b, flr_vec3 normal,
                             const uint32_t near[2][3], feature3_place at[2]);
void flr_feature3_take_hulls(const flr_convex3 *a, const flr_convex3 *b, const feature3_place at[2],
                             feature3 *f, feature3 *g);

/// flr_feature3_facing of two hulls: both steps.
void flr_feature3_hulls(const flr_convex3 *a, const flr_convex3 *b, flr_vec3 normal,
                        const uint32_t near[2][3], feature3 *f, feature3 *g);

/// The vertex that lies farthest along d; the search begins at `near`, if that is one.
uint32_t flr_feature3_hull_top(const flr_hull3 *h, flr_vec3 d, uint32_t near);

#endif
