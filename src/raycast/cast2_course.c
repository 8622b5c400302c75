#include "raycast/cast2_course.h"

#include "math/unit2.h"

double flr_course2_at(const flr_course2 *course, flr_vec2 p)
{
    flr_local2 gap = flr_local2_sub(flr_frame2_point(&course->frame, p), course->origin);
    if (!(course->square > 0)) return 0;
    return flr_local2_dot(gap, course->d) / course->square;
}

void flr_course2_note(flr_course2 *course, double from, double to, flr_local2 normal, const flr_vec2 *corner)
{
    double length = sqrt(flr_local2_dot(normal, normal)), facing = 0;
    if (length > 0) facing = flr_local2_dot(normal, course->heading) / length;
    if (from < course->low) {
        from = course->low;
        corner = NULL;
    }
    if (to > course->high) to = course->high;
    if (!(from <= to)) return;
    if (!course->hit || to > course->last) course->last = to;
    bool nearer = from < course->first || (from == course->first && facing < course->facing);
    if (course->hit && !nearer) return;
    course->hit = true;
    course->first = from;
    course->normal = normal;
    course->facing = facing;
    course->at_corner = corner != NULL;
    if (corner) course->corner = *corner;
}

static flr_course2 start(const flr_cast2_path *path, const flr_outline2 *shape)
{
    flr_course2 c;
    c.path = path;
    flr_outline2 line = flr_outline2_of_point(path->origin);
    c.edge.kind = path->t_min == 0 ? FLR_OUTLINE2_RAY : FLR_OUTLINE2_LINE;
    c.edge.a = path->origin;
    c.edge.b = path->direction;
    if (path->to_target || path->is_point) {
        const flr_segment2 s = {path->origin, path->is_point ? path->origin : path->target};
        c.edge.kind = FLR_OUTLINE2_CHAIN;
        c.edge.b = s.b;
        line = flr_outline2_of_segment(&s);
    }
    c.frame = flr_frame2_make(&line, shape);
    c.origin = flr_frame2_point(&c.frame, path->origin);
    c.d = flr_frame2_along(&c.frame, &c.edge);
    c.square = flr_local2_dot(c.d, c.d);
    c.heading = flr_local2_scaled(c.d, &c.stretch);
    c.exponent = 0;
    if (c.edge.kind != FLR_OUTLINE2_CHAIN) {
        (void)flr_local2_direction(path->direction, &c.exponent);
        c.exponent = c.frame.exponent - c.exponent;
    }
    c.low = ldexp((double)path->t_min, -c.exponent);
    c.high = ldexp((double)path->t_max, -c.exponent);
    c.hit = false;
    c.first = c.last = 0;
    c.normal.x = c.normal.y = 0;
    c.facing = 0;
    c.at_corner = false;
    c.corner = path->origin;
    return c;
}

/// Where the path begins, if it does.
static flr_vec2 beginning(const flr_course2 *c)
{
    return c->low == 0 ? c->path->origin : flr_edge2_point(&c->frame, &c->edge, c->low);
}

static bool is_solid(const flr_outline2 *shape)
{
    return shape->solid || shape->radius > 0 || shape->kind == FLR_OUTLINE2_HALFSPACE;
}

static flr_vec2 ending(const flr_course2 *c)
{
    bool to_target = c->path->to_target && c->high == 1;
    return to_target ? c->path->target : flr_edge2_point(&c->frame, &c->edge, c->high);
}

static bool in_solid(const flr_outline2 *shape, flr_vec2 p)
{
    flr_outline2 point = flr_outline2_of_point(p);
    return flr_outline2_meet(&point, shape);
}

static flr_real within_limits(const flr_course2 *c, double local)
{
    flr_real t = (flr_real)ldexp(local, c->exponent);
    if (t < c->path->t_min) t = c->path->t_min;
    if (t > c->path->t_max) t = c->path->t_max;
    return t;
}

