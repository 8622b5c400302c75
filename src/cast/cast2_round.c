#include "cast/cast2_round.h"

#include "cast/cast2_course.h"

void flr_course2_round(flr_course2 *c, const flr_outline2 *shape)
{
    if (c->heading.x == 0 && c->heading.y == 0) return;  // shorter than the scene can tell
    double radius = flr_frame2_length(&c->frame, shape->radius);
    flr_edge2 core = flr_outline2_edge(shape, 0);
    flr_local2 a = flr_frame2_point(&c->frame, core.a), b = flr_frame2_point(&c->frame, core.b);
    round2_span s = round2_span_make(c->origin, c->heading, a, b, shape->count, radius);
    if (!(s.from <= s.to)) return;
    flr_local2 normal = round2_normal(c->origin, c->heading, a, b, s.from);
    flr_course2_note(c, ldexp(s.from, -c->stretch), ldexp(s.to, -c->stretch), normal, NULL);
}
