#include "raycast/exact3.h"

flr_cast3 flr_cast3_ray_segment(const flr_cast3_path *path, const flr_segment3 *s)
{
    flr_cast3 r = {.hit = false};
    if (!(path->t_min <= path->t_max) || !flr_is_finite3(s->a) || !flr_is_finite3(s->b)) return r;
    cast3_meeting meeting[2];
    cast3_span span = {.count = 0};
    cast3_span_add(&span, meeting, flr_cast3_line_segment(path, s->a, s->b, meeting));
    if (!cast3_span_is_hit(&span)) return r;
    flr_real t = cast3_clamp_t(path, span.first);
    r.hit = true;
    r.t = cast3_told(path, t);
    r.t_exit = cast3_told(path, cast3_clamp_t(path, span.last));
    r.point = cast3_point(path, t);
    return r;
}
