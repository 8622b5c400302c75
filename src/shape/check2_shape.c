#include "feeler/check2.h"
#include "math/cross2.h"

static bool is_zero(flr_vec2 v) { return v.x == 0 && v.y == 0; }

static flr_status finite_and(bool finite, bool valid)
{
    if (!finite) return FLR_NOT_FINITE;
    return valid ? FLR_OK : FLR_INVALID_SHAPE;
}

flr_status flr_check2_point(flr_vec2 p) { return finite_and(flr_is_finite2(p), true); }

flr_status flr_check2_segment(const flr_segment2 *s)
{
    return finite_and(flr_is_finite2(s->a) && flr_is_finite2(s->b), true);
}

flr_status flr_check2_ray(const flr_ray2 *r)
{
    return finite_and(flr_is_finite2(r->origin) && flr_is_finite2(r->direction), !is_zero(r->direction));
}

flr_status flr_check2_line(const flr_line2 *l)
{
    return finite_and(flr_is_finite2(l->origin) && flr_is_finite2(l->direction), !is_zero(l->direction));
}

flr_status flr_check2_plane(const flr_plane2 *p)
{
    return finite_and(flr_is_finite2(p->normal) && isfinite(p->offset), !is_zero(p->normal));
}

flr_status flr_check2_halfspace(const flr_halfspace2 *h)
{
    return finite_and(flr_is_finite2(h->normal) && isfinite(h->offset), !is_zero(h->normal));
}

flr_status flr_check2_circle(const flr_circle *c)
{
    return finite_and(flr_is_finite2(c->center) && isfinite(c->radius), c->radius >= 0);
}

flr_status flr_check2_capsule(const flr_capsule2 *c)
{
    bool finite = flr_is_finite2(c->a) && flr_is_finite2(c->b) && isfinite(c->radius);
    return finite_and(finite, c->radius >= 0);
}

flr_status flr_check2_aabb(const flr_aabb2 *b)
{
    return finite_and(flr_is_finite2(b->min) && flr_is_finite2(b->max),
                      b->min.x <= b->max.x && b->min.y <= b->max.y);
}

flr_status flr_check2_box(const flr_box2 *b)
{
    bool finite = flr_is_finite2(b->center) && flr_is_finite2(b->axis) && flr_is_finite2(b->half_extents);
    double x = (double)b->axis.x, y = (double)b->axis.y;
    bool unit = fabs(sqrt(x * x + y * y) - 1) <= 1e-6;
    return finite_and(finite, unit && b->half_extents.x >= 0 && b->half_extents.y >= 0);
}

flr_status flr_check2_triangle(const flr_triangle2 *t)
{
    return finite_and(flr_is_finite2(t->a) && flr_is_finite2(t->b) && flr_is_finite2(t->c), true);
}

/// Each end of one lies strictly on another side of the other.
static bool cross(flr_vec2 a, flr_vec2 b, flr_vec2 c, flr_vec2 d)
{
    const flr_vec2 low = flr_min2(a, b), high = flr_max2(a, b), least = flr_min2(c, d), most = flr_max2(c, d);
    if (low.x > most.x || least.x > high.x || low.y > most.y || least.y > high.y) return false;
    return flr_turn2(a, b, c) * flr_turn2(a, b, d) < 0 && flr_turn2(c, d, a) * flr_turn2(c, d, b) < 0;
}

flr_status flr_check2_polygon(const flr_polygon2 *g)
{
    if (g->count == 0 || !g->vertices) return FLR_INVALID_SHAPE;
    const flr_vec2 *v = g->vertices;
    for (size_t i = 0; i < g->count; ++i)
        if (!flr_is_finite2(v[i])) return FLR_NOT_FINITE;
    for (size_t i = 2; i < g->count; ++i)
        for (size_t k = 0; k + 1 < i; ++k)
            if (cross(v[k], v[k + 1], v[i], v[(i + 1) % g->count])) return FLR_SELF_CROSSING;
    return FLR_OK;
}
