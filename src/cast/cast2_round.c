#include "cast/cast2_course.h"

/// A part of the line, by t along the heading; empty where from > to.
typedef struct span {
    double from, to;
} span;

static const span nowhere = {INFINITY, -INFINITY};

/// The chord of a circle: around the point of the line nearest to the centre, whose distance is a cross
/// product. Compared in squares, so that a tangent given in whole numbers touches.
static span chord(const flr_course2 *c, flr_local2 center, double radius)
{
    flr_local2 gap = flr_local2_sub(center, c->origin);
    double across = flr_local2_cross(c->heading, gap), square = flr_local2_dot(c->heading, c->heading);
    double reach = radius * radius * square;
    if (!(across * across <= reach)) return nowhere;
    double middle = flr_local2_dot(gap, c->heading) / square;
    double length = radius * sqrt(square), rest = (length - fabs(across)) * (length + fabs(across));
    double half = rest > 0 ? sqrt(rest) / square : 0;
    span s = {middle - half, middle + half};
    return s;
}

/// Cuts s to where low <= at + t * rate <= high.
static void cut(span *s, double at, double rate, double low, double high)
{
    if (rate == 0) {
        if (at < low || at > high) *s = nowhere;
        return;
    }
    double t = (low - at) / rate, u = (high - at) / rate, from = t < u ? t : u, to = t < u ? u : t;
    if (from > s->from) s->from = from;
    if (to < s->to) s->to = to;
}

/// The rectangle between the two ends of a capsule.
static span between_ends(const flr_course2 *c, flr_local2 a, flr_local2 b, double radius)
{
    span s = {-INFINITY, INFINITY};
    flr_local2 axis = flr_local2_sub(b, a), gap = flr_local2_sub(c->origin, a);
    double square = flr_local2_dot(axis, axis), width = radius * sqrt(square);
    if (!(square > 0)) return nowhere;
    cut(&s, flr_local2_dot(gap, axis), flr_local2_dot(c->heading, axis), 0, square);
    cut(&s, flr_local2_cross(axis, gap), flr_local2_cross(axis, c->heading), -width, width);
    return s;
}

static void join(span *s, span other)
{
    if (!(other.from <= other.to)) return;
    if (!(s->from <= s->to)) {
        *s = other;
        return;
    }
    if (other.from < s->from) s->from = other.from;
    if (other.to > s->to) s->to = other.to;
}

void flr_course2_round(flr_course2 *c, const flr_outline2 *shape)
{
    if (c->heading.x == 0 && c->heading.y == 0) return;  // shorter than the scene can tell
    double radius = flr_frame2_length(&c->frame, shape->radius);
    flr_edge2 core = flr_outline2_edge(shape, 0);
    flr_local2 a = flr_frame2_point(&c->frame, core.a), b = flr_frame2_point(&c->frame, core.b);
    span s = chord(c, a, radius);
    if (shape->count > 1) {
        join(&s, chord(c, b, radius));
        join(&s, between_ends(c, a, b, radius));
    }
    if (!(s.from <= s.to)) return;
    // the normal: from the nearest point of the core to the hit
    flr_local2 p = {c->origin.x + s.from * c->heading.x, c->origin.y + s.from * c->heading.y};
    flr_local2 axis = flr_local2_sub(b, a), gap = flr_local2_sub(p, a);
    double square = flr_local2_dot(axis, axis), t = square > 0 ? flr_local2_dot(gap, axis) / square : 0;
    if (!(t > 0)) t = 0;
    if (t > 1) t = 1;
    flr_local2 normal = {gap.x - t * axis.x, gap.y - t * axis.y};
    flr_course2_note(c, ldexp(s.from, -c->stretch), ldexp(s.to, -c->stretch), normal, NULL);
}
