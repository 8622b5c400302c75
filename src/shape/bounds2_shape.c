#include "feeler/bounds2.h"

flr_aabb2 flr_bounds2_polygon(const flr_polygon2 *g)
{
    flr_aabb2 box;
    box.min = flr_vec2_make((flr_real)INFINITY, (flr_real)INFINITY);
    box.max = flr_neg2(box.min);
    for (size_t i = 0; i < g->count; ++i) {
        box.min = flr_min2(box.min, g->vertices[i]);
        box.max = flr_max2(box.max, g->vertices[i]);
    }
    return box;
}

static flr_aabb2 around(const flr_vec2 *corner, size_t count, flr_vec2 margin)
{
    const flr_polygon2 polygon = {corner, count};
    flr_aabb2 box = flr_bounds2_polygon(&polygon);
    box.min = flr_sub2(box.min, margin);
    box.max = flr_add2(box.max, margin);
    return box;
}

flr_aabb2 flr_bounds2_point(flr_vec2 p)
{
    flr_aabb2 box = {p, p};
    return box;
}

flr_aabb2 flr_bounds2_segment(const flr_segment2 *s)
{
    const flr_vec2 corner[2] = {s->a, s->b};
    return around(corner, 2, flr_vec2_make(0, 0));
}

flr_aabb2 flr_bounds2_circle(const flr_circle *c)
{
    return around(&c->center, 1, flr_vec2_make(c->radius, c->radius));
}

flr_aabb2 flr_bounds2_capsule(const flr_capsule2 *c)
{
    const flr_vec2 corner[2] = {c->a, c->b};
    return around(corner, 2, flr_vec2_make(c->radius, c->radius));
}

flr_aabb2 flr_bounds2_aabb(const flr_aabb2 *b) { return *b; }

flr_aabb2 flr_bounds2_box(const flr_box2 *b)
{
    double ax = fabs((double)b->axis.x), ay = fabs((double)b->axis.y);
    double x = ax * (double)b->half_extents.x + ay * (double)b->half_extents.y;
    double y = ay * (double)b->half_extents.x + ax * (double)b->half_extents.y;
    return around(&b->center, 1, flr_vec2_make((flr_real)x, (flr_real)y));
}

flr_aabb2 flr_bounds2_triangle(const flr_triangle2 *t)
{
    const flr_vec2 corner[3] = {t->a, t->b, t->c};
    return around(corner, 3, flr_vec2_make(0, 0));
}