static flr_vec2 unit_normal(const flr_course2 *c)
{
    flr_local2 n = c->normal;
    double length = sqrt(flr_local2_dot(n, n)), along = flr_local2_dot(n, c->heading);
    if (!(length > 0x1p-450)) {
        unit2_make(&n.x, &n.y);
        length = sqrt(flr_local2_dot(n, n));
        along = flr_local2_dot(n, c->heading);
    }
    if (!(length > 0)) {
        n.x = -c->heading.x, n.y = -c->heading.y;
        length = sqrt(flr_local2_dot(n, n));
        along = -1;
    }
    if (!(length > 0)) return flr_vec2_make(0, 0);
    double sign = along > 0 ? -1 : 1;
    return flr_vec2_make((flr_real)(sign * n.x / length), (flr_real)(sign * n.y / length));
}

static flr_cast2 answer(const flr_course2 *c)
{
    flr_cast2 result = {false, false, 0, 0, {0, 0}, {0, 0}};
    if (!c->hit) return result;
    result.hit = true;
    result.t = within_limits(c, c->first);
    result.t_last = within_limits(c, c->last);
    result.normal = unit_normal(c);
    if (!isfinite(c->first)) return result;
    result.point = c->at_corner ? c->corner : flr_edge2_point(&c->frame, &c->edge, c->first);
    return result;
}

/// A path without direction or length is its origin.
static flr_cast2 point_answer(const flr_cast2_path *path, const flr_outline2 *shape)
{
    flr_cast2 result = {false, false, 0, 0, {0, 0}, {0, 0}};
    flr_outline2 point = flr_outline2_of_point(path->origin);
    if (!flr_outline2_meet(&point, shape)) return result;
    result.hit = true;
    result.inside = is_solid(shape);
    if (path->t_min > 0) result.t = path->t_min;
    if (path->t_max < 0) result.t = path->t_max;
    result.t_last = result.t;
    result.point = path->origin;
    return result;
}

bool flr_cast2_carry(const flr_cast2_path *path, const flr_outline2 *shape, flr_cast2_carried *c)
{
    const flr_segment2 ends = {path->origin, path->to_target ? path->target : path->origin};
    const flr_outline2 line = flr_outline2_of_segment(&ends);
    if (!shape->far) return false;
    flr_outline2_recenter(&line, shape, &c->pair);
    c->path = *path;
    c->path.origin = c->pair.a.corner[0];
    c->path.target = c->pair.a.corner[1];
    return true;
}

flr_cast2 flr_cast2_outline(const flr_cast2_path *path, const flr_outline2 *shape)
{
    flr_cast2_carried near;
    if (flr_cast2_carry(path, shape, &near))
        return flr_cast2_carry_back(&near, flr_cast2_outline(&near.path, &near.pair.b));
    flr_cast2 none = {false, false, 0, 0, {0, 0}, {0, 0}};
    if (!(path->t_min <= path->t_max)) return none;
    if (path->is_point || (path->t_min == 0 && path->t_max == 0)) return point_answer(path, shape);
    flr_course2 c = start(path, shape);
    if (!isfinite(c.origin.x + c.origin.y + c.d.x + c.d.y)) return none;
    bool inside = is_solid(shape) && isfinite(c.low) && in_solid(shape, beginning(&c));
    const flr_local2 zero = {0, 0};
    if (inside) flr_course2_note(&c, c.low, c.low, zero, NULL);
    if (flr_outline2_by_normal(shape))
        flr_course2_normal(&c, shape);
    else if (shape->radius > 0)
        flr_course2_round(&c, shape);
    else
        flr_course2_edges(&c, shape);
    if (shape->radius > 0 && !inside) flr_course2_settle_round(&c, shape);
    if (c.hit && is_solid(shape) && isfinite(c.high) && in_solid(shape, ending(&c))) c.last = c.high;
    flr_cast2 result = answer(&c);
    if (inside) {
        result.inside = true;
        result.t = path->t_min;
        result.point = beginning(&c);
        result.normal = flr_vec2_make(0, 0);
    }
    return result;
}
