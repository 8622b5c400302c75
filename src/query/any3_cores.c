#include "query/any3_cores.h"
#include "feeler/manifold.h"

static flr_real absolute(flr_real x) { return x < 0 ? -x : x; }

/// Where a range of that length lies far from 0 for its size, else 0.
static flr_real far_off(flr_real place, flr_real length)
{
    return length > 0 && absolute(place) > 4 * length ? place : 0;
}

/// Of an aabb or rectangle a point that it lies around, along those axes on which it is far from the origin.
static flr_vec3 far_point(const flr_shape3 *s)
{
    if (s->kind == FLR_SHAPE3_AABB) {
        const flr_aabb3 *b = &s->as.aabb;
        const flr_vec3 d = flr_sub3(b->max, b->min);
        return flr_vec3_make(far_off(b->min.x, d.x), far_off(b->min.y, d.y), far_off(b->min.z, d.z));
    }
    if (s->kind == FLR_SHAPE3_RECTANGLE) {
        const flr_rectangle3 *r = &s->as.rectangle;
        const flr_vec3 c = r->center, x = flr_scale3(r->half_x, r->axis_x),
                       y = flr_scale3(r->half_y, r->axis_y);
        return flr_vec3_make(far_off(c.x, absolute(x.x) + absolute(y.x)),
                             far_off(c.y, absolute(x.y) + absolute(y.y)),
                             far_off(c.z, absolute(x.z) + absolute(y.z)));
    }
    return flr_vec3_make(0, 0, 0);
}

static bool is_zero(flr_vec3 v) { return v.x == 0 && v.y == 0 && v.z == 0; }

/// Is x - o a number? Of the two tests that with the larger one is exact (Dekker 1971).
static bool is_exact(flr_real x, flr_real o)
{
    const flr_real d = x - o;
    return d + o == x && x - d == o;
}

static void keep_exact(const flr_vec3 *v, uint32_t count, flr_vec3 *o)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!is_exact(v[i].x, o->x)) o->x = 0;
        if (!is_exact(v[i].y, o->y)) o->y = 0;
        if (!is_exact(v[i].z, o->z)) o->z = 0;
    }
}

/// All that places a core of another kind.
static const flr_vec3 *places(const flr_convex3 *c, uint32_t *count)
{
    *count = 1;
    if (c->kind == FLR_CONVEX3_CYLINDER || c->kind == FLR_CONVEX3_CONE) *count = 2;
    if (c->kind == FLR_CONVEX3_CORNERS) *count = c->count;
    return c->kind == FLR_CONVEX3_CORNERS || *count > 1 ? c->corners : &c->center;
}

static void keep_exact_of(const flr_shape3 *s, const flr_convex3 *core, flr_vec3 *o)
{
    if (s->kind == FLR_SHAPE3_AABB) {
        keep_exact(&s->as.aabb.min, 2, o);
    } else if (s->kind == FLR_SHAPE3_RECTANGLE) {
        keep_exact(&s->as.rectangle.center, 1, o);
    } else if (core->kind == FLR_CONVEX3_USER) {
        *o = flr_vec3_make(0, 0, 0);
    } else {
        uint32_t count;
        const flr_vec3 *v = places(core, &count);
        keep_exact(v, count, o);
    }
}

static void move(const flr_shape3 *s, flr_vec3 o, flr_convex3 *core)
{
    if (s->kind == FLR_SHAPE3_AABB) {
        const flr_aabb3 b = {flr_sub3(s->as.aabb.min, o), flr_sub3(s->as.aabb.max, o)};
        *core = flr_convex3_aabb(&b);
    } else if (s->kind == FLR_SHAPE3_RECTANGLE) {
        flr_rectangle3 r = s->as.rectangle;
        r.center = flr_sub3(r.center, o);
        *core = flr_convex3_rectangle(&r);
    } else {
        uint32_t count;
        const bool by_corners = places(core, &count) == core->corners;
        core->center = flr_sub3(core->center, o);
        for (uint32_t i = 0; by_corners && i < count; i++) core->corners[i] = flr_sub3(core->corners[i], o);
    }
}

/// Of two such points one and the same, whichever comes first.
static flr_vec3 one_of(flr_vec3 p, flr_vec3 q)
{
    if (is_zero(p)) return q;
    if (is_zero(q)) return p;
    if (p.x != q.x) return p.x < q.x ? p : q;
    if (p.y != q.y) return p.y < q.y ? p : q;
    return p.z < q.z ? p : q;
}

bool flr_any3_cores(const flr_shape3 *a, const flr_shape3 *b, any3_cores *c)
{
    if (!flr_convex3_shape(a, &c->a) || !flr_convex3_shape(b, &c->b)) return false;
    c->origin = one_of(far_point(a), far_point(b));
    if (is_zero(c->origin)) return true;
    keep_exact_of(a, &c->a, &c->origin);
    keep_exact_of(b, &c->b, &c->origin);
    if (is_zero(c->origin)) return true;
    move(a, c->origin, &c->a);
    move(b, c->origin, &c->b);
    return true;
}

double flr_any3_gap_along(const flr_convex3 *a, const flr_convex3 *b, flr_vec3 n)
{
    if (is_zero(n)) return -INFINITY;
    flr_vec3 d = flr_sub3(flr_support3(b, flr_neg3(n)), flr_support3(a, n));
    return (double)n.x * (double)d.x + (double)n.y * (double)d.y + (double)n.z * (double)d.z;
}

flr_vec3 flr_any3_parting_normal(const flr_convex3 *a, const flr_convex3 *b)
{
    flr_vec3 n = flr_closest3_convex_convex(a, b, NULL).normal;
    flr_vec3 back = flr_neg3(flr_closest3_convex_convex(b, a, NULL).normal);
    if (is_zero(n) && is_zero(back)) return flr_signed_distance3_convex_convex(a, b).normal;
    return flr_any3_gap_along(a, b, n) >= flr_any3_gap_along(a, b, back) ? n : back;
}
