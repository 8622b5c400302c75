#include "closest/compensated.h"
#include "math/cross2.h"
#include "raycast/cast2_course.h"

/// Which way the path goes against the normal, exactly: up (+1), down (-1), level (0).
static int rise(const flr_course2 *c, const flr_outline2 *shape, int start)
{
    if (c->edge.kind != FLR_OUTLINE2_CHAIN)
        return flr_dot2_sign(shape->direction, flr_vec2_make(0, 0), c->edge.b);
    int end = flr_plane2_side_sign(shape->direction, shape->offset, c->edge.b);
    if (start != end) return end > start ? 1 : -1;
    return flr_dot2_sign(shape->direction, c->edge.a, c->edge.b);
}

/// Height of p over the plane, over the length of the normal, local.
static double height(const flr_course2 *c, const flr_outline2 *shape, flr_local2 n, int exponent, flr_vec2 p)
{
    double offset = ldexp((double)shape->offset, -4 - exponent);
    const dvec3 m = {0x1p-4 * n.x, 0x1p-4 * n.y, 0}, at = {(double)p.x, (double)p.y, 0};
    double h = flr_dot_minus_compensated(m, at, offset);
    if (!isfinite(h)) h = m.x * at.x + m.y * at.y - offset;
    return ldexp(h, 4 - c->frame.exponent);
}

void flr_course2_normal(flr_course2 *c, const flr_outline2 *shape)
{
    int start = flr_plane2_side_sign(shape->direction, shape->offset, c->edge.a);
    int way = rise(c, shape, start);
    bool solid = shape->kind == FLR_OUTLINE2_HALFSPACE, ends = c->edge.kind == FLR_OUTLINE2_CHAIN;
    int end = ends ? flr_plane2_side_sign(shape->direction, shape->offset, c->edge.b) : 0;
    int exponent;
    flr_local2 n = flr_local2_direction(shape->direction, &exponent);
    if (way == 0) {
        if (start == 0 || (solid && start < 0)) flr_course2_note(c, -INFINITY, INFINITY, n, NULL);
        return;
    }
    bool reached =
        c->edge.kind == FLR_OUTLINE2_LINE || start == 0 || (ends ? start * end <= 0 : start * way < 0);
    double t = 0;
    if (reached && start != 0) {
        double h = height(c, shape, n, exponent, c->edge.a);
        t = -h / flr_local2_dot(n, c->d);
        if (ends && end == 0) t = 1;
        if (c->edge.kind != FLR_OUTLINE2_LINE && !(t > 0)) t = 0;
        if (ends && t > 1) t = 1;
    }
    double from = solid && way > 0 ? -INFINITY : t, to = solid && way < 0 ? INFINITY : t;
    if (!reached) {  // all on one side
        if (!solid || start > 0) return;
        from = -INFINITY, to = INFINITY;
    }
    flr_course2_note(c, from, to, n, NULL);
}
