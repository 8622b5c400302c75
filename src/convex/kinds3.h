/// What the kinds of convex cores are made of. Code that moves, scales, checks or compares cores asks here, rather
/// than for a kind.
#ifndef FLR_CONVEX_KINDS3_H
#define FLR_CONVEX_KINDS3_H

#include "feeler/convex3.h"

/// What a kind of core has beside a centre and a radius.
typedef struct convex3_layout {
    unsigned char ends;  ///< points in the scene, in `corners`; FLR_CONVEX3_CORNERS has `count` of them
    unsigned char axes;  ///< how many of the axes, counted from the last one
    bool extents;        ///< half_extents
    bool curved;         ///< a curved surface, so no finite number of support points
} convex3_layout;

extern const convex3_layout flr_convex3_layouts[FLR_CONVEX3_HULL + 1];

static inline bool convex3_is_kind(flr_convex3_kind kind) { return (unsigned)kind <= FLR_CONVEX3_HULL; }
static inline bool convex3_has_extents(const flr_convex3 *c) { return flr_convex3_layouts[c->kind].extents; }
/// Is it a list of points or a hull, which a rotation and a position place in the world?
static inline bool convex3_is_placed(const flr_convex3 *c)
{
    return c->kind == FLR_CONVEX3_POINTS || c->kind == FLR_CONVEX3_HULL;
}
/// Is the core's surface curved, so that it has no finite number of support points?
static inline bool convex3_is_curved(const flr_convex3 *c) { return flr_convex3_layouts[c->kind].curved; }
/// Is the kind curved all over, rather than around an axis, or known by its support points alone?
static inline bool convex3_is_smooth(flr_convex3_kind kind)
{
    return flr_convex3_layouts[kind].curved && flr_convex3_layouts[kind].ends == 0;
}
/// Returns how many of its `corners` a core has.
static inline uint32_t convex3_end_count(const flr_convex3 *c)
{
    return c->kind == FLR_CONVEX3_CORNERS ? c->count : flr_convex3_layouts[c->kind].ends;
}
/// Moves a core; a user's support points stay.
static inline void convex3_move(flr_convex3 *c, flr_vec3 by)
{
    c->center = flr_add3(c->center, by);
    for (uint32_t i = 0; i < convex3_end_count(c); i++) c->corners[i] = flr_add3(c->corners[i], by);
}

#endif
