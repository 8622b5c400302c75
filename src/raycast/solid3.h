/// A path against a convex solid: the span of the line inside it. The kernels work in double, on
/// the line as seen from the shape: relative to its centre, in a unit that keeps fourth powers in range, from the
/// point of the line nearest to the centre and along a unit direction. Far origins then cost
/// what their own coordinates are rounded by and no more, and a kernel's quadratics are those of the shape's size.
#ifndef FLR_RAYCAST_SOLID3_H
#define FLR_RAYCAST_SOLID3_H

#include "closest/exact3.h"
#include "closest/frame3.h"
#include "raycast/exact3.h"

typedef struct cast3_local {
    dvec3 near;   ///< the point of the line nearest to the centre
    dvec3 along;  ///< unit direction
    dvec3 start;  ///< the point of t_min, where that is finite
    bool has_start;
    double from, to;      ///< places of t_min and t_max on the line, counted from `near`
    double t_near;        ///< t of `near`
    double t_per_length;  ///< a place's length in t
    double unit;          ///< a length of the input times this is a local one
    double size;          ///< of the shape
    double error;         ///< what rounding may move the line by
    flr_vec3 center;
    dvec3 middle;  ///< what `near` and `start` are measured from, as seen from the centre
} cast3_local;

/// The part of the line inside the solid: places enter <= exit, and the outward normal at enter.
typedef struct cast3_inside {
    double enter, exit;
    dvec3 normal;
    bool open;      ///< rounding may have decided that there is one
    double doubt;   ///< more than the places may be off by, besides the root where a round side is grazed
    uint32_t face;  ///< as flr_cast3 numbers it
} cast3_inside;

static const cast3_inside cast3_nowhere = {.enter = INFINITY, .exit = -INFINITY};

static inline dvec3 cast3_scaled(double s, dvec3 v)
{
    dvec3 r = {s * v.x, s * v.y, s * v.z};
    return r;
}
static inline double cast3_length(dvec3 v) { return sqrt(dvec3_dot(v, v)); }
static inline dvec3 cast3_place(const cast3_local *l, double place)
{
    return dvec3_add_scaled(l->near, place, l->along);
}

/// `size` is a bound on the shape's reach from its centre. False where there is nothing to ask: an empty range,
/// a number that is not finite.
bool flr_cast3_local(const flr_cast3_path *p, flr_vec3 center, double size, cast3_local *local);

/// The same around the middle of a and b, which need not be a point that numbers can name.
bool flr_cast3_local_between(const flr_cast3_path *p, flr_vec3 a, flr_vec3 b, flr_real radius,
                             cast3_local *local);

/// The exact yes or no of a shape, as in closest/meet3_round.h.
typedef int cast3_meets(const flr_stretch3 *s, const void *shape);

/// The answer for a span of the line; where it starts in the solid, `holds`. Where rounding leaves open whether there is
/// a hit at all the exact test is asked, which overlap and distance ask as well.
flr_cast3 flr_cast3_told(const flr_cast3_path *p, const cast3_local *l, const cast3_inside *inside,
                         bool holds, cast3_meets *meets, const void *shape);

/// Is something that grazes where it is 0 less than rounding? `size`: what it is a difference of.
static inline bool cast3_is_open(const cast3_local *l, double rest, double size)
{
    return fabs(rest) <= 4 * l->error * size;
}

/// A radius of 0: the segment that is left, exactly.
flr_cast3 flr_cast3_core(const flr_cast3_path *p, flr_vec3 a, flr_vec3 b);

/// Where the line is within `radius` of an endless axis: `e` is its direction and `w` its nearest point square to that.
/// The normal is not set.
static inline cast3_inside cast3_tube(const cast3_local *l, dvec3 w, dvec3 e, double radius)
{
    cast3_inside s = cast3_nowhere;
    double ee = dvec3_dot(e, e), ww = dvec3_dot(w, w);
    if (ee < 0x1p-90) {  // parallel as far as the direction is known
        s.open = cast3_is_open(l, radius * radius - ww, 16 * (radius + l->error));
        if (!(ww <= radius * radius) && !s.open) return s;
        s.enter = -INFINITY;
        s.exit = INFINITY;
        return s;
    }
    double middle = -dvec3_dot(w, e) / ee;
    dvec3 foot = dvec3_add_scaled(w, middle, e);
    double rest = radius * radius - dvec3_dot(foot, foot);
    double leaning = ee < 0x1p-30 ? 0x1p-49 * ww / sqrt(ee) : 0;  // what is left of a short direction
    s.open = cast3_is_open(l, rest, radius + l->error) || fabs(rest) <= leaning;
    if (!(rest >= 0) && !s.open) return s;
    double reach = rest > 0 ? sqrt(rest / ee) : 0;
    s.enter = middle - reach;
    s.exit = middle + reach;
    return s;
}

/// Cuts the span to the heights between -half and half on an axis; `height` is that of the nearest point, `along` what is
/// gained with each place. Returns whether the span now starts on an end.
static inline bool cast3_cut(const cast3_local *l, double height, double along, double half, cast3_inside *s)
{
    if (along == 0) {
        double beyond = fabs(height) - half;
        if (fabs(beyond) <= l->error)
            s->open = true;
        else if (beyond > 0)
            *s = cast3_nowhere;
        return false;
    }
    double side = along > 0 ? -1 : 1, vague = l->error / fabs(along);
    double first = (side * half - height) / along, last = (-side * half - height) / along;
    if (first + vague >= s->enter || last - vague <= s->exit) s->doubt += vague;
    if (vague >
        l->size) {  // hardly leaving its height: an end is crossed where it is left by more than rounding
        double level = half + l->error / 4;
        if (fabs(height + s->enter * along) <= level) first = -INFINITY;
        if (fabs(height + s->exit * along) <= level) last = INFINITY;
    }
    bool at_end = first >= s->enter;
    if (at_end) s->enter = first;
    if (last < s->exit) s->exit = last;
    return at_end;
}

/// The span of the line within `radius` of the point `center` (local); empty where it misses.
static inline cast3_inside cast3_ball(const cast3_local *l, dvec3 center, double radius)
{
    dvec3 w = dvec3_sub(l->near, center);
    double middle = -dvec3_dot(w, l->along);
    dvec3 foot = dvec3_add_scaled(w, middle, l->along);
    double rest = radius * radius - dvec3_dot(foot, foot);
    cast3_inside s = cast3_nowhere;
    s.open = cast3_is_open(l, rest, radius + l->error);
    if (!(rest >= 0) && !s.open) return s;
    double half = rest > 0 ? sqrt(rest) : 0;
    s.enter = middle - half;
    s.exit = middle + half;
    s.normal = dvec3_add_scaled(foot, -half, l->along);
    return s;
}

#endif
