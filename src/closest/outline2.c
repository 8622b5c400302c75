#include "closest/outline2.h"

flr_outline2 flr_outline2_of_point(flr_vec2 p)
{
    flr_outline2 o = flr_outline2_make(FLR_OUTLINE2_CHAIN, 1, false);
    o.corner[0] = p;
    return o;
}

flr_outline2 flr_outline2_of_segment(const flr_segment2 *s)
{
    flr_outline2 o = flr_outline2_make(FLR_OUTLINE2_CHAIN, 2, false);
    o.corner[0] = s->a;
    o.corner[1] = s->b;
    return o;
}

static flr_outline2 directed(flr_outline2_kind kind, flr_vec2 origin, flr_vec2 direction)
{
    flr_outline2 o = flr_outline2_make(kind, 1, false);
    o.corner[0] = origin;
    o.direction = direction;
    return o;
}

flr_outline2 flr_outline2_of_ray(const flr_ray2 *r)
{
    return directed(FLR_OUTLINE2_RAY, r->origin, r->direction);
}

flr_outline2 flr_outline2_of_line(const flr_line2 *l)
{
    return directed(FLR_OUTLINE2_LINE, l->origin, l->direction);
}

static flr_outline2 by_normal(flr_outline2_kind kind, flr_vec2 normal, flr_real offset)
{
    flr_outline2 o = flr_outline2_make(kind, 0, false);
    o.direction = normal;
    o.offset = offset;
    return o;
}

flr_outline2 flr_outline2_of_plane(const flr_plane2 *p)
{
    return by_normal(FLR_OUTLINE2_PLANE, p->normal, p->offset);
}

flr_outline2 flr_outline2_of_halfspace(const flr_halfspace2 *h)
{
    return by_normal(FLR_OUTLINE2_HALFSPACE, h->normal, h->offset);
}

flr_outline2 flr_outline2_of_circle(const flr_circle *c)
{
    flr_outline2 o = flr_outline2_of_point(c->center);
    o.radius = c->radius;
    return o;
}

flr_outline2 flr_outline2_of_capsule(const flr_capsule2 *c)
{
    const flr_segment2 core = {c->a, c->b};
    flr_outline2 o = flr_outline2_of_segment(&core);
    o.radius = c->radius;
    return o;
}

flr_outline2 flr_outline2_of_aabb(const flr_aabb2 *b)
{
    flr_outline2 o = flr_outline2_make(FLR_OUTLINE2_CHAIN, 4, true);
    o.corner[0] = b->min;
    o.corner[1] = flr_vec2_make(b->max.x, b->min.y);
    o.corner[2] = b->max;
    o.corner[3] = flr_vec2_make(b->min.x, b->max.y);
    return o;
}

/// The corners are rounded once each; from there on the box is the polygon of its corners.
flr_outline2 flr_outline2_of_box(const flr_box2 *b)
{
    flr_outline2 o = flr_outline2_make(FLR_OUTLINE2_CHAIN, 4, true);
    double ux = (double)b->axis.x * (double)b->half_extents.x,
           uy = (double)b->axis.y * (double)b->half_extents.x;
    double vx = -(double)b->axis.y * (double)b->half_extents.y,
           vy = (double)b->axis.x * (double)b->half_extents.y;
    double x = (double)b->center.x, y = (double)b->center.y;
    o.corner[0] = flr_vec2_make((flr_real)(x - (ux + vx)), (flr_real)(y - (uy + vy)));
    o.corner[1] = flr_vec2_make((flr_real)(x + (ux - vx)), (flr_real)(y + (uy - vy)));
    o.corner[2] = flr_vec2_make((flr_real)(x + (ux + vx)), (flr_real)(y + (uy + vy)));
    o.corner[3] = flr_vec2_make((flr_real)(x - (ux - vx)), (flr_real)(y - (uy - vy)));
    return o;
}

flr_outline2 flr_outline2_of_triangle(const flr_triangle2 *t)
{
    flr_outline2 o = flr_outline2_make(FLR_OUTLINE2_CHAIN, 3, true);
    o.corner[0] = t->a;
    o.corner[1] = t->b;
    o.corner[2] = t->c;
    return o;
}

flr_outline2 flr_outline2_of_polygon(const flr_polygon2 *p)
{
    flr_outline2 o = flr_outline2_make(FLR_OUTLINE2_CHAIN, p->count, true);
    o.many = p->vertices;
    return o;
}
