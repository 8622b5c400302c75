#include "cast/solid3.h"

static int exponent_of(double size)
{
    int exponent = 0;
    if (size > 0x1p-200 && size < 0x1p200) return 0;
    if (size > 0) (void)frexp(size, &exponent);
    return exponent < -1000 ? -1000 : exponent;
}

static double largest(flr_local3 v) { return cast3_more(fabs(v.x), cast3_more(fabs(v.y), fabs(v.z))); }

bool flr_cast3_local(const flr_cast3_path *p, flr_vec3 center, double size, cast3_local *l)
{
    if (!(p->t_min <= p->t_max) || !isfinite(size)) return false;
    flr_local3 m = flr_local3_from(p->origin, center);
    flr_local3 d = cast3_step(p);
    double reach = largest(m);
    if (!isfinite(reach)) return false;
    l->center = center;
    int m_exponent = exponent_of(cast3_more(reach, size)), d_exponent = exponent_of(largest(d));
    l->unit = 1;
    double d_unit = 1;
    if (m_exponent != 0 || d_exponent != 0) {
        l->unit = ldexp(1, -m_exponent);
        d_unit = ldexp(1, -d_exponent);
        d = cast3_scaled(d_unit, d);
        m = cast3_scaled(l->unit, m);
    }
    double square = flr_local3_dot(d, d), length = sqrt(square);
    l->along = cast3_scaled(1 / length, d);
    double t = -flr_local3_dot(m, d) / square;
    flr_local3 near = flr_local3_along(m, t, d);
    double rest = -flr_local3_dot(near, d) / square;  // what rounding left along the line
    l->near = flr_local3_along(near, rest, d);
    t += rest;
    double t_unit = d_unit / l->unit;  // t as given, in one local t
    l->t_near = t * t_unit;
    l->t_per_length = t_unit / length;
    l->has_start = isfinite(p->t_min);
    l->start = m;
    if (p->t_min != 0 && l->has_start) l->start = flr_local3_along(m, (double)p->t_min / t_unit, d);
    l->from = ((double)p->t_min / t_unit - t) * length;
    l->to = ((double)p->t_max / t_unit - t) * length;
    return true;
}

static flr_real t_of(const flr_cast3_path *p, const cast3_local *l, double place)
{
    return cast3_clamp_t(p, l->t_near + place * l->t_per_length);
}

flr_cast3 flr_cast3_told_inside(const flr_cast3_path *p, const cast3_local *l, double exit)
{
    flr_cast3 r = {.hit = true, .inside = true};
    r.t = cast3_told(p, p->t_min);
    r.t_exit = cast3_told(p, exit > l->from ? t_of(p, l, exit) : p->t_min);
    r.point = cast3_point(p, p->t_min);
    return r;
}

flr_cast3 flr_cast3_told(const flr_cast3_path *p, const cast3_local *l, const cast3_inside *inside)
{
    flr_cast3 r = {.hit = false};
    if (!(inside->enter <= inside->exit && inside->exit >= l->from && inside->enter <= l->to)) return r;
    if (inside->enter < l->from) return flr_cast3_told_inside(p, l, inside->exit);
    r.hit = true;
    flr_local3 point = cast3_place(l, inside->enter);
    double back = 1 / l->unit;
    r.t = cast3_told(p, t_of(p, l, inside->enter));
    r.t_exit = cast3_told(p, t_of(p, l, inside->exit));
    r.point = flr_vec3_make((flr_real)((double)l->center.x + back * point.x),
                            (flr_real)((double)l->center.y + back * point.y),
                            (flr_real)((double)l->center.z + back * point.z));
    double size = largest(inside->normal);
    if (p->is_point || !(size > 0)) return r;
    flr_local3 n = cast3_scaled(1 / size, inside->normal);
    n = cast3_scaled(1 / cast3_length(n), n);
    r.normal = flr_vec3_make((flr_real)n.x, (flr_real)n.y, (flr_real)n.z);
    return r;
}

flr_cast3 flr_cast3_core(const flr_cast3_path *p, flr_vec3 a, flr_vec3 b)
{
    flr_segment3 s = {a, b};
    flr_cast3 r = flr_cast3_ray_segment(p, &s);
    return r;
}
