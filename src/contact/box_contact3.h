/// What the parts of a manifold of boxes share: the two, the axis that was found, and how a box's features are numbered.
#ifndef FLR_CONTACT_BOX_CONTACT3_H
#define FLR_CONTACT_BOX_CONTACT3_H

#include "contact/contact3_boxes.h"
#include "contact/contact3_ids.h"
#include "convex/sat3_box_box_lanes.h"

typedef struct box_contact3 {
    const flr_box3 *a, *b;
    const contact3_boxes_ask *ask;
    const boxes3 *pair;  ///< apart from the rest, as numbers that are looked up by an index stay in memory
    separation3_boxes found;
    double margin, radii;  ///< the margin may be more than was asked for, by rounding
} box_contact3;

/// How close to an end counts as on it.
static inline double box_contact3_snap(const box_contact3 *j)
{
    return j->found.rounding * (CONTACT3_SNAP / BOXES3_ROUNDING);
}

/// Where the ends of axes begin, which are no places on those without extent.
static inline f64x4 box_contact3_ends(const box_contact3 *j, f64x4 half)
{
    const double snap = box_contact3_snap(j), least = 0.5 * CONTACT3_SAME / CONTACT3_SNAP * snap;
    const f64x4 near = f64x4_min(f64x4_mul(f64x4_splat(CONTACT3_SNAP_OWN), half), f64x4_splat(snap));
    return f64x4_and(f64x4_less(f64x4_splat(least), half), f64x4_sub(half, near));
}

static inline double box_contact3_limited(double x, double most)
{
    return x > most ? most : x < -most ? -most : x;
}

/// Centre, axes and half extents of a box, one after the other.
static inline const flr_real *box_contact3_reals(const flr_box3 *b)
{
    return (const flr_real *)(const void *)b;
}

/// Corners, edges and faces of a box are numbered in base 3: low end, middle or high end along every axis; all middles are 13. What an
/// end along an axis adds:
static const double BOX_CONTACT3_POWER[3] = {1, 3, 9};

/// A vector along the axes of the first box, in world.
static inline f64x4 box_contact3_world(const box_contact3 *j, double x, double y, double z)
{
    const flr_real *p = box_contact3_reals(j->a);
    return f64x4_dot3(f64x4_splat(x), f64x4_load_real(p + 3), f64x4_splat(y), f64x4_load_real(p + 6),
                      f64x4_splat(z), f64x4_load_real(p + 9));
}

/// Added to a point and its depth.
static inline f64x4 box_contact3_center(const flr_real *p)
{
    return f64x4_of((double)p[0], (double)p[1], (double)p[2], -0.0);
}

/// A point and its depth, from the centre.
static inline void box_contact3_put(flr_manifold3_point *point, f64x4 from_center, f64x4 center)
{
    f64x4_store_real((flr_real *)(void *)point, from_center, center);
}

#endif
