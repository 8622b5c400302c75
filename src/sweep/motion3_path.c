#include <math.h>

#include "sweep/motion3_core.h"

static turn3 turn_of(const flr_path3 *p)
{
    const flr_quat *f = &p->from.rotation, *t = &p->to.rotation;
    const double from[4] = {(double)f->w, (double)f->x, (double)f->y, (double)f->z};
    const double to[4] = {(double)t->w, (double)t->x, (double)t->y, (double)t->z};
    return flr_turn3_between(from, to);
}

flr_affine3 flr_path3_at(const flr_path3 *path, flr_real t)
{
    turn3 turn = turn_of(path);
    flr_affine3 pose = {flr_turn3_at(&turn, (double)t), flr_lerp3(path->from.position, path->to.position, t)};
    return pose;
}

static bool has_corners(const flr_convex3 *c)
{
    return c->kind == FLR_CONVEX3_CORNERS || c->kind == FLR_CONVEX3_CYLINDER || c->kind == FLR_CONVEX3_CONE;
}

static uint32_t corner_count(const flr_convex3 *c) { return c->kind == FLR_CONVEX3_CORNERS ? c->count : 2; }

/// Of the core around its centre, by its support points along three axes: a box.
static flr_real by_axes(const mover3 *m)
{
    const flr_convex3 *c = m->shape;
    flr_real sum = 0;
    const flr_mat3 own = c->kind == FLR_CONVEX3_USER ? flr_affine3_identity().linear : c->axes;
    const flr_vec3 axes[3] = {own.x, own.y, own.z};
    for (int i = 0; i < 3; i++) {
        flr_real high = flr_dot3(axes[i], mover3_support(m, axes[i]));
        flr_real low = -flr_dot3(axes[i], mover3_support(m, flr_neg3(axes[i])));
        flr_real most = high > low ? high : low;
        sum += most * most;
    }
    return (flr_real)sqrt((double)sum);
}

static flr_real size(flr_real x) { return x < 0 ? -x : x; }

/// Of a box, whose axes may be slanted and of any length.
static flr_real diagonal(const flr_convex3 *c)
{
    flr_vec3 x = flr_scale3(c->half_extents.x, c->axes.x), y = flr_scale3(c->half_extents.y, c->axes.y),
             z = flr_scale3(c->half_extents.z, c->axes.z);
    flr_real square = flr_length_squared3(x) + flr_length_squared3(y) + flr_length_squared3(z);
    square += 2 * (size(flr_dot3(x, y)) + size(flr_dot3(y, z)) + size(flr_dot3(z, x)));
    return (flr_real)sqrt((double)square);
}

static flr_real radius_around(const mover3 *m)
{
    const flr_convex3 *c = m->shape;
    flr_real most = 0;
    switch (c->kind) {
    case FLR_CONVEX3_BOX:
        return diagonal(c);
    case FLR_CONVEX3_POINTS:
        for (uint32_t i = 0; i < c->count; i++) {
            flr_real square = flr_length_squared3(c->points[i]);
            if (!(square <= most)) most = square;
        }
        return (flr_real)sqrt((double)most);
    case FLR_CONVEX3_CORNERS:
        for (uint32_t i = 0; i < c->count; i++) {
            flr_real square = flr_length_squared3(m->corner[i]);
            if (!(square <= most)) most = square;
        }
        return (flr_real)sqrt((double)most);
    default:
        return by_axes(m);
    }
}

static void make_mover(mover3 *m, const flr_convex3 *shape, const flr_path3 *path)
{
    m->shape = shape;
    m->turn = turn_of(path);
    m->curved = shape->kind == FLR_CONVEX3_CYLINDER || shape->kind == FLR_CONVEX3_CONE ||
                shape->kind == FLR_CONVEX3_USER;
    for (uint32_t i = 0; has_corners(shape) && i < corner_count(shape); i++)
        m->corner[i] = flr_sub3(shape->corners[i], shape->center);
    const flr_real loose = 1 + (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-13);
    m->around = m->arc = m->reach = loose * radius_around(m);
    m->center = flr_vec3_make(0, 0, 0);
    if (!(m->turn.angle > 0)) return;
    m->center = shape->center;
    flr_vec3 c = flr_mat3_mul(m->turn.start, m->center);
    m->reach = loose * (flr_length3(c) + m->around);
    m->arc = loose * (flr_length3(flr_cross3(m->turn.axis, c)) + m->around);
}

/// Where the centre of a shape that does not turn lies, from the point that its path moves.
static flr_vec3 fixed_center(const mover3 *m)
{
    if (m->turn.angle > 0) return flr_vec3_make(0, 0, 0);
    return m->turn.plain ? m->shape->center : flr_mat3_mul(m->turn.start, m->shape->center);
}

