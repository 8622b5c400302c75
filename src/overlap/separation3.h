/// The loops over separating axes of boxes and hulls, with an observer for what shows them (src/trace/).
#ifndef FLR_OVERLAP_SEPARATION3_H
#define FLR_OVERLAP_SEPARATION3_H

#include "feeler/overlap3.h"
#include "math/dvec3.h"

/// An axis that was tried.
typedef struct separation3_tried {
    size_t index;       ///< of the candidate, as in flr_separation3
    dvec3 axis;         ///< unit, from a to b; of boxes along the axes of a
    double separation;  ///< along it, in the scene's unit
    bool better;        ///< it is the best so far
    uint32_t edge_a
        [2];  ///< of hulls: the vertices of the edge of a, and of b; of a polygon's edge in its plane the one's
    uint32_t edge_b[2];
} separation3_tried;

typedef struct separation3_observer {
    void (*on_step)(void *user, const separation3_tried *tried);
    void *user;
} separation3_observer;

/// As flr_separation3_box_box and flr_separation3_hull_hull; edges have to be better than faces by `face_bias` more. `observer` may be null.
flr_separation3 flr_separation3_boxes(const flr_box3 *a, const flr_box3 *b, flr_real face_bias,
                                      const separation3_observer *observer);
flr_status flr_separation3_hulls(const flr_convex3 *a, const flr_convex3 *b, flr_real face_bias,
                                 const separation3_observer *observer, flr_separation3 *result);

/// How many directions outward a hull has beside its edges: its faces, of a polygon also the normals of its edges in its plane; and how many
/// pairs of edges there are.
size_t flr_separation3_normals(const flr_convex3 *hull);
size_t flr_separation3_edges(const flr_convex3 *hull);

#endif
