/// The point of a cylinder or cone that is nearest to a given one, and what that does for two cores that all but touch.
///
/// Points that a search has left on a curved surface are off along it by the root of rounding, and as far from one another as that says. The
/// nearest point of one surface to a point of the other is off by the square of it: by rounding.
#ifndef FLR_CONVEX_GJK3_NEAREST_H
#define FLR_CONVEX_GJK3_NEAREST_H

#include "convex/gjk3_search.h"

static inline double gjk3_within_1(double x) { return x < 0 ? 0 : x < 1 ? x : 1; }

static inline bool gjk3_has_nearest(const core3 *c)
{
    return c->kind == FLR_CONVEX3_CYLINDER || c->kind == FLR_CONVEX3_CONE;
}

/// Of a cylinder or cone; p itself, but for rounding, where that lies inside. In the plane of the axis and p, from the middle of the
/// low end: `out` from the axis, in radii, and `up`, in heights.
static inline dvec3 gjk3_nearest(const core3 *c, dvec3 p)
{
    const dvec3 axis = dvec3_sub(c->high, c->low), from = dvec3_sub(p, c->low);
    const double height_squared = dvec3_dot(axis, axis), square = dvec3_dot(c->axis[0], c->axis[0]);
    const double up = height_squared > 0 ? dvec3_dot(from, axis) / height_squared : 0;
    const double x = square > 0 ? dvec3_dot(from, c->axis[0]) / square : 0,
                 y = square > 0 ? dvec3_dot(from, c->axis[1]) / square : 0, out = sqrt(x * x + y * y);
    double to_out = out < 1 ? out : 1, to_up = gjk3_within_1(up);
    if (c->kind == FLR_CONVEX3_CONE && up >= 0 && up + out > 1) {
        // on the slant from the rim, (1, 0), to the apex, (0, 1)
        to_up = gjk3_within_1((up * height_squared - (out - 1) * square) / (height_squared + square));
        to_out = 1 - to_up;
    }
    const double part = out > 0 ? to_out / out : 0;
    return dvec3_add(dvec3_add_scaled(c->low, to_up, axis),
                     dvec3_add(dvec3_scale(part * x, c->axis[0]), dvec3_scale(part * y, c->axis[1])));
}

/// Points a of the one and b of the other nearer to one another, where one of the two is a cylinder or cone.
static inline void gjk3_bring_nearer(const pair3 *p, dvec3 *a, dvec3 *b)
{
    if (gjk3_has_nearest(&p->b)) *b = gjk3_nearest(&p->b, *a);
    if (gjk3_has_nearest(&p->a)) *a = gjk3_nearest(&p->a, *b);
}

#endif
