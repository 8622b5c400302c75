/// Where does a ray, segment or line first meet a shape of the plane? A typed function answers for most
/// kinds. A convex shape with a radius is its core and a capsule around each edge, and a user's core goes to
/// conservative advancement (any2_advance.c). Hits on a compound are united.
#include "raycast/raycast2.h"
#include "any/any2.h"
#include "base/answer.h"
#include "math/double_double.h"

typedef flr_status cast_fn(const flr_raycast2_path *path, const flr_shape2 *s, flr_rayhit2 *c);

#define AT_KIND(K)                                                                                           \
    static flr_status at_##K(const flr_raycast2_path *path, const flr_shape2 *s, flr_rayhit2 *c)             \
    {                                                                                                        \
        *c = flr_raycast2_ray_##K(path, AS2_##K(s));                                                         \
        return FLR_OK;                                                                                       \
    }
KINDS2(AT_KIND)

/// The union of two: its first and its last t.
static void unite(flr_rayhit2 *c, const flr_rayhit2 *next)
{
    if (!next->hit) return;
    const bool keeps_last = c->hit && c->t_last > next->t_last;
    const flr_real last = keeps_last ? c->t_last : next->t_last;
    const uint32_t edge_last = keeps_last ? c->edge_last : next->edge_last;
    if (!c->hit || (!c->inside && (next->inside || next->t < c->t))) *c = *next;
    c->t_last = last;
    c->edge_last = edge_last;
}

/// A rounded convex shape is its core and the capsules around its edges.
static flr_rayhit2 at_rounded(const flr_raycast2_path *path, const flr_outline2 *rounded)
{
    flr_outline2 o = *rounded;
    o.radius = 0;
    flr_rayhit2 c = flr_raycast2_outline(path, &o);
    for (size_t i = 0; i < flr_outline2_edges(&o) && rounded->radius > 0; ++i) {
        flr_edge2 e = flr_outline2_edge(&o, i);
        flr_capsule2 rim = {e.a, e.b, rounded->radius};
        flr_rayhit2 next = flr_raycast2_ray_capsule(path, &rim);
        next.edge = next.inside ? 0 : (uint32_t)i;
        next.edge_last = (uint32_t)i;
        unite(&c, &next);
    }
    return c;
}

/// Corners as seen from the shape's position: the path is moved there along every axis on which that rounds nothing, along
/// others they are to their places.
static flr_rayhit2 at_turned(const flr_raycast2_path *path, flr_outline2 *o, flr_vec2 *room)
{
    const flr_vec2 place = o->direction;
    flr_raycast2_path near = *path;
    const bool by_x = difference_is_exact(near.origin.x, place.x) &&
                      (!path->to_target || difference_is_exact(near.target.x, place.x)),
               by_y = difference_is_exact(near.origin.y, place.y) &&
                      (!path->to_target || difference_is_exact(near.target.y, place.y));
    const flr_vec2 by = flr_vec2_make(by_x ? place.x : 0, by_y ? place.y : 0),
                   rest = flr_vec2_make(by_x ? 0 : place.x, by_y ? 0 : place.y);
    for (size_t i = 0; i < o->count; ++i) room[i] = flr_add2(room[i], rest);
    o->far = o->moved = false;
    o->direction = flr_vec2_make(0, 0);
    near.origin = flr_sub2(near.origin, by);
    near.target = flr_sub2(near.target, by);
    flr_rayhit2 c = at_rounded(&near, o);
    if (c.hit) c.point = flr_add2(c.point, by);
    return c;
}

static flr_status at_convex(const flr_raycast2_path *path, const flr_shape2 *s, flr_rayhit2 *c)
{
    enum { MOST_CORNERS = 512 };
    if (s->as.convex.kind == FLR_CONVEX2_USER) return flr_any2_cast_user(path, s, c);
    flr_vec2 room[MOST_CORNERS];
    flr_outline2 o;
    flr_status status = flr_any2_outline_in(s, room, MOST_CORNERS, &o);
    if (status == FLR_TOO_LARGE) return flr_any2_cast_user(path, s, c);
    if (status != FLR_OK) return status;
    if (o.far && o.many) {
        *c = at_turned(path, &o, room);
        return FLR_OK;
    }
    flr_raycast2_recentered near;
    if (flr_raycast2_recenter(path, &o, &near))
        *c = flr_raycast2_recenter_back(&near, at_rounded(&near.path, &near.pair.b));
    else
        *c = at_rounded(path, &o);
    if (s->as.convex.kind == FLR_CONVEX2_POINTS) c->edge = c->edge_last = 0;  // in no order around
    return FLR_OK;
}

#define ENTRY(K) [KIND2_##K] = at_##K,
static cast_fn *const table[FLR_SHAPE2_COUNT] = {KINDS2(ENTRY) ENTRY(convex)};

static flr_status at_compound(const flr_raycast2_path *path, const flr_compound2 *all, flr_rayhit2 *c)
{
    flr_status bound = FLR_OK;
    for (size_t i = 0; i < all->count; ++i) {
        const flr_shape2 *s = &all->shapes[i];
        flr_rayhit2 next = {.hit = false};
        flr_status status =
            any2_is_compound(s) ? at_compound(path, &s->as.compound, &next) : table[s->kind](path, s, &next);
        if (status == FLR_NOT_CONVERGED) bound = status;
        if (!flr_has_answer(status)) return status;
        unite(c, &next);
    }
    return bound;
}

flr_status flr_raycast2(const flr_raycast2_path *path, const flr_shape2 *s, flr_rayhit2 *result)
{
    if (!path || !result) return FLR_INVALID_ARGUMENT;
    flr_status status = flr_any2_check(s);
    if (status != FLR_OK) return status;
    flr_rayhit2 c = {.hit = false};
    if (path->t_min <= path->t_max)
        status = any2_is_compound(s) ? at_compound(path, &s->as.compound, &c) : table[s->kind](path, s, &c);
    // far along a path of any length the point may be out of the range of numbers
    if (c.hit && !flr_is_finite2(c.point)) return FLR_NOT_FINITE;
    if (flr_has_answer(status)) *result = c;
    return status;
}

flr_status flr_raycast2_nearest(flr_raycast2_path *path, const flr_shape2 *shapes, size_t count,
                                size_t *index, flr_rayhit2 *result)
{
    if (!path || !index || !result || (count > 0 && !shapes)) return FLR_INVALID_ARGUMENT;
    result->hit = false;
    for (size_t i = 0; i < count; ++i) {
        flr_rayhit2 next = {.hit = false};
        const flr_status status = flr_raycast2(path, &shapes[i], &next);
        if (status != FLR_OK) return status;
        if (flr_raycast2_keep_nearer(path, result, &next)) *index = i;
    }
    return FLR_OK;
}
