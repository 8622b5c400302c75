/// Exact intersection of a part of a line with balls, capsules, cylinders and cones, for the few cases that
/// rounding errors leave open, those of twice the precision included.
///
/// Coordinates become integers in one unit. A point of the line at t is in the shape if a quadratic a t^2 +
/// 2 b t + c is at most 0, and t lies between bounds that are ratios of integers. Signs of polynomials in
/// these integers decide whether such a t exists.
#include <math.h>

#include "closest/exact3.h"

#include "math/bigint.h"

/// Digits of a coordinate and of a bound of t: as many as a polynomial of degree 12 can hold.
enum { COORDINATE_DIGITS = 17, BOUND_DIGITS = 8 };

flr_line_part3 flr_line_part3_point(flr_vec3 p)
{
    flr_line_part3 s = {.origin = p};
    return s;
}

flr_line_part3 flr_line_part3_segment(const flr_segment3 *g)
{
    flr_line_part3 s = {.origin = g->a, .target = g->b, .to_target = true, .high = 1};
    return s;
}

flr_line_part3 flr_line_part3_ray(const flr_ray3 *r)
{
    flr_line_part3 s = {.origin = r->origin, .direction = r->direction, .high = INFINITY};
    return s;
}

flr_line_part3 flr_line_part3_line(const flr_line3 *l)
{
    flr_line_part3 s = {.origin = l->origin, .direction = l->direction, .low = -INFINITY, .high = INFINITY};
    return s;
}

#define NUMBER flr_bigint
#define NUMBER3 flr_bigint3
#define ZERO                                                                                                 \
    {                                                                                                        \
        .digits = 1                                                                                          \
    }
#define ADD flr_bigint_add
#define MULTIPLY flr_bigint_multiply
#define SIGN(x, open) ((void)(open), flr_bigint_sign(x))
#define DOT flr_bigint3_dot
#define CROSS flr_bigint3_cross
#include "closest/exact3_round_signs.h"

/// Loads t times 2^shift as a ratio.
static bool load_bound(double t, int shift, ratio *r)
{
    flr_double_parts parts, one = {1, 0, 1};
    if (!flr_double_take_apart(t, &parts)) return false;
    if (parts.mantissa == 0) {
        parts.exponent = 0;
    } else {
        int zeros = flr_power_log2(parts.mantissa & (~parts.mantissa + 1));
        parts.mantissa >>= zeros;
        parts.exponent += zeros + shift;
    }
    int unit = parts.exponent < 0 ? parts.exponent : 0;
    return flr_bigint_place(parts, unit, BOUND_DIGITS, &r->above) &&
           flr_bigint_place(one, unit, BOUND_DIGITS, &r->below);
}

/// Loads all as integers in one unit. Returns false if they need too many digits, or are not finite.
static bool load(const flr_line_part3 *s, flr_vec3 a, flr_vec3 b, flr_real radius, flr_real more, scene *c)
{
    enum { POINTS = 14 };
    const flr_vec3 end = s->to_target ? s->target : s->origin;
    const double value[POINTS] = {
        (double)s->origin.x, (double)s->origin.y, (double)s->origin.z, (double)a.x, (double)a.y,
        (double)a.z,         (double)b.x,         (double)b.y,         (double)b.z, (double)end.x,
        (double)end.y,       (double)end.z,       (double)radius,      (double)more};
    const double step[3] = {(double)s->direction.x, (double)s->direction.y, (double)s->direction.z};
    flr_bigint w[POINTS];
    int unit, step_unit;
    if (!flr_bigint_load(value, POINTS, COORDINATE_DIGITS, w, &unit)) return false;
    step_unit = unit;
    if (!s->to_target && !flr_bigint_load(step, 3, COORDINATE_DIGITS, c->along.x, &step_unit)) return false;
    for (int k = 0; k < 3; ++k) {
        flr_bigint_add(&w[k], -1, &w[3 + k], &c->from_a.x[k]);
        flr_bigint_add(&w[k], -1, &w[6 + k], &c->from_b.x[k]);
        flr_bigint_add(&w[6 + k], -1, &w[3 + k], &c->axis.x[k]);
        if (s->to_target) flr_bigint_add(&w[9 + k], -1, &w[k], &c->along.x[k]);
    }
    flr_bigint_add(&w[12], 1, &w[13], &c->radius);
    c->is_point = flr_line_part3_is_point(s);
    c->t.open = NULL;
    c->t.empty = !(s->low <= s->high);
    c->t.starts = s->low > -INFINITY;
    c->t.ends = s->high < INFINITY;
    int shift = step_unit - unit;
    return (!c->t.starts || load_bound(s->low, shift, &c->t.low)) &&
           (!c->t.ends || load_bound(s->high, shift, &c->t.high));
}

int flr_exact3_line_part_capsule(const flr_line_part3 *s, flr_vec3 a, flr_vec3 b, flr_real radius,
                                 flr_real more)
{
    scene c;
    const int soon = flr_exact3_capsule_soon(s, a, b, radius, more);
    if (soon >= 0) return soon;
    if (!load(s, a, b, radius, more, &c)) return -1;
    return meets_capsule(&c, a.x == b.x && a.y == b.y && a.z == b.z);
}

int flr_exact3_line_part_cylinder(const flr_line_part3 *s, const flr_cylinder *g)
{
    scene c;
    const int soon = flr_exact3_cylinder_soon(s, g);
    if (soon >= 0) return soon;
    return load(s, g->a, g->b, g->radius, 0, &c) ? meets_cylinder(&c) : -1;
}

int flr_exact3_line_part_cone(const flr_line_part3 *s, const flr_cone *g)
{
    scene c;
    const int soon = flr_exact3_cone_soon(s, g);
    if (soon >= 0) return soon;
    return load(s, g->apex, g->base, g->radius, 0, &c) ? meets_cone(&c) : -1;
}
