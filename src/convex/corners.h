/// The corners of convex shapes in world coordinates, by their numbers as flr_support3_vertex and
/// flr_support2_vertex count them.
#ifndef FLR_CONVEX_CORNERS_H
#define FLR_CONVEX_CORNERS_H

#include "feeler/convex2.h"
#include "feeler/convex3.h"
#include "hull/hull3.h"

/// Returns the number of corners; 0 for round and users' cores.
static inline uint32_t flr_corner_count3(const flr_convex3 *c)
{
    if (c->kind == FLR_CONVEX3_BOX) return 8;
    if (c->kind == FLR_CONVEX3_HULL) return c->hull->info.vertex_count;
    return c->kind == FLR_CONVEX3_CORNERS || c->kind == FLR_CONVEX3_POINTS ? c->count : 0;
}

static inline flr_vec3 flr_corner3(const flr_convex3 *c, uint32_t i)
{
    const flr_vec3 h = c->half_extents;
    flr_vec3 p;
    if (c->kind == FLR_CONVEX3_CORNERS) return c->corners[i];
    if (c->kind == FLR_CONVEX3_BOX)
        p = flr_vec3_make(i & 1 ? -h.x : h.x, i & 2 ? -h.y : h.y, i & 4 ? -h.z : h.z);
    else
        p = c->kind == FLR_CONVEX3_HULL ? flr_hull3_vertices(c->hull)[i] : c->points[i];
    return flr_add3(c->center, flr_mat3_mul(c->axes, p));
}

static inline uint32_t flr_corner_count2(const flr_convex2 *c)
{
    return c->kind == FLR_CONVEX2_USER ? 0 : c->count;
}

static inline flr_vec2 flr_corner2(const flr_convex2 *c, uint32_t i)
{
    if (c->kind == FLR_CONVEX2_CORNERS) return c->corners[i];
    const flr_vec2 p = c->kind == FLR_CONVEX2_BOX ? c->corners[i] : c->points[i], r = c->rotation;
    return flr_add2(c->center, flr_vec2_make(r.x * p.x - r.y * p.y, r.y * p.x + r.x * p.y));
}

#endif
