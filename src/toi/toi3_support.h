/// Support points of the core of a shape on its path, relative to its centre, in its rotation at t = 0.
#ifndef FLR_TOI_TOI3_SUPPORT_H
#define FLR_TOI_TOI3_SUPPORT_H

#include "convex/corners.h"
#include "convex/support3.h"
#include "toi/toi3.h"

/// Rotates a vector fixed in the shape to its direction at a time.
static inline flr_vec3 mover3_turned(const mover3 *m, turn3_angle by, flr_vec3 v)
{
    return m->turn.angle > 0 ? turn3_by(&m->turn, by, v) : v;
}

/// The support vertex of a hull along d, in the hull's own frame.
static inline uint32_t mover3_hull_vertex(const flr_hull3 *h, flr_vec3 d)
{
    return hull3_farthest(h, dvec3_from(d));
}

static inline flr_vec3 mover3_hull_point(const flr_hull3 *h, uint32_t i)
{
    return flr_vec3_make(h->x[i], h->y[i], h->z[i]);
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

static inline flr_vec3 mover3_box_point(const flr_convex3 *c, flr_vec3 d)
{
    return flr_vec3_make(d.x < 0 ? -c->half_extents.x : c->half_extents.x,
                         d.y < 0 ? -c->half_extents.y : c->half_extents.y,
                         d.z < 0 ? -c->half_extents.z : c->half_extents.z);
}

/// A support point of the core along d.
static inline flr_vec3 mover3_support(const mover3 *m, flr_vec3 d)
{
    const flr_convex3 *c = m->shape;
    switch (c->kind) {
    case FLR_CONVEX3_CORNERS:
        return m->corner[mover3_farthest(m->corner, c->count, d)];
    case FLR_CONVEX3_POINTS:
        d = turn3_transposed(&m->axes, d);
        return flr_mat3_mul(m->axes, c->points[mover3_farthest(c->points, c->count, d)]);
    case FLR_CONVEX3_HULL:
        d = turn3_transposed(&m->axes, d);
        return flr_mat3_mul(m->axes, mover3_hull_point(c->hull, mover3_hull_vertex(c->hull, d)));
    case FLR_CONVEX3_BOX:
        return flr_mat3_mul(m->axes, mover3_box_point(c, turn3_transposed(&m->axes, d)));
    case FLR_CONVEX3_USER:
        d = c->support(c->user, turn3_transposed(&m->axes, d));
        return flr_mat3_mul(m->axes, flr_sub3(d, c->center));
    default:
        return convex3_curved_top(c, &m->axes, m->corner, d);
    }
}

/// Has the shape corners, and one with this number?
static inline bool mover3_has_corner(const mover3 *m, uint32_t i) { return i < flr_corner_count3(m->shape); }

/// The corner with this number.
static inline flr_vec3 mover3_corner(const mover3 *m, uint32_t i)
{
    const flr_convex3 *c = m->shape;
    const flr_vec3 h = c->half_extents;
    switch (c->kind) {
    case FLR_CONVEX3_CORNERS:
        return m->corner[i];
    case FLR_CONVEX3_POINTS:
        return flr_mat3_mul(m->axes, c->points[i]);
    case FLR_CONVEX3_BOX:
        return flr_mat3_mul(m->axes,
                            flr_vec3_make(i & 1 ? -h.x : h.x, i & 2 ? -h.y : h.y, i & 4 ? -h.z : h.z));
    default:
        return flr_mat3_mul(m->axes, mover3_hull_point(c->hull, i));
    }
}

/// The support height of points. It does not tell which one is extreme, and runs over two at a time.
static inline flr_real mover3_points_reach(const flr_vec3 *points, uint32_t count, flr_vec3 d)
{
    flr_real most = flr_dot3(points[0], d), other = most;
    for (uint32_t i = 2; i < count; i += 2) {
        flr_real p = flr_dot3(points[i - 1], d), q = flr_dot3(points[i], d);
        most = p > most ? p : most;
        other = q > other ? q : other;
    }
    flr_real last = flr_dot3(points[count - 1], d);
    most = last > most ? last : most;
    return other > most ? other : most;
}

flr_real flr_mover3_extent_of_others(const mover3 *m, flr_vec3 d);

/// The support height of the core along d.
static inline flr_real mover3_extent(const mover3 *m, flr_vec3 d)
{
    if (m->shape->kind != FLR_CONVEX3_BOX) return flr_mover3_extent_of_others(m, d);
    d = turn3_transposed(&m->axes, d);
    return flr_dot3(mover3_box_point(m->shape, d), d);
}

#endif
