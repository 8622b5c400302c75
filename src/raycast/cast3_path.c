#include "raycast/exact3.h"

/// A range that holds nothing.
static void make_nothing(flr_cast3_path *p)
{
    flr_cast3_path nothing = {
        .direction = {1, 0, 0}, .t_min = 1, .t_max = 0, .reciprocal = {1, 1, 1}, .spread = 1};
    *p = nothing;
}

/// A zero direction asks about the origin: any direction will do for that, over a range of one t.
static void make_point(flr_cast3_path *p)
{
    p->is_point = true;
    p->point_t = p->t_min > 0 ? p->t_min : p->t_max < 0 ? p->t_max : 0;
    p->to_target = false;
    p->direction = flr_vec3_make(1, 0, 0);
    p->t_min = p->t_max = 0;
}

static void make_ready(flr_cast3_path *p)
{
    bool in_range = p->t_min <= p->t_max && p->t_min < INFINITY && p->t_max > -INFINITY;
    if (!(in_range && flr_is_finite3(p->origin) && flr_is_finite3(p->direction))) {
        make_nothing(p);
        return;
    }
    if (p->direction.x == 0 && p->direction.y == 0 && p->direction.z == 0) make_point(p);
    const dvec3 d = cast3_step(p);
    p->reciprocal[0] = 1 / (d.x + 0.0);  // a negative zero becomes a positive one, as `negative` has it
    p->reciprocal[1] = 1 / (d.y + 0.0);
    p->reciprocal[2] = 1 / (d.z + 0.0);
    p->negative[0] = d.x < 0;
    p->negative[1] = d.y < 0;
    p->negative[2] = d.z < 0;
    p->spread = fabs(d.x) + fabs(d.y) + fabs(d.z);
}

flr_cast3_path flr_cast3_path_make(flr_vec3 origin, flr_vec3 direction, flr_real t_min, flr_real t_max)
{
    flr_cast3_path p = {.origin = origin, .direction = direction, .t_min = t_min, .t_max = t_max};
    make_ready(&p);
    return p;
}

flr_cast3_path flr_cast3_path_ray(const flr_ray3 *r)
{
    return flr_cast3_path_make(r->origin, r->direction, 0, INFINITY);
}

flr_cast3_path flr_cast3_path_line(const flr_line3 *l)
{
    return flr_cast3_path_make(l->origin, l->direction, -INFINITY, INFINITY);
}

flr_cast3_path flr_cast3_path_segment(const flr_segment3 *s)
{
    flr_cast3_path p = {.origin = s->a, .direction = flr_sub3(s->b, s->a), .t_max = 1};
    p.target = s->b;
    p.to_target = true;
    make_ready(&p);
    return p;
}