/// How much of the length of a fixed centre is lost to rounding.
static flr_real turned_length(const mover3 *m, flr_vec3 fixed)
{
    if (m->turn.angle > 0) return flr_length3(m->center);
    return m->turn.plain ? 0 : flr_length3(fixed);
}

static flr_vec3 moved(const flr_path3 *p) { return flr_sub3(p->to.position, p->from.position); }

bool flr_motion3_make(motion3 *m, const flr_convex3 *a, const flr_path3 *path_a, const flr_convex3 *b,
                      const flr_path3 *path_b, flr_real target)
{
    make_mover(&m->a, a, path_a);
    make_mover(&m->b, b, path_b);
    flr_vec3 fixed_a = fixed_center(&m->a), fixed_b = fixed_center(&m->b);
    // positions and centres each among themselves: either may be far off, and their difference small
    flr_vec3 between = flr_sub3(path_b->from.position, path_a->from.position);
    m->start = flr_add3(between, flr_sub3(fixed_b, fixed_a));
    m->step = flr_sub3(moved(path_b), moved(path_a));
    m->origin = flr_add3(path_a->from.position, fixed_a);
    m->way = moved(path_a);
    flr_real first = flr_length3(m->start), last = flr_length3(flr_add3(m->start, m->step));
    m->apart = first > last ? first : last;
    m->radii = a->radius + b->radius + target;
    const flr_real rounding = sizeof(flr_real) == sizeof(float) ? (flr_real)1.2e-7 : (flr_real)2.3e-16;
    flr_real scene = first + flr_length3(m->step) + m->a.around + m->b.around + m->radii +
                     turned_length(&m->a, fixed_a) + turned_length(&m->b, fixed_b);
    const flr_real fine = 32 * rounding,
                   coarse = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-8;
    m->error = 8 * rounding * scene;
    m->touch = fine * scene;
    m->doubt = (m->a.curved || m->b.curved ? coarse : 64 * fine) * scene;
    flr_mat3 ra = m->a.turn.start, rb = m->b.turn.start;
    return isfinite(scene) && isfinite(m->a.reach + m->b.reach) && flr_is_finite3(m->origin) &&
           flr_is_finite3(flr_add3(ra.x, rb.x)) && flr_is_finite3(flr_add3(ra.y, rb.y)) &&
           flr_is_finite3(flr_add3(ra.z, rb.z));
}

flr_vec3 flr_motion3_offset(const motion3 *m, double t, const flr_mat3 *ra, const flr_mat3 *rb)
{
    flr_vec3 d = flr_mul_add3(m->start, (flr_real)t, m->step);
    if (m->b.turn.angle > 0) d = flr_add3(d, flr_mat3_mul(*rb, m->b.center));
    if (m->a.turn.angle > 0) d = flr_sub3(d, flr_mat3_mul(*ra, m->a.center));
    return d;
}

static flr_vec3 user_support(const void *user, flr_vec3 direction)
{
    const motion3_user *u = user;
    const flr_convex3 *c = u->mover->shape;
    flr_vec3 local = c->support(c->user, turn3_transposed(&u->rotation, direction));
    return flr_add3(u->center, flr_mat3_mul(u->rotation, flr_sub3(local, c->center)));
}

static void place(const mover3 *m, const flr_mat3 *r, flr_vec3 center, flr_convex3 *placed,
                  motion3_user *user)
{
    const flr_convex3 *c = m->shape;
    *placed = *c;
    placed->center = center;
    if (c->kind != FLR_CONVEX3_CORNERS && c->kind != FLR_CONVEX3_USER)
        placed->axes = turn3_product(r, &c->axes);
    for (uint32_t i = 0; has_corners(c) && i < corner_count(c); i++)
        placed->corners[i] = flr_add3(center, flr_mat3_mul(*r, m->corner[i]));
    if (c->kind != FLR_CONVEX3_USER) return;
    *user = (motion3_user){m, *r, center};
    placed->support = user_support;
    placed->user = user;
}

void flr_motion3_place(const motion3 *m, double t, motion3_placed *placed)
{
    flr_mat3 ra = flr_turn3_at(&m->a.turn, t), rb = flr_turn3_at(&m->b.turn, t);
    flr_vec3 zero = flr_vec3_make(0, 0, 0);
    placed->rotation_a = ra;
    placed->rotation_b = rb;
    place(&m->a, &ra, zero, &placed->a, &placed->user[0]);
    place(&m->b, &rb, flr_motion3_offset(m, t, &ra, &rb), &placed->b, &placed->user[1]);
    placed->origin = flr_mul_add3(m->origin, (flr_real)t, m->way);
    if (m->a.turn.angle > 0) placed->origin = flr_add3(placed->origin, flr_mat3_mul(ra, m->a.center));
}
