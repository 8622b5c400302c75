#include "any/any3_cores.h"

static flr_real absolute(flr_real x) { return x < 0 ? -x : x; }

/// The middle of an aabb and the corners of a rectangle are computed: from there on.
enum { FAR_TIMES = 4 };

static flr_vec3 far_from(flr_vec3 place, flr_vec3 size)
{
    return flr_vec3_make(near3_far_off(place.x, size.x, FAR_TIMES), near3_far_off(place.y, size.y, FAR_TIMES),
                         near3_far_off(place.z, size.z, FAR_TIMES));
}

/// Of an aabb or rectangle a point that it lies around, along those axes on which it is far from the origin.
static flr_vec3 far_point(const flr_shape3 *s)
{
    if (s->kind == FLR_SHAPE3_AABB) return far_from(s->as.aabb.min, flr_sub3(s->as.aabb.max, s->as.aabb.min));
    if (s->kind != FLR_SHAPE3_RECTANGLE) return flr_vec3_make(0, 0, 0);
    const flr_rectangle3 *r = &s->as.rectangle;
    const flr_vec3 x = flr_scale3(r->half_x, r->axis_x), y = flr_scale3(r->half_y, r->axis_y);
    return far_from(r->center, flr_vec3_make(absolute(x.x) + absolute(y.x), absolute(x.y) + absolute(y.y),
                                             absolute(x.z) + absolute(y.z)));
}

/// Of two such points one and the same, whichever comes first.
static flr_vec3 one_of(flr_vec3 p, flr_vec3 q)
{
    if (near3_is_zero(p)) return q;
    if (near3_is_zero(q)) return p;
    if (p.x != q.x) return p.x < q.x ? p : q;
    if (p.y != q.y) return p.y < q.y ? p : q;
    return p.z < q.z ? p : q;
}

/// What is computed of an aabb or rectangle is so where that is carried to; other cores are carried as they are.
static void carry(const flr_shape3 *s, flr_vec3 o, flr_convex3 *core)
{
    any3_carried carried;
    if (s->kind != FLR_SHAPE3_AABB && s->kind != FLR_SHAPE3_RECTANGLE) {
        flr_any3_carry_core(core, o);
        return;
    }
    flr_any3_carry(s, o, &carried);
    flr_any3_core(&carried.shape, core);
}

/// Of a far scene, the origin that both are carried by; zero where they stay.
static flr_vec3 origin_of(const flr_shape3 *a, const flr_shape3 *b, const any3_cores *c)
{
    const flr_vec3 none = {0, 0, 0};
    flr_vec3 origin = one_of(far_point(a), far_point(b)), of_both;
    if (near3_is_zero(origin)) return none;
    // a core by support points stays, which come as they are given
    if (c->a->kind == FLR_CONVEX3_USER || c->b->kind == FLR_CONVEX3_USER) return none;
    if (flr_any3_near_origin(a, b, &of_both)) return of_both;
    flr_any3_keep_exact(a, &origin);
    flr_any3_keep_exact(b, &origin);
    return origin;
}

/// A shape that is a core already is used as it is.
static const flr_convex3 *core_of(const flr_shape3 *s, flr_convex3 *room)
{
    if (s->kind == FLR_SHAPE3_CONVEX) return &s->as.convex;
    return flr_any3_core(s, room) ? room : NULL;
}

bool flr_any3_cores_in_place(const flr_shape3 *a, const flr_shape3 *b, any3_cores *c)
{
    c->origin = flr_vec3_make(0, 0, 0);
    c->a = core_of(a, &c->room[0]);
    if (!c->a) return false;
    c->b = core_of(b, &c->room[1]);
    return c->b != NULL;
}

bool flr_any3_cores(const flr_shape3 *a, const flr_shape3 *b, any3_cores *c)
{
    if (!flr_any3_cores_in_place(a, b, c)) return false;
    const bool computed = a->kind == FLR_SHAPE3_AABB || a->kind == FLR_SHAPE3_RECTANGLE ||
                          b->kind == FLR_SHAPE3_AABB || b->kind == FLR_SHAPE3_RECTANGLE;
    if (!computed) return true;
    c->origin = origin_of(a, b, c);
    if (near3_is_zero(c->origin)) return true;
    if (c->a != &c->room[0]) c->room[0] = *c->a, c->a = &c->room[0];
    if (c->b != &c->room[1]) c->room[1] = *c->b, c->b = &c->room[1];
    carry(a, c->origin, &c->room[0]);
    carry(b, c->origin, &c->room[1]);
    return true;
}

double flr_any3_gap_along(const flr_convex3 *a, const flr_convex3 *b, flr_vec3 n)
{
    if (near3_is_zero(n)) return -INFINITY;
    flr_vec3 d = flr_sub3(flr_support3(b, flr_neg3(n)), flr_support3(a, n));
    return (double)n.x * (double)d.x + (double)n.y * (double)d.y + (double)n.z * (double)d.z;
}

flr_vec3 flr_any3_parting_normal(const flr_convex3 *a, const flr_convex3 *b)
{
    flr_vec3 n = flr_closest3_convex_convex(a, b, NULL).normal;
    flr_vec3 back = flr_neg3(flr_closest3_convex_convex(b, a, NULL).normal);
    if (near3_is_zero(n) && near3_is_zero(back)) return flr_signed_distance3_convex_convex(a, b).normal;
    return flr_any3_gap_along(a, b, n) >= flr_any3_gap_along(a, b, back) ? n : back;
}
