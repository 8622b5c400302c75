/// How is a line represented as seen from a round solid, and what does its span inside answer? The nearest
/// point of the line is found in two steps, of which the second removes the rounding error of the first.
/// Where rounding errors leave a hit open, the exact test decides.
#include "raycast/raycast3_span.h"

#include "closest/frame3.h"

static int exponent_of(double size)
{
    int exponent = 0;
    if (size > 0x1p-200 && size < 0x1p200) return 0;
    if (size > 0) (void)frexp(size, &exponent);
    return exponent < -1000 ? -1000 : exponent;
}

bool flr_raycast3_local_make(const flr_raycast3_path *p, flr_vec3 center, double size, raycast3_local *l)
{
    if (!(p->t_min <= p->t_max) || !isfinite(size)) return false;
    dvec3 m = dvec3_relative(p->origin, center);
    dvec3 d = raycast3_step(p);
    double reach = raycast3_largest(m);
    if (!isfinite(reach)) return false;
    const dvec3 zero = {0, 0, 0};
    l->center = center;
    l->middle = zero;
    int m_exponent = exponent_of(flr_greater(reach, size)), d_exponent = exponent_of(raycast3_largest(d));
    l->unit = 1;
    double d_unit = 1;
    if (m_exponent != 0 || d_exponent != 0) {
        l->unit = ldexp(1, -m_exponent);
        d_unit = ldexp(1, -d_exponent);
        d = dvec3_scale(d_unit, d);
        m = dvec3_scale(l->unit, m);
    }
    double square = dvec3_dot(d, d), length = sqrt(square);
    l->along = dvec3_scale(1 / length, d);
    double t = -dvec3_dot(m, d) / square;
    dvec3 near = dvec3_add_scaled(m, t, d);
    double rest = -dvec3_dot(near, d) / square;  // what rounding errors have left along the line
    l->near = dvec3_add_scaled(near, rest, d);
    t += rest;
    double t_unit = d_unit / l->unit;  // the given t for one local t
    l->t_near = t * t_unit;
    l->t_per_length = t_unit / length;
    l->size = size * l->unit;
    l->error = 0x1p-48 * (raycast3_largest(m) + l->size);
    l->has_start = isfinite(p->t_min);
    l->start = m;
    if (p->t_min != 0 && l->has_start) l->start = dvec3_add_scaled(m, (double)p->t_min / t_unit, d);
    l->from = ((double)p->t_min / t_unit - t) * length;
    l->to = ((double)p->t_max / t_unit - t) * length;
    return true;
}

bool flr_raycast3_local_between(const flr_raycast3_path *p, flr_vec3 a, flr_vec3 b, flr_real radius,
                                raycast3_local *l)
{
    flr_vec3 center = flr_vec3_make(a.x / 2 + b.x / 2, a.y / 2 + b.y / 2, a.z / 2 + b.z / 2);
    dvec3 from = dvec3_relative(a, center), to = dvec3_relative(b, center);
    double size = raycast3_largest(dvec3_sub(to, from)) + (double)radius;
    if (!(radius > 0) || !flr_raycast3_local_make(p, center, size, l)) return false;
    double half = l->unit / 2;
    dvec3 middle = {half * (from.x + to.x), half * (from.y + to.y), half * (from.z + to.z)};
    l->middle = middle;
    l->near = dvec3_sub(l->near, middle);
    l->start = dvec3_sub(l->start, middle);
    return true;
}

static flr_real t_of(const flr_raycast3_path *p, const raycast3_local *l, double place)
{
    return raycast3_clamp_t(p, l->t_near + place * l->t_per_length);
}

static flr_rayhit3 inside_result(const flr_raycast3_path *p, const raycast3_local *l, double exit)
{
    flr_rayhit3 r = {.hit = true, .inside = true};
    r.t = raycast3_reported_t(p, p->t_min);
    r.t_exit = raycast3_reported_t(p, exit > l->from ? t_of(p, l, exit) : p->t_min);
    r.point = raycast3_point(p, p->t_min);
    return r;
}

static flr_rayhit3 outside_result(const flr_raycast3_path *p, const raycast3_local *l,
                                  const raycast3_inside *inside)
{
    flr_rayhit3 r = {.hit = true, .face = inside->face};
    double enter = inside->enter, exit = inside->exit, back = 1 / l->unit;
    if (enter > exit)
        enter = exit = fabs(exit) < fabs(enter) ? exit : enter;  // only touched: the more certain of the two
    dvec3 point = dvec3_add_scaled(l->middle, 1, raycast3_place(l, enter));
    r.t = raycast3_reported_t(p, t_of(p, l, enter));
    r.t_exit = raycast3_reported_t(p, t_of(p, l, exit));
    r.point = flr_vec3_make((flr_real)((double)l->center.x + back * point.x),
                            (flr_real)((double)l->center.y + back * point.y),
                            (flr_real)((double)l->center.z + back * point.z));
    double size = raycast3_largest(inside->normal);
    if (p->is_point || !(size > 0)) return r;
    dvec3 n = dvec3_scale(1 / size, inside->normal);
    n = dvec3_scale(1 / dvec3_length(n), n);
    r.normal = flr_vec3_make((flr_real)n.x, (flr_real)n.y, (flr_real)n.z);
    return r;
}

/// Is this length of the line within the solid, or this gap, more than rounding errors? If the line grazes,
/// the root of these counts.
static inline bool is_clear(const raycast3_local *l, const raycast3_inside *s, double room, double ends)
{
    double r = fabs(room) - (s->doubt + l->error + 0x1p-48 * ends);
    if (r > 0x1p-21 * l->size + 0x1p22 * l->error) return true;
    return r > 0 && r * r > 16 * l->error * (l->size + l->error);
}

/// Does the path hit the shape by this t?
static bool exactly(const flr_raycast3_path *p, flr_real t_max, raycast3_meets *meets, const void *shape,
                    bool rounded)
{
    flr_line_part3 s = {p->origin, p->direction, p->target, p->to_target, (double)p->t_min, (double)t_max};
    int exact = meets(&s, shape);
    return exact < 0 ? rounded : exact;
}

flr_rayhit3 flr_raycast3_answer_of_span(const flr_raycast3_path *p, const raycast3_local *l,
                                        const raycast3_inside *inside, bool holds, raycast3_meets *meets,
                                        const void *shape)
{
    flr_rayhit3 miss = {.hit = false};
    if (inside->enter == INFINITY && !inside->open && !holds) return miss;
    double first = flr_greater(inside->enter, l->from), last = inside->exit < l->to ? inside->exit : l->to;
    double room = last - first;
    bool hit = room >= 0 || holds;
    if (inside->open || !is_clear(l, inside, room, fabs(first) + fabs(last)))
        hit = exactly(p, p->t_max, meets, shape, hit);
    if (!hit) return miss;
    const double before = l->from - inside->enter;
    if (l->has_start && (inside->open || !is_clear(l, inside, before, fabs(first))))
        holds = exactly(p, p->t_min, meets, shape, holds);
    else
        holds = holds || before > 0;
    return holds ? inside_result(p, l, inside->exit) : outside_result(p, l, inside);
}

flr_rayhit3 flr_raycast3_at_core(const flr_raycast3_path *p, flr_vec3 a, flr_vec3 b)
{
    flr_segment3 s = {a, b};
    flr_rayhit3 r = flr_raycast3_ray_segment(p, &s);
    return r;
}
