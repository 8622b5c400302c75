#include "raycast/solid3.h"

static int exponent_of(double size)
{
    int exponent = 0;
    if (size > 0x1p-200 && size < 0x1p200) return 0;
    if (size > 0) (void)frexp(size, &exponent);
    return exponent < -1000 ? -1000 : exponent;
}

static double largest(dvec3 v) { return cast3_more(fabs(v.x), cast3_more(fabs(v.y), fabs(v.z))); }

bool flr_cast3_local(const flr_cast3_path *p, flr_vec3 center, double size, cast3_local *l)
{
    if (!(p->t_min <= p->t_max) || !isfinite(size)) return false;
    dvec3 m = dvec3_relative(p->origin, center);
    dvec3 d = cast3_step(p);
    double reach = largest(m);
    if (!isfinite(reach)) return false;
    const dvec3 zero = {0, 0, 0};
    l->center = center;
    l->middle = zero;
    int m_exponent = exponent_of(cast3_more(reach, size)), d_exponent = exponent_of(largest(d));
    l->unit = 1;
    double d_unit = 1;
    if (m_exponent != 0 || d_exponent != 0) {
        l->unit = ldexp(1, -m_exponent);
        d_unit = ldexp(1, -d_exponent);
        d = cast3_scaled(d_unit, d);
        m = cast3_scaled(l->unit, m);
    }
    double square = dvec3_dot(d, d), length = sqrt(square);
    l->along = cast3_scaled(1 / length, d);
    double t = -dvec3_dot(m, d) / square;
    dvec3 near = dvec3_add_scaled(m, t, d);
    double rest = -dvec3_dot(near, d) / square;  // what rounding left along the line
    l->near = dvec3_add_scaled(near, rest, d);
    t += rest;
    double t_unit = d_unit / l->unit;  // t as given, in one local t
    l->t_near = t * t_unit;
    l->t_per_length = t_unit / length;
    l->size = size * l->unit;
    l->error = 0x1p-48 * (largest(m) + l->size);
    l->has_start = isfinite(p->t_min);
    l->start = m;
    if (p->t_min != 0 && l->has_start) l->start = dvec3_add_scaled(m, (double)p->t_min / t_unit, d);
    l->from = ((double)p->t_min / t_unit - t) * length;
    l->to = ((double)p->t_max / t_unit - t) * length;
    return true;
}

bool flr_cast3_local_between(const flr_cast3_path *p, flr_vec3 a, flr_vec3 b, flr_real radius, cast3_local *l)
{
    flr_vec3 center = flr_vec3_make(a.x / 2 + b.x / 2, a.y / 2 + b.y / 2, a.z / 2 + b.z / 2);
    dvec3 from = dvec3_relative(a, center), to = dvec3_relative(b, center);
    double size = largest(dvec3_sub(to, from)) + (double)radius;
    if (!(radius > 0) || !flr_cast3_local(p, center, size, l)) return false;
    double half = l->unit / 2;
    dvec3 middle = {half * (from.x + to.x), half * (from.y + to.y), half * (from.z + to.z)};
    l->middle = middle;
    l->near = dvec3_sub(l->near, middle);
    l->start = dvec3_sub(l->start, middle);
    return true;
}

static flr_real t_of(const flr_cast3_path *p, const cast3_local *l, double place)
{
    return cast3_clamp_t(p, l->t_near + place * l->t_per_length);
}

static flr_cast3 told_inside(const flr_cast3_path *p, const cast3_local *l, double exit)
{
    flr_cast3 r = {.hit = true, .inside = true};
    r.t = cast3_told(p, p->t_min);
    r.t_exit = cast3_told(p, exit > l->from ? t_of(p, l, exit) : p->t_min);
    r.point = cast3_point(p, p->t_min);
    return r;
}

static flr_cast3 told_outside(const flr_cast3_path *p, const cast3_local *l, const cast3_inside *inside)
{
    flr_cast3 r = {.hit = true, .face = inside->face};
    double enter = inside->enter, exit = inside->exit, back = 1 / l->unit;
    if (enter > exit)
        enter = exit = fabs(exit) < fabs(enter) ? exit : enter;  // just touched: the surer of the two
    dvec3 point = dvec3_add_scaled(l->middle, 1, cast3_place(l, enter));
    r.t = cast3_told(p, t_of(p, l, enter));
    r.t_exit = cast3_told(p, t_of(p, l, exit));
    r.point = flr_vec3_make((flr_real)((double)l->center.x + back * point.x),
                            (flr_real)((double)l->center.y + back * point.y),
                            (flr_real)((double)l->center.z + back * point.z));
    double size = largest(inside->normal);
    if (p->is_point || !(size > 0)) return r;
    dvec3 n = cast3_scaled(1 / size, inside->normal);
    n = cast3_scaled(1 / cast3_length(n), n);
    r.normal = flr_vec3_make((flr_real)n.x, (flr_real)n.y, (flr_real)n.z);
    return r;
}

/// Is this length of the line within the solid, or this gap, more than rounding? Where it grazes, the root of that.
static inline bool is_clear(const cast3_local *l, const cast3_inside *s, double room, double ends)
{
    double r = fabs(room) - (s->doubt + l->error + 0x1p-48 * ends);
    if (r > 0x1p-21 * l->size + 0x1p22 * l->error) return true;
    return r > 0 && r * r > 16 * l->error * (l->size + l->error);
}

static bool exactly(const flr_cast3_path *p, cast3_meets *meets, const void *shape, bool rounded)
{
    flr_stretch3 s = {p->origin, p->direction, p->target, p->to_target, (double)p->t_min, (double)p->t_max};
    int exact = meets(&s, shape);
    return exact < 0 ? rounded : exact;
}

flr_cast3 flr_cast3_told(const flr_cast3_path *p, const cast3_local *l, const cast3_inside *inside,
                         bool holds, cast3_meets *meets, const void *shape)
{
    flr_cast3 miss = {.hit = false};
    if (inside->enter == INFINITY && !inside->open && !holds) return miss;
    double first = cast3_more(inside->enter, l->from), last = inside->exit < l->to ? inside->exit : l->to;
    double room = last - first;
    bool hit = room >= 0 || holds;
    if (inside->open || !is_clear(l, inside, room, fabs(first) + fabs(last)))
        hit = exactly(p, meets, shape, hit);
    if (!hit) return miss;
    return holds || inside->enter < l->from ? told_inside(p, l, inside->exit) : told_outside(p, l, inside);
}

flr_cast3 flr_cast3_core(const flr_cast3_path *p, flr_vec3 a, flr_vec3 b)
{
    flr_segment3 s = {a, b};
    flr_cast3 r = flr_cast3_ray_segment(p, &s);
    return r;
}
