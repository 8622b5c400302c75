/// The loops over separating axes of boxes and hulls, and what decides near a touch. An observer is given each axis, to show it
/// (src/trace/).
#ifndef FLR_OVERLAP_SEPARATION3_H
#define FLR_OVERLAP_SEPARATION3_H

#include "feeler/overlap3.h"
#include "math/dvec3.h"

/// An axis that was tried.
typedef struct separation3_tried {
    size_t index;       ///< number of the candidate, as in flr_separation3
    dvec3 axis;         ///< unit, from a to b; of boxes in the axes of a
    double separation;  ///< along it, in the unit of the scene
    bool better;        ///< it is the best so far
    /// of hulls: the vertices of a's edge and of b's; of one only, for a normal in a polygon's plane
    uint32_t edge_a[2];
    uint32_t edge_b[2];
} separation3_tried;

typedef struct separation3_observer {
    void (*on_step)(void *user, const separation3_tried *tried);
    void *user;
} separation3_observer;

/// As flr_separation3_box_box and flr_separation3_hull_hull, but edges must beat faces by `face_bias` more.
/// `observer` may be null.
flr_separation3 flr_separation3_boxes(const flr_box3 *a, const flr_box3 *b, flr_real face_bias,
                                      const separation3_observer *observer);
flr_status flr_separation3_hulls(const flr_convex3 *a, const flr_convex3 *b, flr_real face_bias,
                                 const separation3_observer *observer, flr_separation3 *result);

/// As flr_overlap3_box_box, for two that are known to nearly touch.
bool flr_overlap3_near_boxes(const flr_box3 *a, const flr_box3 *b);

/// How many normals of a hull are candidates: those of its faces; of a polygon also those of its edges in
/// its plane. And how many edges it has that pair with edges of the other.
size_t flr_separation3_normals(const flr_convex3 *hull);
size_t flr_separation3_edges(const flr_convex3 *hull);

/// Is the core a hull or a list of points under a pose, without a radius?
static inline bool hulls3_is_posed(const flr_convex3 *c)
{
    return !(c->radius > 0) && (c->kind == FLR_CONVEX3_HULL || c->kind == FLR_CONVEX3_POINTS);
}

/// For two such cores that nearly touch along a direction, of either sign: 1 they overlap, -1 they are apart, 0
/// undecided, also for other cores.
int flr_hulls3_touch(const flr_convex3 *a, const flr_convex3 *b, flr_vec3 direction);

#endif
