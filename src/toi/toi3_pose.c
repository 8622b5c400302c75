/// Paths of shapes in space: the shape at the start of its path, its bounds, and where it is at a time.
#include <math.h>

#include "math/eps.h"
#include "toi/toi3_support.h"

static void set_turn(turn3 *turn, const flr_path3 *p)
{
    const flr_quat *f = &p->from.rotation, *t = &p->to.rotation;
    const double from[4] = {(double)f->w, (double)f->x, (double)f->y, (double)f->z};
    const double to[4] = {(double)t->w, (double)t->x, (double)t->y, (double)t->z};
    flr_turn3_between(from, to, turn);
}

flr_affine3 flr_path3_at(const flr_path3 *path, flr_real t)
{
    turn3 turn;
    set_turn(&turn, path);
    flr_affine3 pose = {flr_turn3_at(&turn, (double)t), flr_lerp3(path->from.position, path->to.position, t)};
    return pose;
}

/// An upper bound on the core's radius around its centre: the diagonal of a box, from support points along
/// three axes.
static flr_real by_axes(const mover3 *m)
{
    flr_real sum = 0;
    const flr_vec3 axes[3] = {m->axes.x, m->axes.y, m->axes.z};
    for (int i = 0; i < 3; i++) {
        flr_real high = flr_dot3(axes[i], mover3_support(m, axes[i]));
        flr_real low = -flr_dot3(axes[i], mover3_support(m, flr_neg3(axes[i])));
        flr_real most = high > low ? high : low;
        sum += most * most;
    }
    return (flr_real)sqrt((double)sum);
}

static flr_real size(flr_real x) { return x < 0 ? -x : x; }

/// Half the diagonal of a box, whose axes may be skewed and of any length.
static flr_real diagonal(const flr_convex3 *c)
{
    flr_vec3 x = flr_scale3(c->half_extents.x, c->axes.x), y = flr_scale3(c->half_extents.y, c->axes.y),
             z = flr_scale3(c->half_extents.z, c->axes.z);
    flr_real square = flr_length_squared3(x) + flr_length_squared3(y) + flr_length_squared3(z);
    square += 2 * (size(flr_dot3(x, y)) + size(flr_dot3(y, z)) + size(flr_dot3(z, x)));
    return (flr_real)sqrt((double)square);
}

static flr_real farthest_of(const flr_vec3 *points, uint32_t count)
{
    flr_real most = 0, sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        flr_real square = flr_length_squared3(points[i]);
        most = square > most ? square : most;
        sum += square;
    }
    return (flr_real)sqrt((double)most) + (sum - sum);  // if one is not finite, neither is the sum
}

static flr_real radius_around(const mover3 *m)
{
    const flr_convex3 *c = m->shape;
    switch (c->kind) {
    case FLR_CONVEX3_BOX:
        return diagonal(c);
    case FLR_CONVEX3_POINTS:
        return farthest_of(c->points, c->count);
    case FLR_CONVEX3_CORNERS:
        return c->count == 1 ? flr_length3(m->corner[0]) : farthest_of(m->corner, c->count);
    case FLR_CONVEX3_HULL:
        return c->hull->radius;
    default:
        return by_axes(m);
    }
}

/// A point of the core, or close to it, in the shape's frame; it serves as the centre.
static flr_vec3 middle_of(const flr_convex3 *c)
{
    if (c->kind != FLR_CONVEX3_HULL) return c->center;
    return flr_add3(c->center, flr_mat3_mul(c->axes, c->hull->base));
}

static bool has_axes(const flr_convex3 *c) { return flr_convex3_layouts[c->kind].axes > 0; }

/// Rotates a vector of the shape's frame as it is at t = 0.
static flr_vec3 at_first(const mover3 *m, flr_vec3 p)
{
    return m->turn.plain ? p : flr_mat3_mul(m->turn.start, p);
}

static void make_mover(mover3 *m, const flr_convex3 *shape, const flr_path3 *path)
{
    m->shape = shape;
    set_turn(&m->turn, path);
    m->curved = convex3_is_curved(shape);
    m->axes = m->turn.start;
    if (has_axes(shape)) {
        m->axes.x = at_first(m, shape->axes.x);
        m->axes.y = at_first(m, shape->axes.y);
        m->axes.z = at_first(m, shape->axes.z);
    }
    for (uint32_t i = 0; i < convex3_end_count(shape); i++)
        m->corner[i] = at_first(m, flr_sub3(shape->corners[i], shape->center));
    const flr_real loose = 1 + (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-13);
    m->around = m->arc = m->reach = loose * radius_around(m);
    m->center = flr_vec3_make(0, 0, 0);
    if (!(m->turn.angle > 0)) return;
    m->center = at_first(m, middle_of(shape));
    m->reach = loose * (flr_length3(m->center) + m->around);
    m->arc = loose * (flr_length3(flr_cross3(m->turn.axis, m->center)) + m->around);
}

/// The centre of a shape that does not rotate, relative to the point that its path moves. Inline: returned
/// in memory, it would be read in another width than it was written in.
static inline __attribute__((always_inline)) flr_vec3 fixed_center(const mover3 *m)
{
    return m->turn.angle > 0 ? flr_vec3_make(0, 0, 0) : at_first(m, middle_of(m->shape));
}

/// The length of a centre that has been rounded, which adds to the rounding error.
static inline __attribute__((always_inline)) flr_real turned_length(const mover3 *m, flr_vec3 fixed)
{
    if (m->turn.angle > 0) return flr_length3(m->center);
    if (!m->turn.plain) return flr_length3(fixed);
    return m->shape->kind == FLR_CONVEX3_HULL ? flr_length3(m->shape->hull->base) : 0;
}

static flr_vec3 moved(const flr_path3 *p) { return flr_sub3(p->to.position, p->from.position); }

