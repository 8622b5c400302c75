/// A core with few corners, for loops that keep all of it in registers.
#ifndef FLR_CONVEX_CORE2_H
#define FLR_CONVEX_CORE2_H

#include "convex/support2.h"

/// A call would cost all registers, and compilers do not see that at -O2.
#define CORE2_INLINE static inline __attribute__((always_inline))

/// A corner is offset + turn * (point - base), from the scene's origin.
typedef struct core2 {
    const flr_vec2 *points;
    flr_vec2 rotation;
    lanes2 base, offset, turn_x, turn_y;
    uint32_t count;
} core2;

CORE2_INLINE bool core2_is_plain(const flr_convex2 *c)
{
    return c->kind != FLR_CONVEX2_USER && c->count > 0 && c->count < SUPPORT2_WORTH_BISECTING;
}

CORE2_INLINE lanes2 core2_turned(const core2 *c, lanes2 p)
{
    return (lanes2){p[0], p[0]} * c->turn_x + (lanes2){p[1], p[1]} * c->turn_y;
}

/// All except the offset, of its corners or points as they are held.
CORE2_INLINE core2 core2_of_points(const flr_convex2 *c, const flr_vec2 *points)
{
    core2 r = {.count = c->count, .rotation = c->rotation};
    r.points = points;
    r.turn_x = (lanes2){c->rotation.x, c->rotation.y};
    r.turn_y = (lanes2){-c->rotation.y, c->rotation.x};
    r.base = lanes2_of(r.points[0]);
    return r;
}
CORE2_INLINE core2 core2_of(const flr_convex2 *c) { return core2_of_points(c, support2_points(c)); }

/// Where a scene that begins with it has its origin. `held`: of corners held in world.
CORE2_INLINE lanes2 core2_origin_held(const core2 *c, const flr_convex2 *shape, bool held)
{
    lanes2 center = lanes2_of(shape->center);
    return held ? center : center + core2_turned(c, c->base);
}
CORE2_INLINE lanes2 core2_origin(const core2 *c, const flr_convex2 *shape)
{
    return core2_origin_held(c, shape, shape->kind == FLR_CONVEX2_CORNERS);
}

/// Where nothing is turned corners round by what their place has rounded, and by what they are as seen from their base, which may lie
/// far off from all that is tested: that, in rounding errors.
CORE2_INLINE lanes2 core2_placing(const flr_convex2 *shape, lanes2 base, lanes2 origin)
{
    const flr_real roundings = sizeof(flr_real) == sizeof(float) ? (flr_real)0x1p24 : (flr_real)0x1p53;
    const lanes2 center = lanes2_of(shape->center), off = lanes2_sum_error(center, -origin),
                 more = lanes2_sum_error(center - origin, base);
    const lanes2 half = {(flr_real)0.5, (flr_real)0.5};
    return (lanes2){roundings, roundings} * (lanes2_magnitude(off) + lanes2_magnitude(more)) +
           half * lanes2_magnitude((center - origin) + base);
}

/// Returns how far its frame lies off: what its corners round by.
CORE2_INLINE lanes2 core2_place_held(core2 *c, const flr_convex2 *shape, lanes2 origin, bool held)
{
    if (held) {
        c->base = origin;
        c->offset = (lanes2){0, 0};
        return c->offset;
    }
    lanes2 center = lanes2_of(shape->center) - origin;
    c->offset = center + core2_turned(c, c->base);
    if (c->rotation.x == 1 && c->rotation.y == 0) return core2_placing(shape, c->base, origin);
    return lanes2_magnitude(center) + lanes2_magnitude(c->offset);
}
CORE2_INLINE lanes2 core2_place(core2 *c, const flr_convex2 *shape, lanes2 origin)
{
    return core2_place_held(c, shape, origin, shape->kind == FLR_CONVEX2_CORNERS);
}

CORE2_INLINE lanes2 core2_corner(const core2 *c, uint32_t i)
{
    return c->offset + core2_turned(c, lanes2_of(c->points[i]) - c->base);
}

CORE2_INLINE farthest2 core2_farthest(const core2 *c, flr_vec2 d)
{
    return farthest2_inline(c->points, c->count, c->points[0], support2_unrotated(c->rotation, d));
}

/// Somewhere in the middle.
CORE2_INLINE lanes2 core2_middle(const core2 *c)
{
    const lanes2 half = {(flr_real)0.5, (flr_real)0.5};
    lanes2 p = lanes2_of(c->points[0]) - c->base, q = lanes2_of(c->points[c->count / 2]) - c->base;
    return c->offset + core2_turned(c, half * (p + q));
}

CORE2_INLINE bool lanes2_is_direction(lanes2 d)
{
    flr_real square = lanes2_dot(d, d);
    return square > 0 && square < (flr_real)INFINITY;
}

#endif
