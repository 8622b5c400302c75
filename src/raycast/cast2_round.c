#include "raycast/cast2_round.h"

#include "raycast/cast2_course.h"

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

/// All of a segment, ray or line, and so an outline that overlap can be asked of?
static bool is_whole(const flr_cast2_path *path, flr_outline2 *line)
{
    const flr_segment2 segment = {path->origin, path->target};
    const flr_ray2 ray = {path->origin, path->direction};
    const flr_line2 all = {path->origin, path->direction};
    *line = path->to_target    ? flr_outline2_of_segment(&segment)
            : path->t_min == 0 ? flr_outline2_of_ray(&ray)
                               : flr_outline2_of_line(&all);
    if (path->to_target) return path->t_min == 0 && path->t_max == 1;
    return isinf(path->t_max) && (path->t_min == 0 || isinf(path->t_min));
}

void flr_course2_settle_round(flr_course2 *c, const flr_outline2 *shape)
{
    flr_outline2 line;
    if (!is_whole(c->path, &line)) return;
    bool meet = flr_outline2_meet(&line, shape);
    if (meet == c->hit) return;
    c->hit = false;
    if (!meet) return;
    // it touches where it comes nearest to an end of the core, or at an end of its own
    flr_edge2 core = flr_outline2_edge(shape, 0);
    flr_local2 a = flr_frame2_point(&c->frame, core.a), b = flr_frame2_point(&c->frame, core.b), normals[4];
    double at[4] = {flr_course2_at(c, core.a), flr_course2_at(c, core.b), c->low, c->high}, off[4],
           least = INFINITY;
    for (int k = 0; k < 4; ++k) {
        if (at[k] < c->low) at[k] = c->low;
        if (at[k] > c->high) at[k] = c->high;
        normals[k] = round2_normal(c->origin, c->d, a, b, at[k]);
        off[k] = flr_local2_dot(normals[k], normals[k]);
        if (off[k] < least) least = off[k];
    }
    for (int k = 0; k < 4; ++k)
        if (off[k] <= least * (1 + 0x1p-40)) flr_course2_note(c, at[k], at[k], normals[k], NULL);
}
