/// Cores of the plane made where they are wanted, as copies of them cost more than their making.
#ifndef FLR_CONVEX_CONVEX2_MAKE_H
#define FLR_CONVEX_CONVEX2_MAKE_H

#include "feeler/convex2.h"

/// Sets all except the corners, which are left as they are: clearing them would cost more than all else.
static inline void convex2_begin(flr_convex2 *c, flr_convex2_kind kind, flr_vec2 center, uint32_t count,
                                 flr_real radius)
{
    c->kind = kind;
    c->radius = radius;
    c->center = center;
    c->rotation = flr_vec2_make(1, 0);
    c->count = count;
    c->points = c->normals = NULL;
    c->support = NULL;
    c->user = NULL;
}

static inline void convex2_corners(flr_convex2 *c, const flr_vec2 *p, uint32_t count, flr_real radius)
{
    convex2_begin(c, FLR_CONVEX2_CORNERS, p[0], count, radius);
    for (uint32_t i = 0; i < 4; ++i) c->corners[i] = p[i < count ? i : 0];
}

static inline void convex2_make_point(flr_convex2 *c, flr_vec2 p) { convex2_corners(c, &p, 1, 0); }

static inline void convex2_make_segment(flr_convex2 *c, const flr_segment2 *s)
{
    const flr_vec2 p[2] = {s->a, s->b};
    convex2_corners(c, p, 2, 0);
}

static inline void convex2_make_circle(flr_convex2 *c, const flr_circle *s)
{
    convex2_corners(c, &s->center, 1, s->radius);
}

static inline void convex2_make_capsule(flr_convex2 *c, const flr_capsule2 *s)
{
    const flr_vec2 p[2] = {s->a, s->b};
    convex2_corners(c, p, 2, s->radius);
}

static inline void convex2_make_aabb(flr_convex2 *c, const flr_aabb2 *b)
{
    const flr_vec2 p[4] = {b->min, flr_vec2_make(b->max.x, b->min.y), b->max,
                           flr_vec2_make(b->min.x, b->max.y)};
    convex2_corners(c, p, 4, 0);
}

static inline void convex2_make_box(flr_convex2 *c, const flr_box2 *b)
{
    const flr_real x = b->half_extents.x, y = b->half_extents.y;
    convex2_begin(c, FLR_CONVEX2_BOX, b->center, 4, 0);
    c->rotation = b->axis;
    c->corners[0] = flr_vec2_make(-x, -y);
    c->corners[1] = flr_vec2_make(x, -y);
    c->corners[2] = b->half_extents;
    c->corners[3] = flr_vec2_make(-x, y);
}

static inline void convex2_make_triangle(flr_convex2 *c, const flr_triangle2 *t)
{
    const flr_vec2 p[3] = {t->a, t->b, t->c};
    convex2_corners(c, p, 3, 0);
}

/// Of a convex one.
static inline void convex2_make_polygon(flr_convex2 *c, const flr_polygon2 *g)
{
    const uint32_t count = g->count <= UINT32_MAX ? (uint32_t)g->count : 0;
    convex2_begin(c, FLR_CONVEX2_POLYGON, flr_vec2_make(0, 0), count, 0);
    c->points = g->vertices;
}

#endif
