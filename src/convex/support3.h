/// Support points of every kind of core, inline for the loops that live on them.
#ifndef FLR_CONVEX_SUPPORT3_H
#define FLR_CONVEX_SUPPORT3_H

#include "feeler/convex.h"
#include "shape/hull3.h"

static inline flr_vec3 support3_transposed(const flr_mat3 *m, flr_vec3 d)
{
    return flr_vec3_make(flr_dot3(m->x, d), flr_dot3(m->y, d), flr_dot3(m->z, d));
}

static inline flr_vec3 support3_corners(const flr_convex3 *c, flr_vec3 d)
{
    uint32_t best = 0;
    // offsets from the centre, not positions: far from the origin the products would drown the differences
    flr_real most = flr_dot3(flr_sub3(c->corners[0], c->center), d);
    for (uint32_t i = 1; i < c->count; i++) {
        flr_real along = flr_dot3(flr_sub3(c->corners[i], c->center), d);
        if (along > most) {
            most = along;
            best = i;
        }
    }
    return flr_sub3(c->corners[best], c->center);
}

static inline flr_vec3 support3_points(const flr_convex3 *c, flr_vec3 d)
{
    flr_vec3 local = support3_transposed(&c->axes, d);
    uint32_t best = 0;
    flr_real most = flr_dot3(c->points[0], local);
    for (uint32_t i = 1; i < c->count; i++) {
        flr_real along = flr_dot3(c->points[i], local);
        if (along > most) {
            most = along;
            best = i;
        }
    }
    return flr_mat3_mul(c->axes, c->points[best]);
}

static inline flr_vec3 support3_hull(const flr_convex3 *c, flr_vec3 d)
{
    const flr_hull3 *h = c->hull;
    flr_vec3 local = support3_transposed(&c->axes, d);
    uint32_t best = 0;
    flr_real most = h->x[0] * local.x + h->y[0] * local.y + h->z[0] * local.z;
    for (uint32_t i = 1; i < h->info.vertex_count; i++) {
        flr_real along = h->x[i] * local.x + h->y[i] * local.y + h->z[i] * local.z;
        if (along > most) {
            most = along;
            best = i;
        }
    }
    return flr_mat3_mul(c->axes, flr_vec3_make(h->x[best], h->y[best], h->z[best]));
}

static inline flr_vec3 support3_box(const flr_convex3 *c, flr_vec3 d)
{
    flr_vec3 h = c->half_extents;
    flr_real x = flr_dot3(c->axes.x, d) < 0 ? -h.x : h.x;
    flr_real y = flr_dot3(c->axes.y, d) < 0 ? -h.y : h.y;
    flr_real z = flr_dot3(c->axes.z, d) < 0 ? -h.z : h.z;
    return flr_mat3_mul(c->axes, flr_vec3_make(x, y, z));
}

/// The point of the disc of the given radius, square to z, that lies farthest along d; its middle where none does.
static inline flr_vec3 support3_disc(const flr_convex3 *c, flr_vec3 d)
{
    flr_real x = flr_dot3(c->axes.x, d), y = flr_dot3(c->axes.y, d),
             length = (flr_real)sqrt((double)(x * x + y * y));
    if (!(length > 0)) return flr_vec3_make(0, 0, 0);
    flr_real scale = c->half_extents.x / length;
    return flr_add3(flr_scale3(x * scale, c->axes.x), flr_scale3(y * scale, c->axes.y));
}

static inline flr_vec3 support3_cylinder(const flr_convex3 *c, flr_vec3 d)
{
    flr_vec3 end = c->corners[flr_dot3(c->axes.z, d) < 0 ? 0 : 1];
    return flr_add3(flr_sub3(end, c->center), support3_disc(c, d));
}

/// corners[0] is the middle of the base, corners[1] the apex.
static inline flr_vec3 support3_cone(const flr_convex3 *c, flr_vec3 d)
{
    flr_vec3 apex = flr_sub3(c->corners[1], c->center);
    flr_vec3 rim = flr_add3(flr_sub3(c->corners[0], c->center), support3_disc(c, d));
    return flr_dot3(apex, d) >= flr_dot3(rim, d) ? apex : rim;
}

/// A farthest point of the core along d, less the centre.
static inline flr_vec3 support3_from_center(const flr_convex3 *c, flr_vec3 d)
{
    switch (c->kind) {
    case FLR_CONVEX3_CORNERS:
        return support3_corners(c, d);
    case FLR_CONVEX3_POINTS:
        return support3_points(c, d);
    case FLR_CONVEX3_BOX:
        return support3_box(c, d);
    case FLR_CONVEX3_CYLINDER:
        return support3_cylinder(c, d);
    case FLR_CONVEX3_CONE:
        return support3_cone(c, d);
    case FLR_CONVEX3_HULL:
        return support3_hull(c, d);
    case FLR_CONVEX3_USER:
        return flr_sub3(c->support(c->user, d), c->center);
    }
    return flr_vec3_make(0, 0, 0);
}

#endif
