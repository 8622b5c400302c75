/// A path against a convex solid: the span of the line inside it. The kernels work in double, on
/// the line as seen from the shape: relative to its centre, in a unit that keeps fourth powers in range, from the
/// point of the line nearest to the centre and along a unit direction. Far origins then cost
/// what their own coordinates are rounded by and no more, and a kernel's quadratics are those of the shape's size.
#ifndef FLR_CAST_SOLID3_H
#define FLR_CAST_SOLID3_H

#include "cast/exact3.h"
#include "closest/local3.h"

typedef struct cast3_local {
    flr_local3 near;   ///< the point of the line nearest to the centre
    flr_local3 along;  ///< unit direction
    flr_local3 start;  ///< the point of t_min, where that is finite
    bool has_start;
    double from, to;      ///< places of t_min and t_max on the line, counted from `near`
    double t_near;        ///< t of `near`
    double t_per_length;  ///< a place's length in t
    double unit;          ///< a length of the input times this is a local one
    flr_vec3 center;
} cast3_local;

/// The part of the line inside the solid: places enter <= exit, and the outward normal at enter.
typedef struct cast3_inside {
    double enter, exit;
    flr_local3 normal;
} cast3_inside;

static inline flr_local3 cast3_scaled(double s, flr_local3 v)
{
    flr_local3 r = {s * v.x, s * v.y, s * v.z};
    return r;
}
static inline double cast3_length(flr_local3 v) { return sqrt(flr_local3_dot(v, v)); }
static inline flr_local3 cast3_place(const cast3_local *l, double place)
{
    return flr_local3_along(l->near, place, l->along);
}

/// `size` is a bound on the shape's reach from its centre. False where there is nothing to ask: an empty range,
/// a number that is not finite.
bool flr_cast3_local(const flr_cast3_path *p, flr_vec3 center, double size, cast3_local *local);

/// The answer of a path that starts in the solid and leaves it at a place.
flr_cast3 flr_cast3_told_inside(const flr_cast3_path *p, const cast3_local *l, double exit);

/// The answer for a span of the line; `inside` is empty where enter > exit or a NaN.
flr_cast3 flr_cast3_told(const flr_cast3_path *p, const cast3_local *l, const cast3_inside *inside);

/// A radius of 0: the segment that is left, exactly.
flr_cast3 flr_cast3_core(const flr_cast3_path *p, flr_vec3 a, flr_vec3 b);

/// The span of the line within `radius` of the point `center` (local); empty where it misses.
static inline cast3_inside cast3_ball(const cast3_local *l, flr_local3 center, double radius)
{
    flr_local3 w = flr_local3_sub(l->near, center);
    double middle = -flr_local3_dot(w, l->along);
    flr_local3 foot = flr_local3_along(w, middle, l->along);
    double rest = radius * radius - flr_local3_dot(foot, foot);
    cast3_inside s = {1, 0, {0, 0, 0}};
    if (!(rest >= 0)) return s;
    double half = sqrt(rest);
    s.enter = middle - half;
    s.exit = middle + half;
    s.normal = flr_local3_along(foot, -half, l->along);
    return s;
}

#endif
