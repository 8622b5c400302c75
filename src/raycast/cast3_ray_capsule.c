#include "raycast/solid3.h"

/// The axis runs from -half to half along `axis` around the centre.
typedef struct core {
    dvec3 axis, a, b;
    double half, radius;
} core;

static bool holds(const core *c, dvec3 p)
{
    double s = dvec3_dot(p, c->axis);
    dvec3 from = s <= -c->half  ? dvec3_sub(p, c->a)
                 : s >= c->half ? dvec3_sub(p, c->b)
                                : dvec3_add_scaled(p, -s, c->axis);
    return dvec3_dot(from, from) <= c->radius * c->radius;
}

/// Where the line crosses the round side, or the ball around the end beyond which it crosses that. A line
/// within the endless cylinder reaches the part between the ends only through these balls.
static cast3_inside span_of(const core *c, const cast3_local *l)
{
    double along = dvec3_dot(l->along, c->axis), height = dvec3_dot(l->near, c->axis);
    dvec3 e = dvec3_add_scaled(l->along, -along, c->axis), w = dvec3_add_scaled(l->near, -height, c->axis);
    cast3_inside s = cast3_tube(l, w, e, c->radius);
    if (!(s.enter <= s.exit)) return s;
    double at_enter = height + s.enter * along, at_exit = height + s.exit * along;
    s.normal = dvec3_add_scaled(w, s.enter, e);
    if (!(at_enter >= -c->half && at_enter <= c->half)) {
        cast3_inside ball = cast3_ball(l, at_enter < 0 ? c->a : c->b, c->radius);
        if (!(ball.enter <= ball.exit)) return ball;
        s.open = ball.open;
        s.enter = ball.enter;
        s.normal = ball.normal;
    }
    if (!(at_exit >= -c->half && at_exit <= c->half)) {
        cast3_inside ball = cast3_ball(l, at_exit < 0 ? c->a : c->b, c->radius);
        if (ball.enter <= ball.exit) s.exit = ball.exit;
    }
    if (s.exit < s.enter) s.exit = s.enter;
    return s;
}

static int meets(const flr_stretch3 *s, const void *shape)
{
    const flr_capsule3 *c = shape;
    return flr_meet3_stretch_capsule(s, c->a, c->b, c->radius, 0);
}

flr_cast3 flr_cast3_ray_capsule(const flr_cast3_path *path, const flr_capsule3 *c)
{
    flr_cast3 miss = {.hit = false};
    if (c->radius == 0) return flr_cast3_core(path, c->a, c->b);
    cast3_local l;
    if (!flr_cast3_local_between(path, c->a, c->b, c->radius, &l)) return miss;
    core k = {.radius = (double)c->radius * l.unit};
    k.b = cast3_scaled(l.unit / 2, dvec3_relative(c->b, c->a));
    k.a = cast3_scaled(-1, k.b);
    double length = cast3_length(dvec3_sub(k.b, k.a));
    if (!(length > 0)) {
        flr_sphere s = {c->a, c->radius};
        return flr_cast3_ray_sphere(path, &s);
    }
    k.half = length / 2;
    k.axis = cast3_scaled(1 / length, dvec3_sub(k.b, k.a));
    cast3_inside span = span_of(&k, &l);
    return flr_cast3_told(path, &l, &span, l.has_start && holds(&k, l.start), meets, c);
}
