/// What the parts of a manifold of boxes share: the two, the axis that was found, and how a box's features are numbered.
#ifndef FLR_MANIFOLD_BOX_CONTACT3_H
#define FLR_MANIFOLD_BOX_CONTACT3_H

#include "manifold/contact3_boxes.h"
#include "manifold/contact3_ids.h"
#include "manifold/separation3_boxes.h"

typedef struct box_contact3 {
    const flr_box3 *a, *b;
    double radius_a, radius_b;
    boxes3 pair;
    separation3_boxes found;
    double margin, radii;
} box_contact3;

/// A patch in which a face of one is clipped by a face of the other.
contact3_boxes_answer flr_box_contact3_faces(const box_contact3 *j, flr_manifold3 *m);
/// The same for two edges that cross, where a face beside one of them is nearly square to the direction: then the patch of the
/// faces holds the crossing as one of its corners. False where that is not so.
bool flr_box_contact3_flat(const box_contact3 *j, flr_manifold3 *m);
/// The one point where two edges cross.
contact3_boxes_answer flr_box_contact3_edges(const box_contact3 *j, flr_manifold3 *m);

/// How close to an end counts as on it.
static inline double box_contact3_snap(const box_contact3 *j)
{
    return j->pair.rounding * (CONTACT3_SNAP / BOXES3_ROUNDING);
}

static inline double box_contact3_limited(double x, double most)
{
    return x > most ? most : x < -most ? -most : x;
}

/// -1, 0 or 1: at the low end, between, at the high end. 0 on an axis without extent.
static inline int box_contact3_end(double x, double half, double snap)
{
    if (half <= snap) return 0;
    return x > half - snap ? 1 : x < snap - half ? -1 : 0;
}

/// Corners, edges and faces of a box in base 3: low end, middle or high end along every axis.
static inline uint32_t box_contact3_code(int axis, int value, int x, int value_x, int y, int value_y)
{
    static const int power[3] = {1, 3, 9};
    return (uint32_t)(13 + value * power[axis] + value_x * power[x] + value_y * power[y]);
}

/// A vector along the axes of a box, in world.
static inline flr_vec3 box_contact3_world(const flr_box3 *box, const double v[3])
{
    const flr_vec3 *x = &box->axes.x;
    return flr_vec3_make((flr_real)(v[0] * (double)x[0].x + v[1] * (double)x[1].x + v[2] * (double)x[2].x),
                         (flr_real)(v[0] * (double)x[0].y + v[1] * (double)x[1].y + v[2] * (double)x[2].y),
                         (flr_real)(v[0] * (double)x[0].z + v[1] * (double)x[1].z + v[2] * (double)x[2].z));
}

/// A place in a box's own axes becomes a point of the manifold.
static inline void box_contact3_add(flr_manifold3 *m, const flr_box3 *box, const double local[3],
                                    double depth, uint32_t id)
{
    flr_manifold3_point *p = &m->points[m->count++];
    p->position = flr_add3(box->center, box_contact3_world(box, local));
    p->depth = (flr_real)depth;
    p->id = id;
}

#endif