bool flr_toi3_make(toi3_pair *m, const flr_convex3 *a, const flr_path3 *path_a, const flr_convex3 *b,
                   const flr_path3 *path_b, flr_real target)
{
    make_mover(&m->a, a, path_a);
    make_mover(&m->b, b, path_b);
    flr_vec3 fixed_a = fixed_center(&m->a), fixed_b = fixed_center(&m->b);
    // positions and centres are subtracted separately: both may be large, and their difference small
    flr_vec3 between = flr_sub3(path_b->from.position, path_a->from.position);
    m->start = flr_add3(between, flr_sub3(fixed_b, fixed_a));
    m->step = flr_sub3(moved(path_b), moved(path_a));
    m->origin = flr_add3(path_a->from.position, fixed_a);
    m->way = moved(path_a);
    flr_real first = flr_length3(m->start), last = flr_length3(flr_add3(m->start, m->step));
    m->apart = first > last ? first : last;
    m->radii = a->radius + b->radius + target;
    const flr_real rounding = (flr_real)FLR_OVER_EPS;
    flr_real scene = first + flr_length3(m->step) + m->a.around + m->b.around + m->radii +
                     turned_length(&m->a, fixed_a) + turned_length(&m->b, fixed_b);
    const bool in_float = sizeof(flr_real) == sizeof(float),
               of_user = a->kind == FLR_CONVEX3_USER || b->kind == FLR_CONVEX3_USER;
    const flr_real fine = 32 * rounding, coarse = in_float ? (flr_real)1e-5 : (flr_real)1e-8;
    m->error = 8 * rounding * scene;
    m->touch = fine * scene;
    m->doubt = (of_user || (in_float && (m->a.curved || m->b.curved)) ? coarse : 64 * fine) * scene;
    flr_mat3 ra = m->a.turn.start, rb = m->b.turn.start;
    return isfinite(scene) && isfinite(m->a.reach + m->b.reach) && flr_is_finite3(m->origin) &&
           flr_is_finite3(flr_add3(ra.x, rb.x)) && flr_is_finite3(flr_add3(ra.y, rb.y)) &&
           flr_is_finite3(flr_add3(ra.z, rb.z));
}

static flr_vec3 user_support(const void *user, flr_vec3 direction)
{
    const toi3_user *u = user;
    const flr_convex3 *c = u->mover->shape;
    flr_vec3 local = c->support(c->user, turn3_transposed(&u->rotation, direction));
    return flr_add3(u->center, flr_mat3_mul(u->rotation, flr_sub3(local, c->center)));
}

static void set_center(const mover3 *m, flr_vec3 center, flr_convex3 *placed)
{
    placed->center = center;
    if (placed->kind == FLR_CONVEX3_HULL)
        placed->center = flr_sub3(center, flr_mat3_mul(placed->axes, m->shape->hull->base));
}

static void place(const mover3 *m, flr_vec3 center, flr_convex3 *placed, toi3_user *user)
{
    *placed = *m->shape;
    if (has_axes(placed)) placed->axes = m->axes;
    set_center(m, center, placed);
    for (uint32_t i = 0; i < convex3_end_count(placed); i++)
        placed->corners[i] = flr_add3(center, m->corner[i]);
    if (placed->kind != FLR_CONVEX3_USER) return;
    *user = (toi3_user){m, m->axes, center};
    placed->support = user_support;
    placed->user = user;
}

static void move(const mover3 *m, turn3_angle by, flr_vec3 center, flr_convex3 *placed, toi3_user *user)
{
    if (m->turn.angle > 0) {
        const flr_mat3 axes = {mover3_turned(m, by, m->axes.x), mover3_turned(m, by, m->axes.y),
                               mover3_turned(m, by, m->axes.z)};
        if (has_axes(placed)) placed->axes = axes;
        if (placed->kind == FLR_CONVEX3_USER) user->rotation = axes;
    }
    if (placed->kind == FLR_CONVEX3_USER) user->center = center;
    set_center(m, center, placed);
    for (uint32_t i = 0; i < convex3_end_count(placed); i++)
        placed->corners[i] = flr_add3(center, mover3_turned(m, by, m->corner[i]));
}

static flr_vec3 offset(const toi3_pair *m, const toi3_instant *now)
{
    flr_vec3 d = flr_mul_add3(m->start, (flr_real)now->time, m->step);
    if (m->b.turn.angle > 0) d = flr_add3(d, turn3_by(&m->b.turn, now->b, m->b.center));
    if (m->a.turn.angle > 0) d = flr_sub3(d, turn3_by(&m->a.turn, now->a, m->a.center));
    return d;
}

void flr_toi3_place(const toi3_pair *m, toi3_placed *placed)
{
    toi3_instant now = {0, {1, 0}, {1, 0}};
    placed->offset = offset(m, &now);
    place(&m->a, flr_vec3_make(0, 0, 0), &placed->a, &placed->user[0]);
    place(&m->b, placed->offset, &placed->b, &placed->user[1]);
}

void flr_toi3_move(const toi3_pair *m, const toi3_instant *now, toi3_placed *placed)
{
    placed->offset = offset(m, now);
    if (m->a.turn.angle > 0) move(&m->a, now->a, flr_vec3_make(0, 0, 0), &placed->a, &placed->user[0]);
    move(&m->b, now->b, placed->offset, &placed->b, &placed->user[1]);
}

flr_vec3 flr_toi3_origin(const toi3_pair *m, const toi3_instant *now)
{
    flr_vec3 origin = flr_mul_add3(m->origin, (flr_real)now->time, m->way);
    return m->a.turn.angle > 0 ? flr_add3(origin, turn3_by(&m->a.turn, now->a, m->a.center)) : origin;
}
