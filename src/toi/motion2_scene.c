#include "toi/motion2_scene.h"

#include "math/trigonometry.h"

static void note(motion2_scene *s, double radius_b, const flr_found2 *found)
{
    if (!found->converged) {
        s->best.converged = false;
        if (!s->best.hit || found->free < s->best.free) s->best.free = found->free;
        return;
    }
    if (!found->hit) return;
    bool first = !s->best.hit || found->touched < s->best.touched;
    double free = s->best.hit && s->best.free < found->free ? s->best.free : found->free;
    bool converged = s->best.converged;
    if (first) {
        s->best = *found;
        s->best_radius = radius_b;
        s->search.until = found->touched;
    }
    s->best.free = free;
    s->best.converged = converged;
}

/// Normal and place of a touch along a fixed axis; the flat one is a bare point, the other has corners.
static void features_along(const flr_movers2 *m, const flr_axis2 *axis, flr_found2 *found)
{
    flr_moment2 at = flr_motion2_at(m, found->free);
    bool of_a = axis->frame == FLR_AXIS2_OF_A;
    flr_local2 n = flr_turned2(of_a ? at.turn_a : at.turn_b, axis->direction);
    const flr_local2 back = {-n.x, -n.y};
    flr_local2 p = flr_mover2_support(&m->b, flr_turned_back2(at.turn_b, back));
    if (!of_a) {  // the corner of a, as b's frame has it
        double r = m->a.radius;
        p = flr_turned2(at.turn_a, flr_mover2_support(&m->a, flr_turned_back2(at.turn_a, n)));
        p.x += at.place.x + r * n.x;
        p.y += at.place.y + r * n.y;
        p = flr_turned_back2(at.turn_b, p);
    }
    found->nearest.normal = n;
    found->nearest.weight = 0;
    found->nearest.b[0] = found->nearest.b[1] = p;
}

void flr_motion2_try_pieces(motion2_scene *s, const flr_convex2 *a, const flr_convex2 *b,
                            const flr_axis2 *fixed)
{
    flr_movers2 m;
    if (!flr_motion2_start(&m, a, s->path_a, b, s->path_b, s->target)) {
        s->finite = false;
        return;
    }
    flr_search2 search = s->search;
    search.from = 0;
    if (!fixed && !flr_search2_narrow(&search, &m)) return;
    flr_found2 found = flr_motion2_search(&m, fixed, &search);
    s->search.steps = search.steps;
    if (fixed && found.hit) features_along(&m, fixed, &found);
    note(s, m.b.radius, &found);
}

void flr_motion2_touch_at(motion2_scene *s, double t)
{
    if (t > s->search.until) return;
    flr_found2 found = {true, true, t, t, {false, 0, {{0, 0}}, {{0, 0}}, 0, {0, 0}}};
    note(s, s->best_radius, &found);
}

flr_convex2 flr_motion2_clipped(const flr_outline2 *o, double far)
{
    int exponent;
    flr_local2 d = flr_local2_direction(o->direction, &exponent);
    double x = (double)o->corner[0].x, y = (double)o->corner[0].y;
    double length = (sqrt(x * x + y * y) + far) * 1.001 / sqrt(flr_local2_dot(d, d));
    flr_segment2 part;
    part.a = o->corner[0];
    part.b = flr_vec2_make((flr_real)(x + length * d.x), (flr_real)(y + length * d.y));
    return flr_convex2_segment(&part);
}

static double farthest_corner(const flr_outline2 *o)
{
    double far = 0;
    for (size_t i = 0; i < o->count; ++i) {
        flr_vec2 p = flr_outline2_corner(o, i);
        far = fmax(far, sqrt((double)p.x * (double)p.x + (double)p.y * (double)p.y));
    }
    return far;
}

static double apart(flr_vec2 p, flr_vec2 q)
{
    double x = (double)p.x - (double)q.x, y = (double)p.y - (double)q.y;
    return sqrt(x * x + y * y);
}

double flr_motion2_range(const motion2_scene *s, const flr_outline2 *other)
{
    double from = apart(s->path_a->from.position, s->path_b->from.position);
    double to = apart(s->path_a->to.position, s->path_b->to.position);
    return fmax(from, to) + farthest_corner(other) + (double)other->radius + s->target;
}

double flr_motion2_angle(const flr_path2 *of_u, flr_local2 u, const flr_path2 *of_v, flr_local2 v)
{
    flr_local2 turn_u, turn_v;
    flr_sine_cosine((double)of_u->from.angle, &turn_u.y, &turn_u.x);
    flr_sine_cosine((double)of_v->from.angle, &turn_v.y, &turn_v.x);
    u = flr_turned2(turn_u, u);
    v = flr_turned2(turn_v, v);
    return flr_arc_tangent2(flr_local2_cross(u, v), flr_local2_dot(u, v));
}
