/// The shapes whose penetration is searched: as pieces where the search is.
#include "any/any3.h"
#include "any/penetration3.h"
#include "convex/kinds3.h"
#include "feeler/any3.h"

static flr_vec3 support_moved(const void *user, flr_vec3 direction)
{
    const penetration3_moved *m = user;
    return flr_add3(m->support(m->user, direction), m->by);
}

flr_convex3 flr_penetration3_move(const flr_convex3 *c, flr_vec3 by, penetration3_moved *user)
{
    flr_convex3 r = *c;
    convex3_move(&r, by);
    if (c->kind == FLR_CONVEX3_USER) {
        *user = (penetration3_moved){c->support, c->user, by};
        r.support = support_moved;
        r.user = user;
    }
    return r;
}

/// A ray's or line's piece, a plane's square, a halfspace's cube: as far from the middle as the reach goes.
static flr_shape3 leaf_around(flr_vec3 middle, flr_real far, const flr_shape3 *s)
{
    if (any3_is_path(s->kind)) {
        bool is_ray = s->kind == FLR_SHAPE3_RAY;
        flr_vec3 origin = s->as.line.origin, u = flr_any3_unit(s->as.line.direction);
        flr_real at = flr_dot3(flr_sub3(middle, origin), u), first = at - far, last = at + far;
        if (is_ray && first < 0) first = 0;
        if (is_ray && last < 0) last = 0;
        return any3_of_segment(flr_mul_add3(origin, first, u), flr_mul_add3(origin, last, u));
    }
    if (!any3_is_flat_unbounded(s->kind)) return *s;
    bool solid = s->kind == FLR_SHAPE3_HALFSPACE;
    flr_plane3 h = any3_boundary(s);
    flr_vec3 n = flr_any3_unit(h.normal), x = flr_any3_perpendicular(n);
    flr_vec3 foot = flr_closest3_point_plane(middle, &h).point_b;
    flr_shape3 box = {.kind = FLR_SHAPE3_BOX};
    box.as.box.center = solid ? flr_mul_add3(foot, -far, n) : foot;
    box.as.box.axes = (flr_mat3){x, flr_cross3(n, x), n};
    box.as.box.half_extents = flr_vec3_make(far, far, solid ? far : 0);
    return box;
}

flr_shape3 flr_penetration3_leaf(const penetration3 *p, const flr_shape3 *s)
{
    return leaf_around(p->middle, p->reach, s);
}

flr_shape3 flr_penetration3_clip_path(const flr_shape3 *path, const flr_shape3 *other)
{
    if (!any3_is_path(path->kind) || !flr_any3_is_bounded(other)) return *path;
    const flr_aabb3 b = flr_any3_bounds(other);
    // what is looked at of the whole goes a few sizes further
    const flr_real size = 16 * flr_length3(flr_sub3(b.max, b.min));
    return flr_is_zero3(near3_far_from(b.min, size)) ? flr_any3_clip_path(path, other) : *path;
}

/// Far from the origin, in the local frame as near as that is to the world's. False near the origin, and where that would round.
static bool recenter(const penetration3 *p, const flr_shape3 *s, any3_recentered *moved)
{
    flr_vec3 exact = p->origin;
    if (!p->is_far) return false;
    flr_any3_keep_exact(s, &exact);
    if (exact.x != p->origin.x || exact.y != p->origin.y || exact.z != p->origin.z) return false;
    flr_any3_shift(s, exact, moved);
    moved->shape = leaf_around(flr_sub3(p->middle, exact), p->reach, &moved->shape);
    return true;
}

static flr_vec3 support_as_given(const void *user, flr_vec3 direction)
{
    return flr_support3(user, direction);
}

bool flr_penetration3_core(const penetration3 *p, const flr_shape3 *s, penetration3_room *room,
                           flr_convex3 *core)
{
    room->by = flr_vec3_make(0, 0, 0);
    if (!recenter(p, s, &room->moved)) {
        room->moved.shape = flr_penetration3_leaf(p, s);
        room->by = flr_neg3(p->origin);
    }
    if (!flr_any3_core(&room->moved.shape, &room->as_given)) return false;
    flr_convex3 c = room->as_given;
    if (flr_any3_is_far_within(&room->moved.shape)) {
        c = flr_convex3_user(support_as_given, &room->as_given, flr_any3_point(&room->moved.shape), c.radius);
    }
    *core = flr_penetration3_move(&c, room->by, &room->user);
    return true;
}

const flr_shape3 *flr_penetration3_mesh(const penetration3 *p, const flr_shape3 *s, flr_shape3 *moved,
                                        flr_vec3 *left)
{
    flr_vec3 exact = p->origin;
    flr_any3_keep_exact(s, &exact);
    if (!p->is_far || exact.x != p->origin.x || exact.y != p->origin.y || exact.z != p->origin.z)
        exact = flr_vec3_make(0, 0, 0);
    *left = flr_sub3(p->origin, exact);
    if (flr_is_zero3(exact) && !s->as.mesh.mesh->from_pivot) return s;
    *moved = *s;
    moved->as.mesh = flr_near3_recentered(&s->as.mesh, exact);
    return moved;
}

typedef struct exactness {
    flr_vec3 origin;
    bool holds;
} exactness;

static void ask_exact(void *user, const flr_shape3 *s)
{
    exactness *e = user;
    flr_vec3 kept = e->origin;
    flr_any3_keep_exact(s, &kept);
    e->holds &= kept.x == e->origin.x && kept.y == e->origin.y && kept.z == e->origin.z;
}

bool flr_penetration3_is_exact(const penetration3 *p, const flr_shape3 *a, const flr_shape3 *b)
{
    exactness e = {p->origin, p->is_far};
    flr_compound3_leaves(a, ask_exact, &e);
    flr_compound3_leaves(b, ask_exact, &e);
    return e.holds;
}
