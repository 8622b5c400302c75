/// Casts in the plane: at any outline, near the origin or far from it, and the chord of a line in a round
/// core.
#ifndef FLR_RAYCAST_RAYCAST2_H
#define FLR_RAYCAST_RAYCAST2_H

#include "closest/frame2.h"
#include "closest/outline2.h"
#include "feeler/raycast2.h"

/// Casts at any shape, by its outline.
flr_rayhit2 flr_raycast2_outline(const flr_raycast2_path *path, const flr_outline2 *shape);

/// A path and a box, `pair.b`, moved near the origin. flr_raycast2_recenter returns false if the shape is not
/// far away.
typedef struct flr_raycast2_recentered {
    flr_recentered2 pair;
    flr_raycast2_path path;
} flr_raycast2_recentered;
bool flr_raycast2_recenter(const flr_raycast2_path *path, const flr_outline2 *shape,
                           flr_raycast2_recentered *c);

static inline flr_rayhit2 flr_raycast2_recenter_back(const flr_raycast2_recentered *c, flr_rayhit2 r)
{
    if (r.hit) r.point = flr_recentered2_point(&c->pair, r.point);
    return r;
}

// ---- Where a line is within a radius of a point or segment

/// A part of the line, by t along the heading; empty if from > to.
typedef struct round2_span {
    double from, to;
} round2_span;

static inline round2_span round2_nowhere(void)
{
    const round2_span s = {INFINITY, -INFINITY};
    return s;
}

/// Returns the chord of a circle, around the point of the line nearest to the centre. The distance of the
/// line is a cross product. Squares are compared, so that a tangent given in whole numbers touches.
static inline round2_span round2_chord(flr_local2 heading, flr_local2 gap, double radius)
{
    double across = flr_local2_cross(heading, gap), square = flr_local2_dot(heading, heading);
    double reach = radius * radius * square;
    if (!(across * across <= reach)) return round2_nowhere();
    double middle = flr_local2_dot(gap, heading) / square;
    double length = radius * sqrt(square), rest = (length - fabs(across)) * (length + fabs(across));
    double half = rest > 0 ? sqrt(rest) / square : 0;
    round2_span s = {middle - half, middle + half};
    return s;
}

/// Cuts s to the part where low <= at + t * rate <= high.
static inline void round2_cut(round2_span *s, double at, double rate, double low, double high)
{
    if (rate == 0) {
        if (at < low || at > high) *s = round2_nowhere();
        return;
    }
    double t = (low - at) / rate, u = (high - at) / rate, from = t < u ? t : u, to = t < u ? u : t;
    if (from > s->from) s->from = from;
    if (to < s->to) s->to = to;
}

/// Returns the chord of the rectangle between the two ends of a capsule.
static inline round2_span round2_between(flr_local2 origin, flr_local2 heading, flr_local2 a, flr_local2 b,
                                         double radius)
{
    round2_span s = {-INFINITY, INFINITY};
    flr_local2 axis = flr_local2_sub(b, a), gap = flr_local2_sub(origin, a);
    double square = flr_local2_dot(axis, axis), width = radius * sqrt(square);
    if (!(square > 0)) return round2_nowhere();
    round2_cut(&s, flr_local2_dot(gap, axis), flr_local2_dot(heading, axis), 0, square);
    round2_cut(&s, flr_local2_cross(axis, gap), flr_local2_cross(axis, heading), -width, width);
    return s;
}

static inline void round2_join(round2_span *s, round2_span other)
{
    if (!(other.from <= other.to)) return;
    if (!(s->from <= s->to)) {
        *s = other;
        return;
    }
    if (other.from < s->from) s->from = other.from;
    if (other.to > s->to) s->to = other.to;
}

/// Returns the chord of the line through `origin` along `heading` in a round core from a to b, or around a
/// alone.
static inline round2_span round2_span_make(flr_local2 origin, flr_local2 heading, flr_local2 a, flr_local2 b,
                                           size_t count, double radius)
{
    round2_span s = round2_chord(heading, flr_local2_sub(a, origin), radius);
    if (count > 1) {
        round2_join(&s, round2_chord(heading, flr_local2_sub(b, origin), radius));
        round2_join(&s, round2_between(origin, heading, a, b, radius));
    }
    return s;
}

/// Returns the vector from the nearest point of the core to the point of the line at t. It may have any
/// length.
static inline flr_local2 round2_normal(flr_local2 origin, flr_local2 heading, flr_local2 a, flr_local2 b,
                                       double at)
{
    flr_local2 p = {origin.x + at * heading.x, origin.y + at * heading.y};
    flr_local2 axis = flr_local2_sub(b, a), gap = flr_local2_sub(p, a);
    double square = flr_local2_dot(axis, axis), t = square > 0 ? flr_local2_dot(gap, axis) / square : 0;
    if (!(t > 0)) t = 0;
    if (t > 1) t = 1;
    flr_local2 normal = {gap.x - t * axis.x, gap.y - t * axis.y};
    return normal;
}

#endif
