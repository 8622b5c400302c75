/// How far the core of a moving shape reaches, in the shape's own frame and from its centre.
#ifndef FLR_SWEEP_MOTION3_CORE_H
#define FLR_SWEEP_MOTION3_CORE_H

#include "convex/support3.h"
#include "sweep/motion3.h"

/// The point of a disc square to z that lies farthest along d; its middle where none does.
static inline flr_vec3 mover3_disc(const flr_convex3 *c, flr_vec3 d)
{
    flr_real x = flr_dot3(c->axes.x, d), y = flr_dot3(c->axes.y, d);
    flr_real length = (flr_real)sqrt((double)(x * x + y * y));
    if (!(length > 0)) return flr_vec3_make(0, 0, 0);
    flr_real scale = c->half_extents.x / length;
    return flr_add3(flr_scale3(x * scale, c->axes.x), flr_scale3(y * scale, c->axes.y));
}

static inline flr_vec3 mover3_hull_vertex(const flr_convex3 *c, flr_vec3 d)
{
    const flr_hull3 *h = c->hull;
    wide3 local = wide3_of(turn3_transposed(&c->axes, d));
    uint32_t i = h->start ? hull3_climb(h, local, hull3_start(h, wide3_to_direction(local)))
                          : hull3_farthest(h, local);
    return flr_mat3_mul(c->axes, h->vertices[i]);
}

static inline uint32_t mover3_farthest(const flr_vec3 *points, uint32_t count, flr_vec3 d)
{
    uint32_t best = 0;
    flr_real most = flr_dot3(points[0], d);
    for (uint32_t i = 1; i < count; i++) {
        flr_real along = flr_dot3(points[i], d);
        if (along > most) most = along, best = i;
    }
    return best;
}

/// A farthest point of the core along d.
static inline flr_vec3 mover3_support(const mover3 *m, flr_vec3 d)
{
    const flr_convex3 *c = m->shape;
    flr_vec3 rim;
    switch (c->kind) {
    case FLR_CONVEX3_CORNERS:
        return m->corner[mover3_farthest(m->corner, c->count, d)];
    case FLR_CONVEX3_POINTS:
        return flr_mat3_mul(c->axes,
                            c->points[mover3_farthest(c->points, c->count, turn3_transposed(&c->axes, d))]);
    case FLR_CONVEX3_HULL:
        return mover3_hull_vertex(c, d);
    case FLR_CONVEX3_BOX:
        rim = turn3_transposed(&c->axes, d);
        return flr_mat3_mul(c->axes, flr_vec3_make(rim.x < 0 ? -c->half_extents.x : c->half_extents.x,
                                                   rim.y < 0 ? -c->half_extents.y : c->half_extents.y,
                                                   rim.z < 0 ? -c->half_extents.z : c->half_extents.z));
    case FLR_CONVEX3_CYLINDER:
        return flr_add3(m->corner[flr_dot3(c->axes.z, d) < 0 ? 0 : 1], mover3_disc(c, d));
    case FLR_CONVEX3_CONE:
        rim = flr_add3(m->corner[0], mover3_disc(c, d));
        return flr_dot3(m->corner[1], d) >= flr_dot3(rim, d) ? m->corner[1] : rim;
    case FLR_CONVEX3_USER:
        return flr_sub3(c->support(c->user, d), c->center);
    }
    return flr_vec3_make(0, 0, 0);
}

/// Of points in any order, without asking which: the compiler's vectors do that.
static inline flr_real mover3_reach(const flr_vec3 *points, uint32_t count, flr_vec3 d)
{
    flr_real most = flr_dot3(points[0], d);
    for (uint32_t i = 1; i < count; i++) {
        flr_real along = flr_dot3(points[i], d);
        most = along > most ? along : most;
    }
    return most;
}

/// How far along d the core reaches.
static inline flr_real mover3_extent(const mover3 *m, flr_vec3 d)
{
    const flr_convex3 *c = m->shape;
    if (c->kind == FLR_CONVEX3_CORNERS) return mover3_reach(m->corner, c->count, d);
    if (c->kind == FLR_CONVEX3_POINTS)
        return mover3_reach(c->points, c->count, turn3_transposed(&c->axes, d));
    if (c->kind == FLR_CONVEX3_BOX) {
        d = turn3_transposed(&c->axes, d);
        flr_vec3 h = c->half_extents;
        return h.x * (d.x < 0 ? -d.x : d.x) + h.y * (d.y < 0 ? -d.y : d.y) + h.z * (d.z < 0 ? -d.z : d.z);
    }
    return flr_dot3(d, mover3_support(m, d));
}

#endif
