/// A line as seen from a round solid, and the span of it inside.
///
/// The line is relative to the solid's centre, scaled, from the point of the line nearest to the centre, and
/// along a unit direction. A far origin then costs only its own rounding errors. If these leave open whether
/// there is a hit, closest/exact3.h decides, which overlap and distance use as well.
#ifndef FLR_RAYCAST_RAYCAST3_SPAN_H
#define FLR_RAYCAST_RAYCAST3_SPAN_H

#include "closest/exact3.h"
#include "raycast/raycast3_path.h"

typedef struct raycast3_local {
    dvec3 near;   ///< the point of the line nearest to the centre
    dvec3 along;  ///< unit direction
    dvec3 start;  ///< the point of t_min, if that is finite
    bool has_start;
    double from, to;      ///< places of t_min and t_max on the line, measured from `near`
    double t_near;        ///< t of `near`
    double t_per_length;  ///< t for one length of a place
    double unit;          ///< a length of the input times this is a local length
    double size;          ///< of the shape
    double error;         ///< bounds the rounding error of the line
    flr_vec3 center;
    dvec3 middle;  ///< the point relative to which `near` and `start` are, less the centre
} raycast3_local;

/// The part of the line inside the solid: the places enter <= exit, and the outward normal at enter.
typedef struct raycast3_inside {
    double enter, exit;
    dvec3 normal;
    bool open;      ///< rounding errors may decide whether there is one
    double doubt;   ///< bounds the error of the places, beside the root where the line grazes a round side
    uint32_t face;  ///< as flr_rayhit3 numbers faces
} raycast3_inside;

static const raycast3_inside raycast3_nowhere = {.enter = INFINITY, .exit = -INFINITY};

static inline dvec3 raycast3_place(const raycast3_local *l, double place)
{
    return dvec3_add_scaled(l->near, place, l->along);
}

/// Makes the local line. `size` bounds the shape's reach from its centre. Returns false if there is no
/// answer: the range is empty, or a number is not finite.
bool flr_raycast3_local_make(const flr_raycast3_path *p, flr_vec3 center, double size, raycast3_local *local);

/// The same around the middle of a and b, which may lie between representable points.
bool flr_raycast3_local_between(const flr_raycast3_path *p, flr_vec3 a, flr_vec3 b, flr_real radius,
                                raycast3_local *local);

/// The exact yes or no of a shape, as in closest/exact3.h.
typedef int raycast3_meets(const flr_line_part3 *s, const void *shape);

/// Returns the answer for a span of the line. `holds`: the line starts in the solid. If rounding errors leave
/// open whether there is a hit, the exact test decides, which overlap and distance use as well.
flr_rayhit3 flr_raycast3_answer_of_span(const flr_raycast3_path *p, const raycast3_local *l,
                                        const raycast3_inside *inside, bool holds, raycast3_meets *meets,
                                        const void *shape);

/// Is a value that is 0 where the line grazes within rounding errors? `size` is that of the terms whose
/// difference it is.
static inline bool raycast3_is_open(const raycast3_local *l, double rest, double size)
{
    return fabs(rest) <= 4 * l->error * size;
}

/// Casts exactly at the segment that is left if the radius is 0.
flr_rayhit3 flr_raycast3_at_core(const flr_raycast3_path *p, flr_vec3 a, flr_vec3 b);

/// Finds where the line is within `radius` of an endless axis. `e` is its direction and `w` its nearest
/// point, both perpendicular to the axis. The normal is not set.
static inline raycast3_inside raycast3_tube(const raycast3_local *l, dvec3 w, dvec3 e, double radius)
{
    raycast3_inside s = raycast3_nowhere;
    double ee = dvec3_dot(e, e), ww = dvec3_dot(w, w);
    if (ee < 0x1p-90) {  // parallel, as far as the direction is known
        s.open = raycast3_is_open(l, radius * radius - ww, 16 * (radius + l->error));
        if (!(ww <= radius * radius) && !s.open) return s;
        s.enter = -INFINITY;
        s.exit = INFINITY;
        return s;
    }
    double middle = -dvec3_dot(w, e) / ee;
    dvec3 foot = dvec3_add_scaled(w, middle, e);
    double rest = radius * radius - dvec3_dot(foot, foot);
    double leaning = ee < 0x1p-30 ? 0x1p-49 * ww / sqrt(ee) : 0;  // the error of a short direction
    s.open = raycast3_is_open(l, rest, radius + l->error) || fabs(rest) <= leaning;
    if (!(rest >= 0) && !s.open) return s;
    double reach = rest > 0 ? sqrt(rest / ee) : 0;
    s.enter = middle - reach;
    s.exit = middle + reach;
    return s;
}

/// Cuts the span to the heights between -half and half on an axis. `height` is that of the nearest point, and
/// `along` the change of height for a place. Returns whether the span now starts on an end.
static inline bool raycast3_cut(const raycast3_local *l, double height, double along, double half,
                                raycast3_inside *s)
{
    if (along == 0) {
        double beyond = fabs(height) - half;
        if (fabs(beyond) <= l->error)
            s->open = true;
        else if (beyond > 0)
            *s = raycast3_nowhere;
        return false;
    }
    double side = along > 0 ? -1 : 1, vague = l->error / fabs(along);
    double first = (side * half - height) / along, last = (-side * half - height) / along;
    if (first + vague >= s->enter || last - vague <= s->exit) s->doubt += vague;
    // nearly perpendicular to the axis: an end is crossed if it is left by more than rounding errors
    if (vague > l->size) {
        double level = half + l->error / 4;
        if (fabs(height + s->enter * along) <= level) first = -INFINITY;
        if (fabs(height + s->exit * along) <= level) last = INFINITY;
    }
    bool at_end = first >= s->enter;
    if (at_end) s->enter = first;
    if (last < s->exit) s->exit = last;
    return at_end;
}

/// Returns the span of the line within `radius` of the point `center` (local); empty if it misses.
static inline raycast3_inside raycast3_ball(const raycast3_local *l, dvec3 center, double radius)
{
    dvec3 w = dvec3_sub(l->near, center);
    double middle = -dvec3_dot(w, l->along);
    dvec3 foot = dvec3_add_scaled(w, middle, l->along);
    double rest = radius * radius - dvec3_dot(foot, foot);
    raycast3_inside s = raycast3_nowhere;
    s.open = raycast3_is_open(l, rest, radius + l->error);
    if (!(rest >= 0) && !s.open) return s;
    double half = rest > 0 ? sqrt(rest) : 0;
    s.enter = middle - half;
    s.exit = middle + half;
    s.normal = dvec3_add_scaled(foot, -half, l->along);
    return s;
}

#endif
